"""What a hunt tells where one seat, one lap or one game is not like the others; and nothing of games in which they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.findings.games import hunt, line, load

DICE = """game "Dice":
    players 2
each player: die: 1..6, own
table: bolder: player or none
play:
    for p in players: p.die = roll d6
    for p in players: p chooses stay or dare
action stay(): "stay"
action dare():
    "dare"
    {who}
    bolder = you
winner: highest payoff
def payoff(p) = {payoff}
"""
EVEN = "0 if p.die == p.left.die else 1 if p.die > p.left.die else -1"
TIED = "1 if p.die >= p.left.die else -1"

FIELD = """game "Field":
    players 2
board field: grid 4 by 2
each cell: man: player or none
play:
    for c in field if c.row <= 1: c.man = players.first
    for c in field if c.row {rows}: c.man = players.last
    turns p in players at most 6 times: turn(p)
    else: pass
phase turn(p): p chooses go
action go(c in field):
    "{{c}}"
    c.man = you
winner: highest men
def men(p) = count(c for c in field if c.man == p)
"""

RACE = """game "Race":
    players 2
each player: score: 0..20
table: choices: 0..300
play:
    turns p in players at most 300 times: turn(p)
phase turn(p):
    choices += 1
    if choices == 300: end game
    p chooses step or rest
action step():
    "step"
    require your.score < 5 else "you are there"
    your.score += 1
    if your.score {there} 5: end game
action rest():
    "rest"
    require your.score == 5 or choices % 3 == 0 else "go on"
winner: highest score
"""

HANDS = """game "Hands":
    players 2
card Card(n: 1..9)
components:
    deck: 4 of Card(n) for n in 1..9
table:
    deck: pile, hidden
    bank: row
each player:
    hand:  hand
    score: 0..99
play:
    repeat 5 times: deal()
phase deal():
    shuffle deck
    for p in players: move top 2 of deck to p.hand
    while count(bank) < 3 at most 4 times: move top of deck to bank
    for p in players: turn(p)
    {after}
    for p in players: move all of p.hand to deck
phase turn(p): p chooses lay
action lay(card in your.hand):
    "lay {{card}}"
    if card.n > 4: your.score += 1
winner: highest score
"""


def told(folder: Path, text: str, *kinds: str) -> list[tuple[str, int]]:
    path = folder / "unlike.rules"
    path.write_text(text, encoding="utf-8")
    hunted = hunt(load(path), 2.5 if "laps-unlike" in kinds else 0.6)
    assert not hunted.findings
    return [(one.kind, one.span.line) for one in hunted.sampled(hunted.covered()) if one.kind in kinds]


@pytest.mark.parametrize(("payoff", "odd"), [(EVEN, False), (TIED, True), ("2 * p.die", False), ("p.die - p.left.die", False)])
def test_payoffs_that_add_up_to_nothing_in_many_games_and_not_in_all(tmp_path: Path, payoff: str, odd: bool) -> None:
    text = DICE.format(payoff=payoff, who="")
    found = told(tmp_path, text, "payoff-sum")
    assert found == ([("payoff-sum", line(tmp_path / "unlike.rules", "def payoff"))] if odd else [])


@pytest.mark.parametrize(("who", "odd"), [("", False), ("require you == players.first else", True)])
def test_what_one_seat_never_does_and_others_do(tmp_path: Path, who: str, odd: bool) -> None:
    text = DICE.format(payoff=EVEN, who=f'{who} "no"' if who else "")
    found = told(tmp_path, text, "dead-action")
    assert found == ([("dead-action", line(tmp_path / "unlike.rules", "action dare"))] if odd else [])


@pytest.mark.parametrize(("rows", "odd"), [("> 3", False), (">= 3", True)])
def test_what_begins_with_more_of_one_seat_than_of_another(tmp_path: Path, rows: str, odd: bool) -> None:
    found = told(tmp_path, FIELD.format(rows=rows), "seats-unlike")
    assert found == ([("seats-unlike", line(tmp_path / "unlike.rules", "each cell"))] if odd else [])


def test_the_lines_that_set_it_are_named(tmp_path: Path) -> None:
    path = tmp_path / "unlike.rules"
    path.write_text(FIELD.format(rows=">= 3"), encoding="utf-8")
    hunted = hunt(load(path), 0.3)
    (one,) = [one for one in hunted.sampled(hunted.covered()) if one.kind == "seats-unlike"]
    assert [span.line for span in one.culprits] == [line(path, "c.row <= 1"), line(path, ">= 3")]


@pytest.mark.parametrize(("there", "odd"), [(">=", False), (">", True)])
def test_a_game_that_goes_on_with_nothing_to_do(tmp_path: Path, there: str, odd: bool) -> None:
    """Who is there may only rest; once both are, nothing moves but a number that ends it in the end."""
    found = told(tmp_path, RACE.format(there=there), "endless")
    assert found == ([("endless", line(tmp_path / "unlike.rules", "p chooses"))] if odd else [])


@pytest.mark.parametrize(("after", "odd"), [("move all of bank to deck", False), ("pass", True)])
def test_what_the_first_lap_leaves_behind(tmp_path: Path, after: str, odd: bool) -> None:
    """The bank that is not cleared is not filled again."""
    found = told(tmp_path, HANDS.format(after=after), "laps-unlike")
    assert found == ([("laps-unlike", line(tmp_path / "unlike.rules", "while count"))] if odd else [])


def test_what_the_second_lap_begins_with_is_not_told_of_the_first(tmp_path: Path) -> None:
    """It runs before anything is asked in the second lap, in none before it, and nobody can tell it from the end of the first."""
    text = HANDS.format(after="move all of bank to deck").replace("    shuffle deck\n", "    hands += 1\n    if hands == 2: flag = true\n    shuffle deck\n", 1)
    path = tmp_path / "unlike.rules"
    path.write_text(text.replace("    bank:", "    hands: 0..99\n    flag:  bool, open\n    bank:"), encoding="utf-8")
    hunted = hunt(load(path), 2.5)
    (one,) = [one for one in hunted.sampled(hunted.covered()) if one.kind == "laps-unlike"]
    assert one.span.line == line(path, "if hands == 2") and "runs 1.00 times until the second `deal` of a game is under way" in one.message


PILE = """game "Pile":
    players 2
