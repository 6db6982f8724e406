"""Pictures as somebody sees them who prints them: what is wrong with each is counted, and may not rise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from ruledsl.flow import build
from ruledsl_tools.draw import drawing
from ruledsl_tools.drawing import beside, fitting
from ruledsl_tools.drawing.arranged import MOST
from ruledsl_tools.drawing.dot import dot
from ruledsl_tools.drawing.grid import Crowd, End, Grid, Ground
from ruledsl_tools.drawing.laid import Laid, Line, Placed
from ruledsl_tools.drawing.plane import Box, around, measured, rounded
from ruledsl_tools.drawing.rails import _begins
from tests import few
from tests.bundled import bundled
from tests.flow.measured import faults, first_picture, room_pictures
from tests.flow.rules import model_of

ROOMS = ("gin-rummy", "hearts", "pig", "small-realm")
"""Games whose rooms are looked at, too; all are by `python -m tests.flow.measured`."""


@pytest.mark.parametrize("game", few.games("nothing more is wrong with first pictures"))
def test_nothing_is_wrong_with_first_pictures(game: str) -> None:
    assert faults(first_picture(game)) == []


@pytest.mark.parametrize("game", ROOMS)
def test_what_is_wrong_with_pictures_of_rooms(game: str, golden: Callable[[str, str], None]) -> None:
    counts = {room: Counter(kind for kind, _ in faults(svg)) for room, svg in room_pictures(game)}
    lines = (f"{room}: {', '.join(f'{kind} {n}' for kind, n in sorted(found.items())) or 'nothing'}\n" for room, found in counts.items())
    golden(f"flow/{game}-rooms.txt", "".join(lines))


def test_menus_of_very_many_options_below_one_another_are_on_a_sheet() -> None:
    svg = drawing(bundled("gem-hens"), room="turn", fit=True).written("svg")
    assert isinstance(svg, bytes) and "too large" not in {kind for kind, _ in faults(svg)}


# ---- what is measured is seen ----

PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><g class="graph" transform="scale(1 1) rotate(0) translate(0 0)">{}</g></svg>"""
NODE = '<g class="node"><title>{0}</title><polygon points="{1},{2} {3},{2} {3},{4} {1},{4}"/><text x="{5}" y="{6}" font-size="10">{7}</text></g>'
EDGE = '<g class="edge"><title>{0}</title><path stroke="#000" d="{1}"/><polygon points="{2}"/>{3}</g>'


def seen(*parts: str) -> set[str]:
    return {kind for kind, _ in faults(PAGE.format("".join(parts)).encode())}


def node(name: str, box: tuple[int, int, int, int], words: str = "ab") -> str:
    left, top, right, bottom = box
    return NODE.format(name, left, top, right, bottom, left + 5, (top + bottom) // 2 + 3, words)


def down(name: str, x: int, top: int, bottom: int, text: str = "") -> str:
    line = f"M{x},{top}C{x},{top + 1} {x},{bottom - 8} {x},{bottom - 7}"
    return EDGE.format(name, line, f"{x - 3},{bottom - 7} {x},{bottom} {x + 3},{bottom - 7}", text)


A, B = (10, 10, 60, 40), (10, 100, 60, 130)
TIE = down("a->b", 30, 40, 100)
BACK = EDGE.format("b->a", "M50,100C50,99 50,48 50,47", "47,47 50,40 53,47", "")


def label(x: int, y: int, words: str = "yes") -> str:
    return f'<text x="{x}" y="{y}" font-size="10">{words}</text>'


def test_a_good_picture_has_no_faults() -> None:
    assert seen(node("a", A), node("b", B), down("a->b", 30, 40, 100, label(32, 60, "no")), BACK) == set()


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("box on box", (node("a", A), node("b", (40, 20, 90, 50)), BACK, TIE)),
        ("label on box", (node("a", A), node("b", B), down("a->b", 30, 40, 100, label(33, 105)), BACK)),
        ("label on label", (node("a", A), node("b", B), down("a->b", 30, 40, 100, label(33, 60)), down("b->a", 50, 40, 100, label(40, 62)))),
        ("label under line", (node("a", A), node("b", B), down("a->b", 30, 40, 100, label(33, 60, "far away")), BACK)),
        ("label in doubt", (node("a", A), node("b", B), down("a->b", 30, 40, 100, label(60, 60)), BACK)),
        ("line through box", (node("a", A), node("b", B), node("c", (20, 60, 50, 80)), TIE, BACK, down("a->c", 45, 40, 60))),
        ("heads that meet", (node("a", A), node("b", B), BACK, TIE, down("a->b", 33, 40, 100))),
        ("line over itself", (node("a", A), node("b", B), TIE, EDGE.format("b->a", "M70,90C70,10 20,70 100,70", "47,47 50,40 53,47", ""))),
        ("words out of their box", (node("a", A, "what is too long"), node("b", B), BACK, TIE)),
        ("cut off", (node("a", A), node("b", (-10, 100, 60, 130)), BACK, TIE)),
        ("no way in", (node("a", A), node("b", B), TIE)),
    ],
)
def test_each_fault_is_seen(kind: str, parts: tuple[str, ...]) -> None:
    assert kind in seen(*parts)


# ---- beside lines ----


