"""`simulate`: the report, its shape for programs, and what stops it."""

from __future__ import annotations

import json
import re

from tests.tools.process import interrupted

KEYS = {
    "game", "players", "options", "seed", "games", "finished", "decisions", "seconds", "playouts_per_second", "decisions_per_second",
    "wins", "score", "length",
}  # fmt: skip


def test_the_shape_that_programs_read(ruledsl):
    done = ruledsl("simulate", "surprise-egg", "-n", "60", "--players", "3", "--seed", "7", "--option", "first_player=B", "--json")
    assert done.returncode == 0 and done.stderr == ""
    found = json.loads(done.stdout)
    assert KEYS <= set(found)
    assert (found["game"], found["players"], found["seed"], found["games"], found["finished"]) == ("surprise-egg", 3, 7, 60, 60)
    assert found["options"]["first_player"] == "B"
    assert len(found["wins"]) == len(found["score"]) == 3 and sum(found["wins"]) == 60
    assert set(found["score"][0]) == {"mean", "sd", "min", "max"} and set(found["length"]) == {"mean", "min", "max"}


def test_the_same_seed_gives_the_same_games(ruledsl, nim):
    def told(*words):
        found = json.loads(ruledsl("simulate", str(nim), "-n", "1500", "--seed", "3", "--json", *words).stdout)
        return {name: value for name, value in found.items() if "second" not in name}

    assert told() == told("--threads", "3") == told("--threads", "1")


def test_what_a_person_reads(ruledsl, nim):
    done = ruledsl("simulate", str(nim), "-n", "400", "--seed", "3", "--option", "sticks=9")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "Nim: 400 games of 2 players; seed 3 repeats them" and lines[1] == "with sticks = 9"
    assert lines[-3].split() == ["seat", "wins", "95", "%", "score", "sd", "min", "max"]
    assert [line.split()[0] for line in lines[-2:]] == ["A", "B"]


def test_a_seed_is_drawn_and_told(ruledsl, nim):
    seeds = {json.loads(ruledsl("simulate", str(nim), "-n", "1", "--json").stdout)["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_wrong_use(ruledsl, nim):
    for words in (["-n", "0"], [], ["-n", "5", "--players", "7"], ["-n", "5", "--option", "stick=9"], ["-n", "5", "--option", "sticks=99"]):
        done = ruledsl("simulate", str(nim), *words)
        assert done.returncode == 2 and done.stdout == "" and len(done.stderr.splitlines()) == 1


def test_an_interruption_keeps_what_was_done(nim, tmp_path):
    found = interrupted("simulate", str(nim), "-n", "1000000000", "--seed", "1", "--json", folder=tmp_path, done="games")
    assert 0 < found["games"] == found["finished"] < 1_000_000_000


def test_bots_play(ruledsl, nim):
    words = ["simulate", str(nim), "-n", "12", "--bots", "mcts:60,random", "--seed", "5"]
    found = json.loads(ruledsl(*words, "--json").stdout)
    assert found["bots"] == ["mcts:60", "random"] and found["finished"] == 12 and found["wins"][0] > 8
    again = json.loads(ruledsl(*words, "--json").stdout)
    assert again["wins"] == found["wins"] and again["length"] == found["length"]
    assert "A mcts:60" in ruledsl(*words).stdout


def test_bots_that_cannot_play(ruledsl, nim):
    for bots, said in (("random,mtcs", "did you mean `mcts`?"), ("mcts:0,random", "1 to"), ("random", "names 1"), ("mcts:x,random", "1 to")):
        done = ruledsl("simulate", str(nim), "-n", "1", "--bots", bots)
        assert done.returncode == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1
    assert ruledsl("simulate", str(nim), "-n", "1", "--players", "3", "--bots", "random,random").returncode == 2


def test_a_bot_that_thinks_at_the_table(ruledsl, nim):
    def play(*lines):
        return ruledsl("play", str(nim), "--players", "you,mcts:50", "--seed", "7", typed="".join(f"{line}\n" for line in lines)).stdout

    out = play("2", "history")
    assert "B is mcts:50" in out and "B: take" in out and out == play("2", "history")


def test_a_hint(ruledsl, nim):
    done = ruledsl("play", str(nim), "--players", "you,you", "--seed", "7", typed="hint 200\nhint x\n3\n3\n1\nhint\n")
    assert "after 200 games played on from here, the best first:" in done.stdout
    assert len(re.findall(r"  take \d +wins +\d+ % +.* games\n", done.stdout)) == 3 and "hint and how long" in done.stdout
    assert "nobody is asked for a move now" in done.stdout and done.stderr == ""


def test_a_hint_of_games_that_are_never_won_tells_no_moves_apart(ruledsl):
    done = ruledsl("play", "fireflies", "--seed", "11", typed="hint 300\n")
    assert "in 300 games played on from here you never won: they do not tell your moves apart" in done.stdout.replace("\n  ", " ")
    assert "the best first" not in done.stdout and done.stderr == ""


def test_rules_that_go_wrong(ruledsl, nim):
    nim.write_text(nim.read_text().replace("at most 20 times", "at most 3 times"))
    done = ruledsl("simulate", str(nim), "-n", "500", "--seed", "1")
    assert done.returncode == 1 and done.stdout == ""
    assert "the rules go wrong: " in done.stderr and "nim.rules:10:" in done.stderr and "of seed 1)" in done.stderr
    done = ruledsl("simulate", str(nim), "-n", "500", "--seed", "1", "--bots", "mcts:1,random")
    assert done.returncode == 1 and "the rules go wrong: " in done.stderr


def test_games_that_nobody_wins_are_counted(ruledsl):
    settings = ("--option", "turn_cap=30", "--option", "round_cap=1")
    done = ruledsl("simulate", "ufo-chickens", "-n", "60", "--seed", "1", *settings)
    assert re.search(r"nobody won 60 of them: 100.00 %, 95 % \d+\.\d\d to 100.00", done.stdout)
    kept = json.loads(ruledsl("simulate", "ufo-chickens", "-n", "60", "--seed", "1", *settings, "--json").stdout)
    assert kept["unwon"] == 60 and kept["wins"] == [0, 0]
    assert "nobody won" not in ruledsl("simulate", "pig", "-n", "20").stdout


def test_a_game_of_one_is_one_of_a_player(ruledsl):
    assert ruledsl("simulate", "peg-solitaire", "-n", "5", "--seed", "1").stdout.startswith("Peg Solitaire: 5 games of 1 player; seed 1 repeats them\n")
