"""THE table of terms. What a checked expression is made of, when it is settled before play, what it may be, how it can fault, what it costs and how it
is lowered is said here and nowhere else: checker, settings, summaries, plans and the lowering of values read these columns.

A row that lacks a column, or says what is not known here, is a ValueError at import; so is a rule of a column that nobody carries out, where it is
carried out. A term of another kind is a ValueError wherever it is asked about. `-` is nothing.

data: what a term has beside its arguments. `value`, `kinds` of cards, `word`, what was `tried`, the `key` of a name, or the name of what is declared:
an `option`, `enum`, `kind`, `part`, `variable`, `zone` (`state`: one of these two), `board`, `chart`, `meld`, `combo` (a combination), `def`, `action`,
`history`; with `+` that and a name in it. `loops`, which bind the names of their keys in the arguments, or `how+loops`, of which the first says what is
gathered. In both, the parts of the loops are terms, too.

takes: the kinds of its arguments, in order (the last one stands for all of `*`; `+` is one that may be left out).

    n  number        b  truth          e  value of an enum     p  player        o  cell          c  card          m  several cards
    f  face          s  set            l  list                 z  zone          k  kind of card  y  board         v  anything that is a value
    i  line of cells   t  whose it is: player, cell, card or number            w  what can be gone through        u  zone or variable

gives: such a letter, or a type in words; `v` is as declared, or as its arguments are.

settled: when its value can be reckoned before play. `args` where those of its arguments are, `local` where its name has one, `loops` where all that
is gathered has; `late` as `args`, but no declaration may rest on it; `written` for what is known before play and is no number; never for what `stays`
as long as its arguments do, and for what hangs on how `play` stands.

looks: what it makes of zones among its arguments (or of its own): `count`, how many cards; `cards`, which; `order`, how they lie; `written`, how they
lie unless more cards may lie there than those written; `loops`, what its loops go through; `-` nothing.

mask: a set of this kind is `words`, a few operations a word; `word`, if one word holds it; `known`, if it is settled; `-` never a set of bits.

often: may it stand several times instead of once? `free` costs nothing; `cheap` little, if it is safe; `once` too much; `last` so much that random play
asks it of the option that it has drawn, and of no other.

told: does a refusal show what it was? `yes` or `-`.

faults, unless: the faults that it can raise itself, and what rules them out; that something goes on for ever is no row's. `placed`: all arguments are
somebody or something. `joined`: so they are, and a way leads from each cell to each other. `way`: from no cell there is no way on, but the way must be one.
`circle`: as `placed`, and after the last value comes the first. `zone`: the argument is a zone as declared. `member`: the argument is surely no more than a
set holds; `items`: so are all. `values`: neither a zone nor a face is compared. `fits`: the range fits 64 bits. `divisor`: so it does, and the divisor is
never 0. `edges`: all that may be edges have two ends, and are few. `def` and `loops` say that what is called or gathered tells. `counts`: it is surely
not below 0.

cost: about how many operations it takes besides its arguments; `def`, `loops` as above.

worth: how what it may be follows. `type` from its type alone; `reckoned` from the arguments as settings do; `sure` as its argument, and not below 0;
`either` of the two last ones; `part` what is printed; `held` what a variable holds; `local`, `def`, `usual` what is named; `item` one of the list; `size`
how many; `set` of the arguments; `gathered`, `list` of what is gathered; `edges` of the weights.

says: what is not none where it holds, or does not: `not`, `all` or `some` of its arguments say; `def`; `none`, its argument in the other case;
`equal`, `unequal`.

turned: of a comparison, the one with the sides changed.

traits: what else is asked of kinds of terms, with commas. `stored`: it is a variable, or all cards of one zone. `apart`: its cards lie in several
zones; `all`: it is said with `all`, and can be moved so. `placed`: a card by its place in a zone. `beside`: the cells beside one. `axis`: a number of
a row or a column. `listed`: its members are written one by one; `whole`: they are all that its type has. `shift`: so far from a number is a number
again. `said`: what it is stands there. `asks`: is there any?

lowers: the operation of that name, one of three ways: `branch`, a condition; `do`, a method of `Values` of that name; `place`, what is no value by
itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Literal, get_args

from ruledsl.model.types import Term
from ruledsl.record import cached_property, record

KINDS = {
    "n": ("int", "times"), "b": ("bool",), "e": ("enum",), "p": ("player",), "o": ("cell",), "c": ("card",), "m": ("subset",), "f": ("face",), "s": ("set",),
    "l": ("list",), "z": ("zone",), "k": ("kindvalue",), "y": ("board",), "i": ("line",), "t": ("player", "cell", "card", "int"),
    "v": ("int", "bool", "enum", "player", "cell", "line", "card", "subset", "face", "set", "kindvalue", "times", "none", "zone", "list"),
    "w": ("zone", "set", "list", "board", "subset", "card", "face"), "u": ("zone", "int", "bool", "enum", "player", "cell", "line", "kindvalue", "set"),
}  # fmt: skip
"""By letter the kinds of types that it stands for."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "data": (
        "-", "value", "kinds", "word", "tried", "key", "option", "enum", "kind", "part", "variable", "zone", "state", "board", "board+", "chart", "chart+",
        "meld", "combo", "combo+", "def", "action", "history", "loops", "how+loops",
    ),
    "settled": ("args", "local", "loops", "def", "late", "written", "stays", "play"),
    "looks": ("-", "count", "cards", "order", "written", "loops"),
    "mask": ("words", "word", "known", "numbers", "cards", "-"),
    "often": ("free", "cheap", "once", "last"),
    "told": ("yes", "-"),
    "unless": (
        "-", "placed", "joined", "way", "circle", "row", "zone", "member", "items", "values", "word", "fits", "counts", "divisor", "def", "loops", "edges",
    ),
    "worth": ("type", "reckoned", "sure", "either", "part", "held", "local", "def", "usual", "item", "size", "set", "gathered", "list", "edges"),
    "says": ("-", "not", "all", "some", "def", "none", "equal", "unequal"),
}  # fmt: skip
"""What may stand in a column; whoever carries the words of one out has each of them."""


