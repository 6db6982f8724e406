"""Whole games in one call are the games that the reference engine plays with the same choices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruledsl import pipeline
from ruledsl.interp import Interpreter
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import ASKING, OVER, Program
from ruledsl.native import Native
from ruledsl.native.grouping import can_group
from ruledsl.native.module import module_text
from ruledsl.native.parts import GAMES as MANY
from ruledsl.native.parts import PLAYOUTS
from ruledsl.native.reach import PASSING, random_play
from ruledsl.native.runtime import GOLDEN
from ruledsl.native.sums import Sums
from tests import few
from tests.native.build import program
from tests.native.compare import UNCACHED, outcome
from tests.native.test_ops import GAME

GAMES = [
    ("surprise-egg", 2), ("surprise-egg", 5), ("tic-tac-toe", 2), ("connect-four", 2), ("pig", 3), ("kuhn-poker", 2), ("leduc-poker", 2),
    ("crazy-eights", 2), ("crazy-eights", 7), ("hearts", 4), ("rainbow-hop", 3), ("breakthrough", 2), ("go-fish", 3),
]  # fmt: skip


def lowered(name: str, players: int) -> Program:
    return pipeline.lower(pipeline.load(name), players, {})


def seeds(seed: int, game: int) -> tuple[int, int]:
    """The seeds of a game: its own, and that of the choices."""
    found = []
    for n in (2 * game, 2 * game + 1):
        z = seed + n * GOLDEN & (1 << 64) - 1
        found.append(_mixed(z))
    return found[0], found[1]


def _mixed(state: int) -> int:
    """All 64 bits that splitmix64 makes of a state."""
    mask = (1 << 64) - 1
    z = state + GOLDEN & mask
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
    z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
    return rng.signed(z ^ z >> 31)


def play(judge: Interpreter, state: Any, choices: int, limit: int = 1 << 30) -> int:
    """A playout by the reference engine."""
    decisions = 0
    while state.get("status") == ASKING and decisions < limit:
        if state.get("ask.count"):
            choices, outcome_ = rng.below(choices, state.get("ask.count"))
            move: tuple[int, ...] = (outcome_,)
            seat = -1
        else:
            asked = [n for n in range(63) if state.get("ask.seats") >> n & 1]
            turn = 0
            if len(asked) > 1:
                choices, turn = rng.below(choices, len(asked))
            seat = asked[turn] if asked else 0
            options = judge.legal(state, state.get("ask.site"), seat)
            choices, pick = rng.below(choices, len(options))
            move = options[pick]
            decisions += 1
        for n in range(judge.program.arguments + 1):
            if seat >= 0 or n == 0:
                state.set("move", n, move[n] if n < len(move) else 0)
        state.set("move.seat", 0, seat)
        judge.resume(state)
    return decisions


def played(made: Program, seed: int, count: int) -> list[int]:
    """What `simulate` should give."""
    judge, sums = Interpreter(made), Sums(made.players)
    words = sums.empty()
    for game in range(count):
        own, choices = seeds(seed, game)
        state = judge.start(own)
        length = play(judge, state, choices)
        assert state.get("status") == OVER
        words[sums.game] = game
        words[sums.finished] += 1
        words[sums.decisions] += length
        words[sums.length] += length
        words[sums.shortest] = min(words[sums.shortest], length)
        words[sums.longest] = max(words[sums.longest], length)
        winners = judge.call(state, "winners")
        for seat in range(made.players):
            at, score = sums.seat(seat), judge.call(state, "score", seat)
            words[at + sums.total] += score
            words[at + sums.square] += score * score
            words[at + sums.paid] += judge.call(state, "payoff", seat)
            words[at + sums.least] = min(words[at + sums.least], score)
            words[at + sums.most] = max(words[at + sums.most], score)
            if winners >> seat & 1:
                words[at + sums.wins + winners.bit_count() - 1] += 1
    return words


@pytest.mark.parametrize(("name", "players"), few.rows("simulated games are those of the reference engine", GAMES))
def test_simulated_games_are_those_of_the_reference_engine(name: str, players: int) -> None:
    made = lowered(name, players)
    expected = played(made, 7, 6)
    for tier in (0, 1, 2):
        assert Native(made, tier).simulate(0, 6, 7, 100_000) == expected


COUNTING = """\
game "Counting":
    players 2

table:
    chosen: 0..9
    asked:  0..99

play:
    turns p in players while asked < 7 at most LAPS times:
        p chooses chosen in 0..9
        asked += 1

