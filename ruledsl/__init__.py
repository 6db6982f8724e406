"""A language for the rules of tabletop games: write them once; check, play and draw them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruledsl.diagnostics import RulesError
    from ruledsl.engine import Game, IllegalMove, Match, ReplayError, load
    from ruledsl.engine.replay import replay
    from ruledsl.ir.fault import RulesFault

    __version__: str

__all__ = ["Game", "IllegalMove", "Match", "ReplayError", "RulesError", "RulesFault", "load", "replay"]

_HOMES = {"RulesError": "ruledsl.diagnostics", "RulesFault": "ruledsl.ir.fault", "replay": "ruledsl.engine.replay"}


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for."""
    if name == "__version__":
        return _release()
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES.get(name, "ruledsl.engine")), name)


def _release() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("ruledsl")
    except PackageNotFoundError:
        return "(not installed)"
