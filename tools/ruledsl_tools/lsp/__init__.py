"""`ruledsl lsp`: what editors ask, over standard input and output, in the language server protocol."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ruledsl_tools.failure import Failure


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl lsp`."""
    parser.add_argument("--check-speed", metavar="FILE", help="print how long answers take while FILE is edited at random, and nothing else")
    parser.add_argument("--edits", type=int, default=200, metavar="N", help="so many edits (200)")
    parser.add_argument("--stdio", action="store_true", help="as editors ask for it; there is no other way")


def run(args: argparse.Namespace) -> int:
    """Serve until the editor goes away."""
    if args.check_speed:
        from ruledsl_tools.lsp.speed import measure

        path = Path(args.check_speed)
        print(json.dumps(measure(path, args.edits), indent=2))
        return 0
    try:
        from ruledsl_tools.lsp.server import serve
    except ImportError as error:
        raise Failure(f"the server needs a package that is not installed ({error.name}): `pip install ruledsl[lsp]`") from error
    serve()
    return 0
