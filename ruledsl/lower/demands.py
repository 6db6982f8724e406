"""What the rules require of a table before play."""

from __future__ import annotations

from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.said import say
from ruledsl.lower.settings import Settings
from ruledsl.model.types import Term
from ruledsl.syntax import tree as t


def refuse(settings: Settings) -> None:
    """SettingsError with the words of the first `require` at the margin that does not hold for this table."""
    for demand in settings.model.demands:
        if not settings.number(settings.model.terms[id(demand.condition)]):
            raise SettingsError(_words(settings, demand.message) or "no game can begin with these players and options", demand.span)


def _words(settings: Settings, message: t.Text | None) -> str:
    parts = message.parts if message is not None else ()
    return "".join(part if isinstance(part, str) else _shown(settings, settings.model.terms[id(part)]) for part in parts)


def _shown(settings: Settings, term: Term) -> str:
    """A value in a text, as it is printed."""
    value = settings.fold(term)
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "?" if value is None else say(settings, term.type, value, True)
