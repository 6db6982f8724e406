"""Options that are made when they are looked at are those that are made all at once."""

from __future__ import annotations

import gc
import pickle
from array import array
from random import Random

import pytest

import ruledsl
from ruledsl.engine import Choice, chains
from ruledsl.engine.ids import alike, uncounted
from ruledsl.engine.menus import Menu, choices, sent
from ruledsl.ir.asked import asked_after
from ruledsl.native.listing import Rows
from ruledsl.record import fields
from tests.bundled import bundled
from tests.engine.table import climbing, counting
from tests.work import at_most


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_menu_is_a_sequence(engine: str) -> None:
    match = ruledsl.load("tic-tac-toe").start(seed=1, engine=engine)
    menu, whole = match.decision.options, match.legal()  # type: ignore[union-attr]
    assert len(menu) == len(whole) and menu == tuple(choices(match.position, 0)) and hash(menu) == hash(tuple(whole))
    assert menu[-1] is whole[-1] and menu[3:5] == tuple(whole[3:5]) and whole[7] in menu
    with pytest.raises(IndexError):
        menu[len(whole)]


def test_what_is_not_read_is_not_put_into_words() -> None:
    match = ruledsl.load("gomoku").start(seed=1, engine="native")
    match.play(100)
    menu = match.moments[0].position.words.said
    assert len(menu) == 1 and match.history.moves[0].label


@pytest.mark.parametrize("name", ["code-of-pegs", "go-fish", "crazy-eights", "checkers", "surprise-egg"])
def test_what_is_sent_is_what_the_options_are_called_in_every_state(name: str) -> None:
    game = bundled(name)
    sorts = set()
    for seed in (1, 2):
        match = game.start(seed=seed, engine="interp" if seed == 1 else "native")
        for turn in range(12):
            position, decision = match.position, match.decision
            assert decision is not None
            for seat in (n for n in range(len(match.seats)) if n in position.waiting):
                assert sent(position, seat) == sent(position, seat) == [(o.full, o.id) for o in choices(position, seat)]
                sorts.add((seat, tuple(map(tuple, choices(position, seat).moves))) in position.words.menus)  # type: ignore[attr-defined]
            match.play(turn * 5 % len(decision.options))
    assert (True in sorts) and (False in sorts) == (name in {"code-of-pegs", "crazy-eights", "surprise-egg"})


def test_a_chosen_option_says_what_it_was_called_among_others_that_are_gone() -> None:
    match = climbing()
    option = match.legal()[0]
    ids = [(o.id, o.apart) for o in match.legal()]
    again = choices(match.position, 0)[0]
    gc.collect()
    assert (again.id, again.apart) == ids[0] and again == option and repr(again) == repr(option)


def test_what_is_typed_lists_a_menu_once_or_twice() -> None:
    """And not once for each option: a menu of 130 fences calls some 25,000 functions."""
    match = ruledsl.load("fences").start(seed=1)
    assert match.why_not("e8") == []
    with at_most(200_000):
        assert match.why_not("e8") == [] and match.why_not("go e4")[0].message == "`e4` is not among the steps"


def test_hundreds_of_names_are_refused_as_soon_as_a_few() -> None:
    match = ruledsl.load("crazy-eights").start(seed=1)
    with at_most(600_000):
        assert match.why_not("x " * 500) and match.why_not("8S " * 300)


def test_a_listed_option_goes_where_records_go() -> None:
    option = counting().legal()[1]
    twin = pickle.loads(pickle.dumps(option))
    assert twin == option and "origin" not in vars(twin)
    assert not any(name in vars(Choice) for name in fields(Choice))
    with pytest.raises(AttributeError, match="nothing_such"):
        option.nothing_such  # type: ignore[attr-defined] # noqa: B018


def test_the_last_hop_is_not_tried_where_nothing_can_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    match = ruledsl.load("amazons").start(2, 1, engine="native")
    program = match.program
    assert asked_after(program, 1) == {0} and program.sites[0].chain == (1,)
    tried = []
    monkeypatch.setattr(match.engine, "behind", lambda block, moves, seat, own=match.engine.behind: tried.extend(moves) or own(block, moves, seat))
    moves = chains.branches(match.position, 0)
    assert moves is not None and len(tried) == len(Menu(match.position, 0)) < sum(branch.count for branch in moves)


@pytest.mark.parametrize("name", ["amazons", "checkers", "nine-mens-morris"])
def test_behind_all_options_of_a_menu_both_engines_stand_at_the_same(name: str) -> None:
    """In the order of the options, to the last byte, and with as much to choose; where the game is over or somebody else chooses, too."""
    native, interp = (ruledsl.load(name).start(2, 1, engine=engine) for engine in ("native", "interp"))
    for _ in range(25):
        seat = native.position.waiting[0]
        rows = Menu(native.position, seat).moves
        moves = [*rows]
        ours, theirs = (match.engine.behind(match.position.block, moves, seat) for match in (native, interp))
        at_once = native.engine.behind(native.position.block, rows, seat)
        assert at_once.asked == ours.asked and all(at_once.state(n).bytes() == ours.state(n).bytes() for n in range(len(moves)))
        assert [*ours.asked] == [*theirs.asked]
        assert [ours.state(n).bytes() for n in range(len(moves))] == [theirs.state(n).bytes() for n in range(len(moves))]
        sites = [asked[1] if asked and asked[2] == 1 << seat else -1 for asked in ours.asked]
        assert ours.counts(sites) == theirs.counts(sites)
        for match in (native, interp):
            match.play(len(match.decision.options) // 2)


@pytest.mark.parametrize("name", ["ufo-chickens", "bantam"])
def test_alike_are_the_options_that_share_an_id(name: str) -> None:
    """Equal cards in no order, those of which one lies in order, and forms of one action: as the ids themselves say, though none is put into words."""
    chance, match, several = Random(4), bundled(name).start(4, seed=4, engine="interp"), 0
    for _ in range(10):
        moves = list(Menu(match.position, match.position.waiting[0]).moves) if match.position.waiting else []
        met: dict[str, list[int]] = {}
        for n, own in enumerate(uncounted(match.position, moves)):
            met.setdefault(own, []).append(n)
        assert alike(match.position, moves) == [those for those in met.values() if len(those) > 1]
        several += len(met) < len(moves)
        match.play(chance.choice(match.decision.options))  # type: ignore[union-attr]
    assert several


def test_rows_are_read_by_columns_where_all_have_as_many_arguments() -> None:
    arity = {0: 2, 1: 2, 2: 0}
    rows = [Rows(array("q", numbers).tobytes(), 3, arity) for numbers in ([0, 5, 6, 1, 7, 8], [2, 9, 9, 2, 9, 9], [0, 5, 6, 2, 9, 9], [])]
    assert [each.columns() for each in rows] == [[[0, 1], [5, 7], [6, 8]], [[2, 2]], [], []]
    assert [*map(list, rows)] == [[(0, 5, 6), (1, 7, 8)], [(2,), (2,)], [(0, 5, 6), (2,)], []]
