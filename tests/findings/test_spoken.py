"""What stands in texts can go wrong, and then play stops at the table: nothing is proved of what was not looked at."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ruledsl.engine.backend import engine_for
from ruledsl.engine.position import Position
from ruledsl.engine.spoken import Spoken
from ruledsl.engine.words import Words
from ruledsl.findings.explored import Explored
from ruledsl.findings.verdicts import PROVED, REFUTED, Setting
from ruledsl.findings.verify import verify
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.faulting import spoken
from tests.findings.games import hunt, line, load
from tests.findings.test_diff import compared, programs
from tests.laws.proving import wrong_claims

GAME = """game "Spoken":
    players 2

table:
    x: 0..9 = 1
    y: 0..9

play:
    for p in players: p chooses go or wait "{question}"

action go(n in 0..2):
    "go {label}"
    require n < 2 else "{refused}"
    x = n
    y = 4
action wait(): "wait"

winner: highest size
def size(p) = 1
def share(n) = 9 // n  # here
"""
PLAIN = {"question": "what?", "label": "by {n}", "refused": "too far"}
LATER = "{share(x)}"
MAY = "{9 // x if x > 0 else 0}"
"""What never goes wrong, though it reckons with what may be 0."""


def explored(path: Path, texts: dict[str, str], most: int = 1000) -> tuple[Path, Explored]:
    file = path / "spoken.rules"
    text = GAME
    for name, said in {**PLAIN, **texts}.items():
        text = text.replace("{" + name + "}", said)
    file.write_text(text)
    program = load(file).program(2, watched=True)
    assert not wrong_claims(program, 1000)[1]
    left = iter(range(most))
    return file, verify(program, Setting(2, {}), 1000, lambda: next(left, None) is not None, [])


@pytest.mark.parametrize(
    ("texts", "after"),
    [({"question": LATER}, 1), ({"label": LATER}, 1), ({"refused": LATER}, 1), ({"label": "{share(n)}"}, 0), ({"refused": "{9 // (2 - n)}"}, 0)],
)
def test_texts_that_go_wrong_are_refuted_with_the_shortest_way(tmp_path: Path, texts: dict[str, str], after: int) -> None:
    """Also where nothing but the text reads what it hangs on, so that states of which it goes wrong in one alone are else the same."""
    path, found = explored(tmp_path, texts)
    (one,) = found.findings
    assert (one.verdict, one.kind) == (REFUTED, "out-of-bounds") and one.witness is not None and len(one.witness.answers) == after
    assert one.span.line == (line(path, "# here") if "share" in str(texts) else line(path, "require"))
    assert "out-of-bounds" not in {claim.kind for claim in found.claims}
    match = load(path).start(2, seed=1)
    with pytest.raises(RulesFault):  # as play does
        while match.decision is not None:
            assert match.decision.prompt and match.why_not("go 2")
            match.play(match.legal()[0])


@pytest.mark.parametrize(
    "texts", [PLAIN, {"label": "{x} {y} {size(players.first)}"}, {"refused": "{share(1 + y)}"}, {"label": MAY, "refused": MAY, "question": MAY}]
)
def test_texts_that_cannot_go_wrong(tmp_path: Path, texts: dict[str, str]) -> None:
    _, found = explored(tmp_path, texts)
    assert [claim.message for claim in found.claims if claim.kind == "out-of-bounds"] == ["no number out of bounds, no other fault"]
    assert not found.findings and {claim.verdict for claim in found.claims} == {PROVED}


def test_only_texts_that_may_go_wrong_are_looked_at(tmp_path: Path) -> None:
    path, _ = explored(tmp_path, {"label": "{x} {y} {n + x} {size(players.first)} {share(1 + y)}"})
    assert not any(spoken(load(path).program(2)))
    path, _ = explored(tmp_path, {"label": MAY})
    assert any(spoken(load(path).program(2)))


def test_what_there_was_no_time_to_look_at_is_said(tmp_path: Path) -> None:
    _, found = explored(tmp_path, {"label": MAY}, most=2)
    (claim,) = (claim for claim in found.claims if claim.kind == "out-of-bounds")
    assert claim.message.startswith("no number out of bounds, no other fault, but for texts: they were filled in ")
    assert f" of {found.states:,} states" in claim.message


def test_a_way_through_a_label_that_goes_wrong_is_told_by_its_action(tmp_path: Path) -> None:
    path = tmp_path / "way.rules"
    path.write_text(GAME.replace("{question}", "?").replace("{label}", "{share(n)}").replace("{refused}", "no").replace("y = 4", "y += 9 * (2 - n)"))
    program = load(path).program(2, watched=True)
    left = iter(range(1000))
    found = verify(program, Setting(2, {}), 1000, lambda: next(left, None) is not None, [])
    ways = {one.span.line: [answer.label for answer in one.witness.answers] for one in found.findings if one.witness}
    assert ways == {line(path, "# here"): [], line(path, "y += 9"): ["go"]}


HUNTED = [{"question": LATER}, {"label": LATER}, {"refused": LATER}, {"label": "{share(n)}"}, {"refused": "{9 // (2 - n)}"}]


@pytest.mark.parametrize("texts", HUNTED)
def test_a_hunt_finds_texts_that_go_wrong(tmp_path: Path, texts: dict[str, str]) -> None:
    """Machine code fills none of them, and plays on."""
    path, _ = explored(tmp_path, texts)
    found = hunt(load(path), seconds=2.0)
    (one,) = (finding for finding in found.findings if finding.verdict == REFUTED)
    assert one.kind == "out-of-bounds" and one.span.line == (line(path, "# here") if "share" in str(texts) else line(path, "require"))
    assert one.witness is not None and found.games > 1000
    match = load(path).start(2, seed=1)
    for answer in one.witness.answers:
        match.play(match.legal()[answer.option])
    with pytest.raises(RulesFault):
        assert match.decision is not None and match.decision.prompt and [*map(str, match.legal())] and match.why_not("go 2")


def test_a_hunt_says_of_how_many_decisions_texts_were_filled(tmp_path: Path) -> None:
    path, _ = explored(tmp_path, {"label": MAY})
    found = hunt(load(path), seconds=2.0)
    assert not found.findings and re.fullmatch(r", but for texts: they were filled at [1-9][\d,]* decisions", found.unsaid)
    assert all(table.record()["filled"] > 0 for table in found.tables)
    path, _ = explored(tmp_path, {"label": "{x}"})
    found = hunt(load(path), seconds=2.0)
    assert not found.findings and not found.unsaid and not any("filled" in table.record() for table in found.tables)


DECLARED = """game "Declared":
    players 2

