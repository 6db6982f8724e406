"""Hunts: what is planted is found, by class and line, and the reference shows it; what is sound is not refuted."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from ruledsl.engine.backend import engine_for
from ruledsl.findings.hunt import Hunt
from ruledsl.findings.machine import Machine
from ruledsl.findings.readings import settings
from ruledsl.findings.reference import positions
from ruledsl.findings.verdicts import CLASS_OF, CLASSES, REFUTED, SAMPLED, Finding
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.resources import where
from ruledsl.source import NOWHERE
from tests.findings.games import hunt, line, load, rules

PLANTED = [
    ("out-of-bounds", "your.score += 1", {"high": "3"}),
    ("invariant", "invariant", {"more": 'invariant "few": count(out) < 5'}),
    ("stuck", "p chooses", {"menu": ""}),
    ("out-of-bounds", "def payoff", {"more": "def payoff(p) = 6 // (p.score - 2)"}),
]


@pytest.mark.parametrize(("kind", "text", "parts"), PLANTED, ids=["a bound", "an invariant", "nobody can do anything", "points"])
def test_what_is_planted_is_found_in_its_class_and_line(tmp_path: Path, kind: str, text: str, parts: dict[str, str]) -> None:
    path = rules(tmp_path, **parts)
    found = hunt(load(path)).findings
    assert [(f.verdict, f.kind, f.span.line) for f in found] == [(REFUTED, kind, line(path, text))]


@pytest.mark.parametrize(("kind", "parts", "least"), [("out-of-bounds", {"high": "3"}, 17), ("invariant", {"more": 'invariant "few": count(out) < 3'}, 7)])
def test_a_find_is_nearly_as_short_as_can_be_and_the_reference_shows_it(tmp_path: Path, kind: str, parts: dict[str, str], least: int) -> None:
    """Four foxes by one seat: two dealt, two drawn, and the other seat leaves; three foxes by both: two dealt to one and one to the other."""
    hunted = hunt(load(rules(tmp_path, **parts)), 1.5)
    (found,) = hunted.findings
    assert found.witness is not None and least <= len(found.witness.answers) <= min(least + 2, found.witness.shrunk)
    program, answers = hunted.tables[0].program, [(a.option, -1 if a.seat is None else a.seat - 1) for a in found.witness.answers]
    engine, last = engine_for(program, "interp"), None
    try:
        for last in positions(program, engine, found.witness.seed, answers):
            assert all(last.call(function) for _, function, _ in program.invariants) or last.block.get("decisions") == sum(s >= 0 for _, s in answers)
    except RulesFault as fault:
        assert (kind, fault.fault, fault.place.span) == ("out-of-bounds", Fault.RANGE, found.span)
    else:
        assert kind == "invariant" and last is not None and not last.call(program.invariants[0][1])


READING = """option strict: bool = false
    "May only few cards come out?"
option odd: bool = false
    "Is nothing asked?"
