"""`main` as random play runs it: what is asked is answered on the spot by uniform choice, so that LLVM sees whole games as one function.

What `ask` keeps in the block for others to see is only written where play really stops, or where some function looks at it. The
frame becomes local variables, but for the slots that functions read; in games from the start, what registers hold stays where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir import ops
from ruledsl.ir.alive import Flow
from ruledsl.ir.flow import asking, constants, frame_uses, loaded, stored
from ruledsl.ir.holding import handed_over
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import ASKING, KINDS, OVER, RUNNING
from ruledsl.native.choosing import can_choose
from ruledsl.native.function import Signature
from ruledsl.native.late import draw_row, too_many
from ruledsl.native.moving import Moves
from ruledsl.native.operations import Operations
from ruledsl.native.reach import PASSING
from ruledsl.native.sources import moved
from ruledsl.native.starting import from_start
from ruledsl.native.text import NOWHERE, Body, fault_code, literal

if TYPE_CHECKING:
    from ruledsl.native.module import Module

PARAMETERS = "ptr %s, ptr %choices, i64 %first, i64 %limit, ptr %room"


class Playing(Operations):
    """`play(state, choices, first, limit, room)`: plays on from `pc` after `first` decisions, to the end or to the limit: how many
    decisions there were then, or a fault. What is not `resumable` always plays from the start, and leaves nothing to go on from."""

    def __init__(self, module: Module, resumable: bool) -> None:
        super().__init__(module, module.program.functions["main"] if resumable else from_start(module.program))
        self.resumable = resumable
        self.looked_at = module.reach.loaded
        self.live = Flow(self.function).living({ask.args[3] for block in self.function.blocks if (ask := asking(block))})
        self.moves = Moves(self.memory, module.reach, self.program.arguments)
        self.alone: dict[str, str] = {}  # masks of one seat
        self.local = self._local_slots()
        self.held = {} if resumable else {slot: found for slot, found in handed_over(self.function).items() if slot in self.local}
        self.carried |= frozenset[int]().union(*self.held.values())
        self.sources = moved(self.program, self.function)
        self.carried |= self.sources.looked_at()

    def _local_slots(self) -> frozenset[int]:
        """The slots of the frame that `main` alone uses, and by number."""
        if self.module.reach.slots is None:
            return frozenset()
        used: set[int] = set()
        for block in filter(frame_uses, self.function.blocks):
            for instr, known in constants(block):
                if "frame" in (loaded(instr), stored(instr)):
                    at = instr.args[2 if loaded(instr) else 1]
                    if at not in known:
                        return frozenset()
                    used.add(known[at])
        return frozenset(used - self.module.reach.slots)

    # the frame ---------------------------------------------------------------------------------------------------

    def op_load(self, d: int, region: str, a: int) -> None:
        if region == "frame" and self._slot(a) in self.held:
            return  # the register has it still
        if region == "frame" and self._slot(a) in self.local:
            self.set(d, self.body.read(f"%frame.{self._slot(a)}"))
        elif region in PASSING and self.moves.local:
            limit = self.program.region[region].count
            self.check(self.within(self.get(a), 0, limit - 1), Fault.BOUNDS)
            self.set(d, self.moves.read(self.body, region, self.get(a)))
        else:
            super().op_load(d, region, a)

    def op_store(self, region: str, a: int, b: int) -> None:
        if region == "frame" and self._slot(a) in self.held:
            return
        if region == "frame" and self._slot(a) in self.local:
            self.body.write(f"%frame.{self._slot(a)}", self.get(b))
        else:
            super().op_store(region, a, b)

    # cards -------------------------------------------------------------------------------------------------------

    def op_zput(self, name: str, a: int, c: int) -> None:
        source = None if self.zones.knowledge else self.sources.source(c)
        if source is None:
            super().op_zput(name, a, c)
            return
        zone, k = self.zone(name, a)
        i = "0" if source.register is None else self.get(source.register)
        self.check_kind(self.helped(self.zones.move(self.program.zone[source.zone], zone), i, k, self.get(c)))

    def op_zhas(self, d: int, name: str, a: int, c: int) -> None:
        place = self.sources.place(c, name) if "card.zone" in self.memory.unread else None
        if place is None:
            super().op_zhas(d, name, a, c)
            return
        zone, k = self.zone(name, a)
        self.set_flag(d, self.zones.stands(self.body, zone, k, self.get(c), self.get(place)))

    def op_random(self, d: int, a: int) -> None:
        bound = self.get(a)
        self.check_bound(bound)
        self.set(d, self.body.ask("@below.choices", "ptr %rng", f"i64 {bound}"))

    def _keep_rng(self) -> None:
        """Nothing but `main` draws from it, so it is only written where play stops."""
        if self.resumable:
            self.memory.store(self.body, "rng", "0", self.body.read("%rng"))

    def _slot(self, register: int) -> int:
        value = self.value.get(register, "")
        return int(value) if value and literal(value) else -1

    # the function ------------------------------------------------------------------------------------------------

    @property
    def symbol(self) -> str:
        return "@play"

    def _parameters(self, signature: Signature) -> list[str]:
        return [PARAMETERS, *signature.regions()]

    def _jump_to_resume(self, entry: Body) -> None:
        for slot in sorted(self.local - self.held.keys()):
            entry.put(f"%frame.{slot} = alloca i64")
            entry.write(f"%frame.{slot}", self.memory.load(entry, "frame", str(slot)) if self.resumable else "0")
        if "status" in self.looked_at:
            self.memory.store(entry, "status", "0", str(RUNNING))
        entry.put(f"%move = alloca [{self.program.arguments + 2} x i64]")
        if self.resumable and self.moves.local:
            self.moves.copy(entry)
        entry.put("%rng = alloca i64")
        entry.write("%rng", self.memory.load(entry, "rng"))
        entry.put("%done = alloca i64")
        entry.write("%done", "%first")
        if not self.resumable:
            entry.put(f"br label %{self.label(self.function.blocks[0].label)}")
            return
        lost = self.traps.setdefault((Fault.BOUNDS, NOWHERE), self.body.fresh("trap"))
        numbers = (f"i64 {n}, label %{self.label(name)}" for n, name in enumerate(self.function.resumes))
        entry.put(f"switch i64 {self.memory.load(entry, 'pc')}, label %{lost} [{' '.join(numbers)}]")

    # decisions ---------------------------------------------------------------------------------------------------

    def op_ask(self, site: int, seats: int, count: int, then: str) -> None:
        body = self.body
        for region, register in (("ask.seats", seats), ("ask.count", count)):
            info = self.program.region[region]
            self.check(self.within(self.get(register), info.low, info.high), Fault.RANGE)
        mask, outcomes = self.get(seats), self.get(count)
        done, go, stop = body.read("%done"), body.fresh("go"), body.fresh("stop")
        body.fork(body.compare("slt", done, "%limit"), go, stop)
        body.label(stop)
        self._stop_here(site, mask, outcomes, then, done)
        body.label(go)
        self._show(site, mask, outcomes, then)
        if outcomes == "0":
            self._choice(site, mask, done)
        elif literal(outcomes) or self.program.sites[site].kind in ("chance", "world"):
            self._event(outcomes)
        else:
            event, choice, after = (body.fresh(hint) for hint in ("event", "choice", "answered"))
            body.fork(body.compare("ne", outcomes, "0"), event, choice)
            body.label(event)
            self._event(outcomes)
            body.go(after)
            body.label(choice)
            self._choice(site, mask, done)
            body.go(after)
            body.label(after)
        if "status" in self.looked_at:
            self.memory.store(body, "status", "0", str(RUNNING))
        if "decisions" in self.looked_at or self.resumable:
            counted = int(self.program.sites[site].kind != "chance")
            self.memory.store(body, "decisions", "0", body.do("add", self.memory.load(body, "decisions"), str(counted)))
        self._refuel()
        self.flush()
        for register in sorted(self.carried):
            if register in self.live[then]:
                body.write(f"%r{register}", "0")
        body.put(f"br label %{self.label(then)}")

    def _refuel(self) -> None:
        self.ticks = True
        self.body.write("%fuel", str(ops.FUEL))

    def _asked(self, site: int, mask: str, outcomes: str, then: str) -> dict[str, str]:
        """What stands in the head of the block while a question is open."""
        kind = str(KINDS.index(self.program.sites[site].kind))
        pc = str(self.module.program.functions["main"].resumes.index(then))
        numbers = {"ask.seats": mask, "ask.count": outcomes, "ask.site": str(site), "ask.kind": kind, "pc": pc}
        return {**numbers, "status": str(ASKING)}

    def _show(self, site: int, mask: str, outcomes: str, then: str) -> None:
        for region, number in self._asked(site, mask, outcomes, then).items():
            if region in self.looked_at:
                self.memory.store(self.body, region, "0", number)

    def _stop_here(self, site: int, mask: str, outcomes: str, then: str, done: str) -> None:
        """The limit: the state is left as any other engine leaves it, or as unfinished."""
        numbers = self._asked(site, mask, outcomes, then)
        for region, number in numbers.items() if self.resumable else [("status", numbers["status"])]:
            self.memory.store(self.body, region, "0", number)
        self._keep_rng()
        if self.resumable and self.moves.local:
            self.moves.keep(self.body)
        for slot in sorted(self.local) if self.resumable else ():
            self.memory.store(self.body, "frame", str(slot), self.body.read(f"%frame.{slot}"))
        self.body.put(f"ret i64 {done}")

    def op_finish(self) -> None:
        self._keep_rng()
        self.memory.store(self.body, "status", "0", str(OVER))
        self.body.put(f"ret i64 {self.body.read('%done')}")

    def _event(self, outcomes: str) -> None:
        """Chance or the world is asked: one of its outcomes."""
        drawn = self.body.ask("@below.choices", "ptr %choices", f"i64 {outcomes}")
        self.moves.write(self.body, [drawn], "-1")

    def _choice(self, site: int, mask: str, done: str) -> None:
        """One of the seats takes one of its options."""
        body, asked = self.body, self.program.sites[site]
        seat = self._one_of(mask)
        self._refuel()
        menu = asked.early or asked.legal
        if not menu or not self.module.can_draw(self.program.functions[menu]):
            self._of_rows(site, seat, asked.early)
        elif not asked.early or can_choose(self.module, self.program.functions[menu]):
            self._made(self._drawn(menu, asked.place, seat))
        else:
            made, few, all, chosen = self._drawn(menu, asked.place, seat), *map(body.fresh, ("few", "all", "chosen"))
            body.fork(body.compare("ne", made, "0"), few, all)
            body.label(few)
            self._made(made)
            body.go(chosen)
            body.label(all)
            self._of_rows(site, seat, "")
            body.go(chosen)
            body.label(chosen)
        body.write("%done", body.do("add", done, "1"))

    def _drawn(self, menu: str, place: int, seat: str) -> str:
        """The answer of the function that draws a move from a menu and makes it."""
        choose = self.module.choosing(menu, place)
        self.body.apart |= choose.apart
        return self.body.ask(choose.symbol, *choose.hidden(), f"i64 {seat}", "ptr %choices", "ptr %move", "ptr %room")

    def _made(self, answer: str) -> None:
        self._unless(self.body.compare("sgt", answer, "0"), answer)

    def _unless(self, good: str, answer: str) -> None:
        """Answer with a fault from here unless all is well."""
        go, bad = self.body.fresh("go"), self.body.fresh("stuck")
        self.body.put(f"br i1 {good}, label %{go}, label %{bad}, !prof !{self.module.likely}")
        self.body.label(bad)
        self.body.put(f"ret i64 {answer}")
        self.body.label(go)

    def _of_rows(self, site: int, seat: str, early: str) -> None:
        """The options are written down, and one of them is taken."""
        body, asked = self.body, self.program.sites[site]
        count = self._rows(early or asked.legal, seat)
        if early:
            before, all, listed = body.here, body.fresh("all"), body.fresh("listed")
            body.fork(too_many(body, count), all, listed)
            body.label(all)
            every, after = self._rows(asked.legal, seat), body.here
            body.go(listed)
            body.label(listed)
            count = body.let(f"phi i64 [{count}, %{before}], [{every}, %{after}]")
        none, fault = body.compare("eq", count, "0"), fault_code(Fault.NO_OPTION, asked.place)
        self._unless(body.compare("sgt", count, "0"), body.let(f"select i1 {none}, i64 {fault}, i64 {count}"))
        option = draw_row(self.module, body, count, seat, str(fault))
        self.moves.write(body, [body.read(body.word(option, str(n))) for n in range(self.program.arguments + 1)], seat)

    def _rows(self, menu: str, seat: str) -> str:
        """How many options a function of the program writes, or a fault."""
        if not menu:
            return "0"
        callee = self.module.function(menu)
        self.body.apart |= callee.apart
        return self.body.ask(callee.symbol, *callee.hidden(), f"i64 {seat}", "ptr %room")

    def _one_of(self, mask: str) -> str:
        """One of the seats that are asked."""
        if mask in self.alone:
            return self.alone[mask]
        body = self.body
        asked = body.ask("@llvm.ctpop.i64", f"i64 {mask}")
        lowest = body.ask("@llvm.cttz.i64", f"i64 {mask}", "i1 false")
        before, several, one = body.here, body.fresh("several"), body.fresh("one")
        body.fork(body.compare("ugt", asked, "1"), several, one)
        body.label(several)
        drawn = body.ask("@nth", f"i64 {mask}", f"i64 {body.ask('@below.choices', 'ptr %choices', f'i64 {asked}')}")
        body.go(one)
        body.label(one)
        return body.let(f"phi i64 [{lowest}, %{before}], [{drawn}, %{several}]")

    def op_shl(self, d: int, a: int, b: int) -> None:
        super().op_shl(d, a, b)
        if self.get(a) == "1":
            self.alone[self.get(d)] = self.get(b)
