"""Combinations as rules on printed values and wild cards: what of any hand makes one, apart from play.

A combination may ask for more than its cards (`trick(cards, rooster)`). Each way to give the rest is a reading of its own, with a rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import product

from ruledsl.combine.arithmetic import Arithmetic, Numbers, Shape
from ruledsl.combine.patterns import Patterns
from ruledsl.combine.rule import Rule
from ruledsl.lower.combinations import MOST_SLOTS, signs_of, word_values
from ruledsl.lower.layout import Layout
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import Settings
from ruledsl.model.combining import LINES, PLACES, combinations
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import INT, LoopTerm, Term
from ruledsl.record import record, replace

WILD = -1
"""What a card is that can stand for others,"""
BLANK = -2
"""and one that is in no combination."""


@record(frozen=True)
class Reading:
    """A combination, what it is `given` besides its cards (as people write it), and its patterns. `cards` are those that lie, when all is laid out,
    where one of its cards does: the value of each, `WILD` or `BLANK`; `names` are those of wild cards."""

    name: str
    given: tuple[tuple[str, str], ...]
    patterns: Patterns
    cards: tuple[int, ...]
    names: tuple[str, ...]


def readings(settings: Settings) -> list[Reading]:
    """Every reading of every combination of a game. SettingsError for one that hangs on play, or on which cards are chosen."""
    with closing(Layout(settings)) as layout:
        return [reading for name in combinations(settings.model) for reading in _readings(layout, name)]


def _readings(layout: Layout, name: str) -> Iterator[Reading]:
    target = layout.model.callables[name]
    term = layout.model.terms[id(target.decl.value)]  # type: ignore[union-attr]
    asked = [p for p in target.params if p.type.kind == "subset"]
    if target.instead:
        raise SettingsError(f"what any hand holds is known apart from play, and `instead of {name}` changes it there", target.instead[0].decl.span)
    if len(asked) != 1:
        raise SettingsError(f"`{name}` asks for {len(asked)} groups of cards, and a hand is one", term.span)
    others = [p for p in target.params if p is not asked[0]]
    cards, wild = _cards(layout, asked[0], term)
    faces = tuple(sorted({card for card in cards if card >= 0}))
    names = tuple(dict.fromkeys(layout.census.faces[face].printed for face, card in zip(layout.census.cards, _values(layout, asked[0], term)) if card == WILD))
    for given in product(*(_choices(layout, name, p) for p in others)):
        sure = Sure(layout, asked[0].key, {p.key: value for p, (value, _) in zip(others, given, strict=True)})
        rule = _rule(layout, sure, term)
        told = tuple((p.name, text) for p, (_, text) in zip(others, given, strict=True))
        yield Reading(name, told, Patterns(rule, faces, wild, min(cards.count(WILD), rule.most)), cards, names)


def _choices(layout: Layout, name: str, p: ParamInfo) -> list[tuple[int, str]]:
    """The values that a further argument can have, and how they are written."""
    if p.type.kind == "bool":
        return [(0, "false"), (1, "true")]
    if p.type.kind == "enum" and not p.or_none:
        return list(enumerate(layout.settings.values_of(p.type.name)))
    raise SettingsError(f"what any hand holds is known apart from play, and `{name}` hangs on `{p.name}`, which is known in play only", p.span)


def _values(layout: Layout, asked: ParamInfo, term: Term) -> list[int]:
    """By card of the game its value, `WILD` or `BLANK`."""
    values = term.args[PLACES["values"]]
    loops: Sequence[LoopTerm] = values.data if values.op == "set_for" else []
    element = values.args[0] if values.args else None
    plain = len(loops) == 1 and loops[0].domain.op == "local" and loops[0].domain.data == asked.key
    if element is None or not plain or element.op != "param" or element.args[0].op != "local":
        raise SettingsError("a hand is known by its cards' values: `values:` must be one part of each, as `[c.value for c in cards]`", values.span)
    kinds, model = asked.type.kinds, layout.model
    standing = {kind for guise in asked.type.guises for kind in model.standing(guise)}
    out = []
    for number in layout.census.cards:
        face = layout.census.faces[number]
        own = (not kinds or face.kind in kinds) and model.kinds[face.kind].part(element.data) is not None
        out.append(layout.part(face.kind, face.args, element.data) if own else WILD if face.kind in standing else BLANK)
    if any(value not in range(256) and value not in (WILD, BLANK) for value in out):
        raise SettingsError("cards of a hand have values from 0 to 255", values.span)
    return out


def _cards(layout: Layout, asked: ParamInfo, term: Term) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards that are dealt, and what wild ones can be."""
    found = _values(layout, asked, term)
    homes = {zone for value, (zone, _) in zip(found, layout.census.homes, strict=True) if value != BLANK}
    dealt = tuple(value for value, (zone, _) in zip(found, layout.census.homes, strict=True) if zone in homes)
    element: Term = term.args[PLACES["values"]].args[0]
    part = element.data
    wild = {layout.part(g.kind, g.args, part) for g in layout.guises if g.kind in asked.type.guises}
    return dealt, tuple(sorted(wild))


