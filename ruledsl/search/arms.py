"""What a tree search is told by those who made it, and what it tells of a move. How it grows: `ruledsl/kernels`."""

from __future__ import annotations

from ruledsl.ir.rng import stir
from ruledsl.record import record

CURIOSITY = 0.5
"""How much a move that was seldom tried is preferred."""
MARGIN = 0.5
"""How much of what a game is worth lies in the score, where the score is what decides who wins; the rest is winning itself."""
ENVY = 0.9
"""How much of what the others have on average is taken from the points of a seat: most of it, as it is the lead that wins. Where payoffs add up to
nothing that changes nothing; where all have the same, what is left is enough to tell more from less."""
LIMIT = 20_000
"""Decisions after which playing on is given up."""
WIDE = 12
"""Options beyond which a place is wide: they are looked at one after the other, what brings the most points at once first."""
WIDENING = 2
"""Of the options of a wide place, so many times the square of those that are in the tree may be fewer than its visits."""
LOOKS = 4
"""Options that a seat looks at in playing on, before it takes the one that brings the most points at once."""
TELLING = 8
"""Of so many looks, one at least has to tell options apart, or else nobody looks any more: points come at the end."""
RIPE = 32
"""Visits before the tree grows on behind a move, where seats look: before that they choose better than a tree that has tried so little."""
TRIED = 64
"""Looks before that can be said."""
SUPPOSED = 4.0
"""In wide places where points tell nothing, each option is taken to have been tried so often more, with what it brought its seat elsewhere in the tree."""
HEEDED = 15.0
"""The same where it is known, too, what it brought wherever it was made in playing on: that is far more, so it counts for more."""
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
