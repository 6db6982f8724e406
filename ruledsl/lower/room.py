"""How many options a decision can have: room for every way to fill in the parameters, where several cards are chosen at once."""

from __future__ import annotations

from collections import Counter
from math import comb, prod
from typing import TYPE_CHECKING

from ruledsl.ir.program import Site
from ruledsl.lower.forms import Form
from ruledsl.lower.melds import meld
from ruledsl.lower.refusal import SettingsError
from ruledsl.model.model import ParamInfo
from ruledsl.model.wanted import Wanted, in_guise

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout

USUAL = 4096
"""Room for the options of a decision without several cards."""
MOST = 1 << 17
"""No decision has room for more; who offers more is stopped."""


def bounds(layout: Layout, p: ParamInfo) -> tuple[int, int]:
    """At least and at most how many cards are chosen; 0 and 0 if no meld of so many can be made of this game's. SettingsError if that is nothing, or more
    than there is room for."""
    assert p.wanted is not None
    told = [layout.settings.number(end) for end in (p.wanted.low, p.wanted.high) if end is not None]
    low, high = told if told else (0, len(layout.census.cards))
    if not 0 <= low <= high:
        raise SettingsError(f"`{p.name}` are {low} to {high} cards, which is nothing", p.span)
    if p.wanted.meld:
        least, most = meld(layout, p.wanted.meld).sizes
        low, high = (max(low, least), min(high, most)) if max(low, least) <= min(high, most) else (0, 0)
    if high > layout.room:
        raise SettingsError(f"`{p.name}` are up to {high} cards; at most {layout.room} of this game's can be chosen at once", p.span)
    return low, high


def room(layout: Layout, forms: list[Form], sites: list[Site], values: list[ParamInfo]) -> int:
    """Room for the options of every decision of a game: menus of actions, and values."""
    ways = [sum(ways_of(layout, forms[entry.action]) for entry in site.menu) for site in sites]
    ways += [several(layout, p) for p in values if p.type.kind == "subset"]
    return min(MOST, max([USUAL, *ways]))


def ways_of(layout: Layout, form: Form) -> int:
    """The ways to fill in the parameters of an action; of one without several cards it is known that they are few."""
    if not any(p.type.kind == "subset" for p in form.params):
        return 1
    return prod(several(layout, p) if p.type.kind == "subset" else single(layout, p) for p in form.params)


def several(layout: Layout, p: ParamInfo) -> int:
    """The ways to choose several cards, equal ones being alike, out of all that there are."""
    assert p.wanted is not None
    low, high = bounds(layout, p)
    marked = marked_kinds(layout, p.type.kinds)
    if p.wanted.meld and marked:
        return MOST
    if p.wanted.meld:
        return sum(low <= len(faces) <= high for faces in meld(layout, p.wanted.meld).all)
    ways = [1] + [0] * high  # by how many cards
    for face, copies in Counter(layout.census.cards).items():
        kind = layout.census.faces[face].kind
        if kind in p.type.kinds:
            alike = ways_to_take(layout, p.wanted, kind)
            more = [comb(copies, n) * alike**n if kind in marked else comb(alike + n - 1, n) for n in range(min(copies, high) + 1)]
            ways = [sum(ways[size - n] * more[n] for n in range(min(size, len(more) - 1) + 1)) for size in range(high + 1)]
    return sum(ways[low:])


def ways_to_take(layout: Layout, wanted: Wanted, kind: str) -> int:
    """In how many ways one card of a kind can be chosen: as itself, and in its guises."""
    if not wanted.type.guises:
        return 1
    standing = {guise for mine, guise in in_guise(layout.model, wanted.named) if mine == kind}
    return (kind in wanted.kinds) + sum(guise.kind in standing for guise in layout.guises)


def marked_kinds(layout: Layout, kinds: frozenset[str]) -> frozenset[str]:
    """Those of some kinds of which two cards with one face can be told apart."""
    own = (s.kinds for s in layout.model.state.values() if s.owner == "card")
    return kinds if layout.life.cards else kinds & frozenset().union(*own)


def single(layout: Layout, p: ParamInfo) -> int:
    """The values that another parameter can have, at most."""
    if p.type.kind == "card":
        faces = layout.census.faces
        kinds = Counter(faces[face].kind for face in (layout.census.cards if marked_kinds(layout, p.type.kinds) else range(len(faces))))
        return 1 + sum(n for kind, n in kinds.items() if kind in p.type.kinds) * (1 + len(layout.guises) * bool(p.type.guises))
    return 1 + layout.settings.size(p.type)
