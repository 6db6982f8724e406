"""What points are to who plays: are more of them better?"""

from __future__ import annotations

from ruledsl.ir.program import Program


def pays(program: Program) -> bool:
    """Are there payoffs that are not simply what decides who wins?"""
    first = program.functions.get("criterion.0")
    return first is None or program.functions["payoff"].blocks != first.blocks


def sign(program: Program) -> int:
    """1 where more points are better, -1 where fewer are."""
    return 1 if pays(program) or all(program.highest[:1]) else -1
