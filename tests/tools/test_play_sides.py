"""What letters say of cells, corners and edges is drawn where it lies: at a side of a cell, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.engine.game import load
from ruledsl_tools.play.screen import Screen
from ruledsl_tools.terminal import Style

DEN = """\
game "Den":
    players 2
board den: {shape}
    "b": bear = true
    "|" in east: wall = true
{more}
each cell:
    bear: bool
    wall: bool
{each}
play:
    {begun}
    turn(players.first)
phase turn(p): p chooses rest
action rest(): p_wins = any(c.bear or c.wall for c in den)
table: p_wins: bool
winner: highest score
def score(p) = 0 if p_wins else 1
"""


def drawn(file: Path, shape: str, begun: str, more: str = "", each: str = "") -> list[str]:
    file.write_text(DEN.format(shape=shape, more=more, each=each, begun=begun.replace("; ", "\n    ")))
    match = load(str(file)).start(players=2, seed=1)
    return Screen(match.program, Style(fixed_width=80, unicode=True), {}).middle(match.view(1))


FLOOR = '    "—" in south: floor = true\n    "+" in southeast: post = true', "    floor: bool\n    post: bool"


@pytest.mark.parametrize("below", [False, True])
def test_at_the_sides_of_cells(below: bool, tmp_path: Path) -> None:
    """Lines between rows stand only where something is drawn there; south is below, where row 1 is drawn at the bottom, too."""
    begun = "den = '.b./3'; den[1, 1].wall = true; den[1, 3].floor = true; den[1, 2].post = true".replace("'", '"')
    lines = drawn(tmp_path / "den.rules", "grid 2 by 3" + " from below" * below, begun.replace(".b./3", "3/.b." if below else ".b./3"), *FLOOR)
    upper = ["   1      · | b   ·", "                +———"]
    assert [line.rstrip() for line in lines][1:4] == (["   2      ·   ·   ·", *upper] if below else [*upper, "   2      ·   ·   ·"]), lines
    assert "wall" not in "".join(lines) and "floor" not in "".join(lines)


def test_of_hexes(tmp_path: Path) -> None:
    begun = 'den = "b./3/2"; den[2, 2].wall = true; den[1, 3].creek = true'
    lines = drawn(tmp_path / "den.rules", "hexes 2, 3, 2", begun, '    "/" in southwest: creek = true', "    creek: bool")
    assert [line.strip() for line in lines[:4]] == ["b       ·", "b1     /c1", "·       ·   |   ·", "a2      b2      c2"]


def test_of_corners_and_edges(tmp_path: Path) -> None:
    """A letter may be of a value that is printed, and a sign; pictures leave alone what they say."""
    more = '    "{p}": post = p for p in players\n    "={h}": home = h for h in House\nenum House: hut "h", hall "H"'
    each = "each corner: post: player or none\neach edge: home: House or none"
    begun = "den[1, 1].edge(south).home = hall; for x in den[1, 2].edge(east).ends: x.post = players.last; den = '2/.b'".replace("'", '"')
    lines = [line.strip() for line in drawn(tmp_path / "den.rules", "grid 2 by 2", begun, more, each)]
    assert lines[1:6] == ["·   ·   B", "1", "·=H ·   B", "2          b", "·   ·   ·"], lines


SETTLED = "each corner:\n    home: player or none\n    town: bool\neach edge: road: player or none"


def settled(file: Path, shape: str, cell: str, ways: str, **style: bool) -> list[str]:
    """Two roads of A beside a town of A, and B at their other ends."""
    a, b = (f"{cell}.edge({way})" for way in ways.split())
    begun = [f"{edge}.road = players.first\n    for x in {edge}.ends: x.home = players.last" for edge in (a, b)]
    begun += [f"for x in {a}.ends & {b}.ends: x.town = true", f"for x in {a}.ends & {b}.ends: x.home = players.first"]
    file.write_text(DEN.format(shape=shape, more="", each=SETTLED, begun="\n    ".join(begun)))
    match = load(str(file)).start(players=2, seed=1)
    screen = Screen(match.program, Style(fixed_width=80, **style), {})
    return [Style(fixed_width=80, **style).plain(line).rstrip() for line in screen.middle(match.view(1))]


def test_roads_are_told_from_houses(tmp_path: Path) -> None:
    """What stands on an edge has a stroke along it, and words never touch."""
    lines = settled(tmp_path / "den.rules", "grid 2 by 2", "den[1, 2]", "north west", unicode=True)
    assert lines[1:4] == ["        ·  At—A—B", "   1       A|", "        ·   B   ·"], lines
    ascii = settled(tmp_path / "den.rules", "grid 2 by 2", "den[1, 2]", "north west")
    assert ascii[1:4] == ["        .  At-A-B", "   1       A|", "        .   B   ."], ascii


def test_letters_where_words_have_no_room(tmp_path: Path) -> None:
    shape = "hexes 6, 7, 6"
    lines = settled(tmp_path / "den.rules", shape, "den[1, 4]", "northwest northeast", unicode=True)
    drawn = "\n".join(lines)
    assert "A/At\\A" in drawn and "t town" in drawn, drawn


MEN = """\
game "Men":
    players 2: ann, bob
card Man(n: 1..4) "{n}"
board field: grid 1 by 3
components:
    box: 4 of Man(3)
table: box: heap, hidden
each player:
    men[c in field]: spot of Man, own
MORE
play:
    move random of box to ann.men[field[1, 1]]
    move random of box to bob.men[field[1, 3]]
    players.first chooses rest
action rest(): "rest"
winner: highest score
def score(p) = count(box)
"""


@pytest.mark.parametrize(
    ("more", "letters", "row"),
    [
        ("", "      a      b      c", "   1  ann 3  ·      bob ?"),
        ("    spare[c in field]: heap", "      a          b          c", "   1  ann:men 3  ·          bob:men ?"),
    ],
)
def test_cards_that_a_player_has_on_cells_are_drawn_there(more: str, letters: str, row: str, tmp_path: Path) -> None:
    """Those of others lie there with their backs up; below nothing of it is said again, but in the whole list."""
    file = tmp_path / "men.rules"
    file.write_text(MEN.replace("MORE\n", f"{more}\n" * bool(more)))
    match = load(str(file)).start(players=2, seed=1)
    screen = Screen(match.program, Style(fixed_width=80, unicode=True), {})
    assert screen.middle(match.view(1))[-2:] == [letters, row]
    assert not any("field" in line or "men" in line for seat in (1, 2) for line in screen.seat(match.view(1), seat))
    assert any("men a1" in line for line in screen.seat(match.view(1), 1, whole=True))

PLACES = """\
game "Ways":
    players 2
board map: places ash, elm, fir
    way          length
    ash - elm    2
    elm - fir    1
each place: visited: bool
play:
    players.first chooses go
action go(t in map): t.visited = true
winner: highest score
def score(p) = SCORE
"""


@pytest.mark.parametrize(("score", "listed"), [("0", False), ("count(r for r in map.routes if r.length > 1)", True)])
def test_routes_of_which_the_rules_never_speak_are_drawn_and_not_listed(score: str, listed: bool, tmp_path: Path) -> None:
    file = tmp_path / "ways.rules"
    file.write_text(PLACES.replace("SCORE", score))
    match = load(str(file)).start(players=2, seed=1)
    told = Screen(match.program, Style(fixed_width=80, unicode=True), {}).middle(match.view(1))
    assert all(any(name in line for line in told) for name in ("ash", "elm", "fir"))
    assert any("ash-elm 2" in " ".join(line.split()) for line in told) is listed
