"""Where a test begins: a position with a name, to count, to search or to look at from there."""

from __future__ import annotations

from ruledsl.engine.backend import Block
from ruledsl.ir.program import Program
from ruledsl.testing.scene import Scene
from ruledsl.testing.setting import TestFault
from ruledsl.testing.suite import Case


def beginning(case: Case, engine: str = "native") -> tuple[Program, Block]:
    """The program of a test's table, and the state at the first decision behind what is given; from there on chance falls by the test's seed.
    TestFault, SettingsError and RulesFault where the test cannot begin."""
    if case.test.refused is not None:
        raise TestFault(case.test.refused.span, "this test begins nowhere: it says that no game can")
    table = case.suite.table(case.test, engine)
    scene = Scene(table, case.test, table.scripts[id(case.test)], [])
    scene.begin()
    block: Block = scene.state
    block.set("chance", 0, 0)
    return table.program, block
