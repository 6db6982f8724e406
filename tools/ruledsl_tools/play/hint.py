"""`hint`: what the search thinks of the moves of whoever is asked. It knows no more than the seat does.

In a game of one player that can be searched outright, it is: in the position itself if nothing is hidden, else in some that look the same."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ruledsl.record import replace
from ruledsl_tools.play.bots import HARDEST
from ruledsl_tools.play.odds import NOWHERE
from ruledsl_tools.stopping import known
from ruledsl_tools.terminal import columns
from ruledsl_tools.ticker import Ticker

if TYPE_CHECKING:
    from ruledsl.search.mcts import Estimate
    from ruledsl.search.prospects import Prospect, Prospects
    from ruledsl_tools.play.session import Session

TRIES = 2000
"""Games played on, if not told."""
AT_LENGTH = 50_000
"""Games played on where only a time is told."""
LONGEST = 10.0
"""Seconds that are taken, if not told."""
BEST = 12
"""So many moves are shown."""
MANY = 1000
"""Deals that are searched, at most."""


def hint(session: Session, rest: str) -> None:
    """An estimate of each move."""
    from ruledsl.minds.worlds import worlds

    meant = re.fullmatch(r"(\d{0,8}) *(?:(\d{1,4}) *s)?", rest.strip())
    if meant is None or meant[1] and not 1 <= int(meant[1]) <= HARDEST:
        session.say(f"hint, hint and how often to play on (1 to {HARDEST}), or hint and how long, as in hint 30 s")
    elif session.sitting.table:
        session.say("what lies on your table and falls there I do not see: at a real table there is no hint")
    elif session.seat is None:
        session.say("nobody is asked for a move now")
    elif not worlds(session.match, session.seat - 1).fit:
        session.say(NOWHERE)
    else:
        limit = Limit(float(meant[2] or LONGEST))
        tries = int(meant[1] or (AT_LENGTH if meant[2] else TRIES))
        try:
            session.say("\n".join(_solved(session, meant[1], limit) or _lines(session, _searched(session, tries, limit))))
        except KeyboardInterrupt:
            session.say("stopped")


def _solved(session: Session, rest: str, limit: Limit) -> list[str]:
    """What exact search says of each move; nothing if the game is none for it."""
    from ruledsl.engine import RulesFault
    from ruledsl.search.opened import Unsolvable
    from ruledsl.search.prospects import DEALS, LIMITS, prospects

    if session.match.program.players != 1:
        return []
    try:
        with Ticker() as ticker:
            deals = min(int(rest or DEALS), MANY)

            def work(breathe: Callable[..., None]) -> Prospects:
                limits = replace(LIMITS, progress=lambda states, _: limit.tell(ticker, breathe, f"{states:,} states"))
                return prospects(session.match, deals, session.sitting.seed, limits)

            found = known(work)
    except (Unsolvable, RulesFault):
        return []
    tried = max(p.tried for p in found.moves)
    head = "nothing is hidden; behind each move, exactly:" if found.certain else f"in {tried} deals that look the same to you, each played with all cards open:"
    told = [_prospect(p, found) for p in found.moves]
    if len(told) > BEST and len(set(told)) == 1:
        return [head, f"  every one of the {len(told):,} moves: {told[0]}"]
    best = found.moves[:BEST]
    width = max(columns(p.choice.full) for p in best)
    lines = (session.style.paint(p.choice.full, "bold") + " " * (width - columns(p.choice.full)) + f"  {what}" for p, what in zip(best, told, strict=False))
    return [head, *(f"  {line}" for line in lines), *[f"  … and {len(told) - BEST:,} more"] * (len(told) > BEST)]


class Limit:
    """So many seconds of thinking; what is made ready before the first thought does not count."""

    def __init__(self, seconds: float):
        self.seconds, self.end = seconds, 0.0

    def tell(self, ticker: Ticker, breathe: Callable[..., None], how_far: str) -> None:
        """Say how far it is; KeyboardInterrupt if somebody wants no more or the time is over."""
        now = time.monotonic()
        self.end = self.end or now + self.seconds
        ticker.tell(f"{how_far}, {max(0.0, self.end - now):.0f} s left; Ctrl-C stops")
        breathe()
        if now > self.end:
            raise KeyboardInterrupt


def _prospect(p: Prospect, found: Prospects) -> str:
    if not p.tried:
        return "not looked at in this time"
    open_ = f", {p.unsettled} not settled" if p.unsettled and not found.certain else ""
    if found.certain and p.unsettled:
        return "not settled"
    if not found.winning:
        return f"best {sum(p.marks) / len(p.marks):.4g}{open_}" if p.marks else f"-{open_}"
    if found.certain:
        return f"wins, in {p.lengths[0]} moves more" if p.lengths else "cannot win any more"
    return f"can win in {len(p.lengths)}{open_}"


def _searched(session: Session, tries: int, limit: Limit) -> Sequence[Estimate]:
    """What is found in so many playings on, or in so many seconds; less after Ctrl-C."""
    from ruledsl.search.mcts import search

    def work(breathe: Callable[..., None]) -> Sequence[Estimate]:
        how = lambda done: limit.tell(ticker, breathe, f"{done:,} of {tries:,} games")  # noqa: E731
        return search(session.match, tries, session.sitting.seed, session.seat, progress=how)

    with Ticker() as ticker:
        return known(work)


def _lines(session: Session, found: Sequence[Estimate]) -> list[str]:
    """Each move with its estimate, the best first: what it is worth in the words of the game, and how often it was tried."""
    tries = sum(estimate.visits for estimate in found)
    best = [estimate for estimate in found[:BEST] if estimate.visits]
    if not best:
        return ["there was no time to play on; hint 100 tries a little"]
    if _pointless(found) and not any(estimate.won for estimate in best):
        return [f"in {tries:,} games played on from here you never won: they do not tell your moves apart"]
    rows = [[e.choice.full, *_worth(e, _pointless(found)), f"{e.visits:,} game{'s' * (e.visits != 1)}"] for e in best]
    lines = [f"after {tries:,} games played on from here, the best first:", *(f"  {line}" for line in _table(rows, session))]
    return lines + [f"  … and {len(found) - len(best)} more"] * (len(found) > len(best))


def _pointless(found: Sequence[Estimate]) -> bool:
    """Do the points say no more than who wins, as where the winner has one and the loser none, or one less than none?"""
    return all(abs(estimate.lead or 0.0) <= 2 for estimate in found)


def _worth(estimate: Estimate, pointless: bool) -> list[str]:
    won, lead = estimate.won or 0.0, estimate.lead or 0.0
    wins = f"wins {round(100 * won)} %"
    return [wins] if pointless else [wins, f"{abs(lead):.1f} points {'ahead' if lead > -0.05 else 'behind'}"]


def _table(rows: Sequence[Sequence[str]], session: Session) -> list[str]:
    """The move in bold to the left, the figures to the right below one another; where they have no room beside it, below it."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    heads = (session.style.paint(row[0], "bold") + " " * (widths[0] - columns(row[0])) for row in rows)
    tails = ("  ".join(" " * (width - columns(cell)) + cell for cell, width in zip(row[1:], widths[1:], strict=True)) for row in rows)
    beside = sum(widths) + 2 * len(widths) <= session.style.width
    return [line for head, tail in zip(heads, tails, strict=True) for line in ([f"{head}  {tail}"] if beside else [head.rstrip(), f"    {tail}"])]
