"""How a game ends: `score`, `payoff` and `winners` as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.program import SCORED
from ruledsl.lower.builder import Builder
from ruledsl.lower.values import Values
from ruledsl.model.types import BOOL, PLAYER, Term, surely
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering


class Ending:
    def __init__(self, lowering: Lowering):
        self.l, self.model = lowering, lowering.model

    def functions(self) -> None:
        for n, (_, term) in enumerate(self.model.criteria):
            self.of_a_seat(f"criterion.{n}", term)
        first = self.model.criteria[0][1] if self.model.criteria else Term("const", PLAYER, data=0)
        self.at_once()
        self.won()
        self.of_a_seat("score", first.args[0] if first.op == "sure" else first)  # it is looked at in between, too
        if first.op == "sure":
            self.of_a_seat(SCORED, Term("not", BOOL, (Term("is_none", BOOL, first.args),)))
        self.winners()
        if "payoff" not in self.model.callables and self.model.at_once is not None:
            self.by_who_wins()
            return
        if "payoff" in self.model.callables:
            target = self.model.callables["payoff"]
            assert isinstance(target.decl, t.Def)
            first = surely(Term("call", target.result or PLAYER, (Term("local", PLAYER, data="seat"),), "payoff", target.decl.value.span))
        self.of_a_seat("payoff", first)

    def of_a_seat(self, name: str, term: Term) -> None:
        b, v = self.l.begin(name, "value", 1)
        v.locals["seat"] = 0
        if term.op == "sure":  # that it is none is told of the line that asks for it
            b.place = self.l.places.of(term.span)
        b.emit("return", v.value(term))
        self.l.finish(b)

    def at_once(self) -> None:
        """The mask of those who have won, whatever else counts."""
        if self.model.at_once is not None:
            b, v = self.l.begin("at_once", "value", 0)
            mask = b.const(0)
            for seat in range(self.l.settings.players):
                v.locals["seat"] = b.const(seat)
                mask = b.value("or", mask, b.value("shl", v.value(self.model.at_once), b.const(seat)))
            b.emit("return", mask)
            self.l.finish(b)

    def won(self) -> None:
        """What must hold for anybody to win, where the rules ask for something. Who plays alone has won at once, or as they say."""
        condition = self.model.winner.condition if self.model.winner is not None else None
        term = self.model.terms[id(condition)] if condition is not None else None
        if self.model.at_once is None:
            if term is not None:
                self.l.extra("won", term)
        elif term is not None or self.l.settings.players == 1:
            b, v = self.l.begin("won", "value", 0)
            otherwise = b.label("otherwise")
            self.or_at_once(b, otherwise, b.const(1))
            b.emit("return", b.const(0) if term is None else v.value(term))
            self.l.finish(b)

    def or_at_once(self, b: Builder, otherwise: str, answer: int | None = None) -> None:
        """Where somebody has won at once that is the answer, or another; what is written next is what is otherwise."""
        at_once, somebody = b.value("call", "at_once"), b.label("at_once")
        b.emit("branch", at_once, somebody, otherwise)
        b.start(somebody)
        b.emit("return", at_once if answer is None else answer)
        b.start(otherwise)

    def by_who_wins(self) -> None:
        """1 for who wins and -1 for the others; 0 where nobody does, and where all share it, unless they play on one side."""
        b, _ = self.l.begin("payoff", "value", 1)
        mask, every = b.value("call", "winners"), b.const((1 << self.l.settings.players) - 1)
        mine = b.value("sub", b.value("add", *[b.value("and", b.value("shr", mask, 0), b.const(1))] * 2), b.const(1))
        alone = self.l.settings.players == 1 or self.model.winner is None or not self.model.winner.criteria
        shared = mine if alone else b.value("select", b.value("eq", mask, every), b.const(0), mine)
        b.emit("return", b.value("select", b.value("eq", mask, b.const(0)), b.const(0), shared))
        self.l.finish(b)

    def winners(self) -> None:
        """The mask of the best seats: by the first criterion, then among these by the next."""
        b, v = self.l.begin("winners", "value", 0)
        if self.model.at_once is not None:
            self.or_at_once(b, b.label("otherwise"))
        if "won" in self.l.functions:
            good, nobody = b.label("somebody"), b.label("nobody")
            b.emit("branch", b.value("call", "won"), good, nobody)
            b.start(nobody)
            b.emit("return", b.const(0))
            b.start(good)
        seats = range(self.l.settings.players)
        best = b.const((1 << len(seats)) - 1)
        for n, (highest, _) in enumerate(self.model.criteria):
            best = self.best(b, v, n, highest, best)
        b.emit("return", best)
        self.l.finish(b)

    def best(self, b: Builder, v: Values, n: int, highest: bool, among: int) -> int:
        """Those of a mask of seats whose value is the best."""
        far = b.const(-(1 << 62) if highest else 1 << 62)
        values = [b.value("call", f"criterion.{n}", b.const(seat)) for seat in range(self.l.settings.players)]
        taking = [b.value("and", b.value("shr", among, b.const(seat)), b.const(1)) for seat in range(len(values))]
        counted = [b.value("select", take, value, far) for take, value in zip(taking, values)]
        best = v.extreme(counted, "gt" if highest else "lt")
        mask = b.const(0)
        for seat, value in enumerate(counted):
            is_best = b.value("eq", value, best)
            mask = b.value("or", mask, b.value("shl", is_best, b.const(seat)))
        return b.value("and", mask, among)
