"""Boards of places: against plain graphs, in both engines; what they are called, typed as and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import networkx
import pytest

from ruledsl.engine.game import load
from ruledsl.engine.match import IllegalMove
from ruledsl.ir.fault import RulesFault
from ruledsl_tools.web import laid_out
from tests import few

Route = tuple[int, int, int, str]
RULES = """
game "Web":
    players 2
enum Colour: red, blue
{yard}
board map: places {places}
    line  long  colour  nth
{routes}
board sea: places hull, brest "Saint Brest"
    hull - brest
each place: fort: bool
each route: owner: player or none
table: n: 0..999999
play:
    for t in map if t in {{{odd}}}: t.fort = true
    for r in map.routes if r.nth % 3 > 0: r.owner = players.first if r.nth % 3 == 1 else players.last
    {play}
    turn(players.first)
phase turn(p): p chooses claim or found
action claim(r in map.routes | sea.routes):
    "claim {{r}}"
    r.owner = you
action found(t in map | sea):
    "found {{t}}"
    t.fort = true
winner: highest payoff
def payoff(p) = n
"""


def written(file: Path, places: int, routes: Sequence[Route], play: Sequence[str], yard: str = "") -> str:
    names = ", ".join(f"t{n}" for n in range(places))
    lines = "\n".join(f"    t{one} - t{other}  {long}  {colour}  {n}" for n, (one, other, long, colour) in enumerate(routes))
    odd = ", ".join(f"t{n}" for n in range(1, places, 2))
    file.write_text(RULES.format(places=names, routes=lines, odd=odd, play="\n    ".join(play), yard=yard))
    return str(file)


def drawn(random: Random, places: int) -> list[Route]:
    """Routes with a length and a colour, some of them between the same places."""
    pairs = [pair for pair in combinations(range(places), 2) if random.random() < 2.2 / places] or [(0, 1)]
    pairs += random.sample(pairs, len(pairs) // 3)
    ends = [random.sample(pair, 2) for pair in pairs]
    return [(one, other, random.randint(1, 4), random.choice(["red", "blue", "none"])) for one, other in ends]


@pytest.mark.parametrize("yard", ["", "board yard: grid 7 by 10\neach cell: worn: bool\neach edge: wall: bool\nafter turn(p): n += 0 * count(yard.edges)"])
@pytest.mark.parametrize("seed", few.seeds(3))
def test_as_plain_graphs(seed: int, yard: str, tmp_path: Path) -> None:
    """Who is beside whom, what touches what, what is reached, how long the longest way is."""
    random = Random(seed)
    places = (6, 9, 20)[seed]
    routes = drawn(random, places)
    whole, mine = networkx.MultiGraph(), networkx.MultiGraph()
    for graph in (whole, mine):
        graph.add_nodes_from(range(places))
    whole.add_edges_from((one, other) for one, other, *_ in routes)
    mine.add_edges_from((one, other) for n, (one, other, *_) in enumerate(routes) if n % 3 == 1)
    sums = {
        "sum(count(t.neighbours) for t in map)": sum(len(set(whole[t])) for t in whole),
        "sum(count(t.routes) for t in map)": 2 * len(routes),
        "sum(count({u from t by v in u.neighbours}) for t in map)": sum(len(networkx.node_connected_component(whole, t)) for t in whole),
        "sum(count({u from t by v in {r.other(u) for r in u.routes if r.owner == players.first}}) for t in map)":
            sum(len(networkx.node_connected_component(mine, t)) for t in mine),
        "count({u from t0 by v in u.neighbours if v.fort})": len(networkx.node_connected_component(whole.subgraph([0, *range(1, places, 2)]), 0)),
        "count(t for t in map if any(r.owner == players.first for r in t.routes))": sum(mine.degree(t) > 0 for t in mine),
        "count(t for t in map if all(u.fort for u in t.neighbours))": sum(all(u % 2 for u in whole[t]) for t in whole),
        "count(r for r in map.routes if r.colour is red)": sum(colour == "red" for *_, colour in routes),
        "sum(r.long for r in map.routes if r.owner == players.first)": sum(long for n, (*_, long, _) in enumerate(routes) if n % 3 == 1),
        "count(r for r in map.routes if any(t.fort for t in r.ends))": sum(one % 2 or other % 2 for one, other, *_ in routes),
        "sum(r.long for r in map.routes & t0.routes)": sum(long for one, other, long, _ in routes if 0 in (one, other)),
        "count(t for t in map for u in map if t != u and t.routes & u.routes is not empty)": sum(len(set(whole[t])) for t in whole),
        "count(r for r in map.routes for q in map.routes if q.ends == r.ends)": sum({*one[:2]} == {*other[:2]} for one in routes for other in routes),
        "longest(1 for r in map.routes if r.owner == players.first for t in r.ends)": _longest(mine),
    }  # fmt: skip
    play = [f"if {said} == {number}: n += {1 << k}" for k, (said, number) in enumerate(sums.items())]
    game = load(written(tmp_path / "web.rules", places, routes, play, yard))
    for engine in ("interp", "native"):
        match = game.start(players=2, seed=1, engine=engine)
        match.play("claim hull-Saint Brest")
        wrong = [said for k, said in enumerate(sums) if not int(match.scores[0]) >> k & 1]
        assert not wrong, (engine, wrong)


def _longest(graph: networkx.MultiGraph) -> int:
    """Of all trails, one after the other."""
    def on(node: int, used: frozenset[tuple[int, int, int]]) -> int:
        ways = [(other, (*sorted((node, other)), key)) for other in graph[node] for key in graph[node][other]]
        return max((1 + on(other, used | {edge}) for other, edge in ways if edge not in used), default=0)

    return max(on(node, frozenset()) for node in graph)


def test_what_they_are_called(tmp_path: Path) -> None:
    """Of several routes between the same places the first column tells which that says something else of each, or a number."""
    routes = [(0, 1, 1, "red"), (1, 0, 1, "blue"), (1, 2, 3, "red"), (2, 3, 1, "red"), (2, 3, 1, "red")]
    game = load(written(tmp_path / "web.rules", 4, routes, ["n = 0"]))
    for engine in ("interp", "native"):
        match = game.start(players=2, seed=1, engine=engine)
        labels = [option.label for option in match.decision.options]
        assert labels[:6] == ["claim t0-t1 red", "claim t1-t0 blue", "claim t1-t2", "claim t2-t3 3", "claim t2-t3 4", "claim hull-Saint Brest"]
        assert labels[6:] == ["found t0", "found t1", "found t2", "found t3", "found hull", "found Saint Brest"]
        for typed in ("claim t2-t3 4", "found Saint Brest"):
            match.clone().play(typed)
        with pytest.raises(IllegalMove):
            match.play("claim t3-t1")


def test_what_is_no_end_is_a_fault(tmp_path: Path) -> None:
    file = written(tmp_path / "web.rules", 4, [(0, 1, 1, "red"), (1, 2, 3, "red")], ["n = count(t1.route(t2).other(t0).routes)"])
    for engine in ("interp", "native"):
        with pytest.raises(RulesFault):
            load(file).start(players=2, seed=1, engine=engine)


def test_places_have_room(tmp_path: Path) -> None:
    """All lie within the page, apart from one another, and always at the same spots."""
    for seed in range(4):
        random = Random(seed)
        places = random.randint(2, 16)
        routes = tuple((one, other) for one, other, *_ in drawn(random, places))
        spots = laid_out(places, routes)
        laid_out.cache_clear()
        assert spots == laid_out(places, routes)
        assert all(-1e-9 <= x <= 1 + 1e-9 and -1e-9 <= y <= 1 + 1e-9 for x, y in spots)
        assert min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in combinations(spots, 2)) > 0.01
    assert laid_out(1, ()) == [(0.5, 0.5)]
