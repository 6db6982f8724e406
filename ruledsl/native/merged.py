"""States that have the same future are made the same: what `ruledsl/ir/merging.py` tells of is forgotten, as code of one program."""

from __future__ import annotations

from ruledsl.ir.counts import Count
from ruledsl.ir.merging import OVER, Merging
from ruledsl.ir.program import BOX, Zone
from ruledsl.ir.program import OVER as ENDED
from ruledsl.native.module import Module
from ruledsl.native.text import Body, constant, definition


def forgetting(module: Module, merging: Merging) -> str:
    """`forgotten(state)`: a state in which play has stopped, without what no step to come hangs on; 1 if cards are out of place, else 0."""
    body = Body()
    body.put(f"%those = alloca [{max(1, module.program.words)} x i64]")
    body.put("%next = alloca i64")
    if merging.count is not None:
        _counted(module, body, merging.count)
    pcs = sorted(pc for pc in merging.dead if pc != OVER)
    over = body.compare("eq", module.memory.load(body, "status"), str(ENDED))
    stands = body.let(f"select i1 {over}, i64 {OVER}, i64 {module.memory.load(body, 'pc')}")
    body.put(f"switch i64 {stands}, label %done [{' '.join(f'i64 {n}, label %p{n}' for n in pcs)} i64 {OVER}, label %over]")
    for pc in (OVER, *pcs):
        body.label("over" if pc == OVER else f"p{pc}")
        for name, n in merging.dead.get(pc, ()):
            if name not in merging.unread:
                module.memory.store(body, name, str(n), str(module.program.region[name].initial))
        for name, top in merging.piles.get(pc, {}).items():
            _sorted(module, body, module.program.zone[name], top)
        if merging.alike and pc not in merging.held:
            body.put(f"ret i64 {body.ask('@renamed', 'ptr %s')}")
        else:
            body.go("done")
    body.label("done")
    body.put("ret i64 0")
    if merging.alike:
        module.add(constant("alike", merging.alike))
        module.add(_renaming(module, merging))
    return definition("internal i64 @forgotten(ptr %s) #0", body)


def _counted(module: Module, body: Body, count: Count) -> None:
    """It is forgotten how far a count has come that is not near its bound, and all rounds that follow it."""
    for name, n in count.follow:
        module.memory.store(body, name, str(n), str(module.program.region[name].initial))
    name, n = count.place
    with body.unless(body.compare("sge", module.memory.load(body, name, str(n)), str(count.exact))):
        module.memory.store(body, name, str(n), str(count.begins))


def _sorted(module: Module, body: Body, zone: Zone, top: bool) -> None:
    """Cards whose order nobody looks at stand by number."""
    with body.count("0", str(zone.instances)) as k:
        count = module.zones.count(body, zone, k)
        those_among(module, body, zone, k, body.do("sub", count, "1") if top else count)
        stand(module, body, zone, k, "%those")


def _renaming(module: Module, merging: Merging) -> str:
    """`renamed(state)`: of equal cards that which comes first, zone by zone, has the lowest number; 1 if cards are out of place, else 0."""
    body, memory, zones = Body(), module.memory, module.zones
    cards = str(len(merging.alike))
    for name in ("%free", "%lies"):
        body.put(f"{name} = alloca [{cards} x i64]")
    body.put(f"%those = alloca [{module.program.words} x i64]")
    body.put("%next = alloca i64")
    with body.count("0", cards) as card:
        body.write(body.word("%free", card), card)
        body.write(body.word("%lies", card), str(BOX))
    for zone in module.program.zones:
        with body.count("0", str(zone.instances)) as k:
            own = body.do("add", k, str(zone.base))
            if not zone.ordered:
                none(module, body, "%those")
                with zones.each(body, zone, k) as card:
                    flip(body, "%those", _named(module, body, card, own))
                for w in map(str, range(module.program.words)):
                    memory.store(body, f"{zone.name}.bits", zones.word(body, k, w), body.read(body.word("%those", w)))
                continue
            if zone.loose:
                those_among(module, body, zone, k, zones.loose(body, zone, k))
                stand(module, body, zone, k, "%those")
            with body.count("0", zones.count(body, zone, k)) as i:
                slot = zones.slot(body, zone, k, i)
                memory.store(body, f"{zone.name}.cards", slot, _named(module, body, memory.load(body, f"{zone.name}.cards", slot), own))
    with body.count("0", cards) as card:
        memory.store(body, "card.zone", card, body.read(body.word("%lies", card)))
    body.put("ret i64 0")
    return definition("internal i64 @renamed(ptr %s) #0", body)


