"""Random play that watches itself: every block is counted, every decision written down, every check is code of the program.

`hunt(plan)` plays games one after the other with chance asked, stops for good reason, and goes on where it stopped. It belongs to the loops over
blocks, which will be kernels of one source; until then it is emitted, as `playout` is.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable

from ruledsl.ir.flow import doomed
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import OVER, VALUE, Program
from ruledsl.native.checking import ENDLESS, PAUSED, UNSOUND, WORDS, Checks, address, at, more, told
from ruledsl.native.jit import Code, compile_text
from ruledsl.native.module import Module, export_legal
from ruledsl.native.runtime import GOLDEN, below, export_steps
from ruledsl.native.standing import counting, watching
from ruledsl.native.standing import texts as standing
from ruledsl.native.text import Body, definition, fault_code
from ruledsl.record import record
from ruledsl.store import Store, standard_directory

DRAWS = 8
"""Options among which one is taken by a rank. Of half of all games, at each second decision, it is that whose action was chosen least; of a quarter the
one nearest to one end of the list; of a quarter one whose action is not avoided: in each game others are. So what needs that somebody never does something
comes, too."""
FIRST = -VALUE
"""The place of action 0 in what counts how often each was chosen; passing and chosen values come before it."""
CENSUS = 64
"""Decisions from one census to the next."""

class Plan(ctypes.Structure):
    """What a hunt is told and tells, in words of 64 bits. `arrays` are those that words of it give the address of, for as long as code can write there."""

    _fields_ = [(name, ctypes.c_int64) for name in WORDS]
    arrays: object = None


@record(frozen=True)
class Counter:
    """What a counter counts: a block of a function, and the places of the rules that it carries out. `doomed`: it leads to a fault and nowhere else."""

    function: str
    label: str
    places: frozenset[int]
    doomed: bool


@record(frozen=True)
class Hunting:
    """The code that hunts, by address of a `Plan`; what its counters count, by number, and the address of these, numbers of 64 bits."""

    code: Code
    hunt: Callable[..., int]
    counters: tuple[Counter, ...]
    counted: int


def compiled(program: Program, tier: int = 0, cache: Store | None = None) -> Hunting:
    """The code for hunting in a program, in a tier; the same for all values of readings that are open."""
    if program.readings and ("hunt", tier) in program.codes:
        return program.codes["hunt", tier]  # type: ignore[no-any-return]
    module = Module(program, counted=True)
    text = hunting_text(module)
    code = compile_text(text, tier, cache or Store(standard_directory()))
    found = Hunting(code, code.function("hunt", ctypes.c_void_p), counters_of(program, module.counters), code.function("counted")())
    if program.readings:
        program.codes["hunt", tier] = found
    return found


def counters_of(program: Program, found: Iterable[tuple[str, str]]) -> tuple[Counter, ...]:
    """What the counters of a module count, by number."""
    out = []
    blocks = {name: {block.label: block for block in program.functions[name].blocks} for name in {function for function, _ in found}}
    lost = {name: doomed(program.functions[name]) for name in blocks}
    for name, label in found:
        places = frozenset(instr.place for instr in blocks[name][label].instrs)
        out.append(Counter(name, label, places, label in lost[name]))
    return tuple(out)


def hunting_text(module: Module) -> str:
    """The module that hunts."""
    export_steps(module)
    export_legal(module)
    module.add(below("choices", ""))
    checks = Checks(module)
    drawing = (_some(), _drawn(), _turn(), _picked(module.program))
    for text in (checks.broken(), checks.census(), checks.bounds(), checks.judge(), *drawing, *standing(module), _hunt(module)):
        module.add(text)
    module.add(counted_text(module))
    return module.text()


def counted_text(module: Module) -> str:
    """The counters of a module, to be written last, and `counted()`, their address; `rounded()` is that of how often loops went round."""
    return (
        f"@counters = internal global [{max(1, len(module.counters))} x i64] zeroinitializer\n"
        f"@rounds = internal global [{max(1, len(module.rounds))} x i64] zeroinitializer\n"
        "define i64 @counted() #0 {\n  %at = ptrtoint ptr @counters to i64\n  ret i64 %at\n}\n"
        "define i64 @rounded() #0 {\n  %at = ptrtoint ptr @rounds to i64\n  ret i64 %at\n}"
    )


# ---- the loop --------------------------------------------------------------------------------


def _hunt(module: Module) -> str:
    """`hunt(plan)`: why it stopped, or a fault."""
    body = Body()
    body.put(f"%s = inttoptr i64 {told(body, 'state')} to ptr")
    body.go("next")
    body.label("next")
    left = body.do("sub", told(body, "limit"), "1")
    body.write(at(body, "limit"), left)
    body.refuse(body.compare("sge", left, "0"), PAUSED)
    body.fork(body.compare("eq", told(body, "running"), "0"), "begin", "look")
    _begin(body)
    body.label("look")
    body.fork(body.compare("eq", module.memory.load(body, "status"), str(OVER)), "over", "asking")
    _over(module, body)
    body.label("asking")
    body.refuse(body.compare("slt", told(body, "made"), told(body, "most")), ENDLESS)
    body.put(f"%outcomes = add i64 {module.memory.load(body, 'ask.count')}, 0")
    body.fork(body.compare("ne", "%outcomes", "0"), "event", "checks")
    body.label("event")
    body.refuse(body.let("call i1 @some(ptr %plan)"), PAUSED)
    event = body.ask("@drawn", "ptr %plan", "i64 %outcomes")
    module.memory.store(body, "move", "0", event)
    for n in range(module.program.arguments):
        module.memory.store(body, "move", str(n + 1), "0")
    drawn = body.here
    body.go("answer")
    _checked(module, body)
    seat = body.ask("@turn", "ptr %plan", f"i64 {module.memory.load(body, 'ask.seats')}")
    option = _chosen(module, body, seat)
    chosen = body.here
    body.go("answer")
    body.label("answer")
    body.put(f"%option = phi i64 [{event}, %{drawn}], [{option}, %{chosen}]")
    body.put(f"%who = phi i64 [-1, %{drawn}], [{seat}, %{chosen}]")
    _answer(module, body)
    return definition("i64 @hunt(ptr %plan) #0", body)


def _begin(body: Body) -> None:
    """A new game."""
    body.label("begin")
    state = body.do("add", told(body, "stream"), str(GOLDEN))
    body.write(at(body, "stream"), state)
    fresh, kept = body.ask("@mix", f"i64 {state}"), told(body, "seed")
    seed = body.let(f"select i1 {_scripted(body)}, i64 {kept}, i64 {fresh}")
    mood = body.do("and", body.ask("@mix", f"i64 {body.do('xor', state, seed)}"), told(body, "moody"))
    for word, value in (("seed", seed), ("mood", mood), ("made", "0"), ("running", "1")):
        body.write(at(body, word), value)
    status = body.ask("@start", "ptr %s", f"i64 {seed}", "i64 1")
    body.fork(body.compare("sge", status, "0"), "begun", "faulty")
    body.label("faulty")
    body.put(f"ret i64 {status}")
    body.label("begun")
    body.go("next")


def _over(module: Module, body: Body) -> None:
    """A game has come to its end: it is judged, and it is noted who was asked."""
    body.label("over")
    body.write(at(body, "running"), "0")
    for check in ("bounds", "census"):
        body.refuse(body.compare("eq", body.ask(f"@{check}", "ptr %s"), "0"), UNSOUND)
    judged = body.ask("@judge", "ptr %s", "ptr %plan")
    body.fork(body.compare("sge", judged, "0"), "judged", "misjudged")
    body.label("misjudged")
    body.put(f"ret i64 {judged}")
    body.label("judged")
    counting(module, body)
    more(body, at(body, "games"))
    seats, asked = address(body, "seats"), address(body, "asked")
    for n in map(str, range(module.program.players)):
        here = body.word(seats, n)
        more(body, body.word(asked, n), body.read(here))
        body.write(here, "0")
    body.go("next")


def _checked(module: Module, body: Body) -> None:
    """Where a seat is asked, what always holds holds."""
    body.label("checks")
    broken = body.ask("@broken", "ptr %s", "ptr %plan")
    body.fork(body.compare("eq", broken, "0"), "sound", "broken")
    body.label("broken")
    body.put(f"ret i64 {broken}")
    body.label("sound")
    watching(module, body)
    often = body.do("and", told(body, "decisions"), str(CENSUS - 1))
    with body.unless(body.compare("ne", often, "0")):
        body.refuse(body.compare("eq", body.ask("@census", "ptr %s"), "0"), UNSOUND)
    body.go("turn")
    body.label("turn")


def _chosen(module: Module, body: Body, seat: str) -> str:
    """The number of the option that a seat takes, which is written as its move."""
    program, width = module.program, module.program.arguments + 1
    site = module.memory.load(body, "ask.site")
    codes = [fault_code(Fault.NO_OPTION, s.place) for s in program.sites] or [0]
    module.add(f"@stuck = internal constant [{len(codes)} x i64] [{', '.join(f'i64 {code}' for code in codes)}]")
    room = address(body, "room")
    count = body.ask("@legal", "ptr %s", f"i64 {site}", f"i64 {seat}", f"ptr {room}")
    body.fork(body.compare("sgt", count, "0"), "choose", "none")
    body.label("none")
    body.write(at(body, "which"), seat)
    stuck, nothing = body.read(body.word("@stuck", site)), body.compare("eq", count, "0")
    body.put(f"ret i64 {body.let(f'select i1 {nothing}, i64 {stuck}, i64 {count}')}")
    body.label("choose")
    body.refuse(body.let("call i1 @some(ptr %plan)"), PAUSED)
    picked = body.ask("@picked", "ptr %plan", f"i64 {count}")
    option = body.word(room, body.do("mul", picked, str(width)))
    for n in range(width):
        module.memory.store(body, "move", str(n), body.read(body.word(option, str(n))))
    action = body.do("add", body.read(option), str(FIRST))
    more(body, body.word(address(body, "chosen"), action))
    more(body, body.word(address(body, "takers"), body.do("add", body.do("mul", seat, str(len(program.actions) + FIRST)), action)))
    body.write(body.word(address(body, "seats"), seat), "1")
    return picked


def _answer(module: Module, body: Body) -> None:
    """The answer is written down, and play goes on."""
    module.memory.store(body, "move.seat", "0", "%who")
    made = told(body, "made")
    pair = body.word(address(body, "answers"), body.do("mul", made, "2"))
    body.write(pair, "%option")
    body.write(body.word(pair, "1"), "%who")
    body.write(at(body, "made"), body.do("add", made, "1"))
    more(body, at(body, "decisions"))
    status = body.ask("@resume", "ptr %s")
    body.fork(body.compare("sge", status, "0"), "goes.on", "trapped")
    body.label("trapped")
    body.put(f"ret i64 {status}")
    body.label("goes.on")
    body.go("next")


# ---- what is drawn, or told by a script ----------------------------------------------------------


def _script(body: Body, word: int) -> str:
    """A word of the answer that is given for this decision."""
    pair = body.word(address(body, "script"), body.do("mul", told(body, "made"), "2"))
    return body.read(body.word(pair, str(word)))


def _scripted(body: Body) -> str:
    return body.compare("sge", told(body, "given"), "0")


def _some() -> str:
    """`some(plan)`: whether there is an answer: 0 at the end of a script."""
    body = Body()
    left = body.compare("slt", told(body, "made"), told(body, "given"))
    free = body.let(f"xor i1 {_scripted(body)}, true")
    body.put(f"ret i1 {body.let(f'or i1 {left}, {free}')}")
    return definition("internal i1 @some(ptr %plan) #0", body)


def _drawn() -> str:
    """`drawn(plan, count)`: one of so many."""
    body = Body()
    with body.unless(body.let(f"xor i1 {_scripted(body)}, true")):
        body.answer(body.do("urem", _script(body, 0), "%count"))
    body.put(f"ret i64 {body.ask('@below.choices', 'ptr %plan', 'i64 %count')}")
    return definition("internal i64 @drawn(ptr %plan, i64 %count) #0", body)


def _turn() -> str:
    """`turn(plan, seats)`: one of the seats that are asked; the one that a script names, if it is one of them, else the first."""
    body = Body()
    with body.unless(body.let(f"xor i1 {_scripted(body)}, true")):
        named = _script(body, 1)
        inside = body.do("and", body.do("lshr", "%seats", body.do("and", named, "63")), body.wide(body.compare("sge", named, "0")))
        first = body.ask("@llvm.cttz.i64", "i64 %seats", "i1 false")
        asked = body.compare("ne", body.do("and", inside, "1"), "0")
        body.answer(body.let(f"select i1 {asked}, i64 {named}, i64 {first}"))
    several = body.ask("@llvm.ctpop.i64", "i64 %seats")
    with body.unless(body.compare("ugt", several, "1")):
        body.answer(body.ask("@llvm.cttz.i64", "i64 %seats", "i1 false"))
    turn = body.ask("@below.choices", "ptr %plan", f"i64 {several}")
    body.put(f"ret i64 {body.ask('@nth', 'i64 %seats', f'i64 {turn}')}")
    return definition("internal i64 @turn(ptr %plan, i64 %seats) #0", body)


def _picked(program: Program) -> str:
    """`picked(plan, count)`: one of the options in the room: any, or the best of several by what the mood of the game asks for."""
    body = Body()
    for name, value in (("%best", "0"), ("%least", str((1 << 63) - 1))):
        body.put(f"{name} = alloca i64")
        body.write(name, value)
    with body.unless(body.let(f"xor i1 {_scripted(body)}, true")):
        body.answer(body.ask("@drawn", "ptr %plan", "i64 %count"))
    room, chosen, mood = address(body, "room"), address(body, "chosen"), told(body, "mood")
    often = body.compare("eq", body.do("and", mood, "1"), "0")
    coin = body.let(f"select i1 {often}, i64 {body.ask('@below.choices', 'ptr %plan', 'i64 2')}, i64 1")
    with body.count("0", body.do("add", body.do("mul", coin, str(DRAWS - 1)), "1")):
        row = body.ask("@below.choices", "ptr %plan", "i64 %count")
        action = body.do("add", body.read(body.word(room, body.do("mul", row, str(program.arguments + 1)))), str(FIRST))
        times = body.read(body.word(chosen, action))
        avoided = body.do("and", body.do("lshr", mood, body.do("add", body.do("and", action, "31"), "8")), "1")
        lean = body.let(f"select i1 {body.compare('eq', body.do('and', mood, '4'), '0')}, i64 {row}, i64 {body.do('sub', '%count', row)}")
        leaning = body.compare("eq", body.do("and", mood, "2"), "0")
        rank = body.let(f"select i1 {often}, i64 {times}, i64 {body.let(f'select i1 {leaning}, i64 {lean}, i64 {avoided}')}")
        with body.unless(body.compare("sge", rank, body.read("%least"))):
            body.write("%best", row)
            body.write("%least", rank)
    body.put(f"ret i64 {body.read('%best')}")
    return definition("internal i64 @picked(ptr %plan, i64 %count) #0", body)
