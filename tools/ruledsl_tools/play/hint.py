"""`hint`: what the search thinks of the moves of whoever is asked. It knows no more than the seat does.

In a game of one player that can be searched outright, it is: in the position itself if nothing is hidden, else in some that look the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl_tools.play.bots import HARDEST
from ruledsl_tools.ticker import Ticker

if TYPE_CHECKING:
    from ruledsl.search.mcts import Estimate
    from ruledsl.search.prospects import Prospect, Prospects
    from ruledsl_tools.play.session import Session

TRIES = 2000
"""Games played on, if not told."""
BEST = 12
"""So many moves are shown."""
MANY = 1000
"""Deals that are searched, at most."""


def hint(session: Session, rest: str) -> None:
    """An estimate of each move."""
    if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 9 and 1 <= int(rest) <= HARDEST):
        session.say(f"hint, or hint and how often to play on: 1 to {HARDEST}")
    elif session.sitting.table:
        session.say("the cards of this game lie on a table that I do not see")
    elif session.seat is None:
        session.say("nobody is asked for a move now")
    else:
        try:
            session.say("\n".join(_solved(session, rest) or _lines(session, _searched(session, int(rest or TRIES)))))
        except KeyboardInterrupt:
            session.say("stopped")


def _solved(session: Session, rest: str) -> list[str]:
    """What exact search says of each move; nothing if the game is none for it."""
    from ruledsl.engine import RulesFault
    from ruledsl.search.opened import Unsolvable
    from ruledsl.search.prospects import DEALS, prospects

    if session.match.program.players != 1:
        return []
    try:
        found = prospects(session.match, min(int(rest or DEALS), MANY), session.sitting.seed)
    except (Unsolvable, RulesFault):
        return []
    tried = max(p.tried for p in found.moves)
    head = "nothing is hidden; behind each move, exactly:" if found.certain else f"in {tried} deals that look the same to you, each played with all cards open:"
    width = max(len(p.choice.full) for p in found.moves)
    return [head, *(f"  {session.style.paint(p.choice.full.ljust(width), 'bold')}  {_prospect(p, found)}" for p in found.moves)]


def _prospect(p: Prospect, found: Prospects) -> str:
    open_ = f", {p.unsettled} not settled" if p.unsettled and not found.certain else ""
    if found.certain and p.unsettled:
        return "not settled"
    if not found.winning:
        return f"best {sum(p.marks) / len(p.marks):.4g}{open_}" if p.marks else f"-{open_}"
    if found.certain:
        return f"wins, in {p.lengths[0]} moves more" if p.lengths else "cannot win any more"
    return f"can win in {len(p.lengths)}{open_}"


def _searched(session: Session, tries: int) -> Sequence[Estimate]:
    from ruledsl.search.mcts import search

    with Ticker() as ticker:
        return search(
            session.match, tries, session.sitting.seed, session.seat, progress=lambda done: ticker.tell(f"{done:,} of {tries:,}")
        )


def _lines(session: Session, found: Sequence[Estimate]) -> list[str]:
    """Each move with its estimate, the best first."""
    from ruledsl.search.mcts import pays

    tries = sum(estimate.visits for estimate in found)
    of = "your lead in points, 0 for the least seen and 100 for the most" if pays(session.match.program) else "your share of the victory"
    shown = [f"{tries:,} games played on from here say of {of}:"]
    best = [estimate for estimate in found[:BEST] if estimate.visits] or found[:1]
    width = max(len(estimate.choice.full) for estimate in best)
    for estimate in best:
        share = "    -  " if estimate.value is None else f"{100 * estimate.value:5.1f} %"
        shown.append(f"  {session.style.paint(estimate.choice.full.ljust(width), 'bold')}  {share}  {estimate.visits:,} times")
    return shown + [f"  … and {len(found) - len(best)} more"] * (len(found) > len(best))
