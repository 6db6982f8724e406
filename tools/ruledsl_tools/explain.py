"""`ruledsl explain`: the page behind an error code."""

from __future__ import annotations

import argparse

from ruledsl_tools.failure import Failure, suggestion


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl explain`."""
    parser.add_argument("code", metavar="CODE", help="a code as it stands in brackets behind a message")


def run(args: argparse.Namespace) -> int:
    """Print the page."""
    from ruledsl import explain

    code = args.code.strip("[] ").upper()
    page = explain.page(code)
    if page is None:
        raise Failure(f"there is no code `{code}`{suggestion(code, explain.codes()) or '; codes stand in brackets behind messages, such as E0201'}")
    print(page.rstrip())
    return 0
