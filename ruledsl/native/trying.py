"""What a search in machine code does with a state: it draws one that a seat holds possible, finds options in the tree, and takes one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.native.naming import stir
from ruledsl.native.plan import KEY, arm, note, told
from ruledsl.native.runtime import GOLDEN
from ruledsl.native.text import Body, definition

if TYPE_CHECKING:
    from ruledsl.native.module import Module


WORST = -(1 << 63)
"""Fewer points than any."""


def export_trying(module: Module, answers: list[str]) -> None:
    """`bits(plan)`, `find(arms, mask, key)`, `take(state, plan, seat, option)`, `drawn(state, start, plan)` and
    `gain(state, plan, seat, option)`. `answers` are the functions that `call` knows, by number."""
    for text in (_bits(), _find(), _take(module), _drawn(module), _gain(module, answers)):
        module.add(text)


def _bits() -> str:
    """64 random bits from the stream of the plan."""
    body = Body()
    new = body.do("add", told(body, "stream"), str(GOLDEN))
    note(body, "stream", new)
    body.answer(body.ask("@mix", f"i64 {new}"))
    return definition("internal i64 @bits(ptr %plan) #0", body)


def stream(body: Body, bound: str) -> str:
    """A number below a bound from the stream of the plan, whose first word it is."""
    return body.ask("@below.choices", "ptr %plan", f"i64 {bound}")


def _find() -> str:
    """`(arms, mask, key)`: the slot of an arm, or the free one where it belongs."""
    body = Body()
    body.put("%at = alloca i64")
    body.write("%at", body.do("and", "%key", "%mask"))
    body.go("look")
    body.label("look")
    slot = body.read("%at")
    key = body.read(arm(body, slot, KEY))
    good = body.let(f"or i1 {body.compare('eq', key, '%key')}, {body.compare('eq', key, '0')}")
    body.fork(good, "here", "on")
    body.label("here")
    body.put(f"ret i64 {slot}")
    body.label("on")
    body.write("%at", body.do("and", body.do("add", slot, "1"), "%mask"))
    body.go("look")
    return definition("internal i64 @find(ptr %arms, i64 %mask, i64 %key) #0", body)


def option_at(module: Module, body: Body, room: str, n: str) -> str:
    """Where `legal` has written the n-th option."""
    return body.word(room, body.do("mul", n, str(module.program.arguments + 1)))


def key_of(body: Body, here: str, name: str) -> str:
    """The name of a move in the tree; never 0."""
    key = stir(body, here, name)
    none = body.compare("eq", key, "0")
    return body.let(f"select i1 {none}, i64 1, i64 {key}")


def _take(module: Module) -> str:
    """`(state, plan, seat, option)`: go on from an answer; the status, or a fault."""
    body, option = Body(), "%option"
    last = body.ask("@arity", f"i64 {body.read(option)}")
    for n in range(module.program.arguments + 1):
        meant = body.compare("sle", str(n), last)
        value = body.let(f"select i1 {meant}, i64 {body.read(body.word(option, str(n)))}, i64 0")
        module.memory.store(body, "move", str(n), value)
    module.memory.store(body, "move.seat", "0", "%seat")
    body.answer(body.ask(told(body, "resume"), "ptr %s"))
    return definition("internal i64 @take(ptr %s, ptr %plan, i64 %seat, ptr %option) #0", body)


def copy_state(module: Module, body: Body, to: str, origin: str) -> None:
    """One state becomes another."""
    with body.count("0", str(module.program.size // 8)) as n:
        body.write(body.word(to, n), body.read(body.word(origin, n)))


def _drawn(module: Module) -> str:
    """`(state, start, plan)`: the state becomes one that the seat holds possible, with a future of its own."""
    body = Body()
    copy_state(module, body, "%s", "%start")
    body.put(f"call void @deal(ptr %s, ptr %plan, i64 {told(body, 'world')})")
    module.memory.store(body, "rng", "0", body.ask("@bits", "ptr %plan"))
    module.memory.store(body, "chance", "0", "0")
    body.put("ret void")
    return definition("internal void @drawn(ptr %s, ptr %start, ptr %plan) #0", body)


def _gain(module: Module, answers: list[str]) -> str:
    """`(state, plan, seat, option)`: the points that a seat has when it has made a move."""
    body = Body()
    body.put("%who = alloca i64")
    body.put("%value = alloca i64")
    body.write("%who", "%seat")
    spare = told(body, "spare")
    copy_state(module, body, spare, "%s")
    status = body.ask("@take", f"ptr {spare}", "ptr %plan", "i64 %seat", "ptr %option")
    body.refuse(body.compare("sge", status, "0"), WORST)
    code = body.ask(told(body, "call"), f"ptr {spare}", f"i64 {answers.index('payoff')}", "ptr %who", "ptr %value")
    body.refuse(body.compare("sge", code, "0"), WORST)
    body.answer(body.do("mul", told(body, "sign"), body.read("%value")))
    return definition("internal i64 @gain(ptr %s, ptr %plan, i64 %seat, ptr %option) #0", body)
