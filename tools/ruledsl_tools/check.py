"""`ruledsl check`: what is wrong with rules files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl_tools import terminal
from ruledsl_tools.failure import Failure
from ruledsl_tools.library import game_of_test_file, is_test_file, locate
from ruledsl_tools.report import rendered, summary
from ruledsl_tools.watching import watched

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.source import Source

def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl check`."""
    parser.add_argument("games", nargs="+", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--json", action="store_true", help="print a list of all faults and nothing else")
    parser.add_argument("--fix", action="store_true", help="mend in the files what can be mended without thinking, and say what is left")
    parser.add_argument("--watch", action="store_true", help="check again whenever a file is saved, until Ctrl-C")


def run(args: argparse.Namespace) -> int:
    """Check each file; 1 if one has an error."""
    if args.watch and (args.json or args.fix):
        raise Failure("--watch only shows what is wrong, for people: it goes with neither --json nor --fix")
    if args.watch:
        return watched(args.games, lambda: _once(args))
    return _once(args)


def _once(args: argparse.Namespace) -> int:
    from ruledsl.pipeline import check_file

    faults: list[Diagnostic] = []
    files: dict[Path, Path] = {}  # by game what is read: its file of tests, where that is named
    for path in map(locate, args.games):
        game = game_of_test_file(path) if is_test_file(path) else path
        files[game] = path if is_test_file(path) else files.get(game, path)
    if args.fix:
        from ruledsl_tools.fixing import fix

        for path in dict.fromkeys(map(locate, args.games)):
            mended = fix(path)
            if mended and not args.json:
                print(f"{path}: {mended} mended")
    for game, path in files.items():
        found, sources = check_file(str(path))
        faults += found
        if not args.json:
            _tell(game, found, sources)
    if args.json:
        _print_json(faults)
    return int(any(d.is_error for d in faults))


def _tell(path: Path, found: list[Diagnostic], sources: Mapping[str, Source]) -> None:
    from ruledsl.diagnostics import ranked

    style = terminal.style(sys.stderr)
    for diagnostic in ranked(found):
        print(rendered(diagnostic, sources, style), file=sys.stderr)
    if any(d.is_error for d in found):
        print(f"{path}: {summary(found)}", file=sys.stderr)
    else:
        print(f"{path}: good" + (f", {summary(found)}" if found else ""))


def _print_json(faults: list[Diagnostic]) -> None:
    from ruledsl.diagnostics import as_json, ranked

    print(json.dumps([as_json(d) for d in ranked(faults)], indent=2, ensure_ascii=False))
