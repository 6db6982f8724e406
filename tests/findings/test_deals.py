"""Deals: all ways to play them, as by brute force in the reference; nothing is proved by some of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruledsl.engine.backend import engine_for
from ruledsl.findings.deals import dealt, verify_deals
from ruledsl.findings.explored import Explored
from ruledsl.findings.reference import answer
from ruledsl.findings.verdicts import BOUNDED, REFUTED, Setting
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, Program
from ruledsl.native.verifying import compiled
from tests import few
from tests.findings.games import line, load, rules
from tests.laws.proving import Brute

SMALL = {"deck: 6 of Fox, 6 of Hen": "deck: 3 of Fox, 3 of Hen", "repeat 8": "repeat 2"}


def gone(program: Program, number: int, most: int = 60_000, looks: int = 1_000_000, seed: int = 1) -> tuple[Explored, int]:
    left = iter(range(looks))
    found = verify_deals(program, Setting(program.players, {}), number, most, lambda: next(left, None) is not None, seed)
    assert found is not None
    return found


def small(folder: Path, **parts: str) -> Path:
    path = rules(folder, **parts)
    for old, new in SMALL.items():
        path.write_text(path.read_text().replace(old, new))
    return path


@pytest.mark.parametrize("name", ["leduc-poker", "liars-dice", "trap"])
def test_a_deal_is_as_brute_force_says(tmp_path: Path, name: str) -> None:
    program = load(small(tmp_path) if name == "trap" else name).program(2, watched=True)
    for seed in range(3):
        found, deals = gone(program, 1, seed=seed)
        first = dealt(program, random.Random(seed))
        assert first is not None
        brute = Brute(program, 60_000, first, compiled(program))
        assert (found.whole, deals, found.states, found.ends, found.findings) == (True, 1, brute.states, len(brute.ends), [])
        assert found.longest == brute.longest() > 0
        assert {claim.verdict for claim in found.claims} == {BOUNDED} and "endless" in {claim.kind for claim in found.claims}


def test_all_cards_of_a_deal_are_settled_and_none_is_lost(tmp_path: Path) -> None:
    program = load(small(tmp_path)).program(2)
    blocks = {dealt(program, random.Random(seed)) for seed in range(20)}
    assert len(blocks) > 10
    for block in blocks:
        assert block is not None
        state = engine_for(program, "interp").state(block)
        assert state.get("deck.loose") == 0 and state.get("deck.count") == 2
        assert state.get("status") == ASKING and state.get("ask.count") == 0


def test_what_a_deal_shows_is_refuted_from_there(tmp_path: Path) -> None:
    path = small(tmp_path, more='invariant "few": count(out) < 3')
    program = load(path).program(2, watched=True)
    explored, _ = gone(program, 6)
    (found,) = explored.findings
    assert (found.verdict, found.kind, found.span.line) == (REFUTED, "invariant", line(path, "invariant"))
    assert found.witness is not None and found.witness.shortest and len(found.witness.answers) >= 3
    assert "invariant" not in {claim.kind for claim in explored.claims} and "endless" not in {claim.kind for claim in explored.claims}


def test_what_is_wrong_where_the_first_is_asked_is_refuted_at_once(tmp_path: Path) -> None:
    path = small(tmp_path, more='invariant "dealt": count(deck) > 2')
    explored, _ = gone(load(path).program(2, watched=True), 2)
    assert [(found.kind, found.span.line) for found in explored.findings] == [("invariant", line(path, "invariant"))]
    assert explored.findings[0].witness is not None and explored.findings[0].witness.answers == ()


def test_what_is_not_whole_says_how_far_and_of_how_many_deals() -> None:
    explored, deals = gone(load("crazy-eights").program(2, watched=True), 3, most=2000)
    assert deals == 3 and not explored.whole and explored.depth > 0 and explored.longest == -1
    assert all(claim.verdict == BOUNDED and f"the first {explored.depth} answers of 3 deals" in claim.message for claim in explored.claims)
    assert "endless" not in {claim.kind for claim in explored.claims}


def test_many_answers_at_random_refute_nothing_that_a_deal_bounds(tmp_path: Path) -> None:
    program = load(small(tmp_path)).program(2)
    engine, rng = engine_for(program, "interp"), random.Random(4)
    explored, _ = gone(load(tmp_path / "trap.rules").program(2, watched=True), 1, seed=3)
    first = dealt(program, random.Random(3))
    assert first is not None and explored.whole
    for _ in range(few.of(60)):
        state, made = engine.state(first), 0
        while state.get("status") == ASKING:
            count, seat = state.get("ask.count"), state.get("ask.seats").bit_length() - 1
            try:
                options = count or len(engine.legal(state, state.get("ask.site"), seat))
                answer(engine, state, rng.randrange(options), -1 if count else seat)
            except RulesFault as fault:
                pytest.fail(str(fault))
            made += 1
        assert made <= explored.longest


SELDOM = """\
game "Dealt":
    players 2
card Egg(n: 1..3)
components:
    deck: 2 of Egg(i) for i in 1..3
table:
    deck: pile, hidden
    out: pile
    n: 0..9
each player: s: 0..9
play:
    shuffle deck
    move top of deck to out
    players.first chooses ready
    while n == 0 at most 45 times: n = roll 0..1
    players.last chooses ready
action ready(): pass
winner: highest s
"""


def test_what_chance_hardly_ever_keeps_up_is_said_of_deals_too(tmp_path: Path) -> None:
    path = tmp_path / "seldom.rules"
    path.write_text(SELDOM, encoding="utf-8")
    explored, _ = gone(load(path).program(2, watched=True), 1)
    told = {claim.kind: claim.message for claim in explored.claims}
    but = "but by chance in one of 10^13 games at most (line 15) (all ways to play 1 deal)"
    assert told["beyond-bound"].endswith(but) and told["endless"] == f"always ends, after 47 answers at most, {but}"
