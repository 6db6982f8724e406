"""`ruledsl test GAME --mutants`: which one-line changes of the rules no test notices."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from ruledsl_tools.failure import Failure
from ruledsl_tools.library import is_test_file, locate, test_file_of
from ruledsl_tools.stopping import until
from ruledsl_tools.ticker import Ticker

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.findings.unnoticed import Judged, Testing

SHOWN = 20
"""Changes that are printed."""
MARGIN = 0.1
"""Seconds that are kept for the report."""


def run(args: argparse.Namespace) -> int:
    """Make one change after the other until the time is over, or Ctrl-C; 1 if a test fails as the rules are, 2 if there are no tests."""
    began = time.monotonic()
    from ruledsl.findings.unnoticed import Testing

    game, *more = args.games
    if is_test_file(locate(game)):
        raise Failure("with --mutants the game is named first")
    beside = test_file_of(locate(game))
    files = dict.fromkeys([*([str(beside)] if beside.exists() else []), *(str(locate(name)) for name in more)])
    testing = Testing(str(locate(game)), list(files), args.seed, time.monotonic, args.line or 0)
    if not testing.cases:
        raise Failure(f"`{game}` has no tests")
    if not testing.mutants:
        raise Failure(f"nothing of line {args.line} can be taken for something else" if args.line else "there is nothing to change")
    judged: list[Judged] = []
    with Ticker() as ticker:

        def work(breathe: Callable[..., None]) -> None:
            for n, mutant in enumerate(testing.mutants):
                ticker.tell(f"{n} of {len(testing.mutants)} changes, {sum(one.verdict == 'unnoticed' for one in judged)} not noticed")
                judged.append(testing.judge(mutant, breathe))

        until(began + args.seconds - MARGIN, work)
    judged = list(judged)
    judged.sort(key=lambda one: (one.mutant.span.line, one.mutant.span.column))
    seconds = time.monotonic() - began
    print(json.dumps(_document(args, testing, judged, seconds)) if args.json else "\n".join(_lines(args, game, testing, judged, seconds)))
    return int(bool(testing.broken))


def _lines(args: argparse.Namespace, game: str, testing: Testing, judged: list[Judged], seconds: float) -> list[str]:
    counts = Counter(one.verdict for one in judged)
    real = counts["noticed"] + counts["unnoticed"]
    where = f" of line {args.line}" if args.line else ""
    tried = f"{len(judged)} of {len(testing.mutants)} one-line changes{where}"
    out = [f"mutants  {game}   {tried}   {len(testing.cases)} tests   {seconds:.1f} s   seed {args.seed}"]
    out += [f"broken   {title}: it fails as the rules are, and notices nothing" for title in testing.broken]
    besides = f"{counts['refused']} refused by `check`, {counts['equal']} PROVED to change nothing"
    besides += f" at any of {max(one.tables for one in judged)} tables" if counts["equal"] else ""
    out.append(f"noticed  {counts['noticed']} of {real} by a test   (besides: {besides})")
    unnoticed = [one for one in judged if one.verdict == "unnoticed"]
    for one in unnoticed[:SHOWN]:
        mutant = one.mutant
        out.append(f"missed   {mutant.span.line}:{mutant.span.column:<4} `{_short(mutant.was)}` → `{_short(mutant.becomes)}`   {_comes_to(one, testing)}")
    if len(unnoticed) > SHOWN:
        out.append(f"         and {len(unnoticed) - SHOWN} more; --json has them all")
    if len(judged) < len(testing.mutants):
        left = f"left out {len(testing.mutants) - len(judged)} changes, for want of time; --seconds gives more"
        out.append(left if args.line else f"{left}, another --seed others, --line L those of one line")
    return out


def _comes_to(one: Judged, testing: Testing) -> str:
    """What a change comes to, as far as it was found out."""
    if one.apart is not None and one.apart.apart is not None:
        count = len(one.apart.answers)
        words = one.apart.setting.words()
        where = "" if words in testing.tested else f"   (no test sits at {words})"
        return f"after {count} answer{'s' * (count != 1)}: {one.apart.apart.text}{where}"
    said = next((f"another text: {word.what}" for table in one.compared or () for word in table.words), "")
    if said:
        return said
    said = next((table.said for table in one.compared or () if table.said), "")
    open_ones = [table for table in one.compared or () if table.verdict != "PROVED"]
    if said and not open_ones:
        return f"played alike; {said}"
    if not open_ones and one.compared:
        return f"PROVED to change nothing at {len(one.compared)} of {one.tables} tables; there was no time for the others"
    if not open_ones:
        return "the table cannot be set up any more"
    return f"no difference in {min(table.decisions for table in open_ones):,} answers at random"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _document(args: argparse.Namespace, testing: Testing, judged: list[Judged], seconds: float) -> dict[str, Any]:
    return {
        "command": "test", "mutants": len(testing.mutants), "tried": len(judged), "tests": len(testing.cases), "broken": testing.broken, "seed": args.seed,
        "seconds": round(seconds, 3), "counts": dict(Counter(one.verdict for one in judged)), "changes": [_record(one, testing) for one in judged],
    }  # fmt: skip


def _record(one: Judged, testing: Testing) -> dict[str, Any]:
    mutant = one.mutant
    out = {"span": str(mutant.span), "was": mutant.was, "becomes": mutant.becomes, "kind": mutant.kind, "verdict": one.verdict}
    if one.by:
        out["test"] = one.by
    if one.verdict == "unnoticed":
        out["comes_to"] = _comes_to(one, testing)
    return out
