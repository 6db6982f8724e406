"""What may stop with a fault: a range is trusted only where it holds wherever the register is read."""

from __future__ import annotations

import pytest

from ruledsl.ir.faulting import may_fault
from tests.ir.build import program

STRAIGHT = """
function share value 1 3
  start:
    r1 = const 9
    r2 = div r1, r0
    return r2
"""
BEHIND = """
function share value 1 5
  start:
    r1 = const 9
    r2 = const 1
    jump round
  round:
    r4 = mul r0, r2
    r3 = div r1, r4
    r0 = sub r0, r2
    branch r0, round, done
  done:
    return r3
"""
CHOSEN = """
function share value 1 3
  start:
    branch r0, some, none
  some:
    r1 = const 3
    jump reckon
  none:
    r1 = const 0
    jump reckon
  reckon:
    r2 = const 9
    r2 = div r2, r1
    return r2
"""
HANDED_ON = """
function outer value 1 2
  start:
    r1 = const 1
    r0 = sub r0, r1
    r0 = call share, r0
    return r0
"""


@pytest.mark.parametrize(
    ("text", "name", "given", "may"),
    [
        (STRAIGHT, "share", (1, 9), False),
        (STRAIGHT, "share", (0, 9), True),
        (STRAIGHT, "share", None, True),
        (BEHIND, "share", (2, 2), True),  # in its second round it is another number
        (CHOSEN, "share", (0, 1), True),
        (STRAIGHT + HANDED_ON, "outer", (2, 9), True),  # what is handed on is not known any more
    ],
)
def test_a_range_holds_wherever_it_is_read(text: str, name: str, given: tuple[int, int] | None, may: bool) -> None:
    assert may_fault(program(text), name, [given]) is may
