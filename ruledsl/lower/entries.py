"""Where a test can begin: phases and deeds, and how they are reached."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from ruledsl.ir.program import Asked, CallSite, Entry, LoopSlot
from ruledsl.ir.regions import word_of
from ruledsl.lower.core import Counter
from ruledsl.lower.procedures import Call, Let, OpenLoop, Procedure, Procedures
from ruledsl.model.inside import inside_loops
from ruledsl.model.terms import row
from ruledsl.model.types import BOOL, LoopTerm, Term
from ruledsl.model.ways import last_of

if TYPE_CHECKING:
    from ruledsl.ir.spill import Spilled
    from ruledsl.lower.lowering import Lowering

TOLD = ("int", "bool", "enum", "player", "cell")
"""The kinds of values that a test can give to a phase."""


class Entries:
    """Made when `main` is lowered and the slots of its registers are known."""

    def __init__(self, lowering: Lowering, main: Procedures, spilled: Spilled):
        self.l, self.main, self.spilled = lowering, main, spilled

    def all(self) -> dict[str, Entry]:
        """Every phase and deed, and the game itself."""
        main, slots, out = self.main, self.spilled.slots, {}
        for name, procedure in main.procedures.items():
            target = self.l.model.callables.get(name)
            if target is None or target.kind not in ("phase", "to", "play"):
                continue
            named = [(word_of(p.name, n), self.l.type(p.type)) for p in target.params for n in range(self.l.words_of(p.type))]
            params = tuple((name, slots.get(r, -1), type) for (name, type), r in zip(named, procedure.params))
            pc = main.resumes.index(procedure.enter)
            out[name] = Entry(pc, params, slots.get(procedure.back, -1), self._calls(procedure), self._scope(name))
        return out

    def _scope(self, name: str) -> tuple[tuple[str, int], ...]:
        return tuple((s.name, self.l.regions[s.name].initial) for s in self.l.variables if s.scope == name)

    def _calls(self, procedure: Procedure) -> tuple[CallSite, ...]:
        out = []
        for n, call in enumerate(procedure.calls):
            with self.main.at(call.depth):
                out.append(self._call(call, procedure, n))
        return tuple(out)

    def _call(self, call: Call, procedure: Procedure, n: int) -> CallSite:
        caller, name, at = self.l.model.callables.get(call.caller), f"{procedure.name}.{n}", (procedure.back, n)
        around = {o.loop.key: o.name for o in call.loops}
        for p in caller.params if caller is not None else ():
            around |= {key: word_of(p.name, n) for n, key in enumerate(self.main.v.keys_of(p.key, p.type))}
        handed = [key for term in call.values if term.op == "local" for key in self.main.v.keys_of(term.data, term.type)]
        lets = dict(call.lets) | {key: Let(key, None) for key in handed if key not in around | call.lets}
        outside = Outside(self.l, self.main, name, around | {key: let.name for key, let in lets.items()})
        given = [pair for term in call.values for pair in zip(outside.named(term), outside.words("with", term), strict=True)]
        outside.used.update(handed)
        named = []
        for key, let in reversed(lets.items()):
            slot = self.spilled.slot(self.main.v.locals.get(key), at)
            if key in outside.used or slot >= 0:
                named.append((let.name, slot, outside.asked("let", let.value)))
        loops = tuple(self._loop(o, outside, at) for o in call.loops)
        above = self.main.procedures.get(call.caller)
        params = tuple(self.spilled.slot(register, at) for register in above.params) if above is not None else ()
        return CallSite(
            call.caller, n, tuple(name for name, _ in given), loops, call.open, tuple(asked for _, asked in given), tuple(reversed(named)), params
        )

    def _loop(self, o: OpenLoop, outside: Outside, at: tuple[int, int]) -> LoopSlot:
        main, loop = self.main, o.loop
        shown, type = self.spilled.slot(main.v.locals[o.loop.key], at), self.l.type(loop.type)
        first, stop, members = self._limits(loop)
        start, end, those = outside.asked("start", first), outside.asked("stop", stop), outside.asked("in", members)
        tests = [test for test in (loop.condition, loop.limit) if test is not None]
        passes = outside.asked("if", reduce(lambda a, b: Term("and", BOOL, (a, b)), tests) if tests and loop.key in outside.used else None)
        counter = main.v.counters.get(o.loop.key) or Counter(main.v.locals[o.loop.key])
        slot, left, last, rest, until = (self.spilled.slot(r, at) for r in (counter.counter, counter.left, counter.last, counter.rest, counter.until))
        bound = outside.asked("until", last_of(loop.domain) if counter.until is not None else None)
        listed = self._listed(loop.domain) if counter.rest is None and counter.left is None else ()
        return LoopSlot(o.name, shown, slot, type, left, last, start, end, rest, those, listed, passes, until, bound)

    def _limits(self, loop: LoopTerm) -> tuple[Term | None, Term | None, Term | None]:
        """Where a loop begins and ends, or the set that it goes through, as far as a test can stand in it."""
        domain = loop.domain
        if loop.start is not None:
            return loop.start, None, None if domain.op == "players" else domain
        if domain.op == "ray":
            return None, domain.args[1], None
        if domain.op == "range":
            return domain.args[0], domain.args[1], None
        if row(domain).has("whole"):
            size = self.l.settings.size(loop.type)
            return Term("const", loop.type, data=0), Term("const", loop.type, data=size - 1), None
        return None, None, domain if domain.type.kind == "set" and not self.main.v.wide(domain.type) else None

    def _listed(self, domain: Term) -> tuple[int, ...]:
        """The members of a list that is known before play, or of a board, in their order."""
        if domain.op == "board" or (domain.type.kind == "list" or domain.op == "set") and self.l.settings.fold(domain) is not None:
            return self.l.constant_items(domain)
        return ()


class Outside:
    """Values of `main` at one call as functions of its locals, where they can be had from these and the state alone."""

    def __init__(self, lowering: Lowering, main: Procedures, name: str, names: dict[str, str]):
        self.l, self.main, self.name, self.names, self.made = lowering, main, name, names, 0
        self.used: set[str] = set()

    def keys(self, local: Term) -> list[str]:
        return self.main.v.keys_of(local.data, local.type)

    def named(self, term: Term) -> list[str]:
        """What a local is called, word by word; "" of anything else."""
        return [self.names.get(key, "") for key in self.keys(term)] if term.op == "local" else [""] * self.l.words_of(term.type)

    def words(self, word: str, term: Term) -> list[Asked]:
        """The functions, one for each word of a value, of what has no name."""
        return [Asked() if name else self.asked(word, term, n) for n, name in enumerate(self.named(term))]

    def asked(self, word: str, term: Term | None, n: int = 0) -> Asked:
        """The function, unless there is none; of a set of several words that for one of them."""
        if term is None or term.type.kind not in (*TOLD, "set", "board"):
            return Asked()
        parts = list(inside_loops(term))
        free = [part for part, around in parts if part.op == "local" and part.data not in {loop.key for loop in around}]
        keys = list(dict.fromkeys(key for part in free for key in self.keys(part)))
        if term.op == "roll" or any(part.op == "you" for part, _ in parts) or any(key not in self.names for key in keys):
            return Asked()
        self.made += 1
        self.used.update(keys)
        b, v = self.l.begin(f"{word}.{self.name}.{self.made}", "value", len(keys))
        v.locals.update({key: n for n, key in enumerate(keys)})
        b.emit("return", v.registers(term)[n])
        return Asked(self.l.finish(b), tuple(self.names[key] for key in keys))
