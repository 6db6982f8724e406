"""How often is said to be exact what a seat knows, in histories on at most nine cards: of random games, and of small copies of games. `--share`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from ruledsl import RulesError, load
from ruledsl.engine.game import Game
from ruledsl.ir.fault import RulesFault
from ruledsl.minds.every import possible
from ruledsl.resources import bundled_games

DECISIONS = 24
"""So many of a match, at most."""
COPIES = {
    "go-fish": (
        ('five "5", six "6", seven "7", eight "8", nine "9",', ""), ('queen "Q", king "K"', ""), ('three "3", four "4",', 'three "3"'),
        ('    ten "T", jack "J",', ""), ("4 of Card", "3 of Card"), ("7 if count(players) == 2 else 5", "2"), ("== 4:", "== 3:"), ("// 4", "// 3"),
    ),
    "envelope": ((", weaver", ""), (", spade", ""), (", stable", "")),
    "masks": (("3 of k for k in Mask", "2 of Banker, 2 of Cutpurse, 2 of Bravo, 2 of Envoy, 1 of Nurse"),),
    "orchard": (("18 of k for k in Fruit, 12 of Basket", "2 of k for k in Fruit, 3 of Basket"), ("top 6 of", "top 3 of"), ("repeat 6", "repeat 3")),
    "small-realm": (
        ("7 of Copper, 3 of Cottage", "2 of Copper, 1 of Cottage"), ("p, 5)", "p, 2)"), ("at most 400", "at most 12"),
        ("30 of Copper, 20 of Silver, 12 of Gold, 8 of k for k in Land, 10 of k for k in Work", "1 of Smith, 1 of Fair, 1 of Silver"),
        ("any(card is Castle for card in supply) and gone() < 3", "gone() < 99"),
    ),
}  # fmt: skip
"""What is other in a game with nine cards."""


def copied(name: str, folder: Path) -> Game:
    """A game with nine cards."""
    text = bundled_games()[name].read_text(encoding="utf-8")
    for old, new in COPIES[name]:
        assert old in text, f"{name}: {old}"
        text = text.replace(old, new)
    (path := folder / f"small-{name}.rules").write_text(text, encoding="utf-8")
    return load(path)


def asked(game: Game, seed: int, decisions: int = DECISIONS) -> Iterator[bool]:
    """A random match: at each decision, for each seat, is what it knows said to be exact?"""
    players = max(2, game.seats()[0])
    match, random = game.start(players, seed), Random(seed)
    for _ in range(decisions):
        if match.over:
            return
        yield from (possible(match.moments, seat).whole for seat in range(players))
        match.play(random.choice(match.answers()))


def shares(matches: int, seed: int, folder: Path) -> Iterator[tuple[str, list[bool]]]:
    """Of each copy."""
    for name in COPIES:
        game = copied(name, folder)
        yield name, [one for number in range(seed, seed + matches) for one in asked(game, number)]


def of_text(text: str, seed: int, folder: Path) -> Iterator[bool]:
    """The same of a game that was written at random; none of one that the language refuses, or that goes wrong."""
    (path := folder / f"share-{seed}.rules").write_text(text, encoding="utf-8")
    try:
        yield from list(asked(load(path), seed))
    except (RulesError, RulesFault):
        return
