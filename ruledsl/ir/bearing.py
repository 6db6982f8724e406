"""What the future of a state hangs on: a slice of the program from its options, its branches and the goal back to the state.

It begins where a seat chooses; what lies before the first choice, such as the deal, bears on nothing any more. Branches into a fault bear
on nothing either: who leaves them out must stop at the first fault that is met. Chance is not followed: whoever uses this settles it
before. What is not understood is taken to bear on everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruledsl.ir.behind import alone, behind
from ruledsl.ir.flow import defined, targets, used
from ruledsl.ir.guises import guises_bear
from ruledsl.ir.layout import card_references
from ruledsl.ir.ops import OPS
from ruledsl.ir.origins import ARITHMETIC, Origins
from ruledsl.ir.paths import Paths, Point
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import record

CONTENTS, TOP, COUNT, LOOSE = "contents", "top", "count", "loose"
"""What of a zone can bear on the future."""

_READS = {"zcount": COUNT, "ztop": TOP, "zat": CONTENTS, "zhas": CONTENTS, "znext": CONTENTS, "zloose": LOOSE}
_PUTS = ("zput", "zunder", "zall", "zgather", "zsettle", "zshuffle")
_PARTS = {"bits": CONTENTS, "cards": CONTENTS, "count": COUNT, "loose": LOOSE}
_OWN = ("store", "fill", "know", "zknow", *_PUTS, "random")

Slots = frozenset[int]


@record(frozen=True)
class Needs:
    """What bears on the future: regions of variables, aspects of zones, slots of the frame."""

    regions: frozenset[str] = frozenset()
    zones: frozenset[tuple[str, str]] = frozenset()
    slots: Slots = frozenset()

    def __or__(self, other: Needs) -> Needs:
        return Needs(self.regions | other.regions, self.zones | other.zones, self.slots | other.slots)

    def __sub__(self, other: Needs) -> Needs:
        return Needs(self.regions - other.regions, self.zones - other.zones, self.slots - other.slots)


@record(frozen=True)
class Bearing:
    """`at` says what bears on the future at each resume point where a seat chooses; `sites` which sites ask there. `same` numbers the
    cards: cards with one number can change places and nothing is different. `homes` is the register that each slot of the frame keeps,
    `filled` and `left` are the zones that cards can come into and leave, `guises` says whether it matters as what cards are chosen. `rest` is what of the
    program can run behind a choice, before chance falls."""

    at: dict[int, Needs]
    sites: dict[int, frozenset[int]]
    same: tuple[int, ...]
    homes: dict[int, int]
    filled: frozenset[str]
    left: frozenset[str]
    guises: bool
    rest: Program

    @property
    def needs(self) -> Needs:
        """All of it, wherever play stands."""
        out = Needs()
        for needs in self.at.values():
            out |= needs
        return out


def bearing(program: Program, goals: Iterable[str]) -> Bearing:
    """What bears on the future of a game whose end is judged by these functions."""
    found = _Slice(program, goals)
    found.close()
    guises = guises_bear(program, found.reached, found.bearing)
    return Bearing(found.alive(), found.sites(), found.same(), found.homes, found.origins.filled, found.origins.left, guises, found.rest)


class _Slice:
    def __init__(self, program: Program, goals: Iterable[str]):
        self.program = program
        self.main = program.functions["main"]
        self.goals = tuple(goals)
        self.paths = Paths(self.main)
        self.points = _reached(program, self.paths)
        self.reached = list({point[0]: self.paths.block(point) for point in self.points}.values())
        self.traps = {f.name: _traps(f) for f in program.functions.values()}
        self.homes = dict(_homes(self.main))
        self.indexed = {index.name: variable for variable, index in program.indexes.items()}
        self.wanted = dict.fromkeys([*self.goals, *self._menus()])
        self.bears: dict[str, int] = {}
        self.regions: set[str] = set()
        self.zones: set[tuple[str, str]] = set()
        self.slots: dict[str, set[int]] = {}
        self.rest = behind(program, self.reached, frozenset[int]().union(*self.sites().values()), self.goals)
        self.origins = Origins(self.rest, self.reached)
        self.shuffles = any(i.op == "zshuffle" for block in self.reached for i in block.instrs)

    def _menus(self) -> list[str]:
        asked = (self.program.sites[block.instrs[-1].args[0]] for block in self.reached if block.instrs[-1].op == "ask")
        return [site.legal for site in asked if site.legal]

    # ---- the slice ---------------------------------------------------------------------------

    def close(self) -> None:
        """Mark what bears, until nothing new does."""
        size = -1
        while size != (size := self._size()):
            for name in list(self.wanted):
                self._mark(name, self.program.functions[name].blocks)
            self._mark("main", self.reached)
            self._widen()

    def _size(self) -> int:
        registers = sum(mask.bit_count() for mask in self.bears.values())
        return registers + len(self.regions) + len(self.zones) + len(self.wanted) + sum(map(len, self.slots.values()))

    def _mark(self, name: str, blocks: Iterable[Block]) -> None:
        for block in blocks:
            constants: dict[int, int] = {}
            for instr in block.instrs:
                if instr.op == "const":
                    constants[instr.args[0]] = instr.args[1]
                if self.bearing(name, instr):
                    self._take(name, instr, constants)

    def bearing(self, name: str, instr: Instr) -> bool:
        """Does what an instruction does bear on the future?"""
        form = OPS[instr.op].form
        match instr.op:
            case "branch":
                return not self.traps[name].intersection(instr.args[1:])
            case "switch" | "ask" | "option" | "options" | "pairs":
                return True
            case "return":
                return name in self.wanted
            case "store" | "fill":
                return instr.args[0] in self.regions
            case "know" | "zknow":
                return "known" in self.regions
            case op if op in _PUTS:
                return bool(self.zones)
        if form.startswith("d"):
            return bool(self.bears.get(name, 0) >> instr.args[0] & 1)
        return OPS[instr.op].effect != "ends" and instr.op != "tick"

    def _take(self, name: str, instr: Instr, constants: dict[int, int]) -> None:
        """An instruction bears: so does what it reads."""
        for register in used(instr):
            self.bears[name] = self.bears.get(name, 0) | 1 << register
        needs = self._reads(instr, constants)
        self.regions |= needs.regions
        self.zones |= needs.zones
        self.slots.setdefault(name, set()).update(needs.slots)
        for slot in needs.slots if name != "main" else ():
            if slot in self.homes:
                self.bears["main"] = self.bears.get("main", 0) | 1 << self.homes[slot]
        if instr.op == "call":
            self.wanted.setdefault(instr.args[1])

    def _reads(self, instr: Instr, constants: dict[int, int]) -> Needs:
        """What of the state an instruction reads itself."""
        if instr.op == "load":
            return self._loads(instr.args[1], constants.get(instr.args[2]))
        if instr.op in _READS:
            zone = self.program.zone[instr.args[1]]
            aspect = _READS[instr.op]
            return _of_zone(zone.name, CONTENTS if aspect == TOP and not zone.ordered else aspect)
        if instr.op not in _OWN and "Z" in OPS[instr.op].form:
            return self._everything()
        return Needs()

    def _loads(self, region: str, index: int | None) -> Needs:
        zone, _, part = region.rpartition(".")
        if zone in self.program.zone and part in _PARTS:
            return _of_zone(zone, _PARTS[part])
        if region == "frame":
            return Needs(slots=frozenset(self.homes if index is None else {index}))
        if region == "card.zone":
            return self._everything()
        match self.program.region[region].role:
            case "header":
                return Needs()
            case "index":
                return Needs(regions=frozenset({self.indexed[region]}))
        return Needs(regions=frozenset({region}))

    def _everything(self) -> Needs:
        return Needs(zones=frozenset((zone.name, CONTENTS) for zone in self.program.zones))

    def _widen(self) -> None:
        """Where the top of a pile bears and can be taken away, what lies below it bears, too. What is poured into a zone bears as
        the zone does."""
        left = self.origins.left
        for zone, aspect in list(self.zones):
            if aspect == TOP and zone in left:
                self.zones.add((zone, CONTENTS))
        for block in self.reached:
            for instr in block.instrs:
                if instr.op == "zall" and any(zone == instr.args[2] for zone, _ in self.zones):
                    self.zones.add((instr.args[0], CONTENTS))
                if instr.op == "zgather" and any(zone == instr.args[0] for zone, _ in self.zones):
                    self.zones |= self._everything().zones

    # ---- where it bears ----------------------------------------------------------------------

    def alive(self) -> dict[int, Needs]:
        """By resume point: what is read from there on before it is set anew."""
        resume = {label: pc for pc, label in enumerate(self.main.resumes)}
        effects = {block.label: self._effect(block) for block in self.reached}
        live = dict.fromkeys(self.points, Needs())
        ends = {block.label: self._behind(block) for block in self.reached}
        changed = True
        while changed:
            changed = False
            for point in reversed(self.points):
                after = ends[point[0]]
                for to in self.paths.after[point]:
                    after |= live.get(to, Needs())
                reads, sets = effects[point[0]]
                now = reads | (after - sets)
                if now != live[point]:
                    live[point], changed = now, True
        out: dict[int, Needs] = {}
        for point in self.points:
            last = self.paths.block(point).instrs[-1]
            if last.op == "ask" and self._chosen(last):
                (behind,) = self.paths.after[point]
                needs = live.get(behind, Needs()) | self._function(self.program.sites[last.args[0]].legal)
                pc = resume[last.args[3]]
                out[pc] = out.get(pc, Needs()) | self._kept(needs)
        return out

    def sites(self) -> dict[int, frozenset[int]]:
        """By resume point: the sites that ask there."""
        resume = {label: pc for pc, label in enumerate(self.main.resumes)}
        out: dict[int, frozenset[int]] = {}
        for block in self.reached:
            last = block.instrs[-1]
            if last.op == "ask" and self._chosen(last):
                pc = resume[last.args[3]]
                out[pc] = out.get(pc, frozenset()) | {last.args[0]}
        return out

    def _chosen(self, ask: Instr) -> bool:
        return self.program.sites[ask.args[0]].kind in alone(self.program)

    def _behind(self, block: Block) -> Needs:
        """What is read where a block stops."""
        last = block.instrs[-1]
        if last.op == "finish":
            out = Needs()
            for goal in self.goals:
                out |= self._function(goal)
            return out
        return Needs()

    def _effect(self, block: Block) -> tuple[Needs, Needs]:
        """What bearing instructions of a block of `main` read before it is set, and what is set. Registers count by their slot."""
        slots = {register: slot for slot, register in self.homes.items()}
        resuming = block.label in self.main.resumes
        reads, sets = Needs(), Needs()
        constants: dict[int, int] = {}
        for instr in block.instrs:
            if instr.op == "const":
                constants[instr.args[0]] = instr.args[1]
            if instr.op == "store" and instr.args[0] == "frame" or resuming and instr.op == "load" and instr.args[1] == "frame":
                continue
            if self.bearing("main", instr):
                here = self._reads(instr, constants) | Needs(slots=frozenset(slots[r] for r in used(instr) if r in slots))
                if instr.op == "call":
                    here |= self._function(instr.args[1])
                reads |= here - sets
            sets |= self._sets(instr, slots)
        return reads, sets

    def _sets(self, instr: Instr, slots: dict[int, int]) -> Needs:
        target = defined(instr)
        if target in slots:
            return Needs(slots=frozenset({slots[target]}))
        if instr.op == "store" and self.program.region[instr.args[0]].count == 1:
            return Needs(regions=frozenset({instr.args[0]}))
        return Needs()

    def _function(self, name: str) -> Needs:
        """What a function reads, with all that it calls."""
        out, ahead, seen = Needs(), [name] if name else [], set()
        while ahead:
            here = ahead.pop()
            if here in seen or here not in self.wanted:
                continue
            seen.add(here)
            for block in self.program.functions[here].blocks:
                constants: dict[int, int] = {}
                for instr in block.instrs:
                    if instr.op == "const":
                        constants[instr.args[0]] = instr.args[1]
                    if self.bearing(here, instr):
                        out |= self._reads(instr, constants)
                        if instr.op == "call":
                            ahead.append(instr.args[1])
        return out

    def _kept(self, needs: Needs) -> Needs:
        """Zones that bear at all bear everywhere: what is set into them is not followed. What follows from another aspect is left out."""
        kept = {(zone, aspect) for zone, aspect in self.zones if aspect == CONTENTS or (zone, CONTENTS) not in self.zones}
        if not self.shuffles:
            kept = {(zone, aspect) for zone, aspect in kept if aspect != LOOSE}
        loose = {(zone, LOOSE) for zone, _ in kept if self.shuffles and self.program.zone[zone].loose}
        return Needs(needs.regions, frozenset(kept | loose), needs.slots)

    # ---- which cards are the same ------------------------------------------------------------

    def same(self) -> tuple[int, ...]:
        """A number for each card. Two cards have the same one if no bearing table tells them apart, and no mask or other sum that is made
        of cards; every card has its own where something besides the zones speaks of single cards."""
        program, cards = self.program, range(len(self.program.cards))
        if self._single():
            return tuple(cards)
        tables = [program.tables[name] for name in sorted(self._tables())] + ([program.cards] if self._reckons() else [])
        keys = [tuple(table[card] for table in tables) for card in cards]
        if self._by_number():
            runs = [0]
            for card in cards[1:]:
                runs.append(runs[-1] + (keys[card] != keys[card - 1]))
            return tuple(runs[: len(cards)])
        numbers: dict[tuple[int, ...], int] = {}
        return tuple(numbers.setdefault(key, len(numbers)) for key in keys)

    def _single(self) -> bool:
        """Does a variable, a card's own state, what is known, or the frame speak of single cards?"""
        program = self.program
        by_card = {z.name for z in program.zones if z.owner == "card"} | {v.name for v in program.variables if v.owner == "card"}
        slots = {slot for needs in self.alive().values() for slot in needs.slots}
        named = {region for region, _ in card_references(program) if region != "frame"} | by_card
        spoken = {slot for region, slot in card_references(program) if region == "frame"}
        return bool(
            any(program.region[region].role == "card" or region.split(".")[0] in named for region in self.regions)
            or by_card & {zone for zone, _ in self.zones}
            or spoken & slots
            or any(self.origins.is_card("main", self.homes[slot]) for slot in slots if slot in self.homes)
        )

    def _reckons(self) -> bool:
        """Is anything reckoned out of cards and sets of cards that bears?"""
        return any(
            instr.op in ARITHMETIC and any(self.origins.is_card(name, register) for register in used(instr)) for name, instr in self._bearing()
        )

    def _tables(self) -> set[str]:
        """The tables in which bearing instructions look cards up."""
        return {
            instr.args[1]
            for name, instr in self._bearing()
            if instr.op == "table" and self.origins.is_card(name, instr.args[2]) and len(self.program.tables[instr.args[1]]) >= len(self.program.cards)
        }

    def _by_number(self) -> bool:
        """Are cards gone through by number?"""
        ordered = {zone.name: zone.ordered for zone in self.program.zones}
        if any(not ordered[zone] for zone, aspect in self.zones if aspect == CONTENTS):
            return True
        return any(instr.op in ("zhas", "zgather") or instr.op == "load" and instr.args[1] == "card.zone" for _, instr in self._bearing())

    def _bearing(self) -> Iterator[tuple[str, Instr]]:
        functions = [(name, self.program.functions[name].blocks) for name in self.wanted]
        for name, blocks in [*functions, ("main", self.reached)]:
            for block in blocks:
                for instr in block.instrs:
                    if self.bearing(name, instr):
                        yield name, instr


