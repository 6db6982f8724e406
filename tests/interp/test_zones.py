"""Zone operations: where cards lie, which are loose, who knows them, and every fault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.interp import Interpreter, State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import first_values, seers
from ruledsl.ir.ops import Fault
from ruledsl.ir.regions import Region
from ruledsl.ir.verify import verify
from tests.ir.build import WORD, program, zone

SEATS = 3
NUMBER = 70
ZONES = (
    zone("deck", 1, visibility="hidden", capacity=NUMBER),
    zone("discard", 2, capacity=NUMBER),
    zone("row", 3, "row", capacity=3),
    zone("hand", 4, "hand", "own", 3, capacity=NUMBER),
    zone("bag", 7, "bag", "hidden", capacity=NUMBER),
    zone("heap", 8, "heap", capacity=2),
    zone("stack", 9, visibility="top", capacity=NUMBER),
    zone("secret", 10, visibility="own", instances=3, capacity=NUMBER),
    zone("fan", 13, "fan", "own", 3, capacity=NUMBER),
)
CHANGES = ("zsettle", "zshuffle", "zput", "zunder", "zgather", "zknow", "know", "glimpse", "zall")


def game(home=()):
    """Operations as functions of `main`: region `todo` says which to run, and with what."""
    text = ["function main main 0 5\n  resumes start\n  start:\n    r0 = const 0\n    r1 = load todo[r0]"]
    text += [f"    r{r} = const {r - 1}\n    r{r} = load todo[r{r}]" for r in (2, 3, 4)]
    cases = [(op, a, b) for op in CHANGES for a in ZONES for b in (ZONES if op == "zall" else ZONES[:1])]
    cases = [c for c in cases if allowed(*c)]
    text.append("    switch r1, " + ", ".join(f"c{n}" for n in range(len(cases))))
    for n, (op, a, b) in enumerate(cases):
        text.append(f"  c{n}:\n    {line(op, a.name, b.name)}\n    finish")
    regions = (Region("todo", 4, -WORD, WORD, "variable"),)
    made = program("\n".join(text), 3, regions, ZONES, (0,) * NUMBER, home=tuple(home) or (1,) * NUMBER, faces=(None,))
    return made, {(op, a.name, b.name): n for n, (op, a, b) in enumerate(cases)}


def allowed(op, a, b):
    return op not in ("zsettle", "zshuffle") or a.loose or not a.ordered


def line(op, a, b):
    return {"zshuffle": f"{op} {a}[r2]", "zgather": f"{op} {a}[r2]", "zall": f"{op} {a}[r2], {b}[r3]", "know": "know r3, r4", "glimpse": "glimpse r3, r4"}.get(
        op, f"{op} {a}[r2], r{4 if op == 'zknow' else 3}"
    )


GAME, CASES = game()
verify(GAME)


class Table:
    """A state on which zone operations are done one by one."""

    def __init__(self, home=()):
        self.program = game(home)[0] if home else GAME
        self.engine = Interpreter(self.program)
        self.state = State(self.program, first_values(self.program))

    def do(self, op, a="deck", k=0, x=0, y=0, to="deck"):
        """`x` is a card, position or instance, `y` a mask."""
        todo = (CASES[op, a, to if op == "zall" else "deck"], k, x, y)
        for index, number in enumerate(todo):
            self.state.set("todo", index, number)
        for name, number in (("status", 1), ("pc", 0)):
            self.state.set(name, 0, number)
        self.engine.resume(self.state)
        return self

    def stops(self, fault, *args, **named):
        with pytest.raises(RulesFault) as caught:
            self.do(*args, **named)
        assert caught.value.fault is fault

    def holder(self, name):
        return self.engine._cards.holders[name]

    def cards(self, name, k=0):
        return self.holder(name).cards(self.state.values, k)

    def loose(self, name, k=0):
        return self.holder(name).loose(self.state.values, k)

    def known(self, card):
        return self.state.get("known", card)


def homes(**where):
    """Cards 0, 1, … by zone number; the rest in the box."""
    out = [0] * NUMBER
    for name, cards in where.items():
        base, _, k = name.partition("_")
        for card in cards:
            out[card] = next(z.base for z in ZONES if z.name == base) + int(k or 0)
    return out


# ---- cards move ------------------------------------------------------------------------------


def test_put_and_under():
    table = Table(homes(deck=[0, 1, 2, 3]))
    table.do("zput", "discard", x=1).do("zput", "discard", x=3).do("zunder", "discard", x=0)
    assert table.cards("deck") == [2] and table.cards("discard") == [0, 1, 3]
    assert table.state.values["card.zone"][:4] == [2, 2, 1, 2]
    assert table.state.values["deck.cards"][:4] == [2, 0, 0, 0]


def test_put_where_it_lies_brings_it_to_the_top():
    table = Table(homes(row=[0, 1, 2], heap=[4, 5]))
    assert table.do("zput", "row", x=0).cards("row") == [1, 2, 0]
    assert table.do("zunder", "row", x=2).cards("row") == [2, 1, 0]
    assert table.do("zput", "heap", x=5).cards("heap") == [4, 5]


def test_put_out_of_the_box():
    assert Table(homes()).do("zput", "bag", x=69).cards("bag") == [69]


def test_a_set_crosses_words():
    table = Table(homes(hand_1=[0, 63, 64, 69]))
    assert table.cards("hand", 1) == [0, 63, 64, 69] and table.holder("hand").count(table.state.values, 1) == 4
    assert table.do("zput", "discard", x=63).cards("hand", 1) == [0, 64, 69]


@pytest.mark.parametrize("op", ["zput", "zunder"])
def test_put_faults(op):
    table = Table(homes(deck=range(10), row=[10, 11, 12], heap=[20, 21]))
    table.stops(Fault.FULL, op, "row", x=0)
    table.stops(Fault.FULL, op, "heap", x=0)
    table.stops(Fault.NO_CARD, op, "discard", x=NUMBER)
    table.stops(Fault.NO_CARD, op, "discard", x=-1)
    table.stops(Fault.BOUNDS, op, "hand", k=3, x=0)
    table.stops(Fault.BOUNDS, op, "deck", k=-1, x=0)


def test_all():
    table = Table(homes(row=[2, 1, 0], heap=[5, 4], discard=[9]))
    assert table.do("zall", "row", to="discard").cards("discard") == [9, 0, 1, 2]
    assert table.do("zall", "heap", to="discard").cards("discard") == [9, 0, 1, 2, 4, 5]
    assert table.cards("row") == table.cards("heap") == []
    assert table.do("zall", "discard", to="discard").cards("discard") == [9, 0, 1, 2, 4, 5]
    assert table.do("zall", "discard", to="hand", x=2).cards("hand", 2) == [0, 1, 2, 4, 5, 9]
    table.stops(Fault.FULL, "zall", "hand", k=2, to="row")


def test_gather_leaves_the_box():
    table = Table(homes(row=[5, 3], hand_2=[4], deck=[7]))
    assert table.do("zgather", "deck").cards("deck") == [3, 4, 5, 7]
    assert table.do("zgather", "hand", k=1).cards("hand", 1) == [3, 4, 5, 7]
    table.stops(Fault.FULL, "zgather", "row")


# ---- loose cards -----------------------------------------------------------------------------


def test_shuffle_and_settle():
    table = Table(homes(deck=[0, 1, 2, 3])).do("zshuffle")
    assert table.loose("deck") == 4
    table.do("zsettle", x=1)
    assert table.loose("deck") == 3 and table.cards("deck") == [0, 3, 2, 1]
    table.stops(Fault.NO_CARD, "zsettle", x=3)
    table.stops(Fault.NO_CARD, "zsettle", x=-1)
    table.stops(Fault.NO_CARD, "zsettle", "hand", x=0)


def test_a_loose_card_is_taken_out():
    table = Table(homes(deck=[0, 1, 2, 3, 4])).do("zshuffle").do("zsettle", x=4)
    table.do("zput", "discard", x=1)
    assert table.cards("deck") == [0, 3, 2, 4] and table.loose("deck") == 3


def test_under_loose_cards_there_is_no_place():
    table = Table(homes(deck=[0, 1], row=[2])).do("zshuffle")
    table.stops(Fault.UNSETTLED, "zunder", x=2)
    assert table.do("zput", x=2).cards("deck") == [0, 1, 2] and table.loose("deck") == 2


def test_loose_cards_need_an_empty_pile():
    table = Table(homes(deck=[0, 1], stack=[2])).do("zshuffle")
    table.stops(Fault.UNSETTLED, "zall", to="stack")
    table.stops(Fault.UNSETTLED, "zall", to="row")
    assert table.do("zall", to="discard").loose("discard") == 2 and table.loose("deck") == 0
    assert table.do("zall", "discard", to="bag").cards("bag") == [0, 1]


def test_gathered_cards_are_settled():
    assert Table(homes(deck=[0, 1])).do("zshuffle").do("zgather").loose("deck") == 0


def test_the_top_of_a_loose_pile_is_not_settled():
    game_text = "function f value 0 1\n  s:\n    r0 = const 0\n    r0 = ztop p[r0]\n    return r0\n"
    made = program(game_text, zones=(zone("p", 1),), cards=(0, 0), home=(1, 1), faces=(None,))
    player = Interpreter(made)
    state = player.start(0)
    assert player.call(state, "f") == 1
    state.set("p.loose", 0, 2)
    with pytest.raises(RulesFault) as caught:
        player.call(state, "f")
    assert caught.value.fault is Fault.UNSETTLED


# ---- questions -------------------------------------------------------------------------------

READING = """
function count value 1 2
  s:
    r1 = zcount NAME[r0]
    return r1
