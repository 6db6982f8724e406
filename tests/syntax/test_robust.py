"""Whatever the text, there is an answer: a tree and faults that lie in the text."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic, render
from ruledsl.resources import bundled_games
from ruledsl.source import Source
from ruledsl.syntax import load_source, parse
from ruledsl.syntax.errors import ROWS
from ruledsl.syntax.load import blurred
from tests import few

GAME = bundled_games()["surprise-egg"].read_text(encoding="utf-8")
PIECES = ["phase", "if", "else", "or none", "of", "top", "(", ")", "[", "{", "}", '"', ":", "=", "==", "\n", "\n    ", ",", " "]
PIECES += ["@A-1", "#", "1", "..", "x", "\t", "\\", "{{", "é", "\x00", "\u2028", "for x in", "to", "test", "when", "\n" + " " * 8]


def check(text: str) -> list[Diagnostic]:
    """Parses, and looks at what is said about it."""
    source = Source("text", text)
    _, faults = parse(source)
    for fault in faults:
        assert 1 <= fault.span.line <= max(1, len(source.lines))
        assert 1 <= fault.span.column <= len(source.line(fault.span.line)) + 1
        assert (fault.span.line, fault.span.column) <= (fault.span.end_line, fault.span.end_column)
        assert render(fault, source)
    return faults


def codes(text: str) -> list[str]:
    return [fault.code for fault in check(text)]


@given(st.text(max_size=80))
def test_any_text(text: str) -> None:
    check(text)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_pieces(text: str) -> None:
    check(text)


@given(st.integers(0, len(GAME) - 1), st.integers(0, 30), st.sampled_from(PIECES) | st.just(""))
@settings(max_examples=few.of(60))
def test_any_change_of_a_game(start: int, length: int, put: str) -> None:
    check(GAME[:start] + put + GAME[start + length :])


@given(data=st.binary(max_size=60))
def test_any_bytes(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes.rules"
    file.write_bytes(data)
    source = load_source(file)
    if isinstance(source, Source):
        check(source.text)
    else:
        assert source.code == ROWS["not_utf8"].code


# ---- limits ----

LIMITS = {
    "long_file": "# " + "x" * 98 + "\n",
    "long_line": "#" + "x" * 10_001,
    "deep_brackets": "def f() = " + "(" * 100 + "a" + ")" * 100,
    "deep_block": "play:\n" + "".join(" " * (4 * n) + "if a:\n" for n in range(1, 60)),
    "control_character": "def f() = 1\x00",
}


@pytest.mark.parametrize("name", LIMITS)
def test_limit(name: str) -> None:
    text = LIMITS[name] * 10_001 if name == "long_file" else LIMITS[name]
    assert ROWS[name].code in codes(text)


def test_a_block_too_deep_is_told_once() -> None:
    assert codes(LIMITS["deep_block"]) == [ROWS["deep_block"].code]


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    """Who opens one waits for what may never come."""
    os.mkfifo(tmp_path / "pipe.rules")
    fault = load_source(tmp_path / "pipe.rules")
    assert isinstance(fault, Diagnostic) and fault.code == ROWS["unreadable_file"].code
    assert blurred(tmp_path / "pipe.rules").text == ""


def test_too_many_words() -> None:
    assert codes("def f() = a+a\n" * 20_000) == [ROWS["long_file"].code]


@pytest.mark.parametrize(
    "expression",
    [
        "+".join("a" * 4000),
        "not " * 2000 + "a",
        "-" * 5000 + "a",
        "a" + ".b" * 4000,
        "a" + "[b]" * 3000,
        "a if b else " * 800 + "c",
        "a < " * 1500 + "-" * 200 + "b",
    ],
)
def test_deep_expression(expression: str) -> None:
    assert codes(f"def f() = {expression}\n") == [ROWS["deep_expression"].code]
    assert codes(f'play: "{{{expression}}}"\n') == [ROWS["deep_expression"].code]


def test_wide_is_not_deep() -> None:
    assert codes("def f() = [" + ", ".join(["a"] * 2000) + "]\n") == []


def test_many_faults() -> None:
    found = codes("def f() = +\n" * 500)
    assert len(found) == 21
    assert found[-1] == ROWS["many_faults"].code


def test_what_was_read_before_a_fault_is_not_read_again() -> None:
    """Each fault is taken out and the rest is read on: it is not begun anew for each of them, which would be seven times the work and more."""
    lines = "".join(f"    def f{n}() = {n} + {n}\n" for n in range(150))

    def work(faults: int) -> int:
        calls = [0]
        text = "mode long:\n" + lines + "    def g() = + +\n" * faults
        before = sys.getprofile()
        sys.setprofile(lambda frame, event, arg: calls.__setitem__(0, calls[0] + (event == "call")))
        try:
            codes(text)
        finally:
            sys.setprofile(before)
        return calls[0]

    assert work(16) < 4 * work(1)


@pytest.mark.parametrize("text", ["", "\n\n", "# only this", "\ufeffplay: pass\n", "play:\r\n    f()\r\n    g()\r\n", "play: pass"])
def test_good_texts(text: str) -> None:
    assert codes(text) == []


# ---- files ----


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_bytes(b"\xef\xbb\xbfplay: pass\r\n")
    source = load_source(file, "shown")
    assert isinstance(source, Source)
    assert (source.file, parse(source)[1]) == ("shown", [])
    file.write_bytes(b"play:\n    \xff\n")
    fault = load_source(file)
    assert isinstance(fault, Diagnostic)
    assert (fault.code, fault.span.line, fault.span.column) == (ROWS["not_utf8"].code, 2, 5)


@pytest.mark.parametrize("path", ["no such file", ".", "a\0b"])
def test_no_file(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fault = load_source(path)
    assert isinstance(fault, Diagnostic)
    assert fault.code == ROWS["unreadable_file"].code


@pytest.mark.parametrize(
    ("data", "said"), [("# Größe\n".encode("latin-1"), "this is `ö`"), ('game "Ü":\n'.encode("utf-16"), "begins as UTF-16 does"), (b"game \x81\n", "")]
)
@pytest.mark.parametrize("ending", [".rules", ".test.rules"])
def test_other_letters_are_one_fault_that_says_where_and_how(data: bytes, said: str, ending: str, tmp_path: Path) -> None:
    game, file = tmp_path / "a.rules", tmp_path / f"a{ending}"
    game.write_text(bundled_games()["tic-tac-toe"].read_text(encoding="utf-8"), encoding="utf-8")
    file.write_bytes(data)
    found, sources = pipeline.check_file(str(file))
    assert [d.code for d in found] == [ROWS["not_utf8"].code]
    told = render(found[0], sources[str(file)])
    assert said in told and "UTF-8" in told.split("\n")[0] and " | " in told and f"UTF-8 a{ending} > NEW.rules" in told
