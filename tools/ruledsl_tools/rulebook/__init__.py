"""`ruledsl rulebook`: the rules of a game as a page to read and to print."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl_tools.failure import Failure
from ruledsl_tools.library import chosen_options, load_game, locate, settings_of, test_file_of

if TYPE_CHECKING:
    from ruledsl.model import Model
    from ruledsl_tools.rulebook.boards import OnBoard
    from ruledsl_tools.rulebook.examples import Examples
    from ruledsl_tools.rulebook.page import Picture

KINDS = (".html", ".pdf")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl rulebook`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("-o", "--output", metavar="FILE", help="FILE.html or FILE.pdf; without it the page goes to standard output")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="the game as this option makes it; may be given again")
    parser.add_argument("--no-tags", action="store_true", help="leave out the ids of the rulebook")
    parser.add_argument("--no-examples", action="store_true", help="leave out the examples, which are the tests of the game")
    parser.add_argument("--no-pictures", action="store_true", help="leave out the pictures of the phases")


def run(args: argparse.Namespace) -> int:
    """Write the page."""
    kind = Path(args.output).suffix.lower() if args.output else ".html"
    if kind not in KINDS:
        raise Failure(f"the page is written as .html or .pdf, not `{kind or args.output}`")
    game = load_game(args.game)
    options = chosen_options(game, args.option)
    settings = settings_of(game, None, options)
    from ruledsl_tools.rulebook.boards import on_boards
    from ruledsl_tools.rulebook.page import page

    program = game.program(settings.players, options)
    chosen, draw = game.chosen(program), on_boards(settings.model.whole or settings.model, program.boards)
    examples = _examples(args.game, draw, {} if args.no_examples else chosen, not args.no_examples)
    picture = _none if args.no_pictures else _pictures(settings.model, settings.options)
    text = page(game.model.of(options).layers, settings.model, chosen, not args.no_tags, examples, picture)
    if kind == ".pdf":
        from ruledsl_tools.rulebook.pdf import printed

        Path(args.output).write_bytes(printed(text))
    elif args.output:
        Path(args.output).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def _examples(name: str, draw: OnBoard, chosen: Mapping[str, Any], wanted: bool) -> Examples:
    """Those in the file of the game, and in that of its tests if it has one beside it."""
    from ruledsl.testing.suite import collect
    from ruledsl_tools.rulebook.examples import Examples

    rules = Path(locate(name))
    tests = test_file_of(rules)
    return Examples(draw, collect(str(rules), [str(tests)] if tests.is_file() else []) if wanted else [], chosen)


def _none(name: str) -> str:
    return ""


def _pictures(model: Model, options: Mapping[str, object]) -> Picture:
    """The phases as `ruledsl flow --room` draws them, with what they lead to closed."""
    from ruledsl.flow import build
    from ruledsl_tools.draw import drawing

    rooms = {group.name for group in build(model, options).at("phases").groups.values()}

    def picture(name: str) -> str:
        if name not in rooms:
            return ""
        written = drawing(model, "phases", options, name, 0, True).written("svg")
        assert isinstance(written, bytes)
        text = written.decode("utf-8")
        return text[text.index("<svg") :]

    return picture
