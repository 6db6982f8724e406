"""Every course of play of a small game by its text alone, with what each seat holds possible at each question (`plainly`), and matches of the engine
beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from ruledsl.engine import log
from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.engine.position import Position
from ruledsl.engine.why import why_not
from ruledsl.findings.worlds import typed
from ruledsl.minds.every import possible as held_possible
from ruledsl.minds.histories import Histories
from ruledsl.minds.worlds import worlds
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax import tree as t
from tests.laws.asked import Act, Asks, Going
from tests.laws.reading import Row, Sort
from tests.minds.plainly import Hearing, World

DRAWN = 8


class Courses:
    """All courses of play of a game, and what each seat holds possible where it has observed so much."""

    def __init__(self, tree: t.Tree, position: Position):
        self.tree, self.position = tree, position
        self.held: list[dict[Any, dict[World, Fraction]]] = [{} for _ in range(position.program.players)]

    def go(self) -> None:
        self._from([], [Fraction(1)] * self.position.program.players, *self._stand([])[:2])

    def _stand(self, answers: list[Any]) -> tuple[Hearing, Asks | None, list[int]]:
        """Where some answers lead to, and how many notes each seat had before the last of them was done."""
        player = Hearing(self.tree, self.position)
        going = player.game()
        asked, marks = next(going, None), [0 for _ in player.seats]
        for sent in answers:
            assert asked is not None
            marks = [len(notes) for notes in player.heard]
            asked = given(player, going, asked, sent)
        return player, asked, marks

    def _from(self, answers: list[Any], weights: list[Fraction], player: Hearing, asked: Asks | None) -> None:
        """On from where these answers have led to: the player stands there, and this is asked."""
        if asked is None or asked.kind != "chance":
            for seat in player.seats:
                found, world = self.held[seat].setdefault(observed(player, asked, seat), {}), player.world()
                found[world] = found.get(world, Fraction(0)) + weights[seat]
        if asked is None:
            return
        times: Counter[Any] = Counter()
        first: dict[Any, tuple[int, Any]] = {}
        for sent in possible(player, asked):
            alike = sent[0], player.alike(*sent)
            times[alike] += 1
            first.setdefault(alike, sent)
        options, many = list(first.values()), list(times.values())
        steps, stood = [], []
        for sent in options:
            after, then, marks = self._stand([*answers, sent])
            stood.append((after, then))
            steps.append([repr((after.heard[s][marks[s]:], after.view(s), then)) for s in player.seats])
        for n, sent in enumerate(options):
            shares = []
            for seat in player.seats:
                same = sum(many[k] for k, step in enumerate(steps) if step[seat] == steps[n][seat])
                seen = sent[0] not in (-1, seat) and not stood[n][0].sighted[seat].isdisjoint(cards_of(sent[1]))
                shares.append(Fraction(1, sum(many)) if asked.kind == "chance" else Fraction(1) if seen else Fraction(1, same))
            self._from([*answers, sent], [w * share * many[n] for w, share in zip(weights, shares, strict=True)], *stood[n])


def cards_of(answer: Any) -> set[int]:
    """The cards that are answered."""
    args = answer.args if isinstance(answer, Act) else (answer,)
    return {c.n for a in args for c in (a if isinstance(a, Row) else (a,)) if isinstance(c, Sort) and c.kind == "card"}


def possible(player: Hearing, asked: Asks) -> list[tuple[int, Any]]:
    """Who answers next, and what."""
    if asked.kind == "chance":
        return [(-1, card) for card in player.brought]
    if asked.kind == "simultaneous":
        seat = min(asked.seats)
        return [(seat, answer) for answer in player.answers(asked, seat)]
    return [(seat, answer) for seat in sorted(asked.seats) for answer in player.answers(asked, seat)]


def given(player: Hearing, going: Going, asked: Asks, sent: tuple[int, Any]) -> Asks | None:
    """Gives an answer, which all hear in their way, and goes on to the next question."""
    by, answer = sent
    if asked.kind != "chance":
        player.sighted = [set() for _ in player.seats]
        for seat in player.seats:
            player.note(seat, "answer", by, player.own(by, answer) if seat == by else player.hear(asked, by, answer, seat))
    both = asked.kind == "simultaneous" or asked.kind != "chance" and len(asked.seats) > 1
    try:
        found: Asks = going.send((by, answer) if both else answer)
    except StopIteration:
        return _looked(player, None)
    return _looked(player, found)


def _looked(player: Hearing, asked: Asks | None) -> Asks | None:
    """Who is asked next all see; and how the table stands."""
    if asked is None or asked.kind != "chance":
        for seat in player.seats:
            player.note(seat, "table", player.view(seat))
    return asked


def observed(player: Hearing, asked: Asks | None, seat: int) -> Any:
    menu: Any = ()
    if asked is not None and seat in asked.seats:
        menu = tuple(sorted({repr(player.own(seat, answer)) for answer in player.answers(asked, seat)}))
    who = None if asked is None else (asked.kind, tuple(sorted(asked.seats)), asked.line)
    return repr((player.heard[seat], player.view(seat), who, menu))


class Beside:
    """Matches of a game beside all of its courses: `wrong` says what was sent otherwise, or held to be as likely as it is not; `exact` counts what was said to
    be exact, `met` how often a seat had observed the same before."""

    def __init__(self, path: Path, players: int):
        self.program = load(path).program(players=players)
        self.tree = parse(Source(path.name, path.read_text(encoding="utf-8")))[0]
        self.begin = next(position for position, _ in self._match(0).moments[0].answered)
        self.courses = Courses(self.tree, self.begin)
        self.courses.go()
        self.sent: dict[tuple[int, str], object] = {}
        self.wrong: list[str] = []
        self.exact = self.met = 0

    def _match(self, seed: int) -> Match:
        return Match(self.program, seed, "interp", world="drawn")

    def play(self, seed: int) -> None:
        match, random, player = self._match(seed), Random(seed), Hearing(self.tree, self.begin)
        going = player.game()
        asked: Asks | None = next(going)
        while True:
            for position, choice in match.moments[-1].answered:
                assert asked is not None
                seat = None if choice.seat is None else choice.seat - 1
                answer = player.answered(position, seat, choice.move)
                both = position.kind == "simultaneous" or position.kind != "chance" and len(position.waiting) > 1
                asked = given(player, going, asked, (-1 if seat is None else seat, answer[1] if both else answer))
            for seat in player.seats:
                self._looked_at(match, player, seat, observed(player, asked, seat))
            if match.over:
                return
            first = min(match.position.waiting) + 1
            match.play(random.choice([a for a in match.answers() if match.position.kind != "simultaneous" or a.seat == first]))

    def _looked_at(self, match: Match, player: Hearing, seat: int, key: str) -> None:
        where = f"seat {seat + 1} after {' '.join(move.label for move in match.history.moves)!r}"
        sent = sent_to(match, seat)
        self.met += (seat, key) in self.sent
        if self.sent.setdefault((seat, key), sent) != sent:
            self.wrong.append(f"{where}: is sent {sent}, and elsewhere {self.sent[seat, key]}")
        if match.over:
            return
        true = shared(self.courses.held[seat][key])
        for how, exact, held in said(match, player, seat):
            self.exact += exact
            if exact and held != true:
                self.wrong.append(f"{where}: {how}, as exact {held}, and there are {true}")
            elif not held.keys() <= true.keys():
                self.wrong.append(f"{where}: {how}, {held}, and there are {true}")


def said(match: Match, player: Hearing, seat: int) -> Iterator[tuple[str, bool, dict[World, Fraction]]]:
    """What the mind of a seat holds possible, with all that may have happened played again and without, and whether it says that this is exact."""
    yield "played", *_held(match, player, seat)
    with patch.object(Histories, "worlds", lambda self: None):
        yield "held against the past", *_held(match, player, seat)
        drawn = worlds(match, seat, match.position)
        yield "drawn", False, {player.world_of(drawn.draw(n).regions()): Fraction(1) for n in range(DRAWN)}


def _held(match: Match, player: Hearing, seat: int) -> tuple[bool, dict[World, Fraction]]:
    found, out = held_possible(match.moments, seat), dict[World, Fraction]()
    for weight, block in found.worlds:
        world = player.world_of(block.regions())
        out[world] = out.get(world, Fraction(0)) + weight
    return found.whole, shared(out)


def shared(found: dict[World, Fraction]) -> dict[World, Fraction]:
    total = sum(found.values(), Fraction(0))
    return {world: weight / total for world, weight in found.items()}


def sent_to(match: Match, seat: int) -> object:
    """All that a seat is sent: what happened, the table, its menu, what is said against what it types, and its document."""
    told = [seen.text for event in match.moments[-1].events if (seen := log.as_seen(event, seat))]
    asked = seat in match.position.waiting
    menu = [(option.full, option.id) for option in match.legal(seat + 1)] if asked else []
    against = [(text, [reason.message for reason in why_not(match.position, seat, text)]) for text in typed(match.position)] if asked else []
    return told, match.view(seat + 1), menu, against, match.at(seat + 1).document()
