"""What is asked for by itself, held against the list of all options."""

from __future__ import annotations

from random import Random

import pytest

import ruledsl
from ruledsl.engine.knowledge import resample
from ruledsl.engine.position import Position
from ruledsl.ir.fault import RulesFault
from ruledsl.minds.menus import Move, allowed, sound, types_of

NAMES = ["gin-rummy", "ufo-chickens", "rainbow-hop", "chess", "hearts", "go-fish", "masks", "lanterns", "liars-dice", "cloud-nine"]


def menu(position: Position, seat: int) -> list[Move]:
    """All options; none where the rules would go wrong for want of one."""
    try:
        return position.engine.legal(position.block, position.site_number, seat)
    except RulesFault:
        return []


def other(position: Position, move: Move, options: list[Move], random: Random) -> Move:
    """An answer that may be allowed or not: arguments of two options mixed, a card or a number changed."""
    same = [option for option in options if option[0] == move[0]]
    twin = random.choice(same)
    mixed = [random.choice(pair) for pair in zip(move, twin, strict=True)]
    for n, type in enumerate(types_of(position, move), 1):
        if type.kind == "card" and mixed[n] >= 0 and random.random() < 0.3:
            mixed[n] = random.randrange(len(position.program.cards))
        elif type.kind == "cell" and random.random() < 0.2:
            mixed[n] = random.choice(same)[n]
    return tuple(mixed)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_allowed_is_what_is_listed(name: str) -> None:
    game, random = ruledsl.load(name), Random(name)
    match, met = game.start(game.seat_range[1], 3), {False: 0, True: 0}
    while not match.over and sum(met.values()) < 400:
        position = match.position
        for seat in position.waiting:
            block = resample(position, random.randrange(len(match.seats)), random.randrange(99))
            world = Position(position.program, position.engine, position.words, block)
            options, listed = menu(position, seat), {sound(world, option) for option in menu(world, seat)}
            for move in random.sample(options, min(len(options), 12)):
                for tried in (move, other(position, move, options, random)) if move[0] >= 0 else (move,):
                    assert allowed(world, seat, tried) == (sound(world, tried) in listed), (tried, sound(world, tried))
                    met[sound(world, tried) in listed] += 1
        match.play(random.choice(match.answers()))
    assert met[True] > 30


def test_what_chance_answers_is_no_action() -> None:
    """A number that is thrown may be that of an action, or of none that there is."""
    match = ruledsl.load("pig").start(2, chance="asked")
    match.play(next(option for option in match.legal() if option.action == "throw" or "roll" in option.action or "throw" in option.label))
    assert match.position.kind == "chance"
    assert [types_of(match.position, (outcome,)) for outcome in range(6)] == [[]] * 6
