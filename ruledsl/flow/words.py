"""Expressions in the words of a rulebook: short, without signs that only a program needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ruledsl.flow.printed import card
from ruledsl.flow.verbs import MANY, article, being, denied, holding, is_verb, many, numbered, related, sentence
from ruledsl.format.expressions import expression
from ruledsl.model.model import Callable as Named
from ruledsl.model.model import Model
from ruledsl.model.types import Type
from ruledsl.record import replace
from ruledsl.syntax import tree as t

LONGEST = 48
_SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", "<": "<", ">": ">", "in": "in", "not in": "not in", "is": "is", "is not": "is not"}
SPOKEN = _SIGNS | {"==": "is", "!=": "is not", "<=": "is at most", ">=": "is at least", "<": "is below", ">": "is above"}
"""Where a person is told, and nothing is drawn."""
_PAIRS = (("==", "!="), ("<", ">="), (">", "<="), ("in", "not in"), ("is", "is not"))
_OPPOSITE = {a: b for pair in _PAIRS for a, b in (pair, pair[::-1])}
_LEADING = ("of", "to", "in", "by", "for", "from", "as", "with", "on", "at")


def plain(name: str) -> str:
    """A name as a person writes it: `count_points` is count points, `HenPecked` is Hen Pecked; the copy of a deed for a zone names it."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").replace(".", ": ")


def title(name: str) -> str:
    """A name at the head of a box."""
    words = plain(name)
    return words[:1].upper() + words[1:]


def short(text: str, longest: int = LONGEST) -> str:
    """No longer than that, cut between words."""
    if len(text) <= longest:
        return text
    cut = text[:longest].rsplit(" ", 1)[0].rstrip(" ,")
    return f"{cut} …"


EXTREMES = {"min": "the least of", "max": "the greatest of"}
DETERMINED = ("a", "an", "the", "your")
"""Words behind which no other article stands."""
THINGS = ("player", "cell", "line", "card")
"""Kinds of what stands behind a verb as it is: "you join e"."""
SORTS = {"int": "number", "player": "player", "cell": "cell", "line": "line", "card": "card", "subset": "cards", "kindvalue": "kind", "enum": "value"}
"""What is chosen, by the kind of its type."""


