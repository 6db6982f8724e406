"""The tables of the documentation, made from what they describe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ruledsl.ir.ops import OPS, Fault
from ruledsl.model.builtins import FUNCTIONS, VIEWS
from ruledsl.model.declare import ZONE_WORDS
from ruledsl.resources import grammar_text

_HEADING = re.compile(r"// ---- (.*?)(?::.*)? ----")
_TERMINAL = re.compile(r"([A-Z_]+)\.(\d+): /(.*?)/$")

MEANINGS = {
    "count": "`count(Z)` cards of a zone; `count(S)` members of a set, list or range; `count(x for x in S if C)`",
    "sum": "`sum(e for x in S)`; `sum([1, 2])`; of nothing it is 0",
    "min": "`min(a, b, …)`, `min(e for x in S)`, `min([1, 2])`; of nothing it is a fault",
    "max": "as `min`",
    "all": "`all(C for x in S)`; of nothing it is true",
    "any": "`any(C for x in S)`; of nothing it is false",
    "distinct": "`distinct(e for x in S)`: are no two of them equal?",
    "first": "`first(x for x in S if C)`: the first one, or `none`",
    "last": "`last(x for x in S if C)`: the last one, or `none`",
    "abs": "`abs(n)`: n without its sign",
    "sees": "`sees(p, Z)`: does p know every card of the zone; `sees(p, v)`: may p see the variable",
    "seen": "`seen(p, Z)`: the cards of the zone that p knows; compared with a list, or counted",
    "over": "is the game over",
    "waiting": "the set of players who are asked now",
    "winners": "the set of players who have won; empty until the game is over",
}
ZONES = {
    "pile": "cards on one another; has a top, can be shuffled",
    "row": "cards side by side in an order; has a top (the last one put) and a bottom",
    "fan": "a hand that keeps the order in which its cards came",
    "hand": "cards without order that a player holds",
    "spot": "room for one card",
    "heap": "cards without order",
    "bag": "cards without order, to draw from at random",
}


def keywords() -> str:
    """Every word of lexical.lark under its heading."""
    out, words, heading = ["| where | words |", "|---|---|"], [], ""
    for line in [*grammar_text("lexical").splitlines(), "// ---- the end ----"]:
        if found := _HEADING.match(line):
            if words:
                out.append(f"| {heading} | {' '.join(f'`{w}`' for w in words)} |")
            heading, words = found[1], []
        elif found := _TERMINAL.match(line):
            words.append(_word(found[3]))
    return "\n".join(out)


def reserved() -> str:
    """The words that are never names."""
    found = [_TERMINAL.match(line) for line in grammar_text("lexical").splitlines()]
    words = sorted(_word(m[3]) for m in found if m and int(m[2]) >= 5 and " " not in _word(m[3]))
    return " ".join(f"`{w}`" for w in words)


def _word(pattern: str) -> str:
    """`/at +most\\b/` is `at most`."""
    return pattern.split(r"\b")[0].split("(?")[0].replace(" +", " ")


def builtins() -> str:
    """The functions and the names about play."""
    rows = [f"| `{name}` | {MEANINGS.get(name, 'not described')} |" for name in (*FUNCTIONS, *VIEWS)]
    return "\n".join(["| name | meaning |", "|---|---|", *rows])


def zones() -> str:
    """The zone words with who sees them if nothing is said."""
    rows = [f"| `{word}` | {ZONES.get(word, 'not described')} | `{sight}` |" for word, sight in ZONE_WORDS.items()]
    return "\n".join(["| word | what it is | seen, if nothing is said |", "|---|---|---|", *rows])


def faults() -> str:
    """What stops a game."""
    return "\n".join(f"* {fault.value}" for fault in Fault)


def ops() -> str:
    """The operations of a lowered program."""
    rows = [f"| `{op.name}` | `{op.form or '.'}` | {op.effect} | {op.meaning} |" for op in OPS.values()]
    return "\n".join(["| op | operands | effect | meaning |", "|---|---|---|---|", *rows])


def _statements() -> Iterator[tuple[str, str]]:
    from ruledsl.syntax import tree

    for name, value in vars(tree).items():
        if isinstance(value, type) and issubclass(value, tree.Stmt) and value is not tree.Stmt:
            yield name, STATEMENTS.get(name, f"{name}: not described")


STATEMENTS = {
    "Label": '`"discard {card}"` — first line of an action',
    "Let": "`let x = e`",
    "Require": '`require C else "why"`',
    "Assign": "`x = e`, `x += e`, `x -= e`, `x = roll S`",
    "Move": "`move CARDS to PLACE`",
    "Shuffle": "`shuffle Z`",
    "Reveal": "`reveal X`, `show X to p`",
    "ChooseAction": "`p chooses a, b or c`, `p may a`",
    "ChooseValue": "`p chooses x in S`",
    "If": "`if C:` `elif C:` `else:`",
    "While": "`while C at most N times:`",
    "Repeat": "`repeat N times:`",
    "For": "`for x in S:`",
    "Turns": "`turns p in players:`",
    "Unless": '`unless "time is up" for p after N seconds:` `else:`',
    "End": "`end PHASE`, `end game`",
    "Do": "`f(x)`",
    "DoUsual": "`usual`",
    "CarryOut": "`carry out card`",
    "Pass": "`pass`",
}


def statements() -> str:
    """The statements, as the tree has them."""
    return "\n".join(f"* {form}" for _, form in _statements())


TABLES: dict[str, Callable[[], str]] = {
    "keywords": keywords, "reserved": reserved, "builtins": builtins, "zones": zones, "faults": faults, "ops": ops,
    "statements": statements,
}  # fmt: skip
