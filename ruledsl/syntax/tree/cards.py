"""Kinds of cards, as they were written, with what stands below them."""

from __future__ import annotations

from ruledsl.record import record
from ruledsl.syntax.tree.declarations import Decl, Hook, Param
from ruledsl.syntax.tree.expressions import Expr, Text
from ruledsl.syntax.tree.node import Name, Node
from ruledsl.syntax.tree.statements import Block


@record(frozen=True)
class Effect(Decl):
    """What a card does, when it is carried out; `name` tells several effects of a card apart."""

    name: Name | None
    params: tuple[Param, ...]
    body: Block


@record(frozen=True)
class Constant(Node):
    """`eggs = value`, the same for every card of the kind."""

    name: Name
    value: Expr


@record(frozen=True)
class InForce(Node):
    """`in force for p if C`: when the rules below a family count that say so, and for whom."""

    name: Name | None
    condition: Expr


@record(frozen=True)
class Card(Decl):
    """A kind of card. `words` is the sentence printed on it; `stands_for` the family as any of which it may be played."""

    name: Name
    params: tuple[Param, ...] = ()
    printed: Text | None = None
    family: Name | None = None
    words: str | None = None
    stands_for: Name | None = None
    constants: tuple[Constant, ...] = ()
    effects: tuple[Effect, ...] = ()
    hooks: tuple[Hook, ...] = ()
    in_force: tuple[InForce, ...] = ()


@record(frozen=True)
class Cards(Decl):
    """`card Rooster, Hen is Gold`: several kinds with nothing but a name and a family."""

    cards: tuple[Card, ...]
