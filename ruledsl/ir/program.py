"""The lowered program: what both engines run.

A state is one flat block. Its regions stand in `Program.regions`, in order, little endian, each aligned to its width; so the same
state has the same bytes in both engines. Seats, cards, cells and enum values count from 0; none is -1; yes and no are 1 and 0;
a set is a mask. A set of cards has no value form: cards are iterated where they lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, takewhile
from struct import Struct
from typing import Any

from ruledsl.ir.regions import Region, where, whole, word_of
from ruledsl.ir.rng import signed
from ruledsl.ir.whence import Whence
from ruledsl.record import cached_property, field, fields, record
from ruledsl.source import Span

PASS = -1
"""The action number of "pass" in a move."""
VALUE = -2
"""The action number of a chosen value; the value is the first argument."""

INTERRUPT = -3
"""The action number that declares the first of the interruptions; that of number N is N less."""
UNASKED = "unasked-"
"""What the label of a block of `main` begins with in which an action is begun as the only option, and nobody was asked; behind it stands its number."""

HEAVIEST = 10**9
"""What an edge of a longest way weighs at the most."""
BOX = 0
"""The number of the zone instance that holds cards out of play."""

KINDS = ("none", "choice", "simultaneous", "chance", "world")
"""`ask.kind` in the block indexes this."""

WORD = (1 << 64) - 1

_CODES = {1: "bB", 2: "hH", 4: "iI", 8: "qq"}

RUNNING, ASKING, OVER = 0, 1, 2
"""Values of `status`."""


@record(frozen=True)
class Type:
    """What an integer means. kind: int bool enum player card subset face cell set. `low..high` are its values (none, -1, apart).

    Cards that are chosen, alone or several at once, are numbers as `ir.subsets` tells."""

    kind: str
    name: str = ""
    low: int = 0
    high: int = 0
    or_none: bool = False
    of: Type | None = None


@record(frozen=True)
class Key:
    """What a key of a zone or variable may be: its values in order."""

    type: Type
    members: tuple[int, ...]


@record(frozen=True)
class Zone:
    """A zone with its instances (one for the table, or one a player, cell…). Regions: ordered `NAME.cards` (instances x capacity),
    `NAME.count`, and for `loose` zones `NAME.loose`; unordered `NAME.bits` (instances x words of 64 cards).
    `base` is the number of its first instance in `card.zone`. `visibility`: open hidden own top. `kinds` are the kinds of card that
    it can hold; empty for all. `keys` are those in brackets behind its name; each owner has `length` instances, one for each way to choose them,
    the last key counting fastest; `within` as of a variable."""

    name: str
    owner: str  # "table" | "player" | "cell"
    word: str  # pile row fan hand spot heap bag
    instances: int
    capacity: int
    ordered: bool
    loose: bool
    visibility: str
    base: int
    span: Span
    kinds: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    length: int = 1
    within: tuple[int, int] | None = None

    @property
    def held(self) -> bool:
        """Whether only those who see its cards can tell which of them leaves, and equal cards are one choice."""
        return not self.ordered or self.word == "fan"


@record(frozen=True)
class Face:
    """What can be read on a card: kind, parameter values, and the printed text. `spoken` is as in rules: `Hen(four)`. Where the text names variables of the
    card it stands, in pieces, in `shown`, each with the name of the variable whose value stands there; `printed` is then what the card is called anywhere."""

    kind: str
    args: tuple[int, ...]
    printed: str
    spoken: str
    shown: tuple[tuple[str, str], ...] = ()


@record(frozen=True)
class Instr:
    """`args` follow the op's form; registers, integers and names as they stand in it. `place` indexes `Program.places`."""

    op: str
    args: tuple[Any, ...]
    place: int = 0


COUNTED = "is."
HELD, FAILED, CHANGED, SAME, LEFT = "is.held", "is.failed", "is.changed", "is.same", "is.left"
"""How blocks are called that are there to be counted: where a condition holds, or fails, where what is set was another before, or not, where a statement
only goes elsewhere. No name of the rules is `is`."""


SCORED = "scored"
"""The function, where there is one, that says whether a seat has a score at all: what `winner:` names first may be none."""


@record
class Block:
    label: str
    instrs: list[Instr] = field(default_factory=list)

    @property
    def counts(self) -> bool:
        """Is it there to be counted, beside what it leads to?"""
        return self.label.startswith(COUNTED)


