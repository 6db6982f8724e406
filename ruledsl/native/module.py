"""The LLVM module of a program: the functions that the asked parts reach, the tables they read, and the faces they export."""

from __future__ import annotations

from ruledsl.ir import ops
from ruledsl.ir.flow import names_options
from ruledsl.ir.program import Function, Program
from ruledsl.kernels.told import answers
from ruledsl.native import games, playouts, runtime, tree
from ruledsl.native.choosing import Choosing, can_choose
from ruledsl.native.function import PAIR, Signature
from ruledsl.native.grouping import Grouping, can_group
from ruledsl.native.moves import Moves
from ruledsl.native.operations import Operations
from ruledsl.native.playing import Playing
from ruledsl.native.reach import Reach, everything, random_play
from ruledsl.native.text import Body, Memory, definition, quoted

STEPS, ANSWERS, PLAYOUTS, GAMES, TREE = "steps", "answers", "playouts", "games", "tree"
"""Parts that can be compiled apart: start, resume and legal; call; playout; simulate; grow and sweep."""


class Module:
    """Collects definitions on demand. Where it is `counted`, every block of the program's functions counts how often it runs; `counters` are these
    blocks, function and label, by the number of their counter."""

    def __init__(self, program: Program, reach: Reach | None = None, counted: bool = False) -> None:
        self.program = program
        self.counted = counted
        self.counters: dict[tuple[str, str], int] = {}
        self.reach = reach or everything(program)
        self.memory = Memory(program, self.reach.unread, self.reach.apart)
        self.likely = 2 * len(program.regions) + 1
        self._functions: dict[str, Signature] = {}
        self._choosing: dict[int, Signature] = {}
        self._tables: dict[str, tuple[int, str, str]] = {}
        self._definitions: list[str] = []
        self.made: set[str] = set()  # what is written once, by whoever needs it
        self.zones = Moves(program, self.memory)

    def function(self, name: str) -> Signature:
        """How to call a function of the program, which is written if it was not yet."""
        if name not in self._functions:
            text, self._functions[name] = Operations(self, self.program.functions[name]).text()
            self._definitions.append(text)
        return self._functions[name]

    def count(self, body: Body, function: str, block: str, wanted: str = "true") -> None:
        """One more run of a block if it is `wanted`, where runs are counted."""
        if self.counted:
            number = self.counters.setdefault((function, block), len(self.counters))
            at = body.word("@counters", str(number))
            body.write(at, body.do("add", body.read(at), "1" if wanted == "true" else body.wide(wanted)))

    def add_playing(self, playing: Playing) -> Signature:
        """`main` as random play runs it."""
        text, signature = playing.text()
        self.add(text)
        return signature

    def can_draw(self, legal: Function) -> bool:
        """Whether an option can be drawn without writing all of them down."""
        written = any(names_options(i) and ops.OPS[i.op].reads for block in legal.blocks for i in block.instrs)
        return not written and (can_choose(self, legal) or can_group(self.program, legal))

    def choosing(self, site: int) -> Signature:
        """The function that draws a move at a site."""
        if site not in self._choosing:
            legal = self.program.functions[self.program.sites[site].legal]
            text, self._choosing[site] = (Choosing if can_choose(self, legal) else Grouping)(self, site).text()
            self._definitions.append(text)
        return self._choosing[site]

    def call(self, body: Body, name: str, arguments: list[str]) -> str:
        """The value of a function, called where `%fuel` and `%fault` are; the code of its fault, or 0, is left there if it can have one."""
        callee = self.function(name)
        body.apart |= callee.apart
        if not callee.faults:
            return body.ask(callee.symbol, *callee.hidden(), *arguments)
        pair = body.let(f"call {PAIR} {callee.symbol}({', '.join([*callee.hidden(), *arguments])})")
        body.write("%fault", body.let(f"extractvalue {PAIR} {pair}, 1"))
        return body.let(f"extractvalue {PAIR} {pair}, 0")

    def table(self, name: str) -> tuple[int, str]:
        """The width in bits and the symbol of a constant table."""
        if name not in self._tables:
            values = self.program.tables[name]
            least, most = min(values, default=0), max(values, default=0)
            width = next(bits for bits in (8, 16, 32, 64) if -(1 << bits - 1) <= least and most < 1 << bits - 1)
            symbol, numbers = "@" + quoted("t." + name), ", ".join(map(f"i{width} {{}}".format, values))
            self._tables[name] = width, symbol, f"{symbol} = internal constant [{len(values)} x i{width}] [{numbers}]"
        return self._tables[name][:2]

    def add(self, text: str) -> None:
        """One more definition."""
        self._definitions.append(text)

    def text(self) -> str:
        """All of it."""
        random = runtime.below("rng", f", {self.memory.tag('rng')}")
        lines = [*(text for _, _, text in self._tables.values()), *runtime.DECLARATIONS, random, *self.zones.definitions(), *self._definitions]
        likely = f'!{self.likely} = !{{!"branch_weights", i32 2000, i32 1}}'
        return "\n".join([*lines, runtime.ATTRIBUTES, *self.memory.metadata(), likely, ""])


def module_text(program: Program, part: str) -> str:
    """The module of one part."""
    module = Module(program, random_play(program, part == PLAYOUTS) if part in (PLAYOUTS, GAMES) else None)
    if part == ANSWERS:
        _export_call(module)
    elif part == GAMES:
        games.export_games(module)
    elif part == TREE:
        tree.export_tree(module)
    else:
        if part == STEPS:
            runtime.export_steps(module)
        export_legal(module)
        if part == PLAYOUTS:
            playouts.export_playout(module)
    return module.text()


def _export_call(module: Module) -> None:
    """`call(state, number, arguments, result)`: 0 and the result, or a fault."""
    body = Body()
    names = answers(module.program)
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
    body = Body()
    sites = module.program.sites
    functions = {site.legal: n for n, site in reversed(list(enumerate(sites))) if site.legal}
    cases = " ".join(f"i64 {n}, label %s{functions[site.legal]}" for n, site in enumerate(sites) if site.legal)
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
    module.add(definition("i64 @legal(ptr %s, i64 %site, i64 %seat, ptr %out) #0", body))
