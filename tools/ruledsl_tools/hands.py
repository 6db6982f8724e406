"""`ruledsl hands`: what any hand holds of the combinations of a game: which cards make one, how many do, and how common that is."""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ruledsl_tools.failure import Failure, number
from ruledsl_tools.library import chosen_options, load_game

if TYPE_CHECKING:
    from ruledsl.combine.patterns import Pattern
    from ruledsl.engine import Game
    from ruledsl.engine.held import Count, Held

SHOWN = 30
"""So many groups of cards of a hand are shown; `--json` has all."""
HANDS = 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl hands`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file that has a `combination`")
    parser.add_argument("--hand", metavar="CARDS", help="what does this hand hold? its values, and * for a wild card: '10 9 8 2 *'")
    parser.add_argument("--cards", type=number(1, 255), metavar="N", help="of random hands of N cards, how many hold one?")
    parser.add_argument("-n", type=number(1, 10**8), metavar="HANDS", help=f"so many random hands ({HANDS:,})")
    parser.add_argument("--seed", type=number(0, 2**31 - 1), metavar="S", help="of the random hands; any, if not told")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="the number of players; the least, if not told")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option of the game")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Answer for each reading of each combination."""
    if args.hand is not None and args.cards is not None:
        raise Failure("--hand asks about one hand, and --cards about random ones: one or the other")
    if args.cards is None and (args.n is not None or args.seed is not None):
        raise Failure("-n and --seed are for random hands: say with --cards how many cards they have")
    game = load_game(args.game, under_all=False)
    every = _combinations(game, args)
    seed = random.SystemRandom().randrange(2**31) if args.seed is None else args.seed
    reports = [_of_hand(held, args.hand) if args.hand is not None else _dealt(held, args, seed) if args.cards else _counted(held) for held in every]
    if args.json:
        heads = ({"combination": held.name, "given": held.given} for held in every)
        print(json.dumps([{**head, **report.record} for head, report in zip(heads, reports, strict=True)], ensure_ascii=False))
    else:
        print("\n\n".join("\n".join([_head(game.title, held), *report.lines]) for held, report in zip(every, reports, strict=True)))
    return 0


class Report:
    """What is said, as lines and for programs."""

    def __init__(self, record: dict[str, Any], lines: list[str]):
        self.record, self.lines = record, lines


def _combinations(game: Game, args: argparse.Namespace) -> list[Held]:
    from ruledsl.lower import SettingsError

    try:
        found = game.combinations(args.players, chosen_options(game, args.option))
    except SettingsError as error:
        raise Failure(str(error)) from None
    if not found:
        raise Failure(f"{game.title} has no `combination`; `ruledsl games` lists other games")
    return found


def _head(title: str, held: Held) -> str:
    given = "".join(f", {name} = {value}" for name, value in held.given.items())
    return f"{title}, {held.name}{given}:"


# ---- all groups of cards -------------------------------------------------------------------------


def _counted(held: Held) -> Report:
    counts = held.counts()
    total = sum(count.made for count in counts)
    rows = [("cards", "wild", "make it", "of", "ways"), *(_row(count) for count in counts)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    lines.append(f"  {total:,} in all; `ways` counts what wild cards can stand for")
    return Report({"counts": [_record(count) for count in counts], "patterns": total}, lines)


def _row(count: Count) -> tuple[str, ...]:
    return tuple(f"{value:,}" for value in (count.size, count.wilds, count.made, count.possible, count.ways))


def _record(count: Count) -> dict[str, int]:
    return {"cards": count.size, "wild": count.wilds, "made": count.made, "possible": count.possible, "ways": count.ways}


# ---- one hand ------------------------------------------------------------------------------------


def _of_hand(held: Held, text: str) -> Report:
    values, wilds = _typed(held, text)
    if not held.patterns.found:
        return Report({"sets": 0, "groups": []}, ["  nothing makes it"])
    hand = held.hand(values, wilds)
    found = sorted(held.hands.list(hand), key=lambda pattern: (-pattern.size, pattern.wilds, [-value for value in pattern.values[::-1]]))
    sets = held.hands.count(hand)
    record = {"sets": sets, "groups": [{"values": list(p.values), "wild": p.wilds, "expression": held.text(p)} for p in found]}
    lines = [f"  {len(found):,} different groups of cards make it, {sets:,} sets of cards", *_shown(held, found)]
    return Report(record, lines if found else ["  nothing in this hand makes it"])


def _shown(held: Held, found: list[Pattern]) -> Iterator[str]:
    names = [" ".join([*map(str, pattern.values[::-1]), *["*"] * pattern.wilds]) for pattern in found[:SHOWN]]
    width = max(map(len, names), default=0)
    for name, pattern in zip(names, found):
        yield f"    {name.ljust(width)}  {held.text(pattern)}"
    if len(found) > SHOWN:
        yield f"    … and {len(found) - SHOWN:,} more"


def _typed(held: Held, text: str) -> tuple[list[int], int]:
    """The values of a hand, and how many wild cards it has."""
    words = re.findall(r"[^\s,]+", text)
    wrong = next((word for word in words if word != "*" and not _is_value(held, word)), None)
    if wrong is not None or not words:
        wild = f", and * is {' or '.join(held.wild_names)}" if held.wild_names else ""
        raise Failure(f"a hand is the values of its cards{wild}: {', '.join(map(str, held.patterns.faces))}; not `{wrong or text}`")
    if "*" in words and not held.wild_names:
        raise Failure("no card of this game can stand for others: there is no *")
    if len(words) > 255:
        raise Failure("a hand has 255 cards at most")
    return [int(word) for word in words if word != "*"], words.count("*")


def _is_value(held: Held, word: str) -> bool:
    """Does some card have this value? No card has one of ten digits, and such words need not be reckoned."""
    return word.isascii() and word.isdigit() and len(word) < 10 and int(word) in held.patterns.faces


# ---- random hands --------------------------------------------------------------------------------


def _dealt(held: Held, args: argparse.Namespace, seed: int) -> Report:
    from ruledsl.search.many import wilson

    try:
        found = held.deal(args.cards, args.n or HANDS, seed)
    except ValueError as error:
        raise Failure(str(error)) from None
    low, high = wilson(found.holding, found.hands)
    mean = found.sets / found.hands
    record = {"cards": args.cards, "hands": found.hands, "seed": seed, "holding": found.holding, "interval": [low, high], "sets": mean}
    return Report(record, [
        f"  {found.hands:,} hands of {args.cards} of {len(held.cards)} cards; seed {seed} repeats them",
        f"  {100 * found.holding / found.hands:.2f} % hold one; 95 %: {100 * low:.2f} to {100 * high:.2f} %",
        f"  {mean:,.4g} sets of cards make it, on average",
    ])  # fmt: skip
