"""What ran and what did not: kept by setting, told only when all settings were played. Nothing is ever called whole after a sample."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ruledsl.engine.fuzz import guard_answers
from ruledsl.findings.machine import Machine
from ruledsl.findings.verdicts import SAMPLED, Finding
from ruledsl.ir.asked import unasked
from ruledsl.ir.flow import stored, targets
from ruledsl.ir.program import CHANGED, COUNTED, FAILED, HELD, LEFT, SAME, Block, Program
from ruledsl.model.carrying import ASKED
from ruledsl.native.hunting import FIRST, Counter
from ruledsl.record import cached_property, record, replace
from ruledsl.source import NOWHERE, Span

CONDITION, SET = "this condition", "what is set here"
OUTCOMES = {HELD: ("never-holds", CONDITION), FAILED: ("never-fails", CONDITION), CHANGED: ("vacuous-effect", SET), SAME: ("", SET)}
"""What is counted by the way: the class of what never came of it, and the words for it. That something is the same as before need not come."""
OPPOSITE = {"never-fails": "never-holds", "never-holds": "never-fails", "vacuous-effect": "", "": "vacuous-effect"}
ENTER = ".enter."
"""Between the name of a phase or deed and a number, in the label of the block in which it begins."""
GUARDS = ("never-fails", "never-holds")
OFTEN = 1000
"""Times that a condition must have been asked, or something set, so that it is worth telling what never came of it; answers at which guards must have been."""


@record(frozen=True)
class Thing:
    """What can run or not: a class of findings, where it stands, and its name in words."""

    kind: str
    span: Span
    words: str
    tags: tuple[str, ...] = ()

    @property
    def by_the_way(self) -> bool:
        return self.words in (CONDITION, SET)


Counts = dict[Thing, int]
"""How often each thing came; a thing that has no code in a setting is not there."""


def told(kind: str) -> str:
    """The words for what never came."""
    never = {"never-fails": "never failed", "never-holds": "never held", "vacuous-effect": "was never another before"}
    return never.get(kind, "was never chosen" if kind in ("dead-action", "dead-effect") else "never ran")


def counts(machine: Machine, watched: bool) -> Counts:
    """What came so far in the code of one program. Only where it was `watched`, and every guard asked, it is said what was refused."""
    watch = _Watch(machine)
    out: Counts = {}
    for thing, count in [*watch.lines(), *watch.phases(), *watch.actions(), *((*watch.requirements(), *watch.outcomes()) if watched else ())]:
        out[thing] = out.get(thing, 0) + count
    return out


def lines(machine: Machine, blocks: list[int]) -> Counts:
    """How often each statement began, where the blocks of the machine's counters ran so often."""
    watch, out = _Watch(machine), Counts()
    watch.blocks = blocks
    for thing, count in watch.lines():
        out[thing] = out.get(thing, 0) + count
    return out


def entering(machine: Machine) -> dict[str, list[int]]:
    """The counters of the blocks in which each phase begins."""
    watch, out = _Watch(machine), dict[str, list[int]]()
    for number, counter in enumerate(watch.counters):
        if watch.enters(counter):
            out.setdefault(counter.label.partition(ENTER)[0], []).append(number)
    return out


def unsettled(counts: Counts) -> Counts:
    """The same without conditions that both held and failed: there is nothing to tell of them."""
    return {thing: count for thing, count in counts.items() if thing.words != CONDITION or not (count and counts[replace(thing, kind=OPPOSITE[thing.kind])])}


def settled(machine: Machine) -> frozenset[tuple[str, str]]:
    """The blocks that need not be counted any more, function and label: those that count what such conditions come to, and those of which nothing is told."""
    watch = _Watch(machine)
    left = unsettled(counts(machine, True))
    asked = {counter for counter, thing, _ in watch.by_the_way() if thing.words != CONDITION or thing in left}
    return frozenset((one.function, one.label) for one in machine.code.counters if one not in asked and not watch.is_told(one))


def joined(parts: Iterable[Counts]) -> Counts:
    """The same from several programs of one setting."""
    out: Counts = {}
    for part in parts:
        for thing, count in part.items():
            out[thing] = out.get(thing, 0) + count
    return out


