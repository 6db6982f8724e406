"""The syntax tree: what was written, with its places, and nothing that has to be looked up.

Every node has a `span`. Tags (`@SE-012`) and comments are not in the tree: they belong to lines (`Tree.tags`, `Tree.comments`).
Structure is compared with `same`, which ignores spans.
"""

from __future__ import annotations

from typing import Any, Iterator, Sequence, TypeVar

from ruledsl.record import field, fields, record
from ruledsl.source import NOWHERE, Source, Span


@record(frozen=True, kw_only=True)
class Node:
    """Anything that was written. Nodes are equal if they say the same, wherever they stand."""

    span: Span = field(default=NOWHERE, compare=False, repr=False)


N = TypeVar("N", bound=Node)


@record(frozen=True)
class Name(Node):
    """A name as written in a declaring place."""

    text: str


# ---- expressions -----------------------------------------------------------------------------


@record(frozen=True)
class Expr(Node):
    pass


@record(frozen=True)
class Number(Expr):
    value: int


@record(frozen=True)
class Decimal(Expr):
    """Only in tests: `0.1`. `value` is the text."""

    value: str


@record(frozen=True)
class Bool(Expr):
    value: bool


@record(frozen=True)
class NoneLiteral(Expr):
    pass


@record(frozen=True)
class Text(Expr):
    """A string as a template: literal pieces and `{expressions}` in turn."""

    parts: tuple[str | Expr, ...]


@record(frozen=True)
class Ref(Expr):
    """A name in an expression."""

    name: str


@record(frozen=True)
class Attr(Expr):
    """`base.name`; `your.hand` is `Attr(Ref("your"), "hand")`. `name_span` is the place of `name` alone."""

    base: Expr
    name: str
    name_span: Span = field(default=NOWHERE, compare=False, repr=False)


@record(frozen=True)
class Index(Expr):
    base: Expr
    items: tuple[Expr, ...]


@record(frozen=True)
class Call(Expr):
    """`f(a, b)`: a def, a built-in, or a face such as `Hen(four)`. `generator` is set for `f(e for x in S)`.

    `base` is set for `field.lines(3)`."""

    function: str
    args: tuple[Expr, ...]
    generator: Comprehension | None = None
    function_span: Span = field(default=NOWHERE, compare=False, repr=False)
    base: Expr | None = None


@record(frozen=True)
class Unary(Expr):
    op: str  # "-" | "not"
    operand: Expr


@record(frozen=True)
class Binary(Expr):
    op: str  # "+" "-" "*" "//" "%" "|" "&" "and" "or"
    left: Expr
    right: Expr


@record(frozen=True)
class Compare(Expr):
    """`a < b <= c` is operands (a, b, c) with ops ("<", "<="). Ops: == != < <= > >= in, not in, is, is not."""

    operands: tuple[Expr, ...]
    ops: tuple[str, ...]


@record(frozen=True)
class IfElse(Expr):
    then: Expr
    condition: Expr
    otherwise: Expr


@record(frozen=True)
class Range(Expr):
    low: Expr
    high: Expr


@record(frozen=True)
class ListLiteral(Expr):
    items: tuple[Expr, ...]


@record(frozen=True)
class SetLiteral(Expr):
    items: tuple[Expr, ...]


@record(frozen=True)
class More(Expr):
    """Only in tests, inside a list of cards: `3 more`."""

    count: Expr


@record(frozen=True)
class Key(Node):
    """`highest c.value`: members with more of it come first."""

    highest: bool
    value: Expr


@record(frozen=True)
class Loop(Node):
    """`for NAME in domain [by order] [from start] [if condition] [while limit]`, in comprehensions, components and statements."""

    name: Name
    domain: Expr
    start: Expr | None = None
    condition: Expr | None = None
    limit: Expr | None = None
    order: tuple[Key, ...] = ()


@record(frozen=True)
class Comprehension(Expr):
    """`e for x in S …`; `braces` is "" inside a call, "{" or "["."""

    element: Expr
    loops: tuple[Loop, ...]
    braces: str = ""


@record(frozen=True)
class Place(Expr):
    """`top of Z`, `bottom of Z`, `random of Z`, `all of Z`, `all cards`, `all Duck`, `tops of Z`; `count` is set for `top 3 of Z`, `kind`
    for `all Duck`."""

    which: str  # "top" | "bottom" | "random" | "all" | "tops"
    zone: Expr | None  # None only for `all cards` and `all Duck`
    count: Expr | None = None
    kind: Name | None = None


