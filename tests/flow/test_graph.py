"""The phase graph: what stands in it, how its rooms lie in each other, and what the level of phases leaves out."""

from __future__ import annotations

import re

import networkx as nx
import pytest

from ruledsl.flow import analyse, build
from ruledsl.flow.graph import PhaseGraph
from ruledsl.flow.parts import EDGE_KINDS, GROUP_KINDS, NODE_KINDS
from ruledsl.pipeline import load
from ruledsl_tools.drawing.menus import LAST, rows
from tests import few
from tests.bundled import bundled
from tests.flow.rules import model_of
from tests.flow.test_analyse import FAULTS

UNWRITTEN = re.compile(r"\b(an?|the|your) (an?|the|your)\b|s’s\b|’s others\b|\b(\w+) an? \3\b|\ban? \w+[^s]s\b|_|\byou chooses\b")
"""Two articles, a name said twice, one of several, a name as the rules have it."""
GAMES = ("surprise-egg", "tic-tac-toe", "long-nights")


@pytest.fixture(scope="module", params=[(game, level) for game in GAMES for level in ("phases", "steps")], ids=str)
def graph(request: pytest.FixtureRequest) -> PhaseGraph:
    game, level = request.param
    return build(load(game).model).at(level)


def small(text: str, level: str = "steps") -> PhaseGraph:
    return build(model_of(text)).at(level)


def lines(graph: PhaseGraph, kind: str) -> list[str]:
    return [" / ".join(node.lines) for node in graph.nodes if node.kind == kind]


# ---- what holds of every graph ----


def test_it_is_a_graph_of_networkx(graph: PhaseGraph) -> None:
    assert isinstance(graph.digraph, nx.MultiDiGraph)
    assert graph.digraph.number_of_nodes() == len(graph.nodes) and graph.digraph.number_of_edges() == len(graph.edges)


def test_kinds_are_those_of_the_tables(graph: PhaseGraph) -> None:
    assert {node.kind for node in graph.nodes} <= set(NODE_KINDS)
    assert {edge.kind for edge in graph.edges} <= set(EDGE_KINDS)
    assert {group.kind for group in graph.groups.values()} <= set(GROUP_KINDS)


def test_play_comes_everywhere_and_can_end_from_everywhere(graph: PhaseGraph) -> None:
    everywhere = {node.id for node in graph.nodes}
    end = next(node.id for node in graph.nodes if node.kind == "end")
    apart = {node.id for node in graph.nodes if graph.groups[node.group].parent == ""} - {n.id for n in graph.inside("play")}
    assert graph.reachable() == everywhere
    assert nx.ancestors(graph.digraph, end) | {end} | apart == everywhere


def test_every_cycle_passes_a_loop(graph: PhaseGraph) -> None:
    loops = [node.id for node in graph.nodes if node.kind in ("loop", "call")]
    assert nx.is_directed_acyclic_graph(nx.restricted_view(graph.digraph, loops, []))


def test_every_node_has_its_place_in_the_text(graph: PhaseGraph) -> None:
    assert all(node.span.line > 0 for node in graph.nodes)


@pytest.mark.parametrize("name", FAULTS)
def test_the_graph_and_the_analysis_agree_on_what_is_never_reached(name: str) -> None:
    """Two independent walks: nodes without a way from the start, and statements that are reported."""
    model = model_of(FAULTS[name])
    graph = build(model)
    lost = [node for node in graph.nodes if node.id not in graph.reachable() and node.kind not in ("end", "exit")]
    assert bool(lost) == any(d.code == "W0705" for d in analyse(model))


# ---- Surprise Egg ----


