"""A count that says when something is over, and nothing else: below its bound it makes no difference how far it has come.

Such a count is a variable of one place, or the rounds of a loop in which play stops. It goes up by one, once at most from one stop of play to the next, and is
compared with numbers; nothing else is done with it, and nothing but `main` looks at it. Two states that differ in it alone go on alike then, as long as
neither comes to the least number that it is compared with: which way a comparison goes, and so all else, is the same. And play always ends, if there is no way
round on which it does not go up, and none on which it begins anew."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from ruledsl.ir.flow import asking, constant, constants, copied, defined, frame_reads, loaded, stored, used, written
from ruledsl.ir.ops import OPS
from ruledsl.ir.paths import Paths, Point
from ruledsl.ir.program import Block, Instr, Program
from ruledsl.ir.rounds import promises
from ruledsl.record import field, record

Place = tuple[str, int]
SAME_BELOW: Mapping[str, Callable[[bool, int], int]] = {
    "eq": lambda first, number: number,
    "ne": lambda first, number: number,
    "lt": lambda first, number: number if first else number + 1,
    "le": lambda first, number: number + 1 if first else number,
}
"""By the comparison of a count with a number, whether the count stands first in it: below which value it always says the same."""
ADDED, MET = "add", "eq"


@record(frozen=True)
class Count:
    """Where it stands, what it begins at, and from where on it is told how far it has come: one below the least number that tells values apart. `follow` are
    rounds of loops that go up no more often: they never come to their bounds before it does. `line` is the place in the rules where it goes up."""

    place: Place
    begins: int
    exact: int
    follow: tuple[Place, ...]
    line: int


@record
class _Uses:
    """The registers of `main` that hold a count, as long as nothing else is done with it: in which blocks it goes up, begins anew and is compared, and below
    which value all comparisons say the same."""

    holds: set[int]
    ups: list[str] = field(default_factory=list)
    anew: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    same_below: int = 1 << 62
    line: int = 0


def count(program: Program) -> Count | None:
    """A count without which fewer states are told apart; the first that there is."""
    return None if program.interruptions else _Counts(program).found()


class _Counts:
    def __init__(self, program: Program) -> None:
        self.program, self.main = program, program.functions["main"]
        self.paths = Paths(self.main)
        self.at: dict[str, list[Point]] = {}
        for point in self.paths.after:
            self.at.setdefault(point[0], []).append(point)
        self.asks = [block.label for block in self.main.blocks if asking(block) is not None and block.label in self.at]
        blocks = (block for block in self.main.blocks if block.label in self.at)
        self.instrs = [(b.label, instr, {r: known[r] for r in used(instr) if r in known}) for b in blocks for instr, known in constants(b)]

    def found(self) -> Count | None:
        for place, begins, most in self._places():
            uses = self.uses(place)
            if uses is None or not uses.ups or begins + 2 > uses.same_below or uses.same_below - 1 > most or not self._ends(uses):
                continue
            follow = tuple(self._followers(place, uses, begins))
            return Count(place, begins, uses.same_below - 1, follow, uses.line)
        return None

    def _places(self) -> Iterator[tuple[Place, int, int]]:
        """Where counts may stand: the place, what it holds at the beginning, and the most that it can."""
        elsewhere = [f for f in self.program.functions.values() if f.name != "main"]
        read = {loaded(instr) for f in elsewhere for block in f.blocks for instr in block.instrs}
        for r in self.program.regions:
            if r.role == "variable" and r.count == 1 and r.name not in read and r.name not in self.program.beside:
                yield (r.name, 0), r.initial, r.high
        slots = frozenset[int]().union(*(frame_reads(f) for f in elsewhere if "frame" in read))
        frame = self.program.region.get("frame")
        for n in range(frame.count if frame is not None else 0):
            if frame is not None and n not in slots:
                yield ("frame", n), frame.initial, frame.high

    # ---- what is done with it ----------------------------------------------------------------

    def uses(self, place: Place) -> _Uses | None:
        """What is done with a place; None if it is something else than what is done with counts."""
        uses = _Uses(set(self._touching(place)))
        while not uses.holds.issuperset(more := set(self._alike(uses.holds))):
            uses.holds |= more
        tests = set[int]()
        for label, instr, known in self.instrs:
            if not self._fits(place, uses, label, instr, known, tests):
                return None
        return uses if self._only_fork(tests) else None

    def _touching(self, place: Place) -> Iterator[int]:
        """The registers that are read from a place, or written to it."""
        for _, instr, known in self.instrs:
            if self._reads(instr, known, place):
                yield instr.args[0]
            elif self._writes(instr, known, place):
                yield instr.args[2]

    def _reads(self, instr: Instr, known: Mapping[int, int], place: Place) -> bool:
        return loaded(instr) == place[0] and known.get(instr.args[2], place[1]) == place[1]

    def _writes(self, instr: Instr, known: Mapping[int, int], place: Place) -> bool:
        return stored(instr) == place[0] and known.get(instr.args[1], place[1]) == place[1]

    def _alike(self, holds: set[int]) -> Iterator[int]:
        """The registers that are given on to others that hold it, or made of these by adding one."""
        for _, instr, known in self.instrs:
            to = defined(instr)
            source = copied(instr) if copied(instr) is not None else _one_more(instr, known)
            if to is not None and source is not None and (to in holds or source in holds):
                yield from (to, source)

    def _fits(self, place: Place, uses: _Uses, label: str, instr: Instr, known: Mapping[int, int], tests: set[int]) -> bool:
        """Is that what is done with counts, or nothing that has to do with it?"""
        to, read = defined(instr), uses.holds.intersection(used(instr))
        if written(instr) == place[0] != stored(instr):
            return False
        if to in uses.holds:
            if constant(instr) is not None:
                uses.anew.append(label)
            elif not self._reads(instr, known, place) and not read:
                return False
        if not read:
            return True
        if _one_more(instr, known) is not None and to in uses.holds:
            uses.ups.append(label)
            uses.line = instr.place
            return True
        if copied(instr) is not None or self._writes(instr, known, place) and used(instr)[0] not in uses.holds and _at(instr, known) == place[1]:
            return True
        first, *rest = used(instr)
        number = known.get(rest[0] if first in uses.holds else first) if len(rest) == 1 and instr.op in SAME_BELOW else None
        if number is None or to is None or to in uses.holds:
            return False
        uses.same_below = min(uses.same_below, SAME_BELOW[instr.op](first in uses.holds, number))
        uses.asked.append(label)
        tests.add(to)
        return True

    def _only_fork(self, tests: set[int]) -> bool:
        """Does play fork by these registers, and do nothing else with them?"""
        return all(OPS[instr.op].form == "rBB" for _, instr, _ in self.instrs if tests.intersection(used(instr))) and not any(
            defined(instr) in tests and instr.op not in SAME_BELOW for _, instr, _ in self.instrs
        )

    # ---- on which ways -----------------------------------------------------------------------

    def _ends(self, uses: _Uses) -> bool:
        """Does it go up once at most from stop to stop, on every way round, and begin anew on none?"""
        ups = set(uses.ups)
        again = len(ups) < len(uses.ups) or self._way(ups - set(self.asks), (), ups, self.asks)
        return not again and not self._way(uses.anew, (), uses.anew) and not any(self._way([ask], ups, [ask]) for ask in self.asks if ask not in ups)

    def _way(self, starts: Iterable[str], past: Collection[str], to: Collection[str], until: Collection[str] = ()) -> bool:
        """Is there a way from behind some blocks to some, not through those that it has to go `past`, nor on from those that it goes `until`?"""
        ahead = [after for label in starts for point in self.at.get(label, ()) for after in self.paths.after[point]]
        seen = set(ahead)
        while ahead:
            point = ahead.pop()
            if point[0] in to:
                return True
            if point[0] in past or point[0] in until:
                continue
            ahead += (more := [after for after in self.paths.after[point] if after not in seen])
            seen.update(more)
        return False

    # ---- what follows it ---------------------------------------------------------------------

    def _followers(self, place: Place, uses: _Uses, begins: int) -> Iterator[Place]:
        """Loops between two rounds of which it always goes up, and that may go round as often: their rounds never come to the bound."""
        most = self._most(uses) if begins >= 0 and not self._way(uses.ups, (), uses.anew) else None
        if most is None:
            return
        stops = {promise.count for promise in promises(self.main)}
        for other, first, _ in self._places():
            rounds = self.uses(other) if other[0] == "frame" and other != place and first <= 0 else None
            if rounds is None or not stops & rounds.holds or rounds.same_below <= most or set(uses.ups) & {*rounds.ups, *rounds.asked}:
                continue
            if self._from_nothing(rounds) and not self._way(rounds.ups, uses.ups, rounds.asked):
                yield other

    def _from_nothing(self, uses: _Uses) -> bool:
        """Does it begin at 0, or below?"""
        return all((constant(instr) or 0) <= 0 for _, instr, _ in self.instrs if defined(instr) in uses.holds)

    def _most(self, uses: _Uses) -> int | None:
        """The most that it can be wherever play goes on: where it goes up it is over at a number, or it goes up only below one; None if that is not seen."""
        found = [self._over_at(uses, label) for label in uses.ups]
        return max(n for n in found if n is not None) if found and None not in found else None

    def _over_at(self, uses: _Uses, label: str) -> int | None:
        block = self.paths.blocks[label]
        number = self._forked(uses, block, MET)
        if number is not None and self._finishes(block.instrs[-1].args[1]):
            return number - 1
        before = [b for b in self.main.blocks if b.label in self.at and label in _goes(b)]
        bounds = [self._forked(uses, b, "lt") if b.instrs[-1].args[1:2] == (label,) else None for b in before]
        return max(n for n in bounds if n is not None) if bounds and None not in bounds else None

    def _forked(self, uses: _Uses, block: Block, how: str) -> int | None:
        """The number with which a block compares it as it stands last, where it forks by that."""
        last = block.instrs[-1]
        if OPS[last.op].form != "rBB":
            return None
        number: int | None = None
        for instr, known in constants(block):
            to = defined(instr)
            if instr.op == how and to == last.args[0] and used(instr)[0] in uses.holds:
                number = known.get(used(instr)[1])
            elif to == last.args[0] or to in uses.holds and _one_more(instr, known) is not None:
                number = None
        return number

    def _finishes(self, label: str) -> bool:
        """Is the game over there, before anything else is done?"""
        block = self.paths.blocks[label]
        last = block.instrs[-1]
        if OPS[last.op].changes("stand"):
            return OPS[last.op].role == "ends" and len(block.instrs) == 1
        return len(block.instrs) == 1 and OPS[last.op].form == "B" and self._finishes(last.args[0])


def _one_more(instr: Instr, known: Mapping[int, int]) -> int | None:
    """The register to which one is added."""
    if instr.op != ADDED:
        return None
    one, other = used(instr)
    return one if known.get(other) == 1 else other if known.get(one) == 1 else None


def _at(instr: Instr, known: Mapping[int, int]) -> int | None:
    return known.get(used(instr)[0])


def _goes(block: Block) -> tuple[object, ...]:
    return tuple(arg for arg in block.instrs[-1].args if isinstance(arg, str))