table: x: 0..9 = 1

play:
    for p in players:
        unless "time is up for {share(x)}" for p after 20 seconds: p chooses go or wait
        p chooses wait

action go():
    "go"
    x = 0
action wait(): "wait"

winner: highest size
def size(p) = 1
def share(n) = 9 // n  # here
"""


def test_what_may_be_declared_in_between_can_go_wrong(tmp_path: Path) -> None:
    """It is told where it may come, and only there: A makes it so, and B is asked in vain."""
    path = tmp_path / "declared.rules"
    path.write_text(DECLARED)
    game = load(path)
    program = game.program(2, watched=True)
    assert not wrong_claims(program, 1000)[1]
    found = verify(program, Setting(2, {}), 1000, lambda: True, [])
    hunted = [one for one in hunt(game, seconds=2.0).findings if one.verdict == REFUTED]
    for one in (*found.findings, *hunted):
        assert (one.verdict, one.kind, one.span.line) == (REFUTED, "out-of-bounds", line(path, "# here"))
        assert one.witness is not None and [answer.label for answer in one.witness.answers] == ["go", "wait"]
    assert len(found.findings) == len(hunted) == 1 and "out-of-bounds" not in {claim.kind for claim in found.claims}
    match = game.start(2, seed=1)
    match.play("go")
    assert match.why_not("time is up for 9")
    match.play("wait")
    with pytest.raises(RulesFault):
        match.why_not("wait")


def test_nothing_is_said_of_texts_of_clocks_that_cannot_go_wrong(tmp_path: Path) -> None:
    path = tmp_path / "declared.rules"
    path.write_text(DECLARED.replace("x: 0..9 = 1", "x: 1..9").replace("x = 0", "x = 2"))
    assert not any(spoken(load(path).program(2)))


FAR = """game "Far":
    players 2
