"""Records: classes that are lists of fields, as `dataclasses` has them, and there when a process begins.

A check imports 170 of them. The standard library writes and compiles up to six methods for each, half of all that a short run takes before it
reads a file. Here what compares, hashes and shows records is shared, and a constructor is compiled when the first record of its kind is made.
That a frozen record is not changed is held by the type checker and by nobody while it runs: that would take as long as all else that makes a term.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")
ABSENT: Any = type("Absent", (), {"__repr__": lambda self: "ABSENT"})()
"""Where no value is given."""


class Field:
    """A field: the text of its type, its value if none is given, and whether it counts where records are compared and shown."""

    __slots__ = ("compare", "default", "factory", "kw_only", "shown", "type")

    def __init__(self, default: Any, factory: Callable[[], Any] | None, compare: bool, shown: bool) -> None:
        self.type, self.kw_only = "", False
        self.default, self.factory, self.compare, self.shown = default, factory, compare, shown

    @property
    def required(self) -> bool:
        return self.default is ABSENT and self.factory is None


def field(*, default: Any = ABSENT, default_factory: Callable[[], Any] | None = None, compare: bool = True, repr: bool = True) -> Any:
    """What there is to say of a field besides its type."""
    return Field(default, default_factory, compare, repr)


@overload
def record(kind: type[T], /) -> type[T]: ...
@overload
def record(*, frozen: bool = False, eq: bool = True, repr: bool = True, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(field_specifiers=(field,))
def record(kind: type[T] | None = None, /, *, frozen: bool = False, eq: bool = True, repr: bool = True, kw_only: bool = False) -> Any:
    """Makes a class a kind of record, with the meaning that `dataclasses.dataclass` gives to these words."""

    def made(kind: type[T]) -> type[T]:
        own = vars(kind)
        fields = _fields(kind, kw_only)
        shared: dict[str, Any] = {"__fields__": fields, "__init__": _first(kind)}
        shared["__match_args__"] = tuple(name for name, f in fields.items() if not f.kw_only)
        if eq:
            shared |= {"__compared__": _compared(fields), "__eq__": _equal, "__hash__": _hash if frozen else None}
        if repr:
            shared["__repr__"] = _shown
        for name, value in shared.items():
            if own.get(name) is None and getattr(kind, name, None) is not value:
                setattr(kind, name, value)
        return kind

    return made if kind is None else made(kind)


def fields(kind: type) -> Mapping[str, Field]:
    """The fields of a kind of record by name, in order. AttributeError if it is none."""
    found: Mapping[str, Field] = kind.__fields__  # type: ignore[attr-defined]
    return found


def is_record(thing: object) -> bool:
    """Is it a record, or a kind of record?"""
    return hasattr(thing, "__fields__")


def values(thing: object) -> tuple[Any, ...]:
    """The values of a record's fields."""
    return tuple(getattr(thing, name) for name in fields(type(thing)))


def replace(thing: T, **changes: Any) -> T:
    """A record like this one but for some fields."""
    for name in fields(type(thing)):
        if name not in changes:
            changes[name] = getattr(thing, name)
    return type(thing)(**changes)


def as_dict(thing: object) -> dict[str, Any]:
    """A record as a dictionary, and so the records inside it, in lists, tuples and dictionaries too."""
    return {name: _plain(getattr(thing, name)) for name in fields(type(thing))}


def _plain(thing: Any) -> Any:
    if is_record(thing):
        return as_dict(thing)
    if isinstance(thing, (list, tuple)):
        return type(thing)(map(_plain, thing))
    return {key: _plain(value) for key, value in thing.items()} if isinstance(thing, dict) else thing


if TYPE_CHECKING:
    from functools import cached_property as cached_property
