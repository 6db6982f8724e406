"""What chance brings where a test does not say it."""

from __future__ import annotations

import random
from typing import Any

from ruledsl.engine.position import Position


def by_chance(position: Position, state: Any, rng: random.Random) -> int:
    site = position.site
    if site.odds:
        odds, out_of = (position.engine.call(state, f) for f in (site.odds, site.out_of))
        return int(rng.randrange(max(1, out_of)) < odds)
    return rng.randrange(state.get("ask.count"))
