"""What users of any such tool expect: a file to begin with, mending, watching, completion, a version that says which."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import IO

import pytest

from ruledsl import __version__
from ruledsl_tools.cli import COMMANDS, main
from tests.tools.process import command, environment, listening
from tests.work import SOON, ended, watched

BROKEN = """game "Fix":
    players 2
each player:
    score: 0..9
play:
    repeat 2 times:
        for p in players: turn(p)
phase turn(p):
    p choses gain
action gain():
    "gain"
    your.scoer += 1
winner: highest score
"""


def test_a_new_game_is_good_tested_and_in_the_one_layout(ruledsl, tmp_path: Path):
    done = ruledsl("new", "hen-house")
    assert (done.returncode, done.stderr) == (0, "")
    assert ruledsl("check", "hen-house.rules", "hen-house.test.rules").stdout.count(": good\n") == 1
    assert ruledsl("test", "hen-house.rules", "--engine", "both").stdout == "2 passed, 0 failed\n"
    tests = tmp_path / "hen-house.test.rules"
    text = tests.read_text()
    tests.write_text(text + '\ntest "wrong":\n    then: nobody == 3\n')
    wrong = ruledsl("check", "hen-house.rules", "hen-house.test.rules")
    assert wrong.returncode == 1 and "E0201" in wrong.stderr and "hen-house.test.rules:" in wrong.stderr
    tests.write_text(text)
    assert ruledsl("fmt", "--check", "hen-house.rules", "hen-house.test.rules").returncode == 0
    assert ruledsl("simulate", "hen-house.rules", "-n", "200").returncode == 0
    assert 'game "Hen House":' in (tmp_path / "hen-house.rules").read_text()
    again = ruledsl("new", "hen-house.rules")
    assert again.returncode == 2 and "is left as it is" in again.stderr
    for name in ("../x", "a b", "", "-x"):
        assert ruledsl("new", name).returncode == 2


def test_what_can_be_mended_is_mended(ruledsl, tmp_path: Path):
    file = tmp_path / "fix.rules"
    file.write_text(BROKEN, encoding="utf-8")
    done = ruledsl("check", "--fix", "fix.rules")
    assert done.returncode == 0 and re.search(r"fix.rules: \d mended\nfix.rules: good\n", done.stdout)
    assert file.read_text() == BROKEN.replace("choses", "chooses").replace("scoer", "score")
    unseen = BROKEN.replace("players", "playrs")  # of names nothing is said where the head of the file cannot be read
    file.write_text(unseen, encoding="utf-8")
    assert ruledsl("check", "--fix", "fix.rules").returncode == 0 and file.read_text() == BROKEN.replace("choses", "chooses").replace("scoer", "score")
    text = BROKEN.replace("your.scoer", "your.wxyz").replace("choses", "chooses")
    file.write_text(text, encoding="utf-8")
    assert ruledsl("check", "--fix", "fix.rules").returncode == 1 and file.read_text() == text


def judged(told: IO[str]) -> str:
    """What is told up to the line that says how the file is, whatever that says."""
    out = ""
    while line := told.readline():
        out += line
        if line.startswith("fix.rules: "):
            break
    return out


def test_watching(tmp_path: Path):
    file = tmp_path / "fix.rules"
    file.write_text(BROKEN, encoding="utf-8")
    run = subprocess.Popen(
        command("check", "--watch", "fix.rules"), cwd=tmp_path, env=environment(), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        preexec_fn=listening,
    )  # fmt: skip
    assert run.stdout is not None
    with watched():
        told = judged(run.stdout)
        assert "choses" in told and told.endswith("fix.rules: 2 errors\n")
        file.write_text(BROKEN.replace("choses", "chooses").replace("scoer", "score"), encoding="utf-8")
        assert judged(run.stdout).endswith("fix.rules: good\n")
    run.send_signal(signal.SIGINT)
    ended(run, within=SOON)
    assert run.returncode == 0


def test_every_command_tells_a_wrong_option_in_one_line(capsys):
    for name in COMMANDS:
        code = main([name, "--nonsense"])
        out, told = capsys.readouterr()
        assert (code, out, told.count("\n")) == (2, "", 1), name
        assert told.startswith("ruledsl: there is no option `--nonsense` here") or "are required" in told, name


@pytest.mark.parametrize(("asked", "near"), [("--bots", "`--players you,random`"), ("--sed", "`--seed`"), ("3", "`--players 3`")])
def test_it_is_said_what_may_be_meant(asked: str, near: str, capsys) -> None:
    assert main(["play", "pig", asked]) == 2
    assert near in capsys.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_all_commands_and_options(ruledsl, shell: str):
    done = ruledsl("completion", shell)
    assert done.returncode == 0
    for name in COMMANDS:
        assert name in done.stdout
    for word in ("surprise-egg", "threads" if shell == "fish" else "--threads", "equilibrium"):
        assert word in done.stdout
    assert "did you mean `bash`?" in ruledsl("completion", "bsh").stderr


def test_completion_works_in_bash(ruledsl, tmp_path: Path):
    (tmp_path / "c").write_text(ruledsl("completion", "bash").stdout)
    for words, wanted in ((["ruledsl", "sim"], "simulate"), (["ruledsl", "simulate", "surprise"], "surprise-egg"), (["ruledsl", "solve", "--dea"], "--deals")):
        typed = " ".join(f'"{word}"' for word in words)
        script = f"source ./c; COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _ruledsl; echo ${{COMPREPLY[0]}}"
        assert subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=tmp_path).stdout.strip() == wanted


def test_a_version_says_which_grammar_and_which_engine(ruledsl):
    said = ruledsl("--version").stdout
    assert said.startswith(f"ruledsl {version('ruledsl')}, ") and __version__ == version("ruledsl")
    assert re.fullmatch(r"ruledsl \S+.*, grammar [0-9a-f]{12}, engine [0-9a-f]{12}\n", said) and said == ruledsl("-V").stdout


def test_games_for_programs(ruledsl):
    games = json.loads(ruledsl("games", "--json").stdout)
    assert all({"name", "title", "players", "options"} <= set(game) for game in games)


def test_a_file_that_is_misspelt_is_named(ruledsl, nim: Path):
    done = ruledsl("check", "nmi.rules")
    assert "there is no file `nmi.rules`; did you mean `nim.rules`?" in done.stderr
    done = ruledsl("check", "elsewhere/xyz.rules")
    assert "there is no file `elsewhere/xyz.rules`\n" in done.stderr


def test_an_option_that_is_misspelt_is_told_before_one_that_is_missing(ruledsl):
    done = ruledsl("simulate", "pig", "--gmaes", "3")
    assert "there is no option `--gmaes` here; did you mean `--games`?" in done.stderr
    assert "are required" in ruledsl("simulate", "pig").stderr
