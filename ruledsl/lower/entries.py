"""Where a test can begin: phases and deeds, and how they are reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.program import CallSite, Entry, LoopSlot
from ruledsl.lower.procedures import OpenLoop, Procedure, Procedures
from ruledsl.model.flaws import subterms
from ruledsl.model.types import LoopTerm, Term

if TYPE_CHECKING:
    from ruledsl.lower.lowering import Lowering


class Entries:
    """Made when `main` is lowered and the slots of its registers are known."""

    def __init__(self, lowering: Lowering, main: Procedures, slots: dict[int, int]):
        self.l, self.main, self.slots = lowering, main, slots

    def all(self) -> dict[str, Entry]:
        """Every phase and deed, and the game itself."""
        main, slots, out = self.main, self.slots, {}
        for name, procedure in main.procedures.items():
            target = self.l.model.callables.get(name)
            if target is None or target.kind not in ("phase", "to", "play"):
                continue
            params = tuple((p.name, slots.get(r, -1), self.l.type(p.type)) for p, r in zip(target.params, procedure.params))
            pc = main.resumes.index(procedure.enter)
            out[name] = Entry(pc, params, slots.get(procedure.back, -1), self._calls(procedure), self._scope(name))
        return out

    def _scope(self, name: str) -> tuple[tuple[str, int], ...]:
        return tuple((s.name, self.l.regions[s.name].initial) for s in self.l.variables if s.scope == name)

    def _calls(self, procedure: Procedure) -> tuple[CallSite, ...]:
        out = []
        for n, call in enumerate(procedure.calls):
            loops = tuple(self._loop(o, f"{procedure.name}.{n}") for o in call.loops)
            out.append(CallSite(call.caller, n, call.args, loops, call.open))
        return tuple(out)

    def _loop(self, o: OpenLoop, name: str) -> LoopSlot:
        main, slots = self.main, self.slots
        shown = slots.get(main.v.locals[o.key], -1)
        counter = main.v.counters.get(o.key)
        if counter is None:
            return LoopSlot(o.name, shown, shown)
        left = slots.get(counter.left, -1) if counter.left is not None else -1
        last = slots.get(counter.last, -1) if counter.last is not None else -1
        first, stop = self._limits(o.loop)
        start = self._outside(f"start.{name}.{o.name}", first) if first is not None else ""
        end = self._outside(f"stop.{name}.{o.name}", stop) if stop is not None else ""
        return LoopSlot(o.name, shown, slots.get(counter.counter, -1), left, last, start, end)

    def _limits(self, loop: LoopTerm) -> tuple[Term | None, Term | None]:
        """Where a loop begins and ends, as far as a test can stand in it."""
        if loop.start is not None:
            return loop.start, None
        if loop.domain.op == "range":
            return loop.domain.args[0], loop.domain.args[1]
        if loop.domain.op in ("players", "enum_all"):
            size = self.l.settings.size(loop.type)
            return Term("const", loop.type, data=0), Term("const", loop.type, data=size - 1)
        return None, None

    def _outside(self, name: str, term: Term) -> str:
        """A value of `main` as a function, where it can be had from the state alone."""
        if any(sub.op in ("local", "you") for sub in subterms(term)):
            return ""
        return self.l.extra(name, term)
