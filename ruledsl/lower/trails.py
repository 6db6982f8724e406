"""Lowers the longest way along edges: which of them count, and where one may pass, as sets."""

from __future__ import annotations

from hashlib import sha256

from ruledsl.lower.combining import Combining
from ruledsl.lower.edges import NO_EDGE, rows
from ruledsl.lower.shifts import Mask
from ruledsl.model.types import LoopTerm, Term, set_of
from ruledsl.record import replace


class Trails(Combining):
    """`longest(W for e in S if C for n in ENDS if P)`."""

    def do_longest(self, term: Term) -> int:
        edge, node = term.data
        chosen = self.members_of(edge)
        known = rows(self.l.settings, term)[: 64 * len(chosen)]  # what else has a number lies behind them
        passed = self.passed(node, sum(1 << end for end in {end for one, other, _ in known for end in (one, other)} if end >= 0))
        padded = [*known, *[NO_EDGE] * (64 * len(chosen) - len(known))]
        numbers = [number for row in padded for number in row]
        table = self.l.table(f"edges.{sha256(repr(numbers).encode()).hexdigest()[:12]}", numbers)
        return self.b.value("longest", len(chosen), table, *chosen, *passed)

    def passed(self, node: LoopTerm, nodes: int) -> Mask:
        """The nodes where a way may go on, of all that there are."""
        words = self.l.words_of(set_of(node.type))
        if node.condition is None:
            return self.fixed(nodes, words)
        return self.members_of(replace(node, domain=Term("const", set_of(node.type), data=nodes, span=node.domain.span)))

    def members_of(self, loop: LoopTerm) -> Mask:
        itself = Term("local", loop.type, data=loop.key)
        return self.mask(Term("set_for", set_of(loop.type), (itself,), (loop,), loop.domain.span))
