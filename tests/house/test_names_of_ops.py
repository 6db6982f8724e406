"""What is asked of several kinds of terms, operations or gatherers at once is a column of their tables: no other file lists their names."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from ruledsl.ir.ops import OPS
from ruledsl.model.gatherers import GATHERERS
from ruledsl.model.terms import TERMS
from tests.house.imports import ROOT, sources

NAMES = {*TERMS, *OPS, *GATHERERS}
ASKED = re.compile(r"(?:.*\.|^)op$|^how$|.*\.data\[0\]$")
"""How that is called whose name is asked."""


def names(node: ast.AST) -> frozenset[str]:
    """The names in a collection, if that is all that it is."""
    inside = node.args[0] if isinstance(node, ast.Call) and ast.unparse(node.func) in ("frozenset", "set", "tuple") and node.args else node
    items = inside.elts if isinstance(inside, ast.Tuple | ast.List | ast.Set) else []
    found = {item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)}
    return frozenset(found) if len(items) == len(found) and len(found) > 1 and found <= NAMES else frozenset()


def asked(node: ast.AST) -> bool:
    return ASKED.match(ast.unparse(node)) is not None


def lists(tree: ast.Module) -> Iterator[int]:
    """The lines where several names are asked for at once."""
    kept = {ast.unparse(to) for node in tree.body if isinstance(node, ast.Assign) and names(node.value) for to in node.targets}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn) and asked(node.left):
            inside = node.comparators[0]
            if names(inside) or ast.unparse(inside) in kept or isinstance(inside, ast.Tuple) and any(isinstance(item, ast.Starred) for item in inside.elts):
                yield node.lineno
        if isinstance(node, ast.BoolOp):
            equal = (part for part in node.values if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.Eq | ast.NotEq) and asked(part.left))
            sides = Counter(ast.unparse(part.left) for part in equal if getattr(part.comparators[0], "value", None) in NAMES)
            if any(many > 1 for many in sides.values()):
                yield node.lineno
        if isinstance(node, ast.MatchOr) and names(ast.List([part.value for part in node.patterns if isinstance(part, ast.MatchValue)])):
            yield node.lineno


def test_names_of_ops_are_listed_in_their_tables_alone() -> None:
    found = [f"{path.relative_to(ROOT)}:{line}" for path in sources() for line in lists(ast.parse(path.read_text(encoding="utf-8")))]
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        'x = a.op in ("zone", "every")', 'x = op not in {"eq", "ne"}', 'x = how in ["any", "all"]', 'x = t.data[0] in ("first", "last")',
        'x = a.op == "and" or a.op == "or"', 'x = a.op != "add" and a.op != "sub"', 'L = ("jump", "branch")\nx = a.op in L', 'x = op in (*M, "eq")',
        'match a.op:\n    case "eq" | "ne":\n        pass',
    ],
)  # fmt: skip
def test_it_sees_a_list(text: str) -> None:
    assert list(lists(ast.parse(text)))


@pytest.mark.parametrize("text", ['x = a.op == "zone"', 'x = a.kind in ("set", "list")', 'x = a.op in {"eq": 1, "ne": 2}', 'x = row(a).equality'])
def test_it_sees_no_other(text: str) -> None:
    assert not list(lists(ast.parse(text)))
