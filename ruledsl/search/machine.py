"""Compiled Python, and machine code of a game that it calls by address. The only door to numba here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit, types
from numba.extending import intrinsic

_njit: Any = njit
"""Its stub does not know `_nrt`."""
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile when it is first called, and keep the code on disk; the interpreter lock is open while it runs. Arrays are not counted as objects, which
    would take a quarter of the time of a search: so the code can make none."""
    return cast(F, _njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function))


def inlined(function: F) -> F:
    """The same, and written out wherever compiled Python calls it."""
    return cast(F, _njit(cache=True, nogil=True, error_model="numpy", _nrt=False, inline="always")(function))


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


def _call4(typing: Any, address: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    return types.int64(types.int64, types.int64, types.int64, types.int64, types.int64), _caller(4)


def _call5(typing: Any, address: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    return types.int64(*[types.int64] * 6), _caller(5)


def _read(typing: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        word = builder.load(builder.inttoptr(values[0], context.get_value_type(types.uint64).as_pointer()))
        word.align = 1
        return word

    return types.uint64(types.int64), generate


def _write(typing: Any, address: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        builder.store(values[1], builder.inttoptr(values[0], values[1].type.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(types.int64, types.uint64), generate


read: Any = intrinsic(_read)
"""`read(address)`: the 64 bits there, at whatever byte they begin."""
write: Any = intrinsic(_write)
"""`write(address, word)`: puts 64 bits there."""
call2: Any = intrinsic(_call2)
"""`call2(address, a, b)`: what the C function at an address answers to two 64-bit numbers."""
call3: Any = intrinsic(_call3)
"""The same of three numbers."""
call4: Any = intrinsic(_call4)
"""The same of four."""
call5: Any = intrinsic(_call5)
"""The same of five."""
