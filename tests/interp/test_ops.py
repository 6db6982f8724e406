"""Every operation, and every fault that it can stop with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.interp import Interpreter
from ruledsl.ir import ops, rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import Face, Site
from ruledsl.ir.regions import Region
from ruledsl.ir.verify import VerifyError, verify
from tests.ir.build import PLACES, WORD, program

LEAST = -WORD - 1
REGIONS = (Region("small", 3, -2, 9, "variable"), Region("wide", 2, LEAST, WORD, "variable"))
SITE = Site("choice", "s", 0, (), legal="offers")


def engine(text, **fields):
    game = program(text, regions=REGIONS, tables={"t": (5, 6, 7)}, **fields)
    verify(game)
    return Interpreter(game)


def value(lines, *arguments):
    """What a function of these lines answers."""
    head = f"function f value {len(arguments)} 9\n  start:\n"
    player = engine(head + "".join(f"    {line}\n" for line in lines))
    return player.call(player.start(0), "f", *arguments)


def stops(fault, lines, *arguments):
    """The function stops with a fault, at the place of its first line."""
    with pytest.raises(RulesFault) as caught:
        value([lines[0] + " @2", *lines[1:]], *arguments)
    assert (caught.value.fault, caught.value.place) == (fault, PLACES[2])


def binary(op, a, b):
    return value([f"r2 = {op} r0, r1", "return r2"], a, b)


numbers = st.integers(LEAST, WORD) | st.integers(-3, 70)


@pytest.mark.parametrize(("member", "card"), [(-1, -1), (0, 0), (4, 4), (5 + 2, 2), (4 * 5 + 4, 4)])
def test_card_of(member, card):
    """The card alone of one in any guise; none stays none."""
    cards = {"cards": (0,) * 5, "home": (0,) * 5, "faces": (Face("Card", (), "", "Card"),)}
    player = engine("function f value 1 2\n  start:\n    r1 = card_of r0\n    return r1\n", **cards)
    assert player.call(player.start(0), "f", member) == card


@pytest.mark.parametrize(
    ("op", "a", "b", "result"),
    [
        ("add", 2, 3, 5),
        ("sub", 2, 3, -1),
        ("mul", -2, 3, -6),
        ("div", 7, 2, 3),
        ("div", -7, 2, -4),
        ("div", 7, -2, -4),
        ("mod", -7, 2, 1),
        ("mod", 7, -2, -1),
        ("mod", LEAST, -1, 0),
        ("eq", 4, 4, 1),
        ("ne", 4, 4, 0),
        ("lt", -1, 0, 1),
        ("lt", 0, 0, 0),
        ("le", 0, 0, 1),
        ("le", 1, 0, 0),
        ("and", -1, 6, 6),
        ("or", 1, 6, 7),
        ("or", -8, 1, -7),
        ("xor", -1, 1, -2),
        ("shl", 1, 63, LEAST),
        ("shl", 3, 63, LEAST),
        ("mix", 5, 5, -2152535657050944081),  # the first number of splitmix64 from 0
        ("shl", -1, 1, -2),
        ("shr", -1, 63, 1),
        ("shr", -1, 0, -1),
        ("shr", LEAST, 62, 2),
    ],
)
def test_binary(op, a, b, result):
    assert binary(op, a, b) == result


@pytest.mark.parametrize(
    ("op", "a", "result"),
    [("copy", -5, -5), ("not", 0, 1), ("not", -3, 0), ("popcount", -1, 64), ("popcount", 5, 2), ("lowbit", 12, 2), ("lowbit", LEAST, 63),
     ("highbit", 12, 3), ("highbit", -1, 63)],
)
def test_unary(op, a, result):
    assert value([f"r1 = {op} r0", "return r1"], a) == result


@given(numbers, numbers)
def test_arithmetic_is_pythons_or_overflows(a, b):
    for op, result in (("add", a + b), ("sub", a - b), ("mul", a * b)):
        if LEAST <= result <= WORD:
            assert binary(op, a, b) == result
        else:
            stops(Fault.OVERFLOW, [f"r2 = {op} r0, r1", "return r2"], a, b)


@given(numbers, numbers.filter(bool))
def test_division_is_pythons(a, b):
    assert binary("mod", a, b) == a % b
    if (a, b) != (LEAST, -1):
        assert binary("div", a, b) == a // b


def test_constants_select_and_tables():
    assert value([f"r0 = const {LEAST}", "return r0"]) == LEAST
    assert value(["r3 = select r0, r1, r2", "return r3"], 0, 8, 9) == 9
    assert value(["r3 = select r0, r1, r2", "return r3"], -1, 8, 9) == 8
    assert value(["r1 = table t, r0", "return r1"], 2) == 7
    assert value(["r1 = natural r0, RANGE", "return r1"], 0) == 0


@pytest.mark.parametrize(
    ("fault", "line", "arguments"),
    [
        (Fault.DIVISION, "r2 = div r0, r1", (1, 0)),
        (Fault.DIVISION, "r2 = mod r0, r1", (1, 0)),
        (Fault.OVERFLOW, "r2 = div r0, r1", (LEAST, -1)),
        (Fault.RANGE, "r2 = natural r0, RANGE", (-1, 0)),
        (Fault.IS_NONE, "r2 = natural r1, IS_NONE", (0, LEAST)),
        (Fault.BOUNDS, "r2 = shl r0, r1", (1, 64)),
        (Fault.BOUNDS, "r2 = shr r0, r1", (1, -1)),
        (Fault.NO_MEMBER, "r2 = lowbit r0", (0, 0)),
        (Fault.NO_MEMBER, "r2 = highbit r0", (0, 0)),
        (Fault.BOUNDS, "r2 = table t, r0", (3, 0)),
        (Fault.BOUNDS, "r2 = table t, r0", (-1, 0)),
        (Fault.BOUNDS, "r2 = load small[r0]", (3, 0)),
        (Fault.BOUNDS, "r2 = load small[r0]", (-1, 0)),
    ],
)
def test_faults(fault, line, arguments):
    stops(fault, [line, "return r2"], *arguments)


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_can_be_a_trap(fault):
    stops(fault, [f"trap {fault.name}"])


def test_a_fault_in_a_called_function_is_told_at_its_own_place():
    text = "function f value 0 1\n  s:\n    r0 = call g @1\n    return r0\nfunction g value 0 1\n  s:\n    trap LOOP @4\n"
    player = engine(text)
    with pytest.raises(RulesFault) as caught:
        player.call(player.start(0), "f")
    assert caught.value.place == PLACES[4]
    assert str(caught.value) == "game.rules:5:1: the loop went on beyond its bound"


# ---- where it goes on ------------------------------------------------------------------------


def test_branch_switch_and_jump():
    text = """