else:

    class cached_property:
        """A property that is found out once, as `functools` has it, but without the lock that Python 3.11 takes for each."""

        def __init__(self, make: Callable[[Any], Any]) -> None:
            self._make, self.__doc__ = make, make.__doc__

        def __set_name__(self, kind: type, name: str) -> None:
            self._name = name

        def __get__(self, thing: Any, kind: type | None = None) -> Any:
            if thing is None:
                return self
            found = thing.__dict__[self._name] = self._make(thing)
            return found


# ---- fields and constructors ------------------------------------------------------------------


def _fields(kind: type, kw_only: bool) -> dict[str, Field]:
    """Those of the kinds that it extends, then its own."""
    found: dict[str, Field] = {}
    for base in reversed(kind.__mro__[1:]):
        found |= vars(base).get("__fields__", {})
    for name, text in vars(kind).get("__annotations__", {}).items():
        given = vars(kind).get(name, ABSENT)
        own = given if isinstance(given, Field) else Field(given, None, True, True)
        own.type, own.kw_only = text, kw_only
        if own is given:
            if own.default is ABSENT:
                delattr(kind, name)
            else:
                setattr(kind, name, own.default)
        found[name] = own
    return found


def _first(kind: type) -> Callable[..., None]:
    """Stands for the constructor until the first record is made."""

    def __init__(self: Any, /, *given: Any, **named: Any) -> None:
        constructor = _constructor(kind)
        kind.__init__ = constructor  # type: ignore[misc]
        constructor(self, *given, **named)

    return __init__


def _constructor(kind: type) -> Callable[..., None]:
    """A constructor that sets all fields: the code of its shape, with the names of the fields put into it, since to compile takes ten times as long."""
    own = fields(kind)
    code = _shape(tuple((f.kw_only, f.factory is not None) for f in own.values()))
    named = {f"a{n}": name for n, name in enumerate(own)}
    code = code.replace(
        co_varnames=tuple(named.get(name, name) for name in code.co_varnames), co_names=tuple(named.get(name, name) for name in code.co_names),
        co_qualname=f"{kind.__qualname__}.__init__",
    )  # fmt: skip
    factories = {f"f{n}": f.factory for n, f in enumerate(own.values()) if f.factory is not None}
    by_place = [f for f in own.values() if not f.kw_only]
    given = [ABSENT if f.factory is not None else f.default for f in by_place if not f.required]
    if any(f.required for f in by_place[len(by_place) - len(given) :]):
        raise TypeError(f"a field of `{kind.__qualname__}` without a value stands behind one that has one")
    made = FunctionType(code, {"ABSENT": ABSENT, **factories}, "__init__", tuple(given))
    made.__kwdefaults__ = {name: ABSENT if f.factory is not None else f.default for name, f in own.items() if f.kw_only and not f.required}
    return made


@cache
def _shape(own: tuple[tuple[bool, bool], ...]) -> CodeType:
    """The code of a constructor whose fields are `a0`, `a1`, …; of each, whether it is given by its name alone, and whether `f0`, `f1`, … makes its value."""
    params = [f"a{n}" for n, (by_name, _) in enumerate(own) if not by_name]
    by_name = [f"a{n}" for n, (by_name, _) in enumerate(own) if by_name]
    body = [f" self.a{n} = f{n}() if a{n} is ABSENT else a{n}" if made else f" self.a{n} = a{n}" for n, (_, made) in enumerate(own)]
    names: dict[str, Any] = {}
    exec(f"def __init__({', '.join(['self', *params, *(['*'] if by_name else []), *by_name])}):\n" + ("\n".join(body) or " pass"), names)
    code: CodeType = names["__init__"].__code__
    return code


# ---- what all records share -------------------------------------------------------------------


def _compared(fields: Mapping[str, Field]) -> Any:
    names = [name for name, f in fields.items() if f.compare]
    return staticmethod(attrgetter(*names) if names else lambda thing: ())


def _equal(self: Any, other: Any) -> bool:
    if self is other:
        return True
    return self.__compared__(self) == self.__compared__(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(self.__compared__(self))


def _shown(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name, f in fields(type(self)).items() if f.shown)
    return f"{type(self).__qualname__}({shown})"