@record
class Function:
    """Registers 0..params-1 hold the arguments. `role`: main, value or legal. The first block is the entry.

    `main` has no arguments: it jumps by the header's `pc` to `resumes[pc]` (block 0 of `resumes` is the start of the game)."""

    name: str
    role: str
    params: int
    registers: int
    blocks: list[Block]
    resumes: tuple[str, ...] = ()


@record(frozen=True)
class Hole:
    """A place in a text that a function fills: called with (seat, arguments…). `source` is the expression as written.
    `hidden` names a function (seat, arguments…) that answers 1 if the seat may not know the value; "" if everybody may."""

    function: str
    type: Type
    source: str
    hidden: str = ""


Template = tuple["str | Hole", ...]


@record(frozen=True)
class Place:
    """A line of the rules: where it stands and which rules of the rulebook it carries; `what` there may be none where there must be something."""

    span: Span
    tags: tuple[str, ...]
    what: str = ""


@record(frozen=True)
class Requirement:
    """One `require` of an action. `reads` are the values its condition looks at."""

    place: int
    message: Template
    reads: tuple[Hole, ...]


@record(frozen=True)
class Parameter:
    """An argument of an action. `member` is a function (seat, arguments up to and with this one): 1 if it is in the domain.

    For several cards, at least `low` and at most `high` are chosen, and `among` is a function (seat, earlier arguments, a card with its
    guise): 1 if it may be one of them. `kinds` are the kinds of cards that are wanted, none for all; `meld` names what the
    cards must be together, if nothing else is asked of them. `hides`: who chooses may not see the cards of the domain. `home`: all of them lie
    in one place, whatever else is chosen."""

    name: str
    type: Type
    member: str
    domain: Whence
    place: int
    kinds: tuple[str, ...] = ()
    among: str = ""
    low: int = 0
    high: int = 0
    meld: str = ""
    hides: bool = False
    home: bool = False


@record(frozen=True)
class Action:
    """`guard` is a function (seat, arguments…): 0, or the number from 1 of the first requirement that fails.

    An action that carries out a card stands here once for every effect: `played_as` is the kind that the card stands for, `way` the
    name of the effect, each "" where there is nothing to tell, `carried` the kind that has it, as it is printed. If the action asks for a
    combination, `sums` has functions (seat, arguments…) for the lines of it that say how it may be reckoned. `late` is as `guard`, of those
    requirements that random play asks of the option alone that it has drawn; "" where there are none."""

    name: str
    params: tuple[Parameter, ...]
    label: Template
    guard: str
    requirements: tuple[Requirement, ...]
    place: int
    played_as: str = ""
    way: str = ""
    sums: tuple[tuple[str, str], ...] = ()
    late: str = ""
    carried: str = ""

    @property
    def how(self) -> str:
        """In which of its ways, as it is said behind its name; "" where it carries out no card."""
        return f" as {self.played_as}" if self.played_as else f" {self.way}" if self.way else f" with {self.carried}" if self.carried else ""


@record(frozen=True)
class MenuEntry:
    """An action in a menu; `given` maps parameter positions to functions (seat) that give the argument."""

    action: int
    given: tuple[tuple[int, str], ...] = ()


@record(frozen=True)
class Site:
    """A place where play stops. `kind` is of KINDS. A choice has a `menu`, or a `type` and a `domain`; `legal` is a function
    (seat) that emits options, and `early` one that emits those that nothing but what is asked late forbids, "" if nothing is. A chance site
    has `outcome`, a function (number) that gives the value, of `type`; `chance` says "roll", "draw", "observe" or "comes". A world site has two
    outcomes, no and yes; functions () `odds` and `out_of` give the chance of yes where nobody looks. Where it has the number of an interruption
    that `comes`, people do not answer: they declare it themselves. `phases` is the way from `play` to here, as far as it is the same on every way.
    From a menu that is one move with what follows it the seat goes on at the sites of its `chain`. What several choose together comes `into` a variable of
    each when all have answered. At a throw `turn` is the slot of the frame that holds whose turn it is, -1 if none does."""

    kind: str
    name: str
    place: int
    phases: tuple[str, ...]
    legal: str = ""
    menu: tuple[MenuEntry, ...] = ()
    optional: bool = False
    type: Type | None = None
    prompt: Template = ()
    outcome: str = ""
    chance: str = ""
    domain: Whence = Whence()
    odds: str = ""
    out_of: str = ""
    comes: int | None = None
    early: str = ""
    chain: tuple[int, ...] = ()
    into: str = ""
    turn: int = -1

    @property
    def menus(self) -> tuple[str, ...]:
        """The functions that emit options."""
        return tuple(name for name in (self.legal, self.early) if name)


