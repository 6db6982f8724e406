"""Closed rooms: a picture says nothing that the whole graph does not say, and keeps what it can; and all pictures can be read."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import networkx as nx
import pytest

from ruledsl.flow import build
from ruledsl.flow.closing import closable, down_to, opened, room, several
from ruledsl.flow.graph import PhaseGraph
from ruledsl.pipeline import load
from ruledsl_tools.draw import drawing, named
from ruledsl_tools.drawing.dot import dot
from ruledsl_tools.drawing.fitting import fits
from ruledsl_tools.failure import Failure
from tests import few
from tests.bundled import bundled

GAMES = ("cloud-nine", "gem-hens", "gin-rummy", "rainbow-hop")


def graph(game: str, level: str = "steps") -> PhaseGraph:
    return build(load(game).model).at(level)


def stands_for(whole: PhaseGraph, part: PhaseGraph, node: str) -> str | None:
    """Where a node of the whole graph is found in a picture."""
    if node in part.digraph:
        return node
    return next((group.id for group in list(whole.around(whole.node(node).group))[::-1] if group.id in part.digraph), None)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["phases", "steps"])
def test_a_picture_has_the_ways_of_the_whole_and_no_others(game: str, level: str) -> None:
    whole, luck = graph(game, level), random.Random(7)
    rooms = [group.id for group in closable(whole, "play")]
    for _ in range(8):
        part = opened(whole, "play", luck.sample(rooms, luck.randint(0, len(rooms))))
        moved = {(stands_for(whole, part, edge.source), stands_for(whole, part, edge.target)) for edge in whole.edges}
        assert {(a, b) for a, b in moved if a and b and a != b} == {(e.source, e.target) for e in part.edges if e.source != e.target}
        assert {node.group for node in part.nodes} <= set(part.groups)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_closed_stands_for_all_that_is_asked_in_it(game: str) -> None:
    whole = graph(game)
    part = opened(whole, "play", [])
    inside = {statement for node in whole.inside("play") for statement in node.statements}
    assert {statement for node in part.nodes for statement in node.statements} == inside


@pytest.mark.parametrize("game", GAMES)
def test_a_room_by_itself(game: str) -> None:
    whole = graph(game)
    for group in closable(whole, "play"):
        part = room(whole, group.id)
        inside = {node.id for node in whole.inside(group.id)}
        own = {node.id for node in part.nodes if node.kind != "exit" or node.id in inside} - {part.start.id}
        assert own == inside
        entered = {edge.target for edge in whole.edges if edge.target in inside and edge.source not in inside}
        assert set(part.digraph.successors(part.start.id)) == entered
        left = any(edge.source in inside and edge.target not in inside and edge.kind != "call" for edge in whole.edges)
        assert left == any(node.id not in inside for node in part.nodes if node.kind == "exit")
        assert nx.descendants(part.digraph, part.start.id) | {part.start.id} == {node.id for node in part.nodes} or not entered


@pytest.mark.parametrize("game", ["gin-rummy", "surprise-egg", "pig"])
def test_every_mark_of_a_room_is_on_a_way(game: str) -> None:
    whole = graph(game)
    for group in whole.groups:
        alone = room(whole, group)
        for node in alone.nodes:
            assert node.kind != "start" or alone.out_of(node.id), (group, node.id)
            assert node.kind != "exit" or alone.into(node.id), (group, node.id)


def test_depth() -> None:
    whole = graph("rainbow-hop")
    seen = [{group.id for group in opened(whole, "play", down_to(whole, "play", depth)).groups.values()} for depth in range(9)]
    assert all(fewer <= more for fewer, more in itertools.pairwise(seen))
    assert seen[0] < seen[1] < seen[2] and seen[-1] == set(whole.groups)


def test_reasons_are_two_at_most() -> None:
    assert several(["a"]) == "a" and several(["a", "b", "a"]) == "a or b" and several(["a", "b", "c", "d"]) == "a or b … 2 more"
    assert several(["a", ""]) == ""


@pytest.mark.parametrize("game", few.games("first pictures can be read"))
def test_first_pictures_can_be_read(game: str) -> None:
    model = bundled(game).model.model
    assert fits(dot(drawing(model, fit=True).graph, "phases"))


@pytest.mark.parametrize("game", ["gin-rummy", "rainbow-hop"])
def test_pictures_of_rooms_can_be_read(game: str) -> None:
    model = load(game).model
    for group in closable(build(model).at("phases"), "play"):
        assert fits(dot(drawing(model, room=group.name, fit=True).graph, "phases")), group.name


def test_a_room_that_there_is_not() -> None:
    with pytest.raises(Failure, match="no room `trun` in this picture; did you mean `turn`"):
        named(graph("gin-rummy"), "trun")
    with pytest.raises(Failure, match="no room `discarded cards` in this picture; it has `play`, `"):
        named(graph("gin-rummy"), "discarded cards")
    with pytest.raises(Failure, match="`play_card` is drawn where all steps are: add `--level steps`"):
        drawing(load("ufo-chickens").model, room="play_card")


def test_what_a_card_says_stands_once_however_many_cards_may_say_it() -> None:
    whole = graph("ufo-chickens")
    (says,) = (node for node in whole.nodes if node.lines[:1] == ("do what card says",))
    called = [whole.node(edge.target).calls for edge in whole.edges if edge.source == says.id and whole.node(edge.target).kind == "call"]
    assert len(called) == len(set(called)) > 5


MEANWHILE = """
game "Meanwhile":
    players 2
each player: score: 0..9
play:
    for p in players: p.score = 1
    race()
phase race():
    unless "the clock rings" after 20 seconds:
        while true at most 9 times: players.first chooses take
action take: your.score += 1
winner: highest score
"""


def test_what_may_happen_later_is_no_second_way_out_of_a_room() -> None:
    for game in GAMES:
        whole = graph(game, "phases")
        for group in closable(whole, "play"):
            alone = room(whole, group.id)
            ways = [(e.source, e.target, e.guard) for e in alone.edges if e.target.startswith("out_")]
            assert len(ways) == len(set(ways)), (game, group.id)


def test_of_what_asks_nothing_ways_to_one_mark_are_one() -> None:
    alone = room(graph("small-realm", "phases"), "do_work")
    ways = [e.guard for e in alone.edges if e.target.startswith("out_")]
    assert ways == [""] * 3


def test_what_may_happen_in_a_closed_room_is_no_second_way_into_it(tmp_path: Path) -> None:
    (path := tmp_path / "meanwhile.rules").write_text(MEANWHILE, encoding="utf-8")
    graph = opened(build(load(str(path)).model), "play", [])
    assert len([edge for edge in graph.edges if edge.target == "race"]) == 1
