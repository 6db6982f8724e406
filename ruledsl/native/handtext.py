"""The functions on hands as LLVM text. See `hands`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ruledsl.combine.patterns import Patterns
from ruledsl.combine.rows import Counts, Group, groups
from ruledsl.combine.ways import Factor, Sum, classes
from ruledsl.native.text import Body, definition

LANES = 16
"""Bytes that are looked at together."""


class HandCode:
    """The text for some patterns, by what they need, and for the smallest of them.

    * `any(hand)`: 1 if the hand holds a pattern, else 0; `first(hand)`: the number of the first one, or -1;
    * `count(hand)`: how many sets of its cards are a pattern; `list(hand, words)`: the patterns, as bits;
    * `any_each(hands, n, out)`, `count_each`, `list_each`: the same for n hands, into n bytes, 64-bit numbers, rows of words."""

    def __init__(self, patterns: Patterns, needs: Sequence[Counts], smallest: Sequence[Counts]) -> None:
        self.patterns = patterns
        self.places = len(patterns.faces) + 1
        self.bytes = -(-self.places // LANES) * LANES
        self.words = -(-len(needs) // 64)
        self.all = Rows("all", groups(needs), self.words, self.bytes)
        self.small = Rows("small", groups(smallest), -(-len(smallest) // 64), self.bytes)

    def text(self) -> str:
        """The module."""
        parts = [*self.all.tables(), *self.small.tables(), self._any(), self._list(), self._first(), self._count()]
        parts += [self._each("any", 1, False), self._each("count", 8, False), self._each("list", 8 * self.words, True)]
        parts.append("declare i64 @llvm.cttz.i64(i64, i1)")
        if self.small.words > 1:
            parts.append(f"declare i64 @llvm.vector.reduce.or.v{self.small.words}i64({self.small.type})")
        return "\n".join(parts) + "\n"

    def _any(self) -> str:
        body = Body()
        row = self.small.row(body)
        if self.small.words > 1:
            row = body.ask(f"@llvm.vector.reduce.or.v{self.small.words}i64", f"{self.small.type} {row}")
        body.put(f"ret i64 {body.wide(body.compare('ne', row, '0'))}")
        return definition("i64 @any(ptr %hand)", body)

    def _list(self) -> str:
        body = Body()
        body.put(f"store {self.all.type} {self.all.row(body)}, ptr %words, align 8")
        body.put("ret i64 0")
        return definition("i64 @list(ptr %hand, ptr %words)", body)

    def _first(self) -> str:
        body = Body()
        body.put(f"%words = alloca {self.all.type}, align 64")
        body.ask("@list", "ptr %hand", "ptr %words")
        for word in range(self.words):
            bits = body.read(body.word("%words", str(word)))
            with body.unless(body.compare("eq", bits, "0")):
                lowest = body.ask("@llvm.cttz.i64", f"i64 {bits}", "i1 true")
                body.put(f"ret i64 {body.do('add', lowest, str(64 * word))}")
                body.label(body.fresh("never"))
        body.put("ret i64 -1")
        return definition("i64 @first(ptr %hand)", body)

    def _count(self) -> str:
        body = Body()
        body.put(f"ret i64 {Ways(body, self.patterns).total()}")
        return definition("i64 @count(ptr %hand)", body)

    def _each(self, name: str, size: int, written: bool) -> str:
        body = Body()
        with body.count("0", "%n") as n:
            hand = body.let(f"getelementptr i8, ptr %hands, i64 {body.do('mul', n, str(self.bytes))}")
            out = body.let(f"getelementptr i8, ptr %out, i64 {body.do('mul', n, str(size))}")
            found = body.ask(f"@{name}", f"ptr {hand}", *([f"ptr {out}"] if written else []))
            if not written:
                narrow = found if size == 8 else body.let(f"trunc i64 {found} to i{8 * size}")
                body.put(f"store i{8 * size} {narrow}, ptr {out}")
        body.put("ret i64 0")
        return definition(f"i64 @{name}_each(ptr %hands, i64 %n, ptr %out)", body)


class Rows:
    """The rows of some groups, and their intersection for a hand."""

    def __init__(self, name: str, grouped: Sequence[Group], words: int, width: int) -> None:
        self.name = name
        self.groups = grouped
        self.words = words
        self.width = width
        self.type = "i64" if words == 1 else f"<{words} x i64>"

    def tables(self) -> list[str]:
        """A constant a group."""
        out = []
        for n, group in enumerate(self.groups):
            words = [f"i64 {row >> 64 * word & (1 << 64) - 1}" for row in group.rows for word in range(self.words)]
            out.append(f"@{self.name}.{n} = internal constant [{len(words)} x i64] [{', '.join(words)}], align 64")
        return out

    def row(self, body: Body) -> str:
        """The patterns that `%hand` holds."""
        present = self._present(body)
        found = ""
        for n, group in enumerate(self.groups):
            table = f"@{self.name}.{n}"
            at = body.word(table, body.do("mul", self._number(body, group, present), str(self.words)))
            row = body.let(f"load {self.type}, ptr {at}, align 8")
            found = body.let(f"and {self.type} {found}, {row}") if found else row
        return found

    def _present(self, body: Body) -> str:
        """One bit a place: is there a card?"""
        counts = body.let(f"load <{self.width} x i8>, ptr %hand, align 1")
        some = body.let(f"icmp ne <{self.width} x i8> {counts}, zeroinitializer")
        bits = body.let(f"bitcast <{self.width} x i1> {some} to i{self.width}")
        return body.let(f"zext i{self.width} {bits} to i64")

    def _number(self, body: Body, group: Group, present: str) -> str:
        """Which row of a group is the hand's."""
        if all(cap == 1 for cap in group.caps):
            return body.do("and", body.do("lshr", present, str(group.first)), str((1 << len(group.caps)) - 1))
        number = "0"
        for n, (cap, stride) in enumerate(zip(group.caps, group.strides, strict=True)):
            if cap:
                count = load(body, group.first + n)
                capped = body.let(f"select i1 {body.compare('ult', count, str(cap))}, i64 {count}, i64 {cap}")
                number = body.do("add", number, body.do("mul", capped, str(stride)))
        return number


