"""The checked model: every name resolved, every expression a term, nothing that depends on the number of players or on options."""

from __future__ import annotations

from ruledsl.model.types import CELL, PLACE, LoopTerm, Term, Type
from ruledsl.model.wanted import Wanted
from ruledsl.record import field, record
from ruledsl.source import NOWHERE, Source, Span
from ruledsl.syntax import tree as t

ORDERED = ("pile", "row", "fan")
"""The words of zones that have a top."""


@record
class EnumInfo:
    name: str
    values: tuple[str, ...]
    printed: tuple[str, ...]
    circle: bool
    span: Span
    shapes: tuple[tuple[tuple[int, int], ...], ...] = ()
    """Of each value the squares, by row and column of the text."""


@record
class KindInfo:
    """A kind of card. `params` are names with types; `kinds` the kinds that are this one (itself, or a family's members)."""

    name: str
    params: dict[str, Type]
    printed: t.Text | None
    family: str | None
    decl: t.Card
    bounds: dict[str, tuple[Term, Term]] = field(default_factory=dict)
    constants: dict[str, Term] = field(default_factory=dict)
    stands_for: str | None = None
    own: tuple[str, ...] = ()
    """The variables of such cards that the printed text names."""

    def part(self, name: str) -> Type | None:
        """What `card.name` is: a parameter, or a constant of the kind."""
        if name in self.constants:
            return self.constants[name].type
        return self.params.get(name)


@record
class OptionInfo:
    """An option or a ruling. `values` are a ruling's words. `bounds` are a number's (or a list member's) limits."""

    name: str
    type: Type
    default: Term | None
    question: str
    ruling: bool
    values: tuple[str, ...]
    span: Span
    bounds: tuple[Term, Term] | None = None
    tags: tuple[str, ...] = ()


@record
class StateInfo:
    """A variable or a zone. `word` is the zone word, or "" for a variable. `owner`: table player cell card. `scope`: phase of `this X`.

    `kinds` are the kinds of the cards that have it, where each card has one; `keys` what its keys are among: there is one for each. `drawn` is how one of so
    many is drawn, in pieces, which hang on the locals `named`, one for each key. Of cells that are called corners or edges `part` is the word."""

    name: str
    owner: str
    scope: str
    type: Type
    word: str
    visibility: str
    initial: Term | None
    bounds: tuple[Term, Term] | None
    capacity: Term | None
    decl: t.Variable
    span: Span
    kinds: frozenset[str] = frozenset()
    keys: tuple[Term, ...] = ()
    drawn: tuple[str | Term, ...] = ()
    named: tuple[str, ...] = ()
    part: str = ""
    said: tuple[tuple[str, str], ...] = ()
    """Of what is told aloud the text, in pieces, each with a name of what is told where it stands."""

    @property
    def whose(self) -> str:
        """The word for its owner."""
        return self.part or self.owner


@record
class ParamInfo:
    name: str
    key: str
    type: Type
    domain: Term | None = None
    condition: Term | None = None
    or_none: bool = False
    span: Span = NOWHERE
    wanted: Wanted | None = None


@record
class Callable:
    """play, a phase, an action, a deed, a def, an effect or a rule that waits, with the hooks upon it in the order of the text.
    `card` is the kind whose effect it is, `this` the local that holds the card; `during` the phase in which a rule waits."""

    kind: str  # play phase action to def effect watch
    name: str
    decl: t.Play | t.Phase | t.Action | t.To | t.Def | t.Effect | t.Watch
    params: list[ParamInfo]
    before: list[HookInfo] = field(default_factory=list)
    after: list[HookInfo] = field(default_factory=list)
    instead: list[HookInfo] = field(default_factory=list)
    result: Type | None = None  # of a def, and of a deed that gives something
    card: str = ""
    this: str = ""
    during: str = ""

    @property
    def words(self) -> str:
        """What it is, for messages."""
        words = {"play": "the game", "phase": "a phase", "action": "an action", "to": "a deed", "def": "a def", "effect": "an effect"}
        words["watch"] = "a rule that waits"
        return words[self.kind]

    @property
    def given(self) -> str:
        """The local that holds what a deed gives."""
        return f"{self.name} gives"

    @property
    def body(self) -> t.Block:
        return () if isinstance(self.decl, t.Def) else self.decl.body


@record
class HookInfo:
    """A hook. With `cards` it is done for each card that they go through, which it calls `this`; one that stands instead of something
    is for the first of them."""

    decl: t.Hook
    params: list[ParamInfo]
    card: str = ""
    cards: LoopTerm | None = None


@record(frozen=True)
class Ending:
    """What ends a lifetime: `when` ("before" or "after") a phase, or the `next` one; `type` is that of the phase's first parameter, if
    the lifetime asks for one."""

    when: str
    next: bool
    phase: str
    type: Type | None


