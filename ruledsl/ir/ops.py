"""THE table of operations. What an operation takes, gives, reads, writes, may learn of a card and can fault with is said here and nowhere else:
verifier, printer, parser, engines, slices, tests and the documentation read these columns.

All values are signed 64-bit integers. A register is a small number local to one function. A row that lacks a column, or says what is not known
here, is a ValueError at import. `-` is nothing; `by-F` is what the function does that is called, `by-X` the fault that is named.

form: the operands in order. A region or zone operand is two entries: its name, and the register that indexes it.

    d  destination register      r  register                    *  any number of registers (last)
    i  integer constant          R  region[register]            T  constant table
    F  function                  Z  zone[register]              B  block label        b  any number of block labels (last)
    S  decision site             X  fault kind                  U  zone[register] without order
    L  zone[register] that has no order or can be loose

role: `value` sets a register, `deed` changes something, `menu` names options (in functions of that role alone), `calls` a function; `tries` one that
may write, whose role is `trial`, on a copy; `asks` and `ends` end a block.

takes, gives: a sort for each register that is read, in order (the last one stands for all of `*`), and for the one that is set.

    n  number                    b  0 or 1                      c  card, or -1        s  set: a word of 64 members
    m  seats: a small set        k  a count, from 0             i  member of a word, 0..63
    g  a card in a guise, or -1  x  an index, or the card itself where the region is of cards
    v  anything: what is given is what was taken, or what the table or region holds

cards: what it makes of the cards and sets of cards that it takes, and of those in the zones that it looks into. After `|` stands what holds for a zone
without order. Where a card stands for a number, a set or a truth, it is reckoned with, whatever is said here.

    -        none are taken
    blind    they are handed on, or asked where they lie: cards may change names, and what it does changes names alike
    numbers  which has the lower number matters, and nothing else
    members  of sets of cards each member is taken by itself, whatever its number: members may change names. A card is reckoned with
    looks    a card is an index of the table: cards differ where the table does
    reckons  the number or the bit is used: only cards of one face are the same

state: what it reads (-) and writes (+), each of a zone operand by its number from 0, or of any zone (`*`). What is written is read as well, and
what it only faults by is not listed. Of zones: `contents`, `order`, `top`, `count`, `loose`, and for writing cards `in` and `out`, which is all but `loose`;
`where` each card lies, `known` of it to whom; the `region` that it names and its `index`; `rng`; not in the block are `fuel` and `options`, which are read
where those count that are there already;
`stand` is where play stands.

faults: all that it can stop with, as names of `Fault`.

shows: what people can see of it. `moves` cards, `stores` a value, `tells` seats of cards, `asks`; that it `happens`, and nothing else; or `nothing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import zip_longest
from re import findall, fullmatch
from string import ascii_lowercase

from ruledsl.record import cached_property, record

FUEL = 1_000_000
"""How many `tick`s one call of `resume` or of a function may make."""


class Fault(StrEnum):
    """Why a program stops: always with the place in the rules text. The value is what a person reads."""

    BOUNDS = "there is no such place: it is none, lies beyond the last one, or is a number that no set holds (0 to 63)"
    RANGE = "the value does not fit"
    OVERFLOW = "the number is too large"
    DIVISION = "division by zero"
    FULL = "the zone, or the history, is full"
    NO_CARD = "there is no such card here"
    NO_MEMBER = "there is nothing to take"
    LOOP = "the loop went on beyond its bound"
    DEPTH = "cards carried out each other deeper than the rules say"
    FUEL = "this goes on for ever, or for far too long"
    NO_OPTION = "nobody can do anything here, and the rules do not say what happens then"
    NOT_ONE_OF = "the value is not one of those allowed"
    UNSETTLED = "the order of these cards is not settled yet"
    BAD_MOVE = "this is no answer to the decision"
    TOO_MANY = "there are more ways to choose here than can be gone through"
    UNSEEN = "a card on top is to be chosen from, and nothing has turned it up for who chooses"
    TANGLED = "more than 64 edges, or too tangled ones: the longest way along them is not found"
    NO_EDGE = "the longest way was to go along what does not join two nodes"
    IS_NONE = "this is none: nothing is reckoned with it, and it neither holds nor fails"
    NO_WAY = "no way leads from one to the other, so they lie in no distance"
    CROWDED = "more than 64 are to stand in an order"


FAULTS = tuple(Fault)


@cache
def faults_named(names: str) -> frozenset[Fault]:
    """The faults that a column of a table names, with commas: `-` for none, `any` for all."""
    return frozenset(FAULTS) if names == "any" else frozenset(Fault[name] for name in names.split(",")) if names != "-" else frozenset()




SORTS = "nbcgsmkixv"
ROLES = ("value", "deed", "menu", "calls", "tries", "asks", "ends")
LEARNING = ("-", "blind", "numbers", "members", "looks", "reckons", "by-F")
SHOWS = ("nothing", "moves", "stores", "tells", "asks", "happens")
OF_ZONES = ("contents", "order", "top", "count", "loose", "in", "out")
ASPECTS = (*OF_ZONES, "where", "known", "region", "index", "rng", "fuel", "options", "stand")
IN_ZONES = "ZUL"
"""The letters of zone operands."""
NAMED = "R" + IN_ZONES
"""The letters of operands that are two entries: a name, and the register that indexes it."""

Change = tuple[str, str]
"""An aspect of the state and of which zone operand: its number, `*` for any zone, or nothing."""


@record(frozen=True)
class Op:
    """One operation: a row of the table, whose columns are described above."""

    name: str
    form: str
    role: str
    takes: str
    gives: str
    cards: str
    state: str
    faults: str
    shows: str
    meaning: str

    @cached_property
    def reads(self) -> frozenset[Change]:
        """What of the state its value, or what it writes, hangs on besides what it writes."""
        return frozenset(change for sign, change in _changes(self.state) if sign == "-")

    @cached_property
    def writes(self) -> frozenset[Change]:
        return frozenset(change for sign, change in _changes(self.state) if sign == "+")

    @cached_property
    def stops(self) -> frozenset[Fault]:
        """The faults that it can stop with by itself; what is called or named can do so besides."""
        return frozenset(Fault[name] for name in self.faults.split(",")) if self.faults not in ("-", "by-F", "by-X") else frozenset()

    @cached_property
    def last(self) -> bool:
        """Does it end a block?"""
        return self.role in ("asks", "ends")

    @cached_property
    def sets(self) -> bool:
        """Does it set a register?"""
        return self.form.startswith("d")

    @cached_property
    def places(self) -> tuple[tuple[str, int], ...]:
        """The letter of the form and the place among the operands of each; `*` and `b` once, with where they begin."""
        out, at = [], 0
        for letter in self.form:
            out.append((letter, at))
            at += 2 if letter in NAMED else 1
        return tuple(out)

    @cached_property
    def read(self) -> tuple[tuple[int, str], ...]:
        """Where each register stands that is read, and its sort; those of `*` are not among them."""
        at = [place + (letter in NAMED) for letter, place in self.places if letter in "r" + NAMED]
        return tuple(zip(at, self.takes, strict=False))

    @cached_property
    def rest(self) -> tuple[int, str] | None:
        """From where on all operands are registers, and their sort."""
        return next(((place, self.takes[-1]) for letter, place in self.places if letter == "*"), None)

    @cached_property
    def card(self) -> int | None:
        """Where the operand stands that is a card."""
        return next((at for at, sort in self.read if sort == "c"), None)

    @cached_property
    def index(self) -> int | None:
        """Where the register stands that is the index of a region."""
        return next((at for at, sort in self.read if sort == "x"), None)

    @cached_property
    def zones(self) -> tuple[int, ...]:
        """Where the names of zones stand."""
        return tuple(at for letter, at in self.places if letter in IN_ZONES)

    @cached_property
    def acts(self) -> bool:
        """Does it change the block, or the options? That is refused in functions that only answer."""
        return bool(self.writes - {("fuel", "")})

    def changes(self, *aspects: str) -> bool:
        """Does it write one of these?"""
        return any(aspect in aspects for aspect, _ in self.writes)

    @property
    def reckons(self) -> bool:
        """Is the number of a card, or its bit in a set, used?"""
        return self.cards in ("members", "reckons")

    def learns(self, ordered: bool) -> str:
        """What it makes of cards, where the zone that it names has an order or not."""
        return self.cards.split("|")[0 if ordered else -1]


def _changes(state: str) -> Iterator[tuple[str, Change]]:
    for sign, parts in findall(r"([-+])([^-+]+)", state if state != "by-F" else ""):
        for part in parts.split(","):
            yield sign, (part.rstrip("0123456789*"), part.lstrip(ascii_lowercase))


_TABLE = """
# op      form   role   takes gives cards          state                                 faults                         shows
const     di     value  -     v     -              -                                     -                              nothing
    d = i
