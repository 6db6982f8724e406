"""`ruledsl fmt`: the one layout."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ruledsl.diagnostics import Diagnostic, RulesError
from ruledsl.source import Source
from ruledsl_tools.failure import Failure
from ruledsl_tools.library import locate
from ruledsl_tools.report import print_diagnostics


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl fmt`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="rules files, written in place; `-` for standard input to standard output")
    parser.add_argument("--check", action="store_true", help="write nothing; list the files that are laid out otherwise")


def run(args: argparse.Namespace) -> int:
    """Lay the files out, or say which are not."""
    codes = [_standard_input(args.check) if name == "-" else _file(locate(name), args.check) for name in args.files]
    return max(codes)


def _file(path: Path, check: bool) -> int:
    from ruledsl.syntax.load import load_source

    source = load_source(path)
    if isinstance(source, Diagnostic):
        print_diagnostics([source], {})
        return 1
    laid_out = _laid_out(source)
    if laid_out is None:
        return 1
    if laid_out.encode() == path.read_bytes():
        return 0
    if not check:
        path.write_bytes(laid_out.encode())
    print(path)
    return int(check)


def _standard_input(check: bool) -> int:
    if sys.stdin is None:
        raise Failure("there is no standard input")
    text = sys.stdin.read()
    laid_out = _laid_out(Source("-", text))
    if laid_out is None:
        return 1
    if not check:
        print(laid_out, end="")
    return int(check and laid_out != text)


def _laid_out(source: Source) -> str | None:
    """The text in the one layout; None, once its faults are told, if it cannot be parsed."""
    from ruledsl.format import format_source

    try:
        return format_source(source)
    except RulesError as error:
        print_diagnostics(error.diagnostics, error.sources)
        return None