def test_surprise_egg_in_phases() -> None:
    graph = build(load("surprise-egg").model).at("phases")
    assert [g.title for g in graph.groups.values() if g.kind == "phase"] == ["Round", "Turn", "Count points"]
    assert graph.groups["turn"].parent == "round" and graph.groups["turn"].chapter == "A turn"
    [turn] = [node for node in graph.nodes if node.kind == "choice"]
    assert turn.who == "player p" and turn.tags
    offered = {graph.node(edge.target).lines[0]: edge.guard for edge in graph.out_of(turn.id)}
    assert offered == {"discard a card": "card fits", "draw a card": "stock is not empty and not alone", "withdraw: I am out": ""}
    ends = [edge for edge in graph.edges if edge.kind == "end"]
    assert [(e.source, e.guard, graph.node(e.target).lines) for e in ends] == [("discard_card", "your hand is empty", ("end of round",))]
    assert {node.id: node.chance for node in graph.nodes if node.chance} == {
        "deal_out": ("draw", "shuffle"), "draw_card": ("draw",), "reward_winner": ("roll",),
    }  # fmt: skip


def test_rules_that_options_switch_off_are_left_out() -> None:
    text = build(load("surprise-egg").model).text()
    assert "draw needs no card" not in text and "start egg" not in text


# ---- constructs ----


def test_a_room_with_several_callers_stands_apart() -> None:
    graph = small("play:\n    shine()\n    shine()\nto shine():\n    lamp = true\n")
    assert graph.groups["shine"].parent == ""
    assert [edge.target for edge in graph.edges if edge.kind == "call"] == ["shine_1", "shine_1"]
    assert lines(graph, "call") == ["shine", "shine"]


def test_statements_without_a_question_between_stand_together() -> None:
    graph = small("play:\n    lamp = true\n    left -= 1\n    roll_it()\nto roll_it(): left = roll 1..6\n")
    assert lines(graph, "step") == ["lamp = yes / take 1 off left"]
    assert lines(graph, "chance") == ["roll left (1 to 6)"]


def test_hooks_stand_around_what_they_hang_on() -> None:
    graph = small("""
play: round()
phase round(): left -= 1
before round() if lamp: lamp = false
after round(): players.first chooses take
instead of round() if left > 3:
    left -= 2
    usual
""")
    kinds = {group.id: (group.kind, group.parent) for group in graph.groups.values()}
    assert kinds["round_before"] == ("before", "round") and kinds["round_after"] == ("after", "round")
    assert kinds["round_instead"] == ("instead", "round")
    assert lines(graph, "branch")[:2] == ["lamp?", "left > 3?"]
    assert lines(graph, "step")[:3] == ["lamp = no", "take 1 off left", "take 2 off left / round as usual"]


def test_a_replaced_rule_is_drawn_where_it_is_used() -> None:
    graph = small("play: round()\nphase round(): left -= 1\ninstead of round():\n    lamp = true\n    usual\n    usual\n")
    assert lines(graph, "step") == ["lamp = yes / take 1 off left / round as usual"]


def test_a_choice_may_be_passed_and_may_have_a_way_out() -> None:
    graph = small("play:\n    players.first may take or stop\n    players.last chooses take\n    else: lamp = true\n")
    first, last = (node for node in graph.nodes if node.kind == "choice")
    assert first.lines == ("first player may choose",) and [e.label for e in graph.out_of(first.id)][-1] == "pass"
    assert [edge.label for edge in graph.out_of(last.id)] == ["take one", "otherwise"]


def test_a_decision_inside_an_action_keeps_it_unfolded() -> None:
    graph = small("""
play: players.first chooses ask or stop
action ask():
    "ask"
    players.last chooses take or stop
""", "phases")  # fmt: skip
    assert {group.id for group in graph.groups.values() if group.kind == "action"} == {"ask"}
    assert len([node for node in graph.nodes if node.kind == "choice"]) == 2


def test_a_phase_of_plain_steps_is_one_box() -> None:
    graph = small("play:\n    count_up()\nphase count_up():\n    left -= 1\n    for p in players: p.score += 1\n", "phases")
    assert lines(graph, "phase") == ["Count up"] and not lines(graph, "loop")


def test_the_winner_stands_at_the_end() -> None:
    assert lines(build(load("surprise-egg").model), "end") == ["lowest score wins / if finished"]


def test_a_payoff_is_nothing_that_people_speak_of_at_the_end() -> None:
    assert lines(build(load("connect-four").model), "end") == ["the game is over"]