@record(frozen=True)
class Interruption:
    """What a clock or the table may declare at a decision inside a block: number N by the move `INTERRUPT - N` of no seat, while the mask
    in region `meanwhile(N)` holds a seat that is asked. `seconds` is what a clock gives, 0 if there is none; it runs anew whenever the number
    in `since(N)` is another. `begins` are regions with functions () that give what they hold when the block begins."""

    label: Template
    place: int
    seconds: int
    begins: tuple[tuple[str, str], ...]


@record(frozen=True)
class Asked:
    """A value at a call: a function of locals of the caller, by name; "" where it cannot be told outside of play."""

    function: str = ""
    of: tuple[str, ...] = ()


@record(frozen=True)
class LoopSlot:
    """The hidden counters of a loop around a call, as slots of `frame` (-1: not kept), to be set when a test begins inside it.

    `shown` holds the loop's variable, `slot` the counter behind it: where it goes through a list, the place in `listed`. In a lap `left` counts the
    seats that are still to come, this one with them, and `start` gives the first seat. In a loop over numbers `start` and `stop` give the first and
    the last number, and `last` holds the last one; in a ray `stop` and `last` are its way, and `bound` gives the last cell, if it does not go on to the
    edge, which is held in `until`. In one through a set `members` gives it, and `rest` holds
    what is still to come. `passes` says whether a value passes what stands behind `if` and `while`."""

    variable: str
    shown: int
    slot: int
    type: Type
    left: int = -1
    last: int = -1
    start: Asked = Asked()
    stop: Asked = Asked()
    rest: int = -1
    members: Asked = Asked()
    listed: tuple[int, ...] = ()
    passes: Asked = Asked()
    until: int = -1
    bound: Asked = Asked()


@record(frozen=True)
class CallSite:
    """Where a phase is called: by whom, which number its return slot takes, and with what: names of the caller's locals or "", and all of it
    `asked`. `lets` are values that were named before, with their slots; `open` are the numbers of the interruptions that may be declared there, and
    `params` the slots of what the caller was given, as far as it still needs that."""

    caller: str
    number: int
    args: tuple[str, ...]
    loops: tuple[LoopSlot, ...]
    open: tuple[int, ...] = ()
    asked: tuple[Asked, ...] = ()
    lets: tuple[tuple[str, int, Asked], ...] = ()
    params: tuple[int, ...] = ()


@record(frozen=True)
class Entry:
    """A phase or deed that a test can begin with: `pc` its resume point, slots in region `frame`; -1 of a parameter that nothing asks for."""

    pc: int
    params: tuple[tuple[str, int, Type], ...]
    back: int  # frame slot of the return number; -1 for play
    calls: tuple[CallSite, ...]
    scope: tuple[tuple[str, int], ...] = ()  # regions reset when it begins, and to what


@record(frozen=True)
class Variable:
    """A declared variable: region of the same name. `visibility`: open hidden own. `scope`: the phase of `this X`, or "". `keys` and
    `length` as of a zone. `drawn` says for each of these how one of so many is drawn: texts, and values with their types. Sets of more cells than fit in
    a word have a variable for each word, called by `regions.word_of`; `further` says which word it is, and 0 of the first, which stands for the whole. Of
    cells only those `within` two numbers have it, if that is said; the others are corners, say."""

    name: str
    owner: str
    type: Type
    visibility: str
    scope: str
    span: Span
    keys: tuple[Key, ...] = ()
    length: int = 1
    drawn: tuple[tuple[str | tuple[Type, int], ...], ...] = ()
    further: int = 0
    within: tuple[int, int] | None = None
    said: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> bool:
        """Does it hold what is told aloud, only while that is done? What is `said` then is the text in pieces: what is written, with the name of what is
        told there, or none; the last of these variables tells it."""
        return bool(self.said)

    @property
    def said_as(self) -> tuple[str, int]:
        """The text in which it is told, whatever stands in it, of which type, and the how manieth it is there."""
        names = [name for _, name in self.said if name]
        text = "".join("{}" if name else piece for piece, name in self.said)
        return f"{text} {self._tells}", names.index(whole(self.name)) + self.further * len(names) if names else 0

    @property
    def _tells(self) -> str:
        """What kind of value people hear in it."""
        type = self.type
        return f"{type.kind} {type.name} {type.of.kind} {type.of.name}" if type.of is not None else f"{type.kind} {type.name}"


