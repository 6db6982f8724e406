"""Bots by name, for commands: a name that means nobody is told as a failure."""

from __future__ import annotations

from collections.abc import Iterable

from ruledsl.search import bots
from ruledsl.search.bots import BOTS, HARDEST, Bot, patient
from ruledsl_tools.failure import Failure

__all__ = ["BOTS", "HARDEST", "bot_named", "patient"]


def bot_named(text: str, known: Iterable[str] = BOTS) -> Bot:
    """The bot that `random`, `greedy`, `mcts` or `mcts:200` means. Failure if none; `known` are the names that are said then."""
    try:
        return bots.bot_named(text, known)
    except bots.UnknownBot as error:
        raise Failure(str(error)) from None
