"""What people write who think of a sentence, or of another language, is told what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.diagnostics import applied
from ruledsl.pipeline import read

GAME = """game "Base":
    players 2..4
enum Colour: red, blue
card Card(colour: Colour, value: 1..5) "{colour} {value}"
components:
    deck: 2 of Card(c, v) for c in Colour for v in 1..5
table:
    deck: pile, hidden
    pile: pile
each player:
    hand:  hand
    score: 0..99
play:
    shuffle deck
    for p in players: move top 5 of deck to p.hand
    turns p in players at most 40 times: turn(p)
phase turn(p):
    p chooses lay or draw
action lay(card in your.hand):
    "lay {card}"
    move card to pile
    your.score += card.value
action draw():
    "draw"
    move top of deck to your.hand
winner: highest score
"""
DEED = "    your.score += card.value"
SLIPS = {
    ("shuffle deck", "shuffle the deck"): ("the", "leave it out: names have no article"),
    ("end game", "end the game"): ("the", "leave it out"),
    (DEED, "    draw a card from deck"): ("draw", "move top of deck"),
    (DEED, "    add 5 to your.score"): ("add 5 to your.score", "your.score += 5"),
    (DEED, "    next player"): ("next", "turns p in players"),
    (DEED, "    for each player: pass"): ("for each player", "for p in players"),
    (DEED, "    each player: pass"): ("each", "for p in players"),
    (DEED, "    your.hand |= {card}"): ("|=", "x = x | y"),
    (DEED, "    if card is red: your.score += 1"): ("red", "`card.colour == red`"),
    (DEED, "    p.score += 1"): ("p", "whoever acts is `you`"),
    (DEED, "    your.score += d6"): ("d6", "`roll d6`"),
    (DEED, "    your.score += random(1, 6)"): ("random", "`roll d6`"),
    (DEED, "    your.score += your.hand.count"): ("count", "`count(...)`"),
    ("move card to pile", "move card from your.hand to pile"): ("from", "`move card to pile`"),
    ("p chooses lay", "p must choose lay"): ("must", "`p chooses a or b`"),
    ("    p chooses lay", "    choose lay"): ("choose", "`p chooses lay or draw`"),
    ("(card in your.hand)", "(card from your.hand)"): ("from", "write `in`"),
    ("lay(card in your.hand):", "lay card in your.hand:"): ("card", "`action lay(card in ...):`"),
    ("players 2..4", "players: 2 to 4"): (":", "write `players 2..4`"),
    ("score: 0..99", "score = 0"): ("=", "`score: 0..99 = 0`"),
    ("score: 0..99", "score: int"): ("int", "as in `0..99`"),
    ("hand:  hand", "hand:  cards"): ("cards", "`pile`"),
    ("enum Colour: red", "enum Colour = red"): ("=", "`enum Colour: one, two`"),
    ("enum Colour: red, blue", "enum Colour { red, blue }"): ("{", "write `:`"),
    ('card Card(colour: Colour, value: 1..5) "{colour} {value}"', "card Card:\n    colour: Colour"): (":", "`card Fox(colour: 1..5)`"),
}


@pytest.mark.parametrize(("slip", "said"), SLIPS.items())
def test_it_is_said_what_stands_here_instead(slip: tuple[str, str], said: tuple[str, str], tmp_path: Path) -> None:
    text = GAME if slip[0] in GAME else GAME.replace(DEED, "    end game")
    (path := tmp_path / "slip.rules").write_text(text.replace(*slip, 1), encoding="utf-8")
    first = read(str(path)).diagnostics[0]
    assert f"`{said[0]}" in first.message and said[1] in first.help, (first.message, first.help)


@pytest.mark.parametrize("slip", [slip for slip, said in SLIPS.items() if said[0] == "the" or said[1] == "write `in`"])
def test_what_is_only_too_much_is_mended(slip: tuple[str, str], tmp_path: Path) -> None:
    text = GAME if slip[0] in GAME else GAME.replace(DEED, "    end game")
    (path := tmp_path / "slip.rules").write_text(text.replace(*slip, 1), encoding="utf-8")
    edit = read(str(path)).diagnostics[0].fix[0]
    lines = text.replace(*slip, 1).split("\n")
    line = lines[edit.span.line - 1]
    lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    assert "\n".join(lines) == text


MORE = """
option fast: bool = true "Is it quick?"
option slow: bool = false
ruling tie: split or shared "Who wins?"
after draw(): your.spent += 1
def most(p) = p.score
instead of most(p) = 4
to gain(p, n): p.spent += n
to lose(p):
    if p.spent > 1: p.spent -= 1
