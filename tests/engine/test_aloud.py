"""What is told aloud: the value of an expression, or a text, is heard by those whom it is told, each time anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.game import Game
from ruledsl.findings.diff import Comparing, table
from ruledsl.findings.verdicts import REFUTED, SAMPLED, Setting
from ruledsl.search.enumerate import enumerate_game

RULES = """\
game "Aloud":
    players 3
enum Colour: red "R", blue "B"
card Duck(colour: Colour, n: 1..3) "{colour}{n}"
components:
    deck: 1 of Duck(colour, n) for colour in Colour for n in 1..3
board yard: grid 10 by 10
table: deck: pile, hidden
each player: hand: row, others
each cell: full: bool
play:
    shuffle deck
    for p in players: move top 2 of deck to p.hand
    repeat 20 times: turn(players.first)
phase turn(p): p chooses count_up, name_all, where or nothing
action count_up(q in others): show count(c for c in q.hand if c.n > 1) to q
action name_all(q in others):
    for c in q.hand: show "{c.colour}, {c.n if c.n > 1 else 0} of it; {first(o.colour for o in q.hand if o.n == 3)}" to {q, you}
action where():
    yard[10, 9].full = true
    reveal {c for c in yard if c.full or c.row == 10 and c.column == 1}
action nothing(): reveal "nothing happens"
winner: highest points
def points(p) = count(p.hand)
"""


def game(folder: Path, rules: str = RULES) -> Game:
    (path := folder / "aloud.rules").write_text(rules)
    return ruledsl.load(path)


def told(match: ruledsl.Match, seat: int) -> list[str]:
    return [event.text for event in match.events(seat) if event.kind == "tell"]


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_those_hear_it_to_whom_it_is_told(engine: str, tmp_path: Path) -> None:
    match = game(tmp_path).start(players=3, seed=3, engine=engine)
    ducks = [(text[0], int(text[1])) for text in (card.text for card in match.view(1).zones[2].cards)]
    counted = f"count(c for c in q.hand if c.n > 1): {sum(n > 1 for _, n in ducks)}"
    three = next((colour for colour, n in ducks if n == 3), "none")
    named = [f"{colour}, {n if n > 1 else 0} of it; {three}" for colour, n in ducks]
    for label in ("count_up B", "count_up B", "name_all B", "where", "nothing"):
        match.play(next(option for option in match.legal() if option.label.replace(" ", "_").startswith(label.replace(" ", "_"))))
    open_ = ["{c for c in yard if c.full or c.row == 10 and c.column == 1}: {a10, i10}", "nothing happens"]
    assert told(match, 2) == [counted, counted, *named, *open_]
    assert told(match, 1) == [*named, *open_]
    assert told(match, 3) == open_
    assert "told-" not in str([match.view(seat) for seat in (1, 2, 3)])


SECRET = """\
game "Coin":
    players 2
table: coin: 0..3, hidden
each player: score: 0..9
play:
    coin = roll 0..3
    show coin > 1 to players.first
    for p in players: p chooses guess
action guess(n in 0..3):
    if coin == n: your.score += 1
winner: highest score
"""


def test_what_was_told_is_another_information_state(tmp_path: Path) -> None:
    program = game(tmp_path, SECRET).program(2)
    states = enumerate_game(program).states
    assert [sum(state.seat == seat for state in states) for seat in range(2)] == [2, 8]  # B sees what A has guessed, and whether it was right


@pytest.mark.parametrize(("changed", "verdict"), [("coin >= 2", SAMPLED), ("coin > 2", REFUTED), ("coin", REFUTED)])
def test_games_that_tell_otherwise_are_not_the_same(changed: str, verdict: str, tmp_path: Path) -> None:
    """What stands in states is the same in all of them. Code does not compare what is told, so nothing is proved."""
    ticks = iter(range(10_000))
    made = table(Setting(2, {}), *(game(tmp_path, text).program(2) for text in (SECRET, SECRET.replace("coin > 1", changed))))
    Comparing(made, 5, lambda: next(ticks) / 100).glance(2)
    assert made.verdict == verdict


@pytest.mark.parametrize(("changed", "verdict"), [("coin > 1", SAMPLED), ("coin > 2", REFUTED), ("true", REFUTED)])
def test_texts_may_be_others_but_tell_apart_the_same(changed: str, verdict: str, tmp_path: Path) -> None:
    """Of texts in which nothing stands all hangs on which of them is said."""
    said = SECRET.replace("    show coin > 1 to players.first\n", '    if coin > 1: reveal "high"\n    else: reveal "low"\n')
    other = said.replace("coin > 1", changed).replace('"high"', '"it is high"')
    ticks = iter(range(10_000))
    made = table(Setting(2, {}), *(game(tmp_path, text).program(2) for text in (said, other)))
    Comparing(made, 5, lambda: next(ticks) / 100).glance(2)
    assert made.verdict == verdict
    assert verdict == REFUTED or "what is told in “high”" in {word.what for word in made.words}


def test_what_is_told_of_many_cells_and_of_other_types_is_followed(tmp_path: Path) -> None:
    rules = SECRET.replace("show coin > 1 to players.first", "show {c for c in yard if c.row > 7 + coin} to players.first").replace(
        "table: coin", "board yard: grid 10 by 10\ntable: coin"
    )
    match = game(tmp_path, rules).start(players=2, seed=1)
    assert len({str(match.resample(1, seed).view()) for seed in range(8)}) == 1
    rules = SECRET.replace("show coin > 1 to players.first", 'if coin > 1: show "{coin - 2}" to players.first\n    else: show "{coin > 0}" to players.first')
    match = game(tmp_path, rules).start(players=2, seed=1)
    assert len({str(match.resample(1, seed).view()) for seed in range(8)}) == 1


def test_it_is_told_in_other_languages(tmp_path: Path) -> None:
    rules = SECRET.replace("show coin > 1 to players.first", 'reveal "more than one: {coin > 1}, {coin}"')
    match = game(tmp_path, f'{rules}names "fr":\n    "more than one: {{coin > 1}}, {{coin}}": "{{coin}}, plus d\'un : {{coin > 1}}"\n').start(
        players=2, language="fr"
    )
    assert told(match, 1)[0].partition(", ")[2] in ("plus d'un : true", "plus d'un : false")


def test_nothing_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(ruledsl.RulesError, match="a text in which nothing stands"):
        game(tmp_path, SECRET.replace("show coin > 1 to players.first", 'reveal ""'))


def test_at_a_table_with_real_cards_it_is_said_too(tmp_path: Path) -> None:
    match = game(
        tmp_path,
        RULES.replace("p chooses count_up", "p chooses count_up, reckon").replace(
            "action where", 'action reckon() "reckon": show "{2 + 3}" to players.last\naction where'
        ),
    ).start(players=3, chance="told")
    for label in ("nothing", "reckon", "count up B"):
        match.play(next(option for option in match.legal() if option.label.replace("_", " ") == label))
    for card in ("R1", "R2"):
        match.play(next(option for option in match.legal() if option.label == card))
    assert [told(match, seat) for seat in (1, 2, 3)] == [
        ["nothing happens"],
        ["nothing happens", "count(c for c in q.hand if c.n > 1): 1"],
        ["nothing happens", "5"],
    ]
    assert [event.text for event in match.log if event.kind == "tell"] == ["nothing happens"]
