"""What ran: machine code counts what the reference runs, by setting; what never ran is named where it stands, and nothing is called whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ruledsl.findings.coverage import Thing, missing
from ruledsl.findings.machine import Machine
from ruledsl.findings.reference import answer
from ruledsl.findings.verdicts import SAMPLED
from ruledsl.interp import Interpreter
from ruledsl.interp.machine import Code, Run
from ruledsl.ir.program import OVER, Block, Function, Program
from ruledsl.source import Span
from tests.findings.games import hunt, line, load, rules


class Counting(Interpreter):
    """The reference, which counts the blocks that it runs."""

    def __init__(self, program: Program):
        self.ran: Counter[tuple[str, str]] = Counter()
        super().__init__(program)

    def _decode(self, function: Function, block: Block, code: Code) -> None:
        super()._decode(function, block, code)
        chunk = code.chunks[block.label]
        chunk.body = [(_count, (self.ran, (function.name, block.label)), 0), *chunk.body]


def _count(run: Run, registers: list[int], ran: Counter[Any], what: object) -> None:
    ran[what] += 1


@pytest.mark.parametrize(("name", "players"), [("crazy-eights", 3), ("go-fish", 2), ("leduc-poker", 2), ("surprise-egg", 3), ("othello", 2), ("liars-dice", 2)])
@pytest.mark.parametrize("watched", [False, True])
def test_counters_are_those_of_the_reference(name: str, players: int, watched: bool) -> None:
    """Counter by counter, over whole games played by the same answers. What the machine checks besides, the reference is asked for as often."""
    program = load(name).program(players, watched=watched)
    machine, engine = Machine(program), Counting(program)
    assert any(counter.places - {0} for counter in machine.code.counters)
    for stream in (3, 4, 5):
        machine.play(stream, 150)
        seed, answers = machine.plan.seed, machine.answers()
        before = machine.counts()
        machine.replay(seed, answers)
        counted = [after - old for after, old in zip(machine.counts(), before, strict=True)]
        engine.ran.clear()
        state = engine.start(seed, 1)
        for option, seat in answers:
            _invariants(program, engine, state, seat)
            answer(engine, state, option, seat)
        _ended(program, engine, state)
        assert counted == [engine.ran[counter.function, counter.label] for counter in machine.code.counters]


def _invariants(program: Program, engine: Interpreter, state: Any, seat: int) -> None:
    for _, function, _ in program.invariants if seat >= 0 else ():
        engine.call(state, function)


def _ended(program: Program, engine: Interpreter, state: Any) -> None:
    """Where the answers end, a seat that is asked has its options written once more, or the end is judged."""
    if state.get("status") == OVER:
        engine.call(state, "winners")
        for what in ("payoff", "score"):
            for seat in range(program.players):
                engine.call(state, what, seat)
    elif not state.get("ask.count"):
        _invariants(program, engine, state, 0)
        mask = state.get("ask.seats")
        engine.legal(state, state.get("ask.site"), (mask & -mask).bit_length() - 1)


def test_statements_that_cannot_happen_are_named_where_they_stand(tmp_path: Path) -> None:
    path = rules(tmp_path, effect="if card is Fox and card is Hen: laps = 7\n    if laps > 60 and laps < 2: laps = 8")
    hunted = hunt(load(path), 0.5)
    told = list(hunted.sampled(hunted.covered()))
    assert [(f.verdict, f.kind, f.span.line) for f in told] == [(SAMPLED, "dead-branch", line(path, text)) for text in ("laps = 7", "laps = 8")]
    assert all(f.sample == hunted.decisions > 0 for f in told) and hunted.findings == []


def test_an_action_that_cannot_be_chosen_is_told_once_with_its_requirement(tmp_path: Path) -> None:
    path = rules(tmp_path, menu="or leave", more='action other():\n    "other"\n    require your.score > 20 else "no"\n    laps = 7')
    path.write_text(path.read_text().replace("lay, take, leave", "lay, take, leave, other"))
    hunted = hunt(load(path), 0.5)
    told = [(f.kind, f.span.line) for f in hunted.sampled(hunted.covered())]
    assert told == [("dead-action", line(path, "action other")), ("never-holds", line(path, "> 20"))]


CARRIED = """game "Carried":
    players 2
card Deed
card Cart is Deed:
    effect: your.n += 1
card Raid is Deed:
    effect(q in others): q.n += 1
card Again is Deed:
    effect(card in your.hand if card is Cart or card is Raid):
        move card to out
        carry out card
components:
    out: 1 of Cart, 1 of Raid, 2 of Again
table: out: heap
each player:
    hand: hand
    n:    0..9
play:
    for p in players:
        move all cards to p.hand
        p may do_deed
action do_deed(card in your.hand if card is Deed):
    move card to out
    carry out card
