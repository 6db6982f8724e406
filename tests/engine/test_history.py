"""What is noted, and how often the present position was there: held to lists of whole positions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ruledsl
from ruledsl.engine import Match
from ruledsl.ir.fault import RulesFault

RULES = """\
game "Notes":
    players 2
board yard: grid 1 by 2
each cell:
    stone: 0..1
each player:
    ready: bool
    score: 0..9
table:
    far: -2000..3000000000
    near: -1..1
    laps: 0..99
action put(c in yard, n in 0..1):
    "{times(layout)} {times(layout, 3)} {times(layout, 0)} {times(layout, 0 - 1)} {times(mixed)} {times(begun)}"
    c.stone = n
    near = n - 1
action toggle(k in 0..1):
    "toggle"
    require (times(layout) after this) < 4 else "four times are enough"
    your.ready = not your.ready
    far = 2999999999 * k - 5
    yard[1, 1].stone = k
history layout after turn: yard.stone, players.ready
history mixed after turn since near == 1: far, near
history begun before turn at most 60 times: yard.stone
play:
    turns p in players at most 60 times: turn(p)
    else: pass
phase turn(p):
    p chooses put or toggle
    laps += 1
winner: highest score
"""


def position(match: Match, *names: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(match.position.values[name]) for name in names)


def expected(notes: dict[str, list[tuple[tuple[int, ...], ...]]], match: Match) -> str:
    layout, mixed = position(match, "stone", "ready"), position(match, "far", "near")
    counts = [notes["layout"].count(layout), notes["layout"][-3:].count(layout), 0, 0, notes["mixed"].count(mixed)]
    return " ".join(map(str, [*counts, notes["begun"].count(position(match, "stone"))]))


def toggled(match: Match, k: int) -> tuple[tuple[int, ...], ...]:
    """What the layout would be."""
    (_, right), ready = position(match, "stone", "ready")
    (seat,) = match.position.waiting
    return (k, right), tuple(not r if n == seat else r for n, r in enumerate(ready))


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_against_whole_positions(engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "notes.rules").write_text(RULES)
    refused = 0
    for seed in range(3):
        match, r = ruledsl.load(str(file)).start(players=2, seed=seed, engine=engine), random.Random(seed)
        notes: dict[str, list[tuple[tuple[int, ...], ...]]] = {"layout": [], "mixed": [], "begun": []}
        while not match.over:
            notes["begun"].append(position(match, "stone"))
            said = {o.label for o in match.legal() if o.action == "put"}
            assert said == {expected(notes, match)}
            good = {k for k in (0, 1) if notes["layout"].count(toggled(match, k)) < 4}
            assert {int(o.args["k"]) for o in match.legal() if o.action == "toggle"} == good
            refused += 2 - len(good)
            match.play(r.choice(match.legal()))
            notes["layout"].append(position(match, "stone", "ready"))
            if match.position.values["near"][0] == 1:
                notes["mixed"].clear()
            notes["mixed"].append(position(match, "far", "near"))
        assert len(notes["layout"]) == 60
    assert refused


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_one_note_too_many_is_a_fault(engine: str, tmp_path: Path) -> None:
    (file := tmp_path / "notes.rules").write_text(RULES.replace("begun before turn at most 60", "begun before turn at most 3"))
    match = ruledsl.load(str(file)).start(players=2, seed=1, engine=engine)
    for _ in range(2):
        match.play(match.legal()[0])
    with pytest.raises(RulesFault, match="history, is full"):
        match.play(match.legal()[0])


@pytest.mark.parametrize(("bound", "words"), [("0", "0 times"), ("1000000", "1,000,000 times")])
def test_how_many_notes_there_can_be(bound: str, words: str, tmp_path: Path) -> None:
    (file := tmp_path / "notes.rules").write_text(RULES.replace("begun before turn at most 60", f"begun before turn at most {bound}"))
    with pytest.raises(Exception, match=words):
        ruledsl.load(str(file)).start(players=2, seed=1)


BOARDS = """\
game "Boards":
    players 2: ann, bea
    team reds: ann
    team blues: bea
board left: grid 1 by 2
board right: grid 9 by 9
board map: places ash, elm, fir
    ash - elm
    elm - fir
board sea: places cod, ray
    cod - ray
each cell:   n[k in 1..2]: 0..1
each edge:   fence: bool
each place:  lit: bool
each route:  shut: bool
each row of right: mown: bool
each Team:   pts: 0..1
action on_left(c in left, k in 1..2): c.n[k] = 1 - c.n[k]
action on_right(c in {right[1, 1], right[9, 9]}, k in 1..2): c.n[k] = 1 - c.n[k]
action fence_left(e in left[1, 2].edges): e.fence = not e.fence
action fence_right(e in right[9, 9].edges): e.fence = not e.fence
action light(t in {ash, fir}): t.lit = not t.lit
action drift(t in sea): t.lit = not t.lit
action bar(r in map.routes): r.shut = not r.shut
action sink(r in sea.routes): r.shut = not r.shut
action mow(row in {right.row(1), right.row(9)}): row.mown = not row.mown
action score(t in Team): t.pts = 1 - t.pts
play:
    repeat 40 times: turn()
phase turn():
    players.first chooses on_left, on_right, fence_left, fence_right, light, drift, bar, sink, mow, score or look
winner: team highest pts
"""
ALONE = {
    "left.n": {"on_left"}, "right.n": {"on_right"}, "left.fence": {"fence_left"}, "right.fence": {"fence_right"}, "map.lit": {"light"}, "sea.lit": {"drift"},
    "map.shut": {"bar"}, "sea.shut": {"sink"}, "right.mown": {"mow"}, "Team.pts": {"score"}, "left.n, right.n": {"on_left", "on_right"},
}  # fmt: skip
"""What a history holds, and the actions that change it: each of their options turns one thing over."""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_of_several_boards_each_alone(engine: str, tmp_path: Path) -> None:
    histories = [f"history h{k} after turn at most 40 times: {what}\n" for k, what in enumerate(ALONE)]
    look = " ".join(f"{{times(h{k})}}" for k in range(len(ALONE)))
    (file := tmp_path / "boards.rules").write_text(BOARDS + "".join(histories) + f'action look() "{look}": pass\n')
    match, r = ruledsl.load(str(file)).start(players=2, seed=1, engine=engine), random.Random(7)
    turned, notes = set[str](), [list[set[str]]() for _ in ALONE]
    while not match.over:
        options = match.legal()
        held = [{name for name in turned if name.split("(")[0] in actions} for actions in ALONE.values()]
        (said,) = (o.label for o in options if o.action == "look")
        assert said == " ".join(str(before.count(now)) for before, now in zip(notes, held, strict=True))
        option = r.choice(options)
        turned ^= {f"{option.action}({option.args})"} if option.action != "look" else set()
        match.play(option)
        for before, actions in zip(notes, ALONE.values(), strict=True):
            before.append({name for name in turned if name.split("(")[0] in actions})
