"""What one seat knows from all that it has observed: which worlds fit, and how they are drawn.

A world lays other cards where cards lie that the seat does not know. Going backward through what has happened, the same cards are laid into the states of the
past; where a step could have told the seat something (`dim`), it is run again in that world, and must show the seat what it has shown. Where cards were
mixed that the seat cannot tell apart, the world before the mixing is only held to which cards lay there together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from ruledsl.engine.backend import Block
from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.knowledge import Holding, exchange, exchanged, holding
from ruledsl.engine.position import Position
from ruledsl.engine.view import may_know
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import Values, seers
from ruledsl.ir.program import VALUE, Program, Type
from ruledsl.ir.regions import seen
from ruledsl.ir.subsets import renamed, split
from ruledsl.minds.past import Step
from ruledsl.record import record, replace

Move = tuple[int, ...]
Label = list[int]
"""For each card, the card that lies in its place in another world."""
Secrets = dict[tuple[str, int], int]
"""Variables with their indexes, and what they hold in another world."""


@record(frozen=True)
class Point:
    """Something in the past that a world is held to: the step `number` is run again, if it is a `check`; before it lie `groups` of cards that were mixed, and
    `seen`, cards that the seat knew then and does not know any more."""

    number: int
    groups: tuple[tuple[int, ...], ...] = ()
    seen: tuple[int, ...] = ()
    check: bool = False
    weighs: bool = False  # something from here on is not as likely in every world


class Mind:
    """What a seat (from 0) knows after some steps. `exact`: so far nothing had to be left open; `passed`: how much of the past the world fits that was held
    against it last."""

    def __init__(self, program: Program, steps: list[Step], seat: int):
        self.program, self.steps, self.seat, self.exact = program, steps, seat, True
        self.passed = 0
        self._holding: dict[int, list[Holding]] = {}
        self.points = self._points()

    # ---- what a world is held to ----

    def _points(self) -> list[Point]:
        """From the last to the first that tells something."""
        out: list[Point] = []
        for number in reversed(range(len(self.steps))):
            step = self.steps[number]
            if self.seat not in step.kept:
                step.kept[self.seat] = _mixed(step.before, step.after, self.seat), self._lost(step), _doubtful(step, self.seat)
            fresh, lost, doubtful = step.kept[self.seat]
            self.exact &= not doubtful
            told = bool(step.seats >> self.seat & 1)
            if told and step.before.kind == "simultaneous":  # what others have sealed is not looked at: a world may contradict it
                self.exact = told = False
            if told:
                out.append(Point(number, fresh, check=True))
            elif fresh:
                out.append(Point(number, fresh))
            if lost:
                out.append(Point(number, _together(step.before, self.seat, lost), lost))
        while out and not (out[-1].check or out[-1].seen):
            out.pop()
        last = max((n for n, point in enumerate(out) if point.groups and point.seen or point.check and self._blind(point.number)), default=-1)
        return [replace(point, weighs=n <= last) for n, point in enumerate(out)]

    def _blind(self, number: int) -> bool:
        """Was a card chosen that the seat sees neither before nor afterwards?"""
        step = self.steps[number]
        return bool(_unseen(step, self.seat))

    def _lost(self, step: Step) -> tuple[int, ...]:
        before, after = (_known(position, self.seat) for position in (step.before, step.after))
        return tuple(sorted(before - after))

    # ---- is a world held possible? ----

    def weight(self, becomes: dict[int, int], secrets: Secrets) -> Fraction:
        """How likely a world is that lays cards so, against others; 0 if it does not fit all that the seat has observed."""
        faces, out = self.program.cards, Fraction(1)
        label = list(range(len(faces)))
        for card, other in becomes.items():
            label[card] = other
        now = self.steps[-1].after.values if self.steps else {}
        chosen = {key: value for key, value in secrets.items() if now[key[0]][key[1]] != value}
        for number, point in enumerate(self.points):
            self.passed = number
            if not chosen and not point.weighs and all(faces[card] == faces[other] for card, other in enumerate(label)):
                return out
            mixed = self._regrouped(label, point)
            if point.check:
                share = self._runs(point.number, label, chosen)
                if not share and mixed != label:
                    share, self.exact = self._runs(point.number, mixed, chosen), False
                out *= share
            out *= self._ways(label, point)
            if not out:
                return out
            label = mixed
            if point.groups and number + 1 < len(self.points) and any(faces[card] != faces[other] for card, other in enumerate(label)):
                self.exact = False  # what is older may hang on which of the cards lay where
        return out

    def _ways(self, label: Label, point: Point) -> int:
        """In how many ways the cards of the groups can have lain, so that those lay where the seat saw them that it does not know any more."""
        faces, out = self.program.cards, 1
        known = set(point.seen)
        for group in point.groups if known else ():
            there = Counter(faces[label[card]] for card in group)
            for card in group:
                if card in known:
                    out *= there[faces[card]]
                    there[faces[card]] -= 1
        grouped = {card for group in point.groups for card in group}
        return out * all(faces[label[card]] == faces[card] for card in known - grouped)

    def _regrouped(self, label: Label, point: Point) -> Label:
        """Cards that could not be told apart: each lies where it truly lay, if it is among them, or else one of the same face; the others anywhere."""
        out, faces = label.copy(), self.program.cards
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

    def runs(self, number: int, lying: dict[int, int]) -> bool:
        """Does a step show the seat the same where cards lie so?"""
        label = [lying.get(card, card) for card in range(len(self.program.cards))]
        return bool(self._runs(number, label, {}))

    def _runs(self, number: int, label: Label, secrets: Secrets) -> Fraction:
        """The share that what was answered has of all that sounds like it, if a step shows the seat the same where other cards lie; else 0."""
        step, becomes = self.steps[number], {card: other for card, other in enumerate(label) if card != other}
        held = {key: value for key, value in secrets.items() if self._since[key] <= number}
        block = self._laid(step.before, becomes)
        for (name, index), value in held.items():
            block.set(name, index, value)
        there = Position(step.before.program, step.before.engine, step.before.words, block)
        move, share = self._move(number, there, label, becomes, secrets)
        if not share or not step.deeds >> self.seat & 1:
            return share
        for index in range(self.program.region["move"].count):
            block.set("move", index, move[index] if index < len(move) else 0)
        block.set("move.seat", 0, -1 if step.choice.seat is None else step.choice.seat - 1)
        try:
            step.before.engine.resume(block)
        except RulesFault:
            return Fraction(0)
        same = _alike(step.after, block.regions(), exchanged(step.after, becomes, self._held(step.after)), self.seat)
        return share if same else Fraction(0)

    def _laid(self, position: Position, becomes: dict[int, int]) -> Block:
        """A state of the past where cards have taken the places of others."""
        return exchange(position, becomes, self._held(position))

    def _held(self, position: Position) -> list[Holding]:
        if id(position) not in self._holding:
            self._holding[id(position)] = holding(position, range(len(self.program.cards)))
        return self._holding[id(position)]

    @cached_property
    def _since(self) -> dict[tuple[str, int], int]:
        """The step after which each variable held what it holds now."""
        now = self.steps[-1].after.values
        out = {}
        for v in self.program.variables:
            for index, value in enumerate(now[v.name]):
                number = len(self.steps)
                while number and self.steps[number - 1].before.values[v.name][index] == value:
                    number -= 1
                out[v.name, index] = number
        return out

    def _move(self, number: int, there: Position, label: Label, becomes: dict[int, int], secrets: Secrets) -> tuple[Move, Fraction]:
        """What was answered, where other cards lie, and its share of all that sounds the same to the seat; 0 if that could not be answered there."""
        step = self.steps[number]
        program, site, move = there.program, there.site, step.choice.move
        if step.choice.seat is None:
            if site.type is None or site.type.kind != "card" or not site.outcome:
                return move, Fraction(1)
            want = label[step.before.call(site.outcome, move[0])]
            found = next((n for n in range(there.block.get("ask.count")) if there.call(site.outcome, n) == want), None)
            return (found or 0,), Fraction(found is not None)
        who = step.choice.seat - 1
        if move[0] == VALUE:
            hidden = [value for (name, index), value in secrets.items() if self._since[name, index] == number + 1 and index == who]
            types = [site.type or Type("int")]
            move = (VALUE, hidden[0]) if hidden and who != self.seat else move
        else:
            types = [p.type for p in program.actions[move[0]].params] if move[0] >= 0 else []
        other = (move[0], *(_renamed(there, type, value, becomes) for type, value in zip(types, move[1:], strict=False)))
        try:
            options = there.engine.legal(there.block, there.site_number, who)
        except RulesFault:
            return other, Fraction(0)
        unseen = () if who == self.seat else _unseen(step, self.seat)
        if not unseen:
            return other, Fraction(other in options or any(_alike_moves(there, types, option, other, ()) for option in options))
        if not any(_alike_moves(there, types, option, other, ()) for option in options):
            return other, Fraction(0)
        sounding = sum(_times(there, option, unseen) for option in options if _alike_moves(there, types, option, other, unseen))
        return other, Fraction(1, sounding)


def _renamed(there: Position, type: Type, value: int, becomes: dict[int, int]) -> int:
    return renamed(there.program, type, value, becomes) if type.kind in ("card", "subset") and value >= 0 else value


def _unseen(step: Step, seat: int) -> tuple[int, ...]:
    """The arguments of an answer, from 1, that are a card which a seat sees neither before nor afterwards."""
    move, program = step.choice.move, step.before.program
    if step.choice.seat is None or step.choice.seat - 1 == seat:
        return ()
    types = [p.type for p in program.actions[move[0]].params] if move[0] >= 0 else [step.before.site.type] * (move[0] == VALUE)
    cards = [(n, value) for n, (type, value) in enumerate(zip(types, move[1:], strict=False), 1) if type is not None and type.kind == "card" and value >= 0]
    return tuple(n for n, value in cards if not any(position.sees(seat, value % len(program.cards)) for position in (step.before, step.after)))


def _alike_moves(there: Position, types: list[Type], one: Move, other: Move, unseen: tuple[int, ...]) -> bool:
    """Are two answers the same but for cards of one face that lie in one place? Of those that are not seen, the place alone counts."""
    if one[0] != other[0]:
        return False
    for n, (type, a, b) in enumerate(zip(types, one[1:], other[1:], strict=False), 1):
        if a != b and (type.kind != "card" or a < 0 or b < 0 or _place(there, a) != _place(there, b) or n not in unseen and _face(there, a) != _face(there, b)):
            return False
    return True


def _place(there: Position, member: int) -> int:
    return there.values["card.zone"][member % len(there.program.cards)]


def _face(there: Position, member: int) -> tuple[int, int]:
    card, guise = split(there.program, member)
    return there.program.cards[card], guise


def _times(there: Position, option: Move, unseen: tuple[int, ...]) -> int:
    """For how many cards that are not seen an option stands: all of a face that lie in one place."""
    out, cards = 1, there.program.cards
    for n in unseen:
        if option[n] >= 0:
            face, place = cards[option[n] % len(cards)], _place(there, option[n])
            out *= sum(1 for card, other in enumerate(cards) if other == face and there.values["card.zone"][card] == place)
    return out


# ---- states as a seat sees them ----


def _known(position: Position, seat: int) -> set[int]:
    """The cards that a seat knows, those in no zone as well."""
    lying = position.seers
    return {card for card in range(len(position.program.cards)) if lying.get(card, -1) >> seat & 1}


def _mixed(before: Position, after: Position, seat: int) -> tuple[tuple[int, ...], ...]:
    """The cards that lie together since a step, so that the seat cannot tell which of them lay where before."""
    out = []
    for zone, k in instances(after.program):
        if seers(zone, k, after.program.players) >> seat & 1:
            continue
        cards, was = (cards_in(p.program, p.values, zone, k) for p in (after, before))
        if zone.ordered:
            cards, was = cards[: loose_in(after.values, zone, k)], was[: loose_in(before.values, zone, k)]
        if len(cards) > 1 and not set(cards) <= set(was):
            out.append(tuple(sorted(cards)))
    return tuple(out)


def _doubtful(step: Step, seat: int) -> bool:
    """Has a card left a place without order that the seat does not see, which may have been an equal one that it knew there? Marks of knowledge go by the
    number of a card, and so say too much."""
    before, after, faces = step.before, step.after, step.before.program.cards
    for zone, k in instances(before.program):
        if zone.held and not seers(zone, k, before.program.players) >> seat & 1:
            lying = cards_in(before.program, before.values, zone, k)
            known = {faces[card] for card in lying if before.sees(seat, card) and faces.count(faces[card]) > 1}
            if any(faces[card] in known for card in lying if before.values["card.zone"][card] != after.values["card.zone"][card]):
                return True
    return False


def _together(before: Position, seat: int, lost: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The cards of the places without order that the seat does not see, where it lost sight of one."""
    out = []
    for zone, k in instances(before.program):
        cards = cards_in(before.program, before.values, zone, k)
        if zone.held and not seers(zone, k, before.program.players) >> seat & 1 and len(cards) > 1 and set(lost) & set(cards):
            out.append(tuple(sorted(cards)))
    return tuple(out)


def _alike(after: Position, one: Values, other: Values, seat: int) -> bool:
    """Are two states the same to a seat, as far as it sees them?"""
    program = after.program
    secret = {v.name: v for v in program.variables if v.visibility != "open"}
    shown = {seen(name) for name in secret}
    for region in program.regions:
        name = region.name
        if name in ("rng", "move", "frame", "sealed") or region.role == "index":
            continue
        here, there = one[name], other[name]
        if name == "known" or name in shown:
            if any((a ^ b) >> seat & 1 for a, b in zip(here, there, strict=True)):
                return False
        elif name in secret:
            if any(a != b for n, (a, b) in enumerate(zip(here, there, strict=True)) if may_know(secret[name], n, seat, other)):
                return False
        elif here != there:
            return False
    return True
