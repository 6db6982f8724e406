"""What one seat knows from all that it has observed: which worlds fit, and how they are drawn.

A world lays other cards where cards lie that the seat does not know. Going backward through what has happened, the same cards are laid into the states of the
past; where a step could have told the seat something (`dim`), it is run again in that world, and must show the seat what it has shown. Where cards were
mixed that the seat cannot tell apart, the world before the mixing is only held to which cards lay there together.
"""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from itertools import chain

from ruledsl.engine.backend import Block, engine_for
from ruledsl.engine.knowledge import Holding, exchange, exchanged, holding
from ruledsl.engine.position import Position
from ruledsl.engine.secrets import Secret
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import first_values
from ruledsl.ir.program import Program
from ruledsl.minds import numbered, together
from ruledsl.minds.afresh import begun
from ruledsl.minds.course import Cells, Course, becomes
from ruledsl.minds.followed import is_followed
from ruledsl.minds.hearing import Heard, heard, heard_by
from ruledsl.minds.homes import are_known, homes
from ruledsl.minds.homes import together as joined_homes
from ruledsl.minds.labels import Label, Pick, Point
from ruledsl.minds.looking import alike
from ruledsl.minds.menus import Move, Sound, allowed, blindly, elsewhere, looks, sounding, sounds, types_of
from ruledsl.minds.mixed import disjoint, doubtful, known_to, lent, mistakable, mixed, picked_out, slips, staying, together_with
from ruledsl.minds.orders import Orders, told_apart
from ruledsl.minds.past import Question, Step, unseen
from ruledsl.record import replace

QUIET = "quiet"


