"""Another state that a seat cannot tell from the true one, drawn inside machine code as `ruledsl/engine/knowledge.py` means it.

The plan says which cards the seat does not know and where they lie; what is here lets the cards take each other's places.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from ruledsl.ir.layout import card_references, with_places
from ruledsl.ir.program import Zone
from ruledsl.native.kernels import FIELDS, machine_type
from ruledsl.native.members import each_member
from ruledsl.native.text import Body, constant, definition

if TYPE_CHECKING:
    from ruledsl.native.module import Module

SECRET = 4
"""Words of a secret in the plan."""
GROUP = 3
"""The same of a group of places."""

SWEEPS = 40
"""How often each card is offered another place where not every place takes every card."""


def export_dealing(module: Module) -> None:
    """What `deal` calls: the unknown cards in other places, secrets with other values."""
    program = module.program
    if program.cards:
        kinds = sorted({face.kind for face in program.faces})
        module.add(constant("kinds", [1 << kinds.index(program.faces[face].kind) for face in program.cards]))
        module.add(_shuffled())
        module.add(_sorted_out())
        module.add(_rename(module))
    module.add(_secrets(module))


def _element(body: Body, array: str, index: str) -> str:
    return body.read(body.word(array, index))


def _shuffled() -> str:
    """Every order of the cards is as likely as another."""
    body = Body()
    with body.count("1", "%count") as n:
        last = body.do("sub", "%count", n)
        other = body.ask("@below.choices", "ptr %rng", f"i64 {body.do('add', last, '1')}")
        _swap(body, last, other)
    body.put("ret void")
    return definition("internal void @shuffled(ptr %drawn, i64 %count, ptr %rng) #0", body)


def _swap(body: Body, i: str, j: str) -> None:
    one, other = _element(body, "%drawn", i), _element(body, "%drawn", j)
    body.write(body.word("%drawn", i), other)
    body.write(body.word("%drawn", j), one)


def _sorted_out() -> str:
    """Cards change places where both places take the other card."""
    body = Body()
    with body.count("0", str(SWEEPS)), body.count("0", "%count") as i:
        j = body.ask("@below.choices", "ptr %rng", "i64 %count")
        ours, theirs = (_element(body, "@kinds", _element(body, "%drawn", n)) for n in (i, j))
        good = body.do("and", _element(body, "%takes", i), theirs)
        other = body.do("and", _element(body, "%takes", j), ours)
        both = body.let(f"or i1 {body.compare('eq', good, '0')}, {body.compare('eq', other, '0')}")
        with body.unless(both):
            _swap(body, i, j)
    body.put("ret void")
    return definition("internal void @sorted.out(ptr %drawn, ptr %takes, i64 %count, ptr %rng) #0", body)


def _rename(module: Module) -> str:
    """`(state, becomes)`: each card takes the place of another, with what others know of the place and what refers to it."""
    body, program = Body(), module.program
    for zone in program.zones:
        if zone.visibility != "open":
            (_rename_order if zone.ordered else _rename_bits)(module, body, zone)
    _move_notes(module, body)
    for (region, index), type in card_references(program).items():
        old = module.memory.load(body, region, str(index))
        with body.unless(body.compare("slt", old, "0")) if type.kind == "card" else nullcontext():
            new = _other_card(module, body, old) if type.kind == "card" else _other_subset(module, body, old)
            module.memory.store(body, region, str(index), new)
    body.put("ret void")
    return definition("internal void @rename(ptr %s, ptr %becomes) #0", body)


def _other_card(module: Module, body: Body, old: str) -> str:
    """The card that has taken the place of another; it stands for what that one stood for."""
    cards = str(len(module.program.cards))
    card = body.do("urem", old, cards)
    return body.do("add", body.do("sub", old, card), _element(body, "%becomes", card))


def _other_subset(module: Module, body: Body, old: str) -> str:
    """The same of several cards, the least one first again."""
    cards, bits = len(module.program.cards), str(module.program.member_bits)
    marks, word, shift = (body.let(f"alloca [{size} x i64]") for size in (cards, 1, 1))
    with body.count("0", str(cards)) as card:
        body.write(body.word(marks, card), "0")
    with each_member(module, body, old) as member:
        new = _other_card(module, body, member)
        body.write(body.word(marks, body.do("urem", new, str(cards))), body.do("add", new, "1"))
    body.write(word, "0")
    body.write(shift, "0")
    with body.count("0", str(cards)) as card:
        mark = _element(body, marks, card)
        with body.unless(body.compare("eq", mark, "0")):
            body.write(word, body.do("or", body.read(word), body.do("shl", mark, body.read(shift))))
            body.write(shift, body.do("add", body.read(shift), bits))
    return body.read(word)


def _rename_order(module: Module, body: Body, zone: Zone) -> None:
    zones = module.zones
    with body.count("0", str(zone.instances)) as k, body.count("0", zones.count(body, zone, k)) as n:
        new = _element(body, "%becomes", zones.card(body, zone, k, n))
        module.memory.store(body, f"{zone.name}.cards", zones.slot(body, zone, k, n), new)


def _rename_bits(module: Module, body: Body, zone: Zone) -> None:
    zones, words = module.zones, module.program.words
    new = body.let(f"alloca [{words} x i64]")
    with body.count("0", str(zone.instances)) as k:
        for w in range(words):
            body.write(body.word(new, str(w)), "0")
        with zones.each(body, zone, k) as card:
            other = _element(body, "%becomes", card)
            at = body.word(new, body.do("lshr", other, "6"))
            body.write(at, body.do("or", body.read(at), body.do("shl", "1", body.do("and", other, "63"))))
        for w in range(words):
            module.memory.store(body, f"{zone.name}.bits", zones.word(body, k, str(w)), _element(body, new, str(w)))


def _move_notes(module: Module, body: Body) -> None:
    """Where each card is, who knows it, and what else hangs on its place."""
    cards = str(len(module.program.cards))
    for region, each in (("card.zone", 1), *with_places(module.program)):
        places = str(len(module.program.cards) * each)
        old = body.let(f"alloca [{places} x i64]")
        with body.count("0", places) as place:
            body.write(body.word(old, place), module.memory.load(body, region, place))
        with body.count("0", cards) as card:
            other = _element(body, "%becomes", card)
            for n in range(each):
                here, there = (body.do("add", body.do("mul", c, str(each)), str(n)) for c in (card, other))
                module.memory.store(body, region, there, _element(body, old, here))


def _secrets(module: Module) -> str:
    """`(state, plan, rng, row)`: each secret is drawn anew, one of its values; or taken from a row of the pool."""
    body = Body()
    secrets = told(body, "secrets")
    with body.count("0", told(body, "secret_count")) as n:
        row = body.word(secrets, body.do("mul", n, str(SECRET)))
        offset, width, count, values = (_element(body, row, str(k)) for k in range(SECRET))
        value = body.let("alloca i64")
        chosen, taken, have = map(body.fresh, ("chosen", "taken", "have"))
        body.fork(body.compare("eq", told(body, "pool_count"), "0"), chosen, taken)
        body.label(chosen)
        drawn = body.ask("@below.choices", "ptr %rng", f"i64 {count}")
        body.write(value, _element(body, body.let(f"inttoptr i64 {values} to ptr"), drawn))
        body.go(have)
        body.label(taken)
        body.write(value, _element(body, "%row", body.do("add", told(body, "unknown"), n)))
        body.go(have)
        body.label(have)
        value = body.read(value)
        at = body.let(f"getelementptr i8, ptr %s, i64 {offset}")
        cases, done = {size: body.fresh(f"bytes{size}") for size in (1, 2, 4)}, body.fresh("done")
        wide = body.fresh("bytes8")
        body.put(f"switch i64 {width}, label %{wide} [{' '.join(f'i64 {size}, label %{label}' for size, label in cases.items())}]")
        for size, label in {**cases, 8: wide}.items():
            body.label(label)
            narrow = value if size == 8 else body.let(f"trunc i64 {value} to i{8 * size}")
            body.put(f"store i{8 * size} {narrow}, ptr {at}, align 1")
            body.go(done)
        body.label(done)
    body.put("ret void")
    return definition("internal void @secrets(ptr %s, ptr %plan, ptr %rng, ptr %row) #0", body)


def deal(module: Module, body: Body) -> str:
    """The state becomes one of those that look the same to the seat of a plan."""
    body.put("%rng = alloca i64")
    body.write("%rng", told(body, "world"))
    row = _row(body)
    if module.program.cards:
        unknown = told(body, "unknown")
        with body.unless(body.compare("eq", unknown, "0")):
            _deal_cards(body, unknown, str(len(module.program.cards)), row)
    body.put(f"call void @secrets(ptr %s, ptr %plan, ptr %rng, ptr {row})")
    return "0"


def _row(body: Body) -> str:
    """A row of the pool; its beginning if there is none."""
    place, width = body.let("alloca ptr"), body.do("add", told(body, "unknown"), told(body, "secret_count"))
    body.put(f"store ptr {told(body, 'pool')}, ptr {place}")
    with body.unless(body.compare("eq", told(body, "pool_count"), "0")):
        number = body.ask("@below.choices", "ptr %rng", f"i64 {told(body, 'pool_count')}")
        body.put(f"store ptr {body.word(told(body, 'pool'), body.do('mul', number, width))}, ptr {place}")
    return body.let(f"load ptr, ptr {place}")


def told(body: Body, name: str) -> str:
    """A word of the plan."""
    place, type = FIELDS[name]
    return body.let(f"load {machine_type(type)}, ptr {body.word('%plan', str(place))}")


def _deal_cards(body: Body, unknown: str, cards: str, row: str) -> None:
    drawn, becomes, places, given = (told(body, name) for name in ("drawn", "becomes", "places", "drawn_from"))
    fitting, other, mixed, taken, laid = map(body.fresh, ("fitting", "other", "mixed", "taken", "laid"))
    body.fork(body.compare("eq", told(body, "fitting"), "0"), other, fitting)
    body.label(fitting)
    body.ask("@fitted", "ptr %plan", "ptr %rng")
    body.go(laid)
    body.label(other)
    body.fork(body.compare("eq", told(body, "pool_count"), "0"), mixed, taken)
    body.label(mixed)
    with body.count("0", unknown) as n:
        body.write(body.word(drawn, n), _element(body, given, n))
    _mix(body, drawn)
    body.go(laid)
    body.label(taken)
    with body.count("0", unknown) as n:
        body.write(body.word(drawn, n), _element(body, row, n))
    body.go(laid)
    body.label(laid)
    with body.count("0", cards) as card:
        body.write(body.word(becomes, card), card)
    with body.count("0", unknown) as n:
        body.write(body.word(becomes, _element(body, places, n)), _element(body, drawn, n))
    body.put(f"call void @rename(ptr %s, ptr {becomes})")


def _mix(body: Body, drawn: str) -> None:
    """The cards of each group change places."""
    groups, takes = told(body, "groups"), told(body, "takes")
    with body.count("0", told(body, "group_count")) as n:
        row = body.word(groups, body.do("mul", n, str(GROUP)))
        first, end, fussy = (_element(body, row, str(k)) for k in range(GROUP))
        ours, count = body.word(drawn, first), body.do("sub", end, first)
        free, choosy, done = map(body.fresh, ("free", "choosy", "drawn"))
        body.fork(body.compare("eq", fussy, "0"), free, choosy)
        body.label(free)
        body.put(f"call void @shuffled(ptr {ours}, i64 {count}, ptr %rng)")
        body.go(done)
        body.label(choosy)
        body.put(f"call void @sorted.out(ptr {ours}, ptr {body.word(takes, first)}, i64 {count}, ptr %rng)")
        body.go(done)
        body.label(done)