class Words:
    """Speaks the expressions of a model."""

    def __init__(self, model: Model, signs: Mapping[str, str] = _SIGNS):
        self.model = model
        self.signs = signs
        self.called: dict[str, str] = {}  # what the names of a loop are called while its condition is spoken
        self.cases: dict[type[t.Expr], Callable[..., str]] = {
            t.Ref: self.ref, t.Attr: self.attr, t.Call: self.call, t.Compare: self.compare, t.Binary: self.binary,
            t.Unary: self.unary, t.IfElse: self.if_else, t.Place: self.place, t.Range: self.range, t.Text: self.text,
            t.Index: self.index, t.Comprehension: self.comprehension, t.Reach: self.reach, t.SetLiteral: self.items, t.ListLiteral: self.items,
            t.Provided: self.provided, t.After: self.after, t.Gained: lambda e: f"what {plain(e.function)} gives",
            t.Bool: lambda e: "yes" if e.value else "no",
        }  # fmt: skip

    def say(self, e: t.Expr) -> str:
        """An expression."""
        whole = e.whole.node if isinstance(e, (t.Call, t.Comprehension)) and e.whole is not None else None
        if isinstance(whole, t.Expr):
            return self.say(whole)
        case = self.cases.get(type(e))
        return case(e) if case else expression(e)

    def not_(self, e: t.Expr) -> str:
        """The opposite of a condition."""
        if isinstance(e, t.Unary) and e.op == "not":
            return self.say(e.operand)
        if isinstance(e, t.Compare) and len(e.ops) == 1:
            return self.compare(t.Compare(e.operands, (_OPPOSITE[e.ops[0]],)))
        if isinstance(e, t.Attr) and self.is_flag(e):
            return self.flag(e, no=True)
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
        name, rest = plain(e.function), ", ".join(map(self.say, e.args[1:]))
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
        term = self.model.terms.get(id(e))
        if e.name == "this" and self.kind(e) == "card":
            return "this card"
        if term and term.op == "local" and len(e.name) == 1 and term.type.kind in ("player", "card"):
            return f"{term.type.kind} {e.name}"
        return f"the {plain(e.name)}" if term and term.op == "local" and term.type.kind == "player" else plain(e.name)

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

    @staticmethod
    def is_you(e: t.Expr) -> bool:
        return isinstance(e, t.Ref) and e.name in ("your", "you")

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
        return (holding if whose == "cell" else sentence)("you" if self.is_you(e.base) else self.say(e.base), plain(e.name), no)

    def owned(self, e: t.Expr) -> str:
        """What is set or compared, as that which somebody has."""
        return f"{self.owner(e.base)} {plain(e.name)}" if isinstance(e, t.Attr) and self.is_flag(e) else self.say(e)

    # ---- calls ----

    def call(self, e: t.Call) -> str:
        if "." in e.function:
            return self.of_zones(e)
        name = plain(e.function)
        if e.generator is not None:
            return self.gathered(e.function, e.generator)
        if e.base is not None and e.function == "distance":
            return f"distance from {self.say(e.base)} to {', '.join(map(self.say, e.args))}"
        if e.base is not None:
            return f"{' '.join([name, ', '.join(map(self.say, e.args))]).strip()} of {self.say(e.base)}"
        if len(e.args) > 1 and e.function in EXTREMES:
            return f"{EXTREMES[e.function]} {', '.join(map(self.say, e.args[:-1]))} and {self.say(e.args[-1])}"
        if (told := self.predicate(e) or card(self.model, e)) is not None:
            return told
        if len(e.args) != 1:
            return f"{name} ({', '.join(map(self.say, e.args))})" if e.args else name
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

    def of_zones(self, e: t.Call) -> str:
        """A def that was given zones, as `total.hand(p)` for `total(p.hand)`."""
        word, *zones = e.function.split(".")
        if len(zones) == 1 and len(e.args) <= 1:
            return f"{plain(word)} of {''.join(f'{self.owner(arg)} ' for arg in e.args)}{plain(zones[0])}"
        return f"{plain(word)} ({', '.join([*map(plain, zones), *map(self.say, e.args)])})"

    def gathered(self, function: str, e: t.Comprehension) -> str:
        """`any(C for x in S)`, `count(x for x in S if C)` and their like."""
        element, members = self.say(e.element), " and ".join(map(self.member, e.loops))
        if function in ("any", "all") and isinstance(e.element, t.Unary) and e.element.op == "not":
            return self.of_members("not every" if function == "any" else "no", replace(e, element=e.element.operand))
        if function in ("any", "all"):
            return self.of_members("any" if function == "any" else "every", e)
        if function == "count":
            return f"number of {members}"
        if function == "longest":
            return f"the longest way along {self.member(e.loops[0])}"
        if function in ("first", "last") and e.element == t.Ref(e.loops[0].name.text):
            return f"the {function} {members}"
        return f"{function} of {element} for {members}"

    def not_side(self, e: t.Expr, outer: str) -> str:
        """The opposite of one side of `and` or `or`, in brackets where the two would be read together."""
        return f"({self.not_(e)})" if isinstance(e, t.Binary) and e.joins and e.op != outer else self.not_(e)

    def not_members(self, function: str, e: t.Comprehension) -> str:
        """The opposite of any and all: turned round inside where that reads well. `No hand is empty` does, `every hand is not empty` does not."""
        if isinstance(e.element, t.Unary) and e.element.op == "not":
            return self.of_members("every" if function == "any" else "any", replace(e, element=e.element.operand))
        if isinstance(e.element, t.Compare) and len(e.element.ops) == 1:
            opposite = t.Compare(e.element.operands, (_OPPOSITE[e.element.ops[0]],))
            text = self.of_members("every" if function == "any" else "any", replace(e, element=opposite))
            if function == "all" or not re.search(r" not |≠", text):
                return text
        return self.of_members("no" if function == "any" else "not every", e)

    def of_members(self, word: str, e: t.Comprehension) -> str:
        """What holds of any, every or no member."""
        loop = e.loops[0]
        if len(e.loops) > 1 or loop.condition is not None or loop.limit is not None:
            return self.of_each(word, e)
        others = isinstance(loop.domain, t.Attr) and loop.domain.name == "others" or self.goes_through(loop, "others")
        name = "other player" if others else "player" if self.goes_through(loop, "players") else plain(loop.name.text)
        whole = name.endswith("player") or self.goes_through(loop, *self.model.boards)
        called = self.called[loop.name.text] = f"{word} {name}" if whole else f"{word} {name} in {self.say(loop.domain)}"
        text = self.say(e.element)
        del self.called[loop.name.text]
        reads = text.startswith((called, f"cards in {called}", f"number of {called}")) or f" in {called}" in text
        if reads and (whole or f"{called}’" not in text) and text.count(called) == 1:
            return text
        return self.of_each(word, e)

    def of_each(self, word: str, e: t.Comprehension) -> str:
        every = f"{'not ' * (word == 'not every')}for {word.removeprefix('not ')}"
        return f"{every} {' and '.join(map(self.member, e.loops))}: {self.say(e.element)}"

    def goes_through(self, loop: t.Loop, *names: str) -> bool:
        return isinstance(loop.domain, t.Ref) and loop.domain.name in names

    def member(self, loop: t.Loop) -> str:
        """What is gone through, and which of it."""
        text = f"player {loop.name.text}" if self.goes_through(loop, "players") else f"{plain(loop.name.text)} in {self.say(loop.domain)}"
        text += f" {self.order(loop)}" if loop.order else ""
        text += f" from {self.say(loop.start)}" if loop.start is not None else ""
        text += f" if {self.say(loop.condition)}" if loop.condition is not None else ""
        return text + (f" while {self.say(loop.limit)}" if loop.limit is not None else "")

    def after(self, e: t.After) -> str:
        return f"{self.say(e.value)}, after {'this' if e.deed is None else self.say(e.deed)}"

    def reach(self, e: t.Reach) -> str:
        text = f"every {plain(e.name.text)} reached from {self.say(e.start)} by {self.member(e.step)}"
        return text + (f" in at most {self.say(e.limit)} steps" if e.limit is not None else "")

    def order(self, loop: t.Loop) -> str:
        """Who comes first, and what places are called; of what is the member's own, not once more whose."""
        own = f"{self.owner(t.Ref(loop.name.text))} "
        keys = (f"{'highest' if key.highest else 'lowest'} {self.say(key.value).removeprefix(own)}" for key in loop.order)
        return f"by {' then '.join(keys)}" + (f", place {loop.ranked.text}" if loop.ranked is not None else "")

    def comprehension(self, e: t.Comprehension) -> str:
        members = " and ".join(map(self.member, e.loops))
        return f"every {members}" if e.element == t.Ref(e.loops[0].name.text) and len(e.loops) == 1 else f"every {self.say(e.element)} for {members}"

    # ---- signs ----

    def compare(self, e: t.Compare) -> str:
        first = e.operands[0]
        if e.ops in (("is",), ("is not",)) and isinstance(e.operands[1], t.NoneLiteral) and isinstance(first, t.Attr):
            return f"{self.holder(first.base)} {'no' if e.ops == ('is',) else article(first.name)} {plain(first.name)}"
        if isinstance(first, t.Compare) and e.ops in (("==",), ("!=",)):
            return f"{self.say(first)} exactly if {(self.say if e.ops == ('==',) else self.not_)(e.operands[1])}"
        text = self.owned(first)
        for op, operand in zip(e.ops, e.operands[1:], strict=True):
            text += f" {self.signs[op]} {self.owned(operand)}"
        return text

    def binary(self, e: t.Binary) -> str:
        def side(part: t.Expr) -> str:
            extreme = isinstance(part, t.Call) and part.function in EXTREMES and len(part.args) > 1
            mixed = isinstance(part, t.Binary) and part.op != e.op or isinstance(part, t.IfElse) or extreme
            return f"({self.say(part)})" if mixed else self.say(part)

        sign = {"*": "×", "//": "÷", "-": "−", "|": "and", "&": "in both"}.get(e.op, e.op)
        return f"{side(e.left)} {sign} {side(e.right)}"

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
        which = "a random card" if e.which == "random" and not count else e.which
        return f"{which}{count} of {self.say(e.zone)}"

    def range(self, e: t.Range) -> str:
        return f"{self.say(e.low)} to {self.say(e.high)}"

    def index(self, e: t.Index) -> str:
        if len(e.items) == 1 and isinstance(e.items[0], (t.Ref, t.Number, t.Attr)):
            return f"{self.say(e.base)} {'of ' * isinstance(e.items[0], t.Attr)}{self.say(e.items[0])}"
        return f"{self.say(e.base)} [{', '.join(map(self.say, e.items))}]"

    def provided(self, e: t.Provided) -> str:
        return f"{self.say(e.value)} if {self.say(e.condition)}"

    def items(self, e: t.SetLiteral | t.ListLiteral) -> str:
        return ", ".join(map(self.say, e.items)) or "nothing"

    def text(self, e: t.Text, known: bool = False) -> str:
        """A label: what is still open in it is named, as in discard a card; `known`: nothing is open, its names are those of what was chosen."""
        out = ""
        parts = tuple(part for part in e.parts if not (isinstance(part, t.Times) and part.value is not None))
        for part, before in zip(parts, ("", *parts)):
            apart = not isinstance(part, str) and not isinstance(before, str)  # what play writes there may begin with a space
            if apart and isinstance(part, t.Call) and part.function in self.model.callables:
                continue  # what more there may be to be said
            said = out.split() if isinstance(before, str) and before.strip() else []
            out += " " * apart + (part if isinstance(part, str) else self.filled(part, known, said))
        return re.sub(r"\b(\w+) (an?) \1\b", r"\2 \1", out)

    def filled(self, e: t.Expr, known: bool, before: list[str]) -> str:
        if known and not isinstance(e, t.Times):
            return "…" if self.kind(e) == "int" and isinstance(e, t.Call) else self.say(e)  # `you hold cards in your hand cards`
        return e.name if isinstance(e, t.Ref) and self.hole(e) == "a number" and numbered(before) else self.named(self.hole(e), before[-1:])

    @staticmethod
    def named(text: str, before: list[str]) -> str:
        """What stands in a hole, without an article behind another one; behind a number, as many things."""
        if before and text.startswith(("a ", "an ")) and (before[0] in MANY or before[0].isdigit() and before[0] != "1"):
            return many(text.partition(" ")[2])
        return re.sub("^an? ", "", text) if before and before[0] in DETERMINED else text

    def label(self, e: t.Text, name: str) -> str:
        """What is done, as its label says it; where that is no words at all, as it is called."""
        return self.text(e) if any(isinstance(part, str) and re.search("[^\\W\\d_]{2}", part) for part in e.parts) else plain(name)

    def hole(self, e: t.Expr) -> str:
        if isinstance(e, t.Call) and self.is_combination(e.function):
            return f"the {plain(e.function)}"
        if isinstance(e, t.Times):
            return f" {plain(e.name)}"
        term = self.model.terms.get(id(e))
        if not isinstance(e, t.Ref) or self.is_you(e) or e.name in {*self.model.state, *self.model.options} and (term is None or term.op != "local"):
            return self.say(e)
        name = (self.sort(term.type) if term is not None and len(e.name) == 1 else "") or plain(e.name)
        bare = len(name) == 1 or self.is_several(e) or re.search("[^s]s$", name)
        return name if bare else f"{article(name)} {name}"

    def sort(self, type: Type) -> str:
        """What something is, where its name is but a letter."""
        kinds = type.kinds if type.kind in ("card", "subset") else ()
        name = next(iter(kinds)) if len(kinds) == 1 else type.name if type.kind == "enum" and type.name in self.model.enums else ""
        return plain(name).lower() if name else SORTS.get(type.kind, "") if not (type.kind == "cell" and type.name) else type.name

    def is_several(self, e: t.Ref) -> bool:
        term = self.model.terms.get(id(e))
        return term is not None and term.type.kind in ("set", "subset")

    def is_combination(self, name: str) -> bool:
        target = self.model.callables.get(name)
        return target is not None and isinstance(target.decl, t.Def) and isinstance(target.decl.value, t.Combined)


def _is_answer(target: Named) -> bool:
    """Is it a def whose value can be said in its place?"""
    return isinstance(target.decl, t.Def) and not isinstance(target.decl.value, (t.Combined, t.Permitted))
