"""A search tree in plain Python over either engine: what machine code (`ruledsl/native/tree.py`) is held to."""

from __future__ import annotations

from struct import unpack
from typing import TYPE_CHECKING

from ruledsl.engine.backend import Block, Engine
from ruledsl.ir import rng
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import ASKING, KINDS, OVER
from ruledsl.ir.rng import stir
from ruledsl.search.alike import Move
from ruledsl.search.arms import LIMIT, RIPE, ROOT, Arm, Spread, arm_name, promise, root_of, scale_of
from ruledsl.search.playing import Looking, answer, playout
from ruledsl.search.widening import Widening

if TYPE_CHECKING:
    from ruledsl.search.mcts import Search

SIMULTANEOUS, WORLD = KINDS.index("simultaneous"), KINDS.index("world")
RNG = 8
"""Bytes at the beginning of a block that only the future hangs on."""


class PlainTree:
    """A tree that grows in plain steps over an engine."""

    def __init__(self, search: Search, engine: Engine, seed: int):
        self.search, self.engine, self.program = search, engine, search.program
        self.worlds = search.worlds.moved(engine)
        self.stream = rng.signed(seed)
        self.least, self.most = float("inf"), float("-inf")
        self.spread, self.looking = Spread(), Looking()
        self.widening = Widening(engine, search.sign)
        self.arms: dict[int, Arm] = {}
        self.done, self.root, self.world = 0, ROOT, 0

    def arm(self, name: int) -> Arm | None:
        return self.arms.get(name)

    def grow(self, count: int) -> None:
        for _ in range(count):
            self._sweep() if self.search.manner.near else self._once()

    def _once(self) -> None:
        """Play on once, and remember how it went. A state that was held possible and makes the rules go wrong teaches nothing."""
        each = self.search.manner.each
        if not each or self.done % each == 0:
            self.world = self._bits()
            self.root = root_of(self.done // each) if each else ROOT
        self.done += 1
        block = self._drawn()
        path: list[tuple[int, int]] = []
        try:
            self._descend(block, path)
            self._play_on(block, self._bits())
            self._remember(path, *self._worth(block))
        except RulesFault:
            return

    def _play_on(self, block: Block, choices: int) -> None:
        """To the end, by chance where points tell nothing before."""
        if self.looking.worthwhile:
            self.looking.play(self.engine, block, choices, self.search.sign)
        else:
            playout(self.engine, block, choices, LIMIT)

    def _sweep(self) -> None:
        """Try each option once in one world, with the same chance, until the seat is asked again."""
        self.done += 1
        self.world = self._bits()
        world, seat = self._drawn(), self.search.seat
        choices, named = self._bits(), self.search.likeness.naming(world, seat)
        seen: set[int] = set()
        for move in self.engine.legal(world, world.get("ask.site"), seat):
            arm = arm_name(ROOT, seat, named(move))
            if arm in seen:
                continue
            seen.add(arm)
            block: Block = world.copy()
            try:
                answer(self.program, block, seat, move)
                self.engine.resume(block)
                playout(self.engine, block, choices, LIMIT, 1 << seat)
                self._remember([(arm, seat)], *self._worth(block))
            except RulesFault:
                continue

    def _drawn(self) -> Block:
        """A state that the seat holds possible, with a future of its own."""
        block = self.worlds.draw(self.world)
        block.set("rng", 0, self._bits())
        block.set("chance", 0, 0)
        return block

    def _remember(self, path: list[tuple[int, int]], won: list[float], points: list[float]) -> None:
        """Each move of a path has its part of what came of it."""
        self.least, self.most = min(self.least, *points), max(self.most, *points)
        for point in points:
            self.spread.add(point)
        for name, seat in path:
            arm = self.arms.setdefault(name, Arm())
            arm.visits += 1
            arm.won += won[seat]
            arm.points += points[seat]

    def _bits(self) -> int:
        self.stream, bits = rng.bits(self.stream)
        return bits

    def _below(self, bound: int) -> int:
        self.stream, number = rng.below(self.stream, bound)
        return number

    # ---- going down the tree ---------------------------------------------------------------------

    def _descend(self, block: Block, path: list[tuple[int, int]]) -> None:
        """Choose by the tree, until a move is new to it, or unripe."""
        node, joint, first = self.root, 0, self.search.seat
        while block.get("status") == ASKING and len(path) < self.search.manner.depth:
            if block.get("ask.kind") == WORLD:
                joint = stir(joint, self._world(block))
                continue
            asked = block.get("ask.seats")
            seat = first if asked >> first & 1 else (asked & -asked).bit_length() - 1
            name, move = self._pick(node, block, seat)
            arm = arm_name(node, seat, name)
            path.append((arm, seat))
            together = self._after(block, seat, move, asked)
            joint = stir(joint, name)
            if arm not in self.arms or self.looking.worthwhile and self.arms[arm].visits < RIPE:
                return
            if not together:
                node, joint = stir(node, joint) if self.search.by_moves else self._seen(block), 0

    def _pick(self, node: int, block: Block, seat: int) -> tuple[int, Move]:
        """A move that was not tried, or else the one of the greatest promise."""
        moves = self.engine.legal(block, block.get("ask.site"), seat)
        names = list(map(self.search.likeness.naming(block, seat), moves))
        arms = [self.arms.get(arm_name(node, seat, name)) for name in names]
        for arm in {id(arm): arm for arm in arms if arm is not None}.values():
            arm.offered += 1
        fresh = self.widening.coming(block, seat, moves, arms)
        if fresh:
            n = fresh[self._below(len(fresh))]
            return names[n], moves[n]
        tried = [(arm, name) for arm, name in zip(arms, names, strict=True) if arm is not None]
        weight = self.search.weight
        scale, eager = scale_of(self.least, self.most, weight), self.spread.eager(self.least, self.most, weight)
        _, best = max(tried, key=lambda pair: promise(pair[0], scale, weight, eager))
        alike = [n for n, name in enumerate(names) if name == best]
        return best, moves[alike[self._below(len(alike))]]

    def _seen(self, block: Block) -> int:
        """The name of a place where nothing is hidden: the state itself."""
        name = self.root
        data = block.bytes()[RNG:]
        for word in unpack(f"<{len(data) // 8}q", data):
            name = stir(name, word)
        return name

    def _after(self, block: Block, seat: int, move: Move, asked: int) -> bool:
        """Answer; are others still asked what was asked before?"""
        site, together = block.get("ask.site"), block.get("ask.kind") == SIMULTANEOUS
        answer(self.program, block, seat, move)
        self.engine.resume(block)
        rest = asked & ~(1 << seat)
        same = block.get("status") == ASKING and block.get("ask.site") == site and block.get("ask.seats") == rest
        return together and bool(rest) and same

    def _world(self, block: Block) -> int:
        """What happens at the real table, by its odds."""
        site = self.program.sites[block.get("ask.site")]
        odds, out_of = (self.engine.call(block, name) for name in (site.odds, site.out_of))
        yes = int(self._below(out_of) < odds)
        answer(self.program, block, -1, (yes,))
        self.engine.resume(block)
        return yes

    # ---- how it went -----------------------------------------------------------------------------

    def _worth(self, block: Block) -> tuple[list[float], list[float]]:
        """What each seat has of the victory, which is open to all while the game goes on, and its points: payoffs, or scores so that
        more is better, less some of what the others have."""
        seats = range(self.program.players)
        winners = self.engine.call(block, "winners") if block.get("status") == OVER else (1 << len(seats)) - 1
        share = 1 / max(1, winners.bit_count())
        own = [float(self.search.sign * self.engine.call(block, "payoff", seat)) for seat in seats]
        whole, envy = sum(own), self.search.envy / max(1, len(own) - 1)
        return [share if winners >> seat & 1 else 0.0 for seat in seats], [mine - envy * (whole - mine) for mine in own]
