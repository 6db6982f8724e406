"""What the future of a state hangs on: a slice of the program from its options, its branches and the goal back to the state.

It begins where a seat chooses; what lies before the first choice, such as the deal, bears on nothing any more. Branches into a fault bear
on nothing either: who leaves them out must stop at the first fault that is met. Chance is not followed: whoever uses this settles it
before. What is not understood is taken to bear on everything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import reduce
from operator import or_

from ruledsl.ir import regions
from ruledsl.ir.alike import numbers_cards
from ruledsl.ir.behind import alone, behind
from ruledsl.ir.flow import answered, asking, called, changed_zones, constants, defined, doomed, loaded, sorted_use, stored, table_of, targets, used
from ruledsl.ir.guises import guises_bear
from ruledsl.ir.layout import card_references, part_of
from ruledsl.ir.merging import mingles
from ruledsl.ir.ops import OF_ZONES, OPS
from ruledsl.ir.origins import Origins
from ruledsl.ir.paths import Paths, Point
from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import record

CONTENTS, TOP, COUNT, LOOSE = "contents", "top", "count", "loose"
"""What of a zone can bear on the future."""

_BEARS = {"contents": CONTENTS, "order": CONTENTS, "top": TOP, "count": COUNT, "loose": LOOSE}
"""By aspect of the table of operations, what bears where it is read."""
_PARTS = {"bits": CONTENTS, "cards": CONTENTS, "count": COUNT, "loose": LOOSE}
"""The same by part of a zone, where its region is read."""

_HANDED = "vxcgs"
"""The sorts of registers that can hold a card, or a set of cards; in others it stands for a number."""

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
        return reduce(or_, self.at.values(), Needs())


def bearing(program: Program, goals: Iterable[str], apart: Collection[str] = ()) -> Bearing:
    """What bears on the future of a game whose end is judged by these functions. Of histories `apart` it does not count what was noted, but what will be."""
    found = _Slice(program, goals, apart)
    found.close()
    guises = guises_bear(program, found.reached, found.bearing)
    return Bearing(found.alive(), found.sites(), found.same(), found.homes, found.origins.filled, found.origins.left, guises, found.rest)


class _Slice:
    def __init__(self, program: Program, goals: Iterable[str], apart: Collection[str]):
        self.program = program
        self.apart = {regions.asked(name): regions.notes(name) for name in apart}
        self.words = {regions.word(name): regions.asked(name) for name in apart}
        self.main = program.functions["main"]
        self.goals = tuple(goals)
        self.paths = Paths(self.main)
        self.points = _reached(program, self.paths)
        self.reached = list({point[0]: self.paths.block(point) for point in self.points}.values())
        self.traps = {f.name: doomed(f) for f in program.functions.values()}
        self.homes = dict(_homes(self.main))
        self.indexed = {index: variable for variable, indexes in program.beside.items() for index in indexes}
        self.wanted = dict.fromkeys([*self.goals, *self._menus()])
        self.bears: dict[str, int] = {}
        self.regions: set[str] = set()
        self.zones: set[tuple[str, str]] = set()
        self.slots: dict[str, set[int]] = {}
        asked = filter(None, map(asking, self.main.blocks))  # what is asked but once is where a search begins
        self.rest = behind(program, self.reached, frozenset(ask.args[0] for ask in asked if self._chosen(ask)), self.goals)
        self.origins = Origins(self.rest, self.reached)
        self.shuffles = any(_loosens(instr) for block in self.reached for instr in block.instrs)

    def _menus(self) -> list[str]:
        asked = (asking(block) for block in self.reached)
        return [legal for ask in asked if ask and (legal := self.program.sites[ask.args[0]].legal)]

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
            for instr, known in constants(block):
                if self.bearing(name, instr):
                    self._take(name, instr, known)

    def bearing(self, name: str, instr: Instr) -> bool:
        """Does what an instruction does bear on the future?"""
        op = OPS[instr.op]
        if op.sets and self.bears.get(name, 0) >> instr.args[0] & 1 or op.role in ("menu", "asks") or self.words.get(called(instr) or "") in self.wanted:
            return True
        if op.role == "ends":
            return name in self.wanted if answered(instr) is not None else len(set(_labels(instr)) - self.traps[name]) > 1
        return any(self._is_changed(instr, aspect) for aspect, _ in op.writes)

    def _is_changed(self, instr: Instr, aspect: str) -> bool:
        """Does an instruction change something that bears, in this aspect?"""
        if aspect == "region":
            return instr.args[0] in self.regions
        if aspect == "known":
            return aspect in self.regions
        return bool(self.zones) and aspect in (*OF_ZONES, "where")

    def _take(self, name: str, instr: Instr, known: dict[int, int]) -> None:
        """An instruction bears: so does what it reads."""
        for register in used(instr):
            self.bears[name] = self.bears.get(name, 0) | 1 << register
        needs = self._reads(instr, known, name)
        self.regions |= needs.regions
        self.zones |= needs.zones
        self.slots.setdefault(name, set()).update(needs.slots)
        for slot in needs.slots if name != "main" else ():
            if slot in self.homes:
                self.bears["main"] = self.bears.get("main", 0) | 1 << self.homes[slot]
        if (function := called(instr)) is not None:
            self.wanted.setdefault(function)

    def _reads(self, instr: Instr, known: dict[int, int], function: str = "main") -> Needs:
        """What of the state an instruction of a function reads itself."""
        out, apart = Needs(), (loaded(instr) or "").startswith(self.apart.get(function, "?"))
        for aspect, zone in () if apart else OPS[instr.op].reads:
            if aspect == "region":
                out |= self._loads(instr.args[1], known.get(instr.args[2]))
            elif aspect == "where":
                out |= self._everything()
            elif aspect != "options":  # these are not in the block
                names = list(self.program.zone) if zone == "*" else [instr.args[OPS[instr.op].zones[int(zone)]]]
                out |= Needs(zones=frozenset((name, self._bears(name, aspect)) for name in names))
        return out

    def _bears(self, zone: str, aspect: str) -> str:
        """What of a zone bears where an aspect of it is read: on top of one without order lies the least card."""
        found = _BEARS[aspect]
        return CONTENTS if found == TOP and not self.program.zone[zone].ordered else found

    def _loads(self, region: str, index: int | None) -> Needs:
        zone, part = part_of(self.program, region)
        if zone:
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
        """Where the top of a pile bears and can be taken away, what lies below bears, too; what is poured into a zone bears as the zone does."""
        left = self.origins.left
        for zone, aspect in list(self.zones):
            if aspect == TOP and zone in left:
                self.zones.add((zone, CONTENTS))
        for instr in (instr for block in self.reached for instr in block.instrs):
            if OPS[instr.op].card is None and changed_zones(self.program, instr, "in").intersection(zone for zone, _ in self.zones):
                self.zones |= {(zone, CONTENTS) for zone in changed_zones(self.program, instr, "out")}

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
            last = asking(self.paths.block(point))
            if last is not None and self._chosen(last):
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
            last = asking(block)
            if last is not None and self._chosen(last):
                pc = resume[last.args[3]]
                out[pc] = out.get(pc, frozenset()) | {last.args[0]}
        return out

    def _chosen(self, ask: Instr) -> bool:
        return self.program.sites[ask.args[0]].kind in alone(self.program)

    def _behind(self, block: Block) -> Needs:
        """What is read where a block stops."""
        out, last = Needs(), OPS[block.instrs[-1].op]
        for goal in self.goals if last.role == "ends" and last.changes("stand") else ():
            out |= self._function(goal)
        return out

    def _effect(self, block: Block) -> tuple[Needs, Needs]:
        """What bearing instructions of a block of `main` read before it is set, and what is set. Registers count by their slot."""
        slots = {register: slot for slot, register in self.homes.items()}
        resuming = block.label in self.main.resumes
        reads, sets = Needs(), Needs()
        for instr, known in constants(block):
            if stored(instr) == "frame" or resuming and loaded(instr) == "frame":
                continue
            if self.bearing("main", instr):
                here = self._reads(instr, known) | Needs(slots=frozenset(slots[r] for r in used(instr) if r in slots))
                here |= self._function(called(instr) or "")
                reads |= here - sets
            sets |= self._sets(instr, slots)
        return reads, sets

    def _sets(self, instr: Instr, slots: dict[int, int]) -> Needs:
        target = defined(instr)
        if target in slots:
            return Needs(slots=frozenset({slots[target]}))
        region = stored(instr)
        if region is not None and self.program.region[region].count == 1:
            return Needs(regions=frozenset({region}))
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
                for instr, known in constants(block):
                    if self.bearing(here, instr):
                        out |= self._reads(instr, known, here)
                        ahead.append(called(instr) or "")
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
        if self._single() or numbers_cards(program, self.origins, self._bearing()) or mingles(program):
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
            self.origins.is_card(name, register) and (OPS[instr.op].reckons or sort not in _HANDED)
            for name, instr in self._bearing() for register, sort in sorted_use(instr)
        )  # fmt: skip

    def _tables(self) -> set[str]:
        """The tables in which bearing instructions look cards up."""
        cards = len(self.program.cards)
        looking = [(name, instr) for name, instr in self._bearing() if OPS[instr.op].cards == "looks"]
        found = {table_of(instr) for name, instr in looking if any(self.origins.is_card(name, register) for register in used(instr))}
        return {name for name in found if name is not None and len(self.program.tables[name]) >= cards}

    def _by_number(self) -> bool:
        """Are cards gone through by number?"""
        zone = self.program.zone
        if any(not zone[name].ordered for name, aspect in self.zones if aspect == CONTENTS):
            return True
        return any(
            loaded(instr) == "card.zone" or OPS[instr.op].learns(all(zone[instr.args[at]].ordered for at in OPS[instr.op].zones[:1])) == "numbers"
            for _, instr in self._bearing()
        )

    def _bearing(self) -> Iterator[tuple[str, Instr]]:
        functions = [(name, self.program.functions[name].blocks) for name in self.wanted]
        for name, blocks in [*functions, ("main", self.reached)]:
            for block in blocks:
                for instr in block.instrs:
                    if self.bearing(name, instr):
                        yield name, instr


def _of_zone(zone: str, aspect: str) -> Needs:
    return Needs(zones=frozenset({(zone, aspect)}))


def _labels(instr: Instr) -> list[str]:
    return targets(Block("", [instr]))


def _loosens(instr: Instr) -> bool:
    """Does an instruction put cards that lie there out of order?"""
    op = OPS[instr.op]
    return op.changes("loose") and op.changes("known") and not op.changes("in", "out")


def _reached(program: Program, paths: Paths) -> list[Point]:
    """The points that play can come to from a choice of a seat, where chance does not fall."""
    asks = {label: ask for label, block in paths.blocks.items() if (ask := asking(block))}
    chosen = {label for label, ask in asks.items() if program.sites[ask.args[0]].kind in alone(program)}
    starts = [to for point, after in paths.after.items() if point[0] in chosen for to in after]
    return paths.reached(starts, asks.keys() - chosen)


def _homes(main: Function) -> Iterator[tuple[int, int]]:
    """The register of `main` that each slot of the frame keeps."""
    for block in main.blocks:
        for instr, known in constants(block):
            if stored(instr) == "frame" and instr.args[1] in known:
                yield known[instr.args[1]], instr.args[2]
