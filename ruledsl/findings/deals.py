"""Some deals of a game, each played in every way. A deal is how all cards lie where a seat is asked first; chance that falls later is asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from ruledsl.engine.backend import engine_for
from ruledsl.engine.cards import cards_in, instances, loose_in
from ruledsl.findings import coverage
from ruledsl.findings.beyond import seldom
from ruledsl.findings.explored import Explored
from ruledsl.findings.reference import answer
from ruledsl.findings.verdicts import BOUNDED, Finding, Setting, opening
from ruledsl.findings.verify import CLAIMS, verify
from ruledsl.ir.program import ASKING, Program
from ruledsl.native.verifying import compiled
from ruledsl.record import replace
from ruledsl.source import NOWHERE


def dealt(program: Program, rng: random.Random) -> bytes | None:
    """The block of a deal at random; None where nobody is asked anything. RulesFault where the rules go wrong before."""
    engine = engine_for(program, "interp")
    state: Any = engine.start(0, 1)
    while state.get("status") == ASKING and state.get("ask.count"):
        answer(engine, state, rng.randrange(state.get("ask.count")), -1)
    if state.get("status") != ASKING:
        return None
    settle(program, state, rng)
    return bytes(state.bytes())


def settle(program: Program, state: Any, rng: random.Random) -> None:
    """Cards that lie in no order lie in one."""
    for zone, k in instances(program):
        loose = loose_in(state.regions(), zone, k)
        if loose:
            cards = cards_in(program, state.regions(), zone, k)[:loose]
            rng.shuffle(cards)
            for n, card in enumerate(cards):
                state.set(f"{zone.name}.cards", k * zone.capacity + n, card)
            state.set(f"{zone.name}.loose", k, 0)


def verify_deals(program: Program, setting: Setting, number: int, most: int, going: Callable[[], bool], seed: int) -> tuple[Explored, int] | None:
    """Go through all ways to play so many deals at random, at most so many states of each, as long as it is `going`: what holds of them, and how many
    were gone into. None if no seat is asked in any of them."""
    rng, code, parts = random.Random(seed), compiled(program), list[Explored]()
    for _ in range(number):
        if parts and not going():
            break
        first = dealt(program, rng)
        if first is not None:
            parts.append(verify(program, setting, most, going, [], first=first, code=code))
    return (together(parts), len(parts)) if parts else None


def _shown(finding: Finding) -> tuple[bool, int]:
    """What is shown shortly comes before what is too long to be shown."""
    return (False, len(finding.witness.answers)) if finding.witness is not None else (True, 0)


def together(parts: Sequence[Explored]) -> Explored:
    """What holds of several deals."""
    every = [finding for part in parts for finding in part.findings]
    found = {(finding.kind, finding.span): finding for finding in sorted(every, key=_shown, reverse=True)}
    cut = [part for part in parts if not part.whole]
    out = replace(
        parts[0], whole=not cut, depth=min((part.depth for part in cut), default=0), why=cut[0].why if cut else "",
        states=sum(part.states for part in parts), transitions=sum(part.transitions for part in parts), ends=sum(part.ends for part in parts),
        findings=list(found.values()), claims=[], counts=coverage.joined(part.counts for part in parts),
        unsaid=next((part.unsaid for part in parts if part.unsaid), ""),
        longest=-1 if cut or min(part.longest for part in parts) < 0 else max(part.longest for part in parts),
        odds={place: max(part.odds.get(place, 0) for part in parts) for part in parts for place in part.odds},
    )  # fmt: skip
    out.claims = _claims(out, len(parts))
    return out


def _claims(explored: Explored, deals: int) -> list[Finding]:
    if not explored.whole and not explored.depth:
        return []
    many = f"{deals:,} deal{'s' * (deals != 1)}"
    bound = f" (all ways to play {many})" if explored.whole else f" (the {opening(explored.depth)} of {many})"
    bound += " (as long as nothing is declared in between)" if explored.program.interruptions else ""
    refuted = {finding.kind for finding in explored.findings}
    texts = {kind: text for kind, text in CLAIMS.items() if kind != "invariant" or explored.program.invariants}
    if explored.whole and not any(site.odds for site in explored.program.sites):
        texts["endless"] = f"always ends, after {explored.longest:,} answers at most" if explored.longest >= 0 else "can always end"
    but = seldom(explored.program, explored.odds)
    texts["out-of-bounds"] += explored.unsaid
    texts |= {kind: texts[kind] + but for kind in ("beyond-bound", "endless") if kind in texts}
    left = {kind: text for kind, text in texts.items() if kind not in refuted and not (kind == "endless" and refuted)}
    return [Finding(BOUNDED, kind, text + bound, NOWHERE, setting=0) for kind, text in left.items()]
