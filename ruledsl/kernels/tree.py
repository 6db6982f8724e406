"""A search tree: which move is tried next, where it leads, and what came of it. Names of places and moves are 64 bits; the tree is one table of
arms under such names, with open addressing."""

from __future__ import annotations

from ruledsl.ir.program import ASKING, KINDS
from ruledsl.kernels.heard import announced, happened, settled, silent, witnessed
from ruledsl.kernels.lore import alike, likely, recall
from ruledsl.kernels.moves import drawn, row, take
from ruledsl.kernels.naming import called
from ruledsl.kernels.plan import WRONG, Plan
from ruledsl.kernels.playing import played_on, worthwhile
from ruledsl.kernels.promise import LEAST, eager, promise
from ruledsl.kernels.widening import widened
from ruledsl.kernels.words import State, after, below, bits, lowest, stir
from ruledsl.kernels.worth import ARM, KEY, OFFERED, STAMP, VISITS, direct, find, key_of, remember, worth

SIMULTANEOUS, WORLD = KINDS.index("simultaneous"), KINDS.index("world")
EVENLY = 2
"""Where nobody hears what is chosen, once in so many it is chosen anew by what came of it, and else as ever: others would learn when which is chosen."""
RNG_WORDS = 1
"""Words at the beginning of a block that only the future hangs on."""


def grow(plan: Plan, s: State, count: int) -> int:
    """Play on so many times."""
    for _ in range(count):
        once(plan, s)
    return 0