def outcome(counter: Counter) -> bool:
    """Does a block say what came of something, beside the statements that run?"""
    return counter.label.startswith(COUNTED) and not counter.label.startswith(LEFT)


def begun(counters: Iterable[Counter], blocks: Iterable[int]) -> Iterator[tuple[str, int, int]]:
    """By function and place, how often each statement began: in the block in which it does."""
    for counter, numbers, count in _begun(zip(counters, blocks, strict=True)):
        yield from ((counter.function, number, count) for number in numbers)


def _begun(counted: Iterable[tuple[Counter, int]]) -> Iterator[tuple[Counter, frozenset[int], int]]:
    """The places of the statements that begin in each block, and how often it ran."""
    before: tuple[str, frozenset[int]] = "", frozenset()
    for counter, count in counted:
        if outcome(counter):
            continue
        there = before[1] if counter.function == before[0] else frozenset[int]()
        before = counter.function, counter.places
        yield counter, frozenset() if counter.doomed else counter.places - there, count


def apart(program: Program) -> frozenset[str]:
    """The blocks of `main` that stand there for tests alone: of deeds that play does nowhere but to see what would be `after` them. That runs on a copy."""
    main = program.functions["main"]
    blocks = {block.label: block for block in main.blocks}
    played = _led_to(blocks, main.resumes[:1])
    tried = {name.split(".")[1] for name, function in program.functions.items() if function.role == "trial"}
    return frozenset(_led_to(blocks, [label for label in blocks if ENTER in label and label.partition(ENTER)[0] in tried]) - played)


def follows(program: Program) -> frozenset[str]:
    """The answers that nobody wrote, but that follow from a statement, as from `p wins` who has won: all of one has the place of that."""
    said = {instr.place for block in program.functions["main"].blocks for instr in block.instrs if stored(instr) in program.beside.get("winner", ("winner",))}
    places = {f.name: {instr.place for block in f.blocks for instr in block.instrs} - {0} for f in program.functions.values() if f.role == "value"}
    return frozenset(name for name, there in places.items() if len(there) == 1 and there <= said)


def _led_to(blocks: Mapping[str, Block], starts: Iterable[str]) -> set[str]:
    found: set[str] = set()
    ahead = [*starts]
    while ahead:
        if (label := ahead.pop()) not in found:
            found.add(label)
            ahead += targets(blocks[label])
    return found


