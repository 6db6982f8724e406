"""Names that people bring along from elsewhere, and what the language has in their place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.model.model import Model

_NUMBER = "say from where to where it goes, as in `0..99`"
_ZONE = "where cards lie is a `pile`, `row`, `heap`, `bag`, `hand` or `fan`, as in `deck: pile, hidden`"
_COUNT = "write `count(...)`"
_EMPTY = "write `… is empty`"
_NEXT = "the player to the left is `p.left`, the one to the right `p.right`"
_PLACE = "players have no numbers: count them where you go through them, in a variable of `table:`, as in `n += 1`"
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_MEANT = {
    "E0205": {
        **dict.fromkeys(("int", "integer", "number", "num", "float", "real", "count", "counter", "points"), _NUMBER),
        **dict.fromkeys(("boolean", "flag", "boolian", "yesno"), "write `bool`"),
        **dict.fromkeys(("string", "str", "text", "char"), "texts are printed and not kept; declare an `enum` of what there is"),
        **dict.fromkeys(("stack", "cards", "deck", "zone", "discard"), _ZONE),
        **dict.fromkeys(("direction", "dir", "heading", "way"), "the ways of a board are an enum `Way`, which is there as soon as a board is"),
    },
    "E0206": {
        **dict.fromkeys(("random", "rand", "randint", "dice", "die"), "write `roll d6` for a die, `random of deck` for a card"),
        **{end: f"write `{end} of` and the zone, as in `{end} of deck`" for end in ("top", "bottom")},
        "range": "write `1..3`",
        **dict.fromkeys(("highest", "greatest", "maximum"), "write `max(… for x in Z)`; who has most is `first(p for p in players by highest p.score)`"),
        **dict.fromkeys(("lowest", "least", "minimum"), "write `min(… for x in Z)`; who has least is `first(p for p in players by lowest p.score)`"),
        **dict.fromkeys(("exists", "some", "contains"), "write `any(C for x in Z)`"),
        **dict.fromkeys(("every", "forall", "each"), "write `all(C for x in Z)`"),
        **dict.fromkeys(("average", "avg", "mean"), "write `sum(… for x in Z) // count(Z)`"),
        **dict.fromkeys(("length", "size", "number"), _COUNT),
        **dict.fromkeys(("empty", "isempty", "is_empty"), _EMPTY),
        **dict.fromkeys(("next", "next_player", "previous"), _NEXT),
    },
    "E0204": {
        **dict.fromkeys(("number", "index", "seat", "id", "position"), _PLACE),
        **dict.fromkeys(("count", "size", "length", "len"), _COUNT),
        **dict.fromkeys(("empty", "isempty", "is_empty"), _EMPTY),
    },
    "E0201": {
        **dict.fromkeys(("nobody", "nothing", "null", "nil"), "write `none`"),
        **dict.fromkeys(("winner", "the_winner"), "who have won is a set: `winners == {A}`"),
        "even": "write `x % 2 == 0`",
        "odd": "write `x % 2 == 1`",
        **dict.fromkeys(("my", "mine", "his", "her", "their"), "whoever acts is `you`, and has what is `your`: `your.score`"),
        **dict.fromkeys(("card", "cards"), "a card has the name by which it was chosen, or is found where it lies: `top of deck`, `all of p.hand`"),
    },
}
"""By the code of a message, which name."""
_ALL = {"cell": "{}", "place": "{}", "line": "{}.lines", "corner": "{}.corners", "edge": "{}.edges", "route": "{}.routes"}
"""By a type, how all that it can hold are called on a board."""


def meant(model: Model, code: str, name: str) -> str:
    """What somebody means by a name that is not known; nothing if nobody can tell."""
    if code == "E0201" and re.fullmatch(r"d[0-9]{1,3}", name):
        return f"a die is thrown by `roll {name}` alone: `let n = roll {name}`, and then `n + 1`"
    if code == "E0201" and name in _NUMBERS and not any(name in _NUMBERS for enum in model.enums.values() for name in enum.values):
        return f"a number is written in digits: `{_NUMBERS.index(name)}`"
    if code == "E0201" and (every := _all_of(model, name)):
        return f"`{name}` is a type: all that it can hold are `{every}`"
    if code == "E0206" and name in model.boards:
        return f"a cell has its row and its column, in square brackets: `{name}[2, 3]`"
    if code == "E0210":
        enum = next((enum for enum in model.enums.values() if name in enum.values), None)
        on = next((part for kind in model.kinds.values() for part, type in kind.params.items() if enum is not None and type.name == enum.name), "")
        told = f": what is on a card is compared with it, as in `card.{on} == {name}`" if on else ""
        return f"it is a value of `{enum.name}`{told}" if enum is not None else ""
    printed = any(name in kind.params for kind in model.kinds.values()) or name in model.state
    told = f"what something has stands behind it: `c.{name}`" if code == "E0206" and printed else ""
    return _MEANT.get(code, {}).get(name, told)


def _all_of(model: Model, name: str) -> str:
    """The set of all values of a type; nothing where it has none here."""
    if name == "bool":
        return "{false, true}"
    of = "place" if name in ("place", "route") else "cell"
    board = next((board.name for board in model.boards.values() if board.member.kind == of), None)
    return _ALL[name].format(board) if name in _ALL and board is not None else ""
