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
    asks = {ask.args[0]: (ask.args[3], dict(framed(block))) for block in spilled.main.blocks if phases and (ask := asking(block)) is not None}
    out = list(sites)
    for n, phase in phases.items():
        player, name = main.procedures[phase].params[0], sites[n].name
        slot, (label, kept) = spilled.slots.get(player, -1), asks.get(n, ("", {}))
        here = name == phase and spilled.needed(player, label)
        if slot in kept and (here or name != phase and _kept(main, spilled, player, phase, name) or _alone(main, spilled, player, phase, name)):
            out[n] = replace(out[n], turn=slot)
    return tuple(out)


def _whose(lowering: Lowering, site: Site, asked: set[str]) -> str:
    """The innermost phase that is somebody's, if it is of one player alone."""
    for phase in reversed(site.phases):
        params = lowering.model.callables[phase].params
        if any(p.type.kind == "player" for p in params):
            return phase if len(params) == 1 and not params[0].type.or_none and phase in asked else ""
    return ""


def _kept(main: Procedures, spilled: Spilled, player: int, phase: str, name: str) -> bool:
    """Is the player of a phase still asked for behind each call from it that may have led to a procedure?"""
    return all(spilled.slot(player, call) >= 0 for caller, call in _calls(main, name) if caller == phase)


def _alone(main: Procedures, spilled: Spilled, player: int, phase: str, name: str) -> bool:
    """Is nothing else kept in the slot of the player, neither behind any call that led here nor by what the phase may have done before?"""
    homes = main.sharing.found().homes
    others = {register: homes.get(register, name) for register, slot in spilled.slots.items() if slot == spilled.slots[player] and register != player}
    if any(home == name or phase in _under_way(main, home) for home in others.values()):
        return False
    return all(spilled.slot(register, call) < 0 for register, home in others.items() for caller, call in _calls(main, name) if caller == home)


def _calls(main: Procedures, name: str) -> list[tuple[str, tuple[int, int]]]:
    """The calls that may be under way when a procedure is: who calls, and the register and the number that say where it comes back."""
    under_way = (main.procedures.get(each) for each in _under_way(main, name))
    return [(call.caller, (one.back, n)) for one in under_way if one is not None for n, call in enumerate(one.calls)]


def _under_way(main: Procedures, name: str) -> set[str]:
    """A procedure, and all that may have called it."""
    found, waiting = {name}, [name]
    while waiting:
        procedure = main.procedures.get(waiting.pop())
        fresh = {call.caller for call in procedure.calls} - found if procedure is not None else set()
        found |= fresh
        waiting += fresh
    return found
