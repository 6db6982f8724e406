"""Which places of the frame play still comes back to, by what is asked where it stands and by where it goes on. A state keeps more: what functions outside
`main` read in the frame is kept everywhere, whether it is asked for again or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.ir.flow import asking, called, constants, defined, loaded, stored, used
from ruledsl.ir.layout import Values
from ruledsl.ir.once import once
from ruledsl.ir.paths import Paths, Point, Returns
from ruledsl.ir.program import OVER, Block, Hole, Program
from ruledsl.ir.spill import RESUME


def lasting(program: Program, values: Values) -> int:
    """The mask of the places that are read from where play stands on before they are set anew."""
    if values["status"][0] == OVER:
        return 0
    found = _lasting(program)
    return found.asked(values["ask.site"][0]) | found.at(values["pc"][0], values["frame"])


class _Lasting:
    def __init__(self, program: Program):
        self.program, self.main = program, program.functions["main"]
        self.homes = {register: slot for block in self.main.blocks for slot, register in _loads(block)}
        self._reads: dict[str, int] = {}
        self.paths = Paths(self.main)
        live = self._live()
        resume = {label: pc for pc, label in enumerate(self.main.resumes)}
        self.points: dict[int, list[tuple[Returns, int]]] = {}
        for (label, returns), mask in live.items():
            if label in resume:
                self.points.setdefault(resume[label], []).append((returns, mask))

    def at(self, pc: int, frame: Sequence[int]) -> int:
        """The same behind the answer, where play goes on at a resume point; returns lead where the frame says."""
        out = 0
        for returns, mask in self.points.get(pc, ()):
            if all(frame[self.homes[register]] == number for register, number in returns if register in self.homes):
                out |= mask
        return out

    def _live(self) -> dict[Point, int]:
        effects = {block.label: self._effect(block) for block in self.main.blocks}
        live = dict.fromkeys(self.paths.after, 0)
        before: dict[Point, list[Point]] = {}
        for point, after in self.paths.after.items():
            for to in after:
                before.setdefault(to, []).append(point)
        ahead = list(reversed(live))
        while ahead:
            point = ahead.pop()
            out = 0
            for to in self.paths.after[point]:
                out |= live[to]
            reads, sets = effects[point[0]]
            now = reads | out & ~sets
            if now != live[point]:
                live[point] = now
                ahead += before.get(point, ())
        return live

    def _effect(self, block: Block) -> tuple[int, int]:
        """What a block reads before it sets it, and what it sets. That all is stored where play stops, and loaded again, is neither."""
        reads = sets = 0
        for instr in block.instrs:
            if stored(instr) == "frame" or loaded(instr) == "frame" and block.label.endswith(RESUME):
                continue
            here = self._function(called(instr))
            for register in used(instr):
                here |= 1 << self.homes[register] if register in self.homes else 0
            reads |= here & ~sets
            if (to := defined(instr)) is not None and to in self.homes:
                sets |= 1 << self.homes[to]
        if (ask := asking(block)) is not None:
            reads |= self.asked(ask.args[0]) & ~sets
        return reads, sets

    def asked(self, number: int) -> int:
        """What is read while somebody is asked: for the menu, and for what is said there."""
        site = self.program.sites[number]
        actions = [self.program.actions[entry.action] for entry in site.menu if entry.action >= 0]
        names = [name for action in actions for name in (action.guard, *(p.member for p in action.params))]
        given = [name for entry in site.menu for _, name in entry.given]
        texts = [site.prompt, *(action.label for action in actions)]
        said = [name for text in texts for part in text if isinstance(part, Hole) for name in (part.function, part.hidden)]
        out = 0
        for name in (*site.menus, site.outcome, site.odds, site.out_of, *names, *given, *said):
            out |= self._function(name)
        return out

    def _function(self, name: str | None) -> int:
        """What a function reads in the frame, with all that it calls."""
        if not name:
            return 0
        if name not in self._reads:
            out = 0
            for block in self.program.functions[name].blocks:
                for slot, _ in _loads(block):
                    out |= 1 << slot
                for instr in block.instrs:
                    out |= self._function(called(instr))
            self._reads[name] = out
        return self._reads[name]


_lasting = once(_Lasting)


def _loads(block: Block) -> Iterator[tuple[int, int]]:
    """The places of the frame that a block reads, and the registers that it puts them into."""
    for instr, known in constants(block):
        if loaded(instr) == "frame":
            yield known[instr.args[2]], instr.args[0]
