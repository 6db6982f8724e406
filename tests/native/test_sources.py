"""Where a card comes from is guessed; where the guess is wrong, the card is looked for. Games of cards that are moved twice tell."""

from __future__ import annotations

import pytest

from ruledsl import pipeline
from ruledsl.ir.program import Program
from ruledsl.native import Native
from ruledsl.native.reach import random_play
from ruledsl.native.sources import Moved, Source
from ruledsl.native.starting import from_start
from tests import few
from tests.native.build import SORTS, program
from tests.native.compare import UNCACHED, engines, outcome
from tests.native.test_playouts import played

OWNED = {name for name, owner, *_ in SORTS if owner == "player"}

BEGIN = """
function main main 0 20
  resumes start
  start:
    r0 = const 0
    r1 = const 1
    r2 = const 2
    r3 = zcount deck[r0]
    r4 = random r3
    r5 = zat deck[r0], r4
    zput {first}, r5 @5
    zput {then}, r5 @6
    r1 = const 1
    r6 = zat hand[r1], r0
    r1 = const 9
    zput {first}, r6 @7
    r1 = const 1
    r7 = zat deck[r0], r0
    zput {then}, r7 @8
    r8 = zcount {first}
    branch r8, some, none
  some:
    r9 = const 0
    r10 = zat {first}, r9
    zput {then}, r10 @9
    jump none
  none:
    zall hand[r1], heap[r0] @10
    zall heap[r0], hand[r0] @11
    r11 = const 0
    r12 = const 31
"""

EACH = """
    r14 = const 0
    r15 = const {k}
    jump test.{n}
  test.{n}:
    r16 = zcount {name}[r15]
    r17 = lt r14, r16
    branch r17, in.{n}, out.{n}
  in.{n}:
    r18 = zat {name}[r15], r14
    r11 = mul r11, r12
    r11 = add r11, r18
    r18 = const 1
    r14 = add r14, r18
    jump test.{n}
  out.{n}:
    r11 = mul r11, r12
    r11 = add r11, r16
    r18 = const 1048575
    r11 = and r11, r18
"""

END = """
    store out[r0], r11
    finish
"""


def moving(first: str, then: str) -> Program:
    """Cards are moved twice, from zones where they no longer lie, and all that lies anywhere is written into one number."""
    at = {name: f"{name}[r2]" if name in OWNED else f"{name}[r0]" for name, *_ in SORTS}
    text = BEGIN.format(first=at[first], then=at[then])
    instances = [(name, k) for name in at for k in range(3 if name in OWNED else 1)]
    for n, (name, k) in enumerate(instances):
        text += EACH.format(n=n, name=name, k=k)
    return program(text + END)


@pytest.mark.parametrize("first", [name for name, *_ in SORTS])
def test_cards_that_lie_elsewhere_are_found(first: str) -> None:
    names = [name for name, *_ in SORTS]
    at = names.index(first)
    for then in [*names[at:], *names[:at]][: few.of(len(names))]:
        made = moving(first, then)
        assert "card.zone" in random_play(made, False).unread
        _, natives = engines(made, (0, 2) if then == first else (0,))
        expected = outcome(lambda: played(made, 3, 4))  # noqa: B023
        for native in natives:
            assert outcome(lambda: native.simulate(0, 4, 3, 99)) == expected  # noqa: B023


def test_a_card_in_the_box_comes_into_play() -> None:
    text = "function main main 0 9\n  resumes start\n  start:\n    r0 = const 0\n    r1 = zat heap[r0], r0\n    r2 = const 7\n    r1 = add r1, r2\n"
    made = program(text + "    zput hand[r0], r1\n    r3 = zcount hand[r0]\n    store out[r0], r3\n    finish\n")
    assert Native(made, 0, UNCACHED).simulate(0, 1, 1, 9) == played(made, 1, 1)


@pytest.mark.parametrize(("game", "players", "zones"), [
    ("hearts", 4, {"deck", "hand"}), ("go-fish", 2, {"pool", "drawn", "hand"}), ("crazy-eights", 5, {"stock", "hand"}), ("kuhn-poker", 2, {"deck"}),
])  # fmt: skip
def test_where_cards_come_from(game: str, players: int, zones: set[str]) -> None:
    """From piles, from hands by the option that was taken, from sets that are gone through: nothing needs to note where a card lies."""
    made = pipeline.lower(pipeline.load(game), players, {})
    moved = Moved(made, from_start(made)).moved()
    assert {source.zone for source in moved if source} == zones
    assert None not in moved
    assert "card.zone" in random_play(made, False).unread
    assert "card.zone" not in random_play(made, True).unread


def test_two_places_are_none() -> None:
    text = """
function main main 0 9
  resumes start
  start:
    r0 = const 0
    r1 = random r2
    branch r1, one, other
  one:
    r3 = zat deck[r0], r0
    jump both
  other:
    r3 = zat heap[r0], r0
    jump both
  both:
    r4 = zat deck[r0], r0
    zput hand[r0], r4
    zput hand[r0], r3
    finish
"""
    made = program(text)
    assert Moved(made, made.functions["main"]).moved() == [Source("deck", 0), None]
    assert "card.zone" not in random_play(made, False).unread
