"""`ruledsl report`: what a game is like, in numbers, and what each reading changes."""

from __future__ import annotations

import argparse
import json
import os
import textwrap
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.record import replace
from ruledsl_tools.failure import Failure, number
from ruledsl_tools.library import chosen_options, load_game, locate, program
from ruledsl_tools.simulate import sitting_bots
from ruledsl_tools.stopping import SOON, in_time, interrupted, until
from ruledsl_tools.terminal import players_in_words
from ruledsl_tools.ticker import Ticker

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.results.effects import Changes, Effect
    from ruledsl.results.estimates import Estimate
    from ruledsl.results.profile import Profile

GAMES, PAIRED, THOUGHT = 4000, 1000, 100
"""Games of the profile, of each reading beside it, and of bots, if nobody says otherwise."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl report`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    games = f"how many games ({GAMES:,}, {THOUGHT} of bots); a quarter for each reading beside it"
    parser.add_argument("-n", "--games", type=number(100, 10**7), metavar="N", help=games)
    parser.add_argument("--seconds", type=number(1, 86_400), metavar="T", help="how long, all in all; what there is then is told, as what it is")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--seed", type=number(0, 2**62 - 1), metavar="S", help="the seed that repeats it; random, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game")
    parser.add_argument("--bots", metavar="WHO,WHO", help="who plays at each seat, or one for all: `random`, `greedy`, `mcts`, `mcts:200`; no readings then")
    parser.add_argument("--no-readings", action="store_true", help="leave out what each reading changes")
    parser.add_argument("--accept", action="store_true", help="keep the profile beside the rules, as NAME.profile.json")
    parser.add_argument("--check", action="store_true", help="compare with the profile that is kept; 1 if a number has moved more than chance would")
    parser.add_argument("--html", metavar="FILE", help="write a page, too")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Play, reckon, and report; after an interruption, or where the time is over, on what there is."""
    began = time.monotonic()
    if args.check and (args.accept or args.games or args.players or args.option or args.bots or args.seconds or args.seed is not None):
        raise Failure("--check plays as the profile that is kept was played: it goes with no other option but --json")
    game = load_game(args.game)
    if args.check:
        return _check(args, game)
    from ruledsl.results.effects import Changes

    options = chosen_options(game, args.option)
    bots = _sitting(args, game, options)
    table = program(game, len(bots) or args.players, options)
    seed = int.from_bytes(os.urandom(4), "little") if args.seed is None else args.seed
    alone = bool(args.no_readings or bots)
    budget = Budget(began, args.seconds, 1.0 if alone else HALF)
    found, left = _gathered(game, table, bots, args.games or (THOUGHT if bots else GAMES), seed, budget)
    kept = bool(args.accept) and not left
    if kept:
        _beside(args.game).write_text(json.dumps(_written(found), indent=1) + "\n", encoding="utf-8")
    if not args.json:
        print("\n".join([*_lines(args.game, found), *_left_out(left)]), flush=True)
    stopped = not alone and interrupted()  # to list the readings, rules must be read that were made ready before
    changes = None if alone or stopped else Changes(game, options)
    if changes and (args.seconds or not left):
        _sweep(changes, table.players, args.games, seed, budget)
    if args.html:
        from ruledsl_tools.report_page import page

        Path(args.html).write_text(page(found, changes.marked if changes else [], _again(args, found)), encoding="utf-8")
    if args.json:
        print(json.dumps({"command": "report", **_written(found), **_changed(changes), "left_out": left, "stopped": stopped}))
    else:
        told = _told(changes) if changes else [f"{'not all':11}nothing of what readings change: it was stopped"] if stopped else []
        print("\n".join([*told, *([f"kept as {_beside(args.game)}"] if kept else [])]), end="\n" if told or changes or kept else "")
    if args.accept and not kept:
        raise Failure("the profile is not kept, since not all of its games were played", 1)
    return 0


HALF = 0.5
"""The part of the time that is for the game as it is, where its readings come behind."""


class Budget:
    """The time of a command, all in all, if it has any; and how much of it is for its first half."""

    def __init__(self, began: float, seconds: int | None, share: float = 1.0):
        self.began, self.end, self.share = began, None if seconds is None else began + seconds - MARGIN, share

    def over(self, part: float) -> bool:
        """Is so much of it over?"""
        return self.end is not None and time.monotonic() >= self.began + part * (self.end - self.began)

    def halves(self) -> tuple[float | None, float | None]:
        """When half of the time that is left is over, and when all is."""
        return None if self.end is None else (time.monotonic() + self.end) / 2, self.end


MARGIN = 0.3
"""Seconds that are kept for reckoning."""


