"""The two-run test: two games that a seat cannot tell apart must be sent the same things.

What cannot be told apart is said by observations alone (`observing`); neither what the engine holds a seat to know nor the worlds that it draws are
asked. Two generators, by turns: *meetings* of random games, by a table of all that was observed; *twins*, one game and the same but for one thing: two cards
are exchanged where chance dealt them, another player answered something else, or a throw fell otherwise.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from ruledsl.engine import moves
from ruledsl.engine.beside import beside
from ruledsl.engine.choice import Choice
from ruledsl.engine.position import Position
from ruledsl.engine.view import in_words
from ruledsl.findings.verdicts import REFUTED, Finding
from ruledsl.findings.worlds import MARK, Drawn, Watched, game, held, secrets
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import VALUE, Program
from ruledsl.minds.observing import heard
from ruledsl.record import record
from ruledsl.source import NOWHERE, Span

LENGTH = 60
"""Decisions of a game that are looked at."""
KEPT = 1_000_000
"""Meetings that are remembered."""
HINTED = 16
"""Of the decisions where two worlds differ, a search is asked at one in so many."""
TRIES = 8
"""Things that are changed in one game."""
CLASSES = {
    "view": "leak-view", "log": "leak-log", "menu": "leak-menu", "prompt": "leak-label", "refusal": "leak-refusal", "document": "leak-view",
    "hint": "false-mind",
}  # fmt: skip
"""Of which class it is if a part of what is sent differs."""

Step = tuple[int, int]
"""A game by its seed, and a decision of it."""


@record(frozen=True)
class Leak:
    """Two worlds that a seat (from 0) cannot tell apart, and the part of what it is sent that differs: where the rules say it, and both in words."""

    part: str
    seat: int
    here: str
    there: str
    span: Span
    tags: tuple[str, ...]
    pair: str
    how: str

    @property
    def kind(self) -> str:
        return CLASSES[self.part]

    def finding(self, seats: tuple[str, ...]) -> Finding:
        """As all findings are told."""
        words = f"{seats[self.seat]} is sent `{_short(self.here)}` in one world and `{_short(self.there)}` in another, and cannot tell them apart"
        return Finding(REFUTED, self.kind, words, self.span, self.tags, notes=(f"the worlds: {_short(self.pair)}", self.how))


class Twins:
    """Looks for a leak in one program. `meetings` and `pairs` say how often two worlds that differ in a secret were the same to a seat, `steps` at how many
    decisions of twins that was so. Worlds that are the same to all would be sent the same by any engine, and count for nothing. `breathe` is called at each
    decision, and raises KeyboardInterrupt when time is over. A search is asked at one decision of so many as `hinted` says."""

    def __init__(
        self, program: Program, seed: int, options: Mapping[str, Any] | None = None, breathe: Callable[[], None] = lambda: None, hinted: int = HINTED
    ):
        self.program, self.seed, self.options, self.breathe, self.hinted = program, seed, options, breathe, hinted
        self.random = Random(seed)
        self.games = self.meetings = self.pairs = self.steps = 0
        self._met: dict[tuple[int, bytes], tuple[bytes, Step]] = {}
        self._sent: dict[tuple[int, bytes], int] = {}
        self._secrets = secrets(program)
        self._differed: set[int] = set()

    @property
    def all_open(self) -> bool:
        """Is nothing hidden from anybody, not even what is told to some alone? Then no two worlds are the same to a seat and differ."""
        return not self._secrets and all(variable.visibility == "open" for variable in self.program.variables)

    @property
    def unmoved(self) -> list[str]:
        """The secrets in which no two worlds have differed: of them nothing has been looked at."""
        return [name for number, name in enumerate(self._secrets) if number not in self._differed]

    def _differ(self, here: bytes, there: bytes) -> bool:
        """Whether two worlds that are the same to a seat differ in a secret."""
        if here == there:
            return False
        self._differed |= {n for n in range(len(self._secrets)) if here[n * MARK : (n + 1) * MARK] != there[n * MARK : (n + 1) * MARK]}
        return True

    def hunt(self, going_on: Callable[[], bool], found: Callable[[Leak], object]) -> None:
        """Play as long as it may go on; what leaks at one place of the rules is told once."""
        known: set[tuple[str, Span]] = set()
        while going_on():
            for leak in (self.meeting(), self.twin()):
                if leak is not None and (leak.part, leak.span) not in known:
                    known.add((leak.part, leak.span))
                    found(leak)

    # ---- meetings ----

    def meeting(self) -> Leak | None:
        """One random game, held against all before it."""
        seed = self.seed + self.games
        self.games += 1
        try:
            for step, match in enumerate(game(self.program, seed, LENGTH, self.options)):
                self.breathe()
                holds = held(match)
                for seat in range(self.program.players):
                    key = seat, match.chain[seat]
                    if key not in self._met:
                        if len(self._met) < KEPT:
                            self._met[key] = holds, (seed, step)
                        continue
                    holds_there, there = self._met[key]
                    if self._differ(holds_there, holds):
                        self.meetings += 1
                        if self._sent_at(key, there) != _sum(match.sent(seat)):
                            return self._of_games(seat, there, (seed, step))
        except RulesFault:
            pass
        return None

    def _sent_at(self, key: tuple[int, bytes], at: Step) -> int:
        """What the seat was sent where this was first observed. Most is never met again, so it is made when it is wanted, and kept."""
        if key not in self._sent:
            self._sent[key] = _sum(self._at(at).sent(key[0]))
        return self._sent[key]

    def _of_games(self, seat: int, one: Step, other: Step) -> Leak:
        here, there = self._at(one), self._at(other)
        how = f"games {one[0]} and {other[0]}, after {one[1]} and {other[1]} decisions"
        leak = compared(here, there, seat, how)
        assert leak is not None
        return leak

    def _at(self, at: Step) -> Watched:
        games: Iterator[Watched] = game(self.program, at[0], LENGTH, self.options)
        return next(match for step, match in enumerate(games) if step == at[1])

    # ---- twins ----

    def twin(self) -> Leak | None:
        """One random game, and the same with one thing changed that a seat may not have seen."""
        self.games += 1
        try:
            base = Base(self.program, self.random.randrange(1 << 30), self.options)
        except RulesFault:  # it goes wrong before anybody is asked
            return None
        for _ in range(TRIES):
            seat = self.random.randrange(self.program.players)
            change = base.change(seat, self.random)
            leak = self._followed(base, seat, change) if change else None
            if leak is not None:
                return leak
        return None

    def _followed(self, base: Base, seat: int, change: Change) -> Leak | None:
        """Play the other world as long as the seat observes the same, from where it may differ; before, what is sent is the same."""
        try:
            begin, there = base.other(change, self.random)
            apart = False
            for step in range(begin, len(base.answers)):
                self.breathe()
                here, answer = base.stands[step], base.answers[step]
                if here.chain[seat] != there.chain[seat]:
                    return None
                differ, how = self._differ(held(here), held(there)), f"game {base.seed} after {step} decisions, and the same {change.how}"
                if differ:
                    asked = (self.steps + 1) % self.hinted == 0
                    leak = compared(here, there, seat, how) or (hinted(here, there, seat, how) if asked else None)
                    self.pairs += not apart  # what is broken off was not looked at
                    self.steps += 1
                    apart = True
                    if leak is not None:
                        return leak
                other = self._same(here, there, seat, answer, step == change.answer)
                if other is None:
                    return None
                there.go(other)
        except (RulesFault, Parted):
            pass
        return None

    def _same(self, here: Watched, there: Watched, seat: int, answer: Choice, another: bool) -> Choice | None:
        """What the other table answers, so that the seat hears the same: the same, if it can and nothing else is wanted. Whether it hears of a value that is
        chosen is seen when it was."""
        options = there.answers(answer.seat)
        if answer.seat is not None and answer.seat - 1 == seat:
            return next((option for option in options if option.number == answer.number), None)
        said = heard(here.observer, seat, here.position, answer, set())
        alike = [o for o in options if o.move[0] == VALUE == answer.move[0] or heard(there.observer, seat, there.position, o, set()) == said]
        if another:
            alike = [option for option in alike if option.move != answer.move]
        return next((o for o in alike if o.move == answer.move), self.random.choice(alike) if alike else None)


class Parted(Exception):
    """The other table cannot be dealt so."""


@record(frozen=True)
class Change:
    """What is not as it was in another game: cards in place of others, the answer at a decision, or what the drawing of this number brings."""

    how: str
    cards: Mapping[int, int]
    answer: int = -1
    thrown: int = -1


class Base:
    """A random game that is played again with one thing changed. `stands`: as it stood at each decision."""

    def __init__(self, program: Program, seed: int, options: Mapping[str, Any] | None):
        self.program, self.seed, self.options = program, seed, options
        match, chooser = Watched(program, seed, options), Random(f"{seed} choices")
        self.answers: list[Choice] = []
        self.stands: list[Watched] = [match.clone()]
        try:
            while not match.over and len(self.answers) < LENGTH:
                self.answers.append(chooser.choice(match.answers()))
                match.go(self.answers[-1])
                self.stands.append(match.clone())
        except RulesFault:
            self.answers = self.answers[: len(self.stands) - 1]
        self.drawings = match.drawings

    def other(self, change: Change, random: Random) -> tuple[int, Watched]:
        """The other game as it stands at the last decision, of so many, before which it is the same; where the first deal is another, at the first."""
        step = change.answer
        if step < 0:
            at = next(n for n, drawn in enumerate(self.drawings) if n == change.thrown or drawn.card in change.cards)
            if at < len(self.stands[0].drawings):
                return 0, Watched(self.program, self.seed, self.options, Exchanged(self.drawings, change, random))
            step = bisect_right(self.stands, at, key=lambda stand: len(stand.drawings)) - 1
        stand = self.stands[step]
        return step, stand.going_on(Exchanged(self.drawings, change, random, len(stand.drawings)))

    def change(self, seat: int, random: Random) -> Change | None:
        """One of the kinds of changes that there can be: two cards of different faces that the seat does not see at a decision, of which chance brought one;
        the answer of another seat; a throw."""
        dealt = {drawn.card for drawn in self.drawings} - {-1}
        answers = [step for step, answer in enumerate(self.answers) if answer.seat not in (None, seat + 1)]
        throws = [number for number, drawn in enumerate(self.drawings) if drawn.card < 0]
        kind = random.choice(["cards"] * bool(dealt) + ["answer"] * bool(answers) + ["throw"] * bool(throws) or [""])
        if kind == "answer":
            return Change("where another answer was given", {}, answer=random.choice(answers))
        if kind == "throw":
            return Change("where a throw fell otherwise", {}, thrown=random.choice(throws))
        swap = self._swap(_unseen(self.stands[random.randrange(len(self.stands))], seat), dealt, random) if kind else {}
        return Change("with two cards exchanged", swap) if swap else None

    def _swap(self, cards: list[int], dealt: set[int], random: Random) -> dict[int, int]:
        some = [card for card in cards if card in dealt]
        one = random.choice(some) if some else -1
        others = [card for card in cards if some and self.program.cards[card] != self.program.cards[one]]
        other = random.choice(others) if others else one
        return {one: other, other: one} if others else {}


def _unseen(match: Watched, seat: int) -> list[int]:
    values, observer = match.position.values, match.observer
    return [card for card, where in observer.lying(values).items() if not observer.sees(seat, card, where, values)]


class Exchanged:
    """Deals and throws what another game was dealt, but for one change."""

    def __init__(self, drawings: list[Drawn], change: Change, random: Random, begin: int = 0):
        self.left, self.change, self.random = iter(enumerate(drawings[begin:], begin)), change, random

    def __call__(self, position: Position, choice: Choice) -> Choice:
        number, drawn = next(self.left, (-1, None))
        if drawn is None or drawn.site != position.site_number:
            raise Parted
        if drawn.card < 0:
            return moves.outcome(position, self._thrown(position, drawn) if number == self.change.thrown else drawn.number)
        want = self.change.cards.get(drawn.card, drawn.card)
        if want not in position.brought:
            raise Parted
        return moves.outcome(position, position.brought.index(want))

    def _thrown(self, position: Position, drawn: Drawn) -> int:
        others = [number for number in range(len(position.brought)) if number != drawn.number]
        if not others:
            raise Parted
        return self.random.choice(others)


def _sum(sent: dict[str, Any]) -> int:
    return hash(repr(list(sent.items())))


SHORT = 400
"""Letters of what is quoted."""


def _short(text: str) -> str:
    return text if len(text) <= SHORT else f"{text[:SHORT]}…"


# ---- in words ----------------------------------------------------------------------------------


def compared(here: Watched, there: Watched, seat: int, how: str) -> Leak | None:
    """What a seat is sent at one table and not at the other."""
    mine, theirs = here.sent(seat), there.sent(seat)
    for part in (*CLASSES, *(mine.keys() ^ theirs.keys())):
        if mine.get(part) != theirs.get(part):
            one, other, span, tags = _differing(here, part, mine.get(part), theirs.get(part))
            return Leak(part, seat, one, other, span, tags, _hidden(here.position, there.position), how)
    return None


def hinted(here: Watched, there: Watched, seat: int, how: str) -> Leak | None:
    """What a search advises a seat at one table and not at the other."""
    mine, theirs = here.hint(seat), there.hint(seat)
    if mine == theirs:
        return None
    place = here.position.place(here.position.site.place)
    return Leak("hint", seat, str(mine), str(theirs), place.span, place.tags, _hidden(here.position, there.position), how)


def _differing(here: Watched, part: str, mine: Any, theirs: Any) -> tuple[str, str, Span, tuple[str, ...]]:
    """The first piece that differs, in words, and where the rules say it."""
    place = here.position.place(0 if here.over else here.position.site.place)
    if part == "view" and mine is not None and theirs is not None:
        pairs = [*zip(mine.zones, theirs.zones, strict=False), *zip(mine.variables, theirs.variables, strict=False)]
        one, other = next(((a, b) for a, b in pairs if a != b), (mine, theirs))
        spans = {thing.name: thing.span for thing in here.program.zones} | {thing.name: thing.span for thing in here.program.variables}
        return in_words(one), in_words(other), spans.get(getattr(one, "name", "").split(" ")[0], place.span), ()
    if part == "log":
        at = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs)))
        lines = [events[at] if at < len(events) else ("nothing", place.span, place.tags) for events in (mine, theirs)]
        _, span, tags = lines[0] if lines[0][1] != NOWHERE else lines[1]
        return lines[0][0], lines[1][0], span, tags
    return str(mine), str(theirs), place.span, place.tags


def _hidden(here: Position, there: Position) -> str:
    """How the two worlds differ, to who sees all."""
    pairs = [f"{what} is {one}, or {other}" for what, one, other in beside(here, there)]
    return "; ".join(pairs) or "they differ in nothing that lies on the table"
