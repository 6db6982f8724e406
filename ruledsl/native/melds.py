"""Which cards are left over where melds take as much as they can, as LLVM text.

A hand is one wide integer. Rows of the table that are alike but for their place are a shape: all places where a shape fits are found at once, by
shifting the hand over itself. So a hand without melds costs a few operations. Where there are many shapes, as of several packs, the rows of each
card of the hand are looked through. Of those that fit, each is laid or not, in the order of the table; where they are many, what the rows from
one on bring is kept for the sets of cards that were met last.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruledsl.ir.rng import GOLDEN, signed
from ruledsl.native.text import Body, definition, quoted
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.native.module import Module

WORD = (1 << 64) - 1
MOST_SHAPES = 24
"""So many shapes are written out one after the other."""
FEW = 10
"""So many rows are gone through without keeping anything."""
KEPT_BITS = 12
"""The logarithm of how many sets of cards are kept."""


@record
class Shape:
    """Rows that are the same cards further up or down: `offsets` from the least card, and by least card the number of the row."""

    offsets: tuple[int, ...]
    rows: dict[int, int]

    @property
    def starts(self) -> int:
        """The mask of the least cards."""
        return sum(1 << card for card in self.rows)


def shapes(masks: Sequence[int]) -> list[Shape]:
    """The shapes of rows, none of which is empty; of equal rows only the first counts."""
    out: dict[tuple[int, ...], Shape] = {}
    for number, mask in enumerate(masks):
        start = (mask & -mask).bit_length() - 1
        offsets = tuple(n for n in range(mask.bit_length() - start) if mask >> start + n & 1)
        out.setdefault(offsets, Shape(offsets, {})).rows.setdefault(start, number)
    return list(out.values())


class Melds:
    """The functions for one table of rows and one of worth."""

    def __init__(self, rows: Sequence[int], worth: Sequence[int], words: int, name: str):
        self.words, self.bits, self.type = words, 64 * words, f"i{64 * words}"
        self.name, self.worth = name, worth
        masks = [sum((rows[at + w] & WORD) << 64 * w for w in range(words)) for at in range(0, len(rows), words)]
        found = [(mask, before) for mask, before in zip(masks[::2], masks[1::2], strict=True) if self.sum(mask)]
        self.masks, self.before = [mask for mask, _ in found], [before for _, before in found]
        self.rows = "ptr %masks, ptr %worth, ptr %ahead" + ", ptr %before" * any(self.before)
        self.shapes = shapes(self.masks)
        self.regular = len(self.shapes) <= MOST_SHAPES

    def sum(self, mask: int) -> int:
        """What cards are worth together."""
        return sum(worth for card, worth in enumerate(self.worth) if mask >> card & 1)

    def symbol(self, part: str) -> str:
        return "@" + quoted(f"{part}.{self.name}")

    def text(self) -> Iterator[str]:
        """All definitions."""
        yield self._constants("masks", self.type, self.masks)
        yield self._constants("before", self.type, self.before)
        yield self._constants("worth", "i64", list(map(self.sum, self.masks)))
        if self.regular:
            yield self._constants("numbers", "i32", [shape.rows.get(card, 0) for shape in self.shapes for card in range(self.bits)])
        else:
            by_least = sorted(range(len(self.masks)), key=lambda number: self.masks[number] & -self.masks[number])
            least = [(self.masks[number] & -self.masks[number]).bit_length() - 1 for number in by_least]
            yield self._constants("numbers", "i32", by_least)
            yield self._constants("first", "i32", [bisect_left(least, card) for card in range(self.bits + 1)])
        yield self._most()
        yield self._chosen()
        yield self._listed()
        yield self._answer()

    def _constants(self, part: str, type: str, values: Sequence[int]) -> str:
        numbers = ", ".join(f"{type} {v}" for v in values) or f"{type} 0"
        return f"{self.symbol(part)} = internal constant [{max(1, len(values))} x {type}] [{numbers}]"

    # ---- which rows fit ----

    def _answer(self) -> str:
        """`unmatched(word, cards…)`: that word of what is left over."""
        body = Body()
        hand = self._wide(body)
        any_fit = "0" if self.regular else hand
        for shape in self.shapes if self.regular else ():
            any_fit = body.let(f"or {self.type} {any_fit}, {self._fitting(body, hand, shape)}")
        body.fork(body.let(f"icmp eq {self.type} {any_fit}, 0"), "none", "some")
        body.label("some")
        body.put(f"%left = call {self.type} {self.symbol('listed')}({self.type} {hand})")
        body.go("none")
        body.label("none")
        body.put(f"%rest = phi {self.type} [{hand}, %entry], [%left, %some]")
        if self.words == 1:
            body.put("ret i64 %rest")
        else:
            shift = body.let(f"zext i64 {body.do('shl', '%word', '6')} to {self.type}")
            word = body.let(f"lshr {self.type} %rest, {shift}")
            body.put(f"ret i64 {body.let(f'trunc {self.type} {word} to i64')}")
        parameters = "".join(f", i64 %h{w}" for w in range(self.words))
        return definition(f"internal i64 {self.symbol('unmatched')}(i64 %word{parameters}) #4", body)

    def _wide(self, body: Body) -> str:
        """The words of the hand as one number."""
        if self.words == 1:
            return "%h0"
        whole = "0"
        for w in range(self.words):
            part = body.let(f"zext i64 %h{w} to {self.type}")
            whole = body.let(f"or {self.type} {whole}, {body.let(f'shl {self.type} {part}, {64 * w}')}")
        return whole

    def _fitting(self, body: Body, hand: str, shape: Shape) -> str:
        """The places where a shape fits into the hand."""
        places = body.let(f"and {self.type} {hand}, {shape.starts}")
        for offset in shape.offsets[1:]:
            places = body.let(f"and {self.type} {places}, {body.let(f'lshr {self.type} {hand}, {offset}')}")
        return places

    def _listed(self) -> str:
        """`listed(hand)`: what is left over, from a list of the rows that fit, in the order of the table."""
        body, wide, rows = Body(), self.type, max(1, len(self.masks))
        words = -(-rows // 64)
        for name, type, size in (("masks", wide, rows), ("before", wide, rows), ("worth", "i64", rows), ("ahead", wide, rows + 1), ("fits", "i64", words)):
            body.put(f"%{name} = alloca {type}, i64 {size}")
        body.put("%count = alloca i64")
        body.write("%count", "0")
        with body.count("0", str(words)) as w:
            body.write(body.word("%fits", w), "0")
        self._find_by_shape(body) if self.regular else self._find_by_card(body)
        with body.count("0", str(words)) as w, body.bits(body.read(body.word("%fits", w))) as bit:
            number, count = body.do("add", bit, body.do("shl", w, "6")), body.read("%count")
            self._keep(body, "%masks", count, self._kept(body, self.symbol("masks"), number))
            if any(self.before):
                self._keep(body, "%before", count, self._kept(body, self.symbol("before"), number))
            body.write(body.word("%worth", count), self._kept(body, self.symbol("worth"), number, "i64"))
            body.write("%count", body.do("add", count, "1"))
        count = body.read("%count")
        self._keep(body, "%ahead", count, "0")
        with body.count("0", count) as done:
            at = body.do("sub", body.do("sub", count, done), "1")
            beyond = self._kept(body, "%ahead", body.do("add", at, "1"))
            self._keep(body, "%ahead", at, body.let(f"or {wide} {beyond}, {self._kept(body, '%masks', at)}"))
        left = body.let(f"call {wide} {self.symbol('chosen')}({self.rows}, i64 {count}, {wide} %hand)")
        body.put(f"ret {wide} {left}")
        return definition(f"internal {wide} {self.symbol('listed')}({wide} %hand) #5", body)

    def _find_by_shape(self, body: Body) -> None:
        """Notes the rows that fit, shape by shape."""
        for n, shape in enumerate(self.shapes):
            with body.bits(self._fitting(body, "%hand", shape), self.bits) as place:
                at = body.do("add", place, str(self.bits * n))
                self._note(body, body.let(f"zext i32 {self._kept(body, self.symbol('numbers'), at, 'i32')} to i64"))

    def _find_by_card(self, body: Body) -> None:
        """Notes the rows that fit, by their least card."""
        with body.bits("%hand", self.bits) as place:
            first = body.let(f"zext i32 {self._kept(body, self.symbol('first'), place, 'i32')} to i64")
            end = body.let(f"zext i32 {self._kept(body, self.symbol('first'), body.do('add', place, '1'), 'i32')} to i64")
            with body.count(first, end) as at:
                number = body.let(f"zext i32 {self._kept(body, self.symbol('numbers'), at, 'i32')} to i64")
                fits = self._within(body, self._kept(body, self.symbol("masks"), number), "%hand")
                with body.unless(body.let(f"xor i1 {fits}, true")):
                    self._note(body, number)

    def _note(self, body: Body, number: str) -> None:
        word = body.word("%fits", body.do("lshr", number, "6"))
        body.write(word, body.do("or", body.read(word), body.do("shl", "1", body.do("and", number, "63"))))

    # ---- which of them are laid ----

    def _chosen(self) -> str:
        """`chosen(rows…, hand)`: what is left over; a row is laid if no way without it brings more."""
        body, wide, size = Body(), self.type, 1 << KEPT_BITS
        for name, type in (("cards", wide), ("firsts", "i64"), ("values", "i64")):
            body.put(f"%{name} = alloca {type}, i64 {size}")
        many = body.compare("ugt", "%count", str(FEW))
        zeroed = body.let(f"select i1 {many}, i64 {size}, i64 0")
        with body.count("0", zeroed) as n:
            body.write(body.word("%firsts", n), "0")
        firsts = body.let(f"select i1 {many}, ptr %firsts, ptr null")
        shared = f"{self.rows}, ptr %cards, ptr {firsts}, ptr %values"
        body.put(f"%left = alloca {wide}")
        body.put(f"store {wide} %hand, ptr %left")
        with body.count("0", "%count") as n:
            left, mask = body.let(f"load {wide}, ptr %left"), self._kept(body, "%masks", n)
            with body.unless(body.let(f"xor i1 {self._fits(body, n, mask, left)}, true")):
                more, laid = body.do("add", n, "1"), body.let(f"xor {wide} {left}, {mask}")
                taken = body.do("add", body.read(body.word("%worth", n)), self._asked(body, shared, laid, more))
                best = body.let(f"select i1 {body.compare('sge', taken, self._asked(body, shared, left, more))}, {wide} {laid}, {wide} {left}")
                body.put(f"store {wide} {best}, ptr %left")
        body.put(f"ret {wide} {body.let(f'load {wide}, ptr %left')}")
        return definition(f"internal {wide} {self.symbol('chosen')}({self.rows}, i64 %count, {wide} %hand) #3", body)

    def _asked(self, body: Body, shared: str, cards: str, first: str) -> str:
        return body.let(f"call i64 {self.symbol('most')}({shared}, {self.type} {cards}, i64 {first})")

    def _most(self) -> str:
        """`most(rows…, kept…, open, first)`: what the rows from the first on bring with these cards. Where sets of cards are kept, `firsts` are
        one more than the first row that was asked with a set, 0 where nothing is kept."""
        body, wide = Body(), self.type
        cards = body.let(f"and {wide} %open, {self._kept(body, '%ahead', '%first')}")
        with body.unless(body.let(f"icmp ne {wide} {cards}, 0")):
            body.answer("0")
        more = body.do("add", "%first", "1")
        slot, asked = self._known(body, cards, more)
        before = body.here
        body.go("row")
        body.label("row")
        body.put(f"%n = phi i64 [%first, %{before}], [%n.next, %next]")
        body.put(f"%best = phi i64 [0, %{before}], [%best.next, %next]")
        hope = self._summed(body, body.let(f"and {wide} {cards}, {self._kept(body, '%ahead', '%n')}"))
        body.fork(body.compare("sgt", hope, "%best"), "try", "done")
        body.label("try")
        body.put("%n.next = add i64 %n, 1")
        mask = self._kept(body, "%masks", "%n")
        body.fork(self._fits(body, "%n", mask, cards), "lay", "next")
        body.label("lay")
        rest = self._asked(body, f"{self.rows}, ptr %cards, ptr %firsts, ptr %values", body.let(f"xor {wide} {cards}, {mask}"), "%n.next")
        taken = body.do("add", body.read(body.word("%worth", "%n")), rest)
        better = body.ask("@llvm.smax.i64", f"i64 {taken}", "i64 %best")
        body.go("next")
        body.label("next")
        body.put(f"%best.next = phi i64 [%best, %try], [{better}, %lay]")
        body.go("row")
        body.label("done")
        with body.unless(asked):
            self._keep(body, "%cards", slot, cards)
            body.write(body.word("%firsts", slot), more)
            body.write(body.word("%values", slot), "%best")
        body.put("ret i64 %best")
        return definition(f"internal i64 {self.symbol('most')}({self.rows}, ptr %cards, ptr %firsts, ptr %values, {wide} %open, i64 %first) #3", body)

    def _known(self, body: Body, cards: str, more: str) -> tuple[str, str]:
        """Answers what is kept of a set of cards; where it would stand, and whether nothing is kept."""
        slot = self._slot(body, cards)
        nothing = body.let("icmp eq ptr %firsts, null")
        with body.unless(nothing):
            same = body.let(f"icmp eq {self.type} {cards}, {self._kept(body, '%cards', slot)}")
            known = body.let(f"and i1 {same}, {body.compare('eq', more, body.read(body.word('%firsts', slot)))}")
            with body.unless(body.let(f"xor i1 {known}, true")):
                body.answer(body.read(body.word("%values", slot)))
        return slot, nothing

    def _slot(self, body: Body, cards: str) -> str:
        """Where a set of cards is kept, if it is."""
        mixed = "%first"
        for w in range(self.words):
            word = cards if self.words == 1 else body.let(f"trunc {self.type} {body.let(f'lshr {self.type} {cards}, {64 * w}')} to i64")
            mixed = body.do("mul", body.do("xor", mixed, word), str(signed(GOLDEN)))
        return body.do("lshr", mixed, str(64 - KEPT_BITS))

    def _fits(self, body: Body, n: str, mask: str, cards: str) -> str:
        """Can the n-th of the rows be laid with these cards?"""
        within = self._within(body, mask, cards)
        if not any(self.before):
            return within
        here = body.let(f"and {self.type} {cards}, {self._kept(body, '%ahead', n)}")
        waiting = body.let(f"and {self.type} {here}, {self._kept(body, '%before', n)}")
        return body.let(f"and i1 {within}, {body.let(f'icmp eq {self.type} {waiting}, 0')}")

    # ---- cards ----

    def _within(self, body: Body, mask: str, cards: str) -> str:
        """Are these cards all among those?"""
        return body.let(f"icmp eq {self.type} {mask}, {body.let(f'and {self.type} {mask}, {cards}')}")

    def _summed(self, body: Body, cards: str) -> str:
        """What cards are worth together: by bit of the worth, how many cards have it."""
        total = "0"
        for bit in range(max(self.worth, default=0).bit_length()):
            having = sum(1 << card for card, worth in enumerate(self.worth) if worth >> bit & 1)
            if having:
                some = body.let(f"and {self.type} {cards}, {having}")
                many = body.let(f"call {self.type} @llvm.ctpop.{self.type}({self.type} {some})")
                number = many if self.words == 1 else body.let(f"trunc {self.type} {many} to i64")
                total = body.do("add", total, body.do("shl", number, str(bit)))
        return total

    def _kept(self, body: Body, array: str, at: str, type: str = "") -> str:
        type = type or self.type
        return body.let(f"load {type}, ptr {body.let(f'getelementptr {type}, ptr {array}, i64 {at}')}")

    def _keep(self, body: Body, array: str, at: str, value: str) -> None:
        body.put(f"store {self.type} {value}, ptr {body.let(f'getelementptr {self.type}, ptr {array}, i64 {at}')}")


def unmatched(module: Module, rows: str, worth: str, words: int) -> str:
    """The symbol of the function for two tables of the program, written when it is first asked for."""
    tables = module.program.tables
    melds = Melds(tables[rows], tables[worth], words, f"{rows}.{worth}")
    symbol = melds.symbol("unmatched")
    if symbol not in module.made:
        module.made.add(symbol)
        for definition in melds.text():
            module.add(definition)
        if words > 1 and melds.type not in module.made:
            module.made.add(melds.type)
            module.add(f"declare {melds.type} @llvm.ctpop.{melds.type}({melds.type})\ndeclare {melds.type} @llvm.cttz.{melds.type}({melds.type}, i1)")
    return symbol
