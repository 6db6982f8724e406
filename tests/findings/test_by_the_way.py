"""What conditions came to, and whether what is set is set already: counted by machine code, and told where it was always the same."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from ruledsl.findings import bursts, coverage, faster
from ruledsl.findings import verify as verifying
from ruledsl.findings.machine import Machine
from ruledsl.findings.verdicts import PROVED, SAMPLED
from ruledsl.native.verifying import compiled
from tests.findings.games import hunt, load
from tests.findings.test_verify import explored

CONDITIONS = (
    "x > 2", "x in 1..3", "x not in 1..3", "x != 3", "1 <= x <= 2", "pile is empty", "pile is not empty", "mark is none", "mark is not none",
    "who is players.first", "count(pile) == x", "any(k == x for k in 2..3)", "all(k != x for k in 2..3)",
)  # fmt: skip

COUNTING = """game "Counting":
    players 1

card Fox

components:
    pile: 3 of Fox

table:
    pile: pile
    out:  pile
    x:    0..9
    mark: 0..9 or none
    who:  player or none
{variables}

play:
    repeat 9 times: players.first chooses pick

action pick(n in 0..4):
    "{{n}}"
    x = n
    if n == 4: mark = none
    else: mark = n
    who = you if n > 1 else none
    if n == 0 and pile is not empty: move top of pile to out
{lines}

winner: highest score
def score(p) = x
"""


def counting() -> str:
    """Whatever a condition comes to is counted by a variable as well."""
    numbers = range(len(CONDITIONS))
    variables = "\n".join(f"    held{n}: 0..9\n    failed{n}: 0..9" for n in numbers)
    lines = "\n".join(f"    if {CONDITIONS[n]}: held{n} += 1\n    else: failed{n} += 1" for n in numbers)
    return COUNTING.format(variables=variables, lines=lines)


def test_what_conditions_came_to_is_what_the_rules_count(tmp_path: Path) -> None:
    text = counting()
    (tmp_path / "counting.rules").write_text(text, encoding="utf-8")
    program = load(tmp_path / "counting.rules").program(1, watched=True)
    machine, lines = Machine(program), text.splitlines()
    wanted: dict[tuple[str, str], int] = {}
    for stream in range(3, 20):
        machine.play(stream, 10)
        block = machine.block()
        assert int(machine.plan.made) == 9
        for n, condition in enumerate(CONDITIONS):
            for kind, name in (("never-holds", f"held{n}"), ("never-fails", f"failed{n}")):
                wanted[condition, kind] = wanted.get((condition, kind), 0) + block[program.offsets[name]]
    found = {thing: count for thing, count in coverage.counts(machine, True).items() if thing.words == coverage.CONDITION}
    by_line: dict[tuple[str, str], int] = {}
    for thing, count in found.items():
        written = lines[thing.span.line - 1].strip()
        if written.endswith(" += 1"):
            condition = written.removeprefix("if ").rpartition(": ")[0]
            if written[3:].startswith(("any(", "all(")) and thing.span.column > 8:
                continue  # the condition within
            by_line[condition, thing.kind] = count
    assert by_line == wanted


GAME = """game "Idle":
    players 2

option always: bool = true

table:
    x:    0..3
    seen: 0..3

play:
    for p in players: p chooses pick

action pick(n in 0..3):
    "{{n}}"
    x = n
    {line}