@record(frozen=True)
class Life:
    """What ends a lifetime: the beginning (`when` "before") or the end ("after") of a phase, or of the `next` one; of `type` is the
    first argument that the phase must have, if any will not do."""

    when: str
    next: bool
    phase: str
    type: Type | None = None


@record(frozen=True)
class Kept:
    """Sets that are kept while a variable is written, one a row of the region. Of each row two tables by instance of the variable: the bit that the
    instance has in the set (0 if none), and for which values, as a mask from the lowest on, it is a member."""

    region: str
    variable: str
    rows: tuple[tuple[str, str], ...]


@record(frozen=True)
class Enum:
    """`members` are the numbers of the values that there are, if not all: of the kinds of card those of a family."""

    name: str
    values: tuple[str, ...]
    printed: tuple[str, ...]
    members: tuple[int, ...] = ()


@record(frozen=True)
class Point:
    """Where something of a board is drawn: the line and the half column, and the number of the cell, corner or edge; -1 for a corner of which the rules
    do not speak. `sign` is how it is drawn with nothing on it, but for an edge what marks it."""

    line: int
    column: int
    number: int
    sign: str = ""


@record(frozen=True)
class Link:
    """A route of a board of places: its number, -1 if the rules do not speak of routes; the two places by their order; and what its columns say."""

    number: int
    ends: tuple[int, int]
    told: str = ""


@record(frozen=True)
class Drawing:
    """How a board is drawn: its cells row by row from the top, by how many halves of a cell each row stands further in, and the letters of its
    pictures, each with the variables that it stands for and their values. `known` are the cells that options name; `points` say where all lies,
    if there is more than cells. Of a board of places all are one row, and `links` lie between them. `sides` are signs that are drawn so many lines and half
    columns from a cell. Where cells are `blank` nothing is drawn, unless something stands there."""

    name: str
    rows: tuple[tuple[int, ...], ...]
    indents: tuple[int, ...] = ()
    letters: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    known: tuple[tuple[str, tuple[int, ...]], ...] = ()
    points: tuple[Point, ...] = ()
    links: tuple[Link, ...] = ()
    sides: tuple[tuple[str, tuple[int, int], tuple[tuple[str, int], ...]], ...] = ()
    blank: frozenset[int] = frozenset()


