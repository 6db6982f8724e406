"""Object files that are one: names of all, names of one alone, what is there twice."""

from __future__ import annotations

import ctypes

import pytest

from ruledsl.native import jit
from ruledsl.native.linking import linked

pytestmark = pytest.mark.skipif(not jit.can_be_linked(), reason="object files of another form are not linked")
TABLE = "@table = constant [3 x i64] [i64 7, i64 20, i64 15]\n@own = internal global i64 {own}\n"
OWN = "define i64 @{name}() noinline {{\n  %x = load i64, ptr @own\n  %y = add i64 %x, 1\n  store i64 %y, ptr @own\n  ret i64 %x\n}}\n"
ASKS = """
@table = external dso_local constant [3 x i64]
declare dso_local i64 @first()
define i64 @asks(i64 %n) {
  %at = getelementptr i64, ptr @table, i64 %n
  %x = load i64, ptr %at
  %y = call i64 @first()
  %z = add i64 %x, %y
  ret i64 %z
}
"""


def image(text: str) -> bytes:
    return jit.assemble(text, 0)


def one(own: int, name: str) -> str:
    return f"@own = internal global i64 {own}\n" + OWN.format(name=name)


def called(code: jit.Code, name: str, *arguments: int) -> int:
    return code.function(name, *(ctypes.c_int64 for _ in arguments))(*arguments)


@pytest.mark.parametrize("turned", [False, True])
def test_what_one_asks_for_another_has(turned: bool) -> None:
    images = [image(ASKS), image(TABLE.format(own=100) + OWN.format(name="first"))]
    code = jit.Code(linked(images[::-1] if turned else images))
    assert [called(code, "asks", n) for n in range(3)] == [107, 20 + 101, 15 + 102]


def test_what_one_alone_knows_stays_its_own() -> None:
    code = jit.Code(linked([image(one(3, "first")), image(one(50, "second"))]))
    assert [called(code, name) for name in ("first", "second", "first", "second")] == [3, 50, 4, 51]


def test_one_file_is_itself() -> None:
    code = jit.Code(linked([linked([image(one(3, "first"))])]))
    assert [called(code, "first") for _ in range(2)] == [3, 4]


def test_what_is_there_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="first is there twice"):
        linked([image(one(3, "first")), image(one(50, "first"))])


@pytest.mark.parametrize("other", [b"", b"MZ", b"\x7fELF\x01\x01"])
def test_another_form_is_refused(other: bytes) -> None:
    with pytest.raises(ValueError, match="64 bits"):
        linked([other])
