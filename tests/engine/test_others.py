"""What all see but the player who has it."""

from __future__ import annotations

from random import Random

import pytest

from ruledsl.engine.game import Game, load

HATS = '''
game "Hats":
    players 3
enum Colour: red, green, blue
card Hat(colour: Colour) "{colour}"
components:
    bag: 3 of Hat(colour) for colour in Colour
table:
    bag:  pile, hidden
    told: 0..9
each player:
    head:   hand, others
    number: 0..9, others
    points: 0..9
play:
    shuffle bag
    for p in players: move top of bag to p.head
    for p in players: p.number = roll 1..6
    for p in players: p chooses guess
action guess(colour in Colour):
    "{colour}"
    told = count(q for q in players if sees(you, q.number))
    for hat in your.head:
        if hat.colour == colour: your.points += 1
    move all of your.head to bottom of bag
    for q in players if q != you: your.points += count(seen(q, bag))
winner: highest points
'''


@pytest.fixture(scope="module")
def hats(tmp_path_factory: pytest.TempPathFactory) -> Game:
    (path := tmp_path_factory.mktemp("rules") / "hats.rules").write_text(HATS, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_all_see_it_but_its_player(hats: Game, engine: str) -> None:
    match = hats.start(3, 5, engine=engine)
    for seat in range(1, 4):
        view = match.view(seat)
        heads = [zone for zone in view.zones if zone.name == "head"]
        seen = [(zone.owner_index, [card.text in ("red", "green", "blue") for card in zone.cards]) for zone in heads]
        assert seen == [(other, [other != seat - 1]) for other in range(3)]
        numbers = [variable.text.isdigit() for variable in view.variables if variable.name == "number"]
        assert numbers == [other != seat - 1 for other in range(3)]
    match.play("red")
    assert match.position.values["told"][0] == 2
    assert match.position.values["points"][0] in (2, 3)  # both others still know the hat on the ground


def test_in_every_world_it_is_as_it_was_seen(hats: Game) -> None:
    """And one's own may be any that is left, each throw as likely."""
    match, random = hats.start(3, 6), Random(1)
    while not match.over:
        for seat in range(3):
            worlds = [match.resample(seat + 1, seed).view() for seed in range(60)]
            heads = {tuple(tuple(card.text for card in zone.cards) for zone in world.zones if zone.name == "head") for world in worlds}
            numbers = {tuple(variable.text for variable in world.variables if variable.name == "number") for world in worlds}
            for other in range(3):
                mine = other == seat
                assert (len({head[other] for head in heads}) > 1) == (mine and bool(next(iter(heads))[other]))
                assert len({number[other] for number in numbers}) == (6 if mine else 1)
        match.play(random.choice(match.answers()))