def _of_zone(zone: str, aspect: str) -> Needs:
    return Needs(zones=frozenset({(zone, aspect)}))


def _reached(program: Program, paths: Paths) -> list[Point]:
    """The points that play can come to from a choice of a seat, where chance does not fall."""
    asks = {label: block.instrs[-1] for label, block in paths.blocks.items() if block.instrs[-1].op == "ask"}
    chosen = {label for label, ask in asks.items() if program.sites[ask.args[0]].kind in alone(program)}
    starts = [to for point, after in paths.after.items() if point[0] in chosen for to in after]
    return paths.reached(starts, asks.keys() - chosen)


def _traps(function: Function) -> frozenset[str]:
    """The blocks that lead to a fault and nowhere else."""
    out: set[str] = set()
    size = -1
    while size != (size := len(out)):
        for block in function.blocks:
            after = targets(block)
            if block.instrs[-1].op == "trap" or after and out.issuperset(after):
                out.add(block.label)
    return frozenset(out)


def _homes(main: Function) -> Iterator[tuple[int, int]]:
    """The register of `main` that each slot of the frame keeps."""
    for block in main.blocks:
        constants: dict[int, int] = {}
        for instr in block.instrs:
            if instr.op == "const":
                constants[instr.args[0]] = instr.args[1]
            if instr.op == "store" and instr.args[0] == "frame" and instr.args[1] in constants:
                yield constants[instr.args[1]], instr.args[2]
