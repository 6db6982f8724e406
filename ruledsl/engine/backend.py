"""The two engines as the face sees them."""

from __future__ import annotations

from typing import Any, Callable, Protocol, Sequence

from ruledsl.ir.layout import Values
from ruledsl.ir.program import SCORED, Program

ENGINES = ("interp", "native")


class Block(Protocol):
    """A state: one flat block of integers, by region and index. `regions` are all of them, only to be read."""

    def get(self, region: str, index: int = 0) -> int: ...
    def set(self, region: str, index: int, value: int) -> None: ...
    def write(self, region: str, cells: Sequence[int]) -> None: ...
    def copy(self) -> Any: ...
    def answered(self, move: Sequence[int], seat: int) -> Any: ...
    def asked(self) -> tuple[int, int, int]: ...
    def bytes(self) -> bytes: ...
    def regions(self) -> Values: ...
    def read(self) -> Values: ...


class Behind(Protocol):
    """The states behind some options of a seat, and what is asked there: how play stands, at which site, and which seats; None where the rules go wrong."""

    @property
    def asked(self) -> Sequence[tuple[int, int, int] | None]: ...
    def state(self, number: int) -> Any: ...
    def counts(self, at: Sequence[int]) -> list[int]: ...


class Engine(Protocol):
    """What plays a program. Each call raises RulesFault where the program traps. It is `at_hand` where nothing must be made before it can begin."""

    program: Program

    @property
    def at_hand(self) -> bool: ...
    def start(self, seed: int, chance: int = 0) -> Any: ...
    def blank(self, seed: int, chance: int = 0) -> Any: ...
    def state(self, data: bytes) -> Any: ...
    def resume(self, state: Any) -> Any: ...
    def call(self, state: Any, function: str, *arguments: int) -> int: ...
    def each(self, state: Any, function: str, count: int) -> tuple[int, ...]: ...
    def legal(self, state: Any, site: int, seat: int) -> list[tuple[int, ...]]: ...
    def menu(self, state: Any, site: int, seat: int) -> Sequence[tuple[int, ...]]: ...
    def many(self, state: Any, site: int, seat: int) -> int: ...
    def behind(self, state: Any, moves: Sequence[tuple[int, ...]], seat: int) -> Behind: ...
    def early(self, state: Any, site: int, seat: int) -> list[tuple[int, ...]]: ...


def engine_for(program: Program, name: str) -> Engine:
    """The engine of this name for a program; the same one each time."""
    if name not in program.engines:
        program.engines[name] = _made(program, name)
    engine: Engine = program.engines[name]
    return engine


def called(engine: Engine) -> str:
    """The name of an engine, by which a program finds it elsewhere."""
    return next((name for name in ENGINES if engine.program.engines.get(name) is engine), ENGINES[0])


def _made(program: Program, name: str) -> Engine:
    if name == "interp":
        from ruledsl.interp import Interpreter

        first: Interpreter = program.codes.setdefault("interp", Interpreter(program))
        return first if first.program is program else first.beside(program)
    if name == "native":
        from ruledsl.native import Native

        native: Engine = Native(program)
        return native
    raise ValueError(f"there is no engine `{name}`; engines are {', '.join(ENGINES)}")


def score_of(program: Program, call: Callable[[str, int], int], seat: int) -> int | None:
    """The score of a seat, by calls into a state; None where it has none."""
    return None if SCORED in program.functions and not call(SCORED, seat) else call("score", seat)
