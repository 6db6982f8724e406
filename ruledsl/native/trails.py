"""The longest way along edges: the kernel of `ruledsl/kernels/trails.py`, with a little room first, and with much where that is too little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.kernels.lined import LARGE, LARGE_ROOM, QUICK, QUICK_ROOM, TANGLED
from ruledsl.native.kernels import kernel_texts
from ruledsl.native.text import Body, constant, definition, quoted

if TYPE_CHECKING:
    from ruledsl.native.module import Module

KERNEL = "longest_way"


def longest(module: Module, rows: str, words: int, masks: int) -> str:
    """The symbol of the function for a table of the program, written when it is first asked for."""
    symbol = quoted(f"longest.{rows}.{words}.{masks}")
    if KERNEL not in module.made:
        module.made.add(KERNEL)
        for text in kernel_texts((KERNEL,), {}, "internal "):
            module.add(text)
    if symbol not in module.made:
        module.made.add(symbol)
        module.add(constant(quoted(f"rows.{rows}.{masks}"), module.program.tables[rows]))
        module.add(_function(symbol, quoted(f"rows.{rows}.{masks}"), words, masks))
    return f"@{symbol}"


def _function(symbol: str, rows: str, words: int, masks: int) -> str:
    body = Body()
    body.put(f"%given = alloca i64, i64 {masks}")
    for n in range(masks):
        body.write(body.word("%given", str(n)), f"%m{n}")
    passing = body.word("%given", str(words))
    for cap, room in ((QUICK, QUICK_ROOM), (LARGE, LARGE_ROOM)):
        at = body.let(f"alloca i64, i64 {room}")
        length = body.ask(f"@{KERNEL}", f"ptr @{rows}", "ptr %given", f"i64 {words}", f"ptr {passing}", f"ptr {at}", f"i64 {cap}")
        if cap == QUICK:
            with body.unless(body.compare("eq", length, str(TANGLED))):
                body.answer(length)
    body.answer(length)
    return definition(f"internal i64 @{symbol}({', '.join(f'i64 %m{n}' for n in range(masks))}) #3", body)
