"""Every option of a seat tried once in one world, each with the same chance, until the seat is asked again: what a greedy player looks at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruledsl.ir.program import ASKING
from ruledsl.native.naming import stir
from ruledsl.native.plan import KEY, OFFERED, RULES_WRONG, STAMP, arm, note, told
from ruledsl.native.text import Body, definition
from ruledsl.native.trying import copy_state, key_of, option_at

if TYPE_CHECKING:
    from ruledsl.native.module import Module


def export_sweeping(module: Module) -> None:
    """`swept(start, state, plan)`."""
    for text in (_go_on(module), _tried(module), _swept(module)):
        module.add(text)


def _go_on(module: Module) -> str:
    """`(state, plan, choices)`: play on by chance until the seat is asked again, or the game is over; 0, or a fault."""
    body, load = Body(), module.memory.load
    body.put("%left = alloca i64")
    body.write("%left", told(body, "limit"))
    body.go("look")
    body.label("look")
    mine = body.do("and", body.do("lshr", load(body, "ask.seats"), told(body, "seat")), "1")
    asking = body.compare("eq", load(body, "status"), str(ASKING))
    other = body.let(f"and i1 {asking}, {body.compare('eq', mine, '0')}")
    time = body.compare("sgt", body.read("%left"), "0")
    body.fork(body.let(f"and i1 {other}, {time}"), "asked", "done")
    body.label("done")
    body.put("ret i64 0")
    body.label("asked")
    body.fork(body.compare("ne", load(body, "ask.count"), "0"), "event", "seats")
    body.label("event")
    status = body.ask("@event", "ptr %s", "ptr %plan", "ptr %choices")
    body.refuse(body.compare("sge", status, "0"), RULES_WRONG)
    body.go("look")
    body.label("seats")
    made = body.ask(told(body, "playout"), "ptr %s", "ptr %choices", "i64 1", f"ptr {told(body, 'room')}")
    body.refuse(body.compare("sge", made, "0"), RULES_WRONG)
    body.write("%left", body.do("sub", body.read("%left"), made))
    body.go("look")
    return definition("internal i64 @go.on(ptr %s, ptr %plan, ptr %choices) #0", body)


def _tried(module: Module) -> str:
    """`(state, plan, seat, option, choices)`: take an option, and remember how it went; 0, or a fault."""
    body = Body()
    body.put("%stream = alloca i64")
    body.write("%stream", "%choices")
    for step in ("@take", "@go.on", "@worth"):
        more = {"@take": ["i64 %seat", "ptr %option"], "@go.on": ["ptr %stream"]}.get(step, [])
        done = body.ask(step, "ptr %s", "ptr %plan", *more)
        body.refuse(body.compare("sge", done, "0"), RULES_WRONG)
    body.ask("@direct", "ptr %plan")
    body.ask("@remember", "ptr %plan", f"i64 {done}", "i64 1")
    body.answer("0")
    return definition("internal i64 @tried(ptr %s, ptr %plan, i64 %seat, ptr %option, i64 %choices) #0", body)


def _swept(module: Module) -> str:
    """`(start, spare, plan)`"""
    body = Body()
    body.put(f"%s = alloca [{module.program.size // 8} x i64], align 8")
    body.put(f"%arms = getelementptr i8, ptr {told(body, 'arms')}, i64 0")
    done = body.do("add", told(body, "done"), "1")
    note(body, "done", done)
    note(body, "world", body.ask("@bits", "ptr %plan"))
    body.put("call void @drawn(ptr %s, ptr %start, ptr %plan)")
    choices = body.ask("@bits", "ptr %plan")
    site, seat, options = module.memory.load(body, "ask.site"), told(body, "seat"), told(body, "options")
    count = body.ask(told(body, "legal"), "ptr %s", f"i64 {site}", f"i64 {seat}", f"ptr {options}")
    here = stir(body, "0", seat)
    with body.count("0", count) as n:
        option = option_at(module, body, options, n)
        key = key_of(body, here, body.ask("@name", "ptr %s", f"i64 {site}", f"i64 {seat}", f"ptr {option}"))
        with _new(body, key, done):
            copy_state(module, body, "%spare", "%s")
            body.write(told(body, "path"), key)
            body.write(body.word(told(body, "path"), "1"), seat)
            body.ask("@tried", "ptr %spare", "ptr %plan", f"i64 {seat}", f"ptr {option}", f"i64 {choices}")
    body.answer("0")
    return definition("internal i64 @swept(ptr %start, ptr %spare, ptr %plan) #0", body)


@contextmanager
def _new(body: Body, key: str, done: str) -> Iterator[None]:
    """What is written inside is done if no option of this name was tried in this world."""
    slot = body.ask("@find", "ptr %arms", f"i64 {told(body, 'mask')}", f"i64 {key}")
    with body.unless(body.compare("ne", body.read(arm(body, slot, KEY)), "0")):
        body.write(arm(body, slot, KEY), key)
        body.write(arm(body, slot, OFFERED), "1")
    with body.unless(body.compare("eq", body.read(arm(body, slot, STAMP)), done)):
        body.write(arm(body, slot, STAMP), done)
        yield