def _rule(layout: Layout, sure: Sure, term: Term) -> Rule:
    size = term.args[PLACES["size"]]
    least, most = (sure.value("size", end) for end in size.args)
    if not 1 <= most <= MOST_SLOTS:
        raise SettingsError(f"a combination has 1 to {MOST_SLOTS} values, not {most}", size.span)
    known = {word: sure.value(word, term.args[PLACES[word]]) for word in LINES if word not in ("values", "size", "needs", "stated")}
    for word in ("shape", "numbers"):
        meant = word_values(layout, LINES[word].type, term.args[PLACES[word]].type)
        known[word] = meant[known[word]] if meant else known[word]
    flags = {word: bool(known[word]) for word in ("negative", "zero", "by_one")}
    arithmetic = Arithmetic(signs_of(known["signs"]), Shape(known["shape"]), Numbers(known["numbers"]), **flags)
    needs = tuple(signs_of(sure.value("needs", term.args[PLACES["needs"]], n)) for n in range(most + 1))
    return Rule(known["target"], most, arithmetic, max(1, least), bool(known["distinct"]), needs)


class Sure:
    """Works out what does not hang on play: the cards are known by their number alone, other arguments by their values."""

    def __init__(self, layout: Layout, cards: str, given: Mapping[str, int]) -> None:
        self.l, self.cards, self.given = layout, cards, given

    def value(self, word: str, term: Term, number: int | None = None) -> int:
        """SettingsError if it is not known."""
        found = self.l.settings.fold(self._plain(term, self.given, number), self.given)
        if not isinstance(found, int):
            text = self.l.source(term.span)
            hangs = f"hangs on more than options and the number of cards{f': `{text}`' if text else ''}"
            raise SettingsError(f"what any hand holds is known apart from play, and `{word}:` {hangs}", term.span)
        return found

    def _plain(self, term: Term, local: Mapping[str, int], number: int | None) -> Term:
        """A term without calls, and without the number of cards, if that is known."""
        if term.op == "count" and number is not None and term.args[0].op == "local" and term.args[0].data == self.cards:
            return Term("const", INT, data=number)
        if term.op == "call":
            return self._called(term, local, number)
        return replace(term, args=tuple(self._plain(arg, local, number) for arg in term.args))

    def _called(self, term: Term, local: Mapping[str, int], number: int | None) -> Term:
        target = self.l.model.callables[term.data]
        values: Sequence[object] = [self.l.settings.fold(self._plain(arg, local, number), local) for arg in term.args]
        if target.instead or target.decl is None or not all(isinstance(value, int) for value in values):
            return term
        inner = {p.key: int(str(value)) for p, value in zip(target.params, values, strict=True)}
        body = self.l.model.terms[id(target.decl.value)]  # type: ignore[union-attr]
        found = self.l.settings.fold(self._plain(body, inner, number), inner)
        return Term("const", term.type, data=found) if isinstance(found, int) else term
