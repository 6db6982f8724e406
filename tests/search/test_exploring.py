"""All states: each key gives the block back, byte for byte, however keys were made anew and whatever code went on; nothing hangs on when that was."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.findings import bursts, faster
from ruledsl.findings import verify as findings
from ruledsl.findings.coverage import unsettled
from ruledsl.findings.verdicts import Setting
from ruledsl.kernels.exploring import FULL
from ruledsl.kernels.notes import NEW, NO, NOWHERE, OLD, answers, got, note, note_answer
from ruledsl.kernels.notes import led as where_led
from ruledsl.kernels.survey import Survey
from ruledsl.kernels.words import Bytes, Shorts
from ruledsl.native.verifying import compiled
from ruledsl.pipeline import load as rules_of
from ruledsl.pipeline import lower
from ruledsl.search import exploring, packing
from tests.laws.proving import wrong_claims

GAMES = ("tic-tac-toe", "leduc-poker", "crazy-eights", "pig")
MOST = 3_000


def searched(name: str, most: int = MOST) -> tuple[findings._Search, findings.Explored]:
    game = load(name)
    program = game.program(game.model.of({}).model.low, {}, watched=True)
    search = findings._Search(program, Setting(program.players, {}), most, lambda: True, b"", compiled(program))
    return search, search.run([])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("many", [0, 10**9])
def test_a_key_gives_back_the_block_that_its_answer_led_to(monkeypatch: pytest.MonkeyPatch, name: str, many: int) -> None:
    monkeypatch.setattr(exploring, "MANY", many)
    search, explored = searched(name)
    room, size = search.room, search.program.size
    step = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(search.code.step)
    whole = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(search.code.whole)
    rows, bare, there = room.arrays["rows"], (ctypes.c_uint8 * size)(), (ctypes.c_uint8 * size)()
    keys = set()
    for state in range(1, explored.states):
        *way, (before, option) = room.course(state)
        assert before < state and way == room.course(before) and room.depth(state) == len(way) + 1
        block = room.block(before)
        search.menu(block, rows.ctypes.data)
        step(block, ctypes.addressof(bare), rows.ctypes.data + 8 * option * room.width, int(rows[room.many * room.width + option]))
        whole(ctypes.addressof(bare), ctypes.addressof(there))
        found = ctypes.string_at(room.block(state), size)
        assert found == bytes(there)
        keys.add(found)
    assert len(keys) == explored.states - 1


@pytest.mark.parametrize("many", [0, 10**9])
def test_a_state_takes_more_bytes_once_there_are_many_pairs(monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    """Between two keys that are made anew, or when they are; states are the same, and so is where they lead."""
    plain, _ = searched("othello", 8_000)
    monkeypatch.setattr(exploring, "NARROW_BITS", 13)
    monkeypatch.setattr(exploring, "MANY", many)
    search, explored = searched("othello", 8_000)
    size = search.program.size
    assert plain.room.get("stride") == exploring.NARROW < search.room.get("stride") and search.room.get("paired") > 1 << 13
    assert led(search) == led(plain)
    for state in range(explored.states):
        assert ctypes.string_at(search.room.block(state), size) == ctypes.string_at(plain.room.block(state), size)


@pytest.mark.parametrize("name", GAMES)
def test_faster_code_goes_on_where_the_other_stopped(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(findings, "BURST", 100)
    monkeypatch.setattr(bursts, "SHORT", 0)
    _, plain = searched(name)
    monkeypatch.setattr(faster, "LONG", (0, 500))
    monkeypatch.setattr(faster, "Thread", Now)
    search, other = searched(name)
    assert search.code.tier == 2
    counts = unsettled(plain.counts)  # of conditions that held and failed there is nothing to tell, so faster code counts them no more
    assert (plain.states, plain.transitions, plain.ends, counts) == (other.states, other.transitions, other.ends, other.counts)
    assert [claim.record() for claim in plain.claims] == [claim.record() for claim in other.claims]


@pytest.mark.parametrize("name", GAMES)
def test_answers_that_wait_are_looked_up_as_if_none_did(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Wherever it pauses, and however few states there may be: what is found is the beginning of what is found at one go."""
    whole, explored = searched(name)
    targets = led(whole)
    monkeypatch.setattr(findings, "BURST", 1)
    monkeypatch.setattr(bursts, "LONG", 0)
    for most in (1, 2, 3, 50, explored.states - 1, explored.states):
        search, other = searched(name, most)
        found = led(search)
        assert other.states == most and found == targets[: targets.index(most - 1) + 1 if most > 1 else 0]
        assert other.depth <= search.room.depth(most - 1)