winner: highest score
def score(p) = 1 if x > 1 else 0
"""


@pytest.mark.parametrize(("line", "told"), [
    ("if n < 3 or n > 2: seen = n", [("never-fails", "n > 2")]),
    ("if n < 3 and n < 4: seen = n", [("never-fails", "n < 4")]),
    ("if x == n: seen = n", [("never-fails", "x == n")]),
    ("if x != n: seen = n", []),  # what never ran says as much
    ("if not x != n: seen = n", [("never-holds", "x != n")]),
    ("if x - n == 1: pass", [("never-holds", "x - n == 1")]),
    ("if always or n == 2: seen = n", []),
    ("seen = 0", [("vacuous-effect", "seen = 0")]),
    ("seen += x - n", [("vacuous-effect", "seen += x - n")]),
    ("seen = 1", []),
    ("seen = 3 if n > 1 else 2", []),
    ("seen = 3 if n > 1 and n > 0 else 2", [("never-fails", "n > 0")]),
])  # fmt: skip
def test_what_is_always_so_is_told_and_proved(tmp_path: Path, line: str, told: list[tuple[str, str]]) -> None:
    path = tmp_path / "idle.rules"
    path.write_text(GAME.format(line=line), encoding="utf-8")
    lines = path.read_text(encoding="utf-8").splitlines()
    hunted = hunt(load(path), 0.5)
    whole = explored(load(path).program(2, watched=True)).claims
    for findings, verdict in ((list(hunted.sampled(hunted.covered())), SAMPLED), (whole, PROVED)):
        found = [(one.kind, lines[one.span.line - 1][one.span.column - 1 :]) for one in findings if "times" in one.message and one.verdict == verdict]
        wanted = [(kind, words) for kind, words in told if verdict == SAMPLED or kind != "vacuous-effect"]  # that would keep states apart
        assert len(found) == len(wanted)
        assert all(kind == same and text.startswith(words) for (kind, text), (same, words) in zip(found, wanted, strict=True))


@pytest.mark.parametrize(("when", "told"), [("this in your.front", 0), ("this in your.front and n < 4", 1)])
def test_on_which_cards_a_hook_is_is_no_condition_of_play(tmp_path: Path, when: str, told: int) -> None:
    path = tmp_path / "chains.rules"
    path.write_text(
        f'game "Chains":\n    players 2\n\ncard Chain:\n    after gain(n) if {when}: your.score += 1\n\n'
        "components:\n    p.front: 2 of Chain\neach player:\n    front: row\n    score: 0..99\n\nplay:\n    for p in players: p chooses gain\n\n"
        'action gain(n in 0..3):\n    "{n}"\n    your.score += n\n\nwinner: highest score\n',
        encoding="utf-8",
    )
    found = [one for one in explored(load(path).program(2, watched=True)).claims if "times" in one.message]
    assert [one.kind for one in found] == ["never-fails"] * told


class AtOnce(Thread):
    def start(self) -> None:
        self.run()


def test_what_both_held_and_failed_is_not_counted_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """In faster code, and the same is told as without; also of what came late, or never."""
    program = load("tic-tac-toe").program(2, watched=True)
    monkeypatch.setattr(verifying, "BURST", 300)
    plain = explored(program)
    for name, value in (("LONG", (700,)), ("Thread", AtOnce)):
        monkeypatch.setattr(faster, name, value)
    known: list[Any] = []
    monkeypatch.setattr(faster, "compiled", lambda *told, **more: (known.append(more.get("known")), compiled(*told, **more))[1])
    found = explored(program)
    assert found.claims == plain.claims and found.states == plain.states == 5478 and len(known[0]) > 4
    assert found.counts == coverage.unsettled(plain.counts) != plain.counts


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker", "leduc-poker"])
def test_what_nothing_is_told_of_is_not_counted_any_more(name: str) -> None:
    """However often that ran: all that is told is the same."""
    game = load(name)
    machine = Machine(game.program(game.model.model.low, watched=True), 0)
    machine.play(1, 3000)
    stand_still = coverage.settled(machine)
    before, chosen = coverage.unsettled(coverage.counts(machine, True)), [(one.function, one.label) in stand_still for one in machine.code.counters]
    assert sum(chosen) > len(chosen) // 4
    for n in [n for n, still in enumerate(chosen) if still]:
        machine._counts[n] += 1
    assert coverage.unsettled(coverage.counts(machine, True)) == before


@pytest.mark.parametrize("burst", [1, 7, 300])
def test_how_often_something_was_asked_does_not_hang_on_when_it_pauses(monkeypatch: pytest.MonkeyPatch, burst: int) -> None:
    program = load("tic-tac-toe").program(2, watched=True)
    whole = explored(program)
    monkeypatch.setattr(verifying, "BURST", burst)
    monkeypatch.setattr(bursts, "SHORT", -1.0)
    parts = explored(program)
    assert (parts.states, parts.counts) == (whole.states, whole.counts)


def test_games_avoid_what_random_play_does_soon(tmp_path: Path) -> None:
    """That nobody ever stops is found, though at random each answer stops the game with one half."""
    path = tmp_path / "on.rules"
    path.write_text(
        'game "On":\n    players 2\n\neach player:\n    score: 0..60\n\nplay:\n    turns p in players at most 200 times: p chooses on or stop\n\n'
        'action on():\n    "on"\n    your.score += 1\n\naction stop():\n    "stop"\n    end game\n\nwinner: highest score\n',
        encoding="utf-8",
    )
    (found,) = hunt(load(path), 0.5).findings
    assert found.kind == "out-of-bounds"
