"""What is said when a table cannot be set."""

from __future__ import annotations

from ruledsl.source import NOWHERE, Span


class SettingsError(Exception):
    """The players or options asked for do not exist or do not fit. `span` is where, if one place in the rules is at fault."""

    def __init__(self, message: str, span: Span = NOWHERE):
        super().__init__(message)
        self.span = span


class Unreckoned(SettingsError):
    """What must be known before play cannot be reckoned then."""
