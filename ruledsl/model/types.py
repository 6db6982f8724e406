"""What an expression can be: types as the checker sees them, and checked expressions (terms)."""

from __future__ import annotations

from typing import Any

from ruledsl.record import field, record, replace
from ruledsl.source import NOWHERE, Span


@record(frozen=True)
class Type:
    """kind: int bool enum player card subset face kind cell set list zone board chart column times none unknown nothing.

    `name` is the enum, board or zone, and of cells that are corners, edges, places or routes the word for it; `of` the member of a set or list; `kinds` what
    a card, the cards of a subset or a zone's cards can be. `guises` are the kinds that cards among them are taken as here, themselves or standing for
    them: such a card comes with what it stands for. There are none where all cards are themselves.
    `unknown` stands for something already reported: it agrees with everything and causes no second report.
    """

    kind: str
    name: str = ""
    of: Type | None = None
    or_none: bool = False
    kinds: frozenset[str] = frozenset()
    guises: frozenset[str] = frozenset()

    @property
    def member(self) -> Type:
        """A card of a subset."""
        return Type("card", kinds=self.kinds, guises=self.guises)

    @property
    def bare(self) -> Type:
        return replace(self, or_none=False) if self.or_none else self


HELD = frozenset({"int", "bool", "enum", "player", "card", "subset", "face", "cell", "line", "set", "times", "kindvalue", "none", "unknown"})
"""Kinds of what is a value: named, handed on, compared, chosen between."""

MEMBERS = frozenset({"enum", "player", "int", "cell", "line", "bool", "kindvalue", "unknown"})
"""Kinds of what a set holds."""

NO_VALUE = {
    "zone": "its cards are values, and so is `count(…)`; a `def` may be given a zone",
    "board": "it has a name already: write `{name}` itself where its cells are meant",
    "list": "write the list where it is gone through, counted, or asked with `in`", "chart": "ask it for a row, such as `{name}.points[red]`",
    "column": "ask it for a row, as in `chart.points[red]`", "kind": "write a card with its values, or go through the kinds with `for`",
    "many": "name one of them, such as `{name}[1]`", "meld": "ask it about cards: `{name}(cards)`",
}  # fmt: skip
"""What to do with what is none."""

INT, BOOL, PLAYER, CELL = Type("int"), Type("bool"), Type("player"), Type("cell")
CORNER, EDGE = Type("cell", "corner"), Type("cell", "edge")
PLACE, ROUTE = Type("cell", "place"), Type("cell", "route")
NONE, UNKNOWN, NOTHING = Type("none"), Type("unknown"), Type("nothing")


def set_of(member: Type) -> Type:
    return Type("set", of=member.bare)


def list_of(member: Type) -> Type:
    return Type("list", of=member)


def card_of(kinds: frozenset[str]) -> Type:
    return Type("card", kinds=kinds)


def subset_of(card: Type) -> Type:
    """A number of cards, chosen at once."""
    return Type("subset", kinds=card.kinds, guises=card.guises)


_WORDS = {
    "int": "a number", "bool": "true or false", "player": "a player", "card": "a card", "subset": "several cards", "face": "a face", "kind": "a kind of card",
    "kindvalue": "a kind of card",
    "cell": "a cell", "line": "a line of a board", "zone": "a zone", "board": "a board", "none": "none", "nothing": "nothing", "unknown": "something unknown",
    "chart": "a chart", "column": "a column of a chart", "meld": "a meld", "many": "several, of which one is named as in `x[1]`",
}  # fmt: skip


def say(t: Type) -> str:
    """A type in the language's words, for messages."""
    if t.kind == "enum":
        words = f"a value of `{t.name}`"
    elif t.kind in ("set", "list"):
        words = f"a {t.kind}" if t.of is None or t.of.kind == "unknown" else f"a {t.kind} of {_plural(t.of)}"
    elif t.kind == "cell" and t.name:
        words = f"{'an' if t.name == 'edge' else 'a'} {t.name}"
    else:
        words = _WORDS[t.kind]
    return f"{words} or none" if t.or_none else words


def _plural(t: Type) -> str:
    return {"int": "numbers", "enum": f"`{t.name}`", "bool": "truth values", "kindvalue": "kinds of cards"}.get(t.kind, f"{called(t)}s")


def is_cell(t: Type) -> bool:
    """Is it surely a cell, a corner or the like?"""
    return t.kind == "cell" and not t.or_none


