"""Tricks that make 9: every level, number of cards and reading against counts from elsewhere; forty examples a level."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from ruledsl.combine.arithmetic import Numbers, Shape
from ruledsl.combine.read import read
from ruledsl.combine.signs import Sign
from tests import few
from tests.combine.levels import DIVISION, SIGNS, VALUES, patterns, rule, tricks

HERE = Path(__file__).parent

COUNTS = """
    1 1 no   1  1  -     1    -
    1 1 yes  1  1  -     1    -
    1 2 no   5  9  1    10    5
    1 2 yes  5  9  1    10    5
    1 3 no  23 37 10    69   69
    1 3 yes 41 55 10   103  103
    1 4 no   0  0  0     0    0
    1 4 yes 182 219 55 598  832
    2 1 no   1  1  -     1    -
    2 1 yes  1  1  -     1    -
    2 2 no   6 10  1    12    6
    2 2 yes  7 10  1    13    7
    2 3 no  46 45 10   138  138
    2 3 yes 74 55 10   192  192
    2 4 no   0  0  0     0    0
    2 4 yes 456 220 55 1492 2096
    3 1 no   1  1  -     1    -
    3 1 yes  1  1  -     1    -
    3 2 no   6 10  1    12    6
    3 2 yes  7 10  1    13    7
    3 3 no  52 45 10   156  156
    3 3 yes 98 55 10   244  244
    3 4 no 182 120 45  728 1092
    3 4 yes 598 220 55 1879 2602
