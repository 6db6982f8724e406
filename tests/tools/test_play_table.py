"""`play --table`: a game with real cards, followed from standard input to its end."""

from __future__ import annotations

import random

import pytest

import ruledsl as language

LONG = 400
"""More lines than any of these games needs."""


def script(game: str, players: int, options: dict[str, object], seed: int) -> tuple[list[str], language.Match]:
    """What people at a table could tell of a whole game."""
    match = language.load(game).start(players=players, seed=seed, options=options, chance="told")
    rng, lines = random.Random(seed), []
    while match.decision is not None and len(lines) < LONG:
        choice = rng.choice(match.decision.options)
        lines.append(choice.label if len(match.parse(choice.label)) == 1 else f"#{choice.number}")
        match.play(choice)
    return lines, match


GAMES = [
    ("surprise-egg", 3, {"goal": 10}),
    ("rainbow-hop", 3, {"last_floor": 3}),
    ("ufo-chickens", 2, {"round_cap": 1, "turn_cap": 12}),
]


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_a_game_is_followed_to_its_end(ruledsl, game, players, options):
    lines, match = script(game, players, options, seed=3)
    settings = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    seats = ",".join(["you"] * players)
    done = ruledsl("play", game, "--table", "--players", seats, "--seed", "3", *settings, typed="".join(f"{line}\n" for line in lines))
    assert done.returncode == 0 and done.stderr == ""
    assert "the game is over" in done.stdout
    scores = "   ".join(f"{name} {score}" for name, score in zip(match.seats, match.scores, strict=True))
    assert f"scores: {scores}" in done.stdout
    assert "is no move" not in done.stdout and "is no answer" not in done.stdout


def table(ruledsl, *lines: str, players: str = "you,you,you", more: tuple[str, ...] = ()) -> str:
    typed = "".join(f"{line}\n" for line in lines)
    done = ruledsl("play", "surprise-egg", "--table", "--players", players, "--seed", "1", *more, typed=typed)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout


def test_the_table_is_asked_and_moves_are_checked(ruledsl):
    out = table(ruledsl, "4", "discard 2", "d E", "discard E", "why discard E", "log")
    assert "the table: which card goes from stock to discard?" in out
    assert "not now: the next card is 4 again, or 5" in out
    assert out.count("E cannot lie in B's hand; as far as is known, 1 lies in discard") == 2
    assert "E from A's hand to discard" in out
    assert "pass to" not in out, "everybody sees the same screen"


def test_what_is_no_card_is_refused_kindly_and_several_are_told_at_once(ruledsl):
    out = table(ruledsl, "withdraw", "9", "4", "withdraw", "withdraw", "withdraw", "1, 1, 2, 2, 3, 3", "4, 9", "undo", "hint")
    assert "`withdraw` is no answer to this" in out
    assert "which card is shown in B's hand?" in out
    assert "`9` and what stands behind it is not taken in" in out
    assert "at a real table there is no hint" in " ".join(out.split())


def test_a_bot_is_told_its_cards_and_plays_them(ruledsl):
    for bot in ("random", "mcts:20"):
        out = table(ruledsl, "1, 1, 2, 2, 3, 3", "2", players=f"{bot},you")
        assert "the table: which card goes from stock to A's hand?" in out
        assert "B: what do you do?" in out or "B's hand?" in out or "A's hand?" in out
        assert "· A: " in out


def test_a_followed_game_is_kept_and_gone_on_with(ruledsl, tmp_path):
    table(ruledsl, "4", "discard 4", "save evening.json")
    done = ruledsl("play", "surprise-egg", "--replay", str(tmp_path / "evening.json"), typed="discard 5\nundo\nhistory\n")
    assert "discard  4 [4] (2 cards)" in done.stdout and "· B: discard 5" in done.stdout
    assert done.stdout.count("A: discard 4") >= 1


def test_only_the_reference_engine_follows(ruledsl):
    done = ruledsl("play", "surprise-egg", "--table", "--engine", "native")
    assert done.returncode == 2 and "follows" in done.stderr
