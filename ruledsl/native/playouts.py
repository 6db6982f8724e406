"""Whole games inside machine code: `playout` plays one to its end by uniform choice, `simulate` plays many and adds up.

Choices come from a splitmix64 stream of their own, whose state the caller keeps; the game's own `rng` is drawn from by the game alone,
so that the same chance meets every way of choosing. Where several seats are asked at once, one of them is drawn first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruledsl.ir import ops
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import ASKING, OVER, Program
from ruledsl.native.runtime import GOLDEN, below
from ruledsl.native.text import Body, definition, fault_code

if TYPE_CHECKING:
    from ruledsl.native.module import Module

@dataclass(frozen=True)
class Sums:
    """Where `simulate` adds up: 64-bit words of one array. Each seat has `stride` words from `seat(n)` on."""

    seats: int
    finished: int = 0
    decisions: int = 1  # of all games, finished or not
    length: int = 2  # of the finished
    shortest: int = 3
    longest: int = 4
    game: int = 5  # the number of the game that is being played
    head: int = 6
    total: int = 0  # of a seat's scores
    square: int = 1  # two words
    least: int = 3
    most: int = 4
    wins: int = 5  # games won by k seats together, this one among them: word wins + k - 1

    @property
    def stride(self) -> int:
        return self.wins + self.seats

    def seat(self, number: int) -> int:
        return self.head + number * self.stride

    @property
    def size(self) -> int:
        return self.seat(self.seats)

    def empty(self) -> list[int]:
        """The array before the first game."""
        words = [0] * self.size
        words[self.shortest], words[self.longest] = (1 << 63) - 1, -(1 << 63)
        for n in range(self.seats):
            words[self.seat(n) + self.least], words[self.seat(n) + self.most] = (1 << 63) - 1, -(1 << 63)
        return words


def export_playouts(module: Module) -> None:
    """`playout(state, choices, limit, room)` and `simulate(state, sums, first, count, seed, limit, room)`."""
    module.add(below("choices", ""))
    module.add(_no_option(module.program))
    module.add(_nth_bit())
    module.add(_take(module))
    module.add(_playout(module))
    module.add(_tally(module))
    module.add(_simulate(module))


def _no_option(program: Program) -> str:
    """What it means, by site, that a seat is asked and has no option."""
    codes = [fault_code(Fault.NO_OPTION, site.place) for site in program.sites] or [0]
    return f"@no.option = internal constant [{len(codes)} x i64] [{', '.join(f'i64 {code}' for code in codes)}]"


def _nth_bit() -> str:
    """The place of the n-th set bit, from 0."""
    return """\
define internal i64 @nth(i64 %mask, i64 %n) #0 {
entry:
  br label %test
test:
  %m = phi i64 [%mask, %entry], [%rest, %more]
  %k = phi i64 [%n, %entry], [%left, %more]
  %done = icmp eq i64 %k, 0
  br i1 %done, label %found, label %more
more:
  %less = sub i64 %m, 1
  %rest = and i64 %m, %less
  %left = sub i64 %k, 1
  br label %test
found:
  %at = call i64 @llvm.cttz.i64(i64 %m, i1 false)
  ret i64 %at
}"""


def _take(module: Module) -> str:
    """Copy an option, an array of 64-bit numbers, into the move."""
    body = Body()
    for n in range(module.program.arguments + 1):
        module.memory.store(body, "move", str(n), body.read(body.word("%option", str(n))))
    module.memory.store(body, "move.seat", "0", "%seat")
    body.put("ret void")
    return definition("internal void @take(ptr %s, ptr %option, i64 %seat) #1", body)


def _playout(module: Module) -> str:
    body, memory = Body(), module.memory
    body.put("br label %look")
    body.label("look")
    body.put("%n = phi i64 [0, %entry], [%n, %event], [%n.more, %act]")
    asking = body.compare("eq", memory.load(body, "status"), str(ASKING))
    time = body.compare("slt", "%n", "%limit")
    body.fork(body.let(f"and i1 {asking}, {time}"), "asked", "done")
    body.label("done")
    body.put("ret i64 %n")
    body.label("asked")
    body.fork(body.compare("ne", memory.load(body, "ask.count"), "0"), "event", "seats")
    _event(module, body)
    seat = _seat(module, body)
    _choice(module, body, seat)
    return definition("i64 @playout(ptr %s, ptr %choices, i64 %limit, ptr %room) #0", body)


def _resume(body: Body, good: str, bad: str) -> None:
    status = body.ask("@resume", "ptr %s")
    body.fork(body.compare("slt", status, "0"), bad, good)
    body.label(bad)
    body.put(f"ret i64 {status}")


def _event(module: Module, body: Body) -> None:
    """Chance or the world is asked: one of its outcomes."""
    body.label("event")
    outcomes = module.memory.load(body, "ask.count")
    module.memory.store(body, "move", "0", body.ask("@below.choices", "ptr %choices", f"i64 {outcomes}"))
    module.memory.store(body, "move.seat", "0", "-1")
    _resume(body, "look", "event.bad")


def _seat(module: Module, body: Body) -> str:
    """One of the seats that are asked."""
    body.label("seats")
    mask = module.memory.load(body, "ask.seats")
    asked = body.ask("@llvm.ctpop.i64", f"i64 {mask}")
    body.fork(body.compare("ugt", asked, "1"), "several", "one")
    body.label("several")
    drawn = body.ask("@below.choices", "ptr %choices", f"i64 {asked}")
    body.put("br label %one")
    body.label("one")
    turn = body.let(f"phi i64 [0, %seats], [{drawn}, %several]")
    return body.ask("@nth", f"i64 {mask}", f"i64 {turn}")


def _choice(module: Module, body: Body, seat: str) -> None:
    """The seat takes one of its options."""
    site = module.memory.load(body, "ask.site")
    count = body.ask("@legal", "ptr %s", f"i64 {site}", f"i64 {seat}", "ptr %room")
    body.fork(body.compare("sgt", count, "0"), "choose", "stuck")
    body.label("stuck")
    fault = body.read(body.word("@no.option", site))
    none = body.compare("eq", count, "0")
    body.put(f"ret i64 {body.let(f'select i1 {none}, i64 {fault}, i64 {count}')}")
    body.label("choose")
    row = body.ask("@below.choices", "ptr %choices", f"i64 {count}")
    option = body.word("%room", body.do("mul", row, str(module.program.arguments + 1)))
    body.put(f"call void @take(ptr %s, ptr {option}, i64 {seat})")
    body.put("%n.more = add i64 %n, 1")
    _resume(body, "act", "bad")
    body.label("act")
    body.put("br label %look")


def _add(body: Body, at: int, value: str) -> None:
    word = body.word("%sums", str(at))
    body.write(word, body.do("add", body.read(word), value))


def _extreme(body: Body, how: str, at: int, value: str) -> None:
    word = body.word("%sums", str(at))
    body.write(word, body.ask(f"@llvm.s{how}.i64", f"i64 {body.read(word)}", f"i64 {value}"))


def _answer(module: Module, body: Body, name: str, *arguments: str) -> str:
    """The value of one of the program's functions; its fault is returned from here."""
    body.write("%fuel", str(ops.FUEL))
    value = module.call(body, name, list(arguments))
    code = body.read("%fault")
    good, bad = body.fresh("good"), body.fresh("bad")
    body.fork(body.compare("eq", code, "0"), good, bad)
    body.label(bad)
    body.put(f"ret i64 {code}")
    body.label(good)
    return value


