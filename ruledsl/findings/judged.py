"""What is claimed of all ends: who never wins, or is never asked, and whether who wins has the best payoff."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.findings.verdicts import Finding
from ruledsl.ir.program import Program
from ruledsl.source import NOWHERE


def judged(
    program: Program, sums: tuple[int, int], won: Sequence[int], asked: Sequence[int], ends: tuple[int, int] | None, verdict: tuple[str, str, str]
) -> Iterator[Finding]:
    """By what payoffs add up to, at least and at most, and how often each seat won and was asked; of how many `ends`, and at how many who wins has not the best
    payoff, None if that is not to be said; `verdict` is one and its bound, and that of what is said of winners."""
    said, bound, more = verdict
    least, greatest = sums
    text = f"payoffs add up to {least}" if least == greatest else f"payoffs add up to {least} at least and {greatest} at most"
    yield Finding(said, "payoff-sum", text + bound, NOWHERE, setting=0)
    bound = more + bound
    if program.players > 1 and not any(won):
        yield Finding(said, "no-winner", f"nobody ever wins{bound}", NOWHERE, setting=0)
    for seat in range(program.players):
        if not asked[seat]:
            yield Finding(said, "seat-never-asked", f"{program.seats[seat]} is never asked{bound}", NOWHERE, setting=0)
        elif any(won) and not won[seat]:
            yield Finding(said, "no-winner", f"{program.seats[seat]} never wins{bound}", NOWHERE, setting=0)
    if any(won) and ends is not None:
        every, poorer = ends
        text = f"who wins has not the best payoff at {poorer:,} of {every:,} ends" if poorer else "who wins has the best payoff"
        yield Finding(said, "payoff-against-winner", text + bound, NOWHERE, setting=0)
