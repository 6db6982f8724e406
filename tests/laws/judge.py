"""The laws that hold for every rules file that `check` accepts, each with a bound of time."""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from ruledsl import pipeline
from ruledsl.engine.check import check
from ruledsl.engine.knowledge import resample
from ruledsl.engine.lockstep import lockstep
from ruledsl.engine.match import Match
from ruledsl.engine.menus import choices
from ruledsl.engine.position import Position
from ruledsl.engine.replay import document, play_again
from ruledsl.engine.view import view
from ruledsl.flow import build
from ruledsl.format import format_source
from ruledsl.interp import Interpreter
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Program
from ruledsl.ir.verify import verify
from ruledsl.lower.opened import Opened
from ruledsl.lower.refusal import SettingsError
from ruledsl.pipeline import Rules
from ruledsl.record import field, record
from ruledsl.source import NOWHERE, Source
from ruledsl.syntax import parse
from ruledsl.syntax.tree import Def, Invariant, Tree
from tests.laws.beside import Beside
from tests.laws.menus import Menus
from tests.laws.reading import Reader, Sort, Unread
from tests.laws.winning import asked_of_winning, winner
from tests.lower.opened import alike
from tests.work import PATIENCE, TooMuch, watched

STEP = 60 * PATIENCE
"""Seconds after which a law hangs; none takes one. Machine code that hangs is ended by whoever watches this process."""
DECISIONS = 25
"""Decisions of a game that is looked at."""
LAWS = ("check", "format", "flow", "lower", "play", "replay", "meaning", "deeds", "lockstep", "tier2", "solve", "open", "verify")
BY_TRIAL = "none of these has two ends"
"""What hangs on where everything lies at a table, so that `check` tries it there alone."""
Options = Mapping[str, Any]


@record(frozen=True)
class Broken:
    """A law that a file breaks. `kind` is what failures of one cause have in common."""

    law: str
    kind: str
    detail: str


@record
class Judged:
    """What became of a file: `accepted` by `check`, and the laws it breaks; `counts` of what was looked at."""

    accepted: bool = False
    broken: list[Broken] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, what: str, by: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + by


NO_SENSE = (Unread, RulesFault, TypeError, AttributeError, LookupError)
"""What the plain reader says of what it does not know, or what has no value; the engine's answer is not looked at then."""
OURS = {Fault.BAD_MOVE, Fault.UNSETTLED}
"""Faults that no rules have: they are the engine's own affair."""


class Broke(Exception):
    """A law does not hold; raised with its kind and what was seen."""

    def __init__(self, kind: str, detail: str = ""):
        super().__init__(kind)
        self.kind, self.detail = kind, detail


