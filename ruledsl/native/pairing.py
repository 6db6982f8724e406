"""One of many pairs, drawn from the sets of their first parts: by second part a set, and how many have a first part in common as binary digits."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.native.text import Body, Table
from ruledsl.record import record


@record(frozen=True)
class Pairs:
    """The numbers of the operation, and how many arguments stand before the pair, and sets behind."""

    first: int
    times: int
    table: str
    given: int
    sets: int


def planes(body: Body, sets: Sequence[str]) -> list[str]:
    """For each bit in how many of the sets it is, as binary digits: the set of those whose number has the first digit, the second, …"""
    digits: list[str] = []
    column = list(sets)
    while column:
        carried = []
        while len(column) > 1:
            one, other = column.pop(), column.pop()
            half = body.do("xor", one, other)
            carry = body.do("and", one, other)
            if column:
                third = column.pop()
                carry = body.do("or", carry, body.do("and", half, third))
                half = body.do("xor", half, third)
            carried.append(carry)
            column.insert(0, half)
        digits += column
        column = carried
    return digits


def sizes(body: Body, digits: Sequence[str]) -> str:
    """How many there are in all."""
    parts = [body.ask("@llvm.ctpop.i64", f"i64 {members}") for members in digits]
    return body.joined("add", [body.do("shl", part, str(n)) if n else part for n, part in enumerate(parts)])


def picked(body: Body, pairs: Pairs, values: list[str], which: str, table: Table) -> list[str]:
    """The action and its arguments, where this one of the pairs was drawn: bit by bit, and of each the second parts in their order."""
    head, sets = values[: 1 + pairs.given], values[1 + pairs.given : 1 + pairs.given + pairs.sets]
    digits = values[1 + pairs.given + pairs.sets :]
    bit = _bit(body, digits, which)
    left = body.do("sub", which, sizes(body, _below(body, digits, bit)))
    those = [body.do("shl", body.do("and", body.do("lshr", members, bit), "1"), str(n)) for n, members in enumerate(sets)]
    place = body.ask("@nth", f"i64 {body.joined('or', those)}", f"i64 {left}")
    entry = body.let(f"load i{table.width}, ptr {body.let(f'getelementptr inbounds i{table.width}, ptr {table.symbol}, i64 {place}')}")
    second = entry if table.width == 64 else body.let(f"sext i{table.width} {entry} to i64")
    first = body.do("add", bit, str(pairs.first))
    return [*head, first, body.do("add", first, second) if pairs.times else second]


def _below(body: Body, digits: Sequence[str], bit: str) -> list[str]:
    """The parts of sets below a bit."""
    mask = body.do("sub", body.do("shl", "1", bit), "1")
    return [body.do("and", members, mask) for members in digits]


def _bit(body: Body, digits: Sequence[str], which: str) -> str:
    """The highest bit below which there are no more than so many: found in halves."""
    at = "0"
    for step in (32, 16, 8, 4, 2, 1):
        further = body.do("add", at, str(step))
        fits = body.compare("ule", sizes(body, _below(body, digits, further)), which)
        at = body.let(f"select i1 {fits}, i64 {further}, i64 {at}")
    return at
