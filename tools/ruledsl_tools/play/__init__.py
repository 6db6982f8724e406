"""`ruledsl play`: a game at the keyboard, with people and bots at the table."""

from __future__ import annotations

import argparse

from ruledsl_tools.failure import number, one_of

PLAYERS = "how many play, you first; or who sits at each seat: `you`, `random`, `greedy`, or `mcts`, who thinks (`mcts:200`: that hard)"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl play`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--players", metavar="P|WHO,WHO", help=PLAYERS)
    parser.add_argument("--table", action="store_true", help="follow a game with real cards and real throws: tell what happens, be told what is allowed")
    parser.add_argument("--screen", action="store_true", help="fill the terminal: hand, board, log and moves in panes, with a mouse where there is one")
    parser.add_argument("--seed", type=number(0, 2**63 - 1), metavar="N", help="repeats the chance of an earlier game")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="an option of the game; may be given again")
    parser.add_argument("--engine", type=one_of("interp", "native"), default="interp", help="interp (default) or native")
    parser.add_argument("--from", dest="test", metavar="TEST", help="begin where the test of this title begins, at its table")
    parser.add_argument("--language", metavar="L", help="a language of the `names` of the rules, such as fr")
    parser.add_argument("--replay", metavar="FILE", help="go on from a saved game")


def run(args: argparse.Namespace) -> int:
    """Play until the people at the table leave."""
    from ruledsl_tools.play.start import open_session

    session = open_session(args)
    try:
        return session.run()
    finally:
        session.console.leave()
