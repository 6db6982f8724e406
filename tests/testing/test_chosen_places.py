"""Places are chosen in tests by their names, also where a value of an enum has the same name: what is asked says which is meant."""

from __future__ import annotations

import pytest

from ruledsl.engine.backend import ENGINES
from ruledsl.testing import collect, run_test

RULES = """
game "Walks":
    players 1

enum Tree: ash, birch
board town: places ash, elm, oak
    ash - elm
    elm - oak
table:
    at:   place
    tree: Tree

play: walk()
phase walk():
    players.first chooses at in town
    players.first chooses tree in Tree
    players.first chooses t in at.neighbours or none
    if t is not none: at = t

winner: highest luck
def luck(p) = 1

test "places and values of one name":
    then:
        A can only ash, elm, oak
        A cannot birch
    when: A: elm
    then: A can only ash, birch
    when: A: ash
    then:
        A can ash, none
        A cannot elm because "not among at’s neighbours"
    when: A: ash
    then:
        at == ash
        tree is ash
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_places_are_chosen_by_name(tmp_path, engine):
    path = tmp_path / "walks.rules"
    path.write_text(RULES)
    for case in collect(str(path), []):
        result = run_test(case, engine)
        assert [failure.message for failure in result.failures] == []
