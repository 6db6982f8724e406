"""All states: each key gives the block back, byte for byte, however keys were made anew and whatever code went on; nothing hangs on when that was."""

from __future__ import annotations

import ctypes

import pytest

from ruledsl.engine.game import load
from ruledsl.findings import verify as findings
from ruledsl.findings.verdicts import Setting
from ruledsl.native.verifying import compiled
from ruledsl.search import exploring

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
    rows, there = room.arrays["rows"], (ctypes.c_uint8 * size)()
    keys = set()
    for state in range(1, explored.states):
        before, option = room.before(state)
        assert before < state
        block = room.block(before)
        search.menu(block, rows.ctypes.data)
        step(block, ctypes.addressof(there), rows.ctypes.data + 8 * option * room.width, int(rows[room.many * room.width + option]))
        found = ctypes.string_at(room.block(state), size)
        assert found == bytes(there)
        keys.add(found)
    assert len(keys) == explored.states - 1


@pytest.mark.parametrize("name", GAMES)
def test_faster_code_goes_on_where_the_other_stopped(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(findings, "BURST", 100)
    _, plain = searched(name)
    monkeypatch.setattr(findings, "LONG", 0)
    monkeypatch.setattr(findings, "Thread", Now)
    search, other = searched(name)
    assert search.code.tier == 1
    assert (plain.states, plain.transitions, plain.ends, plain.counts) == (other.states, other.transitions, other.ends, other.counts)
    assert [claim.record() for claim in plain.claims] == [claim.record() for claim in other.claims]


class Now:
    """What a thread would do is done at once."""

    def __init__(self, target: object):
        self.start = target
