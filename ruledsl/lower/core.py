"""What lowering within one function is made of: the builder, the registers of locals, where zones and variables lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol
from typing import Callable as Fn

from ruledsl.ir.program import Zone
from ruledsl.lower.around import ANYWHERE
from ruledsl.lower.builder import Builder
from ruledsl.model.model import Callable
from ruledsl.model.types import Term, Type
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering
    from ruledsl.lower.standing import Standing


FREE_ROUNDS = 100_000
"""A loop that goes round no more often than this, together with those around it, costs no fuel."""


@record(frozen=True)
class Counter:
    """The registers behind a loop's variable: the one that goes on, how far a lap or a row of numbers still goes, what is still to come of a set, and
    until which cell a ray is gone along."""

    counter: int
    left: int | None = None
    last: int | None = None
    rest: int | None = None
    until: int | None = None


class Settling(Protocol):
    """Settles by chance how the cards of a pile lie, where something happens. What is settled already stays."""

    def settle_top(self, zone: str, at: int) -> None:
        """The top card."""

    def settle_all(self, zone: str, at: int) -> None:
        """Every card, down to the bottom."""

    def settle_down(self, zone: str, at: int, place: int | None) -> None:
        """Those from the top down to a place, which counts from 0 at the bottom."""


class Core(ABC):
    """Within one function. `locals` maps a local's key to its register; `outer` answers the register of one it does not have."""

    def __init__(self, lowering: Lowering, b: Builder, outer: Fn[[str], int] | None = None):
        self.l, self.b = lowering, b
        self.locals: dict[str, int] = {}
        self.outer = outer
        self.outer_you: Fn[[], int] | None = None
        self.settling: Settling | None = None
        self.you: int | None = None
        self.usual: Fn[[int], int] | None = None  # by word
        self.counters: dict[str, Counter] = {}
        self.around = ANYWHERE
        self.rounds = 1
        self.once = False  # see `Members.writing`
        self.settled: dict[str, list[int]] = {}  # by a def that is given nothing, the words of the set that it tells, where nothing changes it
        self.moved = frozenset[str]()  # zones into or out of which the body of the next loop moves other cards
        self.leaving = False  # does it move some of these out?
        self.standing: Standing | None = None

    @abstractmethod
    def value(self, term: Term) -> int:
        """The register that holds the value of a term."""

    @abstractmethod
    def words(self, term: Term) -> list[int]:
        """The registers of a set of cells that has several words."""

    @abstractmethod
    def in_words(self, cell: int, members: list[int], yes: str, no: str, or_none: bool) -> None:
        """Is a cell in a set of several words?"""

    @abstractmethod
    def each_of(self, mask: list[int], body: Fn[[int, int, str], None]) -> None:
        """Every member of a set of several words."""

    @contextmanager
    def going_round(self, most: int | None) -> Iterator[None]:
        """Inside is done no more often than that, if it is known. What may go on for very long costs fuel."""
        before = self.rounds
        self.rounds *= FREE_ROUNDS + 1 if most is None else max(1, most)
        if self.rounds > FREE_ROUNDS:
            self.b.emit("tick")
        yield
        self.rounds = before

    def wide(self, type: Type) -> bool:
        """Is it a set of cells of several words?"""
        return self.l.words_of(type) > 1

    @abstractmethod
    def card(self, term: Term) -> int:
        """The register that holds the value of a term; of a card that was chosen in a guise, the card alone."""

    @abstractmethod
    def branch(self, term: Term, yes: str, no: str) -> None:
        """Go to `yes` if the condition holds, else to `no`; what need not be looked at is not."""

    @abstractmethod
    def knows(self, seat: int, card: int, where: Term) -> int:
        """Does a seat know a card that lies there?"""

    @abstractmethod
    def unmatched(self, term: Term) -> list[int]:
        """The registers of the cards that the best melds leave over, one a word."""

    def keys_of(self, key: str, type: Type) -> list[str]:
        """The locals that hold a value: of a set of several words one for each."""
        return [f"{key} {w}" for w in range(self.l.words_of(type))] if self.wide(type) else [key]

    def params(self, target: Callable) -> list[int]:
        """The registers of what a phase, deed or action is given."""
        return [self.bind(key) for p in target.params for key in self.keys_of(p.key, p.type)]

    def registers(self, term: Term) -> list[int]:
        """The value of a term, word by word."""
        return self.words(term) if self.wide(term.type) else [self.value(term)]

    def local(self, key: str) -> int:
        """The register of a local, of this function or from outside."""
        if key in self.locals:
            return self.locals[key]
        assert self.outer is not None, key
        return self.outer(key)

    def bind(self, key: str) -> int:
        """The register of a local, made at its first binding."""
        if key not in self.locals:
            self.locals[key] = self.b.new()
        return self.locals[key]

    def owner(self, term: Term) -> int:
        """The instance of a variable or zone: the seat, the cell, the card, or 0."""
        return self.card(term.args[0]) if term.args else self.b.const(0)

    def zone(self, term: Term) -> tuple[Zone, int]:
        return self.l.zones[term.data], self.owner(term)

    def bit(self, value: int) -> int:
        return self.b.value("shl", self.b.const(1), value)

    def bit_or_nothing(self, value: int) -> int:
        """None is no member of a set."""
        some = self.b.value("le", self.b.const(0), value)
        return self.b.value("shl", some, self.b.value("select", some, value, self.b.const(0)))

    def pick(self, op: str, x: int, y: int, yes: int, no: int) -> int:
        return self.b.value("select", self.b.value(op, x, y), yes, no)

    def extreme(self, values: list[int], which: str) -> int:
        best = values[0]
        for value in values[1:]:
            best = self.pick("lt", value, best, value, best) if which == "lt" else self.pick("lt", best, value, value, best)
        return best

    def in_mask(self, x: int, mask: int, yes: str, no: str) -> None:
        bit = self.b.value("and", self.b.value("shr", mask, x), self.b.const(1))
        self.b.emit("branch", bit, yes, no)
