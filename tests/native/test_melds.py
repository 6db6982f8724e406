"""Cards that are left over: the compiled search against the plain one, and that against every way to lay rows one after the other."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from ruledsl.interp.melds import laid, left_over
from ruledsl.ir.rng import signed
from ruledsl.native.melds import shapes
from tests import few
from tests.native.build import program
from tests.native.compare import engines
from tests.work import at_most

WORDS = (1 << 64) - 1


def table(rows, words):
    return tuple(signed(part >> 64 * w) for row in rows for part in row for w in range(words))


def alone(masks):
    return [(mask, 0) for mask in masks]


def some_melds(random, cards):
    """A few shapes at many places, and rows that are like nothing else, in any order."""
    out = []
    for _ in range(random.randint(1, 6)):
        offsets = [0, *random.sample(range(1, min(cards - 1, 30)), random.randint(1, min(3, cards - 3)))]
        places = range(cards - max(offsets))
        out += [sum(1 << place + offset for offset in offsets) for place in places if random.random() < 0.6]
    odd = random.choice((0, 6, 6, 40))
    out += [sum(1 << card for card in random.sample(range(cards), random.randint(1, min(5, cards)))) for _ in range(odd)]
    if random.random() < 0.5:
        random.shuffle(out)
    return out


def least(melds, worth, hand):
    """What is left at least, by laying rows in every order."""

    def sum_of(cards):
        return sum(w for card, w in enumerate(worth) if cards >> card & 1)

    best, fitting = sum_of(hand), [mask for mask in melds if mask & hand == mask]
    for many in range(1, len(fitting) + 1):
        for some in combinations(fitting, many):
            left, disjoint = hand, True
            for mask in some:
                disjoint = disjoint and mask & left == mask
                left &= ~mask
            if disjoint:
                best = min(best, sum_of(left))
    return best


def test_the_plain_search_finds_the_least():
    random = Random(1)
    for _ in range(few.of(300)):
        cards = random.randint(4, 12)
        melds = sorted(set(some_melds(random, cards)))[:9]
        worth = [random.choice((0, 1, 1, 2, 5, 10)) for _ in range(cards)]
        hand = random.getrandbits(cards)
        left = left_over(alone(melds), worth, hand)
        assert left & hand == left
        assert sum(w for card, w in enumerate(worth) if left >> card & 1) == least(melds, worth, hand)


def test_many_equal_cards_are_found_out_at_once():
    """The plain search, too, tries no more where nothing is left over, and keeps what the rows behind one bring."""
    melds = [sum(1 << card for card in some) for many in (2, 3) for some in combinations(range(24), many)]
    with at_most(60 * len(melds)):
        assert left_over(alone(melds), (1,) * 24, (1 << 24) - 1) == 0


@pytest.mark.parametrize("words", [1, 2, 3])
def test_machine_code_leaves_the_same_cards(words):
    random = Random(words)
    for n in range(few.of(6)):
        cards = random.randint(64 * words - 30, 64 * words)
        melds = some_melds(random, cards)
        worth = tuple(random.choice((0, 1, 2, 3, 10, 1000)) for _ in range(random.randint(cards - 3, cards)))
        rows = [(mask, random.getrandbits(cards) & random.getrandbits(cards) & ~mask if n % 2 else 0) for mask in melds]
        registers = ", ".join(f"r{n}" for n in range(words))
        text = "".join(
            f"function left{w} value {words} {words + 1}\n  start:\n    r{words} = unmatched {w}, rows, worth, {registers}\n    return r{words}\n"
            for w in range(words)
        )
        made = program(MAIN + text, tables={"rows": table(rows, words), "worth": worth})
        judge, others = engines(made)
        start = judge.start(1)
        natives = [(other, other.start(1)) for other in others]
        for _ in range(few.of(30)):
            hand = sum(1 << card for card in random.sample(range(cards), random.randint(0, min(cards, 20))))
            if random.random() < 0.7:
                for mask in random.sample(melds, min(3, len(melds))):
                    hand |= mask
            given = [signed(hand >> 64 * w) for w in range(words)]
            expected = [judge.call(start, f"left{w}", *given) for w in range(words)]
            assert sum((part & WORDS) << 64 * w for w, part in enumerate(expected)) == left_over(laid(made.tables["rows"], words), worth, hand)
            for other, state in natives:
                assert [other.call(state, f"left{w}", *given) for w in range(words)] == expected


def test_shapes_hold_every_row():
    random = Random(7)
    for _ in range(few.of(100)):
        masks = list(dict.fromkeys(some_melds(random, 60)))
        found = {number: sum(1 << card + offset for offset in shape.offsets) for shape in shapes(masks) for card, number in shape.rows.items()}
        assert [found[number] for number in range(len(masks))] == masks


MAIN = """
function main main 0 1
  resumes start
  start:
    finish
"""
