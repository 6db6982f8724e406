"""Cards as they are printed, where the rules write them out."""

from __future__ import annotations

from ruledsl.model.model import Model
from ruledsl.model.types import Type
from ruledsl.syntax import tree as t


def card(model: Model, e: t.Call) -> str | None:
    """`Card(two, spades)` as 2S; None where not all that is printed of it is written there, or only numbers are."""
    kind = model.kinds.get(e.function)
    if kind is None or kind.printed is None or len(e.args) != len(kind.params):
        return None
    given = {name: _value(model, type, arg) for (name, type), arg in zip(kind.params.items(), e.args)}
    parts = [part if isinstance(part, str) else given.get(part.name) if isinstance(part, t.Ref) else None for part in kind.printed.parts]
    text = "" if None in parts else "".join(map(str, parts))
    return text if any(map(str.isalpha, text)) else None


def _value(model: Model, type: Type, e: t.Expr) -> str | None:
    if isinstance(e, t.Number):
        return str(e.value)
    info = model.enums.get(type.name) if type.kind == "enum" else None
    return info.printed[info.values.index(e.name)] if info and isinstance(e, t.Ref) and e.name in info.values else None
