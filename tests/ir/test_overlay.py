"""Registers share a place only where no two procedures are under way together; a game is played as if none were shared."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.ir.overlay import Procedures, overlaid, overlay
from ruledsl.ir.program import Block, Instr
from ruledsl.lower.sharing import Sharing
from ruledsl.pipeline import lower
from ruledsl.search.playing import played_on

NAMES = [f"p{n}" for n in range(8)]


@st.composite
def programs(draw):
    """Procedures that call only later ones, registers of some of them, and some that are nobody's."""
    calls = {name: draw(st.sets(st.sampled_from(NAMES[n + 1 :]), max_size=3)) if NAMES[n + 1 :] else set() for n, name in enumerate(NAMES)}
    homes = draw(st.dictionaries(st.integers(0, 40), st.sampled_from(NAMES), max_size=30))
    return Procedures(homes, calls), sorted(draw(st.sets(st.integers(0, 40), max_size=40)) | homes.keys())


def reached(calls, name):
    """All that may be under way when a procedure is, from it on: by following every call, with no memory."""
    return {name}.union(*(reached(calls, other) for other in calls.get(name, ())))


@given(programs())
def test_no_two_that_are_under_way_together_share(made):
    procedures, kept = made
    places = overlay(kept, procedures)
    stands = {register: places.get(register, register) for register in kept}
    for one, other in combinations(kept, 2):
        if stands[one] == stands[other]:
            mine, theirs = procedures.homes[one], procedures.homes[other]
            assert theirs not in reached(procedures.calls, mine) and mine not in reached(procedures.calls, theirs)


@given(programs())
def test_as_many_places_as_the_longest_chain_of_calls_takes(made):
    procedures, kept = made
    own = {name: sum(procedures.homes.get(register) == name for register in kept) for name in NAMES}

    def longest(name):
        return own[name] + max((longest(other) for other in procedures.calls[name]), default=0)

    places = overlay(kept, procedures)
    assert len({places.get(register, register) for register in kept if register in procedures.homes}) == max(map(longest, NAMES))


def test_who_calls_himself_is_refused():
    with pytest.raises(ValueError, match="call themselves: a, b"):
        overlay([1], Procedures({1: "a"}, {"a": {"b"}, "b": {"a"}}))


def test_all_registers_of_an_instruction_are_named_anew():
    block = Block("b", [Instr("add", (3, 1, 2), 7), Instr("store", ("v", 1, 3)), Instr("option", (2, 1, 4)), Instr("switch", (1, "x", "y"))])
    assert overlaid(block, {1: 5, 3: 6}).instrs == [
        Instr("add", (6, 5, 2), 7), Instr("store", ("v", 5, 6)), Instr("option", (2, 5, 4)), Instr("switch", (5, "x", "y")),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["rainbow-hop", "ufo-chickens", "open-hand", "small-realm"])
def test_games_are_played_as_if_nothing_were_shared(name, monkeypatch):
    game = ruledsl.load(name)
    players = game.seat_range[1]
    shared = Interpreter(lower(game.model, players, {}))
    monkeypatch.setattr(Sharing, "found", lambda self: Procedures())
    apart = Interpreter(lower(game.model, players, {}))
    assert shared.program.region["frame"].count < apart.program.region["frame"].count
    for seed in range(5):
        played = [engine.start(seed) for engine in (shared, apart)]
        for _ in range(40):
            after = [played_on(engine, state, seed, 1) for engine, state in zip((shared, apart), played)]
            one, other = ({name: cells for name, cells in state.values.items() if name != "frame"} for state in played)
            assert one == other and after[0] == after[1]