def _gathered(game: Game, table: Any, bots: Sequence[str], games: int, seed: int, budget: Budget) -> tuple[Profile, dict[str, tuple[int, int]]]:
    """The profile as far as it came, and what was left out of it."""
    from ruledsl.results.gathering import Gathering
    from ruledsl.results.profile import profiled

    gathering = Gathering(game, table, bots, over=lambda part: budget.over(budget.share * part))
    with Ticker() as ticker:

        def play(breathe: Callable[..., None]) -> None:
            gathering.progress = _telling(breathe, ticker)
            gathering.play(games, seed)

        until(budget.end, _sound(play), SOON)
    part, found = in_time(lambda part: (part, profiled(gathering, seed, part)))
    if not found.games:
        if budget.over(1.0):
            raise Failure("there was no time for a game; --seconds gives more")
        raise KeyboardInterrupt
    return found, dict(gathering.left_out(part))


def _telling(breathe: Callable[..., None], ticker: Ticker) -> Callable[[str], None]:
    def tell(text: str) -> None:
        breathe()
        ticker.tell(text)

    return tell


def _sound(work: Callable[[Callable[..., None]], None]) -> Callable[[Callable[..., None]], None]:
    """Work during which the rules may go wrong."""
    from ruledsl.ir.fault import RulesFault

    def done(breathe: Callable[..., None]) -> None:
        try:
            work(breathe)
        except RulesFault as fault:
            raise Failure(f"the rules go wrong: {fault}; `ruledsl fuzz` finds the shortest way there", 1) from None

    return done


def _left_out(left: Mapping[str, tuple[int, int]]) -> list[str]:
    told = ", ".join(f"{there:,} of {count:,} {kind}" for kind, (there, count) in left.items())
    return [f"{'not all':11}{told}: there was no time for more, or it was stopped"] if left else []