winner: highest n
"""


def test_what_a_card_carries_out_unasked_is_no_action_that_nobody_chooses(tmp_path: Path) -> None:
    path = tmp_path / "carried.rules"
    path.write_text(CARRIED)
    hunted = hunt(load(path), 0.5)
    (found,) = hunted.sampled(hunted.covered())
    assert (found.kind, found.span.line) == ("never-fails", line(path, "do_deed(card"))  # every card is a deed


@pytest.mark.parametrize("raid", ["1 of Raid", "1 of Stone"])
def test_an_action_whose_cards_all_do_something_is_no_action_that_nobody_chooses(tmp_path: Path, raid: str) -> None:
    """Stones lie in hands, too, but are no deeds: what the action is with a card that does nothing is no rule."""
    path = tmp_path / "carried.rules"
    path.write_text(CARRIED.replace("card Deed\n", "card Deed\ncard Stone\n").replace("1 of Raid", f"{raid}, 2 of Stone"))
    hunted = hunt(load(path), 0.5)
    found = [(one.kind, one.message.split(" was ")[0]) for one in hunted.sampled(hunted.covered()) if "do_deed" in one.message]
    assert found == ([] if "Raid" in raid else [("dead-effect", "the action `do_deed` with Raid")])


@pytest.mark.parametrize("deed", ["to cut(): laps += 1", "to cut(): pare()\nto pare():\n    if laps > 2: laps += 1\n    else: laps += 2"])
def test_what_is_done_only_to_see_what_would_be_after_it_is_not_told_as_dead(deed: str, tmp_path: Path) -> None:
    path = rules(tmp_path, menu="or leave", more=f'action trim():\n    "trim"\n    require (laps after cut()) % 2 == 0 else "odd"\n    your.score += 0\n{deed}')
    path.write_text(path.read_text().replace("lay, take or leave", "lay, take, leave or trim"))
    hunted = hunt(load(path), 0.5)
    told = hunted.sampled(hunted.covered())
    assert [f for f in told if f.kind in ("dead-branch", "never-holds", "never-fails") and f.span.line >= line(path, "to cut")] == []


MODES = """game "Modes":
    mode pair: players 2
    mode trio: players 3

each player:
    n: 0..9

play:
    for p in players: turn(p)

winner: highest n

mode pair:
    phase turn(p): p chooses alpha or never
    action alpha(): "alpha"
    action never():
        "never"
        require your.n > 5 else "no"
        your.n = 9

mode trio:
    ruling how: fast or slow
    phase turn(p): p chooses beta or gamma
    action beta(): "beta"
    action gamma():
        "gamma"
        require how is fast else "too slow"
        your.n = 1
"""


def test_what_one_mode_never_reaches_is_not_hidden_by_another(tmp_path: Path) -> None:
    """Counts are kept by setting: an action of one mode, a requirement that one reading decides, and the mode in which all win alike."""
    path = tmp_path / "modes.rules"
    path.write_text(MODES)
    hunted = hunt(load(path), 0.6)
    told = [(f.kind, f.span.line) for f in hunted.sampled(hunted.covered())]
    assert told == [("dead-action", line(path, "action never")), ("never-holds", line(path, "> 5")), ("no-winner", line(path, "winner"))]


def test_where_settings_were_left_out_what_never_ran_may_run_there(tmp_path: Path) -> None:
    hunted = hunt(load(rules(tmp_path, more="phase never():\n    laps = 7", players="2..3")), 0.5)
    covered = hunted.covered()
    assert [f.kind for f in hunted.sampled(covered)] == ["dead-branch"]
    hunted.tables = [table for table in hunted.tables if table.number == 0]
    (found,) = hunted.sampled(covered)
    assert found.kind == "dead-branch" and found.message.endswith("in 1 setting; 1 more setting there was no time for") and hunted.used(covered) is None
    hunted.tables = [table for table in hunted.tables if not table.watched]
    assert list(hunted.sampled(covered)) == []


def test_where_games_went_wrong_what_lies_behind_may_run_once_that_is_mended(tmp_path: Path) -> None:
    """The lines behind a choice at which an invariant is broken are held back by nothing but that."""
    more = 'invariant "never half done": not half\ntable: half: bool'
    path = rules(tmp_path, effect="half = true\n    you chooses n in 1..2\n    half = false\n    laps += n", more=more)
    hunted = hunt(load(path), 0.8)
    assert [f.kind for f in hunted.findings] == ["invariant"]
    told = {f.span.line: f.message for f in hunted.sampled(hunted.covered()) if f.kind == "dead-branch"}
    assert told[line(path, "half = false")].endswith("in 1 setting; games ended where they went wrong")


def test_what_was_refused_is_told_of_as_many_answers_as_it_was_asked_in(tmp_path: Path) -> None:
    """Not of those in which guards are not asked."""
    path = rules(tmp_path)
    path.write_text(path.read_text().replace("require card is Fox", "require laps < 99"))
    hunted = hunt(load(path), 0.5)
    plain, watched = (sum(table.decisions for table in hunted.tables if table.watched is which) for which in (False, True))
    told = {f.kind: f.sample for f in hunted.sampled(hunted.covered())}
    assert plain > 0 and told["never-fails"] == watched


def test_a_thing_counts_only_where_it_has_code() -> None:
    here, there = (Thing("dead-branch", Span("g", n, 1, n, 2), "this") for n in (4, 6))
    found = missing({0: {here: 0, there: 5}, 1: {there: 0}}, {0: 100, 1: 900}, [])
    assert [(f.span.line, f.sample, f.setting) for f in found] == [(4, 100, 0)]
    assert "0 of 100 answers in 1 of 2 settings" in found[0].message