function f value 1 2
  s:
    switch r0, zero, one, two
  zero:
    r1 = const 10
    return r1
  one:
    jump zero
  two:
    branch r0, yes, no
  yes:
    r1 = const 20
    return r1
  no:
    return r0
"""
    player = engine(text)
    state = player.start(0)
    assert [player.call(state, "f", n) for n in range(3)] == [10, 10, 20]
    for n in (3, -1):
        with pytest.raises(RulesFault) as caught:
            player.call(state, "f", n)
        assert caught.value.fault is Fault.BOUNDS


def test_calls_give_arguments_and_fresh_registers():
    text = """
function f value 2 3
  s:
    r2 = call g, r1, r0
    r1 = call g, r2, r0
    return r1
function g value 2 4
  s:
    r3 = sub r0, r1
    return r3
"""
    player = engine(text)
    assert player.call(player.start(0), "f", 3, 10) == 4


LOOP = """
function f value 1 4
  s:
    r1 = const 1
    jump loop
  loop:
    tick
    r0 = sub r0, r1
    branch r0, loop, end
  end:
    return r0
function g value 1 2
  s:
    r1 = call f, r0
    r1 = call f, r0
    return r1
"""


def test_fuel_is_shared_by_one_call_and_whole_for_the_next(monkeypatch):
    monkeypatch.setattr(ops, "FUEL", 10)
    player = engine(LOOP)
    state = player.start(0)
    assert player.call(state, "f", 10) == 0
    assert player.call(state, "f", 10) == 0
    assert player.call(state, "g", 5) == 0
    for name, turns in (("f", 11), ("g", 6)):
        with pytest.raises(RulesFault) as caught:
            player.call(state, name, turns)
        assert caught.value.fault is Fault.FUEL


# ---- what changes the state ------------------------------------------------------------------


def main(lines, more="", **fields):
    labels = "start, back" if "  back:" in lines else "start"
    return engine(f"function main main 0 9\n  resumes {labels}\n  start:\n" + "".join(f"    {line}\n" for line in lines) + more, **fields)


def test_store_and_load():
    player = main(["r0 = const 1", "r1 = const 9", "store small[r0], r1", "r2 = load small[r0]", "store wide[r0], r2", "finish"])
    state = player.start(0)
    assert state.values["small"] == [0, 9, 0] and state.values["wide"] == [0, 9] and state.get("status") == 2


@pytest.mark.parametrize(("index", "number", "fault"), [(0, 10, "RANGE"), (0, -3, "RANGE"), (3, 1, "BOUNDS"), (-1, 1, "BOUNDS")])
def test_store_out_of_bounds(index, number, fault):
    with pytest.raises(RulesFault) as caught:
        main([f"r0 = const {index}", f"r1 = const {number}", "store small[r0], r1 @5", "finish"]).start(0)
    assert (caught.value.fault, caught.value.place) == (Fault[fault], PLACES[5])
    assert fault != "RANGE" or "`small` would be" in str(caught.value)


def test_random_draws_from_the_state():
    player = main(["r0 = const 1", "r1 = const 10", "r2 = random r1", "store small[r0], r2", "finish"])
    state = player.start(77)
    assert (state.get("rng"), state.get("small", 1)) == rng.below(77, 10)
    assert player.start(77).bytes() == state.bytes()


@pytest.mark.parametrize(("bound", "fault"), [(0, Fault.NO_MEMBER), (-1, Fault.NO_MEMBER), (1 << 32, Fault.OVERFLOW)])
def test_random_needs_a_bound(bound, fault):
    with pytest.raises(RulesFault) as caught:
        main([f"r1 = const {bound}", "r2 = random r1", "finish"]).start(0)
    assert caught.value.fault is fault


ASKING = ["r0 = const 3", "r1 = const 4", "ask 0, r0, r1, back", "  back:"]
ASKING += ["r0 = const 0", "r1 = load move[r0]", "store small[r0], r1", "finish"]
OFFERS = """
function offers legal 1 3
  s:
    r1 = const 8
    option 1, r0, r1
    option -1
    option -2, r1
    return r0
