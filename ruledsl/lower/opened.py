"""Readings that are left open: options whose value stands in the state, so that one program serves for all of them.

Whatever must be known before play hangs on no open reading: where it does, `Hangs` names them, and they are settled as the options of a table are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ruledsl.ir.program import Program
from ruledsl.ir.regions import Region, reading
from ruledsl.lower.refusal import SettingsError
from ruledsl.model.inside import subterms
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.record import record, replace

if TYPE_CHECKING:
    from ruledsl.lower.settings import Constant, Settings

class Hangs(Exception):
    """Something that must be known before play hangs on these readings."""

    def __init__(self, names: frozenset[str]):
        super().__init__(", ".join(sorted(names)))
        self.names = names


def can_be_open(settings: Settings) -> frozenset[str]:
    """What is read in one way or another, or is true or false. A number or a list may be large, and is settled."""
    return frozenset(name for name, info in settings.model.options.items() if info.ruling or info.type.kind == "bool")


def hanging(settings: Settings, term: Term) -> frozenset[str]:
    """The open readings that a term hangs on, those of the defs that it calls, too."""
    if not settings.open:
        return frozenset()
    return frozenset(sub.data for sub in _behind(settings, term, set()) if sub.op == "setting" and sub.data in settings.open)


def whatever(settings: Settings, term: Term, local: Mapping[str, Constant]) -> int | None:
    """What `and` and `or` come to whatever an open reading is that stands first."""
    first = term.args[0]
    if not row(term).joins or not hanging(settings, first) or not settings.early(first, local):
        return None
    other = settings.fold(term.args[1], local)
    return int(bool(other)) if other is not None and bool(other) == (term.op == "or") else None


def _behind(settings: Settings, term: Term, called: set[str]) -> Iterator[Term]:
    for sub in subterms(term):
        yield sub
        if sub.op == "call" and sub.data not in called:
            called.add(sub.data)
            for body in _bodies(settings, sub.data):
                yield from _behind(settings, body, called)


def _bodies(settings: Settings, name: str) -> Iterator[Term]:
    target = settings.model.callables[name]
    for decl in (target.decl, *(hook.decl for hook in target.instead)):
        for part in (getattr(decl, "value", None), getattr(decl, "condition", None)):
            if id(part) in settings.model.terms:
                yield settings.model.terms[id(part)]


def unsettled(settings: Settings, terms: Iterable[Term]) -> None:
    """`Hangs` if what is not known of these terms hangs on open readings."""
    names = frozenset().union(*(hanging(settings, term) for term in terms))
    if names:
        raise Hangs(names)


def regions(settings: Settings) -> dict[str, Region]:
    """Where open readings stand in a state."""
    out = {}
    for name in sorted(settings.open):
        value = settings.options[name]
        assert isinstance(value, int)
        size = len(settings.model.options[name].values) if settings.model.options[name].ruling else 2
        out[reading(name)] = Region(reading(name), 1, 0, size - 1, "variable", value)
    return out


@record(frozen=True)
class Opened:
    """A program and the readings that are open in it; `settled` are the other options, for which alone it was made."""

    program: Program
    settled: Mapping[str, Any]

    def fits(self, options: Mapping[str, Any]) -> bool:
        """Is it the game of a table with these options?"""
        return all(options.get(name) == value for name, value in self.settled.items())

    def read(self, options: Mapping[str, Any]) -> Program:
        """The program of a table whose readings are these. Its code is the same for all."""
        if not self.fits(options):
            raise ValueError(f"it was made for {dict(self.settled)}, and not for {dict(options)}")
        values = {reading(name): options[name] for name in self.program.readings}
        changed = tuple(replace(r, initial=values[r.name]) if r.name in values else r for r in self.program.regions)
        return replace(self.program, regions=changed, options={**self.program.options, **options}, engines={})


def opened(settings: Settings, closed: frozenset[str], lower: Callable[[Settings], Program]) -> Opened:
    """The program in which all readings are open that can be. What is `closed`, and what `lower` finds out to be needed before play, is settled as it
    is here."""
    names = can_be_open(settings) - closed
    while True:
        try:
            program = lower(settings.opening(names))
        except Hangs as hangs:
            names -= hangs.names
        except SettingsError:
            if not names:
                raise
            names = frozenset()  # it is too large with all of its readings at once
        else:
            return Opened(program, {name: value for name, value in settings.options.items() if name not in names})
