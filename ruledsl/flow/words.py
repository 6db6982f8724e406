"""Expressions in the words of a rulebook: short, without signs that only a program needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from ruledsl.flow.gathering import OPPOSITE, Gathering
from ruledsl.flow.having import lacking, none_left, permitted, yours, zero
from ruledsl.flow.labels import LINES, LONGEST, plain, short, title
from ruledsl.flow.printed import card
from ruledsl.flow.verbs import EACH, article, being, denied, holding, is_thing, is_verb, related, sentence
from ruledsl.format.expressions import expression
from ruledsl.model.model import Callable as Named
from ruledsl.model.model import Model
from ruledsl.syntax import tree as t

_SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "<": "<", ">": ">", "in": "in", "not in": "not in", "is": "is", "is not": "is not"}
__all__ = ["LINES", "LONGEST", "SPOKEN", "Words", "plain", "short", "title"]
SPOKEN = _SIGNS | {"==": "is", "!=": "is not", "<=": "is at most", ">=": "is at least", "<": "is below", ">": "is above"}
"""Where a person is told, and nothing is drawn."""
_ASKING = ("who", "whom", "what", "which")
_LEADING = ("of", "to", "in", "by", "for", "from", "as", "with", "on", "at")


EXTREMES = {"min": "the least of", "max": "the greatest of"}
BETWEEN = {"distance": "distance from {} to {}", "other": "the end of {} across from {}"}
"""What two things have to do with one another."""
ASKED_OF_MELDS = {"deadwood": "the deadwood of {}", "unmatched": "what is left over of {}"}
THINGS = ("player", "cell", "line", "card")
"""Kinds of what stands behind a verb as it is: "you join e"."""


class Words(Gathering):
    """Speaks the expressions of a model."""

    def __init__(self, model: Model, signs: Mapping[str, str] = _SIGNS, settled: Callable[[t.Expr], bool | None] | None = None):
        """`settled` answers whether a condition holds from the start: of what hangs on it alone that is said which is so."""
        self.model = model
        self.signs = signs
        self.settled = settled
        self.you: frozenset[str] = frozenset()  # names of whoever is spoken to
        self.called: dict[str, str] = {}  # what the names of a loop are called while its condition is spoken

    def say(self, e: t.Expr) -> str:
        """An expression."""
        whole = e.whole.node if isinstance(e, (t.Call, t.Comprehension)) and e.whole is not None else None
        if isinstance(whole, t.Expr):
            return self.say(whole)
        case = self.CASES.get(type(e := self.so(e)))
        return case(self, e) if case else expression(e)

    def so(self, e: t.Expr) -> t.Expr:
        """What is left of an expression where conditions hold, or do not, from the start."""
        if self.settled is None or not isinstance(e, (t.IfElse, t.Binary)):
            return e
        if isinstance(e, t.IfElse):
            holds = self.settled(e.condition)
            return e if holds is None else self.so(e.then if holds else e.otherwise)
        if e.joins:
            for one, other in ((e.left, e.right), (e.right, e.left)):
                if self.settled(one) is (e.op == "and"):
                    return self.so(other)
        return e

    def part(self, e: t.Expr) -> str:
        """What stands beside others: in brackets, where the two would be read together."""
        e = self.so(e)
        extreme = isinstance(e, t.Call) and e.function in EXTREMES and len(e.args) > 1
        return f"({self.say(e)})" if isinstance(e, t.IfElse) or extreme else self.say(e)

    def parts(self, given: Iterable[t.Expr]) -> str:
        """Several, of which each can be told from the next."""
        said = list(map(self.part, given))
        return ("; " if len(said) > 1 and any(", " in part for part in said) else ", ").join(said)

    def not_(self, e: t.Expr) -> str:
        """The opposite of a condition."""
        e = self.so(e)
        if isinstance(e, t.Unary) and e.op == "not":
            return self.say(e.operand)
        if isinstance(e, t.Compare) and len(e.ops) == 1:
            return self.compare(t.Compare(e.operands, (OPPOSITE[e.ops[0]],)))
        if isinstance(e, t.Attr) and self.is_flag(e):
            return self.flag(e, no=True)
        if isinstance(e, t.Index) and isinstance(e.base, t.Attr) and self.is_flag(e.base) and len(e.items) == 1:
            return self.flag_of(e, no=True)
        if (predicate := self.predicate(e, no=True)) is not None:
            return predicate
        if isinstance(e, t.Ref) or isinstance(e, t.Call) and not e.args and e.base is None and e.generator is None:
            return denied(self.say(e))
        if isinstance(e, t.Binary) and e.joins:
            return f" {'or' if e.op == 'and' else 'and'} ".join(self.not_side(part, e.op) for part in (e.left, e.right))
        if isinstance(e, t.Call) and e.function in ("any", "all") and e.generator is not None:
            return self.not_members(e.function, e.generator)
        return f"not ({self.say(e)})" if isinstance(e, (t.Compare, t.IfElse)) else f"not {self.say(e)}"

    def predicate(self, e: t.Expr, no: bool = False) -> str | None:
        """What a def says of one thing, or of the first of several if it is what that does; None if it is no such thing."""
        if not isinstance(e, t.Call) or "." in e.function or not e.args or e.base is not None or e.generator is not None or e.whole is not None:
            return None
        name, rest = plain(e.function), self.parts(e.args[1:])
        first = name.partition(" ")[0]
        if self.kind(e) != "bool" or e.function not in self.model.callables or self.is_combination(e.function):
            return None
        if rest and (first in ("is", "was") or not is_verb(first)):
            paired = first == "is" and len(e.args) == 2 and self.kind(e.args[1]) in THINGS
            return related(self.say(e.args[0]), name[3:], rest, no) if paired else None
        many = isinstance(e.args[0], t.Ref) and self.is_several(e.args[0])
        if len(e.args) == 2 and isinstance(e.args[1], t.Ref) and self.kind(e.args[1]) in THINGS:
            return f"{sentence(self.say(e.args[0]), name, no, many)} {rest}"
        return (sentence if rest or many else being)(self.say(e.args[0]), name, no) + f" ({rest})" * bool(rest)

    def meaning(self, e: t.Expr) -> list[str]:
        """What the names in a condition mean that have a short definition, as far as nothing replaces it."""
        out = []
        for node in t.walk(e):
            target = self.model.callables.get(node.function) if isinstance(node, t.Call) and not node.args else None
            if target and _is_answer(target) and not target.instead and not target.params:
                text = f"{plain(target.name)}: {self.say(target.decl.value)}"  # type: ignore[union-attr]
                out += [text] if len(text) <= LONGEST else []
        return out

    # ---- names ----

    def kind(self, e: t.Expr) -> str:
        """The kind of type of an expression, as far as it was checked."""
        term = self.model.terms.get(id(e))
        return term.type.kind if term else ""

    def ref(self, e: t.Ref) -> str:
        if e.name in self.called:
            return self.called[e.name]
        if e.name in self.you:
            return "you"
        term = self.model.terms.get(id(e))
        if e.name == "this" and self.kind(e) == "card":
            return "this card"
        if term and term.op == "local" and len(e.name) == 1 and term.type.kind in ("player", "card"):
            return f"{term.type.kind} {e.name}"
        if term and term.op == "local" and len(e.name) == 1 and term.type.kind == "kindvalue":
            return f"{self.sort(term.type)} {e.name}"
        if term is None or term.op != "local" or term.type.kind != "player":
            return plain(e.name)
        return "that player" if e.name in ("who", "whom") else f"the {plain(e.name)}"

    def target(self, s: t.ChooseValue) -> str:
        """What is chosen, with its article where its name says what it is; a letter is a name, which is used further on, and so is a number's; what is
        called by a question has none."""
        term, target = self.model.terms.get(id(s.domain)), s.target
        kind = (term.type.of or term.type).kind if term is not None else ""
        thing = kind in ("zone", "card", "player", "cell", "line", "enum", "kindvalue")
        if not isinstance(target, t.Ref) or target.name in self.model.state or not thing or len(target.name) == 1 or re.search("[^s]s$", target.name):
            return self.say(target)
        if target.name in _ASKING:
            return target.name
        return f"{article(target.name)} {plain(target.name)}"

    def is_yes(self, s: t.ChooseValue) -> bool:
        """Is it a question that is answered by yes or no? What the answer is called is a name, and nothing that could be chosen."""
        both = isinstance(s.domain, t.SetLiteral) and len(s.domain.items) == 2 and all(isinstance(item, t.Bool) for item in s.domain.items)
        return both and isinstance(s.target, t.Ref) and not s.or_none

    def owner(self, e: t.Expr) -> str:
        """Whose something is."""
        if self.is_you(e):
            return "your"
        known = isinstance(e, t.Ref) and e.name not in self.called
        whose = plain(e.name) if isinstance(e, t.Ref) and known and e.name != "this" else self.say(e)
        return f"{whose}’" if whose.endswith("s") and len(whose) > 1 else f"{whose}’s"

    def holder(self, e: t.Expr) -> str:
        """Who has something."""
        return "you have" if self.is_you(e) else f"{self.say(e)} has"

    def is_you(self, e: t.Expr) -> bool:
        return isinstance(e, t.Ref) and e.name in ("your", "you", *self.you) and e.name not in self.called

    def attr(self, e: t.Attr) -> str:
        if e.name in ("next", "previous"):
            return f"the one {'after' if e.name == 'next' else 'before'} {self.say(e.base)}"
        if isinstance(e.base, t.Ref) and e.base.name == "players":
            return f"{e.name} player"
        if self.is_flag(e):
            return self.flag(e)
        if e.name == "others":
            return f"everybody but {'you' if self.is_you(e.base) else self.say(e.base)}"
        return f"{self.owner(e.base)} {plain(e.name)}"

    def is_flag(self, e: t.Attr) -> bool:
        """Something that a player, a cell or a card is or is not."""
        info = self.model.state.get(e.name)
        return info is not None and info.owner != "table" and info.type.kind == "bool"

    def flag(self, e: t.Attr, no: bool = False) -> str:
        whose = self.model.state[e.name].owner
        return (holding if whose in ("cell", "line") else sentence)("you" if self.is_you(e.base) else self.say(e.base), plain(e.name), no)

    def owned(self, e: t.Expr) -> str:
        """What is set or compared, as that which somebody has."""
        return f"{self.owner(e.base)} {plain(e.name)}" if isinstance(e, t.Attr) and self.is_flag(e) else self.beside(e)

    def beside(self, e: t.Expr) -> str:
        """What stands beside a sign."""
        return self.part(e) if isinstance(self.so(e), t.IfElse) else self.say(e)

    # ---- calls ----

    def call(self, e: t.Call) -> str:
        if "." in e.function:
            return self.of_zones(e)
        name = plain(e.function)
        if e.generator is not None:
            return self.gathered(e.function, e.generator)
        if e.base is not None and e.function in BETWEEN:
            return BETWEEN[e.function].format(self.say(e.base), self.parts(e.args))
        if isinstance(e.base, t.Ref) and e.base.name in self.model.melds:
            return ASKED_OF_MELDS[e.function].format(" with ".join(map(self.say, e.args)))
        if e.base is not None:
            return f"{f'{name} {self.parts(e.args)}'.strip()} of {self.say(e.base)}"
        if len(e.args) > 1 and e.function in EXTREMES:
            return f"{EXTREMES[e.function]} {self.parts(e.args[:-1])} and {self.part(e.args[-1])}"
        if (told := self.predicate(e) or card(self.model, e)) is not None:
            return told
        if len(e.args) != 1:
            return self.asked_of(name, e) if e.args else name
        argument = self.say(e.args[0])
        if e.function == "abs":
            return f"how far {argument} is from 0"
        if e.function == "count":
            return f"cards in {argument}" if self.kind(e.args[0]) == "zone" else f"number of {argument}"
        if self.kind(e) == "bool" and e.function in self.model.callables:
            return f"{argument} {name}"
        if self.kind(e.args[0]) == "player":
            return f"{self.owner(e.args[0])} {name.removesuffix(' of')}"
        return f"{name} {argument}" if name.split()[-1] in _LEADING else f"{name} of {argument}"

    def asked_of(self, name: str, e: t.Call) -> str:
        """A def that is asked of several things: of a player and one thing, `men at n` of that player."""
        first, rest, leading = e.args[0], self.parts(e.args[1:]), name.split()[-1] in _LEADING
        if self.kind(first) == "player" and len(e.args) == 2 and self.kind(e) != "bool":
            bare = leading or isinstance(e.args[1], t.Number) or isinstance(e.args[1], t.Ref) and len(e.args[1].name) == 1 and self.kind(e.args[1]) == "int"
            return f"{self.owner(first)} {name} {rest if bare else f'({rest})'}"
        return f"{name} {self.parts(e.args)}" if leading else f"{name} ({self.parts(e.args)})"

    def of_zones(self, e: t.Call) -> str:
        """A def that was given zones, as `total.hand(p)` for `total(p.hand)`."""
        word, *zones = e.function.split(".")
        if len(zones) == 1 and len(e.args) <= 1 and zones != ["asked"]:
            return f"{plain(word)} of {''.join(f'{self.owner(arg)} ' for arg in e.args)}{plain(zones[0])}"
        if zones == ["asked"]:
            return f"{plain(word)} is allowed"
        return f"{plain(word)} ({', '.join([*map(plain, zones), *map(self.say, e.args)])})"

    def not_side(self, e: t.Expr, outer: str) -> str:
        """The opposite of one side of `and` or `or`, in brackets where the two would be read together."""
        e = self.so(e)
        return f"({self.not_(e)})" if isinstance(e, t.Binary) and e.joins and e.op != outer else self.not_(e)

    def after(self, e: t.After) -> str:
        return f"{self.say(e.value)}, after {'this' if e.deed is None else self.say(e.deed)}"

    # ---- signs ----

    def compare(self, e: t.Compare) -> str:
        first = e.operands[0]
        none = e.ops in (("is",), ("is not",)) and isinstance(e.operands[1], t.NoneLiteral)
        if none and isinstance(first, t.Attr):
            return self.having(first, no=e.ops == ("is",))
        if none and isinstance(first, t.Ref):
            return self.existing(first, no=e.ops == ("is",))
        if isinstance(first, t.Compare) and e.ops in (("==",), ("!=",)):
            return f"{self.say(first)} exactly if {(self.say if e.ops == ('==',) else self.not_)(e.operands[1])}"
        if len(e.ops) == 1 and self.signs is SPOKEN and (told := yours(self, e) or lacking(self, e) or zero(self, e)):
            return told
        if told := permitted(self, e) or none_left(self, e):
            return told
        text = self.owned(first)
        for op, operand in zip(e.ops, e.operands[1:], strict=True):
            text += f" {self.member_of(op, operand)}" if op in ("in", "not in") else f" {self.signs[op]} {self.owned(operand)}"
        return text

    def member_of(self, op: str, e: t.Expr) -> str:
        """Where something is, or is not: of what is named one by one, that it is one of these; in one of several sets."""
        if isinstance(e, t.SetLiteral) and e.items:
            if len(e.items) == 1:
                return f"{self.signs['==' if op == 'in' else '!=']} {self.part(e.items[0])}"
            if op == "in":
                return f"{self.signs['==']} {self.listed(e.items, 'or')}"
            return f"is neither {self.listed(e.items, 'nor')}" if len(e.items) == 2 else f"is none of {self.listed(e.items, 'and')}"
        if isinstance(e, t.Binary) and e.op == "|":
            return f"{op} {self.say(e.left)} or {self.say(e.right)}"
        return f"{op} {self.say(e)}"

    def having(self, e: t.Attr, no: bool) -> str:
        """That somebody has something: a hen, no hen; of what was done, that something was."""
        if re.search("[^e]ed$", e.name):
            return f"{self.holder(e.base)} {plain(e.name)} {'nothing' if no else 'something'}"
        return f"{self.holder(e.base)} {'no' if no else article(e.name)} {plain(e.name)}"

    def existing(self, e: t.Ref, no: bool) -> str:
        """That there is something; of what a name says was done, or is so, that it is so of something, or of somebody."""
        name = self.ref(e)
        first, last = name.split()[0], name.split()[-1]
        if e.name in self.called or is_verb(first) or first in (*_LEADING, "over", "under", "behind", "next"):
            return f"{name} {'is' if no else 'is not'} none"
        if is_thing(last) and not re.search("[^e]ed$", name) or self.kind(e) == "player" and " " in name:
            name = name.removeprefix("the ")
            return f"there is {'no' if no else article(name)} {name}"
        return f"{('nobody' if no else 'somebody') if self.kind(e) == 'player' else 'nothing' if no else 'something'} is {name}"

    def binary(self, e: t.Binary) -> str:
        def side(part: t.Expr) -> str:
            part = self.so(part)
            mixed = isinstance(part, t.Binary) and part.op != e.op or e.joins and self.is_choice(part)
            said = self.say(part) if mixed else self.part(part)
            return f"({said})" if mixed or e.joins and EACH.search(said) and not isinstance(part, t.Binary) else said

        if e.op == "&":
            return f"what is both in {side(e.left)} and in {side(e.right)}"
        sets = e.op == "-" and self.kind(e.left) not in ("", "int")
        sign = "without" if sets else {"*": "×", "//": "÷", "-": "−", "|": "and"}.get(e.op, e.op)
        return f"{side(e.left)} {sign} {side(e.right)}"

    @staticmethod
    def is_choice(e: t.Expr) -> bool:
        """Is it said that something is one of several?"""
        return isinstance(e, t.Compare) and any(
            op in ("in", "not in") and (isinstance(to, t.SetLiteral) and len(to.items) > 1 or isinstance(to, t.Binary))
            for op, to in zip(e.ops, e.operands[1:], strict=True)
        )

    def unary(self, e: t.Unary) -> str:
        return self.not_(e.operand) if e.op == "not" else f"−{self.say(e.operand)}"

    def if_else(self, e: t.IfElse) -> str:
        return f"{self.say(e.then)} if {self.say(e.condition)}, else {self.say(e.otherwise)}"

    def place(self, e: t.Place) -> str:
        if e.zone is None:
            return "all cards"
        if e.which == "every":
            return f"all {self.say(e.zone)}"
        count = f" {self.say(e.count)}" if e.count is not None else ""
        if e.which == "random" and count and isinstance(e.count, (t.Number, t.Ref)):
            return f"{self.say(e.count)} random cards of {self.say(e.zone)}"
        which = "a random card" if e.which == "random" and not count else e.which
        if e.count is not None and not isinstance(e.count, (t.Number, t.Ref)):
            return f"{which.removesuffix(' card')} cards of {self.say(e.zone)} (as many as {self.say(e.count)})"
        return f"{which}{count} of {self.say(e.zone)}"

    def range(self, e: t.Range) -> str:
        return f"{self.say(e.low)} to {self.say(e.high)}"

    def index(self, e: t.Index) -> str:
        first = e.items[0]
        if isinstance(e.base, t.Attr) and self.is_flag(e.base) and len(e.items) == 1:
            return self.flag_of(e)
        if isinstance(e.base, t.Ref) and e.base.name in self.model.charts:
            return f"{self.say(e.base)} for {self.listed(e.items, 'and')}"
        if len(e.items) == 1 and isinstance(first, (t.Ref, t.Number, t.Attr)):
            several = isinstance(first, t.Attr) or self.kind(first) in ("enum", "kindvalue", "player", "card")
            return f"{self.say(e.base)} {'of ' * several}{self.say(first)}"
        return f"{self.say(e.base)} [{', '.join(map(self.say, e.items))}]"

    def flag_of(self, e: t.Index, no: bool = False) -> str:
        """What somebody does to one of several things, or what one of several is to somebody."""
        assert isinstance(e.base, t.Attr)
        name, what = plain(e.base.name), self.say(e.items[0])
        return f"{self.flag(e.base, no)} {what}" if is_verb(name.split()[0]) else f"{sentence(what, name, no)} for {self.whom(e.base.base)}"

    def whom(self, e: t.Expr) -> str:
        return "you" if self.is_you(e) else self.say(e)

    def provided(self, e: t.Provided) -> str:
        return self.say(e.value) if self.settled is not None and self.settled(e.condition) else f"{self.say(e.value)} (if {self.say(e.condition)})"

    def items(self, e: t.SetLiteral | t.ListLiteral) -> str:
        items = [item for item in e.items if not (isinstance(item, t.Provided) and self.settled is not None and self.settled(item.condition) is False)]
        if isinstance(e, t.ListLiteral):
            return self.parts(items) or "nothing"
        return self.listed(items, "or" if all(isinstance(item, t.Bool) for item in items) else "and") or "nothing"

    def listed(self, items: Sequence[t.Expr], last: str) -> str:
        """Some things one by one."""
        *before, end = [*map(self.part, items)] or [""]
        return f"{', '.join(before)} {last} {end}" if before else end

    CASES: ClassVar[dict[type[t.Expr], Callable[..., str]]] = {
        t.Ref: ref, t.Attr: attr, t.Call: call, t.Compare: compare, t.Binary: binary, t.Unary: unary, t.IfElse: if_else, t.Place: place, t.Range: range,
        t.Text: Gathering.text, t.Index: index, t.Comprehension: Gathering.comprehension, t.Reach: Gathering.reach, t.SetLiteral: items, t.ListLiteral: items,
        t.As: lambda self, e: f"{self.part(e.card)} as {self.part(e.kind)}",
        t.Provided: provided, t.After: after, t.Gained: lambda self, e: f"what {plain(e.function)} gives", t.Bool: lambda self, e: "yes" if e.value else "no",
    }  # fmt: skip


def _is_answer(target: Named) -> bool:
    """Is it a def whose value can be said in its place?"""
    return isinstance(target.decl, t.Def) and not isinstance(target.decl.value, (t.Combined, t.Permitted))
