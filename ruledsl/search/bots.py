"""Players that need no keyboard. A bot's choice depends on the seed and the place in the game alone, so a game can be repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from ruledsl import spell

if TYPE_CHECKING:
    from random import Random

    from ruledsl.engine import Choice, Match

Bot = Callable[["Match", list["Choice"], int], "Choice"]


class UnknownBot(ValueError):
    """Nobody is called so."""



HARD = 500
"""How many times a bot that thinks plays on from each decision, if not told."""
HARDEST = 10_000_000


def _place(match: Match, options: list[Choice], seed: int) -> Random:
    """The random numbers of a decision."""
    from random import Random

    return Random(f"{seed}/{len(match.history.moves)}/{options[0].seat}")


def choose_randomly(match: Match, options: list[Choice], seed: int) -> Choice:
    """Any option, each as likely as another."""
    return options[_place(match, options, seed).randrange(len(options))]


def choose_by_search(
    match: Match, options: list[Choice], seed: int, simulations: int = HARD, manner: str = "mcts", breathe: Callable[..., object] | None = None
) -> Choice:
    """The option that did best where the game was played on from here; without a look at what the seat does not know. `breathe` may stop it."""
    from ruledsl.search.mcts import MANNERS, choose

    if len(options) == 1 or options[0].seat is None:
        return choose_randomly(match, options, seed)
    return choose(match, simulations, _place(match, options, seed).getrandbits(62), options[0].seat, manner=MANNERS[manner], progress=breathe)


def choose_greedily(match: Match, options: list[Choice], seed: int) -> Choice:
    """The option that brings the most before the seat is asked again."""
    from ruledsl.search.greedy import greedy

    if len(options) == 1 or options[0].seat is None:
        return choose_randomly(match, options, seed)
    return greedy(match, _place(match, options, seed).getrandbits(62), options[0].seat)


THINKING = ("mcts", "ismcts", "flat", "pimc")
"""Bots that search, as `MANNERS` of the search calls what they do."""
BOTS: dict[str, Bot] = {"random": choose_randomly, "greedy": choose_greedily, **{name: partial(choose_by_search, manner=name) for name in THINKING}}


def patient(text: str, breathe: Callable[..., object]) -> Bot:
    """The bot of a name, which calls `breathe` while it thinks."""
    bot: Callable[..., Choice] = bot_named(text)
    return partial(bot, breathe=breathe) if text.partition(":")[0] in THINKING else bot


def bot_named(text: str, known: Iterable[str] = BOTS) -> Bot:
    """The bot that `random`, `greedy`, `mcts` or `mcts:200` means. UnknownBot if none; `known` are the names that are said then."""
    name, colon, count = text.partition(":")
    if name not in BOTS or colon and name not in THINKING:
        known = tuple(known)
        near = spell.nearest(name, known)
        hint = f"; did you mean `{near}`?" if near else ""
        raise UnknownBot(f"nobody called `{text}` can sit down; at a seat sits one of {', '.join(known)}{hint}")
    if not colon:
        return BOTS[name]
    if not (count.isascii() and count.isdigit() and len(count) < 9 and 1 <= int(count) <= HARDEST):
        raise UnknownBot(f"`{text}`: behind the colon stands how often to play on, 1 to {HARDEST}")
    return partial(choose_by_search, simulations=int(count), manner=name)
