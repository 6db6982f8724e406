"""How a game ends: `score`, `payoff` and `winners` as functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.lower.builder import Builder
from ruledsl.lower.values import Values
from ruledsl.model.types import PLAYER, Term, surely

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering


class Ending:
    def __init__(self, lowering: Lowering):
        self.l, self.model = lowering, lowering.model

    def functions(self) -> None:
        for n, (_, term) in enumerate(self.model.criteria):
            self.of_a_seat(f"criterion.{n}", term)
        first = self.model.criteria[0][1] if self.model.criteria else Term("const", PLAYER, data=0)
        payoff = first
        if "payoff" in self.model.callables:
            target = self.model.callables["payoff"]
            payoff = surely(Term("call", target.result or PLAYER, (Term("local", PLAYER, data="seat"),), "payoff", target.decl.span))
        self.won()
        self.of_a_seat("score", first.args[0] if first.op == "sure" else first)  # it is looked at in between, too
        self.of_a_seat("payoff", payoff)
        self.winners()

    def of_a_seat(self, name: str, term: Term) -> None:
        b, v = self.l.begin(name, "value", 1)
        v.locals["seat"] = 0
        if term.op == "sure":  # that it is none is told of the line that asks for it
            b.place = self.l.places.of(term.span)
        b.emit("return", v.value(term))
        self.l.finish(b)

    def won(self) -> None:
        """What must hold for anybody to win, where the rules ask for something."""
        winner = self.model.winner
        if winner is not None and winner.condition is not None:
            self.l.extra("won", self.model.terms[id(winner.condition)])

    def winners(self) -> None:
        """The mask of the best seats: by the first criterion, then among these by the next."""
        b, v = self.l.begin("winners", "value", 0)
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
