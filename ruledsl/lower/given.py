"""What is given for the options of a table, by a person or a program, as values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import Constant, Settings
from ruledsl.model.model import Model, OptionInfo
from ruledsl.model.types import Type
from ruledsl.spell import nearest


def settle(model: Model, players: int, given: Mapping[str, Any]) -> Settings:
    """The settings of a game: every option has a value. SettingsError if something does not exist or fit."""
    if not model.low <= players <= model.high:
        most = f"{model.low}" if model.low == model.high else f"{model.low} to {model.high}"
        raise SettingsError(f"this game is for {most} players, not {players}")
    settings = Settings(model, players)
    for name in given:
        if name not in model.options:
            near = nearest(name, model.options)
            raise SettingsError(f"there is no option `{name}`" + (f"; did you mean `{near}`?" if near else ""))
    for name, info in model.options.items():
        settings.options[name] = read(settings, info, given[name]) if name in given else _default(settings, info)
        settings.known_values.clear()  # of some the value hangs on this one
    return settings


def _default(settings: Settings, info: OptionInfo) -> Constant:
    value = settings.fold(info.default) if info.default else None
    if value is None:
        raise SettingsError(f"the default of the option `{info.name}` is not known before play")
    return value


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
