"""A program printed as text and parsed again is the same program."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.ir.ops import NAMED, OPS, Fault
from ruledsl.ir.program import Block, CallSite, Entry, Enum, Function, Instr, LoopSlot, Type
from ruledsl.ir.text import TextError, parse, read_record, record, show, show_function
from tests.ir.build import card_game, count_game

names = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=6)
numbers = st.integers(-(1 << 63), (1 << 63) - 1)
registers = st.integers(0, 9)
KINDS = {"d": registers, "r": registers, "*": registers, "i": numbers, "S": registers, "X": st.sampled_from(Fault)}


@st.composite
def instructions(draw):
    op = draw(st.sampled_from(sorted(OPS)))
    args = []
    for letter in OPS[op].form:
        if letter in "*b":
            args += draw(st.lists(KINDS.get(letter, names), min_size=letter == "b", max_size=3))
        elif letter in NAMED:
            args += [draw(names), draw(registers)]
        else:
            args.append(draw(KINDS.get(letter, names)))
    return Instr(op, tuple(args), draw(st.integers(0, 3)))


blocks = st.builds(Block, names, st.lists(instructions(), max_size=5))
functions = st.builds(
    Function, names, st.sampled_from(["main", "value", "legal"]), registers, registers,
    st.lists(blocks, min_size=1, max_size=3), st.lists(names, max_size=2).map(tuple),
)  # fmt: skip


@given(functions)
def test_functions(function):
    assert parse(show_function(function)).functions == {function.name: function}


@pytest.mark.parametrize("game", [count_game(), card_game()], ids=["count", "cards"])
def test_games(game):
    assert parse(show(game)) == game
    assert show(parse(show(game))) == show(game)


options = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=4), lambda x: st.lists(x, max_size=3), max_leaves=4)


@given(st.dictionaries(names, options, max_size=3), st.dictionaries(names, st.lists(numbers, max_size=3).map(tuple), max_size=2))
def test_data(given_options, tables):
    entry = Entry(1, (("p", 2, Type("int", low=-3, high=4)),), 5, (CallSite("play", 0, ("",), (LoopSlot("p", 1, -1, "f"),)),), (("x", -1),))
    game = card_game(options=given_options, tables=tables, enums={"E": Enum("E", ("a",), ("A!",))}, entries={"turn": entry})
    assert parse(show(game)) == game


def test_defaults_are_left_out():
    assert record(Type("int")) == "Type('int')"
    assert read_record("Type(kind='int', high=3)") == Type("int", high=3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title f()", "line 1: this is no data"),
        ("title __import__('os')", "no data"),
        ("  start:", "no function"),
        ("function f value 0 1\n  jump x", "line 2: .*no block"),
        ("function f value 0 1\n  s:\n    fly r0", "no operation `fly`"),
        ("function f value 0 1\n  s:\n    r0 = add r1", "other operands"),
        ("function f value 0 1\n  s:\n    r0 = copy 7", "`7` is no register"),
        ("function f value 0 1\nfunction f value 0 1", "two functions"),
        ("function f value 0 1\n  s:\n    trap NEVER", "line 3"),
        ("wonder 1", "line 1"),
    ],
)
def test_what_is_no_program(text, message):
    with pytest.raises(TextError, match=message):
        parse(text)
