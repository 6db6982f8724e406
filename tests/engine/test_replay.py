"""Kept matches: played again exactly, and refused in clear words when they are not what they should be."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ruledsl
from ruledsl.engine import ReplayError
from ruledsl.engine.replay import replay
from tests.engine.table import Lowered, played_out
from tests.ir.build import card_game, count_game

GAME = Lowered(card_game)


def kept(tmp_path, moves=3, chance="drawn", **start):
    match = GAME.start(seed=5, chance=chance, **start)
    for _ in range(moves):
        match.play(0)
    path = tmp_path / "game.json"
    match.save(path)
    return match, path


@pytest.mark.parametrize("chance", ["drawn", "asked"])
def test_a_kept_match_is_played_again(tmp_path, chance):
    match, path = kept(tmp_path, 4, chance)
    again = replay(path, GAME)
    assert again.state_bytes() == match.state_bytes() and again.history == match.history and again.log == match.log
    assert (again.seed, again.options, again.game) == (5, {}, "test-game")
    assert again.undo() and played_out(again).over


def test_options_are_kept(tmp_path):
    options = {"goal": 30, "dice": [1, 2], "long": True, "who": "A"}
    _, path = kept(tmp_path, options=options)
    assert replay(path, GAME).options == options


WRONG_TEXT = """game "Wrong text":
    players 2
table: last: player or none
each player: score: 0..9
play:
    for p in players: p may greet
action greet():
    "greet {last.score}"
    your.score += 1