def _named(module: Module, body: Body, card: str, own: str) -> str:
    """The next number that is free of those of equal cards, for one that lies in a place."""
    body.refuse(body.compare("eq", module.memory.load(body, "card.zone", card), own), 1)
    first = body.read(body.word("@alike", card))
    free = body.word("%free", first)
    number = body.read(free)
    body.refuse(body.compare("ult", number, str(len(module.program.cards))), 1)
    body.refuse(body.compare("eq", body.read(body.word("@alike", number)), first), 1)
    body.write(free, body.do("add", number, "1"))
    body.write(body.word("%lies", number), own)
    return number


def draws(module: Module, body: Body, merging: Merging, count: str) -> None:
    """Of what chance can bring where it draws a card, of equal ones the first alone: their rows, and how many there are; else it goes on."""
    if not merging.draws:
        return
    site, elsewhere = module.memory.load(body, "ask.site"), body.fresh("elsewhere")
    body.put(f"switch i64 {site}, label %{elsewhere} [{' '.join(f'i64 {n}, label %d{n}' for n in merging.draws)}]")
    for number, name in merging.draws.items():
        body.label(f"d{number}")
        zone = module.program.zone[name]
        body.write("%total", "0")
        body.write("%before", "-1")
        with body.count("0", count) as n:
            card = module.call(body, module.program.sites[number].outcome, [f"i64 {n}"])
            k = body.do("sub", module.memory.load(body, "card.zone", card), str(zone.base))
            first = body.read(body.word("@alike", card))
            same = body.compare("eq", first, body.read("%before"))
            if zone.ordered:
                same = body.let(f"and i1 {same}, {body.compare('slt', n, module.zones.loose(body, zone, k))}")
            with body.unless(same):
                body.write("%before", first)
                happens(module, body, n)
        body.put(f"ret i64 {body.read('%total')}")
    body.label(elsewhere)


def happens(module: Module, body: Body, n: str) -> None:
    """One more row: chance brings this."""
    program, at = module.program, body.read("%total")
    width = program.arguments + 1
    row = body.word("%rows", body.do("mul", at, str(width)))
    body.write(row, n)
    for other in map(str, range(1, width)):
        body.write(body.word(row, other), "0")
    body.write(body.word("%who", at), "-1")
    body.write("%total", body.do("add", at, "1"))


# ---- cards in no order ---------------------------------------------------------------------------


def those_among(module: Module, body: Body, zone: Zone, k: str, count: str) -> None:
    """`those`: so many cards of a pile, from the bottom."""
    none(module, body, "%those")
    with body.count("0", count) as i:
        flip(body, "%those", module.zones.card(body, zone, k, i))


def none(module: Module, body: Body, cards: str) -> None:
    """A set without cards."""
    for w in range(module.program.words):
        body.write(body.word(cards, str(w)), "0")


def flip(body: Body, cards: str, card: str) -> None:
    """A card comes into a set, or leaves it."""
    word = body.word(cards, body.do("lshr", card, "6"))
    body.write(word, body.do("xor", body.read(word), body.do("shl", "1", body.do("and", card, "63"))))


def stand(module: Module, body: Body, zone: Zone, k: str, cards: str) -> None:
    """Cards that lie in no order stand by number: whatever was done before, they are the same pile."""
    body.write("%next", "0")
    for w in range(module.program.words):
        with body.bits(body.read(body.word(cards, str(w)))) as bit:
            at = body.read("%next")
            module.memory.store(body, f"{zone.name}.cards", module.zones.slot(body, zone, k, at), body.do("add", bit, str(64 * w)))
            body.write("%next", body.do("add", at, "1"))
