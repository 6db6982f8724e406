"""Machine code from text, in every tier."""

from __future__ import annotations

import ctypes
import gc
import threading
import weakref
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.native import GAMES, Native
from ruledsl.native.jit import TIERS, Code, compile_text
from ruledsl.store import Store

# A copy of so many bytes is a call of the C library, of whose address nothing else in the module speaks.
COPY = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i64 @copy(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 3333, i1 false)
  ret i64 3333
}
"""


@pytest.mark.parametrize("tier", TIERS)
def test_what_the_passes_call_is_there(tier: int, tmp_path: Path) -> None:
    code = compile_text(COPY, tier, Store(tmp_path))
    source, target = bytes(k % 251 for k in range(3333)), ctypes.create_string_buffer(3333)
    assert code.function("copy", ctypes.c_void_p, ctypes.c_char_p)(ctypes.addressof(target), source) == 3333
    assert target.raw == source


def test_who_has_a_function_keeps_its_code(tmp_path: Path) -> None:
    code = compile_text("define i64 @seven() { ret i64 7 }", 0, Store(tmp_path))
    function, there = code.function("seven"), weakref.ref(code)
    del code
    gc.collect()
    assert there() is not None and function() == 7


def test_code_that_others_run_is_not_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads want the code of one program at the same moment, as where one simulation follows another and better code is made meanwhile."""
    program = load("pig").opened(2, {})
    first, second, compiled, got = Native(program), Native(program), Native._compiled, list[Code]()
    other = threading.Thread(target=lambda: got.append(second._code(GAMES)))

    def slowly(self: Native, part: str) -> Code:
        if self is first:
            other.start()
            other.join(0.1)
        return compiled(self, part)

    monkeypatch.setattr(Native, "_compiled", slowly)
    mine = first._code(GAMES)
    other.join()
    assert got == [mine]
