"""Who plays together wins together, and searches for one result; and the game of two teams is played beside Python that knows nothing of the rules file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.match import Match
from ruledsl.search.bots import bot_named
from ruledsl.testing import collect, run_test
from tests import few

RANKS, SUITS = "23456789TJQKA", "CDHS"
HONOURS = dict(zip("JQKA", (1, 2, 3, 4), strict=True))

TUG = """
game "Tug":
    players 4: ann, bea, cid, dot
    team reds: ann, cid
    team blues: bea, dot
each Team:
    pulled: 0..99
play:
    for p in players: p chooses give
action give(q in players if q != you):
    "to {q}"
    q.team.pulled += 1 if q.team != your.team else 2
winner: team highest pulled
"""


@pytest.fixture
def tug(tmp_path: Path) -> Path:
    (path := tmp_path / "tug.rules").write_text(TUG, encoding="utf-8")
    return path


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_all_of_the_best_team_win(tug: Path, engine: str) -> None:
    match = load(tug).start(seed=1, engine=engine)
    for label in ("to cid", "to ann", "to bea", "to bea"):
        match.play(label)
    assert match.position.values["pulled"] == [3, 3]
    assert (match.winners, match.scores, match.payoffs) == ([1, 2, 3, 4], [3] * 4, [3] * 4)
    match.undo()
    match.play("to cid")
    assert (match.winners, match.scores, match.payoffs) == ([1, 3], [4, 1, 4, 1], [4, 1, 4, 1])


@pytest.mark.parametrize("bot", ["greedy", "mcts:60", "ismcts:60"])
def test_who_thinks_gives_to_the_partner(tug: Path, bot: str) -> None:
    """What a partner has is one's own: it is no envy that decides."""
    match, think = load(tug).start(seed=1), bot_named(bot)
    partners = {1: "to cid", 2: "to dot", 3: "to ann", 4: "to bea"}
    while match.decision is not None:
        seat = match.decision.waiting[0]
        chosen = think(match, match.legal(seat), 3)
        assert chosen.label == partners[seat]
        match.play(chosen)


KEYED = """
game "Keyed":
    players 4: ann, bea, cid, dot
    team reds: ann, cid
    team blues: bea, dot
enum Gem: ruby, opal, onyx
card Chip(n: 1..9)
components:
    box: 1 of Chip(n) for n in 1..9
table:
    box: row
each Team:
    pts[g in Gem, n in 1..2]: 0..99
    shelf[g in Gem]:          row of Chip
board yard: grid 2 by 3
each row of yard:
    mark[n in 1..2]: 0..99
play:
    for p in players: count_up(p)
to count_up(p):
    for g in Gem for n in 1..2: p.team.pts[g, n] += 10 * n + (1 if g is opal else 0)
    move top of box to p.team.shelf[onyx]
    for row in yard.rows: pass
winner: team highest all_of
def all_of(t) = sum(t.pts[g, n] for g in Gem for n in 1..2)
test "given by hand":
    given count_up(bea):
        reds.pts = [1, 2, 3, 4, 5, 6]
        blues.pts[opal, 2] = 50
        yard.row(2).mark = [7, 8]
        yard.row(1).mark[2] = 9
        reds.shelf[ruby] = [Chip(3), Chip(4)]
    then:
        reds.pts[ruby, 1] == 1
        reds.pts[onyx, 2] == 6
        blues.pts[opal, 2] == 71
        blues.pts[ruby, 1] == 10
        all_of(reds) == 21
        all_of(dot.team) == 142
        reds.shelf[ruby] == [Chip(3), Chip(4)]
        blues.shelf[onyx] == [Chip(9)]
        yard.row(2).mark[1] == 7
        yard.row(2).mark[2] == 8
        yard.row(1).mark[2] == 9
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_a_team_has_for_each_key(tmp_path: Path, engine: str) -> None:
    (path := tmp_path / "keyed.rules").write_text(KEYED, encoding="utf-8")
    assert [run_test(test, engine=engine).failures for test in collect(load(str(path)))] == [[]]


def laid(match: Match, seat: int, label: str, declarer: int) -> tuple[int, str, str]:
    """Whose card it is that is laid (from 0), its rank and its suit."""
    return (declarer + 2) % 4 if label.endswith("open hand") else seat - 1, label[0], label[1]


def best(trick: list[tuple[int, str, str]], trump: str) -> int:
    suit = trump if any(card[2] == trump for card in trick) else trick[0][2]
    return max((card for card in trick if card[2] == suit), key=lambda card: RANKS.index(card[1]))[0]


def points(trump: str, full: bool, tricks: int) -> tuple[int, int]:
    """Of the team that plays, and of the other: by the table of trick points, counted up."""
    table = [0] * 7 + {"": [40, 70, 100, 130, 160, 190, 220], "C": [20 * n for n in range(1, 8)], "H": [30 * n for n in range(1, 8)]}[trump]
    needed = next(n for n in range(14) if table[n] >= (100 if full else 1))
    return (table[tricks] + (300 if full else 50), 0) if tricks >= needed else (0, 50 * (needed - tricks))


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_deal_beside_python(engine: str) -> None:
    game = load("open-hand")
    for seed in few.seeds(12):
        match, dice = game.start(seed=seed, engine=engine), random.Random(seed)
        declarer, hands = match.decision.waiting[0] - 1, dealt(match)  # type: ignore[union-attr]
        honours = [sum(HONOURS.get(card[0], 0) for card in hand) for hand in hands]
        team = max((0, 1), key=lambda n: (honours[n] + honours[n + 2], -n))
        assert declarer == max((team, team + 2), key=lambda seat: (honours[seat], -seat))
        chosen = dice.choice(match.legal())
        match.play(chosen)
        trump, full = "" if chosen.label.startswith("none") else chosen.label[0], "full" in chosen.label
        taken, leader = [0, 0], (declarer + 1) % 4
        for _ in range(13):
            trick: list[tuple[int, str, str]] = []
            for n in range(4):
                owner = (leader + n) % 4
                assert match.decision is not None
                assert match.decision.waiting == (declarer + 1 if owner == (declarer + 2) % 4 else owner + 1,)
                suited = [card for card in hands[owner] if trick and card[1] == trick[0][2]] or hands[owner]
                assert sorted(option.label[:2] for option in match.legal()) == sorted(suited)
                option = dice.choice(match.legal())
                hands[owner].remove(option.label[:2])
                trick.append(laid(match, match.decision.waiting[0], option.label, declarer))
                match.play(option)
            leader = best(trick, trump)
            taken[leader % 2] += 1
        mine, theirs = points({"D": "C", "S": "H"}.get(trump, trump), full, taken[declarer % 2])
        assert match.over and match.position.values["tricks"] == taken
        expected = [mine if seat % 2 == declarer % 2 else theirs for seat in range(4)]
        assert match.scores == expected
        assert match.winners == [seat + 1 for seat in range(4) if expected[seat] == max(expected)]


def dealt(match: Match) -> list[list[str]]:
    """The hands of the four, one of which lies open."""
    values = match.position.values
    words = [f"{RANKS[n // 4]}{SUITS[n % 4]}" for n in range(52)]
    homes = {zone.base + k: (zone.name, k) for zone in match.program.zones for k in range(zone.instances)}
    hands: list[list[str]] = [[], [], [], []]
    declarer = values["declarer"][0]
    for card, place in enumerate(values["card.zone"]):
        name, k = homes[place]
        if name in ("hand", "opened"):
            hands[k if name == "hand" else (declarer + 2) % 4].append(words[card])
    return hands
