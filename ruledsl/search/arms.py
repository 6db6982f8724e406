"""What a tree search keeps of each move, and how it weighs it: the same for the plain tree and the one in machine code."""

from __future__ import annotations

from math import sqrt
from struct import pack, unpack

from ruledsl.ir.rng import stir
from ruledsl.record import record

CURIOSITY = 0.5
"""How much a move that was seldom tried is preferred."""
MARGIN = 0.5
"""How much of what a game is worth lies in the score, where the score is what decides who wins; the rest is winning itself."""
LIMIT = 20_000
"""Decisions after which playing on is given up."""
DEEPEST = 1000
"""Choices by the tree in one playing on."""


@record
class Arm:
    """A move in the tree: how often it was made, how often it could have been, the victories and the points that it brought."""

    visits: int = 0
    offered: int = 1
    won: float = 0.0
    points: float = 0.0


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
