"""Every way in which a program can be malformed is found."""

import pytest

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Entry, Hole, Instr, MenuEntry, Parameter, Type
from ruledsl.ir.verify import VerifyError, verify
from ruledsl.ir.whence import Whence
from ruledsl.record import replace
from tests.ir.build import NOTHING, card_game, count_game, program

TAIL = "    r0 = const 0\n    return r0\n"


@pytest.mark.parametrize("game", [count_game(), card_game(), program("")], ids=["count", "cards", "nothing"])
def test_good_programs(game):
    verify(game)


def value(lines, registers=3, params=0, role="value"):
    """A function of these lines."""
    return f"function f {role} {params} {registers}\n  start:\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["r0 = const 1"], "one end"),
        (["jump start", "jump start"], "one end"),
        (["r0 = const 1", "return r9"], "no register 9"),
        (["r9 = const 1", "return r9"], "no 9"),
        (["r0 = load nothing[r0]", "return r0"], "no 'nothing'"),
        (["r0 = const 0", "r0 = table nothing, r0", "return r0"], "no 'nothing'"),
        (["r0 = zcount nothing[r0]", "return r0"], "no 'nothing'"),
        (["r0 = call nothing", "return r0"], "no 'nothing'"),
        (["jump nowhere"], "no 'nowhere'"),
        (["r0 = const 9223372036854775808", "return r0"], "64-bit"),
        (["r0 = const 0", "store score[r0], r0", "return r0"], "role value"),
        (["r0 = const 1", "r0 = random r0", "return r0"], "role value"),
        (["r0 = const 1", "option 0", "return r0"], "role value"),
        (["finish"], "role value"),
        (["r0 = const 1", "ask 0, r0, r0, start"], "role value"),
        (["return r0"], "before it is set"),
        (["r0 = call f", "return r0"], "calls itself"),
        (["r0 = call score", "return r0"], "another way"),
        (["r0 = call menu, r0", "return r0"], "another way"),
        (["r0 = const 0", "r0 = znext deck[r0], r0", "return r0"], "without order"),
        (["r0 = const 0 @99", "return r0"], "no such place"),
    ],
)
def test_functions(lines, message):
    game = card_game()
    from ruledsl.ir.text import parse

    game.functions.update(parse(value(lines)).functions)
    with pytest.raises(VerifyError, match=message):
        verify(game)


def test_a_register_set_on_one_way_only():
    text = "function f value 1 2\n  start:\n    branch r0, set, end\n  set:\n    r1 = const 1\n    jump end\n  end:\n    return r1\n"
    with pytest.raises(VerifyError, match="register 1 may be used before it is set"):
        verify(program(text))


def test_a_register_set_on_all_ways():
    text = (
        "function f value 1 2\n  start:\n    branch r0, one, two\n  one:\n    r1 = const 1\n    jump end\n"
        "  two:\n    r1 = const 2\n    jump end\n  end:\n    branch r1, one, out\n  out:\n    return r1\n"
    )
    verify(program(text))


def test_a_block_twice():
    with pytest.raises(VerifyError, match="two blocks"):
        verify(program("function f value 0 1\n  s:\n" + TAIL + "  s:\n" + TAIL))


def test_an_operation_that_does_not_exist():
    game = count_game()
    game.functions["other"].blocks[0].instrs.insert(0, Instr("fly", ()))
    with pytest.raises(VerifyError, match="no such operation"):
        verify(game)


def test_a_wrong_number_of_operands():
    game = count_game()
    game.functions["other"].blocks[0].instrs.insert(0, Instr("const", (1,)))
    with pytest.raises(VerifyError, match="number of operands"):
        verify(game)


def test_a_fault_that_does_not_exist():
    game = count_game()
    game.functions["other"].blocks[0].instrs[-1:] = [Instr("trap", ("LOOP",))]
    with pytest.raises(VerifyError, match="wrong kind"):
        verify(game)
    game.functions["other"].blocks[0].instrs[-1:] = [Instr("trap", (Fault.LOOP,))]
    verify(game)


def test_main_only_stops_at_resume_points():
    game = count_game()
    game.functions["main"].resumes = game.functions["main"].resumes[:1]
    with pytest.raises(VerifyError, match="no resume point"):
        verify(game)


def test_main_does_not_return():
    with pytest.raises(VerifyError, match="role main"):
        verify(program(NOTHING.replace("finish", "return r0")))


def broken(game, name, index, changes):
    items = list(getattr(game, name))
    items[index] = replace(items[index], **changes)
    setattr(game, name, tuple(items))
    game.__dict__.pop("region", None), game.__dict__.pop("zone", None)
    return game


@pytest.mark.parametrize(
    ("name", "index", "changes", "message"),
    [
        ("regions", 0, {"name": "x"}, "no region 'rng'"),
        ("regions", 1, {"name": "rng"}, "two regions"),
        ("regions", -1, {"low": 1, "high": 0}, "holds nothing"),
        ("regions", 11, {"initial": 77}, "out of range"),
        ("zones", 0, {"base": 2}, "share a number"),
        ("zones", 0, {"base": 0}, "share a number"),
        ("zones", 0, {"capacity": 9}, "needs region"),
        ("zones", 1, {"name": "deck"}, "two zones"),
        ("actions", 0, {"guard": "gone"}, "no function 'gone'"),
        ("actions", 0, {"guard": "free"}, "2 parameters"),
        ("actions", 0, {"params": (Parameter("c", Type("card"), "free", Whence(), 0),)}, "2 parameters"),
        ("actions", 0, {"label": (Hole("same", Type("card"), "c", "free"),)}, "3 parameters"),
        ("sites", 0, {"kind": "magic"}, "no kind"),
        ("sites", 0, {"legal": "low"}, "role legal"),
        ("sites", 0, {"menu": (MenuEntry(7),)}, "offers no action"),
        ("sites", 0, {"menu": (MenuEntry(0, ((3, "free"),)),)}, "no argument"),
        ("sites", 1, {"type": None}, "no type"),
        ("sites", 1, {"outcome": "low"}, "1 parameters"),
        ("variables", 0, {"name": "gone"}, "no region"),
    ],
)
def test_data(name, index, changes, message):
    with pytest.raises(VerifyError, match=message):
        verify(broken(card_game(), name, index, changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"home": (1,) * 7}, "not every card"),
        ({"home": (9,) * 8}, "no zone"),
        ({"cards": (9,) * 8}, "no face"),
        ({"invariants": (("t", "gone", 0),)}, "no function"),
        ({"entries": {"turn": Entry(9, (), -1, ())}}, "no resume point"),
        ({"entries": {"turn": Entry(0, (("p", 99, Type("int")),), -1, ())}}, "no such slot"),
        ({"entries": {"turn": Entry(0, (), 99, ())}}, "no such slot"),
    ],
)
def test_the_rest(changes, message):
    game = card_game()
    for name, found in changes.items():
        setattr(game, name, found)
    with pytest.raises(VerifyError, match=message):
        verify(game)


def test_no_main():
    game = program("")
    del game.functions["main"]
    with pytest.raises(VerifyError, match="no main"):
        verify(game)
