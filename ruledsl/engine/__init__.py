"""One face over both engines: load a game, play a match, see what a seat may see. What is asked for is imported when it is asked for."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruledsl.engine.check import Flaw
    from ruledsl.engine.choice import Choice
    from ruledsl.engine.clocks import Clock
    from ruledsl.engine.errors import IllegalMove, ReplayError
    from ruledsl.engine.game import Game, OptionInfo, load
    from ruledsl.engine.log import Event
    from ruledsl.engine.match import Match
    from ruledsl.engine.moments import Decision, History, Move
    from ruledsl.engine.view import CardView, VariableView, View, ZoneView
    from ruledsl.engine.why import Reason
    from ruledsl.ir.fault import RulesFault

_HOMES = {
    "engine.check": ("Flaw",),
    "engine.clocks": ("Clock",),
    "engine.errors": ("IllegalMove", "ReplayError"),
    "engine.game": ("Game", "OptionInfo", "load"),
    "engine.log": ("Event",),
    "engine.match": ("Match",),
    "engine.moments": ("Decision", "History", "Move"),
    "engine.choice": ("Choice",),
    "engine.view": ("CardView", "VariableView", "View", "ZoneView"),
    "engine.why": ("Reason",),
    "ir.fault": ("RulesFault",),
}

__all__ = [
    "CardView",
    "Choice",
    "Clock",
    "Decision",
    "Event",
    "Flaw",
    "Game",
    "History",
    "IllegalMove",
    "Match",
    "Move",
    "OptionInfo",
    "Reason",
    "ReplayError",
    "RulesFault",
    "VariableView",
    "View",
    "ZoneView",
    "load",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"ruledsl.{home}"), name)
