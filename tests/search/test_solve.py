"""Verdicts, held to a plain solver on small deals, to solvers that know nothing of the language, and to what is known of the games."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.engine.backend import engine_for
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import OVER, VALUE, Program
from ruledsl.search.deals import open_deal
from ruledsl.search.many import solve_deals, wilson
from ruledsl.search.opened import ENOUGH, MEMORY_FULL, STOPPED, Limits, Unsolvable
from ruledsl.search.playing import answer
from ruledsl.search.prospects import prospects
from ruledsl.search.solve import BEST, LOST, UNSETTLED, WON, Solver, replayed
from tests import few
from tests.search.plain import best_end, is_won

SMALL = [
    ("golf", {"highest": "four", "columns": 3, "deep": 3}), ("golf", {"highest": "five", "columns": 3, "deep": 4, "kings": "circle"}),
    ("black-hole", {"highest": "five", "fans": 4}), ("black-hole", {"highest": "six", "fans": 4}),
    ("peg-solitaire", {"rows": 4, "columns": 4, "corner": 0, "empty_row": 1, "empty_column": 2, "last": "anywhere"}),
]  # fmt: skip


def program(name: str, **options: Any) -> Program:
    return ruledsl.load(name).program(1, options)


@pytest.mark.parametrize(("name", "options"), SMALL)
def test_a_plain_solver_says_the_same(name: str, options: dict[str, Any]) -> None:
    small = program(name, **options)
    solver, seen = Solver(small), set()
    for seed in few.seeds(12 if "fans" in options or "deep" in options else 1):
        verdict = solver.solve(solver.deal(seed))
        assert verdict.verdict == (WON if is_won(small, seed) else LOST)
        assert verdict.won is (verdict.verdict == WON)
        if verdict.won:
            end = replayed(small, seed, verdict.moves)[-1]
            assert end.over and end.call("winners") == 1
        seen.add(verdict.verdict)
    assert WON in seen


@pytest.mark.parametrize(("name", "options"), SMALL[:3])
def test_the_best_end_is_the_best(name: str, options: dict[str, Any]) -> None:
    small = program(name, **options)
    solver = Solver(small, best=True)
    for seed in few.seeds(8):
        verdict = solver.solve(solver.deal(seed))
        won, *marks = best_end(small, seed)
        assert (verdict.verdict, verdict.won, verdict.marks) == (BEST, bool(won), tuple(marks))
        end = replayed(small, seed, verdict.moves)[-1]
        assert [end.call("criterion.0", 0)] == marks


@pytest.mark.parametrize("seed", few.seeds(6))
def test_golf_by_another_program(seed: int) -> None:
    golf = program("golf", highest="seven", columns=5, deep=4)
    assert Solver(golf).solve(Solver(golf).deal(seed)).won is golf_by_hand(golf, seed)


def golf_by_hand(golf: Program, seed: int) -> bool:
    """The columns as tuples of ranks; by search with a memory, and no language."""
    state = open_deal(golf, engine_for(golf, "interp"), seed).regions()

    def ranks(zone: str, k: int, room: int) -> tuple[int, ...]:
        return tuple(golf.cards[c] // 4 for c in state[f"{zone}.cards"][k * room : k * room + state[f"{zone}.count"][k]])

    stock, (first,) = ranks("stock", 0, golf.zone["stock"].capacity), ranks("waste", 0, golf.zone["waste"].capacity)

    @cache
    def won(columns: tuple[tuple[int, ...], ...], left: int, top: int) -> bool:
        if not any(columns):
            return True
        after = [
            ((*columns[:n], column[:-1], *columns[n + 1 :]), column[-1])
            for n, column in enumerate(columns)
            if column and abs(column[-1] - top) == 1 and top != 6
        ]
        return any(won(rest, left, card) for rest, card in after) or (left > 0 and won(columns, left - 1, stock[left - 1]))

    return won(tuple(ranks("column", k, golf.zone["column"].capacity) for k in range(5)), len(stock), first)


def test_the_english_board_is_solved() -> None:
    """31 jumps leave one peg in the middle."""
    verdict = Solver(board := program("peg-solitaire")).solve(Solver(board).deal(0))
    assert verdict.verdict == WON
    assert len(verdict.moves) == 31
    assert replayed(board, 0, verdict.moves)[-1].call("left" if "left" in board.functions else "criterion.0", 0) == 1


def test_a_score_without_a_win(tmp_path: Path) -> None:
    """Where the rules say only who has most, the best end is looked for; the way there is not part of the state."""
    game = ruledsl.load(write(tmp_path, COINS))
    coins = game.program(1)
    verdict = Solver(coins).solve(Solver(coins).deal(0))
    assert (verdict.verdict, verdict.won, verdict.marks) == (BEST, None, (9,))
    assert best_end(coins, 0) == (9,)


def test_what_never_comes_to_an_end_has_no_best_end(tmp_path: Path) -> None:
    """Nor has a move that leads only there anything to say for it."""
    game = ruledsl.load(write(tmp_path, ENDLESS))
    hung = Solver(ruledsl.load(write(tmp_path, ENDLESS.replace("stop or hang", "hang"))).program(1))
    verdict = hung.solve(hung.deal(0))
    assert (verdict.verdict, verdict.won, verdict.marks, verdict.moves, verdict.ends) == (LOST, None, (), (), 0)
    found = prospects(game.start(1, 0)).moves
    assert [(move.choice.label, move.tried, move.marks) for move in found] == [("stop", 1, [0]), ("hang", 1, [])]


ENDLESS = """\
game "Endless":
    players 1

