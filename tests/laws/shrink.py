"""Makes a rules file as small as can be while something stays true of it, on its tree: what is left out, shortened, or replaced by a part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ruledsl.format import format_tree
from ruledsl.record import fields, replace
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree.node import Node

Path = tuple[Any, ...]
"""The way to a node: names of fields, and numbers of places in tuples."""
LITERALS: tuple[t.Expr, ...] = (t.Number(1), t.Number(0), t.Bool(True), t.Bool(False))


def shrunk(text: str, holds: Callable[[str], bool], late: Callable[[], bool] = bool) -> str:
    """The smallest text that was found before it was late, of which something holds, as it holds of this one."""
    tree, faults = parse(Source("random.rules", text))
    tried: set[str] = set()
    best = written(tree)
    if faults or best is None or not holds(best):
        return text
    going = True
    while going and not late():
        going = False
        for change in (chunks, parts, smaller):
            for other in change(tree):
                if late():
                    return best
                found = written(other)
                if found is None or found in tried or weight(found) >= weight(best):
                    continue
                tried.add(found)
                if holds(found):
                    tree, best, going = other, found, True
                    break
            if going:
                break
    return best


def weight(text: str) -> tuple[int, int]:
    """Fewer words first, then fewer letters."""
    return len(text.split()), len(text)


def written(tree: t.Tree) -> str | None:
    """A tree as text; None if it cannot be written."""
    try:
        return format_tree(replace(tree, comments={}, tags={}))
    except Exception:  # a tree that no text could be of
        return None


# ---- ways to make it smaller ----


def chunks(tree: t.Tree) -> Iterator[t.Tree]:
    """Declarations, lines and other members left out, many at once, then one by one."""
    rows = [(path, row) for path, row in walk(tree) if isinstance(row, tuple) and row]
    for size in (8, 4, 2, 1):
        for path, row in rows:
            if len(row) >= size:
                for first in range(0, len(row), size):
                    yield put(tree, path, row[:first] + row[first + size :])


def parts(tree: t.Tree) -> Iterator[t.Tree]:
    """What may be left out is left out; a statement becomes what stands in it, an expression one of its parts."""
    for path, node in walk(tree):
        if isinstance(node, t.Stmt):
            row, at = get(tree, path[:-1]), path[-1]
            if isinstance(row, tuple):
                for _, block in walk(node):
                    if isinstance(block, tuple) and block and all(isinstance(s, t.Stmt) for s in block):
                        yield put(tree, path[:-1], (*row[:at], *block, *row[at + 1 :]))
        if isinstance(node, t.Expr):
            for below, inner in walk(node):
                if below and isinstance(inner, t.Expr):
                    yield put(tree, path, inner)
        if isinstance(node, Node):
            for name in fields(type(node)):
                value = getattr(node, name)
                if name != "span" and (isinstance(value, (Node, str)) or value is True):
                    yield put(tree, (*path, name), False if value is True else None)


def smaller(tree: t.Tree) -> Iterator[t.Tree]:
    """Expressions become literals, numbers less."""
    for path, node in walk(tree):
        if isinstance(node, t.Number):
            for value in {0, 1, node.value // 2} - {node.value}:
                yield put(tree, path, t.Number(value))
        elif isinstance(node, t.Expr):
            for literal in LITERALS:
                yield put(tree, path, literal)


# ---- trees ----


def walk(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every node and every row of nodes below, from the top down."""
    yield path, node
    if isinstance(node, tuple):
        for n, member in enumerate(node):
            if isinstance(member, (Node, tuple)):
                yield from walk(member, (*path, n))
    elif isinstance(node, (Node, t.Tree)):
        for name in fields(type(node)):
            value = getattr(node, name)
            if isinstance(value, (Node, tuple)) and not name.endswith("span"):
                yield from walk(value, (*path, name))


def get(node: Any, path: Path) -> Any:
    for step in path:
        node = node[step] if isinstance(step, int) else getattr(node, step)
    return node


def put(node: Any, path: Path, value: Any) -> Any:
    """The same with something else at a place."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*node[:step], put(node[step], rest, value), *node[step + 1 :])
    return replace(node, **{step: put(getattr(node, step), rest, value)})
