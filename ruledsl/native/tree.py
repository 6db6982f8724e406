"""Tree search inside machine code: what `ruledsl/search/mcts.py` means, to the last bit, and a hundred times as fast.

The tree is one table of arms by their 64-bit names, with open addressing. It is grown over the addresses of a program's `legal`, `resume`,
`playout` and `call`; of the program itself it knows only how a state is laid out. All that it is told stands in a `Plan`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.program import ASKING, KINDS
from ruledsl.native.dealing import export_dealing
from ruledsl.native.looking import export_looking
from ruledsl.native.naming import constant, export_naming, stir
from ruledsl.native.plan import KEY, OFFERED, POINTS, RULES_WRONG, STAMP, VISITS, WON, arm, double, note, real, reckon, told
from ruledsl.native.runtime import below
from ruledsl.native.sweeping import export_sweeping
from ruledsl.native.text import Body, definition
from ruledsl.native.trying import export_trying, key_of, option_at, stream
from ruledsl.native.widening import export_widening
from ruledsl.native.worth import export_worth

if TYPE_CHECKING:
    from ruledsl.native.module import Module

SIMULTANEOUS, WORLD = KINDS.index("simultaneous"), KINDS.index("world")
RNG_WORDS = 1
"""Words at the beginning of a block that only the future hangs on."""


def export_tree(module: Module, answers: list[str]) -> None:
    """`grow(start, state, plan, count)`: play on so many times from one state, with room for another; `sweep`, the same: try every option
    in so many worlds. `answers` are the functions that `call` knows, by number."""
    module.add("declare double @llvm.sqrt.f64(double)")
    module.add(below("choices", ""))
    export_naming(module)
    export_dealing(module)
    sites = module.program.sites
    module.add(constant("odds", [answers.index(site.odds) if site.odds else 0 for site in sites]))
    module.add(constant("out.of", [answers.index(site.out_of) if site.out_of else 0 for site in sites]))
    export_trying(module, answers)
    export_widening(module)
    for text in (_eager(), _promise(), _pick(module), _world(module), _seen(module), _descend(module)):
        module.add(text)
    export_worth(module, answers)
    export_looking(module)
    module.add(_once(module))
    export_sweeping(module)
    for export, step in (("grow", "once"), ("sweep", "swept")):
        body = Body()
        with body.count("0", "%count"):
            body.ask(f"@{step}", "ptr %start", "ptr %s", "ptr %plan")
        body.answer("0")
        module.add(definition(f"i64 @{export}(ptr %start, ptr %s, ptr %plan, i64 %count) #0", body))


def _eager() -> str:
    """`(plan)`: how curious to be, by how much points differ."""
    body = Body()
    span = reckon(body, "sub", told(body, "most"), told(body, "least"))
    count, curiosity, weight = (told(body, word) for word in ("count", "curiosity", "weight"))
    some, none = body.fresh("some"), body.fresh("none")
    body.fork(body.let(f"fcmp ogt double {span}, 0.0"), some, none)
    body.label(none)
    body.put(f"ret double {curiosity}")
    body.label(some)
    mean = reckon(body, "div", told(body, "total"), count)
    variance = reckon(body, "sub", reckon(body, "div", told(body, "square"), count), reckon(body, "mul", mean, mean))
    positive = body.let(f"fcmp ogt double {variance}, 0.0")
    variance = body.let(f"select i1 {positive}, double {variance}, double 0.0")
    deviation = body.let(f"call double @llvm.sqrt.f64(double {variance})")
    share = reckon(body, "div", reckon(body, "mul", "2.0", deviation), span)
    factor = reckon(body, "add", reckon(body, "sub", "1.0", weight), reckon(body, "mul", weight, share))
    body.put(f"ret double {reckon(body, 'mul', curiosity, factor)}")
    return definition("internal double @eager(ptr %plan) #0", body)


def _promise() -> str:
    """`(arms, slot, scale, victory, eager)`: UCB1, by the times the move could be made; the logarithm is nearly that to base 2. `scale` and
    `victory` are what a point and the victory count."""
    body = Body()
    each = reckon(body, "div", "1.0", real(body, body.read(arm(body, "%slot", VISITS))))
    offered = real(body, body.do("add", body.read(arm(body, "%slot", OFFERED)), "1"))
    pattern = real(body, body.let(f"bitcast double {offered} to i64"))
    logarithm = reckon(body, "sub", reckon(body, "mul", pattern, "0x3CB0000000000000"), "1023.0")
    points = reckon(body, "mul", double(body, arm(body, "%slot", POINTS)), "%scale")
    won = reckon(body, "mul", double(body, arm(body, "%slot", WON)), "%victory")
    worth = reckon(body, "mul", reckon(body, "add", points, won), each)
    root = body.let(f"call double @llvm.sqrt.f64(double {reckon(body, 'mul', logarithm, each)})")
    body.put(f"ret double {reckon(body, 'add', worth, reckon(body, 'mul', '%eager', root))}")
    return definition("internal double @promise(ptr %arms, i64 %slot, double %scale, double %victory, double %eager) #0", body)


def _scale(body: Body) -> tuple[str, str]:
    """What a point and the victory count."""
    span = reckon(body, "sub", told(body, "most"), told(body, "least"))
    some, weight = body.let(f"fcmp ogt double {span}, 0.0"), told(body, "weight")
    scale = body.let(f"select i1 {some}, double {reckon(body, 'div', weight, span)}, double 0.0")
    return scale, reckon(body, "sub", "1.0", weight)


# going down the tree --------------------------------------------------------------------------------------------------


def _pick(module: Module) -> str:
    """`(state, plan, node, site, seat)`: the row of a move that was not tried, or else of one of the greatest promise, or a fault. The plan
    has the names of the move, and whether it is new."""
    body = Body()
    room, names, slots, marks, arms = (told(body, name) for name in ("room", "names", "slots", "marks", "arms"))
    body.put(f"%arms = getelementptr i8, ptr {arms}, i64 0")
    legal = told(body, "legal")
    count = body.ask(legal, "ptr %s", "i64 %site", "i64 %seat", f"ptr {room}")
    body.refuse(body.compare("sgt", count, "0"), RULES_WRONG)
    for local in ("fresh", "known", "visits"):
        body.put(f"%{local} = alloca i64")
        body.write(f"%{local}", "0")
    here, done = stir(body, "%node", "%seat"), told(body, "done")
    with body.count("0", count) as n:
        name = body.ask("@name", "ptr %s", "i64 %site", "i64 %seat", f"ptr {option_at(module, body, room, n)}")
        slot = body.ask("@find", "ptr %arms", f"i64 {told(body, 'mask')}", f"i64 {key_of(body, here, name)}")
        body.write(body.word(names, n), name)
        body.write(body.word(slots, n), slot)
        new = body.compare("eq", body.read(arm(body, slot, KEY)), "0")
        body.write(body.word(marks, n), body.wide(new))
        body.write("%fresh", body.do("add", body.read("%fresh"), body.wide(new)))
        again = body.compare("eq", body.read(arm(body, slot, STAMP)), done)
        with body.unless(body.let(f"or i1 {new}, {again}")):
            body.write(arm(body, slot, STAMP), done)
            body.write(arm(body, slot, OFFERED), body.do("add", body.read(arm(body, slot, OFFERED)), "1"))
            body.write("%known", body.do("add", body.read("%known"), "1"))
            body.write("%visits", body.do("add", body.read("%visits"), body.read(arm(body, slot, VISITS))))
    numbers = [count, *(body.read(f"%{local}") for local in ("fresh", "known", "visits"))]
    body.write("%fresh", body.ask("@widened", "ptr %s", "ptr %plan", "i64 %site", "i64 %seat", *(f"i64 {number}" for number in numbers)))
    _choose_row(body, count, names, slots, marks)
    row = body.read("%row")
    name = body.read(body.word(names, row))
    note(body, "name", name)
    note(body, "arm", key_of(body, here, name))
    unripe = body.compare("slt", body.read(arm(body, body.read(body.word(slots, row)), VISITS)), told(body, "ripe"))
    unripe = body.do("and", body.wide(unripe), body.ask("@worthwhile", "ptr %plan"))
    note(body, "fresh", body.do("or", unripe, body.wide(body.compare("ne", body.read("%fresh"), "0"))))
    body.answer(row)
    return definition("internal i64 @pick(ptr %s, ptr %plan, i64 %node, i64 %site, i64 %seat) #0", body)


def _choose_row(body: Body, count: str, names: str, slots: str, marks: str) -> None:
    """`%row` becomes one of the marked rows, if there are any, or else one of those that are called as the best is called."""
    body.put("%row = alloca i64")
    body.put("%left = alloca i64")
    body.put("%best = alloca double")
    fresh = body.read("%fresh")
    new, tried, chosen = map(body.fresh, ("new", "tried", "chosen"))
    body.fork(body.compare("ne", fresh, "0"), new, tried)
    body.label(new)
    body.write("%left", stream(body, fresh))
    with body.count("0", count) as n:
        _count_down(body, body.compare("ne", body.read(body.word(marks, n)), "0"), n)
    body.go(chosen)
    body.label(tried)
    body.put("store double 0xFFF0000000000000, ptr %best")
    eager, (scale, victory) = body.let("call double @eager(ptr %plan)"), _scale(body)
    with body.count("0", count) as n, body.unless(body.compare("eq", body.read(arm(body, body.read(body.word(slots, n)), KEY)), "0")):
        counts = f"double {scale}, double {victory}, double {eager}"
        promise = body.let(f"call double @promise(ptr %arms, i64 {body.read(body.word(slots, n))}, {counts})")
        with body.unless(body.let(f"fcmp ole double {promise}, {double(body, '%best')}")):
            body.put(f"store double {promise}, ptr %best")
            body.write("%row", n)
    name = body.read(body.word(names, body.read("%row")))
    body.write("%left", "0")
    with body.count("0", count) as n, body.unless(body.compare("ne", body.read(body.word(names, n)), name)):
        body.write("%left", body.do("add", body.read("%left"), "1"))
    body.write("%left", stream(body, body.read("%left")))
    with body.count("0", count) as n:
        _count_down(body, body.compare("eq", body.read(body.word(names, n)), name), n)
    body.go(chosen)
    body.label(chosen)


def _count_down(body: Body, counts: str, n: str) -> None:
    """Of the rows that count, `%row` becomes the one where `%left` is 0."""
    with body.unless(body.let(f"xor i1 {counts}, true")):
        left = body.read("%left")
        with body.unless(body.compare("ne", left, "0")):
            body.write("%row", n)
        body.write("%left", body.do("sub", left, "1"))


def _world(module: Module) -> str:
    """`(state, plan, site)`: what happens at the real table, by its odds; 0, 1 or a fault."""
    body = Body()
    body.put("%value = alloca i64")
    numbers = []
    for which in ("@odds", "@out.of"):
        function = body.read(body.word(which, "%site"))
        answer = body.ask(told(body, "call"), "ptr %s", f"i64 {function}", "ptr %value", "ptr %value")
        body.refuse(body.compare("sge", answer, "0"), RULES_WRONG)
        numbers.append(body.read("%value"))
    odds, out_of = numbers
    yes = body.wide(body.compare("slt", stream(body, out_of), odds))
    for n in range(module.program.arguments + 1):
        module.memory.store(body, "move", str(n), "0" if n else yes)
    module.memory.store(body, "move.seat", "0", "-1")
    status = body.ask(told(body, "resume"), "ptr %s")
    body.refuse(body.compare("sge", status, "0"), RULES_WRONG)
    body.answer(yes)
    return definition("internal i64 @world(ptr %s, ptr %plan, i64 %site) #0", body)


def _seen(module: Module) -> str:
    """`(state, root)`: the name of a place where nothing is hidden: the state itself."""
    body = Body()
    body.put("%name = alloca i64")
    body.write("%name", "%root")
    with body.count(str(RNG_WORDS), str(module.program.size // 8)) as n:
        body.write("%name", stir(body, body.read("%name"), body.read(body.word("%s", n))))
    body.answer(body.read("%name"))
    return definition("internal i64 @seen(ptr %s, i64 %root) #0", body)


def _descend(module: Module) -> str:
    """`(state, plan)`: choose by the tree, until a move is new to it, or unripe; how many moves there are in the path, or a fault."""
    body, load = Body(), module.memory.load
    for local in ("node", "joint", "n"):
        body.put(f"%{local} = alloca i64")
        body.write(f"%{local}", told(body, "root") if local == "node" else "0")
    body.go("look")
    body.label("look")
    asking = body.compare("eq", load(body, "status"), str(ASKING))
    shallow = body.compare("slt", body.read("%n"), told(body, "depth"))
    body.fork(body.let(f"and i1 {asking}, {shallow}"), "asked", "done")
    body.label("done")
    body.put(f"ret i64 {body.read('%n')}")
    body.label("asked")
    site, kind = load(body, "ask.site"), load(body, "ask.kind")
    body.fork(body.compare("eq", kind, str(WORLD)), "world", "seats")
    body.label("world")
    happened = body.ask("@world", "ptr %s", "ptr %plan", f"i64 {site}")
    body.refuse(body.compare("sge", happened, "0"), RULES_WRONG)
    body.write("%joint", stir(body, body.read("%joint"), happened))
    body.go("look")
    body.label("seats")
    _by_seat(module, body, site, kind)
    return definition("internal i64 @descend(ptr %s, ptr %plan) #0", body)


def _by_seat(module: Module, body: Body, site: str, kind: str) -> None:
    """A seat chooses, and play goes on to what is asked next."""
    load = module.memory.load
    asked, first = load(body, "ask.seats"), told(body, "seat")
    mine = body.compare("ne", body.do("and", body.do("lshr", asked, first), "1"), "0")
    lowest = body.ask("@llvm.cttz.i64", f"i64 {asked}", "i1 false")
    seat = body.let(f"select i1 {mine}, i64 {first}, i64 {lowest}")
    row = body.ask("@pick", "ptr %s", "ptr %plan", f"i64 {body.read('%node')}", f"i64 {site}", f"i64 {seat}")
    body.refuse(body.compare("sge", row, "0"), RULES_WRONG)
    at = body.word(told(body, "path"), body.do("mul", body.read("%n"), "2"))
    body.write(at, told(body, "arm"))
    body.write(body.word(at, "1"), seat)
    body.write("%n", body.do("add", body.read("%n"), "1"))
    status = body.ask("@take", "ptr %s", "ptr %plan", f"i64 {seat}", f"ptr {option_at(module, body, told(body, 'room'), row)}")
    body.refuse(body.compare("sge", status, "0"), RULES_WRONG)
    body.write("%joint", stir(body, body.read("%joint"), told(body, "name")))
    body.fork(body.compare("ne", told(body, "fresh"), "0"), "done", "known")
    body.label("known")
    rest = body.do("xor", asked, body.do("shl", "1", seat))
    same = [
        body.compare("eq", kind, str(SIMULTANEOUS)),
        body.compare("ne", rest, "0"),
        body.compare("eq", load(body, "status"), str(ASKING)),
        body.compare("eq", load(body, "ask.site"), site),
        body.compare("eq", load(body, "ask.seats"), rest),
    ]
    together = same[0]
    for one in same[1:]:
        together = body.let(f"and i1 {together}, {one}")
    body.fork(together, "look", "behind")
    body.label("behind")
    body.fork(body.compare("ne", told(body, "by_moves"), "0"), "by.moves", "by.state")
    body.label("by.moves")
    _go_to(body, stir(body, body.read("%node"), body.read("%joint")))
    body.label("by.state")
    _go_to(body, body.ask("@seen", "ptr %s", f"i64 {told(body, 'root')}"))


def _go_to(body: Body, node: str) -> None:
    body.write("%node", node)
    body.write("%joint", "0")
    body.go("look")


def _once(module: Module) -> str:
    """`(start, state, plan)`: play on once, and remember how it went. Where the rules go wrong in a state that was held possible, nothing
    is learnt."""
    body = Body()
    done, each = told(body, "done"), told(body, "each")
    note(body, "done", body.do("add", done, "1"))
    some = body.ask("@llvm.smax.i64", f"i64 {each}", "i64 1")
    with body.unless(body.compare("ne", body.do("urem", done, some), "0")):
        note(body, "world", body.ask("@bits", "ptr %plan"))
        root = stir(body, "0", body.do("add", body.do("udiv", done, some), "1"))
        note(body, "root", body.let(f"select i1 {body.compare('eq', each, '0')}, i64 0, i64 {root}"))
    body.put("call void @drawn(ptr %s, ptr %start, ptr %plan)")
    count = body.ask("@descend", "ptr %s", "ptr %plan")
    body.refuse(body.compare("sge", count, "0"), RULES_WRONG)
    body.put("%choices = alloca i64")
    body.write("%choices", body.ask("@bits", "ptr %plan"))
    played = body.ask("@played.on", "ptr %s", "ptr %plan", "ptr %choices")
    body.refuse(body.compare("sge", played, "0"), RULES_WRONG)
    won = body.ask("@worth", "ptr %s", "ptr %plan")
    body.refuse(body.compare("sge", won, "0"), RULES_WRONG)
    body.ask("@direct", "ptr %plan")
    body.ask("@remember", "ptr %plan", f"i64 {won}", f"i64 {count}")
    body.answer("0")
    return definition("internal i64 @once(ptr %start, ptr %s, ptr %plan) #0", body)
