"""Who has won, beside what each stands for at the end of a game: who is called by a variable of the table, and whose less lies on a board. It is counted in
machine code, where a game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.program import Program, Variable
from ruledsl.native.checking import address, more, told
from ruledsl.native.text import Body, definition

if TYPE_CHECKING:
    from ruledsl.native.module import Module

ROLE, BOARD = 5, 2
"""Words of each role: whom it had when it was looked at last, since which answer, in the game of which seed; games in which it had somebody for a quarter of
all answers and throws or more, and those that this one has won; and of each board: games that one of two has won alone, and those of them in which less there
is the winner's."""
EVERY, GAMES = 16, 4
"""Answers of a game from one look to the next, and games from one that is counted to the next: short games would else take longer by a fiftieth."""


def roles(program: Program) -> list[Variable]:
    """The variables of the table that call a player."""
    return [v for v in program.variables if v.type.kind == "player" and v.owner == "table" and program.region[v.name].count == 1]


def boards(program: Program) -> list[Variable]:
    """What says whose something is that lies on a board of two."""
    apart = [v for v in program.variables if v.type.kind == "player" and v.owner not in ("table", "player")]
    return apart if program.players == 2 else []


def sizes(program: Program) -> dict[str, int]:
    """By word of a plan the words at its address."""
    return {"roles": max(1, ROLE * len(roles(program))), "boards": max(1, BOARD * len(boards(program)))}


def texts(module: Module) -> tuple[str, ...]:
    """`watch(state, plan)` looks at who is called so far, `stand(state, plan)` counts at the end."""
    return _watch(module), _stand(module)


def watching(module: Module, body: Body) -> None:
    """Who is called so far is looked at, if it is time."""
    if roles(module.program):
        with body.unless(body.compare("ne", body.do("and", told(body, "made"), str(EVERY - 1)), str(EVERY - 1))):
            body.put("call void @watch(ptr %s, ptr %plan)")


def counting(module: Module, body: Body) -> None:
    """A game that is over is counted, if it is its turn."""
    if roles(module.program) or boards(module.program):
        with body.unless(body.compare("ne", body.do("and", told(body, "games"), str(GAMES - 1)), "0")):
            body.put("call void @stand(ptr %s, ptr %plan)")


def _watch(module: Module) -> str:
    body = Body()
    made, seed, there = told(body, "made"), told(body, "seed"), address(body, "roles")
    for n, role in enumerate(roles(module.program)):
        value, (held, since, game) = module.memory.load(body, role.name), (body.word(there, str(ROLE * n + k)) for k in range(3))
        same = body.let(f"and i1 {body.compare('eq', value, body.read(held))}, {body.compare('eq', seed, body.read(game))}")
        with body.unless(same):
            for word, now in ((held, value), (since, made), (game, seed)):
                body.write(word, now)
    body.put("ret void")
    return definition("internal void @watch(ptr %s, ptr %plan) #0", body)


def _stand(module: Module) -> str:
    body = Body()
    winners = body.read(address(body, "ends"))
    made, seed, there = told(body, "made"), told(body, "seed"), address(body, "roles")
    for n, role in enumerate(roles(module.program)):
        value, (held, since, game, games, won) = module.memory.load(body, role.name), (body.word(there, str(ROLE * n + k)) for k in range(ROLE))
        kept = body.let(f"and i1 {body.compare('eq', value, body.read(held))}, {body.compare('sge', value, '0')}")
        long = body.compare("sge", body.do("mul", made, "3"), body.do("mul", body.read(since), "4"))
        known = body.let(f"and i1 {kept}, {body.compare('eq', seed, body.read(game))}")
        counted = body.wide(body.let(f"and i1 {known}, {long}"))
        more(body, games, counted)
        one = body.do("and", body.do("lshr", winners, body.do("and", value, "63")), "1")
        more(body, won, body.do("and", one, counted))
    _weighed(module, body, winners)
    body.put("ret void")
    return definition("internal void @stand(ptr %s, ptr %plan) #0", body)


def _weighed(module: Module, body: Body, winners: str) -> None:
    """Of each board: whether one has won alone, and less is that one's."""
    there, alone = address(body, "boards"), body.compare("ult", body.do("sub", winners, "1"), "2")
    for n, board in enumerate(boards(module.program)):
        balance = body.let("alloca i64")
        body.write(balance, "0")
        with body.count("0", str(module.program.region[board.name].count)) as cell:
            value = module.memory.load(body, board.name, cell)
            for seat, sign in ((0, "add"), (1, "sub")):
                own = body.wide(body.compare("eq", value, str(seat)))
                body.write(balance, body.do(sign, body.read(balance), own))
        first = body.read(balance)
        second = body.do("sub", "0", first)
        less = body.compare("slt", body.let(f"select i1 {body.compare('eq', winners, '1')}, i64 {first}, i64 {second}"), "0")
        more(body, body.word(there, str(BOARD * n)), body.wide(alone))
        more(body, body.word(there, str(BOARD * n + 1)), body.wide(body.let(f"and i1 {alone}, {less}")))