invariant "few": count(out) < 5 or not strict"""


def test_what_is_found_where_readings_are_open_is_shown_by_the_game_that_has_them_settled(tmp_path: Path) -> None:
    path = rules(tmp_path, more=READING)
    hunted = hunt(load(path), 2)
    (found,) = hunted.findings
    setting = hunted.settings[found.setting]
    assert (found.kind, found.span.line, setting.options["strict"]) == ("invariant", line(path, "invariant"), "true")
    assert any(table.program.readings == ("odd", "strict") for table in hunted.tables) and not hunted.left_out()
    assert len({id(table.machine.code) for table in hunted.tables if table.program.readings}) == 2  # plain and watched
    program = hunted.game.program(setting.players, setting.options)
    assert found.witness is not None and not program.readings
    answers = [(a.option, -1 if a.seat is None else a.seat - 1) for a in found.witness.answers]
    *_, last = positions(program, engine_for(program, "interp"), found.witness.seed, answers)
    assert not last.call(program.invariants[0][1])


def test_counts_of_one_code_are_kept_by_reading(tmp_path: Path) -> None:
    game = load(rules(tmp_path, more=READING.replace("count(out) < 5", "count(out) < 99")))
    machines = [Machine(game.opened(2, {"strict": word})) for word in ("true", "false")]
    assert machines[0].code is machines[1].code
    assert machines[0].play(1, 500) is None
    assert any(machines[0].counts()) and not any(machines[1].counts())
    before = machines[0].counts()
    assert machines[1].play(1, 300) is None
    assert machines[0].counts() == before != machines[1].counts()
    counted = machines[1].counts()
    with machines[1].aside():
        machines[1].play(0, 100)
        assert machines[1].counts() != counted
    assert machines[1].counts() == counted


def test_a_game_without_an_end_is_found_where_it_stands(tmp_path: Path) -> None:
    path = rules(tmp_path, more="")
    for old, new in (("repeat 8 times:", "while true at most 200000 times:"), ("0..99", "0..9999999"), ("0..9\n", "0..999999\n")):
        path.write_text(path.read_text().replace(old, new))
    found = hunt(load(path), 2).findings
    assert [(f.kind, f.span.line) for f in found] == [("endless", line(path, "p chooses"))]
    assert "did not end within 100,000 answers" in found[0].message


@pytest.mark.parametrize("head", ["for n in 1..60000:", "while laps < 120000 at most 60000 times:"])
def test_a_long_game_that_goes_towards_its_end_is_not_refuted(tmp_path: Path, head: str) -> None:
    """What counts up to its end ends; what counts up to a fault, as in the game above, does not."""
    path = rules(tmp_path, more="")
    for old, new in (("repeat 8 times:", head), ("0..99", "0..9999999"), ("0..9\n", "0..999999\n")):
        path.write_text(path.read_text().replace(old, new))
    hunted = hunt(load(path), 0.4)
    assert hunted.findings == []
    (long,) = [one for one in hunted.sampled(hunted.covered()) if one.kind == "endless"]
    assert (long.verdict, long.span.line) == (SAMPLED, line(path, "p chooses"))


def test_a_sound_game_is_not_refuted(tmp_path: Path) -> None:
    hunted = hunt(load(rules(tmp_path)))
    assert hunted.findings == [] and hunted.games > 100 and hunted.decisions > 1000
    assert list(hunted.sampled(hunted.covered())) == []


def test_a_game_that_nobody_wins_against_anybody(tmp_path: Path) -> None:
    """All win alike, or nobody: that is said of a game of criteria, and not where the rules say that all win together."""
    found = []
    for n, winner in enumerate(("highest total", "highest total if laps > 14", "together if laps > 14", "highest score")):
        folder = tmp_path / str(n)
        folder.mkdir()
        path = rules(folder, more="def total(p) = laps")
        path.write_text(path.read_text().replace("winner: highest score", f"winner: {winner}"))
        hunted = hunt(load(path), 0.3)
        found.append([f.message.split(":")[0] for f in hunted.sampled(hunted.covered()) if f.kind == "no-winner"])
    alike = ["nobody wins against anybody with 2 players"]
    assert found == [alike, alike, [], []]


@pytest.mark.parametrize(("more", "count"), [("def payoff(p) = p.score", 0), ("def payoff(p) = 0 - p.score", 1)])
def test_who_wins_has_not_the_best_payoff(tmp_path: Path, more: str, count: int) -> None:
    """`payoff` is written apart, and says the opposite of `winner:`."""
    hunted = hunt(load(rules(tmp_path, more=more)), 0.3)
    assert [f.kind for f in hunted.sampled(hunted.covered())].count("payoff-against-winner") == count


@pytest.mark.parametrize("name", ["crazy-eights", "go-fish", "leduc-poker", "tic-tac-toe", "pig", "liars-dice", "golf", "connect-four"])
def test_bundled_games_are_not_refuted(name: str) -> None:
    hunted = hunt(load(name), 1)
    assert hunted.findings == [] and hunted.left_out() == []


def test_the_same_script_is_the_same_game(tmp_path: Path) -> None:
    """A game at random, played again by its answers, comes to the same state; a script that is cut short stops where it ends."""
    for name in ("crazy-eights", "go-fish", "liars-dice"):
        game = load(name)
        machine = Machine(game.program(game.seat_range[0]))
        for stream in range(1, 30):
            assert machine.play(stream, 37 + stream) is None
            seed, answers, block = machine.plan.seed, machine.answers(), machine.block()
            if not machine.plan.running:
                continue
            stop, taken = machine.replay(seed, answers)
            assert (stop, taken) == (None, answers) and machine.block() == block
            assert machine.replay(seed, answers[:5])[1] == answers[:5]


def test_machine_code_and_reference_play_the_same_game() -> None:
    """State by state, with every answer: all bytes are equal."""
    for name, players in (("crazy-eights", 2), ("surprise-egg", 3), ("gin-rummy", 2), ("liars-dice", 3), ("rainbow-hop", 3)):
        program = load(name).program(players)
        machine, engine = Machine(program), engine_for(program, "interp")
        for stream in (5, 6):
            machine.play(stream, 60)
            seed, answers = machine.plan.seed, machine.answers()
            blocks = [position.block.bytes() for position in positions(program, engine, seed, answers)]
            for n in range(len(answers) + 1):
                machine.replay(seed, answers[:n])
                assert machine.block() == blocks[n], (name, n)


def test_time_is_kept_and_counts_are_of_random_games_alone(tmp_path: Path) -> None:
    game = load(rules(tmp_path, high="3"))
    hunted = hunt(game, 0.5)
    table = hunted.tables[0]
    assert sum(table.machine.numbers("won")) >= table.games
    for seconds in (0.0, 0.3, 1.0):
        hunted = hunt(game, seconds)
        assert hunted.clock() < hunted.until + 0.1


def test_every_fault_has_a_class_and_there_are_no_other_classes() -> None:
    assert set(CLASS_OF) == set(Fault) and set(CLASS_OF.values()) <= set(CLASSES)
    with pytest.raises(ValueError, match="no class"):
        Finding(SAMPLED, "odd", "", NOWHERE).record()


def test_tables_that_make_no_game_are_told_apart_from_faults(tmp_path: Path) -> None:
    """One reading is refused: the others are hunted, and the refusal is kept as what it is."""
    path = rules(tmp_path, more='ruling how: fast or slow\nrequire how is fast or count(players) < 3 else "two are enough"')
    path.write_text(path.read_text().replace("players 2", "players 2..3"))
    hunted = hunt(load(path), 0.3)
    assert [(hunted.settings[n].players, dict(hunted.settings[n].options)) for n, _ in hunted.refused] == [(3, {"how": "slow"})]
    assert "two are enough" in str(hunted.refused[0][1])
    assert hunted.findings == [] and hunted.left_out() == []
    assert {setting.players for setting in settings(load("crazy-eights"), {}, 4)} == {4}


def test_every_fault_has_a_class() -> None:
    assert CLASS_OF.keys() == {*Fault} and {*CLASS_OF.values()} <= {*CLASSES}


def test_no_code_is_made_while_something_is_told(tmp_path: Path) -> None:
    path, there, looks = tmp_path / "pig.rules", list[int](), itertools.count()
    path.write_text(Path(where("pig")).read_text(encoding="utf-8").replace("kept: 0..goal + sides", "kept: 0..1"), encoding="utf-8")

    def told(*_: object) -> None:
        there.append(len(hunt.tables))
        hunt.maker.join(0.5)
        there.append(len(hunt.tables))
        hunt.until = 0.0

    hunt = Hunt(load(path), {}, None, 1, clock=lambda: 0.001 * next(looks), until=1000.0, found=told)
    hunt.run()
    assert there == [1, 1]
    hunt.maker.join()
