"""What a seat can know, by going through every world: what `ruledsl.minds` is held to. It takes observations from the operations that run
(`minds.observing`), and asks neither the engine nor the mind who knows what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import chain, permutations
from math import comb, perm, prod
from typing import Any

from ruledsl.engine import menus, moves
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
from ruledsl.minds.observing import Noted, Observer, Unseen, heard, watching
from ruledsl.minds.past import question, steps
from ruledsl.minds.worlds import Fitting, worlds

Key = tuple[Any, ...]
Gone = tuple[Position, Position, Observer, list[tuple[Noted, ...]], list[set[Unseen]]]
"""Before an answer and behind it, who took down what was observed, what every seat did, and what was stored where it may not look."""


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


class Walk:
    """Where each answer leads from a state, and what all observe of it: gone once, whoever asks and at whichever question of a match."""

    def __init__(self, match: Match):
        self.program, self.words, self.engine = match.program, match.position.words, watching(match.program)
        self.engine.observer = Observer(self.program)
        self.first = self.engine.start(match.seed, 1).bytes()
        self.gone: dict[tuple[bytes, tuple[int, ...], int | None], Gone] = {}
        self.layers: dict[int, list[tuple[tuple[Position, Choice], dict[bytes, Fraction]]]] = {}

    def stand(self, data: bytes) -> Position:
        return Position(self.program, self.engine, self.words, self.engine.state(data))

    def after(self, data: bytes, choice: Choice, seat: int) -> tuple[bytes, tuple[Noted, ...], bool]:
        """The state behind an answer, what the seat observed of it, and whether it saw a card that was chosen. Then each card of that face is as likely, and it
        is no evidence beyond."""
        way = data, choice.move, choice.seat
        if way not in self.gone:
            self.gone[way] = self._go(*way)
        position, behind, observer, notes, unseen = self.gone[way]
        answer = heard(observer, seat, position, choice, unseen[seat])
        seen = choice.seat is not None and not observer.sighted[seat].isdisjoint(chain(*_chosen(position, choice)))
        return behind.data, (answer, *_in_the_end(notes[seat], position.values, behind.values, seat)), seen

    def _go(self, data: bytes, move: tuple[int, ...], seat: int | None) -> Gone:
        observer = self.engine.observer = Observer(self.program)
        state = self.engine.state(data)
        for n in range(self.program.region["move"].count):
            state.set("move", n, move[n] if n < len(move) else 0)
        state.set("move.seat", 0, -1 if seat is None else seat - 1)
        self.engine.resume(state)
        return self.stand(data), Position(self.program, self.engine, self.words, state), observer, *observer.taken()


walk = lru_cache(maxsize=2)(Walk)


class Judge:
    """Every world that shows a seat (from 0) what it has observed."""

    def __init__(self, match: Match, seat: int):
        self.match, self.seat, self.program, self.walk = match, seat, match.program, walk(match)
        self.past = [pair for moment in match.moments for pair in moment.answered]
        self.now = self._menu(match.position)

    def worlds(self) -> dict[Key, Fraction]:
        """Each world with its weight; all together 1."""
        found: Counter[Key] = Counter()
        for data, weight in self._states().items():
            position = self.walk.stand(data)
            if self._menu(position) == self.now:
                found[key(self.program, position.values)] += weight
        total = sum(found.values())
        return {world: weight / total for world, weight in found.items()}

    def _states(self) -> dict[bytes, Fraction]:
        """Where play may stand, but for what the seat is asked there. What was held after the first answers of this match is held still."""
        layers, states = self.walk.layers.setdefault(self.seat, []), {self.walk.first: Fraction(1)}
        for n, pair in enumerate(self.past):
            if n == len(layers) or layers[n][0] != pair:
                layers[n:] = [(pair, self._on(states, *pair))]
            states = layers[n][1]
        return states

    def _on(self, states: dict[bytes, Fraction], truly: Position, answer: Choice) -> dict[bytes, Fraction]:
        """On by one answer, whichever it was where nothing tells it."""
        own = answer.seat is not None and answer.seat - 1 == self.seat
        asked, noted = self._menu(truly) if own else [], self.walk.after(truly.data, answer, self.seat)[1]
        out: Counter[bytes] = Counter()
        for data, weight in states.items():
            position = self.walk.stand(data)
            if own and self._menu(position) != asked:
                continue
            if answer.seat is None:
                options = [moves.outcome(position, n) for n in range(position.block.get("ask.count"))]
            else:
                options = [option for option in menus.choices(position, answer.seat - 1) if not own or option.number == answer.number]
            same = []
            for option in options:
                after, notes, seen = self.walk.after(data, option, self.seat)
                if notes == noted:
                    same.append((after, Fraction(_times(position, option)), seen))
            total = Fraction(len(options)) if answer.seat is None else sum((times for _, times, _ in same), Fraction(0))
            for after, times, seen in same:
                out[after] += weight * times / (1 if seen else total)
        return out

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
