"""Every place where a game asks or draws is one node of its phase graph."""

from __future__ import annotations

import pytest

import ruledsl
from ruledsl.flow import build
from ruledsl.flow.lighting import lit
from ruledsl.ir.flow import asking
from ruledsl.ir.paths import Paths, Point
from ruledsl.ir.program import Program
from tests import few
from tests.bundled import bundled

ASKING = {"choice": {"choice"}, "simultaneous": {"simultaneous"}, "world": {"world", "choice", "simultaneous"}}
"""What stands for a question; an interruption comes where somebody else is asked. Chance may lie in the middle of anything."""


def asked(program: Program) -> set[int]:
    """The sites that play can come to."""
    main = program.functions["main"]
    after, seen, ahead = Paths(main).after, set[Point](), [(main.resumes[0], frozenset[tuple[int, int]]())]
    while ahead:
        point = ahead.pop()
        if point not in seen:
            seen.add(point)
            ahead += after[point]
    found = (asking(block) for block in main.blocks if block.label in {label for label, _ in seen})
    return {instr.args[0] for instr in found if instr is not None}


@pytest.mark.parametrize("name", few.games("every site lights one node"))
def test_every_site_lights_one_node(name: str) -> None:
    game = bundled(name)
    program = game.program(game.seat_range[0])
    graph = build(game.model.model)
    for number in asked(program):
        site = program.sites[number]
        found = lit(graph, program.places[site.place].span, site.name)
        assert len(found) == 1, (name, program.places[site.place].span, site.kind, found)
        assert site.kind == "chance" or found[0].kind in ASKING[site.kind], (site.kind, found)


@pytest.mark.parametrize("name", ["pig", "surprise-egg", "gem-hens"])
def test_no_two_statements_have_one_name(name: str) -> None:
    nodes = [node for node in build(ruledsl.load(name).model.model).nodes if node.kind in ("choice", "chance", "world")]
    statements = [statement for node in nodes for statement in node.statements]
    assert len(statements) == len(set(statements))
