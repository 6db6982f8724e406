"""Many answers to one question at once: `ruledsl/kernels/hopping.py` in machine code, one code for all programs."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.native.jit import Code, compile_named
from ruledsl.native.listing import Rows
from ruledsl.native.state import State
from ruledsl.store import Store, standard_directory

if TYPE_CHECKING:
    from ruledsl.native.engine import Native

LOOPS = ("go_on_each", "count_each")
MADE_OF = ("kernels/hopping.py", "kernels/plan.py", "native/kernels.py", "native/runtime.py")
"""The files that say what the code is: as long as these are the same, its text need not be written to find it."""
_P, _I = ctypes.c_void_p, ctypes.c_int64
Asked = tuple[int, int, int]


@cache
def loops() -> tuple[Code, dict[str, Callable[..., int]]]:
    """The loops by name, and what must live as long as they do."""
    here = Path(__file__).parent.parent
    code = compile_named("\n".join(here.joinpath(file).read_text(encoding="utf-8") for file in MADE_OF), _text, 0, Store(standard_directory()))
    return code, {name: code.function(name, _P, _P, _I, _P) for name in LOOPS}


def _text() -> str:
    from ruledsl.native.kernels import kernel_texts
    from ruledsl.native.runtime import ATTRIBUTES, DECLARATIONS

    return "\n".join([*DECLARATIONS, *kernel_texts(LOOPS, {}), ATTRIBUTES])


class Behind:
    """The states behind some options of a seat. `asked` are, for each, how play stands, where it asks and which seats; None where the rules go wrong."""

    def __init__(self, engine: Native, before: State, moves: Sequence[tuple[int, ...]], seat: int) -> None:
        self._engine, self._seat, self._layout, many = engine, seat, before.layout, len(moves)
        layout, size = before.layout, before.layout.size
        first = before.answered((), seat)
        self._blocks = bytearray(first.block) * many
        if isinstance(moves, Rows) and (columns := moves.columns()):
            for number, column in enumerate(columns):
                places = self._numbers("move", number)
                places[:] = array(places.format, column)
        else:
            for at, move in zip(range(layout.cells["move"][1], size * many, size), moves):
                layout.moves[len(move)](self._blocks, at, *move)
        went = self._all("go_on_each", [0] * many)
        stands = (self._numbers(region).tolist() for region in ("status", "ask.site", "ask.seats"))
        self.asked: list[Asked | None] = [asked if answer >= 0 else None for answer, asked in zip(went, zip(*stands))]

    def state(self, number: int) -> State:
        """One of them by itself."""
        state: State = State.__new__(State)
        state.layout = layout = self._layout
        state.block = layout.room.from_buffer_copy(self._blocks, number * layout.size)
        return state

    def counts(self, at: Sequence[int]) -> list[int]:
        """Where play asks at these sites, how many moves the seat may make there; below 0 nothing is asked, and 0 answered."""
        found = self._all("count_each", at) if max(at, default=-1) >= 0 else at
        some, seat = self._engine.some, self._seat
        return [n if n > 0 else some(n, seat, asked, site) if site >= 0 and asked else 0 for n, site, asked in zip(found, at, self.asked)]

    def _numbers(self, region: str, number: int = 0) -> memoryview:
        """A number of each state, to be read and written."""
        form, offset, info = self._layout.cells[region]
        numbers = memoryview(self._blocks).cast(form.format[-1])  # type: ignore[call-overload]
        column: memoryview = numbers[offset // info.width + number :: self._layout.size // info.width]
        return column

    def _all(self, loop: str, numbers: Sequence[int]) -> list[int]:
        """What a loop makes of a number each."""
        row, plan = array("q", numbers), self._engine.hopping(self._seat)
        blocks = ctypes.c_char.from_buffer(self._blocks)
        loops()[1][loop](ctypes.addressof(plan), ctypes.addressof(blocks), len(row), row.buffer_info()[0])
        return row.tolist()