class Mind:
    """What a seat (from 0) knows after some steps, where play stands at a question. `exact`: so far nothing had to be left open. `afresh`: older
    ones are left out.
    `leans`: which worlds fit was found by the course of play that is known here; if that is the true one, and not `imagined`, it tells of it. `adrift`: worlds
    cannot be held against the past card by card: cards were mixed of which one goes back, or one was taken from its place in a fan where a known one lay."""

    def __init__(self, program: Program, steps: list[Step], question: Question, seat: int, imagined: bool = False):
        past = begun(steps, seat)
        self.program, self.steps, self.question, self.seat, self.exact = program, steps[past:], question, seat, True
        self.afresh, self.imagined, self.leans, self.adrift = past > 0, imagined, False, False
        self.sampled = False  # were some of too many orders looked at, and not all?
        self._holding: dict[int, list[Holding]] = {}
        self._menus: dict[int, frozenset[Sound]] = {}
        self._heard: dict[int, Heard] = {}
        self.homes = () if past else homes(steps[0].before if steps else question.position, seat)
        self.begin = self._begin()
        self.points = self._points()
        self.course = Course(self, self.begin) if self.begin < len(self.steps) else None
        self.orders = Orders(self)

    @property
    def quick(self) -> Mind:
        """The same mind, with all states in machine code: both engines come to the same, and one of them in a tenth of the time."""
        engine = engine_for(self.program, "native")
        if self.question.position.engine is engine:
            return self

        made: dict[int, Position] = {}

        def there(position: Position) -> Position:
            if id(position) not in made:
                made[id(position)] = Position(position.program, engine, position.words, engine.state(position.data))
            return made[id(position)]

        other = copy(self)
        other.steps = [replace(step, before=there(step.before), after=there(step.after)) for step in self.steps]
        other.question = replace(self.question, position=there(self.question.position))
        other._holding = {}
        other.course = self.course and self.course.of(other)
        other.orders = self.orders.of(other)
        return other

    @property
    def is_exact(self) -> bool:
        """Are its worlds all that there are, as likely as they are? Where play is run again, only if no card is hidden: of the orders in which cards lay each
        world is held against one that is drawn then."""
        hidden = self.course is not None and (any(point.groups or point.seen for point in self.points) or not self._knows_all)
        return self.exact and not self.sampled and not hidden

    @property
    def _knows_all(self) -> bool:
        position = self.question.position
        return all(seers >> self.seat & 1 for seers in position.seers.values())

    @property
    def any(self) -> list[Secret]:
        """Values for what is not known, where no world was found that fits: any that there are, as far as they can be listed."""
        variables, first = {v.name: v for v in self.program.variables}, first_values(self.program)
        cells = [(variables[name], index) for name, index, _ in self.unseen if name in variables and variables[name].type.kind != "card"]
        universe = self.question.position.words.universe
        return [Secret(v.name, index, tuple(universe(v.type)) or (first[v.name][index],)) for v, index in cells]

    @property
    def unseen(self) -> list[tuple[str, int, int]]:
        """The numbers that hang on what the seat does not see, and that it does not see: region, place, and the answer that each tells."""
        if self.course is None:
            return []
        found = unseen(self.question.position, self.steps[-1].left)
        return [(name, index, begun) for name, index, seats, begun in found if seats >> self.seat & 1]

    def _begin(self) -> int:
        """The number of the first step that must be run in its turn: from there on something hangs on what the seat does not see and is no card, up to
        the last step, or to one that told something of a card by it."""
        open_ = [False, *(bool(step.open >> self.seat & 1) for step in self.steps)]
        told = [n for n, step in enumerate(self.steps) if step.cards >> self.seat & 1 and (open_[n] or self._is_answered_together(step))]
        out = min(told, default=len(self.steps)) if told or open_[-1] else len(self.steps)
        while out and open_[out]:
            out -= 1
        return out

    def _is_answered_together(self, step: Step) -> bool:
        """May others have answered something in this very step that the seat did not hear, and that names no card?"""
        others = step.choice.seat is not None and step.choice.seat - 1 != self.seat
        return others and step.before.kind == "simultaneous" and all(type.kind not in ("card", "subset") for type in types_of(step.before, step.choice.move))

    # ---- what a world is held to ----

    def _points(self) -> list[Point]:
        """From the last to the first that tells something."""
        steps, out = self.steps, [Point(len(self.steps), check=True)] if self.question.seats >> self.seat & 1 else []
        first = next((number for number, step in enumerate(steps) if step.cards >> self.seat & 1), len(steps))
        for number in reversed(range(len(steps))):
            step = steps[number]
            if self._is_quiet(number):
                out += [Point(number, check=True)] if self._is_told(number) else []
                continue
            fresh, lost, doubtful = self.kept(number)
            self.adrift |= step.once(lent, (*lost, *chain.from_iterable(fresh))) or step.once(slips, self.seat, first < number)
            self.exact &= not (doubtful or self.adrift)
            told = self._is_told(number)
            if step.before.kind == "simultaneous" and number < self.begin:
                told = any(self._is_told(n) for n in together.answered(steps, number))
                self.exact &= not told
            picked = step.once(picked_out, self.seat).intersection(lost)
            alone = picked - step.once(mistakable, self.seat)  # which of several that are equal it was, is not seen
            found = self.found(step, lost) if told else ()
            lost = tuple(card for card in lost if card not in found and card not in alone)
            found = tuple(sorted(picked.union(found)))
            beside = disjoint([set(group) - alone for group in together_with(step, self.seat, lost)]) if lost else ()
            if told and any(len({step.before.values["card.zone"][card] for card in group}) > 1 for group in beside):
                out.append(Point(number, disjoint([*fresh, *beside]), tuple(sorted({*found, *lost})), check=True))  # what came was known where it was
                self.exact = False
                continue
            if told or fresh or found:
                out.append(Point(number, fresh, found, check=told))
            if lost:
                out.append(Point(number, beside, lost))
        while out and out[-1].number < self.begin and (not (out[-1].check or out[-1].seen) or are_known(self.program, self.homes)):
            joined = joined_homes(self.program, self.homes, out[-1].groups) if self.homes else ()
            if joined is None:
                break
            self.homes = joined
            out.pop()
        blind = [point.check and point.number < len(steps) and self._is_likelier(point.number) for point in out]
        last = max((n for n, point in enumerate(out) if point.groups and point.seen or blind[n]), default=-1)
        return [replace(told_apart(self, point), weighs=n <= last) for n, point in enumerate(out)]

    def _is_quiet(self, number: int) -> bool:
        """Does a step mix nothing, and nothing go out of sight of the seat?"""
        step, name = self.steps[number], (QUIET, self.seat)
        if name not in step.kept:
            calm = step.before.kind != "simultaneous" and not step.once(slips, self.seat, True)
            step.kept[name] = calm and self.kept(number) == ((), (), False)
        out: bool = step.kept[name]
        return out

    def found(self, step: Step, lost: tuple[int, ...]) -> tuple[int, ...]:
        """The cards that the rules found in a place by what they are, which the seat saw only in passing: it was these that went, whichever lay there else."""
        came = set(numbered.came(step, self.seat)) - known_to(step.before, self.seat)
        return tuple(card for card in lost if card in came)

    def _is_told(self, number: int) -> bool:
        """Did a step tell something that a world is held to?"""
        return bool(self.steps[number].seats >> self.seat & 1) and (number >= self.begin or not self._is_over(number))

    def _is_over(self, number: int) -> bool:
        """Did a step tell something that does not matter any more, and of no card?"""
        return number > 0 and bool(self.steps[number - 1].open >> self.seat & 1) and not self.steps[number].cards >> self.seat & 1

    def blindly(self, step: Step) -> tuple[int, ...]:
        """The arguments that are a card which the seat sees neither before nor afterwards."""
        return step.once(_blindly, self.seat)

    def is_nameless(self, number: int) -> bool:
        """Was a card chosen of which the seat cannot tell later which one it was? It stays in no order where the seat does not see it, and nothing came of
        that."""
        step = self.steps[number]
        return bool(staying(step, self.seat)) and not step.deeds >> self.seat & 1

    def _is_likelier(self, number: int) -> bool:
        """May a step be likelier in one world than in another?"""
        step = self.steps[number]
        return bool(self.blindly(step) and not self.is_nameless(number) or numbered.came(step, self.seat))

    def _lost(self, step: Step) -> tuple[int, ...]:
        """The cards that the seat knew, or saw in passing, and does not know any more; and those that left a place where an equal one may have lain unknown
        to it."""
        before, after = (known_to(position, self.seat) for position in (step.before, step.after))
        return tuple(sorted(((before | step.passed.seen(self.seat)) - after) | mistakable(step, self.seat)))

    # ---- is a world held possible? ----

    def weight(self, becomes: dict[int, int], pick: Pick) -> tuple[Fraction, Cells]:
        """How likely a world is that lays cards so, against others, and what else is different in it; 0 if it does not fit all that the seat has observed."""
        out, labels = self._lay(becomes, pick)
        if not out or self.course is None:
            return out, {}
        share, cells = self.course.played(labels, pick)
        return out * share, cells

    def every(self, becomes: dict[int, int], most: int) -> list[tuple[Fraction, Cells]] | None:
        """All worlds that lay cards so, with what else is different in them; None if more than so many steps would have to be run."""

        def first(below: int) -> int:
            self.exact &= below == 1  # in one order of cards that were mixed; they may have lain in another
            return 0

        out, labels = self._lay(becomes, first)
        if not out or self.course is None:
            return [(out, {})] if out else []
        found = self.course.every(labels, most)
        return None if found is None else [(out * share, cells) for share, cells in found]

    def _lay(self, becomes: dict[int, int], pick: Pick) -> tuple[Fraction, list[Label]]:
        """How the cards lay in each state that is played again, and how likely that is by what is older: cards that were mixed lay in one order for both."""
        label = [becomes.get(card, card) for card in range(len(self.program.cards))]
        out, labels = (Fraction(1), [label]) if self.course is None else self.course.labels(label, pick)
        return (out * self.orders.share(labels[0]) if out else out), labels

    @property
    def is_told(self) -> bool:
        """Is a world held to anything?"""
        return bool(self.points or self.homes)

    def begins(self, label: Label) -> bool:
        """Do as many cards of each face lie together as at the beginning of play?"""
        faces = self.program.cards
        return all(sorted(faces[label[card]] for card in home) == sorted(faces[card] for card in home) for home in self.homes)

    def runs(self, number: int, lying: dict[int, int]) -> bool:
        """Does a step show the seat the same where cards lie so?"""
        return bool(self.share(number, [lying.get(card, card) for card in range(len(self.program.cards))]))

    def share(self, number: int, label: Label, later: Label | None = None) -> Fraction:
        """The share that what was answered has of all that sounds like it, if a step shows the seat the same where other cards lie, `later` after it; or 0."""
        others = becomes(label)
        if number == len(self.steps):
            return Fraction(self.asked(self.world(self.question.position, others), others))
        if number < self.begin and self.steps[number].before.kind == "simultaneous":
            return together.share(self, number, label, later or label)
        step, there = self.steps[number], self.world(self.steps[number].before, others)
        move, share = self.moved(number, there, label, others)
        share *= numbered.share(step, self.seat, label)
        if not share or not step.deeds >> self.seat & 1:
            return share
        if not self.hears(number, there, move):
            return Fraction(0)
        block = self.run(number, there.block, move)
        return share if block is not None and self.same(number, block, later or label) else Fraction(0)

    def same(self, number: int, block: Block, label: Label, face: numbered.Face | None = None) -> bool:
        """Does a state after a step, where cards lie so, look the same to the seat as the true one? Which of equal cards it took for one that it knew is not
        seen: that is noted in the block as it truly was. `face`: of a card, if it is not known by its number."""
        truly, seat = self.steps[number].after, 1 << self.seat
        block = numbered.settled(self.steps[number], self.seat, block, label, face)
        for card in self.kept(number)[1]:
            known = block.get("known", label[card]) & ~seat | truly.values["known"][card] & seat
            block.set("known", label[card], known)
        there = Position(truly.program, truly.engine, truly.words, block)
        return alike(truly, there, exchanged(truly, becomes(label), self.held(truly)), self.seat)

    def kept(self, number: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...], bool]:
        """Of a step: the cards that it mixed, those that the seat lost sight of, and whether what it knows by numbers may say too much."""
        step = self.steps[number]
        if self.seat not in step.kept:
            groups = mixed(step.before, step.after, self.seat)
            if not self.is_nameless(number) and (stays := staying(step, self.seat)):
                groups = disjoint([*groups, *stays])
            step.kept[self.seat] = groups, self._lost(step), doubtful(step, self.seat) or not is_followed(step, self.seat)
        out: tuple[tuple[tuple[int, ...], ...], tuple[int, ...], bool] = step.kept[self.seat]
        return out

    def run(self, number: int, block: Block, move: Move) -> Block | None:
        """The state before a step becomes the one after it, with another answer; None if the rules go wrong there."""
        step = self.steps[number]
        for index in range(self.program.region["move"].count):
            block.set("move", index, move[index] if index < len(move) else 0)
        block.set("move.seat", 0, -1 if step.choice.seat is None else step.choice.seat - 1)
        try:
            step.before.engine.resume(block)
        except RulesFault:
            return None
        return block

    def hears(self, number: int, there: Position, move: Move) -> bool:
        """Does the same happen in a step as truly did, as far as it leaves no trace?"""
        step = self.steps[number]
        if not step.noises >> self.seat & 1:
            return True
        return heard_by(self.seat, heard(there, move, None if step.choice.seat is None else step.choice.seat - 1)) == self.heard(number)

    def heard(self, number: int) -> Heard:
        """What truly happened in a step that leaves no trace."""
        if number not in self._heard:
            step = self.steps[number]
            self._heard[number] = heard_by(self.seat, heard(step.before, step.choice.move, None if step.choice.seat is None else step.choice.seat - 1))
        return self._heard[number]

    def asked(self, there: Position, becomes: dict[int, int]) -> bool:
        """Would the seat be asked the same where play stands?"""
        if not self.question.seats >> self.seat & 1:
            return True
        try:
            return self.shown(len(self.steps), self.question.position, there, becomes)
        except RulesFault:
            return False

    def world(self, position: Position, becomes: dict[int, int]) -> Position:
        """A state where other cards lie."""
        return Position(position.program, position.engine, position.words, self.laid(position, becomes))

    def laid(self, position: Position, becomes: dict[int, int]) -> Block:
        """A state of the past where cards have taken the places of others."""
        return exchange(position, becomes, self.held(position))

    def held(self, position: Position) -> list[Holding]:
        """The zones where cards lie."""
        if id(position) not in self._holding:
            self._holding[id(position)] = holding(position, range(len(self.program.cards)))
        return self._holding[id(position)]

    def moved(self, number: int, there: Position, label: Label, becomes: dict[int, int]) -> tuple[Move, Fraction]:
        """What was answered, where other cards lie, and its share of all that looks and sounds the same to the seat; 0 if that could not be answered there."""
        step = self.steps[number]
        site, move = there.site, step.choice.move
        if step.choice.seat is None:
            if site.type is None or site.type.kind != "card" or not site.outcome:
                return move, Fraction(1)
            return _brought(there, label[step.before.brought[move[0]]])
        who = step.choice.seat - 1
        other = elsewhere(step.before, move, becomes)
        try:
            if (unseen := self.blindly(step)) and self.is_nameless(number):
                return other, Fraction(sounds(there, who, other, unseen))
            if unseen:
                count = sounding(there, who, other, unseen)
                return other, Fraction(1, count) if count else Fraction(0)
            if not step.menu >> self.seat & 1:
                return other, Fraction(1)
            same = self.shown(number, step.before, there, becomes) if who == self.seat else allowed(there, who, other)
        except RulesFault:
            return other, Fraction(0)
        return other, Fraction(same)

    def shown(self, number: int, truly: Position, there: Position, becomes: dict[int, int]) -> bool:
        """Is the seat shown the same menu?"""
        if number not in self._menus:
            self._menus[number] = looks(truly, truly, self.seat, {})
        return looks(truly, there, self.seat, {other: card for card, other in becomes.items()}) == self._menus[number]


def _blindly(step: Step, seat: int) -> tuple[int, ...]:
    return blindly(step.before, step.after, None if step.choice.seat is None else step.choice.seat - 1, step.choice.move, seat)


def _brought(there: Position, want: int) -> tuple[Move, Fraction]:
    """Chance brings a card, or one that is equal and lies with it: of these it may be asked only for one."""
    lying, faces, some = there.values["card.zone"], there.program.cards, there.brought
    like = [n for n, card in enumerate(some) if card == want or faces[card] == faces[want] and lying[card] == lying[want]]
    at = next((n for n in like if some[n] == want), like[0] if like else 0)
    return (at,), Fraction(bool(like))
