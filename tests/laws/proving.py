"""What `verify` claims of all states, against brute force in the reference: whole blocks, none of which is joined with another but an equal one."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from math import isclose

from ruledsl.engine.check import broken, displaced
from ruledsl.engine.position import Position
from ruledsl.engine.words import Words
from ruledsl.findings import coverage
from ruledsl.findings.beyond import BUT, SELDOM
from ruledsl.findings.explored import Explored
from ruledsl.findings.reference import by_number
from ruledsl.findings.small import Noticing
from ruledsl.findings.turned import imaged
from ruledsl.findings.verdicts import BOUNDED, CLASS_OF, PROVED, Setting
from ruledsl.findings.verify import CLAIMS, ONCE, verify
from ruledsl.interp.machine import Code, Run
from ruledsl.interp.state import State
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.flow import loaded
from ruledsl.ir.merging import Merging
from ruledsl.ir.ops import Fault
from ruledsl.ir.points import sign
from ruledsl.ir.program import ASKING, OVER, Block, Function, Program
from ruledsl.ir.rounds import promises
from ruledsl.native.hunting import FIRST
from ruledsl.native.verifying import Verifying, compiled
from ruledsl.record import record
from ruledsl.source import Span
from tests.laws.texts import text_faults

OF_ENDS = ("payoff-sum", "no-winner", "seat-never-asked", "payoff-against-winner", "endless")
ANSWERS = 5
"""Answers to a state that are tried, on an average."""
WORK = 40_000_000
"""Blocks of the program that are run, beyond which a game is too large: what its rules ask for before each answer may be long."""
Move = tuple[int, tuple[int, ...]]
Way = tuple[str, bytes]
"""What comes behind a block: the block that it leads to, or what goes wrong."""
Look = tuple[object, ...]


class Rounds(Noticing):
    """Notices, too, how often loops go round that promise how often they do at most: by their place."""

    def __init__(self, program: Program):
        self.went: dict[Span, int] = {}
        self.work = [0]
        super().__init__(program)

    def _decode(self, function: Function, block: Block, code: Code) -> None:
        super()._decode(function, block, code)
        chunk = code.chunks[block.label]
        chunk.body = [(_worked, (self.work,), 0), *chunk.body]
        for one in promises(function):
            if one.label == block.label:
                chunk.body = [(_went, (self.went, self.program.places[one.place].span, one.count), 0), *chunk.body]


def _worked(run: Run, registers: list[int], work: list[int]) -> None:
    work[0] += 1
    if work[0] > WORK:
        raise OverflowError


def _went(run: Run, registers: list[int], went: dict[Span, int], span: Span, count: int) -> None:
    went[span] = max(went.get(span, 0), registers[count] + 1)


class Brute:
    """All blocks that play can come to, at most so many: by class and line the faults, with the least number of answers to each; what each end is judged
    as; who was asked and what ran. A broken invariant is told, and play goes on; a fault ends it. OverflowError if there are too many."""

    def __init__(self, program: Program, most: int, begun: bytes = b"", code: Verifying | None = None):
        self.program, self.most, self.engine, self.words, self.code = program, most, Rounds(program), Words(program), code
        self.plain = ["move", "move.seat", *([] if _reads(program, "decisions") else ["decisions"])]
        self.faults: dict[tuple[str, int], int] = {}
        self.ends: dict[bytes, tuple[int, tuple[int, ...]]] = {}
        self.chosen: set[int] = set()
        self.asked = self.circle = self.answers = 0
        self.ways: dict[bytes, list[Way]] = {}
        """By block, what comes behind it, answer by answer."""
        self.faces: dict[bytes, bytes] = {}
        self.looks: dict[bytes, Look] = {}
        self.begins = self._taken(lambda: self.engine.state(begun) if begun else self.engine.start(0, 1), 0)
        layer, depth = [self.begins] if isinstance(self.begins, State) else [], 0
        while layer:
            layer, depth = [state for one in layer for state in self._behind(one, depth)], depth + 1

    @property
    def states(self) -> int:
        """How many there are for `verify`."""
        return len(set(self.faces.values()))

    def face(self, state: State) -> bytes:
        """A state as `verify` sees it: without what no step to come hangs on; what that is beyond the plainest is asked of the code."""
        other = state.copy()
        merged = self.code.merged if self.code is not None else Merging()
        for name in (*self.plain, *merged.unread):
            region = self.program.region[name]
            for n in range(region.count):
                other.set(name, n, 0 if name in self.plain else region.initial)
        by_number(self.program, other)
        if merged == Merging():
            return bytes(other.bytes())
        block = ctypes.create_string_buffer(bytes(other.bytes()), self.program.size)
        assert self.code is not None and self.code.bared is not None
        assert not self.code.bared(ctypes.addressof(block))
        return block.raw

    def bare(self) -> tuple[int, int, int]:
        """States, ends and transitions where each step begins without what no step to come hangs on: what was there is kept on some ways, and then the same
        state is met in fewer guises."""
        assert isinstance(self.begins, State)
        first = self.face(self.begins)
        seen, ahead, ends, steps = {first}, [first], set[bytes](), 0
        while ahead:
            face = ahead.pop()
            state = self.engine.state(face)
            if state.get("status") == OVER:
                ends.add(face)
            for seat, move in self._moves(state, self.most):
                steps += 1
                try:
                    there = self.face(self._answered(state, seat, move))
                except RulesFault:
                    continue  # it was told of before
                if there not in seen:
                    seen.add(there)
                    ahead.append(there)
        return len(seen), len(ends), steps

    def graph(self) -> dict[bytes, set[bytes]]:
        """By face, the faces that can come behind it. AssertionError if blocks with one face have not the same future."""
        kinds = self._kinds()
        out: dict[bytes, set[Way]] = {}
        known: dict[bytes, int] = {}
        self.exact = True
        for block, ways in self.ways.items():
            face, there = self.faces[block], {(word, self.faces.get(behind, b"")) for word, behind in ways}
            assert known.setdefault(face, kinds[block]) == kinds[block], "two blocks that are held to be one state are none"
            self.exact &= out.setdefault(face, there) == there
            out[face] |= there
        return {face: {there for word, there in ways if not word} for face, ways in out.items()}

    def _kinds(self) -> dict[bytes, int]:
        """By block a number: two have the same one only if all that can come behind them is the same, whatever they are."""
        kinds: dict[bytes, int] = dict.fromkeys(self.ways, 0)
        kinds[b""] = many = -1
        while many != (many := len(set(kinds.values()))):
            numbers: dict[object, int] = {}
            told = {
                block: (kinds[block], self.looks[block], frozenset((word, kinds[there]) for word, there in ways)) for block, ways in self.ways.items()
            }
            kinds = {block: numbers.setdefault(what, len(numbers)) for block, what in told.items()} | {b"": -1}
        return kinds

    def longest(self) -> int:
        """Answers in the longest game; -1 where one can go on for ever."""
        graph = self.graph()
        long = {face: 0 for face, after in graph.items() if not after}
        while more := {face for face, after in graph.items() if face not in long and after <= long.keys()}:
            long |= {face: max(long[there] for there in graph[face]) + 1 for face in more}
        self.circle = len(graph) - len(long)
        assert isinstance(self.begins, State)
        return -1 if self.circle else long[self.face(self.begins)]

    def odds(self, line: int) -> float:
        """How likely play goes beyond a bound of a line, of a loop or of cards that carry out each other, whatever all choose."""
        feared = {f"{Fault.LOOP} {line}", f"{Fault.DEPTH} {line}"}
        odds: dict[bytes, float] = dict.fromkeys(self.ways, 1.0) | dict.fromkeys((block for block, ways in self.ways.items() if not ways), 0.0)
        reached = {block for block, ways in self.ways.items() if any(word in feared for word, _ in ways)}
        while more := {block for block, ways in self.ways.items() if block not in reached and any(there in reached for _, there in ways)}:
            reached |= more
        odds |= dict.fromkeys(odds.keys() - reached, 0.0)
        for _ in range(10 * len(odds) + 10):
            behind = {block: [float(word in feared) if word else odds[there] for word, there in ways] for block, ways in self.ways.items()}
            now = {block: self._likely(block, those) if those else 0.0 for block, those in behind.items()}
            if all(abs(now[block] - odds[block]) <= 1e-3 * now[block] for block in odds):
                break
            odds = now
        assert isinstance(self.begins, State)
        return odds[bytes(self.begins.bytes())]

    def _likely(self, block: bytes, those: list[float]) -> float:
        state = self.engine.state(block)
        if not state.get("ask.count"):
            return max(those)
        site = self.program.sites[state.get("ask.site")]
        if site.comes is not None:
            return max(those)
        if not site.odds:
            return sum(those) / len(those)
        odds, out_of = (self.engine.call(state, name) for name in (site.odds, site.out_of))
        yes = min(1.0, max(0.0, odds / max(1, out_of)))
        return (1 - yes) * those[0] + yes * those[1]

    def _taken(self, step: Callable[[], State], depth: int) -> State | str:
        """The state that a step comes to, which is told of; the words of a fault where it comes to none."""
        try:
            state = step()
            if state.get("status") == OVER:
                winners = self.engine.call(state, "winners")
                payoffs = tuple(self.engine.call(state, "payoff", seat) for seat in range(self.program.players))
                for seat in range(self.program.players):
                    self.engine.call(state, "score", seat)
                self.ends[self.face(state)] = winners, payoffs
                self.looks[bytes(state.bytes())] = ("over", winners, payoffs)
        except RulesFault as fault:
            self._fault(CLASS_OF[fault.fault], fault.place.span.line, depth)
            return f"{fault.fault} {fault.place.span.line}"
        if state.get("status") == ASKING:
            self.looks[bytes(state.bytes())] = self._look(state, depth)
        return state

    def _look(self, state: State, depth: int) -> Look:
        """What there is to be seen of a state: where play stands, who is asked, and what is wrong."""
        position = Position(self.program, self.engine, self.words, state)
        wrong: list[tuple[str, int]] = [*text_faults(position)]
        for kind, line in wrong:
            self._fault(kind, line, depth)
        if not state.get("ask.count"):
            self.asked |= state.get("ask.seats")
            for flaw in displaced(position):
                self._fault("census", flaw.span.line, depth)
                wrong.append(("census", flaw.span.line))
            for number in range(len(self.program.invariants)):
                try:
                    for flaw in broken(position, number):
                        self._fault("invariant", flaw.span.line, depth)
                        wrong.append(("invariant", flaw.span.line))
                except RulesFault as fault:
                    self._fault(CLASS_OF[fault.fault], fault.place.span.line, depth)
                    wrong.append((str(fault.fault), fault.place.span.line))
        return state.get("pc"), state.get("ask.site"), state.get("ask.seats"), tuple(sorted(wrong))

    def _fault(self, kind: str, line: int, depth: int) -> None:
        self.faults.setdefault((kind, line), depth)

    def _behind(self, state: State, depth: int) -> Iterator[State]:
        """The blocks behind one that are new; of one that was gone on from already none."""
        here = bytes(state.bytes())
        if here in self.ways:
            return
        if len(self.faces) == self.most:
            raise OverflowError
        self.faces[here] = self.face(state)
        ways = self.ways[here] = []
        for seat, move in self._moves(state, depth):
            self.answers += 1
            if self.answers > ANSWERS * self.most:
                raise OverflowError
            other = self._taken(lambda seat=seat, move=move: self._answered(state, seat, move), depth + 1)  # type: ignore[misc]
            ways.append((other, b"") if isinstance(other, str) else ("", bytes(other.bytes())))
            if isinstance(other, State):
                yield other

    def _moves(self, state: State, depth: int) -> list[Move]:
        if state.get("status") == OVER:
            return []
        if state.get("ask.count"):
            return [(-1, (n,)) for n in range(state.get("ask.count"))]
        try:
            seats = [seat for seat in range(self.program.players) if state.get("ask.seats") >> seat & 1]
            return [(seat, tuple(move)) for seat in seats for move in self.engine.legal(state, state.get("ask.site"), seat)]
        except RulesFault as fault:
            self._fault(CLASS_OF[fault.fault], fault.place.span.line, depth)
            return []

    def _answered(self, state: State, seat: int, move: tuple[int, ...]) -> State:
        other = state.copy()
        for n in range(self.program.region["move"].count):
            other.set("move", n, move[n] if n < len(move) else 0)
        other.set("move.seat", 0, seat)
        self.chosen |= {move[0]} if seat >= 0 else set()
        try:
            self.engine.resume(other)
        finally:
            self.noted(other)
        return other

    def noted(self, state: State) -> None:
        """What an answer came to, also where the rules went wrong on the way."""


def _reads(program: Program, region: str) -> bool:
    return any(loaded(instr) == region for f in program.functions.values() for block in f.blocks for instr in block.instrs)


# ---- what is claimed -----------------------------------------------------------------------------


def wrong_claims(program: Program, most: int, room: int = 0, with_images: bool = False) -> tuple[str, str]:
    """How much of a program was held against brute force (nothing where it is too large), and what is wrong with what is claimed; with so little `room`
    `verify` must stop before it has seen all. `with_images` of a state one stands for all, and where there are none nothing is held."""
    try:
        code = compiled(program)
        brute = Brute(program, most, code=code)
        if with_images:
            merged = imaged(program, bytes(brute.begins.bytes()), code.merged) if isinstance(brute.begins, State) else code.merged
            if not merged.images:
                return "", ""
            code = compiled(program, merged=merged)
            brute = Brute(program, most, code=code)
    except OverflowError:
        return "", ""
    graph = brute.graph()
    left = iter(range(10**6))
    found = verify(program, Setting(program.players, {}), room or 10 * most, lambda: next(left, None) is not None, [], code=code)
    if room and not found.whole:
        return "bounded", "; ".join(_bounded(brute, found))
    claimed = (*_claims(brute, found, graph), *_covered(brute, found, code), *_went_round(brute, found))
    return "whole", "; ".join([*_counted(brute, found), *_faults(brute, found), *claimed])


def shortest(found: Explored) -> dict[tuple[str, int], int]:
    """By class and line how many answers lead to what is refuted there, at least: several things can go wrong in one line."""
    told = [((f.kind, f.span.line), len(f.witness.answers)) for f in found.findings if f.witness]
    return dict(sorted(told, key=lambda one: -one[1]))


def _bounded(brute: Brute, found: Explored) -> Iterator[str]:
    """What is claimed of the first answers of every game."""
    claimed = {claim.kind for claim in found.claims}
    refuted = shortest(found)
    for (kind, line), depth in brute.faults.items():
        if depth + (kind == "stuck") <= found.depth and kind in claimed | {"census"}:
            yield f"BOUNDED {kind} within {found.depth}, though in line {line} after {depth}"
    yield from (f"refuted {what} after {depth}" for what, depth in refuted.items() if brute.faults.get(what) != depth)
    yield from (f"{claim.verdict} {claim.kind}" for claim in found.claims if claim.verdict != BOUNDED)


def _counted(brute: Brute, found: Explored) -> Iterator[str]:
    """How many there are of everything; no more than by brute force, where equal states may have been told apart."""
    steps = sum(len(ways) for ways in _by_face(brute).values())
    counts = found.states, found.ends, found.transitions
    theirs = brute.states, len(brute.ends), steps
    surely = brute.exact and not (brute.code and brute.code.merged.alike)
    for what, one, other in zip(("states", "ends", "transitions"), counts, theirs, strict=True):
        if one > other or one < other and surely and counts != (theirs := brute.bare()):
            yield f"{one} {what}, by brute force {other}, {theirs} from states without what no step hangs on"
    if not found.whole:
        yield f"not whole: {found.why}"


def _by_face(brute: Brute) -> dict[bytes, list[Way]]:
    return {brute.faces[block]: ways for block, ways in brute.ways.items()}


def _faults(brute: Brute, found: Explored) -> Iterator[str]:
    refuted = {what: depth for what, depth in shortest(found).items() if what[0] != "endless"}
    seldom = {("beyond-bound", found.program.places[place].span.line) for place, odds in found.odds.items() if odds <= SELDOM}
    wrong = {what: depth for what, depth in brute.faults.items() if what not in seldom}
    if refuted != wrong:
        yield f"refuted {refuted}, by brute force {wrong}"
    kinds = {kind for kind, _ in brute.faults}
    yield from (
        f"PROVED {claim.kind}, though it is not so"
        for claim in found.claims if claim.span.line == 0 and claim.kind in kinds & CLAIMS.keys() and BUT not in claim.message
    )  # fmt: skip
    for place, odds in found.odds.items():
        theirs = brute.odds(found.program.places[place].span.line) if brute.looks else 1.0
        if not isclose(odds, theirs, rel_tol=0.01, abs_tol=SELDOM):
            yield f"beyond in {odds} of all games, by brute force in {theirs}"
    free = not brute.program.interruptions
    yield from (f"{claim.verdict} {claim.kind}" for claim in found.claims if claim.verdict != (PROVED if free else BOUNDED))


def _claims(brute: Brute, found: Explored, graph: dict[bytes, set[bytes]]) -> Iterator[str]:
    """Ends, winners and payoffs, in the words in which they are claimed."""
    expected = dict(_judged(brute)) if brute.ends else {}
    told = not any(site.odds for site in brute.program.sites)  # of what the world has odds for, which may be none, nothing is said
    refuted = {kind for kind, _ in brute.faults} - ({"beyond-bound"} if all(odds <= SELDOM for odds in found.odds.values()) else set())
    if told and refuted <= {"invariant"}:
        expected |= _ending(brute, graph)
    said = {f.message.partition(" (as long")[0].partition(BUT)[0].partition(ONCE)[0] for f in found.claims if f.kind in OF_ENDS}
    if any(f.kind == "endless" for f in found.findings):
        said.add("endless")
    if said != expected.keys():
        yield f"said {sorted(said - expected.keys())}, and not {sorted(expected.keys() - said)}"


def _went_round(brute: Brute, found: Explored) -> Iterator[str]:
    """How often loops go round at most; nothing is claimed where the rules go wrong before play stops for the first time."""
    went = brute.engine.went if brute.looks and not any(site.odds for site in brute.program.sites) else {}
    said = {claim.span: int(claim.message.split()[4].replace(",", "")) for claim in found.claims if claim.kind == "beyond-bound" and claim.span.line}
    over = {line for kind, line in brute.faults if kind == "beyond-bound"}
    went = {span: times for span, times in went.items() if span.line not in over}
    if said != went:
        yield f"loops go round {said}, by brute force {went}"


def _judged(brute: Brute) -> Iterator[tuple[str, str]]:
    program, seats = brute.program, brute.program.seats
    sums = [sum(payoffs) for _, payoffs in brute.ends.values()]
    fixed = min(sums) == max(sums)
    yield f"payoffs add up to {sums[0]}" if fixed else f"payoffs add up to {min(sums)} at least and {max(sums)} at most", ""
    won = [any(winners >> seat & 1 for winners, _ in brute.ends.values()) for seat in range(program.players)]
    if program.players > 1 and not any(won):
        yield "nobody ever wins", ""
    for seat, name in enumerate(seats):
        if not brute.asked >> seat & 1:
            yield f"{name} is never asked", ""
        elif any(won) and not won[seat]:
            yield f"{name} never wins", ""
    if any(won):
        best = max if sign(program) > 0 else min
        poorer = sum(any(w >> s & 1 and payoffs[s] != best(payoffs) for s in range(program.players)) for w, payoffs in brute.ends.values())
        yield f"who wins has not the best payoff at {poorer:,} of {len(brute.ends):,} ends" if poorer else "who wins has the best payoff", ""


def _ending(brute: Brute, graph: dict[bytes, set[bytes]]) -> dict[str, str]:
    """Whether games end, by going round until nothing changes."""
    ending = {*brute.ends, *(brute.faces[block] for block, ways in brute.ways.items() if any(word for word, _ in ways))}
    while more := {face for face, after in graph.items() if face not in ending and after & ending}:
        ending |= more
    if len(ending) < len(graph):
        return {"endless": ""}
    long = brute.longest()
    if brute.circle:
        return {f"can always end; {brute.circle:,} states lie on a circle or before one": ""}
    return {f"always ends, after {long:,} answers at most": ""}


@record
class AsRan:
    """What ran by brute force, in the place of a machine that counted."""

    brute: Brute
    code: Verifying
    program: Program

    def counts(self) -> list[int]:
        """By counter."""
        return [int((c.function, c.label) in self.brute.engine.ran) for c in self.code.counters]

    def numbers(self, name: str) -> list[int]:
        """By action, behind passing and chosen values."""
        return [int(n in self.brute.chosen) for n in range(-FIRST, len(self.program.actions))]


def _covered(brute: Brute, found: Explored, code: Verifying) -> Iterator[str]:
    """What ran, was chosen, held and failed."""
    expected = coverage.counts(AsRan(brute, code, brute.program), True)  # type: ignore[arg-type]
    for thing, count in found.counts.items():
        if (count > 0) != (expected[thing] > 0):
            yield f"{thing.words} ({thing.kind}, {thing.span}) came {count} times, and by brute force {'never' if count else 'it does'}"
