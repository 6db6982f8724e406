"""Do bots use what they know, and nothing else? Two games in which the answer is known.

    python -m tests.bench.knowing [--games 20] [--searches 400]

Ducks: the colour of a hidden card is told, and guessed: who uses it has 9 of 9. Hide, or take 3 for certain: to hide is worth 5, but only to one that does not
look where it has hidden itself.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from ruledsl import load
from ruledsl.engine.game import Game
from ruledsl.search.mcts import choose
from tests.minds.games import HIDE

DUCKS = """game "Ducks":
    players 2
enum Colour: red, green, blue, white, black
card Duck(colour: Colour) "{colour}"
components:
    deck: 4 of Duck(colour) for colour in Colour
table:
    deck: pile, hidden
    told: Colour, open
each player:
    mine:   spot, hidden
    points: 0..9
play:
    shuffle deck
    repeat 9 times: round()
phase round():
    move top of deck to players.first.mine
    for c in players.first.mine: told = c.colour
    players.first chooses guess
    for c in players.first.mine: move c to bottom of deck
    shuffle deck
action guess(colour in Colour):
    "it is {colour}"
    if any(c.colour == colour for c in your.mine): your.points += 1
winner: highest points
"""


def main() -> None:
    parser = ArgumentParser(description="Do bots use what they know, and nothing else?")
    parser.add_argument("--games", type=int, default=20, help="of ducks, ismcts:500")
    parser.add_argument("--searches", type=int, default=400, help="of hiding, ismcts:2000")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        ducks, hide = (written(Path(folder), *one) for one in (("ducks", DUCKS), ("hide", HIDE)))
        began = process_time()
        right = sum(guessed(ducks, seed) for seed in range(args.games))
        print(f"ducks: {right / args.games:.2f} of 9, {args.games} games, {process_time() - began:.0f} s", flush=True)
        match, began = hide.start(2, 1), process_time()
        hidden = sum(choose(match, 2000, seed).label == "hide" for seed in range(args.searches))
        print(f"hide, or take 3: hides in {hidden} of {args.searches}, {process_time() - began:.0f} s")


def written(folder: Path, name: str, text: str) -> Game:
    (path := folder / f"{name}.rules").write_text(text, encoding="utf-8")
    return load(path)


def guessed(game: Game, seed: int) -> int:
    """How many of nine cards one guesses."""
    match = game.start(2, seed)
    while not match.over:
        match.play(choose(match, 500, seed))
    return match.position.values["points"][0]


if __name__ == "__main__":
    main()
