"""What a game is like: each metric is a row of a table, with what it says, its unit, and how it is reckoned from games.

Closed forms are in the tests: small games of which every number is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log10, sqrt
from typing import Any

from ruledsl.ir.program import VALUE
from ruledsl.native.recording import LACKS
from ruledsl.record import record, replace
from ruledsl.results.estimates import NOTHING, Estimate, mean, quantile, ratio, share
from ruledsl.results.traces import Chances, Halves, Trace

STANDINGS = 10_000
"""Standings of which it is kept who is ahead: the same come again and again."""


@record(frozen=True)
class Games:
    """What was played: rows of many games (see `search.rows`), games that were looked at, some that were searched as well, and deals that
    were played several times each, if there is anything to deal."""

    players: int
    rows: Any
    looked: Sequence[Trace]
    searched: Sequence[Trace]
    dealt: Sequence[Sequence[Trace]] | None


@record(frozen=True)
class Metric:
    """`unit` is "%", "" or a word; `group` the heading in a report."""

    name: str
    group: str
    says: str
    unit: str
    reckon: Callable[[Games], Estimate]


# ---- endings and seats, from many games ----------------------------------------------------------------------------------------------------


def _finished(games: Games) -> Any:
    return games.rows.array[games.rows.array["finished"]]


def wins(games: Games, seat: int) -> Estimate:
    """The share of the games that ended that a seat wins; who wins together shares the game."""
    return mean(_won_by(games, seat))


def _won_by(games: Games, seat: int) -> list[float]:
    """What a seat has of each game."""
    return [(mask >> seat & 1) / max(1, mask.bit_count()) for mask in _finished(games)["winners"].tolist()]


def _seat_gap(games: Games) -> Estimate:
    """The best seat less the worst, game by game, as what one wins the other does not; both are picked from the same games, so that it is a little too large
    where there are few."""
    worst, *_, best = sorted((_won_by(games, seat) for seat in range(games.players)), key=sum) * 2  # of one seat it is both
    found = mean([high - low for high, low in zip(best, worst, strict=True)])
    return found if found.low is None else replace(found, low=max(0.0, found.low))


def _counted(games: Games, holds: Callable[[int], bool]) -> Estimate:
    rows = [int(mask) for mask in _finished(games)["winners"]]
    return share(sum(map(holds, rows)), len(rows))


def _lengths(games: Games) -> list[float]:
    return [float(length) for length in _finished(games)["length"]]


def _scores(games: Games, of: Callable[[list[int]], float]) -> Estimate:
    return mean([of(row) for row in _scored(games)])


def _scored(games: Games) -> list[list[int]]:
    """By game the scores of those who have one."""
    rows = ([s for s in row if s != LACKS] for row in _finished(games)["score"].tolist())
    return [row for row in rows if row]


def _longest(games: Games) -> Estimate:
    lengths = _lengths(games)
    return Estimate(max(lengths), n=len(lengths)) if lengths else NOTHING


def _score_sd(games: Games) -> Estimate:
    """The standard deviation of a seat's score, as the root of a mean square; its interval is that of the square."""
    rows = _scored(games)
    if not rows:
        return NOTHING
    middle = sum(map(sum, rows)) / sum(map(len, rows))
    found = mean([sum((s - middle) ** 2 for s in row) / len(row) for row in rows])
    value, low, high = (None if v is None else sqrt(max(0.0, v)) for v in (found.value, found.low, found.high))
    return Estimate(value, low, high, found.n)


# ---- what is decided, from games that were looked at ---------------------------------------------------------------------------------------------


def _ended(games: Games) -> list[Trace]:
    return [trace for trace in games.looked if trace.finished and trace.steps]


def _per_game(games: Games, of: Callable[[Trace], float]) -> Estimate:
    return mean([of(trace) for trace in _ended(games)])


def _per_step(games: Games, of: Callable[[Any], float]) -> Estimate:
    played = _ended(games)
    return ratio([sum(of(step) for step in trace.steps) for trace in played], [len(trace.steps) for trace in played])


def _turns(trace: Trace) -> int:
    return trace.steps[-1].turn


