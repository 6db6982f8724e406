"""The random number generator of a state: splitmix64, and an unbiased number below a bound."""

from __future__ import annotations

_MASK = (1 << 64) - 1
_LOW = (1 << 32) - 1

MOST = _LOW
"""The largest bound that `below` takes."""


def signed(bits: int) -> int:
    """The low 64 bits read as a signed number."""
    bits &= _MASK
    return bits - (1 << 64) if bits >> 63 else bits


GOLDEN = 0x9E3779B97F4A7C15


def mix(x: int) -> int:
    """64 bits, each of which hangs on all bits of a number; not signed."""
    z = x & _MASK
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
    return z ^ z >> 31


def stir(name: int, value: int) -> int:
    """The name, signed, of what a number is added to."""
    return signed(mix((name ^ value) + GOLDEN))


def bits(rng: int) -> tuple[int, int]:
    """The next state and 64 random bits, both signed."""
    rng = signed(rng + GOLDEN)
    return rng, signed(mix(rng))


def step(rng: int) -> tuple[int, int]:
    """The next state, signed, and its 32 random bits."""
    rng = (rng + GOLDEN) & _MASK
    return signed(rng), mix(rng) >> 32


def below(rng: int, bound: int) -> tuple[int, int]:
    """The next state and a uniform number in 0..bound-1; `bound` is 1..MOST."""
    rng, x = step(rng)
    m = x * bound
    if m & _LOW < bound:
        least = ((1 << 32) - bound) % bound
        while m & _LOW < least:
            rng, x = step(rng)
            m = x * bound
    return rng, m >> 32
