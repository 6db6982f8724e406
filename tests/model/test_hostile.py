"""Rules that ask for too much get a clear answer, in a moment and without much memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic
from ruledsl.lower import SettingsError
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax.cache import grammar_tables
from ruledsl.syntax.tree import Tree
from tests import few
from tests.work import at_most

ROOT = Path(__file__).parents[2]
LONG, CALLS, MEGABYTES = few.of(3000), few.of(4_000_000), 500
"""Functions are called at most 1,270,000 times, by 3000 arms; whatever grows faster than its text is far beyond. Of a shorter text a smaller part
may be called: what is held is the same."""
HEAD = """game "Hostile":
    players 2..9
table:
    x: 0..9
each player:
    s: 0..9
winner: highest s
after play(): x = min(9, x + count(p for p in players if p.s == x))
"""


def game(play: str, *rest: str) -> str:
    return HEAD + "play:\n" + play + "\n".join(rest) + "\n"


def nested(n: int, line: str) -> str:
    return "".join("    " * (k + 1) + line.format(k=k) + "\n" for k in range(n)) + "    " * (n + 1) + "x = 1\n"


def many(n: int, line: str) -> str:
    return "\n".join(line.format(n=k, m=k - 1) for k in range(1, n + 1))


TURN = "    for p in players: turn(p)\n"
ONE = "    x = 1\n"
TOO_MUCH = {
    "defs that double 30 times": ("E0416", game("    x = min(9, f30(1))\n", many(30, "def f{n}(a) = f{m}(a) + f{m}(a)"), "def f0(a) = a")),
    "10^9 cards": ("E0801", game(ONE, "card C", "table:", "    z: pile", "components:", "    z: 1000000000 of C")),
    "cards of 10^12 numbers": ("E0801", game(ONE, "card C(a: 0..9)", "table:", "    z: pile", "components:", "    z: 1 of C(a) for a in 0..999999999999")),
    "loops over components": ("E0801", game(ONE, "card C", "table:", "    z: pile", "components:", "    z: 0 of C for a in 0..99999 for b in 0..99999")),
    "a product of great numbers": ("E0801", game(ONE, "table:", "    y: 0.." + " * ".join(["999999999999999999"] * 90))),
    "a division by 0": ("E0801", game(ONE, "table:", "    y: 0..5 // 0")),
    "a set of a thousand": ("E0801", game(ONE, "table:", "    y: set of 0..1000")),
    "an enum of 10000 values": ("E0416", game(ONE, "enum E: " + ",\n    ".join(f"v{n}" for n in range(10000)))),
    "a board of 1000 by 1000": ("E0416", game(ONE, "board b: grid 1000 by 1000")),
    "a board as large as an option": ("E0801", game(ONE, "option n: 0..99999 = 99999", "board b: grid n by n")),
    "an action chosen in 10^18 ways": ("E0416", game(TURN, "phase turn(p): p chooses a", "action a(c in 0..999999999999999999): x = 1")),
    "defs in a circle": ("E0501", game("    x = f(1)\n", "def f(a) = g(a)", "def g(a) = f(a) + f(a)")),
    "a long chain of defs": ("E0416", game(f"    x = f{LONG}(1)\n", many(LONG, "def f{n}(a) = f{m}(a)"), "def f0(a) = a")),
    "a long chain of deeds": ("E0416", game(f"    f{LONG}()\n", many(LONG, "to f{n}(): f{m}()"), "to f0(): x = 1")),
    "many rulings with rules of their own": (
        "E0416",
        game("    f()\n", "to f(): x = 1", many(max(200, LONG // 10), "ruling r{n}: a{n} or b{n} = a{n}\n    b{n}:\n        to f(): x = 2")),
    ),
    "many unknown names": ("E0201", game("".join(f"    x = u{n}\n" for n in range(LONG)))),
}
MUCH = {
    "a range of 10^18": game("    y = 3\n    x = y - 3 if y < 9 else 0\n", "table:", "    y: 0..999999999999999999"),
    "deeds that double 30 times": game("    f30()\n", many(30, "to f{n}():\n    f{m}()\n    f{m}()"), "to f0(): x = 1"),
    "30 times usual twice": game("    f()\n", "to f(): x = 1", *["instead of f():\n    usual\n    usual"] * 30),
    "30 times usual plus usual": game("    x = min(9, f())\n", "def f() = 1", *["instead of f() = usual + usual"] * 30),
    "many actions": game(
        TURN, f"phase turn(p): p chooses {', '.join(f'a{n}' for n in range(1, LONG // 6))} or a{LONG // 6}", many(LONG // 6, "action a{n}(c in 1..9): x = 1")
    ),
    "28 loops in one another": game(nested(28, "for l{k} in 1..9:")),
    "28 ifs in one another": game(nested(28, "if x + {k} < 40:")),
    "many arms": game("    if x == 1: x = 2\n" + "    elif x == 2: x = 3\n" * LONG),
    "50 brackets with comparisons": game("    if " + "(" * 50 + "x == x" + ") == true" * 50 + ": x = 1\n"),
    "90 kinds to learn": game(
        "    for c in z:\n        if " + " or ".join(["(c is C and c is D)"] * 90) + ": x = 1\n",
        *("card C", "card D", "table:", "    z: pile", "components:", "    z: 1 of C, 1 of D"),
    ),
    "400 kinds of cards": game(
        "    for c in z: x = 1\n",
        *(many(400, "card C{n}"), "table:", "    z: pile", "components:", "    z: " + ", ".join(f"1 of C{n}" for n in range(1, 401))),
    ),
    "many hooks": game("    f()\n", "to f(): x = 1", many(LONG, "after f(): x = 2")),
    "many tests": game(ONE, many(LONG, 'test "t{n}":\n    then: x == 0')),
    "a loop of 10^18": game("    for n in 0..999999999999999999: x = 1\n"),
}


@pytest.fixture(autouse=True, scope="module")
def tables() -> None:
    """Those of the grammar are made once, and not by what is counted here."""
    grammar_tables()


@pytest.mark.parametrize("name", TOO_MUCH)
def test_too_much_is_said(name: str) -> None:
    code, text = TOO_MUCH[name]
    with at_most(CALLS):
        _, said = pipeline.judge(*_read(text))
    assert {d.code for d in said} == {code}


@pytest.mark.parametrize("name", MUCH)
def test_much_is_read_in_a_moment(name: str) -> None:
    with at_most(CALLS):
        model, said = pipeline.judge(*_read(MUCH[name]))
        assert not [d for d in said if d.is_error]
        rules = pipeline.Rules("hostile", model.trees, (), model, said)
        pipeline.lower(rules, 2, {})


def _read(text: str) -> tuple[list[Tree], list[Tree], list[Diagnostic]]:
    tree, found = parse(Source("hostile", text))
    return [tree], [], found


def test_little_memory(tmp_path: Path) -> None:
    files = []
    for n, name in enumerate(("10^9 cards", "an enum of 10000 values", "a board as large as an option", "a long chain of defs")):
        files.append(tmp_path / f"hostile{n}.rules")
        files[-1].write_text(TOO_MUCH[name][1], encoding="utf-8")
    code = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({MEGABYTES << 20},) * 2); from ruledsl_tools.cli import main; main()"
    path = os.pathsep.join(str(ROOT / part) for part in (".", "tools"))
    run = subprocess.run(
        [sys.executable, "-c", code, "check", *map(str, files)], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert [line.count("1 error") for line in run.stderr.split("\n") if line.startswith(str(tmp_path))] == [1, 1, 1, 1]


# ---- variants ----


def test_a_variant_of_itself(tmp_path: Path) -> None:
    file = tmp_path / "loop.rules"
    file.write_text('variant "Loop" of "loop":\n    option a = 3\n', encoding="utf-8")
    assert [d.code for d in pipeline.read(str(file)).diagnostics] == ["E0412"]


def test_two_variants_of_one_another(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.rules").write_text(f'variant "V" of "{other}":\n    option a = 3\n', encoding="utf-8")
    assert [d.code for d in pipeline.read(str(tmp_path / "a.rules")).diagnostics] == ["E0412"]


@pytest.mark.parametrize("deep", [False, True])
def test_a_variant_of_a_link_to_another_place(tmp_path: Path, deep: bool) -> None:
    """What a text names must not choose what is read elsewhere, nor quote it."""
    (tmp_path / "secret.txt").write_text("root:x:0:0\n", encoding="utf-8")
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "near.rules").symlink_to("../secret.txt")
    (rules / "between.rules").write_text('variant "W" of "near":\n    option a = 3\n', encoding="utf-8")
    file = rules / "v.rules"
    file.write_text(f'variant "V" of "{"between" if deep else "near"}":\n    option a = 3\n', encoding="utf-8")
    (said,) = pipeline.read(str(file)).diagnostics
    assert (said.code, said.label) == ("E0412", "a link to a file outside of this folder")
    assert all("root" not in source.text for source in pipeline.read(str(file)).sources.values())


def test_a_variant_of_a_link_within_its_folder(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text((ROOT / "games/classic/tic-tac-toe.rules").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "near.rules").symlink_to("game.rules")
    file = tmp_path / "v.rules"
    file.write_text('variant "V" of "near":\n    winner: lowest score\n', encoding="utf-8")
    assert "E0412" not in {d.code for d in pipeline.read(str(file)).diagnostics}


def test_a_file_of_the_folder_one_stands_in_is_no_base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("notes").write_text("a secret", encoding="utf-8")
    file = tmp_path / "v.rules"
    file.write_text('variant "V" of "notes":\n    option a = 3\n', encoding="utf-8")
    assert [d.label for d in pipeline.read(str(file)).diagnostics] == ["there is no such game"]


@pytest.mark.parametrize("base", ["../secret", "..", "/etc/passwd", "a/b", "no such game", ""])
def test_a_variant_of_what_is_no_game(tmp_path: Path, base: str) -> None:
    file = tmp_path / "v.rules"
    file.write_text(f'variant "V" of "{base}":\n    option a = 3\n', encoding="utf-8")
    rules = pipeline.read(str(file))
    assert [d.code for d in rules.diagnostics] == ["E0412"]
    with pytest.raises((SettingsError, pipeline.RulesError)):
        pipeline.load(str(file))


def test_what_cannot_be_followed_has_its_place() -> None:
    chain = "".join(f"def f{k}() = {'min(1, ' * 25}f{k - 1}(){')' * 25}\n" for k in range(1, 98))
    tree, _ = parse(Source("deep.rules", game("    x = f97()\n", "def f0() = x", chain)))
    _, found = pipeline.judge([tree], (), [])
    assert [d.code for d in found] == ["E0416"]
    assert found[0].span.file == "deep.rules" and found[0].span.line > HEAD.count("\n") and "more calls and brackets" in found[0].message
