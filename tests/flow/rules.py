"""Small games for tests: a frame around the lines that a test is about."""

from __future__ import annotations

from ruledsl.model import Model, check
from ruledsl.source import Source
from ruledsl.syntax import parse

FRAME = """game "Small":
    players 2..3

card Ace
card King

components:
    stock: 5 of Ace, 5 of King

table:
    stock: pile, hidden
    heap: pile
    left: 0..9 = 9
    lamp: bool
each player:
    hand: hand, own
    score: 0..9
    out: bool

winner: highest score

action take():
    "take one"
    require left > 0 else "nothing is left"
    left -= 1
    your.score += 1
    if left == 0: end game
action stop():
    "stop"
    your.out = true

"""
"""What every small game has. Unused names are warnings, which tests of the flow do not look at."""


def model_of(text: str, frame: str = FRAME) -> Model:
    """The checked model of a small game; it has no errors."""
    tree, faults = parse(Source("small.rules", frame + text))
    model, more = check((tree,))
    errors = [d for d in (*faults, *more) if d.is_error]
    assert not errors, errors
    return model
