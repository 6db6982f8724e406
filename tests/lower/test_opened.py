"""Law: whatever its readings are, a program in which they are open plays as the one that was made for them. `tests/quality/opened.py` asks it of all
games for longer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.engine.backend import engine_for
from ruledsl.findings.readings import settings
from ruledsl.ir.behind import behind
from ruledsl.lower import SettingsError
from ruledsl.lower.opened import Opened
from ruledsl.record import replace
from ruledsl.search.simulate import Report, simulate
from tests.lower.opened import alike

GAMES = ("crazy-eights", "gin-rummy", "go-fish", "golf", "hearts", "peg-solitaire", "pig", "rainbow-hop", "surprise-egg")
ODD = """game "Odd":
    players 2

option doubled: bool = false
    "does a fox count twice?"

ruling who: first or other = first
    "who begins?"

option long: bool = false
    "are there more cards?"

option high: bool = doubled
    "are scores counted as they are, not turned round?"

card Fox, Hen

components:
    deck: foxes() of Fox, 4 of Hen

table:
    deck: pile, hidden
    out:  heap

each player:
    hand:  hand, own
    score: 0..20

def foxes() = 6 if long else 4
def worth(card) = 2 if doubled and card is Fox else 1
def begins() = players.first if who == first else players.last
def payoff(p) = p.score if high else -p.score

play:
    shuffle deck
    for p in players: move top 3 of deck to p.hand
    repeat 3 times:
        for p in players from begins(): p chooses lay or keep

action lay(card in your.hand):
    "lay {card}"
    require card is Fox or doubled else "no fox"
    your.score += worth(card)
    move card to out

action keep():
    "keep"

winner: highest payoff
"""


@pytest.mark.parametrize("name", GAMES)
def test_open_and_folded_programs_play_the_same_games(name: str) -> None:
    game, played = ruledsl.load(name), 0
    for row in settings(game, {})[1::3]:
        try:
            folded = game.program(row.players, row.options)
        except SettingsError:
            with pytest.raises(SettingsError):
                game.opened(row.players, row.options)
            continue
        other = game.opened(row.players, row.options)
        assert other.options == folded.options and other.readings
        played += sum(alike(engine_for(folded, "interp"), engine_for(other, "interp"), seed, seed, most=24) for seed in (0, 1))
        if played > 250:
            break
    assert played > 20


def test_machine_code_of_one_reading_plays_every_other(tmp_path: Path) -> None:
    game = _odd(tmp_path)
    for n in range(8):
        options = {"doubled": bool(n & 1), "who": ("first", "other")[n >> 1 & 1], "long": bool(n & 4), "high": "true"}
        folded, other = game.program(2, options), game.opened(2, options)
        assert set(other.readings) == {"doubled", "who", "high"}
        for engine in ("interp", "native"):
            assert sum(alike(engine_for(folded, engine), engine_for(other, engine), seed, seed & 1) for seed in range(6)) > 30
        assert _told(simulate(folded, 200, 3, tier=0)) == _told(simulate(other, 200, 3, tier=0))
    assert len(game._opened[2, False, "[]"]) == 2
    assert len({id(game.opened(2, {"long": "true", "doubled": word}).codes) for word in ("true", "false")}) == 1


def test_readings_differ(tmp_path: Path) -> None:
    game = _odd(tmp_path)
    scores = {word: simulate(game.opened(2, {"doubled": word, "high": "true"}), 500, 1, tier=0).score[0].mean for word in ("true", "false")}
    assert scores["true"] != scores["false"]


def test_what_is_settled_is_no_reading(tmp_path: Path) -> None:
    game = _odd(tmp_path)
    game.opened(2, {})
    (one,) = game._opened[2, False, "[]"]
    assert set(one.settled) == {"long"} and not one.fits({**one.program.options, "long": 1})
    with pytest.raises(ValueError, match="was made for"):
        Opened(one.program, one.settled).read({**one.program.options, "long": 1})


def test_a_default_that_hangs_on_a_reading_follows_it(tmp_path: Path) -> None:
    game = _odd(tmp_path)
    assert [game.opened(2, {"doubled": word}).options["high"] for word in ("true", "false")] == [1, 0]


def test_what_the_reference_decodes_serves_all_readings(tmp_path: Path) -> None:
    """What plays one reading plays another by the same blocks, and by its own values; what is cut out of a program shares nothing with it."""
    game = _odd(tmp_path)
    tables = [game.opened(2, {"who": value}) for value in ("first", "other")]
    engines: list[Any] = [engine_for(table, "interp") for table in tables]
    assert engines[0] is not engines[1] and engines[0]._codes is engines[1]._codes
    asked = [engine.start(5).asked() for engine in engines]
    assert asked == [engine_for(table, "native").start(5).asked() for table in tables] and asked[0] != asked[1]
    assert behind(tables[0], [], frozenset(), []).codes is not tables[0].codes


def _odd(folder: Path) -> ruledsl.Game:
    path = folder / "odd.rules"
    path.write_text(ODD, encoding="utf-8")
    return ruledsl.load(str(path))


def _told(report: Report) -> Report:
    return replace(report, options={}, seconds=0.0, building_seconds=0.0, pace=None)