Trait = Literal["stored", "apart", "all", "placed", "beside", "axis", "listed", "whole", "shift", "said", "asks"]
TRAITS = frozenset(get_args(Trait))


@record(frozen=True)
class TermOp:
    """One kind of term: a row of the table, whose columns are described above."""

    name: str
    data: str
    takes: str
    gives: str
    settled: str
    looks: str
    mask: str
    often: str
    told: str
    faults: str
    unless: str
    cost: str
    worth: str
    says: str
    turned: str
    traits: str
    lowers: str
    meaning: str

    @cached_property
    def parts(self) -> tuple[tuple[str, bool], ...]:
        """The letter of each argument, and whether it may be left out; those of `*` once, at the end."""
        letters = self.takes.strip("-").rstrip("*").replace("+", " ")
        return tuple((letter, n > 0 and letters[n - 1] == " ") for n, letter in enumerate(letters) if letter != " ")

    @cached_property
    def several(self) -> bool:
        """Does it take any number of arguments of the last kind?"""
        return self.takes.endswith("*")

    @cached_property
    def words(self) -> frozenset[str]:
        """Its traits, one by one."""
        return frozenset(self.traits.split(",")) if self.traits != "-" else frozenset()

    def has(self, trait: Trait) -> bool:
        return trait in self.words

    @cached_property
    def compares(self) -> bool:
        """Does it say how two values stand to one another?"""
        return self.turned != "-"

    @cached_property
    def equality(self) -> bool:
        """Is it `==` or `!=`?"""
        return self.says in ("equal", "unequal")

    @cached_property
    def joins(self) -> bool:
        """Is it `and` or `or`?"""
        return self.says in ("all", "some")

    @cached_property
    def branches(self) -> bool:
        """Does it hang on its first argument whether the others are looked at?"""
        return self.joins or self.worth == "either"

    @cached_property
    def divides(self) -> bool:
        return "DIVISION" in self.faults.split(",")

    def letter(self, n: int) -> str:
        """Of the argument at a place; ValueError if there is none."""
        if n >= len(self.parts) and not self.several:
            raise ValueError(f"`{self.name}` takes no argument {n + 1}")
        return self.parts[min(n, len(self.parts) - 1)][0]


