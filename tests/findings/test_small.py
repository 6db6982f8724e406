"""Games made small by machine: what ran still runs, every line stays where it is, and what is so in the small game alone refutes nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from ruledsl.findings.lifted import UNTRIED, Lifted, _lifted, lifted, verify_small
from ruledsl.findings.mutants import with_trees
from ruledsl.findings.shrinkable import changes
from ruledsl.findings.small import LEAST, Played, Small, played
from ruledsl.findings.verdicts import BOUNDED, PROVED, REFUTED, Setting
from ruledsl.findings.verify import verify
from ruledsl.ir.program import Program
from ruledsl.pipeline import load as rules_of
from ruledsl.pipeline import lower
from ruledsl.record import replace
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import GONE, changed, within
from tests.findings.games import line
from tests.laws.proving import wrong_claims

GAME = """game "Market":
    players 2

enum Good: grain, wool, ore, salt, amber
card Crate(good: Good, size: 1..4)

chart price:
    good   coins
    grain  1
    wool   2
    ore    3
    salt   4
    amber  5

option days: 1..30 = 12

components:
    ship: 2 of Crate(good, size) for good in Good for size in 1..4

table:
    ship: pile, hidden
    quay: heap
    late: 0..99

each player:
    hand:  hand, own
    score: 0..9999

play:
    shuffle ship
    for p in players: move top {hand} of ship to p.hand
    repeat days times:
        for p in players: turn(p)

phase turn(p):
    p chooses sell or wait

action sell(crate in your.hand):
    "sell {{crate}}"
    require crate.good is not ore or {condition} else "no ore"
    move crate to quay
    your.score += price.coins[crate.good] * crate.size

action wait():
    "wait"
    {waiting}

invariant "crates": count(all cards) == 40
winner: highest score
"""


def small_of(folder: Path, going: bool = True, **parts: str) -> tuple[Path, Small, Program]:
    path = folder / "market.rules"
    path.write_text(GAME.format(**{"condition": "late > 0", "waiting": "late = 1", "hand": "5", **parts}))
    rules = rules_of(str(path))
    small = Small(rules, 2, {}, lambda: going)
    return path, small, lower(rules, 2, {}, watched=True)


def verified(folder: Path, looks: int = 100_000, **parts: str) -> tuple[Path, Lifted]:
    path, small, whole = small_of(folder, **parts)
    left = iter(range(looks, -1, -1))
    return path, verify_small(small, whole, 100_000, lambda: next(left, 0) / looks, [])


def test_what_is_changed_is_the_tree_and_what_is_not_stays_the_same_node() -> None:
    tree, _ = parse(Source("a.rules", 'game "A":\n    players 2\n\nenum E: one, two, three\n\nplay:\n    repeat 7 times: pass\n'))
    (number,) = [n for n in within(tree.declarations[-1], t.Number) if n.value == 7]
    two = next(v for v in within(tree.declarations[1], t.EnumValue) if v.name == "two")
    other = changed(tree, {id(number): t.Number(3, span=number.span), id(two): GONE})
    assert other.declarations[0] is tree.declarations[0] and changed(tree, {}) is tree
    assert [v.name for v in within(other.declarations[1], t.EnumValue)] == ["one", "three"]
    (new,) = within(other.declarations[-1], t.Number)
    assert (new.value, new.span) == (3, number.span) and tree.declarations[1] is not other.declarations[1]


def test_everything_is_smaller_and_all_that_ran_runs(tmp_path: Path) -> None:
    path, small, whole = small_of(tmp_path)
    small.begin()
    before = small.played.size
    while small.shrink():
        pass
    assert LEAST <= small.played.size < before / 4 and small.lost == frozenset() and small.aside == ("crates",)
    assert small.wanted <= small.played.came.keys() and any(span.line == line(path, "your.score +=") for span in small.wanted)
    program = lower(small.rules, 2, {})
    assert len(program.cards) < len(whole.cards) / 2
    assert any(words.startswith("values of Good that no rule names:") and words.endswith("for 4") for words in small.made.values())
    again = played(program, lambda: True)
    assert (again.size, dict(again.came)) == (small.played.size, dict(small.played.came))


def test_what_no_game_hangs_on_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it may be less is no question of how much less; each trial takes as long as thirty games. Where places may be lost, what costs few comes first."""
    _, small, _ = small_of(tmp_path, waiting="late = 1\n    if count(all cards) > 60: late = 0")
    small.begin()
    first, same = small.played, list[Played]()

    def noted(program: Program, going: Callable[[], bool]) -> Played:
        found = played(program, going)
        same.extend([found] if found == small.played else [])
        return found

    monkeypatch.setattr("ruledsl.findings.small.played", noted)
    while small.shrink():
        pass
    assert small.played != first and 0 < len(same) == len(small.still)
    costs = [small.costs.get(span, len(small.wanted)) for span in small._in_order(True)]
    assert costs == sorted(costs) and len({*costs}) > 1


