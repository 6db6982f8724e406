"""The LLVM module of a program: the functions that the asked parts reach, the tables they read, and the faces they export."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ruledsl.ir import ops
from ruledsl.ir.flow import names_options, table_of
from ruledsl.ir.program import Function, Program
from ruledsl.native import games, playouts, runtime, tree
from ruledsl.native.choosing import Choosing, can_choose
from ruledsl.native.function import PAIR, Signature
from ruledsl.native.grouping import Grouping, can_group
from ruledsl.native.lots import members
from ruledsl.native.moves import Moves
from ruledsl.native.operations import Operations
from ruledsl.native.parts import ANSWERS, GAMES, PLAYOUTS, STEPS, TREE
from ruledsl.native.playing import Playing
from ruledsl.native.reach import Reach, everything, random_play
from ruledsl.native.stepping import Stepping
from ruledsl.native.text import Body, Memory, Table, definition, quoted

ROOM = 1 << 16
"""How often something can be heard before it is looked at."""


class Module:
    """Collects definitions on demand. Where it is `counted`, every block of the program's functions counts how often it runs; `counters` are these
    blocks, function and label, by the number of their counter; those of blocks that are `known` to run stand still. Loops that promise how often they go
    round at most note how often they did: `rounds` are these, by their place in the rules. What functions that are `heard` look for is written down, with
    the number that each has there."""

    def __init__(self, program: Program, reach: Reach | None = None, counted: bool = False, known: Collection[tuple[str, str]] = ()) -> None:
        self.program = program
        self.counted, self.known = counted, known
        self.heard: dict[str, int] = {}
        self.counters: dict[tuple[str, str], int] = {}
        self.rounds: dict[int, int] = {}
        self.reach = reach or everything(program)
        self.memory = Memory(program, self.reach.unread, self.reach.apart)
        self.likely = 2 * len(program.regions) + 1
        self._functions: dict[str, Signature] = {}
        self._choosing: dict[str, Signature] = {}
        self.lates = Signature("", False, False)
        self._tables: dict[str, Table] = {}
        self._definitions: list[str] = []
        self.made: set[str] = set()  # what is written once, by whoever needs it
        self.zones = Moves(program, self.memory)

    def function(self, name: str) -> Signature:
        """How to call a function of the program, which is written if it was not yet."""
        if name not in self._functions:
            function = self.program.functions[name]
            text, self._functions[name] = (Stepping if function.role == "main" else Operations)(self, function).text()
            self._definitions.append(text)
        return self._functions[name]

    def count(self, body: Body, function: str, block: str, wanted: str = "true") -> None:
        """One more run of a block if it is `wanted`, where runs are counted."""
        if self.counted:
            number = self.counters.setdefault((function, block), len(self.counters))
            if (function, block) in self.known:
                return
            at = body.word("@counters", str(number))
            body.write(at, body.do("add", body.read(at), "1" if wanted == "true" else body.wide(wanted)))

    def round(self, body: Body, place: int, before: str) -> None:
        """One more round of the loop at a place, after so many, where runs are counted."""
        at = body.word("@rounds", str(self.rounds.setdefault(place, len(self.rounds))))
        now, most = body.do("add", before, "1"), body.read(at)
        more = body.compare("sgt", now, most)
        body.write(at, body.let(f"select i1 {more}, i64 {now}, i64 {most}"))

    def hear(self, body: Body, number: int, word: str) -> None:
        """Writes down what was looked for; beyond the room there is, only that there was more."""
        often = body.read("@heard")
        place = body.let(f"select i1 {body.compare('ult', often, str(ROOM - 1))}, i64 {often}, i64 {ROOM - 1}")
        for at, value in ((1, str(number)), (2, word)):
            body.write(body.word("@heard", body.do("add", body.do("shl", place, "1"), str(at))), value)
        body.write("@heard", body.do("add", often, "1"))

    def add_playing(self, playing: Playing) -> Signature:
        """`main` as random play runs it."""
        text, signature = playing.text()
        self.add(text)
        return signature

    def can_draw(self, legal: Function) -> bool:
        """Whether an option can be drawn without writing all of them down; of pairs, if none of them is struck out again."""
        named = [i for block in legal.blocks for i in block.instrs if names_options(i)]
        written = any(ops.OPS[i.op].reads or table_of(i) and self.late_of(i.args[0]) for i in named)
        return not written and (can_choose(self, legal) or can_group(self.program, legal))

    def late_of(self, action: int) -> str:
        """The function that asks what is late of an action; "" if nothing is."""
        return self.program.actions[action].late if action >= 0 else ""

    def choosing(self, name: str, place: int) -> Signature:
        """The function that draws a move, of those that a function emits, at a place of the rules."""
        if name not in self._choosing:
            menu = self.program.functions[name]
            text, self._choosing[name] = (Choosing if can_choose(self, menu) else Grouping)(self, menu, place).text()
            self._definitions.append(text)
        return self._choosing[name]

    def call(self, body: Body, name: str, arguments: list[str]) -> str:
        """The value of a function, called where `%fuel` and `%fault` are; the code of its fault, or 0, is left there if it can have one."""
        callee = self.function(name)
        body.apart |= callee.apart
        if not callee.faults:
            return body.ask(callee.symbol, *callee.hidden(), *arguments)
        pair = body.let(f"call {PAIR} {callee.symbol}({', '.join([*callee.hidden(), *arguments])})")
        body.write("%fault", body.let(f"extractvalue {PAIR} {pair}, 1"))
        return body.let(f"extractvalue {PAIR} {pair}, 0")

    def table(self, name: str) -> Table:
        """A constant table, looked through once: it may be long, and is asked at many places."""
        if name not in self._tables:
            values = self.program.tables[name]
            least, most = min(values, default=0), max(values, default=0)
            width = next(bits for bits in (8, 16, 32, 64) if -(1 << bits - 1) <= least and most < 1 << bits - 1)
            symbol, numbers = "@" + quoted("t." + name), ", ".join(map(f"i{width} {{}}".format, values))
            text = f"{symbol} = internal constant [{len(values)} x i{width}] [{numbers}]"
            self._tables[name] = Table(width, symbol, least, most, text)
        return self._tables[name]

    def add(self, text: str) -> None:
        """One more definition."""
        self._definitions.append(text)

    def text(self) -> str:
        """All of it."""
        random = runtime.below("rng", f", {self.memory.tag('rng')}")
        lines = [*(table.text for table in self._tables.values()), *runtime.DECLARATIONS, random, *self.zones.definitions(), *self._definitions]
        likely = f'!{self.likely} = !{{!"branch_weights", i32 2000, i32 1}}'
        return "\n".join([*lines, runtime.ATTRIBUTES, *self.memory.metadata(), likely, ""])


def module_text(program: Program, part: str) -> str:
    """The module of one part."""
    module = Module(program, random_play(program, part == PLAYOUTS) if part in (PLAYOUTS, GAMES) else None)
    if part.startswith(ANSWERS):
        _export_call(module, members(program, part))
    elif part == GAMES:
        games.export_games(module)
    elif part == TREE:
        tree.export_tree(module)
    else:
        if part == STEPS:
            runtime.export_steps(module)
        export_legal(module)
        if part == PLAYOUTS:
            export_early(module)
            playouts.export_playout(module)
    return module.text()


def _export_call(module: Module, names: Sequence[str]) -> None:
    """`call(state, number, arguments, result)`: 0 and the result, or a fault; the number is that among these functions."""
    body = Body()
    cases = " ".join(f"i64 {n}, label %f{n}" for n in range(len(names)))
    body.put("%fuel = alloca i64")
    body.put("%fault = alloca i64")
    body.write("%fuel", str(ops.FUEL))
    body.write("%fault", "0")
    body.put(f"switch i64 %which, label %none [{cases}]")
    for n, name in enumerate(names):
        body.label(f"f{n}")
        count = module.program.functions[name].params
        value = module.call(body, name, [f"i64 {body.read(body.word('%arguments', str(k)))}" for k in range(count)])
        body.write("%result", value)
        code = body.read("%fault")
        body.put(f"ret i64 {code}")
    body.label("none")
    body.put("ret i64 0")
    module.add(definition("i64 @call(ptr %s, i64 %which, ptr %arguments, ptr %result) #0", body))


def export_legal(module: Module) -> None:
    """`legal(state, site, seat, out)`: the number of options, whose rows are written. There is room for one more than `max_options`."""
    _export_menus(module, "legal", [site.legal for site in module.program.sites])


def export_early(module: Module) -> None:
    """`early`, as `legal`: the options from which one is drawn before all is asked of it; where nothing is late, the legal ones."""
    if any(site.early for site in module.program.sites):
        _export_menus(module, "early", [site.early or site.legal for site in module.program.sites])


def _export_menus(module: Module, symbol: str, menus: list[str]) -> None:
    """The options of a site, by number."""
    body = Body()
    functions = {name: n for n, name in reversed(list(enumerate(menus))) if name}
    cases = " ".join(f"i64 {n}, label %s{functions[name]}" for n, name in enumerate(menus) if name)
    body.put("%fuel = alloca i64")
    body.write("%fuel", str(ops.FUEL))
    body.put(f"switch i64 %site, label %none [{cases}]")
    for name, n in functions.items():
        body.label(f"s{n}")
        callee = module.function(name)
        count = body.ask(callee.symbol, *callee.hidden(), "i64 %seat", "ptr %out")
        body.put(f"ret i64 {count}")
    body.label("none")
    body.put("ret i64 0")
    module.add(definition(f"i64 @{symbol}(ptr %s, i64 %site, i64 %seat, ptr %out) #0", body))
