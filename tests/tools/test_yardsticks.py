"""The C beside the games on boards plays the same games: as many decisions a game, on average, as ours."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import ruledsl_tools.bench.playing as bench
from ruledsl.engine.playouts import Playouts
from ruledsl_tools.library import load_game

PLAIN = [(name, source, line) for name, options, _, source, line in bench.BOARDS if source and not options]
OTHERWISE = {"go": "without superko", "chess": "without repetition", "fences": "stops after 400 moves"}
"""In what the others are other games."""


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize(("name", "source", "line"), [one for one in PLAIN if one[0] not in OTHERWISE])
def test_games_are_as_long(tmp_path: Path, name: str, source: str, line: str) -> None:
    written = Path(bench.__file__).parent / "boards" / f"{source}.c"
    program = tmp_path / source
    subprocess.run(["cc", "-O1", "-march=native", "-DSECONDS=0.1", str(written), "-o", str(program)], check=True)
    said = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    found = re.search(rf"^{line} +([0-9.]+) games/CPU s +([0-9.]+) decisions", said, re.MULTILINE)
    assert found is not None
    ours = Playouts(load_game(name).program(2), 1).play(0, 1500, 1, bench.LIMIT)
    assert ours.finished == 1500
    assert float(found[2]) == pytest.approx(ours.decisions / ours.games, rel=0.04)
