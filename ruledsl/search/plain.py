"""The kernels of tree search as plain Python over either engine: what machine code is held to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import unpack_from
from typing import TYPE_CHECKING

from ruledsl.engine.backend import Block, Engine
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Program
from ruledsl.kernels.plan import WRONG, Plan
from ruledsl.kernels.sweeping import sweep
from ruledsl.kernels.told import answers, of_program, rooms
from ruledsl.kernels.tree import grow
from ruledsl.kernels.words import Reals, State, Words, after, number
from ruledsl.kernels.worth import ARM, KEY, OFFERED, POINTS, VISITS, WON, find
from ruledsl.search.arms import Arm
from ruledsl.search.playing import played_on

if TYPE_CHECKING:
    from ruledsl.engine.knowledge import Worlds
    from ruledsl.search.mcts import Search


class PlainState:
    """A state of a game (`ruledsl.kernels.words.State`) as an engine has it, and the worlds that it is drawn from."""

    def __init__(self, program: Program, block: Block, worlds: Worlds | None = None) -> None:
        self.program, self.block, self.worlds = program, block, worlds

    def status(self) -> int:
        return self.block.get("status")

    def site(self) -> int:
        return self.block.get("ask.site")

    def kind(self) -> int:
        return self.block.get("ask.kind")

    def seats(self) -> int:
        return self.block.get("ask.seats")

    def outcomes(self) -> int:
        return self.block.get("ask.count")

    def size(self) -> int:
        return self.program.size // 8

    def word(self, index: int) -> int:
        (word,) = unpack_from("<q", self.block.bytes(), 8 * index)
        return int(word)

    def become(self, other: State) -> None:
        assert isinstance(other, PlainState)
        self.block = other.block.copy()

    def begin(self, random: int) -> None:
        self.block.set("rng", 0, random)
        self.block.set("chance", 0, 0)

    def deal(self, plan: object) -> None:
        assert self.worlds is not None and isinstance(plan, Plan)
        self.block = self.worlds.draw(plan.world)

    def answer(self, index: int, value: int) -> None:
        self.block.set("move", index, value)

    def answered_by(self, seat: int) -> None:
        self.block.set("move.seat", 0, seat)

    def answered(self, index: int) -> int:
        return self.block.get("move", index)

    def place(self, card: int) -> int:
        return self.block.get("card.zone", card)

    def known(self, card: int) -> int:
        return self.block.get("known", card)

    def position(self, place: int, card: int) -> int:
        zones = (zone for zone in self.program.zones if not zone.held and 0 <= place - zone.base < zone.instances)
        for zone in zones:
            k = place - zone.base
            top = self.block.get(f"{zone.name}.count", k) - 1
            return next(n for n in range(top, -1, -1) if self.block.get(f"{zone.name}.cards", k * zone.capacity + n) == card)
        return -1


def naming_plan(program: Program) -> Plan:
    """As much of a plan as names moves."""
    return Plan(**{name: Words(value) if isinstance(value, Sequence) else value for name, value in of_program(program).items()})


class Calls:
    """What machine code calls by address, over an engine. A fault of the rules is an answer below 0."""

    def __init__(self, engine: Engine) -> None:
        self.engine, program = engine, engine.program
        self.width, self.functions = program.arguments + 1, answers(program)
        self.params = [program.functions[name].params for name in self.functions]

    def legal(self, s: PlainState, site: int, seat: int, rows: Words) -> int:
        try:
            moves = self.engine.legal(s.block, site, seat)
        except RulesFault:
            return WRONG
        for n, move in enumerate(moves):
            for k, value in enumerate(move):
                rows[n * self.width + k] = value
        return len(moves)

    def resume(self, s: PlainState) -> int:
        try:
            self.engine.resume(s.block)
        except RulesFault:
            return WRONG
        return s.status()

    def playout(self, s: PlainState, stream: Words, limit: int, rows: Words) -> int:
        try:
            stream[0], decisions = played_on(self.engine, s.block, stream[0], limit)
        except RulesFault:
            return WRONG
        return decisions

    def call(self, s: PlainState, function: int, arguments: Words, result: Words) -> int:
        try:
            result[0] = self.engine.call(s.block, self.functions[function], *(arguments[n] for n in range(self.params[function])))
        except RulesFault:
            return WRONG
        return 0


def plan_for(engine: Engine, arms: int, told: Mapping[str, int | float | Sequence[int]]) -> Plan:
    """A plan whose addresses are functions of Python."""
    program, plan, calls = engine.program, naming_plan(engine.program), Calls(engine)
    states = {name: PlainState(program, engine.blank(0)) for name in ("spare", "other")}
    depth = told["depth"]
    assert isinstance(depth, int)
    sizes = rooms(program, arms, depth)
    reals = {"points": Reals(sizes.pop("points"))}
    rows = {name: Words([0] * size) for name, size in sizes.items()}
    addresses = {"legal": calls.legal, "resume": calls.resume, "playout": calls.playout, "call": calls.call}
    words = {"least": float("inf"), "most": float("-inf"), "mask": sizes["arms"] // ARM - 1}
    counts = dict.fromkeys(("count", "total", "square"), 0.0) | dict.fromkeys(("done", "root", "world", "long"), 0)
    for name, value in {**states, **reals, **rows, **addresses, **words, **counts, **told}.items():
        setattr(plan, name, Words(value) if isinstance(value, Sequence) else value)
    return plan


class PlainTree:
    """A tree that grows in plain steps over an engine."""

    def __init__(self, search: Search, engine: Engine, seed: int) -> None:
        self.near = search.manner.near
        worlds = search.worlds.moved(engine)
        self.plan = plan_for(engine, search.arms, search.told)
        self.plan.stream[0] = rng.signed(seed)
        start = worlds.position.block
        self.plan.start, self.state = (PlainState(engine.program, start.copy(), worlds) for _ in range(2))
        self.plan.other = PlainState(engine.program, start.copy(), worlds)

    @property
    def least(self) -> float:
        return self.plan.least

    @property
    def most(self) -> float:
        return self.plan.most

    def grow(self, count: int) -> None:
        (sweep if self.near else grow)(self.plan, self.state, count)

    def arm(self, name: int) -> Arm | None:
        row = after(self.plan.arms, find(self.plan, name) * ARM)
        return Arm(row[VISITS], row[OFFERED], number(row[WON]), number(row[POINTS])) if row[KEY] else None
