"""Where everything lies in the block: zones, variables, and what their numbers mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from ruledsl.ir.layout import WORD_HIGH, WORD_LOW
from ruledsl.ir.program import Enum, Kept, Key, Life, Type, Variable, Zone, parted
from ruledsl.ir.regions import Region, kept, seen, until, where, whole, word_of
from ruledsl.ir.rng import signed
from ruledsl.lower.combinations import Combination, combination
from ruledsl.lower.guises import Guises
from ruledsl.lower.lines import lines
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.said import printed_kind
from ruledsl.lower.settings import Settings
from ruledsl.lower.summary import Summaries
from ruledsl.model.combining import combinations
from ruledsl.model.flaws import shown
from ruledsl.model.lifetimes import lifetimes
from ruledsl.model.model import ORDERED, StateInfo
from ruledsl.model.orders import shuffled
from ruledsl.model.terms import TERMS
from ruledsl.model.told import info_of, variables
from ruledsl.model.types import Term
from ruledsl.model.types import Type as ModelType
from ruledsl.record import cached_property, replace
from ruledsl.source import Span

if TYPE_CHECKING:
    from ruledsl.lower.answers import Answers
    from ruledsl.lower.around import Around
    from ruledsl.lower.counted import KeptRow, Rows
    from ruledsl.lower.melds import Meld
    from ruledsl.lower.planner import Planner
    from ruledsl.lower.printed import Notes

MOST_KEPT = 1_000_000
"""Values that the variables of a game keep together."""

MOST_SETS = 8
"""Conditions on numbers whose sets are kept, at the most."""

LAST = frozenset(name for name, op in TERMS.items() if op.often == "last")

MOST_INDEXED = 16
"""Values that a variable may have for an index of where they stand."""


class Layout(Guises):
    """Regions in the order of the declarations."""

    def __init__(self, settings: Settings):
        super().__init__(settings)
        self.known = Summaries(self)
        self.combined: dict[str, Combination] = {}
        self.answered: dict[str, Answers | None] = {}
        self.hanging: dict[Hashable, Rows | None] = {}
        self.keeping: dict[tuple[str, tuple[KeptRow, ...]], Kept] = {}
        self.melds: dict[str, Meld] = {}
        self.noted: dict[tuple[str, Around], Notes] = {}
        self.planners: dict[tuple[str, ModelType, Around, int], Planner] = {}
        self.kind_enums: dict[str, Enum] = {}
        self.zones = self._zones()
        told = variables(self.model)
        self.variables = [s for s in (*self.model.state.values(), *told.values()) if not s.word]
        self._few_enough()
        self.shown = {s.name for s in shown(self.model)} | told.keys()
        self.life = lifetimes(self.model)
        self.regions = {r.name: r for s in self.variables for r in self._variable_regions(s)}
        if self.life.cards:
            places = max((z.base + z.instances for z in self.zones.values()), default=1)
            self.regions |= {r.name: r for r in self._lasting("card", self.instances("card"), 0, places, 0)}

    @cached_property
    def asks_last(self) -> bool:
        """Is there anything that random play would rather ask of the option alone that it has drawn?"""
        return not LAST.isdisjoint([term.op for term in self.model.terms.values()])

    def close(self) -> None:
        """Lets go of all that was made for it and knows it in turn: all of it is free at once then, and not only when the collector comes."""
        vars(self.known).clear()
        vars(self).clear()

    def _few_enough(self) -> None:
        total = 0
        for s in self.variables:
            total += self.instances(s.owner) * self.settings.length(s.name)
            if total > MOST_KEPT:
                raise SettingsError(f"with `{s.name}` the variables keep {total:,} values; a game keeps up to {MOST_KEPT:,}", s.span)

    def index(self, name: str) -> Region | None:
        """The region that says where each value of a cells' variable stands, made when it is first asked for; None if it has too many."""
        region = self.regions[name]
        info = info_of(self.model, whole(name))
        if info.owner != "cell" or self.words_of(info.type) > 1 or region.high - region.low >= MOST_INDEXED:
            return None
        made = Region(where(name), (region.high - region.low + 1) * -(-region.count // 64), WORD_LOW, WORD_HIGH, "index")
        return self.regions.setdefault(made.name, made)

    def keep(self, variable: str, rows: tuple[KeptRow, ...], new: bool) -> str | None:
        """The region that keeps these sets while a variable is written; None where there is none yet and none is to be made."""
        if (variable, rows) not in self.keeping:
            if not new or len(self.keeping) >= MOST_SETS:
                return None
            name = kept(variable, len(self.keeping))
            tables = [[f"{name}.{n}.bits", f"{name}.{n}.values"] for n in range(len(rows))]
            for names, row in zip(tables, rows, strict=True):
                for table, values in zip(names, row, strict=True):
                    self.table(table, [signed(value) for value in values])
            self.regions[name] = Region(name, len(rows), WORD_LOW, WORD_HIGH, "index")
            self.keeping[variable, rows] = Kept(name, variable, tuple((bits, holds) for bits, holds in tables))
        return self.keeping[variable, rows].region

    def combination(self, name: str) -> Combination:
        """A combination, worked out once."""
        if name not in self.combined:
            self.combined[name] = combination(self, name)
        return self.combined[name]

    def region(self, name: str) -> Region:
        return self.regions[name]

    def kept_in(self, name: str) -> list[str]:
        """The regions of a variable, one for each word of its sets."""
        return [word_of(name, n) for n in range(self.words_of(info_of(self.model, name).type))]

    def instances(self, owner: str) -> int:
        if owner == "cell":
            return max(1, self.settings.size(ModelType("cell")))
        if owner == "card":
            return max(1, len(self.census.cards))
        return self.settings.players if owner == "player" else 1

    def _zones(self) -> dict[str, Zone]:
        out, base, mixed = {}, 1, shuffled(self.model)
        begun = {info.zone for info in self.model.components if self._unseen(self.model.state[info.zone])}
        for s in self.model.state.values():
            if s.word:
                length = self.settings.length(s.name)
                instances = self.instances(s.owner) * length
                out[s.name] = Zone(
                    s.name, "table" if s.owner == "line" else s.owner, s.word, instances, self._capacity(s), s.word in ORDERED,
                    s.name in mixed or s.name in begun, s.visibility, base, s.span, self._only(s), self.keys(s), length, self._within(s),
                )  # fmt: skip
                base += instances
        return out

    def _within(self, s: StateInfo) -> tuple[int, int] | None:
        """The cells, corners or the like that have it, where there are others, too."""
        low, high = self.settings.extent(ModelType("cell", s.part)) if s.owner == "cell" else (0, 0)
        return (low, high) if s.owner == "cell" and high - low + 1 < self.settings.size(ModelType("cell")) else None

    def marks(self, zone: Zone) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """What all see on cards that can lie in a zone, beside their faces: regions and zones, each with how many places a card has there."""
        kinds = frozenset(zone.kinds) or self.model.plain_kinds
        open_ones, lying = self._noted(kinds)
        beside = {s.name: self._lasts(s.name, s.name in self.life.variables) for s in open_ones}
        regions = [(name, self.settings.length(s.name)) for s in open_ones for name in (*self.kept_in(s.name), *beside[s.name])]
        regions += [(name, 1) for name in self._lasts("card", bool(self._lent(kinds)))]
        return regions, [(s.name, self.settings.length(s.name)) for s in lying]

    def marked(self, zone: Zone) -> frozenset[str]:
        """The kinds of the cards on which there is anything of that: others are the same if their faces are."""
        kinds = frozenset(zone.kinds) or self.model.plain_kinds
        return kinds & self._lent(kinds).union(*(s.kinds for some in self._noted(kinds) for s in some))

    def _noted(self, kinds: frozenset[str]) -> tuple[list[StateInfo], list[StateInfo]]:
        """The variables that all see and the zones of cards of some kinds."""
        mine = [s for s in self.model.state.values() if s.owner == "card" and s.kinds & kinds]
        return [s for s in mine if not s.word and s.visibility == "open"], [s for s in mine if s.word]

    def _lent(self, kinds: frozenset[str]) -> frozenset[str]:
        """Those of some kinds that may be where they are for a time."""
        return kinds & (self.life.kinds or kinds) if self.life.cards else frozenset()

    def _lasts(self, name: str, it_may: bool) -> list[str]:
        return [until(name), f"{until(name)}.who", *(f"{until(word)}.was" for word in self._words(name))] if it_may else []

    def _words(self, name: str) -> list[str]:
        return self.kept_in(name) if name in self.model.state else [name]

    def _unseen(self, s: StateInfo) -> bool:
        """Does nobody see how the cards lie there? Then a test that begins in the middle need not say it."""
        return s.word == "pile" and s.visibility == "hidden"

    def _only(self, s: StateInfo) -> tuple[str, ...]:
        """The kinds of cards that a zone takes; nothing if it takes all."""
        return () if s.type.kinds >= self.model.plain_kinds else tuple(sorted(s.type.kinds))

    def _capacity(self, s: StateInfo) -> int:
        room = sum(count for kind, count in self._by_kind.items() if kind in s.type.kinds) or 1
        if s.word == "spot":
            return 1
        return min(room, max(1, self.settings.number(s.capacity))) if s.capacity is not None else room

    @cached_property
    def _by_kind(self) -> Mapping[str, int]:
        """How many cards there are of each kind."""
        return Counter(self.census.faces[face].kind for face in self.census.cards)

    def _zone_regions(self) -> list[Region]:
        cards, full = len(self.census.cards), (1 << 63) - 1
        out = []
        for z in self.zones.values():
            if z.ordered:
                out += [
                    Region(f"{z.name}.cards", z.instances * z.capacity, 0, max(cards - 1, 0), "zone"),
                    Region(f"{z.name}.count", z.instances, 0, z.capacity, "zone"),
                ]
                out += [Region(f"{z.name}.loose", z.instances, 0, z.capacity, "zone")] if z.loose else []
            else:
                out.append(Region(f"{z.name}.bits", z.instances * self.words, -full - 1, full, "zone"))
        last = max((z.base + z.instances for z in self.zones.values()), default=1)
        out.append(Region("card.zone", max(cards, 1), 0, last, "card"))
        out.append(Region("known", max(cards, 1), 0, (1 << self.settings.players) - 1, "card"))
        return out

    def _variable_regions(self, s: StateInfo) -> list[Region]:
        words = self._word_regions(s)
        seats = (1 << self.settings.players) - 1
        out = [*words, *(Region(seen(word.name), word.count, 0, seats, "variable") for word in words if s.name in self.shown)]
        if s.name in self.life.variables:
            out += self._lasting(s.name, words[0].count, words[0].low, words[0].high, words[0].initial)
            out += [Region(f"{until(word.name)}.was", word.count, word.low, word.high, "variable", word.initial) for word in words[1:]]
        return out

    def _lasting(self, name: str, count: int, low: int, high: int, initial: int) -> list[Region]:
        """How long each instance lasts, whose phase ends it, and what it was."""
        word = until(name)
        return [
            Region(word, count, 0, 2 * len(self.life.endings), "variable"),
            Region(f"{word}.who", count, -1, (1 << 31) - 1, "variable", -1),
            Region(f"{word}.was", count, low, high, "variable", initial),
        ]

    def lives(self) -> tuple[Life, ...]:
        return tuple(Life(e.when, e.next, e.phase, self.type(e.type) if e.type is not None else None) for e in self.life.endings)

    def _word_regions(self, s: StateInfo) -> list[Region]:
        count = self.instances(s.owner) * self.settings.length(s.name)
        ranges = [self.range(s.type, s.bounds, s.name, word) for word in range(self.words_of(s.type))]
        lows = [-1 if s.type.or_none and low >= 0 else low for low, _ in ranges]
        firsts = self._initial(s, *ranges[0])
        return [Region(word_of(s.name, n), count, lows[n], ranges[n][1], "variable", firsts[n]) for n in range(len(ranges))]

    def range(self, type: ModelType, bounds: tuple[Term, Term] | None, name: str, word: int = 0) -> tuple[int, int]:
        if bounds is not None and type.kind == "int":
            low, high = (self.settings.number(b) for b in bounds)
            if low > high:
                raise SettingsError(f"`{name}` goes from {low} to {high}, which is nothing")
            return low, high
        if type.kind == "set":
            size = min(64, self.settings.extent(type.of or type)[1] + 1 - 64 * word)
            if bounds is not None:
                size = self.settings.number(bounds[1]) + 1
                if not 1 <= size <= 64 or self.settings.number(bounds[0]) < 0:
                    raise SettingsError(f"`{name}` is a set of numbers that do not lie within 0..63")
            return (0, (1 << size) - 1) if size < 63 else (-(1 << 63), (1 << 63) - 1)
        if type.kind == "kindvalue":
            members = self.kind_members(type.name)
            return members[0], members[-1]
        return self.settings.extent(type)

    def _initial(self, s: StateInfo, low: int, high: int) -> list[int]:
        """What it begins with, word by word."""
        words = self.words_of(s.type)
        if s.initial is None and s.type.kind == "cell" and not s.type.or_none:
            return [self.settings.first_cell(s.type)]
        if s.initial is None:
            return [-1 if s.type.or_none else 0 if low <= 0 <= high else low] * words
        value = self.settings.number(s.initial)
        if words > 1 or s.type.kind == "set" and low < 0:
            return parted(value, words)
        if not (low <= value <= high or (value == -1 and s.type.or_none)):
            raise SettingsError(f"`{s.name}` begins with {value}, and goes from {low} to {high}")
        return [value]

    def type(self, type: ModelType, or_none: bool = False) -> Type:
        low, high = self.settings.extent(type)
        if type.kind == "kindvalue":
            type = replace(type, kind="enum", name=self.kind_enum(type.name))
        if type.kind == "line":
            type = replace(type, kind="enum", name=self.line_enum())
        of = self.type(type.of) if type.of is not None else self.type(type.member) if type.kind == "subset" else None
        return Type(type.kind, type.name, low, max(0, high), or_none or type.or_none, of)

    def source(self, span: Span) -> str:
        """An expression as it was written."""
        return self.model.written(span)

    def kind_members(self, family: str) -> tuple[int, ...]:
        return tuple(n for n, name in enumerate(self.model.kinds) if name in self.model.leaves(family))

    def kind_enum(self, family: str) -> str:
        """The kinds of a family as an enum, whose values have the numbers of all kinds."""
        kinds = self.model.kinds
        made = Enum(f"kind of {family}", tuple(kinds), tuple(map(printed_kind, kinds.values())), self.kind_members(family))
        return self.kind_enums.setdefault(made.name, made).name

    def line_enum(self) -> str:
        """The lines of all boards as an enum."""
        known = lines(self.settings)
        made = Enum("line", tuple(line.spoken for line in known), tuple(line.printed for line in known))
        return self.kind_enums.setdefault(made.name, made).name

    def _enums(self) -> dict[str, Enum]:
        out = {e.name: Enum(e.name, e.values, e.printed) for e in self.model.enums.values()}
        out |= self.kind_enums
        out |= {made.enum.name: made.enum for made in map(self.combination, combinations(self.model))}
        for o in self.model.options.values():
            if o.ruling:
                out[o.name] = Enum(o.name, o.values, o.values)
        return out

    def _variable(self, s: StateInfo) -> Iterator[Variable]:
        type, owner, length = self.type(s.type), "table" if s.owner == "line" else s.owner, self.settings.length(s.name)
        drawn = tuple(self._drawn(s))
        for n, name in enumerate(self.kept_in(s.name)):
            low, high = self.range(s.type, s.bounds, s.name, n)
            whole = Type(type.kind, type.name, low, high, type.or_none, type.of)
            yield Variable(name, owner, whole, s.visibility, s.scope, s.span, self.keys(s), length, drawn, n, self._within(s), s.said)

    def _drawn(self, s: StateInfo) -> Iterator[tuple[str | tuple[Type, int], ...]]:
        """For each key how one of so many is drawn."""
        for key in product(*self.settings.keys(s.name)) if s.drawn else ():
            local = dict(zip(s.named, key, strict=True))
            yield tuple(part if isinstance(part, str) else (self.type(part.type.bare), self.settings.number(part, local)) for part in s.drawn)

    def keys(self, s: StateInfo) -> tuple[Key, ...]:
        """What each key may be."""
        types = [self.model.member(among.type.name) if among.type.kind == "board" else among.type.of or ModelType("int") for among in s.keys]
        return tuple(Key(self.type(type.bare), tuple(places)) for type, places in zip(types, self.settings.keys(s.name), strict=True))

    def other_names(self) -> dict[str, str]:
        """What corners and edges may be called besides, but for what would be another one on another board."""
        out: dict[str, str] = {}
        for board in self.settings.boards().values():
            for name, called in board.called_too.items():
                out[name] = called if out.get(name, called) == called else ""
        return {name: called for name, called in out.items() if called}
