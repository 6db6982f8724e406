"""Monte Carlo tree search: looks for a good move by playing on from here many times, more often where it went well.

Nothing is looked at that the seat does not know. Each playing on begins in another state that the seat holds possible (`Worlds`), with
another future. Where a game hides nothing, the tree branches by what chance brings as well (UCT); where it does, by the moves alone, and
a move is measured by the times when it could be made (ISMCTS, one observer). Seats that are asked together choose each for itself.

This is the meaning of the search, over either engine. Machine code does the same to the last bit (`ruledsl/native/tree.py`), and is what
plays unless an engine is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from struct import pack, unpack
from typing import Protocol

from ruledsl.engine.backend import Block, Engine, engine_for
from ruledsl.engine.growing import forest
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.engine.moves import Choice
from ruledsl.engine.position import Position
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, KINDS, OVER, Program
from ruledsl.ir.rng import stir
from ruledsl.search.alike import Likeness, Move

CURIOSITY = 0.5
"""How much a move that was seldom tried is preferred."""
MARGIN = 0.5
"""How much of what a game is worth lies in the score, where the score is what decides who wins; the rest is winning itself."""
LIMIT = 20_000
"""Decisions after which playing on is given up."""
DEEPEST = 1000
"""Choices by the tree in one playing on."""
SIMULTANEOUS, WORLD = KINDS.index("simultaneous"), KINDS.index("world")
RNG = 8
"""Bytes at the beginning of a block that only the future hangs on."""
BATCH = 64
"""Playings on between two reports of progress, at least."""


@dataclass(frozen=True)
class Manner:
    """How a tree grows. `depth`: choices by the tree in one playing on, at most; 1 is flat. `each`: so many playings on in one world, each
    world with a tree of its own that sees everything; 0 for one tree and a new world every time."""

    depth: int = DEEPEST
    each: int = 0


MANNERS = {"mcts": Manner(), "ismcts": Manner(), "flat": Manner(depth=1), "pimc": Manner(each=20)}
"""The search takes hidden cards for what they are, whichever way it is called."""


@dataclass(frozen=True)
class Estimate:
    """A move (of several alike, the first), how often it was tried, and how good it was, from 0 to 1: how much of the victory and of the
    span of scores it brought; of the span of payoffs alone, where a game pays. None if it was never tried."""

    choice: Choice
    visits: int
    value: float | None


@dataclass
class Arm:
    """A move in the tree: how often it was made, how often it could have been, the victories and the points that it brought."""

    visits: int = 0
    offered: int = 1
    won: float = 0.0
    points: float = 0.0


class Tree(Protocol):
    """What grows by playing on, and what it knows of a move by the move's name in the tree. `least` and `most` are the points seen."""

    @property
    def least(self) -> float: ...
    @property
    def most(self) -> float: ...
    def grow(self, count: int) -> None: ...
    def arm(self, name: int) -> Arm | None: ...


def hides(program: Program) -> bool:
    """Does a seat not see everything?"""
    return any(zone.visibility != "open" for zone in program.zones) or any(v.visibility != "open" for v in program.variables)


def pays(program: Program) -> bool:
    """Are there payoffs that are not simply what decides who wins?"""
    first = program.functions.get("criterion.0")
    return first is None or program.functions["payoff"].blocks != first.blocks


