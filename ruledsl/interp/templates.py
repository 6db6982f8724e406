"""What the steps do, as text with holes for their operands.

The text is that of `steps.py`, so what an operation means is said there alone. Functions there that are one expression are written out where
they are called; a variable of a step is called otherwise than anything in the module.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ruledsl.interp import steps
from ruledsl.record import record

Step = Callable[..., Any]


@record(frozen=True)
class Template:
    """A step: its lines, and for the last step of a block where it goes on: to an operand, or to one of two if `test` says so; else
    the lines return by themselves. A hole such as `{2.zone.base}` is part of an operand, `{0:len}` the length of one."""

    lines: tuple[str, ...]
    test: str = ""
    ways: tuple[int, ...] = ()


@cache
def template(step: Step, operands: int) -> Template | None:
    """The text of a step with so many operands; None if it is no step of the module."""
    written = _functions().get(step.__name__)
    if written is None or getattr(steps, step.__name__) is not step:
        return None
    body = [_Filled(_holes(written, operands), _own_names(written)).visit(copy.deepcopy(line)) for line in _told(written)]
    last = body[-1]
    if not isinstance(last, ast.Return):
        return Template(_lines(body))
    to = last.value
    if isinstance(to, ast.IfExp) and _is_hole(to.body) and _is_hole(to.orelse):
        return Template(_lines(body[:-1]), ast.unparse(to.test), (_number(to.body), _number(to.orelse)))
    if to is not None and _is_hole(to):
        return Template(_lines(body[:-1]), "", (_number(to),))
    return Template(_lines(body))


@cache
def _functions() -> dict[str, ast.FunctionDef]:
    module = ast.parse(Path(steps.__file__).read_text(encoding="utf-8"))
    return {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}


def _told(function: ast.FunctionDef) -> list[ast.stmt]:
    """The lines of a function without what is said about it."""
    return function.body[ast.get_docstring(function) is not None :]


def _own_names(function: ast.FunctionDef) -> set[str]:
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _holes(step: ast.FunctionDef, operands: int) -> dict[str, ast.expr]:
    """The operands behind the call and its registers, by name."""
    plain = [arg.arg for arg in step.args.args[2:]]
    holes: dict[str, ast.expr] = {name: _hole(n) for n, name in enumerate(plain)}
    if step.args.vararg is not None:
        holes[step.args.vararg.arg] = ast.Tuple([_hole(n) for n in range(len(plain), operands)], ast.Load())
    return holes


def _hole(number: int) -> ast.expr:
    return ast.Name(f"{{{number}}}", ast.Load())


def _is_hole(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id.startswith("{")


def _number(hole: ast.expr) -> int:
    assert isinstance(hole, ast.Name)
    return int(hole.id[1:-1])


def _lines(body: Sequence[ast.stmt]) -> tuple[str, ...]:
    return tuple(line for statement in body for line in ast.unparse(statement).splitlines())


class _Filled(ast.NodeTransformer):
    """Lines of a function with something in the place of its parameters."""

    def __init__(self, given: dict[str, ast.expr], own: set[str]):
        self.given, self.own = given, own

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.own:
            return ast.Name(f"_{node.id}", node.ctx)
        if node.id in self.given:
            return copy.deepcopy(self.given[node.id])
        value = getattr(steps, node.id, None)
        return ast.Constant(value) if type(value) is int else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        whole = self.visit(node.value)
        return ast.Name(f"{whole.id[:-1]}.{node.attr}}}", node.ctx) if _is_hole(whole) else ast.Attribute(whole, node.attr, node.ctx)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        """One for each of any number of operands is written out."""
        loop = node.generators[0]
        several = self.given.get(loop.iter.id) if isinstance(loop.iter, ast.Name) else None
        if not isinstance(several, ast.Tuple) or not isinstance(loop.target, ast.Name) or len(node.generators) > 1 or loop.ifs:
            whole: ast.expr = self._all(node)
            return whole
        inner = (_Filled({**self.given, loop.target.id: each}, self.own - {loop.target.id}) for each in several.elts)
        return ast.List([filled.visit(copy.deepcopy(node.elt)) for filled in inner], ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        told = _told(_functions()[name]) if name in _functions() else []
        call: ast.Call = self._all(node)
        if name == "len" and isinstance(of := call.args[0], ast.Name) and _is_hole(of):
            return ast.Name(f"{of.id[:-1]}:len}}", ast.Load())
        if len(told) != 1 or not isinstance(told[0], ast.Return) or told[0].value is None:
            return call
        return _written_out(_functions()[name], copy.deepcopy(told[0].value), call.args)

    def _all(self, node: ast.AST) -> Any:
        return self.generic_visit(node)


def _written_out(function: ast.FunctionDef, value: ast.expr, arguments: Sequence[ast.expr]) -> ast.expr:
    """The value of a function; an argument that is looked at several times is reckoned where that is first done."""
    given = {parameter.arg: argument for parameter, argument in zip(function.args.args, arguments, strict=True)}
    out: ast.expr = _Once(function.name, given).visit(value)
    return _Filled({}, set()).visit(out)  # type: ignore[no-any-return]


class _Once(ast.NodeTransformer):
    def __init__(self, name: str, given: dict[str, ast.expr]):
        self.name, self.given = name, given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        argument = self.given.get(node.id)
        if argument is None:
            return node
        if isinstance(argument, (ast.Constant, ast.Name)):
            return copy.deepcopy(argument)
        kept = ast.Name(f"_{self.name}_{node.id}", ast.Load())
        self.given[node.id] = kept
        return ast.NamedExpr(ast.Name(kept.id, ast.Store()), argument)