def test_what_ends_the_game_wherever_it_is_called_leads_back_to_no_caller() -> None:
    graph = small("""play:
    players.first chooses take
    else: stop_all()
    if left < 3: stop_all()
    if left < 4: sometimes()
    if left < 5: sometimes()
    lamp = true
to stop_all():
    left = 0
    end game
to sometimes():
    if left < 2: end game
""")
    calls = {node.id: node.lines[0] for node in graph.nodes if node.kind == "call"}
    assert {calls[edge.source] for edge in graph.edges if edge.source in calls and edge.kind != "call"} == {"sometimes"}
    assert [*calls.values()].count("stop all") == 2


@pytest.mark.parametrize("game", ["dots-and-boxes", "kalah", "fences", "hearth-island"])
def test_what_is_done_if_no_option_is_wanted_or_possible_stands_last(game: str) -> None:
    graph = build(load(game).model).at("phases")
    menus = [[row.what for row in rows(graph, node)] for node in graph.nodes if node.kind == "choice"]
    last = [menu[-1] for menu in menus if {*menu} & {*LAST}]
    assert last and {*last} <= {*LAST}, menus


def test_a_loop_without_a_condition_is_left_only_by_an_end() -> None:
    graph = small("play: round()\nphase round():\n    while true:\n        players.first chooses take\n        if left < 3: end round\n")
    assert not [edge for edge in graph.edges if edge.kind == "leave"]
    assert lines(graph, "loop") == ["again and again"] and lines(graph, "exit") == ["end of round"]


def test_choices_together_and_what_the_world_answers_have_their_own_kinds() -> None:
    graph = small('play:\n    each p in players chooses p.score in 1..3\n    lamp = observe "Is it bright?" chance 1 of 2\n', "phases")
    assert lines(graph, "simultaneous") == ["each player p chooses score / from 1 to 3"]
    assert lines(graph, "world") == ["Is it bright?"]


def test_what_cards_do_is_one_way_for_each_effect() -> None:
    text = build(load("ufo-chickens").model)
    [card] = [node for node in text.nodes if node.kind == "card"]
    ways = text.out_of(card.id)
    assert len(ways) > 10 and all(edge.guard.startswith("card ") for edge in ways)
    assert [node.kind for node in text.at("phases").nodes].count("effect") == 0


def test_rooms_that_lie_deep_stand_apart() -> None:
    deeds = "".join(f"to d{n}(): d{n + 1}()\n" for n in range(80))
    graph = small(f"play: d0()\n{deeds}to d80(): left = roll 1..6\n")
    assert len([group for group in graph.groups.values() if not group.parent]) > 4
    assert [node.chance for node in graph.at("phases").nodes if node.kind == "to"] == [("roll",)]


def test_rules_that_wait_stand_in_their_phase() -> None:
    graph = small(
        "as soon as left == 3 for p in players during turn: end turn\n"
        "play: turn()\n"
        "phase turn():\n"
        "    repeat 5 times: left -= 1\n"
    )
    waiting = next(node for node in graph.nodes if node.kind == "watch")
    assert waiting.lines == ("as soon as left = 3", "for each player p")
    assert [group.name for group in graph.around(waiting.group)][1] == "turn"
    assert [edge.kind for edge in graph.into(waiting.id)] == ["watch"]
    assert [edge.kind for edge in graph.out_of(waiting.id)] == ["end"]


@pytest.mark.parametrize("level", ["phases", "steps"])
@pytest.mark.parametrize("name", few.games("a way leads to every node"))
def test_a_way_leads_to_every_node_and_its_words_are_those_of_a_person(name: str, level: str) -> None:
    shown = build(bundled(name).model.model).at(level)
    assert [node.id for node in shown.nodes if node.kind != "start" and not shown.into(node.id)] == []
    said = {text for node in shown.nodes for text in node.lines} | {text for edge in shown.edges for text in (edge.label, edge.guard)}
    assert sorted(text for text in said if UNWRITTEN.search(text)) == []


