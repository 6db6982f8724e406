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

    page = explain.page(args.code.strip("[]").upper()) or explain.page(args.code.strip("[]"))
    if page is None:
        raise Failure(f"there is no code `{args.code}`{suggestion(args.code.upper(), explain.codes())}")
    print(page.rstrip())
    return 0