"""


@pytest.mark.parametrize(("kind", "counted"), [("choice", 1), ("simultaneous", 1), ("world", 1), ("chance", 0)])
def test_ask_and_resume(kind, counted):
    from ruledsl.ir.program import Type

    more = OFFERS + "function face value 1 1\n  s:\n    return r0\n"
    site = Site(kind, "s", 0, (), legal="offers", type=Type("int"), outcome="face")
    player = main(ASKING, more, sites=(site,))
    state = player.start(0, chance=1)
    header = {name: state.get(name) for name in ("ask.seats", "ask.count", "ask.site", "ask.kind", "status", "pc", "chance", "decisions")}
    number = {"choice": 1, "simultaneous": 2, "chance": 3, "world": 4}[kind]
    assert header == {"ask.seats": 3, "ask.count": 4, "ask.site": 0, "ask.kind": number, "status": 1, "pc": 1, "chance": 1, "decisions": 0}
    state.set("move", 0, 6)
    player.resume(state)
    assert (state.get("small"), state.get("status"), state.get("decisions")) == (6, 2, counted)


def test_only_a_question_can_be_answered():
    player = main(["finish"])
    state = player.start(0)
    with pytest.raises(RulesFault) as caught:
        player.resume(state)
    assert caught.value.fault is Fault.BAD_MOVE


def test_a_resume_point_that_is_not_there():
    player = main(ASKING, OFFERS, sites=(SITE,))
    state = player.start(0)
    state.set("pc", 0, 2)
    with pytest.raises(RulesFault) as caught:
        player.resume(state)
    assert caught.value.fault is Fault.BOUNDS


@pytest.mark.parametrize(("seats", "count"), [(4, 0), (-1, 0), (1, 65536)])
def test_a_question_out_of_range(seats, count):
    with pytest.raises(RulesFault) as caught:
        main([f"r0 = const {seats}", f"r1 = const {count}", *ASKING[2:]], OFFERS, sites=(SITE,)).start(0)
    assert caught.value.fault is Fault.RANGE


def test_options_stand_in_the_order_they_are_named():
    player = main(ASKING, OFFERS, sites=(SITE,))
    assert player.legal(player.start(0), 0, 1) == [(1, 1, 8), (-1,), (-2, 8)]


def test_options_of_a_set_stand_in_ascending_order():
    offers = "function offers legal 1 3\n  s:\n    r1 = const -9223372036854775803\n    options 1, 64, r0, r1\n    options 0, -2, r1\n    return r0\n"
    player = main(ASKING, offers, sites=(SITE,))
    assert player.legal(player.start(0), 0, 1) == [(1, 1, 64), (1, 1, 66), (1, 1, 127), (0, -2), (0, 0), (0, 61)]


def test_too_many_options():
    player = main(ASKING, OFFERS, sites=(SITE,), max_options=2)
    with pytest.raises(RulesFault) as caught:
        player.legal(player.start(0), 0, 1)
    assert caught.value.fault is Fault.TOO_MANY


def test_a_seed_of_any_size():
    player = main(["finish"])
    assert player.start((1 << 64) + 5).bytes() == player.start(5).bytes()
    assert player.start((1 << 64) - 1).get("rng") == -1


def test_every_operation_has_its_case():
    from ruledsl.interp.steps import STEPS

    assert set(STEPS) == set(OPS)


TRIED = """
function f value 1 5
  s:
    r1 = const 0
    r2 = trial t, r0
    r3 = load small[r1]
    r4 = add r2, r3
    return r4
function t trial 1 4
  s:
    r1 = const 0
    store small[r1], r0
    r2 = load small[r1]
    r3 = trial u, r2
    r2 = load small[r1]
    r2 = add r2, r3
    return r2
function u trial 1 4
  s:
    r1 = const 0
    r2 = const 5
    store small[r1], r2
    r2 = div r0, r2
    r3 = load small[r1]
    r2 = add r2, r3
    return r2
"""


def test_nothing_stays_of_what_is_tried(often):
    """Nor of what is tried inside it; a fault in it is a fault, and leaves all as it was."""
    player = engine(TRIED)
    state = player.start(0)
    state.set("small", 0, 3)
    before = state.bytes()
    for _ in range(3):
        assert player.call(state, "f", 8) == 8 + 5 + 8 // 5 + 3
        assert state.bytes() == before
    with pytest.raises(RulesFault) as caught:
        player.call(state, "f", 10)
    assert caught.value.fault == Fault.RANGE
    assert state.bytes() == before


def test_only_what_is_tried_may_write():
    for wrong in (TRIED.replace("t trial 1", "t value 1"), TRIED.replace("f value 1", "f trial 1").replace("trial t,", "call t,")):
        with pytest.raises(VerifyError):
            engine(wrong)