def _slope(trace: Trace, of: Callable[[Any], float]) -> float:
    """The mean in the second half of a game less that in the first."""
    half = len(trace.steps) // 2
    if not half:
        return 0.0
    first, second = trace.steps[:half], trace.steps[-half:]
    return (sum(map(of, second)) - sum(map(of, first))) / half


def _digits(trace: Trace) -> float:
    return sum(log10(step.options) for step in trace.steps)


def _most_options(games: Games) -> Estimate:
    found = [step.options for trace in games.looked for step in trace.steps]
    return Estimate(max(found), n=len(games.looked)) if found else NOTHING


def _asked_gap(games: Games) -> Estimate:
    """How many more times the seat is asked that is asked most than the one that is asked least, in a game."""
    def gap(trace: Trace) -> float:
        counts = [0] * games.players
        for step in trace.steps:
            counts[step.seat] += 1
        return max(counts) - min(counts)

    return _per_game(games, gap)


def _distinct_actions(games: Games) -> Estimate:
    return _per_game(games, lambda trace: len({step.action for step in trace.steps} - {VALUE}))


def _never_chosen(games: Games) -> Estimate:
    """Of the actions that could be chosen somewhere, how many never were."""
    offered = {action for trace in games.looked for _, action in trace.offered}
    chosen = {step.action for trace in games.looked for step in trace.steps}
    return Estimate(len(offered - chosen), n=len(games.looked))


# ---- who is ahead --------------------------------------------------------------------------------------------------------------------------------


@lru_cache(STANDINGS)
def leader(standing: tuple[float, ...]) -> int | None:
    """The seat that is ahead of all others; None where nobody is."""
    best = max(standing)
    ahead = [seat for seat, has in enumerate(standing) if has == best]
    return ahead[0] if len(ahead) == 1 else None


def _leaders(trace: Trace) -> list[int]:
    """Who is ahead, decision by decision, and at the end; as long as nobody is, who was before."""
    found: list[int] = []
    for standing in [*(step.standing for step in trace.steps), trace.standing]:
        now = leader(standing)
        if now is not None:
            found.append(now)
        elif found:
            found.append(found[-1])
    return found


def _lead_changes(trace: Trace) -> int:
    return sum(a != b for a, b in pairwise(_leaders(trace)))


def _last_change(trace: Trace) -> float:
    """After which part of a game the lead does not change any more."""
    moments = [leader(standing) for standing in [*(step.standing for step in trace.steps), trace.standing]]
    last = moments[-1]
    behind = next((n for n, who in enumerate(reversed(moments)) if who != last), len(moments))
    return (len(moments) - behind) / len(moments)


