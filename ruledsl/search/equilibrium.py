"""Play that nobody can better: counterfactual regret minimisation over a whole game, and how far from it any play is.

The histories stand in arrays, those of one length behind those before, so that one pass over the game is a few operations a length.
CFR+: regrets are never below nothing, seats are better off in turn, and later plays count more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ruledsl.record import cached_property, record
from ruledsl.search.enumerate import Tree
from ruledsl.search.exact import solve

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

ROUNDS = 10_000
"""Passes over the game, at most."""
GOAL = 1e-5
"""Exploitability that is good enough."""


class Arrays:
    """A tree by the length of its histories. An edge is the step into a node; `choice` is the number of the option taken there among
    the options of all information states, -1 for chance, and `seat` who took it, -1 for chance."""

    def __init__(self, tree: Tree):
        depth = _depths(tree)
        order = sorted(range(len(depth)), key=depth.__getitem__)
        place = {node: n for n, node in enumerate(order)}
        parent = [place.get(tree.parent[node], -1) for node in order]
        order = [node for _, node in sorted(zip(_keys(order, parent, depth), order, strict=True))]
        self.tree = tree
        self.order = np.array(order)
        self.place = {node: n for n, node in enumerate(order)}
        self.parent = np.array([self.place.get(tree.parent[node], 0) for node in order])
        self.starts = np.searchsorted([depth[node] for node in order], range(max(depth) + 2))
        self.first = np.cumsum([0] + [len(state.options) for state in tree.states])[:-1]
        self.options = sum(len(state.options) for state in tree.states)
        self.owner = np.repeat([s.seat for s in tree.states], [len(s.options) for s in tree.states])
        self.choice = np.array([self._choice(node) for node in order])
        self.seat = np.where(self.choice >= 0, self.owner[self.choice], -1)
        self.chance = np.array([float(tree.chance[node]) for node in order])
        self.payoff = np.array([tree.payoff[node] or (0,) * tree.players for node in order], dtype=float).T
        self.state_nodes = np.array([self.place[state.nodes[0]] for state in tree.states])

    def _choice(self, node: int) -> int:
        """The number of the option by which a node was reached."""
        state = self.tree.information[self.tree.parent[node]] if self.tree.parent[node] >= 0 else -1
        return int(self.first[state]) + self.tree.branch[node] if state >= 0 else -1

    @cached_property
    def levels(self) -> list[tuple[slice, Numbers, Numbers]]:
        """From the second length on: its nodes, where the children of each parent begin, and those parents."""
        out = []
        for low, high in zip(self.starts[1:-1], self.starts[2:], strict=True):
            parents = self.parent[low:high]
            begin = np.flatnonzero(np.diff(parents, prepend=-1))
            out.append((slice(int(low), int(high)), begin, parents[begin]))
        return out

    def uniform(self) -> Floats:
        """Every option as likely as another."""
        return self.shares(np.zeros(self.options))

    def shares(self, weights: Floats) -> Floats:
        """Weights of options as chances, information state by information state; all alike where there is no weight."""
        sizes = np.diff(self.first, append=self.options)
        total = np.repeat(np.add.reduceat(weights, self.first), sizes)
        shares: Floats = np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / np.repeat(sizes, sizes))
        return shares

    def steps(self, play: Floats) -> Floats:
        """How likely each edge is taken from where it begins."""
        steps: Floats = np.where(self.choice >= 0, play[self.choice], self.chance)
        return steps

    def reach(self, steps: Floats) -> Floats:
        """The product of the steps to each node."""
        out = np.ones(len(self.parent))
        for nodes, _, _ in self.levels:
            out[nodes] = out[self.parent[nodes]] * steps[nodes]
        return out

    def values(self, steps: Floats, seat: int) -> Floats:
        """What each node is worth for a seat."""
        out: Floats = self.payoff[seat].copy()
        for nodes, begin, parents in reversed(self.levels):
            out[parents] = np.add.reduceat(out[nodes] * steps[nodes], begin)
        return out


def _depths(tree: Tree) -> list[int]:
    """How long each history is; parents stand before their children."""
    out: list[int] = []
    for parent in tree.parent:
        out.append(0 if parent < 0 else out[parent] + 1)
    return out


def _keys(order: list[int], parent: list[int], depth: list[int]) -> Iterator[tuple[int, int, int]]:
    """By length, then by parent, then by number: the children of a node stand side by side."""
    return ((depth[node], above, node) for node, above in zip(order, parent, strict=True))


class Solver:
    """Plays a game against itself, and gets better at it."""

    def __init__(self, arrays: Arrays):
        self.arrays = arrays
        self.regret: Floats = np.zeros(arrays.options)
        self.total: Floats = np.zeros(arrays.options)
        self.rounds = 0

    @property
    def play(self) -> Floats:
        """The mean of all plays so far: the chance of each option."""
        return self.arrays.shares(self.total)

    def step(self) -> None:
        """One pass for each seat."""
        self.rounds += 1
        for seat in range(self.arrays.tree.players):
            self._better(seat)

    def _better(self, seat: int) -> None:
        arrays = self.arrays
        now = arrays.shares(self.regret)
        steps = arrays.steps(now)
        own = arrays.seat == seat
        values = arrays.values(steps, seat)
        others = arrays.reach(np.where(own, 1.0, steps))
        edges = np.flatnonzero(own)
        above = arrays.parent[edges]
        gain = others[above] * (values[edges] - values[above])
        self.regret += np.bincount(arrays.choice[edges], gain, arrays.options)
        np.maximum(self.regret, 0, out=self.regret)
        mine = arrays.owner == seat
        sizes = np.diff(arrays.first, append=arrays.options)
        reach = np.repeat(arrays.reach(np.where(own, steps, 1.0))[arrays.state_nodes], sizes)
        self.total += np.where(mine, self.rounds * reach * now, 0)


def values_of(arrays: Arrays, play: Floats) -> list[float]:
    """What each seat gets if all play so."""
    steps = arrays.steps(play)
    return [float(arrays.values(steps, seat)[0]) for seat in range(arrays.tree.players)]


def exploitability(arrays: Arrays, play: Floats) -> float:
    """What a seat gains, on the mean over the seats, by playing its best against the others who play so."""
    best = [BestResponse(arrays, play, seat).value for seat in range(arrays.tree.players)]
    return sum(b - v for b, v in zip(best, values_of(arrays, play), strict=True)) / arrays.tree.players


class BestResponse:
    """The best that a seat can do against a known play of the others. Its last decisions are settled first."""

    def __init__(self, arrays: Arrays, play: Floats, seat: int):
        self.arrays = arrays
        self.seat = seat
        self.steps = np.where(arrays.seat == seat, 0.0, arrays.steps(play))
        self.others = arrays.reach(np.where(arrays.seat == seat, 1.0, self.steps))
        self.value = self._settle()

    def _settle(self) -> float:
        arrays = self.arrays
        turn = self._turns()
        edges = np.flatnonzero(arrays.seat == self.seat)
        for number in range(int(turn.max()), 0, -1):
            values = arrays.values(self.steps, self.seat)
            now = edges[turn[edges] == number]
            worth: Floats = np.bincount(arrays.choice[now], (self.others * values)[now], arrays.options).astype(np.float64)
            chosen = self._chosen(worth, np.unique(arrays.choice[now]))
            self.steps[now] = chosen[arrays.choice[now]]
        return float(arrays.values(self.steps, self.seat)[0])

    def _turns(self) -> Numbers:
        """How often the seat has decided on the way to each node; it remembers that, so it is the same throughout an information state."""
        arrays = self.arrays
        out = np.zeros(len(arrays.parent), dtype=np.int64)
        own = (arrays.seat == self.seat).astype(np.int64)
        for nodes, _, _ in arrays.levels:
            out[nodes] = out[arrays.parent[nodes]] + own[nodes]
        return out

    def _chosen(self, worth: Floats, options: Numbers) -> Floats:
        """1 for the best option of each of these information states."""
        out = np.zeros(self.arrays.options)
        states = np.unique(np.searchsorted(self.arrays.first, options, side="right") - 1)
        ends = np.append(self.arrays.first, self.arrays.options)
        for state in states:
            low, high = ends[state], ends[state + 1]
            out[low + int(np.argmax(worth[low:high]))] = 1
        return out


@record(frozen=True)
class Equilibrium:
    """What each seat gets, and what one more could gain at most by playing otherwise. `rounds` is how long it took; `exact` is what the
    first seat gets as a fraction, where that is known."""

    values: tuple[float, ...]
    exploitability: float
    rounds: int
    exact: str | None = None

    def record(self) -> dict[str, Any]:
        """As one JSON document. `value` is what the first seat gets."""
        return {
            "value": self.values[0],
            "exact_value": self.exact,
            "values": list(self.values),
            "exploitability": self.exploitability,
            "rounds": self.rounds,
        }


def equilibrium(
    tree: Tree, rounds: int = ROUNDS, goal: float = GOAL, progress: Callable[[int, float], object] | None = None
) -> Equilibrium:
    """Play that is no more exploitable than `goal`, or as good as it gets in so many rounds."""
    solver = Solver(Arrays(tree))
    far, check = float("inf"), 1
    while solver.rounds < rounds and far > goal:
        while solver.rounds < min(check, rounds):
            solver.step()
        far = exploitability(solver.arrays, solver.play)
        check = solver.rounds + max(1, solver.rounds // 4)
        if progress is not None:
            progress(solver.rounds, far)
    return Equilibrium(tuple(values_of(solver.arrays, solver.play)), far, solver.rounds)




def exact_equilibrium(tree: Tree) -> Equilibrium | None:
    """Play that cannot be exploited at all; None if the game is too large for that, or not one of two seats against each other."""
    solution = solve(tree)
    if solution is None:
        return None
    arrays = Arrays(tree)
    play = arrays.shares(np.array([float(weight) for weights in solution.weights for weight in weights]))
    both = float(solution.value), values_of(arrays, play)[1]
    return Equilibrium(both, max(0.0, exploitability(arrays, play)), 0, str(solution.value))
