"""The face of a compiled program: what the reference interpreter offers, and whole games in one call."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence

from ruledsl.ir.fault import NO_PLACE, RulesFault
from ruledsl.ir.layout import first_block
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import PASS, VALUE, Program
from ruledsl.ir.regions import reading
from ruledsl.ir.rng import signed
from ruledsl.native.hopping import Behind
from ruledsl.native.jit import Code, code_key, compile_named, compile_text
from ruledsl.native.listing import Rows
from ruledsl.native.lots import lots
from ruledsl.native.parts import ANSWERS, GAMES, PLAYOUTS, STEPS, TREE
from ruledsl.native.state import Layout, State
from ruledsl.native.sums import Sums
from ruledsl.native.text import fault_of
from ruledsl.record import cached_property
from ruledsl.store import Store, standard_directory

_P, _I = ctypes.c_void_p, ctypes.c_int64


class Native:
    """Plays a program as machine code of a tier. Each part is compiled when it is first used, or found in the cache, which is
    the one in its standard place unless another is given."""

    def __init__(self, program: Program, tier: int = 0, cache: Store | None = None) -> None:
        self.program = program
        self.tier = tier
        self.layout = Layout(program)
        self.sums = Sums(program.players)
        self._answers: dict[str, tuple[Callable[..., int], int]] = {}
        self._cache = cache or Store(standard_directory())
        shared = program.codes if cache is None and program.readings else {}
        self._codes: dict[str, Code] = shared.setdefault(("parts", tier), {})
        self._lock: threading.Lock = shared.setdefault(("making", tier), threading.Lock())  # code that another thread runs must not be made anew
        self._local = threading.local()

    # single steps ------------------------------------------------------------------------------------------------

    def start(self, seed: int, chance: int = 0) -> State:
        """A new game, played up to its first decision. With `chance` 1, chance is asked and not drawn."""
        state = State(self.layout)
        for name in map(reading, self.program.readings):
            state.set(name, 0, self.program.region[name].initial)
        self.checked(self._start(state.block, seed, chance))
        return state

    def state(self, data: bytes) -> State:
        """The state of a block; ValueError if it has the wrong size or a number that cannot stand there."""
        return State.from_bytes(self.layout, data)

    def copied(self, data: bytes) -> State:
        """The state of a block that an engine made."""
        return State.copied(self.layout, data)

    def blank(self, seed: int, chance: int = 0) -> State:
        """A state before the first step: everything as it is declared, all cards at home."""
        state = State.copied(self.layout, first_block(self.program))
        state.set("rng", 0, signed(seed))
        state.set("chance", 0, chance)
        return state

    def resume(self, state: State) -> None:
        """Go on from a decision, with the answer in `move` and its seat in `move.seat`."""
        self.checked(self._resume(state.block))

    def legal(self, state: State, site: int, seat: int) -> list[tuple[int, ...]]:
        """The moves that a seat may make at a site: the action's number and its arguments. A seat that is asked has one, or the
        rules are at fault."""
        return list(self.menu(state, site, seat))

    def menu(self, state: State, site: int, seat: int) -> Rows:
        """The same, each read when it is looked at."""
        options = self._options(self._legal, state, site, seat)
        self.some(len(options), seat, state.asked(), site)
        return options

    def many(self, state: State, site: int, seat: int) -> int:
        """How many moves a seat may make at a site."""
        return self.some(self._legal(state.block, site, seat, self._room), seat, state.asked(), site)

    def some(self, count: int, seat: int, asked: tuple[int, int, int], site: int) -> int:
        """A count of options at a site, or the fault that it is; a seat that is asked there has one."""
        if not self.checked(count) and asked[1] == site and asked[2] >> max(seat, 0) & 1:
            raise RulesFault(Fault.NO_OPTION, self.program.places[self.program.sites[site].place])
        return count

    def behind(self, state: State, moves: Sequence[tuple[int, ...]], seat: int) -> Behind:
        """Where play goes on behind each of some options of a seat."""
        return Behind(self, state, moves, seat)

    def hopping(self, seat: int) -> ctypes.Structure:
        """What the loops over many states are told."""
        plans: dict[int, ctypes.Structure] = self._local.__dict__.setdefault("plans", {})
        if seat not in plans:
            from ruledsl.native.kernels import plan_structure

            resume, legal = self._addresses
            plans[seat] = plan_structure()(width=self.layout.size // 8, seat=seat, resume=resume, legal=legal, options=ctypes.addressof(self._room))
        return plans[seat]

    def early(self, state: State, site: int, seat: int) -> list[tuple[int, ...]]:
        """The moves of a site with requirements that random play asks late, as if all of these held."""
        return list(self._options(self._early, state, site, seat))

    def _options(self, menus: Callable[..., int], state: State, site: int, seat: int) -> Rows:
        room, width = self._room, self.program.arguments + 1
        count = self.checked(menus(state.block, site, seat, room))
        return Rows(bytes(memoryview(room)[: count * width]), width, self._arity)

    def call(self, state: State, function: str, *arguments: int) -> int:
        """The value of a function in a state."""
        values, result = (_I * max(1, len(arguments)))(*arguments), _I()
        call, number = self._answer(function)
        self.checked(call(state.block, number, values, ctypes.byref(result)))
        return result.value

    def each(self, state: State, function: str, count: int) -> tuple[int, ...]:
        """The values of a function of one number, for all numbers below `count`."""
        (call, number), checked, block = self._answer(function), self.checked, state.block
        argument, result, out = (_I * 1)(), _I(), []
        to = ctypes.byref(result)
        for argument[0] in range(count):
            checked(call(block, number, argument, to))
            out.append(result.value)
        return tuple(out)

    # whole games -------------------------------------------------------------------------------------------------

    def playout(self, state: State, choices: int, limit: int) -> int:
        """Play on by uniform choice, from a seed of choices, for at most so many decisions; how many there were."""
        stream = ctypes.c_int64(choices)
        return self.checked(self._playout(state.block, ctypes.byref(stream), limit, self._room))

    def simulate(self, first: int, count: int, seed: int, limit: int, rows: int = 0) -> list[int]:
        """Play games `first` to `first + count` of a seed: the array that `sums` describes. `rows` is where a `Row` for each is to stand; 0: nowhere."""
        totals = (_I * self.sums.size)(*self.sums.empty())
        readings = (self._readings,) if self.program.readings else ()
        answer = self._simulate(totals, first, count, seed, limit, self._room, rows, *readings)
        self.checked(answer, f"game {totals[self.sums.game]} of seed {seed}")
        return list(totals)

    # inside ------------------------------------------------------------------------------------------------------

    def address(self, part: str, name: str) -> int:
        """Where an exported function of a part begins."""
        return self._code(part).address(name)

    def compile(self, part: str) -> None:
        """Have the code of a part, now."""
        self._code(part)

    def _code(self, part: str) -> Code:
        with self._lock:
            if part not in self._codes:
                self._codes[part] = self._compiled(part)
            return self._codes[part]

    def _compiled(self, part: str) -> Code:
        """A program that is kept is known by its name, so that the text of its code need not be written to find the code."""
        if not self.program.identity:
            return compile_text(self._text(part), self.tier, self._cache)
        return compile_named(self._name(part), lambda: self._text(part), self.tier, self._cache)

    def _text(self, part: str) -> str:
        from ruledsl.native.module import module_text

        return module_text(self.program, part)

    def _name(self, part: str) -> str:
        return f"{self.program.identity} {part}"

    def ready(self, part: str) -> bool:
        """Does the code of a part lie in the cache, as far as that is known without writing its text?"""
        return part in self._codes or bool(self.program.identity) and self._cache.has(code_key(self._name(part), self.tier))

    @property
    def at_hand(self) -> bool:
        """Does the code lie in the cache that goes from state to state, and answers what rules ask?"""
        return self.ready(STEPS) and self.ready(ANSWERS)

    def checked(self, answer: int, detail: str = "") -> int:
        """What machine code answered; below 0 it is a fault."""
        if answer >= 0:
            return answer
        fault, place = fault_of(answer)
        places = self.program.places
        raise RulesFault(fault, places[place] if 0 <= place < len(places) else NO_PLACE, detail)

    @cached_property
    def _arity(self) -> dict[int, int]:
        """By number, how many arguments an action has."""
        return {PASS: 0, VALUE: 1} | {number: len(action.params) for number, action in enumerate(self.program.actions)}

    @property
    def _room(self) -> ctypes.Array[ctypes.c_int64]:
        """Rows for the options of one call, apart for each thread."""
        if not hasattr(self._local, "room"):
            self._local.room = (_I * ((self.program.max_options + 1) * (self.program.arguments + 1)))()
        room: ctypes.Array[ctypes.c_int64] = self._local.room
        return room

    @cached_property
    def _readings(self) -> ctypes.Array[ctypes.c_int64]:
        values = [self.program.region[reading(name)].initial for name in self.program.readings]
        return (_I * len(values))(*values)

    def _answer(self, function: str) -> tuple[Callable[..., int], int]:
        """What calls a function, by which number."""
        if function not in self._answers:
            part, number = self._lots[function]
            self._answers[function] = self._code(part).function("call", _P, _I, _P, _P), number
        return self._answers[function]

    @cached_property
    def _lots(self) -> dict[str, tuple[str, int]]:
        """By function, the part that it is compiled with, and its number there."""
        found = lots(self.program, self.tier > 0 or bool(self.program.identity))
        return {name: (part, number) for part, names in found.items() for number, name in enumerate(names)}

    @cached_property
    def _start(self) -> Callable[..., int]:
        return self._code(STEPS).function("start", _P, _I, _I)

    @cached_property
    def _resume(self) -> Callable[..., int]:
        return self._code(STEPS).function("resume", _P)

    @cached_property
    def _legal(self) -> Callable[..., int]:
        return self._code(STEPS).function("legal", _P, _I, _I, _P)

    @cached_property
    def _addresses(self) -> tuple[int, int]:
        return self.address(STEPS, "resume"), self.address(STEPS, "legal")

    @cached_property
    def _early(self) -> Callable[..., int]:
        return self._code(PLAYOUTS).function("early", _P, _I, _I, _P)

    @cached_property
    def _playout(self) -> Callable[..., int]:
        return self._code(PLAYOUTS).function("playout", _P, _P, _I, _P)

    @cached_property
    def grow(self) -> Callable[..., int]:
        """The tree search; `Forest` has what it works on."""
        return self._code(TREE).function("grow", _P, _P, _I)

    @cached_property
    def sweep(self) -> Callable[..., int]:
        """Every option tried; `Forest` has what it works on."""
        return self._code(TREE).function("sweep", _P, _P, _I)

    @cached_property
    def dealt(self) -> Callable[..., int]:
        """`(plan, state, count)`: so many worlds, one after the other."""
        return self._code(TREE).function("dealt", _P, _P, _I)

    @cached_property
    def _simulate(self) -> Callable[..., int]:
        return self._code(GAMES).function("simulate", _P, _I, _I, _I, _I, _P, _P, *([_P] if self.program.readings else ()))
