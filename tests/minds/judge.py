"""What a seat can know, by going through every world: what `ruledsl.minds` is held to. It takes observations from the operations that run
(`minds.observing`), and asks neither the engine nor the mind who knows what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, permutations
from math import comb, perm, prod
from typing import Any

from ruledsl.engine import menus, moves
from ruledsl.engine.backend import Block
from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.engine.choice import Choice
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.engine.position import Position
from ruledsl.ir.layout import Values, seers
from ruledsl.ir.program import Program, Zone
from ruledsl.ir.subsets import cards_of
from ruledsl.minds.apart import apart
from ruledsl.minds.course import Cells
from ruledsl.minds.every import possible
from ruledsl.minds.menus import types_of
from ruledsl.minds.mind import Mind
from ruledsl.minds.observing import Noted, Observer, heard, watching
from ruledsl.minds.past import question, steps
from ruledsl.minds.worlds import Fitting, worlds

Key = tuple[Any, ...]


def key(program: Program, values: Values) -> Key:
    """All that lies hidden, by faces; what lies on a card with that card."""
    on = [zone for zone in program.zones if zone.owner == "card"]

    def lot(zone: Zone, k: int) -> Key:
        held = [whole(card) for card in cards_in(program, values, zone, k)]
        free = len(held) if zone.held else loose_in(values, zone, k)
        return (*sorted(held[:free]), (-1,), *held[free:])

    def whole(card: int) -> Key:
        return (program.cards[card], *(lot(zone, card * zone.length + n) for zone in on for n in range(zone.length)))

    lots = (lot(zone, k) for zone, k in instances(program) if zone.owner != "card")
    return (*lots, *(tuple(values[v.name]) for v in program.variables if v.visibility != "open" and v.type.kind != "card"))


class Judge:
    """Every world that shows a seat (from 0) what it has observed."""

    def __init__(self, match: Match, seat: int):
        self.match, self.seat, self.program = match, seat, match.program
        self.engine = watching(match.program)
        self.past = [pair for moment in match.moments for pair in moment.answered]
        self.first = self._begun()
        self.asked = [self._menu(position) for position in (*(position for position, _ in self.past), match.position)]
        self.noted = [self._after(position.block, choice)[1] for position, choice in self.past]

    def _begun(self) -> Block:
        self.engine.observer = Observer(self.program)
        return self.engine.start(self.match.seed, 1)

    def _after(self, block: Block, choice: Choice) -> tuple[Block, tuple[Noted, ...], bool]:
        """The state behind an answer, what the seat observed of it, and whether it saw a card that was chosen. Then each card of that face is as likely, and it
        is no evidence beyond."""
        observer = self.engine.observer = Observer(self.program)
        state = self.engine.state(block.bytes())
        position = self._stand(state.copy())
        for n in range(self.program.region["move"].count):
            state.set("move", n, choice.move[n] if n < len(choice.move) else 0)
        state.set("move.seat", 0, -1 if choice.seat is None else choice.seat - 1)
        self.engine.resume(state)
        notes, unseen = observer.taken()
        answer = heard(observer, self.seat, position, choice, unseen[self.seat])
        seen = choice.seat is not None and not observer.sighted[self.seat].isdisjoint(chain(*_chosen(position, choice)))
        return state, (answer, *_in_the_end(notes[self.seat], position.values, state.values, self.seat)), seen

    def _stand(self, block: Block) -> Position:
        return Position(self.program, self.engine, self.match.position.words, block)

    def worlds(self) -> dict[Key, Fraction]:
        """Each world with its weight; all together 1."""
        found: Counter[Key] = Counter()
        for values, weight in self._going_on(self.first, 0, Fraction(1)):
            found[key(self.program, values)] += weight
        total = sum(found.values())
        return {world: weight / total for world, weight in found.items()}

    def _going_on(self, block: Block, step: int, weight: Fraction) -> Iterator[tuple[Values, Fraction]]:
        if step == len(self.past):
            if self._menu(self._stand(block)) == self.asked[step]:
                yield block.regions(), weight
            return
        position, truly = self._stand(block), self.past[step][1]
        if truly.seat is None:
            options = [moves.outcome(position, n) for n in range(position.block.get("ask.count"))]
        else:
            options = menus.choices(position, truly.seat - 1)
        if truly.seat is not None and truly.seat - 1 == self.seat:
            if self._menu(position) != self.asked[step]:
                return
            options = [option for option in options if option.number == truly.number]
        same = []
        for option in options:
            after, notes, seen = self._after(block, option)
            if notes == self.noted[step]:
                same.append((after, Fraction(_times(position, option)), seen))
        total = Fraction(len(options)) if truly.seat is None else sum((times for _, times, _ in same), Fraction(0))
        for after, times, seen in same:
            yield from self._going_on(after, step + 1, weight * times / (1 if seen else total))

    def _menu(self, position: Position) -> list[tuple[str, str]]:
        """What the seat is asked, as it is sent."""
        return [(option.full, option.id) for option in menus.choices(position, self.seat)] if self.seat in position.waiting else []


def _in_the_end(notes: tuple[Noted, ...], before: Values, after: Values, seat: int) -> list[Noted]:
    """What was noted, without what stood in a variable only while play went on."""
    last = {note[1:3]: n for n, note in enumerate(notes) if note[0] == "stored"}
    kept = [note for n, note in enumerate(notes) if note[0] != "stored" or last[note[1:3]] == n]
    return [note for note in kept if note[0] != "stored" or len(note[2]) > 1 or (before[note[1]][note[2][0]],) != note[3]]


def _times(position: Position, option: Choice) -> int:
    """For how many cards an option stands: equal cards that lie in one place are one option, if nobody can tell them apart there; of a fan that its chooser
    does not see, each place is one."""
    cards, lying, out, players = position.program.cards, position.values["card.zone"], 1, position.program.players
    zones = [(zone, k) for zone, k in instances(position.program) if zone.held]
    held = {zone.base + k for zone, k in zones if not zone.ordered or option.seat is not None and seers(zone, k, players) >> option.seat - 1 & 1}
    chosen = _chosen(position, option) if option.seat is not None else []
    looks = [(face, lying[card], _marks(position, card)) for card, face in enumerate(cards)]
    single = {some[0] for some in chosen if len(some) == 1}
    for some, ways in ((single, perm), *((several, comb) for several in chosen if len(several) > 1)):
        for look, many in Counter(looks[card] for card in some if lying[card] in held).items():
            out *= ways(looks.count(look), many)
    return out


def _chosen(position: Position, choice: Choice) -> list[list[int]]:
    """The cards that are chosen, whatever they stand for: each by itself, or several at once."""
    given = zip(types_of(position, choice.move), choice.move[1:], strict=False)
    return [cards_of(position.program, type, value) for type, value in given if type.kind in ("card", "subset") and value >= 0]


def _marks(position: Position, card: int) -> Key:
    on = [v for v in position.program.variables if v.owner == "card" and v.visibility == "open"]
    return tuple(position.values[v.name][card * v.length + n] for v in on for n in range(v.length))


def believed(match: Match, seat: int) -> tuple[dict[Key, Fraction], bool]:
    """The same by the mind of the seat, every way to lay the cards that it does not know looked at, and all that can be picked; and whether it says that it is
    exact."""
    mind = Mind(match.program, steps(match), question(match, match.position), seat)
    worlds = Worlds(match.position, seat, apart(mind) or () if not mind.is_told else ())
    found: Counter[Key] = Counter()
    places = list(worlds.places)
    kept: dict[tuple[int, ...], list[tuple[Fraction, Cells]]] = {}
    for lying in permutations(sorted(places)):
        faces = tuple(match.program.cards[card] for card in lying)
        becomes = {card: other for card, other in zip(places, lying, strict=True) if card != other}
        if faces not in kept:
            kept[faces] = list(weighed(mind, becomes))
        for weight, cells in kept[faces]:
            block = worlds.laid(becomes)
            for (name, index), value in cells.items():
                block.set(name, index, value)
            found[key(match.program, block.regions())] += weight
    total = sum(found.values())
    plain = not mind.is_told and apart(mind) is not None
    return {world: weight / total for world, weight in found.items()}, mind.exact if plain else mind.is_exact


def listed(match: Match, seat: int) -> tuple[dict[Key, Fraction], bool]:
    """The same, as it is handed out: all worlds, and whether they are said to be all."""
    held = possible(match.moments, seat)
    found: Counter[Key] = Counter()
    for weight, block in held.worlds:
        found[key(match.program, block.regions())] += weight
    total = sum(found.values())
    return {world: weight / total for world, weight in found.items()}, held.whole


def drawn(match: Match, seat: int) -> tuple[dict[Key, Fraction], bool]:
    """The same by what searches draw from, and whether it is said to be drawn as often as it is likely; nothing of a table."""
    held = worlds(match, seat, match.position)
    if not isinstance(held, Fitting) or held.table is not None or not held.found:
        return {}, False
    found = Counter(key(match.program, held.made(world, 0).regions()) for world in held.found)
    return {world: Fraction(many, len(held.found)) for world, many in found.items()}, held.exact


def weighed(mind: Mind, becomes: dict[int, int]) -> Iterator[tuple[Fraction, Cells]]:
    """The worlds in which cards lie so, by everything that can be picked."""
    ahead: list[tuple[int, ...]] = [()]
    while ahead:
        picks, bounds = ahead.pop(), []

        def pick(below: int, picks: tuple[int, ...] = picks, bounds: list[int] = bounds) -> int:
            bounds.append(below)
            return picks[len(bounds) - 1] if len(bounds) <= len(picks) else 0

        weight, cells = mind.weight(becomes, pick)
        made = (*picks, *[0] * (len(bounds) - len(picks)))
        ahead += [(*made[:n], other) for n in range(len(picks), len(bounds)) for other in range(1, bounds[n])]
        if weight:
            yield weight / prod(bounds), cells
