"""A game whose readings are open beside the same game with these readings folded: what is asked, what can be answered, and every number of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruledsl.engine.backend import Engine
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Program
from ruledsl.ir.rng import below

OWN = {"pc", "ask.site", "move", "frame", "sealed"}
"""Numbers of the program itself: of places in it, its sites and actions."""


def states_alike(folded: Program, other: Program, one: Any, two: Any) -> None:
    """Every number that both programs keep is the same, and so is what is asked of whom."""
    a, b = one.regions(), two.regions()
    missing = {r.name for r in folded.regions if r.role not in ("index", "frame")} - {r.name for r in other.regions}
    assert not missing, f"only one program keeps {missing}"
    for region in folded.regions:
        if region.name not in OWN and region.name in b:
            assert a[region.name] == b[region.name], region.name
    if a["status"] == [ASKING]:
        sites = folded.sites[a["ask.site"][0]], other.sites[b["ask.site"][0]]
        assert len({(site.kind, site.name, site.chance, folded.places[0].span) for site in sites}) == 1
        assert folded.places[sites[0].place].span == other.places[sites[1].place].span


def options(engine: Engine, state: Any, seat: int) -> list[tuple[Any, ...]]:
    """What a seat may do, by name."""
    out: list[tuple[Any, ...]] = []
    for number, *arguments in engine.legal(state, state.get("ask.site"), seat):
        action = engine.program.actions[number] if number >= 0 else None
        out.append((action.name, action.played_as, action.way, *arguments) if action is not None else (number, *arguments))
    return out


class Pair:
    """Two engines that are asked the same. Both go wrong in the same place, or neither does."""

    def __init__(self, one: Engine, two: Engine):
        self.engines = one, two
        self.states: list[Any] = []
        self.wrong = False

    def each(self, do: Callable[..., Any], *given: Any) -> list[Any]:
        """What both answer, by engine, its state, and what is given to each; whether both went `wrong`."""
        found, faults = [], []
        for engine, state, *more in zip(self.engines, self.states or (None, None), *given, strict=True):
            try:
                found.append(do(engine, state, *more))
            except RulesFault as fault:
                faults.append(f"{fault.fault} {fault.place.span}")
        assert len(faults) in (0, 2) and len(set(faults)) < 2, faults
        self.wrong = bool(faults)
        return found

    def choice(self, choices: int) -> tuple[int, int, list[tuple[int, ...]]]:
        """Who answers, and the move of each program that is the same; none where there is nothing that can be done."""
        first = self.states[0]
        if first.get("ask.count"):
            choices, number = below(choices, first.get("ask.count"))
            return choices, -1, [(number,), (number,)]
        waiting = [n for n in range(self.engines[0].program.players) if first.get("ask.seats") >> n & 1]
        choices, number = below(choices, len(waiting))
        seat = waiting[number]
        menus = self.each(lambda engine, state: options(engine, state, seat))
        if self.wrong:
            return choices, seat, []
        assert menus[0] == menus[1]
        choices, number = below(choices, len(menus[0]))
        return choices, seat, self.each(lambda engine, state: engine.legal(state, state.get("ask.site"), seat)[number])


def alike(one: Engine, two: Engine, seed: int, chance: int = 0, most: int = 60) -> int:
    """One game of both, by the same choices: how many decisions were the same."""
    pair, choices = Pair(one, two), seed + 1
    pair.states = pair.each(lambda engine, _: engine.start(seed, chance))
    for made in range(0 if pair.wrong else most):
        states_alike(one.program, two.program, *pair.states)
        if pair.states[0].get("status") != ASKING:
            return made
        choices, seat, moves = pair.choice(choices)
        if moves:
            pair.each(lambda engine, state, move, seat=seat: answer(engine, state, seat, move), moves)
        if pair.wrong:
            return made
    return 0 if pair.wrong else most


def answer(engine: Engine, state: Any, seat: int, move: tuple[int, ...]) -> None:
    """Take a move, and play on."""
    for n in range(engine.program.region["move"].count):
        state.set("move", n, move[n] if n < len(move) else 0)
    state.set("move.seat", 0, seat)
    engine.resume(state)
