"""What each operation becomes in LLVM: one method an op, named as in the op table."""

from __future__ import annotations

from ruledsl.ir.ops import OPS, Fault
from ruledsl.ir.program import ASKING, KINDS, OVER, Instr, Zone
from ruledsl.ir.rng import GOLDEN, MOST, signed
from ruledsl.kernels.lined import NO_EDGE, TANGLED
from ruledsl.native.melds import unmatched
from ruledsl.native.rows import met
from ruledsl.native.text import between, literal
from ruledsl.native.trails import longest
from ruledsl.native.trying import Trying
from ruledsl.native.zones import LOOSE

LOWEST = -(1 << 63)

METHODS = {name: f"op_{name}" for name in OPS}


class Operations(Trying):
    """A function text that knows the operations."""

    def emit(self, instr: Instr) -> None:
        getattr(self, METHODS[instr.op])(*instr.args)

    # numbers -----------------------------------------------------------------------------------------------------

    def op_const(self, d: int, number: int) -> None:
        self.set(d, str(number))

    def op_copy(self, d: int, a: int) -> None:
        self.set(d, self.get(a))

    def op_natural(self, d: int, a: int, fault: str) -> None:
        self.check(self.body.compare("sge", self.get(a), "0"), Fault(fault))
        self.set(d, self.get(a))

    def _checked(self, how: str, d: int, a: int, b: int) -> None:
        pair = self.body.let(f"call {{ i64, i1 }} @llvm.s{how}.with.overflow.i64(i64 {self.get(a)}, i64 {self.get(b)})")
        good = self.body.let(f"extractvalue {{ i64, i1 }} {pair}, 1")
        self.check(self.body.let(f"xor i1 {good}, true"), Fault.OVERFLOW)
        self.set(d, self.body.let(f"extractvalue {{ i64, i1 }} {pair}, 0"))

    def op_add(self, d: int, a: int, b: int) -> None:
        self._checked("add", d, a, b)

    def op_sub(self, d: int, a: int, b: int) -> None:
        self._checked("sub", d, a, b)

    def op_mul(self, d: int, a: int, b: int) -> None:
        self._checked("mul", d, a, b)

    def _divisor(self, b: int) -> str:
        divisor = self.get(b)
        if not literal(divisor):
            self.check(self.body.compare("ne", divisor, "0"), Fault.DIVISION)
        elif int(divisor) == 0:
            self.check("false", Fault.DIVISION)
            return "1"
        return divisor

    def op_div(self, d: int, a: int, b: int) -> None:
        body, x, y = self.body, self.get(a), self._divisor(b)
        if not literal(y) or y == "-1":
            lowest = body.compare("ne", x, str(LOWEST))
            minus = body.compare("ne", y, "-1")
            self.check(body.let(f"or i1 {lowest}, {minus}"), Fault.OVERFLOW)
        quotient = body.let(f"sdiv i64 {x}, {y}")
        rest = body.let(f"srem i64 {x}, {y}")
        self.set(d, body.let(f"add i64 {quotient}, {body.let(f'sext i1 {self._uneven(rest, y)} to i64')}"))

    def op_mod(self, d: int, a: int, b: int) -> None:
        body, x, y = self.body, self.get(a), self._divisor(b)
        if not literal(y) or y == "-1":  # the processor faults on lowest % -1; every number leaves 0
            y = body.let(f"select i1 {body.compare('eq', y, '-1')}, i64 1, i64 {y}")
        rest = body.let(f"srem i64 {x}, {y}")
        self.set(d, body.let(f"add i64 {rest}, {body.let(f'select i1 {self._uneven(rest, y)}, i64 {y}, i64 0')}"))

    def _uneven(self, rest: str, divisor: str) -> str:
        """Whether division towards zero must be corrected to rounding down: the rest has the other sign."""
        if literal(divisor) and int(divisor) > 0:
            return self.body.compare("slt", rest, "0")
        other = self.body.compare("slt", self.body.do("xor", rest, divisor), "0")
        some = self.body.compare("ne", rest, "0")
        return self.body.let(f"and i1 {other}, {some}")

    def op_eq(self, d: int, a: int, b: int) -> None:
        self.set_flag(d, self.body.compare("eq", self.get(a), self.get(b)))

    def op_ne(self, d: int, a: int, b: int) -> None:
        self.set_flag(d, self.body.compare("ne", self.get(a), self.get(b)))

    def op_lt(self, d: int, a: int, b: int) -> None:
        self.set_flag(d, self.body.compare("slt", self.get(a), self.get(b)))

    def op_le(self, d: int, a: int, b: int) -> None:
        self.set_flag(d, self.body.compare("sle", self.get(a), self.get(b)))

    def op_and(self, d: int, a: int, b: int) -> None:
        self.set(d, self.body.do("and", self.get(a), self.get(b)))

    def op_or(self, d: int, a: int, b: int) -> None:
        self.set(d, self.body.do("or", self.get(a), self.get(b)))

    def op_xor(self, d: int, a: int, b: int) -> None:
        self.set(d, self.body.do("xor", self.get(a), self.get(b)))

    def op_mix(self, d: int, a: int, b: int) -> None:
        both = self.body.do("add", self.body.do("xor", self.get(a), self.get(b)), str(signed(GOLDEN)))
        self.set(d, self.body.ask("@mix", f"i64 {both}"))

    def op_not(self, d: int, a: int) -> None:
        self.set_flag(d, self.body.let(f"xor i1 {self.truth(a)}, true"))

    def op_shl(self, d: int, a: int, b: int) -> None:
        amount = self.index(b, 64)
        self.set(d, self.body.do("shl", self.get(a), amount))

    def op_shr(self, d: int, a: int, b: int) -> None:
        amount = self.index(b, 64)
        self.set(d, self.body.do("lshr", self.get(a), amount))

    def op_popcount(self, d: int, a: int) -> None:
        self.set(d, self.body.let(f"call i64 @llvm.ctpop.i64(i64 {self.get(a)})"))

    def op_lowbit(self, d: int, a: int) -> None:
        self.check(self.truth(a), Fault.NO_MEMBER)
        self.set(d, self.body.let(f"call i64 @llvm.cttz.i64(i64 {self.get(a)}, i1 true)"))

    def op_highbit(self, d: int, a: int) -> None:
        self.check(self.truth(a), Fault.NO_MEMBER)
        above = self.body.let(f"call i64 @llvm.ctlz.i64(i64 {self.get(a)}, i1 true)")
        self.set(d, self.body.do("xor", above, "63"))

    def op_select(self, d: int, a: int, yes: int, no: int) -> None:
        self.set(d, self.body.let(f"select i1 {self.truth(a)}, i64 {self.get(yes)}, i64 {self.get(no)}"))

    # tables, the block, functions, chance ------------------------------------------------------------------------

    def op_table(self, d: int, name: str, a: int) -> None:
        self.set(d, self._of_table(name, self.index(a, len(self.program.tables[name]))))

    def _of_table(self, name: str, at: str) -> str:
        """What stands at a place that there is."""
        table = self.module.table(name)
        if table.least == table.most and self.program.tables[name]:
            return str(table.least)
        pointer = self.body.let(f"getelementptr inbounds i{table.width}, ptr {table.symbol}, i64 {at}")
        value = self.body.let(f"load i{table.width}, ptr {pointer}{between(table.least, table.most, table.width)}")
        return value if table.width == 64 else self.body.let(f"sext i{table.width} {value} to i64")

    def op_unmatched(self, d: int, word: int, rows: str, worth: str, *cards: int) -> None:
        symbol = unmatched(self.module, rows, worth, len(cards))
        self.set(d, self.body.ask(symbol, f"i64 {word}", *(f"i64 {self.get(c)}" for c in cards)))

    def op_longest(self, d: int, words: int, rows: str, *masks: int) -> None:
        length = self.body.ask(longest(self.module, rows, words, len(masks)), *(f"i64 {self.get(mask)}" for mask in masks))
        self.check(self.body.compare("ne", length, str(TANGLED)), Fault.TANGLED)
        self.check(self.body.compare("ne", length, str(NO_EDGE)), Fault.NO_EDGE)
        self.set(d, length)

    def op_card_of(self, d: int, a: int) -> None:
        body, member, number = self.body, self.get(a), str(max(1, len(self.program.cards)))
        alone = body.compare("slt", member, number)
        self.set(d, body.let(f"select i1 {alone}, i64 {member}, i64 {body.do('urem', member, number)}"))

    def op_among(self, d: int, word: int, cards: int, c: int) -> None:
        body, card = self.body, self.get(c)
        inside = body.compare("eq", body.do("ashr", card, "6"), str(word))
        bit = body.do("shl", "1", body.do("and", card, "63"))
        self.set(d, body.do("or", self.get(cards), body.let(f"select i1 {inside}, i64 {bit}, i64 0")))

    def op_load(self, d: int, region: str, a: int) -> None:
        at = self.index(a, self.program.region[region].count)
        self.set(d, self.memory.load(self.body, region, at))

    def op_store(self, region: str, a: int, b: int) -> None:
        info = self.program.region[region]
        at = self.index(a, info.count)
        value = self.get(b)
        self.check(self.within(value, info.low, info.high), Fault.RANGE)
        self.memory.store(self.body, region, at, value)
        if region in self.program.indexes:
            word = self.body.do("lshr", at, "6") if info.count > 64 else "0"
            bit = self.body.do("shl", "1", self.body.do("and", at, "63") if info.count > 64 else at)
            self._keep_index(region, word, bit, value)
        self._keep_sets(region, at, value)

    def op_fill(self, region: str, members: int, b: int, first: int) -> None:
        """The cells one by one, where anybody reads them; the index at once."""
        body, info, cells, value = self.body, self.program.region[region], self.get(members), self.get(b)
        nothing = body.compare("eq", cells, "0")
        last = body.do("lshr", cells, str(info.count - first)) if info.count - first < 64 else "0"
        self.check(body.compare("eq", last, "0"), Fault.BOUNDS)
        self.check(body.let(f"or i1 {nothing}, {self.within(value, info.low, info.high)}"), Fault.RANGE)
        if region not in self.memory.unread:
            with body.bits(cells) as bit:
                at = body.do("add", bit, str(first)) if first else bit
                self.memory.store(body, region, at, value)
                self._keep_sets(region, at, value)
        if region in self.program.indexes:
            self._keep_index(region, str(first // 64), cells, value)

    def _keep_index(self, variable: str, word: str, bit: str, value: str) -> None:
        """The instances of a set, which is one word, stand with their new value, and with no other."""
        body, index, low = self.body, self.program.indexes[variable], self.program.region[variable].low
        others, words = body.do("xor", bit, "-1"), -(-self.program.region[variable].count // 64)
        for n in range(index.count // words):
            at = str(int(word) + n * words) if literal(word) else body.do("add", word, str(n * words))
            kept = body.do("and", self.memory.load(body, index.name, at), others)
            here = body.let(f"select i1 {body.compare('eq', value, str(low + n))}, i64 {bit}, i64 0")
            self.memory.store(body, index.name, at, body.do("or", kept, here))

    def _keep_sets(self, variable: str, at: str, value: str) -> None:
        """An instance of a variable comes into each set that hangs on it, or leaves it."""
        body, low = self.body, self.program.region[variable].low
        for kept in self.program.kept:
            if kept.variable == variable and kept.region not in self.memory.unread:
                place = body.do("sub", value, str(low)) if low else value
                for n, (bits, holds) in enumerate(kept.rows):
                    bit = self._of_table(bits, at)
                    inside = body.do("and", body.do("lshr", self._of_table(holds, at), place), "1")
                    here = body.let(f"select i1 {body.compare('ne', inside, '0')}, i64 {bit}, i64 0")
                    others = body.do("and", self.memory.load(body, kept.region, str(n)), body.do("xor", bit, "-1"))
                    self.memory.store(body, kept.region, str(n), body.do("or", others, here))

    def op_call(self, d: int, name: str, *arguments: int) -> None:
        callee = self.module.function(name)
        self.ticks |= callee.ticks
        value = self.module.call(self.body, name, [f"i64 {self.get(a)}" for a in arguments])
        if callee.faults:
            self.check_code(self.body.read("%fault"))
        self.set(d, value)
        heard = self.module.heard
        if self.function.name in heard:
            self.module.hear(self.body, heard[self.function.name], value)

    def op_random(self, d: int, a: int) -> None:
        bound = self.get(a)
        self.check_bound(bound)
        self.set(d, self.body.let(f"call i64 @below.rng(ptr {self.memory.pointer(self.body, 'rng', '0')}, i64 {bound})"))

    def check_bound(self, bound: str) -> None:
        """So many outcomes can be drawn from."""
        self.check(self.body.compare("sge", bound, "1"), Fault.NO_MEMBER)
        self.check(self.body.compare("sle", bound, str(MOST)), Fault.OVERFLOW)

    def op_tick(self) -> None:
        self.ticks = True
        left = self.body.let(f"sub i64 {self.body.let('load i64, ptr %fuel')}, 1")
        self.check(self.body.compare("sge", left, "0"), Fault.FUEL)
        self.body.put(f"store i64 {left}, ptr %fuel")

    # ends --------------------------------------------------------------------------------------------------------

    def op_jump(self, to: str) -> None:
        self.flush()
        self.body.put(f"br label %{self.label(to)}")

    def op_branch(self, a: int, yes: str, no: str) -> None:
        truth = self.truth(a)
        if self.leads_to_option(yes, no):
            self._offer(yes, truth)
            yes = no
        elif self.leads_to_option(no, yes):
            self._offer(no, self.body.let(f"xor i1 {truth}, true"))
            no = yes
        self.flush()
        self.body.fork(truth, self.label(yes), self.label(no))

    def op_switch(self, a: int, *to: str) -> None:
        value = self.index(a, len(to))
        self.flush()
        cases = " ".join(f"i64 {n}, label %{self.label(name)}" for n, name in enumerate(to))
        self.body.put(f"switch i64 {value}, label %{self.label(to[0])} [{cases}]")

    def op_return(self, a: int) -> None:
        if self.function.role == "legal":
            self.body.put(f"ret i64 {self.body.read('%n')}")
            return
        value = self.get(a)
        self.returns.append((len(self.body.lines), value))
        self.body.put(f"ret i64 {value}")

    def op_ask(self, site: int, seats: int, count: int, then: str) -> None:
        for region, register in (("ask.seats", seats), ("ask.count", count)):
            info = self.program.region[region]
            self.check(self.within(self.get(register), info.low, info.high), Fault.RANGE)
            self.memory.store(self.body, region, "0", self.get(register))
        numbers = {
            "ask.site": site,
            "ask.kind": KINDS.index(self.program.sites[site].kind),
            "pc": self.function.resumes.index(then),
        }
        for region, number in numbers.items():
            self.memory.store(self.body, region, "0", str(number))
        self._stop(ASKING)

    def op_finish(self) -> None:
        self._stop(OVER)

    def _stop(self, status: int) -> None:
        self.memory.store(self.body, "status", "0", str(status))
        self.body.put(f"ret i64 {status}")

    def op_trap(self, fault: str) -> None:
        self.check("false", Fault(fault))
        self.body.put("unreachable")

    def op_option(self, number: int, *arguments: int) -> None:
        self._write_option("true", number, arguments)

    def op_once(self, number: int, *arguments: int) -> None:
        """The row is written behind the others, and counted if none of these is the same."""
        body, width, count = self.body, self.program.arguments + 1, self.body.read("%n")
        row = body.word("%out", body.do("mul", count, str(width)))
        for n, value in enumerate([str(number), *(self.get(a) for a in arguments), *["0"] * (width - 1 - len(arguments))]):
            body.write(body.word(row, str(n)), value)
        helper = self.zones.helper("met", "ptr %out, i64 %n, i64 %width", met)
        new = body.compare("eq", body.ask(helper, "ptr %out", f"i64 {count}", f"i64 {width}"), "0")
        room = body.compare("ult", count, str(self.program.max_options))
        self.check(body.let(f"select i1 {new}, i1 {room}, i1 true"), Fault.TOO_MANY)
        body.write("%n", body.do("add", count, body.wide(new)))

    def op_options(self, number: int, first: int, *arguments: int) -> None:
        """Row by row."""
        body = self.body
        values = [str(number), *(self.get(a) for a in arguments[:-1])]
        with body.bits(self.get(arguments[-1])) as bit:
            self._write_row("true", [*values, body.do("add", bit, str(first)) if first else bit])

    def op_pairs(self, number: int, first: int, times: int, table: str, *arguments: int) -> None:
        """Row by row."""
        body, seconds = self.body, self.program.tables[table]
        given, sets = self.parted(seconds, arguments)
        with body.bits(body.joined("or", sets)) as bit:
            cell = body.do("add", bit, str(first)) if first else bit
            for second, members in zip(seconds, sets, strict=True):
                other = body.do("add", cell, str(second)) if times else str(second)
                here = body.compare("ne", body.do("and", body.do("lshr", members, bit), "1"), "0")
                self._write_row(here, [str(number), *given, cell, other])

    def parted(self, seconds: tuple[int, ...], arguments: tuple[int, ...]) -> tuple[list[str], list[str]]:
        """The arguments before a pair, and the sets of its first part, by its second."""
        values = [self.get(a) for a in arguments]
        return values[: len(values) - len(seconds)], values[len(values) - len(seconds) :]

    def leads_to_option(self, label: str, behind: str) -> bool:
        """Whether a block names an option, does nothing else, and goes on to the other one."""
        instrs = self.blocks[label].instrs
        return len(instrs) == 2 and [i.op for i in instrs] == ["option", "jump"] and instrs[1].args == (behind,)

    def _offer(self, label: str, wanted: str) -> None:
        """The option of such a block, without a branch that no processor can foresee: it is written in any case, and counted if wanted."""
        option = self.blocks[label].instrs[0]
        place, self.place = self.place, option.place
        self.module.count(self.body, self.function.name, label, wanted)
        self._write_option(wanted, option.args[0], option.args[1:])
        self.place = place

    def _write_option(self, wanted: str, number: int, arguments: tuple[int, ...]) -> None:
        self._write_row(wanted, [str(number), *(self.get(a) for a in arguments)])

    def _write_row(self, wanted: str, values: list[str]) -> None:
        body, width = self.body, self.program.arguments + 1
        count = body.read("%n")
        room = body.compare("ult", count, str(self.program.max_options))
        self.check(room if wanted == "true" else body.let(f"select i1 {wanted}, i1 {room}, i1 true"), Fault.TOO_MANY)
        row = body.word("%out", body.do("mul", count, str(width)))
        for n, value in enumerate(values + ["0"] * (width - len(values))):
            body.write(body.word(row, str(n)), value)
        body.write("%n", body.do("add", count, body.wide(wanted)))

    # zones -------------------------------------------------------------------------------------------------------

    def zone(self, name: str, register: int) -> tuple[Zone, str]:
        """A zone and its instance, checked."""
        zone = self.program.zone[name]
        return zone, self.index(register, zone.instances)

    def helped(self, symbol: str, *numbers: str) -> str:
        return self.body.ask(symbol, "ptr %s", *(f"i64 {number}" for number in numbers))

    def op_zcount(self, d: int, name: str, a: int) -> None:
        zone, k = self.zone(name, a)
        self.set(d, self.zones.count(self.body, zone, k))

    def op_zheld(self, d: int, name: str, a: int) -> None:
        zone, k = self.zone(name, a)
        self.set(d, self.zones.held(self.body, zone, k))

    def op_zhas(self, d: int, name: str, a: int, c: int) -> None:
        zone, k = self.zone(name, a)
        self.set_flag(d, self.zones.has(self.body, zone, k, self.get(c)))

    def op_zat(self, d: int, name: str, a: int, b: int) -> None:
        self.op_znth(d, name, a, b, settled=True)

    def op_znth(self, d: int, name: str, a: int, b: int, settled: bool = False) -> None:
        zone, k = self.zone(name, a)
        place = self.get(b)
        if zone.ordered:
            self.check(self.body.compare("ult", place, self.zones.count(self.body, zone, k)), Fault.NO_CARD)
            if zone.loose and settled:
                self.check(self.body.compare("uge", place, self.zones.loose(self.body, zone, k)), Fault.UNSETTLED)
            self._found(d, self.zones.card(self.body, zone, k, place), zone, k)
        else:
            card = self.helped(self.zones.nth(zone), k, place)
            self.check(self.body.compare("sge", card, "0"), Fault.NO_CARD)
            self._found(d, card, zone, k)

    def op_znext(self, d: int, name: str, a: int, c: int) -> None:
        zone, k = self.zone(name, a)
        self.set(d, self.helped(self.zones.next(zone), k, self.get(c)))

    def op_ztop(self, d: int, name: str, a: int) -> None:
        zone, k = self.zone(name, a)
        card = self.helped(self.zones.top(zone), k)
        if zone.loose:
            self.check(self.body.compare("ne", card, str(LOOSE)), Fault.UNSETTLED)
        self._found(d, card, zone, k)

    def _found(self, d: int, card: str, zone: Zone, k: str) -> None:
        """A register that becomes a card which lies here."""
        self.found_in[card] = zone, k
        self.set(d, card)

    def op_zloose(self, d: int, name: str, a: int) -> None:
        zone, k = self.zone(name, a)
        self.set(d, self.zones.loose(self.body, zone, k))

    def op_zsettle(self, name: str, a: int, b: int) -> None:
        zone, k = self.zone(name, a)
        which = self.get(b)
        if not zone.loose:
            self.check("false", Fault.NO_CARD)
            return
        loose = self.zones.loose(self.body, zone, k)
        self.check(self.body.compare("ult", which, loose), Fault.NO_CARD)
        self.zones.settle(self.body, zone, k, which, loose)

    def op_zshuffle(self, name: str, a: int) -> None:
        zone, k = self.zone(name, a)
        self.helped(self.zones.shuffle(zone), k)

    def op_zput(self, name: str, a: int, c: int) -> None:
        zone, k = self.zone(name, a)
        card = self.get(c)
        source, i = self.found_in.get(card, (None, ""))
        symbol = self.zones.put(zone, source=source)
        self.check_kind(self.helped(symbol, k, card, i) if source else self.helped(symbol, k, card))

    def op_zunder(self, name: str, a: int, c: int) -> None:
        zone, k = self.zone(name, a)
        self.check_kind(self.helped(self.zones.put(zone, under=True), k, self.get(c)))

    def op_zall(self, source: str, a: int, target: str, b: int) -> None:
        (one, i), (other, k) = self.zone(source, a), self.zone(target, b)
        self.check_kind(self.helped(self.zones.put_all(one, other), i, k))

    def op_zgather(self, name: str, a: int) -> None:
        zone, k = self.zone(name, a)
        self.check_kind(self.helped(self.zones.gather(zone), k))

    def op_know(self, c: int, seats: int) -> None:
        self.check_kind(self.helped(self.zones.know(), self.get(c), self.get(seats)))

    def op_glimpse(self, c: int, seats: int, *others: int) -> None:
        words = [self.get(word) for word in others] or ["0"] * self.program.words
        self.check_kind(self.helped(self.zones.know(one=True), self.get(c), self.get(seats), *words))

    def op_zknow(self, name: str, a: int, seats: int) -> None:
        zone, k = self.zone(name, a)
        self.check_kind(self.helped(self.zones.know_all(zone), k, self.get(seats)))
