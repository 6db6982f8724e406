"""Tables of worlds: the same worlds as there are, drawn alike by both engines."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from ruledsl.engine.game import load
from ruledsl.engine.growing import forest
from ruledsl.engine.knowledge import Worlds
from ruledsl.engine.match import Match
from ruledsl.ir import rng
from ruledsl.minds import histories
from ruledsl.minds.past import steps
from ruledsl.minds.worlds import Fitting, worlds
from ruledsl.search.mcts import MANNERS, Search
from tests import few
from tests.minds.asked import ASKED, asked
from tests.minds.games import GAMES, text
from tests.minds.judge import Judge, Key, key
from tests.minds.lent import LAID, lent
from tests.minds.tabled import fitted, tabled


def begun(name: str, folder: Path, seed: int) -> Match:
    (path := folder / f"{name}.rules").write_text(text(name), encoding="utf-8")
    return load(path).start(2, seed)


@pytest.mark.parametrize(("name", "seeds", "least"), [("clue", (1,), 2), ("follow", (1, 3), 4), ("has", (1,), 6), ("menu", (1,), 6)])
def test_a_table_holds_the_worlds_that_there_are(name: str, seeds: tuple[int, ...], least: int, tmp_path: Path) -> None:
    """Each as likely as it is, as fractions."""
    met = 0
    for seed in seeds:
        match, random = begun(name, tmp_path, seed), Random(seed)
        while not match.over:
            for seat in range(2):
                found, exact = tabled(match, seat)
                met += found is not None and exact
                assert found is None or found == Judge(match, seat).worlds()
            match.play(random.choice(match.answers()))
    assert met >= least


@pytest.mark.parametrize("name", GAMES)
def test_what_a_table_holds_there_is(name: str, tmp_path: Path) -> None:
    match, random = begun(name, tmp_path, 5), Random(2)
    while not match.over:
        found, exact = tabled(match, 0)
        assert found is None or not exact or found == Judge(match, 0).worlds()
        match.play(random.choice(match.answers()))


@pytest.mark.parametrize(("how", "least", "counted"), [("all of them", 12, 3), ("all, shown", 12, 3), ("one of them", 8, 0)])
def test_equal_cards_go_to_and_fro_between_hands(how: str, least: int, counted: int, tmp_path: Path) -> None:
    """Which of them went nobody can tell: they are counted by their faces, where they came from and where they went."""
    (path := tmp_path / "lent.rules").write_text(lent(how), encoding="utf-8")
    met, by_face = 0, 0
    for seed in (3, 5):
        match, random = load(path).start(3, seed), Random(seed)
        while not match.over:
            for seat in few.seats(3, len(match.history.moves)):
                found, _ = tabled(match, seat)
                assert found is None or found == Judge(match, seat).worlds()
                met += found is not None
                by_face += found is not None and (fit := fitted(match, seat)) is not None and fit.kinds is not None
            match.play(random.choice(match.answers()))
    assert met >= least and by_face >= counted


def test_hands_are_not_mixed_by_what_comes_by_and_is_laid_open(tmp_path: Path) -> None:
    """The cards of one hand were held to lie in the other as well, and no place was left for some."""
    (path := tmp_path / "laid.rules").write_text(LAID, encoding="utf-8")
    match, random = load(path).start(3, 5), Random(5)
    for _ in range(6):
        match.play(random.choice(match.answers()))
    fit, held = fitted(match, 1), Worlds(match.position, 1, ())
    assert fit is not None
    places, lies = [*held.places], match.position.values["card.zone"]
    assert all(len({lies[places[n]] for n in lot.places}) < 2 for lot in fit.lots)


def test_cards_are_named_when_their_faces_have_been_drawn(tmp_path: Path) -> None:
    """Each card lies in one place, and the kernel draws the worlds that there are, each as often as it is likely."""
    (path := tmp_path / "lent.rules").write_text(lent("all of them"), encoding="utf-8")
    match, random, seat = load(path).start(3, 3), Random(3), 0
    while (fit := fitted(match, seat)) is None or fit.kinds is None or len(Judge(match, seat).worlds()) < 2:
        seat = (seat + 1) % 3
        if not seat:
            match.play(random.choice(match.answers()))
    held, true = Worlds(match.position, seat, ()), Judge(match, seat).worlds()
    found, state = Counter[Key](), 5
    for _ in range(900):
        state, drawn = fit.drawn(state)
        assert sorted(drawn) == sorted(held.places)
        found[key(match.program, held.laid(held.becomes(drawn)).regions())] += 1
    assert found.keys() <= true.keys()
    square = sum((found[world] - 900 * share) ** 2 / (900 * share) for world, share in true.items())
    assert square < len(true) - 1 + 2.4 * (2 * (len(true) - 1)) ** 0.5 + 4


@pytest.mark.parametrize(("name", "seed"), [*((name, 1) for name in ASKED), ("middle", 3), ("middle", 4)])
def test_hands_that_are_asked_and_gone_through(name: str, seed: int, tmp_path: Path) -> None:
    """A loop over cards that are not known either tells exactly what it tells, or there is no table."""
    players, rules = asked(name)
    (path := tmp_path / "asked.rules").write_text(rules, encoding="utf-8")
    match, random = load(path).start(players, seed), Random(seed)
    while not match.over and len(steps(match)) < 12:
        for seat in few.seats(2, len(match.history.moves)):
            found, exact = tabled(match, seat)
            assert found is None or not exact or found == Judge(match, seat).worlds()
        match.play(random.choice(match.answers()))


def later(name: str, players: int, moves: int) -> Match:
    match, random = load(name).start(players, 1, engine="native"), Random(1)
    for _ in range(moves):
        match.play(random.choice(match.answers()))
    return match


@pytest.mark.parametrize(("name", "players", "moves"), [("hearts", 4, 40), ("fireflies", 2, 10), ("go-fish", 2, 4)])
def test_both_engines_draw_the_same_worlds(name: str, players: int, moves: int) -> None:
    """Of one seed, byte for byte, but for what is to come."""
    match = later(name, players, moves)
    held_alike(worlds(match, match.position.waiting[0]), 10)


def test_both_engines_draw_the_same_worlds_where_cards_are_told_by_their_faces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that go to and fro, and are named at the end."""
    monkeypatch.setattr(histories, "RUNS", 0)
    (path := tmp_path / "lent.rules").write_text(lent("all of them"), encoding="utf-8")
    met = 0
    for seed in (3, 5):
        match, random = load(path).start(3, seed, engine="native"), Random(seed)
        while not match.over:
            seat = match.position.waiting[0]
            held = worlds(match, seat)
            if isinstance(held, Fitting) and held.table is not None and held.table.kinds is not None:
                held_alike(held, 0)
                met += 1
            match.play(random.choice(match.answers()))
    assert met >= 4


