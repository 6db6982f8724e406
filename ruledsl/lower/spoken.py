"""Whence something is chosen, in the words of a rulebook: what a person is told who has named something else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruledsl.flow.words import SPOKEN, Words, plain
from ruledsl.ir.whence import VALUED, Whence
from ruledsl.record import cached_property
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering
    from ruledsl.model.model import ParamInfo
    from ruledsl.source import Span


class Spoken:
    def __init__(self, lowering: Lowering):
        self.model = lowering.model
        self.words = Words(lowering.model, SPOKEN)

    @cached_property
    def params(self) -> dict[tuple[Span, str], t.Param]:
        return {(node.span, node.name): node for c in self.model.callables.values() for node in t.within(c.decl, t.Param)}

    @cached_property
    def together(self) -> dict[Span, t.Range]:
        """How much the numbers of an argument may be in all, as it was written: of each of them it was made a condition."""
        every = (node for tree in self.model.trees for d in tree.declarations for node in t.within(d, t.Param))
        return {node.span: node.together for node in every if node.together is not None}

    def whence(self, p: ParamInfo) -> Whence:
        """Of an argument."""
        node = self.params.get((p.span, p.name))
        if node is None or node.domain is None:
            return Whence()
        keyed = p.name.endswith("]")
        return self.among(node.domain, None if keyed else node.condition, {node.name: VALUED}, self.together.get(p.span) if keyed and node.condition else None)

    def chosen(self, s: t.ChooseValue) -> Whence:
        """Of a value that is chosen."""
        who = s.who.name.text if isinstance(s.who, t.Loop) else s.who.name if isinstance(s.who, t.Ref) else ""
        self.words.you = frozenset({who} - {""})
        try:
            return self.among(s.domain, s.condition, {s.target.name: VALUED} if isinstance(s.target, t.Ref) else {})
        finally:
            self.words.you = frozenset()

    def part(self, whole: t.Expr, span: Span) -> str:
        """What stands at a place of an expression; of what stands elsewhere, what is written there; "" of what would read as code: a question about several."""
        found = next((node for node in t.walk(whole) if node.span == span and isinstance(node, t.Expr)), None)
        if isinstance(found, t.Call) and found.args and found.base is None and self.words.kind(found) == "bool":
            if len(found.args) > 1:
                return ""
            return f"{plain(found.function)} of {self.words.say(found.args[0])}"
        return self.words.say(found) if found is not None else self.model.written(span)

    def among(self, domain: t.Expr, condition: t.Expr | None, called: dict[str, str], together: t.Expr | None = None) -> Whence:
        """`called`: what names are called in the words."""
        self.words.called = dict(called)
        told = self.words.listed(domain.items, "or") if isinstance(domain, t.SetLiteral) and domain.items else self.words.say(domain)
        alike, others = self.apart(condition, called)
        against = " or ".join(dict.fromkeys(map(self.words.not_, others))) or (self.words.say(together) if together is not None else "")
        wanted = " and ".join("no " * (e.ops == ("is not",)) + self.words.say(e.operands[1]) for e, _ in alike)
        self.words.called = {}
        kinds = frozenset.intersection(*(kinds for _, kinds in alike)) if alike else ()
        return Whence(told, self.place(domain), against, tuple(sorted(kinds)), wanted, written_out(domain))

    def apart(self, condition: t.Expr | None, called: Mapping[str, str]) -> tuple[list[tuple[t.Compare, frozenset[str]]], list[t.Expr]]:
        """What a condition says of the kind of the card that is chosen, with the kinds that will do, and what else it says: all of it together."""
        if condition is None:
            return [], []
        if isinstance(condition, t.Binary) and condition.op == "and":
            (alike, others), (more, rest) = self.apart(condition.left, called), self.apart(condition.right, called)
            return [*alike, *more], [*others, *rest]
        if isinstance(condition, t.Compare) and condition.ops in (("is",), ("is not",)):
            one, kind = condition.operands
            if isinstance(one, t.Ref) and one.name in called and isinstance(kind, t.Ref) and kind.name in self.model.kinds:
                such = self.model.leaves(kind.name)
                return [(condition, such if condition.ops == ("is",) else frozenset(self.model.kinds) - such)], []
        return [], [condition]

    def place(self, domain: t.Expr) -> str:
        """Where something is not that is not there; "" of what has everything in it that there is."""
        told = self.words.say(domain)
        if isinstance(domain, t.Ref):
            everything = domain.name in self.model.enums or domain.name == "players" or domain.name in self.model.boards and len(self.model.boards) == 1
            return "" if everything else f"{'on' if domain.name in self.model.boards else 'in' if self.words.kind(domain) == 'zone' else 'among'} {told}"
        if isinstance(domain, t.Call) and domain.base is None and len(domain.args) > 1 and domain.function in self.model.callables:
            return f"among the {plain(domain.function)}"  # what it is asked of is code, where it is more than one thing
        word = "from" if isinstance(domain, t.Range) else "in" if self.words.kind(domain) == "zone" else "among"
        return f"{word} {told}"


def written_out(domain: t.Expr) -> tuple[int, int] | None:
    """From where to where numbers go, if that hangs on nothing."""
    if isinstance(domain, t.Range) and isinstance(domain.low, t.Number) and isinstance(domain.high, t.Number):
        return domain.low.value, domain.high.value
    return None
