"""`ruledsl flow`: a drawing of the phases of a game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ruledsl_tools.failure import Failure, one_of, suggestion
from ruledsl_tools.library import chosen_options, load_game, settings_of

FORMATS = ("svg", "png", "dot", "mmd")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl flow`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("-o", "--output", metavar="FILE", help="FILE.svg, .png, .dot or .mmd; without it DOT goes to standard output")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="draw the game as this option makes it")
    parser.add_argument("--level", type=one_of("phases", "steps"), default="phases", help="phases (default) or steps")


def run(args: argparse.Namespace) -> int:
    """Draw."""
    kind = _format(args.output) if args.output else "dot"
    game = load_game(args.game)
    settings = settings_of(game, None, chosen_options(game, args.option))
    from ruledsl_tools.draw import draw

    drawing = draw(settings.model, args.level, kind, settings.options)
    content = drawing if isinstance(drawing, bytes) else drawing.encode("utf-8")
    if args.output:
        Path(args.output).write_bytes(content)
    else:
        sys.stdout.write(content.decode("utf-8"))
    return 0


def _format(name: str) -> str:
    ending = Path(name).suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise Failure(f"the file ends in one of {', '.join('.' + f for f in FORMATS)}, not `{ending}`{suggestion(ending, FORMATS)}")
    return ending
