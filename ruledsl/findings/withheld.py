"""Which lines keep something from coming: from the code of what never came it is gone back to what decides that it is come to, to what that is made of, and
to where what was read is declared and written. There is no game that shows it, so there is nothing to follow."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator

from ruledsl.findings.culprits import CALLED, DECLARED, ELSEWHERE, STEP, Lines, writers
from ruledsl.findings.verdicts import Finding
from ruledsl.ir.deciding import deciding
from ruledsl.ir.flow import called, defined, loaded, names_options, used
from ruledsl.ir.ops import OPS
from ruledsl.ir.program import Function, Instr, Program
from ruledsl.record import cached_property, replace
from ruledsl.source import Span

NEVER = ("dead-branch", "dead-action", "dead-effect")
"""The classes of what never ran."""
LED = 1.7
"""How far it is to what led to a line that could have run: most often play came so far, and what is read there kept it back."""
BREATH = 256
"""After so many instructions it is asked whether to go on."""
Node = tuple[str, str, int]
"""An instruction: its function, its block, and its number there."""
Group = tuple[str, str, int | str]
"""Instructions that others hang on in the same way: those that set a register of a function, that decide on a block of it, or that end it."""


def named(found: Iterable[Finding], program: Callable[[Finding], Program], going: Callable[[], bool]) -> Iterator[Finding]:
    """What never came, with the lines that keep it from coming, by the program of each; as long as it is `going`, and then without them."""
    known: dict[int, Withheld] = {}
    for one in found:
        if one.span.line and not one.culprits and going():
            its = program(one)
            one = replace(one, culprits=known.setdefault(id(its), Withheld(its)).lines(one, going))
        yield one


class Withheld:
    """The code of one program, to be asked again and again."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.decides: dict[str, dict[str, frozenset[str]]] = {}
        self.sets: dict[str, dict[int, list[Node]]] = {}
        self.blocks: dict[str, dict[str, list[Instr]]] = {}
        self.groups: dict[Group, dict[int, list[Node]]] = {}
        self.thing = {region: name for name, regions in program.beside.items() for region in regions}

    def lines(self, of: Finding, going: Callable[[], bool]) -> tuple[Span, ...]:
        """The lines that keep something from coming, the likeliest first; that where it stands, and those beside it, are left out. None where it
        goes on no more before all is found."""
        found, read = Lines(self.program), dict[str, float]()
        reached: dict[Node, float] = dict.fromkeys(self._standing(of.span, of.kind in NEVER), 0.0)
        ahead = [(0.0, node) for node in reached]
        heapq.heapify(ahead)
        looked, met = 0, dict[Group, set[int]]()
        while ahead:
            far, node = heapq.heappop(ahead)
            if far > reached[node]:
                continue
            looked += 1
            if looked % BREATH == 0 and not going():
                return ()
            instr = self._instr(node)
            found.add(instr.place, far, 0)
            for thing in self._read(instr):
                read.setdefault(thing, far)
            for other, more in self._nearer(node, instr, far, met):
                if more < reached.get(other, more + 1):
                    reached[other] = more
                    heapq.heappush(ahead, (more, other))
        self._elsewhere(read, found)
        return tuple(found.nearest(of.span))

    # ---- what stands where -----------------------------------------------------------------------

    @cached_property
    def _at(self) -> dict[tuple[str, int], list[Node]]:
        """By line, what stands there in the code."""
        out: dict[tuple[str, int], list[Node]] = {}
        for function in self.program.functions.values():
            for node, instr in _nodes(function):
                span = self.program.places[instr.place].span
                out.setdefault((span.file, span.line), []).append(node)
        return out

    def _standing(self, there: Span, never: bool) -> Iterator[Node]:
        """What to begin with: what stands in a line; of what `never` runs, what decides that it is come to, since what it would do itself keeps nothing back;
        of an action where menus offer it, and what its guard answers."""
        here = self._at.get((there.file, there.line), [])
        blocks = dict.fromkeys((node[0], node[1], self._span(node)) for node in here if self._span(node).column == there.column)
        if never:
            yield from (one for name, label, span in blocks for one in self._deciding((name, label, 0)) if self._span(one) != span)
        else:
            yield from here
        acts = [n for n, action in enumerate(self.program.actions) if self.program.places[action.place].span == there]
        yield from (node for n in acts for node in self._lets(n))

    def _lets(self, act: int) -> Iterator[Node]:
        functions = self.program.functions
        menus = [site.legal for site in self.program.sites if site.legal and any(entry.action == act for entry in site.menu)]
        yield from (node for name in menus for node, instr in _nodes(functions[name]) if names_options(instr))
        guard = self.program.actions[act].guard
        yield from (node for node, instr in _nodes(functions[guard]) if OPS[instr.op].role == "ends") if guard in functions else ()

    def _span(self, node: Node) -> Span:
        return self.program.places[self._instr(node).place].span

    def _instr(self, node: Node) -> Instr:
        return self._code(node[0])[node[1]][node[2]]

    def _code(self, name: str) -> dict[str, list[Instr]]:
        if name not in self.blocks:
            self.blocks[name] = {block.label: block.instrs for block in self.program.functions[name].blocks}
        return self.blocks[name]

    # ---- what it hangs on ------------------------------------------------------------------------

    def _nearer(self, node: Node, instr: Instr, far: float, met: dict[Group, set[int]]) -> Iterator[tuple[Node, float]]:
        """What an instruction hangs on, with how far that is; within a line it is no way. Of a group that was `met` nearer by only those of the same line
        can be nearer now, if it was met from other lines alone."""
        line = self._span(node).line
        for group, step in self._behind(node, instr):
            members, lines = self._members(group), met.setdefault(group, set())
            for at in () if line in lines else (line,) if lines else members:
                way = far if at in (line, 0) else far + step
                yield from ((other, way) for other in members.get(at, ()))
            lines.add(line)

    def _behind(self, node: Node, instr: Instr) -> Iterator[tuple[Group, float]]:
        """What an instruction hangs on: what sets its registers, what decides that it is come to, what it calls."""
        name, label, _ = node
        yield from ((("sets", name, register), STEP) for register in used(instr))
        yield ("decides", name, label), LED
        if (function := called(instr)) is not None:
            yield ("ends", function, ""), CALLED

    def _members(self, group: Group) -> dict[int, list[Node]]:
        """By line the instructions of a group."""
        if group not in self.groups:
            what, name, which = group
            if what == "sets":
                members: Iterable[Node] = self._sets(name).get(int(which), ())
            elif what == "decides":
                members = self._deciding((name, str(which), 0))
            else:
                members = (one for one, its in _nodes(self.program.functions[name]) if OPS[its.op].role == "ends")
            by_line = self.groups[group] = dict[int, list[Node]]()
            for one in members:
                by_line.setdefault(self._span(one).line, []).append(one)
        return self.groups[group]

    def _deciding(self, node: Node) -> Iterator[Node]:
        """The branches that decide whether a block is come to."""
        name, label, _ = node
        if name not in self.decides:
            self.decides[name] = deciding(self.program.functions[name])
        yield from ((name, one, len(self._code(name)[one]) - 1) for one in self.decides[name].get(label, ()))

    def _sets(self, name: str) -> dict[int, list[Node]]:
        """By register, what sets it."""
        if name not in self.sets:
            out = self.sets[name] = {}
            for node, instr in _nodes(self.program.functions[name]):
                if (to := defined(instr)) is not None:
                    out.setdefault(to, []).append(node)
        return self.sets[name]

    def _read(self, instr: Instr) -> Iterator[str]:
        """The variables and zones that an instruction looks at."""
        if (region := loaded(instr)) is not None:
            yield self.thing.get(region, region.partition(".")[0])
        op = OPS[instr.op]
        yield from (instr.args[op.zones[int(zone)]] for _, zone in op.reads if zone.isdigit())

    def _elsewhere(self, read: dict[str, float], found: Lines) -> None:
        spans = {one.name: one.span for one in self.program.variables} | {one.name: one.span for one in self.program.zones}
        for thing, far in read.items():
            if thing in spans:
                found.span(spans[thing], far + DECLARED, 0)
        for thing, place in self._writers:
            if thing in read and thing in spans:
                found.add(place, read[thing] + ELSEWHERE, 0)

    @cached_property
    def _writers(self) -> list[tuple[str, int]]:
        return [*writers(self.program)]


def _nodes(function: Function) -> Iterator[tuple[Node, Instr]]:
    for block in function.blocks:
        yield from (((function.name, block.label, n), instr) for n, instr in enumerate(block.instrs))