class Ways:
    """The polynomial of the number of ways, on one hand."""

    def __init__(self, body: Body, patterns: Patterns) -> None:
        self.body = body
        self.patterns = patterns
        self.counts = [load(body, place) for place in range(len(patterns.faces) + 1)]
        self.known: dict[tuple[Factor, Sum], str] = {}
        self.choose = cache(self._choose)
        self.symmetric: list[str] = []

    def total(self) -> str:
        """All classes together."""
        total = "0"
        for found in classes(self.patterns):
            ways = self._sum(found.sum)
            if found.lost:
                ways = self.body.do("sub", self._of_size(found.size), ways)
            total = self.body.do("add", total, self._times(self.choose(self.counts[-1], found.wilds), ways))
        return total

    def _sum(self, what: Sum) -> str:
        found = str(what.constant)
        for term in what.terms:
            if term not in self.known:
                (place, number), rest = term
                self.known[term] = self._times(self.choose(self.counts[place], number), self._sum(rest))
            found = self.body.do("add", found, self.known[term]) if found != "0" else self.known[term]
        return found

    def _times(self, a: str, b: str) -> str:
        return b if a == "1" else a if b == "1" else self.body.do("mul", a, b)

    def _choose(self, count: str, number: int) -> str:
        """`binomial(count, number)`"""
        ways = "1"
        for n in range(number):
            ways = self._times(ways, self.body.do("sub", count, str(n)) if n else count)
            ways = self.body.do("sdiv exact", ways, str(n + 1)) if n else ways
        return ways

    def _of_size(self, size: int) -> str:
        """How many sets of so many printed cards there are."""
        printed = self.counts[:-1]
        if self.patterns.rule.distinct:
            return self._symmetric(size)
        total = printed[0]
        for count in printed[1:]:
            total = self.body.do("add", total, count)
        return self.choose(total, size)

    def _symmetric(self, size: int) -> str:
        """The elementary symmetric polynomial of the numbers of cards."""
        if not self.symmetric:
            sums = ["1"] + [""] * self.patterns.rule.most
            for count in self.counts[:-1]:
                for n in range(len(sums) - 1, 0, -1):
                    if sums[n - 1]:
                        more = self._times(count, sums[n - 1])
                        sums[n] = self.body.do("add", sums[n], more) if sums[n] else more
            self.symmetric = [part or "0" for part in sums]
        return self.symmetric[size]


def load(body: Body, place: int) -> str:
    """The number of cards at a place of `%hand`."""
    at = body.let(f"getelementptr i8, ptr %hand, i64 {place}")
    byte = body.let(f"load i8, ptr {at}")
    return body.let(f"zext i8 {byte} to i64")