class _Watch:
    """The counters of one program, read as things of the rules."""

    def __init__(self, machine: Machine):
        self.program = machine.program
        self.counters = machine.code.counters
        self.blocks, self.chosen = machine.counts(), machine.numbers("chosen")[FIRST:]
        self.names = {action.name for action in self.program.actions}
        self.at = {(counter.function, counter.label): n for n, counter in enumerate(self.counters)}
        self.apart, self.follows = apart(self.program), follows(self.program)

    def lines(self) -> Iterator[tuple[Thing, int]]:
        """Each statement, by the block in which it begins: those that come right behind may be there for what follows it. What only leads to a fault
        does not count."""
        for _, numbers, count in _begun(self.inside()):
            for place in map(self.program.places.__getitem__, numbers):
                if place.span != NOWHERE:
                    yield Thing("dead-branch", place.span, "this", place.tags), count

    def inside(self) -> Iterator[tuple[Counter, int]]:
        return ((counter, count) for counter, count in zip(self.counters, self.blocks, strict=True) if not self.outside(counter))

    def is_told(self, counter: Counter) -> bool:
        """Is it told how often a block ran, where that is not what a condition came to?"""
        return counter in self.beginning or (counter.function, counter.label) in self.guarding or self.enters(counter)

    @cached_property
    def beginning(self) -> frozenset[Counter]:
        """The blocks in which statements begin."""
        return frozenset(counter for counter, numbers, _ in _begun(self.inside()) if numbers)

    @cached_property
    def guarding(self) -> frozenset[tuple[str, str]]:
        """The blocks in which guards answer."""
        guards = {action.guard for action in self.program.actions}
        return frozenset((guard, label) for guard in guards for label in guard_answers(self.program.functions[guard]))

    def enters(self, counter: Counter) -> bool:
        """Does a phase begin in a block?"""
        name, _, entered = counter.label.partition(ENTER)
        known = name in self.program.entries and name not in self.names
        return counter.function == "main" and not self.outside(counter) and entered.isdigit() and known

    def outside(self, counter: Counter) -> bool:
        return counter.function in self.follows or counter.function == "main" and counter.label in self.apart

    def outcomes(self) -> Iterator[tuple[Thing, int]]:
        """How often conditions that are asked by the way held and failed, and what is set was another before. An invariant is there to hold."""
        for _, thing, count in self.by_the_way():
            yield thing, count
            yield replace(thing, kind=OPPOSITE[thing.kind]), 0

    def by_the_way(self) -> Iterator[tuple[Counter, Thing, int]]:
        always = {function for _, function, _ in self.program.invariants}
        for counter, count in zip(self.counters, self.blocks, strict=True):
            if outcome(counter) and counter.function not in always and not self.outside(counter):
                what, place = counter.label.rpartition(".")[0], self.program.places[min(counter.places)]
                kind, words = OUTCOMES[what]
                yield counter, Thing(kind, place.span, words, place.tags), count

    def phases(self) -> Iterator[tuple[Thing, int]]:
        for counter, count in zip(self.counters, self.blocks, strict=True):
            if self.enters(counter):
                place = self.program.places[min(counter.places - {0}, default=0)]
                yield Thing("dead-branch", place.span, f"`{counter.label.partition(ENTER)[0]}`", place.tags), count

    def actions(self) -> Iterator[tuple[Thing, int]]:
        """But for effects that another card carries out at once: those ask for nothing, so nobody chooses them. An action that carries out cards counts as
        a whole, too: what it is with none of their effects is no rule of its own."""
        offered = {entry.action for site in self.program.sites for entry in site.menu}
        every = enumerate(zip(self.program.actions, map(sum, zip(self.chosen, self.unasked(), strict=True)), strict=True))
        rows = [(one, count) for n, (one, count) in every if one.name != ASKED or n in offered]
        for action, count in rows:
            place = self.program.places[action.place]
            whole = count if action.how else sum(others for one, others in rows if one.name == action.name)
            yield Thing("dead-effect" if action.how else "dead-action", place.span, f"the action `{action.name}`{action.how}", place.tags), whole

    def unasked(self) -> list[int]:
        """By action, how often it was begun as the only option."""
        out = [0 for _ in self.program.actions]
        for counter, count in zip(self.counters, self.blocks, strict=True):
            action = unasked(counter.label) if counter.function == "main" else None
            if action is not None:
                out[action] += count
        return out

    def requirements(self) -> Iterator[tuple[Thing, int]]:
        """A line of the rules counts once, for however many cards and effects it is asked; one that is never asked does not count."""
        for action in self.program.actions:
            answers: dict[int, int] = {}
            for label, answer in guard_answers(self.program.functions[action.guard]).items():
                answers[answer] = answers.get(answer, 0) + self.blocks[self.at[action.guard, label]] if (action.guard, label) in self.at else 0
            for n, requirement in enumerate(action.requirements, 1):
                failed, held = answers.get(n, 0), sum(count for answer, count in answers.items() if answer == 0 or answer > n)
                place = self.program.places[requirement.place]
                if failed + held:
                    yield Thing("never-fails", place.span, "this `require`", place.tags), failed
                    yield Thing("never-holds", place.span, "this `require`", place.tags), held


