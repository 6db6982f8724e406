"""Monte Carlo tree search: looks for a good move by playing on from here many times, more often where it went well.

Nothing is looked at that the seat does not know. Each playing on begins in another state that the seat holds possible (`Worlds`), with
another future. Where a game hides nothing, the tree branches by what chance brings as well (UCT); where it does, by the moves alone, and
a move is measured by the times when it could be made (ISMCTS); each seat names its places by what it has heard of them. Seats that are asked
together choose each for itself.

How the tree grows is written once, in `ruledsl/kernels`: run as Python over either engine, or as machine code, the same to the last bit, which
is what plays unless an engine is named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ruledsl.engine.backend import engine_for
from ruledsl.engine.choice import Choice
from ruledsl.engine.growing import forest, grown
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.engine.secrets import kept_unseen
from ruledsl.ir.points import pays, sign
from ruledsl.ir.program import Program
from ruledsl.minds.blind import blind
from ruledsl.minds.worlds import worlds
from ruledsl.record import record
from ruledsl.search.alike import Likeness
from ruledsl.search.arms import (
    CURIOSITY,
    DEEPEST,
    ENVY,
    HEEDED,
    LIMIT,
    LOOKS,
    MARGIN,
    RIPE,
    ROOT,
    SUPPOSED,
    TELLING,
    TRIED,
    WIDE,
    WIDENING,
    Arm,
    arm_name,
    mean,
    root_of,
)
from ruledsl.search.plain import PlainTree

BATCH = 64
"""Playings on between two reports of progress, at least."""


@record(frozen=True)
class Manner:
    """How a tree grows. `depth`: choices by the tree in one playing on, at most; 1 is flat. `each`: so many playings on in one world, each
    world with a tree of its own that sees everything; 0 for one tree and a new world every time. `near`: nothing grows, but every option
    is tried in each world, until the seat is asked again."""

    depth: int = DEEPEST
    each: int = 0
    near: bool = False


MANNERS = {"mcts": Manner(), "ismcts": Manner(), "flat": Manner(depth=1), "pimc": Manner(each=20), "greedy": Manner(near=True)}
"""The search takes hidden cards for what they are, whichever way it is called."""


@record(frozen=True)
class Estimate:
    """A move (of several alike, the first), how often it was tried, and how good it was, from 0 to 1: how much of the victory and of the
    lead in points it brought, as a share of the leads seen; of the lead alone, where a game pays. None if it was never tried. `won` is its share of
    the victory, `lead` the points of the seat less most of what the others have on average (`ENVY`), better ones positive."""

    choice: Choice
    visits: int
    value: float | None
    won: float | None = None
    lead: float | None = None


class Tree(Protocol):
    """What grows by playing on, and what it knows of a move by the move's name in the tree. `least` and `most` are the leads seen."""

    @property
    def least(self) -> float: ...
    @property
    def most(self) -> float: ...
    def grow(self, count: int) -> None: ...
    def arm(self, name: int) -> Arm | None: ...


def hides(program: Program) -> bool:
    """Does a seat not see everything?"""
    return any(zone.visibility != "open" for zone in program.zones) or any(v.visibility != "open" for v in program.variables)


def search(
    match: Match,
    simulations: int,
    seed: int = 0,
    seat: int | None = None,
    engine: str = "",
    *,
    progress: Callable[[int], object] | None = None,
    manner: Manner | None = None,
) -> list[Estimate]:
    """What can be said of the moves of a seat (from 1; the first that is asked, if none is given), the best first. `progress` is told how often was
    played on; KeyboardInterrupt, which may come out of it, ends the search with what is known."""
    waiting = match.position.waiting
    if not waiting or seat is not None and seat - 1 not in waiting:
        raise ValueError("this seat is not asked")
    who = waiting[0] if seat is None else seat - 1
    finder = Search(worlds(match, who), who, simulations, seed, engine, manner or Manner())
    done = 0
    try:
        while done < simulations:
            step = min(simulations - done, BATCH) if progress is not None else simulations - done
            finder.tree.grow(step)
            done += step
            if progress is not None:
                progress(done)
    except KeyboardInterrupt:  # what was found out by then is said
        pass
    return finder.estimates(match.hops(who + 1))


