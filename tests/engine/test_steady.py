"""Options that are put into words once read as those that are put into words anew; the regions that are looked into one by one are all regions."""

from __future__ import annotations

from random import Random

import pytest

import ruledsl
from ruledsl.engine.menus import choices
from ruledsl.engine.position import Position
from ruledsl.engine.steady import plain, steady
from ruledsl.engine.words import Words
from tests.engine.table import counting

STEPS = 25


@pytest.mark.parametrize("name", ["surprise-egg", "hearts", "gin-rummy", "connect-four", "ufo-chickens"])
def test_an_option_reads_as_if_it_came_up_for_the_first_time(name: str) -> None:
    chance = Random(7)
    match = ruledsl.load(name).start(seed=3)
    for _ in range(STEPS):
        if match.over:
            break
        now = match.position
        anew = Position(now.program, now.engine, Words(now.program), now.block)
        for seat in now.waiting or (None,):
            assert choices(now, seat) == choices(anew, seat)
        match.play(chance.randrange(len(match.legal())))


def test_what_looks_into_the_state_is_not_kept() -> None:
    program = ruledsl.load("surprise-egg").program(2)
    assert all(steady(program, action) for action in program.actions)
    guards = {action.name: plain(program, action.guard) for action in program.actions}
    assert guards["withdraw"]  # it has none
    assert not guards["discard_card"]  # it looks at the card on top


def test_regions_that_are_read_one_by_one_are_all_of_them() -> None:
    block = ruledsl.load("surprise-egg").start(seed=3, engine="native").position.block
    whole = block.regions()
    one = block.read()
    assert one["card.zone"] == whole["card.zone"]
    assert one.get("no such region") is None
    assert "no such region" not in one
    assert {**block.read()} == dict(block.read()) == block.read() == whole
    assert list(block.read().values()) == list(whole.values())
    assert len(one) == len(whole)


def test_whoever_changes_the_arguments_of_an_option_changes_their_own() -> None:
    match = counting()
    text = match.legal()[0].full
    match.legal()[0].args["n"] = "of my own"
    match.play(text)
    match.undo()
    again = match.legal()[0]
    assert again.args == {"n": again.label.removeprefix("say ")} and again.full == text
