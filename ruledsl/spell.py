"""Did you mean: the known word that is nearest to a misspelt one."""

from __future__ import annotations

from typing import Iterable


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that a slip of the hand turns into `word`, or None if none is near enough.

    Near enough is one slip for short words and one in three letters for longer ones; of several the first nearest.
    """
    limit = max(1, len(word) // 3)
    best, best_distance = None, limit + 1
    for candidate in dict.fromkeys(candidates):
        if candidate == word or abs(len(candidate) - len(word)) >= best_distance:
            continue
        distance = _distance(word.lower(), candidate.lower(), best_distance)
        if distance < best_distance and distance < max(len(word), len(candidate)):
            best, best_distance = candidate, distance
    return best


def _distance(left: str, right: str, limit: int) -> int:
    """Letters lost, added, changed, or swapped with a neighbour; `limit` once it is sure to be reached."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        before, previous, row = row, before, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, previous[j - 2] + 1)
            row.append(cost)
        if min(row) >= limit and (not before or min(before) >= limit):
            return limit
    return row[-1]