def held_alike(held: Worlds, least: int) -> None:
    """Twenty worlds of a seat, drawn by both engines: more than so many of them are others."""
    assert isinstance(held, Fitting) and held.table is not None
    seat = held.mind.seat
    told = Search(held, seat, 1, 7, "", MANNERS["ismcts"]).told
    trees, stream, met = forest(held, 1, 7, told), 7, set[bytes]()
    for _ in range(20):
        world = trees.deal(1).bytes()
        stream, drawn = rng.bits(stream)
        stream, _ = rng.bits(stream)
        other = held.draw(drawn)
        other.set("rng", 0, 0)
        other.set("chance", 0, 0)
        met.add(other.bytes())
        there = type(trees.state).copied(trees.state.layout, world)
        there.set("rng", 0, 0)
        assert there.bytes() == other.bytes()
    assert len(met) > least


def test_a_world_is_drawn_as_often_as_it_is_likely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chi-square: one in a hundred may be that far off."""
    monkeypatch.setattr(histories, "RUNS", 0)
    match, random = begun("has", tmp_path, 1), Random(1)
    while len(match.history.moves) < 3:
        match.play(random.choice(match.answers()))
    held, true = worlds(match, 0), Judge(match, 0).worlds()
    assert isinstance(held, Fitting) and held.table is not None
    drawn = Counter(key(match.program, held.draw(seed).regions()) for seed in range(1500))
    assert drawn.keys() <= true.keys()
    square = sum((drawn[world] - 1500 * share) ** 2 / (1500 * share) for world, share in true.items())
    assert square < len(true) - 1 + 2.4 * (2 * (len(true) - 1)) ** 0.5 + 4


PUT_AWAY = '''
game "Put Away":
    players 2
card Mask(n: 1..4) "{n}"
components:
    court: 1 of Mask(n) for n in 1..4
table:
    court, away: pile, hidden
each player:
    hand:  hand
    score: 0..9
play:
    shuffle court
    move top of court to players.last.hand
    players.first chooses gone
    players.last chooses pass_on
action gone():
    show top of court to players.first
    move top of court to players.first.hand
    for c in players.first.hand: move c to away
    shuffle away
action pass_on(): "pass"
winner: highest score
'''


def test_what_was_seen_and_lies_alone_is_known(tmp_path: Path) -> None:
    """A pile of one card is shuffled, and nobody is told any more what lies there: it is dealt nowhere else, and leaves no place empty."""
    (path := tmp_path / "away.rules").write_text(PUT_AWAY, encoding="utf-8")
    match = load(path).start(2, 3)
    match.play(match.answers()[0])
    found, _ = tabled(match, 0)
    assert found == Judge(match, 0).worlds()
    held = worlds(match, 0)
    assert {key(match.program, held.draw(seed).regions()) for seed in range(30)} == found.keys()


HALF_GONE = '''
game "Half Gone":
    players 2
card Mask(n: 1..2) "{n}"
components:
    court: 1 of Mask(n) for n in 1..2
table:
    court: bag, hidden
    told:  bool
each player:
    hand:  hand, own
    down:  row, hidden
    score: 0..9
play:
    repeat 2 times: move random of court to players.first.hand
    show players.first.hand to players.last
    move random of players.first.hand to players.first.down
    for c in players.first.hand:
        players.first chooses m in 0..1 "which?"
        told = c.n == 1 and m == 1
    players.last chooses m in 0..1 "then?"
    players.first.score = m
winner: highest score
'''


def test_a_card_that_was_known_before_it_was_mixed_in_is_not_known_by_its_number(tmp_path: Path) -> None:
    """A loop has come to it in the same step, and the next one tells what it is."""
    (path := tmp_path / "half.rules").write_text(HALF_GONE, encoding="utf-8")
    for seed in range(4):
        match = load(path).start(2, seed)
        match.play(match.answers()[1])
        found, exact = tabled(match, 1)
        assert found is None or exact and found == Judge(match, 1).worlds()