each player:
    turned: 0..1
    over:   bool
    lost:   bool

play:
    players.first chooses stop or hang
    while not players.first.over: players.first chooses flip or stop

action flip():
    "flip"
    your.turned = 1 - your.turned

action hang():
    "hang"
    your.lost = true

action stop():
    "stop"
    require not your.lost else "no"
    your.over = true

winner: lowest turned
"""

COINS = """\
game "Coins":
    players 1

table:
    left: 0..5 = 5
each player:
    score: 0..99

play:
    while left > 0 at most 5 times: players.first chooses one or two

action one(): "one"
after one():
    left -= 1
    your.score += 1

action two():
    "two"
    require left >= 2 else "one is left"
    left -= 2
    your.score += 4

winner: highest score
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return path


# ---- where it ends -----------------------------------------------------------------------------


def test_a_limit_of_states_is_said() -> None:
    solver = Solver(program("black-hole"))
    verdict = solver.solve(solver.deal(3), Limits(states=30_000))
    assert (verdict.verdict, verdict.why, verdict.won, verdict.moves) == (UNSETTLED, ENOUGH, None, ())
    assert 30_000 <= verdict.states < 60_000


def test_a_limit_of_memory_is_kept() -> None:
    solver = Solver(program("black-hole"))
    verdict = solver.solve(solver.deal(3), Limits(memory=8 << 20))
    assert (verdict.verdict, verdict.why) == (UNSETTLED, MEMORY_FULL)
    assert verdict.states > 100_000
    assert verdict.bytes <= 8 << 20


def test_a_state_takes_few_bytes() -> None:
    solver = Solver(program("golf"))
    verdict = solver.solve(solver.deal(2), Limits(states=500_000))
    assert verdict.bytes / verdict.states < 16


def test_it_can_be_stopped() -> None:
    solver = Solver(program("black-hole"))
    solver.learn()

    def stop(states: int, deep: int) -> None:
        if states > 50_000:
            raise KeyboardInterrupt

    verdict = solver.solve(solver.deal(3), Limits(progress=stop))
    assert (verdict.verdict, verdict.why) == (UNSETTLED, STOPPED)
    assert verdict.states > 50_000


