"""Which of many instances of a zone hold cards, as a word: in both engines, of an instance that is written and of one that comes in play."""

from __future__ import annotations

from random import Random

import pytest

from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.native import Native
from tests.ir.build import program, zone
from tests.native.compare import UNCACHED

TEXT = """
function held value 1 2
  s:
    r1 = zheld z[r0]
    return r1
function first value 0 2
  s:
    r0 = const {first}
    r1 = zheld z[r0]
    return r1
"""


@pytest.mark.parametrize("tier", [0, 2])
@pytest.mark.parametrize("cards", [5, 63, 64, 65, 200])
@pytest.mark.parametrize("instances", [1, 2, 63, 64, 65, 130])
@pytest.mark.parametrize("word", ["pile", "heap"])
def test_those_that_hold_cards(word: str, instances: int, cards: int, tier: int) -> None:
    random = Random(f"{word} {instances} {cards}")
    homes = [1 + random.choice(range(0, instances, 3)) for _ in range(cards)]
    some = zone("z", 1, word, instances=instances, capacity=cards)
    made = program(TEXT.format(first=instances - 1), zones=(some,), cards=(0,) * cards, home=tuple(homes), faces=(None,))
    for engine in (Interpreter(made), Native(made, tier, cache=UNCACHED)):
        state = engine.start(0)
        for k in range(instances):
            word_of = sum(1 << n for n in range(64) if 1 + (k & -64) + n in homes)
            assert engine.call(state, "held", k) == (word_of - (1 << 64) if word_of >> 63 else word_of)
        assert engine.call(state, "first") == engine.call(state, "held", instances - 1)
        for beyond in (-1, instances):
            with pytest.raises(RulesFault) as caught:
                engine.call(state, "held", beyond)
            assert caught.value.fault is Fault.BOUNDS
