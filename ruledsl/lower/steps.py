"""A walk along chosen cards, as tables: from node to node by card, what a node is, and what lies ahead of it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ruledsl.lower.builder import Builder


class Steps(ABC):
    """`symbol` is the table by card of the symbols that lead on (-1: none), `next` that by node and symbol. Node 0 is where no card is chosen.
    `ahead` says what each node is, `answers` whether it is what is wanted, if the walk alone settles that (else "")."""

    def __init__(self, b: Builder, symbol: str, next: str, symbols: int):
        self.b, self.symbol, self.next, self.symbols = b, symbol, next, symbols
        self.ahead = self.answers = ""

    @abstractmethod
    def begin(self) -> int:
        """The register with the place in `ahead` of the tables that count here."""

    @abstractmethod
    def answering(self, size: int) -> int:
        """The register with the place in `answers` for so many cards."""

    def step(self, node: int, member: int) -> int:
        """The node behind a card; a card without a symbol leads nowhere, to -1."""
        b = self.b
        symbol = b.value("table", self.symbol, member)
        without = b.value("lt", symbol, b.const(0))
        row = b.value("mul", node, b.const(self.symbols))
        there = b.value("table", self.next, b.value("add", row, b.value("select", without, b.const(0), symbol)))
        return b.value("select", without, b.const(-1), there)