def gap(line: Line, blocks: list[Box], page: Box) -> float:
    """How far from its line a label is put, beside such boxes."""
    nodes = {str(n): Placed(str(n), box, None, (0, 0)) for n, box in enumerate(blocks)}
    beside.labels(Laid(page, nodes, {}, [line]))
    assert line.label is not None
    return min(line.label.away(point) for point, _ in measured(line.points(), 2.0))


def test_a_label_is_not_off_its_line_where_that_turns() -> None:
    turning = Line(0, "a", "b", handles=rounded([(135, 200), (82, 200), (82, 130)]), tip=(82, 130), label=Box(0, 0, 88, 22))
    assert gap(turning, [Box(107, 0, 300, 190)], Box(0, 0, 300, 300)) < 4


def test_a_label_does_not_touch_its_line_where_that_bends() -> None:
    bending = Line(0, "a", "b", handles=[(70, 142), (40, 105), (48, 60), (48, 53)], tip=(48, 53), label=Box(0, 0, 83, 57))
    assert gap(bending, [Box(-200, -200, 20, 300)], Box(0, 0, 300, 300)) >= 1


def test_a_title_stands_at_the_rim_where_a_line_leaves_no_other_room() -> None:
    title, rim = Box(10, 80, 70, 90), Box(0, 0, 100, 100)
    assert beside.free(title, rim, [(31.0, 85.0)]) == 22


# ---- rails ----


def test_a_rail_goes_around_boxes_and_joins_one_that_leads_there() -> None:
    block, page = Box(40, 20, 60, 200), Box(0, 0, 300, 300)
    ground = Ground([block], [], [block], Crowd(), page)
    start, goal = End((20, 50), (27, 50)), End((200, 150), (190, 150))
    way = Grid(ground, "x", [], [start, goal]).shortest([start], [goal])
    assert way[0] == start.at and way[-1] == goal.at
    assert not any(block.crossed(a, b) for a, b in pairwise(way))
    ground.there["x"] = list(pairwise(way))
    second = End((20, 60), (27, 60))
    joined = Grid(ground, "x", [], [second, goal]).shortest([second], [goal])
    assert set(joined) & set(way) > {goal.at}


def test_a_rail_does_not_come_to_its_end_from_behind() -> None:
    ground = Ground([], [], [], Crowd(), Box(0, 0, 200, 200))
    start, goal = End((7, 10), (7, 20), True), End((0, 100), (15, 100))  # straight up it would come between the goal and its node
    way = Grid(ground, "x", [], [start, goal]).shortest([start], [goal])
    assert way[-1] == goal.at and way[-2][0] >= goal.at[0]


def test_a_rail_comes_to_its_end_from_outside_though_it_is_nearer_from_behind() -> None:
    blocks = [Box(-60, 10, 6, 46), Box(-60, 74, 6, 126)]
    ground = Ground(blocks, [], [Box(-100, 0, 14, 200)], Crowd(), Box(-100, 0, 300, 300))  # to go up along the rim is dear
    start, goal = End((0, 25), (7, 25)), End((0, 100), (15, 100))
    way = Grid(ground, "x", [], [start, goal]).shortest([start], [goal])
    assert way[-1] == goal.at and way[-2][1] == 100 and way[-2][0] > 15


def test_a_rail_that_is_hemmed_in_has_no_way() -> None:
    walls = [Box(0, 0, 300, 10), Box(0, 90, 300, 100), Box(0, 0, 10, 100), Box(90, 0, 100, 100)]
    start, goal = End((20, 50), (27, 50)), End((200, 50), (190, 50))
    ground = Ground(walls, [], [], Crowd(), Box(0, 0, 300, 300))
    assert Grid(ground, "x", [], [start, goal]).shortest([start], [goal]) == []


def test_corners_are_rounded_and_nothing_lies_outside_of_them() -> None:
    handles = rounded([(0, 0), (100, 0), (100, 50)])
    assert handles[0] == (0, 0) and handles[-1] == (100, 50) and len(handles) % 3 == 1
    assert around(handles) == Box(0, 0, 100, 50) and (100, 0) not in handles


def test_a_row_is_left_beside_it_and_a_menu_below() -> None:
    menu = Placed("m", Box(0, 0, 100, 90), None, (50, 45), outline=Box(0, 0, 100, 90).corners(), rows=[75, 45, 15])
    row, whole = Line(0, "m", "n", "o2"), Line(1, "n", "m", "e", back=True)
    assert {end.rim for end in _begins(menu, row)} == {(100, 15), (0, 15)}
    assert all(end.rim[1] == 0 and end.upright for end in _begins(menu, whole))


def test_what_is_too_large_for_a_sheet_is_not_laid_out_to_find_that(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = "".join(f"phase r{n}():\n" + "    players.first chooses take\n    players.last chooses take or stop\n" * 9 for n in range(30))
    model = model_of(f"play:\n{''.join(f'    r{n}()' + chr(10) for n in range(30))}{rounds}")
    tried: list[int] = []
    monkeypatch.setattr(fitting, "fits", lambda page: tried.append(len(page.to_string())) or False)
    assert len(build(model).at("phases").nodes) > MOST
    drawing(model, fit=True)
    assert tried and max(tried) < len(dot(build(model).at("phases"), "phases").to_string()) / 2
