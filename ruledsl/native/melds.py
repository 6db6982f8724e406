"""Which cards are left over where melds take as much as they can, as LLVM text.

A hand is one wide integer. Rows of the table that are alike but for their place are a shape: all places where a shape fits are found at once, by
shifting the hand over itself. So a hand without melds costs a few operations. Of those that fit, the best disjoint ones are searched for, in the
order of the table; a way is left as soon as all that could still be taken does not make up for what is lacking.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruledsl.native.text import Body, definition, quoted
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.native.module import Module

WORD = (1 << 64) - 1


@record
class Shape:
    """Rows of the table that stand one after the other, each the same cards further up: `offsets` from the least card, `starts` the mask of
    the least cards."""

    offsets: tuple[int, ...]
    starts: int

    @property
    def mask(self) -> int:
        return sum(1 << offset for offset in self.offsets)


def shapes(masks: Sequence[int]) -> list[Shape]:
    """The rows, none of them empty, in their order."""
    out: list[Shape] = []
    for mask in masks:
        start = mask & -mask
        offsets = tuple(n for n in range(mask.bit_length()) if mask // start >> n & 1)
        if out and out[-1].offsets == offsets and out[-1].starts < start:
            out[-1].starts |= start
        else:
            out.append(Shape(offsets, start))
    return out


class Melds:
    """The functions for one table of rows and one of worth."""

    def __init__(self, rows: Sequence[int], worth: Sequence[int], words: int, name: str):
        self.words, self.bits, self.type = words, 64 * words, f"i{64 * words}"
        self.name, self.worth = name, worth
        masks = [sum((rows[at + w] & WORD) << 64 * w for w in range(words)) for at in range(0, len(rows), words)]
        self.shapes = shapes([mask for mask in masks if self.sum(mask)])
        self.most = max(1, sum(shape.starts.bit_count() for shape in self.shapes))

    def sum(self, mask: int) -> int:
        """What cards are worth together."""
        return sum(worth for card, worth in enumerate(self.worth) if mask >> card & 1)

    def symbol(self, part: str) -> str:
        return "@" + quoted(f"{part}.{self.name}")

    def text(self) -> Iterator[str]:
        """All definitions."""
        yield self._constants("shapes", self.type, [shape.mask for shape in self.shapes])
        gains = [self.sum(shape.mask << n) if shape.starts >> n & 1 else 0 for shape in self.shapes for n in range(self.bits)]
        yield self._constants("gains", "i32", gains)
        yield self._search()
        yield self._listed()
        yield self._answer()

    def _constants(self, part: str, type: str, values: Sequence[int]) -> str:
        numbers = ", ".join(f"{type} {v}" for v in values) or f"{type} 0"
        return f"{self.symbol(part)} = internal constant [{max(1, len(values))} x {type}] [{numbers}]"

    def _answer(self) -> str:
        """`unmatched(word, cards…)`: that word of what is left over."""
        body = Body()
        hand = self._wide(body)
        found = [self._fitting(body, hand, shape) for shape in self.shapes]
        any_fit = "0"
        for some in found:
            any_fit = body.let(f"or {self.type} {any_fit}, {some}")
        none = body.let(f"icmp eq {self.type} {any_fit}, 0")
        body.fork(none, "none", "some")
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
        return definition(f"internal i64 {self.symbol('unmatched')}(i64 %word{self._parameters()}) #4", body)

    def _parameters(self) -> str:
        return "".join(f", i64 %h{w}" for w in range(self.words))

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
        """`listed(hand)`: what is left over, from a list of all rows that fit."""
        body, wide = Body(), self.type
        for name, type in (("masks", wide), ("gains", "i64"), ("ahead", wide)):
            body.put(f"%{name} = alloca {type}, i64 {self.most + 1}")
        body.put(f"%places = alloca {wide}, i64 {len(self.shapes) + 1}")
        for name, type, first in (("count", "i64", "0"), ("best", "i64", "0"), ("left", wide, "%hand")):
            body.put(f"%{name} = alloca {type}")
            body.put(f"store {type} {first}, ptr %{name}")
        for n, shape in enumerate(self.shapes):
            self._keep(body, "%places", str(n), self._fitting(body, "%hand", shape))
        body.go("shapes")
        body.label("shapes")
        body.put("%shape = phi i64 [0, %entry], [%shape.next, %listed]")
        body.fork(body.compare("ult", "%shape", str(len(self.shapes))), "one", "all")
        body.label("one")
        first = self._kept(body, "%places", "%shape")
        mask = self._kept(body, self.symbol("shapes"), "%shape")
        body.go("test")
        body.label("test")
        body.put(f"%some = phi {wide} [{first}, %one], [%some.next, %fits]")
        body.fork(body.let(f"icmp eq {wide} %some, 0"), "listed", "fits")
        body.label("fits")
        place = body.let(f"call {wide} @llvm.cttz.{wide}({wide} %some, i1 true)")
        number = place if self.words == 1 else body.let(f"trunc {wide} {place} to i64")
        at = body.do("add", body.do("mul", "%shape", str(self.bits)), number)
        gain = body.let(f"zext i32 {self._kept(body, self.symbol('gains'), at, 'i32')} to i64")
        count = body.read("%count")
        self._keep(body, "%masks", count, body.let(f"shl {wide} {mask}, {place}"))
        body.write(body.word("%gains", count), gain)
        body.write("%count", body.do("add", count, "1"))
        body.put(f"%some.next = and {wide} %some, {body.let(f'sub {wide} %some, 1')}")
        body.go("test")
        body.label("listed")
        body.put("%shape.next = add i64 %shape, 1")
        body.go("shapes")
        body.label("all")
        total = body.read("%count")
        self._keep(body, "%ahead", total, "0")
        with body.count("0", total) as done:
            at = body.do("sub", body.do("sub", total, done), "1")
            beyond = self._kept(body, "%ahead", body.do("add", at, "1"))
            self._keep(body, "%ahead", at, body.let(f"or {wide} {beyond}, {self._kept(body, '%masks', at)}"))
        body.put(f"call void {self.symbol('search')}(ptr %masks, ptr %gains, ptr %ahead, i64 {total}, ptr %best, ptr %left, {wide} %hand, i64 0, i64 0)")
        body.put(f"ret {wide} {body.let(f'load {wide}, ptr %left')}")
        return definition(f"internal {wide} {self.symbol('listed')}({wide} %hand) #5", body)

    def _kept(self, body: Body, array: str, at: str, type: str = "") -> str:
        type = type or self.type
        return body.let(f"load {type}, ptr {body.let(f'getelementptr {type}, ptr {array}, i64 {at}')}")

    def _keep(self, body: Body, array: str, at: str, value: str) -> None:
        body.put(f"store {self.type} {value}, ptr {body.let(f'getelementptr {self.type}, ptr {array}, i64 {at}')}")

    def _search(self) -> str:
        """`search(…, left, taken, first)`: every way to lay more of the listed rows from the first on."""
        body, wide = Body(), self.type
        body.go("test")
        body.label("test")
        body.put("%n = phi i64 [%first, %entry], [%n.next, %next]")
        body.fork(body.compare("ult", "%n", "%count"), "hope", "end")
        body.label("hope")
        open = body.let(f"and {wide} %open, {self._kept(body, '%ahead', '%n')}")
        most = body.do("add", "%taken", self._summed(body, open))
        body.fork(body.compare("sgt", most, body.read("%best")), "try", "end")
        body.label("try")
        mask = self._kept(body, "%masks", "%n")
        missing = body.let(f"and {wide} {mask}, {body.let(f'xor {wide} %open, -1')}")
        body.fork(body.let(f"icmp eq {wide} {missing}, 0"), "lay", "next")
        body.label("lay")
        left = body.let(f"xor {wide} %open, {mask}")
        taken = body.do("add", "%taken", body.read(body.word("%gains", "%n")))
        body.fork(body.compare("sgt", taken, body.read("%best")), "better", "deeper")
        body.label("better")
        body.write("%best", taken)
        body.put(f"store {wide} {left}, ptr %left")
        body.go("deeper")
        body.label("deeper")
        more = body.do("add", "%n", "1")
        body.put(
            f"call void {self.symbol('search')}(ptr %masks, ptr %gains, ptr %ahead, i64 %count, ptr %best, ptr %left, {wide} {left}, i64 {taken}, i64 {more})"
        )
        body.go("next")
        body.label("next")
        body.put("%n.next = add i64 %n, 1")
        body.go("test")
        body.label("end")
        body.put("ret void")
        parameters = f"ptr %masks, ptr %gains, ptr %ahead, i64 %count, ptr %best, ptr %left, {wide} %open, i64 %taken, i64 %first"
        return definition(f"internal void {self.symbol('search')}({parameters}) #3", body)

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
