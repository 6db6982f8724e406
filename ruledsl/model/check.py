"""From trees to the checked model: of the game as it stands, under other values of its rulings, and with what is given zones written out for each."""

from __future__ import annotations

from typing import Mapping, Sequence

from ruledsl.diagnostics import Diagnostic, ranked
from ruledsl.model import flaws, patches
from ruledsl.model.absent import absent
from ruledsl.model.checker import Checker
from ruledsl.model.desk import Desk
from ruledsl.model.idle import look_for_unread
from ruledsl.model.in_force import merged
from ruledsl.model.latched import look_for_latched
from ruledsl.model.memory import Memory
from ruledsl.model.merge import Declared
from ruledsl.model.model import Model
from ruledsl.model.onesided import look_for_onesided
from ruledsl.model.spread import handed_zones, refuse_others, spread
from ruledsl.model.unset import lessened, look_for_unset
from ruledsl.record import replace
from ruledsl.source import NOWHERE, Span
from ruledsl.syntax import tree as t

MOST_PATCHES = 100


def check(
    layers: Sequence[t.Tree],
    tests: Sequence[t.Tree] = (),
    chosen: Mapping[str, str] | None = None,
    lost: frozenset[str] = frozenset(),
    only: Sequence[t.Test] | None = None,
    memory: Memory | None = None,
) -> tuple[Model, list[Diagnostic]]:
    """The model of a game (the first tree), the variants upon it, and further files of tests.

    `chosen` picks values of rulings that carry patches, and errors alone are told. Without it every such value is checked, and the model is the default one.
    `lost` are the words of lines that could not be read: that nothing declares them is no news; and what is wrong under other values only, or with one of
    the zones that something is given, is told when all can be read. With `only`, these are all tests that are read. `memory` changes no answer.
    """
    errors_only = bool(lost) or chosen is not None
    memory = memory or Memory()

    def begun() -> Checker:
        return prepared(layers, tests, chosen or {}, set(lost), bool(lost), errors_only, only=only, memory=memory)

    checker = begun()
    try:
        checker.learn()
        if chosen is not None and not lost and handed_zones(checker.model):
            if (model := copies_alone(checker)) is not None:
                return model, []
            checker = begun()
            checker.learn()
        checker.tell()
    except RecursionError:
        return checker.model, [flaws.too_deep(checker.desk, checker.open)]
    return told(checker, chosen is None and not lost)


def told(checker: Checker, under_all: bool) -> tuple[Model, list[Diagnostic]]:
    """What was read, and all that is to be said of it, under other values of rulings too where it is looked `under_all`."""
    found = checker.desk.found
    if under_all:
        found += under_others(checker)
        flaws.unused(checker.desk)
        look_for_unset(checker.desk)
        look_for_latched(checker.desk)
        look_for_onesided(checker.desk)
        look_for_unread(checker.desk)
    refuse_others(checker.desk)
    if handed_zones(checker.model) and not checker.desk.lost and not any(d.is_error for d in found):
        checker, found = spread_out(checker)
    if under_all and not any(d.is_error for d in found):
        found = found + under_rulings(checker)
    return checker.model, ranked(found)


def under_others(checker: Checker) -> list[Diagnostic]:
    """The errors of a game under the values of rulings that bring rules of their own."""
    others = patches.other_patches(checker.layers)
    if len(others) > MOST_PATCHES:
        hint = "a condition on the ruling, as in `if tie is shared`, serves as well"
        checker.desk.fail("E0416", head_of(checker.layers), what=f"{len(others)} values of rulings with rules of their own", hint=hint)
    known = {(d.code, d.span) for d in checker.desk.found}
    found: dict[tuple[str, Span], Diagnostic] = {}
    for ruling, value in others[:MOST_PATCHES]:
        for d in patched(checker, ruling, value):
            found.setdefault((d.code, d.span), d)
    return [d for key, d in found.items() if key not in known]


def under_rulings(base: Checker) -> list[Diagnostic]:
    """What is wrong with tests that speak of what only the rulings declare that they choose: they are read in the model of these."""
    found: list[Diagnostic] = []
    for chosen, tests in patches.by_choice(base.elsewhere, base.chosen_by):
        model, said = check(base.layers, base.tests, chosen, only=tests, memory=base.memory)
        patches.take_tests(model, base.model)
        found += [d for d in said if d.is_error]
    return found


def spread_out(checker: Checker) -> tuple[Checker, list[Diagnostic]]:
    """The model with a copy of what is given zones for each of them. Of its messages, those are new that hang on a zone."""
    found, declared = checker.desk.found, spread(checker.declared, checker.desk, checker.memory)
    if any(d.is_error for d in found):
        return checker, found
    desk = checker.desk
    again = prepared(
        checker.layers, checker.tests, checker.model.chosen, desk.said, desk.lost, desk.errors_only, declared=declared, memory=checker.memory
    )
    again.run()
    known = {(d.code, d.span) for d in found}
    again.model.whole = checker.model
    return again, found + [d for d in again.desk.found if (d.code, d.span) not in known]


def copies_alone(checker: Checker) -> Model | None:
    """The model with copies for zones that are given, where nothing is wrong with it, though the text as it was written is not read aloud; None where
    something may be wrong."""
    given = handed_zones(checker.model)
    again, found = spread_out(checker)
    refuse_others(again.desk)
    made = {name.partition(".")[0] for name in again.model.callables if "." in name}
    return again.model if not found and given.keys() <= made and not any(d.is_error for d in again.desk.found) else None


def head_of(layers: Sequence[t.Tree]) -> Span:
    """Where a fault of the whole game is shown."""
    return next((d.span for d in layers[0].declarations), NOWHERE)


def prepared(
    layers: Sequence[t.Tree],
    tests: Sequence[t.Tree],
    chosen: Mapping[str, str],
    said: set[str],
    lost: bool,
    errors_only: bool,
    *,
    declared: Declared | None = None,
    only: Sequence[t.Test] | None = None,
    memory: Memory,
) -> Checker:
    """A checker that has merged the declarations, and not read them yet. `said` are names that are not to be missed again; `only` as in `check`."""
    model = Model(trees=(*layers, *tests), chosen=dict(chosen), keys=memory.keys)
    for tree in model.trees:
        model.sources[tree.source.file] = replace(tree.source, tags=tree.tags)
    desk = Desk(model, said=said, lost=lost, errors_only=errors_only)
    declared = declared or merged(desk, layers, tests, chosen)
    model.absent = absent(declared)
    those = [test for test in declared.tests if only is None or (test.title, test.span) in {(o.title, o.span) for o in only}]
    return Checker(desk, layers, tests, replace(declared, tests=those), memory)


def patched(base: Checker, ruling: str, value: str) -> list[Diagnostic]:
    """The errors of a game under another value of a ruling; only what that value changes is read again, where this is enough."""
    checker = prepared(base.layers, (), {ruling: value}, base.desk.said, base.desk.lost, True, only=(), memory=base.memory)
    if not checker.run_changed(base):
        checker = prepared(base.layers, (), {ruling: value}, base.desk.said, base.desk.lost, True, only=(), memory=base.memory)
        checker.run()
    base.desk.used |= checker.desk.used
    base.desk.written |= checker.desk.written
    base.desk.mixed |= checker.desk.mixed
    base.desk.lessened |= lessened(checker.model)
    return [d for d in checker.desk.found if d.is_error]