def test_a_search_begins_anew_each_time() -> None:
    solver = Solver(program("golf", highest="six", columns=4, deep=4))
    deals = [solver.solve(solver.deal(seed)) for seed in range(5)]
    assert deals == [solver.solve(solver.deal(seed)) for seed in range(5)]
    assert len({verdict.states for verdict in deals}) > 1


@pytest.mark.parametrize(("name", "players", "why"), [("hearts", 4, "played by 4"), ("pig", 2, "played by 2")])
def test_what_cannot_be_solved_is_said(name: str, players: int, why: str) -> None:
    with pytest.raises(Unsolvable, match=why):
        Solver(ruledsl.load(name).program(players))


def test_dice_are_refused_with_their_line(tmp_path: Path) -> None:
    text = COINS.replace("    left -= 2\n", "    left -= 2\n    your.score += roll 1..6\n", 1)
    dice = ruledsl.load(write(tmp_path, text)).program(1)
    with pytest.raises(Unsolvable, match="chance falls in the middle of play") as refused:
        Solver(dice).solve(Solver(dice).deal(0))
    assert refused.value.place.span.line == text.splitlines().index("    your.score += roll 1..6") + 1


def test_rules_that_go_wrong_are_said(tmp_path: Path) -> None:
    broken = ruledsl.load(write(tmp_path, COINS.replace("score: 0..99", "score: 0..8"))).program(1)
    with pytest.raises(RulesFault):
        Solver(broken).solve(Solver(broken).deal(0))


TOGETHER = """\
game "Together":
    players 1..2

each player:
    pick:  0..3, own
    score: 0..9

play:
    each p in players chooses p.pick in 1..3 "How many?"
    for p in players: p.score += p.pick

winner: highest score if players.first.score == 3
"""


def test_one_seat_that_chooses_together_chooses_alone(tmp_path: Path) -> None:
    solver = Solver(ruledsl.load(write(tmp_path, TOGETHER)).program(1))
    verdict = solver.solve(solver.deal(0))
    assert (verdict.verdict, verdict.moves) == (WON, ((VALUE, 3),))
    assert replayed(solver.program, 0, verdict.moves)[-1].block.get("status") == OVER


def test_a_search_does_not_begin_where_chance_falls(tmp_path: Path) -> None:
    text = TOGETHER.replace("p.score += p.pick\n", "p.score += p.pick\n    players.first.score += roll 1..2\n")
    solver = Solver(ruledsl.load(write(tmp_path, text)).program(1))
    state = solver.deal(0)
    answer(solver.program, state, 0, (VALUE, 1))
    solver.native.resume(state)
    with pytest.raises(Unsolvable, match="chance falls in the middle of play"):
        solver.solve(state)


# ---- many deals --------------------------------------------------------------------------------


def test_many_deals_are_the_single_ones() -> None:
    small = program("golf", highest="six", columns=4, deep=4)
    solver = Solver(small)
    single = [solver.solve(solver.deal(seed)) for seed in range(5, 35)]
    for threads in (1, 2):
        deals = solve_deals(small, 5, 30, threads=threads, verify=True)
        assert deals.verdicts == single
    won = sum(verdict.verdict == WON for verdict in single)
    assert deals.winnable == (won / 30, *wilson(won, 30))


def test_what_is_not_settled_widens_the_interval() -> None:
    deals = solve_deals(program("black-hole"), 0, 12, limits=Limits(states=20_000))
    assert deals.number == 12
    open_, won = deals.counted(UNSETTLED), deals.counted(WON)
    assert open_ and won
    share, low, high = deals.winnable or (0, 0, 0)
    assert (share, low, high) == (won / (12 - open_), wilson(won, 12)[0], wilson(won + open_, 12)[1])


