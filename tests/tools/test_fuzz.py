"""`ruledsl fuzz` as a person runs it: verdicts, exit codes, time, the JSON document, tests that it writes."""

from __future__ import annotations

import json
import re
import subprocess
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from ruledsl.findings.verdicts import CLASSES, Setting
from ruledsl_tools.fuzz import Report
from ruledsl_tools.library import load_game
from tests.findings.games import rules
from tests.findings.test_coverage import MODES
from tests.tools.process import given_time

VERDICTS = ("PROVED", "BOUNDED", "SAMPLED", "REFUTED")
SPAN = re.compile(r".+:\d+:\d+")


def refuted(done: subprocess.CompletedProcess[str]) -> bool:
    return done.returncode == 1


def at_tables(done: subprocess.CompletedProcess[str]) -> list[Any]:
    """The settings that were played, of a document."""
    return [row for row in json.loads(done.stdout)["settings"] if row.get("decisions")]


def test_a_refutation_is_one_and_its_test_is_kept(ruledsl, tmp_path: Path) -> None:
    path = rules(tmp_path, high="3")
    done = given_time(ruledsl, refuted, "fuzz", path.name, "--seed", "5", "--write-test")
    assert done.returncode == 1, done.stderr
    assert "REFUTED  out-of-bounds     trap.rules:32:5  the value does not fit" in done.stdout
    assert "kept as trap.found-1.test.rules" in done.stdout and "SAMPLED  no other fault" in done.stdout
    again = ruledsl("test", path.name, "trap.found-1.test.rules")
    assert again.returncode == 1 and "the value does not fit" in again.stdout + again.stderr


def test_a_sound_game_is_good_and_nothing_is_called_whole(ruledsl, tmp_path: Path) -> None:
    done = given_time(ruledsl, lambda done: "at most 1 in" in done.stdout, "fuzz", rules(tmp_path).name, "--seed", "5")
    assert done.returncode == 0 and done.stderr == ""
    assert "SAMPLED  no fault" in done.stdout and "at most 1 in" in done.stdout
    assert not re.search("everything|all reached|fully", done.stdout)


def test_where_no_rule_is_never_used_the_first_screen_says_so(ruledsl, tmp_path: Path) -> None:
    done = given_time(ruledsl, lambda done: "none never used" in done.stdout, "fuzz", rules(tmp_path).name, "--seed", "5")
    assert re.search(r"none never used   each of \d+ actions, lines and outcomes of `require` came, in \d+ settings?;", done.stdout)
    assert re.search(r"\n           the rarest: .+ [\d,]+ times?, trap.rules:\d+", done.stdout)


def test_what_one_mode_never_reaches_is_told(ruledsl, tmp_path: Path) -> None:
    (tmp_path / "modes.rules").write_text(MODES)
    done = given_time(ruledsl, lambda done: "was never chosen" in done.stdout, "fuzz", "modes.rules", "--seed", "1")
    assert done.returncode == 0 and "everything" not in done.stdout
    assert "modes.rules:16:5  the action `never` was never chosen" in done.stdout


def test_the_document_has_the_one_shape(ruledsl, tmp_path: Path) -> None:
    name = rules(tmp_path, high="3", effect="if laps < 0: laps = 1").name
    done = given_time(ruledsl, lambda done: refuted(done) and json.loads(done.stdout)["coverage"], "fuzz", name, "--json", "--write-test")
    document = json.loads(done.stdout)
    assert done.returncode == 1 and document["command"] == "fuzz" and document["game"] == "Trap"
    assert {"hash", "seed", "settings", "findings", "coverage"} <= document.keys()
    (setting,) = document["settings"]
    assert setting["players"] == 2 and setting["decisions"] > 0 and setting["games"] > 0
    for finding in document["findings"]:
        assert finding["verdict"] in VERDICTS and finding["class"] in CLASSES and SPAN.fullmatch(finding["span"])
    found = document["findings"][0]
    assert found["verdict"] == "REFUTED" and 0 <= found["setting"] < len(document["settings"])
    witness = found["witness"]
    assert witness["chance"] == "asked" and witness["shortest"] is False and witness["test"].startswith('test "found:')
    assert all(who == "chance" or who in (1, 2) for who, _, _ in witness["moves"])
    for row in document["coverage"]:
        assert row["what"] in CLASSES and row["count"] >= 0 and SPAN.fullmatch(row["span"])


