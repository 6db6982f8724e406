"""Conditions and statements in the words of a rulebook."""

from __future__ import annotations

import pytest

from ruledsl.flow import build
from ruledsl.flow.deeds import Deeds
from ruledsl.flow.verbs import many
from ruledsl.flow.words import Words, plain, short
from ruledsl.model.model import Model
from ruledsl.syntax import tree as t
from tests.bundled import bundled
from tests.flow.rules import FRAME, model_of

CONDITIONS = {
    "left > 3": ("left > 3", "left ≤ 3"),
    "not lamp": ("not lamp", "lamp"),
    "stock is not empty": ("stock is not empty", "stock is empty"),
    "left in 1..3": ("left in 1 to 3", "left not in 1 to 3"),
    "players.first.out": ("first player is out", "first player is not out"),
    "any(p.score >= 3 for p in players)": ("any player’s score ≥ 3", "every player’s score < 3"),
    "all(p.out for p in players)": ("every player is out", "not every player is out"),
    "count(p for p in players if p.out) == 1": ("number of player p if player p is out = 1", "number of player p if player p is out ≠ 1"),
    "lamp and (left > 3 or bright())": ("lamp and (left > 3 or bright)", "not lamp or (left ≤ 3 and not bright)"),
    "all(q.hand is empty for q in players.first.others)": ("every other player’s hand is empty", "any other player’s hand is not empty"),
    "any(q.hand is empty for q in players)": ("any player’s hand is empty", "no player’s hand is empty"),
    "any(c == top of heap for c in stock)": ("any c in stock = top of heap", "no c in stock = top of heap"),
    "any(q.score > 3 for q in players)": ("any player’s score > 3", "every player’s score ≤ 3"),
    "max(left, 3) > min(1, 2)": ("the greatest of left and 3 > the least of 1 and 2", "the greatest of left and 3 ≤ the least of 1 and 2"),
    "rich(players.first)": ("first player is rich", "first player is not rich"),
    "has_line(players.first)": ("first player has line", "first player has no line"),
    "pays(players.first, 3)": ("first player pays (3)", "first player does not pay (3)"),
    "within({1, left, 3}, 3)": ("within (1, left and 3; 3)", "not within (1, left and 3; 3)"),
    "goes_on()": ("goes on", "does not go on"),
    "bridge(players.first)": ("first player is a bridge", "first player is not a bridge"),
    "complete(players.first)": ("first player is complete", "first player is not complete"),
    "any(beats(q, q) for q in players)": ("for any player q: player q beats player q", "for no player q: player q beats player q"),
    "any(is_friend(p, q) for p in players for q in players)": (
        "for any player p and player q: player p is a friend of player q", "for no player p and player q: player p is a friend of player q",
    ),
    "any(is_behind(q, q) for q in players)": ("for any player q: player q is behind player q", "for no player q: player q is behind player q"),
    "any(is_adjacent(q, q) for q in players)": ("for any player q: is adjacent (player q, player q)", "for no player q: is adjacent (player q, player q)"),
    "(left is 3) == lamp": ("left is 3 exactly if lamp", "left is 3 exactly if not lamp"),
    "any(rich(p) for p in players)": ("any player is rich", "no player is rich"),
    "all(not rich(p) for p in players)": ("no player is rich", "any player is rich"),
    "any(not rich(p) for p in players)": ("not every player is rich", "every player is rich"),
    "any(c.lit and c.tree for c in yard)": ("for any c in yard: c is lit and c has a tree", "for no c in yard: c is lit and c has a tree"),
    "yard[1, 2].lit == yard[1, 1].tree": ("yard [1, 2]’s lit = yard [1, 1]’s tree", "yard [1, 2]’s lit ≠ yard [1, 1]’s tree"),
    "wealth_of(players.first) > 2": ("first player’s wealth > 2", "first player’s wealth ≤ 2"),
    "top of heap is Ace": ("top of heap is Ace", "top of heap is not Ace"),
    "max(left, 3) - 1 == 2": ("(the greatest of left and 3) − 1 = 2", "(the greatest of left and 3) − 1 ≠ 2"),
    "yard[1, 2].step(north, left) is none": ("step north, left of yard [1, 2] is none", "step north, left of yard [1, 2] is not none"),
    "left in {c.row for c in yard.row(2)}": ("left in c’s row for each c in row 2 of yard", "left not in c’s row for each c in row 2 of yard"),
    "yard[1, 2].edge(east).other(yard[1, 2].corner(northeast)) == yard[1, 2].corner(southeast)": (
        "the end of edge east of yard [1, 2] across from corner northeast of yard [1, 2] = corner southeast of yard [1, 2]",
        "the end of edge east of yard [1, 2] across from corner northeast of yard [1, 2] ≠ corner southeast of yard [1, 2]",
    ),
    "(1 if lamp else 2) == left": ("(1 if lamp, else 2) = left", "(1 if lamp, else 2) ≠ left"),
    "left == (1 if lamp else 2)": ("left = (1 if lamp, else 2)", "left ≠ (1 if lamp, else 2)"),
    "max(1 if lamp else 2, 3) == left": ("the greatest of (1 if lamp, else 2) and 3 = left", "the greatest of (1 if lamp, else 2) and 3 ≠ left"),
    "left in {1}": ("left = 1", "left ≠ 1"),
    "left in {1, 2}": ("left = 1 or 2", "left is neither 1 nor 2"),
    "left in {1, 2, 3}": ("left = 1, 2 or 3", "left is none of 1, 2 and 3"),
    "left in {1, 2} and lamp": ("(left = 1 or 2) and lamp", "left is neither 1 nor 2 or not lamp"),
    "left in seen | {1, 2}": ("left in seen or 1 and 2", "left not in seen or 1 and 2"),
    "left in seen & {1, 2}": ("left in what is both in seen and in 1 and 2", "left not in what is both in seen and in 1 and 2"),
    "left in seen - {1}": ("left in seen without 1", "left not in seen without 1"),
    "any(c.lit and c.tree for c in yard) and lamp": (
        "(for any c in yard: c is lit and c has a tree) and lamp", "for no c in yard: c is lit and c has a tree or not lamp",
    ),
    "players.first.tried is none": ("first player has tried nothing", "first player has tried something"),
    "star is none": ("there is no star", "there is a star"),
    "star is not none and lamp": ("there is a star and lamp", "there is no star or not lamp"),
    "leading is none": ("nobody is leading", "somebody is leading"),
    "led is none": ("nothing is led", "something is led"),
    "next_star is not none": ("next star is not none", "next star is none"),
    "round_star is none": ("there is no round star", "there is a round star"),
    "players.first.pick is none": ("first player has no pick", "first player has a pick"),
    "players.first.open[1]": ("1 is open for first player", "1 is not open for first player"),
    "players.first.castles[2]": ("first player castles 2", "first player does not castle 2"),
    "worth_at(players.first, 3) > 2": ("first player’s worth at 3 > 2", "first player’s worth at 3 ≤ 2"),
    "gap(players.first, players.last) > 2": ("first player’s gap (last player) > 2", "first player’s gap (last player) ≤ 2"),
    "sum_of(2, 3) > left": ("sum of 2, 3 > left", "sum of 2, 3 ≤ left"),
    "enough(left)": ("left is enough", "left is not enough"),
}

