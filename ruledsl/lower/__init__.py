"""From the checked model to the program."""

from ruledsl.lower.lowering import Extra, lower
from ruledsl.lower.settings import Settings, SettingsError, settle

__all__ = ["Extra", "Settings", "SettingsError", "lower", "settle"]
