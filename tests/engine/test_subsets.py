"""Several cards chosen as one argument: every way once, the same in both engines, found from what is typed, kept by replays."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import ruledsl
from ruledsl.ir.subsets import members, room, split, subset
from tests import few

RULES = """
game "Nines":
    players 2..4
card Flesh:
    eggs = 0
card Number(value: 1..6) "{value}" is Flesh:
    eggs = value
card Box is Flesh:
    stands for any Number
card Fox is Flesh
components:
    nest: 3 of Number(n) for n in 1..6, 3 of Box, 2 of Fox
table:
    nest: pile, hidden
each player:
    hand: WORD of Flesh
    won: heap
    score: 0..999
play:
    shuffle nest
    for p in players: move top 5 of nest to p.hand
    for n in 1..4:
        for p in players: turn(p)
phase turn(p):
    p chooses lay or rest
action lay(cards: LOW..3 Number in your.hand):
    "lay {cards}"
    require distinct(c.value for c in cards) else "the same value twice"
    require sum(c.value for c in cards) == 9 else "they make {sum(c.value for c in cards)}"
    collect(you, cards)
to collect(p, cards):
    p chooses gone in {true, false}
    p.score += sum(c.eggs for c in cards)
    if not gone: move cards to p.won
action rest():
    "rest"
    if nest is not empty: move top of nest to your.hand
winner: highest score
"""


@pytest.fixture(params=["hand", "row", "fan"])
def word(request):
    return request.param


@pytest.fixture
def game(word, tmp_path):
    path = tmp_path / "nines.rules"
    path.write_text(RULES.replace("WORD", word).replace("LOW", "1"), encoding="utf-8")
    return ruledsl.load(str(path))


def hand(match, seat):
    return [c for c, at in enumerate(match.position.values["card.zone"]) if at == match.program.zone["hand"].base + seat]


def naive(match, seat, low=1):
    """All legal subsets, as faces with guises, from all combinations of the cards of the hand."""
    program = match.program
    faces = [(card, program.faces[program.cards[card]]) for card in hand(match, seat)]
    out = []
    for size in range(low, 4):
        for cards in combinations(faces, size):
            ways = [[None] if f.kind == "Number" else range(1, 7) if f.kind == "Box" else [] for _, f in cards]
            for way in product(*ways):
                values = [guise or f.args[0] for (_, f), guise in zip(cards, way)]
                if len(set(values)) == size and sum(values) == 9:
                    out.append(tuple(sorted((card, f.spoken, guise or 0) for (card, f), guise in zip(cards, way))))
    return out


def described(match, move):
    program = match.program
    pairs = [split(program, member) for member in members(program, move[1])]
    return tuple(sorted((card, program.faces[program.cards[card]].spoken, guise) for card, guise in pairs))


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_every_way_once(game, word, engine):
    seen = 0
    for seed in few.seeds(16):
        match = game.start(players=2 + seed % 3, seed=seed, engine=engine)
        while match.decision is not None:
            options = [o for o in match.decision.options if o.action == "lay"]
            if match.decision.site == "turn":
                expected, found = naive(match, match.decision.player - 1), [described(match, o.move) for o in options]
                if word == "row":
                    assert sorted(found) == sorted(set(expected))
                else:
                    alike = [tuple(sorted(pair[1:] for pair in way)) for way in found]
                    assert sorted(alike) == sorted({tuple(sorted(pair[1:] for pair in way)) for way in expected})
                    assert set(found) <= set(expected)
                seen += len(found)
            match.play(seed * 5 % len(match.decision.options))
    assert seen > 100


def test_engines_agree(game):
    for seed in few.seeds(6):
        one, two = (game.start(players=3, seed=seed, engine=engine) for engine in ("interp", "native"))
        turn = 0
        while one.decision is not None:
            assert [o.move for o in one.decision.options] == [o.move for o in two.decision.options]
            assert one.state_bytes() == two.state_bytes()
            pick = (turn * 7 + seed) % len(one.decision.options)
            one.play(pick), two.play(pick)
            turn += 1


def with_options(game, enough=6):
    for seed in few.seeds(200):
        match = game.start(players=2, seed=seed)
        if len(match.decision.options) >= enough:
            return match
    raise AssertionError("no such deal")


def test_typed_in_any_order(game, word):
    match = with_options(game)
    for option in match.decision.options:
        if option.action == "lay":
            names = [names[0] for names in option.cards][::-1]
            for typed in (" ".join(names), "lay " + " ".join(names)):
                found = match.parse(typed)
                assert all(sorted(o.cards) == sorted(option.cards) for o in found)
                assert found and (word == "row" or len(found) == 1)
            assert match.why_not(" ".join(names)) == []


def test_reasons(game):
    match = game.start(players=2, seed=3)
    held = [match.program.faces[match.program.cards[c]] for c in hand(match, 0)]
    numbers = sorted({f.args[0] for f in held if f.kind == "Number"})
    missing = next(n for n in range(1, 7) if n not in numbers)
    assert [r.message for r in match.why_not(f"lay {missing}")] == [f"`{missing}` is not in your hand"]
    assert [r.message for r in match.why_not(f"{numbers[0]}")] == [f"they make {numbers[0]}"]
    assert [r.message for r in match.why_not("lay 1 2 3 4")] == ["4 cards are named, and 1 to 3 are chosen"]
    assert [r.message for r in match.why_not("lay 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6")] == ["18 cards are named, and 1 to 3 are chosen"]


def test_resampled_worlds_keep_what_is_chosen(game):
    """Between the choice and its end the cards stand in the frame; in another world they are the cards of that world's hand."""
    match = with_options(game)
    option = next(o for o in match.decision.options if o.action == "lay")
    match.play(option)
    for seed in few.seeds(20):
        other = match.resample(2, seed)
        other.play("false")
        assert other.check() == []
        assert sum(at == match.program.zone["won"].base for at in other.position.values["card.zone"]) == len(option.cards)


