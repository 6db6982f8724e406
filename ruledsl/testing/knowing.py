"""`B knows C`, `B holds possible C`, `worlds(B) == n`: what stands against it, or "". What a seat knows holds in all worlds that fit what it has seen; that is
said only where all of them were gone through, and its contrary by one world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.beside import beside
from ruledsl.engine.moments import Moment
from ruledsl.engine.position import Position
from ruledsl.engine.view import may_know
from ruledsl.ir.fault import RulesFault
from ruledsl.model.tests import KNOWING
from ruledsl.syntax import tree as t
from ruledsl.testing.setting import TestFault

if TYPE_CHECKING:
    from ruledsl.minds.every import Possible
    from ruledsl.testing.scene import Scene

SHOWN = 3


def asks(test: t.Test) -> bool:
    """Does a test ask what somebody knows?"""
    return any(check.kind in KNOWING for step in test.steps if isinstance(step, t.Then) for check in step.checks)


def against(scene: Scene, check: t.Check) -> str:
    """Why a check of what a seat knows fails; "" if it holds."""
    from ruledsl.minds.every import possible

    if check.kind == "apart":
        from ruledsl.testing.apart import parted

        return parted(scene, check)
    seat = scene.seat(check.who, check.span)
    _chosen_in_the_test(scene, check, seat)
    held = possible([Moment(scene.still, None, (), tuple, tuple(scene.past))], seat)
    if check.kind == "worlds":
        return _counted(scene, check, held)
    worlds = [Position(scene.program, scene.engine, scene.table.words, block) for _, block in held.worlds]
    holds = [_holds(scene, check, world) for world in worlds]
    fails = next((world for world, true in zip(worlds, holds, strict=True) if not true), None)
    if check.kind == "knows" and fails is not None:
        return f"{check.who} does not know it: for all that {check.who} has seen, {_told(scene, fails)}"
    if check.kind == "knows not" and fails is not None or check.kind == "possible" and any(holds):
        return ""
    if not held.whole:
        return _cannot_be_told(check, held)
    return {"knows": "", "knows not": f"{check.who} knows it", "possible": f"{check.who} knows that it is not so"}[check.kind]


def _counted(scene: Scene, check: t.Check, held: Possible) -> str:
    assert check.expected is not None
    expected, count = scene.table.settings.number(scene.model.terms[id(check.expected)]), len(held.worlds)
    if not held.whole:
        return _cannot_be_told(check, held)
    return "" if count == expected else f"{check.who} holds {count:,} world{'s' * (count != 1)} possible"


def _cannot_be_told(check: t.Check, held: Possible) -> str:
    if not held.fits:
        return f"this cannot be told: no position that fits what {check.who} has seen was found"
    if held.most is not None and len(held.worlds) == held.most:
        return f"this cannot be told: {held.most:,} worlds were found, and it is not sure that there are no others; a test with fewer cards can tell"
    deals = "more worlds than were counted" if held.most is None else f"up to {held.most:,} worlds"
    looked = f"in {len(held.worlds)} that were looked at, nothing speaks against it" if check.kind == "knows" else "not all can be gone through"
    return f"this cannot be told: {deals} are possible, and {looked}; a test with fewer cards can tell"


def _holds(scene: Scene, check: t.Check, world: Position) -> bool:
    try:
        return bool(scene.engine.call(world.block, scene.script.condition(check)))
    except RulesFault as fault:
        raise TestFault(check.span, f"in a world that {check.who} holds possible this goes wrong: {fault}") from None


def _told(scene: Scene, world: Position) -> str:
    found = [f"{what} may be {other}" for what, _, other in beside(scene.still, world)]
    return "; ".join(found[:SHOWN]) + (" …" if len(found) > SHOWN else "") if found else "it does not hold"


def _chosen_in_the_test(scene: Scene, check: t.Check, seat: int) -> None:
    """What is given of a hidden variable has not come about by play: what else it might be is not said."""
    first: Any = scene.past[0][0] if scene.past else scene.still
    for variable in scene.program.variables if scene.test.given is not None else ():
        initial = scene.program.region[variable.name].initial
        for n, value in enumerate(first.values[variable.name]):
            if value != initial and not may_know(variable, n, seat, first.values):
                unseen = f"`given` sets {first.words.owned(variable, n)}, which {check.who} does not see"
                raise TestFault(check.span, f"what {check.who} knows cannot be told: {unseen}; let it come about in `when`")