def _half_time(trace: Trace) -> tuple[int, ...]:
    """What each seat has when half of the decisions are made."""
    return trace.steps[len(trace.steps) // 2].standing


def _halfway(games: Games, holds: Callable[[Trace, int], bool]) -> Estimate:
    """Of the games that somebody leads at half of their decisions and that somebody wins."""
    counted = []
    for trace in _ended(games):
        ahead = leader(_half_time(trace))
        if ahead is not None and trace.winners:
            counted.append(holds(trace, ahead))
    return share(sum(counted), len(counted))


def _won(games: Games, who: Callable[[Trace], int]) -> Estimate:
    played = [trace for trace in _ended(games) if trace.winners]
    return share(sum(who(trace) in trace.winners for trace in played), len(played))


def _spread(standing: Sequence[float]) -> float:
    return max(standing) - min(standing)


# ---- chances, from games that were searched ------------------------------------------------------------------------------------------------------


def _chances(games: Games, of: Callable[[Trace], float]) -> Estimate:
    found = mean([of(trace) for trace in games.searched if trace.finished and trace.steps and len(trace.winners) == 1])
    value, low, high = (None if part is None else min(1.0, max(0.0, part)) for part in (found.value, found.low, found.high))
    return Estimate(value, low, high, found.n)


def _spots(trace: Trace) -> list[Halves]:
    """The chances at the decisions from which it was played on."""
    return [step.chances for step in trace.steps if step.chances is not None]


def _both(trace: Trace, of: Callable[[list[Halves]], float]) -> float:
    """The mean of a number that takes what stands out by one half of the playouts, and how much it is by the other; by either half."""
    spots = _spots(trace)
    return (of(spots) + of([(other, one) for one, other in spots])) / 2


def _drama(trace: Trace) -> float:
    """How far the later winner lies behind the best chance, on average over the decisions at which it does (Browne 2008, 6.2)."""
    winner = trace.winners[0]

    def behind(spots: list[Halves]) -> float:
        found = [by[_first(seen)] - by[winner] for seen, by in spots if max(seen) > seen[winner]]
        return sum(found) / len(found) if found else 0.0

    return _both(trace, behind)


def _first(chances: Chances) -> int:
    """The seat with the best chance."""
    return chances.index(max(chances))


def _uncertainty(trace: Trace) -> float:
    """How even the chances are, on average: 1 where all are as likely to win, 0 where it is clear."""
    def even(seen: Chances, by: Chances) -> float:
        total, seats = sum(by), len(by)
        return 1 - (by[_first(seen)] / total - 1 / seats) / (1 - 1 / seats) if seats > 1 and total else 1.0 if seats > 1 else 0.0

    return _both(trace, lambda spots: sum(even(*spot) for spot in spots) / len(spots))


DECIDED = 0.9
"""A chance from which on a game is called decided."""


def _decided(trace: Trace) -> float:
    """After which part of a game the chance of the winner stays above nine of ten."""
    clear = [(one[trace.winners[0]] + other[trace.winners[0]]) / 2 >= DECIDED for one, other in _spots(trace)]
    behind = next((n for n, holds in enumerate(reversed(clear)) if not holds), len(clear))
    return (len(clear) - behind) / len(clear)


def _swing(trace: Trace) -> float:
    """The largest step by which the chance of a seat changes from one of these decisions to the next."""
    def largest(spots: list[Halves]) -> float:
        steps = [(b - a, y - x) for (one, two), (here, there) in pairwise(spots) for a, b, x, y in zip(one, here, two, there, strict=True)]
        seen, by = max(steps, key=lambda step: abs(step[0]), default=(0.0, 0.0))
        return by if seen > 0 else -by

    return _both(trace, largest)


# ---- luck ----------------------------------------------------------------------------------------------------------------------------------------


def _luck(games: Games) -> Estimate:
    """Which part of what the first seat wins goes back to the deal: between deals, of all variance (one-way analysis of variance; by random choices).

    The interval is that of the estimate over the deals, by leaving each out (jackknife). Where nothing is left to chance, and so no deals are played, none."""
    if games.dealt is None:
        return Estimate(0.0, 0.0, 0.0, len(games.looked))
    table = [[(0 in trace.winners) / max(1, len(trace.winners)) for trace in deal] for deal in games.dealt]
    if len(table) < 3:
        return NOTHING
    whole = _between(table)
    if whole is None:
        return NOTHING
    left = [part if (part := _between(table[:n] + table[n + 1 :])) is not None else whole for n in range(len(table))]
    found = mean([len(table) * whole - (len(table) - 1) * part for part in left])
    if found.low is None or found.high is None:
        return NOTHING
    return Estimate(max(0.0, whole), max(0.0, found.low), min(1.0, max(0.0, found.high)), len(table))


def _between(table: Sequence[Sequence[float]]) -> float | None:
    """The intraclass correlation of groups of one size; None where nothing differs at all."""
    n, size = len(table), len(table[0])
    middle = [sum(group) / size for group in table]
    whole = sum(middle) / n
    between = size * sum((m - whole) ** 2 for m in middle) / (n - 1)
    within = sum((x - m) ** 2 for group, m in zip(table, middle, strict=True) for x in group) / (n * (size - 1))
    return (between - within) / (between + (size - 1) * within) if between + within > 0 else None


# ---- the table -----------------------------------------------------------------------------------------------------------------------------------

METRICS: tuple[Metric, ...] = (
    Metric("completion", "endings", "games that come to an end", "%", lambda g: share(int(g.rows.array["finished"].sum()), len(g.rows))),
    Metric("unwon", "endings", "ended games that nobody wins", "%", lambda g: _counted(g, lambda mask: not mask)),
    Metric("shared", "endings", "games that several win together", "%", lambda g: _counted(g, lambda mask: mask.bit_count() > 1)),
    Metric("all_win", "endings", "games that all win, or all draw", "%", lambda g: _counted(g, lambda mask: mask.bit_count() == g.players)),
    Metric("seat_gap", "seats", "the best seat wins so many more than the worst", "%", _seat_gap),
    Metric("asked_gap", "seats", "the seat asked most is asked so many times more", "", _asked_gap),
    Metric("first_asked", "seats", "who is asked first wins", "%", lambda g: _won(g, lambda t: t.steps[0].seat)),
    Metric("last_asked", "seats", "who is asked last wins", "%", lambda g: _won(g, lambda t: t.steps[-1].seat)),
    Metric("length", "length", "decisions a game", "", lambda g: mean(_lengths(g))),
    Metric("length_5", "length", "5 % of games are no longer than", "", lambda g: quantile(_lengths(g), 0.05)),
    Metric("length_50", "length", "half of the games are no longer than", "", lambda g: quantile(_lengths(g), 0.5)),
    Metric("length_95", "length", "95 % of games are no longer than", "", lambda g: quantile(_lengths(g), 0.95)),
    Metric("longest", "length", "the longest that was seen", "", _longest),
    Metric("turns", "length", "turns a game: times that another seat is asked, or several together", "", lambda g: _per_game(g, _turns)),
    Metric("in_a_row", "length", "decisions in one turn", "", lambda g: ratio([len(t.steps) for t in _ended(g)], [_turns(t) for t in _ended(g)])),
    Metric("score", "scores", "the score of a seat", "", lambda g: _scores(g, lambda row: sum(row) / len(row))),
    Metric("score_sd", "scores", "its standard deviation", "", _score_sd),
    Metric("score_spread", "scores", "from the least to the greatest score of a game", "", lambda g: _scores(g, _spread)),
    Metric("choices", "decisions", "decisions with more than one option", "%", lambda g: _per_step(g, lambda s: s.options > 1)),
    Metric("choices_a_game", "decisions", "of these a game", "", lambda g: _per_game(g, lambda t: sum(s.options > 1 for s in t.steps))),
    Metric("branching", "decisions", "options at a decision", "", lambda g: _per_step(g, lambda s: s.options)),
    Metric("most_options", "decisions", "the most that were seen", "", _most_options),
    Metric("branching_slope", "decisions", "so many more in the second half of a game", "", lambda g: _per_game(g, lambda t: _slope(t, lambda s: s.options))),
    Metric("tree", "decisions", "digits of the number of ways to decide in a game", "", lambda g: _per_game(g, _digits)),
    Metric("actions", "decisions", "different actions a game", "", _distinct_actions),
    Metric("never_chosen", "decisions", "actions that could be chosen and never were", "", _never_chosen),
    Metric("lead_changes", "course", "times that the lead changes", "", lambda g: _per_game(g, _lead_changes)),
    Metric("last_change", "course", "part of the game after which it does not", "%", lambda g: _per_game(g, _last_change)),
    Metric("leader_wins", "course", "who leads at half time wins", "%", lambda g: _halfway(g, lambda t, ahead: ahead in t.winners)),
    Metric("comeback", "course", "who leads at half time does not win", "%", lambda g: _halfway(g, lambda t, ahead: ahead not in t.winners)),
    Metric("lead", "course", "from the last to the first at half time, in points", "", lambda g: _per_game(g, lambda t: _spread(_half_time(t)))),
    Metric("lead_slope", "course", "so much more in the second half", "", lambda g: _per_game(g, lambda t: _slope(t, lambda s: _spread(s.standing)))),
    Metric("drama", "tension", "the later winner lies behind by, where it does", "%", lambda g: _chances(g, _drama)),
    Metric("uncertainty", "tension", "how even the chances are", "%", lambda g: _chances(g, _uncertainty)),
    Metric("decided", "tension", "part of the game after which it is decided", "%", lambda g: _chances(g, _decided)),
    Metric("swing", "tension", "the largest change of a chance within a sixteenth of a game", "%", lambda g: _chances(g, _swing)),
    Metric("luck", "luck", "of who wins goes back to the deal", "%", _luck),
)  # fmt: skip
"""All metrics, in the order of a report."""


def reckoned(games: Games) -> dict[str, Estimate]:
    """Every metric, by name; a number that the games cannot tell is None."""
    return {metric.name: metric.reckon(games) for metric in METRICS}