def _sweep(changes: Changes, players: int, games: int | None, seed: int, budget: Budget) -> None:
    """What readings change, as far as there is time."""
    from ruledsl.results.effects import sweep

    with Ticker() as ticker:
        paired = max(100, games // 4) if games else PAIRED
        until(budget.end, _sound(lambda breathe: sweep(changes, players, paired, seed, _telling(breathe, ticker))), SOON)


def _changed(changes: Changes | None) -> dict[str, Any]:
    """What readings change, as it stands in the one JSON document."""
    from ruledsl.record import as_dict

    found, refused, left = (changes.marked, changes.refused, changes.left) if changes else ([], [], [])
    return {"readings": [as_dict(e) for e in found], "refused": [list(r) for r in refused], "not_played": [list(pair) for pair in left]}


def _sitting(args: argparse.Namespace, game: Game, options: dict[str, Any]) -> list[str]:
    """Who plays at each seat, where one name stands for all."""
    if args.bots and "," not in args.bots:
        args.bots = ",".join([args.bots] * (args.players or game.seats(options)[0]))
    return sitting_bots(args, game.seats(options))


# ---- kept profiles -------------------------------------------------------------------------------------------------------------------------------


def _beside(name: str) -> Path:
    """Where the profile of a game is kept: beside its rules; of a bundled one, here."""
    path = Path(name)
    return (path if path.suffix == ".rules" else Path(locate(name).name)).with_suffix(".profile.json")


def _written(found: Profile) -> dict[str, Any]:
    from ruledsl.results.profile import written

    return written(found)


def _kept(path: Path) -> Profile:
    from ruledsl.results.profile import Unreadable, read

    try:
        return read(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise Failure(f"there is no {path}; `ruledsl report --accept` keeps one") from None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError, Unreadable) as error:
        raise Failure(f"{path} cannot be used: {error}") from None


def _check(args: argparse.Namespace, game: Game) -> int:
    from ruledsl.results.profile import moved

    path = _beside(args.game)
    old = _kept(path)
    table = program(game, old.players, {name: value for name, value in old.options.items() if name in game.chosen(program(game, old.players, {}))})
    new, left = _gathered(game, table, old.bots, old.games, old.seed, Budget(0.0, None))
    if left:
        raise KeyboardInterrupt
    found = moved(old, new)
    if args.json:
        numbers = [{"part": m.part, "name": m.name, "old": m.old.value, "new": m.new.value} for m in found]
        print(json.dumps({"command": "report", "check": str(path), "moved": numbers}))
    else:
        for m in found:
            unit = _unit(m.part, m.name)
            print(f"{path}: {m.part} · {m.name.replace('_', ' ')} was {shown(m.old, unit)}, is {shown(m.new, unit)}")
        print(f"{args.game}: {'as it was' if not found else f'{len(found)} numbers have moved'} ({new.games:,} games, seed {new.seed})")
    return int(bool(found))


# ---- what is printed -----------------------------------------------------------------------------------------------------------------------------


def shown(found: Estimate, unit: str = "") -> str:
    """A number with half its interval, in as many digits as it is good for."""
    if found.value is None:
        return "not known"
    times = 100 if unit == "%" else 1
    value, half = times * found.value, times * found.half
    digits = 0 if found.low is None and value == int(value) else 1 if abs(value) >= 10 else 2
    text = f"{value:,.{digits}f}"
    return (f"{text} ± {half:.{digits}f}" if found.low is not None else text) + (" %" if unit == "%" else "")


def _unit(part: str, name: str) -> str:
    from ruledsl.results.metrics import METRICS

    return "%" if part != "metrics" else next((metric.unit for metric in METRICS if metric.name == name), "")


def _again(args: argparse.Namespace, found: Profile) -> str:
    options = "".join(f" --option {text}" for text in args.option)
    who = f" --bots {','.join(found.bots)}" if found.bots else ""
    return f"ruledsl report {args.game} --games {found.games} --players {found.players} --seed {found.seed}{who}{options}"


def _lines(name: str, found: Profile) -> list[str]:
    from ruledsl.results.metrics import METRICS

    head = f"report   {name}   {players_in_words(found.players)}, {play_of(found)}, {found.games:,} games; seed {found.seed} repeats them; ± is 95 %"
    out = [head, *(f"{'too few':11}{words}" for words in too_few(found.games))]
    out += [f"{'wins':11}{_row(found.seats)}", *_favoured(found), f"{'ends in':11}{_row(found.endings)}"]
    if found.actions:
        out.append(f"{'chosen in':11}{_row(found.actions)} of games")
    out += _cards(found)
    for group, metrics in groupby(METRICS, key=lambda metric: metric.group):
        for first, metric in enumerate(metrics):
            out.append(f"{'' if first else group:11}{shown(found.metrics[metric.name], metric.unit):>18}  {metric.says}")
    return out


def too_few(games: int) -> list[str]:
    """Is nothing to be made of the numbers? Of very few games an interval is wider than what can be."""
    from ruledsl.results.gathering import FEW

    if games >= FEW:
        return []
    return [f"{games} game{'s tell' if games != 1 else ' tells'} next to nothing: ± may reach where no number can lie; {FEW} are wanted at least"]


def _favoured(found: Profile) -> list[str]:
    """Does a seat win more, or less, than the others, by more than chance?"""
    from ruledsl.results.estimates import doubt
    from ruledsl.results.gathering import FEW

    shares = {name: e for name, e in found.seats.items() if e.value is not None and e.n >= FEW}
    if len(shares) < 2:
        return []
    even = sum(e.value or 0.0 for e in shares.values()) / len(shares)
    doubts = {name: doubt(replace(e, value=(e.value or 0.0) - even)) for name, e in shares.items()}
    least = min(doubts, key=lambda name: doubts[name])
    p = min(1.0, len(shares) * doubts[least])
    if p >= 0.01:
        return [f"{'favoured':11}no seat by more than chance makes of equal ones (p = {p:.2g})"]
    way = "more" if (shares[least].value or 0.0) > even else "less"
    return [f"{'favoured':11}{least} wins {way} than the even {100 * even:.1f} %, and more than chance would (p = {p:.1g})"]


def play_of(found: Profile) -> str:
    """Who played."""
    return "random play" if not found.bots else f"{found.bots[0]} at every seat" if len(set(found.bots)) == 1 else ", ".join(found.bots)


def _cards(found: Profile) -> list[str]:
    """The cards that stand out, the best and the worst."""
    from ruledsl.results.cards import standing_out

    out = []
    for head, who, numbers in (("dealt", "who holds it first", found.dealt), ("played", "who plays it, beside the mean card,", found.played)):
        told = list(standing_out(numbers).items())
        if numbers:
            words = f"{who} wins so many points of a hundred more ({len(told)} of {len(numbers)} cards are more than chance):"
            some = told if len(told) <= FEW else [*told[: FEW // 2], *told[-FEW // 2 :]]
            told_words = " · ".join(f"{name} {shown(estimate, '%').removesuffix(' %')}" for name, estimate in some)
            out += textwrap.wrap(f"{head:11}{words} {told_words or 'none'}", 120, subsequent_indent=" " * 11)
    return out


def _row(numbers: Mapping[str, Estimate]) -> str:
    told = [f"{name} {shown(found, '%')}" for name, found in list(numbers.items())[:FEW]]
    return " · ".join(told) + (f" · {len(numbers) - FEW} more" if len(numbers) > FEW else "")


FEW = 8
"""So many of a list are told in a line."""


def _told(changes: Changes) -> list[str]:
    """What the readings change, as a table; those that nothing hangs on under this play in one line, and those for which there was no time."""
    from ruledsl_tools.simulate import table

    found, out = changes.marked, list[str]()
    counted = [e for e in found if e.differs.value]
    rows = [["reading", "other winner", "decisions", "first seat, points", "pairing gains", "seats and length"]]
    rows += [[f"{e.name}={e.value}", *_numbers(e), "changed" if e.told else "may be chance"] for e in counted]
    same = [f"{e.name}={e.value}" for e in found if not e.differs.value]
    out += ["", *table(rows)] if counted else []
    if same:
        out.append(f"no game of {found[0].games:,} differs: {', '.join(same)} (random play may never meet what they are about)")
    if changes.left:
        out.append(f"not played, for want of time: {', '.join(f'{name}={value}' for name, value in changes.left)}")
    return [*out, *(f"{name}={value} is refused: {why}" for name, value, why in changes.refused)]


def _numbers(e: Effect) -> list[str]:
    return [shown(e.other_winner, "%"), shown(e.length), shown(e.wins[0], "%").removesuffix(" %"), f"×{e.gain:.1f}"]
