"""What lasts for a while: how a view says it, and that both engines end it alike."""

from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine.lockstep import lockstep
from tests import few

RULES = """
game "Dizzy":
    players 2..3
card Corn
components:
    box: 3 of Corn
table:
    box: pile
    rows: 0..9
each player:
    front: row
    dizzy: bool
    score: 0..99
play:
    for n in 1..4: row(n)
phase row(n):
    rows = n until before next row(n + 1)
    for p in players: turn(p)
phase turn(p):
    p chooses spin, corn or wait
as soon as box is empty during row:
    for p in players: p.score += 1
action spin(q in others):
    "spin {q}"
    q.dizzy = true until after next turn(q)
action corn(q in players):
    "corn before {q}"
    require box is not empty else "no corn is left"
    move top of box to q.front until after turn(q)
action wait():
    "wait"
    require not your.dizzy else "you are dizzy"
action rest(): "rest"
before turn(p) if p.dizzy and box is empty: p chooses rest
winner: highest score
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> ruledsl.Game:
    path: Path = tmp_path_factory.mktemp("rules") / "dizzy.rules"
    path.write_text(RULES)
    return ruledsl.load(str(path))


def lasting(match: ruledsl.Match) -> dict[str, str]:
    view = match.view(1)
    found = {f"{v.name} {v.owner_index}": v.until for v in view.variables if v.until}
    return found | {card.text: card.until for zone in view.zones for card in zone.cards if card.until}


def test_a_view_says_how_long(game: ruledsl.Game) -> None:
    match = game.start(2)
    assert lasting(match) == {"rows 0": "until row 2 begins"}
    match.play("spin B")
    assert lasting(match)["dizzy 1"] == "until after B's turn"
    match.play("spin A")
    assert lasting(match) == {"rows 0": "until row 3 begins", "dizzy 0": "until after A's turn"}
    match.play("spin B")
    match.play("corn before A")
    assert lasting(match) == {"rows 0": "until row 4 begins", "Corn": "until after A's turn"}


def test_a_turn_that_has_not_begun(game: ruledsl.Game) -> None:
    match = game.start(3)
    match.play("spin C")
    assert lasting(match)["dizzy 2"] == "until after C's next turn"


@pytest.mark.parametrize("players", (2, 3))
def test_both_engines_agree(game: ruledsl.Game, players: int) -> None:
    program = game.program(players)
    watched = lockstep(program, range(60))
    assert watched.difference is None and watched.faults < 60


def test_the_last_of_sixty_four_cards(tmp_path: Path) -> None:
    """The loop over a heap clears the bit of the card that it has come to, also where that is bit 63."""
    path = tmp_path / "heap.rules"
    path.write_text(
        'game "Heap":\n    players 1\ncard Egg(n: 1..32)\ncomponents:\n    heap_of_all: 2 of Egg(n) for n in 1..32\n'
        "table:\n    heap_of_all: heap\n    row_of_all: row\neach player:\n    score: 0..99\n"
        "play:\n    for c in heap_of_all if c.n > players.first.score:\n        move c to row_of_all\n        players.first.score += 1\n"
        "winner: highest score\n"
    )
    program = ruledsl.load(str(path)).program(1, watched=True)
    watched = lockstep(program, range(2))
    assert watched.difference is None and watched.faults == 0


LENT = """
game "Lent":
    players 2
card Duck(n: 1..2)
components:
    out: 2 of Duck(n) for n in 1..2
each player:
    score: 0..99
table:
    out:  heap
    nest: pile
action lend(cards: 1..2 in out):
    "{cards}"
    move random of out to nest until after next turn(you)
action take(card in out): "take {card}"
play:
    for n in 1..5:
        for p in players: turn(p)
phase turn(p):
    p chooses lend or take
winner: highest score
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_what_is_over_tells_no_cards_apart(engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "lent.rules").write_text(LENT)
    for seed in few.seeds(8):
        match = ruledsl.load(str(file)).start(seed=seed, engine=engine)
        while not match.over:
            labels = [choice.label for choice in match.legal()]
            assert len(set(labels)) == len(labels)
            match.play(seed % 3)