function has value 2 3
  s:
    r2 = zhas NAME[r0], r1
    return r2
function at value 2 3
  s:
    r2 = zat NAME[r0], r1
    return r2
function top value 1 2
  s:
    r1 = ztop NAME[r0]
    return r1
function loose value 1 2
  s:
    r1 = zloose NAME[r0]
    return r1
function held value 1 2
  s:
    r1 = zheld NAME[r0]
    return r1
"""
NEXT = "function next value 2 3\n  s:\n    r2 = znext NAME[r0], r1\n    return r2\n"


def reader(word):
    ordered = word in ("pile", "row")
    text = READING + ("" if ordered else NEXT)
    made = program(text.replace("NAME", "z"), zones=(zone("z", 1, word, instances=2),), cards=(0,) * 4, home=(0, 2, 2, 2), faces=(None,))
    player = Interpreter(made)
    state = player.start(0)
    return lambda name, *arguments: player.call(state, name, *arguments)


@pytest.mark.parametrize("word", ["pile", "row", "hand", "heap", "bag", "spot"])
def test_questions(word):
    ask = reader(word)
    assert [ask("count", k) for k in (0, 1)] == [0, 3]
    assert [ask("has", 1, card) for card in (-1, 0, 1, 3, 4)] == [0, 0, 1, 1, 0]
    assert [ask("at", 1, i) for i in range(3)] == [1, 2, 3]
    assert [ask("top", k) for k in (0, 1)] == [-1, 3 if word in ("pile", "row") else 1]
    assert ask("loose", 1) == 0
    assert [ask("held", k) for k in (0, 1)] == [0b10, 0b10]
    for name, arguments, fault in [("at", (1, 3), "NO_CARD"), ("at", (0, 0), "NO_CARD"), ("at", (1, -1), "NO_CARD")] + [
        (name, (2, 0)[: 1 + (name in ("has", "at"))], "BOUNDS") for name in ("count", "has", "at", "top", "loose", "held")
    ]:
        with pytest.raises(RulesFault) as caught:
            ask(name, *arguments)
        assert caught.value.fault is Fault[fault]


@pytest.mark.parametrize("word", ["hand", "heap", "bag", "spot"])
def test_next(word):
    ask = reader(word)
    assert [ask("next", 1, card) for card in (-9, -1, 1, 2, 3, 99)] == [1, 1, 2, 3, -1, -1]
    assert ask("next", 0, -1) == -1


# ---- knowledge -------------------------------------------------------------------------------


def test_open_places_show_and_own_ones_show_their_owner():
    table = Table(homes(bag=[0, 1, 2]))
    assert table.do("zput", "discard", x=0).known(0) == 0b111
    assert table.do("zput", "hand", k=1, x=1).known(1) == 0b010
    assert table.do("zput", "stack", x=2).known(2) == 0b111
    assert table.do("zput", "deck", x=1).known(1) == 0b010, "who knew a card keeps it"


def test_shuffling_makes_everybody_forget_but_who_sees_what_lies_there():
    assert Table(homes(deck=[0])).do("zknow", "deck", y=0b111).do("zshuffle", "deck").known(0) == 0
    assert Table(homes(discard=[0])).do("zshuffle", "discard").known(0) == 0b111
    assert Table(homes(hand_1=[3])).do("zknow", "hand", k=1, y=0b111).do("zshuffle", "hand", k=1).known(3) == 0b010
    table = Table(homes(stack=[0, 1])).do("zknow", "stack", y=0b111).do("zshuffle", "stack")
    assert table.known(0) == table.known(1) == 0, "which of them is on top is not settled"


def test_where_only_the_top_is_seen_the_others_are_not():
    table = Table(homes(deck=[0, 1, 2])).do("zall", "deck", to="stack")
    assert [table.known(c) for c in (0, 1, 2)] == [0, 0, 0b111]
    assert [table.do("zput", "deck", x=2).known(c) for c in (0, 1)] == [0, 0b111], "what lay under it is on top now"
    assert table.do("zunder", "stack", x=0).known(0) == 0
    assert table.do("zput", "stack", x=0).known(0) == 0b111
    table = Table(homes(deck=[0, 1, 2])).do("zgather", "stack")
    assert [table.known(c) for c in (0, 1, 2)] == [0, 0, 0b111]


def test_who_sees_neither_place_cannot_tell_which_card_went():
    table = Table(homes(hand_0=[0, 1, 2])).do("zknow", "hand", y=0b111)
    table.do("zput", "hand", k=1, x=0)
    assert [table.known(c) for c in (0, 1, 2)] == [0b011, 0b011, 0b011]


def test_a_fan_has_an_order_and_hides_which_card_went():
    table = Table(homes(fan_0=[0, 1, 2])).do("zknow", "fan", y=0b111)
    table.do("zput", "fan", k=1, x=1)
    assert [table.known(c) for c in (0, 1, 2)] == [0b011, 0b011, 0b011]
    assert table.do("zput", "discard", x=0).known(2) == 0b011, "everybody sees which card is laid open"
    assert table.do("zput", "fan", k=1, x=2).known(2) == 0b011, "and a single card is not mistaken"


def test_a_single_card_is_not_mistaken():
    table = Table(homes(hand_0=[0])).do("zknow", "hand", y=0b111).do("zput", "hand", k=1, x=0)
    assert table.known(0) == 0b111


def test_an_open_goal_or_an_ordered_source_leave_no_doubt():
    table = Table(homes(hand_0=[0, 1], secret_0=[2, 3])).do("zknow", "hand", y=0b111).do("zknow", "secret", y=0b111)
    table.do("zput", "discard", x=0).do("zput", "hand", k=1, x=2)
    assert [table.known(c) for c in (0, 1, 2, 3)] == [0b111] * 4


def test_moves_of_everything_leave_no_doubt():
    table = Table(homes(hand_0=[0, 1])).do("zknow", "hand", y=0b100).do("zall", "hand", to="bag")
    assert table.known(0) == table.known(1) == 0b101
    assert table.do("zgather", "deck").known(0) == 0b101


def test_one_of_several_that_is_shown_may_have_been_known():
    table = Table(homes(hand_0=[0, 1, 2])).do("know", x=0, y=0b010).do("glimpse", x=1, y=0b110)
    assert (table.known(0) & 0b110, table.known(1) & 0b110) == (0, 0b110)
    assert table.do("glimpse", x=1, y=0b010).known(1) & 0b010
    assert Table(homes(hand_0=[0, 1])).do("know", x=0, y=0b010).do("know", x=1, y=0b010).known(0) & 0b010
    table.stops(Fault.RANGE, "glimpse", x=0, y=8)
    table.stops(Fault.NO_CARD, "glimpse", x=NUMBER, y=1)


def test_knowing():
    table = Table(homes(deck=[0, 1])).do("know", x=0, y=0b10)
    assert table.known(0) == 0b10 and table.do("know", x=0, y=0b100).known(0) == 0b110
    table.stops(Fault.RANGE, "know", x=0, y=8)
    table.stops(Fault.RANGE, "zknow", y=-1)
    table.stops(Fault.NO_CARD, "know", x=NUMBER, y=1)
    table.stops(Fault.BOUNDS, "zknow", k=1, y=1)


def test_of_a_hidden_loose_card_there_is_nothing_to_know():
    table = Table(homes(deck=[0, 1], discard=[2])).do("zshuffle").do("zsettle", x=0).do("zshuffle", "discard")
    table.do("zknow", y=0b111).do("zknow", "discard", y=0b001)
    assert [table.known(c) for c in (0, 1, 2)] == [0b111, 0, 0b111]


# ---- whatever is done ------------------------------------------------------------------------

deeds = st.tuples(
    st.sampled_from(sorted({(op, a) for op, a, _ in CASES})),
    st.integers(0, 2),
    st.integers(0, 11),
    st.integers(0, 7),
    st.sampled_from([z.name for z in ZONES]),
)


@given(st.lists(deeds, max_size=30))
def test_cards_are_never_lost_and_knowledge_never_claimed(run):
    table = Table(homes(deck=range(4), hand_0=[4, 5], hand_1=[6, 7], row=[8], bag=[9, 10]))
    table.do("zshuffle")
    for (op, name), k, x, y, to in run:
        before = (table.state.copy(), seen(table))
        try:
            table.do(op, name, k, x % 3 if op == "zall" else x, y, to)
        except RulesFault:
            table.state = before[0]
            continue
        census(table)
        honest(table, op, before, y)


def places(table):
    return [(z, k, table.cards(z.name, k)) for z in ZONES for k in range(z.instances)]


def census(table):
    values = table.state.values
    found = {card: (z, k) for z, k, cards in places(table) for card in cards}
    assert sum(len(cards) for _, _, cards in places(table)) == len(found)
    for card in range(NUMBER):
        here = found.get(card)
        assert values["card.zone"][card] == (here[0].base + here[1] if here else 0)
    for z, k, cards in places(table):
        assert len(cards) <= z.capacity and 0 <= table.loose(z.name, k) <= len(cards)
        if z.ordered:
            rest = values[f"{z.name}.cards"][k * z.capacity + len(cards) : (k + 1) * z.capacity]
            assert not any(rest), "nothing lies behind the count"
        if z.visibility == "hidden":
            assert not any(table.known(card) for card in cards[: table.loose(z.name, k)])


def seen(table):
    """What may be known of each card by looking: who sees the place where it lies."""
    return {card: seers(z, k, SEATS) for z, k, cards in places(table) for card in cards}


def honest(table, op, before, mask):
    """Nobody comes to know a card but by seeing it arrive or being shown it."""
    old, now = before[0].values["known"], table.state.values["known"]
    shown = mask if op in ("know", "glimpse", "zknow") else 0
    looking = seen(table)
    for card in range(NUMBER):
        assert now[card] & ~old[card] & ~(looking.get(card, 0) | shown) == 0
