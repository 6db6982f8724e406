"""The command line: exit codes, streams, shapes that programs read, and mistakes of use."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.tools.process import ROOT, command, environment, given_time, listening
from tests.work import HANG, ended

TRACEBACK = "Traceback"
KEYS = {"file", "line", "column", "end_line", "end_column", "code", "severity", "message", "label", "help", "fix"}


def test_help_names_every_command(ruledsl):
    done = ruledsl("--help")
    assert done.returncode == 0
    for name in ("games", "check", "fmt", "test", "play", "flow", "dump", "explain", "simulate"):
        assert f"  {name}" in done.stdout


@pytest.mark.parametrize("name", ["games", "check", "fmt", "test", "play", "flow", "dump", "explain", "simulate"])
def test_each_command_has_help(ruledsl, name):
    done = ruledsl(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: ruledsl {name}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], ""),
        (["chekc", "x"], "did you mean `check`?"),
        (["check", "surprize-egg"], "did you mean `surprise-egg`?"),
        (["check", "surprise-egg", "--jsno"], "did you mean `--json`?"),
        (["check"], "GAME"),
        (["check", "no/such/file.rules"], "there is no file `no/such/file.rules`"),
        (["check", "."], "is a folder"),
        (["check", "a" * 5000], "ruledsl:"),
        (["dump", "surprise-egg", "--stage", "modle"], "did you mean `model`?"),
        (["test", "surprise-egg", "--engine", "naitve"], "did you mean `native`?"),
        (["play", "surprise-egg", "--seed", "x"], "not a whole number"),
        (["play", "surprise-egg", "--players", "you"], "2 to 5 players"),
        (["play", "surprise-egg", "--players", "you,randm"], "did you mean `random`?"),
        (["play", "surprise-egg", "--option", "gaol=60"], "did you mean `goal`?"),
        (["play", "surprise-egg", "--option", "tie=sharde"], "did you mean `shared`?"),
        *(([command, "cloud-nine", "--option", "mode=sollo"], "did you mean `solo`?") for command in ("play", "report", "ladder")),
        (["explain", "E206"], "did you mean `E0206`?"),
        (["play", "surprise-egg", "--option", "goal"], "NAME=VALUE"),
        (["flow", "surprise-egg", "-o", "x.jpg"], ".svg"),
        (["explain", "E9999"], "there is no code"),
        (["simulation", "surprise-egg"], "there is no command"),
    ],
)
def test_wrong_use_is_two_and_one_kind_line(ruledsl, words, said):
    done = ruledsl(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert TRACEBACK not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


def test_games_lists_names_titles_players_options(ruledsl):
    done = ruledsl("games")
    assert done.returncode == 0
    assert "surprise-egg" in done.stdout and "Surprise Egg, 2 to 5 players" in done.stdout and "goal = 50" in done.stdout
    games = {game["name"]: game for game in json.loads(ruledsl("games", "--json").stdout)}
    assert games["tic-tac-toe"]["players"] == {"least": 2, "most": 2}
    assert games["cloud-nine"]["modes"]["solo"] == {"least": 1, "most": 1} and "group 2 to 9 players; solo 1 player; dual 2" in done.stdout
    assert games["surprise-egg"]["options"]["goal"]["default"] == 50


def test_check_is_one_line_for_a_good_file(ruledsl):
    done = ruledsl("check", "surprise_egg", "tic-tac-toe")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.rpartition(": ")[2] for line in done.stdout.splitlines()] == ["good", "good"]


def test_check_shows_the_place(ruledsl, nim: Path):
    nim.write_text(nim.read_text().replace("left -= number", "lfet -= number"))
    done = ruledsl("check", str(nim))
    assert done.returncode == 1
    assert f"{nim}:18:5" in done.stderr and "did you mean `left`" in done.stderr and "^^^^" in done.stderr


def test_check_json(ruledsl, nim: Path):
    assert json.loads(ruledsl("check", str(nim), "--json").stdout) == []
    nim.write_text(nim.read_text().replace("left -= number", "lfet -= number"))
    done = ruledsl("check", str(nim), "--json")
    assert (done.returncode, done.stderr) == (1, "")
    (fault, *_) = json.loads(done.stdout)
    assert set(fault) == KEYS
    assert (fault["line"], fault["column"], fault["end_column"], fault["severity"]) == (18, 5, 9, "error")
    assert fault["fix"] == [{"line": 18, "column": 5, "end_line": 18, "end_column": 9, "text": "left"}]


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"game \0", b"", b"(" * 100_000], ids=["not utf-8", "nul", "empty", "deep"])
def test_check_of_rubbish(ruledsl, tmp_path: Path, content: bytes):
    (tmp_path / "x.rules").write_bytes(content)
    done = ruledsl("check", "x.rules")
    assert done.returncode == 1
    assert done.stderr and TRACEBACK not in done.stderr and "fault of ruledsl" not in done.stderr


def test_fmt_in_place_and_check(ruledsl, nim: Path):
    assert ruledsl("fmt", str(nim)).returncode == 0
    assert ruledsl("fmt", "--check", str(nim)).stdout == ""
    neat = nim.read_text()
    nim.write_text(neat.replace("left -= number", "left   -=   number"))
    listed = ruledsl("fmt", "--check", str(nim))
    assert (listed.returncode, listed.stdout) == (1, f"{nim}\n")
    assert ruledsl("fmt", str(nim)).returncode == 0
    assert nim.read_text() == neat


def test_fmt_of_standard_input(ruledsl, nim: Path):
    text = nim.read_text()
    done = ruledsl("fmt", "-", typed=text)
    assert done.returncode == 0
    assert ruledsl("fmt", "-", typed=done.stdout).stdout == done.stdout
    assert ruledsl("fmt", "-", typed="game\n").returncode == 1


def test_test_command(ruledsl):
    done = ruledsl("test", "tic-tac-toe")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].endswith(" passed, 0 failed")
    none = ruledsl("test", "tic-tac-toe", "-k", "rwo")
    assert none.returncode == 2 and "no test has the words `rwo`" in none.stderr
    some = json.loads(ruledsl("test", "tic-tac-toe", "-k", "row wins", "--json").stdout)
    assert (some["passed"], some["failed"]) == (1, 0)
    assert some["tests"][0]["title"] == "a row wins at once"


def test_failing_test_shows_its_line(ruledsl, nim: Path):
    nim.write_text(nim.read_text() + 'test "wrong":\n    players 2\n    when:\n        A: take(2)\n    then:\n        left == 6\n')
    done = ruledsl("test", str(nim))
    line = nim.read_text().splitlines().index("        left == 6") + 1
    assert done.returncode == 1
    assert f"{nim}:{line}" in done.stdout and "left == 6" in done.stdout and "5" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed"


def test_flow_draws(ruledsl, tmp_path: Path):
    assert ruledsl("flow", "tic-tac-toe").stdout.startswith("digraph")
    for name, start in (("x.svg", b"<"), ("x.png", b"\x89PNG"), ("x.mmd", b""), ("x.dot", b"digraph")):
        assert ruledsl("flow", "tic-tac-toe", "-o", name).returncode == 0
        assert (tmp_path / name).read_bytes().lstrip().startswith(start)


def test_flow_and_dump_of_chosen_options(ruledsl):
    assert "lay cards: the trick" in " ".join(ruledsl("flow", "cloud-nine", "--option", "mode=solo").stdout.split())
    assert "Cloud Nine', 1 to 1 players" in ruledsl("dump", "cloud-nine", "--stage", "model", "--option", "mode=solo").stdout
    for called in (["flow"], ["dump", "--stage", "flow"], ["dump", "--stage", "ir"]):
        done = ruledsl(*called, "cloud-nine", "--option", "mode=crowd")
        assert done.returncode == 2 and "group, solo, dual" in done.stderr
    assert ruledsl("dump", "cloud-nine", "--stage", "tree", "--option", "level=1").returncode == 2


@pytest.mark.parametrize("stage", ["tree", "model", "flow", "ir"])
def test_dump(ruledsl, stage: str):
    done = ruledsl("dump", "tic-tac-toe", "--stage", stage)
    assert done.returncode == 0 and "take" in done.stdout


def test_explain_a_code_that_check_gives(ruledsl, nim: Path):
    nim.write_text(nim.read_text().replace("left -= number", "lfet -= number"))
    (fault, *_) = json.loads(ruledsl("check", str(nim), "--json").stdout)
    done = ruledsl("explain", fault["code"].lower())
    assert done.returncode == 0 and fault["code"] in done.stdout


@pytest.mark.parametrize(
    "env",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"HOME": None},
        {"HOME": "/nonexistent"},
        {"NO_COLOR": "1", "TERM": "xterm"},
    ],
    ids=["C", "ascii", "no home", "home is gone", "no colour"],
)
def test_poor_environments(ruledsl, env):
    done = ruledsl("play", "surprise-egg", "--seed", "1", typed="flow\nquit\n", env=env)
    assert done.returncode == 0 and done.stderr == ""
    assert "\x1b" not in done.stdout
    if env.get("LC_ALL") == "C":
        assert done.stdout.isascii()


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals as Unix has them")
class TestStreams:
    def run(self, shell: str) -> subprocess.CompletedProcess[str]:
        line = shell.replace("RULEDSL", " ".join(command()))
        return subprocess.run(["bash", "-c", line], capture_output=True, encoding="utf-8", env=environment(), cwd=ROOT, timeout=HANG)

    def test_reader_that_goes_away(self):
        done = self.run("set -o pipefail; RULEDSL play surprise-egg --players random,random --seed 1 | head -1")
        assert done.stdout.count("\n") == 1 and done.stderr == ""

    def test_closed_output(self):
        assert TRACEBACK not in self.run("RULEDSL games >&-").stderr
        assert TRACEBACK not in self.run("RULEDSL check nothing 2>&-").stdout
        for words in ("flow tic-tac-toe", "dump tic-tac-toe --stage ir"):
            done = self.run(f"RULEDSL {words} >&-")
            assert (done.returncode, done.stderr) == (0, "")

    def test_closed_input(self):
        done = self.run("RULEDSL play tic-tac-toe --players you,you <&-")
        assert done.returncode == 0 and "the input ended" in done.stdout and done.stderr == ""

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device")
    def test_full_disk(self):
        done = self.run("RULEDSL games > /dev/full")
        assert done.returncode != 0 and "no space left" in done.stderr and TRACEBACK not in done.stderr
        assert self.run("RULEDSL check nothing 2> /dev/full").returncode == 2

    def test_interrupt(self):
        started = subprocess.Popen(
            command("play", "tic-tac-toe", "--players", "you,you"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            preexec_fn=listening,
        )
        assert started.stdout is not None
        while b"> " not in started.stdout.read1():
            pass
        started.send_signal(signal.SIGINT)
        _, errors = ended(started)
        assert started.returncode == 130 and TRACEBACK.encode() not in errors


WRONG = """game "Wrong":
    players 1
