"""The table of operations says everything, or is no table; and who reads it knows no operation besides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruledsl.ir import flow, ops
from ruledsl.ir.bearing import bearing
from ruledsl.ir.holding import handed_over
from ruledsl.ir.key import make_key
from ruledsl.ir.layout import first_values
from ruledsl.ir.ops import OPS
from ruledsl.ir.origins import Origins
from ruledsl.ir.paths import Paths
from ruledsl.ir.program import Block, Function, Instr
from ruledsl.ir.spill import spill
from ruledsl.ir.text import show_instr
from ruledsl.ir.verify import VerifyError, verify
from ruledsl.native.sources import Values
from ruledsl.record import replace
from tests.ir.build import count_game

ROW = "zput      Zr     deed   nc    -     blind          +in0,out*,loose*,where,known          BOUNDS,FULL,NO_CARD            moves\n    is put"


def test_a_row_that_is_right_is_read() -> None:
    assert ops._read(ROW)["zput"].card == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("moves", ""), ("\n    is put", ""), ("Zr", "Zq"), ("deed", "does"), ("nc", "nz"), ("nc", "n"), ("nc", "ncc"), ("-     blind", "n     blind"),
        ("blind", "blunt"), ("in0", "in1"), ("in0", "into0"), ("where", "where0"), ("+in0", "-in0"), ("+in0", "in0"), ("out*", "out"),
        ("FULL", "FULLY"), ("BOUNDS,FULL,NO_CARD", "by-F"), ("moves", "shows"),
    ],
)  # fmt: skip
def test_a_row_that_lacks_something_or_says_what_there_is_not_raises(old: str, new: str) -> None:
    with pytest.raises(ValueError, match="zput"):
        ops._read(ROW.replace(old, new, 1))


def test_no_operation_has_two_rows() -> None:
    with pytest.raises(ValueError, match="two rows"):
        ops._read(f"{ROW}\n{ROW}")


def test_every_letter_sort_and_aspect_is_told() -> None:
    told = ops.__doc__ or ""
    letters = {letter for op in OPS.values() for letter in op.form}
    assert letters == set(re.findall(r"\b([a-zA-Z])  ", told[told.index("form:") : told.index("role:")])) | {"*"}
    assert set(ops.SORTS) == set(re.findall(r"(?m)(?:^|  )([a-z])  ", told[told.index("takes, gives:") : told.index("cards:")]))
    for word in (*ops.ROLES, *ops.LEARNING, *ops.SHOWS, *ops.ASPECTS):
        assert re.search(rf"`{re.escape(word)}`|^    {re.escape(word)}  ", told, re.MULTILINE), word


def test_each_column_has_all_its_words_in_use() -> None:
    """What no row says is not part of the table yet."""
    rows = list(OPS.values())
    assert {sort for op in rows for sort in op.takes + op.gives.strip("-")} == set(ops.SORTS)
    assert {op.role for op in rows} == set(ops.ROLES)
    assert {op.shows for op in rows} == set(ops.SHOWS)
    assert {part for op in rows for part in op.cards.split("|")} == set(ops.LEARNING)
    assert {aspect for op in rows for aspect, _ in op.reads | op.writes} == set(ops.ASPECTS)


UNKNOWN = Instr("zwhirl", (0, 0))


def with_unknown() -> tuple[object, Function]:
    """A game with an operation that is in no table."""
    game = count_game()
    main = game.functions["main"]
    first = main.blocks[0]
    changed = replace(main, blocks=[Block(first.label, [UNKNOWN, *first.instrs]), *main.blocks[1:]])
    functions = {
        name: replace(f, blocks=[Block(b.label, [UNKNOWN, *b.instrs]) for b in f.blocks]) if f is not main else changed for name, f in game.functions.items()
    }
    return replace(game, functions=functions), changed


PASSES = {
    "verify": lambda game, main: verify(game),
    "text": lambda game, main: show_instr(UNKNOWN),
    "used": lambda game, main: flow.used(UNKNOWN),
    "defined": lambda game, main: flow.defined(UNKNOWN),
    "constant": lambda game, main: flow.constant(UNKNOWN),
    "loaded": lambda game, main: flow.loaded(UNKNOWN),
    "written": lambda game, main: flow.written(UNKNOWN),
    "origins": lambda game, main: Origins(game, main.blocks),
    "paths": lambda game, main: Paths(main),
    "bearing": lambda game, main: bearing(game, ("winners",)),
    "key": lambda game, main: make_key(game, ("winners",), first_values(game)),
    "holding": lambda game, main: handed_over(main),
    "spill": lambda game, main: spill(main),
    "sources": lambda game, main: Values(game, main),
}


@pytest.mark.parametrize("name", PASSES)
def test_an_operation_that_is_in_no_table_raises_in_every_pass(name: str) -> None:
    with pytest.raises((KeyError, VerifyError)):
        PASSES[name](*with_unknown())


PEEPHOLES = {
    "ruledsl/ir/alike.py": ["eq", "ne", "lt", "le", "and", "or", "xor", "shl", "shr", "lowbit", "highbit", "sub", "add", "znth"],  # others tell cards apart
    "ruledsl/ir/counts.py": ["eq", "ne", "lt", "le", "add"],  # what is done otherwise with a number makes it no count
    "ruledsl/ir/mingled.py": ["add", "sub", "shr"],  # others hang on the order of cards
    "ruledsl/native/sources.py": ["zput", "and", "eq"],  # guesses at where a card lies; they are looked at before they are trusted
    "ruledsl/native/operations.py": ["option", "jump"],  # the shape of an option that is written without a branch
    "ruledsl/native/runtime.py": ["add", "sub", "mul"],  # what LLVM calls its own
    "ruledsl/findings/sameness.py": ["eq", "ne", "lt", "le", "branch", "not"],  # what is said otherwise; of others each way to say it is one of its own
    "ruledsl/interp/steps.py": ["store"],  # the dispatch of the reference engine
    "ruledsl/interp/unrolled.py": ["jump", "branch", "switch", "return", "ask", "finish", "trap", "table", "option"],  # that of all states at once
    "ruledsl/ir/faulting.py": ["select", "lt"],  # how it is written that none leads nowhere
}
"""Where operations are asked for by name, outside the dispatch of the engines: shapes of code that is written better."""

PACKAGES = ("ir", "native", "interp", "kernels", "engine", "search", "findings", "testing")
"""Whatever works on programs."""


def asked_for(tree: ast.Module) -> Iterator[str]:
    """The names of operations that the code of a file compares `.op` with, matches, or keeps two or more of in one place."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Compare) and any(isinstance(n, ast.Attribute) and n.attr == "op" for n in ast.walk(node)):
            names = strings(*node.comparators)
        elif isinstance(node, ast.Match) and isinstance(node.subject, ast.Attribute) and node.subject.attr == "op":
            names = strings(*(case.pattern for case in node.cases))
        elif isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict):
            kept = strings(*(node.keys if isinstance(node, ast.Dict) else node.elts))
            names = kept if len(kept) > 1 and len({name for name in kept if name in OPS}) > len(kept) / 2 else []
        yield from (name for name in names if name in OPS)


def strings(*nodes: ast.AST | None) -> list[str]:
    return [n.value for node in nodes if node for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def test_nobody_keeps_a_list_of_operations_beside_the_table() -> None:
    """A name list is one that no new operation is in."""
    root = Path(ops.__file__).parents[1]
    for path in sorted(path for package in PACKAGES for path in (root / package).rglob("*.py")):
        name, text = path.relative_to(root.parent).as_posix(), path.read_text(encoding="utf-8")
        if "instr" in text:  # others speak of terms
            assert list(dict.fromkeys(asked_for(ast.parse(text)))) == PEEPHOLES.get(name, []), name


def test_a_list_of_operations_would_be_found() -> None:
    for text in ('x = ("zput", "zall")', 'x = {"zat": 1, "zhas": 2}', 'y = i.op == "zat"', 'y = i.op in ("zat", "b")', 'match i.op:\n    case "zat": pass'):
        assert list(asked_for(ast.parse(text))), text