copy      dr     value  v     v     blind          -                                     -                              nothing
    d = r
natural   drX    value  v     v     blind          -                                     by-X                           nothing
    d = r; the named fault if r is below 0
add       drr    value  nn    n     reckons        -                                     OVERFLOW                       nothing
    sum; OVERFLOW outside 64 bits
sub       drr    value  nn    n     reckons        -                                     OVERFLOW                       nothing
    difference; OVERFLOW
mul       drr    value  nn    n     reckons        -                                     OVERFLOW                       nothing
    product; OVERFLOW
div       drr    value  nn    n     reckons        -                                     DIVISION,OVERFLOW              nothing
    quotient rounded down as in Python; DIVISION, OVERFLOW
mod       drr    value  nn    n     reckons        -                                     DIVISION                       nothing
    remainder with the divisor's sign as in Python; DIVISION
eq        drr    value  vv    b     blind          -                                     -                              nothing
    1 if equal else 0
ne        drr    value  vv    b     blind          -                                     -                              nothing
    1 if different else 0
lt        drr    value  nn    b     reckons        -                                     -                              nothing
    1 if less else 0
le        drr    value  nn    b     reckons        -                                     -                              nothing
    1 if not more else 0
and       drr    value  ss    s     members        -                                     -                              nothing
    bitwise