def search(
    match: Match,
    simulations: int,
    seed: int = 0,
    seat: int | None = None,
    engine: str = "",
    progress: Callable[[int], object] | None = None,
    manner: Manner | None = None,
) -> list[Estimate]:
    """What can be said of the moves of a seat (from 1; the first that is asked, if none is given), the best first."""
    waiting = match.position.waiting
    if not waiting or seat is not None and seat - 1 not in waiting:
        raise ValueError("this seat is not asked")
    who = waiting[0] if seat is None else seat - 1
    finder = Search(match.asked, who, simulations, seed, engine, manner or Manner())
    done = 0
    while done < simulations:
        step = min(simulations - done, max(BATCH, simulations // 100)) if progress is not None else simulations - done
        finder.tree.grow(step)
        done += step
        if progress is not None:
            progress(done)
    return finder.estimates(match.legal(who + 1))


def choose(match: Match, simulations: int, seed: int = 0, seat: int | None = None, engine: str = "", manner: Manner | None = None) -> Choice:
    """The move that a search likes best. Where all moves are alike, nothing is searched."""
    who = match.position.waiting[0] + 1 if seat is None else seat
    options = match.legal(who)
    likeness = Likeness(match.program)
    if len(likeness.names(match.position.block, who - 1, [option.move for option in options])) == 1:
        return options[0]
    return search(match, simulations, seed, who, engine, manner=manner)[0].choice


class Search:
    """A tree for one seat (from 0) that is asked in a position."""

    def __init__(self, position: Position, seat: int, simulations: int, seed: int, engine: str, manner: Manner):
        self.program, self.seat, self.manner = position.program, seat, manner
        self.worlds = Worlds(position, seat)
        self.likeness = Likeness(self.program)
        self.simulations = simulations
        self.by_moves = hides(self.program) and not manner.each
        self.pays = pays(self.program)
        if engine:
            self.tree: Tree = PlainTree(self, engine_for(self.program, engine), seed)
        else:
            self.tree = CompiledTree(self, seed)

    def estimates(self, options: list[Choice]) -> list[Estimate]:
        """What is known of some options of the seat, the most tried first."""
        block = self.worlds.position.block
        firsts: dict[int, Choice] = {}
        for option in options:
            firsts.setdefault(self.likeness.name(block, block.get("ask.site"), self.seat, option.move), option)
        found = [(self._whole(name), option) for name, option in firsts.items()]
        found.sort(key=lambda pair: (-pair[0].visits, -self.mean(pair[0])))
        return [Estimate(option, arm.visits, self.mean(arm) if arm.visits else None) for arm, option in found]

    def _whole(self, name: int) -> Arm:
        """A move of the root, in the trees of all worlds together."""
        each = self.manner.each
        roots = [root_of(world) for world in range(-(-self.simulations // each))] if each else [ROOT]
        whole = Arm()
        for root in roots:
            arm = self.tree.arm(arm_name(root, self.seat, name))
            if arm is not None:
                whole = Arm(whole.visits + arm.visits, whole.offered + arm.offered, whole.won + arm.won, whole.points + arm.points)
        return whole

    def mean(self, arm: Arm) -> float:
        """How good a move was, from 0 to 1."""
        return mean(arm, self.tree.least, self.tree.most, self.weight)

    @property
    def weight(self) -> float:
        """How much the points count."""
        return 1.0 if self.pays else MARGIN


# ---- what both trees agree on --------------------------------------------------------------------

ROOT = 0
"""The name of the place where the tree begins."""


def root_of(world: int) -> int:
    """The name of the root in the tree of one world."""
    return stir(ROOT, world + 1)


def arm_name(node: int, seat: int, name: int) -> int:
    """The name in the tree of what a seat can do at a place; never 0."""
    return stir(stir(node, seat), name) or 1


def mean(arm: Arm, least: float, most: float, weight: float) -> float:
    """How good a move was: its victories, and its points as a share of their span, weighed."""
    if not arm.visits:
        return 0.5
    span = most - least
    points = (arm.points / arm.visits - least) / span if span > 0 else 0.5
    return (1 - weight) * (arm.won / arm.visits) + weight * points


def promise(arm: Arm, least: float, most: float, weight: float) -> float:
    """How good a move may be: as good as it was, and better the less that is known of it (UCB1, by the times it could be made)."""
    return mean(arm, least, most, weight) + CURIOSITY * sqrt(logarithm(arm.offered + 1) / arm.visits)


def logarithm(n: int) -> float:
    """Nearly the logarithm to base 2: exact for powers of 2, a straight line between them. No library is asked, so all machines agree."""
    (bits,) = unpack("<q", pack("<d", float(n)))
    return float(bits) * 2.0**-52 - 1023.0


class CompiledTree:
    """A tree that grows in machine code."""

    def __init__(self, search: Search, seed: int):
        told = {
            "stream": rng.signed(seed), "seat": search.seat, "depth": search.manner.depth, "each": search.manner.each, "by_moves": search.by_moves,
            "pays": search.pays, "weight": search.weight, "curiosity": CURIOSITY, "limit": LIMIT,
        }  # fmt: skip
        self.forest = forest(search.worlds, search.simulations, told)

    @property
    def least(self) -> float:
        return float(self.forest.plan.least)

    @property
    def most(self) -> float:
        return float(self.forest.plan.most)

    def grow(self, count: int) -> None:
        self.forest.grow(count)

    def arm(self, name: int) -> Arm | None:
        found = self.forest.arm(name)
        return None if found is None else Arm(*found)


class PlainTree:
    """A tree that grows in plain steps over an engine."""

    def __init__(self, search: Search, engine: Engine, seed: int):
        self.search, self.engine, self.program = search, engine, search.program
        self.worlds = search.worlds.moved(engine)
        self.stream = rng.signed(seed)
        self.least, self.most = float("inf"), float("-inf")
        self.arms: dict[int, Arm] = {}
        self.done, self.root, self.world = 0, ROOT, 0

    def arm(self, name: int) -> Arm | None:
        return self.arms.get(name)

    def grow(self, count: int) -> None:
        for _ in range(count):
            self.once()

    def once(self) -> None:
        """Play on once, and remember how it went. A state that was held possible and makes the rules go wrong teaches nothing."""
        each = self.search.manner.each
        if not each or self.done % each == 0:
            self.world = self._bits()
            self.root = root_of(self.done // each) if each else ROOT
        self.done += 1
        block = self.worlds.draw(self.world)
        block.set("rng", 0, self._bits())
        block.set("chance", 0, 0)
        path: list[tuple[int, int]] = []
        try:
            self._descend(block, path)
            playout(self.engine, block, self._bits(), LIMIT)
            won, points = self._worth(block)
        except RulesFault:
            return
        self.least, self.most = min(self.least, *points), max(self.most, *points)
        for name, seat in path:
            arm = self.arms.setdefault(name, Arm())
            arm.visits += 1
            arm.won += won[seat]
            arm.points += points[seat]

    def _bits(self) -> int:
        self.stream, bits = rng.bits(self.stream)
        return bits

    def _below(self, bound: int) -> int:
        self.stream, number = rng.below(self.stream, bound)
        return number

    # ---- going down the tree ---------------------------------------------------------------------

    def _descend(self, block: Block, path: list[tuple[int, int]]) -> None:
        """Choose by the tree, until a move is new to it."""
        node, joint, first = self.root, 0, self.search.seat
        while block.get("status") == ASKING and len(path) < self.search.manner.depth:
            if block.get("ask.kind") == WORLD:
                joint = stir(joint, self._world(block))
                continue
            asked = block.get("ask.seats")
            seat = first if asked >> first & 1 else (asked & -asked).bit_length() - 1
            name, move = self._pick(node, block, seat)
            arm = arm_name(node, seat, name)
            path.append((arm, seat))
            together = self._after(block, seat, move, asked)
            joint = stir(joint, name)
            if arm not in self.arms:
                return
            if not together:
                node, joint = stir(node, joint) if self.search.by_moves else self._seen(block), 0

    def _pick(self, node: int, block: Block, seat: int) -> tuple[int, Move]:
        """A move that was not tried, or else the one of the greatest promise."""
        moves = self.engine.legal(block, block.get("ask.site"), seat)
        names = [self.search.likeness.name(block, block.get("ask.site"), seat, move) for move in moves]
        arms = [self.arms.get(arm_name(node, seat, name)) for name in names]
        for arm in {id(arm): arm for arm in arms if arm is not None}.values():
            arm.offered += 1
        fresh = [n for n, arm in enumerate(arms) if arm is None]
        if fresh:
            n = fresh[self._below(len(fresh))]
            return names[n], moves[n]
        best = names[max(range(len(moves)), key=lambda n: self._promise(arms[n]))]
        alike = [n for n, name in enumerate(names) if name == best]
        return best, moves[alike[self._below(len(alike))]]

    def _promise(self, arm: Arm | None) -> float:
        assert arm is not None
        return promise(arm, self.least, self.most, self.search.weight)

    def _seen(self, block: Block) -> int:
        """The name of a place where nothing is hidden: the state itself."""
        name = self.root
        data = block.bytes()[RNG:]
        for word in unpack(f"<{len(data) // 8}q", data):
            name = stir(name, word)
        return name

    def _after(self, block: Block, seat: int, move: Move, asked: int) -> bool:
        """Answer; are others still asked what was asked before?"""
        site, together = block.get("ask.site"), block.get("ask.kind") == SIMULTANEOUS
        _answer(self.program, block, seat, move)
        self.engine.resume(block)
        rest = asked & ~(1 << seat)
        same = block.get("status") == ASKING and block.get("ask.site") == site and block.get("ask.seats") == rest
        return together and bool(rest) and same

    def _world(self, block: Block) -> int:
        """What happens at the real table, by its odds."""
        site = self.program.sites[block.get("ask.site")]
        odds, out_of = (self.engine.call(block, name) for name in (site.odds, site.out_of))
        yes = int(self._below(out_of) < odds)
        _answer(self.program, block, -1, (yes,))
        self.engine.resume(block)
        return yes

    # ---- how it went -----------------------------------------------------------------------------

    def _worth(self, block: Block) -> tuple[list[float], list[float]]:
        """What each seat has of the victory, and its points: payoffs, or scores so that more is better."""
        seats = range(self.program.players)
        winners = self.engine.call(block, "winners") if block.get("status") == OVER else 0
        share = 1 / max(1, winners.bit_count())
        points = [self.engine.call(block, "payoff", seat) for seat in seats]
        sign = 1 if self.search.pays else _direction(points, winners)
        return [share if winners >> seat & 1 else 0.0 for seat in seats], [float(sign * value) for value in points]


def _direction(scores: list[int], winners: int) -> int:
    """Does the best score win, or the least? 0 if the score does not tell who wins."""
    if not winners:
        return 0
    best = scores[(winners & -winners).bit_length() - 1]
    return 1 if best == max(scores) else -1 if best == min(scores) else 0


def playout(engine: Engine, block: Block, choices: int, limit: int) -> int:
    """Play on by uniform choice, as machine code does, in any engine; how many decisions there were."""
    decisions, program = 0, engine.program
    while block.get("status") == ASKING and decisions < limit:
        if block.get("ask.count"):
            choices, number = rng.below(choices, block.get("ask.count"))
            _answer(program, block, -1, (number,))
        else:
            choices, seat = _nth(choices, block.get("ask.seats"))
            moves = engine.legal(block, block.get("ask.site"), seat)
            choices, number = rng.below(choices, len(moves))
            _answer(program, block, seat, moves[number])
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


def _answer(program: Program, block: Block, seat: int, move: Move) -> None:
    for index in range(program.arguments + 1):
        block.set("move", index, move[index] if index < len(move) else 0)
    block.set("move.seat", 0, seat)
