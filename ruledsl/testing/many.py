"""`when 1000 times`: the same beginning played on by random moves, and what holds at every decision, once, on average."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Sequence

from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING
from ruledsl.record import record
from ruledsl.source import Span
from ruledsl.syntax import tree as t
from ruledsl.testing.failure import Failure, Step
from ruledsl.testing.setting import TestFault

if TYPE_CHECKING:
    from ruledsl.testing.scene import Scene


MEASURED = ("always", "ever", "expr", "average", "number")
"""What can be asked of many games."""


@record
class Tally:
    """What was seen of one check."""

    check: t.Check
    function: str
    total: int = 0
    broken: str = ""
    ever: bool = False


def many(scene: Scene, when: t.When, checks: Sequence[t.Check]) -> None:
    assert when.times is not None
    times = scene.table.settings.number(scene.model.terms[id(when.times)])
    for check in checks:
        if check.kind not in MEASURED:
            raise TestFault(check.span, "this is asked of one game, and `when … times` plays many")
    tallies = [Tally(c, scene.script.condition(c)) for c in checks if c.condition is not None]
    for n in range(times):
        scene.step = Step(when.span, f"run {n + 1} of {times} begins (seed {scene.seed + n})")
        state = scene.engine.start(scene.seed + n, 0) if when.games else scene.arranged(scene.seed + n, 0, ends=True)
        rng = random.Random(scene.seed * 1_000_003 + n)
        _play(scene, when.span, state, rng, tallies, n)
        for tally in tallies:
            if tally.check.kind in ("average", "number"):
                value = scene.engine.call(state, tally.function)
                tally.total += bool(value) if tally.check.kind == "number" else value
    for tally in tallies:
        message = _judged(scene, tally, times)
        if message:
            scene.failures.append(Failure(tally.check.span, message))


def _play(scene: Scene, span: Span, state: Any, rng: random.Random, tallies: Sequence[Tally], n: int) -> None:
    watched = [tally for tally in tallies if tally.check.kind in ("always", "ever", "expr")]
    while state.get("status") == ASKING:
        _watch(scene, state, [w for w in watched if w.check.kind != "expr"], n)
        mask = state.get("ask.seats")
        seat = rng.choice([s for s in range(scene.program.players) if mask >> s & 1])
        options = scene.engine.legal(state, state.get("ask.site"), seat)
        move = options[rng.randrange(len(options))]
        for i in range(scene.program.region["move"].count):
            state.set("move", i, move[i] if i < len(move) else 0)
        state.set("move.seat", 0, seat)
        before = state.get("decisions")
        try:
            scene.engine.resume(state)
        except RulesFault:
            scene.step = Step(span, f"run {n + 1} (seed {scene.seed + n}), decision {before + 1}: {_said(scene, seat, move)}")
            raise
    _watch(scene, state, watched, n)


def _said(scene: Scene, seat: int, move: Sequence[int]) -> str:
    """A move in words that hang on nothing that it has changed."""
    who = scene.program.seats[seat]
    if move[0] < 0:
        return f"{who} chooses {move[1]}" if len(move) > 1 else f"{who}: pass"
    action = scene.program.actions[move[0]]
    values = (scene.spoken_value(p.type, value) for p, value in zip(action.params, move[1:]))
    return f"{who}: {action.name}" + (f"({', '.join(values)})" if action.params else "")


def _watch(scene: Scene, state: Any, tallies: Sequence[Tally], n: int) -> None:
    for tally in tallies:
        if tally.broken or tally.ever:
            continue
        held = scene.engine.call(state, tally.function)
        if tally.check.kind == "ever":
            tally.ever = bool(held)
        elif not held:
            tally.broken = f"this does not hold in run {n + 1} (seed {scene.seed + n}), after {state.get('decisions')} decisions"


def _judged(scene: Scene, tally: Tally, times: int) -> str:
    check = tally.check
    if check.kind == "ever":
        return "" if tally.ever else f"this never held in {times} runs"
    if check.kind in ("always", "expr"):
        return tally.broken
    assert check.expected is not None
    value = Fraction(tally.total, times) if check.kind == "average" else Fraction(tally.total)
    expected, tolerance = _number(scene, check.expected), _number(scene, check.tolerance)
    if abs(value - expected) <= tolerance:
        return ""
    return f"this is {float(value):g}, and not within {float(tolerance):g} of {float(expected):g}"


def _number(scene: Scene, e: t.Expr | None) -> Fraction:
    if e is None:
        return Fraction(0)
    if isinstance(e, t.Decimal):
        return Fraction(e.value)
    return Fraction(scene.table.settings.number(scene.model.terms[id(e)]))
