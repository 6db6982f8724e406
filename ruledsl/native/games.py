"""Many whole games inside machine code: `simulate` plays them by uniform choice and adds up.

Choices come from a splitmix64 stream of their own; the game's own `rng` is drawn from by the game alone, so that the same chance meets
every way of choosing. Where several seats are asked at once, one of them is drawn first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruledsl.ir import ops
from ruledsl.ir.layout import first_values
from ruledsl.ir.program import OVER, SCORED
from ruledsl.ir.regions import reading
from ruledsl.native.function import Signature
from ruledsl.native.playing import Playing
from ruledsl.native.recording import LACKS, Row, keep, put, put_blank, put_length
from ruledsl.native.runtime import GOLDEN, below, initial
from ruledsl.native.sums import Sums
from ruledsl.native.text import Body, definition, home

if TYPE_CHECKING:
    from ruledsl.native.module import Module


SMALL = 1 << 31
"""Half of the numbers whose square fits a word."""

FEW = 8
"""Numbers that are set one by one, so that each can be a variable."""


def export_games(module: Module) -> None:
    """`simulate(sums, first, count, seed, limit, room, rows)`, where `rows` has a row for each game, or is null; of a program with open readings there
    is `readings` behind these: a word for each."""
    module.add(below("choices", ""))
    play = module.add_playing(Playing(module, resumable=False))
    tally = _tally(module)
    module.add(_begin(module))
    module.add(_simulate(module, play, tally))


def _add(body: Body, at: int, value: str) -> None:
    word = body.word("%sums", str(at))
    body.write(word, body.do("add", body.read(word), value))


def _extreme(module: Module, body: Body, how: str, at: int, value: str) -> None:
    """An extreme is seldom passed: a branch that is foreseen costs less than to write it in any case."""
    word = body.word("%sums", str(at))
    with _seldom(module, body, body.compare(how, value, body.read(word))):
        body.write(word, value)


@contextmanager
def _seldom(module: Module, body: Body, condition: str) -> Iterator[None]:
    """What is written inside is done if the condition holds, which it mostly does not."""
    rare, on = body.fresh("rare"), body.fresh("on")
    usual = body.let(f"xor i1 {condition}, true")
    body.put(f"br i1 {usual}, label %{on}, label %{rare}, !prof !{module.likely}")
    body.label(rare)
    yield
    body.go(on)
    body.label(on)


def answer(module: Module, body: Body, name: str, *arguments: str) -> str:
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


def _tally(module: Module) -> Signature:
    """Add one finished game, and write what its row says of the end: 0, or a fault."""
    body, sums, told = Body(), Sums(module.program.players), Row(module.program.players)
    body.put("%fuel = alloca i64")
    body.put("%fault = alloca i64")
    body.write("%fault", "0")
    _add(body, sums.finished, "1")
    _add(body, sums.length, "%n")
    _extreme(module, body, "slt", sums.shortest, "%n")
    _extreme(module, body, "sgt", sums.longest, "%n")
    winners = answer(module, body, "winners")
    several = body.ask("@llvm.ctpop.i64", f"i64 {winners}")
    row = body.ask("@llvm.smax.i64", f"i64 {body.do('sub', several, '1')}", "i64 0")
    put(body, told.finished, 1, "1")
    put(body, told.winners, 2, winners)
    for seat in range(sums.seats):
        at = sums.seat(seat)
        if SCORED in module.program.functions:
            has = answer(module, body, SCORED, f"i64 {seat}")
            _add(body, at + sums.scored, has)
            put(body, told.score(seat), 8, str(LACKS))
            with body.unless(body.compare("eq", has, "0")):
                _tally_score(module, body, sums, at, told.score(seat), answer(module, body, "score", f"i64 {seat}"))
        else:
            _tally_score(module, body, sums, at, told.score(seat), answer(module, body, "score", f"i64 {seat}"))
        paid = answer(module, body, "payoff", f"i64 {seat}")
        _add(body, at + sums.paid, paid)
        put(body, told.payoff(seat), 8, paid)
        won = body.do("and", body.do("lshr", winners, str(seat)), "1")
        cell = body.word(body.word("%sums", str(at + sums.wins)), row)
        body.write(cell, body.do("add", body.read(cell), won))
    body.put("ret i64 0")
    signature = Signature("@tally", faults=False, ticks=False, apart=frozenset(body.apart))
    module.add(definition(f"internal i64 @tally({', '.join(signature.hidden())}, ptr noalias %sums, ptr noalias %row, i64 %n) #0", body))
    return signature


def _tally_score(module: Module, body: Body, sums: Sums, at: int, place: int, score: str) -> None:
    put(body, place, 8, score)
    _add(body, at + sums.total, score)
    _extreme(module, body, "slt", at + sums.least, score)
    _extreme(module, body, "sgt", at + sums.most, score)
    _add_square(module, body, at + sums.square, score)


def _add_square(module: Module, body: Body, at: int, score: str) -> None:
    """To two words; the upper one is seldom touched."""
    low = body.word("%sums", str(at))
    old = body.read(low)
    new = body.do("add", old, body.do("mul", score, score))
    body.write(low, new)
    carried = body.compare("ult", new, old)
    large = body.compare("ugt", body.do("add", score, str(SMALL)), str(2 * SMALL - 1))
    with _seldom(module, body, body.let(f"or i1 {carried}, {large}")):
        wide = body.let(f"sext i64 {score} to i128")
        square = body.let(f"mul i128 {wide}, {wide}")
        above = body.let(f"trunc i128 {body.let(f'lshr i128 {square}, 64')} to i64")
        _add(body, at + 1, body.do("add", above, body.wide(carried)))


def _begin(module: Module) -> str:
    """A state before the first step, as far as anything looks at it."""
    body = Body()
    needed = _needed_words(module)
    for n in range(initial(module)):
        if n not in needed:
            continue
        word = body.read(body.word("@initial", str(n)))
        body.write(body.word("%s", str(n)), word)
    module.memory.store(body, "rng", "0", "%seed")
    values = first_values(module.program)
    for region in sorted(module.memory.apart):
        _fill(module, body, region, values[region])
    for n, name in enumerate(module.program.readings):
        module.memory.store(body, reading(name), "0", body.read(body.word("%readings", str(n))))
    body.put("ret void")
    return definition(f"internal void @begin({', '.join(_begun(module).hidden())}, i64 %seed{_given(module)}) #1", body)


def _given(module: Module) -> str:
    """A parameter or argument for readings that are open."""
    return ", ptr %readings" if module.program.readings else ""


def _begun(module: Module) -> Signature:
    """`begin` sets all that stands apart."""
    return Signature("@begin", faults=False, ticks=False, apart=module.memory.apart)


def _fill(module: Module, body: Body, region: str, values: list[int]) -> None:
    """A region that stands apart begins; a long one in words."""
    info = module.program.region[region]
    if info.count <= FEW:
        for n, value in enumerate(values):
            module.memory.store(body, region, str(n), str(value))
        return
    data = b"".join((value & (1 << 8 * info.width) - 1).to_bytes(info.width, "little") for value in values)
    for at in range(0, len(data), 8):
        part = data[at : at + 8].ljust(8, b"\0")
        body.write(body.word(home(region), str(at // 8)), str(int.from_bytes(part, "little", signed=True)))


def _needed_words(module: Module) -> set[int]:
    """The words of a block where something stands that may be read before it is written."""
    program, reach = module.program, module.reach
    spans = []
    for region in program.regions:
        if region.name in reach.apart:
            continue
        at, size = program.offsets[region.name], region.count * region.width
        if region.name == "frame" and reach.slots is not None:
            spans += [(at + 8 * slot, 8) for slot in reach.slots]
        elif region.name in reach.loaded or (region.role in ("variable", "index", "zone", "card") and region.name not in reach.unread):
            spans.append((at, size))
    return {word for at, size in spans for word in range(at // 8, (at + size + 7) // 8)}


def _open(module: Module, body: Body) -> None:
    """A game begins, with seeds of its own."""
    step = body.do("mul", body.do("shl", "%game", "1"), str(GOLDEN))
    own = body.do("add", body.do("add", "%seed", step), str(GOLDEN))
    body.write("%choices", body.ask("@mix", f"i64 {body.do('add', own, str(GOLDEN))}"))
    body.put(f"call void @begin({', '.join(_begun(module).hidden())}, i64 {body.ask('@mix', f'i64 {own}')}{_given(module)})")


def _places(module: Module, body: Body) -> None:
    """Where a game stands while it is played."""
    body.put("%choices = alloca i64")
    body.put(f"%s = alloca [{max(module.program.size, 8) // 8} x i64], align 8")
    for region in sorted(module.memory.apart):
        info = module.program.region[region]
        body.put(f"{home(region)} = alloca [{-(-info.count * info.width // 8)} x i64], align 8")


def _simulate(module: Module, play: Signature, tally: Signature) -> str:
    """Games `first` to `first + count` of a seed; the seeds of game g are numbers 2g and 2g+1 of splitmix64 from that seed."""
    body, memory, sums, row = Body(), module.memory, Sums(module.program.players), Row(module.program.players)
    _places(module, body)
    body.put("%end = add i64 %first, %count")
    body.put(f"%row = alloca [{row.size} x i8], align 8")
    body.put("br label %test")
    body.label("test")
    body.put("%game = phi i64 [%first, %entry], [%next, %again]")
    body.fork(body.compare("slt", "%game", "%end"), "play", "done")
    body.label("done")
    body.put("ret i64 0")
    body.label("play")
    body.write(body.word("%sums", str(sums.game)), "%game")
    _open(module, body)
    n = body.ask("@play", "ptr %s", "ptr %choices", "i64 0", "i64 %limit", "ptr %room", *play.regions())
    body.fork(body.compare("slt", n, "0"), "bad", "played")
    body.label("played")
    _add(body, sums.decisions, n)
    put_length(body, row, n)
    body.fork(body.compare("eq", memory.load(body, "status"), str(OVER)), "over", "given.up")
    body.label("given.up")
    put_blank(body, row)
    body.go("on")
    body.label("over")
    tallied = body.ask("@tally", *tally.hidden(), "ptr %sums", "ptr %row", f"i64 {n}")
    body.fork(body.compare("slt", tallied, "0"), "bad", "on")
    body.label("on")
    keep(body, row)
    body.go("again")
    body.label("again")
    body.put("%next = add i64 %game, 1")
    body.put("br label %test")
    body.label("bad")
    body.put(f"%code = phi i64 [{n}, %play], [{tallied}, %over]")
    body.put("ret i64 %code")
    parameters = "ptr noalias %sums, i64 %first, i64 %count, i64 %seed, i64 %limit, ptr %room, ptr noalias %rows" + _given(module)
    return definition(f"i64 @simulate({parameters}) #0", body)
