"""What chance brings where a match is not asked for it."""

from __future__ import annotations

from ruledsl.engine import moves
from ruledsl.engine.choice import Choice
from ruledsl.engine.position import Position
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault

BY_ITSELF = 20_000
"""So often chance may fall before anybody is asked; a game that goes on longer by itself does so for ever."""


def falls(position: Position, chance: str, world: str) -> bool:
    """Is nobody to be asked what happens here?"""
    site, kind = position.site, position.kind
    if kind == "chance" and chance == "drawn" or site.comes is not None:
        return True
    return kind == "world" and world == "drawn" and bool(site.odds)


def drawn(position: Position, declared: bool) -> Choice:
    """The next number of the state's generator, as the engine would draw it. What people have to have `declared` does not come by itself."""
    site = position.site
    if site.comes is not None and declared:
        return moves.outcome(position, 0)
    count = position.call(site.out_of) if site.odds else position.block.get("ask.count")
    if count < 1:
        raise RulesFault(Fault.NO_MEMBER, position.place(site.place))
    state, number = rng.below(position.block.get("rng"), count)
    position.block.set("rng", 0, state)
    return moves.outcome(position, int(number < position.call(site.odds)) if site.odds else number)
