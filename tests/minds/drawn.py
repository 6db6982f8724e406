"""Worlds that seats are drawn, held to what each has observed: of five games written down by hand, by nothing that minds are made of. `--worlds`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from random import Random

from ruledsl import load
from ruledsl.engine.cards import cards_in, instances
from ruledsl.engine.choice import Choice
from ruledsl.engine.match import Match
from ruledsl.ir.layout import Values
from ruledsl.ir.program import Program
from ruledsl.minds.worlds import worlds
from ruledsl.record import record

Place = tuple[str, int]
"""A zone, and whose."""


class Table:
    """What lies where, by faces: from the bottom where there is an order, else sorted."""

    def __init__(self, program: Program, values: Values):
        self.cards = {(zone.name, k): cards_in(program, values, zone, k) for zone, k in instances(program)}
        order = {zone.name: zone.ordered for zone in program.zones}
        here = {place: [program.cards[card] for card in cards] for place, cards in self.cards.items()}
        self.faces = {place: faces if order[place[0]] else sorted(faces) for place, faces in here.items()}


class Past(ABC):
    """What happened in a match, as everybody at the table could take it down. Of each game its own."""

    sees: frozenset[str] = frozenset()
    """Zones that all see, the own ones where a seat sees only these, and those of others where it sees all but its own."""
    own: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    def __init__(self, match: Match):
        self.program, self.players = match.program, match.program.players
        self.begun(Table(match.program, match.position.values), match.position.values)

    @abstractmethod
    def begun(self, table: Table, values: Values) -> None:
        """Before anything was answered."""

    @abstractmethod
    def noted(self, choice: Choice, seat: int, before: tuple[Table, Values], after: tuple[Table, Values]) -> None:
        """An answer of a seat (from 0), and what lay where before and after it."""

    @abstractmethod
    def told(self, seat: int, true: Table, values: Values) -> Callable[[Table], bool]:
        """Whether a world shows a seat what it has been told, beside what it sees."""

    def fits(self, seat: int, true: Table, values: Values) -> Callable[[Table], bool]:
        """Whether a world is possible to a seat."""
        seen = [(zone, k) for zone, k in true.faces if zone in self.sees or zone in (self.own if k == seat else self.others)]
        many, told = {place: len(faces) for place, faces in true.faces.items()}, self.told(seat, true, values)

        def possible(world: Table) -> bool:
            alike = all(world.faces[place] == true.faces[place] for place in seen) and all(len(world.faces[place]) == n for place, n in many.items())
            return alike and told(world)

        return possible

    def face(self, card: int) -> tuple[str, tuple[int, ...]]:
        """What is printed on a card."""
        face = self.program.faces[self.program.cards[card]]
        return face.kind, face.args

    def args(self, face: int) -> tuple[int, ...]:
        """What is printed, by the number of the face."""
        return self.program.faces[face].args


# ---- hearts --------------------------------------------------------------------------------------

SPADES, HEARTS, QUEEN = 3, 2, 10


class Hearts(Past):
    """Who did not follow has none of that suit; who leads hearts, or throws points in the first trick, had no other; what one passed lies where it went."""

    sees, own = frozenset({"played", "taken", "deck"}), frozenset({"hand", "passed"})

    def begun(self, table: Table, values: Values) -> None:
        self.none: list[set[int]] = [set() for _ in range(self.players)]
        self.passed: dict[int, int] = {}

    def noted(self, choice: Choice, seat: int, before: tuple[Table, Values], after: tuple[Table, Values]) -> None:
        card = choice.move[1]
        if choice.action == "pass_card":
            self.passed[card] = seat
            return
        led, values = before[1]["led"][0], before[1]
        every = range(len(self.program.faces))
        if led >= 0 and self.suit(card) != led:
            self.none[seat] |= {face for face in every if self.args(face)[1] == led}
        if values["first_trick"][0] and self.points(self.program.cards[card]):
            self.none[seat] |= {face for face in every if not self.points(face)}
        if led < 0 and not values["broken"][0] and self.suit(card) == HEARTS:
            self.none[seat] |= {face for face in every if self.args(face)[1] != HEARTS}

    def suit(self, card: int) -> int:
        return self.face(card)[1][1]

    def points(self, face: int) -> bool:
        rank, suit = self.args(face)
        return suit == HEARTS or suit == SPADES and rank == QUEEN

    def told(self, seat: int, true: Table, values: Values) -> Callable[[Table], bool]:
        held = [("hand", q) for q in range(self.players)]
        given = [(place, self.program.cards[card]) for place in held for card in true.cards[place] if self.passed.get(card) == seat]
        if values["first_trick"][0] and values["led"][0] < 0 and not any(true.faces["passed", q] for q in range(self.players)):
            given += [(place, face) for place in held for face in true.faces[place] if self.args(face) == (0, 0) and place[1] == values["leader"][0]]
        return lambda world: all(face in world.faces[place] for place, face in given) and not any(
            face in self.none[q] for q in range(self.players) for face in world.faces["hand", q]
        )


# ---- clues ---------------------------------------------------------------------------------------


class Fireflies(Past):
    """A clue says of each card of the hand whether it is of that colour or rank; a card is known by where it lies."""

    sees, others = frozenset({"waste"}), frozenset({"hand"})

    def begun(self, table: Table, values: Values) -> None:
        self.clues: dict[int, list[tuple[int, int, bool]]] = {}

    def noted(self, choice: Choice, seat: int, before: tuple[Table, Values], after: tuple[Table, Values]) -> None:
        if choice.action in ("tell_colour", "tell_rank"):
            part, (_, whom, what) = int(choice.action == "tell_rank"), choice.move
            for card in before[0].cards["hand", whom]:
                self.clues.setdefault(card, []).append((part, what, self.face(card)[1][part] == what))

    def told(self, seat: int, true: Table, values: Values) -> Callable[[Table], bool]:
        known = [self.clues.get(card, []) for card in true.cards["hand", seat]]
        return lambda world: all(
            (self.args(face)[part] == what) == so for clues, face in zip(known, world.faces["hand", seat], strict=True) for part, what, so in clues
        )


# ---- suspects ------------------------------------------------------------------------------------


class Envelope(Past):
    """Whom a question passes by has none of the three; who shows has one of them, and who was shown it knows which; who accuses wrongly names no crime."""

    own = frozenset({"hand"})

    def begun(self, table: Table, values: Values) -> None:
        self.asked: tuple[int, list[int]] = (-1, [])
        self.facts: list[tuple[Place, list[int], frozenset[int]]] = []
        """So many of these faces lie at a place, as those say who know of it."""
        self.shown: dict[int, list[tuple[Place, int]]] = {}

    def faces(self, named: tuple[int, ...]) -> list[int]:
        """Those that are named: a person, a tool, a place."""
        number = {(face.kind, face.args): n for n, face in enumerate(self.program.faces)}
        return [number[kind, (what,)] for kind, what in zip(("Who", "How", "Where"), named, strict=True)]

    def noted(self, choice: Choice, seat: int, before: tuple[Table, Values], after: tuple[Table, Values]) -> None:
        if choice.action == "accuse":
            self.facts.append((("envelope", 0), self.faces(choice.move[1:]), frozenset({0, 1, 2})))
        elif choice.action == "ask":
            named = self.faces(choice.move[1:])
            for n in range(1, self.players):
                q = (seat + n) % self.players
                if any(face in named for face in before[0].faces["hand", q]):
                    self.asked = seat, named
                    self.facts.append((("hand", q), named, frozenset({1, 2, 3})))
                    return
                self.facts.append((("hand", q), named, frozenset({0})))
        else:
            self.shown.setdefault(self.asked[0], []).append((("hand", seat), self.program.cards[choice.move[1]]))

    def told(self, seat: int, true: Table, values: Values) -> Callable[[Table], bool]:
        shown = self.shown.get(seat, [])

        def possible(world: Table) -> bool:
            if [self.program.faces[face].kind for face in sorted(world.faces["envelope", 0])] != ["Who", "How", "Where"]:
                return False
            counts = all(sum(face in named for face in world.faces[place]) in many for place, named, many in self.facts)
            return counts and all(face in world.faces[place] for place, face in shown)

        return possible


# ---- stacks --------------------------------------------------------------------------------------


class Roses(Past):
    """Each has one thorn. What was turned up of a player says when it can have been lost, if it was."""

    sees, own = frozenset({"shown"}), frozenset({"hand", "laid"})

    def begun(self, table: Table, values: Values) -> None:
        self.seen: list[list[tuple[int, int, bool]]] = [[] for _ in range(self.players)]
        """Of each: how many were lost when some were turned up, how many roses those were, and whether the thorn, too."""

    def noted(self, choice: Choice, seat: int, before: tuple[Table, Values], after: tuple[Table, Values]) -> None:
        up = {q: {*before[0].cards["shown", q]} for q in range(self.players)}
        for q, card in self._turned(choice, seat, before):
            up[q].add(card)
        for q, shown in up.items():
            assert shown.issuperset(after[0].cards["shown", q])
            if shown:
                thorn = sum(self.program.cards[card] for card in shown)
                self.seen[q].append((len(before[0].cards["lost", q]), len(shown) - thorn, bool(thorn)))

    def _turned(self, choice: Choice, seat: int, before: tuple[Table, Values]) -> Iterator[tuple[int, int]]:
        """What is turned up, and of whom: the stack that was chosen, or the own one, from the top till the bid is met or a thorn comes."""
        table, values = before
        laid = {q: list(table.cards["laid", q]) for q in range(self.players)}
        passed, bid, bidder = list(values["passed"]), values["bid"][0], values["bidder"][0]
        up = sum(len(table.cards["shown", q]) for q in range(self.players))
        if choice.action == "lay" or values["burnt"][0] >= 0:
            return
        if choice.action == "dare":
            bid, bidder = choice.move[1], seat
        elif choice.action == "leave":
            passed[seat] = 1
        alive = [q for q in range(self.players) if any(table.cards[place, q] for place in ("hand", "laid", "shown"))]
        if not up and bid != sum(map(len, laid.values())) and sum(not passed[q] for q in alive) != 1:
            return
        whose = bidder if choice.action in ("dare", "leave") else choice.move[1]
        while up < bid and laid[whose]:
            card = laid[whose].pop()
            yield whose, card
            up, whose = up + 1, bidder
            if self.program.cards[card]:
                return

    def told(self, seat: int, true: Table, values: Values) -> Callable[[Table], bool]:
        return lambda world: all(self._can_be(q, world) for q in range(self.players))

    def _can_be(self, q: int, world: Table) -> bool:
        """Whether the thorn can have been lost as the so-manyeth card, if it lies there, or else not at all."""
        lost, count = sum(world.faces["lost", q]), len(world.faces["lost", q])
        if sum(sum(world.faces[place, q]) for place in ("hand", "laid", "shown", "lost")) != 1:
            return False
        times = range(1, count + 1) if lost else [count + 1]
        return any(all(self._shows(gone, roses, thorn, when) for gone, roses, thorn in self.seen[q]) for when in times)

    def _shows(self, gone: int, roses: int, thorn: bool, when: int) -> bool:
        """Whether, of the cards that are left after some are gone, so many roses can be turned up, and the thorn."""
        there = gone < when
        return (there or not thorn) and roses <= 4 - gone - there


# ---- all of them ---------------------------------------------------------------------------------


@record(frozen=True)
class Found:
    """Of one question: so many worlds were drawn, of which so many are others, and these many cannot be; whether any was found that fits; and whether each is
    said to be drawn as often as it is likely."""

    drawn: int
    others: int
    wrong: int
    fit: bool
    exact: bool


def pasts() -> dict[str, type[Past]]:
    """By the name of the game."""
    from tests.minds.fished import GoFish

    return {"hearts": Hearts, "go-fish": GoFish, "fireflies": Fireflies, "envelope": Envelope, "roses-and-thorns": Roses}


def looked_at(game: str, players: int, seed: int, many: int) -> Iterator[Found]:
    """One question of a random match, to one seat, and so many worlds that it is drawn there. The true world must be possible at every step, too."""
    match, random = load(game).start(players, seed), Random(seed)
    past, program = pasts()[game](match), match.program
    asked = random.randrange(LENGTH[game])
    here = Table(program, match.position.values), match.position.values
    for number in range(asked + 1):
        if match.over:
            return
        seat = random.randrange(program.players)
        assert past.fits(seat, *here)(here[0]), f"{game}, seed {seed}: after {number} answers what is held against worlds speaks against the true one"
        if number < asked:
            choice = random.choice(match.answers())
            who = (choice.seat or 0) - 1
            match.play(choice)
            before, here = here, (Table(program, match.position.values), match.position.values)
            past.noted(choice, who, before, here)
    found, possible = worlds(match, seat), past.fits(seat, *here)
    tables = [Table(program, found.anew(7919 * seed + n).read()) for n in range(many)]
    others = len({repr(table.faces) for table in tables})
    yield Found(many, others, sum(not possible(table) for table in tables), getattr(found, "fit", True), getattr(found, "exact", True))


LENGTH = {"hearts": 62, "go-fish": 60, "fireflies": 20, "envelope": 10, "roses-and-thorns": 40}
"""Up to so many answers of a match are given before a seat is asked."""


def least(game: str) -> int:
    """At how many seats a game is played at least."""
    return load(game).seats()[0]


def shown(game: str, players: int, seeds: range, many: int) -> int:
    """Prints what was found of one question of each match; 1 if a world cannot be."""
    all_ = list[Found]()
    for seed in seeds:
        for found in looked_at(game, players, seed, many):
            all_.append(found)
            if found.wrong or not found.fit:
                print(f"seed {seed}: {found.wrong} of {found.drawn} worlds cannot be{'' if found.fit else '; none was found that fits'}", flush=True)
    drawn, others, wrong = (sum(getattr(found, what) for found in all_) for what in ("drawn", "others", "wrong"))
    exact, unfit = sum(found.exact for found in all_), sum(not found.fit for found in all_)
    print(
        f"{game}, {players} players: {len(all_)} questions, {exact} exact, none fits at {unfit}; {drawn} worlds were drawn, {others} others at their "
        f"questions, {wrong} cannot be"
    )
    return int(bool(wrong))