def test_behind_many_options_it_is_asked_once_whether_the_menu_comes_again() -> None:
    more = "".join(f'action {name}():\n    "{name} one"\n    left -= 1\n' for name in ("give", "turn"))
    for menu, branches in (("take, stop or give", 0), ("take, stop, give or turn", 1)):
        graph = small(f"play:\n    players.first chooses {menu} again while left > 3 at most 400 times\n    lamp = true\n{more}")
        asked = [node for node in graph.nodes if node.lines == ("left > 3?",)]
        back = [edge for edge in graph.edges if edge.kind == "again"]
        assert len(asked) == branches and (len(back) == 1 if asked else len(back) > 1)
        assert not [edge for edge in graph.edges if "times" in edge.guard or "never" in edge.guard]


def test_a_loop_that_is_repeated_is_counted_however_often() -> None:
    graph = small("play:\n    repeat 250 times: players.first chooses take\n    lamp = true\n")
    assert "after 250 times" in {edge.guard for edge in graph.edges}


@pytest.mark.parametrize(("bound", "told"), [("30", "after 30 times"), ("9999", "if it never ends")])
def test_to_a_bound_that_only_sees_to_an_end_nobody_counts(bound: str, told: str) -> None:
    graph = small(f"play:\n    while true at most {bound} times: players.first chooses take\n    else: lamp = true\n")
    assert told in {edge.guard for edge in graph.edges}
    graph = small(f"play:\n    while left > 3 at most {bound} times: players.first chooses take\n    else: pass\n    lamp = true\n")
    assert (told in {edge.guard for edge in graph.edges}) == (bound == "30")


LEFT = {
    "for p in players while left > 3: left -= 1": ("player p", {"left ≤ 3 or after the last"}),
    "for n in 1..3 while left > 3: left -= 1": ("at most 3 times", {"left ≤ 3 or after 3 times"}),
    "for n in 1..3 if lamp: left -= 1": ("if lamp", {"after 3 times"}),
    "for n in 1..3 if n > 1: left -= 1": ("if n > 1", {"after the last"}),
    "repeat count(Side) times: left -= 1": ("3 times", {"after 3 times"}),
    "repeat left + 1 times: left -= 1": ("as many times as left + 1", {"after so many times"}),
    "turns p in players if not p.out while left > 3 at most 9 times: p chooses take": ("while left > 3", {"left ≤ 3 or nobody is left"}),
    "turns p in players if not p.out at most 9 times: p chooses take": ("if player p is not out", {"nobody is left"}),
    "turns p in players while left > 3 at most 9 times: p chooses take": ("while left > 3", {"left ≤ 3"}),
    "turns p in players at most 9 times: p chooses take or stop": ("player p in turn", set()),
    "while true at most 9 times: players.first chooses take or stop": ("again and again", set()),
    "turns p in players at most 9 times: p chooses take\n    else: lamp = true": ("player p in turn", {"after 9 times"}),
    "while left > 3 at most 9 times: players.first chooses take\n    else: lamp = true": ("while left > 3", {"left ≤ 3", "after 9 times"}),
}  # fmt: skip
"""Loops, what is said at their heads, and all reasons for which they are left. To go on beyond a bound is a fault, where nothing is done `else`."""


@pytest.mark.parametrize("loop", LEFT)
def test_a_loop_is_left_for_the_reasons_that_the_rules_know(loop: str) -> None:
    graph = small(f"enum Side: left_one, middle, right_one\nplay:\n    {loop}\n")
    (head,) = (node for node in graph.nodes if node.kind == "loop")
    said, reasons = LEFT[loop]
    assert any(said in line for line in head.lines)
    left = [edge for edge in graph.out_of(head.id) if edge.kind == "leave"]
    assert {edge.guard for edge in left} == reasons and len(left) == len(reasons)
    assert bool(head.bound) == ("else" in loop or loop.startswith(("for n in 1..3 if lamp", "for n in 1..3 while", "repeat")))


