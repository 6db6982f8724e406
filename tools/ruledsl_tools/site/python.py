"""The reference of the Python package, made from its docstrings: what `import ruledsl` gives, and what comes out of it."""

from __future__ import annotations

import inspect
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import ruledsl
from ruledsl import engine
from ruledsl.record import fields, is_record
from ruledsl.search.rows import Rows
from ruledsl.search.simulate import Report

ROOT = Path(ruledsl.__file__).resolve().parents[1]


def page() -> str:
    """Every public name with its members."""
    parts = ["# Python", "What `import ruledsl` gives, and what its answers are made of. Seats count from 1.", ""]
    shown = {name: getattr(ruledsl, name) for name in ruledsl.__all__}
    shown |= {name: getattr(engine, name) for name in engine.__all__ if name not in shown} | {"Report": Report, "Rows": Rows}
    parts += [f"* [`{name}`](#{name.lower()}): {_first(thing)}" for name, thing in shown.items()]
    for name, thing in shown.items():
        parts += ["", f"## {name}", "", *_told(name, thing)]
    return "\n".join(parts) + "\n"


def _first(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").split("\n")[0]


def _told(name: str, thing: Any) -> list[str]:
    head = [f"`{name}{_signature(thing)}` · {_source(thing)}", "", inspect.getdoc(thing) or "", ""]
    if not inspect.isclass(thing):
        return head
    if is_record(thing):
        head += ["| field | type |", "|---|---|", *(f"| `{n}` | `{f.type}` |".replace(" | None`", " or None`") for n, f in fields(thing).items()), ""]
    return head + [line for member, value in _members(thing) for line in _member(member, value)]


def _members(kind: type) -> list[tuple[str, Any]]:
    found = {name: value for base in reversed(kind.__mro__) if base.__module__.startswith("ruledsl") for name, value in vars(base).items()}
    return [(name, value) for name, value in found.items() if not name.startswith("_") and isinstance(value, (FunctionType, property, cached_property))]


def _member(name: str, value: Any) -> list[str]:
    if isinstance(value, FunctionType):
        return [f"**`{name}{_signature(value)}`**", "", inspect.getdoc(value) or "", ""]
    getter = value.fget if isinstance(value, property) else value.func
    result = getattr(getter, "__annotations__", {}).get("return", "")
    return [f"**`{name}`**: `{result}`", "", inspect.getdoc(getter) or "", ""]


def _signature(thing: Any) -> str:
    try:
        return str(inspect.signature(thing)).replace("'", "")
    except (TypeError, ValueError):
        return "(...)"


def _source(thing: Any) -> str:
    path = Path(inspect.getsourcefile(thing) or ROOT)
    return f"{path.relative_to(ROOT)}:{inspect.getsourcelines(thing)[1]}"
