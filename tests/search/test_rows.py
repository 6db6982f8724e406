"""A row a game says the same as the sums over all games."""

from __future__ import annotations

import pytest

import ruledsl
from ruledsl.search.rows import Rows


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
    assert list(rows.columns)[4:] == [f"score.{seat}" for seat in rows.seats]


def test_a_game_is_the_same_by_its_number() -> None:
    game = ruledsl.load("surprise-egg")
    few, many = game.simulate(20, seed=7, rows=True).rows, game.simulate(60, seed=7, rows=True).rows
    assert few is not None and many is not None and (few.array == many.array[:20]).all()


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    rows = ruledsl.load("tic-tac-toe").simulate(5, rows=True).rows
    assert rows is not None
    with pytest.raises(ImportError, match="pip install polars"):
        rows.polars()


def test_a_report_is_a_table_in_notebooks() -> None:
    text = ruledsl.load("tic-tac-toe").simulate(50)._repr_html_()
    assert "<table>" in text and "50 games" in text
