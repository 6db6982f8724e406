"""What there is beside the cards: variables and zones, with what they are at first and who sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from ruledsl.flow.words import plain
from ruledsl.model.model import StateInfo
from ruledsl.syntax import tree as t
from ruledsl_tools.rulebook.sentences import Sentences

ZONES = {
    "pile": "a pile", "row": "a row", "fan": "a hand in its order", "hand": "a hand", "spot": "room for one card", "heap": "cards in no order",
    "bag": "cards to draw from",
}  # fmt: skip
SEEN = {
    "open": "all see it", "own": "only its owner sees it", "others": "all but its owner see it", "hidden": "nobody sees it", "top": "all see the top card",
}  # fmt: skip
NOTHING = {"player": "nobody", "cell": "no cell"}


def thing(sentences: Sentences, v: t.Variable, info: StateInfo | None, options: Mapping[str, str]) -> str:
    """One variable or zone, in a line; `options` are those of the game, in words."""
    each = " and ".join(f"each {escape(plain(k.name.text))} of {sentences.say(k.among)}" for k in v.keys)
    more = () if info is None else _of_zone(sentences, v, info) if info.word else _of_variable(sentences, v, info, options)
    told = "; ".join(more)
    return f"{escape(plain(v.name.text))}{f' for {each}' * bool(each)}{f': {told}' * bool(told)}"


def _of_zone(sentences: Sentences, v: t.Variable, info: StateInfo) -> Iterator[str]:
    """What kind of place it is, if its name does not say so, who sees what lies there, and how much there is room for."""
    named, kind = info.word in plain(v.name.text).split(), ZONES[info.word]
    if not named:
        yield kind
    yield SEEN[info.visibility].replace(" it", " them" if kind.startswith("cards") and not named else " it")
    if v.at_most is not None:
        yield f"at most {sentences.say(v.at_most)}"


def _of_variable(sentences: Sentences, v: t.Variable, info: StateInfo, options: Mapping[str, str]) -> Iterator[str]:
    """What it is at first, and who sees it, if not all do. Of what may be so and is not at first nothing is said."""
    low, high = map(sentences.settled.value, info.bounds) if info.bounds is not None else (None, None)
    if isinstance(v.initial, t.Ref) and v.initial.name in options:
        yield f"{escape(options[v.initial.name])} at first"
    elif v.initial is not None:
        yield f"{sentences.say(v.initial)} at first"
    elif info.type.or_none:
        yield f"{NOTHING.get(info.type.kind, 'none')} at first"
    elif info.type.kind == "set":
        yield "empty at first"
    elif low is not None and high is not None:
        yield f"{0 if low <= 0 <= high else low} at first"
    if info.visibility != "open":
        yield SEEN[info.visibility]