def place_of(error: BaseException) -> str:
    """Where in the project an exception was raised: file and function."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "ruledsl/" in f.filename]
    return f"{frames[-1].filename.split('ruledsl/', 1)[1]}:{frames[-1].name}" if frames else "outside"


def plain(message: str) -> str:
    """A message without what differs from file to file."""
    return re.sub(r"`[^`]*`|'[^']*'|\d+", "…", message)[:100]


class Judge:
    """Holds a text to the laws. `laws` are the names of those that are asked; all of them if there are none."""

    def __init__(self, text: str, seed: int = 0, laws: tuple[str, ...] = (), seconds: float = STEP):
        self.text, self.seed, self.laws, self.seconds = text, seed, laws, seconds
        self.random = Random(seed)
        self.source = Source("random.rules", text)
        self.out = Judged()
        self.programs: list[tuple[Program, Options]] = []
        self.tells = False  # a menu hangs on what lies on unseen cards, because the rules ask for it

    def judge(self) -> Judged:
        """Everything, until the file is refused or cannot be lowered."""
        rules = self.step("check", self.checked)
        if rules is None or not self.out.accepted:
            return self.out
        self.step("format", self.formatted)
        self.step("flow", lambda: self.drawn(rules))
        self.step("lower", lambda: self.lowered(rules))
        if self.programs and not any(b.law == "lower" for b in self.out.broken):
            program, options = Random(self.seed).choice(self.programs)
            self.step("play", lambda: self.played(program))
            self.step("replay", lambda: self.replayed(program, options))
            self.step("meaning", lambda: self.meant(rules, program))
            self.step("deeds", lambda: self.acted(rules, program))
            self.step("lockstep", lambda: self.in_lockstep(program, 0))
            self.step("tier2", lambda: self.in_lockstep(program, 2, beside=0))
            self.step("open", lambda: self.opened(rules, program.players, options))
            self.step("verify", lambda: self.verified(rules, program.players, options))
            if program.players == 1:
                self.step("solve", lambda: self.solved(program))
        return self.out

    def step(self, law: str, act: Callable[[], Any]) -> Any:
        """What a law gives; what is raised on the way is a failure of ours."""
        if law not in self.laws and self.laws and law not in ("check", "lower"):
            return None
        self.random = Random(f"{self.seed} {law}")  # the same whichever laws are asked
        try:
            with watched(self.seconds):
                return act()
        except TooMuch as error:
            self.out.broken.append(Broken(law, f"longer than {self.seconds} s in {place_of(error)}", ""))
        except Broke as broke:
            self.out.broken.append(Broken(law, broke.kind, broke.detail))
        except RulesFault as fault:
            self.out.broken.append(Broken(law, f"a fault of the rules in {place_of(fault)}", str(fault)))
        except Exception as error:  # any other is a fault of the project: that is what is looked for
            self.out.broken.append(Broken(law, f"{type(error).__name__} in {place_of(error)}: {plain(str(error))}", str(error)[:300]))
        return None

    # ---- without playing ----

    def checked(self) -> Rules:
        tree, found = parse(self.source)
        versions, said, _ = pipeline.judge_modes([tree], [], found)
        self.out.accepted = not any(d.is_error for d in said)
        self.tells = any(d.code in ("W0606", "W0609") for d in said)
        for d in said:
            self.out.count(f"said {d.code}")
        by_mode = {name: Rules("random.rules", v.layers, v.tests, v.model, []) for name, v in versions.items()}
        return Rules("random.rules", (tree,), (), next(iter(versions.values())).model, said, by_mode=by_mode)

    def formatted(self) -> None:
        once = format_source(self.source)
        twice = format_source(Source("random.rules", once))
        if once != twice:
            first = next((a, b) for a, b in zip(once.split("\n"), twice.split("\n"), strict=False) if a != b)
            raise Broke("the layout is no fixed point", "\n".join(first))

    def drawn(self, rules: Rules) -> None:
        from ruledsl_tools.drawing.dot import dot
        from ruledsl_tools.drawing.mermaid import mermaid

        for mode in rules.modes or ("",):
            graph = build((rules.in_mode(mode) if mode else rules).model)
            for level in ("decisions", "rules"):
                dot(graph.at(level), level).to_string()
            mermaid(graph)

    # ---- tables ----

    def lowered(self, rules: Rules) -> None:
        """For every number of players, and every value of every option by itself."""
        for players, options in self.tables(rules):
            try:
                program = pipeline.lower(rules, players, options)
            except SettingsError as error:
                if BY_TRIAL in str(error) and pipeline.unplayable(rules):
                    self.out.count("refused where tables are tried")
                    continue
                if (error.span == NOWHERE and "goes from" not in str(error)) or not options:
                    raise Broke(f"refused: {plain(str(error))}", f"{players} players, {options}: {error}") from None
                continue
            verify(program)
            self.programs.append((program, options))
            self.out.count("programs")

    def tables(self, rules: Rules) -> Iterator[tuple[int, Options]]:
        for mode in rules.modes or ("",):
            here = (rules.in_mode(mode) if mode else rules).model
            chosen = {"mode": mode} if mode else {}
            for players in range(here.low, here.high + 1):
                yield players, chosen
            for name, info in here.options.items():
                if name == "mode":
                    continue
                for value in self.values(info.type, here, name):
                    yield self.random.randint(here.low, here.high), {**chosen, name: value}

    def values(self, type: Any, model: Any, name: str) -> list[Any]:
        """What a person would give for an option."""
        if type.kind == "enum":
            info = model.enums.get(type.name)
            return list(info.values if info else model.options[type.name].values)
        if type.kind == "bool":
            return ["true", "false"]
        if type.kind == "int":
            return [1, 2, 3]
        return [(model.seat_names or "ABC")[0]] if type.kind == "player" else []

    def opened(self, rules: Rules, players: int, options: Options) -> None:
        """With its readings open a program plays as with all of them settled, whatever they are."""
        here = rules.of(options).model
        free = {name: values for name, info in here.options.items() if name != "mode" and (values := self.values(info.type, here, name))}
        made: list[Opened] = []
        watched = self.random.random() < 0.3
        for _ in range(2):
            given = {**options, **{name: self.random.choice(values) for name, values in free.items() if self.random.random() < 0.7}}
            try:
                folded, settings = pipeline.lower(rules, players, given, watched=watched), pipeline.settings_of(rules, players, given)
            except SettingsError:
                continue
            fitting = next((one for one in made if one.fits(settings.options)), None)
            if fitting is None:
                mode = {name: value for name, value in given.items() if name == "mode"}
                made.append(fitting := pipeline.lower_open(rules, settings, mode, watched))
            program = fitting.read(settings.options)
            verify(program)
            for seed in range(2):
                same = alike(Interpreter(folded), Interpreter(program), seed, seed, DECISIONS)
                self.out.count("decisions with open readings", same if program.readings else 0)
            if program.readings and self.random.random() < 0.1:
                self.in_lockstep(program, 0)

    # ---- playing ----

    def played(self, program: Program) -> None:
        """Some games: census, bounds, menus, and what each seat may know."""
        for seed in range(2):
            match: Match | None = None
            try:
                match = Match(program, seed, "interp", self.random.choice(["drawn", "asked"]), world="drawn")
                for _ in range(DECISIONS):
                    if match.over:
                        break
                    self.looked_at(match.position)
                    options = self.answers(match)
                    match.play(self.random.choice(options))
                    self.out.count("decisions")
                assert len(match.scores) == program.players
                for seat in range(1, program.players + 1):
                    match.events(seat)
                self.out.count("games")
            except RulesFault as fault:
                self.faulted(fault)

    def answers(self, match: Match) -> list[Any]:
        found = match.answers()
        if not found:
            raise Broke("nobody can do anything, and play goes on", match.decision.site if match.decision else "")
        return found

    def faulted(self, fault: RulesFault) -> None:
        """The rules go wrong: that may be, but with a place, and in no way that is our own affair."""
        self.out.count(f"fault {fault.fault.name}")
        if fault.fault in OURS:
            raise Broke(f"the rules are said to go wrong: {fault.fault.name}", str(fault))
        if fault.place.span == NOWHERE:
            raise Broke(f"a fault without a place: {fault.fault.name}", str(fault))

    def looked_at(self, position: Position) -> None:
        for flaw in check(position):
            if not flaw.message.startswith("the invariant"):
                raise Broke(f"unsound: {'holds more' if 'more than' in flaw.message else flaw.message.split(' ')[-1]}", flaw.message)
        seat = self.random.randrange(position.program.players)
        other = Position(position.program, position.engine, position.words, resample(position, seat, self.random.getrandbits(32)))
        for flaw in check(other):
            if not flaw.message.startswith("the invariant"):
                raise Broke("a world that a seat holds possible is unsound", flaw.message)
        seen, also = view(position, seat), view(other, seat)
        if seen != also:
            part = next((a, b) for a, b in zip([*seen.zones, *seen.variables], [*also.zones, *also.variables], strict=True) if a != b)
            raise Broke(f"a view hangs on what the seat cannot know: a {type(part[0]).__name__}", f"{part[0]} / {part[1]}")
        if seat in position.waiting and not self.tells:
            mine, theirs = ([(c.full, c.id, c.spoken) for c in choices(p, seat)] for p in (position, other))
            if mine != theirs:
                raise Broke("a menu hangs on what its seat cannot know", f"{mine} / {theirs}"[:300])
            self.out.count("menus of two worlds")

    def replayed(self, program: Program, options: Options) -> None:
        """A kept match, played again from its own document, comes to the same bytes."""
        try:
            match = Match(program, self.random.getrandbits(16), "interp", world="drawn", options=options)
            for _ in range(DECISIONS):
                if match.over:
                    break
                match.play(self.random.choice(self.answers(match)))
            kept = json.loads(json.dumps(document(match)))  # its moves in words, and so their labels
        except RulesFault as fault:
            self.faulted(fault)
            return
        again = play_again(Match(program, kept["seed"], "interp", kept["chance"], options=options, world=kept["world"]), kept)
        if again.state_bytes() != match.state_bytes():
            raise Broke("a match played again comes to another state")

    def meant(self, rules: Rules, program: Program) -> None:
        """Conditions, numbers and menus are what a plain reader makes of the text."""
        tree = rules.layers[0]
        try:
            match = Match(program, self.random.getrandbits(16), "interp", world="drawn")
            for _ in range(DECISIONS):
                if match.over:
                    break
                self.read(tree, match.position)
                if match.position.kind in ("choice", "simultaneous"):
                    self.menu(tree, match)
                match.play(self.random.choice(self.answers(match)))
            self.ended(tree, match)
        except RulesFault as fault:
            self.faulted(fault)

    def acted(self, rules: Rules, program: Program) -> None:
        """What is done is what a plain player makes of the text."""
        for _ in range(2):
            try:
                game = Beside(rules.layers[0], program, self.random.getrandbits(16), tuple(rules.modes))
                wrong = game.play(DECISIONS)
            except NO_SENSE:
                self.out.count("deeds unread")
                continue
            self.out.count("questions by the text", game.looked)
            if game.unread:
                self.out.count("deeds unread")
            if wrong:
                raise Broke(f"the text is played otherwise: {plain(wrong)}", wrong[:300])

    def ended(self, tree: Tree, match: Match) -> None:
        """Who won at once has ended the game; what it counts is what the text says."""
        reader = Reader(tree, match.position)
        if "winner" in reader.variables and winner(reader) is not None:
            self.out.count("games won at once")
            if not match.over:
                raise Broke("somebody has won, and the game goes on")
        if match.over:
            self.read(tree, match.position)

    def read(self, tree: Tree, position: Position) -> None:
        reader = Reader(tree, position)
        asked: list[tuple[str, tuple[int, ...], Callable[[], Any]]] = []
        conditions = {d.title: d.condition for d in tree.declarations if isinstance(d, Invariant)}
        for title, function, _ in position.program.invariants:
            asked.append((function, (), lambda title=title: int(reader.read(conditions[title], {}))))  # type: ignore[misc]
        if "payoff" in reader.declared.get(Def, {}):
            for seat in range(position.program.players):
                asked.append(("payoff", (seat,), lambda seat=seat: int(reader.called("payoff", [Sort("player", seat)]))))  # type: ignore[misc]
        asked += asked_of_winning(tree, reader)
        for function, arguments, plainly in asked:
            try:
                found = position.call(function, *arguments)
                expected = plainly()
            except NO_SENSE as error:
                self.out.count("unread")
                if isinstance(error, Unread):
                    self.out.count(f"fault unread {plain(str(error))[:20]}")
                continue
            self.out.count("values read")
            if found != expected:
                raise Broke(f"`{function.split('.')[0]}` means something else", f"the program says {found}, the text {expected}")

    def menu(self, tree: Tree, match: Match) -> None:
        position = match.position
        for seat in position.waiting:
            try:
                moves = [tuple(move) for move in position.engine.legal(position.block, position.site_number, seat)]
                self.asked_late(position, seat, moves)
                menus = Menus(tree, position, seat)
                expected = menus.expected()
                found = [menus.offered(move) for move in moves]
            except NO_SENSE as error:
                self.out.count("menus unread")
                self.out.count(f"fault menu unread {plain(str(error))[:20]}")
                continue
            self.out.count("menus read")
            if len(set(found)) < len(found):
                raise Broke("options that look equal are offered twice", f"{[o for o in found if found.count(o) > 1]}"[:300])
            if set(found) != set(expected):
                missing, odd = set(expected) - set(found), set(found) - set(expected)
                raise Broke(f"a menu {'lacks' if missing else 'has too many'} options", f"missing {missing}, too many {odd}"[:300])

    def asked_late(self, position: Position, seat: int, moves: list[tuple[int, ...]]) -> None:
        """Of the options that random play draws from, those that pass what is asked late are the legal ones."""
        program, engine, block = position.program, position.engine, position.block
        if not program.sites[position.site_number].early:
            return
        late = [action.late for action in program.actions]
        early = engine.early(block, position.site_number, seat)
        passing = [m for m in map(tuple, early) if m[0] < 0 or not late[m[0]] or engine.call(block, late[m[0]], seat, *m[1:]) == 0]
        self.out.count("menus drawn from")
        if passing != moves:
            raise Broke("random play draws from other options than are legal", f"{passing} instead of {moves}"[:300])

    def solved(self, program: Program) -> None:
        """Verdicts are those of brute force."""
        from ruledsl.search.opened import Unsolvable
        from tests.laws.solving import wrong_verdicts

        try:
            looked, wrong = wrong_verdicts(program)
        except (Unsolvable, RulesFault):
            self.out.count("not to be solved")
            return
        self.out.count("deals solved", looked)
        if wrong:
            raise Broke("a verdict is wrong", wrong)

    def verified(self, rules: Rules, players: int, options: Options) -> None:
        """What is claimed of all states is so by brute force."""
        from tests.laws.proving import wrong_claims

        program = pipeline.lower(rules, players, options, watched=True)
        if any(site.odds for site in program.sites):
            return
        for room in (0, self.random.choice([3, 8, 40])):
            how, wrong = wrong_claims(program, 1500, room)
            self.out.count(f"verified {how}" if how else "too large to be verified")
            if wrong:
                raise Broke("what is claimed of all states is not so", wrong)
            if not how:
                return

    def in_lockstep(self, program: Program, tier: int, beside: int | None = None) -> None:
        watched = lockstep(program, range(2), tier, DECISIONS, beside=beside)
        self.out.count(f"lockstep {tier}")
        if watched.difference is not None:
            raise Broke(f"engines differ at `{watched.difference.op.split(' ')[0]}`", str(watched.difference)[:300])
