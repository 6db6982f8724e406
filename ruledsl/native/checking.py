"""What a hunt is told and tells, and what it checks in a state, as code of one program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir import ops
from ruledsl.ir.points import sign
from ruledsl.ir.rng import signed
from ruledsl.native.text import Body, between, definition

if TYPE_CHECKING:
    from ruledsl.native.module import Module

PAUSED, ENDLESS, BROKEN, UNSOUND = range(4)
"""Why a hunt stops, where no fault did it: it was enough for now, a game is too long, an invariant does not hold, cards or numbers are out of place."""

WORDS = (
    "stream",  # of random numbers: the first word, so that the plan's address is its own
    "given",  # answers in the script; -1 where there is none
    "script",  # address of these: pairs of the number of the option, of those there are, and the seat
    "limit",  # decisions and events until it pauses
    "most",  # of one game
    "running",  # whether a game is being played
    "seed",  # of the game
    "mood",  # of the game: how options are taken in it
    "moody",  # bits that a mood may have: 0 where all games are played alike
    "made",  # answers in the game so far
    "which",  # the number of the invariant that is broken, or the seat that can do nothing, from 0
    "decisions",  # of all games, each answer counted
    "games",  # that came to their end
    "nobody",  # games that nobody won
    "alike",  # games that all have won
    "poorer",  # games that somebody won who has not the best payoff
    "least",  # sum of payoffs of a game
    "greatest",
    "state",  # addresses: the block
    "room",  # rows of options
    "answers",  # of the game: pairs of the number of the option and the seat
    "chosen",  # how often each action was
    "asked",  # by seat: games in which it was asked
    "won",  # by seat: games
    "seats",  # by seat: whether it was asked in this game
    "ends",  # winners, then the payoff of each seat, then its score
    "news",  # what is wrong in a state from which play goes on: a code, or 0
    "even",  # games that some won from others: payoffs that are not all 0 add up to 0
    "uneven",  # games whose payoffs add up to something else
    "takers",  # by seat: how often it chose each action
    "roles",  # of each variable that calls a player, as `standing` says
    "boards",  # of each board of two, as `standing` says
)


"""The words of 64 bits that a hunt works on, in order."""


def at(body: Body, word: str) -> str:
    return body.word("%plan", str(WORDS.index(word)))


def told(body: Body, word: str) -> str:
    return body.read(at(body, word))


def address(body: Body, word: str) -> str:
    return body.let(f"inttoptr i64 {told(body, word)} to ptr")


def more(body: Body, pointer: str, by: str = "1") -> None:
    body.write(pointer, body.do("add", body.read(pointer), by))


class Checks:
    """What is checked in a state, as code of one program."""

    def __init__(self, module: Module) -> None:
        self.module, self.program, self.memory = module, module.program, module.memory
        self.zones = module.zones

    def _body(self) -> Body:
        body = Body()
        body.put("%fuel = alloca i64")
        body.put("%fault = alloca i64")
        body.write("%fuel", str(ops.FUEL))
        body.write("%fault", "0")
        return body

    def _called(self, body: Body, name: str, *arguments: str) -> str:
        """The value of a function; its fault, if it has one, is returned from here."""
        value = self.module.call(body, name, [f"i64 {argument}" for argument in arguments])
        fault = body.read("%fault")
        with body.unless(body.compare("eq", fault, "0")):
            body.answer(fault)
        return value

    def broken(self) -> str:
        """`broken(state, plan)`: BROKEN if an invariant does not hold, whose number is left in the plan; 0, or a fault."""
        body = self._body()
        for n, (_, function, _) in enumerate(self.program.invariants):
            with body.unless(body.compare("ne", self._called(body, function), "0")):
                body.write(at(body, "which"), str(n))
                body.answer(str(BROKEN))
        body.put("ret i64 0")
        return definition("internal i64 @broken(ptr %s, ptr %plan) #0", body)

    def news(self) -> str:
        """`news(state, plan)`: as `broken` is answered of the invariants, all of which are asked; that one is broken, and that it cannot be worked out, is
        told once of each. `told` is where that is noted."""
        body, invariants = self._body(), self.program.invariants
        self.module.add(f"@told = internal global [{max(1, len(invariants))} x i64] zeroinitializer")
        for n, (_, function, _) in enumerate(invariants):
            note, value = body.word("@told", str(n)), self.module.call(body, function, [])
            fault, known = body.read("%fault"), body.read(note)
            body.write("%fault", "0")
            sound = body.compare("eq", fault, "0")
            what = body.let(f"select i1 {sound}, i64 1, i64 2")
            held = body.let(f"and i1 {sound}, {body.compare('ne', value, '0')}")
            with body.unless(body.let(f"or i1 {held}, {body.compare('ne', body.do('and', known, what), '0')}")):
                body.write(note, body.do("or", known, what))
                body.write(at(body, "which"), str(n))
                body.answer(body.let(f"select i1 {sound}, i64 {BROKEN}, i64 {fault}"))
        body.put("ret i64 0")
        return definition("i64 @news(ptr %s, ptr %plan) #0", body)

    def census(self) -> str:
        """`census(state)`: 1 unless every card lies where it says it does, there alone and once."""
        body, cards = Body(), len(self.program.cards)
        body.put(f"%seen = alloca [{max(1, cards)} x i64]")
        with body.count("0", str(cards)) as card:
            body.write(body.word("%seen", card), "0")
        for zone in self.program.zones:
            with body.count("0", str(zone.instances)) as k:
                own = body.do("add", k, str(zone.base))
                if zone.ordered:
                    count = self.zones.count(body, zone, k)
                    body.refuse(body.compare("ule", count, str(zone.capacity)), 1)
                    body.refuse(body.compare("ule", self.zones.loose(body, zone, k), count), 1)
                with self.zones.each(body, zone, k) as card:
                    body.refuse(body.compare("ult", card, str(cards)), 1)
                    body.refuse(body.compare("eq", self.memory.load(body, "card.zone", card), own), 1)
                    more(body, body.word("%seen", card))
        with body.count("0", str(cards)) as card:
            inside = body.wide(body.compare("ne", self.memory.load(body, "card.zone", card), "0"))
            body.refuse(body.compare("eq", body.read(body.word("%seen", card)), inside), 1)
        body.put("ret i64 0")
        return definition("internal i64 @census(ptr %s) #0", body)

    def bounds(self) -> str:
        """`bounds(state)`: 1 unless every number lies within its region's bounds, or is the one that it began with. It does not believe them: they are
        loaded as any number."""
        body = Body()
        for region in self.program.regions:
            bits, at = 8 * region.width, self.program.offsets[region.name]
            if between(region.low, region.high, bits) == "":
                continue
            with body.count("0", str(region.count)) as n:
                base = body.let(f"getelementptr inbounds i8, ptr %s, i64 {at}")
                value = body.let(f"load i{bits}, ptr {body.let(f'getelementptr inbounds i{bits}, ptr {base}, i64 {n}')}")
                if bits < 64:
                    value = body.let(f"{'sext' if region.low < 0 else 'zext'} i{bits} {value} to i64")
                good = body.let(f"and i1 {body.compare('sge', value, str(region.low))}, {body.compare('sle', value, str(region.high))}")
                body.refuse(body.let(f"or i1 {good}, {body.compare('eq', value, str(signed(region.initial)))}"), 1)
        body.put("ret i64 0")
        return definition("internal i64 @bounds(ptr %s) #0", body)

    def judge(self) -> str:
        """`judge(state, plan)`: who has won, and with how much, is added up; 0, or a fault."""
        body, seats = self._body(), range(self.program.players)
        ends = address(body, "ends")
        winners = self._called(body, "winners")
        body.write(ends, winners)
        payoffs = [self._called(body, "payoff", str(seat)) for seat in seats]
        for seat in seats:
            body.write(body.word(ends, str(seat + 1)), payoffs[seat])
            body.write(body.word(ends, str(seat + 1 + len(seats))), self._called(body, "score", str(seat)))
        won, best, more_is_better = address(body, "won"), payoffs[0], sign(self.program) > 0
        for value in payoffs[1:]:
            best = body.ask(f"@llvm.{'smax' if more_is_better else 'smin'}.i64", f"i64 {best}", f"i64 {value}")
        poorer = "0"
        for seat in seats:
            wins = body.do("and", body.do("lshr", winners, str(seat)), "1")
            more(body, body.word(won, str(seat)), wins)
            poorer = body.do("or", poorer, body.do("and", wins, body.wide(body.compare("slt" if more_is_better else "sgt", payoffs[seat], best))))
        more(body, at(body, "nobody"), body.wide(body.compare("eq", winners, "0")))
        more(body, at(body, "alike"), body.wide(body.compare("eq", winners, str((1 << len(seats)) - 1))))
        more(body, at(body, "poorer"), poorer)
        total = body.joined("add", payoffs)
        uneven, moved = body.compare("ne", total, "0"), body.compare("ne", body.joined("or", payoffs), "0")
        more(body, at(body, "uneven"), body.wide(uneven))
        more(body, at(body, "even"), body.wide(body.let(f"icmp ult i1 {uneven}, {moved}")))
        for word, which in (("least", "smin"), ("greatest", "smax")):
            body.write(at(body, word), body.ask(f"@llvm.{which}.i64", f"i64 {told(body, word)}", f"i64 {total}"))
        body.put("ret i64 0")
        return definition("internal i64 @judge(ptr %s, ptr %plan) #0", body)
