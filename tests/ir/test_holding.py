"""Slots that only carry registers over decisions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ruledsl.ir.holding import handed_over
from ruledsl.ir.program import Block, Function, Instr

STORE = [Instr("const", (9, 0)), Instr("store", ("frame", 9, 1))]
LOAD = [Instr("const", (9, 0)), Instr("load", (1, "frame", 9))]
ASK, JUMP, AWAY, END = Instr("ask", (0, 2, 3, "back")), Instr("jump", ("rest",)), Instr("jump", ("back",)), Instr("finish", ())
CHANGE, OTHER = Instr("const", (1, 5)), Instr("load", (4, "frame", 9))


def main(first: Sequence[Instr], back: Sequence[Instr], rest: Sequence[Instr] = (END,)) -> Function:
    """A game that asks, is answered in the block `back`, and goes on in `rest`."""
    blocks = [Block("start", list(first)), Block("back", list(back)), Block("rest", list(rest))]
    return Function("main", "main", 0, 10, blocks, ("start", "back"))


def test_what_is_stored_and_loaded_back():
    assert handed_over(main([*STORE, ASK], [*LOAD, JUMP])) == {0: {1}}
    assert handed_over(main([*STORE, ASK], [*LOAD, JUMP], [CHANGE, *STORE, ASK])) == {0: {1}}


@pytest.mark.parametrize(
    "wrong",
    [
        main([*STORE, CHANGE, ASK], [*LOAD, JUMP]),  # it is another number by then
        main([ASK], [*LOAD, JUMP], [*STORE, ASK]),  # the first question does not keep it
        main([*STORE, ASK], [*LOAD, JUMP], [CHANGE, AWAY]),  # who jumps there has not been asked
        main([*STORE, ASK], [JUMP], [*LOAD, END]),  # too late: the register may be another
        main([*STORE, ASK], [Instr("tick", ()), *LOAD, JUMP]),
        main([*STORE, ASK], [LOAD[0], OTHER, JUMP]),  # into another register
        main([*STORE, ASK], [*LOAD, JUMP], [*STORE, END]),  # for somebody else
        main([Instr("store", ("frame", 2, 1)), ASK], [*LOAD, JUMP]),  # nobody knows which slot
    ],
)
def test_what_must_lie_in_the_frame(wrong):
    assert handed_over(wrong) == {}
