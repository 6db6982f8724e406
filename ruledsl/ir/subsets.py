"""Chosen cards as numbers.

A card that stands for another face is chosen together with that face, its guise: the number is card + cards * guise, where guise 0 is the
card itself and guise n is `Program.guises[n - 1]`. Several cards are one word: each takes `member_bits` bits, the least card lowest, and is
kept as its number plus 1; no card is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruledsl.ir.program import Program, Type
from ruledsl.ir.rng import signed


def room(program: Program) -> int:
    """The most cards that can be chosen at once."""
    return 64 // program.member_bits


def members(program: Program, subset: int) -> list[int]:
    """The cards of a subset, each with its guise, the least card first."""
    bits, word, out = program.member_bits, subset % (1 << 64), []
    while word:
        out.append(word % (1 << bits) - 1)
        word >>= bits
    return out


def subset(program: Program, cards: Iterable[int]) -> int:
    """The word of cards with their guises; there must be room for them."""
    ordered = sorted(cards, key=lambda member: split(program, member))
    return signed(sum(member + 1 << n * program.member_bits for n, member in enumerate(ordered)))


def split(program: Program, member: int) -> tuple[int, int]:
    """A card and its guise; none is (-1, 0)."""
    return (member % len(program.cards), member // len(program.cards)) if member >= 0 else (member, 0)


def cards_of(program: Program, type: Type, value: int) -> list[int]:
    """The cards that a value of a type names."""
    if type.kind not in ("card", "subset"):
        return []
    chosen = members(program, value) if type.kind == "subset" else [value] * (value >= 0)
    return [split(program, member)[0] for member in chosen]


def renamed(program: Program, type: Type, value: int, becomes: Mapping[int, int]) -> int:
    """The same value where cards have become others; their guises stay."""
    if type.kind == "subset":
        return subset(program, [renamed(program, Type("card"), member, becomes) for member in members(program, value)])
    card, guise = split(program, value)
    return becomes.get(card, card) + guise * len(program.cards)