def test_what_holds_of_the_small_game_is_bounded_and_so_by_brute_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruledsl.findings.small.LEAST", 6)
    monkeypatch.setattr("ruledsl.findings.lifted.FITS", 9)
    _, found = verified(tmp_path, hand="1")
    assert found.explored.whole and found.explored.findings == found.only == []
    assert {claim.verdict for claim in found.explored.claims} == {BOUNDED}
    assert all(claim.message.endswith(" (in the small game)") for claim in found.explored.claims)
    how, wrong = wrong_claims(lower(found.small.rules, 2, {}, watched=True), 30_000)
    assert how and not wrong


def test_what_is_refuted_in_the_small_game_is_shown_in_the_whole_one(tmp_path: Path) -> None:
    path, found = verified(tmp_path, waiting="late = 100 // (1 - late)")
    assert [(f.verdict, f.kind, f.span.line) for f in found.explored.findings] == [(REFUTED, "out-of-bounds", line(path, "late = 100"))]
    assert found.only == [] and found.explored.findings[0].witness is not None


def test_what_is_so_in_the_small_game_alone_refutes_nothing(tmp_path: Path) -> None:
    """Twelve days are no fault; one is."""
    path, small, whole = small_of(tmp_path, waiting="late = 9 // (days // 12)", hand="1")
    (days,) = [n for tree in small.rules.layers for n in within(tree.declarations[4], t.Number) if n.value == 12]
    fewer = with_trees(small.rules, [changed(tree, {id(days): t.Number(1, span=days.span)}) for tree in small.rules.layers])
    assert fewer is not None
    found = verify(lower(fewer, 2, {}, watched=True), Setting(2, {}), 3000, lambda: True, [])
    (one,) = [f for f in found.findings if f.kind == "out-of-bounds"]
    assert one.span.line == line(path, "late = 9") and lifted(whole, one, lambda: True) is None
    small.begin()
    while small.shrink():
        pass
    assert days.span not in small.made and small.made and small.played.faults == frozenset()


def test_without_time_nothing_is_said(tmp_path: Path) -> None:
    _, small, whole = small_of(tmp_path, going=False)
    found = verify_small(small, whole, 100_000, lambda: 0.0, [])
    assert small.made == {} and not found.explored.whole


def test_games_that_are_looked_at_end_with_the_time(tmp_path: Path) -> None:
    """What a table is like is found out by the reference, which may take long; of what was broken off nothing is made."""
    asked = count()
    _, small, whole = small_of(tmp_path)
    small.going = lambda: next(asked) < 20
    small.begin()
    assert next(asked) < 25 and not small.shrink() and not small.shrink(losing=True) and small.made == {}
    parts = iter([1.0] * 20)
    found = verify_small(replace(small, judged=True), whole, 100_000, lambda: next(parts, 0.0), [])
    assert found.small.made == {} and found.explored.transitions <= 400


