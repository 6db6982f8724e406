"""What nothing hangs on: requirements, readings, seats; what is said of one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ruledsl
from ruledsl.findings.mutants import requirements, with_change
from ruledsl.findings.verdicts import PROVED
from ruledsl.pipeline import lower
from ruledsl_tools.cli import main
from tests.findings.test_diff import Brute

RULES = """game "Count":
    players 2

option wide: bool = false
    "Is more than enough taken for enough?"
option loud: bool = false
    "Is it said aloud?"

table:
    pile: 0..9 = 6
    last: player or none

play:
    turns p in players at most 20 times: turn(p)

phase turn(p):
    p chooses take

action take(n in 1..3):
    "take {n}"
    require n <= pile or wide and n <= pile + 0 else "too many"
    require n <= pile + 1 else "far too many"
    require pile > 0 else "nothing left"
    if loud: pile -= 0
    pile -= n
    last = you
    if pile == 0: end game

winner: highest score
def score(p) = 1 if last is p else 0
"""

MATTERS = RULES.replace('    require n <= pile + 1 else "far too many"\n    require pile > 0 else "nothing left"\n', "")
MATTERS = MATTERS.replace("if loud: pile -= 0", "if loud and pile > 4: pile = 4").replace("wide and n <= pile + 0", "wide and n <= pile + 1")
MATTERS = MATTERS.replace("pile -= n", "pile = pile - n if n <= pile else 0")
"""All of it matters."""


def told(capsys: pytest.CaptureFixture[str], folder: Path, text: str, *words: str) -> dict[str, Any]:
    path = folder / "count.rules"
    path.write_text(text, encoding="utf-8")
    assert main(["verify", str(path), "--json", *words]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_what_is_asked_for_twice_and_readings_that_change_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = told(capsys, tmp_path, RULES)
    lines = {text.strip(): n for n, text in enumerate(RULES.splitlines(), 1)}
    vacuous = {int(f["span"].split(":")[-2]) for f in document["findings"] if f["class"] == "vacuous-require"}
    assert vacuous == {lines['require n <= pile + 1 else "far too many"'], lines['require pile > 0 else "nothing left"']}
    dead = {f["message"].split("`")[1] for f in document["findings"] if f["class"] == "dead-option"}
    assert dead == {"wide", "loud"} and document["settings"][0]["not_compared"] == 0
    assert {f["verdict"] for f in document["findings"]} == {PROVED}


def test_brute_force_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = told(capsys, tmp_path, RULES)
    vacuous = {int(f["span"].split(":")[-2]) for f in document["findings"] if f["class"] == "vacuous-require"}
    game = ruledsl.load(str(tmp_path / "count.rules"))
    for mutant in requirements(game.model):
        changed = with_change(game.model, mutant)
        assert changed is not None
        brute = Brute(game.program(2), lower(changed, 2, {}), 1000)
        assert (brute.parts is None) == (mutant.span.line in vacuous)


def test_a_game_in_which_all_matters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = {f["class"]: f["message"] for f in told(capsys, tmp_path, MATTERS)["findings"]}
    assert found["vacuous-require"] == "every `require` and every reading changes the game" and "dead-option" not in found


def test_a_reading_by_which_something_more_lies_on_the_table_is_not_dead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fined = RULES.replace("table:\n", """ruling late: free or fined = free
    "What of who is late?"
    fined:
        table: fine: 0..20
        after take(n): fine += n

table:
""", 1)  # fmt: skip
    found = [f for f in told(capsys, tmp_path, fined)["findings"] if f["class"] == "dead-option"]
    assert {f["message"].split("`")[1] for f in found} == {"wide", "loud"}


def test_who_never_wins_and_who_is_never_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = RULES.replace("turns p in players at most 20 times: turn(p)", "repeat 6 times: turn(first(p for p in players))")
    found = [f for f in told(capsys, tmp_path, one, "--option", "wide=false")["findings"] if f["class"] in ("no-winner", "seat-never-asked")]
    assert [(f["class"], f["message"]) for f in found] == [("seat-never-asked", "B is never asked")]
    nobody = RULES.replace("winner: highest score\n", "winner: highest score if pile > 0\n")
    found = [f for f in told(capsys, tmp_path, nobody)["findings"] if f["class"] == "no-winner"]
    assert [f["message"] for f in found] == ["nobody ever wins"]
    against = RULES + "def payoff(p) = 0 - score(p)\n"
    (found,) = [f for f in told(capsys, tmp_path, against)["findings"] if f["class"] == "payoff-against-winner"]
    assert "who wins has not the best payoff at" in found["message"]
    fewest = RULES.replace("winner: highest score", "winner: lowest score")
    (found,) = [f for f in told(capsys, tmp_path, fewest)["findings"] if f["class"] == "payoff-against-winner"]
    assert found["message"] == "who wins has the best payoff"


def test_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = RULES.splitlines().index('    require n <= pile + 1 else "far too many"') + 1
    document = told(capsys, tmp_path, RULES, "--line", str(line))
    assert {f["class"] for f in document["findings"]} == {"never-fails", "vacuous-require"}
    assert {row["what"] for row in document["coverage"]} >= {"never-fails", "never-holds"}
    assert main(["verify", str(tmp_path / "count.rules"), "--line", str(line)]) == 0
    text = capsys.readouterr().out
    assert "without this `require` it is the same game" in text and "held" in text and "payoff" not in text


def test_what_is_said_of_a_line_is_not_proved_where_some_deals_were_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "kuhn-poker", "--deals", "1", "--line", "20"]) == 0
    text = capsys.readouterr().out
    assert "1 deal" in text and "BOUNDED" in text and "PROVED" not in text and "all states" not in text


def test_what_was_compared_with_nothing_is_not_said_to_change_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An option that is a number, one that was told, and what a variant does not say itself."""
    number = MATTERS.replace("option loud", "option start: 1..9 = 6\noption loud").replace("pile: 0..9 = 6", "pile: 0..9 = start")
    tables = [told(capsys, tmp_path, number, *words)["findings"] for words in ((), ("--option", "loud=false"))]
    said = [{f["class"]: f["message"] for f in found}["vacuous-require"] for found in tables]
    assert "`start`" in said[0] and "`loud`" not in said[0] and "`start`, `loud`" in said[1]
    (tmp_path / "base.rules").write_text(MATTERS, encoding="utf-8")
    variant = 'variant "More" of "base":\n    after turn(p): last = p\n'
    found = {f["class"]: f["message"] for f in told(capsys, tmp_path, variant)["findings"]}
    assert "1 of base.rules" in found["vacuous-require"]