STATEMENTS = {
    "left += 2": "add 2 to left",
    "left -= count(players)": "take number of players off left",
    "left = 3": "left = 3",
    "players.first.out = true": "first player is out",
    "players.first.out = false": "first player is not out",
    "left = roll d6": "roll left (1 to 6)",
    "let gain = left * 2": "let gain be left × 2",
    "move top of stock to players.first.hand": "move top of stock to first player’s hand",
    "move all of heap to bottom of stock": "move all of heap to the bottom of stock",
    "shuffle stock": "shuffle stock",
    "left += 2 if lamp else 1": "add 2 to left if lamp, else 1",
    "left -= 2 if lamp else 1": "take 2 off left if lamp, else 1",
    "seen = seen | {left}": "add left to seen",
    "seen = seen - {left}": "take left off seen",
    "seen = seen | {1, 2}": "add 1 and 2 to seen",
    "players.first.open[1] = true": "1 is open for first player",
    "players.first.castles[2] = false": "first player does not castle 2",
    "move random 2 of stock to heap": "move 2 random cards of stock to heap",
    "move random of stock to heap": "move a random card of stock to heap",
    "move top left + 1 of stock to heap": "move top cards of stock (as many as left + 1) to heap",
    "reveal players.last.hand": "reveal last player’s hand",
    "show players.last.hand to players.first": "show last player’s hand to first player",
}

