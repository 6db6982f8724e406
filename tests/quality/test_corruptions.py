"""One-edit corruptions of the shipped games: a sample; run `corruptions.py` for a thousand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

SAMPLE = 64
ON_THE_LINE, ALONE = 0.92, 0.88
SLIPS = 60
AT_IT = 0.85


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("corruptions", Path(__file__).with_name("corruptions.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["corruptions"] = module
    spec.loader.exec_module(module)
    return module


def test_a_sample() -> None:
    script = _script()
    tallies = script.run(SAMPLE, seed=11)
    line, alone = tallies["all"].shares()
    assert tallies["all"].broken > SAMPLE // 2
    assert line >= ON_THE_LINE and alone >= ALONE, script.table(tallies)


def test_the_same_seed_gives_the_same() -> None:
    script = _script()
    first, second = ([c.edit.text for c in script.corruptions(8, seed=3)] for _ in range(2))
    assert first == second


def test_slips_in_the_younger_words() -> None:
    script = _script()
    tally = script.run_slips(SLIPS, seed=5)["all"]
    line, alone = tally.shares()
    assert tally.broken == SLIPS
    assert line >= ON_THE_LINE and alone >= ALONE and tally.at_it >= AT_IT * SLIPS and tally.cured == SLIPS, "\n".join(map(script.shown, tally.bad))


def test_the_game_of_the_younger_words_is_good() -> None:
    script = _script()
    assert not script.check(script.WORDS_FILE, script.tree_of(script.WORDS_FILE).source.text)