def once(plan: Plan, s: State) -> int:
    """Play on once, and remember how it went. A state that was held possible and makes the rules go wrong teaches nothing."""
    if plan.done % max(plan.each, 1) == 0:
        plan.world = bits(plan.stream)
        plan.root = 0 if plan.each == 0 else stir(0, plan.done // plan.each + 1)
    plan.done += 1
    drawn(plan, s)
    count = descend(plan, s)
    if count < 0:
        return WRONG
    plan.turns[0] = bits(plan.stream)
    plan.long = 0
    if played_on(plan, s) < 0:
        return WRONG
    won = worth(plan, s)
    if won < 0:
        return WRONG
    direct(plan)
    remember(plan, won, count)
    recall(plan, won, count)
    return 0


def descend(plan: Plan, s: State) -> int:
    """Choose by the tree, until a move is new to it, or unripe; how many moves there are in the path."""
    node = plan.root
    count = 0
    silent(plan)
    while s.status() == ASKING and count < plan.depth:
        site = s.site()
        kind = s.kind()
        if kind == WORLD:
            came = world(plan, s, site)
            if came < 0:
                return WRONG
            happened(plan, came)
            continue
        asked = s.seats()
        seat = plan.seat if asked >> plan.seat & 1 != 0 else lowest(asked)
        picked = pick(plan, s, plan.keys[seat] if plan.by_moves != 0 else node, seat)
        if picked < 0:
            return WRONG
        plan.path[3 * count] = plan.arm
        plan.path[3 * count + 1] = seat
        plan.path[3 * count + 2] = plan.name
        count += 1
        option = row(plan, plan.room, picked)
        if plan.by_moves != 0:
            announced(plan, s, site, seat, option)
        if take(plan, s, seat, option) < 0:
            return WRONG
        if plan.by_moves != 0:
            witnessed(plan, s, site, seat, option)
        if plan.fresh != 0 or plan.unripe != 0 and s.status() == ASKING and worthwhile(plan, s.site()) != 0:
            return count
        if not (kind == SIMULTANEOUS and others_are_asked(s, site, asked ^ 1 << seat) != 0):
            if plan.by_moves != 0:
                settled(plan)
            else:
                node = seen(plan, s)
    return count


def others_are_asked(s: State, site: int, rest: int) -> int:
    """Are the others still asked what was asked before?"""
    return int(rest != 0 and s.status() == ASKING and s.site() == site and s.seats() == rest)


def world(plan: Plan, s: State, site: int) -> int:
    """What happens at the real table, by its odds: 0 or 1."""
    if plan.call(s, plan.odds[site], plan.who, plan.value) < 0:
        return WRONG
    odds = plan.value[0]
    if plan.call(s, plan.out_of[site], plan.who, plan.value) < 0:
        return WRONG
    yes = int(below(plan.stream, plan.value[0]) < odds)
    for n in range(plan.width):
        s.answer(n, yes if n == 0 else 0)
    s.answered_by(-1)
    if plan.resume(s) < 0:
        return WRONG
    return yes


def seen(plan: Plan, s: State) -> int:
    """The name of a place where nothing is hidden: the state itself."""
    name = plan.root
    for n in range(RNG_WORDS, s.size()):
        name = stir(name, s.word(n))
    return name


def pick(plan: Plan, s: State, node: int, seat: int) -> int:
    """The row of a move that was not tried, or else of one of the greatest promise; the plan has its names, and whether it is new or unripe."""
    site = s.site()
    count = plan.legal(s, site, seat, plan.room)
    if count <= 0:
        return WRONG
    here = stir(node, seat)
    fresh = 0
    known = 0
    visits = 0
    for n in range(count):
        name = called(plan, s, site, seat, row(plan, plan.room, n))
        slot = find(plan, key_of(here, name))
        arm = after(plan.arms, slot * ARM)
        plan.names[n] = name
        plan.slots[n] = slot
        plan.marks[n] = int(arm[KEY] == 0)
        fresh += plan.marks[n]
        if arm[KEY] != 0 and arm[STAMP] != plan.done:
            arm[STAMP] = plan.done
            arm[OFFERED] += 1
            known += 1
            visits += arm[VISITS]
    if plan.depth > 1 and alike(plan, s, count) != 0:
        picked = likely(plan, seat, count)
        fresh = plan.marks[picked]
    else:
        fresh = widened(plan, s, seat, count, fresh, known, visits)
        if fresh != 0:
            picked = one_marked(plan, count, below(plan.stream, fresh))
        elif plan.unheard[site] != 0 and below(plan.stream, EVENLY) != 0:
            picked = as_ever(plan, count)
        else:
            picked = best(plan, count)
    plan.name = plan.names[picked]
    plan.arm = key_of(here, plan.name)
    visits = plan.arms[plan.slots[picked] * ARM + VISITS]
    plan.fresh = int(fresh != 0)
    plan.unripe = int(visits < plan.ripe)
    return picked


def one_marked(plan: Plan, count: int, left: int) -> int:
    """A row that is marked: the one with so many before it."""
    for n in range(count):
        if plan.marks[n] != 0:
            if left == 0:
                return n
            left -= 1
    return WRONG


def as_ever(plan: Plan, count: int) -> int:
    """A row of the tree, those of each name as often as it was chosen so far (smooth UCT: Heinrich and Silver, 2015)."""
    whole = 0
    for n in range(count):
        plan.marks[n] = plan.arms[plan.slots[n] * ARM + VISITS]
        for other in range(n):
            if plan.names[other] == plan.names[n]:
                plan.marks[n] = 0
        whole += plan.marks[n]
    left = below(plan.stream, max(1, whole))
    name = plan.names[0]
    for n in range(count):
        if left >= 0 and plan.marks[n] != 0:
            name = plan.names[n]
        left -= plan.marks[n]
    return one_called(plan, count, name)


def best(plan: Plan, count: int) -> int:
    """One of the rows that are called as that of the greatest promise is."""
    curious = eager(plan)
    span = plan.most - plan.least
    scale = plan.weight / span if span > 0.0 else 0.0
    most = LEAST
    name = 0
    for n in range(count):
        if plan.arms[plan.slots[n] * ARM + KEY] != 0:
            good = promise(after(plan.arms, plan.slots[n] * ARM), scale, 1.0 - plan.weight, curious)
            if good > most:
                most = good
                name = plan.names[n]
    return one_called(plan, count, name)


def one_called(plan: Plan, count: int, name: int) -> int:
    """One of the rows that are called so."""
    alike = 0
    for n in range(count):
        plan.marks[n] = int(plan.names[n] == name)
        alike += plan.marks[n]
    return one_marked(plan, count, below(plan.stream, alike))
