"""Which moves come into a tree next. Where there are very many, not all do, and those that come to the same do so once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ruledsl.engine.backend import Block, Engine
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.layout import chosen_arguments, chosen_values
from ruledsl.ir.program import VALUE
from ruledsl.ir.subsets import members, split
from ruledsl.search.alike import Move
from ruledsl.search.arms import WIDE, WIDENING, Arm
from ruledsl.search.playing import answer, gain


class Widening:
    """What grows beside the tree of a program."""

    def __init__(self, engine: Engine, sign: int):
        self.engine, self.program, self.sign = engine, engine.program, sign
        self.cards, self.subsets = (chosen_arguments(self.program, kind) for kind in ("card", "subset"))
        self.chosen = [chosen_values(self.program, kind) for kind in ("card", "subset")]

    def coming(self, block: Block, seat: int, moves: list[Move], arms: Sequence[Arm | None]) -> list[int]:
        """Which moves may be taken for new; `arms` are those in the tree."""
        fresh = [n for n, arm in enumerate(arms) if arm is None]
        known = {id(arm): arm for arm in arms if arm is not None}.values()
        wide = len(moves) > WIDE
        if wide and known and WIDENING * len(known) ** 2 >= sum(arm.visits for arm in known):
            return []
        if known and self.program.guises:
            fresh = self._apart(block, seat, moves, fresh, [n for n, arm in enumerate(arms) if arm is not None])
        return self._foremost(block, seat, moves, fresh, bool(known)) if wide and fresh else fresh

    def _foremost(self, block: Block, seat: int, moves: list[Move], fresh: list[int], begun: bool) -> list[int]:
        """At a wide place: first what brings the most points at once, then the moves of actions that have few of them, then again what brings
        the most."""
        many = Counter(move[0] for move in moves)
        few = [n for n in fresh if many[moves[n][0]] <= WIDE]
        if begun and few:
            return few
        gains = [gain(self.engine, block, seat, moves[n], self.sign) for n in fresh]
        return [n for n, points in zip(fresh, gains, strict=True) if points == max(gains)]

    def _apart(self, block: Block, seat: int, moves: list[Move], fresh: list[int], known: list[int]) -> list[int]:
        """Without those that lead to the same state as one of the tree does, with the same cards as something else."""
        site, tree = block.get("ask.site"), dict[Move, list[int]]()
        for n in known:
            tree.setdefault(self._bare(site, moves[n]), []).append(n)
        out = []
        for n in fresh:
            others = tree.get(self._bare(site, moves[n]), [])
            behind = self._behind(block, seat, moves[n]) if others else b""
            if not behind or all(behind != self._behind(block, seat, moves[other]) for other in others):
                out.append(n)
        return out

    def _bare(self, site: int, move: Move) -> Move:
        """A move, whatever its cards stand for."""
        action = move[0]
        cards, subsets = (self.cards[action], self.subsets[action]) if action >= 0 else (row[site] if action == VALUE else 0 for row in self.chosen)
        bare = [action]
        for n, value in enumerate(move[1:], 1):
            if subsets >> n & 1:
                bare += [split(self.program, member)[0] for member in members(self.program, value)]
            else:
                bare.append(split(self.program, value)[0] if cards >> n & 1 else value)
        return tuple(bare)

    def _behind(self, block: Block, seat: int, move: Move) -> bytes:
        """The state behind a move, without the move; nothing if the rules go wrong."""
        after: Block = block.copy()
        try:
            answer(self.program, after, seat, move)
            self.engine.resume(after)
        except RulesFault:
            return b""
        answer(self.program, after, 0, (0,))
        return after.bytes()