def test_what_is_noted_is_read_again() -> None:
    numbers = [n + near for bits in (0, 6, 14, 22, 30) for n in [1 << bits] for near in (-1, 0) if n + near < 1 << 30]
    s = Survey(trail=Bytes([0] * 64), trailed=0, read=0)
    for number in numbers:
        note(s, number)
    assert [got(s) for _ in numbers] == numbers
    assert s.read == s.trailed == 3 * 1 + 2 * 2 + 2 * 3 + 2 * 4


def test_where_answers_lead_is_read_again() -> None:
    """Some lead to new states, some back, some nowhere; some states have more answers than there are bits in a byte."""
    s = Survey(trail=Bytes([255] * 400), trailed=0, read=0, over=Shorts([0]), met=1, news=0)
    states, course = 1, list[list[int]]()
    for state, number in enumerate((1, 7, 8, 9, 16, 3, 17)):
        note(s, number)
        course.append([])
        for answer in range(number):
            kind = (answer + state) % 3
            note_answer(s, answer, NEW if kind == 0 else NO if kind == 1 else OLD + (states - 1) // 2)
            states += kind == 0
            course[-1].append((states - 1, NOWHERE, states - 1 - (states - 1) // 2)[kind])
    assert [[where_led(s) for _ in range(answers(s, state))] for state in range(len(course))] == course
    assert s.read == s.trailed and s.met == states


def test_states_and_steps_have_no_more_room_than_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever something has become larger."""
    grown = list[float]()

    class Watched(exploring.Room):
        def _grow(self) -> None:
            super()._grow()
            grown.append(self.bytes() / self.get("states") if self.get("states") > 150_000 else 0)

    monkeypatch.setattr(findings, "Room", Watched)
    program = load("breakthrough").program(2, {}, watched=True)
    search = findings._Search(program, Setting(2, {}), 400_000, lambda: True, b"", compiled(program))
    search.room.first(search._begin())
    assert search.room.explore(10**9) == FULL and search.room.get("states") == 400_000
    assert sum(map(bool, grown)) > 20 and max(grown) <= 22


def led(search: findings._Search) -> list[int]:
    """Where steps lead, one after the other."""
    search.room._laid_out()
    return search.room.short("targets")[: search.room.get("steps")].tolist()


class Now:
    """What a thread would do is done at once."""

    def __init__(self, target: object):
        self.start = target


@pytest.mark.parametrize("leaves", [2, 3, 5, 6, 12, 33])
def test_a_tree_has_as_many_leaves_on_either_side(leaves: int) -> None:
    below = packing.tree(leaves)

    def under(node: int) -> list[int]:
        return [node] if node >= leaves else [*under(int(below[2 * node])), *under(int(below[2 * node + 1]))]

    assert under(1) == [*range(leaves, 2 * leaves)]
    for node in range(1, leaves):
        assert all(below[2 * node + side] > node for side in (0, 1))
        assert 0 <= len(under(int(below[2 * node]))) - len(under(int(below[2 * node + 1]))) <= 1


@pytest.mark.parametrize("name", ["crazy-eights", "breakthrough"])
def test_states_share_most_of_their_keys(name: str) -> None:
    search, explored = searched(name, 30_000)
    assert explored.states == 30_000
    assert search.room.get("paired") < explored.states


def test_a_block_is_bare_only_where_cards_lie_as_is_told_of_them() -> None:
    search, explored = searched("crazy-eights")
    program, bared = search.program, search.code.bared
    assert bared is not None
    for wrong in (False, True):
        block = (ctypes.c_uint8 * program.size).from_buffer_copy(ctypes.string_at(search.room.block(explored.states - 1), program.size))
        at, loose = program.offsets["stock.cards"], block[program.offsets["stock.loose"]]
        assert loose > 40
        assert len({*block[at : at + loose]}) == loose
        if wrong:
            block[at] = block[at + 1]
        assert bared(ctypes.addressof(block)) == int(wrong)
        assert wrong or not any(block[at : at + loose])


PILES = """game "Own Decks":
    players 2
card Card(value: 1..3)
components:
    p.deck: 1 of Card(value) for value in 1..3
each player:
    deck: pile, hidden
    row: pile
play:
    for p in players: shuffle p.deck
    repeat 2 times:
        for p in players: turn(p)
phase turn(p):
    p chooses draw, under or again
action draw():
    require count(your.deck) > 0
    move top of your.deck to your.row
action under():
    require count(your.row) > 0
    move all of your.row to bottom of your.deck
action again():
    require count(your.row) > 1
    move all of your.row to your.deck
    shuffle your.deck
winner: highest held
def held(p) = count(p.row)
"""


def test_piles_of_several_that_are_mixed_in_part_are_gone_through_as_by_brute_force(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(exploring, "FIRST_ROOM", 16)
    monkeypatch.setattr(exploring, "MANY", 0)
    path = tmp_path / "piles.rules"
    path.write_text(PILES)
    assert wrong_claims(lower(rules_of(str(path)), 2, {}, watched=True), 5000) == ("whole", "")
