"""Kernels (`ruledsl/kernels`) as LLVM text: a small part of Python, and everything else is refused. `ruledsl/kernels/words.py` says what there is."""

from __future__ import annotations

import ast
import ctypes
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ruledsl import kernels
from ruledsl.kernels.plan import Plan
from ruledsl.kernels.survey import Survey
from ruledsl.native.text import Body, constant, definition
from ruledsl.record import record

INT, REAL, TRUTH, NOTHING = "i64", "double", "i1", "void"
NARROW = ("i32", "i8")
"""How numbers that are not negative may be kept."""
TYPES = {"int": INT, "float": REAL, **{name: name for name in ("Words", "Reals", "Shorts", "Bytes", "State", "Plan", "Survey", "Code")}}
"""The types of Python by how they are written, and those of values: a number of LLVM's, or what an address leads to."""
PLANS = {plan.__name__: {name: (n, TYPES[of]) for n, (name, of) in enumerate(plan.__annotations__.items())} for plan in (Plan, Survey)}
"""The words of plans: place and type."""
FIELDS = PLANS["Plan"]
MEMBERS = {"Words": (INT, "i64"), "Reals": (REAL, "double"), "Shorts": (INT, "i32"), "Bytes": (INT, "i8")}
"""What a row is of: the type of its values, and how each is kept."""

ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("add", "fadd"), ast.Sub: ("sub", "fsub"), ast.Mult: ("mul", "fmul"), ast.FloorDiv: ("udiv", ""), ast.Mod: ("urem", ""),
    ast.Div: ("", "fdiv"), ast.LShift: ("shl", ""), ast.RShift: ("lshr", ""), ast.BitAnd: ("and", ""), ast.BitOr: ("or", ""), ast.BitXor: ("xor", ""),
}  # fmt: skip
COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("eq", "oeq"), ast.NotEq: ("ne", "une"), ast.Lt: ("slt", "olt"), ast.LtE: ("sle", "ole"), ast.Gt: ("sgt", "ogt"), ast.GtE: ("sge", "oge"),
}  # fmt: skip
PRIMITIVES = {
    "stir": ("call i64 @stir(i64 {0}, i64 {1})", INT), "plus": ("add i64 {0}, {1}", INT), "bits": ("call i64 @bits(ptr {0})", INT),
    "below": ("call i64 @below.choices(ptr {0}, i64 {1})", INT), "popcount": ("call i64 @llvm.ctpop.i64(i64 {0})", INT),
    "lowest": ("call i64 @llvm.cttz.i64(i64 {0}, i1 true)", INT), "nth": ("call i64 @nth(i64 {0}, i64 {1})", INT),
    "pattern": ("bitcast double {0} to i64", INT), "number": ("bitcast i64 {0} to double", REAL), "sqrt": ("call double @llvm.sqrt.f64(double {0})", REAL),
    "max": ("call i64 @llvm.smax.i64(i64 {0}, i64 {1})", INT), "min": ("call i64 @llvm.smin.i64(i64 {0}, i64 {1})", INT),
    "after": ("getelementptr i64, ptr {0}, i64 {1}", "Words"), "onward": ("getelementptr i32, ptr {0}, i64 {1}", "Shorts"),
    "folded": ("call i64 @folded(i64 {0}, i64 {1})", INT), "fetch": ("call i64 @fetch(ptr {0}, i64 {1})", INT),
    "fetch_byte": ("call i64 @fetch_byte(ptr {0}, i64 {1})", INT), "eight": ("call i64 @eight(ptr {0}, i64 {1})", INT),
    "write_eight": ("call i64 @write_eight(ptr {0}, i64 {1}, i64 {2})", INT),
    "gather": ("call i64 @gather(i64 {0}, i64 {1})", INT), "scatter": ("call i64 @scatter(i64 {0}, i64 {1})", INT),
}  # fmt: skip
"""What stands below the kernels: one instruction each, and the type of its value."""


NO_KERNELS = ("words", "plan", "survey", "told")
"""Modules that kernels stand on."""
SMALL = 120
"""Nodes of a kernel that is written where it is called, if it has no loop."""