@record
class ComponentInfo:
    zone: str
    owner: str  # the name of the player who has one, "" if nobody has
    keys: tuple[Term, ...]
    count: Term
    kind: str
    args: tuple[Term, ...]
    loops: tuple[LoopTerm, ...]
    span: Span


@record
class ChartInfo:
    name: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[Term, ...]]
    header: str
    row_type: Type | None
    span: Span
    types: tuple[Type, ...] = ()  # of what stands in each column
    column_type: Type | None = None  # of the names of columns that can be asked for by a value
    keyed: tuple[int, ...] = ()  # which columns these are


@record
class MeldInfo:
    """Cards of some kinds that lie together. `lines` are what is told of a card, which is the local `key`, and of the numbers of cards."""

    name: str
    kinds: frozenset[str]
    span: Span
    key: str = ""
    lines: dict[str, Term] = field(default_factory=dict)


@record(frozen=True)
class Aloud:
    """A variable that a `reveal` shows and sets back at once, and the value that it is to hold; none where all is that something is said."""

    info: StateInfo
    value: t.Expr | None


@record
class HistoryInfo:
    """Positions that are noted: the variables whose values are held, each with the board if it is of cells or the like, how many notes there can be, and
    what forgets those before."""

    name: str
    decl: t.History
    noted: tuple[tuple[str, str], ...] = ()
    bound: Term | None = None
    since: Term | None = None


@record(frozen=True)
class LegendInfo:
    """What a letter of pictures sets of its cell; the letter as it is written, or the value that it is printed of. With something `before` or `behind`
    the value it is a sign, which is drawn and stands in no picture. So is what is drawn at a `side` of a cell, or says something of another `part`: of
    corners, edges or routes. If it is `blank` it sets nothing: its loop names the cells that are no part of the board to people."""

    letter: str | Term
    small: bool
    marks: tuple[tuple[str, Term], ...]
    loops: tuple[LoopTerm, ...]
    span: Span
    before: str = ""
    behind: str = ""
    side: str = ""
    part: str = ""
    blank: bool = False

    @property
    def sign(self) -> bool:
        return bool(self.before or self.behind)

    @property
    def beside(self) -> bool:
        """Is it drawn elsewhere than on the cells?"""
        return bool(self.side or self.part or self.blank)


@record
class BoardInfo:
    """`sizes` as they are written: rows and columns, or of hexes the lengths of the rows. `places` as they are called in texts."""

    name: str
    shape: str
    span: Span
    sizes: tuple[tuple[Term, ...], ...] = ()
    below: bool = False  # row 1 is drawn at the bottom
    legend: tuple[LegendInfo, ...] = ()

    places: tuple[str, ...] = ()
    joined: tuple[tuple[int, int], ...] = ()
    """Of each route the places at its ends, by their order."""

    @property
    def member(self) -> Type:
        """What lies on it."""
        return PLACE if self.shape == "places" else CELL

    @property
    def hexes(self) -> bool:
        return self.shape in ("hexes", "rhombus")

    @property
    def marked(self) -> tuple[str, ...]:
        """The variables that a picture sets."""
        return tuple(dict.fromkeys(name for line in self.legend if not line.beside for name, _ in line.marks))


