"""Options that come to the same, with the same cards as something else: they are not taken for new if the tree has one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.native.naming import bit, each_member, masks_of, stir
from ruledsl.native.plan import KEY, arm, told
from ruledsl.native.text import Body, definition
from ruledsl.native.trying import copy_state, option_at

if TYPE_CHECKING:
    from ruledsl.native.module import Module


def export_copies(module: Module) -> None:
    """`apart(state, plan, site, seat, count)`: how many of the marked rows stay marked."""
    for text in (_bare(module), _behind(module), _same(module), _apart(module)):
        module.add(text)


def _apart(module: Module) -> str:
    body = Body()
    body.put("%found = alloca i64")
    body.write("%found", "0")
    body.put(f"%arms = getelementptr i8, ptr {told(body, 'arms')}, i64 0")
    bares, marks, slots, room = (told(body, word) for word in ("bares", "marks", "slots", "room"))
    with body.count("0", "%count") as n:
        body.write(body.word(bares, n), body.ask("@bare", "i64 %site", f"ptr {option_at(module, body, room, n)}"))
    with body.count("0", "%count") as n, body.unless(body.compare("eq", body.read(body.word(marks, n)), "0")):
        own = body.read(body.word(bares, n))
        with body.count("0", "%count") as other:
            new = body.compare("eq", body.read(arm(body, body.read(body.word(slots, other)), KEY)), "0")
            differs = body.compare("ne", body.read(body.word(bares, other)), own)
            done = body.compare("eq", body.read(body.word(marks, n)), "0")
            with body.unless(body.let(f"or i1 {done}, {body.let(f'or i1 {new}, {differs}')}")):
                options = (f"ptr {option_at(module, body, room, row)}" for row in (n, other))
                same = body.ask("@same", "ptr %s", "ptr %plan", "i64 %seat", *options)
                with body.unless(body.compare("eq", same, "0")):
                    body.write(body.word(marks, n), "0")
        body.write("%found", body.do("add", body.read("%found"), body.read(body.word(marks, n))))
    body.answer(body.read("%found"))
    return definition("internal i64 @apart(ptr %s, ptr %plan, i64 %site, i64 %seat, i64 %count) #0", body)


def _bare(module: Module) -> str:
    """`(site, option)`: what an option is called, whatever its cards stand for."""
    body, cards = Body(), str(len(module.program.cards))
    body.put("%name = alloca i64")
    action = body.read("%option")
    body.write("%name", action)

    def add(value: str) -> None:
        body.write("%name", stir(body, body.read("%name"), value))

    single, several = (masks_of(body, action, kind) for kind in ("card", "subset"))
    last = body.ask("@arity", f"i64 {action}")
    with body.count("1", body.do("add", last, "1")) as n:
        value = body.read(body.word("%option", n))
        is_subset, is_card = bit(body, several, n), body.let(f"and i1 {bit(body, single, n)}, {body.compare('sge', value, '0')}")
        with body.unless(body.let(f"xor i1 {is_subset}, true")), each_member(module, body, value) as member:
            add(body.do("urem", member, cards))
        with body.unless(is_subset):
            add(body.let(f"select i1 {is_card}, i64 {body.do('urem', value, cards)}, i64 {value}"))
    body.answer(body.read("%name"))
    return definition("internal i64 @bare(i64 %site, ptr %option) #0", body)


def _behind(module: Module) -> str:
    """`(state, from, plan, seat, option)`: the state becomes the one behind an option, without the option; the status, or a fault."""
    body = Body()
    copy_state(module, body, "%s", "%from")
    status = body.ask("@take", "ptr %s", "ptr %plan", "i64 %seat", "ptr %option")
    for n in range(module.program.arguments + 1):
        module.memory.store(body, "move", str(n), "0")
    module.memory.store(body, "move.seat", "0", "0")
    body.answer(status)
    return definition("internal i64 @behind(ptr %s, ptr %from, ptr %plan, i64 %seat, ptr %option) #0", body)


def _same(module: Module) -> str:
    """`(state, plan, seat, one, other)`: do two options lead to the same state?"""
    body = Body()
    states = [told(body, word) for word in ("spare", "other")]
    for state, option in zip(states, ("%one", "%two"), strict=True):
        status = body.ask("@behind", f"ptr {state}", "ptr %s", "ptr %plan", "i64 %seat", f"ptr {option}")
        body.refuse(body.compare("sge", status, "0"), 0)
    with body.count("0", str(module.program.size // 8)) as n:
        one, two = (body.read(body.word(state, n)) for state in states)
        body.refuse(body.compare("eq", one, two), 0)
    body.answer("1")
    return definition("internal i64 @same(ptr %s, ptr %plan, i64 %seat, ptr %one, ptr %two) #0", body)