DEFS = """
board yard: grid 2 by 3
def bright() = lamp
def rich(p) = p.score > 3
def has_line(p) = p.score > 4
def bridge(p) = p.score > 5
def complete(p) = p.score > 6
def beats(p, q) = p.score > q.score
def pays(p, n) = p.score > n
def within(those, n) = n in those
def is_friend(p, q) = p.score == q.score
def is_behind(p, q) = p.score < q.score
def is_adjacent(p, q) = p.score + 1 == q.score
def goes_on() = lamp
table:
    seen: set of 1..9
    star, led, next_star, round_star: 1..9 or none
    leading: player or none
each player:
    tried: 1..9 or none
    pick:  1..9 or none
    open[n in 1..3]: bool
    castles[n in 1..3]: bool
def worth_at(p, n) = p.score + n
def gap(p, q) = p.score - q.score
def sum_of(a, b) = a + b
def enough(n) = n > 3
each cell:
    lit: bool
    tree: bool
def wealth_of(p) = p.score
"""


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_and_their_opposites(text: str) -> None:
    model = model_of(f"play:\n    if {text}: lamp = true\n{DEFS}")
    [branch] = model.callables["play"].body
    assert isinstance(branch, t.If)
    condition = branch.arms[0][0]
    assert condition is not None
    words = Words(model)
    assert (words.say(condition), words.not_(condition)) == CONDITIONS[text]


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements(text: str) -> None:
    model = model_of(f"play:\n    {text}\n{DEFS}")
    [statement] = model.callables["play"].body
    assert Deeds(Words(model)).line(statement) == STATEMENTS[text]


def test_what_can_be_chosen_is_told_to_whoever_would_choose_it_and_things_there_are_or_not() -> None:
    actions = """
table:
    dice[n in 1..6] "{n}": 0..2
action take_card(): left -= 1
action throw_away(): left -= 1
action play_card(card in your.hand): left -= 1
action wait(card in your.hand):
    require take_card is not possible and throw_away is possible
    require play_card(card) is not possible and dice is empty
play: players.first chooses wait
"""
    model = model_of(actions)
    asked = [statement.condition for statement in model.callables["wait"].body if isinstance(statement, t.Require)]
    assert [Words(model).say(condition) for condition in asked] == [
        "you cannot take a card and you can throw away",
        "you cannot play the card and there are no dice",
    ]


CHOICES = {
    "players.first chooses card in stock": "first player chooses a card",
    "players.first chooses rival in players": "first player chooses a rival",
    "players.first chooses whom in players": "first player chooses whom",
    "players.first chooses n in 1..3": "first player chooses n",
    "players.first chooses left in 1..3": "first player chooses left",
    "players.first chooses firm in {true, false}": "first player says yes or no",
    "for q in players.first.others: left = 1": "each player q but first player",
}


@pytest.mark.parametrize("text", CHOICES)
def test_what_is_chosen_has_its_article_and_others_are_all_but_one(text: str) -> None:
    model = model_of(f"play:\n    {text}\n")
    assert CHOICES[text] in [node.lines[0] for node in build(model).nodes]


def test_a_letter_for_a_kind_is_told_with_what_it_is_a_kind_of() -> None:
    families = FRAME.replace("card Ace\ncard King", "card Royal\ncard Ace is Royal\ncard King is Royal")
    model = model_of('play:\n    for k in Royal: carry(k)\nphase carry(k):\n    if k == Ace: players.first chooses take "is it the {k}?"\n', families)
    lines = [line for node in build(model).nodes for line in node.lines]
    assert "royal k = Ace?" in [line.casefold().replace("ace", "Ace") for line in lines] and "“is it the royal k?”" in lines


HOLES = {
    "n in 1..3": "a number", "p in players": "a player", "c in stock": "a card", "c: Ace in stock": "an ace", "c: 1..2 Ace in stock": "ace",
    "score in 1..3": "a score", "number_of in 1..3": "a number of",
}  # fmt: skip
"""What is chosen under a name, and what the label says of it before it is known."""


@pytest.mark.parametrize("chosen", HOLES)
def test_what_is_open_in_a_label_is_named(chosen: str) -> None:
    """By its name; where that is but a letter, by what it is."""
    name = chosen.partition(" ")[0].rstrip(":")
    model = model_of(f'play: players.first chooses pick\naction pick({chosen}):\n    "{{{name}}}"\n    left = 1\n')
    [label, *_] = model.callables["pick"].decl.body  # type: ignore[union-attr]
    assert Words(model).text(label.text) == HOLES[chosen]


NUMBERED = {
    "into heap {n}": "into heap n", "bid {n}": "bid a number", "up to {n}": "up to a number", "give {n} away": "give a number away",
    "take off {n}": "take off a number",
    "the next of level {n}": "the next of level n", "out of {n}": "out of a number",
}  # fmt: skip
"""Behind a thing a number tells which one it is."""


def read_out(model: Model) -> str:
    """What is said of the label of `pick` while nothing is chosen."""
    [text, *_] = model.callables["pick"].decl.body  # type: ignore[union-attr]
    return Words(model).label(text.text, "pick")


