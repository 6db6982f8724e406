"""What is given for the options of a table, by a person or a program, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from types import NoneType
from typing import Any

from ruledsl.bits import bits_of
from ruledsl.lower.lines import lines
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
    return read(settings, info, spoken(settings, info.type, value))


def read(settings: Settings, info: OptionInfo, value: Any) -> Constant:
    """The value of an option, as a person or program gives it: 30, "30", true, "last_turn", [1, 2], "1,2"."""
    if info.type.of is None:
        return _single(settings, info, info.type, value)
    brackets = "[] " if info.type.kind == "list" else "{} "
    items = [v for v in value.strip(brackets).split(",") if v.strip()] if isinstance(value, str) else value
    if info.type.kind == "list":
        if not isinstance(items, (list, tuple)) or not 1 <= len(items) <= MOST_LISTED:
            raise SettingsError(f"the option `{info.name}` is a list of 1 to {MOST_LISTED} values such as 1,2,3")
        return tuple(_single(settings, info, info.type.of, v) for v in items)
    if not isinstance(items, (list, tuple, Set)):
        raise SettingsError(f"the option `{info.name}` is a set of values, such as {_example(settings, info)}; not `{value}`")
    return sum(1 << member for member in {_single(settings, info, info.type.of, v) for v in items})


def _example(settings: Settings, info: OptionInfo) -> str:
    """Its default, as it is written where an option is given."""
    value = settings.fold(info.default) if info.default else None
    return ",".join(map(str, spoken(settings, info.type, value) if value is not None else ())) or "{}"


def _single(settings: Settings, info: OptionInfo, type: Type, value: Any) -> int:
    if not isinstance(value, (str, int, NoneType)):
        raise SettingsError(f"the option `{info.name}` is given as a word or a number, not as `{value}`")
    text = str(value).strip().lower()
    if type.or_none and text == NONE:
        return -1
    if type.kind == "bool":
        if text not in ("true", "false", "yes", "no"):
            raise SettingsError(f"the option `{info.name}` is true or false, not `{value}`")
        return int(text in ("true", "yes"))
    if type.kind not in NAMED:
        return _number(settings, info, value)
    called = NAMED[type.kind](settings, type)
    found = next((n for n, name in enumerate(called) if name and name.lower() == text), None)
    if found is None:
        names = [*filter(None, called), *[NONE] * type.or_none]
        shown = ", ".join(names[:MOST_NAMED]) + ", …" * (len(names) > MOST_NAMED)
        near = nearest(str(value), names)
        raise SettingsError(f"the option `{info.name}` is one of {shown}; not `{value}`" + f"; did you mean `{near}`?" * bool(near))
    return found


def spoken(settings: Settings, type: Type, value: Constant) -> Any:
    """The value of an option as a person or program would give it: `read` makes the same of it again."""
    if type.of is not None:
        members = bits_of(value) if isinstance(value, int) else value
        return [spoken(settings, type.of, member) for member in members]
    assert isinstance(value, int)
    if type.or_none and value == -1:
        return NONE
    if type.kind == "bool":
        return bool(value)
    return NAMED[type.kind](settings, type)[value] if type.kind in NAMED else value


def words(settings: Settings, type: Type) -> tuple[str, ...]:
    """The words that an option can be, where it is an enum or a kind of card."""
    return (*filter(None, NAMED[type.kind](settings, type)), *[NONE] * type.or_none) if type.kind in ("enum", "kindvalue") else ()


def _kinds(settings: Settings, type: Type) -> Sequence[str]:
    leaves = settings.model.leaves(type.name)
    return [kind if kind in leaves else "" for kind in settings.model.kinds]


def _cells(settings: Settings, type: Type) -> Sequence[str]:
    those = set(settings.cells(type))
    return [name if cell in those else "" for cell, name in enumerate(settings.called())]


NONE = "none"
MOST_LISTED = 64
MOST_NAMED = 16
"""Values of a list, and names that are told of those that an option can have."""
NAMED: Mapping[str, Callable[[Settings, Type], Sequence[str]]] = {
    "player": lambda settings, _: settings.seats(), "enum": lambda settings, type: settings.values_of(type.name), "kindvalue": _kinds, "cell": _cells,
    "line": lambda settings, _: [line.printed for line in lines(settings)],
}  # fmt: skip
"""By the kind of a type what its values are called, by number; "" where none has it."""


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