winner: highest score
"""


def test_the_text_of_what_was_not_chosen_is_not_read(tmp_path):
    """It goes wrong here, and the match was played and kept without it."""
    (path := tmp_path / "wrong.rules").write_text(WRONG_TEXT, encoding="utf-8")
    game = ruledsl.load(path)
    match = game.start(seed=1)
    while not match.over:
        match.play(match.answers()[-1])
    match.save(tmp_path / "kept.json")
    assert replay(tmp_path / "kept.json", game).state_bytes() == match.state_bytes()


def test_the_whole_game(tmp_path):
    match = played_out(GAME.start(seed=9))
    match.save(str(tmp_path / "end"))
    assert ruledsl.replay(str(tmp_path / "end"), GAME).winners == match.winners


def test_saving_replaces_a_file_whole_and_leaves_nothing_else(tmp_path):
    _, path = kept(tmp_path)
    kept(tmp_path, 1)
    assert [p.name for p in tmp_path.iterdir()] == [path.name] and len(replay(path, GAME).history.moves) == 1
    with pytest.raises(OSError):
        GAME.start().save(tmp_path / "none" / "game.json")


def test_a_match_drawn_anew_is_not_kept(tmp_path):
    with pytest.raises(ReplayError, match="cannot be kept"):
        GAME.start().resample(1, 1).save(tmp_path / "x")


def changed(path, **changes):
    document = json.loads(path.read_text())
    document.update(changes)
    path.write_text(json.dumps({k: v for k, v in document.items() if v is not ...}))


def first_move(path, **changes):
    document = json.loads(path.read_text())
    document["moves"][0].update(changes)
    changed(path, moves=document["moves"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ruledsl": 2}, "of version 2"),
        ({"ruledsl": True}, "of version True"),
        ({"ruledsl": "x" * 99}, "of version"),
        ({"ruledsl": ...}, "no kept match"),
        ({"more": 1}, "other parts than a kept match: more"),
        ({"seed": ...}, "other parts than a kept match: seed"),
        ({"rules_hash": "other"}, "under other rules"),
        ({"rules_hash": 7}, "`rules_hash` is no text"),
        ({"game": None}, "`game` is no text"),
        ({"players": "2"}, "`players` is no number"),
        ({"players": True}, "`players` is no number"),
        ({"players": 7}, "for 2 players, not 7"),
        ({"seed": 1 << 70}, "`seed` is no number"),
        ({"seed": 6}, "move 1"),
        ({"chance": "loaded"}, "neither drawn nor asked"),
        ({"options": []}, "no options"),
        ({"options": {"a": [[[[[[[1]]]]]]]}}, "no options"),
        ({"drawn": [1]}, "chance brought something else"),
        ({"drawn": [1.0]}, "no whole number"),
        ({"drawn": {}}, "`drawn` is no list"),
        ({"moves": {}}, "`moves` is no list"),
        ({"moves": [1]}, "move 1 is no move"),
        ({"moves": [{}]}, "move 1 is no move"),
    ],
)
def test_what_is_not_a_kept_match(tmp_path, changes, message):
    _, path = kept(tmp_path)
    changed(path, **changes)
    with pytest.raises(ReplayError, match=message):
        replay(path, GAME)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seat": 2}, "move 1: .* is no option"),
        ({"seat": 9}, "move 1: there is no seat 9"),
        ({"seat": 0}, "move 1: there is no seat 0"),
        ({"seat": None}, "move 1: .* is no option"),
        ({"move": [0, 99]}, "move 1: .* is no option"),
        ({"move": []}, "move 1"),
        ({"move": [True]}, "no move"),
        ({"label": "win"}, "`win` is no option"),
        ({"extra": 1}, "no move"),
    ],
)
def test_what_is_no_move(tmp_path, changes, message):
    _, path = kept(tmp_path)
    first_move(path, **changes)
    with pytest.raises(ReplayError, match=message):
        replay(path, GAME)


def test_moves_after_the_end(tmp_path):
    game = Lowered(count_game)
    match = played_out(game.start())
    path = tmp_path / "x"
    match.save(path)
    document = json.loads(path.read_text())
    changed(path, moves=[*document["moves"], document["moves"][0]])
    with pytest.raises(ReplayError, match="the game is over"):
        replay(path, game)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no kept match"),
        (b"\xff\xfe", "not text"),
        (b"[" * 100_000, "nested too deeply"),
        (b"{" * 3, "no kept match"),
        (b"[1]", "no kept match"),
        (b'{"ruledsl": 1, "ruledsl": 1}', "twice"),
        (b'{"ruledsl": NaN}', "no whole number"),
        (b'{"ruledsl": 1e999}', "no whole number"),
        (b'{"ruledsl": ' + b"1" * 5000 + b"}", "no kept match"),
        (b" " * 5_000_001, "larger than"),
    ],
)
def test_hostile_files(tmp_path, data, message):
    path = tmp_path / "x.json"
    path.write_bytes(data)
    with pytest.raises(ReplayError, match=message):
        replay(path, GAME)


def test_no_file(tmp_path):
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(ReplayError, match="there is no file"):
            replay(path, GAME)


@pytest.mark.parametrize("name", ["", "no-such-game", "/dev/zero", "/etc/passwd", "..", "x\0.rules", "none.rules", "/dev/stdin.rules"])
def test_a_game_that_is_not_there(tmp_path, name):
    _, path = kept(tmp_path)
    changed(path, game=name)
    with pytest.raises(ReplayError, match="there is no game"):
        replay(path)


def test_rules_that_cannot_be_used(tmp_path):
    _, path = kept(tmp_path)
    (tmp_path / "bad.rules").write_text("game")
    changed(path, game=str(tmp_path / "bad.rules"))
    with pytest.raises(ReplayError, match="cannot be used"):
        replay(path)


simple = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
values = st.recursive(simple, lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=3), x, max_size=3))
keys = st.sampled_from(["ruledsl", "game", "rules_hash", "players", "seed", "options", "chance", "moves", "drawn"])


@given(keys, values)
def test_damage_is_always_refused_in_words(tmp_path_factory, key, value):
    folder = tmp_path_factory.mktemp("kept")
    match, path = kept(folder)
    changed(path, **{key: value})
    try:
        again = replay(path, GAME)
    except ReplayError as error:
        assert str(error) and "\n" not in str(error)[:20]
    else:
        assert again.history.moves == match.history.moves[: len(again.history.moves)]