or        drr    value  ss    s     members        -                                     -                              nothing
    bitwise
xor       drr    value  ss    s     members        -                                     -                              nothing
    bitwise
mix       drr    value  ss    s     reckons        -                                     -                              nothing
    a word each bit of which hangs on all bits of both, as splitmix64 makes it of their xor
not       dr     value  s     b     blind          -                                     -                              nothing
    1 if r is 0 else 0
shl       drr    value  si    s     reckons        -                                     BOUNDS                         nothing
    left shift, bits beyond 64 dropped; BOUNDS unless 0 <= amount <= 63
shr       drr    value  si    s     reckons        -                                     BOUNDS                         nothing
    logical right shift of the 64-bit pattern; BOUNDS unless 0 <= amount <= 63
popcount  dr     value  s     k     blind          -                                     -                              nothing
    number of set bits of the 64-bit pattern
lowbit    dr     value  s     i     reckons        -                                     NO_MEMBER                      nothing
    index of the lowest set bit; NO_MEMBER if r is 0
highbit   dr     value  s     i     reckons        -                                     NO_MEMBER                      nothing
    index of the highest set bit; NO_MEMBER if r is 0
select    drrr   value  svv   v     blind          -                                     -                              nothing
    second operand if the first is not 0, else third
table     dTr    value  v     v     looks          -                                     BOUNDS                         nothing
    T[r]; BOUNDS
unmatched diTTr* value  ss    s     reckons        -                                     -                              nothing
    word i of a set of cards (64 a word) that the melds leave which are worth most by the second T; rows of the first: cards, cards before
longest   diTr*  value  ss    n     -              -                                     TANGLED,NO_EDGE                nothing
    the longest way along edges, by what T says of each (two nodes, -1 for none, and a weight): i words of edges, then of nodes that are passed
card_of   dr     value  g     c     blind          -                                     -                              nothing
    the card alone of a card in a guise, as `ir.subsets` numbers them: r modulo the number of cards; -1 stays
among     dirr   value  sc    s     blind          -                                     -                              nothing
    word i of a set of cards (64 a word), and the card too if it belongs there; -1 is none
