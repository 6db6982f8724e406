"""Machine code from text, in every tier."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from ruledsl.native.jit import TIERS, compile_text
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
