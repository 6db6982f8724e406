"""A state with all that is needed to talk about it. Seats count from 0 here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruledsl.engine.backend import Block, Engine, called
from ruledsl.engine.card_texts import as_it_lies
from ruledsl.engine.cards import cards_in, instances, loose_in, seers_of
from ruledsl.engine.words import Words
from ruledsl.ir.layout import Values, find_instance
from ruledsl.ir.program import KINDS, OVER, Hole, Place, Program, Site, Template, Type, joined
from ruledsl.ir.regions import meanwhile, until
from ruledsl.ir.subsets import cards_of
from ruledsl.ir.unseen import place_of
from ruledsl.record import cached_property, record
from ruledsl.source import NOWHERE

OPENING = ("(", "[", "{")


@record(frozen=True)
class Position:
    """One state of a match; it never changes. Nobody has said which cards the `unknown` ones are."""

    program: Program
    engine: Engine
    words: Words
    block: Block
    unknown: frozenset[int] = frozenset()

    def __reduce__(self) -> tuple[Any, ...]:
        from ruledsl.engine.carrying import placed

        return placed, (type(self), self.program, called(self.engine), self.words.language, self.data, self.unknown)

    @cached_property
    def values(self) -> Values:
        """All regions; not to be changed."""
        return self.block.read()

    @cached_property
    def data(self) -> bytes:
        """All of it as bytes."""
        return self.block.bytes()

    @cached_property
    def over(self) -> bool:
        return self.block.get("status") == OVER

    @cached_property
    def kind(self) -> str:
        return KINDS[self.block.get("ask.kind")]

    @cached_property
    def site_number(self) -> int:
        return self.block.get("ask.site")

    @cached_property
    def site(self) -> Site:
        """Where play stands."""
        return self.program.sites[self.site_number]

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """The seats that are asked."""
        mask = 0 if self.over else self.block.get("ask.seats")
        return tuple(seat for seat in range(self.program.players) if mask >> seat & 1)

    @property
    def interruptions(self) -> list[int]:
        """The numbers of what may be declared here, whatever is asked."""
        asked = 0 if self.over else self.block.get("ask.seats")
        return [n for n in self.program.interruptions if self.block.get(meanwhile(n)) & asked]

    @cached_property
    def seers(self) -> dict[int, int]:
        """The mask of seats that see each card that lies in a zone, whether somebody has said which one it is or not."""
        out: dict[int, int] = {}
        for zone, k in instances(self.program):
            out.update(seers_of(self.program, self.values, zone, k))
        return out

    def sees(self, seat: int, card: int) -> bool:
        """May a seat know which card this is? What lies in no zone everybody may; nobody (-1) sees all."""
        if seat < 0 or not 0 <= card < len(self.program.cards):
            return True
        return bool(self._seers_at(self.values["card.zone"][card]).get(card, -1) >> seat & 1)

    def known_to(self, seat: int) -> frozenset[int]:
        """The cards that a seat knows, those in no zone as well."""
        if seat not in self._known:
            lying = self.seers
            self._known[seat] = frozenset(card for card in range(len(self.program.cards)) if lying.get(card, -1) >> seat & 1)
        return self._known[seat]

    @cached_property
    def _known(self) -> dict[int, frozenset[int]]:
        return {}

    def _seers_at(self, number: int) -> dict[int, int]:
        """The mask of seats that see each card of a place."""
        if number not in self._looked_at:
            found = find_instance(self.program, number)
            self._looked_at[number] = seers_of(self.program, self.values, *found) if found else {}
        return self._looked_at[number]

    @cached_property
    def _looked_at(self) -> dict[int, dict[int, int]]:
        return {}

    def names(self, seat: int, type: Type, value: int) -> bool:
        """Does a value name cards, all of which a seat may know?"""
        return place_of(value) is None and all(self.sees(seat, card) for card in cards_of(self.program, type, value))

    def shown(self, type: Type, value: int, seat: int) -> str:
        """A value as a seat reads it: a card that it does not see is told by its place."""
        if type.kind != "card" or self.names(seat, type, value):
            return self.lying(type, value)
        return self.called_unseen(value)

    def lying(self, type: Type, value: int) -> str:
        """A value as it is printed, a card as it lies."""
        return as_it_lies(self.words, type, value, self.values)

    def called_unseen(self, value: int, chosen: bool = True) -> str:
        """What a card is called by who does not see it. As how many it lies in a fan is said of one that is `chosen` alone: which of them it is that leaves,
        or is marked, nobody else can tell."""
        place = place_of(value)
        found = find_instance(self.program, self.values["card.zone"][value % len(self.program.cards)] if place is None else place)
        assert found is not None
        where = self.words.place(*found)
        number = None if place is not None else self.lined_up(value, chosen)
        if number is None:
            return self.words.say("a card of {place}", place=where)
        return self.words.say("card {number} of {place}", number=number, place=where)

    def lined_up(self, value: int, chosen: bool = False) -> int | None:
        """As how many a card lies, from 1, where all can tell; in a fan that is said of one that is `chosen` alone."""
        found = None if place_of(value) is not None else find_instance(self.program, self.values["card.zone"][value % len(self.program.cards)])
        if found is None or not found[0].ordered or found[0].word == "fan" and not chosen:
            return None
        number = cards_in(self.program, self.values, *found).index(value % len(self.program.cards)) + 1
        return number if number > loose_in(self.values, *found) else None

    def call(self, function: str, *arguments: int) -> int:
        return self.engine.call(self.block, function, *arguments)

    def told(self, type: str, function: str, *arguments: int) -> int:
        """A value that the rules tell: a set of cells word by word."""
        words = self.program.words_of(function) if type == "set" else (function,)
        return joined([self.call(word, *arguments) for word in words])

    @cached_property
    def brought(self) -> tuple[int, ...]:
        """What each outcome of chance brings, where chance falls."""
        return self.engine.each(self.block, self.site.outcome, self.block.get("ask.count"))

    def lasts(self, name: str, index: int) -> str:
        """How long an instance of a variable, or a card, lasts; "" if that is not settled."""
        noted = self.values.get(until(name))
        if noted is None or not noted[index]:
            return ""
        number, waits = divmod(noted[index] - 1, 2)
        who = self.values[f"{until(name)}.who"][index]
        return self.words.lasts(self.program.lives[number], who, bool(waits))

    def place(self, number: int) -> Place:
        places = self.program.places
        return places[number] if 0 <= number < len(places) else Place(NOWHERE, ())

    def fill(self, template: Template, seat: int, arguments: Sequence[int] = ()) -> str:
        """A text with its holes filled; what the seat may not know is `?`."""
        return "".join(self._parts(template, seat, arguments, seat))

    def heard(self, template: Template, seat: int, arguments: Sequence[int] = ()) -> tuple[int, str]:
        """Of a text of a seat: the mask of seats that know what stands in it as that seat does, and how others read it: what not all know is `?`."""
        players = self.program.players
        if not any(isinstance(part, Hole) and part.hidden for part in template):
            return (1 << players) - 1, self.fill(template, seat, arguments)
        read = [list(self._parts(template, seat, arguments, other)) for other in range(players)]
        mask = sum(1 << other for other in range(players) if read[other] == read[seat])
        return mask, "".join(parts[0] if len(set(parts)) == 1 else "?" for parts in zip(*read, strict=True))

    def value(self, hole: Hole, seat: int, arguments: Sequence[int] = (), looker: int | None = None) -> str | None:
        """What stands in a hole of a seat's text; None if who looks, else the seat itself, may not know it."""
        if hole.hidden and self.call(hole.hidden, seat, *arguments, seat if looker is None else looker):
            return None
        given = self.words.given(hole)
        value = self.told(hole.type.kind, hole.function, seat, *arguments) if given is None else (seat, *arguments)[given]
        return self.shown(hole.type, value, seat)

    def _parts(self, template: Template, seat: int, arguments: Sequence[int], looker: int) -> Iterator[str]:
        before = ""
        for part in self.words.template(template):
            told = part if isinstance(part, str) else self.value(part, seat, arguments, looker)
            if told and not isinstance(part, str) and part.type.kind == "times" and (not before or before.endswith(OPENING)):
                told = told.removeprefix(" ")  # there it has nothing to be parted from
            if told and not isinstance(part, str) and part.type.kind == "set":
                told = told[1:-1] or self.words.tell("nothing")  # in a sentence its members stand side by side
            before = told or before
            yield "?" if told is None else told
