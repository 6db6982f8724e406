"""Cards that must be a combination are chosen on the way to one only; what is offered is what the guard allows, and nothing is left out."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import ruledsl
from ruledsl.ir.subsets import members, split, subset

RULES = """
game "Nines":
    players 2
option level: 1..3 = 3
option by_size: bool = true
card Number(value: 1..9) "{value}"
card Box:
    stands for any Number
card Rooster
components:
    nest: 2 of Number(n) for n in 1..9, 2 of Box, 2 of Rooster
table:
    nest: pile, hidden
each player:
    hand:  hand
    score: 0..999
play:
    shuffle nest
    for p in players: move top 7 of nest to p.hand
    for n in 1..3:
        for p in players: turn(p)
phase turn(p):
    p chooses lay or rest
combination trick(cards, rooster, n):
    values:   [c.value for c in cards]
    size:     1..4
    distinct: not rooster else "twice"
    signs:    {plus, minus} | ({times} if level >= 2 or rooster else {}) | ({divided} if level >= 3 else {})
    target:   9 else "not nine"
    needs:    {divided} if (count(cards) == 4 if by_size else n == 4) and not rooster else {} else "divide"
action lay(cards: 1..4 Number in your.hand, rooster: Rooster in your.hand or none):
    require trick(cards, rooster is not none, count(cards))
    require your.score < 500 else "enough"
    your.score += count(cards)
    move cards to nest
action rest():
    if nest is not empty: move top of nest to your.hand
winner: highest score
"""


def allowed(match, seat):
    """Every choice of cards that the member functions and the guard let pass, by all combinations of the hand."""
    program, position = match.program, match.position
    action = next(a for a in program.actions if a.name == "lay")
    hand = [c for c, at in enumerate(position.values["card.zone"]) if at == program.zone["hand"].base + seat]
    kinds = {c: program.faces[program.cards[c]].kind for c in hand}
    out = set()
    for size in range(1, 5):
        for cards in combinations([c for c in hand if kinds[c] != "Rooster"], size):
            for guises in product(*(range(1, 10) if kinds[c] == "Box" else [0] for c in cards)):
                chosen = subset(program, [c + len(program.cards) * g for c, g in zip(cards, guises)])
                for rooster in [-1, *(c for c in hand if kinds[c] == "Rooster")]:
                    if position.call(action.params[0].member, seat, chosen) and position.call(action.guard, seat, chosen, rooster) == 0:
                        faces = tuple(sorted((program.cards[c], g) for c, g in zip(cards, guises)))
                        out.add((faces, rooster >= 0))
    return out


def offered(match):
    program = match.program
    out = []
    for option in match.decision.options:
        if option.action == "lay":
            pairs = (split(program, member) for member in members(program, option.move[1]))
            out.append((tuple(sorted((program.cards[c], g) for c, g in pairs)), option.move[2] >= 0))
    assert len(out) == len(set(out))
    return set(out)


@pytest.mark.parametrize("by_size", ["true", "false"])
@pytest.mark.parametrize("level", [1, 3])
def test_offered_is_what_is_allowed(tmp_path, level, by_size):
    path = tmp_path / "nines.rules"
    path.write_text(RULES, encoding="utf-8")
    game = ruledsl.load(str(path))
    seen = 0
    for seed in range(3):
        match = game.start(players=2, seed=seed, engine="native", options={"level": level, "by_size": by_size})
        while match.decision is not None:
            found = offered(match)
            assert found == allowed(match, match.decision.player - 1)
            seen += len(found)
            match.play(len(match.decision.options) // 2)
    assert seen > 50
