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


def step(rng: int) -> tuple[int, int]:
    """The next state, signed, and its 32 random bits."""
    rng = (rng + 0x9E3779B97F4A7C15) & _MASK
    z = ((rng ^ rng >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
    return signed(rng), (z ^ z >> 31) >> 32


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