_TABLE = """
# term        data      takes gives settled looks   mask    often told faults                            unless cost  worth    says    turned traits     lowers
const         value     -     v     args    -       known   free  -    -                                 -      0     type     -       -      said       settled
    3, red, north, none
local         key       -     v     local   -       word    free  yes  -                                 -      0     local    -       -      -          do
    what a parameter, a `let` or a loop has named
you           -         -     p     stays   -       -       free  -    -                                 -      0     type     -       -      -          do
    the chooser
setting       option    -     v     args    -       known   free  yes  -                                 -      0     type     -       -      -          do
    an option or a ruling
players       -         -     s     args    -       word    once  -    -                                 -      0     type     -       -      whole      settled
    all seats
last_player   -         -     p     args    -       -       once  -    -                                 -      0     type     -       -      -          settled
    players.last
enum_all      enum      -     s     args    -       word    once  -    -                                 -      0     type     -       -      whole,said settled
    all values of an enum, as in `for suit in Suit`
family        kind      -     s     args    -       known   once  -    -                                 -      0     type     -       -      -          settled
    the kinds of a family
left          -         p     p     args    -       -       cheap -    BOUNDS                            circle 2     type     -       -      -          do
    p.left
right         -         p     p     args    -       -       cheap -    BOUNDS                            circle 2     type     -       -      -          do
    p.right
others        -         p     s     args    -       word    once  -    BOUNDS                            -      3     type     -       -      -          do
    all seats but one
next          -         e     e     args    -       -       once  -    BOUNDS                            circle 2     type     -       -      -          do
    e.next
previous      -         e     e     args    -       -       once  -    BOUNDS                            circle 2     type     -       -      -          do
    e.previous
opposite      -         e     e     args    -       -       once  -    BOUNDS                            placed 1     type     -       -      -          do
    way.opposite
var           variable  +t    v     play    -       word    cheap yes  BOUNDS                            placed 2     held     -       -      stored     do
    a variable of the table, a seat, a cell or a card
zone          zone      +t    z     play    -       cards   once  -    BOUNDS                            placed 0     type     -       -      stored     place
    a zone of the table, a seat, a cell or a card
instance      state     tv*   t     late    -       -       once  -    BOUNDS,OVERFLOW                   row    3     type     -       -      -          do
    which one of those that there are for each number
many          state     +t    -     stays   -       -       once  -    -                                 -      0     type     -       -      -          place
    all of those together, before one is named
tops          zone      +t    z     play    order   -       once  -    BOUNDS,UNSETTLED                  -      9     type     -       -      -          place
    the top cards of zones that there are for each number
board         board     -     y     args    -       words   once  -    -                                 -      1     type     -       -      -          do
    a board, as the set of its cells
cell_at       board     nn    o     args    -       -       once  -    BOUNDS,OVERFLOW                   -      5     type     -       -      -          do
    field[2, 3]
cell_row      -         o     n     args    -       -       once  -    BOUNDS                            placed 1     type     -       -      axis       do
    c.row
cell_column   -         o     n     args    -       -       once  -    BOUNDS                            placed 1     type     -       -      axis       do
    c.column
step          -         oe    o     args    -       -       once  -    BOUNDS                            way    3     type     -       -      -          do
    c.step(north): the next cell that way, or none past the edge and from none
far           -         oen   o     args    -       -       once  -    BOUNDS                            way    6     type     -       -      -          do
    c.step(north, n): the n-th cell that way, c itself for 0, or none past the edge and from none
ray           -         oe+n  s     args    -       word    once  -    BOUNDS                            way    3     type     -       -      -          do
    c.ray(north), c.ray(north, n): all cells that way, or the first n of them
neighbours    -         o     s     args    -       words   once  -    -                                 -      1     type     -       -      beside     do
    the cells beside one
around        -         o     s     args    -       words   once  -    -                                 -      1     type     -       -      beside     do
    the cells beside one, and those across its corners
board_parts   board+    -     s     args    -       words   once  -    -                                 -      0     type     -       -      -          settled
    all corners, edges or routes of a board
turnings      word      e     s     args    -       word    once  -    BOUNDS                            placed 1     type     -       -      -          do
    tile.turns: in how many quarters a shape lies otherwise
shape_at      -         oen   s     args    -       words   once  -    BOUNDS                            -      6     type     -       -      -          do
    tile.at(c, turn): the cells that a shape covers, none of them if it would leave the board
place         board+    -     o     args    -       known   free  -    -                                 -      0     type     -       -      said       settled
    a place that is named
touching      word      o     s     args    -       words   once  -    -                                 -      1     type     -       -      -          do
    the corners, edges or cells that touch a cell, corner or edge, or its ends; the routes of a place, and the places beside it
part_at       word      oe    o     args    -       -       once  -    BOUNDS                            way    3     type     -       -      -          do
    c.corner(north): the corner or edge in that way, or none
between       word      oo    o     args    -       -       once  -    -                                 -      9     type     -       -      -          do
    c.edge(d), a.route(b): the edge or route between two cells, corners or places, or none
other         -         oo    o     args    -       -       once  -    BOUNDS                            -      5     type     -       -      -          do
    e.other(x): the end of an edge or route that x is not
distance      word      oo    n     args    -       -       once  -    BOUNDS,NO_WAY                     joined 3     type     -       -      -          do
    c.distance(d): how many steps to neighbours lead there
board_lines   board+    -     s     args    -       known   once  -    -                                 -      0     type     -       -      -          settled
    all rows, columns or diagonals of a board
cell_lines    word      o     s     args    -       word    once  -    BOUNDS                            -      1     type     -       -      -          do
    the lines through a cell
line_cells    -         i     s     args    -       word    once  -    BOUNDS                            -      1     type     -       -      -          do
    the cells of a line
line_at       board+    n     i     args    -       -       once  -    BOUNDS,OVERFLOW                   -      2     type     -       -      -          do
    field.row(3)
line_along    -         oe    i     args    -       -       once  -    BOUNDS                            way    3     type     -       -      -          do
    c.line(north): the line through a cell that way, or none
rows          board     y     l     stays   -       -       once  -    -                                 -      0     type     -       -      -          place
    the rows of a board
columns       board     y     l     stays   -       -       once  -    -                                 -      0     type     -       -      -          place
    the columns of a board
lines         board     n     l     stays   -       -       once  -    -                                 -      0     type     -       -      -          place
    all lines of so many cells
chart         chart     -     -     stays   -       -       once  -    -                                 -      0     type     -       -      -          place
    a chart, before a row is named
chart_column  chart+    -     -     stays   -       -       once  -    -                                 -      0     type     -       -      -          place
    a column, before a row is named
chart_row     chart+    v     v     args    -       -       once  -    BOUNDS                            -      1     type     -       -      -          do
    chart.column[row]
chart_at      chart     vv    v     args    -       -       once  -    BOUNDS                            -      3     type     -       -      -          do
    chart[row, column]
chart_players chart+    -     v     args    -       -       once  -    -                                 -      0     type     -       -      -          settled
    chart.row, in the column of so many players
chart_named   chart     v     v     args    -       -       once  -    BOUNDS                            -      1     type     -       -      -          do
    chart[row], in the column of so many players
param         part      c     v     stays   -       known   cheap yes  BOUNDS                            placed 1     part     -       -      -          do
    what is printed on a card
kind_of       -         c     k     stays   -       -       once  -    -                                 -      1     type     -       -      -          do
    of which kind a card is
kind_part     part      k     v     args    -       -       once  -    BOUNDS                            placed 1     type     -       -      -          do
    what a kind says of all its cards
is_kind       kinds     c     b     stays   -       -       once  -    -                                 -      1     type     -       -      -          do
    c is Fox
face          kind      v*    f     written -       -       once  -    BOUNDS                            -      4     type     -       -      -          do
    Duck(red, 3)
kind          kind      -     -     stays   -       -       once  -    -                                 -      0     type     -       -      said       place
    a kind of card, which is no value
card_top      -         z     c     play    order   -       once  yes  BOUNDS,UNSETTLED                  -      2     type     -       -      placed     do
    top of Z
card_bottom   -         z     c     play    order   -       once  -    BOUNDS,NO_CARD,UNSETTLED          -      5     type     -       -      placed     do
    bottom of Z
card_at       -         zn    c     play    order   -       once  -    BOUNDS,NO_CARD,OVERFLOW,UNSETTLED -      4     type     -       -      placed     do
    Z[2]
cards         word      z     z     play    cards   -       once  -    -                                 -      9     type     -       -      -          place
    all of Z, any 2 of Z, where it is moved
every         zone      +t    z     play    -       -       once  -    BOUNDS                            -      9     type     -       -      apart,all  place
    the cards of several zones of one name: of one player, or of all
joint         -         z*    z     play    -       -       once  -    -                                 -      9     type     -       -      apart      place
    the cards of several places, one after the other
all_cards     word      -     z     play    -       -       once  -    -                                 -      9     type     -       -      all        place
    all cards, all Fox
seen          -         pz    z     play    cards   -       once  -    BOUNDS,NO_CARD,UNSETTLED          -      9     type     -       -      -          place
    the cards of a zone that a seat knows
sees          -         pu    b     play    cards   -       once  -    BOUNDS,NO_CARD,UNSETTLED          -      9     type     -       -      -          branch
    does a seat know all of it?
unmatched     meld      w*    z     play    cards   words   once  -    BOUNDS                            -      99    type     -       -      -          place
    the cards that melds leave
meld_is       meld      w*    b     stays   cards   -       once  -    BOUNDS                            -      99    type     -       -      -          do
    are these cards such a meld?
combined      combo     v*    e     stays   cards   -       once  -    BOUNDS,OVERFLOW                   -      99    type     -       -      -          do
    the expression that values combine to, or none
combined_part combo+    v*    b     stays   cards   -       once  -    BOUNDS,OVERFLOW                   -      99    type     -       -      -          do
    does one line of a combination hold?
combined_near combo     v*    e     stays   cards   -       once  -    BOUNDS,OVERFLOW                   -      99    type     -       -      -          do
    the expression that comes nearest
set           -         v*    s     args    -       -       once  -    BOUNDS                            items  2     set      -       -      listed     do
    {red, blue}
list          -         v*    l     args    -       -       once  -    -                                 -      0     type     -       -      listed     place
    [1, 2, 3]
range         -         nn    s     args    -       numbers once  -    BOUNDS,OVERFLOW                   word   4     type     -       -      -          do
    1..3
item          -         ln    v     args    -       words   once  -    BOUNDS,OVERFLOW                   -      2     item     -       -      -          do
    L[2]
count         -         w     n     args    count   -       once  yes  BOUNDS,OVERFLOW,NO_CARD,UNSETTLED zone   2     size     -       -      asks       do
    how many there are
is_empty      -         w     b     play    count   -       once  -    BOUNDS,OVERFLOW,NO_CARD,UNSETTLED zone   2     type     -       -      asks       branch
    is there none?
sum           -         l     n     play    -       -       once  -    OVERFLOW                          -      2     list     -       -      -          do
    the sum of a list
list_min      -         l     v     play    -       -       once  -    -                                 -      2     list     -       -      -          do
    the least of a list
list_max      -         l     v     play    -       -       once  -    -                                 -      2     list     -       -      -          do
    the greatest of a list
in            -         vw    b     args    cards   -       once  -    BOUNDS,OVERFLOW,NO_CARD,UNSETTLED member 2     type     -       -      -          branch
    x in S
holds_cards   word      zln*  b     play    written -       once  -    BOUNDS,NO_CARD,UNSETTLED          -      9     type     -       -      -          branch
    does a zone hold just these cards? in tests
set_for       loops     v     s     loops   loops   word    once  -    BOUNDS                            loops  loops type     -       -      -          do
    {x.n for x in S if C}
reach         loops     +n    s     play    loops   word    last  -    BOUNDS                            loops  loops type     -       -      -          do
    {d from c by e in S if C}: all that steps lead to
sure          -         v     v     args    -       -       once  -    IS_NONE                         placed 1     sure     -       -      -          do
    what is reckoned with, and is not none
natural       -         n     n     args    -       -       once  -    RANGE                             counts 1     sure     -       -      -          do
    a number that is put where there may be none: it is not below 0
beside_none   -         n     n     args    -       -       once  -    -                                 -      2     reckoned -       -      -          do
    a number that is compared with one that may be none: below 0 it equals nothing
those         -         v     s     stays   -       word    once  -    BOUNDS                            -      3     type     -       -      -          do
    the set of one, or of nothing
aggregate     how+loops v     v     loops   loops   known   once  -    NO_MEMBER,OVERFLOW                loops  loops gathered -       -      -          do
    any, all, count, sum, min, max, first, last, distinct (… for x in S)
times         history   n*    n     play    -       -       last  -    -                                 -      40    type     -       -      -          do
    times(H), times(H, n): how often the present position is among the notes
longest       loops     n     n     play    loops   -       last  -    TANGLED,NO_EDGE                   edges  loops edges    -       -      -          do
    longest(w for e in S if C for c in E if P): the longest way along edges, none twice
add           -         nn    n     args    -       -       once  -    OVERFLOW                          -      1     reckoned -       -      shift      add
    a + b
sub           -         nn    n     args    -       -       once  -    OVERFLOW                          -      1     reckoned -       -      shift      sub
    a - b
mul           -         nn    n     args    -       -       once  -    OVERFLOW                          -      1     reckoned -       -      -          mul
    a * b
div           -         nn    n     args    -       -       once  -    DIVISION,OVERFLOW                 -      1     reckoned -       -      -          div
    a // b
mod           -         nn    n     args    -       -       once  -    DIVISION                          -      1     reckoned -       -      -          mod
    a % b
neg           -         n     n     args    -       -       once  -    OVERFLOW                          -      1     reckoned -       -      -          do
    -a
abs           -         n     n     args    -       -       once  -    OVERFLOW                          -      2     reckoned -       -      -          do
    abs(a)
min           -         v*    v     args    -       -       once  -    -                                 -      2     reckoned -       -      -          do
    min(a, b)
max           -         v*    v     args    -       -       once  -    -                                 -      2     reckoned -       -      -          do
    max(a, b)
union         -         ss    s     args    -       words   once  -    -                                 -      1     reckoned -       -      -          or
    a | b
intersection  -         ss    s     args    -       words   once  -    -                                 -      1     reckoned -       -      -          and
    a & b
difference    -         ss    s     args    -       words   once  -    -                                 -      1     reckoned -       -      -          do
    a - b
eq            -         vv    b     args    order   -       once  -    BOUNDS,NO_CARD,UNSETTLED          values 1     reckoned equal   eq     -          eq
    a == b
ne            -         vv    b     args    order   -       once  -    BOUNDS,NO_CARD,UNSETTLED          values 1     reckoned unequal ne     -          ne
    a != b
lt            -         vv    b     args    -       -       once  -    -                                 -      1     reckoned -       gt     -          lt
    a < b
le            -         vv    b     args    -       -       once  -    -                                 -      1     reckoned -       ge     -          le
    a <= b
gt            -         vv    b     args    -       -       once  -    -                                 -      1     reckoned -       lt     -          do
    a > b
ge            -         vv    b     args    -       -       once  -    -                                 -      1     reckoned -       le     -          do
    a >= b
set_lt        -         ss    b     stays   -       -       once  -    -                                 -      3     type     -       -      -          do
    is a part of b, which has more?
set_le        -         ss    b     stays   -       -       once  -    -                                 -      2     type     -       -      -          do
    is a part of b?
set_gt        -         ss    b     stays   -       -       once  -    -                                 -      3     type     -       -      -          do
    is b part of a, which has more?
set_ge        -         ss    b     stays   -       -       once  -    -                                 -      2     type     -       -      -          do
    is b part of a?
is_none       -         v     b     args    -       -       once  -    -                                 -      1     reckoned none    -      asks       do
    x is none
not           -         b     b     args    -       -       once  -    -                                 -      1     type     not     -      -          branch
    not C
and           -         bb    b     args    -       -       once  -    -                                 -      1     type     all     -      -          branch
    C and D
or            -         bb    b     args    -       -       once  -    -                                 -      1     type     some    -      -          branch
    C or D
if            -         bvv   v     args    -       word    once  -    -                                 -      1     either   -       -      -          do
    a if C else b
call          def       v*    v     def     -       word    once  yes  -                                 def    def   def      def     -      -          do
    what a def answers
usual         -         -     v     play    -       known   once  -    -                                 def    def   usual    -       -      -          do
    what it would be without the rule that stands instead
after         tried     v*    v     play    -       known   last  -    any                               -      99    type     -       -      -          do
    what would be after an action or a deed
possible      action    v*    b     play    -       -       once  -    any                               -      99    type     -       -      -          do
    is there a legal way to do an action?
over          -         -     b     play    -       -       once  -    -                                 -      2     type     -       -      -          do
    in tests: is the game over?
waiting       -         -     s     play    -       known   once  -    -                                 -      4     type     -       -      -          do
    in tests: the seats that are asked
winners       -         -     s     play    -       known   once  -    any                               -      99    type     -       -      -          do
    in tests: who has won
roll          -         w     v     play    -       -       once  -    -                                 -      0     type     -       -      -          place
    what chance brings; a statement of its own
observe       -         nn    b     play    -       -       once  -    -                                 -      0     type     -       -      -          place
    whether it happens; a statement of its own
meld          meld      -     -     stays   -       -       once  -    -                                 -      0     type     -       -      -          place
    a meld, before it is asked
error         -         -     -     written -       -       once  -    -                                 -      0     type     -       -      said       place
    what has been reported
"""


