"""Numbers that an action is given are found as sets: the options are those that are found one by one, in their order."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.ir.program import Program
from ruledsl.native import Native

RULES = """\
game "Numbers":
    players 2

table:
    heap[n in 1..4]: 0..62
    least: 0..62 = 1
    chosen: 0..300
    large: 0..300

play:
    turns p in players at most 20 times: turn(p)

phase turn(p):
    p chooses take or pass

action take(PARAMETERS):
    "take SAID"
    REQUIRED
    chosen = SAID

action pass():
    "pass"
    chosen = 0

winner: highest payoff

def payoff(p) = chosen
"""

STOPS = "stops before what faults"
"""Every option is there, since the first member settles it: nobody asks for the fifth heap."""

WAYS = {
    "ends known in play": ("n in 1..4, some in 1..heap[n]", "some", ""),
    "both ends": ("some in least..heap[1]", "some", ""),
    "an end that may lie below": ("some in 0..heap[2] - 1", "some", ""),
    "a requirement of each": ("n in 1..4, some in least..heap[n]", "some", 'require some % 3 == n % 3 else "no"'),
    "a condition": ("n in 1..4 if heap[n] > least", "n", ""),
    "a requirement": ("n in 1..4", "n", 'require heap[n] != least else "no"'),
    "any of few": ("n in 1..4", "n", 'require any(heap[k] == n - 1 for k in 1..4) else "no"'),
    "few within few": ("n in 1..4", "n", 'require all(any(heap[k] < j + n for k in 1..4) for j in 0..2) else "no"'),
    STOPS: ("n in 1..4", "n", 'require any(heap[k] >= 0 for k in 1..5) else "no"'),
    "too far for a set": ("some in 0..large", "some", ""),
}

AT_ONCE = [name for name in WAYS if name != "too far for a set"]


def both(tmp_path: Path, way: str) -> tuple[Program, Program]:
    parameters, said, required = WAYS[way]
    text = RULES.replace("PARAMETERS", parameters).replace("SAID", said).replace("    REQUIRED\n", f"    {required}\n" if required else "")
    file = tmp_path / "numbers.rules"
    file.write_text(text)
    game = ruledsl.load(str(file))
    return game.program(2), game.program(2, watched=True)


@pytest.mark.parametrize("way", WAYS)
def test_options_are_those_found_one_by_one(tmp_path: Path, way: str) -> None:
    drawn = Random(way)
    programs = both(tmp_path, way)
    engines = [Interpreter(programs[0]), Interpreter(programs[1]), Native(programs[0], 0)]
    counts = set()
    for _ in range(40):
        heaps, least, large = [drawn.choice((0, 1, 2, 61, 62, drawn.randrange(63))) for _ in range(4)], drawn.choice((0, 1, 3, 62)), drawn.choice((0, 70, 300))
        found = []
        for engine in engines:
            state = engine.start(1)
            for n, heap in enumerate(heaps):
                state.set("heap", n, heap)
            state.set("least", 0, least)
            state.set("large", 0, large)
            found.append([tuple(row) for row in engine.legal(state, state.get("ask.site"), 0)])
        assert found[0] == found[1] == found[2]
        counts.add(len(found[0]))
    assert len(counts) > 2 or way == STOPS


@pytest.mark.parametrize("way", AT_ONCE)
def test_no_loop_lists_numbers(tmp_path: Path, way: str) -> None:
    program, watched = both(tmp_path, way)
    ops = [i.op for block in program.functions["legal.0"].blocks for i in block.instrs]
    assert "options" in ops
    assert "options" not in [i.op for block in watched.functions["legal.0"].blocks for i in block.instrs]


def test_a_range_in_play_is_a_set(tmp_path: Path) -> None:
    """From every number to every other, the one before the first too."""
    file = tmp_path / "ranges.rules"
    file.write_text(RULES.replace("PARAMETERS", "some in least..heap[1] - 1").replace("SAID", "some").replace("    REQUIRED\n", ""))
    program = ruledsl.load(str(file)).program(2)
    engine = Interpreter(program)
    for low in (0, 1, 30, 61, 62):
        for high in (0, 1, 2, 31, 62):
            state = engine.start(1)
            state.set("least", 0, low)
            state.set("heap", 0, high)
            rows = [row[1] for row in engine.legal(state, state.get("ask.site"), 0) if row[0] == 0]
            assert rows == list(range(low, high))
