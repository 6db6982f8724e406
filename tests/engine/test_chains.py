"""Moves that are made of several choices: as one option, held to all ways that the engine goes hop by hop."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine import IllegalMove, chains
from ruledsl.engine.match import Match
from ruledsl.record import replace

STEPS = """
game "Steps":
    players 2
each player:
    n: 0..9
play:
    turns p in players while all(q.n < 9 for q in players) at most 90 times:
        p MENU
action up(k in 1..2):
    "{k} up"
    require your.n + k <= 9 else "too far"
    your.n += k
winner: highest n
"""


GAMES = [("checkers", {}), ("nine-mens-morris", {"men": 5}), ("kalah", {"pits": 3, "seeds": 2}), ("amazons", {"size": 4})]
ROUND = 'action turn_round(k in 1..2):\n    "{k}"\naction up(k in 1..2):'


def steps(tmp_path: Path, menu: str, engine: str = "interp") -> Match:
    (path := tmp_path / "steps.rules").write_text(STEPS.replace("MENU", menu), encoding="utf-8")
    return ruledsl.load(path).start(2, 1, engine=engine)


def by_hops(match: Match) -> Counter[tuple[tuple[int, ...], ...]]:
    """What the seat can do until another one is asked, going every way; for games in which a move ends with the turn."""
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    seat = match.position.waiting

    def go(there: Match, moves: tuple[tuple[int, ...], ...]) -> None:
        for hop in there.hops():
            after = there.clone()
            after.play(hop)
            made = (*moves, hop.move)
            if after.over or after.position.waiting != seat:
                found[made] += 1
            else:
                go(after, made)

    go(match, ())
    return found


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_options_of_games_are_all_that_a_seat_does_until_another_is_asked(name: str, options: dict[str, int], engine: str) -> None:
    seeds, longest = random.Random(name), 0
    for seed in range(3):
        match = ruledsl.load(name).start(2, seed, options, engine)
        for _ in range(40):
            if match.over:
                break
            listed = [(option.move, *(hop.move for hop in option.on)) for option in match.legal()]
            assert Counter(listed) == by_hops(match)
            assert [option.number for option in match.legal()] == list(range(1, len(listed) + 1))
            assert len({option.label for option in match.legal()}) == len(listed), "two moves are told alike"
            longest = max(longest, *map(len, listed))
            before, option = len(match.history.moves), seeds.choice(match.legal())
            match.play(option)
            last = match.history.moves[-1]
            assert len(match.history.moves) == before + 1
            assert (last.move, *(hop.move for hop in last.on)) == (option.move, *(hop.move for hop in option.on))
    assert longest > 1


def test_a_move_is_one_line_and_is_taken_back_as_one(tmp_path: Path) -> None:
    match = steps(tmp_path, 'chooses up again while p.n % 3 != 0 as one move "how far?"')
    start = match.state_bytes()
    assert "1 up, 2 up" in [option.label for option in match.legal()]
    match.play("1 up, 2 up")
    assert [(move.label, [hop.label for hop in move.on]) for move in match.history.moves] == [("1 up", ["2 up"])]
    assert match.decision is not None and match.decision.player == 2
    after = match.state_bytes()
    assert match.undo() and match.state_bytes() == start and not match.undo()
    assert match.redo() and match.state_bytes() == after


def test_who_says_how_it_begins_is_asked_for_the_rest(tmp_path: Path) -> None:
    match = steps(tmp_path, "chooses up again while p.n % 3 != 0 as one move")
    match.play("2 up")
    assert match.begun == 0 and match.decision is not None and match.decision.player == 1
    assert match.legal()[0].label == "1 up"
    match.play("1 up")
    assert match.begun is None and len(match.history.moves) == 1
    match.undo()
    assert len(match.moments) == 1


def test_the_menu_at_the_beginning_is_another_move(tmp_path: Path) -> None:
    """Twice in a row, the same seat: two moves."""
    match = steps(tmp_path, "chooses up again while p.n % 3 != 0 as one move\n        p may up again while p.n % 3 != 0 as one move")
    match.play("1 up, 2 up")
    assert match.begun is None and match.position.waiting == (0,)
    assert "pass" in [option.label for option in match.legal()]
    match.play("pass")
    assert len(match.history.moves) == 2 and match.position.waiting == (1,)


def test_a_move_with_no_end_is_made_choice_by_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "MOST", 300)
    text = STEPS.replace("MENU", "may turn_round again as one move").replace("action up(k in 1..2):", ROUND)
    (path := tmp_path / "round.rules").write_text(text, encoding="utf-8")
    endless = ruledsl.load(path).start(2, 1, engine="native")
    assert chains.ways(endless.position, 0) is None
    assert [option.label for option in endless.legal()] == ["1", "2", "pass"]
    endless.play("1")
    assert endless.begun == 0
    endless.play("pass")
    assert [(move.label, len(move.on)) for move in endless.history.moves] == [("1", 1)]


def test_a_move_that_cannot_go_on_so_changes_nothing(tmp_path: Path) -> None:
    match = steps(tmp_path, "chooses up again while p.n % 3 != 0 as one move")
    two = match.hops()[1]
    other = replace(two, on=(two,))
    for _ in range(4):
        match.play("2 up, 1 up")
    before, history = match.state_bytes(), match.history
    with pytest.raises(IllegalMove):
        match.play(other)
    assert match.state_bytes() == before and match.history == history


def test_kept_matches_have_a_move_as_one(tmp_path: Path) -> None:
    match = steps(tmp_path, "chooses up again while p.n % 3 != 0 as one move")
    match.play("1 up, 2 up")
    match.play("2 up")
    match.save(tmp_path / "kept.json")
    again = ruledsl.replay(tmp_path / "kept.json")
    assert again.history == match.history and again.state_bytes() == match.state_bytes() and again.begun == match.begun == 0


def test_a_seat_chooses_whole_moves_by_their_ids(tmp_path: Path) -> None:
    match = steps(tmp_path, "chooses up again while p.n % 3 != 0 as one move", "native")
    seat = match.at(1)
    assert "up:1>up:2" in [option.id for option in seat.menu]
    seat.play("up:1>up:2")
    assert match.position.waiting == (1,)


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:20"])
def test_bots_make_whole_moves(bot: str) -> None:
    from ruledsl.search.contest import played

    game = ruledsl.load("checkers")
    match = played(lambda seed: game.start(2, seed, engine="native"), [bot, "random"], "1")
    assert match.over and match.begun is None and any(move.on for move in match.history.moves)


@pytest.mark.parametrize(
    ("labels", "text"),
    [
        (["c3-e5", "e5-g7"], "c3-e5-g7"), (["c3 jumps northeast", "e5 jumps northwest"], "c3 jumps northeast, e5 jumps northwest"),
        (["d1d7", "g7"], "d1d7, g7"), (["take 3", "3 more"], "take 3, 3 more"), (["a1"], "a1"), (["a1", "a1", "b2"], "a1, a1, b2"),
    ],
)  # fmt: skip
def test_labels_that_meet_are_said_once(labels: list[str], text: str) -> None:
    assert chains.said(labels) == text
