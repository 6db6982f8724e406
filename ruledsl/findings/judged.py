"""What is claimed of all ends: who never wins, or is never asked, and whether who wins has the best payoff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.findings.verdicts import Finding
from ruledsl.ir.program import Program
from ruledsl.source import NOWHERE


def judged(program: Program, won: Sequence[int], asked: Sequence[int], ends: tuple[int, int], verdict: tuple[str, str]) -> Iterator[Finding]:
    """By how often each seat won and was asked; of how many `ends`, and at how many who wins has not the best payoff; `verdict` is one and its bound."""
    said, bound = verdict
    if program.players > 1 and not any(won):
        yield Finding(said, "no-winner", f"nobody ever wins{bound}", NOWHERE, setting=0)
    for seat in range(program.players):
        if not asked[seat]:
            yield Finding(said, "seat-never-asked", f"{program.seats[seat]} is never asked{bound}", NOWHERE, setting=0)
        elif any(won) and not won[seat]:
            yield Finding(said, "no-winner", f"{program.seats[seat]} never wins{bound}", NOWHERE, setting=0)
    if any(won):
        every, poorer = ends
        text = f"who wins has not the best payoff at {poorer:,} of {every:,} ends" if poorer else "who wins has the best payoff"
        yield Finding(said, "payoff-against-winner", text + bound, NOWHERE, setting=0)
