"""What a condition teaches about the kinds of cards: after `card is Hen and`, `card` is a Hen; so is `top of deck`, until something is done."""

from __future__ import annotations

from typing import Callable

from ruledsl.model.desk import Desk
from ruledsl.model.types import Type, card_of
from ruledsl.record import replace
from ruledsl.syntax import tree as t

Kinds = Callable[[t.Expr], Type]


def learn(desk: Desk, kinds_of: Kinds, e: t.Expr, truth: bool) -> None:
    """Take in what holds if `e` is true (or false)."""
    if isinstance(e, t.Unary) and e.op == "not":
        learn(desk, kinds_of, e.operand, not truth)
    elif isinstance(e, t.Binary) and e.op == ("and" if truth else "or"):
        learn(desk, kinds_of, e.left, truth)
        learn(desk, kinds_of, e.right, truth)
    elif isinstance(e, t.Binary) and e.joins:
        _learn_either(desk, kinds_of, e, truth)
    elif isinstance(e, t.Compare) and len(e.ops) == 1 and e.ops[0] in ("is", "is not"):
        _learn_kind(desk, kinds_of, e, truth == (e.ops[0] == "is"))
    elif isinstance(e, t.Compare) and e.ops[0] in ("in", "not in") and len(e.ops) == 1:
        _learn_kinds(desk, kinds_of, e, truth == (e.ops[0] == "in"))


def moved_on(desk: Desk) -> None:
    """Cards may have been moved: what is known of a card by its place, as `top of deck`, is known no longer."""
    desk.facts = {subject: kinds for subject, kinds in desk.facts.items() if isinstance(subject, t.Ref)}


def _learn_either(desk: Desk, kinds_of: Kinds, e: t.Binary, truth: bool) -> None:
    """One side holds, and it is not known which: what both sides say of a card adds up."""
    before, sides = desk.facts, []
    for side in (e.left, e.right):
        desk.facts = dict(before)
        learn(desk, kinds_of, side, truth)
        sides.append(desk.facts)
    desk.facts = dict(before)
    for subject in sides[0].keys() & sides[1].keys():
        one, other = sides[0][subject], sides[1][subject]
        desk.facts[subject] = replace(one, kinds=one.kinds | other.kinds, guises=one.guises | other.guises)


def _learn_kind(desk: Desk, kinds_of: Kinds, e: t.Compare, truth: bool) -> None:
    subject, kind = e.operands
    if isinstance(kind, t.Ref) and kind.name not in (*desk.model.kinds, *desk.model.state) and not desk.local(kind.name) and kinds_of(subject).kinds:
        desk.facts[subject] = card_of(frozenset())  # the kind is misspelt: nothing is known of the card
    elif isinstance(kind, t.Ref) and kind.name in desk.model.kinds:
        before = desk.facts.get(subject, kinds_of(subject))
        desk.facts[subject] = _narrower(desk, before, desk.model.leaves(kind.name), truth)


def _learn_kinds(desk: Desk, kinds_of: Kinds, e: t.Compare, truth: bool) -> None:
    subject, listed = e.operands
    before, names = desk.facts.get(subject, kinds_of(subject)), kinds_named(desk, listed)
    if names and before.kind == "card":
        desk.facts[subject] = _narrower(desk, before, frozenset().union(*map(desk.model.leaves, names)), truth)


def kinds_named(desk: Desk, e: t.Expr) -> set[str]:
    """The kinds in `{Hen, Fox}`; none where anything else stands there."""
    items = e.items if isinstance(e, t.SetLiteral) else ()
    names = {item.name for item in items if isinstance(item, t.Ref) and not desk.local(item.name)}
    return names if len(names) == len(items) and names <= desk.model.kinds.keys() else set()


def _narrower(desk: Desk, card: Type, named: frozenset[str], truth: bool) -> Type:
    """A card of which it is known whether it is of some kinds, itself or as what it was chosen."""
    if not card.guises:
        return replace(card, kinds=card.kinds & named if truth else card.kinds - named)
    ways = {(kind, guise) for kind in card.kinds for guise in card.guises if kind == guise or kind in desk.model.standing(guise)}
    left = {way for way in ways if truth == bool(named & set(way))}
    return replace(card, kinds=frozenset(kind for kind, _ in left), guises=frozenset(guise for _, guise in left))