def _read(table: str) -> dict[str, TermOp]:
    lines = [line for line in table.strip().splitlines() if not line.startswith("#")]
    found = [_checked(columns, meaning) for columns, meaning in zip_longest(lines[::2], lines[1::2], fillvalue="")]
    if len({op.name for op in found}) < len(found):
        raise ValueError("a kind of term has two rows")
    return {op.name: op for op in found}


def _checked(line: str, meaning: str) -> TermOp:
    """The row of a line and the one below it; ValueError if a column is missing, or says what there is not."""
    columns = line.split()
    if len(columns) != 17 or not meaning.startswith(" "):
        raise ValueError(f"a column is missing: {line}")
    op = TermOp(*(*columns, meaning.strip()))
    wrong = {column: getattr(op, column) not in words for column, words in WORDS.items()}
    wrong["takes"] = any(letter not in KINDS for letter, _ in op.parts) or op.several and not op.parts
    wrong["gives"] = op.gives != "-" and op.gives not in KINDS
    wrong["faults"] = op.faults != "-" and not all(fault.isupper() or fault == "any" for fault in op.faults.split(","))
    wrong["unless"] |= op.unless not in ("-", "def") and op.faults == "-"
    wrong["cost"] = op.cost not in ("def", "loops") and not op.cost.isdigit()
    wrong["traits"] = not op.words <= TRAITS
    for column, is_wrong in wrong.items():
        if is_wrong:
            raise ValueError(f"`{column}` of the term `{op.name}` says what there is not: {line}")
    return op


class Rows(dict[str, TermOp]):
    """The rows of the table by the names of the kinds."""

    def __missing__(self, name: str) -> TermOp:
        raise ValueError(f"there is no row `{name}` in the table of ruledsl/model/terms.py; docs/adding.md says how one is written")


TERMS = Rows(_read(_TABLE))


def row(term: Term) -> TermOp:
    """What the table says of a term."""
    return TERMS[term.op]
