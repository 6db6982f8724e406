"""The ways to choose a parameter other than value by value, each of which says whether it is one here, and then goes it. The first that can be gone is
the cheapest."""

from __future__ import annotations

from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.bits import bits_of
from ruledsl.lower.late import long
from ruledsl.lower.pairing import Pairing
from ruledsl.lower.parameter import Parameter
from ruledsl.lower.planner import of_parameter
from ruledsl.lower.plans import Plan
from ruledsl.lower.ranges import LAST_MEMBER
from ruledsl.lower.required import Args, Open, Test, in_order
from ruledsl.lower.shifts import Mask
from ruledsl.model.model import ParamInfo
from ruledsl.record import replace

if TYPE_CHECKING:
    from ruledsl.lower.candidates import Candidates


MOST_SEATS = 4
"""As far as this, a loop over seats is written out."""

MOST_NUMBERS = 8
"""As far as this, a loop over numbers is."""


def all_at_once(c: Candidates, open: Open) -> bool:
    """The last one, as a set."""
    if not is_last(c, open) or Parameter(c.v, open.p).plan is None:
        return False
    members = Parameter(c.v, open.p).members(open.plans)
    once = any(test.condition is not None and long(c.l.model, test.condition) for test in open.left)
    with c.v.writing(once):
        if c.found.every or not open.left:
            c.found.many(in_order(open.args), tested(c, open.p, open.args, members, open.left))
        else:
            first(c, open.p, open.args, members, open.left)
    return True


def few_passing(c: Candidates, open: Open) -> bool:
    """The last one, of few: gone through, and told of as a set."""
    if not is_last(c, open) or not c.found.every or not few(c, open.p):
        return False
    c.found.many(in_order(open.args), passing(c, open.p, open.args, open.left))
    return True


def each_written(c: Candidates, open: Open) -> bool:
    """Seat by seat or number by number, written out."""
    p = open.p
    if not before_many(c, open.args, open.i, p):
        return False
    assert p.domain is not None
    known = c.l.settings.fold(p.domain)
    among = known if isinstance(known, int) else (1 << c.l.settings.players) - 1
    members = c.v.all_in(p.domain)[0]
    for member in bits_of(among):
        on = c.b.label("others")
        if known is None:
            mine = c.b.label("mine")
            c.b.emit("branch", c.b.value("and", members, c.b.const(1 << member)), mine, on)
            c.b.start(mine)
        c.b.emit("const", c.v.bind(p.key), member)
        if p.condition is not None:
            good = c.b.label("good")
            c.v.branch(p.condition, good, on)
            c.b.start(good)
        c.choose({**open.args, open.i: c.v.bind(p.key)}, open.tests, on)
        c.b.start(on)
    return True


def paired(c: Candidates, open: Open) -> bool:
    """A cell and one of few ways on from it are found all at once, if they can be."""
    if len(open.args) + 2 != len(c.order) or c.order[-2:] != [len(c.order) - 2, len(c.order) - 1] or c.l.watched:
        return False
    pairs = Pairing(c, open.p, c.form.params[c.order[-1]]).found(open.tests)
    if pairs is not None and pairs.numbers:
        c.found.pairs(in_order(open.args), pairs)
    return pairs is not None


def is_last(c: Candidates, open: Open) -> bool:
    return open.i + 1 == len(open.args) + 1 == len(c.order)


def few(c: Candidates, p: ParamInfo) -> bool:
    """Is it a seat or a number that is known before play, or one of a small set of these, so that a set of them can be gone through?"""
    if p.domain is None or p.or_none or p.type.kind not in ("int", "player", "enum") or c.l.watched:
        return False
    members = c.l.settings.fold(p.domain) if p.domain.type.kind == "set" else None
    return isinstance(members, int) and members >> LAST_MEMBER + 1 == 0


def before_many(c: Candidates, args: Args, i: int, p: ParamInfo) -> bool:
    """Is it one of few, and all that is chosen behind it a member of one set? Without a loop around it, a set is no list."""
    if not i == len(args) == len(c.order) - 2 or p.or_none or p.domain is None or Parameter(c.v, c.form.params[-1]).plan is None:
        return False
    if p.type.kind == "player":
        return c.l.settings.players <= MOST_SEATS and c.v.at_once(p.domain)
    members = c.l.settings.fold(p.domain)
    return few(c, p) and isinstance(members, int) and members.bit_count() <= MOST_NUMBERS


def passing(c: Candidates, p: ParamInfo, args: Args, tests: list[Test]) -> Mask:
    """The members of a domain that pass its condition and some tests, gone through one by one."""
    out = c.b.new()
    c.b.emit("const", out, 0)

    def pass_on(value: int, next: str) -> None:
        c.ask_rest({**args, len(args): value}, tests, next)
        c.b.emit("or", out, out, c.v.bit(value))
        c.b.emit("jump", next)

    Parameter(c.v, p).each(pass_on, c.b.label("passed"))
    return [out]


def tested(c: Candidates, p: ParamInfo, args: Args, members: Mask, tests: list[Test]) -> Mask:
    """Those members that pass tests which must be made one by one."""
    if not tests:
        return members
    way = either(c, p, tests[0]) if len(tests) == 1 else None
    if way is not None:
        plan, rest = way
        good = c.v.those(plan, members)
        return c.v.pairwise("or", good, tested(c, p, args, c.v.without(members, good), [rest]))

    def test(value: int, next: str) -> None:
        c.b.emit("copy", c.v.bind(p.key), value)
        c.ask_rest({**args, len(args): value}, tests, next)

    return c.v.members_that(members, test)


def first(c: Candidates, p: ParamInfo, args: Args, members: Mask, tests: list[Test]) -> None:
    """The same where one is enough: no more are tested than it takes."""
    way = either(c, p, tests[0]) if len(tests) == 1 else None
    if way is not None:
        plan, rest = way
        good = c.v.those(plan, members)
        c.found.many(in_order(args), good)
        first(c, p, args, c.v.without(members, good), [rest])
        return

    def test(value: int, next: str) -> None:
        c.b.emit("copy", c.v.bind(p.key), value)
        c.ask_rest({**args, len(args): value}, tests, next)
        c.found.one([*in_order(args), value])

    c.v.of_mask(members, test, c.b.label("tested"))


def either(c: Candidates, p: ParamInfo, test: Test) -> tuple[Plan, Test] | None:
    """Of `A or B` a plan for A, which cannot fault, and the test B: that is asked of those alone for which A does not hold."""
    said = test.condition
    if said is None or said.op != "or":
        return None
    plan = of_parameter(c.l, p)[0].plan(said.args[0])
    return (plan, replace(test, condition=said.args[1])) if plan is not None and plan.sure else None


WAYS: tuple[Fn[[Candidates, Open], bool], ...] = (all_at_once, few_passing, each_written, paired)
