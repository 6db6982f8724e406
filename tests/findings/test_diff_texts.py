"""Two games that play alike are not the same where people read otherwise: what stands behind a key, in what order a hand lies, how things are drawn, what is
asked, what is said against what is not offered, and what others hear."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from ruledsl.findings.diff import Comparing, Table, table
from ruledsl.findings.verdicts import PROVED, REFUTED, Setting
from ruledsl.ir.program import Program
from ruledsl.native.verifying import Verifying
from tests.findings.test_diff import compared, programs
from tests.work import HANG

GAME = """game "Take":
    players 2

board yard: grid 1 by 2
    "w": owner = players.first
    "b": owner = players.last

table:
    pile: 0..9 = 4
    mark[n in 1..3] "{n}": 0..3
each player:
    secret: 0..2, own
each cell:
    owner: player or none

play:
    players.first chooses players.first.secret in 0..2
    turns p in players while pile > 0 at most 20 times: turn(p)

phase turn(p):
    p chooses take or rest "what now, {pile}?"

action take(n in 1..3):
    "take {n}"
    require n != 2 else "not two"
    require n != 3 else "not three"
    pile -= n
    mark[n] = 1
action rest():
    "rest {pile}"
    pile -= 1
    yard[1, 1].owner = you

winner: highest secret
"""
COMING = """game "Rain":
    players 2
each player: n: 0..9
play:
    let wet = observe "Does it rain?" chance 1 of 2
    for p in players: turn(p, wet)
phase turn(p, wet):
    unless "{p} is late" for p after 60 seconds chance 1 of 10:
        p chooses go
    if wet: p.n += 1
action go(k in 1..2):
    "{k}"
    your.n += k
winner: highest n
"""
FAN = """game "Fan":
    players 2
card Low, High
components:
    deck: 1 of Low, 1 of High
table: deck: pile
each player: hand: fan, own
play:
    p_takes(players.first)
    players.last chooses stay
to p_takes(p):
    repeat 2 times: move top of deck to p.hand
action stay(): "stay"
winner: highest held
def held(p) = count(p.hand)
"""


def _broken_off(made: list[Program], after: int, codes: list[Verifying]) -> tuple[Table, list[Verifying]]:
    """What is known of two programs where somebody stops it at so manieth look at the clock."""
    found, looks = table(Setting(2, {}), made[0], made[1]), iter(range(after))

    def clock() -> float:
        n = next(looks, None)
        if n is None:
            raise KeyboardInterrupt
        return n / 1000

    comparing = Comparing(found, 1, clock)
    found.codes.extend(codes)
    with suppress(KeyboardInterrupt):
        if codes:
            found.maker = Thread(target=bool)
            found.maker.start()
        comparing.make()
        assert found.maker is not None
        found.maker.join(HANG)
        comparing.search(1.0)
    return found, found.codes


@pytest.mark.parametrize(("old", "new", "what"), [
    ('"Take"', '"Give"', "the title"),
    ('mark[n in 1..3] "{n}"', 'mark[n in 1..3] "{n + 1}"', "how `mark 1` is drawn"),
    ('mark[n in 1..3] "{n}"', "mark[n in 1..3]", "how `mark 1` is drawn"),
    ("grid 1 by 2", "grid 1 by 2 from below", ""),
    ('    "w": owner', '    "x": owner', "how the board `yard` is drawn"),
    ("owner = players.last", "owner = none", "how the board `yard` is drawn"),
])  # fmt: skip
def test_the_same_program_may_be_drawn_otherwise(tmp_path: Path, old: str, new: str, what: str) -> None:
    made = compared(*programs(tmp_path, GAME, GAME.replace(old, new)))
    assert made.verdict == PROVED and made.identical
    assert [word.what for word in made.words][:1] == [what] * bool(what)


@pytest.mark.parametrize(("changes", "what", "texts"), [
    ([("n != 2", "n != X"), ("n != 3", "n != 2"), ("n != X", "n != 3")], "what is said against `take`", ("not two", "not three")),
    ([("n != 2 else", "n == 1 else")], "what is said against `take`", ("not three", "not two")),
    ([('    require n != 3 else "not three"\n', ""), ("n != 2 else", "n == 1 else")], "what is said against `take`", ("not three", "not two")),
    ([("n in 1..3)", "n in 1..3 if n != 3)")], "what is said against `take`", ("not three", "")),
    ([("now, {pile}", "now, {pile + p.secret - p.secret}")], "the question", ("what now, 4?", "what now, ??")),
    ([("rest {pile}", "rest {pile + your.secret - your.secret}")], "the label of `rest`, as others hear it", ("rest 4", "rest ?")),
])  # fmt: skip
def test_what_is_said_and_heard_otherwise(tmp_path: Path, changes: list[tuple[str, str]], what: str, texts: tuple[str, str]) -> None:
    """Both offer the same, and texts are written alike."""
    other = GAME
    for old, new in changes:
        assert old in other
        other = other.replace(old, new)
    made = compared(*programs(tmp_path, GAME, other))
    assert made.verdict == PROVED and not made.identical and not made.said
    assert [(word.what, word.texts) for word in made.words] == [(what, texts)]


LABELS = """game "Labels":
    players 2
