"""A label asks for nothing that stands below it in its action."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruledsl.engine import moves
from ruledsl.engine.errors import IllegalMove
from ruledsl.engine.game import load
from ruledsl.engine.moves import described
from ruledsl.ir.program import Hole

RULES = '''
game "Labels":
    players 1
card Crane(n: 1..3)
components:
    deck: 2 of Crane(n) for n in 1..3
each player:
    score: 0..99
table:
    deck:  pile
action act(n in 1..2):
    "{label}"
    let double = n * 2
    let lowest = bottom of deck
    let more = double + 1
    your.score = more
play:
    shuffle deck
    players.first chooses act
winner: highest score
'''


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(("label", "shown"), [("{n}", "1"), ("go", "go"), ("{n * 2} of {count(deck)}", "2 of 6")])
def test_only_what_it_names(label: str, shown: str, engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "labels.rules").write_text(RULES.replace("{label}", label))
    assert load(str(file)).start(engine=engine).legal()[0].label == shown


MANY = """
game "Many":
    players 1
table:
    n: 0..9
action lay(steps[k in 1..3]: 2..2 in 0..2): "{label}"
play:
    players.first chooses lay
winner: highest score
def score(p) = n
"""


@pytest.mark.parametrize(("label", "shown"), [
    ("{steps}", "3 3"), ("{steps} on", "3 3 on"), ("go {steps} on", "go 3 3 on"), ("go ({steps}) on", "go (3 3) on"), ("{n}{steps}", "0 3 3"),
])  # fmt: skip
def test_keys_are_parted_from_what_stands_before(label: str, shown: str, tmp_path: Path) -> None:
    (file := tmp_path / "many.rules").write_text(MANY.replace("{label}", label))
    assert load(str(file)).start().legal()[0].label == shown


@pytest.mark.parametrize("name", ["gem-hens", "hearts", "cloud-nine"])
def test_an_argument_is_told_as_its_function_answers(name: str) -> None:
    """Where a hole is an argument as it is, nothing is called; it would have answered the same."""
    match, random, plain = load(name).start(seed=2), Random(2), 0
    for _ in range(12):
        position, decision = match.position, match.decision
        if decision is None or decision.player is None:
            break
        for option in decision.options[:60]:
            holes = [part for part in match.program.actions[option.move[0]].label if isinstance(part, Hole)] if option.move[0] >= 0 else []
            for hole in holes:
                given, told = position.words.given(hole), (decision.player - 1, *option.move[1:])
                plain += given is not None
                assert given is None or told[given] == position.call(hole.function, *told)
        match.play(random.choice(decision.options))
    assert plain > 20


def test_an_option_that_was_listed_is_played_without_another_list(monkeypatch: pytest.MonkeyPatch) -> None:
    match = load("tic-tac-toe").start()
    first = match.legal()[0]
    lists = []
    monkeypatch.setattr(moves, "described", lambda *args: lists.append(args) or described(*args))
    match.play(first)
    assert not lists
    with pytest.raises(IllegalMove):
        match.play(first)  # it was listed at another decision
    assert len(match.moments) == 2


SEVERAL = '''
game "Several":
    players 2
enum Hue: red, blue
each player: n: 0..9
play:
    for p in players: p chooses ask
action ask(one in Hue, other in Hue, third in Hue, d in 1..3):
    "ask {one} for {other} with {third} and {d} now"
    your.n = d
winner: highest n
'''


def test_a_line_of_very_many_words_is_refused_as_soon_as_others(tmp_path: Path) -> None:
    """It can be shared out among the arguments in more ways than can be looked at."""
    (tmp_path / "several.rules").write_text(SEVERAL, encoding="utf-8")
    match = load(tmp_path / "several.rules").start(2, 1)
    assert "`7` is not from 1 to 3" in match.why_not("ask red for blue with blue and 7 now")[0].message
    assert match.why_not("ask " + "for with and " * 300)[0].message.startswith("`ask` is said with")


SETS = """
game "Sets":
    players 1
board yard: grid 2 by 2
each cell: taken: bool
each player: n: 0..9
play:
    repeat 2 times: players.first chooses take
action take(c in yard, way in {east, south}):
    "take {pair(c, way)} and {taken_ones()}"
    c.taken = true
def pair(c, way) = {c, c.step(way)} if c.step(way) is not none else {c}
def taken_ones() = {d for d in yard if d.taken}
winner: highest n
"""


def test_the_members_of_a_set_stand_side_by_side_in_a_sentence(tmp_path: Path) -> None:
    """What is typed without the signs of a set is the same move, and of one that holds nothing it is said."""
    (tmp_path / "sets.rules").write_text(SETS, encoding="utf-8")
    match = load(tmp_path / "sets.rules").start(1, 1)
    assert [option.label for option in match.legal()][:2] == ["take a1, b1 and nothing", "take a1, a2 and nothing"]
    match.play("take a1 a2 and nothing")
    assert match.legal()[0].label == "take a1, b1 and a1"


def test_what_is_asked_for_is_told_as_people_tell_it(tmp_path: Path) -> None:
    """One of several that are named is one or the other."""
    (tmp_path / "sets.rules").write_text(SETS, encoding="utf-8")
    match = load(tmp_path / "sets.rules").start(1, 1)
    assert match.why_not("take a1 up")[0].message.startswith("`take` is said with one of yard and way (east or south), such as `take a1, b1")


def test_options_of_one_label_are_told_apart_by_what_it_leaves_out(tmp_path: Path):
    """Each of them can be seen, typed and had; cards that nothing tells apart are still one."""
    (path := tmp_path / "twins.rules").write_text(
        'game "Twins":\n    players 2\ncard Egg\ncomponents:\n    nest: 4 of Egg\ntable: nest: pile\neach player: hand: hand, own\n'
        'each player: points: 0..9\naction left() "take": your.points += 1\naction right() "take": your.points += 2\n'
        'action give(n in 1..2, much in 1..2) "give {n}": your.points += much\naction eat(card in your.hand) "eat {card}": move card to nest\n'
        "play:\n    for p in players: move top 2 of nest to p.hand\n    for p in players: p chooses left, right, give or eat\nwinner: highest points\n",
        encoding="utf-8",
    )
    match = load(str(path)).start(seed=1, engine="interp")
    options = match.legal(1)
    full = [option.full for option in options]
    assert full[:6] == ["take (left)", "take (right)", "give 1 (much 1)", "give 1 (much 2)", "give 2 (much 1)", "give 2 (much 2)"]
    assert len(set(full[6:])) == 1 and not options[6].apart
    assert [match.parse(text, 1)[0].number for text in full[:6]] == [1, 2, 3, 4, 5, 6] and len(match.parse("take", 1)) == 2
