"""Which cards lay where, in another world: going backward through the past, and where cards were mixed in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import perm

from ruledsl.ir.program import Program
from ruledsl.record import record, replace

Label = list[int]
"""For each card, the card that lies in its place in another world."""
Pick = Callable[[int], int]
"""A number below another, each as likely."""


@record(frozen=True)
class Point:
    """Something in the past that a world is held to: the step `number` is run again, if it is a `check`; before it lie `groups` of cards that were mixed, as
    `told_apart` has them, and `seen`, cards that the seat knew then and does not know any more. Behind the last step is the question where play stands."""

    number: int
    groups: tuple[tuple[int, ...], ...] = ()
    seen: tuple[int, ...] = ()
    check: bool = False
    weighs: bool = False  # something from here on is not as likely in every world


def seen_by(points: Sequence[Point], n: int) -> tuple[int, ...]:
    """The cards that the seat is held to have seen where they lay before a point, also by what is older, up to where they were mixed again."""
    out, mixed = {*points[n].seen}, set[int]()
    for point in points[n + 1 :]:
        mixed.update(*point.groups)
        out |= set(point.seen) - mixed
    return tuple(sorted(out))


def odds(program: Program, label: Label, point: Point) -> Fraction:
    """The share of the ways in which the cards of the groups can have lain, so that those lay where the seat saw them that it does not know any more."""
    faces, out = program.cards, Fraction(1)
    known = set(point.seen)
    for group in point.groups if known else ():
        there = Counter(faces[label[card]] for card in group)
        out /= perm(len(group), len(known.intersection(group)))
        for card in group:
            if card in known:
                out *= there[faces[card]]
                there[faces[card]] -= 1
    grouped = {card for group in point.groups for card in group}
    return out * all(faces[label[card]] == faces[card] for card in known - grouped)


def regrouped(program: Program, label: Label, point: Point) -> Label:
    """Cards that could not be told apart: each lies where it truly lay, if it is among them, or else one of the same face; the others anywhere."""
    out, faces = label.copy(), program.cards
    for group in point.groups:
        left, open_ = {label[card] for card in group}, []
        for card in group:
            if card in left:
                out[card] = card
                left.discard(card)
            else:
                open_.append(card)
        still = []
        for card in open_:
            twin = next((other for other in sorted(left) if faces[other] == faces[card]), None)
            if twin is None:
                still.append(card)
            else:
                out[card] = twin
                left.discard(twin)
        for card, other in zip(still, sorted(left), strict=True):
            out[card] = other
    return out


def in_line(program: Program, label: Label, point: Point) -> Label:
    """The cards of each group in an order that hangs on their faces and on what the seat could tell of where they lay, whichever truly lay there."""
    out, faces = label.copy(), program.cards
    for group in point.groups:
        for card, other in zip(group, sorted((label[card] for card in group), key=lambda card: (faces[card], card)), strict=True):
            out[card] = other
    return out


def mixed_up(program: Program, label: Label, point: Point, pick: Pick) -> Label:
    """The cards of each group in any order in which those that were seen lay where they were, if there is one: which, hangs on what is picked, and on nothing
    that the seat does not know."""
    faces = program.cards
    point = replace(point, groups=tuple(group for group in point.groups if len({faces[label[card]] for card in group}) > 1))
    out = in_line(program, label, point)
    for group in point.groups:
        some, rest = [out[card] for card in group], list[int]()
        for card in group:
            like = [other for other in some if faces[other] == faces[card]] if card in point.seen else []
            if like:
                out[card] = like[pick(len(like)) if len(like) > 1 else 0]
                some.remove(out[card])
            else:
                rest.append(card)
        for last in range(len(rest) - 1, 0, -1):
            n = pick(last + 1)
            some[last], some[n] = some[n], some[last]
        for card, other in zip(rest, some, strict=True):
            out[card] = other
    return out