def called(t: Type) -> str:
    """The word for its kind; corners, edges, places and routes have one of their own."""
    return t.name if t.kind == "cell" and t.name else t.kind


def counted(n: int) -> str:
    """How many values something takes."""
    return "nothing" if n == 0 else "1 value" if n == 1 else f"{n} values"


def are_given(n: int) -> str:
    """How many values were given."""
    return "nothing is given" if n == 0 else "one is given" if n == 1 else f"{n} are given"


def maybe_none(t: Type) -> bool:
    """May a value of the type be none, or is it?"""
    return t.or_none or t.kind == "none"


def agree(a: Type, b: Type) -> bool:
    """Can a value of one be compared with a value of the other?"""
    if "unknown" in (a.kind, b.kind):
        return True
    if a.kind == "none" or b.kind == "none":
        return a.kind == b.kind or a.or_none or b.or_none or "card" in (a.kind, b.kind)
    if {a.kind, b.kind} == {"card", "face"}:
        return True
    if a.kind in ("set", "list") and b.kind in ("set", "list"):
        return a.of is None or b.of is None or agree(a.of, b.of)
    if {a.kind, b.kind} <= {"zone", "list"}:
        return True
    return a.kind == b.kind and (a.kind not in ("enum", "cell") or a.name == b.name)


def fits(value: Type, place: Type) -> bool:
    """May a value of the first type be put where the second is wanted?"""
    if "unknown" in (value.kind, place.kind):
        return True
    if value.kind == "none":
        return place.or_none
    return agree(value.bare, place.bare) and value.kind == place.kind


def join(a: Type, b: Type) -> Type | None:
    """The least type that holds both, or None. Sets and lists are never none: an empty one is there."""
    if a.kind == "unknown":
        return b
    if b.kind == "unknown":
        return a
    if {a.kind, b.kind} in ({"none", "set"}, {"none", "list"}):
        return None
    if a.kind == "none":
        return replace(b, or_none=True)
    if b.kind == "none":
        return replace(a, or_none=True)
    if {a.kind, b.kind} == {"zone", "subset"}:
        a, b = (a, b) if a.kind == "zone" else (b, a)
    elif a.kind != b.kind or (a.kind in ("enum", "board", "cell") and a.name != b.name):
        return None
    of = a.of
    if a.of and b.of:
        of = join(a.of, b.of)
        if of is None:
            return None
    else:
        of = a.of or b.of
    return replace(a, or_none=a.or_none or b.or_none, kinds=a.kinds | b.kinds, guises=_all_guises(a, b), of=of)


def _all_guises(a: Type, b: Type) -> frozenset[str]:
    """What cards of one or the other type are taken as: those that stand for nothing as themselves."""
    return (a.guises or a.kinds) | (b.guises or b.kinds) if a.guises or b.guises else frozenset()


@record(frozen=True, eq=False)
class Term:
    """A checked expression: what is done (`op`), to what, and what comes out.

    `data` is what the op needs beside its arguments: a name, a value, a tuple of loops. `ruledsl.model.terms` lists every op.
    """

    op: str
    type: Type
    args: tuple[Term, ...] = ()
    data: Any = None
    span: Span = field(default=NOWHERE)


def surely(term: Term) -> Term:
    """A number, or another value that has an order, which is reckoned with, or a truth that is asked: a fault where it is none."""
    counts = term.type.or_none and term.type.kind in ("int", "enum", "bool")
    return Term("sure", term.type.bare, (term,), span=term.span) if counts else term


@record(frozen=True, eq=False)
class LoopTerm:
    """`for name in domain from start if condition while limit`, checked. `key` names the local uniquely."""

    key: str
    type: Type
    domain: Term
    start: Term | None = None
    condition: Term | None = None
    limit: Term | None = None
    order: tuple[tuple[bool, Term], ...] = ()  # highest first, or lowest first
    any_order: bool = False  # whatever comes first, the outcome is the same
    place: str = ""  # the local that holds the place of a member in the order

    @property
    def plain(self) -> bool:
        """Are the members that pass the condition gone through just as they come, from the first to the last?"""
        return self.start is None and self.limit is None and not self.order


@record(frozen=True, eq=False)
class Tried:
    """Beside a term `after`: the deed or action that is tried, with its arguments (behind the chooser, if there is `you`); then what `body` names of the
    moment before, under these keys."""

    target: str
    you: bool
    keys: tuple[str, ...]
    body: Term
