"""A way through states some of which stand for several, as a game that the reference plays: other cards of the same face, in another order."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from ruledsl.engine.backend import engine_for
from ruledsl.findings.machine import Answers
from ruledsl.findings.reference import answer
from ruledsl.ir.program import Program
from ruledsl.native.verifying import Verifying


class Unlike(Exception):
    """No answer leads to a block that is held to be the same, as where a state names single cards: the way has to be looked for with nothing forgotten."""


class Blocks:
    """What can be answered in a block, and what comes behind it."""

    def __init__(self, program: Program, code: Verifying) -> None:
        self.program, self.code, self.size = program, code, program.size
        self.rows = (ctypes.c_int64 * (code.rows * (code.width + 1)))()
        self.here, self.there = (ctypes.create_string_buffer(self.size) for _ in range(2))
        taking = ctypes.c_void_p
        self.menu = ctypes.CFUNCTYPE(ctypes.c_int64, taking, taking)(code.menu)
        self.step = ctypes.CFUNCTYPE(ctypes.c_int64, taking, taking, taking, ctypes.c_int64)(code.step)
        self.whole = ctypes.CFUNCTYPE(ctypes.c_int64, taking, taking)(code.whole)

    def first(self, begun: bytes) -> bytes:
        """The first state, as it is searched."""
        assert self.code.bared is not None
        if not begun:
            self.code.begin(ctypes.addressof(self.here), 0)
            return self.here.raw
        ctypes.memmove(self.here, begun, self.size)
        self.code.bared(ctypes.addressof(self.here))
        return self.full(self.here.raw)

    def full(self, bare: bytes) -> bytes:
        """A whole block."""
        ctypes.memmove(self.here, bare, self.size)
        self.whole(ctypes.addressof(self.here), ctypes.addressof(self.there))
        return self.there.raw

    def answers(self, block: bytes, seat: int) -> list[tuple[int, ...]]:
        """The rows that a seat can answer with, or that can happen (-1)."""
        ctypes.memmove(self.here, block, self.size)
        many, width = self.menu(ctypes.addressof(self.here), ctypes.addressof(self.rows)), self.code.width
        seats = self.code.rows * width
        return [tuple(self.rows[n * width : (n + 1) * width]) for n in range(many) if self.rows[seats + n] == seat]

    def behind(self, block: bytes, row: tuple[int, ...], seat: int) -> tuple[int, bytes]:
        """What comes behind an answer: a fault, or a bare block."""
        ctypes.memmove(self.here, block, self.size)
        given = (ctypes.c_int64 * len(row))(*row)
        status = self.step(ctypes.addressof(self.here), ctypes.addressof(self.there), ctypes.addressof(given), seat)
        return (status, b"") if status < 0 else (0, self.there.raw)

    def as_searched(self, block: bytes, searched: bytes) -> bytes:
        """A block of the reference, where what nobody reads any more is as in the one that was searched."""
        out, merged, region, offsets = bytearray(block), self.code.merged, self.program.region, self.program.offsets
        pc = int.from_bytes(searched[offsets["pc"] : offsets["pc"] + region["pc"].width], "little")
        places = [(name, 0, region[name].count) for name in merged.unread] + [(name, n, 1) for name, n in merged.dead.get(pc, ())]
        for name, n, count in places:
            width = region[name].width
            at = offsets[name] + n * width
            out[at : at + width * count] = searched[at : at + width * count]
        return bytes(out)


def as_reference(program: Program, code: Verifying, answers: Answers, begun: bytes = b"") -> Answers:
    """Answers in the states that were searched, as answers in the reference that lead to states which are held to be these; Unlike if there are none."""
    return [*_matched(program, Blocks(program, code), answers, begun)] if answers else []


def _matched(program: Program, blocks: Blocks, answers: Answers, begun: bytes) -> Iterator[tuple[int, int]]:
    engine = engine_for(program, "interp")
    state: Any = engine.state(begun) if begun else engine.start(0, 1)
    searched = blocks.first(begun)
    for n, (option, seat) in enumerate(answers):
        status, there = blocks.behind(searched, blocks.answers(searched, seat)[option], seat)
        block = blocks.as_searched(bytes(state.bytes()), searched)
        rows = blocks.answers(block, seat)
        first = sorted(range(len(rows)), key=lambda m: m != option)
        same = next((m for m in first if blocks.behind(block, rows[m], seat) == (status, there)), None)
        if same is None:
            raise Unlike(f"answer {n + 1} of {len(answers)} has none like it in the reference")
        taken = same if seat >= 0 else rows[same][0]
        yield taken, seat
        if n + 1 < len(answers):
            answer(engine, state, taken, seat)
            searched = blocks.full(there)
