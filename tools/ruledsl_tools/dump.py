"""`ruledsl dump`: what each stage made of a game."""

from __future__ import annotations

import argparse

from ruledsl_tools.failure import number, one_of
from ruledsl_tools.library import locate

STAGES = ("tree", "model", "flow", "ir", "llvm")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl dump`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--stage", type=one_of(*STAGES), required=True, help=", ".join(STAGES))
    parser.add_argument("--players", type=number(1, 62), metavar="N", help="for ir and llvm; the fewest that the game allows, if not told")


def run(args: argparse.Namespace) -> int:
    """Print what the stage made."""
    from ruledsl.pipeline import dump

    print(dump(str(locate(args.game)), args.stage, args.players))
    return 0
