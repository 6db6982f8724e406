"""From the checked model to the program. What only checks rules needs the settings, and not the rest."""

from typing import TYPE_CHECKING, Any

from ruledsl.lower.refusal import SettingsError

if TYPE_CHECKING:
    from ruledsl.lower.given import settle
    from ruledsl.lower.lowering import Extra, lower
    from ruledsl.lower.settings import Settings

__all__ = ["Extra", "Settings", "SettingsError", "lower", "settle"]

_HOMES = {"Extra": "lowering", "lower": "lowering", "Settings": "settings", "settle": "given"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"ruledsl.lower.{_HOMES[name]}"), name)
