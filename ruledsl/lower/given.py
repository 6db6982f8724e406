"""What is given for an option, by a person or a program, as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.lower.refusal import SettingsError
from ruledsl.model.model import OptionInfo
from ruledsl.model.types import Type

if TYPE_CHECKING:
    from ruledsl.lower.settings import Constant, Settings


def read(settings: Settings, info: OptionInfo, value: Any) -> Constant:
    """The value of an option, as a person or program gives it: 30, "30", true, "last_turn", [1, 2], "1,2"."""
    kind = info.type.kind
    if kind == "list":
        items = [v for v in value.strip("[] ").split(",") if v.strip()] if isinstance(value, str) else value
        if not isinstance(items, (list, tuple)) or not 1 <= len(items) <= 64:
            raise SettingsError(f"the option `{info.name}` is a list of 1 to 64 values such as 1,2,3")
        return tuple(_single(settings, info, info.type.of or info.type, v) for v in items)
    if kind == "set":
        items = [v for v in value.strip("{} ").split(",") if v.strip()] if isinstance(value, str) else value
        if isinstance(items, int):
            return items
        return sum(1 << _single(settings, info, info.type.of or info.type, v) for v in set(items))
    return _single(settings, info, info.type, value)


def _single(settings: Settings, info: OptionInfo, type: Type, value: Any) -> int:
    text = str(value).strip().lower()
    if type.kind == "bool":
        if text not in ("true", "false", "yes", "no"):
            raise SettingsError(f"the option `{info.name}` is true or false, not `{value}`")
        return int(text in ("true", "yes"))
    if type.kind == "kindvalue":
        return _kind(settings, info, type, text)
    names = settings.seats() if type.kind == "player" else settings.values_of(type.name) if type.kind == "enum" else ()
    if names:
        lower = [n.lower() for n in names]
        if text not in lower:
            raise SettingsError(f"the option `{info.name}` is one of {', '.join(names)}; not `{value}`")
        return lower.index(text)
    return _number(settings, info, value)


def _kind(settings: Settings, info: OptionInfo, type: Type, text: str) -> int:
    for n, kind in enumerate(settings.model.kinds):
        if kind.lower() == text and kind in settings.model.leaves(type.name):
            return n
    raise SettingsError(f"the option `{info.name}` is a set of {', '.join(sorted(settings.model.leaves(type.name)))}; not `{text}`")


def _number(settings: Settings, info: OptionInfo, value: Any) -> int:
    try:
        number = int(str(value).strip())
    except ValueError:
        raise SettingsError(f"the option `{info.name}` is a number, not `{value}`") from None
    if info.bounds:
        low, high = (settings.number(b) for b in info.bounds)
        if not low <= number <= high:
            raise SettingsError(f"the option `{info.name}` goes from {low} to {high}; {number} does not fit")
    return number
