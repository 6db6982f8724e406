"""`playout` goes on from any state to the end by uniform choice: the decision that is open is made here, all others in `play`.

Choices come from a splitmix64 stream, whose state the caller keeps; the game's own `rng` is drawn from by the game alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import ASKING, KINDS, Program
from ruledsl.native.late import draw_row, too_many
from ruledsl.native.playing import Playing
from ruledsl.native.runtime import below
from ruledsl.native.text import Body, definition, fault_code

if TYPE_CHECKING:
    from ruledsl.native.module import Module


def export_playout(module: Module) -> None:
    """`playout(state, choices, limit, room)`: how many decisions were made, or a fault."""
    module.add(below("choices", ""))
    module.add(_no_option(module.program))
    module.add_playing(Playing(module, resumable=True))
    body = Body()
    _look(module, body)
    _event(module, body)
    chosen = _choice(module, body, drawn_seat(module, body))
    _go_on(module, body, chosen)
    module.add(definition("i64 @playout(ptr %s, ptr %choices, i64 %limit, ptr %room) #0", body))


def _no_option(program: Program) -> str:
    """What it means, by site, that a seat is asked and has no option."""
    codes = [fault_code(Fault.NO_OPTION, site.place) for site in program.sites] or [0]
    return f"@no.option = internal constant [{len(codes)} x i64] [{', '.join(f'i64 {code}' for code in codes)}]"


def _look(module: Module, body: Body) -> None:
    """Is anything asked, and of whom?"""
    asking = body.compare("eq", module.memory.load(body, "status"), str(ASKING))
    time = body.compare("slt", "0", "%limit")
    body.fork(body.let(f"and i1 {asking}, {time}"), "asked", "done")
    body.label("done")
    body.put("ret i64 0")
    body.label("asked")
    body.put(f"%outcomes = add i64 {module.memory.load(body, 'ask.count')}, 0")
    body.fork(body.compare("ne", "%outcomes", "0"), "event", "seats")


def _event(module: Module, body: Body) -> None:
    """Chance or the world is asked: one of its outcomes."""
    body.label("event")
    module.memory.store(body, "move", "0", body.ask("@below.choices", "ptr %choices", "i64 %outcomes"))
    module.memory.store(body, "move.seat", "0", "-1")
    body.go("go")


def drawn_seat(module: Module, body: Body) -> str:
    """At the label `seats`: one of the seats that are asked."""
    body.label("seats")
    mask = module.memory.load(body, "ask.seats")
    asked = body.ask("@llvm.ctpop.i64", f"i64 {mask}")
    body.fork(body.compare("ugt", asked, "1"), "several", "one")
    body.label("several")
    drawn = body.ask("@below.choices", "ptr %choices", f"i64 {asked}")
    body.go("one")
    body.label("one")
    turn = body.let(f"phi i64 [0, %seats], [{drawn}, %several]")
    return body.ask("@nth", f"i64 {mask}", f"i64 {turn}")


def _choice(module: Module, body: Body, seat: str) -> str:
    """The seat takes one of its options; the label where it has one."""
    site = module.memory.load(body, "ask.site")
    count = _listed(module, body, site, seat)
    fault = body.read(body.word("@no.option", site))
    body.fork(body.compare("sgt", count, "0"), "choose", "stuck")
    body.label("stuck")
    none = body.compare("eq", count, "0")
    body.put(f"ret i64 {body.let(f'select i1 {none}, i64 {fault}, i64 {count}')}")
    body.label("choose")
    option = draw_row(module, body, count, seat, fault)
    for n in range(module.program.arguments + 1):
        module.memory.store(body, "move", str(n), body.read(body.word(option, str(n))))
    module.memory.store(body, "move.seat", "0", seat)
    chosen = body.here
    body.go("go")
    return chosen


def _listed(module: Module, body: Body, site: str, seat: str) -> str:
    """How many options there are to draw from, or a fault; their rows are written. All is asked at once where there would be too many before."""
    given = "ptr %s", f"i64 {site}", f"i64 {seat}", "ptr %room"
    if not any(one.early for one in module.program.sites):
        return body.ask("@legal", *given)
    count, before = body.ask("@early", *given), body.here
    body.fork(too_many(body, count), "all", "listed")
    body.label("all")
    every = body.ask("@legal", *given)
    body.go("listed")
    body.label("listed")
    return body.let(f"phi i64 [{count}, %{before}], [{every}, %all]")


def _go_on(module: Module, body: Body, chosen: str) -> None:
    """The rest of the game."""
    body.label("go")
    body.put(f"%made = phi i64 [0, %event], [1, %{chosen}]")
    counted = body.wide(body.compare("ne", module.memory.load(body, "ask.kind"), str(KINDS.index("chance"))))
    module.memory.store(body, "decisions", "0", body.do("add", module.memory.load(body, "decisions"), counted))
    body.put(f"ret i64 {body.ask('@play', 'ptr %s', 'ptr %choices', 'i64 %made', 'i64 %limit', 'ptr %room')}")