def test_deals_can_be_stopped() -> None:
    def stop(done: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    deals = solve_deals(program("black-hole", highest="seven", fans=6), 0, 10**9, progress=stop)
    assert deals.number >= 3
    assert all(verdict.why != STOPPED for verdict in deals.verdicts)


def test_wilson() -> None:
    """R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3."""
    assert [round(bound, 4) for bound in wilson(81, 263)] == [0.2553, 0.3662]
    assert [round(bound, 4) for bound in wilson(15, 148)] == [0.0624, 0.1605]
    assert [round(bound, 4) for bound in wilson(0, 20)] == [0.0, 0.1611]
    assert [round(bound, 4) for bound in wilson(1, 29)] == [0.0061, 0.1718]


def test_a_deal_that_needs_more_room_gets_it() -> None:
    """Columns of the first deal are no bound for those of others."""
    small = program("black-hole", highest="five", fans=6)
    solver = Solver(small)
    deal = solver.deal(0)
    assert solver.key.fits(deal.regions())
    first = deal.regions()
    first["fan.count"][0] += 1
    assert not solver.key.fits(first)


# ---- a state is no more than it must be --------------------------------------------------------

ADDING = {"mode": "solo", "with_gold": False, "level": 1}
"""Of `nine-by-adding`: many deals of it soon come to their ends."""


@pytest.mark.parametrize("seed", few.some([6, 16, 173, 199, 305, 360]))
def test_every_state_is_looked_at_once(seed: int) -> None:
    """States are told apart by what lies in the packs alone, and no two that differ there are taken for one."""
    adding = program("nine-by-adding", **ADDING)
    solver = Solver(adding, best=True)
    verdict = solver.solve(solver.deal(seed))
    won, *marks = best_end(adding, seed)
    assert (verdict.verdict, verdict.won, verdict.marks) == (BEST, bool(won), tuple(marks))
    assert verdict.states == len(packs(adding, seed))


def packs(adding: Program, seed: int) -> set[tuple[Any, ...]]:
    """All that can come to lie in the packs, by faces, in the reference engine."""
    engine, pack = engine_for(adding, "interp"), adding.zone["pack"]
    ahead, found = [open_deal(adding, engine, seed)], set()
    while ahead:
        block: Any = ahead.pop()
        cards, counts = block.regions()["pack.cards"], block.regions()["pack.count"]
        rows = [cards[k * pack.capacity :][:count] for k, count in enumerate(counts)]
        here = tuple(tuple(adding.cards[card] for card in row) for row in rows)
        if block.get("status") == OVER or here in found:
            continue
        found.add(here)
        for move in engine.legal(block, block.get("ask.site"), 0):
            after: Any = block.copy()
            for index, value in enumerate(move):
                after.set("move", index, value)
            after.set("move.seat", 0, 0)
            engine.resume(after)
            ahead.append(after)
    return found


def test_a_faulty_counter_is_met_though_it_bears_on_nothing(tmp_path: Path) -> None:
    """What only a fault hangs on is no part of a state, but it is still counted."""
    short = ruledsl.load(write(tmp_path, COINS.replace("at most 5 times", "at most 3 times"))).program(1)
    with pytest.raises(RulesFault, match="beyond its bound"):
        Solver(short, best=True).solve(Solver(short, best=True).deal(0))


LAID = """\
game "Lay":
    players 1

enum Suit: clubs "c", diamonds "d", hearts "h"
enum Rank: one "1", two "2", three "3", four "4"

card Card(rank: Rank, suit: Suit) "{rank}{suit}"

components:
    deck: COPIES of Card(r, s) for r in Rank for s in Suit

chart worth:
    rank   points
    one    1
    two    1
    three  1
    four   2

meld spread(card: Card):
    set:   3..3
    run:   3..4
    rank:  card.rank
    suit:  card.suit
    worth: worth.points[card.rank]

table:
    deck: pile, hidden
    hand: heap
    a: heap
    gone: row

play:
    shuffle deck
    repeat 6 times: move top of deck to hand
    repeat 4 times: players.first chooses keep

action keep(c in hand):
    "{c}"
    move c to a
    if count(a) == 2 and gone is empty: move last(x for x in a) to gone

winner: lowest left if left(players.first) == 0

def left(p) = 0 if GOAL else 1
"""

LOOKED_AT = [
    "first(c for c in a).rank == two", "last(c for c in a).rank == two", "last(c for c in a).rank == first(c for c in hand).rank",
    "spread.deadwood(a) == 0", "any(c.rank == two for c in spread.unmatched(a))", "spread(a)", "spread([c for c in a if c.suit == hearts])",
    "spread.deadwood(hand) == 2 and all(c.suit == clubs for c in spread.unmatched(a))",
    "count(c.rank == two for c in a) == 2", "sum(worth.points[c.rank] for c in a) == 4", "all(c.suit != clubs for c in a)",
    "top of gone is Card(three, hearts)",
]  # fmt: skip


@pytest.mark.parametrize(("goal", "copies"), few.spread([*LOOKED_AT], [1, 2]))
def test_whatever_looks_at_cards_tells_them_apart(tmp_path: Path, goal: str, copies: int) -> None:
    """Whichever operation the goal hangs on: no win is lost because cards were taken for the same."""
    small = ruledsl.load(write(tmp_path, LAID.replace("COPIES", str(copies)).replace("GOAL", goal))).program(1)
    solver = Solver(small)
    verdicts = [solver.solve(solver.deal(seed)).won for seed in few.seeds(16)]
    assert verdicts == [is_won(small, seed) for seed in few.seeds(16)]


ONE_OF_EQUALS = """\
game "Foxes":
    players 1

card Fox, Hen

components:
    stock: 3 of Fox, 1 of Hen

table:
    stock: pile
    line:  row
    out:   heap
    a:     0..9

play:
    move all of stock to line
    repeat 2 times: players.first chooses take
    for c in all cards if c is Fox: a = a + a + (1 if c in out else 0)

action take(card in line):
    require card is Fox else "a fox"
    move card to out

winner: lowest worth if a == WANTED
def worth(p) = a
"""


@pytest.mark.parametrize("wanted", [3, 5, 6])
def test_equal_cards_that_are_gone_through_wherever_they_lie_are_not_the_same(tmp_path: Path, wanted: int) -> None:
    """Which two of three foxes were taken makes 3, 5 or 6."""
    solver = Solver(ruledsl.load(write(tmp_path, ONE_OF_EQUALS.replace("WANTED", str(wanted)))).program(1))
    assert solver.solve(solver.deal(0)).won


TAKEN_BY_NUMBER = """\
game "Hens":
    players 1

card Hen

components:
    stock: 3 of Hen

table:
    stock: row
    bin:   bag
    left:  bag
    out:   heap

play:
    move stock[2] to bin
    players.first chooses FIRST or OTHER
    players.first chooses lay

action lay(card in left):
    move card to bin
    move first(c for c in bin) to out
    move card to stock

action low():
    move top of stock to out
    move top of stock to left

action high():
    move bottom of stock to out
    move top of stock to left

winner: BEST worth
def worth(p) = count(out)
"""


def test_what_is_asked_but_once_is_where_a_search_for_a_win_begins(tmp_path: Path) -> None:
    text = TAKEN_BY_NUMBER.replace("FIRST or OTHER", "high or low").replace("BEST worth", "highest worth if count(out) == 2")
    solver = Solver(ruledsl.load(write(tmp_path, text)).program(1))
    verdict = solver.solve(solver.deal(0))
    assert verdict.verdict == WON and [move[0] for move in verdict.moves] == [2, 0]


@pytest.mark.parametrize(("best", "worth"), [("highest", 2), ("lowest", 1)])
@pytest.mark.parametrize("menu", ["low or high", "high or low"])
def test_equal_cards_are_not_the_same_where_one_that_is_held_may_be_taken_by_its_number(tmp_path: Path, best: str, worth: int, menu: str) -> None:
    text = TAKEN_BY_NUMBER.replace("BEST", best).replace("FIRST or OTHER", menu)
    solver = Solver(ruledsl.load(write(tmp_path, text)).program(1))
    assert abs(solver.solve(solver.deal(0)).marks[0]) == worth
