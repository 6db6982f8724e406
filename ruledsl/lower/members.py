"""Going through the members of a set, a word at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Callable as Fn

from ruledsl.lower.core import Counter
from ruledsl.lower.subsets import Subsets

FEW_WORDS = 2
"""As far as this, what is done with the members of a set is written out for each of its words, however long it is."""


class Members(Subsets):
    """`body` gets the register of a member and the label that goes on with the next one; behind the last is `done`."""

    def bits(self, value: int, body: Fn[[int, str], None], done: str) -> Counter:
        mask = self.b.new()
        head, inner = self.b.label("bits"), self.b.label("bit")
        self.b.emit("copy", mask, value)
        self.b.start(head)
        self.b.emit("branch", mask, inner, done)
        self.b.start(inner)
        low = self.b.value("lowbit", mask)
        self.b.emit("and", mask, mask, self.cleared(mask))
        body(low, head)
        self.b.emit("jump", head)
        self.b.start(done)
        return Counter(low, rest=mask)

    def cleared(self, mask: int) -> int:
        """The mask that clears the lowest set bit, also where bit 63 is the only one."""
        return self.b.value("xor", self.b.value("shl", self.b.const(1), self.b.value("lowbit", mask)), self.b.const(-1))

    @contextmanager
    def writing(self, once: bool) -> Iterator[None]:
        """Inside, what is done with the members of a set of many words is long: it is written once, and not for each word."""
        before, self.once = self.once, once
        yield
        self.once = before

    def of_mask(self, mask: list[int], body: Fn[[int, str], None], done: str) -> None:
        """Every member of a set, by number."""
        if self.once and len(mask) > FEW_WORDS:
            self.word_by_word(mask, body, done)
            return
        for w, word in enumerate(mask):
            numbered = body if not w else lambda low, next, w=w: body(self.b.value("add", low, self.b.const(64 * w)), next)
            self.bits(word, numbered, self.b.label("word"))
        self.b.start(done)

    def word_by_word(self, mask: list[int], body: Fn[[int, str], None], done: str) -> None:
        """The same, the words taking turns in one register; another says which number stands first in it."""
        word, first = self.b.new(), self.b.new()
        head, inner, empty = (self.b.label(w) for w in ("members", "member", "empty"))
        others = [self.b.label("word") for _ in mask[1:]]
        self.take_word(word, mask[0], first, 0)
        self.b.start(head)
        self.b.emit("branch", word, inner, empty)
        self.b.start(inner)
        low = self.b.value("lowbit", word)
        self.b.emit("and", word, word, self.cleared(word))
        with self.writing(once=False):
            body(self.b.value("add", low, first), head)
        self.b.emit("jump", head)
        self.b.start(empty)
        self.b.emit("switch", self.b.value("shr", first, self.b.const(6)), *others, done)
        for w, label in enumerate(others, 1):
            self.b.start(label)
            self.take_word(word, mask[w], first, w)
            self.b.emit("jump", head)
        self.b.start(done)

    def take_word(self, to: int, word: int, first: int, w: int) -> None:
        self.b.emit("copy", to, word)
        self.b.emit("const", first, 64 * w)

    def each_of(self, mask: list[int], body: Fn[[int, int, str], None]) -> None:
        """`body` gets the word and the member, and the label that goes on with the next one."""
        for w, word in enumerate(mask):

            def inner(low: int, next: str, w: int = w) -> None:
                body(w, self.b.value("add", low, self.b.const(64 * w)) if w else low, next)

            self.bits(word, inner, self.b.label("done"))