"""

TOTALS = [(1, 29, 229, 87, 579), (2, 53, 538, 120, 890), (3, 241, 704, 473, 1056)]

READINGS = [
    ({}, {1: (5, 23, 0, 5, 41, 182), 2: (6, 46, 0, 7, 74, 456), 3: (6, 52, 182, 7, 98, 598)}),
    ({"shape": Shape.FLAT}, {1: (5, 23, 0, 5, 41, 182), 2: (6, 33, 0, 7, 58, 329), 3: (6, 38, 87, 7, 83, 464)}),
    ({"shape": Shape.CHAIN}, {1: (5, 23, 0, 5, 41, 182), 2: (6, 46, 0, 7, 74, 441), 3: (6, 52, 153, 7, 90, 557)}),
    ({"numbers": Numbers.DECIMAL}, {3: (6, 52, 185, 7, 98, 604)}),
    ({"numbers": Numbers.FRACTION}, {2: (6, 46, 0, 7, 74, 456), 3: (6, 52, 185, 7, 98, 606)}),
    ({"negative": False}, {1: (5, 23, 0, 5, 41, 182), 2: (6, 46, 0, 7, 74, 456), 3: (6, 52, 182, 7, 98, 598)}),
    ({"numbers": Numbers.FRACTION, "negative": False}, {3: (6, 52, 185, 7, 98, 606)}),
    ({"zero": True}, {1: (5, 23, 0, 5, 41, 182), 2: (6, 46, 0, 7, 74, 504), 3: (6, 52, 182, 7, 98, 639)}),
    ({"numbers": Numbers.FRACTION, "zero": True}, {2: (6, 46, 0, 7, 74, 504), 3: (6, 52, 185, 7, 98, 644)}),
]


@pytest.mark.parametrize("row", COUNTS.split("\n")[1:-1], ids=lambda row: "-".join(row.split()[:3]))
def test_counts(row):
    level, size, rooster, *wanted = row.split()
    found = patterns(int(level), rooster == "yes").found
    of_size = [pattern for pattern in found if pattern.size == int(size)]
    sets = [sum(pattern.wilds == m for pattern in of_size) for m in range(3)]
    declared = [sum(len(pattern.ways) for pattern in of_size if pattern.wilds == m) for m in (1, 2)]
    assert [n for n, w in zip([*sets, *declared], wanted, strict=True) if w != "-"] == [int(w) for w in wanted if w != "-"]


@pytest.mark.parametrize(("level", "bare", "bare_rooster", "boxes", "boxes_rooster"), TOTALS)
def test_totals(level, bare, bare_rooster, boxes, boxes_rooster):
    def total(rooster, most):
        return sum(pattern.wilds <= most for pattern in patterns(level, rooster).found)

    assert (total(False, 0), total(True, 0), total(False, 2), total(True, 2)) == (bare, bare_rooster, boxes, boxes_rooster)


EACH = few.spread([(reading, level, wanted) for reading, levels in READINGS for level, wanted in levels.items()], (False, True))


@pytest.mark.parametrize(("row", "rooster"), EACH, ids=lambda r: f"{'-'.join(map(str, r[0].values()))}-{r[1]}" if isinstance(r, tuple) else f"rooster-{r}")
def test_readings(row, rooster):
    reading, level, wanted = row
    assert tuple(tricks(level, size, rooster, **reading) for size in (2, 3, 4)) == wanted[3 * rooster :][:3]


@pytest.mark.parametrize("numbers", [Numbers.WHOLE, Numbers.FRACTION])
@pytest.mark.parametrize(("extra", "wanted"), [((Sign.POWER,), (7, 78, 8, 131)), ((Sign.POWER, Sign.ROOT), (7, 79, 8, 132))])
def test_powers_and_roots(extra, wanted, numbers):
    assert tuple(tricks(3, size, rooster, extra, numbers=numbers) for rooster in (False, True) for size in (2, 3)) == wanted


def test_a_division_by_a_bare_one():
    found = {values for values in rule(3).multisets(VALUES) if rule(3).expression(values) and not rule(3, by_one=False).expression(values)}
    assert found == {(1, 2, 7, 8), (1, 3, 7, 10)}


@pytest.mark.parametrize("line", (HERE / "fingerprints.txt").read_text(encoding="utf-8").splitlines())
def test_fingerprints(line):
    level, size, rooster, wilds, count, digest = line.split()
    found = [p for p in patterns(int(level), rooster == "yes").found if (p.size, p.wilds) == (int(size), int(wilds))]
    text = "\n".join(",".join(map(str, values)) for values in sorted(pattern.values for pattern in found))
    assert (len(found), hashlib.sha256(text.encode()).hexdigest()[:16]) == (int(count), digest)


def test_candidates():
    """What a trick can be, by its values and its number of boxes."""
    printed = {tuple(part) for values in rule(3).multisets(VALUES) for n in range(5) for part in combinations(values, n)}
    assert sum(len([wilds for wilds in range(5) if 1 <= len(part) + wilds <= 4]) for part in printed) == 629


def test_one_level_of_brackets_is_enough():
    depths = Counter()
    for level in (1, 2, 3):
        for rooster in (False, True):
            for values in rule(level, rooster).multisets(VALUES):
                found = rule(level, rooster).expression(values)
                if found is not None and len(values) > 1:
                    depths[found.depth] += 1
    assert depths == {0: 1374, 1: 414}


EXAMPLES = [[cell.strip() for cell in line.split("|")] for line in (HERE / "examples.txt").read_text(encoding="utf-8").splitlines()]


def cards(words):
    """The values on the cards, and how many boxes there are."""
    return tuple(sorted(int(word) for word in words.split() if word.isdecimal())), words.split().count("M")


def is_trick(level, words, rooster):
    values, boxes = cards(words)
    return any((pattern.values, pattern.wilds) == (values, boxes) for pattern in patterns(level, rooster).found)


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e[0].startswith("P")], ids=lambda e: e[0])
def test_examples(example):
    number, words, rooster, written, eggs = example
    level = int(number[1])
    assert is_trick(level, words, rooster == "yes")
    assert sum(cards(words)[0]) == int(eggs)
    for text in written.split(";"):
        found = read(text.replace("M[", "[").strip())
        assert found.result == 9
        assert found.signs <= set(SIGNS[level])
        assert Counter(cards(words)[0]) <= Counter(found.values)
        assert rule(level, rooster == "yes").expression(found.values) is not None


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e[0].startswith("N")], ids=lambda e: e[0])
def test_counterexamples(example):
    number, words, rooster, why = example
    level = int(number[1])
    if "value from 1 to 10" in why:
        assert not set(words.split()) <= {*map(str, VALUES), "M"}
        return
    assert not is_trick(level, words, rooster == "yes")
    values, boxes = cards(words)
    if "more than four" in why:
        assert len(values) + boxes > 4
    elif "with a Rooster)" in why:
        assert is_trick(level, words, True)
        assert ("repeated" in why) == (len(set(values)) < len(values) or boxes > 0)
        assert ("division" in why) == (len(values) + boxes == 4)
    elif "from level" in why:
        assert is_trick(int(why[-2]), words, rooster == "yes")
    elif "intermediate zero" in why:
        assert rule(level, True, zero=True).expression(values) is not None
    elif "non-integer" in why:
        assert rule(level, rooster == "yes", numbers=Numbers.FRACTION).expression(values) is not None
    else:
        assert why.startswith("no expression at any level")
        assert rule(3, True, numbers=Numbers.FRACTION, zero=True).expression(values) is None


def test_most_eggs():
    def most(level, size, rooster):
        return max((sum(p.values) for p in patterns(level, rooster).found if (p.size, p.wilds) == (size, 0)), default=None)

    wanted = {1: ((9, 11, 27, None), (9, 11, 29, 31)), 2: ((9, 11, 27, None), (9, 11, 29, 37)), 3: ((9, 11, 27, 34), (9, 11, 30, 40))}
    assert {level: tuple(tuple(most(level, n, r) for n in (1, 2, 3, 4)) for r in (False, True)) for level in (1, 2, 3)} == wanted


def test_nine_eggs_at_most():
    def poor(level, rooster):
        found = [p for p in patterns(level, rooster).found if sum(p.values) <= 9]
        return tuple(sum(p.wilds == m for p in found) for m in range(3))

    assert [poor(level, rooster) for level in (1, 2, 3) for rooster in (False, True)] == [
        (8, 24, 10), (18, 52, 30), (12, 26, 10), (34, 53, 30), (12, 33, 26), (34, 53, 30),
    ]  # fmt: skip


def test_three_and_four_boxes():
    def ways(level, rooster, wilds, size):
        return sum(len(p.ways) for p in patterns(level, rooster).found if (p.wilds, p.size) == (wilds, size))

    assert [ways(level, rooster, 3, 3) for rooster in (False, True) for level in (1, 2, 3)] == [23, 46, 52, 41, 74, 98]
    assert [ways(3, False, 4, 4), *(ways(level, True, 4, 4) for level in (1, 2, 3))] == [182, 182, 456, 598]
    assert all(
        sum((p.wilds, p.size) == (3, 4) for p in patterns(level, rooster).found) == 10
        for level, rooster in ((3, False), (1, True), (2, True), (3, True))
    )


def test_needs_are_part_of_the_rule():
    assert rule(3).needed(4) == DIVISION[4] and rule(3).needed(3) == frozenset()
