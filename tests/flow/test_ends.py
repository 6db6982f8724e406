"""Where ways end in a picture: it can be told which comes in and which goes out."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from collections import defaultdict

import pytest

from ruledsl.flow import build
from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import Draft, Edge, Group, Node
from ruledsl.flow.verbs import together
from tests import few
from tests.flow.measured import first_picture
from tests.flow.rules import model_of

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 3.0
"""Points: what is nearer cannot be told apart."""


def ends(game: str) -> tuple[list[tuple[str, float, float]], list[tuple[str, float, float]]]:
    """Of all ways of a picture where they begin and where their arrows are: the node, and the place."""
    picture = first_picture(game)
    out: list[tuple[str, float, float]] = []
    into: list[tuple[str, float, float]] = []
    for edge in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        path, arrow = edge.find(f"{SVG}path"), edge.find(f"{SVG}polygon")
        if edge.get("class") != "edge" or path is None or arrow is None:
            continue
        tail, head = (name.partition(":")[0] for name in (edge.findtext(f"{SVG}title") or "").split("->"))
        line = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d") or "")]
        points = [float(n) for n in re.findall(r"-?[\d.]+", arrow.get("points") or "")]
        corners = list(zip(points[::2], points[1::2], strict=True))
        first, last = (line[0], line[1]), (line[-2], line[-1])
        back = min(math.dist(first, c) for c in corners) < min(math.dist(last, c) for c in corners)
        stem = first if back else last
        into.append((tail if back else head, *max(corners, key=lambda c: math.dist(c, stem))))
        out.append((head if back else tail, *(last if back else first)))
    return out, into


@pytest.mark.parametrize("game", few.games("no way begins where another comes in"))
def test_no_way_begins_where_another_comes_in(game: str) -> None:
    out, into = ends(game)
    arrows = defaultdict(list)
    for node, x, y in into:
        arrows[node].append((x, y))
    met = [(node, x, y) for node, x, y in out for a, b in arrows[node] if math.dist((x, y), (a, b)) < NEAR]
    assert not met, met


def test_reasons_along_the_way_are_joined_as_conditions() -> None:
    """A plain step is left out; what was asked before it and behind it still holds."""
    nodes = [Node(id, kind, "play", (id,)) for id, kind in (("first", "start"), ("asks", "choice"), ("plain", "step"), ("over", "end"))]
    edges = [Edge("first", "asks"), Edge("asks", "plain", "choice", "dark or late", "go"), Edge("plain", "over", "end", "tired"), Edge("asks", "over")]
    draft = Draft("Small", {"play": Group("play", "play", "play", "Play", "")}, {node.id: node for node in nodes}, edges)
    graph = PhaseGraph.of(draft).at("phases")
    assert {edge.guard for edge in graph.out_of("asks")} == {"", "(dark or late) and tired"}


def test_what_must_all_hold_is_not_read_as_a_choice() -> None:
    assert together(["a", "b"]) == "a and b"
    assert together(["a", "a", "unless “b”", "a"]) == "a, unless “b”"
    assert together(["a or b"]) == "a or b"
    assert together(["", "a or b"]) == "a or b"
    assert together(["a or b", "c"]) == "(a or b) and c"
    assert together(["c", "1 if a, else 2 = b"]) == "c and (1 if a, else 2 = b)"
    assert together(["a, unless “x”", "b or c", "unless “y”"]) == "a and (b or c), unless “x” or “y”"
    assert together(["for any c in yard: c is lit", "b"]) == "(for any c in yard: c is lit) and b"
    assert together(["not “a or b”", "(a or b) and d", "pays (a or b)"]) == "not “a or b” and (a or b) and d and pays (a or b)"


REASONS = {
    "if lamp:\n        if left > 3: end game": {"lamp and left > 3"},
    "if lamp: left -= 1\n    else: left = 2\n    if left == 3: end game": {"left = 3"},
    "if lamp: end game\n    if left == 3: end game": {""},
    "for n in 1..3: left -= 1\n    end game": {""},
    "over()": {"lamp"},
    "if left == 3: over()": {"left = 3 and lamp"},
}
"""What an action does, and for what reason the game is over behind it: all that must hold, or nothing where several may."""


@pytest.mark.parametrize("body", REASONS)
def test_a_folded_room_ends_the_game_for_all_its_reasons_or_tells_none(body: str) -> None:
    more = f"action go():\n    {body}\naction rest(): over()\nto over():\n    if lamp: end game\n    left -= 1\n"
    graph = build(model_of(f"play:\n    turns p in players at most 99 times: p chooses go or rest\n{more}")).at("phases")
    assert {edge.guard for edge in graph.edges if edge.source == "go" and graph.node(edge.target).kind == "end"} == REASONS[body]
