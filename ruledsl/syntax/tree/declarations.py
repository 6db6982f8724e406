"""Declarations, as they were written: games, variants, types, components, state, rules."""

from __future__ import annotations

from ruledsl.record import record
from ruledsl.syntax.tree.expressions import Expr, Field, Loop, Range, Text
from ruledsl.syntax.tree.node import Name, Node
from ruledsl.syntax.tree.statements import Block, Wanted


@record(frozen=True)
class TypeRef(Node):
    """A type as written: a word (`bool`, an enum, a kind, a zone word) with `of` for `pile of Hen`, `set of Step`, `list of 1..9`; or name
    is "range" and `range` holds `a..b`; `or_none` for `Step or none`; `others` are the kinds behind `or` in `pile of Hen or Fox`."""

    name: str
    of: TypeRef | None = None
    range: Range | None = None
    or_none: bool = False
    others: tuple[Name, ...] = ()


@record(frozen=True)
class Decl(Node):
    """For a declaration with a block, `span` is its head line."""


@record(frozen=True)
class Mode(Node):
    """`mode solo: players 1`: a way to play the game, with seats of its own."""

    name: Name
    players: Range | None
    seats: tuple[Name, ...] = ()


@record(frozen=True)
class Team(Node):
    """`team ns: north, south`."""

    name: Name
    seats: tuple[Name, ...]


@record(frozen=True)
class Game(Decl):
    title: str
    players: Range | None  # `players 2` is 2..2
    seats: tuple[Name, ...] = ()
    rulebook: str | None = None
    modes: tuple[Mode, ...] = ()
    teams: tuple[Team, ...] = ()


@record(frozen=True)
class InModes(Decl):
    """`mode solo, dual:` and below it what there is in these modes only."""

    modes: tuple[Name, ...]
    body: tuple[Decl, ...]


@record(frozen=True)
class Variant(Decl):
    title: str
    base: str
    body: tuple[Decl, ...]


@record(frozen=True)
class Chapter(Decl):
    title: str


@record(frozen=True)
class EnumValue(Node):
    """`shape`: how its squares lie, row by row with `/` between rows."""

    name: str
    printed: str | None = None
    shape: str | None = None


@record(frozen=True)
class Enum(Decl):
    name: Name
    values: tuple[EnumValue, ...]
    circle: Name | None = None  # the name after `then`, which must be the first value


@record(frozen=True)
class Keyed(Node):
    """`n in 1..9` or `g in Gem` in brackets behind the name of a zone, variable or parameter: there is one for each."""

    name: Name
    among: Expr


@record(frozen=True)
class Param(Node):
    """A parameter: `x`, `x: T` (cards), `x in S` or `x: Number in S` (actions); with `keys` one for each of them, `x[f in 1..6]: 0..8 in S`, where
    `together` is how much they may be in all."""

    name: str
    type: TypeRef | None = None
    domain: Expr | None = None
    condition: Expr | None = None
    or_none: bool = False
    wanted: Wanted | None = None
    keys: tuple[Keyed, ...] = ()
    together: Range | None = None


@record(frozen=True)
class Option(Decl):
    """`option x: T = v`; in a variant `type` may be None. `question` is the string behind it or below it."""

    name: Name
    type: TypeRef | None
    default: Expr | None
    question: str | None = None


@record(frozen=True)
class Patch(Node):
    value: Name
    body: tuple[Decl, ...]


@record(frozen=True)
class Ruling(Decl):
    name: Name
    values: tuple[Name, ...]
    default: Name | None
    question: str | None = None
    patches: tuple[Patch, ...] = ()


@record(frozen=True)
class ChartRow(Node):
    """A line of a chart: rows with the same numbers stand on one. Of the header `names` is one."""

    names: tuple[Name, ...]
    cells: tuple[Expr, ...]


@record(frozen=True)
class Chart(Decl):
    name: Name
    header: ChartRow
    rows: tuple[ChartRow, ...]


@record(frozen=True)
class Component(Node):
    count: Expr
    card: Expr  # Ref or Call
    loops: tuple[Loop, ...] = ()
    condition: Expr | None = None  # where nothing is gone through; else a loop has it


