"""From the checked model to the program. What only checks rules needs the settings, and not the rest."""

from typing import TYPE_CHECKING, Any

from ruledsl.lower.settings import Settings, SettingsError, settle

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Extra, lower

__all__ = ["Extra", "Settings", "SettingsError", "lower", "settle"]


def __getattr__(name: str) -> Any:
    if name in ("Extra", "lower"):
        from ruledsl.lower import lowering

        return getattr(lowering, name)
    raise AttributeError(name)
