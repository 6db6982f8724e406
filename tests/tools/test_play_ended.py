"""How a round ended is seen at the table though a deal comes behind it; and what else a newcomer could not read there: what a card of a kind does, what nobody
called may sit down, facts that a pane has no room for, refusals of what is worked out from numbers."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import ruledsl as library
from ruledsl.engine import Event, load
from ruledsl.resources import bundled_games
from ruledsl.search.bots import UnknownBot
from ruledsl.source import Span
from ruledsl.syntax import tree as t
from ruledsl_tools.play.screen import Screen
from ruledsl_tools.terminal import Style, columns
from tests.bundled import bundled
from tests.tools.test_play_words import play

PLAIN = Style(False, True, 80)
HOP = SimpleNamespace(title="Hop", faces=(), cards=(), zones=(), cells=(), boards=(), actions=(), sites=(), functions={}, variables=(), engines={})
NEXT = "the next round begins"

LADDER = """game "Ladder":
    players 2
table:
    steps[n in 1..4] "{n}": 0..2 = 1
each player:
    men[n in 1..9]: 0..2
    stock[name in Sort]: 0..99 = 40
enum Sort: amber, bistre, cobalt, damask, ecru
play:
    for p in players: p.men[5] = 2
    turns p in players at most 9 times: p chooses go
def men_at(p, n) = p.men[n] if n < 9 else max(0, 1 - p.men[1])
action go(n in 2..8 if men_at(you, n) > 0, d in steps if steps[d] > 0):
    "{n}/{n - d}"
    your.men[n] -= 1
    steps[d] -= 1
winner: highest got
def got(p) = p.men[1]
"""


def shown(*rows: tuple[str, str]) -> list[str]:
    return Screen(HOP, PLAIN, {}).events([Event(text, kind, None, Span("", 1, 1, 1, 1), ()) for kind, text in rows])


def test_the_end_of_a_round_is_shown_with_the_move_that_brought_it() -> None:
    dealt = [("move", f"a card from deck {n} to A's hand") for n in range(20)]
    ended = [("choice", "A: draw"), ("choice", "B: out"), ("move", "7 from B's hand to heap"), ("change", "A's score: 0 → 3"), ("begin", NEXT)]
    lines = shown(*dealt, *ended, *dealt)
    assert lines[:3] == ["  · B: out", "    A's score 0 → 3", f"  · {NEXT}"] and lines[3].endswith(" more; `log` shows them")
    assert lines[4:] == [f"  · {text}" for _, text in dealt[-len(lines[4:]) :]] and len(lines[4:]) >= 6
    near = shown(*dealt, *ended, *dealt[:3])
    assert near[0].endswith(" earlier; `log` shows them") and near[-4:-3] == [f"  · {NEXT}"] and "  · 7 from B's hand to heap" in near
    assert shown(("begin", NEXT), *dealt)[0] == f"  · {NEXT}"


def test_a_card_is_told_with_the_kind_that_it_is_of(ruledsl) -> None:
    out = play(ruledsl, "ufo-chickens", "card cluck rogers", players="you,random")
    assert re.search(r"Cluck Rogers .*: 1 in the game\n    card Wild:\n        stands for any Blue", out)


@pytest.mark.parametrize("bots", ["nobody", "random,nobody,random", ["nobody", "random"]])
def test_who_is_nobody_is_told_before_how_many_there_are(bots: str | list[str]) -> None:
    with pytest.raises(UnknownBot, match="nobody called `nobody` can sit down"):
        library.load("tic-tac-toe").simulate(1, players=2, bots=bots)


def ladder(folder: Path) -> library.Match:
    (path := folder / "ladder.rules").write_text(LADDER, encoding="utf-8")
    return load(path).start(seed=1)


@pytest.mark.parametrize(
    ("typed", "told"),
    [("4/3", "`4` cannot be chosen: your men at 4 is 0"), ("5/4", ""), ("5/1", ""), ("5/0", "`5` is not from 1 to 4, or there is no 5 among the steps")],
)
def test_what_is_worked_out_is_told_by_what_it_comes_from(tmp_path: Path, typed: str, told: str) -> None:
    assert [reason.message for reason in ladder(tmp_path).why_not(typed)] == [told] * bool(told)


def test_a_number_that_is_gone_is_told_by_the_label_it_would_make(tmp_path: Path) -> None:
    match = ladder(tmp_path)
    match.play("5/4")
    assert [reason.message for reason in match.why_not("5/4")] == ["`1` cannot be chosen: there is no 1 among the steps"]


def test_what_a_pane_has_no_room_for_is_broken_between_its_pieces(tmp_path: Path) -> None:
    match = ladder(tmp_path)
    lines = Screen(match.program, Style(False, True, 47), {}).table(match.view(1))
    assert all(columns(line) <= 47 for line in lines)
    pieces = [piece for line in lines for piece in re.findall(r"(?:amber|bistre|cobalt|damask|ecru): 40(?=  |$)", line)]
    assert len(pieces) == 10


def test_what_somebody_did_is_told_to_others_as_well() -> None:
    """Of a label that speaks of `your` hand the others would hear it of theirs."""
    for name in bundled_games():
        for tree in bundled(name).model.model.trees:
            deeds = (deed for top in tree.declarations for deed in t.within(top, t.Action, t.Effect))
            for said in (said for deed in deeds for said in deed.body if isinstance(said, t.Label)):
                assert not re.search(r"\byours?\b|\byou\b", " ".join(part for part in said.text.parts if isinstance(part, str))), (name, said)