def missing(
    by_setting: Mapping[int, Counts], decisions: Mapping[int, int], starts: Iterable[tuple[int, str]], verdict: str = SAMPLED, unit: str = "answers",
    asked: Mapping[int, int] | None = None,
) -> list[Finding]:  # fmt: skip
    """What came in none of the settings that were played, the outermost alone: what belongs to a dead action or phase is not told line by line. `starts`
    are the lines where declarations begin, with their names; of each setting there were so many `decisions`, which are `unit`s, and at so many of them it was
    `asked` what guards say, if not at all: of few that is not told."""
    things = _settings_of(by_setting, False)
    never = {thing: there for thing, there in things.items() if not any(by_setting[n][thing] for n in there)}
    begins = sorted(starts)
    dead = {line for line in (_declared(begins, thing.span.line) for thing in never if thing.words != "this" and thing.kind[:4] == "dead") if line}
    dead -= {_declared(begins, thing.span.line) for thing in things if thing not in never and thing.kind in ("dead-action", "dead-effect")}
    lines = {thing.span.line for thing in never if thing.kind in GUARDS}
    out = []
    for thing, there in sorted(never.items(), key=lambda item: (item[0].span.line, item[0].span.column, item[0].kind)):
        if thing.words == "this" and (_declared(begins, thing.span.line) in dead or thing.span.line in lines):
            continue
        guard = asked is not None and thing.kind in GUARDS
        sample = sum((asked if asked is not None and guard else decisions)[n] for n in there)
        if not guard or sample >= OFTEN:
            out.append(_finding(thing, there, len(by_setting), sample, verdict, unit))
    return out


def idle(by_setting: Mapping[int, Counts], dead: Iterable[Finding], verdict: str = SAMPLED) -> list[Finding]:
    """Conditions that held always or never, and what is set that is so already, but for where what is told of the line says as much: that it, or what
    the condition is there for, is `dead`."""
    told_there = {(one.span.file, line) for one in dead for line in (one.span.line, one.span.line - 1)}
    out = []
    for thing, there in _settings_of(by_setting, True).items():
        asked = sum(by_setting[n][replace(thing, kind=OPPOSITE[thing.kind])] for n in there)
        came = any(by_setting[n][thing] for n in there)
        if thing.kind and not came and asked >= (OFTEN if verdict == SAMPLED else 1) and (thing.span.file, thing.span.line) not in told_there:
            out.append(_finding(thing, there, len(by_setting), asked, verdict, "times"))
    return sorted(out, key=lambda one: (one.span.line, one.span.column, one.kind))


def _settings_of(by_setting: Mapping[int, Counts], by_the_way: bool) -> dict[Thing, list[int]]:
    """In which settings there is code of a thing."""
    things: dict[Thing, list[int]] = {}
    for number, counts in by_setting.items():
        for thing in counts:
            if thing.by_the_way == by_the_way:
                things.setdefault(thing, []).append(number)
    return things


@record(frozen=True)
class Used:
    """Where nothing is missing: how many things came, and the one that came least often, with how often."""

    things: int
    rarest: Thing
    times: int


def used(by_setting: Mapping[int, Counts]) -> Used | None:
    """What came, all settings together; None where there is nothing that could."""
    every = {thing: count for thing, count in joined(by_setting.values()).items() if not thing.by_the_way}
    if not every:
        return None
    rarest = min(every, key=lambda thing: (every[thing], thing.span.line, thing.span.column, thing.kind))
    if not every[rarest]:
        return None
    return Used(len(every), rarest, every[rarest])


def _declared(begins: Sequence[tuple[int, str]], line: int) -> int:
    """The line where the declaration begins that a line belongs to."""
    return max((first for first, _ in begins if first <= line), default=0)


def _finding(thing: Thing, there: Sequence[int], played: int, sample: int, verdict: str, unit: str) -> Finding:
    where = f"in {len(there)} of {played} settings" if len(there) < played else f"in {played} setting{'s' * (played != 1)}"
    elsewhere = "; there is nothing of it in the others" if len(there) < played else ""
    text = f"{thing.words} {told(thing.kind)}: 0 of {sample:,} {unit} {where}{elsewhere}"
    return Finding(verdict, thing.kind, text, thing.span, thing.tags, there[0] if len(there) == 1 else -1, sample)


def rows(by_setting: Mapping[int, Counts]) -> list[dict[str, Any]]:
    """What came how often, by setting, for one JSON document."""
    found = [(thing, n, count) for n, counts in by_setting.items() for thing, count in counts.items() if thing.kind]
    found.sort(key=lambda item: (item[0].span.line, item[0].span.column, item[0].kind, item[1]))
    return [{"span": str(thing.span), "what": thing.kind, "words": thing.words, "count": count, "setting": n} for thing, n, count in found]
