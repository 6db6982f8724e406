"""`ruledsl flow`: a drawing of the phases of a game."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from ruledsl.record import record, replace
from ruledsl_tools.failure import Failure, number, one_of, suggestion
from ruledsl_tools.library import chosen_options, load_game, program, settings_of
from ruledsl_tools.watching import watched

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.findings.heat import Heat

FORMATS = ("svg", "png", "dot", "mmd", "json")
FEW = 6
"""So many closed rooms are named."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl flow`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("-o", "--output", metavar="FILE", help="FILE.svg, .png, .dot, .mmd or .json; without it DOT goes to standard output")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="draw the game as this option makes it")
    parser.add_argument("--level", type=one_of("phases", "steps"), default="phases", help="phases (default) or steps")
    parser.add_argument("--room", metavar="NAME", default="", help="draw one phase, action or deed by itself")
    parser.add_argument(
        "--depth", type=number(0, 99), metavar="N",
        help="open rooms so far down; pictures have as many open as can be read on a sheet of A3 if this is not given",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="the graph as JSON, for programs that draw it themselves")
    parser.add_argument("--heat", action="store_true", help="play at random, and draw what ran how often, and what never")
    parser.add_argument("--witness", metavar="FILE", help="with --heat: the way of a finding, from what `fuzz --json` or `verify --json` wrote")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="with --heat: the number of players; the least, if not told")
    parser.add_argument("--seconds", type=number(1, 3600), default=1, metavar="T", help="with --heat: how long to play (1)")
    parser.add_argument("--watch", action="store_true", help="draw again whenever the file is saved (with -o)")


def run(args: argparse.Namespace) -> int:
    """Draw."""
    if args.json and args.output:
        raise Failure("`--json` writes to standard output; `-o FILE.json` writes a file")
    if not args.watch:
        return _once(args)
    if not args.output:
        raise Failure("`--watch` needs a file to draw into: `-o FILE.svg`")
    return watched([args.game], lambda: _once(args))


def _once(args: argparse.Namespace) -> int:
    kind = "json" if args.json else _format(args.output) if args.output else "dot"
    game = load_game(args.game)
    found = _finding(args.witness) if args.witness else None
    options = {**chosen_options(game, args.option), **(found.options if found else {})}
    settings = settings_of(game, None, options)
    from ruledsl_tools.draw import drawing

    picture = drawing(settings.model, args.level, settings.options, args.room, args.depth, kind in ("svg", "png"))
    if args.heat or found:
        picture = replace(picture, heat=_heat(game, options, args, found))
    written = picture.written(kind)
    content = written if isinstance(written, bytes) else written.encode("utf-8")
    if args.output:
        Path(args.output).write_bytes(content)
        if picture.closed:
            print(_closed(args, picture.closed), file=sys.stderr)
    else:
        sys.stdout.write(content.decode("utf-8"))
    return 0


@record(frozen=True)
class Found:
    """A finding of another command: at which table, and by which answers."""

    players: int
    options: dict[str, Any]
    seed: int
    answers: list[tuple[int, int]]


def _finding(name: str) -> Found:
    """The first finding with a witness in a JSON document."""
    try:
        document = json.loads(Path(name).read_text(encoding="utf-8"))
        finding = next(one for one in document["findings"] if "witness" in one)
        setting, witness = document["settings"][finding["setting"]], finding["witness"]
        answers = [(int(option), -1 if seat == "chance" else int(seat) - 1) for seat, option, _ in witness["moves"]]
        return Found(int(setting["players"]), dict(setting["options"]), int(witness["seed"]), answers)
    except StopIteration:
        raise Failure(f"no finding in `{name}` has a witness") from None
    except (ValueError, KeyError, IndexError, TypeError):
        raise Failure(f"`{name}` is not what `fuzz --json` or `verify --json` writes") from None


def _heat(game: Game, options: dict[str, Any], args: argparse.Namespace, found: Found | None) -> Heat:
    """What ran how often, in the time that there is, and on the way of a finding."""
    from ruledsl.findings.heat import heat, way

    table = program(game, args.players or (found.players if found else None), options)
    end = time.monotonic() + args.seconds
    declared = {name: callable.decl.span for name, callable in game.model.of(options).model.callables.items()}
    out = heat(table, lambda: time.monotonic() < end, declared=declared)
    if found:
        try:
            out.way = way(table, found.seed, found.answers)
        except IndexError:
            raise Failure(f"`{args.witness}` is of another game: it cannot be played so") from None
    return out


def _closed(args: argparse.Namespace, rooms: Sequence[str]) -> str:
    """What the picture does not show, and how to see it."""
    few = ", ".join(rooms[:FEW]) + (f", and {len(rooms) - FEW} more" if len(rooms) > FEW else "")
    return f"closed, so that it can be read: {few}; `--room {quote(rooms[0])}` draws one of them, `--depth 99` everything"


def _format(name: str) -> str:
    ending = Path(name).suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise Failure(f"the file ends in one of {', '.join('.' + f for f in FORMATS)}, not `{ending}`{suggestion(ending, FORMATS)}")
    return ending
