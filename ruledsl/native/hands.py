"""Combinations that a hand holds, as machine code: is there any, which, how many, and the first.

A hand is a number of cards a place, one byte each: the faces, rising, then the wild cards, then zeros up to a multiple of 16 bytes. A set of
patterns is a row of 64-bit words, one bit a pattern, in the order that was given.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence

from ruledsl.combine.patterns import Pattern, Patterns
from ruledsl.combine.rows import places
from ruledsl.native.handtext import HandCode
from ruledsl.native.jit import Code, compile_text
from ruledsl.record import cached_property
from ruledsl.store import Store, standard_directory

_P = ctypes.c_void_p


class Hands:
    """Asks hands about the patterns of a rule. `order`: the patterns, the best first; without it, the small ones first.

    Raises `ValueError` if there is no pattern at all, or one that takes no card."""

    def __init__(self, patterns: Patterns, order: Sequence[Pattern] | None = None, cache: Store | None = None) -> None:
        self.patterns = patterns
        self.order = tuple(patterns.found if order is None else order)
        if set(self.order) != set(patterns.found):
            raise ValueError("the order must hold every pattern once")
        if not self.order or any(pattern.size == 0 for pattern in self.order):
            raise ValueError("there must be patterns, and each must take a card")
        self.code = HandCode(patterns, [places(patterns, p) for p in self.order], [places(patterns, p) for p in patterns.smallest])
        self._cache = cache or Store(standard_directory())

    @cached_property
    def compiled(self) -> Code:
        """The machine code. Functions on one hand, and on many that lie behind one another, are documented in `HandCode`."""
        return compile_text(self.code.text(), 2, self._cache)

    def hand(self, values: Iterable[int], wilds: int = 0) -> bytes:
        """A hand by the values of its cards. Raises `ValueError` for values that are no face, and for more than 255 alike."""
        counts = dict.fromkeys(sorted(self.patterns.faces), 0)
        for value in values:
            if value not in counts:
                raise ValueError(f"no card has the value {value}")
            counts[value] += 1
        return bytes([*counts.values(), wilds]).ljust(self.code.bytes, b"\0")

    def any(self, hand: bytes) -> bool:
        """Does it hold a combination?"""
        return bool(self._functions["any"](hand))

    def first(self, hand: bytes) -> Pattern | None:
        """The first combination that it holds, as they are ordered."""
        found = self._functions["first"](hand)
        return None if found < 0 else self.order[found]

    def count(self, hand: bytes) -> int:
        """How many sets of its cards are a combination."""
        return self._functions["count"](hand)

    def list(self, hand: bytes) -> list[Pattern]:
        """Every combination that it holds, as they are ordered."""
        words = (ctypes.c_uint64 * self.code.words)()
        self._functions["list"](hand, ctypes.addressof(words))
        bits = int.from_bytes(bytes(words), "little")
        return [pattern for n, pattern in enumerate(self.order) if bits >> n & 1]

    def holding(self, hands: bytes) -> int:
        """How many of several hands, one behind the other, hold a combination."""
        return sum(self._each("any", hands, ctypes.c_uint8))

    def total(self, hands: bytes) -> int:
        """How many sets of cards of several hands are a combination, all hands together."""
        return sum(self._each("count", hands, ctypes.c_int64))

    def _each(self, name: str, hands: bytes, kind: type[ctypes.c_uint8 | ctypes.c_int64]) -> ctypes.Array[ctypes.c_uint8] | ctypes.Array[ctypes.c_int64]:
        number = len(hands) // self.code.bytes
        out = (kind * number)()
        self.compiled.function(f"{name}_each", _P, ctypes.c_int64, _P)(hands, number, ctypes.addressof(out))
        return out

    @cached_property
    def _functions(self) -> dict[str, Callable[..., int]]:
        one = {name: self.compiled.function(name, _P) for name in ("any", "first", "count")}
        return {**one, "list": self.compiled.function("list", _P, _P)}