def _tally(module: Module) -> str:
    """Add one finished game: 0, or a fault."""
    body, sums = Body(), Sums(module.program.players)
    body.put("%fuel = alloca i64")
    body.put("%fault = alloca i64")
    body.write("%fault", "0")
    _add(body, sums.finished, "1")
    _add(body, sums.length, "%n")
    _extreme(body, "min", sums.shortest, "%n")
    _extreme(body, "max", sums.longest, "%n")
    winners = _answer(module, body, "winners")
    several = body.ask("@llvm.ctpop.i64", f"i64 {winners}")
    row = body.ask("@llvm.smax.i64", f"i64 {body.do('sub', several, '1')}", "i64 0")
    for seat in range(sums.seats):
        at = sums.seat(seat)
        _tally_score(body, sums, at, _answer(module, body, "score", f"i64 {seat}"))
        won = body.do("and", body.do("lshr", winners, str(seat)), "1")
        cell = body.word(body.word("%sums", str(at + sums.wins)), row)
        body.write(cell, body.do("add", body.read(cell), won))
    body.put("ret i64 0")
    return definition("internal i64 @tally(ptr %s, ptr %sums, i64 %n) #0", body)


def _tally_score(body: Body, sums: Sums, at: int, score: str) -> None:
    _add(body, at + sums.total, score)
    _extreme(body, "min", at + sums.least, score)
    _extreme(body, "max", at + sums.most, score)
    word = body.word("%sums", str(at + sums.square))
    wide = body.let(f"sext i64 {score} to i128")
    square = body.let(f"mul i128 {wide}, {wide}")
    old = body.let(f"load i128, ptr {word}, align 8")
    body.put(f"store i128 {body.let(f'add i128 {old}, {square}')}, ptr {word}, align 8")


def _simulate(module: Module) -> str:
    """Games `first` to `first + count` of a seed; the seeds of game g are numbers 2g and 2g+1 of splitmix64 from that seed."""
    body, memory, sums = Body(), module.memory, Sums(module.program.players)
    body.put("%choices = alloca i64")
    body.put("%end = add i64 %first, %count")
    body.put("br label %test")
    body.label("test")
    body.put("%game = phi i64 [%first, %entry], [%next, %on]")
    body.fork(body.compare("slt", "%game", "%end"), "play", "done")
    body.label("done")
    body.put("ret i64 0")
    body.label("play")
    body.write(body.word("%sums", str(sums.game)), "%game")
    step = body.do("mul", body.do("shl", "%game", "1"), str(GOLDEN))
    own = body.do("add", body.do("add", "%seed", step), str(GOLDEN))
    body.write("%choices", body.ask("@mix", f"i64 {body.do('add', own, str(GOLDEN))}"))
    status = body.ask("@start", "ptr %s", f"i64 {body.ask('@mix', f'i64 {own}')}", "i64 0")
    body.fork(body.compare("slt", status, "0"), "bad", "go")
    body.label("go")
    n = body.ask("@playout", "ptr %s", "ptr %choices", "i64 %limit", "ptr %room")
    body.fork(body.compare("slt", n, "0"), "bad", "played")
    body.label("played")
    _add(body, sums.decisions, n)
    body.fork(body.compare("eq", memory.load(body, "status"), str(OVER)), "over", "on")
    body.label("over")
    tallied = body.ask("@tally", "ptr %s", "ptr %sums", f"i64 {n}")
    body.fork(body.compare("slt", tallied, "0"), "bad", "on")
    body.label("on")
    body.put("%next = add i64 %game, 1")
    body.put("br label %test")
    body.label("bad")
    body.put(f"%code = phi i64 [{status}, %play], [{n}, %go], [{tallied}, %over]")
    body.put("ret i64 %code")
    parameters = "ptr %s, ptr %sums, i64 %first, i64 %count, i64 %seed, i64 %limit, ptr %room"
    return definition(f"i64 @simulate({parameters}) #0", body)