BOARD = """game "Blocks":
    players 2

board field: grid 6 by 6
    "x": mark = players.first
    "o": mark = players.last

option moves: 1..20000 = 10000

table:
    made: 0..moves

each cell:
    mark: player or none

play:
    field = "x5/6/2xo2/2ox2/6/6"
    turns p in players while any(square.mark is none for square in field) at most 100 times:
        p chooses take or leave
        made += 1
        if made == moves: end game

action take(square in field):
    require square.mark is none and any(other.mark is not none for other in square.neighbours)
    square.mark = you

action leave():
    require made > 3

winner: highest count_of
def count_of(p) = count(square for square in field if square.mark == p)
"""


def board_of(folder: Path) -> Small:
    path = folder / "blocks.rules"
    path.write_text(BOARD)
    return Small(rules_of(str(path)), 2, {}, lambda: True)


def test_of_a_board_the_middle_is_left_with_what_stands_there(tmp_path: Path) -> None:
    small = board_of(tmp_path)
    change = next(change for change in changes(small.rules.layers) if change.name == "rows and columns of `field`:")
    assert change.now == 6
    for number, rows in ((4, ("....", ".xo.", ".ox.", "....")), (3, ("...", ".xo", ".ox"))):
        rules = small._with(change.to(number))
        assert rules is not None
        pictures = [picture for tree in rules.layers for one in tree.declarations for picture in within(one, t.Picture)]
        assert [tuple(row.text for row in picture.rows) for picture in pictures] == [rows]
        assert len(lower(rules, 2, {}).boards[0].rows) == number


def test_a_bound_that_games_at_random_do_not_come_to_is_made_smaller_where_places_may_be_lost(tmp_path: Path) -> None:
    small = board_of(tmp_path)
    small.begin()
    size = small.played.size
    for losing in (False, True):
        change = next(change for change in changes(small.rules.layers) if change.name == "`moves`")
        any(small._take(losing, (change, value)) for value in change.values())
        assert [*small.made.values()] == (["`moves` 100 for 10000"] if losing else [])
        small.idle.clear()
    assert small.played.size == size


DEALT = """game "Dealt":
    players 2
option days: 1..9 = 4
card Egg
components:
    stock: 24 of Egg
table:
    stock: pile, hidden
    gone: heap
each player:
    hand: hand, own
    laid: 0..9
play:
    repeat 6 times:
        for p in players: move top of stock to p.hand
    while stock is not empty at most count(all cards) - 6 * count(players) times: players.first chooses draw or stop
    repeat days times: players.last chooses lay
action draw():
    move top of stock to gone
action stop():
    end game
action lay():
    your.laid += 1
winner: highest laid
"""


def test_what_a_change_alone_makes_wrong_takes_the_change_back(tmp_path: Path) -> None:
    path = tmp_path / "dealt.rules"
    path.write_text(DEALT, encoding="utf-8")
    small = Small(rules_of(str(path)), 2, {}, lambda: True)
    small.begin()
    for now, value in ((4, 1), (6, 1)):
        change = next(one for one in changes(small.rules.layers) if one.now == now)
        small.values[change.span], small.made[change.span] = value, change.words(value)
    small.rules, values = small._again(small.values)
    assert values == small.values
    found = verify(lower(small.rules, 2, {}, watched=True), Setting(2, {}), 10**6, lambda: True, [])
    assert [one.kind for one in found.findings] == ["beyond-bound"] and lifted(lower(small.first, 2, {}, watched=True), found.findings[0], lambda: True) is None
    assert small.take_back(lambda program: lifted(program, found.findings[0], lambda: True) is not None)
    assert list(small.made.values()) == ["`days` 1 for 4"] and not small.lost
    small.shrink()
    assert not any("for 6" in words for words in small.made.values())


