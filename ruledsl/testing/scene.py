"""Plays one test: what is given, what happens, what must hold then."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any, Sequence

from ruledsl.engine import chains, menus, moves
from ruledsl.engine.cards import cards_in
from ruledsl.engine.choice import Choice
from ruledsl.engine.gathering import Gathered, gather, samples
from ruledsl.engine.outside import Outside, nothing_there
from ruledsl.engine.position import Position
from ruledsl.engine.spoken import Spoken
from ruledsl.ir.program import Action, Parameter, Program, Type
from ruledsl.ir.subsets import members, split
from ruledsl.model.inside import subterms
from ruledsl.model.terms import row
from ruledsl.model.tests import KNOWING
from ruledsl.model.types import Term
from ruledsl.model.types import Type as ModelType
from ruledsl.source import Span
from ruledsl.syntax import tree as t
from ruledsl.testing.can import MOST_SHOWN, called, offered, plain, played_as, possible
from ruledsl.testing.failure import Failure, Step
from ruledsl.testing.fallen import by_chance
from ruledsl.testing.held import WAYS, ended, held
from ruledsl.testing.knowing import against, asks
from ruledsl.testing.many import many
from ruledsl.testing.refusal import not_asked, refusals
from ruledsl.testing.script import Script, Scripted, told_alone
from ruledsl.testing.setting import Setting, TestFault

if TYPE_CHECKING:
    from ruledsl.testing.tables import Table



class Scene:
    def __init__(self, table: Table, test: t.Test, script: Script, failures: list[Failure]):
        self.table, self.test, self.script, self.failures = table, test, script, failures
        self.program: Program = table.program
        self.engine, self.model = table.engine, table.settings.model
        seed = table.settings.number(self.model.terms[id(test.seed)]) if test.seed is not None else 1
        self.seed, self.rng = seed, random.Random(seed)
        self.scripted, self.told_alone = Scripted(), told_alone(test)
        self.state: Any = None
        self.begun: int | None = None  # the site where a move began that is not over
        self.kept: list[tuple[str, str, int]] = []
        self.spoken = Spoken(self.program, WAYS)
        self.step: Step | None = None
        self.setting: Setting | None = None
        self.recorded = asks(test)
        self.past: list[tuple[Position, Choice]] = []  # the questions and answers up to here, where the test asks what somebody knows

    def run(self) -> None:
        steps = self.test.steps
        if all(check.kind == "apart" for check in self.script.checks()) and any(isinstance(step, t.Then) for step in steps):
            for step in steps:  # it is played at each of their tables
                if isinstance(step, t.Then):
                    self.check(step)
            return
        for n, step in enumerate(steps):
            if isinstance(step, t.When) and step.times is not None:
                self.often(step, n)
                return
            self.when(step) if isinstance(step, t.When) else self.then(step)
        self.begin()
        ended(self.position, self.spoken)
        for e in self.scripted.left():
            raise TestFault(e.span, "chance was never asked for this")

    def often(self, when: t.When, n: int) -> None:
        """`when 100 times` stands alone, with one `then`."""
        rest = self.test.steps[n + 1 :]
        if n > 0 or len(rest) > 1 or any(not isinstance(step, t.Then) for step in rest):
            raise TestFault(when.span, "a test with `when … times` has nothing but `given` before it, and one `then` behind it")
        many(self, when, rest[0].checks if rest and isinstance(rest[0], t.Then) else ())

    # ---- setting up ----

    def begin(self) -> None:
        """Stand where the test begins, and play on to the first decision."""
        if self.state is None:
            given = self.test.given
            self.step = Step(self.test.span, "the game begins") if given is None else Step(given.span, self.source_line(given.span))
            self.state = self.arranged(self.seed, 1)
            self.chance()
            self.kept = [i for i in self.program.invariants if not self.position.over and self.engine.call(self.state, i[1])]
            self.settled()

    def settled(self) -> None:
        """At a decision: whoever is asked has an option, texts can be filled, and what always holds holds still."""
        held(self.position, self.kept, self.spoken)

    def arranged(self, seed: int, chance: int, ends: bool = False) -> Any:
        """A state as it is given; without `given`, the start of a game."""
        given = self.test.given
        if given is None:
            return self.engine.start(seed, chance)
        if given.phase is None:
            return self.first_decision(seed, chance)
        state = self.engine.blank(seed, chance)
        self.setting = Setting(self.table, given, state, self.rng)
        self.setting.arrange(ends)
        self.engine.resume(state)
        return state

    def first_decision(self, seed: int, chance: int) -> Any:
        """`given:` without a phase: the game has begun by chance, and the table is changed at its first decision."""
        assert self.test.given is not None
        state = self.engine.start(seed, 0)
        state.set("chance", 0, chance)
        Setting(self.table, self.test.given, state, self.rng).arrange(False)
        return state

    @property
    def position(self) -> Position:
        return Position(self.program, self.engine, self.table.words, self.state)

    @property
    def still(self) -> Position:
        """Where play stands now; it does not go on."""
        return Position(self.program, self.engine, self.table.words, self.state.copy())

    # ---- what happens ----

    def when(self, when: t.When) -> None:
        """Chance is told first what to bring; then the seats move."""
        for line in when.lines:
            if line.kind not in ("seat", "comes"):
                self.scripted.row(line.kind).extend(line.values)
        self.begin()
        self.chance()
        for line in when.lines:
            if line.kind == "comes":
                self.comes(line)
            elif line.kind == "seat":
                for n, what in enumerate(line.values):
                    if n and self.begun is None:
                        raise TestFault(what.span, "the move is over before this")
                    self.move(line.who, what)

    def comes(self, line: t.WhenLine) -> None:
        """The table or a clock declares something."""
        self.step = Step(line.span, f"{line.who} comes")
        found = self.declarable(line.who)
        if found is None:
            raise TestFault(line.span, f"`{line.who}` cannot come here")
        self.answer(found.move, -1)
        self.chance()
        self.settled()

    def declarable(self, what: str) -> Choice | None:
        return next((choice for choice in moves.declarable(self.position) if choice.label == what), None)

    def move(self, who: str, what: t.Expr) -> None:
        self.step = Step(what.span, f"{who}: {self.source(what)}")
        position, seat = self.position, self.seat(who, what.span)
        if position.over:
            raise TestFault(what.span, "the game is over")
        if seat not in position.waiting:
            names = " and ".join(self.program.seats[s] for s in position.waiting)
            raise TestFault(what.span, f"it is not {who} who is asked, but {names}")
        options = menus.choices(position, seat)
        found = [o for o in options if self.matches(what, o, position)]
        if not found:
            reasons = "; ".join(self.against(what, position, seat))
            raise TestFault(what.span, f"{who} cannot do this: {reasons}\n{offered(options)}")
        if len({o.label for o in found}) > 1:
            raise TestFault(what.span, f"this can mean {len(found)} moves: {', '.join(o.label for o in found[:MOST_SHOWN])}")
        head = chains.begun(position, self.begun)
        self.answer(found[0].move, seat)
        self.begun = head if head is not None and chains.goes_on(self.position, seat, head) else None
        self.chance()
        self.settled()

    def answer(self, move: tuple[int, ...], seat: int) -> None:
        if self.recorded:
            self.past.append((self.still, Choice("", "", (), (), 0, None if seat < 0 else seat + 1, move, 0)))
        for n in range(self.program.region["move"].count):
            self.state.set("move", n, move[n] if n < len(move) else 0)
        self.state.set("move.seat", 0, seat)
        self.engine.resume(self.state)

    def chance(self) -> None:
        """Chance brings what the test says, and else anything. Where nobody is asked any more, play stands before the first die that no line tells."""
        stood, past = None, 0
        while not self.position.over and self.position.kind in ("chance", "world"):
            if self.position.site.comes is not None:  # a test says itself what comes
                self.answer((0,), -1)
                continue
            row = self.scripted.row(self.position.site.chance)
            if self.told_alone and stood is None and not row and self.position.site.chance == "roll":
                stood, past = self.state.copy(), len(self.past)
            number = self.outcome(row.pop(0), self.state.get("ask.count")) if row else by_chance(self.position, self.state, self.rng)
            self.answer((number,), -1)
        if stood is not None and self.position.over:
            self.state = stood
            del self.past[past:]

    def outcome(self, e: t.Expr, count: int) -> int:
        """The number of the outcome that a test names."""
        site = self.position.site
        for number in range(count):
            if self.same(e, self.engine.call(self.state, site.outcome, number), site.type.kind if site.type else "int"):
                return number
        possible = list(dict.fromkeys(moves.outcome(self.position, number).spoken[0] for number in range(count)))
        shown = ", ".join(possible[:MOST_SHOWN] + (["…"] if len(possible) > MOST_SHOWN else []))
        line = self.position.place(site.place).span.line
        raise TestFault(e.span, f"chance cannot bring `{self.source(e)}` here: the {site.chance} of line {line} of the rules is one of {shown}")

    # ---- matching ----

    def seat(self, name: str, span: Span) -> int:
        if name not in self.program.seats:
            raise TestFault(span, f"nobody called `{name}` sits at this table")
        return self.program.seats.index(name)

    def same(self, e: t.Expr, value: int, kind: str) -> bool:
        """Is a value what a test writes? A card is any card of that face."""
        if kind == "subset":
            return isinstance(e, t.ListLiteral) and self.same_cards(e.items, members(self.program, value))
        if kind == "card":
            value, guise = split(self.program, value)
            if isinstance(e, t.As):
                return bool(guise) and self.same(e.card, value, kind) and self.same_guise(e.kind, guise)
            if isinstance(e, t.Number) and value >= 0:
                return self.program.faces[self.program.cards[value]].args == (e.value,)
        elif isinstance(e, t.As):
            return False
        term = self.model.terms.get(id(e))
        if term is not None and row(term).has("placed"):
            return value == self.card_there(term)
        if term is None or isinstance(e, t.Ref) and (term.op == "error" or term.op == "place" and kind == "enum"):
            return isinstance(e, t.Ref) and self.value_named(e.name, value)
        if term.type.kind == "face":
            if kind != "card" or value < 0:
                return False
            face = self.program.faces[self.program.cards[value]]
            return face.kind == term.data and face.args == tuple(self.table.settings.fold(a) for a in term.args)
        return self.table.settings.fold(term) == value

    def same_cards(self, written: Sequence[t.Expr], chosen: list[int]) -> bool:
        """Is each of the chosen cards one that is written, each for one?"""
        if len(written) != len(chosen):
            return False
        if not written:
            return True
        return any(self.same(written[0], card, "card") and self.same_cards(written[1:], chosen[:n] + chosen[n + 1 :]) for n, card in enumerate(chosen))

    def same_guise(self, e: t.Expr, guise: int) -> bool:
        """Does a card stand for what is written: `Number(4)`, or `4` if that is its only value?"""
        face = self.program.guises[guise - 1]
        if isinstance(e, t.Number):
            return face.args == (e.value,)
        args = tuple(self.table.settings.fold(a) for a in self.model.terms[id(e)].args) if isinstance(e, t.Call) else ()
        return isinstance(e, (t.Call, t.Ref)) and face.kind == (e.function if isinstance(e, t.Call) else e.name) and face.args == args

    def card_there(self, term: Term) -> int:
        """The card that a test names by its place: `B.aliens[2]`, `top of pack[3]`."""
        cards = self.lying_cards(term.args[0])
        n = self.table.settings.number(term.args[1]) if term.op == "card_at" else len(cards) if term.op == "card_top" else 1
        return cards[n - 1] if 1 <= n <= len(cards) else -1

    def value_named(self, name: str, value: int) -> bool:
        """A bare value of an enum, where the decision says of which, or none."""
        if name == "none":
            return value == -1
        type = self.position.site.type
        enum = self.program.enums.get(type.name) if type is not None else None
        return enum is not None and name in enum.values and enum.values.index(name) == value

    def matches(self, what: t.Expr, option: Choice, position: Position) -> bool:
        name = called(what)
        if option.move[0] >= 0:
            action = self.program.actions[option.move[0]]
            args = what.args if isinstance(what, t.Call) else ()
            if len(args) > len(action.params) or not played_as(self.program, args, action):
                return False
            return action.name == name and all(self.same(e, v, p.type.kind) for e, v, p in zip(plain(args, action), option.move[1:], action.params))
        if option.action == "pass":
            return name == "pass"
        type = position.site.type
        return name not in (a.name for a in self.program.actions) and self.same(what, option.move[1], type.kind if type else "int")

    def against(self, what: t.Expr, position: Position, seat: int) -> list[str]:
        """Why a written move is refused."""
        name = called(what)
        args = what.args if isinstance(what, t.Call) else ()
        actions = [a for a in self.program.actions if a.name == name and len(args) <= len(a.params) and played_as(self.program, args, a)]
        found = dict.fromkeys(said for a in actions for said in refusals(position, seat, a, partial(self.candidates, position, a, plain(args, a))))
        if not actions:
            return [not_asked(position, seat) or self.outside(what, position)]
        outside: list[str] = [message for message in found if isinstance(message, Outside)]
        return [message for message in found if message not in outside] or outside or ["it is no option here"]

    def outside(self, what: t.Expr, position: Position) -> str:
        """A value that is not among those to choose from."""
        domain = position.site.domain
        return f"`{self.source(what)}` is not {domain.where(-1)}" if domain.told else "it is no option here"

    def candidates(
        self, position: Position, action: Action, args: Sequence[t.Expr], n: int, arguments: tuple[int, ...]
    ) -> tuple[Sequence[int], str]:
        """All values that an argument can have, behind the seat and the arguments before it, and what stands against them. A written
        card is every card of that face."""
        parameter, written = action.params[n], args[n] if n < len(args) else None
        if parameter.type.kind == "subset":
            if not isinstance(written, t.ListLiteral):
                return samples(position, parameter, arguments) if written is None else [], ""
            gathered = self.gathered(position, arguments, written.items, parameter)
            return gathered.subsets, gathered.against(position, parameter)
        every = self.table.words.choices(parameter.type)
        if written is None:
            values = [v for v in every if position.call(parameter.member, *arguments, v)]
            return values, "" if values else nothing_there(position, parameter, ())
        values = [v for v in every if self.same(written, v, parameter.type.kind)]
        return values, "" if values else f"`{self.source(written)}` is nothing that can be named here"

    def gathered(self, position: Position, arguments: tuple[int, ...], items: Sequence[t.Expr], parameter: Parameter) -> Gathered:
        """The cards that are written, as far as they can be found."""
        every = range(len(self.program.cards) * (1 + len(self.program.guises)))
        return gather(position, parameter, arguments, [[v for v in every if self.same(item, v, "card")] for item in items])

    # ---- what must hold ----

    def then(self, then: t.Then) -> None:
        self.begin()
        self.check(then)

    def check(self, then: t.Then) -> None:
        for check in then.checks:
            self.step = Step(check.span, self.source_line(check.span))
            message = self.failed(check)
            if message:
                self.failures.append(Failure(check.span, message))

    def failed(self, check: t.Check) -> str:
        """Why a check fails; "" if it holds."""
        if check.kind == "expr":
            held = self.engine.call(self.state, self.script.condition(check))
            return "" if held else self.shown(check)
        if check.kind == "phase":
            position = self.position
            there = () if position.over else (*position.site.phases, position.site.name)
            return "" if check.who in there else f"play stands in {there[-1] if there else 'no phase: the game is over'}"
        if check.kind in ("comes", "stays away"):
            open = self.declarable(check.who) is not None
            return "" if open == (check.kind == "comes") else f"`{check.who}` {'can' if open else 'cannot'} come here"
        if check.kind in ("can", "cannot", "only"):
            return possible(self, check)
        if check.kind in KNOWING:
            return against(self, check)
        return f"`{check.kind}` asks about many games: write `when 100 times` before it"

    def shown(self, check: t.Check) -> str:
        """The values on the sides of a comparison that fails."""
        lines = []
        for function, term, e in self.script.sides(check):
            value = self.still.told(term.type.kind, function)
            text = self.spoken_value(self.shown_type(term.type), value)
            lines.append(f"`{self.source(e)}` is {text}")
        return "\n".join(["this does not hold", *lines, *self.contents(check)])

    def contents(self, check: t.Check) -> list[str]:
        """What lies in the zones that a failed condition speaks of."""
        assert check.condition is not None
        out = []
        for term in subterms(self.model.terms[id(check.condition)]):
            if term.op == "zone" and (not term.args or self.table.settings.fold(term.args[0]) is not None):
                out.append(f"`{self.text(term.span)}` holds [{', '.join(self.lying(term))}]")
        return list(dict.fromkeys(out))

    def lying(self, term: Term) -> list[str]:
        return [self.program.faces[self.program.cards[c]].spoken for c in self.lying_cards(term)]

    def lying_cards(self, term: Term) -> list[int]:
        zone = self.program.zone[term.data]
        index = self.table.settings.fold(term.args[0]) if term.args else 0
        return cards_in(self.program, self.still.values, zone, index if isinstance(index, int) else 0)

    def shown_type(self, type: ModelType) -> Type:
        of = self.shown_type(type.of) if type.of is not None else None
        return Type(type.kind, type.name, 0, max(0, self.table.settings.size(type) - 1), type.or_none, of)

    def spoken_value(self, type: Type, value: int) -> str:
        return "none" if value == -1 and type.kind not in ("int", "set") else str(self.table.words.spoken(type, value))

    def source(self, e: t.Expr) -> str:
        return self.text(e.span)

    def text(self, span: Span) -> str:
        line = self.model.sources[span.file].line(span.line)
        return line[span.column - 1 : span.end_column - 1] if span.end_line == span.line else line[span.column - 1 :].rstrip() + " …"

    def source_line(self, span: Span) -> str:
        """The first line of something that is written, without what may stand far to its right."""
        return self.model.sources[span.file].line(span.line).partition("@")[0].strip().removesuffix(":")
