"""What somebody knows, in tests: said of all worlds that fit, and never where they were not gone through."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.diagnostics import RulesError
from ruledsl.testing import collect, run_test

RULES = '''
game "Tiles":
    players 2
enum Colour: red "R", blue "B"
card Tile(colour: Colour, n: 1..SIZE) "{colour}{n}"
components:
    deck: 1 of Tile(c, n) for c in Colour for n in 1..SIZE
table:
    deck: pile, hidden
each player:
    hand: row, others
    bid:  0..2, own
    tries: 0..9
play:
    shuffle deck
    for p in players for n in 1..2: move top of deck to p.hand
    for p in players: p chooses p.bid in 0..2
    turns p in players at most 4 times: turn(p)
phase turn(p):
    p may tell or peek
action tell(q in others, colour in Colour):
    "tell {q} {colour}"
    require any(c.colour == colour for c in q.hand)
    your.tries += 1
action peek(card in your.hand):
    "peek at {card}"
    show card to you
winner: highest tries
'''

TABLE = '''
test "t":
    given turn(A):
        A.hand = [Tile(blue, 1), Tile(red, 1)]
        B.hand = [Tile(red, 2), Tile(red, 3)]
        deck = [2 more]
'''

CHOSEN = '''
test "t":
    when:
        A: 2
    then:
'''


def failures(folder: Path, test: str, size: int = 3) -> list[str]:
    """What stands against a test, in both engines."""
    rules, file = folder / "tiles.rules", folder / "tiles.test.rules"
    rules.write_text(RULES.replace("SIZE", str(size)), encoding="utf-8")
    file.write_text(test, encoding="utf-8")
    (case,) = collect(str(rules), [str(file)])
    results = [[failure.message for failure in run_test(case, engine).failures] for engine in ("interp", "native")]
    assert results[0] == results[1]
    return results[0]


HOLDS = {
    "before and behind a clue": TABLE + '''
    then:
        worlds(B) == 24
        not B knows B.hand[1].colour == red
        B holds possible B.hand[1].n == 2
        B knows B.hand[1] != A.hand[1]
    when:
        A: tell(B, red)
    then:
        worlds(B) == 20
        B knows any(c.colour == red for c in B.hand)
        B holds possible B.hand[1].colour == blue
        not B knows B.hand[1].colour == red
    when:
        B: peek(B.hand[2])
    then:
        worlds(B) == 6
        B knows B.hand[2] is Tile(red, 3)
        A knows B.hand[2] is Tile(red, 3)
''',
    "known from the first": TABLE + '''        B knows B.hand[1]
        A knows deck
    then:
        B knows B.hand[1].n == 2
        worlds(B) == 6
        worlds(A) == 2
''',
    "chosen in secret": CHOSEN + '''
        not B knows A.bid == 2
        B holds possible A.bid == 0
        A knows A.bid == 2
        worlds(B) == 36
        worlds(A) == 12
''',
}


@pytest.mark.parametrize("name", HOLDS)
def test_it_holds(name: str, tmp_path: Path) -> None:
    assert failures(tmp_path, HOLDS[name]) == []


FAILS = {
    "B knows B.hand[1].n == 2": "B does not know it: for all that B has seen, deck may be ",
    "not B knows B.hand[1] != A.hand[1]": "B knows it",
    "B holds possible B.hand[1].n == 1 and B.hand[2].n == 1": "B knows that it is not so",
    "worlds(B) == 11": "B holds 24 worlds possible",
}


@pytest.mark.parametrize("check", FAILS)
def test_it_fails_and_says_why(check: str, tmp_path: Path) -> None:
    (message,) = failures(tmp_path, f"{TABLE}    then:\n        {check}\n")
    assert message.startswith(FAILS[check])


def test_what_was_not_gone_through_is_not_said(tmp_path: Path) -> None:
    """Of very many deals one that speaks against it is enough; that none does is not."""
    many = failures(tmp_path, f"{CHOSEN}        B knows B.hand[1] != A.hand[1]\n        worlds(B) == 3\n        not B knows B.hand[1].n == 1\n", size=40)
    assert len(many) == 2 and all("this cannot be told: up to" in message for message in many)


PAIRS = '''
game "Pairs":
    players 2
enum Beast: cat, dog, fox, owl, mole, hen
card Face(beast: Beast)
components:
    deck: 2 of Face(b) for b in Beast
table:
    deck:  pile, hidden
    layer: row, hidden
each player: found: heap
play:
    shuffle deck
    move top 4 of deck to layer
    turns p in players at most 9 times: turn(p)
    else: pass
phase turn(p):
    p chooses card in layer
    let one = card.beast
    reveal card
    p chooses other in layer if other != card
    reveal other
    if other.beast == one: move other to p.found
winner: highest pairs
def pairs(p) = count(p.found)
test "turned up":
    given turn(A):
        layer = [Face(cat), Face(dog), Face(cat), Face(dog)]
    when:
        A: layer[1]
        A: layer[2]
    then: worlds(B) == 34
'''


def test_where_all_that_may_be_was_looked_at_it_is_not_said_that_it_was_not(tmp_path: Path) -> None:
    (path := tmp_path / "pairs.rules").write_text(PAIRS, encoding="utf-8")
    (case,) = collect(str(path), [])
    (failure,) = run_test(case, "interp").failures
    assert "34 worlds were found, and it is not sure that there are no others" in failure.message


def test_what_is_given_in_secret_is_no_knowledge(tmp_path: Path) -> None:
    (message,) = failures(tmp_path, f"{TABLE}        A.bid = 1\n    then: B knows A.bid == 1\n")
    assert "`given` sets A's bid, which B does not see" in message


def test_many_games_are_not_asked(tmp_path: Path) -> None:
    (message,) = failures(tmp_path, f"{TABLE}    when 3 times\n    then: A knows tries == 1\n".replace("tries", "A.tries"))
    assert "this is asked of one game" in message


@pytest.mark.parametrize(("line", "code"), [("A knows A.tries", "E0312"), ("Q knows deck", "E0201")])
def test_what_cannot_be_known_so(line: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        failures(tmp_path, f"{TABLE}        {line}\n    then: not over\n")
    assert code in str(refused.value)

# ---- two tables ----

HANDS = '''
test "t":
    given turn(A):
        A.hand = [Tile(blue, 1), Tile(red, 1)]
    when:
        A: tell(B, red)
    then B cannot tell apart:
        B.hand = [Tile(red, 2), Tile(blue, 3)]
        B.hand = [Tile(blue, 2), Tile(red, 3)]
'''
BIDS = HANDS.replace("    when", "        B.hand = [Tile(red, 2), Tile(blue, 3)]\n    when").split("    then")[0] + '''
    then A cannot tell apart:
        B.bid = 0
        B.bid = 2
'''
OTHER = "[Tile(blue, 2), Tile(red, 3)]"
LOOKED = HANDS.replace("    then", "        B: peek(Tile(red, 2))\n    then")
CAN_TELL = {
    HANDS.replace("then B", "then A"): "A can tell `B.hand = [Tile(red, 2), Tile(blue, 3)]` and `B.hand = [Tile(blue, 2), Tile(red, 3)]` apart by what lies",
    BIDS.replace("then A", "then B"): "B can tell `B.bid = 0` and `B.bid = 2` apart by what lies on the table: bid: 0 or bid: 2",
    HANDS.replace(OTHER, "[Tile(red, 2), Tile(blue, 3)]"): "the table is the same",
    HANDS.replace(OTHER, "[Tile(blue, 2), Tile(blue, 3)]"): "cannot be played up to here: A cannot do this",
    LOOKED.replace(OTHER, "[Tile(blue, 3), Tile(red, 2)]"): "apart by what lies on the table",
}


@pytest.mark.parametrize("test", [HANDS, BIDS, LOOKED.replace(OTHER, "[Tile(red, 2), Tile(red, 3)]")])
def test_tables_that_are_sent_alike_cannot_be_told_apart(test: str, tmp_path: Path) -> None:
    assert failures(tmp_path, test) == []


@pytest.mark.parametrize("test", CAN_TELL)
def test_it_is_said_by_what_they_are_told_apart(test: str, tmp_path: Path) -> None:
    (message,) = failures(tmp_path, test)
    assert CAN_TELL[test] in message


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (HANDS.replace(f"        B.hand = {OTHER}\n", ""), "E0416"),
        (BIDS.replace("B.bid = 0", "A.hand = [Tile(blue, 2)]"), "E0428"),
        (BIDS.replace("then A", "then C"), "E0201"),
        (BIDS.replace("B.bid = 0", "B.bid = red"), "E0303"),
    ],
)
def test_lines_are_given_as_elsewhere(wrong: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        failures(tmp_path, wrong)
    assert [d.code for d in caught.value.diagnostics] == [code]
