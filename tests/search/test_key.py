"""The key of a state: the machine's is the reference's, and states of one key have one future."""

from __future__ import annotations

import random
from ctypes import c_int64, c_void_p
from typing import Any

import numpy as np
import pytest

import ruledsl
from ruledsl.engine.backend import engine_for
from ruledsl.ir.key import Key, make_key
from ruledsl.ir.program import KINDS, OVER, Program
from ruledsl.native import State
from ruledsl.native.solving import CHOICE, compiled
from ruledsl.native.state import Layout
from ruledsl.search.deals import settle
from tests import few

GAMES = [
    ("black-hole", 1, {}), ("golf", 1, {}), ("peg-solitaire", 1, {}), ("tic-tac-toe", 2, {}), ("connect-four", 2, {"rows": 4, "columns": 5}),
    ("surprise-egg", 2, {}), ("hearts", 4, {"pass_cards": False}), ("crazy-eights", 3, {}), ("ufo-chickens", 2, {}),
]  # fmt: skip


def walk(program: Program, seed: int, most: int = 40) -> list[Any]:
    """The states of a random game where a seat chooses, with settled piles; in the native engine."""
    engine, rng = engine_for(program, "native"), random.Random(seed)
    block, out = engine.start(seed), []
    while block.get("status") != OVER and len(out) < most and KINDS[block.get("ask.kind")] == "choice":
        out.append(block.copy())
        site, seat = block.get("ask.site"), (block.get("ask.seats") & -block.get("ask.seats")).bit_length() - 1
        for index, value in enumerate(rng.choice(engine.legal(block, site, seat))):
            block.set("move", index, value)
        block.set("move.seat", 0, seat)
        engine.resume(block)
    return out


def key_of(program: Program, goals: tuple[str, ...] = ("winners",)) -> Key:
    return make_key(program, goals, engine_for(program, "native").start(0).regions())


@pytest.mark.parametrize(("name", "players", "options"), GAMES, ids=[name for name, _, _ in GAMES])
def test_the_machine_makes_the_same_key(name: str, players: int, options: dict[str, Any]) -> None:
    program = ruledsl.load(name).program(players, options)
    key = key_of(program)
    code, layout = compiled(key, [("winners", ())], tier=0), Layout(program)
    words = np.zeros(key.words, np.uint64)
    looked = 0
    for seed in few.seeds(6):
        for block in walk(program, seed):
            state = State.from_bytes(layout, block.bytes())
            assert code.look(state.block, words.ctypes.data) == CHOICE
            assert tuple(map(int, words)) == key.of(state.regions())
            assert words[0] != 0
            looked += 1
    assert looked > few.of(20)


@pytest.mark.parametrize(("name", "players", "options"), GAMES, ids=[name for name, _, _ in GAMES])
def test_the_machine_settles_a_deal_as_python_does(name: str, players: int, options: dict[str, Any]) -> None:
    program = ruledsl.load(name).program(players, options)
    code, layout = compiled(key_of(program), [("winners", ())], tier=0), Layout(program)
    for seed in range(5):
        state = State(layout)
        assert code.start(state.block, seed, 0) >= 0
        expected = engine_for(program, "native").start(seed)
        assert code.settle(state.block, 0) == 0
        settle(program, expected)
        ours, theirs = state.regions(), expected.regions()
        kept = [region for region in ours if region.endswith((".cards", ".loose", ".count")) or region in ("rng", "chance", "pc")]
        assert {r: ours[r] for r in kept} == {r: theirs[r] for r in kept}
        assert not any(sum(ours[r]) for r in kept if r.endswith(".loose"))


def test_a_key_takes_few_bits() -> None:
    words = {name: key_of(ruledsl.load(name).program(players, options)).words for name, players, options in GAMES[:5]}
    assert words["tic-tac-toe"] == words["peg-solitaire"] == words["connect-four"] == 1


def test_suits_bear_on_nothing_where_nobody_looks_at_them() -> None:
    key = key_of(ruledsl.load("black-hole").program(1))
    assert key.classes == 13
    assert {f.kind for f in key.fields if f.source == "hole"} == {"top"}


def test_what_was_laid_does_not_tell_states_apart() -> None:
    """Black Hole: of the hole only its top bears, so another order of the cards below it is the same state."""
    program = ruledsl.load("black-hole").program(1)
    key, block = key_of(program), next(blocks[3] for seed in range(20) if len(blocks := walk(program, seed)) > 3)
    other = block.copy()
    cards = [block.get("hole.cards", n) for n in range(3)]
    for n, card in enumerate([cards[1], cards[0], cards[2]]):
        other.set("hole.cards", n, card)
    assert key.of(block.regions()) == key.of(other.regions())
    other.set("hole.cards", block.get("hole.count") - 1, (block.get("hole.cards", block.get("hole.count") - 1) + 4) % 52)
    assert key.of(block.regions()) != key.of(other.regions())


@pytest.mark.parametrize(("name", "options"), [("golf", {"highest": "four", "columns": 3, "deep": 2}), ("black-hole", {"highest": "five", "fans": 5})])
def test_states_of_one_key_have_one_future(name: str, options: dict[str, Any]) -> None:
    """Wherever two walks meet in a key, as many options lead on, to the same keys."""
    program = ruledsl.load(name).program(1, options)
    key, engine, met = key_of(program, ("won",)), engine_for(program, "native"), {}
    again = 0
    for seed in few.seeds(12):
        met.clear()
        for turn in range(40):
            block = engine.start(seed)
            settle(program, block)
            rng = random.Random(turn)
            while block.get("status") != OVER:
                after = [_after(engine, block, move) for move in engine.legal(block, block.get("ask.site"), 0)]
                future = sorted((b.get("status"), *(key.of(b.regions()) if b.get("status") != OVER else (engine.call(b, "won"),))) for b in after)
                known = met.setdefault(key.of(block.regions()), (block.bytes(), future))
                again += known[0] != block.bytes()
                assert known[1] == future
                block = rng.choice(after)
    assert again > 100


def _after(engine: Any, block: Any, move: tuple[int, ...]) -> Any:
    after = block.copy()
    for index, value in enumerate(move):
        after.set("move", index, value)
    after.set("move.seat", 0, 0)
    engine.resume(after)
    return after


def test_what_never_changes_or_follows_from_the_rest_is_no_part_of_a_key() -> None:
    """Nine packs by their cards; what was won is what has left them, and nothing comes into the other zones."""
    key = key_of(ruledsl.load("nine-by-adding").program(1, {"mode": "solo", "with_gold": False, "level": 1}), ("won", "criterion.0"))
    assert {f.source for f in key.fields if f.kind in ("pile", "counts", "set", "size", "top")} == {"pack"}
    assert not {f.source for f in key.fields if f.source.endswith((".who", ".was"))}
    assert {"stock", "doubled", "met"} <= key.empty


def test_a_deal_with_cards_where_none_were_wants_another_key() -> None:
    program = ruledsl.load("nine-by-adding").program(1, {"mode": "solo", "with_gold": False, "level": 1})
    key, block = key_of(program, ("won", "criterion.0")), engine_for(program, "native").start(0)
    code, layout = compiled(key, [("won", ())], tier=0), Layout(program)
    for zone, region in (("doubled", "doubled.bits"), ("met", "met.count")):
        assert zone in key.empty
        state = State.from_bytes(layout, block.bytes())
        assert key.fits(state.regions()) and code.deals.function("fits", c_void_p, c_int64)(state.block, 0)
        state.set(region, 0, 1)
        assert not key.fits(state.regions()) and not code.deals.function("fits", c_void_p, c_int64)(state.block, 0)
