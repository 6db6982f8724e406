"""Many games: the report says what the games were, and does not depend on the threads."""

from __future__ import annotations

import json
import threading

import pytest

import ruledsl
import ruledsl.engine.playouts as playing
from ruledsl import pipeline
from ruledsl.engine.playouts import Playouts, Rising, Tally
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import Program
from ruledsl.search.simulate import FEW, Report, simulate
from tests.native.build import program as made_by_hand
from tests.work import threads_ended


@pytest.fixture(scope="module")
def board() -> Program:
    return pipeline.lower(pipeline.load("tic-tac-toe"), 2, {})


@pytest.fixture(scope="module")
def cards() -> Program:
    return pipeline.lower(pipeline.load("surprise-egg"), 3, {})


def test_the_report_adds_up(board: Program) -> None:
    report = simulate(board, 3000, seed=4, name="tic-tac-toe")
    assert (report.game, report.players, report.seed, report.games, report.finished) == ("tic-tac-toe", 2, 4, 3000, 3000)
    assert sum(report.wins) == 3000
    assert report.wins[0] > report.wins[1] > 0
    assert report.length.mean == report.decisions / 3000
    assert (report.length.min, report.length.max) == (5, 9)
    for spread in report.score:
        assert spread.min is not None and spread.max is not None and spread.mean is not None and spread.sd is not None
        assert spread.min <= spread.mean <= spread.max
        assert 0 < spread.sd < spread.max - spread.min + 1


def test_known_chances_of_random_tic_tac_toe(board: Program) -> None:
    """58.49 % for who begins, 28.81 % for the other, 12.70 % draws, which both share."""
    report = simulate(board, 60_000, seed=1)
    assert report.wins[0] / report.games == pytest.approx(0.5849 + 0.0635, abs=0.007)
    assert report.wins[1] / report.games == pytest.approx(0.2881 + 0.0635, abs=0.007)


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_do_not_change_the_report(cards: Program, threads: int) -> None:
    games = 1553
    assert simulate(cards, games, seed=9, threads=threads) == simulate(cards, games, seed=9)


def test_tiers_do_not_change_the_report(cards: Program) -> None:
    assert len({repr(simulate(cards, 300, seed=2, tier=tier)) for tier in (0, 1, 2)}) == 1


def test_seeds_change_the_games(cards: Program) -> None:
    assert simulate(cards, 300, seed=2) != simulate(cards, 300, seed=3)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interruption_keeps_what_was_done(cards: Program, threads: int) -> None:
    def stop(done: int) -> None:
        if done >= 2 * FEW:
            raise KeyboardInterrupt

    report = simulate(cards, 100_000, threads=threads, tier=0, progress=stop)
    assert 2 * FEW <= report.games < 50_000
    assert sum(report.wins) == report.finished


def test_progress_comes_to_the_end(board: Program) -> None:
    seen: list[int] = []
    simulate(board, 100 * FEW + 1, tier=0, progress=seen.append)
    assert seen[0] <= FEW and seen == sorted(set(seen)) and seen[-1] == 100 * FEW + 1 and len(seen) > 2


def test_games_that_do_not_end(board: Program) -> None:
    report = simulate(board, 10, limit=3)
    assert (report.games, report.finished, report.decisions) == (10, 0, 30)
    assert report.length.mean is report.score[0].mean is report.score[1].max is None
    assert report.wins == (0, 0)


def test_no_games(board: Program) -> None:
    report = simulate(board, 0)
    assert (report.games, report.decisions, report.wins) == (0, 0, (0, 0))


def test_it_is_one_json_document(board: Program) -> None:
    report: Report = simulate(board, 100).timed(0.5)
    record = json.loads(json.dumps(report.record()))
    assert set(record) == {
        "game", "players", "options", "seed", "games", "finished", "decisions", "seconds", "building_seconds", "playouts_per_second",
        "decisions_per_second", "wins", "unwon", "score", "payoff", "length",
    }  # fmt: skip
    assert record["playouts_per_second"] == 200
    assert set(record["score"][0]) == {"mean", "sd", "min", "max"}
    assert set(record["length"]) == {"mean", "min", "max"}


def test_a_fault_says_which_game() -> None:
    text = "function main main 0 2\n  resumes start\n  start:\n    r0 = const 9\n    r0 = random r0\n    branch r0, on, off\n"
    text += "  on:\n    finish\n  off:\n    trap FULL @5\n"
    with pytest.raises(RulesFault, match=r"game \d+ of seed 1"):
        simulate(made_by_hand(text), 1000, seed=1)


def test_tallies_of_any_order_are_equal(cards: Program) -> None:
    playouts = Playouts(cards, 0)
    parts = [playouts.play(first, 40, 5, 10_000) for first in (0, 40, 80)]
    forward, backward = Tally(), Tally()
    for part in parts:
        forward.add(part)
    for part in reversed(parts):
        backward.add(part)
    assert forward == backward == playouts.play(0, 120, 5, 10_000)


def test_several_threads_may_play_with_one_program(cards: Program) -> None:
    playouts = Playouts(cards, 0)
    expected = playouts.play(0, 50, 1, 10_000)
    found: list[Tally] = []
    workers = [threading.Thread(target=lambda: found.append(playouts.play(0, 50, 1, 10_000))) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [expected] * 4


def test_better_code_changes_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = ruledsl.load("pig").program(2)
    plain = simulate(program, 3000, 5, tier=0)
    monkeypatch.setattr(playing, "WORTH", 1)
    rising = [Rising(program), Rising(program)]
    assert [one.tier for one in rising] == [0, 0]
    for threads in (1, 2):
        assert simulate(program, 3000, 5, threads) == plain
        threads_ended()
        assert Rising(program).tier == threads  # a step for each
    assert simulate(program, 3000, 5) == plain


def test_rising_goes_on_while_it_compiles(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    gate = threading.Event()
    playouts = Rising(ruledsl.load("pig").program(2))
    first, compile_code = playouts.now, playouts._compile
    monkeypatch.setattr(playouts, "_compile", lambda: gate.wait(60) and compile_code())
    playouts.rise(10**9)
    tally = playouts.play(0, 100, 1, 1000)
    assert playouts.now is first
    gate.set()
    threads_ended()
    assert playouts.now is not first
    assert playouts.play(0, 100, 1, 1000) == tally