def test_the_hunt_keeps_to_its_table(ruledsl) -> None:
    """That it keeps to its time is held where it has a clock that hangs on what is done alone, in `tests/findings/test_hunt.py`."""
    done = given_time(ruledsl, at_tables, "fuzz", "crazy-eights", "--players", "3", "--option", "special_cards=true", "--json")
    document = json.loads(done.stdout)
    assert done.returncode == 0 and document["findings"] == [f for f in document["findings"] if f["verdict"] == "SAMPLED"]
    assert at_tables(done) and {row["players"] for row in document["settings"]} == {3}
    assert all(row["options"]["special_cards"] == "true" for row in document["settings"])


def test_a_game_that_cannot_be_set_up_is_said_as_such(ruledsl, tmp_path: Path) -> None:
    """Not a fault of ruledsl, and not one of a game that was played: the place, and why."""
    text = rules(tmp_path).read_text()
    (tmp_path / "trap.rules").write_text(text.replace('"leave"\n', '"leave"\n    laps = sum(n for n in 1..9999999999) % 2\n'))
    done = ruledsl("fuzz", "trap.rules", "--seconds", "60")
    assert done.returncode == 2 and "fault of ruledsl" not in done.stderr
    assert "trap.rules:42:27: no game can be set up with 2 players: a range of more than" in done.stderr


def test_wrong_use_is_told(ruledsl) -> None:
    for words, said in ((("--players", "7"), "players, not 7"), (("--option", "mode=odd"), "no option `mode`"), (("--seconds", "0"), "not within")):
        done = ruledsl("fuzz", "tic-tac-toe", *words)
        assert done.returncode == 2 and said in done.stderr, done.stderr


def test_the_claim_says_what_is_not_known_of_texts(ruledsl, tmp_path: Path) -> None:
    path = rules(tmp_path, more="def share(n) = 9 // n")
    path.write_text(path.read_text().replace('"leave"', '"leave {share(laps) if laps > 0 else 0}"'))
    done = given_time(ruledsl, lambda done: "at most 1 in" in done.stdout, "fuzz", path.name, "--seed", "5")
    assert done.returncode == 0 and re.search(r"SAMPLED  no fault .*but for texts: they were filled at [\d,]+ decisions?\n", done.stdout)


def test_a_table_whose_code_came_too_late_was_not_played(ruledsl, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is left out, and so no setting that was played."""
    game = load_game(str(tmp_path / rules(tmp_path).name))
    played, late = (SimpleNamespace(number=n, setting=Setting(2 + n, {}), decisions=9 * (1 - n), watched=True, record=dict) for n in (0, 1))
    hunt = MagicMock(tables=[played, late], settings=[played.setting, late.setting], decisions=9, games=1, refused=[], findings=[], listed=True, unsaid="")
    hunt.left_out.return_value, hunt.covered.return_value, hunt.sampled.return_value, hunt.cited.return_value, hunt.used.return_value = [1], {}, [], [], None
    for as_json in (False, True):
        report = Report(game, Namespace(game="trap.rules", json=as_json))
        report.hunt = hunt
        report.end(1, 2.0)
    said, document = capsys.readouterr().out.rsplit("\n{", 1)
    assert "1 of 2 settings (every pair of readings), 1 table size " in said and "left out 1 of 2 settings" in said
    assert json.loads("{" + document)["settings"] == [{"watched_decisions": 9}, {"players": 3, "options": {}, "left_out": True}]
