"""Melds: which cards lie together, line by line, and what can be asked of cards for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.model.early import ask_early
from ruledsl.model.fields import all_known, lines_of
from ruledsl.model.model import MeldInfo
from ruledsl.model.types import BOOL, INT, UNKNOWN, LoopTerm, Term, Type, card_of, fits, list_of, say
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.asking import Asking

SHAPES = ("set", "run", "alike")
"""The lines that say how many cards may lie together, one at least."""
LINES = ("rank", "suit", *SHAPES, "order", "worth")
QUESTIONS = ("deadwood", "unmatched")


def read_meld(x: Asking, info: MeldInfo, d: t.Meld, card: Type) -> None:
    """The lines of a meld, each once, and all that must be there."""
    with x.desk.scope():
        (p,) = d.params
        info.key = x.desk.bind(p.name, card, p, p.span)
        info.lines = {}
        for word, field in lines_of(x, d.fields, LINES, "E0221"):
            if field.message is not None:
                x.desk.fail("E0434", field.message.span, word=word)
            info.lines[word] = _line(x, info, word, field.value)
    if all_known(d.fields, LINES):
        if "rank" not in info.lines or not info.lines.keys() & set(SHAPES):
            x.desk.fail("E0433", d.span, name=info.name)


def _line(x: Asking, info: MeldInfo, word: str, e: t.Expr) -> Term:
    if word == "worth":
        return x.value(e, INT)
    if word in SHAPES:
        return _sizes(x, e)
    if word == "order":
        return _order(x, info, e)
    term = x.check(e)
    if term.type.kind not in ("int", "enum", "bool", "player", "unknown"):
        x.desk.fail("E0303", e.span, want="a number, or a value that is printed on the card", got=say(term.type))
    return term


def _sizes(x: Asking, e: t.Expr) -> Term:
    term = x.check(e)
    if term.op != "range":
        if term.type.kind != "unknown":
            x.desk.fail("E0303", e.span, want="a range such as `3..4`", got=say(term.type))
        return Term("error", UNKNOWN, span=e.span)
    ask_early(x.desk, (term,))
    return term


def _order(x: Asking, info: MeldInfo, e: t.Expr) -> Term:
    rank = info.lines["rank"].type if "rank" in info.lines else UNKNOWN
    term = x.check(e, list_of(rank))
    if not fits(term.type, list_of(rank)):
        x.mismatch(e, term, list_of(rank), "a list of ranks, from the first to the last: `[ace, two, three]`")
        return Term("error", UNKNOWN, span=e.span)
    ask_early(x.desk, (term,))
    return term


# ---- what is asked ----


def melded(x: Asking, e: t.Call) -> Term:
    """`spread(cards)`: do these lie together?"""
    info = x.model.melds[e.function]
    x.desk.used.add(info.name)
    return Term("meld_is", BOOL, _cards(x, info, e), info.name, e.span)


def question(x: Asking, meld: str, e: t.Call) -> Term:
    """`spread.unmatched(cards)`, the cards that are left over; `spread.deadwood(cards)`, what they are worth together."""
    info = x.model.melds[meld]
    if e.function not in QUESTIONS:
        x.desk.unknown("E0204", e.function_span, e.function, QUESTIONS, owner=say(Type("meld")))
        x.aside(e.args)
        return Term("error", UNKNOWN, span=e.span)
    parts = _cards(x, info, e)
    left = Term("unmatched", Type("zone", kinds=info.kinds), parts, info.name, e.span)
    if e.function == "unmatched":
        return left
    return Term("aggregate", INT, (_worth(info),), ("sum", (LoopTerm(info.key, card_of(info.kinds), left, any_order=True),)), e.span)


def _worth(info: MeldInfo) -> Term:
    """What a card counts that is left over."""
    return info.lines.get("worth", Term("const", INT, data=1))


def _cards(x: Asking, info: MeldInfo, e: t.Call) -> tuple[Term, ...]:
    """Zones, several cards, cards: all taken together."""
    if e.generator is not None or not e.args:
        x.desk.fail("E0307", e.span, name=e.function, want="cards", got="none is given" if e.generator is None else "there is a `for`",
                    hint=f"write `{e.function}(your.hand)`, or `{e.function}([card for card in your.hand if …])`")  # fmt: skip
        return ()
    return tuple(_some_cards(x, info, arg) for arg in e.args)


def _some_cards(x: Asking, info: MeldInfo, e: t.Expr) -> Term:
    term = x.gathered(e) if isinstance(e, t.Comprehension) else x.check(e)
    of = term.type.of if term.op == "set_for" else term.type
    if of is None or of.kind not in ("zone", "subset", "card", "unknown"):
        x.desk.fail("E0303", e.span, want="a card, several cards or a zone", got=say(term.type))
        return Term("error", UNKNOWN, span=e.span)
    if of.kinds and not of.kinds & info.kinds:
        x.desk.fail("E0303", e.span, want=_kinds(info.kinds), got=_kinds(of.kinds))
    return term


def _kinds(kinds: frozenset[str]) -> str:
    return " or ".join(f"a `{kind}`" for kind in sorted(kinds))