@cache
def plan_structure(of: str = "Plan") -> type[ctypes.Structure]:
    """The block that machine code takes for a plan."""
    words = {INT: ctypes.c_int64, REAL: ctypes.c_double}
    fields = [(name, words.get(type, ctypes.c_void_p)) for name, (_, type) in PLANS[of].items()]
    return type("PlanWords", (ctypes.Structure,), {"_fields_": fields})


def machine_type(type: str) -> str:
    return type if type in (INT, REAL, TRUTH, NOTHING) else "ptr"


@record(frozen=True)
class Kernel:
    """A function of the kernels, and the module whose names it knows."""

    node: ast.FunctionDef
    module: ModuleType

    @property
    def parameters(self) -> list[tuple[str, str]]:
        return [(a.arg, TYPES[ast.unparse(a.annotation)]) for a in self.node.args.args if a.annotation]

    @property
    def is_small(self) -> bool:
        """Is it written where it is called?"""
        nodes = list(ast.walk(self.node))
        return len(nodes) < SMALL and not any(isinstance(node, (ast.While, ast.For)) for node in nodes)

    @property
    def gives(self) -> str:
        assert self.node.returns is not None
        return TYPES[ast.unparse(self.node.returns)]


@cache
def sources() -> dict[str, Kernel]:
    """All kernels by name."""
    found: dict[str, Kernel] = {}
    for path in sorted(Path(kernels.__file__).parent.glob("*.py")):
        if path.stem in ("__init__", *NO_KERNELS):
            continue
        module = import_module(f"ruledsl.kernels.{path.stem}")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                assert node.name not in found, f"two kernels are called `{node.name}`"
                found[node.name] = Kernel(node, module)
    return found


def kernel_texts(roots: Sequence[str], known: Mapping[str, int | Sequence[int]], linkage: str = "") -> Iterator[str]:
    """The definitions of some kernels, and of all that they call. Others can call the first by address, unless they are `internal `. `known` are words
    and rows of the plan that are the same in every plan."""
    for name, row in known.items():
        if isinstance(row, Sequence):
            yield constant(f"plan.{name}", row)
    waiting, made = list(roots), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in made:
            made.add(name)
            writing = Writing(sources()[name], known)
            yield writing.text(linkage if name in roots else "internal ")
            waiting += writing.calls


class Refused(Exception):
    """What stands in a kernel and is no kernel."""

    def __init__(self, kernel: Kernel, node: ast.AST) -> None:
        super().__init__(f"{kernel.module.__name__}:{getattr(node, 'lineno', 0)}: a kernel cannot say `{ast.unparse(node)}`")


Value = tuple[str, str]
"""An operand and its type."""


