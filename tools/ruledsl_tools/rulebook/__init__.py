"""`ruledsl rulebook`: the rules of a game as a page to read and to print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ruledsl_tools.failure import Failure
from ruledsl_tools.library import chosen_options, load_game, settings_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl rulebook`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("-o", "--output", metavar="FILE.html", help="where to; without it the page goes to standard output")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="the game as this option makes it; may be given again")
    parser.add_argument("--no-tags", action="store_true", help="leave out the ids of the rulebook")


def run(args: argparse.Namespace) -> int:
    """Write the page."""
    if args.output and Path(args.output).suffix.lower() != ".html":
        raise Failure(f"the page is written as .html, not `{Path(args.output).suffix or args.output}`; a browser prints it as PDF")
    game = load_game(args.game)
    options = chosen_options(game, args.option)
    settings = settings_of(game, None, options)
    from ruledsl_tools.rulebook.page import page

    chosen = game.chosen(game.program(settings.players, options))
    text = page(game.model.of(options).layers, settings.model, chosen, not args.no_tags)
    if args.output:
        Path(args.output).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0