def test_a_deed_that_gives_from_its_middle_goes_on_where_it_is_done_as_usual() -> None:
    text = "play:\n    let n = gather()\n    left -= n\n"
    text += "to gather():\n    repeat 2 times:\n        if lamp: give 1\n    players.first chooses take\n    give 2\n"
    graph = small(text + "instead of gather():\n    let n = usual\n    players.last chooses take\n    give n\n")
    ends = [node for node in graph.nodes if node.kind == "exit" and node.lines[0].startswith("end of gather")]
    usual, whole = sorted(ends, key=lambda node: "usual" not in node.lines[0])
    assert [node.lines for node in ends] == [("end of gather",), ("end of gather as usual",)]
    early = [edge.target for edge in graph.edges if edge.kind == "end" and edge.target.startswith("gather")]
    assert early == [usual.id]
    behind = [node.kind for node in graph.nodes for edge in graph.edges if edge.source == usual.id and edge.target == node.id]
    assert behind != ["exit"] and any(edge.target == whole.id for edge in graph.edges)


def test_of_several_rules_the_one_that_is_kept_in_two_ways_stands_in_brackets() -> None:
    """What is read as `a or b and c` is another rule."""
    graph = small(
        "table:\n    open, late, dry: bool\nplay: players.first chooses go or rest\n"
        "action go():\n    require open or late\n    require dry\naction rest():\n    require open or late\n"
    )
    (menu,) = (node for node in graph.nodes if node.kind == "choice")
    assert [edge.guard for edge in graph.out_of(menu.id)] == ["(open or late) and dry", "open or late"]


def test_what_a_permission_requires_is_told_at_the_menu_in_the_words_of_its_refusals() -> None:
    """Also that of a deed, whose parameters nobody knows at the menu."""
    graph = small(
        "play: players.first chooses go, rest or sit\nto pay(n):\n    require left > n else \"too dear\"\n    left -= n\n"
        "def may(n):\n    require left > n else \"too few\"\n    require lamp else \"too dark\"\n"
        "action go(): pay(2)\naction rest():\n    require lamp\n    require may(3)\naction sit():\n    require not lamp\n    pay(3)\n"
    )
    (menu,) = (node for node in graph.nodes if node.kind == "choice")
    assert [edge.guard for edge in graph.out_of(menu.id)] == [
        "unless “too dear”", "lamp, unless “too few” or “too dark”", "not lamp, unless “too dear”",
    ]  # fmt: skip
    assert {edge.says("choice", "action") for edge in graph.out_of(menu.id)} >= {"unless “too dear”", "if not lamp, unless “too dear”"}


@pytest.mark.parametrize(("value", "guard"), [("true", "left > 3"), ("false", "left > 3 and lamp")])
def test_what_options_settle_is_not_asked_in_the_picture(value: str, guard: str) -> None:
    model = model_of(
        "option easy: bool = false\nplay: players.first chooses go or stop\n"
        "action go():\n    require left > (3 if easy else 3) and (easy or lamp)\n    left -= 2 if easy else 1\n"
    )
    graph = build(model, {"easy": value == "true"})
    (menu,) = (node for node in graph.nodes if node.kind == "choice")
    assert graph.out_of(menu.id)[0].guard == guard
    assert f"take {2 if value == 'true' else 1} off left" in {line for node in graph.nodes for line in node.lines}


def test_what_waits_is_said_in_words_where_it_is_one_box() -> None:
    head = "play: turn(players.first)\nphase turn(p): p chooses take or stop\n"
    model = model_of(f"{head}as soon as rich(p) for p in players during turn: left = 1\ndef rich(p) = p.score > 3\n")
    watches = [node.lines[0] for node in build(model).at("phases").nodes if node.kind == "watch"]
    assert watches == ["As soon as player p is rich"]


def test_a_loop_that_only_keeps_the_books_is_left_out_before_rules_that_wait_too() -> None:
    """What begins behind it waits, and is no way that play takes; a deed in between changes nothing of that."""
    begins = "play: opening()\nphase opening():\n    for p in players: p.score = 0\n{deed}    turn()\n"
    begins += "phase turn():\n    left = left - 1\n    left = roll 1..6\n"
    waits = "as soon as left == 3 during turn: end turn\n"
    for deed in ("", "    cast()\n"):
        cast = "to cast():\n    left = roll 1..6\n" if deed else ""
        graph = small(begins.format(deed=deed) + waits + cast, "phases")
        assert lines(graph, "loop") == []
        assert {edge.kind for edge in graph.edges if graph.node(edge.target).kind == "watch"} == {"watch"}
