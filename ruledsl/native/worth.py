"""How a playing on went: who won, with what points, and what each move of its path has of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.program import OVER
from ruledsl.native.plan import KEY, OFFERED, POINTS, RULES_WRONG, VISITS, WON, arm, double, note, real, reckon, told
from ruledsl.native.text import Body, definition

if TYPE_CHECKING:
    from ruledsl.native.module import Module


def export_worth(module: Module, answers: list[str]) -> None:
    """`worth(state, plan)`, `direct(plan)` and `remember(plan, won, count)`."""
    module.add(_worth(module, answers))
    module.add(_direct(module.program.players))
    module.add(_remember())


def _worth(module: Module, answers: list[str]) -> str:
    """`(state, plan)`: the mask of who won, all while the game goes on; the payoffs, as whole numbers, are in `points`. Or a fault."""
    body = Body()
    body.put("%seat = alloca i64")
    body.put("%value = alloca i64")
    body.put("%won = alloca i64")
    body.write("%won", str((1 << module.program.players) - 1))
    points, call = told(body, "points"), told(body, "call")
    over = body.compare("eq", module.memory.load(body, "status"), str(OVER))
    with body.unless(body.let(f"xor i1 {over}, true")):
        code = body.ask(call, "ptr %s", f"i64 {answers.index('winners')}", "ptr %seat", "ptr %won")
        body.refuse(body.compare("sge", code, "0"), RULES_WRONG)
    with body.count("0", str(module.program.players)) as seat:
        body.write("%seat", seat)
        code = body.ask(call, "ptr %s", f"i64 {answers.index('payoff')}", "ptr %seat", "ptr %value")
        body.refuse(body.compare("sge", code, "0"), RULES_WRONG)
        body.write(body.word(points, seat), body.read("%value"))
    body.answer(body.read("%won"))
    return definition("internal i64 @worth(ptr %s, ptr %plan) #0", body)


def _direct(players: int) -> str:
    """`(plan)`: `points` become numbers with a point, so that more is better, and better still if the others have less."""
    body = Body()
    points, sign = told(body, "points"), told(body, "sign")
    own = [real(body, body.do("mul", sign, body.read(body.word(points, str(n))))) for n in range(players)]
    whole = own[0]
    for more in own[1:]:
        whole = reckon(body, "add", whole, more)
    envy = reckon(body, "div", told(body, "envy"), f"{max(1, players - 1)}.0")
    for n, mine in enumerate(own):
        point = reckon(body, "sub", mine, reckon(body, "mul", envy, reckon(body, "sub", whole, mine)))
        body.put(f"store double {point}, ptr {body.word(points, str(n))}")
        for word, more in (("count", "1.0"), ("total", point), ("square", reckon(body, "mul", point, point))):
            note(body, word, reckon(body, "add", told(body, word), more))
        for word, how in (("least", "olt"), ("most", "ogt")):
            old = told(body, word)
            further = body.let(f"fcmp {how} double {point}, {old}")
            note(body, word, body.let(f"select i1 {further}, double {point}, double {old}"))
    body.answer("0")
    return definition("internal i64 @direct(ptr %plan) #0", body)


def _remember() -> str:
    """`(plan, won, count)`: each move of the path has its part of what came of it."""
    body = Body()
    body.put(f"%arms = getelementptr i8, ptr {told(body, 'arms')}, i64 0")
    path, points = told(body, "path"), told(body, "points")
    several = body.ask("@llvm.ctpop.i64", "i64 %won")
    share = reckon(body, "div", "1.0", real(body, body.ask("@llvm.smax.i64", f"i64 {several}", "i64 1")))
    with body.count("0", "%count") as n:
        at = body.word(path, body.do("mul", n, "2"))
        key, seat = body.read(at), body.read(body.word(at, "1"))
        slot = body.ask("@find", "ptr %arms", f"i64 {told(body, 'mask')}", f"i64 {key}")
        with body.unless(body.compare("ne", body.read(arm(body, slot, KEY)), "0")):
            body.write(arm(body, slot, KEY), key)
            body.write(arm(body, slot, OFFERED), "1")
        body.write(arm(body, slot, VISITS), body.do("add", body.read(arm(body, slot, VISITS)), "1"))
        mine = body.compare("ne", body.do("and", body.do("lshr", "%won", seat), "1"), "0")
        gained = body.let(f"select i1 {mine}, double {share}, double 0.0")
        for word, more in ((WON, gained), (POINTS, double(body, body.word(points, seat)))):
            total = arm(body, slot, word)
            body.put(f"store double {reckon(body, 'add', double(body, total), more)}, ptr {total}")
    body.answer("0")
    return definition("internal i64 @remember(ptr %plan, i64 %won, i64 %count) #0", body)