def test_replays(game, tmp_path):
    match = with_options(game)
    match.play(0), match.play(0)
    match.save(tmp_path / "match.json")
    assert ruledsl.replay(tmp_path / "match.json").state_bytes() == match.state_bytes()


def test_no_cards_are_a_choice_where_they_may_be(tmp_path):
    path = tmp_path / "nines.rules"
    path.write_text(RULES.replace("WORD", "hand").replace("LOW", "0").replace("== 9 else", "in {0, 9} else"), encoding="utf-8")
    match = ruledsl.load(str(path)).start(players=2, seed=1)
    assert [o.label for o in match.decision.options if o.move[1:] == (0,)] == ["lay no cards"]


def test_words_of_subsets(game):
    program = game.program(2)
    assert members(program, subset(program, [])) == []
    top = len(program.cards) * (1 + len(program.guises)) - 1
    full = [top - n for n in range(room(program))][::-1]
    assert sorted(members(program, subset(program, full))) == full
    assert members(program, subset(program, [5, 3])) == [3, 5]


BESIDE = """
game "Beside":
    players 1
card Fowl
card Duck(n: 1..2) "D{n}" is Fowl
card Goose "G" is Fowl
card Wild "W":
    stands for any Duck
card Swan "S" is Fowl:
    stands for any Duck
components:
    deck: 1 of Duck(1), 1 of Goose, 2 of Wild, 1 of Swan
table:
    deck: pile
each player:
    hand: hand
    score: 0..9
play:
    for p in players:
        move all of deck to p.hand
        turn(p)
phase turn(p): p chooses one, two, of_family or plain
action one(card: Duck or Wild in your.hand):
    "one {card}"
    your.score = card.n if card is Duck else 9
action two(cards: 2..2 Duck or Wild in your.hand):
    "two {cards}"
    your.score = sum((card.n if card is Duck else 9) for card in cards) % 10
action of_family(card: Fowl in your.hand): "of family {card}"
action plain(card: Duck or Goose in your.hand): "plain {card}"
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_each_name_asks_for_itself(tmp_path, engine):
    """A card that stands for one of the kinds that are wanted, and is named beside them, is offered as both."""
    path = tmp_path / "beside.rules"
    path.write_text(BESIDE, encoding="utf-8")
    game = ruledsl.load(str(path))
    by_action = {}
    for option in game.start(players=1, seed=1, engine=engine).decision.options:
        by_action.setdefault(option.action, []).append(option.label.removeprefix(option.action.replace("_", " ")).strip())
    swan, wild = ["S as D1", "S as D2"], ["W as D1", "W as D2"]
    assert sorted(by_action["one"]) == sorted(["D1", "W", *wild, *swan])
    taken = [*by_action["one"], "W", *wild]
    pairs = {tuple(sorted(pair)) for pair in combinations(taken, 2) if not all(name.startswith("S") for name in pair)}
    assert sorted(tuple(sorted(label.split(", "))) for label in by_action["two"]) == sorted(pairs)
    assert sorted(by_action["of_family"]) == sorted(["D1", "G", "S", *wild])
    assert sorted(by_action["plain"]) == sorted(["D1", "G", *wild, *swan])


@pytest.mark.parametrize("typed, score", [("one W", 9), ("one W as D2", 2), ("two W, W", 8), ("two W, W as D2", 1)])
def test_a_name_alone_means_the_card_itself(tmp_path, typed, score):
    path = tmp_path / "beside.rules"
    path.write_text(BESIDE, encoding="utf-8")
    match = ruledsl.load(str(path)).start(players=1, seed=1)
    match.play(typed)
    assert match.position.values["score"][0] == score
