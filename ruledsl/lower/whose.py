"""Whose turn it is at a throw, for whoever tells of it: the slot of the frame where the phase keeps its player, if it is kept there anyway."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl.ir.alike import framed
from ruledsl.ir.flow import asking
from ruledsl.ir.program import Site
from ruledsl.record import replace

if TYPE_CHECKING:
    from ruledsl.ir.spill import Spilled
    from ruledsl.lower.lowering import Lowering
    from ruledsl.lower.procedures import Procedures


def with_turns(lowering: Lowering, main: Procedures, spilled: Spilled, sites: Sequence[Site]) -> tuple[Site, ...]:
    """The sites, those of throws with the slot of the player whose phase it is, if that phase asks somebody: only then all are told who that is."""
    asked = {phase for site in sites if site.kind == "choice" for phase in site.phases}
    phases = {n: phase for n, site in enumerate(sites) if site.chance == "roll" and (phase := _whose(lowering, site, asked))}
    kept = {ask.args[0]: dict(framed(block)) for block in spilled.main.blocks if phases and (ask := asking(block)) is not None}
    out = list(sites)
    for n, phase in phases.items():
        player = main.procedures[phase].params[0]
        slot = spilled.slots.get(player, -1)
        if slot in kept.get(n, {}) and _held(main, spilled, player, phase, sites[n].name):
            out[n] = replace(out[n], turn=slot)
    return tuple(out)


def _whose(lowering: Lowering, site: Site, asked: set[str]) -> str:
    """The innermost phase that is somebody's, if it is of one player alone."""
    for phase in reversed(site.phases):
        params = lowering.model.callables[phase].params
        if any(p.type.kind == "player" for p in params):
            return phase if len(params) == 1 and not params[0].type.or_none and phase in asked else ""
    return ""


def _held(main: Procedures, spilled: Spilled, player: int, phase: str, name: str) -> bool:
    """Does the slot hold the player of a phase while a procedure is under way in it: is that still asked for behind each call from the phase, or nothing
    else behind any call that led here?"""
    under_way = _under_way(main, name)
    calls = [(call.caller, (one.back, n)) for each in under_way if (one := main.procedures.get(each)) for n, call in enumerate(one.calls)]
    if name != phase and all(spilled.slot(player, call) >= 0 for caller, call in calls if caller == phase):
        return True
    homes = main.sharing.found().homes
    others = {register: homes.get(register, name) for register, slot in spilled.slots.items() if slot == spilled.slots[player] and register != player}
    return all(home != name and all(spilled.slot(register, call) < 0 for caller, call in calls if caller == home) for register, home in others.items())


def _under_way(main: Procedures, name: str) -> set[str]:
    """A procedure, and all that may have called it."""
    found, waiting = {name}, [name]
    while waiting:
        procedure = main.procedures.get(waiting.pop())
        fresh = {call.caller for call in procedure.calls} - found if procedure is not None else set()
        found |= fresh
        waiting += fresh
    return found
