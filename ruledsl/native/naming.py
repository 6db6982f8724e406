"""What a move is called in every state that a seat cannot tell from this one, as `ruledsl/search/alike.py` means it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ruledsl.ir.layout import FACE, GUISE, PLACE, chosen_arguments, chosen_values, find_instance, seers
from ruledsl.ir.program import BOX, PASS, VALUE
from ruledsl.native.runtime import GOLDEN
from ruledsl.native.text import Body, definition

if TYPE_CHECKING:
    from ruledsl.native.module import Module

STIR = f"""\
define internal i64 @stir(i64 %name, i64 %value) #1 {{
  %x = xor i64 %name, %value
  %y = add i64 %x, {GOLDEN}
  %z = call i64 @mix(i64 %y)
  ret i64 %z
}}"""


def stir(body: Body, name: str, value: str) -> str:
    """The name of what a number is added to."""
    return body.ask("@stir", f"i64 {name}", f"i64 {value}")


def export_naming(module: Module) -> None:
    """`name(state, site, seat, option)`, and `arity(site, action)`."""
    program = module.program
    module.add(STIR)
    for kind in ("card", "subset"):
        module.add(constant(f"{kind}.arguments", chosen_arguments(program, kind)))
        module.add(constant(f"{kind}.values", chosen_values(program, kind)))
    module.add(constant("parameters", [len(action.params) for action in program.actions]))
    if program.cards:
        module.add(constant("faces", program.cards))
        module.add(constant("seers", [_seers(module, number) for number in range(program.region["card.zone"].high + 1)]))
        module.add(_at(module))
        module.add(_card(module))
        module.add(_member(module))
        module.add(_subset(module))
    module.add(_arity())
    module.add(_name(module))


def constant(name: str, values: list[int] | tuple[int, ...]) -> str:
    numbers = ", ".join(f"i64 {value}" for value in values or [0])
    return f"@{name} = internal constant [{max(1, len(values))} x i64] [{numbers}]"


def _seers(module: Module, number: int) -> int:
    """The seats that see what lies in the place with a number."""
    found = find_instance(module.program, number) if number != BOX else None
    return seers(*found, module.program.players) if found else (1 << module.program.players) - 1


def _at(module: Module) -> str:
    """`(state, number, card)`: where in the order of its zone a card lies; -1 where that tells nothing."""
    body, program = Body(), module.program
    zones = [zone for zone in program.zones if not zone.held]
    cases = [f"i64 {zone.base + k}, label %z{n}" for n, zone in enumerate(zones) for k in range(zone.instances)]
    body.put(f"switch i64 %number, label %none [{' '.join(cases)}]")
    for n, zone in enumerate(zones):
        body.label(f"z{n}")
        k = body.do("sub", "%number", str(zone.base))
        top = body.do("sub", module.memory.load(body, f"{zone.name}.count", "0" if zone.instances == 1 else k), "1")
        body.put(f"ret i64 {body.ask(module.zones.find(zone), 'ptr %s', f'i64 {k}', 'i64 %card', f'i64 {top}')}")
    body.label("none")
    body.put("ret i64 -1")
    return definition("internal i64 @at(ptr %s, i64 %number, i64 %card) #0", body)


def _card(module: Module) -> str:
    """`(state, seat, card)`: where a card lies, and what it is if the seat can know that."""
    body = Body()
    number = module.memory.load(body, "card.zone", "%card")
    knows = body.do("or", module.memory.load(body, "known", "%card"), body.read(body.word("@seers", number)))
    knows = body.compare("ne", body.do("and", body.do("lshr", knows, "%seat"), "1"), "0")
    seen = body.let(f"select i1 {knows}, i64 {body.read(body.word('@faces', '%card'))}, i64 -1")
    at = body.ask("@at", "ptr %s", f"i64 {number}", "i64 %card")
    seen, at = body.do("add", seen, "1"), body.do("add", at, "1")
    placed = body.do("xor", body.do("shl", number, str(PLACE)), body.do("shl", seen, str(FACE)))
    body.put(f"ret i64 {body.do('xor', placed, at)}")
    return definition("internal i64 @card(ptr %s, i64 %seat, i64 %card) #0", body)


def _arity() -> str:
    body = Body()
    body.refuse(body.compare("ne", "%action", str(PASS)), 0)
    body.refuse(body.compare("ne", "%action", str(VALUE)), 1)
    body.answer(body.read(body.word("@parameters", "%action")))
    return definition("internal i64 @arity(i64 %action) #0", body)


def _member(module: Module) -> str:
    """`(state, seat, member)`: a card with what it stands for."""
    body, cards = Body(), str(len(module.program.cards))
    card = body.ask("@card", "ptr %s", "i64 %seat", f"i64 {body.do('urem', '%member', cards)}")
    guise = body.do("shl", body.do("udiv", "%member", cards), str(GUISE))
    body.answer(body.do("xor", guise, card))
    return definition("internal i64 @member(ptr %s, i64 %seat, i64 %member) #0", body)


def _subset(module: Module) -> str:
    """`(state, seat, subset)`: several cards, in whatever order."""
    body = Body()
    body.put("%sum = alloca i64")
    body.write("%sum", "0")
    with each_member(module, body, "%subset") as member:
        called = stir(body, "0", body.ask("@member", "ptr %s", "i64 %seat", f"i64 {member}"))
        body.write("%sum", body.do("add", body.read("%sum"), called))
    body.answer(body.read("%sum"))
    return definition("internal i64 @subset(ptr %s, i64 %seat, i64 %subset) #0", body)


@contextmanager
def each_member(module: Module, body: Body, subset: str) -> Iterator[str]:
    """What is written inside is done for every card of a subset, with what it stands for, the least card first."""
    bits = module.program.member_bits
    with body.count("0", str(64 // bits)) as n:
        member = body.do("and", body.do("lshr", subset, body.do("mul", n, str(bits))), str((1 << bits) - 1))
        with body.unless(body.compare("eq", member, "0")):
            yield body.do("sub", member, "1")


def _name(module: Module) -> str:
    body = Body()
    body.put("%name = alloca i64")
    action = body.read("%option")
    body.write("%name", body.do("xor", body.do("shl", "%site", "32"), action))
    cards, subsets = (masks_of(body, action, kind) for kind in ("card", "subset"))
    last = body.ask("@arity", f"i64 {action}")
    with body.count("1", body.do("add", last, "1")) as n:
        value = body.read(body.word("%option", n))
        if module.program.cards:
            is_card = body.let(f"and i1 {bit(body, cards, n)}, {body.compare('sge', value, '0')}")
            value = _called(body, is_card, "@member", value)
            value = _called(body, bit(body, subsets, n), "@subset", value)
        body.write("%name", stir(body, body.read("%name"), value))
    body.answer(body.read("%name"))
    return definition("internal i64 @name(ptr %s, i64 %site, i64 %seat, ptr %option) #0", body)


def masks_of(body: Body, action: str, kind: str) -> str:
    """The arguments that are of a kind."""
    acts = body.compare("sge", action, "0")
    row = body.let(f"select i1 {acts}, i64 {action}, i64 0")
    chosen = body.compare("eq", action, str(VALUE))
    value = body.let(f"select i1 {chosen}, i64 {body.read(body.word(f'@{kind}.values', '%site'))}, i64 0")
    return body.let(f"select i1 {acts}, i64 {body.read(body.word(f'@{kind}.arguments', row))}, i64 {value}")


def bit(body: Body, mask: str, n: str) -> str:
    return body.compare("ne", body.do("and", body.do("lshr", mask, n), "1"), "0")


def _called(body: Body, condition: str, function: str, value: str) -> str:
    """What a value is called, if the condition holds; else the value."""
    before, inside, after = body.here, body.fresh("card"), body.fresh("called")
    body.fork(condition, inside, after)
    body.label(inside)
    called = body.ask(function, "ptr %s", "i64 %seat", f"i64 {value}")
    body.go(after)
    body.label(after)
    return body.let(f"phi i64 [{value}, %{before}], [{called}, %{inside}]")
