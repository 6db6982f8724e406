"""What goes through all states of a game calls: the answers that can be given in a state, and what comes behind each, with all checks and counters.

Chance is asked. A state is its block, with nothing in it of how play came there: the answer that was taken, and, if no rule looks at it, how many
decisions there were, are 0, and cards that lie in no order stand by number. So two states are one only if every byte of them that can be read is the
same. A bare block has 0 where these cards stand: which they are follows from where each card lies, which is seen to.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Iterator

from ruledsl.ir import ops
from ruledsl.ir.flow import loaded
from ruledsl.ir.merging import Merging, merging
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import OVER, Program, Zone
from ruledsl.native.checking import UNSOUND, WORDS, Checks, address, at, more, told
from ruledsl.native.hunting import FIRST, Counter, Plan, counted_text, counters_of
from ruledsl.native.imaged import imaging, unpacking
from ruledsl.native.jit import compile_text
from ruledsl.native.merged import draws, flip, forgetting, happens, none, stand, those_among
from ruledsl.native.module import Module, export_legal
from ruledsl.native.reach import PASSING, everything
from ruledsl.native.runtime import export_steps
from ruledsl.native.text import Body, definition, fault_code
from ruledsl.record import record, replace
from ruledsl.store import Store, standard_directory

GOES_ON, ENDED, NEWS, POORER = 0, 1, 2, 4
"""What `step` and `begin` answer: something is asked, or the game is over; an invariant does not hold there, of which nothing was told yet, or somebody
wins who has not the best payoff; below 0 a fault, or one of the next."""
BEYOND = -(1 << 62)
"""Below the codes of faults: `BEYOND + UNSOUND`, and that chance fell which was not asked."""
DRAWN = 9
NEARLY = 1 << 16
"""More than a seat: the answer is given where a count has come one before it is told how far."""


@record(frozen=True)
class Verifying:
    """The code, by address: `begin(state, seed)`, `menu(state, rows)`, `step(from, state, row, seat)`, which leaves a bare block, `whole(bare, state)`, and
    `look(state, status)`, which makes a block whole and says what is to be told of it; plain code does all that at each step. `rows` is room for so many
    rows of `width` words, and behind them the seat of each. `plan` is where ends are added up; `news(state)` tells of one more invariant that does not hold,
    each once: BROKEN, and its number is left in the plan, or a fault; 0 if there is none. `forget()` lets all be told of again. `bared(state)` makes a whole
    block bare. `likely(state, rows, weights, number)` writes how likely each of so many rows is beside the others, where chance brings them.
    `rounds` are the places of the loops that promise how often they go round at most, `rounded` the address of how often they did."""

    keep: object
    begin: Callable[..., int]
    menu: int
    step: int
    plan: Plan
    counters: tuple[Counter, ...]
    counted: int
    rows: int
    width: int
    outcomes: int = 0
    look: int = 0
    news: Callable[..., int] | None = None
    forget: Callable[..., int] | None = None
    tier: int = 0
    whole: int = 0
    bared: Callable[..., int] | None = None
    merged: Merging = Merging()
    likely: int = 0
    rounds: tuple[int, ...] = ()
    rounded: int = 0


def compiled(
    program: Program, tier: int = 0, cache: Store | None = None, plain: bool = False, known: Collection[tuple[str, str]] = (), merged: Merging | None = None
) -> Verifying:
    """The code for going through all states of a program. Where it is `plain` nothing is counted, and nothing checked but what play comes upon; and there is
    `outcomes(state, values)`: what each thing that chance can bring is. What of a state is forgotten is `merged`, if that is told: what may be, else.
    The counters of blocks that are `known` to run stand still."""
    merged = Merging() if plain else merging(program) if merged is None else merged
    module = Module(program, replace(everything(program), unread=merged.unread), counted=not plain, known=known)
    text = verifying_text(module, plain, merged)
    code = compile_text(text, tier, cache or Store(standard_directory()))
    begin = code.function("begin", ctypes.c_void_p, ctypes.c_int64)
    plan = Plan.from_address(code.function("planned")())
    rows, width = _rows(program, merged), program.arguments + 1
    counted, steps = code.function("counted")(), (code.address("menu"), code.address("step"))
    counters = counters_of(program, module.counters)
    if plain:
        return Verifying(code, begin, *steps, plan, counters, counted, rows, width, code.address("outcomes"))
    news, forget, bared = code.function("news", ctypes.c_void_p, ctypes.c_void_p), code.function("forget"), code.function("tidied", ctypes.c_void_p)
    look, made = code.address("look"), code.address("whole")
    more = tuple(module.rounds), code.function("rounded")()
    return Verifying(code, begin, *steps, plan, counters, counted, rows, width, 0, look, news, forget, tier, made, bared, merged, code.address("likely"), *more)


def _rows(program: Program, merged: Merging) -> int:
    """Rows that a menu may have: of each seat, or of chance, and all once more where there is a count."""
    return max(program.players * (program.max_options + 1), program.region["ask.count"].high + 1) << (merged.count is not None)


def verifying_text(module: Module, plain: bool = False, merged: Merging | None = None) -> str:
    """The module."""
    export_steps(module)
    export_legal(module)
    checks = Checks(module)
    merged = merged or Merging()
    whole = (_restored(module, merged), _whole(module), _likely(module))
    special = (_outcomes(module),) if plain else (checks.news(), _forget(module), checks.census(), checks.bounds(), *whole)
    after = (_looked(module, plain), _begin(module), _menu(module, merged), _step(module, plain, merged), *_nearly(module, merged))
    texts = (*special, checks.judge(), _tidied(module, plain, merged), *after)
    for text in (*texts, "define i64 @planned() #0 {\n  %at = ptrtoint ptr @plan to i64\n  ret i64 %at\n}"):
        module.add(text)
    module.add(f"@plan = internal global [{len(WORDS)} x i64] zeroinitializer")
    module.add(counted_text(module))
    return module.text()


def _unread(program: Program) -> list[str]:
    """What a state has of the way that led to it, and no step to come reads."""
    read = {loaded(i) for f in program.functions.values() for block in f.blocks for i in block.instrs}
    return [*PASSING, *(["decisions"] if "decisions" not in read else [])]


def _tidied(module: Module, plain: bool, merged: Merging) -> str:
    """`tidied(state)`: a state is cleared of what is no part of it, and bare; 1 if cards are out of place, else 0."""
    body = Body()
    body.put(f"%those = alloca [{module.program.words} x i64]")
    body.put(f"%lying = alloca [{module.program.words} x i64]")
    body.put("%next = alloca i64")
    if merged != Merging():
        module.add(forgetting(module, merged))
        body.refuse(body.compare("eq", body.ask("@forgotten", "ptr %s"), "0"), 1)
    for zone in (zone for zone in module.program.zones if zone.loose):
        with body.count("0", str(zone.instances)) as k:
            if plain:
                _loose_in(module, body, zone, k)
                stand(module, body, zone, k, "%those")
            else:
                _bared(module, body, zone, k)
    for name in _unread(module.program):
        for n in range(module.program.region[name].count):
            module.memory.store(body, name, str(n), "0")
    if merged.images:
        module.add(imaging(module, merged))
        body.ask("@imaged", "ptr %s")
    body.put("ret i64 0")
    return definition(f"{'internal ' if plain else ''}i64 @tidied(ptr %s) #0", body)


def _restored(module: Module, merged: Merging) -> str:
    """`restored(state)`: a bare block is made whole."""
    body = Body()
    body.put(f"%lying = alloca [{module.program.words} x i64]")
    body.put("%next = alloca i64")
    for zone in (zone for zone in module.program.zones if zone.loose):
        with body.count("0", str(zone.instances)) as k:
            _lying_in(module, body, zone, k)
            stand(module, body, zone, k, "%lying")
    unpacking(module, body, merged)
    body.put("ret i64 0")
    return definition("internal i64 @restored(ptr %s) #0", body)


def _whole(module: Module) -> str:
    """`whole(bare, state)`: the whole block of a bare one."""
    body = Body()
    _copied(module, body, "%bare")
    body.ask("@restored", "ptr %s")
    body.put("ret i64 0")
    return definition("i64 @whole(ptr %bare, ptr %s) #0", body)


def _copied(module: Module, body: Body, source: str) -> None:
    with body.count("0", str(module.program.size // 8)) as n:
        body.write(body.word("%s", n), body.read(body.word(source, n)))


def _looked(module: Module, plain: bool) -> str:
    """`look(state, status)`: what is to be told of a state."""
    body = Body()
    body.put("%plan = getelementptr i64, ptr @plan, i64 0")
    if not plain:
        body.ask("@restored", "ptr %s")
    for check in () if plain else ("bounds", "census"):
        body.refuse(body.compare("eq", body.ask(f"@{check}", "ptr %s"), "0"), BEYOND + UNSOUND)
    body.fork(body.compare("eq", "%status", str(OVER)), "over", "asks")
    body.label("over")
    before = told(body, "poorer")
    judged = body.ask("@judge", "ptr %s", "ptr @plan")
    poorer = body.do("mul", body.do("sub", told(body, "poorer"), before), "0" if plain else str(POORER))
    good, ended = body.compare("sge", judged, "0"), body.do("add", poorer, str(ENDED))
    body.put(f"ret i64 {body.let(f'select i1 {good}, i64 {ended}, i64 {judged}')}")
    body.label("asks")
    if not plain:
        asked = address(body, "asked")
        with body.bits(module.memory.load(body, "ask.seats")) as seat:
            more(body, body.word(asked, seat))
        _unbroken(module, body)
    body.put(f"ret i64 {GOES_ON}")
    return definition("i64 @look(ptr %s, i64 %status) #0", body)


def _loose_in(module: Module, body: Body, zone: Zone, k: str) -> None:
    """`those`: the cards that lie in no order in a pile."""
    those_among(module, body, zone, k, module.zones.loose(body, zone, k))


def _lying_in(module: Module, body: Body, zone: Zone, k: str) -> None:
    """`lying`: the same, as it follows from where each card lies, and from the order of the others."""
    none(module, body, "%lying")
    own = body.do("add", k, str(zone.base))
    with body.count("0", str(len(module.program.cards))) as card, body.unless(body.compare("ne", module.memory.load(body, "card.zone", card), own)):
        flip(body, "%lying", card)
    with body.count(module.zones.loose(body, zone, k), module.zones.count(body, zone, k)) as i:
        flip(body, "%lying", module.zones.card(body, zone, k, i))


def _bared(module: Module, body: Body, zone: Zone, k: str) -> None:
    """0 where cards stand in no order; they are those that lie there by where each card is, else they are out of place."""
    _loose_in(module, body, zone, k)
    _lying_in(module, body, zone, k)
    for w in map(str, range(module.program.words)):
        body.refuse(body.compare("eq", body.read(body.word("%those", w)), body.read(body.word("%lying", w))), 1)
    with body.count("0", module.zones.loose(body, zone, k)) as i:
        module.memory.store(body, f"{zone.name}.cards", module.zones.slot(body, zone, k, i), "0")


def _unbroken(module: Module, body: Body) -> None:
    """Where a seat is asked, the invariants hold; where one does not, play goes on all the same."""
    with body.unless(body.compare("ne", module.memory.load(body, "ask.count"), "0")):
        news = body.ask("@news", "ptr %s", "ptr @plan")
        with body.unless(body.compare("eq", news, "0")):
            body.write(at(body, "news"), news)
            body.answer(str(NEWS))


def _forget(module: Module) -> str:
    """`forget()`: every invariant is told of again."""
    body = Body()
    for n in range(len(module.program.invariants)):
        body.write(body.word("@told", str(n)), "0")
    body.put("ret i64 0")
    return definition("i64 @forget() #0", body)


def _outcomes(module: Module) -> str:
    """`outcomes(state, values)`: the value of each outcome of what chance is asked here; a fault, if there is one."""
    body, sites = Body(), [(n, site.outcome) for n, site in enumerate(module.program.sites) if site.outcome]
    for name in ("%fuel", "%fault"):
        body.put(f"{name} = alloca i64")
    body.write("%fuel", str(ops.FUEL))
    body.write("%fault", "0")
    count, site = module.memory.load(body, "ask.count"), module.memory.load(body, "ask.site")
    body.put(f"switch i64 {site}, label %none [{' '.join(f'i64 {n}, label %s{n}' for n, _ in sites)}]")
    for number, function in sites:
        body.label(f"s{number}")
        with body.count("0", count) as n:
            body.write(body.word("%values", n), module.call(body, function, [f"i64 {n}"]))
        body.put(f"ret i64 {body.read('%fault')}")
    body.label("none")
    body.put("ret i64 0")
    return definition("i64 @outcomes(ptr %s, ptr %values) #0", body)


def _likely(module: Module) -> str:
    """`likely(state, rows, weights, number)`: how likely each row of a menu is beside the others: the first of so many equal cards stands for all of them.
    Nothing is likely of what people declare, or leave: the odds of that are those of games among bots."""
    body, sites = Body(), [(n, site.odds, site.out_of) for n, site in enumerate(module.program.sites) if site.odds and site.comes is None]
    declared = [n for n, site in enumerate(module.program.sites) if site.comes is not None]
    for name in ("%fuel", "%fault"):
        body.put(f"{name} = alloca i64")
    body.write("%fuel", str(ops.FUEL))
    body.write("%fault", "0")
    count, site = module.memory.load(body, "ask.count"), module.memory.load(body, "ask.site")
    with body.count("0", "%number") as n:
        body.write(body.word("%weights", n), "0")
    with body.unless(body.compare("ne", count, "0")):
        body.answer("0")
    ways = [*((n, f"w{n}") for n, _, _ in sites), *((n, "people") for n in declared)]
    body.put(f"switch i64 {site}, label %drawn [{' '.join(f'i64 {n}, label %{label}' for n, label in ways)}]")
    body.label("people")
    body.put("ret i64 0")
    for number, odds, out_of in sites:
        body.label(f"w{number}")
        of = body.ask("@llvm.smax.i64", f"i64 {module.call(body, out_of, [])}", "i64 1")
        some = body.ask("@llvm.smin.i64", f"i64 {module.call(body, odds, [])}", f"i64 {of}")
        yes = body.ask("@llvm.smax.i64", f"i64 {some}", "i64 0")
        body.write("%weights", body.do("sub", of, yes))
        body.write(body.word("%weights", "1"), yes)
        body.put(f"ret i64 {body.read('%fault')}")
    body.label("drawn")
    with body.count("0", "%number") as n:
        behind = body.do("add", n, "1")
        body.write(body.word("%weights", n), body.do("sub", count, _happening(module, body, n)))
        with body.unless(body.compare("sge", behind, "%number")):
            body.write(body.word("%weights", n), body.do("sub", _happening(module, body, behind), _happening(module, body, n)))
    body.put("ret i64 0")
    return definition("i64 @likely(ptr %s, ptr %rows, ptr %weights, i64 %number) #0", body)


def _happening(module: Module, body: Body, n: str) -> str:
    """Which of the things that chance can bring a row stands for."""
    return body.read(body.word("%rows", body.do("mul", n, str(module.program.arguments + 1))))


def _begin(module: Module) -> str:
    """The first state."""
    body = Body()
    status = body.ask("@start", "ptr %s", "i64 %seed", "i64 1")
    _settled(module, body, status, "%seed")
    body.put(f"ret i64 {body.ask('@look', 'ptr %s', f'i64 {status}')}")
    return definition("i64 @begin(ptr %s, i64 %seed) #0", body)


def _settled(module: Module, body: Body, status: str, seed: str) -> None:
    """Answer a fault, or that chance fell unasked; else the state is tidied."""
    with body.unless(body.compare("sge", status, "0")):
        body.answer(status)
    body.refuse(body.compare("eq", module.memory.load(body, "rng"), seed), BEYOND + DRAWN)
    body.refuse(body.compare("eq", body.ask("@tidied", "ptr %s"), "0"), BEYOND + UNSOUND)


def _menu(module: Module, merged: Merging) -> str:
    """How many answers can be given, by all the seats that are asked; the fault that one of them can do nothing, if that is so."""
    program, body, memory = module.program, Body(), module.memory
    width, rows = program.arguments + 1, _rows(program, merged)
    codes = [fault_code(Fault.NO_OPTION, site.place) for site in program.sites] or [0]
    module.add(f"@stuck = internal constant [{len(codes)} x i64] [{', '.join(f'i64 {code}' for code in codes)}]")
    for name in ("%total", "%before", "%fuel", "%fault"):
        body.put(f"{name} = alloca i64")
        body.write(name, "0" if name != "%fuel" else str(ops.FUEL))
    body.put(f"%who = getelementptr i64, ptr %rows, i64 {rows * width}")
    outcomes = memory.load(body, "ask.count")
    body.fork(body.compare("ne", outcomes, "0"), "event", "seats")
    body.label("event")
    draws(module, body, merged, outcomes)
    with body.count("0", outcomes) as n:
        happens(module, body, n)
    body.put(f"ret i64 {outcomes}")
    body.label("seats")
    site = memory.load(body, "ask.site")
    with body.bits(memory.load(body, "ask.seats")) as seat:
        first = body.read("%total")
        room = body.word("%rows", body.do("mul", first, str(width)))
        count = body.ask("@legal", "ptr %s", f"i64 {site}", f"i64 {seat}", f"ptr {room}")
        with body.unless(body.compare("sgt", count, "0")):
            stuck, nothing = body.read(body.word("@stuck", site)), body.compare("eq", count, "0")
            body.answer(body.let(f"select i1 {nothing}, i64 {stuck}, i64 {count}"))
        total = body.do("add", first, count)
        with body.count(first, total) as n:
            body.write(body.word("%who", n), seat)
        body.write("%total", total)
    body.put(f"ret i64 {body.read('%total')}")
    return definition(f"{'i64 @menu' if merged.count is None else 'internal i64 @answers'}(ptr %s, ptr %rows) #0", body)


def _nearly(module: Module, merged: Merging) -> Iterator[str]:
    """The menu where there is a count: all answers once more, given where it has come nearly so far that it is told, unless it is told already."""
    if merged.count is None:
        return
    body, (name, n), width = Body(), merged.count.place, module.program.arguments + 1
    many = body.ask("@answers", "ptr %s", "ptr %rows")
    far = body.compare("sge", module.memory.load(body, name, str(n)), str(merged.count.exact))
    with body.unless(body.let(f"or i1 {far}, {body.compare('sle', many, '0')}")):
        with body.count("0", body.do("mul", many, str(width))) as word:
            body.write(body.word("%rows", body.do("add", body.do("mul", many, str(width)), word)), body.read(body.word("%rows", word)))
        who = body.word("%rows", str(_rows(module.program, merged) * width))
        with body.count("0", many) as row:
            body.write(body.word(who, body.do("add", many, row)), body.do("add", body.read(body.word(who, row)), str(NEARLY)))
        body.answer(body.do("add", many, many))
    body.put(f"ret i64 {many}")
    yield definition("i64 @menu(ptr %s, ptr %rows) #0", body)


def _step(module: Module, plain: bool, merged: Merging) -> str:
    """Give an answer in one state and play on in another block; answer the status there, or what is to be told of it."""
    program, body, memory = module.program, Body(), module.memory
    body.put("%plan = getelementptr i64, ptr @plan, i64 0")
    _copied(module, body, "%from")
    seed = memory.load(body, "rng")
    for n in map(str, range(program.arguments + 1)):
        memory.store(body, "move", n, body.read(body.word("%row", n)))
    seat = _seated(module, body, merged)
    memory.store(body, "move.seat", "0", seat)
    with body.unless(body.compare("slt", seat, "0")):
        more(body, body.word(address(body, "chosen"), body.do("add", body.read("%row"), str(FIRST))))
    status = body.ask("@resume", "ptr %s")
    _settled(module, body, status, seed)
    body.put(f"ret i64 {body.ask('@look', 'ptr %s', f'i64 {status}') if plain else status}")
    return definition("i64 @step(ptr %from, ptr %s, ptr %row, i64 %seat) #0", body)


def _seated(module: Module, body: Body, merged: Merging) -> str:
    """Whose answer it is; a count comes nearly so far that it is told, if it is to."""
    if merged.count is None:
        return "%seat"
    name, n = merged.count.place
    less = body.do("sub", "%seat", str(NEARLY))
    with body.unless(body.compare("slt", less, "-1")):
        module.memory.store(body, name, str(n), str(merged.count.exact - 1))
    return body.let(f"select i1 {body.compare('slt', less, '-1')}, i64 %seat, i64 {less}")