@record(frozen=True)
class ComponentLine(Node):
    zone: Expr
    items: tuple[Component, ...]


@record(frozen=True)
class Components(Decl):
    lines: tuple[ComponentLine, ...]


@record(frozen=True)
class Variable(Node):
    """A line of state: `hand: hand of Hen, own` or `score: 0..9 = 3`. `at_most` is a zone's capacity; `beside` all names of a line but the first; of
    `dice[f in 1..6] "{f}": 0..8` the text, `drawn`, says how one of so many is drawn."""

    name: Name
    type: TypeRef
    initial: Expr | None = None
    visibility: Name | None = None
    at_most: Expr | None = None
    keys: tuple[Keyed, ...] = ()
    beside: bool = False
    drawn: Text | None = None


@record(frozen=True)
class State(Decl):
    """`table:`, `each player:`, `each cell:`; `scope` is the phase of `this X`. Of `each row, column of yard:` the groups of lines and the board."""

    owner: str  # "table" | "player" | "cell" | "line" | a kind's name
    scope: Name | None
    variables: tuple[Variable, ...]
    groups: tuple[Name, ...] = ()
    board: Name | None = None


@record(frozen=True)
class Play(Decl):
    body: Block


@record(frozen=True)
class Phase(Decl):
    """With a condition in its head (`phase f() if C:`) it is `guarded`, and its body one `If`."""

    name: Name
    params: tuple[Param, ...]
    body: Block
    guarded: bool = False


@record(frozen=True)
class AnyTime(Node):
    """`at any time during turn`."""

    phase: Name | None = None


@record(frozen=True)
class Action(Decl):
    """`any_time` for one that joins every menu of its player, of a phase if it names one."""

    name: Name
    params: tuple[Param, ...]
    body: Block
    any_time: AnyTime | None = None


@record(frozen=True)
class To(Decl):
    """`guarded` as a phase."""

    name: Name
    params: tuple[Param, ...]
    body: Block
    guarded: bool = False


@record(frozen=True)
class Def(Decl):
    name: Name
    params: tuple[Param, ...]
    value: Expr


@record(frozen=True)
class Meld(Decl):
    """`meld NAME(card: Card):`: which cards lie together."""

    name: Name
    params: tuple[Param, ...]
    fields: tuple[Field, ...]


@record(frozen=True)
class Held(Node):
    """`in force for e` behind what a rule hangs on: it counts as the family of its card says."""

    of: Expr | None


@record(frozen=True)
class Hook(Decl):
    """`before f(x) if C:`, `after …`, `instead of f(x) if C:` with `body`, or `instead of f(x) = e` with `value`."""

    when: str  # "before" | "after" | "instead"
    name: Name
    params: tuple[Param, ...]
    condition: Expr | None
    body: Block = ()
    value: Expr | None = None
    once: bool = False  # of a hook on each card of a zone: for the first of them only
    held: Held | None = None


@record(frozen=True)
class History(Decl):
    """`history H after f at most N times since C: …`: the hook that notes."""

    name: Name
    hook: Hook


@record(frozen=True)
class Watch(Decl):
    """`as soon as C for p in S during PHASE:`; `phase` is None for the whole game."""

    condition: Expr
    loop: Loop | None
    phase: Name | None
    body: Block


@record(frozen=True)
class Criterion(Node):
    """`team` where it is asked of a player's team."""

    highest: bool
    name: str
    team: bool = False


@record(frozen=True)
class Winner(Decl):
    """`winner: highest score then lowest cards if C`; without criteria, `winner: together if C`: all win, or nobody."""

    criteria: tuple[Criterion, ...]
    condition: Expr | None = None


@record(frozen=True)
class Invariant(Decl):
    title: str
    condition: Expr


@record(frozen=True)
class Demand(Decl):
    """A `require` at the margin: what must hold of a table before play."""

    condition: Expr
    message: Text | None


@record(frozen=True)
class NameEntry(Node):
    """`key: "text"`; a key is a name or a string, and its place that of the entry."""

    key: str
    text: str


@record(frozen=True)
class NamesBlock(Decl):
    """`names "fr":` with what things are called in that language."""

    language: str
    entries: tuple[NameEntry, ...]
