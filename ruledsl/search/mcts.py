"""Monte Carlo tree search: looks for a good move by playing on from here many times, more often where it went well.

Nothing is looked at that the seat does not know. Each playing on begins in another state that the seat holds possible (`Worlds`), with
another future. Where a game hides nothing, the tree branches by what chance brings as well (UCT); where it does, by the moves alone, and
a move is measured by the times when it could be made (ISMCTS, one observer). Seats that are asked together choose each for itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

from ruledsl.engine.backend import Block, Engine, engine_for
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.engine.moves import Choice
from ruledsl.engine.position import Position
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, KINDS, OVER, Program
from ruledsl.search.alike import Key, Likeness

CURIOSITY = 0.7
"""How much a move that was seldom tried is preferred."""
LIMIT = 20_000
"""Decisions after which playing on is given up."""
TIER = 1
"""Of the machine code."""
SIMULTANEOUS, WORLD = KINDS.index("simultaneous"), KINDS.index("world")
RNG = 8
"""Bytes at the beginning of a block that only the future hangs on."""


@dataclass(frozen=True)
class Estimate:
    """A move (of several alike, the first), how often it was tried, and the share of the victory it brought, from 0 to 1: of the whole
    span of payoffs, where a game pays. None if it was never tried."""

    choice: Choice
    visits: int
    value: float | None


@dataclass
class Arm:
    """A move in the tree."""

    visits: int = 0
    offered: int = 0
    total: float = 0.0


@dataclass
class Node:
    """A place in the tree: for each seat that was asked here, its moves; and what comes behind."""

    arms: dict[int, dict[Key, Arm]] = field(default_factory=dict)
    behind: dict[Key, Node] = field(default_factory=dict)


def hides(program: Program) -> bool:
    """Does a seat not see everything?"""
    return any(zone.visibility != "open" for zone in program.zones) or any(v.visibility != "open" for v in program.variables)


def pays(program: Program) -> bool:
    """Are there payoffs that are not simply what decides who wins?"""
    first = program.functions.get("criterion.0")
    return first is None or program.functions["payoff"].blocks != first.blocks


def search_engine(program: Program) -> Engine:
    """The engine that searches play in, unless they are told another."""
    name = f"native, tier {TIER}"
    if name not in program.engines:
        from ruledsl.native import Native

        program.engines[name] = Native(program, TIER)
    engine: Engine = program.engines[name]
    return engine


def search(
    match: Match,
    simulations: int,
    seed: int = 0,
    seat: int | None = None,
    engine: str = "",
    progress: Callable[[int], object] | None = None,
) -> list[Estimate]:
    """What can be said of the moves of a seat (from 1; the first that is asked, if none is given), the best first."""
    waiting = match.position.waiting
    if not waiting or seat is not None and seat - 1 not in waiting:
        raise ValueError("this seat is not asked")
    chosen = engine_for(match.program, engine) if engine else search_engine(match.program)
    finder = Search(match.asked, waiting[0] if seat is None else seat - 1, chosen, seed)
    for done in range(simulations):
        finder.once()
        if progress is not None:
            progress(done + 1)
    return finder.estimates(match.legal(finder.seat + 1))


def choose(match: Match, simulations: int, seed: int = 0, seat: int | None = None, engine: str = "") -> Choice:
    """The move that a search likes best. Where all moves are alike, nothing is searched."""
    who = match.position.waiting[0] + 1 if seat is None else seat
    options = match.legal(who)
    finder = Likeness(match.program)
    if len(finder.keys(match.position.block, who - 1, [option.move for option in options])) == 1:
        return options[0]
    return search(match, simulations, seed, who, engine)[0].choice


class Search:
    """A tree for one seat (from 0) that is asked in a position. It grows by `once`."""

    def __init__(self, position: Position, seat: int, engine: Engine, seed: int):
        self.program, self.engine, self.seat = position.program, engine, seat
        self.random = random.Random(seed)
        self.likeness = Likeness(self.program)
        self.worlds = Worlds(Position(self.program, engine, position.words, _moved(position, engine)), seat)
        self.by_moves = hides(self.program)
        self.pays = pays(self.program)
        self.least, self.most = (float("inf"), float("-inf")) if self.pays else (0.0, 1.0)
        self.root = Node()

    def once(self) -> None:
        """Play on once, and remember how it went. A state that was held possible and makes the rules go wrong teaches nothing."""
        block = self.worlds.draw(self.random.getrandbits(63))
        path: list[tuple[int, Arm]] = []
        block.set("chance", 0, 0)
        try:
            self._descend(block, path)
            self._play_out(block, self.random.getrandbits(62))
            rewards = self._rewards(block)
        except RulesFault:
            return
        self.least, self.most = min(self.least, *rewards), max(self.most, *rewards)
        for seat, arm in path:
            arm.visits += 1
            arm.total += rewards[seat]

    def estimates(self, options: list[Choice]) -> list[Estimate]:
        """What is known of some options of the seat, the most tried first."""
        arms, block = self.root.arms.get(self.seat, {}), self.worlds.position.block
        site = block.get("ask.site")
        firsts: dict[Key, Choice] = {}
        for option in options:
            firsts.setdefault(self.likeness.key(block, site, self.seat, option.move), option)
        found = [(arms.get(key, Arm()), option) for key, option in firsts.items()]
        found.sort(key=lambda pair: (-pair[0].visits, -pair[0].total))
        return [Estimate(option, arm.visits, self._mean(arm) if arm.visits else None) for arm, option in found]

    # ---- going down the tree -------------------------------------------------------------------

    def _descend(self, block: Block, path: list[tuple[int, Arm]]) -> None:
        """Choose by the tree, until a move is new to it."""
        node, first = self.root, self.seat
        joint: list[Key] = []
        while block.get("status") == ASKING:
            if block.get("ask.kind") == WORLD:
                joint.append(self._world(block))
                continue
            asked = block.get("ask.seats")
            seat = first if asked >> first & 1 else (asked & -asked).bit_length() - 1
            arm, key, move = self._pick(node, block, seat)
            together = self._after(block, seat, move, asked)
            path.append((seat, arm))
            joint.append(key)
            if not arm.visits:
                return
            if not together:
                node, joint = node.behind.setdefault(self._way(block, joint), Node()), []

    def _pick(self, node: Node, block: Block, seat: int) -> tuple[Arm, Key, Key]:
        """A move that was not tried, or else the one of the greatest promise."""
        arms = node.arms.setdefault(seat, {})
        keys = self.likeness.keys(block, seat, self.engine.legal(block, block.get("ask.site"), seat))
        here = [(arms.setdefault(key, Arm()), key) for key in keys]
        fresh = [pair for pair in here if not pair[0].visits]
        arm, key = fresh[self._below(len(fresh))] if fresh else max(here, key=self._promise)
        for other, _ in here:
            other.offered += 1
        moves = keys[key]
        return arm, key, moves[self._below(len(moves))]

    def _promise(self, pair: tuple[Arm, Key]) -> float:
        arm = pair[0]
        return self._mean(arm) + CURIOSITY * sqrt(log(arm.offered + 1) / arm.visits)

    def _mean(self, arm: Arm) -> float:
        span = self.most - self.least
        return (arm.total / arm.visits - self.least) / span if span > 0 else 0.5

    def _way(self, block: Block, joint: list[Key]) -> Key:
        """The step from one node to the next: the moves, and where nothing is hidden, the state as chance has made it."""
        return tuple(joint) if self.by_moves else (*joint, block.bytes()[RNG:])

    def _after(self, block: Block, seat: int, move: Key, asked: int) -> bool:
        """Answer; are others still asked what was asked before?"""
        site, together = block.get("ask.site"), block.get("ask.kind") == SIMULTANEOUS
        _answer(block, seat, move)
        self.engine.resume(block)
        rest = asked & ~(1 << seat)
        same = block.get("status") == ASKING and block.get("ask.site") == site and block.get("ask.seats") == rest
        return together and bool(rest) and same

    def _world(self, block: Block) -> Key:
        """What happens at the real table, by its odds."""
        site = self.program.sites[block.get("ask.site")]
        odds, out_of = (self.engine.call(block, name) for name in (site.odds, site.out_of))
        yes = int(self._below(out_of) < odds)
        _answer(block, -1, (yes,))
        self.engine.resume(block)
        return ("world", yes)

    # ---- playing on ----------------------------------------------------------------------------

    def _play_out(self, block: Block, choices: int) -> None:
        if hasattr(self.engine, "playout"):
            self.engine.playout(block, choices, LIMIT)
        else:
            playout(self.engine, block, choices, LIMIT)

    def _rewards(self, block: Block) -> list[float]:
        seats = range(self.program.players)
        if self.pays:
            return [float(self.engine.call(block, "payoff", seat)) for seat in seats]
        winners = self.engine.call(block, "winners") if block.get("status") == OVER else 0
        share = 1 / max(1, winners.bit_count())
        return [share if winners >> seat & 1 else 0.0 for seat in seats]

    def _below(self, bound: int) -> int:
        return int(self.random.random() * bound) if bound > 1 else 0


def playout(engine: Engine, block: Block, choices: int, limit: int) -> int:
    """Play on by uniform choice, as machine code does, in any engine; how many decisions there were."""
    decisions = 0
    while block.get("status") == ASKING and decisions < limit:
        if block.get("ask.count"):
            choices, number = rng.below(choices, block.get("ask.count"))
            _answer(block, -1, (number,))
        else:
            choices, seat = _nth(choices, block.get("ask.seats"))
            moves = engine.legal(block, block.get("ask.site"), seat)
            choices, number = rng.below(choices, len(moves))
            _answer(block, seat, moves[number])
            decisions += 1
        engine.resume(block)
    return decisions


def _nth(choices: int, mask: int) -> tuple[int, int]:
    """One of the seats that are asked."""
    seats = [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
    if len(seats) == 1:
        return choices, seats[0]
    choices, turn = rng.below(choices, len(seats))
    return choices, seats[turn]


def _answer(block: Block, seat: int, move: Key) -> None:
    for index, value in enumerate(move):
        block.set("move", index, value)
    block.set("move.seat", 0, seat)


def _moved(position: Position, engine: Engine) -> Any:
    """The state of a position in an engine."""
    block = engine.blank(0)
    for name, cells in position.values.items():
        for index, value in enumerate(cells):
            block.set(name, index, value)
    return block
