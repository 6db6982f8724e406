"""Where the places of a board are drawn that has routes between them: as far from one another as the way is long, with few routes across others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import cos, pi, sin, sqrt

Spot = tuple[float, float]
STARTS, ROUNDS, WORK = 12, 60, 150_000
"""Beginnings that are tried, and how often each is bettered; fewer where there are many places: so many distances are looked at in all."""
CROSSING = 0.5
"""What two routes that cross count beside distances that are wrong."""


@lru_cache(maxsize=16)
def laid_out(places: int, routes: tuple[tuple[int, int], ...]) -> list[Spot]:
    """From 0 to 1 to the right and downwards, wider than high; the same for the same board, wherever it is reckoned."""
    if places < 2:
        return [(0.5, 0.5)] * places
    far, pairs = _hops(places, routes), sorted({(min(ends), max(ends)) for ends in routes})
    tries = max(1, min(STARTS, WORK // (places * places * ROUNDS)))
    found = [_spread(_begun(places, n), far) for n in range(tries)]
    return _fitted(min(found, key=lambda spots: _stress(spots, far) / places + CROSSING * _crossings(spots, pairs)))


def _hops(places: int, routes: Sequence[tuple[int, int]]) -> list[list[int]]:
    """How many routes lead from each place to each other; a little more than the longest way between those that nothing joins."""
    beside: list[set[int]] = [set() for _ in range(places)]
    for one, other in routes:
        beside[one].add(other)
        beside[other].add(one)
    rows = []
    for start in range(places):
        row, front, n = [-1] * places, {start}, 0
        while front:
            for place in front:
                row[place] = n
            front = {to for place in front for to in beside[place] if row[to] < 0}
            n += 1
        rows.append(row)
    apart = max(max(row) for row in rows) + 2
    return [[hops if hops >= 0 else apart for hops in row] for row in rows]


def _begun(places: int, n: int) -> list[Spot]:
    """On a circle, in the order of the places or with steps of another length from one to the next."""
    stride = next(step for step in range(n + 1, n + places + 1) if _prime_to(step, places))
    return [(cos(2 * pi * k * stride / places) * places / 4, sin(2 * pi * k * stride / places) * places / 4) for k in range(places)]


def _prime_to(step: int, places: int) -> bool:
    while step:
        step, places = places % step, step
    return places == 1


def _spread(spots: list[Spot], far: list[list[int]]) -> list[Spot]:
    """Each place to where the others would have it, all at once and again and again; near ones count more."""
    for _ in range(ROUNDS):
        moved = []
        for i, (x, y) in enumerate(spots):
            to_x = to_y = whole = 0.0
            for j, (other_x, other_y) in enumerate(spots):
                if i != j:
                    away = sqrt((x - other_x) ** 2 + (y - other_y) ** 2) or 1e-6
                    weight = far[i][j] ** -2
                    to_x += weight * (other_x + far[i][j] * (x - other_x) / away)
                    to_y += weight * (other_y + far[i][j] * (y - other_y) / away)
                    whole += weight
            moved.append((to_x / whole, to_y / whole))
        spots = moved
    return spots


def _stress(spots: Sequence[Spot], far: list[list[int]]) -> float:
    """How wrong all distances are."""
    return sum(
        (sqrt((spots[i][0] - spots[j][0]) ** 2 + (spots[i][1] - spots[j][1]) ** 2) / far[i][j] - 1) ** 2 for i, j in combinations(range(len(spots)), 2)
    )


def _crossings(spots: Sequence[Spot], pairs: Sequence[tuple[int, int]]) -> int:
    return sum(not {*one} & {*other} and _cross(*(spots[end] for end in (*one, *other))) for one, other in combinations(pairs, 2))


def _cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Spot, b: Spot, c: Spot) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def _fitted(spots: Sequence[Spot]) -> list[Spot]:
    """Turned so that it is widest from left to right, the first place to the left and above, and put between 0 and 1."""
    n = len(spots)
    middle_x, middle_y = sum(x for x, _ in spots) / n, sum(y for _, y in spots) / n
    centred = [(x - middle_x, y - middle_y) for x, y in spots]
    turns = ([(x * cos(pi * k / 36) - y * sin(pi * k / 36), x * sin(pi * k / 36) + y * cos(pi * k / 36)) for x, y in centred] for k in range(36))
    best = max(turns, key=lambda turned: round(_extent(turned, 0) / max(1e-6, _extent(turned, 1)), 6))
    flips = [-1 if best[0][axis] > 0 else 1 for axis in (0, 1)]
    flipped = [(x * flips[0], y * flips[1]) for x, y in best]
    low_x, low_y = min(x for x, _ in flipped), min(y for _, y in flipped)
    wide, high = (_extent(flipped, axis) or 1.0 for axis in (0, 1))
    return [((x - low_x) / wide, (y - low_y) / high) for x, y in flipped]


def _extent(spots: Sequence[Spot], axis: int) -> float:
    values = [spot[axis] for spot in spots]
    return max(values) - min(values)
