"""After any edits the answers are those of a text that is read for the first time. `python -m tests.service.test_incremental 20000` makes more."""

from __future__ import annotations

import sys
from operator import is_
from pathlib import Path
from random import Random

import pytest

from ruledsl.lower import trial
from ruledsl.lower.looked_at import same
from ruledsl.pipeline import check_file
from ruledsl.resources import bundled_games
from ruledsl.service import Workspace
from ruledsl.service.complete import complete
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax import tree as t
from ruledsl.syntax.pieces import VERSIONS, Reading, read, real_fault
from tests import few
from tests.service.edits import edited
from tests.service.hunt import FILES, differing, prepared, session

PARTS = (t.Param, t.Constant, t.Effect, t.Hook, t.Patch, t.Def, t.ComponentLine)
SHORT = [f for f in FILES if f.stat().st_size < 9_000]


def in_one_reading(text: str, reading: Reading) -> None:
    tree, faults = parse(Source("f", text))
    assert [real_fault(d, {"f": reading}) for d in reading.faults] == faults
    assert reading.tree.declarations == tree.declarations
    assert {reading.real_line(n): tags for n, tags in reading.tree.tags.items()} == tree.tags
    assert {reading.real_line(n): words for n, words in reading.tree.comments.items()} == tree.comments


@pytest.mark.parametrize("seed", few.seeds(8))
def test_a_tree_is_that_of_a_text_read_for_the_first_time(seed: int) -> None:
    chance = Random(seed)
    text = chance.choice(FILES if seed % 4 == 0 else SHORT).read_text(encoding="utf-8")
    reading: Reading | None = None
    for _ in range(few.of(30)):
        reading = read(Source("f", text), reading)
        in_one_reading(text, reading)
        text = edited(chance, text)


def test_what_is_wrong_in_a_hole_of_a_text_is_told() -> None:
    """Also what is no part of the language, which is seen where a hole is taken apart."""
    for wrong in ("{p$}", "{p 3}", "{p@a}", "{}", "{p", "p}", "{0x3}"):
        text = f'game "G":\n    players 2\nplay:\n    players.first chooses go\naction go(p in players):\n    "to {wrong}"\n    pass\n'
        reading = read(Source("f", text), None)
        assert reading.faults and [d.code for d in reading.faults] == [d.code for d in parse(Source("f", text))[1]]
        in_one_reading(text, reading)


def test_a_fault_stands_among_the_lines_that_it_is_about() -> None:
    """A tab below lines that stand too far to the left: of that line nothing more is said."""
    text = 'phase p():\n        a()\nelse:\n        b()\n\tx\ntest "e":\n    given p():\n'
    in_one_reading(text, read(Source("f", text), None))


