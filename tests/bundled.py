"""Bundled games for tests that change nothing about them: read, lowered and compiled once. `conftest.py` brings the tests of one game together."""

from __future__ import annotations

from functools import lru_cache

import ruledsl
from ruledsl.engine import Game


@lru_cache(maxsize=8)
def bundled(name: str) -> Game:
    """A game, with all that was made of it already."""
    return ruledsl.load(name)
