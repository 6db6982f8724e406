"""The tables of the documentation, made from what they describe."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ruledsl.ir.ops import OPS, Fault
from ruledsl.model.builtins import FUNCTIONS, VIEWS
from ruledsl.model.declare import ZONE_WORDS
from ruledsl.resources import grammar_text
from ruledsl.service.meanings import MEANINGS, STATEMENTS, ZONES

_HEADING = re.compile(r"// ---- (.*?)(?::.*)? ----")
_TERMINAL = re.compile(r"([A-Z_]+)\.(\d+): /(.*?)/$")

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
    columns = ("name", "form", "role", "takes", "gives", "cards", "state", "faults", "shows", "meaning")
    heads = ("op", "operands", *columns[2:])
    rows = [[getattr(op, column).replace("|", "; without order ").replace(",", ", ") or "-" for column in columns[:-1]] + [op.meaning] for op in OPS.values()]
    lines = [f"| `{name}` | `{form.replace('-', '.')}` | {' | '.join(rest)} |" for name, form, *rest in rows]
    return "\n".join([f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *lines])


def _statements() -> Iterator[tuple[str, str]]:
    from ruledsl.syntax import tree

    for name, value in vars(tree).items():
        if isinstance(value, type) and issubclass(value, tree.Stmt) and value is not tree.Stmt:
            yield name, STATEMENTS.get(name, f"{name}: not described")


def statements() -> str:
    """The statements, as the tree has them."""
    return "\n".join(f"* {form}" for _, form in _statements())


TABLES: dict[str, Callable[[], str]] = {
    "keywords": keywords, "reserved": reserved, "builtins": builtins, "zones": zones, "faults": faults, "ops": ops,
    "statements": statements,
}  # fmt: skip
