"""How far it is from one to another: held to shortest ways in plain graphs, in both engines."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import networkx
import pytest

import ruledsl
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.native import Native
from tests import few

RULES = """\
game "Far":
    players 2
BOARDS
table:
    away[c in THOSE, d in SOME]: 0..99
    two[c in THOSE, d in SOME]: bool
    last: KIND
    n: 0..99
play:
    last = last(c for c in THOSE)
    for c in THOSE for d in SOME: away[c, d] = c.distance(d)
    for c in THOSE for d in SOME if d in two_away(c): two[c, d] = true
    n = last.distance(first(c for c in THOSE))
    turns p in players at most 2 times: p chooses rest
action rest(): pass
def two_away(c) = {e for e in THOSE if c.distance(e) == 2}
winner: highest score
def score(p) = n + count(c for c in THOSE for d in SOME if two[c, d]) + sum(away[c, d] for c in THOSE for d in SOME)
"""


def held(file: Path, boards: str, graph: networkx.Graph, those: str, some: str = "", few: int = 99, kind: str = "cell") -> Any:
    """All to all, or to the `few` first ones; both in the order in which the rules go through them."""
    names = {"BOARDS": boards, "THOSE": those, "SOME": some or those, "KIND": kind}
    text = RULES
    for name, said in names.items():
        text = text.replace(name, said)
    file.write_text(text)
    program = ruledsl.load(str(file)).program(2)
    points, away = sorted(graph), dict(networkx.all_pairs_shortest_path_length(graph))
    wanted = [away[one][other] for one in points for other in points[:few]]
    for engine in (Native(program, 0), Interpreter(program)):
        state = engine.start(1)
        assert [state.get("away", n) for n in range(len(wanted))] == wanted
        assert [state.get("two", n) for n in range(len(wanted))] == [far == 2 for far in wanted]
        assert state.get("n", 0) == away[points[-1]][points[0]]
    return program


@pytest.mark.parametrize(("rows", "columns"), [(1, 7), (3, 4), (9, 15)])
@pytest.mark.parametrize("below", ["", " from below"])
def test_on_grids(rows: int, columns: int, below: str, tmp_path: Path) -> None:
    """Small ones by pairs, the last by rows and columns."""
    graph = networkx.grid_2d_graph(rows, columns)
    few = min(7, columns)
    some = "{" + ", ".join(f"yard[1, {n + 1}]" for n in range(few)) + "}"
    program = held(tmp_path / "far.rules", f"board yard: grid {rows} by {columns}{below}", graph, "yard", some, few)
    assert any(name.startswith("distance.") for name in program.tables) == (rows < 9)


@pytest.mark.parametrize("rows", [2, 9])
def test_on_corners_of_a_grid(rows: int, tmp_path: Path) -> None:
    some = "{" + ", ".join(f"yard[1, {n}].corner(northwest)" for n in range(1, 5 - rows // 3)) + "}"
    boards = f"board yard: grid {rows} by 13\neach edge: shut: bool\nafter play: yard[1, 1].edge(north).shut = true"
    held(tmp_path / "far.rules", boards, networkx.grid_2d_graph(rows + 1, 14), "yard.corners", some, 4 - rows // 3, "corner")


def hexes(lengths: list[int]) -> networkx.Graph:
    """Hexes by row and by halves of a hex from the left; those beside one another are two halves apart in a row, one in the next."""
    starts = [0]
    for above, length in pairwise(lengths):
        starts.append(starts[-1] + above - length)
    points = [(row, start + 2 * n) for row, (start, length) in enumerate(zip(starts, lengths, strict=True)) for n in range(length)]
    graph = networkx.Graph()
    graph.add_nodes_from(points)
    graph.add_edges_from((a, b) for a in points for b in points if (abs(a[0] - b[0]), abs(a[1] - b[1])) in ((0, 2), (1, 1)))
    return graph


@pytest.mark.parametrize("lengths", [[3, 4, 5, 4, 3], [4, 3, 2, 1, 2, 3, 4], [1, 2, 1, 2, 3]])
def test_on_hexes(lengths: list[int], tmp_path: Path) -> None:
    """Round the waist of an hourglass, too."""
    held(tmp_path / "far.rules", f"board isle: hexes {', '.join(map(str, lengths))}", hexes(lengths), "isle")


def test_on_corners_of_hexes(tmp_path: Path) -> None:
    """Three hexes, and the thirteen corners that edges join: a ring of six, a bent one of five more, and two that close the third."""
    file = tmp_path / "far.rules"
    sizes = "    ".join(f"n{k} = count(c for c in isle.corners for d in isle.corners if c.distance(d) == {k})\n" for k in range(1, 8))
    numbers = "\n    ".join(f"n{k}: 0..200" for k in range(1, 8))
    every = " + ".join(f"n{k}" for k in range(1, 8))
    head = 'game "G":\n    players 2\nboard isle: hexes 2, 1\n'
    file.write_text(f"{head}table:\n    {numbers}\nplay:\n    {sizes}winner: highest n\ndef n(p) = {every}\n")
    graph = networkx.Graph()
    for down, right in ((0, 0), (0, 2), (3, 1)):
        ring = [(down + a, right + b) for a, b in ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))]
        graph.add_edges_from(zip(ring, ring[1:] + ring[:1], strict=True))
    found = [far for steps in dict(networkx.all_pairs_shortest_path_length(graph)).values() for far in steps.values()]
    program = ruledsl.load(str(file)).program(2)
    for engine in (Native(program, 0), Interpreter(program)):
        state = engine.start(1)
        assert [state.get(f"n{k}", 0) for k in range(1, 8)] == [found.count(k) for k in range(1, 8)]


@pytest.mark.parametrize("seed", few.seeds(4))
def test_on_maps(seed: int, tmp_path: Path) -> None:
    """Where no way leads from one to another, it is a fault."""
    random, places = Random(seed), range(9)
    graph = networkx.random_labeled_tree(9, seed=seed)
    graph.add_edge(*random.sample(places, 2))
    cut = min(graph.edges) if seed % 2 else None
    routes = "".join(f"\n    t{one} - t{other}" for one, other in graph.edges if (one, other) != cut)
    boards = f"board map: places {', '.join(f't{n}' for n in places)}{routes}\nboard sea: places hull\nboard yard: grid 2 by 2"
    if cut is not None:
        graph.remove_edge(*cut)
    if networkx.is_connected(graph):
        held(tmp_path / "far.rules", boards, graph, "map", kind="place")
    else:
        with pytest.raises(RulesFault):
            held(tmp_path / "far.rules", boards, networkx.complete_graph(9), "map", kind="place")


@pytest.mark.parametrize(("said", "good"), [("a.distance(b)", True), ("a.step(north).distance(b)", False), ("a.distance(b.step(north))", False)])
def test_of_none_it_is_a_fault(said: str, good: bool, tmp_path: Path) -> None:
    file = tmp_path / "none.rules"
    file.write_text(
        'game "G":\n    players 2\nboard yard: grid 2 by 2\ntable:\n    a: cell\n    b: cell\n    n: 0..9\nplay:\n    a = yard[1, 2]\n    b = yard[1, 1]\n'
        f"    n = {said}\nwinner: highest m\ndef m(p) = n + a.row + b.row\n"
    )
    program = ruledsl.load(str(file)).program(2)
    for engine in (Native(program, 0), Interpreter(program)):
        if good:
            assert engine.start(1).get("n", 0) == 1
        else:
            with pytest.raises(RulesFault):
                engine.start(1)


APART = """\
game "Apart":
    players 1
board map: places ash, elm, oak
    line         length
    ash - elm    2
table: n: 0..9
play: players.first chooses go
action go(a in map, b in map):
    "{a} {b}"
    n = a.distance(b)
winner: highest s
def s(p) = n
"""


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_where_no_way_leads_it_is_said_so(engine: str, tmp_path: Path) -> None:
    (path := tmp_path / "apart.rules").write_text(APART)
    match = ruledsl.load(str(path)).start(1, 1, engine=engine)
    with pytest.raises(RulesFault, match="no way leads from one to the other"):
        match.play(next(o for o in match.decision.options if o.label == "ash oak"))