@record
class Model:
    """What `check` answers. `terms` maps the identity of an expression node to its term; `keys` that of a binding node to its local,
    `endings` that of an `until` to what it waits for."""

    title: str = ""
    rulebook: str = ""
    low: int = 1
    high: int = 1
    seat_names: tuple[str, ...] = ()
    trees: tuple[t.Tree, ...] = ()
    sources: dict[str, Source] = field(default_factory=dict)
    enums: dict[str, EnumInfo] = field(default_factory=dict)
    kinds: dict[str, KindInfo] = field(default_factory=dict)
    options: dict[str, OptionInfo] = field(default_factory=dict)
    charts: dict[str, ChartInfo] = field(default_factory=dict)
    state: dict[str, StateInfo] = field(default_factory=dict)
    melds: dict[str, MeldInfo] = field(default_factory=dict)
    histories: dict[str, HistoryInfo] = field(default_factory=dict)
    boards: dict[str, BoardInfo] = field(default_factory=dict)
    places: dict[str, tuple[str, int]] = field(default_factory=dict)
    """By name the board of a place, and its number there."""
    along: dict[str, ChartInfo] = field(default_factory=dict)
    """By name what the columns of boards of places say of each route."""
    callables: dict[str, Callable] = field(default_factory=dict)
    components: list[ComponentInfo] = field(default_factory=list)
    winner: t.Winner | None = None
    invariants: list[t.Invariant] = field(default_factory=list)
    demands: list[t.Demand] = field(default_factory=list)
    tests: list[t.Test] = field(default_factory=list)
    chapters: list[t.Chapter] = field(default_factory=list)
    terms: dict[int, Term] = field(default_factory=dict)
    spoken: dict[tuple[int, int], frozenset[str]] = field(default_factory=dict, compare=False)  # see `borders.used`
    keys: dict[int, str] = field(default_factory=dict)
    loops: dict[int, LoopTerm] = field(default_factory=dict)
    endings: dict[int, Ending] = field(default_factory=dict)
    inner: dict[int, t.ChooseAction] = field(default_factory=dict)  # by `carry out` in an effect: what is asked there
    aloud: dict[int, tuple[Aloud, ...]] | None = None  # see `told.aloud`, which finds it
    joined: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by menu, the actions that can be chosen at any time
    criteria: list[tuple[bool, Term]] = field(default_factory=list)
    at_once: Term | None = None  # has a seat won before anything counts?
    wanted: dict[int, Wanted] = field(default_factory=dict)  # by the identity of what was written
    guises: set[str] = field(default_factory=set)  # the kinds that a chosen card may stand for
    chosen: dict[str, str] = field(default_factory=dict)  # ruling values whose patches are in
    absent: frozenset[str] = frozenset()  # actions that other values of rulings declare
    _relations: tuple[int, dict[str, set[str]], dict[str, str]] = (0, {}, {})  # of so many kinds
    locals: dict[str, Type] = field(default_factory=dict)  # by key: what a parameter, a `let`, a loop's name was found to be
    whole: Model | None = None  # before copies were made of what is given zones
    names: dict[str, dict[str, str]] = field(default_factory=dict)  # by language: what a name or text is called there

    def chart(self, name: str, column: str = "") -> ChartInfo:
        """A chart; without a name what a column says of routes."""
        return self.charts[name] if name else self.along[column]

    @property
    def seats(self) -> tuple[str, ...]:
        """What the seats are called, at most so many; where the game names none, in tests and at the table."""
        return self.seat_names or tuple("ABCDEFGHI"[: self.high])

    def member(self, board: str) -> Type:
        """What lies on a board: cells, or places."""
        return self.boards[board].member if board in self.boards else CELL

    def written(self, span: Span) -> str:
        """A piece of one line of the rules, as it stands there."""
        source = self.sources.get(span.file)
        if source is None or span.line != span.end_line:
            return ""
        return source.line(span.line)[span.column - 1 : span.end_column - 1]

    def shown(self, span: Span) -> int:
        """The number of the line on which a span begins, as people count."""
        source = self.sources.get(span.file)
        return source.shown(span.line) if source else span.line

    def tags(self, span: Span) -> tuple[str, ...]:
        """The rulebook ids that stand on the line of a span."""
        source = self.sources.get(span.file)
        return source.tags.get(span.line, ()) if source else ()

    @property
    def plain_kinds(self) -> frozenset[str]:
        """The kinds that a card can be: not the families."""
        return frozenset(k for k in self.kinds if self.leaves(k) == {k})

    def leaves(self, kind: str) -> frozenset[str]:
        """The kinds that are of this kind: itself, or a family's members, and theirs."""
        return frozenset(self._related()[0].get(kind) or {kind})

    def above(self, kind: str) -> list[str]:
        """The families that a kind is in, the nearest first. A chain that leads back to itself ends there."""
        out: list[str] = []
        family = self.kinds[kind].family
        while family in self.kinds and family not in out:
            out.append(family)
            family = self.kinds[family].family
        return out

    def _related(self) -> tuple[dict[str, set[str]], dict[str, str]]:
        """The members of each family that are none themselves, and the kind or family that a kind stands for; known until there is another
        kind."""
        known, families, stand_ins = self._relations
        if known != len(self.kinds):
            families, stand_ins = {}, {}
            named = {info.family for info in self.kinds.values()}
            for name, info in self.kinds.items():
                for family in self.above(name) if name not in named else ():
                    families.setdefault(family, set()).add(name)
                meant = info.stands_for or next(filter(None, (self.kinds[family].stands_for for family in self.above(name))), None)
                if meant is not None:
                    stand_ins[name] = meant
            self._relations = (len(self.kinds), families, stand_ins)
        return families, stand_ins

    def effects(self, kind: str) -> list[Callable]:
        """What a card of this kind does, one way or another."""
        return [c for c in self.callables.values() if c.kind == "effect" and c.card == kind]

    def standing(self, kind: str) -> frozenset[str]:
        """The kinds that may be played as this one, under their own name."""
        families, stand_ins = self._related()
        return frozenset(name for name, meant in stand_ins.items() if name != kind and name not in families and kind in self.leaves(meant))
