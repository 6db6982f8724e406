"""Lifetimes: `x = v until after turn(p)`, `move card to Z until before turn(p)`. What ends them, and what they may change."""

from __future__ import annotations

from ruledsl.model.graph import bodies
from ruledsl.model.model import Ending, Model
from ruledsl.record import field, record
from ruledsl.syntax import tree as t


@record
class Lifetimes:
    """All that ends lifetimes, in the order of the text; and by variable, and for cards of some kinds, which of these may end theirs."""

    endings: list[Ending] = field(default_factory=list)
    variables: dict[str, set[int]] = field(default_factory=dict)
    cards: set[int] = field(default_factory=set)
    kinds: frozenset[str] = frozenset()

    def number(self, ending: Ending) -> int:
        if ending not in self.endings:
            self.endings.append(ending)
        return self.endings.index(ending)

    def at(self, phase: str) -> list[int]:
        """The endings that a phase brings."""
        return [n for n, ending in enumerate(self.endings) if ending.phase == phase]


def lifetimes(model: Model) -> Lifetimes:
    """The lifetimes of a model whose terms are known."""
    out = Lifetimes()
    for target in model.callables.values():
        for node in (node for body in bodies(target) for node in _limited(body)):
            if id(node.until) in model.endings:
                number = out.number(model.endings[id(node.until)])
                if isinstance(node, t.Assign):
                    out.variables.setdefault(model.terms[id(node.target)].data, set()).add(number)
                else:
                    out.cards.add(number)
                    out.kinds |= model.terms[id(node.what)].type.kinds or model.plain_kinds
    return out


def _limited(body: t.Node) -> tuple[t.Assign | t.Move, ...]:
    """The statements in a body that say until when. They stay with it."""
    known: tuple[t.Assign | t.Move, ...] | None = vars(body).get("_limited")
    if known is None:
        those = t.within(body, t.Assign, t.Move)
        known = vars(body)["_limited"] = tuple(s for s in those if isinstance(s, (t.Assign, t.Move)) and s.until is not None)
    return known


def ended(model: Model, life: Lifetimes, phase: str) -> set[str]:
    """The variables and zones that may change because a phase begins or ends."""
    here = set(life.at(phase))
    out = {name for name, endings in life.variables.items() if endings & here}
    return out | ({s.name for s in model.state.values() if s.word} if life.cards & here else set())
