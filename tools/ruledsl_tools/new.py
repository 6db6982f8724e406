"""`ruledsl new`: a rules file and its tests to begin with."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from ruledsl_tools.failure import Failure

GAME = """# {title}: what is it about, in a sentence or two?

game "{title}":
    players 2..4

card Number(n: 1..9) "{{n}}"

components:
    stock: 2 of Number(n) for n in 1..9

table:
    stock: pile, hidden
    out:   pile
    aside: heap

each player:
    hand:  hand
    score: 0..999

play:
    shuffle stock
    for p in players:
        repeat 4 times: move top of stock to p.hand
    turns p in players while any(q.hand is not empty for q in players) at most 100 times: turn(p)

phase turn(p):
    if p.hand is not empty:
        p chooses lay or set_aside

action set_aside(card in your.hand):
    "set {{card}} aside"
    move card to aside

action lay(card in your.hand):
    "lay {{card}}"
    require out is empty or card.n != (top of out).n else "the same number lies there"
    your.score += card.n
    move card to out

winner: highest score
"""
TESTS = """test "a number counts what it shows":
    given turn(A):
        out = [Number(3)]
        A.hand = [Number(3), Number(5)]
        B.hand = [Number(1)]
    then:
        A can only lay(Number(5)), set_aside(Number(3)), set_aside(Number(5))
        A cannot lay(Number(3)) because "the same number lies there"
    when:
        A: lay(Number(5))
    then:
        A.score == 5
        out == [Number(3), Number(5)]
        waiting == {B}
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl new`."""
    parser.add_argument("name", metavar="NAME", help="the name of the game, as `pecking-order`; NAME.rules and NAME.test.rules are written here")


def run(args: argparse.Namespace) -> int:
    """Write both files; nothing is ever written over."""
    name = args.name.removesuffix(".rules")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}", name):
        raise Failure(f"`{name}` cannot be the name of a file of rules; write letters, digits and `-`")
    title = " ".join(word[:1].upper() + word[1:] for word in re.split(r"[-_]+", name))
    files = {Path(f"{name}.rules"): GAME.format(title=title), Path(f"{name}.test.rules"): TESTS}
    for path in files:
        if path.exists() or path.is_symlink():
            raise Failure(f"`{path}` is there already and is left as it is")
    for path, text in files.items():
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    print(f"{' and '.join(map(str, files))} are written; next: ruledsl test {name}.rules, ruledsl play {name}.rules")
    return 0
