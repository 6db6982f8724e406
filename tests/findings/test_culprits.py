"""The lines that a finding most likely comes from: what went wrong hangs on them, or they could have kept it from coming and did not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.findings import culprits, withheld
from ruledsl.findings.culprits import MOST, NEAR
from ruledsl.findings.verdicts import PROVED, SAMPLED, Finding, Setting
from ruledsl.findings.verify import verify
from ruledsl.findings.withheld import named
from ruledsl.record import replace
from tests.findings.games import hunt, line, load, rules

WAITING = """game "Waiting":
    players 2

table:
    done:  bool
    wound: 0..{most}



play:
    turns p in players while not done at most 9 times: turn(p)



phase turn(p):
    if {closed}:
        p chooses go_on or stop



action go_on():
    wound += 1



action stop():
    require wound > {far} else "not yet"
    done = true

winner: highest payoff
def payoff(p) = 0
"""


def found_by_hunting(path: Path) -> Finding:
    (found,) = hunt(load(path), 1.5).findings
    return found


def waiting(folder: Path, most: str = "99", closed: str = "not done", far: str = "20") -> Path:
    path = folder / "waiting.rules"
    path.write_text(WAITING.format(most=most, closed=closed, far=far), encoding="utf-8")
    return path


def found_by_verifying(path: Path) -> Finding:
    (found,) = verify(load(path).program(2, {}, watched=True), Setting(2, {}), 10_000, lambda: True, []).findings
    return found


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ({"high": "3"}, "score: 0.."),
        ({"menu": ""}, "require card is Fox"),
        ({"menu": ""}, "require deck is not empty"),
        ({"more": 'invariant "few": count(out) < 5'}, "move card to out"),
        ({"more": "def payoff(p) = 6 // (p.score - 2)"}, "your.score += 1"),
    ],
    ids=["the bound", "what stands against one action", "what stands against another", "what was moved", "what was added"],
)
def test_a_line_that_a_find_hangs_on_is_named_besides_its_place(tmp_path: Path, parts: dict[str, str], text: str) -> None:
    path = rules(tmp_path, **parts)
    found = found_by_hunting(path)
    lines = [one.line for one in found.culprits]
    assert any(abs(one - line(path, text)) <= NEAR for one in (found.span.line, *lines))
    assert len(lines) <= MOST and all(abs(one - other) > NEAR for n, one in enumerate([found.span.line, *lines]) for other in lines[n:])
    assert found.record()["culprits"] == [str(one) for one in found.culprits]


def test_who_would_have_ended_a_loop_and_did_not_is_named(tmp_path: Path) -> None:
    path = waiting(tmp_path)
    found = found_by_verifying(path)
    assert (found.kind, found.span.line) == ("beyond-bound", line(path, "turns p"))
    assert any(abs(one.line - line(path, "done = true")) <= NEAR for one in found.culprits)


def test_what_decided_that_a_line_ran_is_named(tmp_path: Path) -> None:
    path = waiting(tmp_path, most="2", far="99", closed="wound < 9")
    found = found_by_verifying(path)
    assert (found.kind, found.span.line) == ("out-of-bounds", line(path, "wound += 1"))
    assert [*found.culprits][:1] == [next(one for one in found.culprits if one.line == line(path, "wound:"))]
    assert any(abs(one.line - line(path, "if wound")) <= NEAR for one in found.culprits)


def test_where_there_is_too_much_to_follow_no_line_is_named_and_the_find_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = waiting(tmp_path)
    assert found_by_verifying(path).culprits
    monkeypatch.setattr(culprits, "STEPS", 20)
    assert (found_by_verifying(path).kind, found_by_verifying(path).culprits) == ("beyond-bound", ())


@pytest.mark.parametrize(
    ("parts", "dead", "text"),
    [
        ({"menu": "or leave", "effect": "if your.score > 40: laps += 0"}, "if your.score > 40: laps += 0", "score: 0.."),
        ({"menu": "or leave", "effect": "if laps > 90: your.score += 0"}, "if laps > 90", "laps += 1"),
    ],
    ids=["where it is declared", "what sets it"],
)
def test_what_never_came_names_the_lines_that_keep_it_from_coming(tmp_path: Path, parts: dict[str, str], dead: str, text: str) -> None:
    """As far as it stands far enough off: there is no game to follow."""
    path = rules(tmp_path, **parts)
    sampled = [*(made := hunt(load(path), 1.5)).sampled(made.covered())]
    there = [one for one in sampled if one.span.line == line(path, dead)]
    assert there and all(one.verdict == SAMPLED for one in there)
    assert any(abs(one.line - line(path, text)) <= NEAR for found in there for one in (found.span, *found.culprits))
    assert any(found.culprits for found in there) and all(len(found.culprits) <= MOST for found in there)


def never_wounded(folder: Path) -> Path:
    path = waiting(folder)
    text = path.read_text().replace("    wound += 1\n", "    wound = min(wound + 1, 2)\n    if wound > 30: done = false\n")
    path.write_text(text.replace("wound > 20", "true"), encoding="utf-8")
    return path


def test_what_is_proved_never_to_come_names_them_too(tmp_path: Path) -> None:
    path = never_wounded(tmp_path)
    claims = verify(load(path).program(2, {}, watched=True), Setting(2, {}), 10_000, lambda: True, []).claims
    found = next(one for one in claims if one.span.line == line(path, "if wound > 30"))
    assert found.verdict == PROVED and any(abs(one.line - line(path, "wound: 0..")) <= NEAR for one in found.culprits)


def test_without_time_what_never_came_is_told_without_lines(tmp_path: Path) -> None:
    path = never_wounded(tmp_path)
    made = verify(load(path).program(2, {}, watched=True), Setting(2, {}), 10_000, lambda: True, [])
    bare = [replace(one, culprits=()) for one in made.claims]
    assert [*named(bare, lambda _: made.program, lambda: False)] == bare
    assert [*named(bare, lambda _: made.program, lambda: True)] == made.claims


def test_who_interrupts_is_answered_in_the_midst_of_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What never came is named then without the lines that keep it back."""
    monkeypatch.setattr(withheld, "BREATH", 1)
    program = load(waiting(tmp_path)).start(2, seed=1).program
    never = [Finding(PROVED, "dead-branch", "", place.span) for place in program.places if place.span.line]
    (held, *_) = [one for one in named(never, lambda _: program, lambda: True) if one.culprits]
    answers = iter((True, False))
    (stopped,) = named([replace(held, culprits=())], lambda _: program, lambda: next(answers))
    assert not stopped.culprits
