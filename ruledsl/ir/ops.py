"""THE table of operations, read by verifier, printer, parser, interpreter and emitter.

All values are signed 64-bit integers. A register is a small number local to one function. Immediates are named in `form`:

    d  destination register      r  register                    *  any number of registers (last)
    i  integer constant          R  region[register]            T  constant table
    F  function                  Z  zone[register]              B  block label        b  any number of block labels (last)
    S  decision site             X  fault kind                  A  action number

A region or zone operand is two entries: its name, and the register that indexes it.
"""

from __future__ import annotations

from enum import StrEnum

from ruledsl.record import record

FUEL = 1_000_000
"""How many `tick`s one call of `resume` or of a function may make."""


class Fault(StrEnum):
    """Why a program stops: always with the place in the rules text. The value is what a person reads."""

    BOUNDS = "there is no such place, or it is a number that no set holds (0 to 63)"
    RANGE = "the value does not fit"
    OVERFLOW = "the number is too large"
    DIVISION = "division by zero"
    FULL = "the zone is full"
    NO_CARD = "there is no such card here"
    NO_MEMBER = "there is nothing to take"
    LOOP = "the loop went on beyond its bound"
    FUEL = "this goes on for ever"
    NO_OPTION = "nobody can do anything here, and the rules do not say what happens then"
    NOT_ONE_OF = "the value is not one of those allowed"
    UNSETTLED = "the order of these cards is not settled yet"
    BAD_MOVE = "this is no answer to the decision"


FAULTS = tuple(Fault)


@record(frozen=True)
class Op:
    """One operation: its name, its operands in order, and what it does to the state."""

    name: str
    form: str
    effect: str  # "pure" | "reads" | "writes" | "ends" (a terminator)
    meaning: str


_TABLE = """
const    di    pure    d = i
copy     dr    pure    d = r
add      drr   pure    sum; OVERFLOW outside 64 bits
sub      drr   pure    difference; OVERFLOW
mul      drr   pure    product; OVERFLOW
div      drr   pure    quotient rounded down as in Python; DIVISION, OVERFLOW
mod      drr   pure    remainder with the divisor's sign as in Python; DIVISION
eq       drr   pure    1 if equal else 0
ne       drr   pure    1 if different else 0
lt       drr   pure    1 if less else 0
le       drr   pure    1 if not more else 0
and      drr   pure    bitwise
or       drr   pure    bitwise
xor      drr   pure    bitwise
not      dr    pure    1 if r is 0 else 0
shl      drr   pure    left shift, bits beyond 64 dropped; BOUNDS unless 0 <= amount <= 63
shr      drr   pure    logical right shift of the 64-bit pattern; BOUNDS unless 0 <= amount <= 63
popcount dr    pure    number of set bits of the 64-bit pattern
lowbit   dr    pure    index of the lowest set bit; NO_MEMBER if r is 0
highbit  dr    pure    index of the highest set bit; NO_MEMBER if r is 0
select   drrr  pure    second operand if the first is not 0, else third
table    dTr   pure    T[r]; BOUNDS
unmatched diTTr* pure    word i of a set of cards (64 a word) that the melds leave which are worth most by the second T; rows of the first: cards, cards before
load     dR    reads   region[r]; BOUNDS
store    Rr    writes  region[r] = r, and its index is kept; BOUNDS, and RANGE outside the region's low..high
fill     Rri   writes  the register of the region holds a set: region[third + each member] = second, and its index is kept; BOUNDS, RANGE
call     dF*   reads   the value of a function; it may read but not write the state
random   dr    writes  uniform 0..r-1 from the state's random number generator; NO_MEMBER unless r >= 1, OVERFLOW from 2**32
tick     .     pure    one step of a loop that may go on for long; FUEL beyond the limit
zcount   dZ    reads   number of cards in the zone
zhas     dZr   reads   1 if the card lies in the zone
zat      dZr   reads   ordered: the card at position r from the bottom; unordered: the r-th card by number; NO_CARD
znext    dZr   reads   unordered zones: the least card in the zone that is greater than r, or -1
ztop     dZ    reads   ordered: the top card; unordered: the least; -1 if empty; UNSETTLED if the top is loose
zloose   dZ    reads   how many cards at the bottom lie in no settled order (0 in zones without order)
zsettle  Zr    writes  the r-th loose card changes places with the topmost loose one, which is then settled; NO_CARD
zshuffle Z     writes  all cards are loose; nobody knows any of them
zput     Zr    writes  the card leaves its zone and comes on top of this one; FULL, NO_CARD
zunder   Zr    writes  the same, to the bottom; UNSETTLED if the zone has loose cards
zall     ZZ    writes  every card of the first zone, bottom up, is put on the second; FULL, UNSETTLED if loose cards need an order there
zgather  Z     writes  every card that is not in the box is put here in order of number; FULL
know     rr    writes  the card becomes known to the seats of the mask, unless it is loose in a hidden zone; NO_CARD, RANGE
zknow    Zr    writes  every card in the zone becomes known to the seats of the mask, as by `know`
option   i*    writes  legal functions only: append (i, registers…) to the options; RANGE beyond `max_options`
options  ii*   writes  the same for each set bit of the last register, ascending: second number + bit in its place
pairs    iiiT* writes  for each bit, each entry of T whose register (these are the last) has it: (first, registers…, n = second + bit, entry + third * n)
jump     B     ends    go on there
branch   rBB   ends    first if r is not 0, else second
switch   rb    ends    r-th label; BOUNDS
return   r     ends    the value of a function
ask      SrrB  ends    stop: site, mask of seats asked, number of outcomes (chance) or 0; go on at B with the answer in `move`
finish   .     ends    the game is over
trap     X     ends    stop with this fault
"""


def _read(table: str) -> dict[str, Op]:
    rows = (line.split(None, 3) for line in table.strip().splitlines())
    return {name: Op(name, form.strip("."), effect, meaning) for name, form, effect, meaning in rows}


OPTIONS = ("option", "options", "pairs")
"""The operations that name options."""

OPS: dict[str, Op] = _read(_TABLE)
