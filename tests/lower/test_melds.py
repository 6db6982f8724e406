"""Melds in rules: which cards lie together, written out once more; what is offered; what must be known before play."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from ruledsl.diagnostics import RulesError
from ruledsl.engine.backend import ENGINES
from ruledsl.engine.game import load
from ruledsl.interp import Interpreter
from ruledsl.ir.subsets import members
from tests import few

RULES = """
game "Melds":
    players 1
enum Rank: one, two, three, four, five CIRCLE
enum Suit: red, green, blue
card Card(rank: Rank, suit: Suit)
card Joker
components:
    box: COPIES of Card(rank, suit) for rank in Rank for suit in Suit, 2 of Joker
table:
    box:  heap
    hand: heap
    row:  row
    n:    0..99
meld spread(card: Card):
LINES
option extra: 0..1 = 0
play:
    repeat SIZE times: move random of box to hand
    n = spread.deadwood(hand)
    players.first may lay
action lay(cards: spread in hand):
    move cards to row
    require_nothing()
to require_nothing(): pass
winner: highest points
def points(p) = n
def together() = spread(hand)
def all_left() = count(spread.unmatched(hand))
invariant "asked": together or all_left >= 0
"""
RANKS, SUITS = 5, 3


def program(tmp_path, lines, copies=1, size=7, circle=""):
    path = tmp_path / "melds.rules"
    told = "".join(f"    {line}\n" for line in lines)
    text = RULES.replace("LINES\n", told).replace("COPIES", str(copies)).replace("SIZE", str(size)).replace(" CIRCLE", circle)
    path.write_text(text)
    return load(str(path)).program(1)


def is_meld(cards, set_of=(), run_of=(), alike=(), suits=True, order=range(RANKS), circle=False):
    """The same said otherwise, of (rank, suit) pairs."""
    ranks, colours, size = Counter(r for r, _ in cards), Counter(s for _, s in cards), len(cards)
    if size in set_of and len(ranks) == 1 and (not suits or len(colours) == size):
        return True
    if size in alike and len(ranks) == 1 and (not suits or len(colours) == 1):
        return True
    if size not in run_of or len(ranks) != size or suits and len(colours) > 1:
        return False
    along = [*order, *order] if circle else [*order]
    return any(sorted(along[at : at + size]) == sorted(ranks) for at in range(len(along) - size + 1))


CASES = [
    (["rank: card.rank", "suit: card.suit", "set: 3..3", "run: 3..5"], {"set_of": (3,), "run_of": (3, 4, 5)}, 1, ""),
    (["rank: card.rank", "suit: card.suit", "set: 2..3", "run: 2..4", "worth: 1 + extra"], {"set_of": (2, 3), "run_of": (2, 3, 4)}, 2, ""),
    (["rank: card.rank", "set: 3..4"], {"set_of": (3, 4), "suits": False}, 2, ""),
    (["rank: card.rank", "suit: card.suit", "alike: 2..3", "run: 3..3"], {"alike": (2, 3), "run_of": (3,)}, 3, ""),
    (["rank: card.rank", "suit: card.suit", "run: 3..4"], {"run_of": (3, 4), "circle": True}, 1, ", then one"),
    (["rank: card.rank", "suit: card.suit", "run: 3..6", "order: [one, three, two, five, one]"], {"run_of": range(3, 7), "order": (0, 2, 1, 4, 0)}, 1, ""),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "said", "copies", "circle"), CASES)
def test_every_meld_in_the_hand_is_offered(tmp_path, lines, said, copies, circle):
    made = program(tmp_path, lines, copies, circle=circle)
    engine = Interpreter(made)
    faces = [made.faces[face] for face in made.cards]
    for seed in few.seeds(40):
        state = engine.start(seed)
        hand = [card for card in range(len(faces)) if state.get("hand.bits") >> card & 1]
        plain = [card for card in hand if faces[card].kind == "Card"]
        wanted = {
            tuple(sorted(faces[card].args for card in some))
            for size in range(2, len(plain) + 1)
            for some in combinations(plain, size)
            if is_meld([faces[card].args for card in some], **said)
        }
        options = [move for move in engine.legal(state, state.get("ask.site"), 0) if move[0] >= 0]
        offered = [tuple(sorted(faces[card].args for card in members(made, move[1]))) for move in options]
        assert sorted(offered) == sorted(wanted)
        assert state.get("n") == least(plain, faces, said)


def least(hand, faces, said):
    """The fewest cards that are left over, by trying every way."""
    best, todo, seen = len(hand), [tuple(hand)], set()
    while todo:
        left = todo.pop()
        if left in seen:
            continue
        seen.add(left)
        best = min(best, len(left))
        for size in range(2, len(left) + 1):
            todo += [tuple(c for c in left if c not in some) for some in combinations(left, size) if is_meld([faces[c].args for c in some], **said)]
    return best


@pytest.mark.parametrize("seed", few.seeds(3))
def test_cards_of_another_kind_are_no_meld_and_not_left_over(tmp_path, seed):
    made = program(tmp_path, ["rank: card.rank", "suit: card.suit", "set: 3..3"], size=17)
    engine = Interpreter(made)
    state = engine.start(seed)
    assert state.get("n") == 0
    assert engine.call(state, "def.together") == 0


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["rank: n", "set: 3..3"], "must be known of every card before play"),
        (["rank: card.rank", "set: 0..3"], "a meld has at least one card"),
        (["rank: card.rank", "set: 3..3", "worth: -1"], "a card that is left over counts 0 to"),
    ],
)
def test_what_is_known_before_play(tmp_path, lines, words):
    with pytest.raises(RulesError, match=words):
        program(tmp_path, lines)


def test_too_many_melds(tmp_path):
    with pytest.raises(RulesError, match="different melds"):
        program(tmp_path, ["rank: 1", "set: 3..9"], copies=9)


NONE = """
game "None":
    players 1
card Swan(n: 1..3) "S{n}"
components:
    hand: COPIES of Swan(n) for n in 1..3
table:
    hand: heap
    row:  heap
meld pair(card: Swan):
    rank: card.n
    alike: 2..2
action lay(cards: WANTEDpair in hand) "lay {cards}": move cards to row
play:
    players.first may lay
winner: highest points
def points(p) = count(row)
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("wanted", "copies", "offered"), [("", 1, 0), ("", 2, 3), ("2..2 ", 1, 0), ("2..2 ", 2, 3), ("3..4 ", 2, 0), ("0..2 ", 1, 0), ("0..2 ", 2, 3)]
)
def test_where_no_meld_can_be_made_none_is_offered(tmp_path, engine, wanted, copies, offered):
    """Cards of one rank make a meld; of each there are one or two."""
    (path := tmp_path / "none.rules").write_text(NONE.replace("WANTED", wanted).replace("COPIES", str(copies)))
    match = load(str(path)).start(1, engine=engine)
    assert [option.label for option in match.legal()][-1] == "pass" and len(match.legal()) == offered + 1
    match.play(match.legal()[-1])
    assert match.over
