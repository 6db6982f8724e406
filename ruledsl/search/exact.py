"""The exact value of a small game of two seats, where what one wins the other loses: a linear program in fractions.

A sequence is what a seat has chosen so far. The first seat weighs its sequences; the second seat answers each with its best, and the
program makes the worst of these answers as good as it can. Payoffs are counted from the smallest, so that nothing is lost by giving a
sequence more weight: the weights need only stay below what they come from, and doing nothing at all is a place to begin.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from ruledsl.record import record
from ruledsl.search.enumerate import TERMINAL, Tree

SEQUENCES = 120
"""Options of a seat in all its information states together, at most."""

Row = dict[int, Fraction]
ROOT = -1
"""The sequence of a seat that has not chosen yet."""


@record(frozen=True)
class Solution:
    """What the first seat gets, and how much each option weighs, by information state and option, when both play their best."""

    value: Fraction
    weights: list[list[Fraction]]


def solve(tree: Tree) -> Solution | None:
    """None if the game is too large, or is not one of two seats against each other."""
    sizes = [sum(len(state.options) for state in tree.states if state.seat == seat) for seat in range(tree.players)]
    ends = [tree.payoff[node] for node, kind in enumerate(tree.kind) if kind == TERMINAL]
    if tree.players != 2 or max(sizes) > SEQUENCES or len({sum(payoff) for payoff in ends}) > 1:
        return None
    return _Matrix(tree, min(payoff[0] for payoff in ends)).solution()


class _Matrix:
    """The program of a game: its columns are weights of the first seat's sequences and values of the second seat's states."""

    def __init__(self, tree: Tree, least: int):
        self.tree = tree
        self.least = least
        self.first = [0]
        for state in tree.states:
            self.first.append(self.first[-1] + len(state.options))
        self.past = self._pasts()
        self.columns: dict[tuple[str, int], int] = {}
        self.rows: list[Row] = []
        self.answers: dict[int, int] = {}

    def _pasts(self) -> list[tuple[int, int]]:
        """The last sequence of both seats at each node."""
        out: list[tuple[int, int]] = []
        for node, parent in enumerate(self.tree.parent):
            here = list(out[parent]) if parent >= 0 else [ROOT, ROOT]
            state = self.tree.information[parent] if parent >= 0 else -1
            if state >= 0:
                here[self.tree.states[state].seat] = self.first[state] + self.tree.branch[node]
            out.append((here[0], here[1]))
        return out

    def column(self, kind: str, number: int) -> int:
        return self.columns.setdefault((kind, number), len(self.columns))

    def solution(self) -> Solution:
        self.rows.append({self.column("weight", ROOT): Fraction(1)})
        states = list(enumerate(self.tree.states))
        for number, state in states:
            if state.seat == 0:
                self._weights(number)
        self._answers()
        value, places, duals = simplex(self.rows, 0, self.column("value", ROOT))
        weights = [[Fraction(0)] * len(state.options) for _, state in states]
        for number, state in states:
            for branch in range(len(state.options)):
                sequence = self.first[number] + branch
                mine = places.get(self.column("weight", sequence), Fraction(0))
                weights[number][branch] = mine if state.seat == 0 else duals[self.answers[sequence]]
        return Solution(value + self.least, weights)

    def _weights(self, number: int) -> None:
        """The options of a state weigh no more together than the way there."""
        row: Row = {self.column("weight", s): Fraction(1) for s in range(self.first[number], self.first[number + 1])}
        row[self.column("weight", self.past[self.tree.states[number].nodes[0]][0])] = Fraction(-1)
        self.rows.append(row)

    def _answers(self) -> None:
        """A state of the second seat is worth no more than any of its options."""
        rows: dict[int, Row] = defaultdict(lambda: defaultdict(Fraction))
        rows[ROOT][self.column("value", ROOT)] += 1
        for number, state in enumerate(self.tree.states):
            if state.seat == 1:
                for sequence in range(self.first[number], self.first[number + 1]):
                    rows[sequence][self.column("value", number)] += 1
                rows[self.past[state.nodes[0]][1]][self.column("value", number)] -= 1
        for node, chance in self._ends():
            mine, theirs = self.past[node]
            rows[theirs][self.column("weight", mine)] -= chance * (self.tree.payoff[node][0] - self.least)
        for sequence, row in rows.items():
            self.answers[sequence] = len(self.rows)
            self.rows.append({column: number for column, number in row.items() if number})

    def _ends(self) -> list[tuple[int, Fraction]]:
        """Each end, and how likely chance leads there."""
        chances: list[Fraction] = []
        for node, parent in enumerate(self.tree.parent):
            chances.append(self.tree.chance[node] * (chances[parent] if parent >= 0 else 1))
        return [(node, chances[node]) for node, kind in enumerate(self.tree.kind) if kind == TERMINAL]


def simplex(rows: list[Row], one: int, goal: int) -> tuple[Fraction, Row, list[Fraction]]:
    """Makes column `goal` as large as can be, where no column is negative, and row `one` is at most 1 and each other at most 0.

    Answers the largest value, the columns there, and what a little more room in each row would bring. Bland's rule: it always ends."""
    count = 1 + max(column for row in rows for column in row)
    table = [{**row, count + n: Fraction(1)} for n, row in enumerate(rows)]
    right = [Fraction(int(n == one)) for n in range(len(rows))]
    basis = [count + n for n in range(len(rows))]
    target: Row = {goal: Fraction(1)}
    value = Fraction(0)
    while (enter := min((column for column, gain in target.items() if gain > 0), default=None)) is not None:
        tight = [(right[n] / row[enter], basis[n], n) for n, row in enumerate(table) if row.get(enter, 0) > 0]
        if not tight:
            raise ValueError("there is no largest value")
        leave = min(tight)[2]
        _pivot(table, right, leave, enter)
        basis[leave] = enter
        gain = target[enter]
        _subtract(target, table[leave], gain)
        value += gain * right[leave]
    places = {column: right[n] for n, column in enumerate(basis)}
    return value, places, [-target.get(count + n, Fraction(0)) for n in range(len(rows))]


def _pivot(table: list[Row], right: list[Fraction], leave: int, enter: int) -> None:
    factor = table[leave][enter]
    table[leave] = {column: number / factor for column, number in table[leave].items()}
    right[leave] /= factor
    for n, row in enumerate(table):
        share = row.get(enter)
        if n != leave and share:
            _subtract(row, table[leave], share)
            right[n] -= share * right[leave]


def _subtract(row: Row, other: Row, times: Fraction) -> None:
    for column, number in other.items():
        left = row.get(column, Fraction(0)) - times * number
        if left:
            row[column] = left
        else:
            row.pop(column, None)