load      dR     value  x     v     blind          -region                               BOUNDS                         nothing
    region[r]; BOUNDS
store     Rr     deed   xv    -     blind          +region,index                         BOUNDS,RANGE                   stores
    region[r] = r, and its index is kept; BOUNDS, and RANGE outside the region's low..high
fill      Rri    deed   sv    -     blind          +region,index                         BOUNDS,RANGE                   stores
    the register of the region holds a set: region[third + each member] = second, and its index is kept; BOUNDS, RANGE
call      dF*    calls  v     v     by-F           by-F                                  by-F                           nothing
    the value of a function; it may read but not write the state
trial     dF*    tries  v     v     by-F           by-F                                  by-F                           nothing
    the value of a function that may write: it works on a copy of the state, and nothing of what it writes stays
random    dr     deed   n     n     -              +rng                                  NO_MEMBER,OVERFLOW             nothing
    uniform 0..r-1 from the state's random number generator; NO_MEMBER unless r >= 1, OVERFLOW from 2**32
tick      .      deed   -     -     -              +fuel                                 FUEL                           nothing
    one step of a loop that may go on for long; FUEL beyond the limit
zcount    dZ     value  n     k     blind          -count0                               BOUNDS                         nothing
    number of cards in the zone
zheld     dZ     value  n     s     -              -count0                               BOUNDS                         nothing
    of the zone's instances in the word of 64 to which this one belongs, those that hold a card
zhas      dZr    value  nc    b     numbers        -contents0                            BOUNDS                         nothing
    1 if the card lies in the zone
zat       dZr    value  nn    c     blind|numbers  -order0                               BOUNDS,NO_CARD,UNSETTLED       nothing
    ordered: the card at position r from the bottom; unordered: the r-th card by number; NO_CARD, UNSETTLED if it is loose
znth      dZr    value  nn    c     blind|numbers  -order0                               BOUNDS,NO_CARD                 nothing
    the r-th card as the zone keeps them, which says nothing of the order of loose ones; NO_CARD
znext     dUr    value  nc    c     numbers        -contents0                            BOUNDS                         nothing
    unordered zones: the least card in the zone that is greater than r, or -1
ztop      dZ     value  n     c     blind|numbers  -top0                                 BOUNDS,UNSETTLED               nothing
    ordered: the top card; unordered: the least; -1 if empty; UNSETTLED if the top is loose
zloose    dZ     value  n     k     blind          -loose0                               BOUNDS                         nothing
    how many cards at the bottom lie in no settled order (0 in zones without order)
zsettle   Lr     deed   nn    -     blind          +order0,loose0                        BOUNDS,NO_CARD                 nothing
    the r-th loose card changes places with the topmost loose one, which is then settled; NO_CARD
zshuffle  L      deed   n     -     blind          -contents0+loose0,known               BOUNDS                         happens
    all cards are loose; who does not see the whole zone knows none of them
zput      Zr     deed   nc    -     blind          +in0,out*,loose*,where,known          BOUNDS,FULL,NO_CARD            moves
    the card leaves its zone and comes on top of this one; FULL, NO_CARD
zunder    Zr     deed   nc    -     blind          +in0,out*,loose*,where,known          BOUNDS,FULL,NO_CARD,UNSETTLED  moves
    the same, to the bottom; UNSETTLED if the zone has loose cards
zall      ZZ     deed   nn    -     blind|numbers  +in1,out0,loose0,loose1,where,known   BOUNDS,FULL,UNSETTLED          moves
    every card of the first zone, bottom up, is put on the second; FULL, UNSETTLED if loose cards need an order there
zgather   Z      deed   n     -     numbers        +in0,out*,loose*,where,known          BOUNDS,FULL                    moves
    every card that is not in the box is put here in order of number; FULL
know      rr     deed   cm    -     blind          -where,order*,loose*+known            NO_CARD,RANGE                  tells
    the card becomes known to the seats of the mask, unless it is loose in a hidden zone; NO_CARD, RANGE