def choose(
    match: Match, simulations: int, seed: int = 0, seat: int | None = None, engine: str = "", *, manner: Manner | None = None,
    progress: Callable[[int], object] | None = None,
) -> Choice:  # fmt: skip
    """The move that a search likes best. Where all moves are alike, nothing is searched."""
    who = match.position.waiting[0] + 1 if seat is None else seat
    options = match.hops(who)
    likeness = Likeness(match.program)
    if len(likeness.names(match.position.block, who - 1, [option.move for option in options])) == 1:
        return options[0]
    return search(match, simulations, seed, who, engine, progress=progress, manner=manner)[0].choice


class Search:
    """A tree for one seat (from 0) that is asked in a position."""

    def __init__(self, worlds: Worlds, seat: int, simulations: int, seed: int, engine: str, manner: Manner):
        self.program, self.seat, self.manner = worlds.position.program, seat, manner
        self.worlds = worlds
        self.likeness = Likeness(self.program)
        self.simulations = simulations
        self.by_moves = hides(self.program) and not manner.each
        self.pays = pays(self.program)
        self.sign = sign(self.program)
        if engine:
            self.tree: Tree = PlainTree(self, engine_for(self.program, engine), seed)
        else:
            self.tree = CompiledTree(self, seed)

    @property
    def heeds(self) -> bool:
        """Is it heeded what is made in playing on? What is called by cards cannot be named once they have moved, and where something is hidden, others draw
        another state. Where chance falls, it says who can make which move, and who could mostly was ahead before."""
        falls = any(site.kind in ("chance", "world") for site in self.program.sites)
        return self.manner.depth > 1 and not self.by_moves and not self.program.cards and not falls

    @property
    def told(self) -> dict[str, int | float | Sequence[int]]:
        """What the plan of a tree is told, by its words."""
        return {
            "seat": self.seat, "depth": self.manner.depth, "each": self.manner.each, "by_moves": int(self.by_moves),
            "sign": self.sign, "weight": self.weight, "envy": self.envy, "curiosity": CURIOSITY, "limit": LIMIT,
            "looks": LOOKS, "telltale": TELLING, "tried": TRIED, "ripe": RIPE, "wide": WIDE, "widening": WIDENING,
            "supposed": HEEDED if self.heeds else SUPPOSED, "heeded": int(self.heeds),
            "unheard": [int(kept_unseen(self.program, site)) for site in range(len(self.program.sites))], "blind": blind(self.program),
        }  # fmt: skip

    @property
    def arms(self) -> int:
        """The most arms that the tree will have."""
        return self.program.max_options if self.manner.near else self.simulations

    def estimates(self, options: list[Choice]) -> list[Estimate]:
        """What is known of some options of the seat, the most tried first."""
        named = self.likeness.naming(self.worlds.position.block, self.seat)
        firsts: dict[int, Choice] = {}
        for option in options:
            firsts.setdefault(named(option.move), option)
        found = [(self._whole(name), option) for name, option in firsts.items()]
        found.sort(key=lambda pair: (-pair[0].visits, -self.mean(pair[0])))
        return [self._estimate(arm, option) for arm, option in found]

    def _estimate(self, arm: Arm, option: Choice) -> Estimate:
        if not arm.visits:
            return Estimate(option, 0, None)
        return Estimate(option, arm.visits, self.mean(arm), arm.won / arm.visits, arm.points / arm.visits)

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
    def envy(self) -> float:
        """How much the points of the others count; to a greedy player nothing."""
        return 0.0 if self.manner.near else ENVY

    @property
    def weight(self) -> float:
        """How much the points count."""
        return 1.0 if self.pays else MARGIN


class CompiledTree:
    """A tree that grows in machine code."""

    def __init__(self, search: Search, seed: int):
        self.forest = forest(search.worlds, search.arms, seed, search.told)
        self.program, self.near = search.program, search.manner.near

    @property
    def least(self) -> float:
        return float(self.forest.plan.least)

    @property
    def most(self) -> float:
        return float(self.forest.plan.most)

    def grow(self, count: int) -> None:
        if self.near:
            self.forest.sweep(count)
        else:
            self.forest.grow(count)
            grown(self.program, count)

    def arm(self, name: int) -> Arm | None:
        found = self.forest.arm(name)
        return None if found is None else Arm(*found)
