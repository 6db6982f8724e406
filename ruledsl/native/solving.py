"""What an exact search calls: the deal settled, one step, the options, the judgement, and the key of a state, all as machine code.

Each function answers a fault below 0, or what it is asked. `words` is room for a key, `out` for one number a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from ctypes import c_int64, c_void_p

from ruledsl.ir import ops
from ruledsl.ir.behind import alone, outlines
from ruledsl.ir.key import MASK, WORD, Field, Key
from ruledsl.ir.program import KINDS, OVER, Zone
from ruledsl.ir.regions import asked, notes
from ruledsl.ir.rng import signed
from ruledsl.native.games import answer
from ruledsl.native.jit import Code, compile_text
from ruledsl.native.module import ROOM, Module, export_legal
from ruledsl.native.policy import export_policy
from ruledsl.native.reach import PASSING, random_play
from ruledsl.native.runtime import export_resume, export_steps
from ruledsl.native.text import Body, definition
from ruledsl.record import record, replace
from ruledsl.store import Store, standard_directory

CHOICE, ENDED, FALLS = 0, 1, 2
"""What `step` and `look` answer: a seat chooses, the game is over, something else happens that is not settled."""

NEAR = 16
"""Bytes between two spans that are copied with them."""
FEW = 8
"""Cards of a pile that are read without a loop."""

Goal = tuple[str, tuple[int, ...]]
"""A function of the program that judges an end, and its arguments."""


@record(frozen=True)
class Solving:
    """The machine code that deals, and the one that a search calls, by address; and what Python calls, too. `name` stands for the text of the latter."""

    deals: Code
    code: Code
    name: str
    start: Callable[..., int]
    settle: Callable[..., int]
    fits: Callable[..., int]
    look: Callable[..., int]
    step: int
    menu: int
    outline: int
    grade: int
    turn: int
    features: int
    weigh: int


def compiled(key: Key, goals: Sequence[Goal], tier: int, cache: Store | None = None) -> Solving:
    """The code for searching with this key towards these goals."""
    store, text = cache or Store(standard_directory()), solving_text(key, goals)
    deals, code = compile_text(dealing_text(key), tier, store), compile_text(text, tier, store)
    return Solving(
        deals,
        code,
        Store.key(text),
        deals.function("start", c_void_p, c_int64, c_int64),
        deals.function("settle", c_void_p, c_int64),
        deals.function("fits", c_void_p, c_int64),
        code.function("look", c_void_p, c_void_p),
        *map(code.address, ("step", "menu", "outline", "grade", "turn", "features", "weigh")),
    )


def dealing_text(key: Key) -> str:
    """The module that deals."""
    module = Module(key.program)
    export_steps(module)
    for text in (_fits(module, key), _settle(module)):
        module.add(text)
    return module.text()


def solving_text(key: Key, goals: Sequence[Goal]) -> str:
    """The module that a search calls: it knows of nothing that lies before the first choice."""
    program = key.rest
    reach = random_play(program, resumable=True, also=program.functions)
    read = {f.source for f in key.fields} | {f"{notes(name)}{part}" for name in key.apart for part in ("", ".count")}
    module = Module(program, replace(reach, unread=reach.unread - read))
    module.heard = {asked(name): n for n, name in enumerate(key.apart)}
    export_resume(module)
    export_legal(module)
    for text in (*_Packing(module, key).texts(), _onward(module, key), *(part(module) for part in (_look, _step, _menu, _outline, _turn))):
        module.add(text)
    module.add(_grade(module, goals))
    if key.apart:
        module.add(_heard())
    export_policy(module, key)
    return module.text()


# ---- steps -----------------------------------------------------------------------------------


def _settle(module: Module) -> str:
    """Every card that lies loose gets its place, from the top down, as drawing one after the other would settle it. Chance is asked from
    here on."""
    body, memory = Body(), module.memory
    for zone in module.program.zones:
        for k in map(str, range(zone.instances if zone.loose else 0)):
            with body.count("0", memory.load(body, f"{zone.name}.loose", k)):
                loose = memory.load(body, f"{zone.name}.loose", k)
                which = body.ask("@below.rng", f"ptr {memory.pointer(body, 'rng', '0')}", f"i64 {loose}")
                module.zones.settle(body, zone, k, which, loose)
    memory.store(body, "chance", "0", "1")
    body.put("ret i64 0")
    return definition("i64 @settle(ptr %s, i64 %nothing) #0", body)


def _fits(module: Module, key: Key) -> str:
    """1 if the key has room for everything that can come behind a first state."""
    body, fits = Body(), "true"
    for (zone, k), most in key.room.items():
        count = module.memory.load(body, f"{zone}.count", str(k))
        fits = body.let(f"and i1 {fits}, {body.compare('ule', count, str(most))}")
    for bare in (zone for zone in key.program.zones if zone.name in key.empty and not zone.ordered):
        for n in range(bare.instances * key.program.words):
            cards = module.memory.load(body, f"{bare.name}.bits", str(n))
            fits = body.let(f"and i1 {fits}, {body.compare('eq', cards, '0')}")
    body.put(f"ret i64 {body.wide(fits)}")
    return definition("i64 @fits(ptr %s, i64 %nothing) #0", body)


def _look(module: Module) -> str:
    body, memory = Body(), module.memory
    body.refuse(body.compare("ne", memory.load(body, "status"), str(OVER)), ENDED)
    kind = memory.load(body, "ask.kind")
    one = body.joined("or", [body.wide(body.compare("eq", kind, str(KINDS.index(name)))) for name in alone(module.program)])
    body.refuse(body.compare("ne", one, "0"), FALLS)
    body.put("call void @pack(ptr %s, ptr %words)")
    body.put(f"ret i64 {CHOICE}")
    return definition("i64 @look(ptr %s, ptr %words) #0", body)


def _heard() -> str:
    """Where it stands what was looked for in histories: how often, and then for each time which of them, and the word."""
    body = Body()
    body.put("ret i64 ptrtoint (ptr @heard to i64)")
    return f"@heard = global [{2 * ROOM + 1} x i64] zeroinitializer\n" + definition("i64 @hearing() #0", body)


def _seat(module: Module, body: Body) -> str:
    """The seat that chooses."""
    return body.ask("@llvm.cttz.i64", f"i64 {module.memory.load(body, 'ask.seats')}", "i1 false")


def _turn(module: Module) -> str:
    """The seat that chooses; the second argument is there for the sake of one form."""
    body = Body()
    body.put(f"ret i64 {_seat(module, body)}")
    return definition("i64 @turn(ptr %s, i64 %nothing) #0", body)


def _onward(module: Module, key: Key) -> str:
    """`onward(from, to)`: copies what can change behind the first choice and is read there."""
    program, body = module.program, Body()
    spans = []
    for region in program.regions:
        places = key.changing.get(region.name, frozenset())
        at, width = program.offsets[region.name], region.width
        if region.name not in (*PASSING, *module.memory.unread):
            spans += [(at, at + width * region.count)] if places is None else [(at + width * n, at + width * (n + 1)) for n in sorted(places)]
    for start, stop in _merged(spans, program.size):
        for first, size in _pieces(start, stop):
            kind = f"<{size // 8} x i64>" if size > 8 else f"i{8 * size}"
            source, target = (body.let(f"getelementptr inbounds i8, ptr {block}, i64 {first}") for block in ("%from", "%s"))
            body.put(f"store {kind} {body.let(f'load {kind}, ptr {source}, align 1')}, ptr {target}, align 1")
    body.put("ret void")
    return definition("internal void @onward(ptr noalias %from, ptr noalias %s) #1", body)


def _merged(spans: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Spans of bytes that lie near each other as one, whole words where the block has them."""
    out: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if out and start <= out[-1][1] + NEAR:
            out[-1] = out[-1][0], max(stop, out[-1][1])
        else:
            out.append((start, stop))
    for start, stop in out:
        yield start, min(size, start + -(-(stop - start) // 8) * 8)


def _pieces(start: int, stop: int) -> Iterator[tuple[int, int]]:
    """What is copied at once: where it begins, and how many bytes it has."""
    while start < stop:
        size = next(n for n in (32, 16, 8, 4, 2, 1) if n <= stop - start)
        yield start, size
        start += size


def _step(module: Module) -> str:
    """Take an option in one state and play on in another block."""
    body, memory = Body(), module.memory
    body.put("call void @onward(ptr %from, ptr %s)")
    for n in range(module.program.arguments + 1):
        memory.store(body, "move", str(n), body.read(body.word("%option", str(n))))
    memory.store(body, "move.seat", "0", _seat(module, body))
    status = body.ask("@resume", "ptr %s")
    good, bad = body.fresh("good"), body.fresh("bad")
    body.fork(body.compare("sge", status, "0"), good, bad)
    body.label(bad)
    body.put(f"ret i64 {status}")
    body.label(good)
    body.put(f"ret i64 {body.ask('@look', 'ptr %s', 'ptr %words')}")
    return definition("i64 @step(ptr %from, ptr %s, ptr %option, ptr %words) #0", body)


def _menu(module: Module) -> str:
    """The number of options of the seat that chooses, whose rows are written."""
    body = Body()
    site = module.memory.load(body, "ask.site")
    body.put(f"ret i64 {body.ask('@legal', 'ptr %s', f'i64 {site}', f'i64 {_seat(module, body)}', 'ptr %room')}")
    return definition("i64 @menu(ptr %s, ptr %room) #0", body)


def whole(key: Key) -> bool:
    """Do the outlines leave out nothing that matters?"""
    names = [name for n, name in outlines(key.program).items() if n in key.sites]
    return not names or not key.guises and all(name.startswith("outline") for name in names)


def _outline(module: Module) -> str:
    """The same as `menu`, but cards that stand for others are offered in some guises only."""
    body, found = Body(), outlines(module.program)
    body.put("%fuel = alloca i64")
    body.write("%fuel", str(ops.FUEL))
    seat, site = _seat(module, body), module.memory.load(body, "ask.site")
    body.put(f"switch i64 {site}, label %whole [{' '.join(f'i64 {n}, label %s{n}' for n in found)}]")
    for n, name in found.items():
        body.label(f"s{n}")
        callee = module.function(name)
        body.put(f"ret i64 {body.ask(callee.symbol, *callee.hidden(), f'i64 {seat}', 'ptr %room')}")
    body.label("whole")
    body.put(f"ret i64 {body.ask('@menu', 'ptr %s', 'ptr %room')}")
    return definition("i64 @outline(ptr %s, ptr %room) #0", body)


def _grade(module: Module, goals: Sequence[Goal]) -> str:
    body = Body()
    body.put("%fuel = alloca i64")
    body.put("%fault = alloca i64")
    body.write("%fault", "0")
    for n, (name, arguments) in enumerate(goals):
        body.write(body.word("%out", str(n)), answer(module, body, name, *(f"i64 {a}" for a in arguments)))
    body.put("ret i64 0")
    return definition("i64 @grade(ptr %s, ptr %out) #0", body)


# ---- the key ---------------------------------------------------------------------------------


class _Packing:
    """`pack(state, words)`: the key of a state, as `Key.of` says it."""

    def __init__(self, module: Module, key: Key):
        self.module, self.key, self.program = module, key, key.program
        self.memory = module.memory
        self.body = Body()
        self.words: list[str] = ["0"] * key.words
        self.alive = list(dict.fromkeys(f.alive for f in key.fields if f.alive is not None))

    def texts(self) -> list[str]:
        resumes = range(len(self.program.functions["main"].resumes))
        points = {pc: n + 1 for n, pc in enumerate(self.key.points)}
        out = [_bytes("key.point", [points.get(pc, 0) for pc in resumes], 16), _bytes("key.same", [n + 1 for n in self.key.same] or [0], 16)]
        sizes = {f.bits for f in self.key.fields if f.kind == "pile" and f.entries <= FEW and f.words == 1}
        out += [_bytes(f"key.first.{bits}", [signed((1 << bits * n) - 1 & MASK) for n in range(FEW + 1)], 64) for bits in sorted(sizes)]
        out += [_bytes(f"key.alive.{n}", [int(pc in alive) for pc in resumes], 8) for n, alive in enumerate(self.alive)]
        self.body.put("%acc = alloca i64")
        self.pc = self.memory.load(self.body, "pc")
        for f in self.key.fields:
            self._field(f)
        for n, word in enumerate(self.words):
            self.body.write(self.body.word("%words", str(n)), word)
        self.body.put("ret void")
        return [*out, definition("internal void @pack(ptr %s, ptr %words) #0", self.body)]

    def _field(self, f: Field) -> None:
        body = self.body
        if f.kind == "point":
            self._put(f, 0, self._looked_up("key.point", self.pc, 16))
        elif f.kind == "number":
            value = self.memory.load(body, f.source, str(f.index))
            self._put(f, 0, body.do("sub", value, str(f.low)) if f.low else value)
        else:
            self._of_zone(f, self.program.zone[f.source])

    def _of_zone(self, f: Field, zone: Zone) -> None:
        k, body, zones = str(f.index), self.body, self.module.zones
        if f.kind == "size":
            self._put(f, 0, zones.count(body, zone, k))
        elif f.kind == "top":
            self._top(f, zone, k)
        elif f.kind == "pile":
            (self._few if f.entries <= FEW and f.words == 1 else self._many)(f, zone, k)
        elif f.kind == "set":
            for n in range(f.entries):
                self._put(f, n, self.memory.load(body, f"{zone.name}.bits", zones.word(body, k, str(n))))
        else:
            for n, mask in enumerate(self.key.masks):
                self._put(f, n, self._counted(zone, k, mask))

    def _top(self, f: Field, zone: Zone, k: str) -> None:
        body, zones = self.body, self.module.zones
        count = zones.count(body, zone, k)
        some = body.compare("ne", count, "0")
        at = body.let(f"select i1 {some}, i64 {body.do('sub', count, '1')}, i64 0")
        self._put(f, 0, body.let(f"select i1 {some}, i64 {self._class(zone, k, at)}, i64 0"))

    def _few(self, f: Field, zone: Zone, k: str) -> None:
        """All places, and then as many of them as have cards."""
        body, count = self.body, self.module.zones.count(self.body, zone, k)
        cards = [self._class(zone, k, str(n)) for n in range(f.entries)]
        whole = body.joined("or", [body.do("shl", card, str(n * f.bits)) if n else card for n, card in enumerate(cards)])
        there = self._looked_up(f"key.first.{f.bits}", count, 64)
        self._put(f, 0, body.do("and", whole, there))

    def _many(self, f: Field, zone: Zone, k: str) -> None:
        """A word at a time, from its last card down."""
        body = self.body
        count = self.module.zones.count(body, zone, k)
        for first in range(0, f.entries, f.per_word):
            end = body.ask("@llvm.smin.i64", f"i64 {count}", f"i64 {min(first + f.per_word, f.entries)}")
            span = body.ask("@llvm.smax.i64", f"i64 {body.do('sub', end, str(first))}", "i64 0")
            last = body.do("sub", end, "1")
            body.write("%acc", "0")
            with body.count("0", span) as n:
                entry = self._class(zone, k, body.do("sub", last, n))
                body.write("%acc", body.do("or", body.do("shl", body.read("%acc"), str(f.bits)), entry))
            self._put(f, first, body.read("%acc"))

    def _class(self, zone: Zone, k: str, i: str) -> str:
        return self._looked_up("key.same", self.module.zones.card(self.body, zone, k, i), 16)

    def _counted(self, zone: Zone, k: str, mask: tuple[int, ...]) -> str:
        body, total = self.body, "0"
        for n, part in enumerate(mask):
            if part:
                word = self.memory.load(body, f"{zone.name}.bits", self.module.zones.word(body, k, str(n)))
                some = body.ask("@llvm.ctpop.i64", f"i64 {body.do('and', word, str(part - (1 << WORD) if part >> WORD - 1 else part))}")
                total = body.do("add", total, some)
        return total

    def _looked_up(self, table: str, at: str, width: int) -> str:
        pointer = self.body.let(f"getelementptr i{width}, ptr @{table}, i64 {at}")
        value = self.body.let(f"load i{width}, ptr {pointer}")
        return value if width == WORD else self.body.let(f"zext i{width} {value} to i64")

    def _put(self, f: Field, number: int, value: str) -> None:
        """An entry goes to its place."""
        body, at = self.body, f.at + number // f.per_word
        if f.alive is not None:
            value = body.do("mul", value, self._looked_up(f"key.alive.{self.alive.index(f.alive)}", self.pc, 8))
        shift = f.shift + number % f.per_word * f.bits
        value = body.do("shl", value, str(shift)) if shift else value
        self.words[at] = value if self.words[at] == "0" else body.do("or", self.words[at], value)


def _bytes(name: str, values: Sequence[int], width: int) -> str:
    return f"@{name} = internal constant [{len(values)} x i{width}] [{', '.join(f'i{width} {v}' for v in values)}]"
