"""`ruledsl flow --heat`: what ran how often, what never did, and the way of a witness."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruledsl.findings.heat import heat, way
from ruledsl_tools.cli import main
from tests.findings.games import line, load, rules

NEVER = "if laps > 90: your.score = 0"


def drawn(capsys: pytest.CaptureFixture[str], path: Path, *words: str) -> dict[str, object]:
    assert main(["flow", str(path), "--level", "steps", "--json", *words]) == 0
    document: dict[str, object] = json.loads(capsys.readouterr().out)
    return document


def test_counts_are_those_of_the_games() -> None:
    rounds = iter([True, True, False])
    game = load("connect-four")
    found = heat(game.program(2), lambda: next(rounds))
    text = (Path(game.model.path).read_text(encoding="utf-8")).splitlines()
    drops = next(n for n, words in enumerate(text, 1) if words.startswith("action drop"))
    ((file, _), chosen) = next(item for item in found.chosen.items() if item[0][1] == drops)
    assert chosen == found.decisions and file == game.model.path
    assert found.games > 100 and chosen > 7 * found.games
    (asked,) = [count for (_, number, _), count in found.ran.items() if text[number - 1].strip().startswith("p chooses drop")]
    assert found.decisions <= asked <= found.decisions + 1
    (rounds_of,) = [count for (_, number, _), count in found.ran.items() if text[number - 1].strip().startswith("turns p in")]
    assert found.games <= rounds_of <= found.games + 1


EFFECTS = """game "Effects":
    players 2
card Fox:
    effect: your.score += 1
card Hen:
    effect: pass
components:
    out: 2 of Fox, 2 of Hen
table: out: pile
each player:
    hand: hand
    score: 0..9
play:
    for p in players: move top 2 of out to p.hand
    for p in players: p chooses lay
action lay(card in your.hand):
    move card to out
    carry out card
winner: highest score
"""


def test_an_action_that_cards_carry_out_counts_as_a_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "effects.rules"
    path.write_text(EFFECTS, encoding="utf-8")
    document = drawn(capsys, path, "--heat")
    told, (lay,) = document["heat"], [node for node in document["nodes"] if node["kind"] == "action"]  # type: ignore[attr-defined]
    assert isinstance(told, dict) and 2 * document["games"] <= told[lay["id"]]["count"] <= 2 * document["games"] + 2  # type: ignore[operator]


def test_what_never_ran_is_drawn_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = rules(tmp_path, effect=NEVER)
    document = drawn(capsys, path, "--heat")
    marks = {node["id"]: node for node in document["nodes"]}  # type: ignore[attr-defined]
    told = document["heat"]
    assert isinstance(told, dict) and document["games"]
    dead = [id for id, tint in told.items() if tint["count"] == 0]
    assert dead and all("score" in json.dumps(marks[id]) for id in dead)
    assert any(tint["count"] > 1000 for tint in told.values())
    assert main(["flow", str(path), "--level", "steps", "--heat"]) == 0
    dot = capsys.readouterr().out
    assert "never in" in dot and "a game" in dot and "dashed" in dot
    assert "heat" not in drawn(capsys, path)


def test_the_way_of_a_witness(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = rules(tmp_path, high="2")
    assert main(["fuzz", str(path), "--seconds", "3", "--seed", "1", "--json"]) == 1
    (tmp_path / "found.json").write_text(capsys.readouterr().out, encoding="utf-8")
    document = drawn(capsys, path, "--heat", "--witness", str(tmp_path / "found.json"))
    heated = document["heat"]
    assert isinstance(heated, dict)
    on_way = [id for id, tint in heated.items() if tint["way"]]
    assert on_way and len(on_way) < len(document["nodes"])  # type: ignore[arg-type]
    finding = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["findings"][0]
    game = load(path)
    answers = [(option, -1 if seat == "chance" else seat - 1) for seat, option, _ in finding["witness"]["moves"]]
    lines = {number for _, number in way(game.program(2), finding["witness"]["seed"], answers)}
    assert {line(path, "your.score += 1"), line(path, "action lay")} <= lines


def test_a_witness_of_nothing(tmp_path: Path) -> None:
    path = rules(tmp_path)
    for text in ("{}", "[]", '{"findings": [], "settings": []}', "no"):
        (tmp_path / "found.json").write_text(text, encoding="utf-8")
        assert main(["flow", str(path), "--heat", "--witness", str(tmp_path / "found.json")]) == 2
