"""Lowers `unless "…": block`: a decision inside it may be answered by what has happened meanwhile, and then the block is dropped."""

from __future__ import annotations

from ruledsl.ir.program import INTERRUPT, Interruption
from ruledsl.ir.regions import SEALED, chance_of, meanwhile, runs, since
from ruledsl.lower.deciding import Deciding
from ruledsl.lower.unless import Open
from ruledsl.model.graph import bodies
from ruledsl.model.types import Term, Type
from ruledsl.syntax import tree as t


class Interrupting(Deciding):
    """Whether a block is open stands in the state: play comes to the same decision from inside and from elsewhere."""

    def unless(self, s: t.Unless) -> None:
        block = self.l.open_blocks.get(id(s))
        if block is None:
            self.block(s.body)
            return
        out, after = self.b.label("dropped"), self.b.label("after")
        sets = self.beginning(block)
        if block.number not in self.interruptions:
            label = self.l.holes.template(f"unless.{block.number}", s.event, 1, lambda v: None, self)
            kept = tuple((region, self.l.outside(self, f"{region}.begins", term)) for region, term in sets)
            self.interruptions[block.number] = Interruption(label, self.b.place, block.seconds, kept)
        for region, term in sets:
            self.b.emit("store", region, self.b.const(0), self.v.value(term))
        self.b.emit("store", since(block.number), self.b.const(0), self.b.value("load", "decisions", self.b.const(0)))
        ways = self.ways_out.setdefault(block.number, [])
        self.b.emit("const", self.way_out(block), len(ways))
        ways.append(out)
        self.open.append(block)
        self.block(s.body)
        self.open.pop()
        self.b.emit("store", meanwhile(block.number), self.b.const(0), self.b.const(0))
        self.b.emit("jump", after)
        self.b.start(out)
        self.block(s.otherwise or ())
        self.b.start(after)

    def beginning(self, block: Open) -> list[tuple[str, Term]]:
        """What is noted when a block begins: at whose decisions it may be dropped, and how likely that is."""
        s = block.statement
        seats = Type("set", of=Type("player"))
        who = Term("set", seats, (self.term(s.who),)) if s.who is not None else Term("players", seats)
        odds = [(chance_of(block.number, n), self.term(e)) for n, e in enumerate((s.odds, s.out_of)) if e is not None]
        return [(meanwhile(block.number), who), *((region, term) for region, term in odds if region in self.l.regions)]

    # ---- decisions ----

    def ask(self, site: int, mask: int, answered: str) -> None:
        around = [block for block in self.l.open_blocks.values() if block in self.open or self.here in block.inside]
        for block in around:
            if block.falls:
                self.fall(block, mask)
        if not around:
            super().ask(site, mask, answered)
            return
        back = self.b.label("declared")
        super().ask(site, mask, back)
        self.b.start(back)
        move = self.b.value("load", "move", self.b.const(0))
        for block in around:
            other = self.b.label("other")
            self.b.emit("branch", self.b.value("eq", move, self.b.const(INTERRUPT - block.number)), self.way(block), other)
            self.b.start(other)
        self.b.emit("jump", answered)

    def fall(self, block: Open, mask: int) -> None:
        """Where nobody looks, chance may declare it before somebody is asked."""
        on, off = self.b.label("may_come"), self.b.label("asks")
        self.b.emit("branch", self.b.value("and", self.b.value("load", meanwhile(block.number), self.b.const(0)), mask), on, off)
        self.b.start(on)
        self.b.emit("branch", self.l.chance.comes(self, block), self.way(block), off)
        self.b.start(off)

    # ---- out of the block ----

    def way(self, block: Open) -> str:
        """Where play goes when a block is dropped."""
        if block.number not in self.drops:
            self.drops[block.number] = self.b.label("drops")
        return self.drops[block.number]

    def way_out(self, block: Open) -> int:
        """The register that says, of a block that is lowered several times, in which of them play stands."""
        if block.number not in self.standing:
            self.standing[block.number] = self.b.new()
        return self.standing[block.number]

    def lower_drops(self) -> None:
        """What is inside goes on no more, and play goes on with the `else:`."""
        for block in self.l.open_blocks.values():
            if block.number in self.drops:
                self.b.start(self.drops[block.number])
                self.close(block.dropped, block.inside)
                self.unseal(block)
                ways = self.ways_out.get(block.number, [self.halt])
                self.b.emit("switch", self.way_out(block), *ways) if len(ways) > 1 else self.b.emit("jump", *ways)

    def left(self, name: str) -> None:
        """Play may have come out of the middle of a phase: what was going on in it goes on no more."""
        if name in self.l.ended:
            leads = self.l.leads(name)
            self.close(frozenset(b.number for b in self.l.open_blocks.values() if b.owner in leads), leads - {name})

    def close(self, blocks: frozenset[int], names: frozenset[str]) -> None:
        zero = self.b.const(0)
        for number in sorted(blocks):
            self.b.emit("store", meanwhile(number), zero, zero)
        for phase in sorted(names):
            if runs(phase) in self.l.regions:
                self.b.emit("store", runs(phase), zero, zero)

    def unseal(self, block: Open) -> None:
        """Where several are asked at once in there, the answers of some may wait for those of others: nobody comes back to them."""
        callables = self.model.callables
        written = [*block.statement.body, *(node for name in block.inside if name in callables for node in bodies(callables[name]))]
        asked = [s.who for node in written for s in t.within(node, t.ChooseAction)]
        asked += [s.who for node in written for s in t.within(node, t.ChooseValue)]
        if SEALED in self.l.regions and any(isinstance(who, t.Loop) for who in asked):
            for cell in range(self.l.region(SEALED).count):
                self.b.emit("store", SEALED, self.b.const(cell), self.b.const(0))