table: x: 0..9 = 3
play: players.first chooses go "where?"
action go(n in 0..9, m in n..9, k in max(m, 5)..9):
    "go"
    require n > x else "not {n}"
    require m < 6 else "{9 // (m - x)}"
    require k != 7 else "not {k}"
winner: highest size
def size(p) = 1
"""


class Counted(Position):
    """A position that counts what is called and filled."""

    calls = fills = 0

    def call(self, *args: Any) -> int:
        Counted.calls += 1
        return super().call(*args)

    def fill(self, *args: Any) -> str:
        Counted.fills += 1
        return super().fill(*args)


def at_first(path: Path) -> Counted:
    file = path / "far.rules"
    file.write_text(FAR)
    program = load(file).program(2, watched=True)
    engine = engine_for(program, "interp")
    Counted.calls = Counted.fills = 0
    return Counted(program, engine, Words(program), engine.start(0, 1))


@pytest.mark.parametrize("most", [1, 7, 10, 11, 55, 56, 160, 174, 175, 176, 1000])
def test_ways_to_ask_are_the_first_of_all_and_made_as_they_are_looked_at(tmp_path: Path, most: int) -> None:
    """No more than `most` first arguments are looked into, either: those of which nothing comes are ways, too, as far as they go."""
    position = at_first(tmp_path)
    spoken, entry = Spoken(position.program, most), position.site.menu[0]
    every = [(n, m, k) for n in range(10) for m in range(n, 10) for k in range(m, 10) if k > 4]
    pairs = [(n, m) for n in range(10) for m in range(n, 10)]
    seen = [way for way in every if way[0] < most and pairs.index(way[:2]) < most][:most]
    ways = spoken.ways(position, 0, entry, position.program.actions[entry.action])
    assert next(ways) == seen[0] and Counted.calls <= 3 * 10
    assert [seen[0], *ways] == seen and spoken.whole == (seen == every)


def test_only_what_may_go_wrong_is_filled(tmp_path: Path) -> None:
    """The question once, and of all that is said against the action one text; it goes wrong nowhere, since it is said of `m` from 6 on."""
    position = at_first(tmp_path)
    assert not [*Spoken(position.program).wrong(position)]
    assert Counted.fills == 1 + sum(1 for n in range(4, 10) for m in range(max(n, 6), 10) for k in range(m, 10))


DOMAIN = """game "Domain":
    players 2
card Fox
components:
    deck: 4 of Fox
table:
    deck: pile
    last: player or none
    mood: bool
each player:
    hand: hand
    score: 0..9
play:
    for p in players: move top of deck to p.hand
    for p in players: p may take or wait
action take(card in last.hand):
    "take {card}"
    require last == you else "{mood} is nothing to wait for"
    require your.score + count(your.hand) < 5 else "you have {last.score}"
    move card to your.hand
action wait():
    last = you
winner: highest score
"""


def test_where_it_goes_wrong_what_can_be_asked_for_no_text_is_filled(tmp_path: Path) -> None:
    """A requirement before it sees to it that the menu does not ask for the hand of nobody; what is said against the action must not, either."""
    made = compared(*programs(tmp_path, DOMAIN.replace("last.hand", "your.hand"), DOMAIN))
    assert made.verdict == PROVED
