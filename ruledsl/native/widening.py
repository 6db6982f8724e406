"""Which moves of a wide place come into the tree next, as `ruledsl/search/widening.py` means it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.program import VALUE
from ruledsl.native.copies import export_copies
from ruledsl.native.plan import told
from ruledsl.native.text import Body, definition
from ruledsl.native.trying import WORST, option_at

if TYPE_CHECKING:
    from ruledsl.native.module import Module

FIRST = -VALUE
"""Where in the counts by action the first action stands; passing and a chosen value come before it."""


def export_widening(module: Module) -> None:
    """`widened(state, plan, site, seat, count, fresh, known, visits)`: how many of the fresh rows stay marked."""
    if module.program.guises:
        export_copies(module)
    for text in (_few(module), _gainful(module), _widened(module)):
        module.add(text)


def _widened(module: Module) -> str:
    """In a wide place nothing is new if enough moves are known."""
    body = Body()
    body.put("%left = alloca i64")
    body.write("%left", "%fresh")
    body.refuse(body.compare("ne", "%fresh", "0"), 0)
    wide, begun = body.compare("sgt", "%count", told(body, "wide")), body.compare("ne", "%known", "0")
    square = body.do("mul", told(body, "widening"), body.do("mul", "%known", "%known"))
    enough = body.let(f"and i1 {begun}, {body.compare('sge', square, '%visits')}")
    body.fork(body.let(f"and i1 {wide}, {enough}"), "none", "next")
    body.label("none")
    body.put("ret i64 0")
    body.label("next")
    if module.program.guises:
        with body.unless(body.let(f"xor i1 {begun}, true")):
            body.write("%left", body.ask("@apart", "ptr %s", "ptr %plan", *(f"i64 %{name}" for name in ("site", "seat", "count"))))
    left = body.read("%left")
    narrow, none = body.compare("sle", "%count", told(body, "wide")), body.compare("eq", left, "0")
    body.fork(body.let(f"or i1 {narrow}, {none}"), "all", "wide")
    body.label("all")
    body.put(f"ret i64 {left}")
    body.label("wide")
    body.fork(begun, "few", "gainful")
    body.label("few")
    few = body.ask("@few", "ptr %plan", "i64 %count")
    body.fork(body.compare("eq", few, "0"), "gainful", "found")
    body.label("found")
    body.put(f"ret i64 {few}")
    body.label("gainful")
    body.answer(body.ask("@gainful", "ptr %s", "ptr %plan", "i64 %seat", "i64 %count"))
    numbers = ", ".join(f"i64 %{name}" for name in ("site", "seat", "count", "fresh", "known", "visits"))
    return definition(f"internal i64 @widened(ptr %s, ptr %plan, {numbers}) #0", body)


def _few(module: Module) -> str:
    """`(plan, count)`: how many marked rows are of actions that have few; if any are, they alone stay marked."""
    body = Body()
    body.put("%found = alloca i64")
    body.write("%found", "0")
    many, marks, room, most = (told(body, word) for word in ("many", "marks", "room", "wide"))
    with body.count("0", str(len(module.program.actions) + FIRST)) as action:
        body.write(body.word(many, action), "0")

    def tally(n: str) -> str:
        return body.word(many, body.do("add", body.read(option_at(module, body, room, n)), str(FIRST)))

    def few(n: str) -> str:
        return body.do("and", body.read(body.word(marks, n)), body.wide(body.compare("sle", body.read(tally(n)), most)))

    with body.count("0", "%count") as n:
        at = tally(n)
        body.write(at, body.do("add", body.read(at), "1"))
    with body.count("0", "%count") as n:
        body.write("%found", body.do("add", body.read("%found"), few(n)))
    body.refuse(body.compare("ne", body.read("%found"), "0"), 0)
    with body.count("0", "%count") as n:
        body.write(body.word(marks, n), few(n))
    body.answer(body.read("%found"))
    return definition("internal i64 @few(ptr %plan, i64 %count) #0", body)


def _gainful(module: Module) -> str:
    """`(state, plan, seat, count)`: how many of the marked rows bring the most points at once; they alone stay marked."""
    body = Body()
    for local, first in (("best", str(WORST)), ("found", "0")):
        body.put(f"%{local} = alloca i64")
        body.write(f"%{local}", first)
    gains, marks, room = (told(body, word) for word in ("gains", "marks", "room"))
    with body.count("0", "%count") as n, body.unless(body.compare("eq", body.read(body.word(marks, n)), "0")):
        gain = body.ask("@gain", "ptr %s", "ptr %plan", "i64 %seat", f"ptr {option_at(module, body, room, n)}")
        body.write(body.word(gains, n), gain)
        body.write("%best", body.ask("@llvm.smax.i64", f"i64 {body.read('%best')}", f"i64 {gain}"))
    with body.count("0", "%count") as n, body.unless(body.compare("eq", body.read(body.word(marks, n)), "0")):
        good = body.wide(body.compare("eq", body.read(body.word(gains, n)), body.read("%best")))
        body.write(body.word(marks, n), good)
        body.write("%found", body.do("add", body.read("%found"), good))
    body.answer(body.read("%found"))
    return definition("internal i64 @gainful(ptr %s, ptr %plan, i64 %seat, i64 %count) #0", body)