class Writing:
    """One kernel while it is written."""

    def __init__(self, kernel: Kernel, known: Mapping[str, int | Sequence[int]]) -> None:
        self.kernel, self.known, self.body = kernel, known, Body()
        self.calls: list[str] = []
        self.locals: dict[str, str] = {}
        self.given = dict(kernel.parameters)
        self.loops: list[tuple[str, str]] = []
        """Where `continue` and `break` go."""

    def text(self, linkage: str) -> str:
        changed = {n.id for n in ast.walk(self.kernel.node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for name in changed & self.given.keys():
            self._set(name, (f"%{name}", self.given[name]))
        self._all(self.kernel.node.body[1:] if ast.get_docstring(self.kernel.node) else self.kernel.node.body)
        homes = [f"  %at.{name} = alloca {machine_type(type)}" for name, type in self.locals.items()]
        self.body.lines[:0] = homes
        given = ", ".join(f"{machine_type(type)} %{name}" for name, type in self.given.items())
        inlined = 1 if linkage and self.kernel.is_small else 0
        return definition(f'{linkage}{machine_type(self.kernel.gives)} @"{self.kernel.node.name}"({given}) #{inlined}', self.body)

    # ---- statements ---------------------------------------------------------------------------------

    def _all(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[target], value=value):
                self._store(target, self._value(value))
            case ast.AugAssign(target=target, op=op, value=value):
                self._store(target, self._reckon(node, op, self._value(target), self._value(value)))
            case ast.Return(value=ast.expr() as value):
                operand, type = self._value(value)
                self._leave(f"ret {machine_type(type)} {operand}")
            case ast.Expr(value=ast.Call() as call):
                self._value(call)
            case ast.If():
                self._if(node)
            case ast.While(test=test, body=body, orelse=[]):
                self._while(lambda: self._truth(test), body, lambda: None)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[*first, end]), orelse=[]) if len(first) < 2:
                self._for(name, first[0] if first else ast.Constant(0), end, node.body)
            case ast.Continue():
                self._leave(f"br label %{self.loops[-1][0]}")
            case ast.Break():
                self._leave(f"br label %{self.loops[-1][1]}")
            case _:
                raise Refused(self.kernel, node)

    def _leave(self, line: str) -> None:
        """What is written behind it is reached by nothing."""
        self.body.put(line)
        self.body.label(self.body.fresh("never"))

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self._set(target.id, value)
            return
        place, type, kept = self._place(target)
        assert type == value[1], ast.unparse(target)
        self.body.put(f"store {kept} {self.body.let(f'trunc i64 {value[0]} to {kept}') if kept in NARROW else value[0]}, ptr {place}")

    def _set(self, name: str, value: Value) -> None:
        assert self.locals.setdefault(name, value[1]) == value[1], f"`{name}` has two types in `{self.kernel.node.name}`"
        self.body.put(f"store {machine_type(value[1])} {value[0]}, ptr %at.{name}")

    def _if(self, node: ast.If) -> None:
        yes, no, end = map(self.body.fresh, ("yes", "no", "end"))
        self.body.fork(self._truth(node.test), yes, no)
        for label, body in ((yes, node.body), (no, node.orelse)):
            self.body.label(label)
            self._all(body)
            self.body.go(end)
        self.body.label(end)

    def _while(self, holds: Callable[[], str], body: list[ast.stmt], step: Callable[[], None]) -> None:
        test, inside, on, end = map(self.body.fresh, ("test", "inside", "on", "end"))
        self.body.go(test)
        self.body.label(test)
        self.body.fork(holds(), inside, end)
        self.body.label(inside)
        self.loops.append((on, end))
        self._all(body)
        self.loops.pop()
        self.body.go(on)
        self.body.label(on)
        step()
        self.body.go(test)
        self.body.label(end)

    def _for(self, name: str, first: ast.expr, end: ast.expr, body: list[ast.stmt]) -> None:
        """The end is worked out once."""
        self._set(name, self._value(first))
        last, here = self._value(end)[0], ast.Name(name, ast.Load())

        def step() -> None:
            self._set(name, (self.body.do("add", self._value(here)[0], "1"), INT))

        self._while(lambda: self.body.compare("slt", self._value(here)[0], last), body, step)

    # ---- expressions --------------------------------------------------------------------------------

    def _truth(self, node: ast.expr) -> str:
        """A condition, as one bit."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                (a, type), (b, other) = self._value(left), self._value(right)
                assert type == other, ast.unparse(node)
                whole, real = COMPARED[op.__class__]
                return self.body.let(f"icmp {whole} i64 {a}, {b}" if type == INT else f"fcmp {real} double {a}, {b}")
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return self.body.let(f"xor i1 {self._truth(inner)}, true")
            case ast.BoolOp(op=op, values=values):
                return self._joined(isinstance(op, ast.And), values)
        raise Refused(self.kernel, node)

    def _joined(self, every: bool, nodes: list[ast.expr]) -> str:
        """Conditions one after the other, until one decides."""
        end, ways = self.body.fresh("joined"), list[str]()
        for node in nodes[:-1]:
            truth, on = self._truth(node), self.body.fresh("on")
            ways.append(f"[{'false' if every else 'true'}, %{self.body.here}]")
            self.body.fork(truth, *((on, end) if every else (end, on)))
            self.body.label(on)
        last = self._truth(nodes[-1])
        ways.append(f"[{last}, %{self.body.here}]")
        self.body.go(end)
        self.body.label(end)
        return self.body.let(f"phi i1 {', '.join(ways)}")

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=int(number)):
                return str(number), INT
            case ast.Constant(value=float(number)):
                return _real(number), REAL
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                operand, type = self._value(inner)
                return self.body.let(f"sub i64 0, {operand}" if type == INT else f"fneg double {operand}"), type
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Attribute(attr=name) if name in self.known:
                value = self.known[name]
                return (f"@plan.{name}", "Words") if isinstance(value, Sequence) else (str(value), INT)
            case ast.Attribute() | ast.Subscript():
                place, type, kept = self._place(node)
                loaded = self.body.let(f"load {kept}, ptr {place}")
                return self.body.let(f"zext {kept} {loaded} to i64") if kept in NARROW else loaded, type
            case ast.BinOp(left=left, op=op, right=right):
                return self._reckon(node, op, self._value(left), self._value(right))
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._either(test, body, other)
            case ast.Call(func=func, args=args):
                return self._call(node, func, args)
        raise Refused(self.kernel, node)

    def _named(self, node: ast.expr, name: str) -> Value:
        if name in self.locals:
            type = self.locals[name]
            return self.body.let(f"load {machine_type(type)}, ptr %at.{name}"), type
        if name in self.given:
            return f"%{name}", self.given[name]
        constant = getattr(self.kernel.module, name, None)
        if isinstance(constant, (int, float)):
            return (_real(constant), REAL) if isinstance(constant, float) else (str(int(constant)), INT)
        raise Refused(self.kernel, node)

    def _place(self, node: ast.expr) -> tuple[str, str, str]:
        """Where a word of a plan or of a row stands, its type, and how it is kept."""
        match node:
            case ast.Attribute(value=of, attr=name) if (plan := self._value(of))[1] in PLANS:
                index, type = PLANS[plan[1]][name]
                return self.body.word(plan[0], str(index)), type, machine_type(type)
            case ast.Subscript(value=of, slice=index) if (words := self._value(of))[1] in MEMBERS:
                type, kept = MEMBERS[words[1]]
                return self.body.let(f"getelementptr {kept}, ptr {words[0]}, i64 {self._value(index)[0]}"), type, kept
        raise Refused(self.kernel, node)

    def _reckon(self, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Value:
        whole, real = ARITHMETIC.get(op.__class__, ("", ""))
        how = whole if left[1] == INT else real
        if not how or left[1] != right[1] or left[1] not in (INT, REAL):
            raise Refused(self.kernel, node)
        return self.body.let(f"{how} {left[1]} {left[0]}, {right[0]}"), left[1]

    def _either(self, test: ast.expr, body: ast.expr, other: ast.expr) -> Value:
        yes, no, end = map(self.body.fresh, ("yes", "no", "either"))
        self.body.fork(self._truth(test), yes, no)
        ways, types = list[str](), set[str]()
        for label, node in ((yes, body), (no, other)):
            self.body.label(label)
            operand, type = self._value(node)
            ways.append(f"[{operand}, %{self.body.here}]")
            types.add(type)
            self.body.go(end)
        (type,) = types
        self.body.label(end)
        return self.body.let(f"phi {machine_type(type)} {', '.join(ways)}"), type

    def _call(self, node: ast.expr, func: ast.expr, args: list[ast.expr]) -> Value:
        match func:
            case ast.Name(id="int"):
                return self.body.wide(self._truth(args[0])), INT
            case ast.Name(id="float"):
                return self.body.let(f"sitofp i64 {self._value(args[0])[0]} to double"), REAL
            case ast.Name(id=name) if name in PRIMITIVES:
                text, type = PRIMITIVES[name]
                return self.body.let(text.format(*(self._value(arg)[0] for arg in args))), type
            case ast.Name(id=name) if name in sources():
                self.calls.append(name)
                return self._ask(f'@"{name}"', sources()[name].gives, [self._value(arg) for arg in args])
            case ast.Attribute(value=of, attr=name):
                owner = self._value(of)
                values = [self._value(arg) for arg in args]
                if owner[1] == "State":
                    return self._of_state(name, [owner, *values])
                return self._ask(self._value(func)[0], INT, values)
        raise Refused(self.kernel, node)

    def _of_state(self, name: str, values: list[Value]) -> Value:
        """What a program tells and does; `native/states.py` writes it."""
        return self._ask(f"@state.{name}", INT, values)

    def _ask(self, function: str, type: str, values: list[Value]) -> Value:
        given = ", ".join(f"{machine_type(kind)} {operand}" for operand, kind in values)
        return self.body.let(f"call {machine_type(type)} {function}({given})"), type


def _real(number: float) -> str:
    """A number with a point as LLVM writes it, to the last bit."""
    (bits,) = struct.unpack("<Q", struct.pack("<d", number))
    return f"0x{bits:016X}"
