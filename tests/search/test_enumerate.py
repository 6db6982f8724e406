"""Small games outright, against numbers that are known."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import ruledsl
from ruledsl.search.enumerate import CHANCE, Counts, TooLarge, Tree, enumerate_game
from ruledsl.search.equilibrium import Arrays, Solver, equilibrium, exact_equilibrium, exploitability, values_of


def tree_of(name: str, players: int = 2, **options: object) -> Tree:
    return enumerate_game(ruledsl.load(name).program(players, options))


@pytest.fixture(scope="module")
def kuhn() -> Tree:
    return tree_of("kuhn-poker")


@pytest.fixture(scope="module")
def leduc() -> Tree:
    return tree_of("leduc-poker")


def test_kuhn_poker(kuhn: Tree) -> None:
    assert kuhn.counts == Counts(4, 24, 30, 12)


def test_leduc_poker(leduc: Tree) -> None:
    assert leduc.counts == Counts(157, 3780, 5520, 936)


def test_cards_that_are_alike_are_one_outcome() -> None:
    assert tree_of("leduc-poker", two_suits=False).counts.information_states == 288


def test_kuhn_poker_with_three() -> None:
    """The tree of three players: 24 deals of 4 cards to 3, 13 ways to bet, 12 places to decide for each card."""
    assert tree_of("kuhn-poker", 3).counts == Counts(1 + 4 + 12, 24 * 12, 24 * 13, 4 * 12)


def test_chances_add_up(leduc: Tree) -> None:
    total = dict.fromkeys((n for n, kind in enumerate(leduc.kind) if kind == CHANCE), Fraction(0))
    for parent, chance in zip(leduc.parent, leduc.chance):
        if parent in total:
            total[parent] += chance
    assert set(total.values()) == {Fraction(1)}


def test_too_large() -> None:
    with pytest.raises(TooLarge, match="more than 500"):
        enumerate_game(ruledsl.load("tic-tac-toe").program(2), 500)


def test_play_by_chance(kuhn: Tree, leduc: Tree) -> None:
    """What both seats get if every option is as likely as another, and what the best answer gains."""
    for tree, value, far in ((kuhn, 1 / 8, 11 / 24), (leduc, -0.078125, 2.373611111111111)):
        arrays = Arrays(tree)
        assert values_of(arrays, arrays.uniform()) == pytest.approx([value, -value], abs=1e-12)
        assert exploitability(arrays, arrays.uniform()) == pytest.approx(far, abs=1e-12)


def test_equilibrium_of_kuhn_poker(kuhn: Tree) -> None:
    found = equilibrium(kuhn, goal=1e-4)
    assert found.exploitability <= 1e-4
    assert found.values[0] == pytest.approx(-1 / 18, abs=2e-4)


def test_exact_value_of_kuhn_poker(kuhn: Tree) -> None:
    found = exact_equilibrium(kuhn)
    assert found is not None
    assert found.exact == "-1/18"
    assert found.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-12)
    assert found.exploitability < 1e-12


def test_equilibrium_of_leduc_poker(leduc: Tree) -> None:
    solver = Solver(Arrays(leduc))
    for _ in range(400):
        solver.step()
    assert exploitability(solver.arrays, solver.play) < 3e-3
    assert values_of(solver.arrays, solver.play)[0] == pytest.approx(-0.0856, abs=3e-3)


def test_three_players_can_be_answered() -> None:
    arrays = Arrays(tree_of("kuhn-poker", 3))
    assert exploitability(arrays, arrays.uniform()) > 0
    assert sum(values_of(arrays, arrays.uniform())) == pytest.approx(0)


SECRET = """
game "Secret":
    players 2

enum Side: left_side, right_side

each player:
    side: Side or none, own

play:
    each p in players chooses p.side in Side
    for p in players: reveal p.side
    let lucky = roll 1..3
    if lucky == 1: end game
    players.first chooses done

action done(): "done"

winner: highest payoff

def payoff(p) = (1 if (players.first.side == players.last.side) == (p == players.first) else -1)
"""


def test_secret_choices_stay_secret(tmp_path: Path) -> None:
    """Matching pennies: the second seat does not know what the first has chosen."""
    path = tmp_path / "secret.rules"
    path.write_text(SECRET, encoding="utf-8")
    tree = enumerate_game(ruledsl.load(path).program(2))
    assert tree.counts == Counts(4, 1 + 2 + 8, 12, 1 + 1 + 8)
    exact = exact_equilibrium(tree)
    assert exact is not None
    assert exact.exact == "0"


def test_throws_that_others_do_not_see() -> None:
    """Dice of two faces: each seat knows its own, and one of the bids before the call."""
    tree = enumerate_game(ruledsl.load("liars-dice").program(2, {"sides": 2}))
    assert tree.counts == Counts(1 + 2, 4 * 16, 4 * 15, 2 * 16)


def test_no_exact_value_for_three() -> None:
    assert exact_equilibrium(tree_of("kuhn-poker", 3)) is None


ALIKE = """
game "Alike":
    players 2

enum Colour: red, blue
card Duck(c: Colour)

components:
    deck: {deck}

table:
    deck: pile
    pond: {pond}
    out: heap
    kept: spot

each Duck:
    mark: bool

play:
    move all of deck to pond
    {before}
    move random of pond to out
    {after}
    players.first chooses go

action go(): "go"
phase lend():
    let k = last(c for c in pond if c.c == red)
    move k to kept
    move k to pond until after next back
phase back(): pass

winner: highest payoff

def payoff(p) = ({won}) * (1 if p == players.first else -1)
"""
APART = "let k = first(c for c in pond if c.c == red)\n    move k to top of pond"
NAMED = "let k = first(c for c in pond if c.c == red)"
MARKED = "let k = first(c for c in pond if c.c == red)\n    k.mark = true"


@pytest.mark.parametrize(
    ("parts", "worth"),
    [
        ({"before": MARKED, "won": "9 if any(c.mark for c in out) else 0"}, (0, 0, 9)),
        ({"before": NAMED, "after": "if any(c == k for c in out): move k to kept", "won": "9 if kept is not empty else 0"}, (0, 0, 9)),
        ({"pond": "row", "before": APART, "won": "9 if (bottom of pond).c == (top of pond).c else 3 if (top of pond).c == red else 0"}, (0, 3, 9)),
        ({"won": "9 if any(c.c == red for c in out) else 0"}, (0, 9, 9)),
        ({"deck": "1 of Duck(blue), 2 of Duck(red)", "before": "lend()", "after": "back()", "won": "9 if kept is empty else 0"}, (0, 0, 9)),
    ],
)
def test_cards_of_one_face_are_one_outcome_only_where_the_game_goes_on_alike(tmp_path: Path, parts: dict[str, str], worth: tuple[int, ...]) -> None:
    """Not where one of them is marked, lies there for a while, or is meant by a name, nor where it is of account from where in an order one is taken: each
    is as likely then."""
    path = tmp_path / "alike.rules"
    usual = {"deck": "1 of Duck(red), 1 of Duck(blue), 1 of Duck(red)", "pond": "heap", "before": "pass", "after": "pass"}
    path.write_text(ALIKE.format(**{**usual, **parts}), encoding="utf-8")
    tree, found = enumerate_game(ruledsl.load(path).program(2)), dict.fromkeys(worth, Fraction(0))
    for n, pay in enumerate(tree.payoff):
        if pay:
            found[pay[0]] += tree.chance[tree.parent[n]]
    assert found == {pay: Fraction(worth.count(pay), 3) for pay in worth}