table:
    x: 0..9
play:
    {before}
    players.first chooses go
action go():
    "go"
    require {asked}
    {after}
{more}
each player:
    s: 0..9
winner: highest s
"""


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        (6, {"before": "x += 20"}),
        (10, {"asked": "5 // x < 9"}),
        (11, {"after": "x += 20"}),
        (12, {"more": "def payoff(p) = 5 // x"}),
    ],
    ids=["before the first decision", "in a requirement", "by a move", "at the end"],
)
@pytest.mark.parametrize("words", ["play --players random", "perft --depth 2", "perft --depth 2 --engine interp", "enumerate", "simulate -n 9", "fuzz"])
def test_rules_that_go_wrong_are_told_as_such(ruledsl, tmp_path: Path, line: int, parts: dict[str, str], words: str):
    (tmp_path / "wrong.rules").write_text(WRONG.format(**{"before": "x = 0", "asked": "x < 9", "after": "x = 0", "more": "def unused() = 1", **parts}))
    if words == "fuzz":
        done = given_time(ruledsl, lambda done: done.returncode, "fuzz", "wrong.rules")
    else:
        done = ruledsl(*words.split(), "wrong.rules")
    if "more" in parts and words.startswith("perft"):
        assert (done.returncode, done.stderr) == (0, "")  # it counts decisions, and asks for no points
    else:
        assert done.returncode == 1 and "fault of ruledsl" not in done.stderr
        assert f"wrong.rules:{line}" in done.stderr + done.stdout


def test_our_own_fault_is_one_line(ruledsl, tmp_path: Path):
    """A fault of ruledsl is said as such, and shown in full only on request."""
    (tmp_path / "sitecustomize.py").write_text(
        "import ruledsl.resources as r\ndef broken(): raise ZeroDivisionError('odd')\nr.bundled_games = broken\n"
    )
    path = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    done = ruledsl("games", env={"PYTHONPATH": path})
    assert done.returncode == 1
    assert done.stderr.startswith("this is a fault of ruledsl: ZeroDivisionError") and len(done.stderr.splitlines()) == 1
    assert TRACEBACK in ruledsl("games", env={"PYTHONPATH": path, "RULEDSL_DEBUG": "1"}).stderr
