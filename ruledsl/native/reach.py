"""What the functions of a part look at: what nobody looks at need not be written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ruledsl.ir.flow import asks_for_card, callees, constants, frame_uses, loaded, looked_at
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import SCORED, Function, Instr, Program
from ruledsl.native.sources import is_put, moved
from ruledsl.native.starting import from_start
from ruledsl.record import record

MOST = 8
"""Functions that may look at a variable which is handed on."""

PASSING = ("move", "move.seat")
"""Regions of the head that are written before each step, and read by that step alone."""


@record(frozen=True)
class Reach:
    """`loaded` are the regions that are read, `shared` those that not only `main` reads, `unread` those that need not be written, `slots`
    the places of the frame that other functions than `main` read (None: any of them), `apart` the variables that few functions look at, which can
    be handed on one by one."""

    loaded: frozenset[str]
    shared: frozenset[str]
    unread: frozenset[str]
    slots: frozenset[int] | None
    apart: frozenset[str] = frozenset()


def everything(program: Program) -> Reach:
    """Anybody may look at anything."""
    return Reach(frozenset(program.region), frozenset(program.region), frozenset(), None)


def random_play(program: Program, resumable: bool, also: Iterable[str] = ()) -> Reach:
    """Play by chance to the end and the score; without `resumable`, always from the start. Functions that are called besides are `also` looked at."""
    main = program.functions["main"] if resumable else from_start(program)
    late = (action.late for action in program.actions if action.late)
    roots = ["winners", "score", SCORED, "payoff", *also, *late, *(name for site in program.sites for name in site.menus)]
    looks = _Looks(program)
    others = looks.called([main, *(program.functions[name] for name in roots if name in program.functions)])
    shared = looks.loaded(others)
    loaded = shared | looks.loaded([main])
    idle = {r.name for r in program.regions if r.role in ("variable", "index") or r.name in ("known", *PASSING)}
    if not resumable and not _whereabouts(program, main, others):
        idle.add("card.zone")
    unread = idle - loaded
    return Reach(loaded, shared, frozenset(unread), _slots(others), frozenset() if resumable else _apart(program, looks, others))


class _Looks:
    """What functions call and read themselves, found once for each of them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._own: dict[int, tuple[Function, list[str], frozenset[str]]] = {}

    def own(self, function: Function) -> tuple[Function, list[str], frozenset[str]]:
        """The names of the functions that it calls, and those of the regions that it reads, behind itself."""
        if id(function) not in self._own:
            self._own[id(function)] = function, sorted(callees(function)), looked_at(function)
        return self._own[id(function)]

    def called(self, roots: Iterable[Function]) -> list[Function]:
        """The roots but `main`, and every function that they call, straight or not."""
        found: dict[str, Function] = {}
        todo = list(roots)
        while todo:
            function = todo.pop()
            if function.name not in found:
                found[function.name] = function
                todo += [self.program.functions[name] for name in self.own(function)[1]]
        return [function for name, function in found.items() if name != "main"]

    def loaded(self, functions: Iterable[Function]) -> frozenset[str]:
        """The regions that some functions read themselves."""
        return frozenset[str]().union(*(self.own(function)[2] for function in functions))


def _apart(program: Program, looks: _Looks, others: list[Function]) -> frozenset[str]:
    readers = Counter(region for function in others for region in looks.loaded(looks.called([function])))
    return frozenset(r.name for r in program.regions if (r.role in ("variable", "index") or r.name == "chance") and readers[r.name] <= MOST)


def _whereabouts(program: Program, main: Function, others: list[Function]) -> bool:
    """Whether the place of a card must be noted beside the card: where its zone does not tell at once."""
    sources = moved(program, main)
    if None in sources.moved():
        return True
    for function in (main, *others):
        for instr in (i for block in function.blocks for i in block.instrs):
            if asks_for_card(instr):
                if not (sources.found(instr) if function is main else not program.zone[instr.args[1]].ordered):
                    return True
            elif _looks_for_cards(instr):
                return True
    return False


def _looks_for_cards(instr: Instr) -> bool:
    """Must it be noted where each card lies, for this? It need not where it is known from which zone the card comes."""
    op = OPS[instr.op]
    return ("where", "") in op.reads or ("out", "*") in op.writes and not is_put(instr)


def _slots(functions: Iterable[Function]) -> frozenset[int] | None:
    found: set[int] = set()
    for function in functions:
        for block in filter(frame_uses, function.blocks):
            for instr, known in constants(block):
                if loaded(instr) == "frame":
                    if instr.args[2] not in known:
                        return None
                    found.add(known[instr.args[2]])
    return frozenset(found)
