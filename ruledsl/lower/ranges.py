"""What a term may be: its range, and all its values where these are few, as the column `worth` of the table of terms says it follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TYPE_CHECKING

from ruledsl.lower.edges import longest_of_all
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import Settings
from ruledsl.model.gatherers import gatherer
from ruledsl.model.reckoning import ENDS, RECKONING
from ruledsl.model.types import Type, is_cell

if TYPE_CHECKING:
    from ruledsl.lower.summary import Summary

Span = tuple[int, int]
Many = frozenset[int] | int | None
"""All values, or how many there are if they are too many, or nothing that is known."""

MOST = 4096
"""Values, at most."""

LAST_MEMBER = 62
"""The greatest number in a set whose every number, and the one behind it, is a bit of one word."""


def by_type(settings: Settings, type: Type) -> Span | None:
    """The range of all values of a type; None for numbers, sets and what is no number, and for what a combination makes: that is in its tables."""
    if type.kind == "none":
        return -1, -1
    if type.kind not in ("bool", "enum", "player", "cell", "line", "kindvalue") or type.kind == "enum" and not settings.values_of(type.name):
        return None
    return -1 if type.or_none else 0, settings.size(type) - 1


def joined(spans: list[Span | None]) -> Span | None:
    """The range of what is one of several."""
    known = [span for span in spans if span is not None]
    return (min(low for low, _ in known), max(high for _, high in known)) if spans and len(known) == len(spans) else None


# ---- ranges ----


def _typed(s: Summary) -> Span | None:
    return by_type(s.settings, s.term.type)


def _reckoned(s: Summary) -> Span | None:
    """Of numbers: from the ends of the ranges."""
    spans = [arg.span for arg in s.args]
    known = [span for span in spans if span is not None]
    ends = ENDS.get(s.term.op)
    if ends is None or len(known) < len(spans) or s.term.type.kind != "int":
        return _typed(s)
    return ends(*known)


def _sure(s: Summary) -> Span | None:
    span = s.args[0].span
    return (max(0, span[0]), max(0, span[1])) if span is not None else _typed(s)


def _held(s: Summary) -> Span | None:
    """What a variable holds."""
    region = s.l.regions[s.term.data]
    return (region.low, region.high) if s.term.type.kind != "set" else None


def _one_of(s: Summary) -> Span | None:
    return joined([way.span for way in s.ways]) if s.ways else _typed(s)


def _named(s: Summary) -> Span | None:
    given = s.around.names.get(s.term.data)
    span = given.span if given is not None else s.all.named(s.term.data)
    return span if span is not None else _typed(s)


def _printed(s: Summary) -> Span | None:
    """Of whatever card there is: what is looked at in vain may be a card that has no such part."""
    if s.term.type.kind == "set":
        return None
    values = s.l.tables[s.l.played_table(s.term.data) if s.args[0].term.type.guises else f"param.{s.term.data}"]
    return (min(values), max(values)) if values else _typed(s)


def _item(s: Summary) -> Span | None:
    listed = s.args[0]
    return joined([arg.span for arg in listed.args]) if listed.term.op == "list" and s.term.type.kind != "set" else _typed(s)


def _listed(s: Summary) -> Span | None:
    """The sum, the least or the greatest of a list."""
    spans = [arg.span for arg in s.args[0].args]
    known = [span for span in spans if span is not None]
    if len(known) < len(spans) or not known or s.args[0].term.op != "list":
        return _typed(s)
    return joined(spans) if s.term.op != "sum" else (sum(low for low, _ in known), sum(high for _, high in known))


def _size(s: Summary) -> Span | None:
    """How many cards, cells, members there can be."""
    return (0, most) if (most := how_many(s.args[0])) is not None else None


def how_many(of: Summary) -> int | None:
    """How many members there are, at the most."""
    kind = of.term.type.kind
    if of.row.mask == "cards":
        return of.l.zones[of.term.data].capacity
    if kind == "subset":
        return of.l.room
    if kind == "zone":
        return len(of.l.census.cards)
    if of.row.mask == "numbers":
        first, last = (arg.span for arg in of.args)
        return max(0, last[1] - first[0] + 1) if first is not None and last is not None else None
    if kind == "set":
        return of.settings.size(of.term.type.of or of.term.type)
    if kind == "board":
        return len(of.settings.board(of.term.data).cells)
    return len(of.l.listed(of.term))


def _gathered(s: Summary) -> Span | None:
    if s.term.type.kind == "bool":
        return 0, 1
    how, element = gatherer(s.term), s.inside.of(s.term.args[0])
    if how.nothing == "-":
        return element.span
    if how.nothing == "none":
        return (min(-1, element.span[0]), element.span[1]) if element.span is not None else _typed(s)
    rounds = 1
    for loop in s.term.data[1]:
        many = how_many(s.inside.of(loop.domain))
        if many is None:
            return None
        rounds *= many
    low, high = (0, 1) if how.each == "one" else element.span or (None, None)
    return (min(0, low * rounds), max(0, high * rounds)) if low is not None and high is not None else None


def _longest(s: Summary) -> Span:
    return 0, longest_of_all(s.settings, s.term)


RANGES: Mapping[str, Callable[[Summary], Span | None]] = {
    "type": _typed, "reckoned": _reckoned, "sure": _sure, "either": _one_of, "part": _printed, "held": _held, "local": _named, "def": _one_of, "usual": _one_of,
    "item": _item, "size": _size, "set": lambda s: None, "gathered": _gathered, "list": _listed, "edges": _longest,
}  # fmt: skip


def held_in_sets(s: Summary) -> bool:
    """Is it surely a member that sets can have, or left out as none?"""
    type, span = s.term.type, s.span
    if type.kind == "int":
        return not type.or_none and span is not None and 0 <= span[0] and span[1] < 64
    return type.kind in ("enum", "player", "bool") or is_cell(type)


def one_word(s: Summary) -> bool:
    """Is it a row of numbers that are members of a set, however it ends in play?"""
    if s.row.mask != "numbers":
        return False
    first, last = (arg.span for arg in s.args)
    return first is not None and last is not None and 0 <= first[0] and -1 <= last[0] and max(first[1], last[1]) <= LAST_MEMBER


# ---- all values ----


def parts(s: Summary) -> frozenset[int]:
    """What a part can be of the cards that may be meant, or of what they stand for."""
    type, faces = s.args[0].term.type, {s.l.census.faces[face] for face in s.l.census.cards}
    meant = [*(f for f in faces if not type.kinds or f.kind in type.kinds), *(g for g in s.l.guises if g.kind in type.guises)]
    having = [f for f in meant if s.l.model.kinds[f.kind].part(s.term.data) is not None]
    return frozenset(s.l.part(f.kind, f.args, s.term.data) for f in having)


def _all_of_type(s: Summary) -> Many:
    span = _typed(s) if s.term.type.kind in ("bool", "enum", "player") else None
    return frozenset(range(span[0], span[1] + 1)) if span is not None else None


def _together(s: Summary) -> Many:
    """Whatever the arguments can be, taken together."""
    if s.term.type.kind in ("bool", "enum", "player"):
        return _all_of_type(s)
    if s.row.divides:
        return None
    return _made(s, RECKONING.get(s.term.op, lambda *members: sum(1 << member for member in set(members))))


def _surely(s: Summary) -> Many:
    some = s.args[0].possible
    return frozenset(value for value in some if value >= 0) if isinstance(some, frozenset) else some


def _made(s: Summary, make: Callable[..., int]) -> Many:
    several = [arg.possible for arg in s.args]
    known = [some for some in several if isinstance(some, frozenset)]
    if len(known) < len(several):
        return None
    out: set[int] = set()
    for given in product(*known):
        out.add(make(*given))
        if len(out) > MOST:
            return len(out)
    return frozenset(out)


def _any_way(s: Summary) -> Many:
    several = [way.possible for way in s.ways]
    known = [some for some in several if isinstance(some, frozenset)]
    if len(known) < len(several) or not several:
        return _all_of_type(s) if not several else None
    return _few(frozenset().union(*known))


def _few(found: frozenset[int]) -> Many:
    return found if len(found) <= MOST else len(found)


def _in_variable(s: Summary) -> Many:
    if s.term.type.kind in ("bool", "enum", "player"):
        return _all_of_type(s)
    low, high = s.l.regions[s.term.data].low, s.l.regions[s.term.data].high
    return _few(frozenset(range(low, min(high, low + MOST) + 1)))


def _through(s: Summary) -> Many:
    """What a loop goes through."""
    domain = s.around.through.get(s.term.data)
    return _all_of_type(s) if domain is None else members(domain)


def members(domain: Summary) -> Many:
    """The members of a row of numbers, a list or a set that is known before play."""
    if domain.row.mask != "numbers" and domain.value is None:
        return None
    return _few(frozenset(domain.settings.members(domain.term, domain.around.values)))


POSSIBLE: Mapping[str, Callable[[Summary], Many]] = {
    "type": _all_of_type, "reckoned": _together, "sure": _surely, "either": _any_way, "part": lambda s: _few(parts(s)), "held": _in_variable, "local": _through,
    "def": _any_way, "usual": _any_way, "item": lambda s: members(s.args[0]), "size": _all_of_type, "set": _together, "gathered": _all_of_type,
    "list": _all_of_type, "edges": _all_of_type,
}  # fmt: skip


def known_values(s: Summary) -> frozenset[int]:
    """All values that a term can have, or more. SettingsError if they are not known before play."""
    found = s.possible
    if isinstance(found, frozenset):
        return found
    if isinstance(found, int):
        raise SettingsError(f"this can be any of {found} values; a combination asks about {MOST} at most", s.term.span)
    inner = s.ways or (s.args if s.row.worth in ("reckoned", "set") and not s.row.divides else ())
    for part in inner:
        known_values(part)
    text = s.l.source(s.term.span)
    raise SettingsError(f"a combination must know before play what {f'`{text}`' if text else 'this'} can be", s.term.span)
