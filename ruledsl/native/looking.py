"""Playing on by seats that look at a few of their options before they choose: what `Looking` in `ruledsl/search/playing.py` means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.program import ASKING
from ruledsl.native.plan import RULES_WRONG, note, told
from ruledsl.native.playouts import drawn_seat
from ruledsl.native.text import Body, definition
from ruledsl.native.trying import option_at

if TYPE_CHECKING:
    from ruledsl.native.module import Module


def export_looking(module: Module) -> None:
    """`worthwhile(plan)`, `event(state, plan, choices)`, and `played.on(state, plan, choices)`: to the end, by chance where points tell nothing before."""
    for text in (_worthwhile(), _event(module), _looked(module), _looking(module), _played_on()):
        module.add(text)


def _event(module: Module) -> str:
    """Chance or the world is asked: one of its outcomes; the status, or a fault."""
    body = Body()
    outcomes = module.memory.load(body, "ask.count")
    module.memory.store(body, "move", "0", body.ask("@below.choices", "ptr %choices", f"i64 {outcomes}"))
    module.memory.store(body, "move.seat", "0", "-1")
    body.answer(body.ask(told(body, "resume"), "ptr %s"))
    return definition("internal i64 @event(ptr %s, ptr %plan, ptr %choices) #0", body)


def _worthwhile() -> str:
    """`(plan)`: do points tell anything before the end?"""
    body = Body()
    looked, telling = told(body, "looked"), body.do("mul", told(body, "telling"), told(body, "telltale"))
    young, tell = body.compare("slt", looked, told(body, "tried")), body.compare("sge", telling, looked)
    body.answer(body.wide(body.let(f"or i1 {young}, {tell}")))
    return definition("internal i64 @worthwhile(ptr %plan) #0", body)


def _played_on() -> str:
    """`(state, plan, choices)`: 0 or more, or a fault."""
    body = Body()
    body.fork(body.compare("ne", body.ask("@worthwhile", "ptr %plan"), "0"), "looking", "blind")
    body.label("looking")
    body.put(f"ret i64 {body.ask('@looking', 'ptr %s', 'ptr %plan', 'ptr %choices')}")
    body.label("blind")
    body.answer(body.ask(told(body, "playout"), "ptr %s", "ptr %choices", f"i64 {told(body, 'limit')}", f"ptr {told(body, 'room')}"))
    return definition("internal i64 @played.on(ptr %s, ptr %plan, ptr %choices) #0", body)


def _looking(module: Module) -> str:
    """`(state, plan, choices)`: to the end, or until there were too many decisions; 0, or a fault."""
    body, load = Body(), module.memory.load
    body.put("%left = alloca i64")
    body.write("%left", told(body, "limit"))
    body.go("look")
    body.label("look")
    asking = body.compare("eq", load(body, "status"), str(ASKING))
    time = body.compare("sgt", body.read("%left"), "0")
    body.fork(body.let(f"and i1 {asking}, {time}"), "asked", "done")
    body.label("done")
    body.put("ret i64 0")
    body.label("asked")
    body.fork(body.compare("ne", load(body, "ask.count"), "0"), "event", "seats")
    body.label("event")
    status = body.ask("@event", "ptr %s", "ptr %plan", "ptr %choices")
    body.refuse(body.compare("sge", status, "0"), RULES_WRONG)
    body.go("look")
    seat = drawn_seat(module, body)
    row = body.ask("@looked", "ptr %s", "ptr %plan", f"i64 {seat}", "ptr %choices")
    body.refuse(body.compare("sge", row, "0"), RULES_WRONG)
    option = option_at(module, body, told(body, "room"), row)
    status = body.ask("@take", "ptr %s", "ptr %plan", f"i64 {seat}", f"ptr {option}")
    body.refuse(body.compare("sge", status, "0"), RULES_WRONG)
    body.write("%left", body.do("sub", body.read("%left"), "1"))
    body.go("look")
    return definition("internal i64 @looking(ptr %s, ptr %plan, ptr %choices) #0", body)


def _looked(module: Module) -> str:
    """`(state, plan, seat, choices)`: of a few rows that are drawn, the first of those that bring the most points at once, or a fault."""
    body = Body()
    for local in ("row", "most", "differ"):
        body.put(f"%{local} = alloca i64")
    body.write("%differ", "0")
    room = told(body, "room")
    count = body.ask(told(body, "legal"), "ptr %s", f"i64 {module.memory.load(body, 'ask.site')}", "i64 %seat", f"ptr {room}")
    body.refuse(body.compare("sgt", count, "0"), RULES_WRONG)
    body.write("%row", body.ask("@below.choices", "ptr %choices", f"i64 {count}"))
    with body.unless(body.compare("eq", count, "1")):
        first = _gain_of(module, body, room, body.read("%row"))
        body.write("%most", first)
        with body.count("1", told(body, "looks")):
            other = body.ask("@below.choices", "ptr %choices", f"i64 {count}")
            points = _gain_of(module, body, room, other)
            body.write("%differ", body.do("or", body.read("%differ"), body.wide(body.compare("ne", points, first))))
            with body.unless(body.compare("sle", points, body.read("%most"))):
                body.write("%most", points)
                body.write("%row", other)
        note(body, "looked", body.do("add", told(body, "looked"), "1"))
        note(body, "telling", body.do("add", told(body, "telling"), body.read("%differ")))
    body.answer(body.read("%row"))
    return definition("internal i64 @looked(ptr %s, ptr %plan, i64 %seat, ptr %choices) #0", body)


def _gain_of(module: Module, body: Body, room: str, row: str) -> str:
    return body.ask("@gain", "ptr %s", "ptr %plan", "i64 %seat", f"ptr {option_at(module, body, room, row)}")
