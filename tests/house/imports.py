"""Reads which file imports what, without running anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)


@cache
def sources() -> list[Path]:
    """All Python files of the language and its tools."""
    return sorted([*ROOT.glob("ruledsl/**/*.py"), *ROOT.glob("tools/ruledsl_tools/**/*.py")])


@cache
def imported(path: Path) -> tuple[tuple[str, int, bool], ...]:
    """Each module a file imports: its dotted name, the line, and whether it is imported when the file is loaded."""
    return tuple(_within(ast.parse(path.read_text(encoding="utf-8")), True))


def _within(node: ast.AST, at_once: bool) -> Iterator[tuple[str, int, bool]]:
    """What statements import; no expression does."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, STATEMENTS):
            continue
        if isinstance(child, ast.Import):
            yield from ((alias.name, child.lineno, at_once) for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module and not child.level:
            yield child.module, child.lineno, at_once
        later = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) or _for_types_only(child)
        yield from _within(child, at_once and not later)


def _for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def package_of(path: Path) -> str:
    """The package a file belongs to, as the layers name it."""
    parts = path.relative_to(ROOT).parts
    if parts[0] == "tools":
        return "tools"
    return "ruledsl" if parts[1] == "__init__.py" else parts[1].removesuffix(".py")


def package_named(module: str) -> str | None:
    """The package a module name points into; None if it is not ours."""
    parts = module.split(".")
    if parts[0] == "ruledsl_tools":
        return "tools"
    if parts[0] != "ruledsl":
        return None
    return parts[1] if len(parts) > 1 else "ruledsl"
