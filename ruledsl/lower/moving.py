"""Lowers what is done with cards: moved, drawn, shuffled, shown."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import BOX, Zone
from ruledsl.lower.lasting import Lasting
from ruledsl.model.inside import form
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, Term, card_of
from ruledsl.record import record, replace
from ruledsl.syntax import tree as t


@record(frozen=True)
class Goal:
    """An instance of a zone that cards are moved to, on top or `under` the others. Some may be `strange` there; of some it is kept how long they lie
    where they do. With the zones that they leave it is all that `changes`; `at_once`, nothing is to be done card by card; `mixed`, all is shuffled then, and
    no order of it matters."""

    zone: Zone
    at: int
    under: bool
    strange: bool
    lasting: bool
    changes: set[str]
    at_once: bool
    mixed: bool


class Moving(Lasting):
    """Where order matters and is not settled, chance is asked."""

    ahead: t.Stmt | None = None  # the statement behind the one that is lowered now

    def move(self, s: t.Move) -> None:
        what = self.term(s.what)
        goal = self.goal(s, what)

        def lay(card: int) -> None:
            self.lay(goal, card, s.until)

        if what.op == "all_cards" and what.data is None:
            goal = replace(goal, under=False)  # all are there in the end, so nothing lies above them
            self.gather_everything(goal, lay)
        elif what.op == "every":
            self.take_up(self.l.zones[what.data], self.v.row(what), None, goal, lay)
        elif row(what).has("all"):
            self.gather(what.type.kinds, goal, lay)
        elif what.type.kind == "subset":
            self.each_chosen(what, lay)
        elif what.op != "cards":
            lay(self.v.card(what))
        elif what.data == "all" and goal.at_once and self.poured(what, goal):
            source, where = self.v.zone(what.args[0])
            self.ordered_for(source, where, goal.zone, goal.at)
            self.b.emit("zall", source.name, where, goal.zone.name, goal.at)
        elif what.data == "all" and goal.under and goal.zone.ordered and self.taken_as_it_is(what, goal):
            self.from_above(*self.v.zone(what.args[0]), lambda card, _: lay(card))
        else:
            self.several(s.what, what, lay, self.in_turn(what, goal))

    def in_turn(self, what: Term, goal: Goal) -> Fn[[str, int], int]:
        """What takes the next one where all cards of a zone are moved one by one."""
        source = self.l.zones[what.args[0].data]
        if not source.ordered and not _by_chance(source, goal):
            return lambda zone, at: self.b.value("ztop", zone, at)
        return self.top if goal.under else self.bottom

    def taken_as_it_is(self, what: Term, goal: Goal) -> bool:
        """Do all that lie in no order come one by one by their number? Of what has an order the top is taken each time: it may come under itself."""
        source = self.l.zones[what.args[0].data]
        return not source.ordered and not _by_chance(source, goal)

    def goal(self, s: t.Move, what: Term) -> Goal:
        """Where a move leads; what lies there has an order before something comes under it."""
        under = isinstance(s.to, t.Place) and s.to.which == "bottom"
        to = s.to.zone if isinstance(s.to, t.Place) and s.to.which in ("top", "bottom") and s.to.zone is not None else s.to
        zone, at = self.v.zone(self.term(to))
        if under:
            self.settle_all(zone.name, at)
        strange = bool(zone.kinds) and not what.type.kinds <= frozenset(zone.kinds)
        changes = {zone.name} | self.emptied(what)
        lasting = bool(self.l.life.cards) and (not what.type.kinds or bool(what.type.kinds & self.l.life.kinds))
        at_once = not under and not strange and not lasting and zone.owner != "card" and not self.waited(changes)
        mixed = isinstance(self.ahead, t.Shuffle) and form(self.term(self.ahead.zone)) == form(self.term(to))
        return Goal(zone, at, under, strange, lasting, changes, at_once, mixed)

    def lay(self, goal: Goal, card: int, until: t.Until | None) -> None:
        """A card comes there."""

        def put() -> None:
            self.b.emit("zunder" if goal.under and goal.zone.ordered else "zput", goal.zone.name, goal.at, card)
            if goal.lasting:
                self.forget("card", card)
            self.changed(goal.changes)

        if goal.strange:
            self.taken(goal.zone, card)
        if goal.zone.owner == "card":
            self.not_on_itself(goal.zone, goal.at, card)
        if until is None:
            put()
        else:
            self.lasts("card", card, until, [self.b.value("load", "card.zone", card)], put)

    def poured(self, what: Term, goal: Goal) -> bool:
        """Can all cards of a zone be put into another at once? Where loose cards need an order, chance is asked for each."""
        source = self.l.zones[what.args[0].data]
        return (goal.zone.loose or not goal.zone.ordered or not source.loose) and not _by_chance(source, goal)

    def ordered_for(self, source: Zone, where: int, zone: Zone, at: int) -> None:
        """Where others lie already, or somebody sees how the cards lie, loose ones have an order before they come."""
        if not (source.loose and zone.ordered):
            return
        done = self.b.label("ordered")
        if zone.visibility == "hidden":
            some = self.b.label("others")
            self.b.emit("branch", self.b.value("zcount", zone.name, at), some, done)
            self.b.start(some)
        self.settle_all(source.name, where)
        if zone.visibility == "hidden":
            self.b.emit("jump", done)
            self.b.start(done)

    def gather_everything(self, goal: Goal, lay: Fn[[int], None]) -> None:
        """All cards of the game come here in the order of the components: one by one, where a rule waits for each, or what lies on what must be looked at."""
        waited = goal.zone.owner == "card" or self.waited(goal.changes)
        if not waited:
            self.b.emit("zgather", goal.zone.name, goal.at)

        def each(card: int, next: str) -> None:
            if not waited:
                self.forget("card", card)
                return
            there = self.b.label("in_play")
            self.b.emit("branch", self.b.value("eq", self.b.value("load", "card.zone", card), self.b.const(BOX)), next, there)
            self.b.start(there)
            lay(card)

        if waited or self.l.life.cards:
            many = len(self.l.census.cards)
            self.v.numbers(self.b.const(0), self.b.const(many - 1), each, self.b.label("gathered"), many)
        if goal.zone.ordered and not goal.mixed:
            self.b.emit("zknow", goal.zone.name, goal.at, self.b.const((1 << self.l.settings.players) - 1))
        if not waited:
            self.changed(goal.changes)

    def gather(self, kinds: frozenset[str], goal: Goal, lay: Fn[[int], None]) -> None:
        """All cards of some kinds come here from every other place, one place after the other."""
        for source in self.l.zones.values():
            held = frozenset(source.kinds)
            if held and not held & kinds:
                continue
            only = None if held and held <= kinds else kinds
            self.take_up(source, None, only, goal, lay)

    def take_up(self, source: Zone, row: tuple[int, int] | None, kinds: frozenset[str] | None, goal: Goal, lay: Fn[[int], None]) -> None:
        """The cards of some kinds, or all that lie there, come from several places of one name, or from all of them. Where all come,
        and no card lies loose that would need an order, a place is emptied at once."""

        def taken_up(i: int, next: str) -> None:
            if source is goal.zone:
                other = self.b.label("other")
                self.b.emit("branch", self.b.value("eq", i, goal.at), next, other)
                self.b.start(other)
            if kinds is None and _by_chance(source, goal):
                self.times(self.b.value("zcount", source.name, i), lambda: lay(self.at_random(source.name, i)))
            elif goal.under and goal.zone.ordered:
                self.from_above(source, i, lambda card, another: self.taken_from(kinds, card, another, lay))
            elif goal.at_once and kinds is None and not (source.loose and goal.zone.ordered):
                self.b.emit("zall", source.name, i, goal.zone.name, goal.at)
            else:
                self.v.held(source, i, lambda card, another: self.taken_from(kinds, card, another, lay), self.b.label("held"), not goal.zone.ordered)

        if source is goal.zone and source.instances == 1:
            return
        if source.instances == 1:
            taken_up(self.b.const(0), self.b.label("gathered"))
        else:
            row = row or (self.b.const(0), self.b.const(source.instances - 1))
            self.v.numbers(*row, taken_up, self.b.label("gathered"))

    def from_above(self, source: Zone, at: int, body: Fn[[int, str], None]) -> None:
        """The cards of a place from the top down, or from the last one on, so that under others they lie as they lay."""
        if source.ordered:
            self.settle_all(source.name, at)
        last = self.b.value("sub", self.b.value("zcount", source.name, at), self.b.const(1))

        def turn(below: int, next: str) -> None:
            place, there = self.b.value("sub", last, below), self.b.label("there")
            self.b.emit("branch", self.b.value("lt", place, self.b.value("zcount", source.name, at)), there, next)
            self.b.start(there)
            body(self.b.value("zat", source.name, at, place), next)

        self.v.numbers(self.b.const(0), last, turn, self.b.label("from_above"), len(self.l.census.cards))

    def taken_from(self, kinds: frozenset[str] | None, card: int, another: str, lay: Fn[[int], None]) -> None:
        if kinds is not None:
            self.v.only(kinds, card, another)
        lay(card)

    def emptied(self, what: Term) -> set[str]:
        """The zones that cards may leave when these are moved."""
        if what.op == "cards":
            return {what.args[0].data}
        if row(what).data == "zone":
            return {what.data}
        return {z.name for z in self.l.zones.values() if not z.kinds or not what.type.kinds or what.type.kinds & frozenset(z.kinds)}

    def waited(self, names: set[str]) -> bool:
        """Does a rule wait for a change of these, card by card?"""
        return any(not names.isdisjoint(read) for read in self.l.triggers.get(self.here, {}).values())

    def taken(self, zone: Zone, card: int) -> None:
        """A zone that takes only some kinds of cards."""
        good, bad = self.b.label("taken"), self.b.label("strange")
        kinds = Term("is_kind", BOOL, (Term("local", card_of(frozenset())),), frozenset(zone.kinds))
        self.b.emit("branch", self.v.of_kind(card, kinds), good, bad)
        self.b.start(bad)
        self.b.emit("trap", Fault.NOT_ONE_OF)
        self.b.start(good)

    def not_on_itself(self, zone: Zone, at: int, card: int) -> None:
        """A card comes neither into a zone of its own nor into one of what lies on it."""
        on = self.b.new()
        up, other, strange, good = (self.b.label(w) for w in ("up", "other", "strange", "good"))
        self.b.emit("div", on, at, self.b.const(zone.length))
        self.b.start(up)
        self.b.emit("branch", self.b.value("eq", on, card), strange, other)
        self.b.start(other)
        owners = self.l.table("card.on", self.owning_cards())
        self.b.emit("table", on, owners, self.b.value("load", "card.zone", on))
        self.b.emit("branch", self.b.value("lt", on, self.b.const(0)), good, up)
        self.b.start(strange)
        self.b.emit("trap", Fault.NOT_ONE_OF)
        self.b.start(good)

    def owning_cards(self) -> list[int]:
        """By number in `card.zone`: the card whose zone that is, or -1."""
        out = [-1] * max(z.base + z.instances for z in self.l.zones.values())
        for z in self.l.zones.values():
            for k in range(z.instances if z.owner == "card" else 0):
                out[z.base + k] = k // z.length
        return out

    def several(self, e: t.Expr, what: Term, put: Fn[[int], None], each: Fn[[str, int], int]) -> None:
        """`top of Z`, `top 3 of Z`, `random of Z`, and `all of Z` card by card, of which `each` takes the next."""
        assert isinstance(e, t.Place)
        source, at = self.v.zone(what.args[0])
        take = {"top": self.top, "bottom": self.bottom, "random": self.at_random, "all": each}[what.data]
        if what.data == "all":
            self.times(self.b.value("zcount", source.name, at), lambda: put(take(source.name, at)))
        elif e.count is None:
            put(take(source.name, at))
        else:
            self.times(self.v.value(self.term(e.count)), lambda: put(take(source.name, at)))

    def top(self, zone: str, at: int) -> int:
        """The top card; if it is loose, chance says now which one it is."""
        if not self.l.zones[zone].ordered:
            return self.at_random(zone, at)
        self.not_empty(zone, at)
        self.settle_top(zone, at)
        return self.b.value("ztop", zone, at)

    def settle_top(self, zone: str, at: int) -> None:
        """If the top card is loose, chance says which one it is."""
        if not self.l.zones[zone].loose:
            return
        loose = self.b.value("zloose", zone, at)
        some, settle, ready = (self.b.label(w) for w in ("loose", "settle", "ready"))
        self.b.emit("branch", loose, some, ready)
        self.b.start(some)
        self.b.emit("branch", self.b.value("eq", loose, self.b.value("zcount", zone, at)), settle, ready)
        self.b.start(settle)
        self.b.emit("zsettle", zone, at, self.l.chance.draw(self, zone, at, loose))
        self.b.start(ready)

    def bottom(self, zone: str, at: int) -> int:
        if not self.l.zones[zone].ordered:
            return self.at_random(zone, at)
        self.not_empty(zone, at)
        self.settle_all(zone, at)
        return self.b.value("zat", zone, at, self.b.const(0))

    def settle_all(self, zone: str, at: int) -> None:
        """Chance puts every loose card of a pile into its order."""
        self.settle_down(zone, at, None)

    def settle_down(self, zone: str, at: int, place: int | None) -> None:
        """Chance puts the loose cards of a pile into their order, from the top down to a place, or all of them; outside the pile is no place."""
        if not self.l.zones[zone].loose:
            return
        head, more, done = (self.b.label(w) for w in ("settle", "more", "done"))
        if place is not None:
            within = self.b.label("within")
            self.b.emit("branch", self.b.value("lt", place, self.b.const(0)), done, within)
            self.b.start(within)
        self.b.start(head)
        loose = self.b.value("zloose", zone, at)
        self.b.emit("branch", loose if place is None else self.b.value("lt", place, loose), more, done)
        self.b.start(more)
        self.b.emit("zsettle", zone, at, self.l.chance.draw(self, zone, at, loose))
        self.b.emit("jump", head)
        self.b.start(done)

    def at_random(self, zone: str, at: int) -> int:
        self.not_empty(zone, at)
        number = self.l.chance.draw(self, zone, at, self.b.value("zcount", zone, at))
        return self.b.value("znth", zone, at, number)

    def not_empty(self, zone: str, at: int) -> None:
        some, none = self.b.label("some"), self.b.label("none")
        self.b.emit("branch", self.b.value("zcount", zone, at), some, none)
        self.b.start(none)
        self.b.emit("trap", Fault.NO_CARD)
        self.b.start(some)

    def shuffle(self, s: t.Shuffle) -> None:
        zone, at = self.v.zone(self.term(s.zone))
        self.b.emit("zshuffle", zone.name, at)
        if zone.visibility != "hidden":
            self.settle_all(zone.name, at)
        if zone.visibility == "top":
            some, done = self.b.label("some"), self.b.label("shuffled")
            self.b.emit("branch", self.b.value("zcount", zone.name, at), some, done)
            self.b.start(some)
            self.b.emit("know", self.b.value("ztop", zone.name, at), self.b.const((1 << self.l.settings.players) - 1))
            self.b.emit("jump", done)
            self.b.start(done)

    def each_chosen(self, what: Term, body: Fn[[int], None]) -> None:
        """Every card of a subset, from the least one on."""

        def chosen(member: int, next: str) -> None:
            body(self.v.itself(member) if what.type.guises else member)

        self.v.chosen(self.v.value(what), chosen, self.b.label("chosen"))


def _by_chance(source: Zone, goal: Goal) -> bool:
    """Cards that lay in no order, unseen by somebody, come where they have one: by their numbers, who knows one of them would see where it lies now."""
    return not source.ordered and source.visibility != "open" and goal.zone.ordered and not goal.mixed