winner: highest score
def score(p) = chosen
"""


@pytest.mark.parametrize("tier", [0, 2])
def test_what_is_counted_just_before_a_question_is_kept(tmp_path: Path, tier: int) -> None:
    file = tmp_path / "counting.rules"
    file.write_text(COUNTING.replace("LAPS", "7"))
    made = lowered(str(file), 2)
    assert Native(made, tier).simulate(0, 6, 7, 100_000) == played(made, 7, 6)
    file.write_text(COUNTING.replace("LAPS", "6"))
    with pytest.raises(RulesFault) as caught:
        Native(lowered(str(file), 2), tier).simulate(0, 1, 7, 100_000)
    assert caught.value.fault == Fault.LOOP


def test_games_can_be_split() -> None:
    native = Native(lowered("tic-tac-toe", 2), 1)
    whole, first, rest = native.simulate(0, 50, 3, 99), native.simulate(0, 20, 3, 99), native.simulate(20, 30, 3, 99)
    assert whole[native.sums.finished] == 50
    for at in (native.sums.finished, native.sums.decisions, native.sums.length, native.sums.seat(1)):
        assert whole[at] == first[at] + rest[at]


@pytest.mark.parametrize("chance", [0, 1])
def test_a_playout_goes_on_from_any_state(chance: int) -> None:
    made = lowered("surprise-egg", 3)
    judge, native = Interpreter(made), Native(made, 0)
    a, b = judge.start(5, chance), native.start(5, chance)
    assert native.playout(b, 9, 7) == play(judge, a, 9, 7) == 7
    assert native.playout(b, 11, 99_999) == play(judge, a, 11, 99_999)
    seen = random_play(made, True)
    passed = {"frame", "pc", "ask.seats", "ask.count", "ask.site", "ask.kind", *PASSING, *seen.unread}
    x, y = a.regions(), b.regions()
    assert {name: x[name] for name in x if name not in passed} == {name: y[name] for name in y if name not in passed}


@pytest.mark.parametrize("chance", [0, 1])
def test_a_playout_can_be_cut_anywhere(chance: int) -> None:
    """Where it stops at the limit, the other engine goes on from the same state."""
    made = lowered("surprise-egg", 2)
    judge, native = Interpreter(made), Native(made, 0)
    unread = random_play(made, True).unread
    for cut in range(1, 12):
        a, b = judge.start(4, chance), native.start(4, chance)
        assert native.playout(b, 9, cut) == play(judge, a, 9, cut) == cut
        assert a.get("status") == ASKING
        x, y = a.regions(), b.regions()
        assert {name: x[name] for name in x if name not in unread} == {name: y[name] for name in y if name not in unread}


def test_the_limit_leaves_games_unfinished() -> None:
    native = Native(lowered("tic-tac-toe", 2), 0)
    words = native.simulate(0, 10, 1, 4)
    assert words[native.sums.finished] == 0
    assert words[native.sums.decisions] == 40


def test_a_seat_without_options_is_a_fault() -> None:
    made = program(GAME)
    text = "function none legal 1 1\n  start:\n    return r0\n"
    made.functions |= program(GAME + text).functions
    made.sites = (made.sites[0].__class__("choice", "none", 7, (), legal="none"), made.sites[1])
    native = Native(made, 0, UNCACHED)
    state = native.start(1)
    assert outcome(lambda: native.playout(state, 1, 9)) == (Fault.NO_OPTION, made.places[7])
    with pytest.raises(RulesFault):
        native.simulate(0, 10, 1, 9)


NINE_CHOICES = """
function main main 0 6
  resumes start, again
  start:
    r0 = const 0
    r1 = const 4
    ask 0, r1, r0, again
  again:
    r0 = const 0
    r1 = const 4
    r2 = load out[r0]
    r3 = mul r2, r1
    r4 = load move[r0]
    r2 = add r3, r4
    r5 = const 1
    r4 = load move[r5]
    r2 = add r2, r4
    store out[r0], r2
    r2 = load decisions[r0]
    r3 = const 9
    r2 = lt r2, r3
    branch r2, ask, end
  ask:
    ask 0, r1, r0, again
  end:
    finish
function some legal 1 9
  start:
    r1 = const 5
    r2 = const 1
    jump go
  go:
    branch r1, once, done
  once:
    r3 = const 73
    r4 = shr r3, r1
    r5 = sub r1, r2
    options 0, 3, r4
    option -1
    r1 = copy r5
    jump go
  done:
    return r0
"""


@pytest.mark.parametrize("most", [4, 12, 63])
def test_sets_in_loops_are_drawn_from_like_rows(most: int) -> None:
    """Options from loops, some of them sets, some alone: the same are drawn, and too many are the same fault."""
    made = program(NINE_CHOICES)
    made.max_options = most
    made.sites = (program(GAME).sites[0].__class__("choice", "some", 7, (), legal="some"),)
    assert can_group(made, made.functions["some"])
    judge, native = Interpreter(made), Native(made, 0, UNCACHED)
    for choices in range(20):
        a, b = judge.start(1), native.start(1)
        assert outcome(lambda: play(judge, a, choices, 99)) == outcome(lambda: native.playout(b, choices, 99))  # noqa: B023
        assert most < 13 or (a.get("status"), a.get("out")) == (b.get("status"), b.get("out")) and a.get("status") == OVER


def test_a_finished_game_cannot_go_on() -> None:
    made = program("function main main 0 1\n  resumes start\n  start:\n    finish\n")
    for engine in (Interpreter(made), Native(made, 0, UNCACHED)):
        state = engine.start(1)
        found = outcome(lambda: engine.resume(state))  # type: ignore[arg-type]  # noqa: B023
        assert found[0] == Fault.BAD_MOVE


def test_nothing_but_the_program_is_linked() -> None:
    """The code calls nothing outside itself, so that it can run anywhere."""
    text = "\n".join(module_text(lowered("surprise-egg", 3), part) for part in (PLAYOUTS, MANY))
    assert [line for line in text.splitlines() if line.startswith("declare") and "@llvm." not in line] == []


def test_a_blank_state_is_the_same() -> None:
    made = lowered("surprise-egg", 3)
    for seed in (7, -1, (1 << 64) - 1):
        assert Native(made).blank(seed, 1).bytes() == Interpreter(made).blank(seed, 1).bytes()


@pytest.mark.parametrize("score", [5, -5, (1 << 31) - 1, 1 << 31, -(1 << 31), -(1 << 31) - 1, 3 << 40, -(3 << 40), (1 << 61) + 1])
def test_squares_are_added_up_in_two_words(score: int) -> None:
    made = program(f"function main main 0 2\n  resumes start\n  start:\n    r0 = const 0\n    r1 = const {score}\n    store out[r0], r1\n    finish\n")
    native = Native(made, 0, UNCACHED)
    at = native.sums.seat(0) + native.sums.square
    low, high = native.simulate(0, 9, 1, 9)[at : at + 2]
    assert (low & (1 << 64) - 1) + (high << 64) == 9 * score * score
