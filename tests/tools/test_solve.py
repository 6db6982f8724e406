"""`ruledsl solve`."""

from __future__ import annotations

import json

import pytest

from tests.search.test_rounds import ALONG, ANYWHERE, MORRIS
from tests.tools.process import NIM, interrupted

SMALL = ("--option", "highest=six", "--option", "columns=4", "--option", "deep=4")


def test_a_deal_is_won_and_told(ruledsl):
    done = ruledsl("solve", "peg-solitaire", "--seed", "1")
    assert done.returncode == 0, done.stderr
    first, *moves, last = done.stdout.splitlines()
    assert first == "Peg Solitaire: won in 31 moves, which need not be the fewest; --best looks for the best end by `winner:`"
    assert len(moves) == 31
    assert last.endswith("ends seen")


def test_the_line_can_be_played(ruledsl):
    found = json.loads(ruledsl("solve", "golf", "--seed", "4", *SMALL, "--json").stdout)
    assert (found["verdict"], found["won"], found["options"]["columns"]) == ("won", True, 4)
    done = ruledsl("play", "golf", "--seed", "4", *SMALL, typed="".join(f"{move}\n" for move in found["moves"]))
    assert "the game is over: A wins" in done.stdout


def test_a_lost_deal_is_lost_for_certain(ruledsl):
    done = ruledsl("solve", "golf", "--seed", "1")
    assert "it cannot be won; every state that can be reached was looked at" in done.stdout


def test_many_deals(ruledsl):
    done = ruledsl("solve", "black-hole", "--deals", "50", "--option", "fans=6", "--option", "highest=six", "--verify")
    assert done.returncode == 0, done.stderr
    with_, counts, share, speed = done.stdout.splitlines()
    assert with_ == "with fans = 6, highest = six"
    assert counts.startswith("Black Hole: 50 deals, from seed 0 on, with all cards open: ")
    assert "% can be won; 95 %: " in share
    assert "states a second" in speed


def test_many_deals_json(ruledsl):
    found = json.loads(ruledsl("solve", "golf", "--deals", "20", "--seed", "7", *SMALL, "--json").stdout)
    assert found["won"] + found["lost"] == found["deals"] == 20
    assert found["winnable"]["low"] < found["winnable"]["share"] < found["winnable"]["high"]
    assert found["winnable"]["share"] == found["won"] / 20


def test_the_best_end(ruledsl):
    found = json.loads(ruledsl("solve", "golf", "--deals", "10", "--best", *SMALL, "--json").stdout)
    assert (found["best"], len(found["marks"])) == (10, 10)
    assert "the best is" in ruledsl("solve", "golf", "--seed", "1", "--best", *SMALL).stdout


def test_two_seats(ruledsl):
    done = ruledsl("solve", "tic-tac-toe")
    assert done.returncode == 0, done.stderr
    first, *moves, _ = done.stdout.splitlines()
    assert first == "Tic-Tac-Toe: if both play their best, nobody wins alone"
    assert len(moves) == 9 and moves[0].split()[1] == "cross:" and moves[1].split()[1] == "nought:"
    found = json.loads(ruledsl("solve", "connect-four", *(f"--option={o}" for o in ("rows=4", "columns=4", "in_a_row=3")), "--json").stdout)
    assert (found["verdict"], found["value"], found["winner"], len(found["moves"])) == ("solved", 1, "yellow", 9)


def test_play_that_goes_round(ruledsl, tmp_path):
    (path := tmp_path / "morris.rules").write_text(MORRIS.replace("WAYS", ANYWHERE))
    out = ruledsl("solve", str(path)).stdout
    assert "if both play their best, nobody wins: play goes on for ever" in out
    assert "  and so on: the position behind move " in out and "4,974 states" in out
    path.write_text(MORRIS.replace("WAYS", ALONG))
    assert "if both play their best, white wins" in ruledsl("solve", str(path)).stdout


def test_a_limit_is_said(ruledsl):
    done = ruledsl("solve", "black-hole", "--seed", "3", "--states", "30000")
    assert done.returncode == 0
    assert "unsettled, because the limit of states is reached" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("hearts",), 1, "Hearts cannot be solved like this: "),
        (("golf", "--deals", "0"), 2, "0 is not within"),
        (("pig",), 1, "chance falls in the middle of play (pig.rules, line "),
        (("kuhn-poker",), 1, "a seat does not see everything"),
        (("tic-tac-toe", "--deals", "5"), 2, "--deals is for games of one player"),
        (("golf", "--option", "column=3"), 2, "did you mean `columns`?"),
        (("gulf",), 2, "did you mean `golf`?"),
        (("golf", "--memory", "1"), 2, "1 is not within"),
    ],
)
def test_what_cannot_be_done_is_said(ruledsl, words, code, why):
    done = ruledsl("solve", *words)
    assert done.returncode == code
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_dice_in_play_are_refused(ruledsl, tmp_path):
    path = tmp_path / "nim.rules"
    path.write_text(NIM.replace("players 2..3", "players 1").replace("    left -= number", "    left -= number\n    left += roll 0..1"), encoding="utf-8")
    done = ruledsl("solve", str(path))
    assert done.returncode == 1
    assert "chance falls in the middle of play (nim.rules, line 19)" in done.stderr


def test_ctrl_c_keeps_what_is_known(tmp_path):
    words = ["solve", "black-hole", "--deals", "1000000", "--option", "fans=6", "--option", "highest=six", "--json", "--threads", "1"]
    found = interrupted(*words, folder=tmp_path, done="deals")
    assert 0 < found["deals"] < 1_000_000
    assert found["won"] + found["lost"] == found["deals"]


def test_hints_for_one_player_are_exact(ruledsl):
    board = ("rows=4", "columns=4", "corner=0", "empty_row=1", "empty_column=2", "last=anywhere")
    done = ruledsl("play", "peg-solitaire", *(f"--option={o}" for o in board), typed="hint\n")
    assert "nothing is hidden; behind each move, exactly:" in done.stdout
    assert "wins, in 13 moves more" in done.stdout


def test_hints_do_not_look_at_the_stock(ruledsl):
    done = ruledsl("play", "golf", "--seed", "4", *SMALL, typed="hint 4\n")
    assert "in 4 deals that look the same to you, each played with all cards open:" in done.stdout


WALK = """game "Walk":
    players 1

table:
    at: 0..40

each player:
    got: 0..1
    steps: 0..100

play:
    repeat 100 times: players.first chooses go

action go(n in 0..2):
    "{n}"
    your.steps += 1
    if n == 0 and at > 0: at -= 1
    elif n == 1 and at < 40: at += 1
    elif n == 2 and at < 39: at += 2
    if at == 9:
        your.got = 1
        end game

winner: highest got then lowest steps if players.first.got > 0
"""


def test_a_way_that_wins_is_not_said_to_be_the_shortest(ruledsl, tmp_path):
    path = tmp_path / "walk.rules"
    path.write_text(WALK)
    first = ruledsl("solve", str(path)).stdout.splitlines()[0]
    assert "won in 14 moves, which need not be the fewest; --best looks for" in first
    assert "won, and the best is 1, 5, in 5 moves" in ruledsl("solve", str(path), "--best").stdout.splitlines()[0]
