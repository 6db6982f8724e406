"""Compiled Python, and machine code of a game that it calls by address. The only door to numba here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit, types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile when it is first called, and keep the code on disk; the interpreter lock is open while it runs."""
    made: Any = njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast(F, made)


def inlined(function: F) -> F:
    """The same, and written out wherever compiled Python calls it: arrays that are handed over are not counted as objects then."""
    made: Any = njit(cache=True, nogil=True, error_model="numpy", inline="always")(function)
    return cast(F, made)


def _caller(arguments: int) -> Any:
    """`call(address, numbers…)`: what the C function there answers; addresses are handed over as numbers."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        number = context.get_value_type(types.int64)
        form = type(builder.function.function_type)(number, [number] * arguments)
        return builder.call(builder.inttoptr(values[0], form.as_pointer()), values[1:])

    return generate


def _call2(typing: Any, address: Any, a: Any, b: Any) -> Any:
    return types.int64(types.int64, types.int64, types.int64), _caller(2)


def _call3(typing: Any, address: Any, a: Any, b: Any, c: Any) -> Any:
    return types.int64(types.int64, types.int64, types.int64, types.int64), _caller(3)


call2: Any = intrinsic(_call2)
"""`call2(address, a, b)`: what the C function at an address answers to two 64-bit numbers."""
call3: Any = intrinsic(_call3)
"""The same of three numbers."""
