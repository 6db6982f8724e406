"""What tests say of the parameters of what they begin and call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.model.tests import Tests

if TYPE_CHECKING:
    from ruledsl.model.checker import Checker


def begun_by_tests(checker: Checker) -> None:
    """`given market(A)` says what the parameters of a phase are, as a call does."""
    desk, model = checker.desk, checker.model
    desk.in_test = True
    for test in model.tests:
        target = model.callables.get(test.given.phase or "") if test.given else None
        if test.given and target is not None and target.kind in ("phase", "to"):
            with desk.room(None, False):
                for p, arg in zip(target.params, test.given.args):
                    checker.widen(target, p, checker.x.argument(arg, p.type, by_face=True).type, arg.span)
    desk.in_test = False


def called_by_tests(checker: Checker) -> bool:
    """A def that nothing else calls learns what it is given from the tests. Whether there was one."""
    read = checker.read | checker.settled
    alone = any(target.kind == "def" and target.params and name not in read for name, target in checker.model.callables.items())
    if not alone or not checker.model.tests:
        return False
    Tests(checker.desk, checker.x, checker.statements.until).check_all(checker.chosen_by)
    checker.desk.in_test = False
    return True