@record
class Program:
    """Everything that both engines and the tools need; immutable once verified. Functions with fixed names:
    `main`, `score` (seat), `payoff` (seat), `winners` () -> mask, `criterion.0` (seat), …: what decides who is best, where `highest` says
    whether more is better; and `won` () if the rules say what must hold for anybody to win."""

    title: str
    rules_hash: str
    players: int
    seats: tuple[str, ...]
    options: dict[str, Any]
    regions: tuple[Region, ...]
    tables: dict[str, tuple[int, ...]]
    enums: dict[str, Enum]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    faces: tuple[Face, ...]
    cards: tuple[int, ...]  # card number -> face number
    home: tuple[int, ...]  # card number -> zone instance where components put it
    functions: Mapping[str, Function]
    actions: tuple[Action, ...]
    sites: tuple[Site, ...]
    places: tuple[Place, ...]
    entries: dict[str, Entry]
    invariants: tuple[tuple[str, str, int], ...]  # title, function, place
    arguments: int  # the most arguments that any move has
    cells: tuple[str, ...] = ()  # by number; a number without a cell has no name
    boards: tuple[Drawing, ...] = ()
    max_options: int = 4096
    lives: tuple[Life, ...] = ()
    guises: tuple[Face, ...] = ()  # what chosen cards may stand for
    texts: dict[str, dict[str, str]] = field(default_factory=dict)  # by language: what people read there instead of a text or name
    highest: tuple[bool, ...] = ()
    interruptions: dict[int, Interruption] = field(default_factory=dict)
    engines: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # what plays it, or was found out about it, once made
    identity: str = field(default="", compare=False)  # a word for all that it was made from, where that is kept
    readings: tuple[str, ...] = ()  # the options that are left open: their values stand in the state
    kept: tuple[Kept, ...] = ()
    other_names: dict[str, str] = field(default_factory=dict)  # of corners and edges: each has one of `cells` that is shown
    codes: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)  # what is made to play it, and serves for all values of open readings

    def __getstate__(self) -> dict[str, Any]:
        """What is kept or sent elsewhere: not what plays it here."""
        return {name: getattr(self, name) for name in fields(type(self))} | {"engines": {}, "codes": {}}

    @cached_property
    def region(self) -> dict[str, Region]:
        return {r.name: r for r in self.regions}

    @cached_property
    def zone(self) -> dict[str, Zone]:
        return {z.name: z for z in self.zones}

    def is_there(self, thing: Zone | Variable, index: int) -> bool:
        """Is it of somebody or something that there is? Some numbers are no cell, and where no card is in the game there is room for one."""
        if thing.owner == "card":
            return bool(self.cards)
        if thing.owner != "cell":
            return True
        cell = index // thing.length
        low, high = thing.within or (0, cell)
        return low <= cell <= high and bool(self.cells[cell])

    def words_of(self, name: str) -> tuple[str, ...]:
        """What holds, or tells, each word of a set of cells: regions or functions. Of everything else it is the one."""
        if name not in self._words:
            further = takewhile(lambda name: name in self.region or name in self.functions, (word_of(name, n) for n in count(1)))
            self._words[name] = (name, *further)
        return self._words[name]

    @cached_property
    def _words(self) -> dict[str, tuple[str, ...]]:
        """By name what `words_of` has found: every number that is shown is asked for by it."""
        return {}

    def held(self, values: Mapping[str, Sequence[int]], name: str, index: int) -> int:
        """What an instance of a variable holds; the words of a set of cells as one number."""
        return joined([values[word][index] for word in self.words_of(name)])

    @cached_property
    def declared(self) -> tuple[Variable, ...]:
        """The variables, each once; none of what is told aloud."""
        return tuple(variable for variable in self.variables if not variable.further and not variable.told)

    @cached_property
    def pays(self) -> bool:
        """Are there payoffs that are not simply the scores?"""
        return self.functions["payoff"].blocks != self.functions["score"].blocks

    @cached_property
    def indexes(self) -> dict[str, Region]:
        """By variable, its region of role index."""
        return {r.name: self.region[where(r.name)] for r in self.regions if where(r.name) in self.region}

    @cached_property
    def beside(self) -> dict[str, tuple[str, ...]]:
        """By variable that has any, the regions of role index that are written with it."""
        found: dict[str, tuple[str, ...]] = {variable: (index.name,) for variable, index in self.indexes.items()}
        for kept in self.kept:
            found[kept.variable] = (*found.get(kept.variable, ()), kept.region)
        return found

    @cached_property
    def offsets(self) -> dict[str, int]:
        """Byte offset of each region in the block."""
        out, at = {}, 0
        for r in self.regions:
            at = -(-at // r.width) * r.width
            out[r.name] = at
            at += r.width * r.count
        return out

    @cached_property
    def size(self) -> int:
        """Bytes of a block, a multiple of 8."""
        if not self.regions:
            return 0
        last = self.regions[-1]
        return -(-(self.offsets[last.name] + last.width * last.count) // 8) * 8

    @cached_property
    def packing(self) -> Struct:
        """Packs and unpacks the integers of a block, all regions in order."""
        form, at = ["<"], 0
        for r in self.regions:
            pad = self.offsets[r.name] - at
            form.append(f"{pad}x{r.count}{_CODES[r.width][r.low >= 0]}")
            at += pad + r.width * r.count
        return Struct("".join([*form, f"{self.size - at}x"]))

    @cached_property
    def words(self) -> int:
        """64-bit words that a set of all cards takes."""
        return max(1, -(-len(self.cards) // 64))

    @cached_property
    def member_bits(self) -> int:
        """Bits that a card of a subset takes."""
        return member_bits(len(self.cards), len(self.guises))


def parted(value: int, words: int) -> list[int]:
    """A set as so many words."""
    return [signed(value >> 64 * n) for n in range(words)]


def joined(words: Sequence[int]) -> int:
    """The words of a set as one number; what is one word stays as it is."""
    return sum((word & WORD) << 64 * n for n, word in enumerate(words)) if len(words) > 1 else words[0]


def member_bits(cards: int, guises: int) -> int:
    """Bits that hold the number of any card with any guise, and 0 beside."""
    return max(1, (cards * (1 + guises)).bit_length())