action pay(n in 1..3) "pay {n}": your.spent += n
action thank(q in players if q != you) "thank {q}": pass
action burn(cards: 2..2 in your.hand) "burn {cards}": move cards to pile
action dig() "dig":
    require count(deck) > 0 else "none left"
    move top of deck to your.hand
invariant "why": count(pile) < 99
test "thanks":
    players 2
    when:
        A: thank(B)
    then:
        A cannot thank(A)
        winners == {A}
"""
BOARD = GAME.replace("play:\n", "board yard: grid 5 by 5\neach cell:\n    mark: 0..3\nplay:\n", 1)
BOARD = BOARD.replace("    score: 0..99\n", "    score: 0..99\n    spent: 0..99\n") + MORE
BOARD = BOARD.replace("winner: highest score\n", "winner: highest score then lowest spent\n")
MENDED = {
    "board yard: grid 5 by 5": ("board yard: 5 by 5", "board yard: square 5 by 5", "board yard: grid 5x5", "board yard: grid(5, 5)"),
    "    players 2..4": ("    players 2 to 4", "    2..4 players", "    for 2 to 4 players"),
    "    players 3": ("    players: 3", "    3 players"),
    "    deck: 2 of Card(c, v) for c in Colour if c != red for v in 1..5": ("    deck: 2 of Card(c, v) for c in Colour where c != red for v in 1..5",),
    "enum Colour: red, blue": ("type Colour: red, blue",),
    'card Card(colour: Colour, value: 1..5) "{colour} {value}"': ('card Card(Colour colour, value: 1..5) "{colour} {value}"',),
    "    deck: pile, hidden": ("    deck: face-down pile", "    deck: pile (hidden)"),
    "each cell:": ("each yard cell:",),
    "    your.score += card.value": ("    increase your.score by card.value",),
    "winner: highest score then lowest spent": ("winner: highest score, lowest spent", "winner: highest score or lowest spent"),
    'option fast: bool = true "Is it quick?"': ('option fast: true "Is it quick?"',),
    "option slow: bool = false": ("option slow: yes or no",),
    'ruling tie: split or shared "Who wins?"': ('ruling tie "Who wins?": split or shared',),
    "after draw(): your.spent += 1": ("on draw(): your.spent += 1", "when draw(): your.spent += 1"),
    "instead of most(p) = 4": ("instead most(p) = 4",),
    "def most(p) = p.score": ("def most(p) = return p.score", "def most(player p) = p.score"),
    'action pay(n in 1..3) "pay {n}": your.spent += n': (
        'action pay(1 <= n <= 3) "pay {n}": your.spent += n', 'action pay(n in 1..3) "pay" + n: your.spent += n',
    ),
    'action thank(q in players if q != you) "thank {q}": pass': ('action thank(q in players except you) "thank {q}": pass',),
    'action burn(cards: 2..2 in your.hand) "burn {cards}": move cards to pile': (
        'action burn(2 cards in your.hand) "burn {cards}": move cards to pile', 'action burn(2 of cards in your.hand) "burn {cards}": move cards to pile',
    ),
    'invariant "why": count(pile) < 99': ("invariant: count(pile) < 99",),
    '    require count(deck) > 0 else "none left"': ('    require count(deck) > 0 or else "none left"',),
    "        A: thank(B)": ("        A: thank B",),
    "    then:": ("    expect:",),
    "        winners == {A}": ("        A wins",),
    "        A cannot thank(A)": ("        A can not thank(A)",),
    "to gain(p, n): p.spent += n": ("to gain(p, n) = p.spent += n",),
    "    if p.spent > 1: p.spent -= 1": ("    p.spent -= 1 if p.spent > 1",),
    "winner: highest score": ("winner: max(score)", "winner: most score", "winner: player with highest score", "winner: the player with the most score"),
    "    p chooses lay or draw": ("    p chooses lay, or draw",),
    "    move card to pile": ("    card -> pile",),
    "    for p in players: move top 5 of deck to p.hand": ("    for each player p: move top 5 of deck to p.hand",),
    "    turns p in players at most 40 times: turn(p)": ("    turns in players at most 40 times: turn(p)",),
    "    turns p in players from players.first at most 40 times: turn(p)": ("    turns p in players starting with players.first at most 40 times: turn(p)",),
}


@pytest.mark.parametrize(("right", "said"), [(right, said) for right, many in MENDED.items() for said in many])
def test_a_line_that_is_said_otherwise_is_mended_by_its_fix(right: str, said: str, tmp_path: Path) -> None:
    text = BOARD.replace("    turns p in players at", "    turns p in players from players.first at", 1) if " from " in right else BOARD
    text = text.replace(" then lowest spent", "") if right == "winner: highest score" else text
    text = text.replace("    players 2..4", right, 1) if right == "    players 3" else text
    text = text.replace("for c in Colour for", "for c in Colour if c != red for", 1) if "!= red" in right else text
    assert text.count(f"\n{right}\n") == 1
    (path := tmp_path / "slip.rules").write_text(wrong := text.replace(f"\n{right}\n", f"\n{said}\n"), encoding="utf-8")
    first = read(str(path)).diagnostics[0]
    assert applied(wrong, first.fix) == text, (first.message, first.help)


KEYED = {
    "tower[Colour]": "tower[k in Colour]", "tower[Colour, Colour]": "tower[k in Colour, m in Colour]", "tower[3]": "tower[n in 1..3]",
    "tower[players]": "tower[k in players]", "tower[1..4]": "tower[k in 1..4]",
}


@pytest.mark.parametrize(("said", "right"), KEYED.items())
def test_keys_without_a_name_get_one_by_the_fix(said: str, right: str, tmp_path: Path) -> None:
    wrong = GAME.replace("    pile: pile\n", f"    pile: pile\n    {said}: 0..9\n")
    (path := tmp_path / "slip.rules").write_text(wrong, encoding="utf-8")
    found = read(str(path)).diagnostics
    assert len(found) == 1
    path.write_text(mended := applied(wrong, found[0].fix), encoding="utf-8")
    assert f"    {right}: 0..9\n" in mended and not any(d.is_error for d in read(str(path)).diagnostics)


@pytest.mark.parametrize("said", ['" ": for c in yard if c.row == 2', '" " c in yard if c.row == 2', '" " for c in yard where c.row == 2'])
def test_what_is_left_blank_is_said_by_the_fix(said: str, tmp_path: Path) -> None:
    wrong = GAME.replace("components:", f"board yard: grid 2 by 2\n    {said}\ncomponents:")
    (path := tmp_path / "slip.rules").write_text(wrong, encoding="utf-8")
    (first,) = read(str(path)).diagnostics
    assert '    " " for c in yard if c.row == 2\n' in applied(wrong, first.fix)


@pytest.mark.parametrize("said", ['" " if c.row == 2', '" ": if c.row == 2'])
def test_what_is_left_blank_is_named(said: str, tmp_path: Path) -> None:
    (path := tmp_path / "slip.rules").write_text(GAME.replace("components:", f"board yard: grid 2 by 2\n    {said}\ncomponents:"), encoding="utf-8")
    (first,) = read(str(path)).diagnostics
    assert '" " for c in yard if c.row == 1' in first.help


AMID = {
    "action lay(card in your.hand or none if your.score > 2):": "action lay(card in your.hand if your.score > 2 or none):",
    "action lay(card in your.hand or none if any(c for c in pile), n in 1..2):": "action lay(card in your.hand if any(c for c in pile) or none, n in 1..2):",
    "    require your.score > 2 after this or pile is empty": "    require (your.score > 2 after this) or pile is empty",
}


@pytest.mark.parametrize(("said", "right"), AMID.items())
def test_what_stands_in_another_order_is_put_right_by_its_fix(said: str, right: str, tmp_path: Path) -> None:
    wrong = GAME.replace(*(('    "lay {card}"', f'    "lay {{card}}"\n{said}') if "require" in said else ("action lay(card in your.hand):", said)))
    (path := tmp_path / "slip.rules").write_text(wrong, encoding="utf-8")
    first = read(str(path)).diagnostics[0]
    assert first.code == "E0195" and applied(wrong, first.fix) == wrong.replace(said, right)


TOLD = {
    ("    players 2..4", '    players 2: ann "Ann", bob'): "a seat has a name and no text beside it: `ann`",
    ("board yard: grid 5 by 5", "board: grid 5 by 5"): "a board has a name",
    ("enum Colour: red, blue", 'enum Colour: "red", "blue"'): '`red "Red"`',
    ('card Card(colour: Colour, value: 1..5) "{colour} {value}"', "card Card: colour Colour"): "in brackets behind its name",
    ("    deck: 2 of Card(c, v) for c in Colour for v in 1..5", "    deck: 2 of each Card"): "`2 of Card(suit, value) for suit in Suit",
    ("    deck: 2 of Card(c, v) for c in Colour for v in 1..5", "    deck: all Card"): "`1 of Card(suit, value) for suit in Suit",
    ("    deck: 2 of Card(c, v) for c in Colour for v in 1..5", "    2 of Card(c, v) for c in Colour for v in 1..5"): "`deck: 2 of Card`",
    ("    score: 0..99", "    score: 0"): "`score: 0..99 = 0`",
    ("    score: 0..99", "    score"): "`score: 0..99`",
    ("winner: highest score then lowest spent", "winner: p with p.score > 10"): "`p wins`",
    ("instead of most(p) = 4", "end game when deck is empty"): "`after add(): if deck is empty: end game`",
    ("instead of most(p) = 4", "end if deck is empty"): "`after add(): if deck is empty: end game`",
    ("    turns p in players at most 40 times: turn(p)", "    turns p in players until deck is empty: turn(p)"): "if not (deck is empty) at most 100 times:`",
    ("    turns p in players at most 40 times: turn(p)", "    turns p in players until deck is empty at most 9 times: turn(p)"): "at most 9 times:`",
    ("    turns p in players at most 40 times: turn(p)", "    repeat at most 9 times until deck is empty: pass"): "while not (deck is empty) at most 9 times`",
    ("    turns p in players at most 40 times: turn(p)", "    repeat at most 9 times while deck is empty: pass"): "while deck is empty at most 9 times`",
    ("    turns p in players at most 40 times: turn(p)", "    repeat at most 9 times: pass"): "repeat 9 times`",
    ("    turns p in players at most 40 times: turn(p)", "    let n = roll d6 + roll d6"): "let b = roll d6`, and then `a + b`",
    ("    turns p in players at most 40 times: turn(p)", "    let n = 2 * roll d6"): "keep each throw first",
    ('action draw():\n    "draw"', 'action draw(up: bool):\n    "draw"'): "`action draw(up in {false, true})`",
    ('action draw():\n    "draw"', 'action draw(up: 1..3):\n    "draw"'): "`action draw(up in 1..3)`",
    ("option slow: bool = false", "option slow: 3, 4 or 5 = 4"): "`option slow: 3..5 = 3`",
    ("instead of most(p) = 4", "whenever deck is empty: end game"): "`after add(): if deck is empty: …`",
    ("after draw(): your.spent += 1", "after p draws: p.spent += 1"): "`after add(): …`",
    ("    p chooses lay or draw", "    p chooses lay, draw or end turn"): "asked by `may`",
    ("    when:\n        A: thank(B)", "    A: thank(B)"): "moves stand below `when:`",
    ("        winners == {A}", "        B to move"): "`B can only …`",
    ("def most(p) = p.score", "def most(p) = 1 if p wins else 0"): "who wins is said by `winner:`",
    ("def most(p) = p.score", "// what is most\ndef most(p) = p.score"): "a note begins with `#`",
    ("def most(p) = p.score", "-- what is most\ndef most(p) = p.score"): "a note begins with `#`",
    ("def most(p) = p.score", "chart worth:\n    red: 3\n    blue: 4\ndef most(p) = p.score"): "a chart is a table",
    ("def most(p) = p.score", "chart worth:\n    Colour | value\n    red | 4\ndef most(p) = p.score"): "a chart is a table",
    ('action dig() "dig":', 'action dig() "dig" requires count(deck) > 0:'): '`require C else "why"`',
    ("    p chooses lay or draw", "    p chooses lay, draw or lend(2)\naction lend(a: 1..3, b: 1..3) \"lend\": pass"): "`lend(a, b)`",
    ('card Card(colour: Colour, value: 1..5) "{colour} {value}"', 'card Card(colour: Colour, int value) "{colour} {value}"'): "`value: 1..9`",
    ("option slow: bool = false", "option slow = true"): "`option slow: bool = …`",
    ("to gain(p, n): p.spent += n", "to gain(p, n): yard[2][3].mark = n"): "`yard[2, 3]`",
    ("to gain(p, n): p.spent += n", "to gain(p, n): yard(2, 3).mark = n"): "`yard[2, 3]`",
    ("to gain(p, n): p.spent += n", "to gain(p, n): p.spent += d6"): "`roll d6`",
    ("to gain(p, n): p.spent += n", "to gain(p, n): b4.mark = n"): "`yard[4, 2]`",
    ("to gain(p, n): p.spent += n", "to gain(p, n): p.spent += n if n > 1"): "`if n > 1: p.spent += n`",
    ("    move card to pile", "    pile += card"): "`move … to pile`",
    ("    deck: pile, hidden", "    deck: stack, hidden"): "as in `deck: pile, hidden`",
    ("    deck: pile, hidden", "    deck: deck"): "as in `deck: pile, hidden`",
}


@pytest.mark.parametrize(("slip", "said"), TOLD.items())
def test_one_message_says_how_it_is_written(slip: tuple[str, str], said: str, tmp_path: Path) -> None:
    (path := tmp_path / "slip.rules").write_text(BOARD.replace(f"\n{slip[0]}\n", f"\n{slip[1]}\n", 1), encoding="utf-8")
    first, *more = read(str(path)).diagnostics
    assert said in first.help and not [d for d in more if d.span.line == first.span.line], (first.message, first.help, more)


def test_of_a_long_line_a_message_repeats_the_beginning(tmp_path: Path) -> None:
    text = BOARD.replace("    if p.spent > 1: p.spent -= 1\n", f"    p.spent -= 1{' + 1' * 300} if p.spent > 1\n")
    (path := tmp_path / "slip.rules").write_text(text, encoding="utf-8")
    first = read(str(path)).diagnostics[0]
    assert "…" in first.message and len(first.message) < 200 and len(first.help) < 200


NO_ADVICE = (
    ("    score: 0..99", "    if score: 0..99"), ("    hand:  hand", "    hand:  hand hand"), ("each cell:", "if each cell:"),
    ("        A: thank(B)", "        A: or thank(B)"),
    ("def most(p) = p.score", "def most(p) = count(q for q in players if q == == p)"), ("        winners == {A}", "        not"),
    ("board yard: grid 5 by 5", "board yard: grid by 5 5"),
)


@pytest.mark.parametrize("slip", NO_ADVICE)
def test_what_is_only_out_of_place_is_not_taken_for_how_people_say_another_thing(slip: tuple[str, str], tmp_path: Path) -> None:
    assert BOARD.count(f"\n{slip[0]}\n") == 1
    (path := tmp_path / "slip.rules").write_text(BOARD.replace(f"\n{slip[0]}\n", f"\n{slip[1]}\n"), encoding="utf-8")
    assert [d.code for d in read(str(path)).diagnostics if d.is_error and d.code == "E0195"] == []
