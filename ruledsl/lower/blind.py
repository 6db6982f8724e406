"""Choosing among cards that one does not see: places are offered, and never cards.

In a zone with an order each place is an option of its own, from the bottom up. Where there is none, all unseen cards of a place are one option, the
number of the place (`ir.unseen`); when it has been chosen, chance picks one of those that could be meant, each as likely as another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.ir.unseen import PLACES
from ruledsl.lower.values import Values
from ruledsl.model.model import ParamInfo
from ruledsl.model.secrets import YOU, owner, same_seat, turned_up
from ruledsl.model.types import LoopTerm, Term, Type
from ruledsl.model.unseen import hides
from ruledsl.record import cached_property, record, replace

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering
    from ruledsl.lower.procedures import Procedures


Each = Fn[[int, str], None]
"""What is done with a card or a value; it gets the label that goes on with the next one."""

CHOOSER = 0
"""The register of who chooses, in the functions of a menu."""

Passes = Fn[[Values, list[int], str, str], None]
"""Goes to the first label if some arguments are allowed together, and else to the second."""


@record(frozen=True)
class Asked:
    """What is chosen together: the parameters, and what is asked of them all."""

    params: tuple[ParamInfo, ...]
    passes: Passes


@record(frozen=True)
class Draw:
    """An argument that is a place still, for which chance picks a card: who chose (a register), all arguments, and which of them it is."""

    asked: Asked
    seat: int
    args: Sequence[int]
    n: int

    @property
    def p(self) -> ParamInfo:
        return self.asked.params[self.n]


class Blind:
    """What may be unseen in a game, and what is made of it."""

    def __init__(self, lowering: Lowering):
        self.l = lowering
        self.choosers: dict[str, Term] = {}  # who chooses a value, by its local; actions are chosen by `you`

    @cached_property
    def turned_up(self) -> frozenset[str]:
        """The zones of which the rules turn the top cards up."""
        return turned_up(self.l.model)

    def hides(self, p: ParamInfo) -> bool:
        """Is it a card, or several, some of which who chooses may not see?"""
        if p.type.kind not in ("card", "subset") or p.domain is None or self.up(p):
            return False
        return hides(self.l.model, p.domain, self.choosers.get(p.key, YOU))

    def is_home(self, p: ParamInfo) -> bool:
        """Is it chosen from one place, of the table or of who chooses?"""
        if p.domain is None or p.domain.op != "zone" or self.l.zones[p.domain.data].length > 1:
            return False
        whose = owner(p.domain)
        return self.l.zones[p.domain.data].owner == "table" if whose is None else same_seat(whose, self.choosers.get(p.key, YOU))

    def up(self, p: ParamInfo) -> bool:
        """Is it chosen from cards on top that the rules turn up? Then it is offered as itself, and it is a fault if one is not turned up yet."""
        return p.domain is not None and p.domain.op == "tops" and p.domain.data in self.turned_up

    def all_up(self, v: Values, params: Sequence[ParamInfo], seat: int) -> None:
        """A fault, if a card is to be chosen from that its chooser does not see. What leads to faults alone tells no states apart."""
        for domain in {id(p.domain): p.domain for p in params if self.up(p)}.values():
            assert domain is not None
            b, key = v.b, f"turned.{v.b.label('up')}"

            def one(next: str, key: str = key) -> None:
                down = v.b.label("down")
                v.b.emit("branch", self.known(v, seat, v.locals[key]), next, down)
                v.b.start(down)
                v.b.emit("trap", Fault.UNSEEN)

            v.each(LoopTerm(key, Type("card", kinds=domain.type.kinds), domain), one, b.label("seen"))

    def one(self, p: ParamInfo) -> bool:
        """Is it one card, as itself?"""
        return self.hides(p) and p.type.kind == "card" and not p.type.guises

    @cached_property
    def chosen(self) -> list[ParamInfo]:
        """The arguments of actions that are such a card."""
        return [p for form in self.l.forms for p in form.params if self.one(p)]

    def shut(self, p: ParamInfo) -> list[int]:
        """By the numbers of places: 1 where unseen cards are one option. Who chooses among all cards says of none where it lies in an order."""
        zones, everywhere = self.l.zones.values(), p.domain is not None and p.domain.op == "all_cards"
        size = 1 + max((zone.base + zone.instances - 1 for zone in zones), default=0)
        closed = [zone for zone in zones if zone.visibility != "open" and (everywhere or not zone.ordered)]
        shut = {zone.base + k for zone in closed for k in range(zone.instances)}
        return [int(n in shut) for n in range(size)]

    # ---- what a seat knows ----

    def known(self, v: Values, seat: int, card: int) -> int:
        """1 if a seat knows which card it is: of a zone that is open at the top, what is covered is seen no longer."""
        b, known = v.b, v.b.new()
        b.emit("copy", known, b.value("and", b.value("shr", b.value("load", "known", card), seat), b.const(1)))
        for zone in self.l.zones.values():
            if zone.visibility == "top":
                at = b.value("sub", b.value("load", "card.zone", card), b.const(zone.base))
                above, inside, settled = (b.label(word) for word in ("above", "inside", "settled"))
                b.emit("branch", b.value("lt", at, b.const(0)), settled, above)
                b.start(above)
                b.emit("branch", b.value("lt", at, b.const(zone.instances)), inside, settled)
                b.start(inside)
                b.emit("copy", known, v.on_top(zone, at, card))
                b.emit("jump", settled)
                b.start(settled)
        return known

    def unknown(self, v: Values, seat: int, value: int) -> int:
        """1 if a seat does not know which card a value is; it may be a place, or no card."""
        b = v.b
        card = b.value("select", b.value("lt", value, b.const(0)), b.const(0), value)
        if self.l.guises:
            card = b.value("card_of", card)
        unknown = b.value("not", self.known(v, seat, card))
        return b.value("select", b.value("lt", value, b.const(0)), b.value("lt", value, b.const(-1)), unknown)

    def place(self, v: Values, seat: int, card: int, p: ParamInfo) -> int:
        """What stands for a card among the options of a seat: its place, if it is unknown and has no order there."""
        b, shut, value = v.b, self.shut(p), card
        if p.or_none:
            none = b.value("lt", value, b.const(0))
            card = b.value("select", none, b.const(0), value)
        where = b.value("load", "card.zone", card)
        table = self.l.table(f"unseen.{'anywhere' if p.domain is not None and p.domain.op == 'all_cards' else 'places'}", shut)
        hidden = b.value("and", b.value("table", table, where), b.value("not", self.known(v, seat, card)))
        if p.or_none:
            hidden = b.value("and", hidden, b.value("not", none))
        return b.value("select", hidden, b.value("sub", b.const(PLACES), where), value)

    # ---- what is offered ----

    def each(self, v: Values, p: ParamInfo, body: Each, new_face: Fn[[int], int] | None, done: str) -> None:
        """Each card that a parameter may be: in a zone with an order place by place, else those first that the seat knows, equal ones once."""
        assert p.domain is not None
        if p.or_none:
            on = v.b.label("on")
            v.locals[p.key] = none = v.b.value("const", -1)
            body(none, on)
            v.b.start(on)
            del v.locals[p.key]
        if p.domain.op == "zone" and self.l.zones[p.domain.data].ordered:
            self.through(v, p, body, new_face, done, None)
            return
        self.through(v, p, body, new_face, v.b.label("unknown"), 1)
        if p.domain.op == "all_cards":
            self.by_places(v, p, body, done)
        else:
            self.through(v, p, body, new_face, done, 0)

    def through(self, v: Values, p: ParamInfo, body: Each, new_face: Fn[[int], int] | None, done: str, known: int | None) -> None:
        """The cards of a domain; the known ones alone, or the others."""
        assert p.domain is not None
        b = v.b

        def inner(next: str) -> None:
            card, go, new, other = v.locals[p.key], b.label("go"), b.label("known"), b.label("unknown")
            b.emit("branch", self.known(v, CHOOSER, card), new if known != 0 else next, other if known != 1 else next)
            if known != 0:
                b.start(new)
                if new_face is not None:
                    b.emit("branch", new_face(card), go, next)
                else:
                    b.emit("jump", go)
            if known != 1:
                b.start(other)
                b.emit("jump", go)
            b.start(go)
            body(card, next)

        v.each(LoopTerm(p.key, p.type, self.l.each_once(p.domain), condition=p.condition), inner, done)

    def by_places(self, v: Values, p: ParamInfo, body: Each, done: str) -> None:
        """The cards of the whole game that a seat does not know, zone by zone."""
        assert p.domain is not None
        for zone in self.l.zones.values():
            at = v.b.new()

            def instance(k: int, next: str, zone: str = zone.name, at: int = at) -> None:
                v.b.emit("copy", at, k)
                v.held(self.l.zones[zone], at, lambda card, on: self.wanted(v, p, card, body, on), v.b.label("held"), True)
                v.b.emit("jump", next)

            v.numbers(v.b.const(0), v.b.const(zone.instances - 1), instance, v.b.label("zone"))
        v.b.emit("jump", done)
        v.b.start(done)

    def wanted(self, v: Values, p: ParamInfo, card: int, body: Each, next: str) -> None:
        """The card, if the seat does not know it and it may be chosen."""
        assert p.domain is not None
        b = v.b
        b.emit("copy", v.bind(p.key), card)
        other = b.label("unknown")
        b.emit("branch", self.known(v, CHOOSER, card), next, other)
        b.start(other)
        if p.domain.data is not None:
            v.only(p.domain.type.kinds, card, next)
        if p.condition is not None:
            fits = b.label("fits")
            v.branch(p.condition, fits, next)
            b.start(fits)
        body(v.bind(p.key), next)

    # ---- what has been chosen ----

    def placed(self, params: Sequence[ParamInfo]) -> list[int]:
        """Which arguments may be the number of a place."""
        return [n for n, p in enumerate(params) if self.one(p) and any(self.shut(p))]

    def settle(self, main: Procedures, asked: Asked, seat: int, args: list[int]) -> list[int]:
        """The arguments in `main`, with a card that chance picks for each that is a place."""
        out = list(args)
        for n in self.placed(asked.params):
            out[n] = self.drawn(main, Draw(asked, seat, out, n))
        return out

    def drawn(self, main: Procedures, draw: Draw) -> int:
        """The card that one argument becomes."""
        b, card = main.b, main.b.new()
        place, known = b.label("place"), b.label("settled")
        b.emit("copy", card, draw.args[draw.n])
        b.emit("branch", b.value("lt", card, b.const(-1)), place, known)
        b.start(place)
        count = b.new()
        b.emit("const", count, 0)

        def one(v: Values, c: int, next: str) -> None:
            v.b.emit("add", count, count, v.b.const(1))
            v.b.emit("jump", next)

        self.meant(main.v, draw, one, b.label("counted"))
        number = self.l.chance.picked(main, count, lambda v, given: self.outcome(v, main, draw, given), draw.p)
        left = b.new()
        b.emit("copy", left, number)
        self.meant(main.v, draw, lambda v, c, next: self.counted_down(v, c, next, left, card, known), b.label("none"))
        b.emit("trap", Fault.BAD_MOVE)
        b.start(known)
        return card

    def counted_down(self, v: Values, c: int, next: str, left: int, card: int, found: str) -> None:
        """One of those that could be meant: the one that is looked for, or one less before it."""
        b, more, this = v.b, v.b.label("more"), v.b.label("this")
        b.emit("branch", left, more, this)
        b.start(more)
        b.emit("sub", left, left, b.const(1))
        b.emit("jump", next)
        b.start(this)
        b.emit("copy", card, c)
        b.emit("jump", found)

    def outcome(self, v: Values, main: Procedures, draw: Draw, number: int) -> int:
        """The card of a number, outside `main` while chance is asked."""
        pinned = [self.l.pinned(v.b, main, register) for register in draw.args]
        there = replace(draw, args=pinned, seat=self.l.pinned(v.b, main, draw.seat))
        left, card, found = v.b.new(), v.b.new(), v.b.label("picked")
        v.b.emit("copy", left, number)
        v.b.emit("const", card, -1)
        self.meant(v, there, lambda v, c, next: self.counted_down(v, c, next, left, card, found), v.b.label("none"))
        v.b.emit("jump", found)
        v.b.start(found)
        return card

    def meant(self, v: Values, draw: Draw, body: Fn[[Values, int, str], None], done: str) -> None:
        """Each card that an argument can be which is a place, the others being what they are or can be."""
        b = v.b

        def card(c: int, next: str) -> None:
            mine = b.label("meant")
            b.emit("branch", b.value("eq", draw.args[draw.n], self.place(v, draw.seat, c, draw.p)), mine, next)
            b.start(mine)
            some = b.label("possible")
            self.possible(v, draw.asked, draw.seat, [c if m == draw.n else arg for m, arg in enumerate(draw.args)], some, next)
            b.start(some)
            body(v, c, next)

        v.numbers(b.const(0), b.const(len(self.l.census.cards) - 1), card, done)

    def possible(self, v: Values, asked: Asked, seat: int, args: list[int], yes: str, no: str) -> None:
        """Is there a card for each argument that is a place still, so that all is allowed?"""
        Cards(self, v, asked, seat, yes).put(args, self.placed(asked.params), no)


@record
class Cards:
    """Tries cards in the places that a seat has chosen."""

    blind: Blind
    v: Values
    asked: Asked
    seat: int
    yes: str

    def put(self, chosen: list[int], left: list[int], no: str) -> None:
        """All cards for the arguments that are places still: these are `left`."""
        v = self.v
        if not left:
            self.asked.passes(v, [self.seat, *chosen], self.yes, no)
            return
        n = left[0]

        def card(c: int, next: str) -> None:
            b, mine, other = v.b, v.b.label("mine"), v.b.label("place")
            b.emit("branch", b.value("eq", chosen[n], c), mine, other)
            b.start(other)
            b.emit("branch", b.value("eq", chosen[n], self.blind.place(v, self.seat, c, self.asked.params[n])), mine, next)
            b.start(mine)
            self.put([c if m == n else arg for m, arg in enumerate(chosen)], left[1:], next)

        before, none = v.b.label("some_card"), v.b.label("no_card")
        v.b.emit("branch", v.b.value("eq", chosen[n], v.b.const(-1)), none, before)
        v.b.start(none)
        self.put(chosen, left[1:], before)
        v.b.start(before)
        v.numbers(v.b.const(0), v.b.const(len(self.blind.l.census.cards) - 1), card, v.b.label("tried"))
        v.b.emit("jump", no)
