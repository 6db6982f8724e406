"""`ruledsl report` and `ruledsl effect`: what they say, what they keep, and what they refuse."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from ruledsl.results import effects
from ruledsl_tools import effect, game_report, stopping
from ruledsl_tools.cli import main
from ruledsl_tools.game_report import too_few

Run = Callable[..., CompletedProcess[str]]

GAME = """game "Steps":
    players 2
option far: 2..9 = 3
option swift: bool = false
option polite: bool = false
each player:
    score: 0..9
winner: highest score
play:
    for p in players: turn(p)
    if swift: end game
    for p in players: turn(p)
phase turn(p): p chooses go
action go(n in 1..far):
    "{n}"
    your.score = min(9, your.score + n)
"""


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    file = tmp_path / "steps.rules"
    file.write_text(GAME, encoding="utf-8")
    return file


def test_the_report(ruledsl: Run, steps: Path) -> None:
    done = ruledsl("report", str(steps), "--seed", "3", "-n", "400")
    assert done.returncode == 0, done.stderr
    assert "2 players, random play, 400 games; seed 3 repeats them" in done.stdout
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if "=" in line.split(" ")[0]}
    assert "-2.00 ± 0.00" in lines["swift=true"] and lines["swift=true"].endswith("changed")
    assert "no game of 100 differs: polite=true (random play may never meet what they are about)" in done.stdout
    assert ruledsl("report", str(steps), "--seed", "3", "-n", "400").stdout == done.stdout


def test_what_designers_ask_first_stands_before_the_other_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """Seats and cards; the readings come last, where a screen that is full ends."""
    assert main(["report", "leduc-poker", "-n", "200", "--seed", "1", "--no-readings"]) == 0
    heads = [line.split()[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert heads.index("wins") < heads.index("favoured") < heads.index("dealt") < heads.index("endings")


def test_json(ruledsl: Run, steps: Path) -> None:
    document = json.loads(ruledsl("report", str(steps), "--seed", "3", "-n", "200", "--json").stdout)
    assert document["command"] == "report" and document["metrics"]["length"] == {"value": 4.0, "low": 4.0, "high": 4.0, "n": 200}
    assert [reading["name"] for reading in document["readings"]] == ["swift", "polite"]


def test_a_profile_is_kept_and_checked(ruledsl: Run, steps: Path) -> None:
    assert "there is no" in ruledsl("report", str(steps), "--check").stderr
    assert ruledsl("report", str(steps), "--seed", "3", "-n", "400", "--no-readings", "--accept").returncode == 0
    kept = steps.with_suffix(".profile.json")
    done = ruledsl("report", str(steps), "--check")
    assert done.returncode == 0 and "as it was" in done.stdout
    steps.write_text(GAME.replace("+ n)", "+ n + 1)"), encoding="utf-8")
    done = ruledsl("report", str(steps), "--check")
    assert done.returncode == 1 and "metrics · score was" in done.stdout
    for broken in ("", "{}", "[" * 100_000, '{"game": 1}', "\0"):
        kept.write_text(broken, encoding="utf-8")
        done = ruledsl("report", str(steps), "--check")
        assert done.returncode == 2 and "cannot be used" in done.stderr and "Traceback" not in done.stderr


def test_a_page(ruledsl: Run, steps: Path, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    assert ruledsl("report", str(steps), "--seed", "3", "-n", "200", "--html", str(page)).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and "<script" not in text and "What each reading changes" in text and "--seed 3" in text


def test_a_seat_that_is_favoured_is_named(ruledsl: Run, steps: Path) -> None:
    done = ruledsl("report", str(steps), "--seed", "3", "-n", "400", "--no-readings")
    assert "favoured   no seat by more than chance makes of equal ones" in done.stdout
    steps.write_text(GAME.replace("your.score + n)", "your.score + n + (1 if you == players.last else 0))"), encoding="utf-8")
    done = ruledsl("report", str(steps), "--seed", "3", "-n", "400", "--no-readings")
    assert "favoured   A wins less than the even 50.0 %, and more than chance would" in done.stdout or "favoured   B wins more than" in done.stdout


def test_with_little_time_there_is_what_there_is(ruledsl: Run, steps: Path) -> None:
    done = ruledsl("report", str(steps), "--seed", "3", "-n", "10000000", "--seconds", "1", "--accept")
    assert done.returncode in (1, 2) and not steps.with_suffix(".profile.json").exists()
    assert "there was no time" in done.stdout + done.stderr and ("not kept" in done.stderr or done.returncode == 2)


def test_so_few_games_tell_nothing() -> None:
    (said,) = too_few(3)
    assert said == "3 games tell next to nothing: ± may reach where no number can lie; 30 are wanted at least"
    assert too_few(29) and not too_few(30)


def test_effect(ruledsl: Run, steps: Path) -> None:
    done = ruledsl("effect", str(steps), "far=9", "--seed", "1", "-n", "300")
    assert done.returncode == 0 and "with far=9" in done.stdout and "0.00 ± 0.00  decisions more" in done.stdout
    assert "no game differs" in ruledsl("effect", str(steps), "polite=true", "--seed", "1", "-n", "100").stdout
    assert ruledsl("effect", str(steps)).returncode == 2 and ruledsl("effect", str(steps), "fra=9").returncode == 2


def test_who_stops_a_comparison_has_the_blocks_that_were_played(steps: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The one and the other are played in turns, in blocks that begin small and grow."""
    monkeypatch.setattr(effect, "BLOCK", 50)
    played: list[int] = []

    def stopped(*args: Any) -> Any:
        if len(played) == 5:  # in the third block, between the one and the other
            raise KeyboardInterrupt
        played.append(args[3])
        return rows(*args)

    rows = effects.rows
    monkeypatch.setattr(effects, "rows", stopped)
    monkeypatch.setattr(stopping, "_left_alone", False)
    parser = ArgumentParser()
    effect.arguments(parser)
    assert effect.run(parser.parse_args([str(steps), "far=9", "--seed", "1", "-n", "1000", "--json"])) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 150 and played == [50, 50, 100, 100, 200]


def test_what_is_refused(ruledsl: Run, steps: Path) -> None:
    done = ruledsl("report", str(steps), "--check", "--seed", "1")
    assert done.returncode == 2 and "--check plays as the profile" in done.stderr
    assert ruledsl("report", str(steps), "--players", "5").returncode == 2
    steps.write_text(GAME.replace("min(9, your.score + n)", "your.score + n"), encoding="utf-8")
    done = ruledsl("report", str(steps), "--option", "far=9", "-n", "100", "--no-readings")
    assert done.returncode == 1 and "the rules go wrong" in done.stderr


def test_what_was_stopped_begins_nothing_more(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """To list the readings, all rules must be read, and then checked: a long time to wait after an interruption."""
    monkeypatch.setattr(game_report, "interrupted", lambda: True)
    monkeypatch.setattr(effects, "Changes", None)
    assert main(["report", "pig", "-n", "100", "--seed", "1"]) == 0
    assert "nothing of what readings change: it was stopped" in capsys.readouterr().out
    assert main(["report", "pig", "-n", "100", "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["stopped"] is True
