"""The profile of a game: every metric, the seats, the endings and the actions, from games that are repeated by a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import hypot, isfinite
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from ruledsl.ir.program import Program
from ruledsl.record import as_dict, record
from ruledsl.results import cards
from ruledsl.results.estimates import SURE, Estimate, share
from ruledsl.results.gathering import FEW, Gathering
from ruledsl.results.metrics import reckoned, wins
from ruledsl.results.traces import Trace

if TYPE_CHECKING:
    from ruledsl.engine import Game

@record(frozen=True)
class Profile:
    """What a game is like at one table, as `bots` play it, a name a seat, or by random choice where there are none. `hash` is that of its rules."""

    game: str
    hash: str
    players: int
    options: Mapping[str, Any]
    bots: Sequence[str]
    seed: int
    games: int
    seats: Mapping[str, Estimate]
    metrics: Mapping[str, Estimate]
    endings: Mapping[str, Estimate]
    actions: Mapping[str, Estimate]
    dealt: Mapping[str, Estimate]
    played: Mapping[str, Estimate]


def profile(
    game: Game, program: Program, seed: int = 0, games: int = 4000, progress: Callable[[str], object] = lambda _: None, bots: Sequence[str] = ()
) -> Profile:
    """The profile of a game at a table, from so many games; of random play, or of `bots`, one a seat in this order, of whom any may be `random`.
    RulesFault where the rules go wrong, UnknownBot (a ValueError) if nobody is called so, KeyboardInterrupt if somebody stops it."""
    gathering = Gathering(game, program, bots, progress=progress)
    gathering.play(games, seed)
    if gathering.left_out():
        raise KeyboardInterrupt
    return profiled(gathering, seed)


def profiled(gathering: Gathering, seed: int, part: float = 1.0) -> Profile:
    """The profile as far as games were gathered, or by a part of them."""
    game, program, found = gathering.game, gathering.program, gathering.games(part)
    return Profile(
        game.name, game.hash, program.players, game.chosen(program), gathering.bots, seed, len(found.rows),
        {name: wins(found, seat) for seat, name in enumerate(program.seats)}, reckoned(found),
        _endings(program, found.looked), _actions(program, found.looked), cards.dealt(program, found.looked), cards.played(program, found.looked),
    )  # fmt: skip


def _endings(program: Program, looked: Sequence[Trace]) -> dict[str, Estimate]:
    """Where the last decision of a game was made, the most frequent first."""
    last = Counter(_where(program, trace.steps[-1].site) for trace in looked if trace.finished and trace.steps)
    return {where: share(count, last.total()) for where, count in last.most_common()}


def _where(program: Program, site: int) -> str:
    phases = program.sites[site].phases
    return phases[-1].replace("_", " ") if phases else "play"


def _actions(program: Program, looked: Sequence[Trace]) -> dict[str, Estimate]:
    """In how many games an action is chosen; those that could be and never were too."""
    names = {action: _name(program, action) for trace in looked for _, action in trace.offered}
    chosen = Counter(name for trace in looked for name in {names[step.action] for step in trace.steps if step.action in names})
    found = {name: share(chosen[name], len(looked)) for name in dict.fromkeys(names.values())}
    return dict(sorted(found.items(), key=lambda item: -(item[1].value or 0.0)))


def _name(program: Program, action: int) -> str:
    return program.actions[action].name.replace("_", " ") if action >= 0 else "pass"


# ---- kept beside the rules -----------------------------------------------------------------------------------------------------------------------

KEPT = ("game", "hash", "players", "options", "bots", "seed", "games", "seats", "metrics", "endings", "actions", "dealt", "played")
NUMBERS = KEPT[7:]
CHANCE = 0.01
"""How often unchanged rules are told to have changed, all numbers together, where other games are played."""


class Unreadable(ValueError):
    """What was kept is no profile."""


def written(found: Profile) -> dict[str, Any]:
    """As one JSON document: each number with `value low high n`."""
    facts = as_dict(found)
    return {name: facts[name] for name in KEPT}


def read(document: Any) -> Profile:
    """A profile that was written; Unreadable if it is none, or holds anything else."""
    try:
        numbers = {part: {str(k): _estimate(v) for k, v in document[part].items()} for part in NUMBERS}
        options = {str(k): v for k, v in document["options"].items()}
        texts = [document[name] for name in ("game", "hash")]
        counts = [document[name] for name in ("players", "seed", "games")]
        if set(document) != set(KEPT) or not all(isinstance(x, str) for x in texts) or not all(type(x) is int and 0 <= x < 1 << 63 for x in counts):
            raise ValueError
        bots = tuple(document["bots"])
        if not all(isinstance(name, str) for name in bots) or bots and len(bots) != counts[0]:
            raise ValueError
        return Profile(texts[0], texts[1], counts[0], options, bots, counts[1], counts[2], **numbers)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise Unreadable("it is not a profile that `ruledsl report --accept` has written") from None


def _estimate(kept: Any) -> Estimate:
    if set(kept) != {"value", "low", "high", "n"} or type(kept["n"]) is not int:
        raise ValueError
    value, low, high = (None if kept[name] is None else float(kept[name]) for name in ("value", "low", "high"))
    if any(x is not None and not isfinite(x) for x in (value, low, high)):
        raise ValueError
    return Estimate(value, low, high, kept["n"])


@record(frozen=True)
class Moved:
    """A number that is no longer what it was: where it stands, what it is called, then and now."""

    part: str
    name: str
    old: Estimate
    new: Estimate


def moved(old: Profile, new: Profile) -> list[Moved]:
    """The numbers of which chance alone would not make so much: with `CHANCE` shared among all of them (Bonferroni). A number that is known now and
    was not, or the other way round, has moved, and so has an action or an ending that is new or gone."""
    pairs = [
        (part, name, before.get(name, NONE), after.get(name, NONE))
        for part in NUMBERS
        for before, after in ((getattr(old, part), getattr(new, part)),)
        for name in {**before, **after}
    ]
    reach = NormalDist().inv_cdf(1 - CHANCE / 2 / max(1, len(pairs))) / SURE
    return [Moved(*pair) for pair in pairs if _moved(pair[2], pair[3], reach)]


def _moved(a: Estimate, b: Estimate, reach: float) -> bool:
    if a.value is None or b.value is None:
        return (a.value is None) != (b.value is None)
    if a.low is None and b.low is None or min(a.n, b.n) < FEW:
        return False  # the longest game, the most options: no interval says how far they may go; few games have none to be trusted so far out
    return abs(a.value - b.value) > reach * hypot(a.half, b.half) + ROUNDED


NONE = Estimate(None)
ROUNDED = 1e-9