card Card(n: 1..3)
components:
    stock: 2 of Card(n) for n in 1..3
table:
    stock: pile, hidden
    up:    pile
each player: hand: hand, own
play:
    shuffle stock
    for p in players: move top 2 of stock to p.hand
    move top of stock to up
    repeat 3 times:
        for p in players:
            p chooses lay or wait
            {after}
action lay(card in your.hand):
    "lay {{card}}"
    require up is not empty and card.n > (top of up).n else "{{card}} is not above {{top of up}}"
    move card to up
action wait(): "wait"
winner: highest count_of
def count_of(p) = count(p.hand)
"""


@pytest.mark.parametrize(("after", "odd"), [("pass", False), ("if count(up) > 1: move all of up to stock", True)])
def test_a_text_that_says_none(tmp_path: Path, after: str, odd: bool) -> None:
    found = told(tmp_path, PILE.format(after=after), "says-none")
    assert found == ([("says-none", line(tmp_path / "unlike.rules", "require up"))] if odd else [])


ALONE = """game "Alone":
    players 2
each player: score: 0..99
play:
    repeat 3 times:
        for p in players:
            p chooses rest{forced}
            p chooses {menu}
action rest(): "rest"
action leap():
    "leap"
    your.score += 1
action hop(): "hop"
winner: highest score
"""


@pytest.mark.parametrize("forced", ["", " unless forced"])
def test_what_is_only_ever_done_as_the_only_option_is_done(tmp_path: Path, forced: str) -> None:
    assert told(tmp_path, ALONE.format(forced=forced, menu="leap or hop"), "dead-action") == []


@pytest.mark.parametrize("forced", ["", " unless forced"])
def test_what_one_seat_does_unasked_it_does(tmp_path: Path, forced: str) -> None:
    text = ALONE.format(forced=forced, menu="leap or hop").replace("p chooses leap or hop", "p chooses leap, hop or rest")
    text = text.replace('action rest(): "rest"', 'action rest():\n    "rest"\n    require your.score > 50 or you == players.first or resting else "no"')
    text = text.replace("each player: score: 0..99", "table: resting: bool\neach player: score: 0..99")
    asked = f"            p chooses rest{forced}\n"
    text = text.replace(asked, f"            resting = true\n{asked}            resting = false\n")
    assert told(tmp_path, text, "dead-action") == []
