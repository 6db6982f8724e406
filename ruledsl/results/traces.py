"""Games that are looked at while they are played: who is asked, among how much, and who is ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ruledsl.engine.backend import Block, Engine, score_of
from ruledsl.engine.cards import cards_in, instances
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.points import sign
from ruledsl.ir.program import ASKING, Program
from ruledsl.ir.subsets import cards_of
from ruledsl.record import field, record
from ruledsl.search.playing import answer, chance, nth

LIMIT = 100_000
"""Decisions after which a game is given up as unfinished."""
CHOICES = 1
"""Apart from the numbers that deals are drawn by."""
PLAYOUTS = 96
"""Games from each decision on that say how likely each seat is to win."""


Chances = tuple[float, ...]
Halves = tuple[Chances, Chances]
"""How likely each seat is to win, twice: by half of the playouts each. What the one says is most is by the other as much as it truly is, on average."""
Chooser = Callable[[Block, int, Sequence[Sequence[int]], int], tuple[int, int]]
"""(state, seat, its moves, random numbers) to the random numbers behind it and the place of a move."""


def uniform(block: Block, seat: int, moves: Sequence[Sequence[int]], choices: int) -> tuple[int, int]:
    """Any move, each as likely as another."""
    return rng.below(choices, len(moves))


@record
class Step:
    """A decision: its site, the seat, in which turn it is, how many options there were, the action that was chosen (or PASS, or VALUE), what each seat
    has as it stands (what decides who wins, or its payoff; more is better), and at decisions that are searched how likely each seat is to win."""

    site: int
    seat: int
    turn: int
    options: int
    action: int
    standing: tuple[int, ...]
    chances: Halves | None = None


class Turns:
    """The turns of a game so far. What several choose together is one, in whatever order their answers are drawn."""

    def __init__(self) -> None:
        self.number, self.seat, self.waits = 0, -1, 0

    def of(self, together: bool, asked: int, seat: int) -> int:
        """In which turn a seat of those that are asked answers."""
        self.number += asked != self.waits if together else seat != self.seat
        self.seat, self.waits = (-1, asked & ~(1 << seat)) if together else (seat, 0)
        return self.number


@record
class Trace:
    """A game from its start: `winners` are seats from 0, `standing` is what each has at the end; without an end, as in a game that was given up, there is
    none of it."""

    steps: list[Step] = field(default_factory=list)
    finished: bool = False
    winners: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    standing: tuple[int, ...] = ()
    offered: set[tuple[int, int]] = field(default_factory=set)
    """(site, action) of all that could be chosen."""
    dealt: tuple[frozenset[int], ...] = ()
    played: tuple[set[int], ...] = ()
    """By seat: the faces that it holds at the first decision at which anybody holds any, if no card was chosen before, and those of the cards that its choices
    name."""
    scores: tuple[int | None, ...] = ()


def traces(engine: Engine, seed: int, games: int, every: int = 0, again: int = 1, choose: Chooser = uniform) -> Iterator[Trace]:
    """Games; who is asked chooses as `choose` does. With `again` each deal is played so many times, by other choices; the numbers that chance draws are
    the same as long as play is. Chances are reckoned at the first of `every` so many decisions; at none if it is 0."""
    own = rng.stir(seed, 0)  # seeds that are near one another have other games, and not the same in another order
    for number in range(games):
        deal = rng.mix(rng.stir(own, number // again)) >> 2
        yield trace(engine, deal, rng.stir(rng.stir(own, number), CHOICES), every, choose)


def trace(engine: Engine, deal: int, choices: int, every: int = 0, choose: Chooser = uniform) -> Trace:
    """One game."""
    program = engine.program
    block, out, turns = engine.start(deal), Trace(played=tuple(set() for _ in range(program.players))), Turns()
    while block.get("status") == ASKING and len(out.steps) < LIMIT:
        if block.get("ask.count"):
            choices = chance(engine, block, choices)
            continue
        asked, site = block.get("ask.seats"), block.get("ask.site")
        choices, seat = nth(choices, asked)
        turn = turns.of(program.sites[site].kind == "simultaneous", asked, seat)
        moves = engine.legal(block, site, seat)
        menu = bool(program.sites[site].menu)
        if not any(out.dealt) and not any(out.played):  # what was chosen is not dealt
            out.dealt = _hands(program, block)
        choices, number = choose(block, seat, moves, choices)
        out.offered |= {(site, move[0]) for move in moves} if menu else set()
        chances = likely(engine, block, choices) if every and len(out.steps) % every == 0 else None
        out.steps.append(Step(site, seat, turn, len(moves), moves[number][0], _standing(engine, block), chances))
        out.played[seat].update(_named(program, site, moves[number]))
        answer(program, block, seat, moves[number])
        engine.resume(block)
    out.finished = block.get("status") != ASKING
    if out.finished:
        mask = engine.call(block, "winners")
        out.winners, out.paid = tuple(s for s in range(program.players) if mask >> s & 1), _paid(engine, block)
        out.standing = _standing(engine, block)
        out.scores = tuple(score_of(program, partial(engine.call, block), seat) for seat in range(program.players))
    return out


def _hands(program: Program, block: Block) -> tuple[frozenset[int], ...]:
    """The faces of the cards that lie in zones of each seat."""
    held: list[set[int]] = [set() for _ in range(program.players)]
    if any(zone.owner == "player" for zone in program.zones):
        values = block.regions()
        for zone, k in instances(program):
            if zone.owner == "player":
                held[k // zone.length].update(program.cards[card] for card in cards_in(program, values, zone, k))
    return tuple(map(frozenset, held))


def _named(program: Program, site: int, move: Sequence[int]) -> Iterator[int]:
    """The faces of the cards that a choice names."""
    own = program.sites[site].type
    types = [p.type for p in program.actions[move[0]].params] if move[0] >= 0 else [own] if own is not None else []
    for type, value in zip(types, move[1:], strict=False):
        yield from (program.cards[card] for card in cards_of(program, type, value))


def likely(engine: Engine, block: Block, choices: int) -> Halves:
    """The share of playouts from here that each seat wins; who wins together shares the game. What chance has not brought yet falls otherwise in each."""
    halves = [[0.0] * engine.program.players for _ in range(2)]
    for number in range(PLAYOUTS):
        there = block.copy()
        there.set("rng", 0, rng.stir(choices, PLAYOUTS + number))
        engine.playout(there, rng.stir(choices, number), LIMIT)  # type: ignore[attr-defined]
        mask = engine.call(there, "winners") if there.get("status") != ASKING else 0
        for seat in range(engine.program.players):
            halves[number % 2][seat] += (mask >> seat & 1) / max(1, mask.bit_count())
    one, other = (tuple(2 * won / PLAYOUTS for won in wins) for wins in halves)
    return one, other


def _standing(engine: Engine, block: Block) -> tuple[int, ...]:
    """What decides who wins, as if the game were over; where rules name nothing of the kind, payoffs. Many games pay only when they are over, so payoffs do
    not tell who leads. Where it cannot be reckoned yet, as from what is still none, nobody does."""
    program, better = engine.program, 1 if all(engine.program.highest[:1]) else -1
    try:
        if not program.highest:
            return _paid(engine, block)
        scores = [score_of(program, partial(engine.call, block), seat) for seat in range(program.players)]
    except RulesFault:
        scores = [None]
    return (0,) * program.players if None in scores else tuple(better * score for score in scores if score is not None)


def _paid(engine: Engine, block: Block) -> tuple[int, ...]:
    better = sign(engine.program)
    return tuple(better * engine.call(block, "payoff", seat) for seat in range(engine.program.players))
