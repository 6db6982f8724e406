"""Modules that are compiled in pieces: the same module, of which an edit compiles again what it changes."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from ruledsl import load
from ruledsl.native import Native, jit
from ruledsl.native.pieces import ALONE, LARGE, SHARED, pieces
from ruledsl.store import ENDING, Store

pytestmark = pytest.mark.skipif(not jit.can_be_linked(), reason="object files of another form are not linked: code is one piece there")
FUNCTIONS = 40
ATTRIBUTES = "declare i64 @llvm.smax.i64(i64, i64)\nattributes #0 = { nounwind }\n!0 = !{!\"block\"}\n!1 = !{!0, !0, i64 0}\n"


def function(n: int, adds: int, lines: int) -> str:
    """Adds a number from the table, and what the function before it adds; counts that it was called."""
    quote = '"' if n % 2 else ""  # a name means the same with quotes and without
    other = f"call i64 @{quote}f.{n - 1}{quote}(i64 %x)" if n else "add i64 %x, 0"
    body = [f"  %v{k + 1} = add i64 %v{k}, {1 if k % 2 else -1}" for k in range(lines)]
    head = f"define {'internal ' if n < FUNCTIONS - 1 else ''}i64 @\"f.{n}\"(i64 %x) #0 {{"
    called = ["  %c = load i64, ptr @calls, !tbaa !1, !range !{i64 0, i64 99}", "  %d = add i64 %c, 1", "  store i64 %d, ptr @calls, !tbaa !1"]
    ends = [f"  %at = getelementptr i64, ptr @\"t.\\20row\", i64 {n}", "  %t = load i64, ptr %at", f"  %sum = add i64 %v{lines}, %t"]
    last = [f"  %more = add i64 %sum, {adds}", "  %most = call i64 @llvm.smax.i64(i64 %more, i64 -1000)", "  ret i64 %most", "}"]
    return "\n".join([head, f"  %v0 = {other}", *called, *body, *ends, *last])


def module(**adds: int) -> str:
    """Forty functions, one of which is large, a row of numbers, and a number that is written to."""
    row = ", ".join(f"i64 {3 * n}" for n in range(FUNCTIONS))
    counted = "define i64 @counted() #0 {\n  %c = load i64, ptr @calls\n  ret i64 %c\n}"
    functions = [function(n, adds.get(f"f{n}", n), 3000 if n == 7 else 260) for n in range(FUNCTIONS)]
    tables = [f"@\"t.\\20row\" = internal constant [{FUNCTIONS} x i64] [{row}], align 64", "@calls = internal global i64 0"]
    return "\n".join([*tables, *functions, counted, ATTRIBUTES])


def asked(code: jit.Code) -> tuple[int, int]:
    return code.function(f"f.{FUNCTIONS - 1}", ctypes.c_int64)(5), code.function("counted")()


def compiled(text: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> tuple[jit.Code, list[str]]:
    """The code of a text, and what was compiled for it."""
    made: list[str] = []
    assemble = jit.assemble
    with monkeypatch.context() as patch:
        patch.setattr(jit, "assemble", lambda text, tier: made.append(text) or assemble(text, tier))
        return jit.compile_text(text, 0, store), made


def test_pieces_are_the_module(tmp_path: Path) -> None:
    text = module()
    assert len(text) >= LARGE and len(pieces(text)) == 2 + SHARED, "data, the large function, the others"
    whole = jit.Code(jit.assemble(text, 0))
    assert asked(whole) == asked(jit.compile_text(text, 0, Store(tmp_path))) == asked(jit.compile_text(text, 0, Store(tmp_path)))
    assert asked(whole)[0] == 5 + sum(n + 3 * n for n in range(FUNCTIONS))


def test_each_function_is_in_one_piece() -> None:
    found = pieces(module())
    for n in range(FUNCTIONS):
        assert sum(f"define i64 @\"f.{n}\"(" in piece for piece in found) == 1
    assert sum(len(piece) >= ALONE and piece.count("define ") == 1 for piece in found) == 1


@pytest.mark.parametrize("changed", [0, 7, FUNCTIONS - 1])
def test_an_edit_compiles_what_it_changes(changed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    code, made = compiled(module(), store, monkeypatch)
    assert len(made) == 2 + SHARED
    again, made = compiled(module(**{f"f{changed}": 1000}), store, monkeypatch)
    assert len(made) == 1 and f"@\"f.{changed}\"(i64 %x) #0 {{" in made[0]
    assert asked(again)[0] == asked(code)[0] + 1000 - changed
    assert compiled(module(), store, monkeypatch)[1] == []


def test_what_is_said_of_memory_is_no_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    compiled(module(), store, monkeypatch)
    assert compiled(module().replace("!tbaa !1", "!tbaa !3").replace("!1 = !{", "!3 = !{"), store, monkeypatch)[1] == []


def test_a_piece_that_is_lost_or_damaged_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, text = Store(tmp_path), module()
    code = jit.compile_text(text, 0, store)
    damaged, lost, whole = sorted(tmp_path.glob("*" + ENDING), key=lambda file: file.stat().st_size)[-3:]
    whole.unlink()
    lost.unlink()
    damaged.write_bytes(damaged.read_bytes()[:-9])
    again, made = compiled(text, store, monkeypatch)
    assert len(made) == 2 and asked(again) == asked(code)


def test_a_piece_may_call_any_number_of_functions_of_others(tmp_path: Path) -> None:
    """The loader keeps a table of what is called elsewhere, and has room in it for some 510 only."""
    many, comments = 1500, ["; " + "-" * 1000] * (ALONE // 1000 + 1)
    small = [f"define internal i64 @g.{n}(i64 %x) {{\n  %y = add i64 %x, {n}\n  ret i64 %y\n}}" for n in range(many)]
    calls = [f"  %v{n + 1} = call i64 @g.{n}(i64 %v{n})" for n in range(many)]
    text = "\n".join([*small, "define i64 @all(i64 %v0) {", *comments, *comments, *comments, *comments, *calls, f"  ret i64 %v{many}", "}\n"])
    assert len(pieces(text)) == 2 + SHARED
    assert jit.compile_text(text, 0, Store(tmp_path)).function("all", ctypes.c_int64)(5) == 5 + many * (many - 1) // 2


@pytest.mark.parametrize("odd", ["@other = private constant i64 1\n", "%pair = type { i64, i64 }\n", "@also = alias i64 (i64), ptr @\"f.1\"\n"])
def test_what_is_not_known_is_compiled_as_a_whole(odd: str, tmp_path: Path) -> None:
    text = module() + odd
    assert pieces(text) == [text]
    assert asked(jit.compile_text(text, 0, Store(tmp_path)))[0] > 0


@pytest.mark.parametrize("tier", [1, 2])
def test_what_passes_look_at_is_one_piece(tier: int, tmp_path: Path) -> None:
    jit.compile_text(module(), tier, Store(tmp_path))
    assert len(list(tmp_path.glob("*" + ENDING))) == 1


@pytest.mark.parametrize("name", ["ufo-chickens", "gem-hens"])
def test_a_game_in_pieces_plays_as_it_does_as_a_whole(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = load(name).program(3)
    in_pieces = Native(program, 0, Store(tmp_path / "pieces")).simulate(0, 20, 1, 2000)
    assert len(list((tmp_path / "pieces").iterdir())) > 2 + SHARED
    with monkeypatch.context() as patch:
        patch.setattr(jit, "pieces", lambda text: [text])
        assert Native(program, 0, Store(tmp_path / "whole")).simulate(0, 20, 1, 2000) == in_pieces