@pytest.mark.parametrize("label", NUMBERED)
def test_a_number_behind_a_thing_is_its_number(label: str) -> None:
    model = model_of(f'play: players.first chooses pick\naction pick(n in 1..3):\n    "{label}"\n    left = n\n')
    assert read_out(model) == NUMBERED[label]


LABELS = {
    "give a {card}": "give a card",
    "give the {card} away": "give the card away",
    "give card {card}": "give a card",
    "{card}": "pick",
    "{card}/{left}": "pick",
    "keep {eggs}: all see it": "keep eggs: all see it",
}
"""What a label says before anything is chosen: with one article, once, and in words."""


@pytest.mark.parametrize("label", LABELS)
def test_labels_are_as_a_person_would_write_them(label: str) -> None:
    name = "eggs" if "eggs" in label else "card"
    model = model_of(f'play: players.first chooses pick\naction pick({name} in stock):\n    "{label}"\n    left = 1\n')
    assert read_out(model) == LABELS[label]


READ = {
    "pay {n}": "pay a number",
    "{n} of {m}": "pick",
    "pay {n + 1}": "pick",
    "pay {least(n, m)}": "pick",
    "{n}/off with {c}": "pick",
    "put {n} {c}": "pick",
    "at {n}: {c} for {p} and {m}": "pick",
    "give {c} to {p}": "give a card to a player",
}
"""What is said of a label while nothing is chosen: what it says, or where nobody could read that, what the action is called."""


@pytest.mark.parametrize("label", READ)
def test_a_label_that_nobody_can_read_before_something_is_chosen_is_not_read_out(label: str) -> None:
    head = 'play: players.first chooses pick\ndef least(a, b) = min(a, b)\naction pick(n in 1..3, m in 1..3, c in stock, p in players):\n'
    model = model_of(f'{head}    "{label}"\n    left = n\n')
    assert read_out(model) == READ[label]


ADDRESSED = {
    'for p in your.others:\n        p chooses left in 1..3 "which do you show {you}?"': "“which do you show the acting player?”",
    'for p in your.others:\n        p chooses left in 1..3 "{your.score} is taken"': "“the acting player’s score is taken”",
    'you chooses left in 1..3 "more than {your.score}?"': "“more than your score?”",
    'show "{your.score} for {you}" to your.others': "tell everybody but you: the acting player’s score for the acting player",
    'show "{you.left} is next" to you': "tell you: the player on your left is next",
    'reveal "{you} passes"': "tell all: the acting player passes",
    'show "{you} passes" to you': "tell you: you passes",
}
"""Whom words are for, and what whoever acts is called in them."""


@pytest.mark.parametrize("text", ADDRESSED)
def test_whoever_acts_is_you_to_nobody_else(text: str) -> None:
    model = model_of(f'play: players.first chooses pick\naction pick():\n    "pick"\n    {text}\n')
    assert ADDRESSED[text] in [line for node in build(model).nodes for line in node.lines]


def test_names_become_words() -> None:
    assert [plain(name) for name in ("count_points", "HenPecked", "p")] == ["count points", "Hen Pecked", "p"]


def test_long_words_are_cut_between_words() -> None:
    assert short("one two three", 9) == "one two …" and short("one two", 9) == "one two"


@pytest.mark.parametrize(
    ("before", "said"),
    [(["take"], "a gem"), (["take", "two"], "gems"), (["pay", "4"], "gems"), (["the"], "gem"), (["for"], "a gem")],
)
def test_behind_a_number_stands_what_it_counts(before: list[str], said: str) -> None:
    assert Words.named("a gem", before[-1:]) == said
    assert (many("berry"), many("box"), many("day"), many("dish")) == ("berries", "boxes", "days", "dishes")


def test_dice_that_are_added_are_not_all_dice() -> None:
    """What lies there already is not rolled again."""
    text = "table:\n    cup[f in 1..6]: 0..9\nplay:\n    cup = roll 5 of d6\n    cup += roll left of d6\n    players.first chooses take\n"
    said = [line for node in build(model_of(text)).nodes if node.kind == "chance" for line in node.lines]
    assert said == ["roll cup (5 dice, 1 to 6)", "roll left dice, 1 to 6, and add what they show to cup"]


def test_what_melds_leave_over_is_told_of_the_cards() -> None:
    rules = bundled("gin-rummy").model
    asked = [e for tree in rules.layers for d in tree.declarations for e in t.within(d, t.Call) if e.base == t.Ref("spread")]
    said = {Words(rules.model).say(e) for e in asked}
    assert {"the deadwood of your hand", "the deadwood of your hand with top of discards"} < said and not any("spread" in words for words in said)