@pytest.mark.parametrize("game", ["cloud-nine", "chess"])
def test_what_is_taken_back_is_as_it_was(game: str) -> None:
    """Also where the text fell into other pieces meanwhile."""
    first = bundled_games()[game].read_text(encoding="utf-8")
    reading = before = read(Source("f", first), None)
    lines = first.split("\n")
    heads = [n for n, line in enumerate(lines) if line and line[0].isalpha()]
    for n in (heads[len(heads) // 3], heads[-1]):
        broken = [*lines[:n], "and x", *lines[n + 1 :]]
        broken[heads[1]], broken[heads[-2]] = broken[heads[-2]], broken[heads[1]]
        reading = read(Source("f", "\n".join(broken)), reading)
        in_one_reading("\n".join(broken), reading)
        reading = read(Source("f", first), reading)
        assert all(map(is_, reading.tree.declarations, before.tree.declarations))


def test_what_was_changed_and_taken_back_often_is_what_it_was() -> None:
    """Also when something else is changed then: the last versions of a declaration are remembered, the one that came back among them."""
    first = bundled_games()["cloud-nine"].read_text(encoding="utf-8")
    reading = before = read(Source("f", first), None)
    for n in range(VERSIONS + 1):
        reading = read(Source("f", first.replace("card Hen is Gold:", f"card Hen{n} is Gold:")), reading)
        reading = read(Source("f", first), reading)
    reading = read(Source("f", first.replace("no Corns and no Snakes", "no Corns nor Snakes")), reading)
    held = [[inner for d in r.tree.declarations for inner in (d.body if isinstance(d, t.InModes) else (d,))] for r in (before, reading)]
    assert len(held[0]) > 100 and all(map(is_, *held))


def hunt(seed: int, steps: int, files: list[Path], folder: Path) -> None:
    """Edits of one file; its problems are those that a check of the whole file has."""
    chance = Random(seed)
    for each in FILES:
        folder.joinpath(each.name).write_bytes(each.read_bytes())
    path = folder / chance.choice(files).name
    first = text = path.read_text(encoding="utf-8")
    workspace = Workspace()
    for _ in range(steps):
        path.write_text(text, encoding="utf-8")
        got = workspace.change(str(path), text).problems
        assert got == check_file(str(path))[0], f"seed {seed}: {path.name}"
        text = first if chance.random() < 0.4 else edited(chance, text)


@pytest.mark.parametrize("seed", few.seeds(10))
def test_problems_are_those_of_a_check_of_the_whole_file(seed: int, tmp_path: Path) -> None:
    hunt(seed, 25, SHORT, tmp_path)


@pytest.mark.parametrize("text", ["board yard: grid 3 by 3\n", "# a word\n\ntable: a: 0..9\n", "\n  \n", "", "# a word", "\ufefftable: a: 0..9\nenum A: b\n"])
def test_a_missing_head_is_told_where_the_file_begins(text: str, tmp_path: Path) -> None:
    (path := tmp_path / "head.rules").write_text(text, encoding="utf-8")
    workspace = Workspace()
    for _ in range(2):
        assert workspace.change(str(path), text).problems == check_file(str(path))[0]


CROOKED = ("    x", "   t  B: c", "   t (B,\n 2): c", "   t B.c == [1,\n\n\n 2")


@pytest.mark.parametrize("line", CROOKED)
@pytest.mark.parametrize("head", ["mode solo:", 'variant "V" of "pig":', "action a():"])
def test_a_line_in_a_mode_that_goes_over_into_the_next_piece_is_answered_at_once(head: str, line: str, tmp_path: Path) -> None:
    """The numbers of its own lines lie far apart there: what is between is never gone through."""
    text = f'game "A":\n    players 2\n{head}\n{line}\n    then:\n        x\n'
    (path := tmp_path / "crooked.rules").write_text(text, encoding="utf-8")
    assert Workspace().change(str(path), text).problems == check_file(str(path))[0]
    in_one_reading(text, read(Source("f", text), None))


@pytest.mark.parametrize("seed", few.seeds(6))
def test_all_answers_are_those_of_a_text_read_for_the_first_time(seed: int, tmp_path: Path) -> None:
    """With files beside it that are open and edited, too. `python -m tests.service.hunt 20000` makes more."""
    prepared(tmp_path)
    _, versions, wrong = session(seed, tmp_path, 15, SHORT)
    assert not wrong, f"{versions[-1][0]}: {wrong}"


HANDED = """game "Handed":
    players 1..2
card Coin(n: 1..3)
components:
    left: 2 of Coin(n) for n in 1..3
table:
    left: pile
    right: pile
each player:
    score: 0..9
def worth(cards) = sum(c.n for c in cards)
action take(c in left):
    your.score = min(9, worth(left) + worth(right))
    move c to right
play:
    repeat 2 times:
        players.first chooses take
winner: highest score
"""


def test_answers_are_about_what_is_written(tmp_path: Path) -> None:
    """Not about the copies that are made of what is given zones: whether there are any hangs on whether all can be read."""
    (path := tmp_path / "handed.rules").write_text(HANDED, encoding="utf-8")
    workspace = Workspace()
    line = HANDED[: HANDED.index("= min")].count("\n") + 1
    for text in (HANDED, HANDED.replace("play:", "play:\n    ]"), HANDED.replace("winner:", "]winner:"), HANDED):
        path.write_text(text, encoding="utf-8")
        document = workspace.change(str(path), text)
        _ = document.problems
        offered = {c.label for c in complete(document, line, 18)}
        assert "worth" in offered and not any("." in label for label in offered)
        assert not differing(workspace, str(path), [(line, 18), (11, 11), (11, 17)], check=True)


SET_UP = """game "Set up":
    players 1..3
option spare: 0..900 = 2
card Coin(n: 1..3):
    worth = n
components:
    left: many() + spare of Coin(n) for n in 1..3
table:
    left: pile
    right: pile
def many() = 2 * few()
def few() = 1
def spare_coins(p) = 0
action take(c in left):
    move c to right
play:
    repeat 2 times:
        players.first chooses take
winner: highest spare_coins
"""


IMPOSSIBLE = [
    ("= 2\n", "= 900\n"), ("2 * few()", "900 * few()"), ("few() = 1", "few() = 901"), ("for n in 1..3", "for n in 1..4"), ("spare of", "spare - 7 of"),
]  # fmt: skip


@pytest.mark.parametrize(("was", "becomes"), IMPOSSIBLE)
def test_what_cannot_be_set_up_any_more_is_told(was: str, becomes: str, tmp_path: Path) -> None:
    """Whatever it hangs on, also by defs; and what can be again is so."""
    (path := tmp_path / "set-up.rules").write_text(SET_UP, encoding="utf-8")
    workspace = Workspace()
    for text in (SET_UP, SET_UP.replace(was, becomes), SET_UP.replace("repeat 2", "repeat 1"), SET_UP.replace(was, becomes).replace("repeat 2", "repeat 1")):
        path.write_text(text, encoding="utf-8")
        problems = workspace.change(str(path), text).problems
        assert problems == check_file(str(path))[0] and (was in text) != any(d.code == "E0801" for d in problems)


@pytest.mark.parametrize("line", ["    phase lost(p)", "    def lost(p) = (1 + p", "    phase lost(p):", "    phase lost(p): draw p", '    def lost(p) = "'])
def test_what_is_wrong_in_one_declaration_of_a_mode_leaves_the_others_alone(line: str) -> None:
    """Also where it might be felt in the next one; no other is read again."""
    first = bundled_games()["cloud-nine"].read_text(encoding="utf-8")
    reading = before = read(Source("f", first), None)
    lines = first.split("\n")
    inside = lines.index("mode group:")
    place = next(n for n in range(inside + 40, len(lines)) if lines[n].startswith("    phase "))
    text = "\n".join([*lines[:place], line, *lines[place:]])
    reading = read(Source("f", text), reading)
    in_one_reading(text, reading)
    held = [{id(inner) for d in r.tree.declarations if isinstance(d, t.InModes) for inner in d.body} for r in (before, reading)]
    assert reading.faults and len(held[0] - held[1]) <= 1


def test_a_mode_is_held_against_how_it_stood_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last time first: other modes, and versions before, are not gone through."""
    held: list[bool] = []
    monkeypatch.setattr(trial, "same", lambda one, other: held.append(same(one, other)) or held[-1])
    first = bundled_games()["cloud-nine"].read_text(encoding="utf-8")
    workspace = Workspace()
    other, *alike = (first.replace("total: 0..9999", f"total:{written}") for written in (" 0..9998", "  0..9999", " 0 .. 9999", "   0..9999"))
    for text in (first, other, alike[0], first):
        _ = workspace.change("cloud-nine.rules", text).problems
    held.clear()
    for text in alike[1:]:
        assert not workspace.change("cloud-nine.rules", text).problems
    assert held and all(held) and len(held) <= 6


IN_PARTS = """card Hen(n: 1..9) "{n}" is Bird:
    eggs = n
    effect lay: move this to nest
    effect stay: pass
    before turn(p) if this in p.front: stay(p)
    after turn(p): stay(p)
ruling some: a or b "Which?"
    a:
        def worth() = 1
        def least() = 2
components:
    nest: 2 of Hen(n) for n in 1..9
    stock: 1 of Hen(1)
"""


BESIDE = [("stay: pass", "stay: move this to stock", 1), ("= n\n", "= 2\n", 1), ("= 2\n", "= 3\n", 2), ("stock: 1", "stock: 2", 1)]


@pytest.mark.parametrize(("was", "becomes", "anew"), BESIDE)
def test_what_stands_in_a_declaration_beside_a_change_is_what_it_was(was: str, becomes: str, anew: int) -> None:
    """An effect, a hook, a line of the box, what a ruling declares: each is read by itself. Of rulings a value and what it declares are new."""
    before = read(Source("f", IN_PARTS), None)
    after = read(Source("f", text := IN_PARTS.replace(was, becomes)), before)
    in_one_reading(text, after)
    held = [{id(part): part for d in r.tree.declarations for part in t.within(d, *PARTS)} for r in (before, after)]
    assert len(held[0]) == len(held[1]) == 13 and len(held[1].keys() - held[0].keys()) == anew


LOOKED_AT = """game "Looked at":
    players 2
option most: 0..9 = 3
card Coin(n: 1..3)
components:
    left: 2 of Coin(n) for n in 1..3
table:
    left: pile
    taken: 0..9
each player:
    score: 0..9
    hand: hand of Coin
def worth(c) = count_of(c)
def count_of(c) = 1
def good(p) = p.score
def better(p) = good(p)
action take(c in left):
    require worth(c) > 0
    taken = min(9, taken + most)
    your.score = min(9, your.score + taken)
    move c to your.hand
play:
    for p in players: move top of left to p.hand
    shuffle left
    repeat 2 times:
        players.first chooses take
winner: highest better
"""


@pytest.mark.parametrize(
    ("was", "becomes"),
    [("count_of(c) = 1", "count_of(c) = c.n"), ("count_of(c) = 1", "count_of(c) = count(p for p in players if c in p.hand)"), ("= p.score", "= p.hand"),
     ("most: 0..9", "most: 0..0"), ("taken: 0..9", "taken: 4..9"), ("left: pile", "left: row"), ("shuffle left", "pass"), ("def count_of(c) = 1\n", "")],
)  # fmt: skip
def test_what_a_declaration_leads_to_is_looked_at_again(was: str, becomes: str, tmp_path: Path) -> None:
    """However many names lie between: what was right before may be wrong, and is right again when that is taken back."""
    (path := tmp_path / "looked-at.rules").write_text(LOOKED_AT, encoding="utf-8")
    workspace = Workspace()
    assert was in LOOKED_AT
    for text in (LOOKED_AT, LOOKED_AT.replace(was, becomes), LOOKED_AT.replace("repeat 2", "repeat 1"), LOOKED_AT.replace(was, becomes)):
        path.write_text(text, encoding="utf-8")
        assert workspace.change(str(path), text).problems == check_file(str(path))[0]


LED_TO = """game "Led to":
    players 2
card Coin(n: 1..3, gold: bool):
    eggs = laid(n)
components:
    left: 2 of Coin(n, gold) for n in 1..3 for gold in {true, false}
table:
    left: pile, hidden
each player:
    score: 0..99
    hand: hand of Coin
meld row(coin: Coin):
    set: 2..4
    rank: coin.n
    worth: points(coin)
def points(coin) = coin.n
def laid(n) = n + 1
def over_left(p) = row.deadwood(p.hand)
def without(p, coin) = row.deadwood([c for c in p.hand if c != coin])
def eggs_of(p) = sum(coin.eggs for coin in p.hand)
action stop(coin in your.hand):
    require without(you, coin) > 2 else "{without(you, coin)} are left"
    your.score = over_left(you) + eggs_of(you)
    move coin to left
play:
    for p in players: move top 3 of left to p.hand
    players.first may stop
winner: highest score
"""


@pytest.mark.parametrize(
    ("was", "becomes"),
    [("def points(coin) = coin.n\n", ""), ("= coin.n\ndef laid", "= 3 - coin.n\ndef laid"), ("= coin.n\ndef laid", "= coin.gold\ndef laid"),
     ("def laid(n) = n + 1\n", ""), ("def laid(n) = n + 1", "def laid(n) = n > 1"), ("def laid(n) = n + 1", "def laid(n) = n - 2")],
)  # fmt: skip
def test_what_melds_and_cards_lead_to_is_looked_at_again(was: str, becomes: str, tmp_path: Path) -> None:
    """Also where a body names them alone, and another body is changed as well."""
    path, workspace = tmp_path / "led-to.rules", Workspace()
    assert was in LED_TO
    other = LED_TO.replace("coin) > 2", "coin) > 1")
    for text in (LED_TO, other.replace(was, becomes), LED_TO, LED_TO.replace(was, becomes)):
        path.write_text(text, encoding="utf-8")
        assert workspace.change(str(path), text).problems == check_file(str(path))[0]
        assert not differing(workspace, str(path), [(19, 20), (22, 25), (24, 14)], False)


SIGNED = """game "Signs":
    players 2
card Number(n: 1..9) "{n}"
components:
    deck: 1 of Number(n) for n in 1..9
table: deck: pile
combination trick(cards):
    values: [c.n for c in cards]
    size: 1..4
    signs: some()
    target: 9
def some() = {plus, minus}
def others() = some()
play:
    players.first chooses go
action go(): pass
winner: highest score
def score(p) = 0
"""


def test_signs_have_names_only_where_something_combines(tmp_path: Path) -> None:
    path, workspace = str(tmp_path / "signs.rules"), Workspace()
    for text in (SIGNED, SIGNED.replace("combination trick(cards)", "combination trick(cards")):
        assert workspace.change(path, text) and not differing(workspace, path, [(13, 16)], False)


if __name__ == "__main__":
    import tempfile

    for number in range(1_000, 1_000 + int(sys.argv[1]) // 25):
        with tempfile.TemporaryDirectory() as where:
            hunt(number, 25, FILES, Path(where))
