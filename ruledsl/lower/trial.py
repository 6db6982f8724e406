"""Can a game be set up from rules that hold together? It is tried for every number of players, with the options as they are."""

from __future__ import annotations

import re
from contextlib import closing

from ruledsl.diagnostics import Diagnostic
from ruledsl.lower.combinations import task
from ruledsl.lower.demands import refuse
from ruledsl.lower.forms import forms
from ruledsl.lower.given import settle
from ruledsl.lower.layout import Layout
from ruledsl.lower.looked_at import looked_at, same
from ruledsl.lower.melds import meld
from ruledsl.lower.pictures import refuse_pictures
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.room import bounds
from ruledsl.lower.settings import Settings
from ruledsl.model import Model
from ruledsl.model.combining import combinations
from ruledsl.model.slips import diagnostic
from ruledsl.source import NOWHERE, Span

MOST_STOOD = 12
"""So many games are remembered that can be set up."""
Stood = list[tuple[object, ...]]
"""What it hung on that games could be set up, the last one that was asked for first."""


def set_up(model: Model, stood: Stood | None = None) -> list[Diagnostic]:
    """What stands in the way; nothing if a game can begin. It is not tried again where all that it hangs on is as it `stood` before."""
    if stood is None:
        return _tables(model)
    made_of = looked_at(model)
    for n, known in enumerate(stood):
        if same(made_of, known):
            del stood[n]
            stood.insert(0, made_of)
            return []
    found = _tables(model)
    if not found:
        stood.insert(0, made_of)
        del stood[MOST_STOOD:]
    return found


def _tables(model: Model) -> list[Diagnostic]:
    """The same, tried."""
    chosen = [p for form in forms(model) for p in form.params if p.type.kind == "subset"]
    for players in range(model.low, model.high + 1):
        settings = None
        try:
            settings = settle(model, players, {})
            settings.boards()
            refuse_pictures(settings)
            if _is_refused(settings):
                continue
            with closing(Layout(settings)) as layout:
                for name in model.melds:
                    meld(layout, name)
                for name in combinations(model):
                    task(layout, name)
                for p in chosen:
                    bounds(layout, p)
        except SettingsError as error:
            return [no_game(model, players, error, settings)]
    return []


def _is_refused(settings: Settings) -> bool:
    """Do the rules want no table of so many between the fewest and the most? SettingsError if it is one of these two."""
    try:
        refuse(settings)
    except SettingsError:
        if settings.players in (settings.model.low, settings.model.high):
            raise
        return True
    return False


def no_game(model: Model, players: int, error: SettingsError, settings: Settings | None = None) -> Diagnostic:
    """Why no table of so many players can be set."""
    words = {"players": f"{players} player{'s' * (players != 1)}", "why": str(error), "label": "set up from this"}
    return diagnostic("E0801", error.span if error.span != NOWHERE else _place(model, str(error), settings), (), (), words)


def _place(model: Model, why: str, settings: Settings | None) -> Span:
    """Where the first thing is declared that the reason names; else the components, the most of them."""
    for name in re.findall(r"`(\w+)`", why):
        for known in (model.state, model.options, model.boards, model.charts, model.melds, model.kinds):
            if name in known:
                info = known[name]
                return info.decl.span if hasattr(info, "decl") else info.span
    if settings is not None and model.components:
        counts = [settings.fold(c.count) for c in model.components]
        most = max(range(len(counts)), key=lambda n: abs(count) if isinstance(count := counts[n], int) else 0)
        return model.components[most].span
    return next((info.span for info in model.state.values()), NOWHERE)