@record(frozen=True)
class Roll(Expr):
    """`roll S`, only as a whole right-hand side. `d6` is `1..6`, as a Range."""

    domain: Expr


@record(frozen=True)
class Observe(Expr):
    """`observe "question" chance 60 of 100`, only as a whole right-hand side: the world answers yes or no."""

    question: Text
    odds: Expr
    out_of: Expr


@record(frozen=True)
class As(Expr):
    """Only in tests: `Wild as HenPecked`, `Box as Number(4)`, `Box as 4`: a card played as another kind or card."""

    card: Expr
    kind: Expr


@record(frozen=True)
class Usual(Expr):
    pass


# ---- types -----------------------------------------------------------------------------------


@record(frozen=True)
class TypeRef(Node):
    """A type as written.

    `name` is a word (`bool`, `player`, `cell`, an enum, a kind, a zone word) with `of` for `pile of Hen`, `set of Step`,
    `list of 1..9`; or name is "range" and `range` holds `a..b`; `or_none` for `Step or none`.
    """

    name: str
    of: TypeRef | None = None
    range: Range | None = None
    or_none: bool = False


# ---- statements ------------------------------------------------------------------------------


@record(frozen=True)
class Stmt(Node):
    """For a statement with a block, `span` is its head line."""


Block = tuple[Stmt, ...]


@record(frozen=True)
class Label(Stmt):
    text: Text


@record(frozen=True)
class Let(Stmt):
    name: Name
    value: Expr


@record(frozen=True)
class Require(Stmt):
    condition: Expr
    message: Text | None


@record(frozen=True)
class Until(Node):
    """`until after next turn(p)`: how long a value holds, or a card stays. `when` is "before" or "after"."""

    when: str
    next: bool
    phase: Name
    who: Expr | None = None


@record(frozen=True)
class Assign(Stmt):
    target: Expr
    op: str  # "=" "+=" "-="
    value: Expr
    until: Until | None = None


@record(frozen=True)
class Move(Stmt):
    what: Expr
    to: Expr  # a zone, or Place("top" | "bottom", zone)
    until: Until | None = None


@record(frozen=True)
class Shuffle(Stmt):
    zone: Expr


@record(frozen=True)
class Reveal(Stmt):
    """`reveal X` (to everybody, `to` is None) and `show X to p`."""

    what: Expr
    to: Expr | None


@record(frozen=True)
class MenuItem(Node):
    name: str
    args: tuple[Expr, ...] = ()


@record(frozen=True)
class ChooseAction(Stmt):
    """`p chooses a, b or c`; `optional` for `p may …`; `otherwise` is the `else:` block."""

    who: Expr
    items: tuple[MenuItem, ...]
    optional: bool = False
    otherwise: Block | None = None


@record(frozen=True)
class ChooseValue(Stmt):
    """`p chooses x in S if C or none "prompt"`, `p chooses x: Number in S`. `together` for `each p in S chooses p.x in T` (`who` is then the Loop)."""

    who: Expr | Loop
    target: Expr
    domain: Expr
    condition: Expr | None = None
    or_none: bool = False
    prompt: Text | None = None
    wanted: Wanted | None = None
    together: bool = False


@record(frozen=True)
class If(Stmt):
    """The arms in order: (condition, block); the `else` arm has condition None."""

    arms: tuple[tuple[Expr | None, Block], ...]


@record(frozen=True)
class While(Stmt):
    condition: Expr
    at_most: Expr | None
    body: Block


@record(frozen=True)
class Unless(Stmt):
    """`unless "time is up" for p after 60 seconds chance 1 of 100:`. Without `seconds` there is no clock; without `odds`, only people and
    clocks declare it."""

    event: Text
    who: Expr | None
    seconds: Expr | None
    odds: Expr | None
    out_of: Expr | None
    body: Block
    otherwise: Block | None = None


@record(frozen=True)
class Repeat(Stmt):
    times: Expr
    body: Block


@record(frozen=True)
class For(Stmt):
    loop: Loop
    body: Block


@record(frozen=True)
class Turns(Stmt):
    loop: Loop
    at_most: Expr | None
    body: Block


@record(frozen=True)
class End(Stmt):
    """`end round`; `end game`."""

    name: str


@record(frozen=True)
class Do(Stmt):
    """A call standing as a statement."""

    call: Call