table: last: player or none
each player: score: 0..9
play:
    for p in players: p chooses add
action add(n in 0..2):
    "add {n} to {last.score}"
    require n < 2
    your.score += n
winner: highest score
"""


@pytest.mark.parametrize("label", ["{last.score}", "{n}"])
def test_where_a_label_goes_wrong_options_are_called_by_their_actions(tmp_path: Path, label: str) -> None:
    made = compared(*programs(tmp_path, LABELS, LABELS.replace("n < 2", "n < 1").replace("{last.score}", label)))
    assert made.verdict == REFUTED and made.apart is not None
    assert made.apart.what == "menu" and made.apart.text.endswith("add(1) only in the first")


def test_what_is_broken_off_is_not_proved(tmp_path: Path) -> None:
    """Both play alike, which is known before their texts are held against one another: wherever that is broken off, none is overlooked."""
    made = programs(tmp_path, GAME, GAME.replace("rest {pile}", "rest {pile + your.secret - your.secret}"))
    whole, codes = _broken_off(made, 10**6, [])
    assert whole.verdict == PROVED and whole.words and not whole.said
    for looks in range(1, 1000):
        found, _ = _broken_off(made, looks, codes)
        assert found.verdict != PROVED or found.words == whole.words or found.said
        if found.verdict == PROVED:
            return
    raise AssertionError("it is never proved")


def test_other_code_that_forbids_the_same_says_the_same(tmp_path: Path) -> None:
    made = compared(*programs(tmp_path, GAME, GAME.replace("n != 2", "n + 1 != 3")))
    assert made.verdict == PROVED and not made.identical and not made.words and not made.said


@pytest.mark.parametrize(("old", "new", "whats"), [
    ("rain?", "snow?", ["the question"]), ("{p} is late", "{p.left} is late", ["what may be declared"]), ("1 of 10", "2 of 20", []), ("1 of 2", "2 of 4", []),
])  # fmt: skip
def test_what_comes_of_itself(tmp_path: Path, old: str, new: str, whats: list[str]) -> None:
    """What the table is asked, and what may be declared; what comes as likely is the same, by whatever numbers."""
    made = compared(*programs(tmp_path, COMING, COMING.replace(old, new)))
    assert made.apart is None and [word.what for word in made.words] == whats


def test_what_is_not_as_likely_is_another_game(tmp_path: Path) -> None:
    assert compared(*programs(tmp_path, COMING, COMING.replace("1 of 2", "2 of 3"))).verdict == REFUTED


@pytest.mark.parametrize("keys", ["2..4", "0..3"])
def test_keys_are_the_same_where_they_are_called_the_same(tmp_path: Path, keys: str) -> None:
    """Of other keys a variable holds something else, in whatever place; what only one of them has is told."""
    other = GAME.replace("mark[n in 1..3]", f"mark[n in {keys}]").replace("mark[n] = 1", "mark[3] = 1")
    made = compared(*programs(tmp_path, GAME.replace("mark[n] = 1", "mark[2] = 1"), other))
    assert made.verdict == REFUTED and made.apart is not None and made.apart.what == "view"
    alike = compared(*programs(tmp_path, GAME.replace("mark[n] = 1", "mark[3] = 1"), other))
    assert alike.apart is None and alike.verdict != PROVED and alike.pairing is not None
    alone = {"2..4": (["variable `mark[1]`"], ["variable `mark[4]`"]), "0..3": ([], ["variable `mark[0]`"])}
    assert alike.pairing.alone == alone[keys]


def test_one_name_for_what_others_own_is_told(tmp_path: Path) -> None:
    other = GAME.replace('    mark[n in 1..3] "{n}": 0..3\n', "").replace("each player:\n", "each player:\n    mark: 0..3\n")
    made = compared(*programs(tmp_path, GAME, other.replace("mark[n] = 1", "your.mark = 1")))
    assert made.pairing is not None and made.pairing.alone == (["variable `mark`"], ["variable `mark`"])


def test_in_what_order_a_fan_lies_is_seen(tmp_path: Path) -> None:
    for other, verdict in ((FAN.replace("to p.hand", "to bottom of p.hand"), REFUTED), (FAN.replace("count(p.hand)", "count(c for c in p.hand)"), PROVED)):
        made = compared(*programs(tmp_path, FAN, other))
        assert made.verdict == verdict and not made.identical
    hidden = FAN.replace("fan, own", "fan, hidden").replace("deck: pile", "deck: pile, hidden")
    assert compared(*programs(tmp_path, hidden, hidden.replace("to p.hand", "to bottom of p.hand"))).apart is None