glimpse   rr*    deed   cms   -     blind          -where,contents*,order*,loose*+known NO_CARD,RANGE                  tells
    as `know`; who did not know the card nor sees all that is held with it knows one less of its equals there; it is none of a set
zknow     Zr     deed   nm    -     blind          -order0,loose0+known                  BOUNDS,RANGE                   tells
    every card in the zone becomes known to the seats of the mask, as by `know`
option    i*     menu   v     -     blind          +options                              TOO_MANY                       nothing
    legal functions only: append (i, registers…) to the options; TOO_MANY beyond `max_options`
once      i*     menu   v     -     blind          -options+options                      TOO_MANY                       nothing
    the same, unless that option is there already
options   ii*    menu   v     -     blind          +options                              TOO_MANY                       nothing
    as `option` for each set bit of the last register, ascending: second number + bit in its place
pairs     iiiT*  menu   v     -     blind          +options                              TOO_MANY                       nothing
    for each bit, each entry of T whose register (these are the last) has it: (first, registers…, n = second + bit, entry + third * n)
jump      B      ends   -     -     -              -                                     -                              nothing
    go on there
branch    rBB    ends   s     -     blind          -                                     -                              nothing
    first if r is not 0, else second
switch    rb     ends   n     -     reckons        -                                     BOUNDS                         nothing
    r-th label; BOUNDS
return    r      ends   v     -     blind          -                                     -                              nothing
    the value of a function
ask       SrrB   asks   mk    -     -              +stand                                RANGE                          asks
    stop: site, mask of seats asked, number of outcomes (chance) or 0; go on at B with the answer in `move`
finish    .      ends   -     -     -              +stand                                -                              happens
    the game is over
trap      X      ends   -     -     -              -                                     by-X                           happens
    stop with this fault
"""


def _read(table: str) -> dict[str, Op]:
    lines = [line for line in table.strip().splitlines() if not line.startswith("#")]
    found = [_checked(columns, meaning) for columns, meaning in zip_longest(lines[::2], lines[1::2], fillvalue="")]
    if len({op.name for op in found}) < len(found):
        raise ValueError("an operation has two rows")
    return {op.name: op for op in found}


def _checked(line: str, meaning: str) -> Op:
    """The row of a line and the one below it; ValueError if a column is missing, or says what there is not."""
    columns = line.split()
    if len(columns) != 9 or not meaning.startswith(" "):
        raise ValueError(f"a column is missing: {line}")
    name, form, role, takes, gives, cards, state, faults, shows = columns
    op = Op(name, form.strip("."), role, takes.strip("-"), gives, cards, state, faults, shows, meaning.strip())
    registers = sum(letter in "r*" + NAMED for letter in op.form)
    zones, other = len(op.zones), "by-F" if "F" in op.form else "by-X" if "X" in op.form else ""
    wrong = {
        "form": any(letter not in "dri*BbFSTX" + NAMED for letter in op.form) or "d" in op.form[1:],
        "role": role not in ROLES,
        "takes": any(sort not in SORTS for sort in op.takes) or len(op.takes) != registers,
        "gives": (gives in SORTS) != op.sets or gives == "x",
        "cards": any(part not in LEARNING for part in cards.split("|")) or "|" in cards and not zones,
        "state": state not in ("-", other) and not _are_changes(state, zones),
        "faults": faults not in ("-", other) and any(fault not in Fault.__members__ for fault in faults.split(",")),
        "shows": shows not in SHOWS,
    }
    for column, is_wrong in wrong.items():
        if is_wrong:
            raise ValueError(f"`{column}` of the operation `{name}` says what there is not: {line}")
    return op


def _are_changes(state: str, zones: int) -> bool:
    return fullmatch(r"(-[^-+]+)?([+][^-+]+)?", state) is not None and all(_is_change(change, sign, zones) for sign, change in _changes(state))


def _is_change(change: Change, sign: str, zones: int) -> bool:
    aspect, zone = change
    if aspect not in ASPECTS or aspect in ("in", "out") and sign == "-":
        return False
    return zone == "*" or zone.isdigit() and int(zone) < zones if aspect in OF_ZONES else not zone


OPS: dict[str, Op] = _read(_TABLE)
