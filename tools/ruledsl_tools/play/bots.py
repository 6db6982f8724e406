"""Players that need no keyboard. A bot's choice depends on the seed and the place in the game alone, so a game can be repeated."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.engine import Choice, Match

Bot = Callable[["Match", list["Choice"], int], "Choice"]


def choose_randomly(match: Match, options: list[Choice], seed: int) -> Choice:
    """Any option, each as likely as another."""
    rng = random.Random(f"{seed}/{len(match.history.moves)}/{options[0].seat}")
    return options[rng.randrange(len(options))]


BOTS: dict[str, Bot] = {"random": choose_randomly}
