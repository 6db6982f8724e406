"""A row a game says the same as the sums over all games."""

from __future__ import annotations

import pytest
from numpy import dtype

import ruledsl
from ruledsl.engine.playouts import Playouts
from ruledsl.native.recording import Row
from ruledsl.search.rows import Rows, kinds, row
from ruledsl.search.simulate import simulate


@pytest.mark.parametrize(("name", "players"), [("surprise-egg", 3), ("tic-tac-toe", 2), ("hearts", 4)])
def test_rows_added_up_are_the_report(name: str, players: int) -> None:
    game = ruledsl.load(name)
    plain, told = game.simulate(300, players, seed=7), game.simulate(300, players, seed=7, rows=True)
    assert told == plain
    rows = told.rows
    assert isinstance(rows, Rows) and len(rows) == 300
    assert int(rows.array["length"].sum()) == plain.decisions
    assert tuple(rows.array["score"].mean(axis=0)) == pytest.approx([s.mean for s in plain.score])
    shares = [sum(1 / bin(w).count("1") for w in rows.array["winners"].tolist() if w >> seat & 1) for seat in range(players)]
    assert shares == pytest.approx(list(plain.wins))
    assert tuple(rows.array["payoff"].mean(axis=0)) == pytest.approx(plain.payoff)
    assert list(rows.columns)[4:] == [f"{what}.{seat}" for what in ("score", "payoff") for seat in rows.seats]


def test_payoffs_of_bots_and_of_games_that_begin_later_are_those_of_the_report() -> None:
    game = ruledsl.load("kuhn-poker")
    told = game.simulate(40, bots=["random", "random"], seed=3, rows=True)
    assert told.rows is not None and (told.rows.array["payoff"].sum(axis=1) == 0).all() and (told.rows.array["payoff"] != 0).any()
    assert tuple(told.rows.array["payoff"].mean(axis=0)) == pytest.approx(told.payoff)


def test_a_game_is_the_same_by_its_number() -> None:
    game = ruledsl.load("surprise-egg")
    few, many = game.simulate(20, seed=7, rows=True).rows, game.simulate(60, seed=7, rows=True).rows
    assert few is not None and many is not None and (few.array == many.array[:20]).all()


@pytest.mark.parametrize(("name", "players", "limit"), [("surprise-egg", 3, 20), ("tic-tac-toe", 2, 7), ("hearts", 4, 1000)])
def test_a_row_is_what_that_game_alone_comes_to(name: str, players: int, limit: int) -> None:
    """Also of games that are given up; and whichever thread plays them."""
    program = ruledsl.load(name).program(players)
    alone = [row(Playouts(program, 0).play(n, 1, -3, limit)) for n in range(40)]
    for threads in (1, 2):
        report = simulate(program, 40, -3, threads, limit=limit, tier=0, rows=True)
        assert report.rows is not None and report.rows.array["game"].tolist() == list(range(40))
        columns = (report.rows.array[what].tolist() for what in ("length", "finished", "winners", "score", "payoff"))
        assert [(length, finished, winners, tuple(scores), tuple(paid)) for length, finished, winners, scores, paid in zip(*columns, strict=True)] == alone
        assert report == simulate(program, 40, -3, threads, limit=limit, tier=0)
    assert {finished for _, finished, *_ in alone} == ({True, False} if limit < 1000 else {True})


def test_rows_of_games_that_were_stopped_are_those_that_were_played() -> None:
    def stop(done: int) -> None:
        if done >= 30:
            raise KeyboardInterrupt

    report = simulate(ruledsl.load("tic-tac-toe").program(2), 10_000, 1, tier=0, progress=stop, rows=True)
    assert report.rows is not None and 30 <= len(report.rows) == report.games < 10_000


def test_rows_stand_where_machine_code_writes_them() -> None:
    for seats in (1, 2, 7):
        told, row = dtype(kinds(("",) * seats)), Row(seats)
        assert told.itemsize == row.size
        assert [told.fields[name][1] for name in told.names] == [row.game, row.length, row.finished, row.winners, row.score(0), row.payoff(0)]


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    rows = ruledsl.load("tic-tac-toe").simulate(5, rows=True).rows
    assert rows is not None
    with pytest.raises(ImportError, match="pip install polars"):
        rows.polars()


def test_a_report_is_a_table_in_notebooks() -> None:
    text = ruledsl.load("tic-tac-toe").simulate(50)._repr_html_()
    assert "<table>" in text and "50 games" in text


def test_rows_are_a_table_in_notebooks() -> None:
    rows = ruledsl.load("tic-tac-toe").simulate(1_200, seed=1, rows=True).rows
    assert rows is not None
    text = rows._repr_html_()
    assert "1,200 games" in text and "payoff.cross" in text and text.count("<tr>") <= 14


def test_games_that_begin_where_a_state_stands_have_rows() -> None:
    game = ruledsl.load("tic-tac-toe")
    match = game.start(2, seed=1)
    match.play(4)
    told = simulate(match.program, 30, 5, tier=0, rows=True, start=match.position.block)
    assert told.rows is not None and len(told.rows) == 30 and told.rows.array["length"].sum() == told.decisions
    assert told == simulate(match.program, 30, 5, tier=0, start=match.position.block)
