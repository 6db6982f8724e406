"""`ruledsl fmt`: the one layout."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

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
    text = read_text(path)
    laid_out = _laid_out(text, str(path))
    if laid_out is None:
        return 1
    if laid_out == text:
        return 0
    if not check:
        path.write_text(laid_out, encoding="utf-8", newline="")
    print(path)
    return int(check)


def _standard_input(check: bool) -> int:
    if sys.stdin is None:
        raise Failure("there is no standard input")
    text = sys.stdin.read()
    laid_out = _laid_out(text, "-")
    if laid_out is None:
        return 1
    if not check:
        print(laid_out, end="")
    return int(check and laid_out != text)


def read_text(path: Path) -> str:
    """The text of a rules file, ends of lines as they are."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Failure(f"`{path}` is not UTF-8 text (byte {error.start + 1})", 1) from None


def _laid_out(text: str, name: str) -> str | None:
    """The text in the one layout; None, once its faults are told, if it cannot be parsed."""
    from ruledsl.diagnostics import RulesError
    from ruledsl.format import format_source
    from ruledsl.source import Source

    try:
        return format_source(Source(name, text))
    except RulesError as error:
        print_diagnostics(error.diagnostics, error.sources)
        return None