@record(frozen=True)
class DoUsual(Stmt):
    pass


@record(frozen=True)
class Pass(Stmt):
    pass


@record(frozen=True)
class CarryOut(Stmt):
    """`carry out c`: the effect of a card, with the choices that were made for it."""

    card: Expr


# ---- declarations ----------------------------------------------------------------------------


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
class Game(Decl):
    title: str
    players: Range | None  # `players 2` is 2..2
    seats: tuple[Name, ...] = ()
    rulebook: str | None = None
    modes: tuple[Mode, ...] = ()


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
    name: str
    printed: str | None = None


@record(frozen=True)
class Enum(Decl):
    name: Name
    values: tuple[EnumValue, ...]
    circle: Name | None = None  # the name after `then`, which must be the first value


@record(frozen=True)
class Wanted(Node):
    """What is chosen: a card of one of these kinds, and with `range` so many of them at once. No kinds: any card."""

    kinds: tuple[Name, ...]
    range: Range | None = None


@record(frozen=True)
class Param(Node):
    """A parameter: `x`, `x: T` (cards), `x in S` or `x: Number in S` (actions)."""

    name: str
    type: TypeRef | None = None
    domain: Expr | None = None
    condition: Expr | None = None
    or_none: bool = False
    wanted: Wanted | None = None


@record(frozen=True)
class Effect(Decl):
    """What a card does, when it is carried out; `name` tells several effects of a card apart."""

    name: Name | None
    params: tuple[Param, ...]
    body: Block


@record(frozen=True)
class Constant(Node):
    """`eggs = value`, the same for every card of the kind."""

    name: Name
    value: Expr


@record(frozen=True)
class Card(Decl):
    """A kind of card. `words` is the sentence printed on it; `stands_for` the family as any of which it may be played."""

    name: Name
    params: tuple[Param, ...] = ()
    printed: Text | None = None
    family: Name | None = None
    words: str | None = None
    stands_for: Name | None = None
    constants: tuple[Constant, ...] = ()
    effects: tuple[Effect, ...] = ()
    hooks: tuple[Hook, ...] = ()


@record(frozen=True)
class Cards(Decl):
    """`card Rooster, Hen is Gold`: several kinds with nothing but a name and a family."""

    cards: tuple[Card, ...]


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


@record(frozen=True)
class ComponentLine(Node):
    zone: Expr
    items: tuple[Component, ...]


@record(frozen=True)
class Components(Decl):
    lines: tuple[ComponentLine, ...]


@record(frozen=True)
class Row(Node):
    """`[n in 1..9]` behind the name of a zone or variable: there is one for each number."""

    name: Name
    numbers: Expr


@record(frozen=True)
class Variable(Node):
    """A line of state: `hand: hand of Hen, own` or `score: 0..9 = 3`. `at_most` is a zone's capacity."""

    name: Name
    type: TypeRef
    initial: Expr | None = None
    visibility: Name | None = None
    at_most: Expr | None = None
    row: Row | None = None


@record(frozen=True)
class State(Decl):
    """`table:`, `each player:`, `each cell:`; `scope` is the phase of `this X`."""

    owner: str  # "table" | "player" | "cell" | a kind's name
    scope: Name | None
    variables: tuple[Variable, ...]


@record(frozen=True)
class Board(Decl):
    name: Name
    rows: Expr
    columns: Expr


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
class Field(Node):
    """`word: value else "why not"`: one line of a combination, or of a meld."""

    name: Name
    value: Expr
    message: Text | None = None


@record(frozen=True)
class Combined(Expr):
    """What a combination answers: the value of its `def`."""

    fields: tuple[Field, ...]


@record(frozen=True)
class Meld(Decl):
    """`meld NAME(card: Card):`: which cards lie together."""

    name: Name
    params: tuple[Param, ...]
    fields: tuple[Field, ...]


@record(frozen=True)
class Permitted(Expr):
    """Do all of these requirements hold: the value of a permission."""

    body: Block


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


@record(frozen=True)
class Watch(Decl):
    """`as soon as C for p in S during PHASE:`; `phase` is None for the whole game."""

    condition: Expr
    loop: Loop | None
    phase: Name | None
    body: Block


@record(frozen=True)
class Criterion(Node):
    highest: bool
    name: str


@record(frozen=True)
class Winner(Decl):
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


# ---- tests -----------------------------------------------------------------------------------


