"""What must hold wherever somebody is asked in a test."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.engine import menus
from ruledsl.engine.backend import score_of
from ruledsl.engine.position import Position
from ruledsl.engine.spoken import Spoken
from ruledsl.testing.setting import TestFault

WAYS = 200
"""Ways to fill in the arguments of an action for which it is looked at what is said against it."""


def held(position: Position, kept: Iterable[tuple[str, str, int]], spoken: Spoken) -> None:
    """Whoever is asked has an option, no text goes wrong that people read, and these invariants hold; where the game is over, it can be told who wins, and what
    each has. RulesFault or TestFault if not."""
    if position.over:
        judged(position)
    if position.over or position.kind in ("chance", "world"):
        return
    for seat in position.waiting:
        menus.choices(position, seat)
    for fault in spoken.wrong(position, against=False):
        raise fault
    for title, function, place in kept:
        if not position.call(function):
            raise TestFault(position.program.places[place].span, f"the invariant `{title}` does not hold any more")


def judged(position: Position) -> None:
    """RulesFault if it cannot be told who wins, or what somebody has."""
    position.call("winners")
    for seat in range(position.program.players):
        score_of(position.program, position.call, seat)
        position.call("payoff", seat)


def ended(position: Position, spoken: Spoken) -> None:
    """Where a test ends nothing goes wrong that is said against an action, either: there are many ways to ask for one. RulesFault if it does."""
    for fault in spoken.wrong(position):
        raise fault
