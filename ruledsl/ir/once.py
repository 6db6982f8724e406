"""What is found out about a program, or made to run it, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ruledsl.ir.program import Program

Found = TypeVar("Found")


def once(find: Callable[[Program], Found]) -> Callable[[Program], Found]:
    """The same, kept with the program."""
    name = f"{find.__module__}.{find.__qualname__}"

    def found(program: Program) -> Found:
        if name not in program.engines:
            program.engines[name] = find(program)
        kept: Found = program.engines[name]
        return kept

    found.__doc__ = find.__doc__
    return found