@record(frozen=True)
class GivenLine(Node):
    """`place = value`, `place = value until after turn(A)`, or `place from top = [...]`."""

    place: Expr
    value: Expr
    from_top: bool = False
    until: Until | None = None


@record(frozen=True)
class Given(Node):
    """`given turn(A):`; `phase` is None for a bare `given:`."""

    phase: str | None
    args: tuple[Expr, ...]
    lines: tuple[GivenLine, ...]


@record(frozen=True)
class WhenLine(Node):
    """`kind` is "seat" (who, what), "roll", "draw" or "world" (values), or "comes" (what is declared, in `who`).
    `what` is a Call, Ref, value, or Ref("pass")."""

    kind: str
    who: str = ""
    values: tuple[Expr, ...] = ()


@record(frozen=True)
class When(Node):
    """`times` is set for `when 1000 times`, with `games` for `when 1000 random games`; else `lines`."""

    lines: tuple[WhenLine, ...] = ()
    times: Expr | None = None
    games: bool = False


@record(frozen=True)
class Check(Node):
    """One line of `then`.

    kind "expr": `condition` holds.  kind "can" / "cannot" / "only": seat `who`, `items` (Call or Ref patterns), `because` for "cannot".
    kind "phase": `phase is NAME` (in `who`).  kind "comes" / "stays away": `"time is up" can come`, `… cannot come` (the text in `who`).
     kind "always" / "ever": `condition`.  kind "average" / "number": `condition` is what is
    measured, `expected` and `tolerance` its bounds.
    """

    kind: str
    condition: Expr | None = None
    who: str = ""
    items: tuple[Expr, ...] = ()
    because: Text | None = None
    expected: Expr | None = None
    tolerance: Expr | None = None


@record(frozen=True)
class Then(Node):
    checks: tuple[Check, ...]


@record(frozen=True)
class Refused(Node):
    """`refused because "words"`, in a test."""

    because: str


@record(frozen=True)
class Test(Decl):
    """`refused` is set where no game can be set up so: to a part of the reason, which may be empty."""

    title: str
    players: Expr | None = None
    options: tuple[tuple[Name, Expr], ...] = ()
    seed: Expr | None = None
    refused: Refused | None = None
    given: Given | None = None
    steps: tuple[When | Then, ...] = ()


# ---- the whole -------------------------------------------------------------------------------


@record(frozen=True)
class Tree:
    """One parsed file. `tags` and `comments` are by line; a comment is its text with the `#`."""

    source: Source
    declarations: tuple[Decl, ...]
    tags: dict[int, tuple[str, ...]] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)


def children(node: Node) -> list[Node]:
    """The nodes directly inside a node, in the order they are written."""
    found: list[Node] = []
    for name in _inside(type(node)):
        _gather(getattr(node, name), found)
    return found


def _inside(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node that may hold nodes."""
    if kind not in _INSIDE:
        _INSIDE[kind] = tuple(name for name, f in fields(kind).items() if f.type not in _PLAIN)
    return _INSIDE[kind]


_INSIDE: dict[type, tuple[str, ...]] = {}


_PLAIN = ("str", "int", "bool", "Span", "str | None")


def _gather(value: object, found: list[Node]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif type(value) is tuple:
        for item in value:
            _gather(item, found)


def walk(node: Node) -> Sequence[Node]:
    """A node and all nodes inside it, in the order they are written."""
    return within(node, Node)


def within(node: Node, *kinds: type[N]) -> Sequence[N]:
    """Those of some kinds among a node and all nodes inside it, in the order they are written. What was found stays with the node."""
    found: dict[tuple[type[N], ...], Sequence[N]] = vars(node).setdefault("_within", {})
    if kinds not in found:
        found[kinds] = tuple(_below(node)) if kinds == (Node,) else tuple(n for n in walk(node) if isinstance(n, kinds))
    return found[kinds]


def _below(node: Node) -> Iterator[Any]:
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += children(node)[::-1]


def same(left: Tree, right: Tree) -> bool:
    """Do two files say the same? Places do not count; tags and comments do, in their order."""
    return left.declarations == right.declarations and _spoken(left) == _spoken(right)


def _spoken(tree: Tree) -> tuple[list[str], list[str]]:
    tags = [tag for line in sorted(tree.tags) for tag in tree.tags[line]]
    return tags, [tree.comments[line] for line in sorted(tree.comments)]
