"""What kinds say of their cards, asked of all kinds at once where a family has a number among them."""

from __future__ import annotations

from pathlib import Path

import ruledsl

RULES = """\
game "Fruit":
    players 2
card Fruit
card Apple is Fruit:
    worth = 2
card Plum(ripe: 1..2) is Fruit:
    worth = 1
components:
    box: 1 of Apple, 1 of Plum(n) for n in 1..2
table:
    box: heap
each player: crate[k in Fruit]: 0..9
play:
    players.first chooses put
action put(k in Fruit if k.worth * 2 > your.crate[k] and any(j.worth > your.crate[j] for j in Fruit)): your.crate[k] += k.worth
winner: highest total
def total(p) = sum(p.crate[k] * k.worth for k in Fruit if k.worth > 0)
"""


def test_a_family_says_nothing_itself(tmp_path: Path) -> None:
    path = tmp_path / "fruit.rules"
    path.write_text(RULES, encoding="utf-8")
    for engine in ("interp", "native"):
        match = ruledsl.load(str(path)).start(engine=engine)
        assert [option.label for option in match.decision.options] == ["put Apple", "put Plum"]
        match.play(0)
        assert list(match.scores) == [4, 0]
