"""Options that are drawn before all is asked of them: what is late is asked of the drawn one, and where it is refused another one is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir import ops
from ruledsl.ir.ops import FAULTS, Fault
from ruledsl.native.function import Signature
from ruledsl.native.text import KINDS, Body, definition

if TYPE_CHECKING:
    from ruledsl.native.module import Module


def too_many(body: Body, code: str) -> str:
    """Whether an answer is the fault that there are too many options."""
    kind = body.do("and", body.do("xor", code, "-1"), str(KINDS - 1))
    return body.let(f"and i1 {body.compare('slt', code, '0')}, {body.compare('eq', kind, str(FAULTS.index(Fault.TOO_MANY)))}")


def late(module: Module) -> Signature:
    """`late(state, seat, option)`: 0 if all holds that is asked late of the option in a row, the number from 1 of what does not, or a fault."""
    if "late" not in module.made:
        module.made.add("late")
        module.lates = _written(module)
    return module.lates


def _written(module: Module) -> Signature:
    body = Body()
    body.put("%fuel = alloca i64")
    body.put("%fault = alloca i64")
    body.write("%fuel", str(ops.FUEL))
    body.write("%fault", "0")
    asked = {n: action.late for n, action in enumerate(module.program.actions) if action.late}
    cases = " ".join(f"i64 {n}, label %a{n}" for n in asked)
    body.put(f"switch i64 {body.read('%option')}, label %none [{cases}]")
    for n, name in asked.items():
        body.label(f"a{n}")
        given = (f"i64 {body.read(body.word('%option', str(k + 1)))}" for k in range(len(module.program.actions[n].params)))
        value = module.call(body, name, ["i64 %seat", *given])
        code = body.read("%fault")
        good = body.compare("eq", code, "0")
        body.put(f"ret i64 {body.let(f'select i1 {good}, i64 {value}, i64 {code}')}")
    body.label("none")
    body.put("ret i64 0")
    found = Signature("@late", True, False, frozenset(body.apart))
    module.add(definition(f"internal i64 @late({', '.join([*found.hidden(), 'i64 %seat', 'ptr %option'])}) #0", body))
    return found


def draw_row(module: Module, body: Body, count: str, seat: str, none: str) -> str:
    """The address of one of so many rows of `%room`, each as likely; with what is asked late, of those that pass. `none` is answered where there is none."""
    width = module.program.arguments + 1
    if not any(action.late for action in module.program.actions):
        return body.word("%room", body.do("mul", body.ask("@below.choices", "ptr %choices", f"i64 {count}"), str(width)))
    asked = late(module)
    body.apart |= asked.apart
    before, draw, some, stuck, refused, bad, struck, again, on = body.here, *map(
        body.fresh, ("draw", "some", "none", "refused", "bad", "struck", "again", "drawn")
    )
    total, left = f"%{draw}.total", f"%{struck}.left"
    body.go(draw)
    body.label(draw)
    body.put(f"{total} = phi i64 [{count}, %{before}], [{left}, %{again}]")
    body.fork(body.compare("eq", total, "0"), stuck, some)
    body.label(stuck)
    body.put(f"ret i64 {none}")
    body.label(some)
    row = body.ask("@below.choices", "ptr %choices", f"i64 {total}")
    option = body.word("%room", body.do("mul", row, str(width)))
    answer = body.ask(asked.symbol, *asked.hidden(), f"i64 {seat}", f"ptr {option}")
    body.fork(body.compare("eq", answer, "0"), on, refused)
    body.label(refused)
    body.fork(body.compare("slt", answer, "0"), bad, struck)
    body.label(bad)
    body.put(f"ret i64 {answer}")
    body.label(struck)
    body.put(f"{left} = sub i64 {total}, 1")
    with body.count(body.do("mul", row, str(width)), body.do("mul", left, str(width))) as n:
        body.write(body.word("%room", n), body.read(body.word("%room", body.do("add", n, str(width)))))
    body.go(again)
    body.label(again)
    body.go(draw)
    body.label(on)
    return option
