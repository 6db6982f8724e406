"""Cards that are chosen together, as machine code takes their word apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruledsl.native.text import Body

if TYPE_CHECKING:
    from ruledsl.native.module import Module


@contextmanager
def each_member(module: Module, body: Body, subset: str) -> Iterator[str]:
    """What is written inside is done for every card of a subset, with what it stands for, the least card first."""
    bits = module.program.member_bits
    with body.count("0", str(64 // bits)) as n:
        member = body.do("and", body.do("lshr", subset, body.do("mul", n, str(bits))), str((1 << bits) - 1))
        with body.unless(body.compare("eq", member, "0")):
            yield body.do("sub", member, "1")
