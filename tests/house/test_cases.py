"""Tables of what is done for each kind of node: functions of a class, so whoever extends it and does one otherwise says so in a table of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from typing import Any, ClassVar

from tests.house.imports import ROOT, sources

TABLE = "CASES"


def with_tables() -> Iterator[Any]:
    """The classes that have a table, by themselves or by what they extend."""
    classes = [(path, node) for path in sources() for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ClassDef)]
    having = {node.name for _, node in classes if any(isinstance(s, ast.AnnAssign) and getattr(s.target, "id", "") == TABLE for s in node.body)}
    while more := {node.name for _, node in classes if any(getattr(base, "id", "") in having for base in node.bases)} - having:
        having |= more
    for path, node in classes:
        parts = path.relative_to(ROOT).with_suffix("").parts
        kind = getattr(import_module(".".join(parts[parts[0] == "tools" :])), node.name) if node.name in having else None
        if hasattr(kind, TABLE):  # others are only called so, too
            yield kind


def unheeded(kind: Any) -> list[str]:
    """What a class does otherwise, while its table says what it extends does."""
    said = {f.__name__: f for f in kind.CASES.values() if f.__name__ != "<lambda>"}
    return [name for name, f in said.items() if getattr(kind, name) is not f]


def test_what_is_done_otherwise_is_in_the_table():
    kinds = list(with_tables())
    assert {kind.__name__ for kind in kinds} >= {"Verbs", "Trying", "Expressions", "Statements", "Words", "Spoken"}
    assert {kind.__name__: wrong for kind in kinds if (wrong := unheeded(kind))} == {}


def test_one_that_is_not_is_found():
    class Plain:
        def one(self) -> None: ...

        CASES: ClassVar = {int: one}

    class Other(Plain):
        def one(self) -> None: ...

    assert unheeded(Other) == ["one"] and not unheeded(Plain)
