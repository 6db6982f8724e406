"""The cards of several zones together: gone through, counted, asked, chosen from and moved, the same in both engines."""

from __future__ import annotations

from collections import Counter

import pytest

import ruledsl
from ruledsl.engine.cards import cards_in
from tests import few

RULES = """
game "Coops":
    players 2..3
enum Hue: red, blue
card Egg(hue: Hue) "{hue}"
card Hen "hen"
each Egg:
    cracked: bool
components:
    bag: 9 of Egg(hue) for hue in Hue, 3 of Hen
table:
    bag:  bag
    tray: row
    line[n in 1..2]: row
each player:
    nest[n in 1..3]: heap of Egg
    lap:  hand
    nook: spot
play:
    repeat 3 times: move random of bag to tray
    for p in players: move random 6 of bag to p.lap
    for n in 1..4:
        for p in players: turn(p)
    move all nest to tray
    move all line to tray
phase turn(p):
    p chooses put, crack, swap, clear or rest
action put(card: Egg in your.lap | tray, n in 1..3 if count(your.nest[n]) < 3):
    move card to your.nest[n]
action crack(egg in all your.nest if not egg.cracked):
    require count(all your.nest | your.lap) > 4
    egg.cracked = true
action swap(egg in all nest if egg not in all your.nest, n in 1..2): move egg to line[n]
action clear():
    require all your.nest is not empty
    move all your.nest to your.lap
action rest(): "rest"
invariant "no card is lost": count(all cards) == count(all nest | all lap | all nook) + count(all line | bag | tray)
winner: highest score
def score(p) = sum(1 if c is Egg else 2 for c in all p.nest | p.lap) + count(all p.nest)
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    path = tmp_path_factory.mktemp("coops") / "coops.rules"
    path.write_text(RULES, encoding="utf-8")
    return ruledsl.load(str(path))


class Table:
    """What lies where, read off the state."""

    def __init__(self, match):
        self.program, self.values = match.program, match.position.values

    def lie(self, name, *instances):
        """The cards of some instances of a zone, with a place of their own where they have an order."""
        zone = self.program.zone[name]
        out = []
        for k in instances or range(zone.instances):
            for n, card in enumerate(cards_in(self.program, self.values, zone, k)):
                face = self.program.faces[self.program.cards[card]]
                cracked = face.kind == "Egg" and self.values["cracked"][card]
                out.append((face.kind, face.args, cracked, (name, k), n if zone.ordered else -1, card))
        return out

    def nests(self, seat):
        return self.lie("nest", *range(3 * seat, 3 * seat + 3))


def looks(cards):
    return [card[:-1] for card in cards]


def expected(table, seat, players):
    """How often each action is offered, counted by hand."""
    eggs = lambda cards: [c for c in cards if c[0] == "Egg"]  # noqa: E731
    mine, lap, tray = table.nests(seat), table.lie("lap", seat), table.lie("tray")
    roomy = sum(len(table.lie("nest", 3 * seat + n)) < 3 for n in range(3))
    others = [c for other in range(players) if other != seat for c in table.nests(other)]
    found = {
        "put": len(set(looks(eggs(lap + tray)))) * roomy,
        "crack": len({c for c in looks(mine) if not c[2]}) * (len(mine) + len(lap) > 4),
        "swap": 2 * len(set(looks(others))),
        "clear": int(bool(mine)),
        "rest": 1,
    }
    return {name: number for name, number in found.items() if number}


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_menus_are_those_of_plain_python(game, engine):
    seen = Counter()
    for seed in few.seeds(6):
        match = game.start(players=2 + seed % 2, seed=seed, engine=engine)
        while match.decision is not None:
            seat, options = match.decision.player - 1, match.decision.options
            found = Counter(option.action for option in options)
            assert found == expected(Table(match), seat, match.program.players)
            seen += found
            match.play((seed + len(options)) * 7 % len(options))
        table = Table(match)
        assert not table.lie("nest") and not table.lie("line")
    assert min(seen[name] for name in ("put", "crack", "swap", "clear")) > 0


def test_engines_agree(game):
    for seed in range(5):
        one, other = (game.start(players=3, seed=seed, engine=engine) for engine in ("interp", "native"))
        while one.decision is not None:
            assert [o.label for o in one.decision.options] == [o.label for o in other.decision.options]
            choice = (seed * 7 + 3) % len(one.decision.options)
            one.play(choice)
            other.play(choice)
            assert one.position.block.bytes() == other.position.block.bytes()


def test_why_not(game):
    match = game.start(players=2, seed=1)
    assert "all your nest" in match.why_not("crack red")[0].message