def test_a_way_of_many_answers_is_shown_in_the_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "asked.rules"
    path.write_text(
        'game "Asked":\n    players 1\nenum Said: on, off\neach player:\n    said: Said\n    score: 0..1\nplay:\n    for p in players:\n'
        '        while p.said is on at most 510 times: p chooses p.said in Said "on?"\nwinner: highest score\n', encoding="utf-8",
    )  # fmt: skip
    program = lower(rules_of(str(path)), 1, {}, watched=True)
    (found,) = verify(program, Setting(1, {}), 10**5, lambda: True, []).findings
    shown = lifted(program, found, lambda: True)
    assert shown is not None and (shown.verdict, shown.kind, shown.span) == (REFUTED, "beyond-bound", found.span)
    assert shown.witness is not None and len(shown.witness.answers) > 500
    assert lifted(program, found, lambda: False) is None


def test_what_there_was_no_time_to_show_is_not_taken_back_and_said(tmp_path: Path) -> None:
    path = tmp_path / "dealt.rules"
    path.write_text(DEALT, encoding="utf-8")
    time = [1.0]
    small = Small(rules_of(str(path)), 2, {}, lambda: time[0] > 0)
    small.begin()
    change = next(one for one in changes(small.rules.layers) if one.now == 6)
    small.values[change.span], small.made[change.span] = 1, change.words(1)
    small.rules, _ = small._again(small.values)
    made = dict(small.made)

    def none_left(program: Program) -> bool:
        time[0] = 0
        return False

    assert not small.take_back(none_left) and small.made == made
    explored = verify(lower(small.rules, 2, {}, watched=True), Setting(2, {}), 10**6, lambda: True, [])
    (only,) = _lifted(small, lower(rules_of(str(path)), 2, {}, watched=True), explored, small.going).only
    assert only.kind == "beyond-bound" and only.message.endswith(UNTRIED)


def test_of_an_option_that_a_variant_sets_anew_its_value_is_made_smaller_below_the_least_of_the_base(tmp_path: Path) -> None:
    (tmp_path / "dealt.rules").write_text(DEALT.replace("days: 1..9 = 4", "days: 3..9 = 4"), encoding="utf-8")
    path = tmp_path / "longer.rules"
    path.write_text('variant "Longer" of "dealt":\n    option days = 9\n', encoding="utf-8")
    small = Small(rules_of(str(path)), 2, {}, lambda: True)
    (change,) = [one for one in changes(small.rules.layers) if one.name == "`days`"]
    rules = small._with(change.to(1))
    assert change.now == 9 and rules is not None and lower(rules, 2, {}).players == 2
    options = [one for tree in rules.layers for part in tree.declarations for one in within(part, t.Option)]
    assert [number.value for one in options for number in within(one, t.Number)] == [1, 9, 4, 1]


def test_no_more_is_made_smaller_than_is_asked_for(tmp_path: Path) -> None:
    _, small, _ = small_of(tmp_path)
    small.begin()
    rules = small.rules
    assert not small.shrink(small.played.size) and small.rules is rules


def test_of_a_number_that_hangs_on_something_each_is_a_change(tmp_path: Path) -> None:
    path = tmp_path / "dealt.rules"
    path.write_text(DEALT.replace("1..9 = 4", "3..9 = 7 if count(players) == 2 else 5"), encoding="utf-8")
    small = Small(rules_of(str(path)), 2, {}, lambda: True)
    days = [change for change in changes(small.rules.layers) if change.name == "`days`"]
    assert [change.now for change in days] == [7, 5] and all(small._with(change.to(1)) is not None for change in days)


def test_where_nothing_is_made_small_it_is_the_whole_game(tmp_path: Path) -> None:
    rules = rules_of("tic-tac-toe")
    whole = lower(rules, 2, {}, watched=True)
    found = verify_small(Small(rules, 2, {}, lambda: True), whole, 100_000, lambda: 1.0, [])
    assert not found.small.made and not found.small.aside
    assert found.explored.claims == verify(whole, Setting(2, {}), 100_000, lambda: True, []).claims and PROVED in {c.verdict for c in found.explored.claims}
