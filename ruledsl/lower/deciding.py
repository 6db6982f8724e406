"""Lowers decisions: an `ask`, and what is done with the answer."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import PASS, UNASKED
from ruledsl.lower.blind import Asked
from ruledsl.lower.forms import Form
from ruledsl.lower.lone import Taken
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.together import Together
from ruledsl.model.carrying import ASKED, DEEPEST
from ruledsl.model.types import BOOL, Term
from ruledsl.syntax import tree as t


class Deciding(Together):
    """Choices of actions and of values, by one seat or by several at once."""

    def choose_action(self, s: t.ChooseAction) -> None:
        if isinstance(s.who, t.Loop):
            self.menu_together(s, self.model.loops[id(s.who)])
            return
        seat = self.v.value(self.term(s.who))
        otherwise = self.b.label("otherwise")
        answered, after = self.b.label("answered"), self.b.label("after")
        again, done = self.b.label("again"), after
        goes_on = self.b.new() if s.one_move and s.again is not None else None
        if s.again is not None:
            done = self.b.label("done")
            self.comes_again(s.again, done, again, goes_on, after)
        self.b.start(again)
        asked = self.l.sites.menu(self, s, seat, otherwise, answered, goes_on)
        if s.one_move:
            self.l.sites.moves.append((s, asked))
        self.b.start(otherwise)
        if goes_on is not None:
            self.b.emit("branch", goes_on, after, never := self.b.label("never"))
            self.b.start(never)
        if s.otherwise is not None:
            self.block(s.otherwise)
            self.b.emit("jump", after)
        elif s.optional and s.again is not None:
            self.b.emit("jump", after)
        else:
            self.b.emit("trap", Fault.NO_OPTION)
        passed = after if s.otherwise is None else otherwise
        if asked in self.l.sites.unasked:
            lone = self.l.sites.unasked[asked]
            self.b.start(lone.label)
            self.dispatch(s, seat, lone.numbers.__getitem__, self.behind(s, done, again), passed, UNASKED)
        self.b.start(answered)
        self.take_action(s, done, again, passed)
        self.b.start(after)

    def comes_again(self, s: t.Again, done: str, menu: str, goes_on: int | None, after: str) -> None:
        """Where play goes when an action of the menu is done: round to the menu, or past it. A register says whether a move `goes_on` there that has begun."""
        count, first = self.b.new(), self.b.label("first")
        if s.at_most is not None:
            self.b.emit("const", count, 0)
        self.b.emit("jump", first)
        self.b.start(done)
        if s.condition is not None:
            holds = self.b.label("holds")
            self.v.branch(self.term(s.condition), holds, after)
            self.b.start(holds)
        if goes_on is not None:
            self.b.emit("const", goes_on, 1)
            self.counts(s, count, menu, after)
        self.b.start(first)
        if goes_on is not None:
            self.b.emit("const", goes_on, 0)
        self.counts(s, count, menu, after)

    def counts(self, s: t.Again, count: int, menu: str, after: str) -> None:
        """To the menu, if it may come once more."""
        if s.at_most is None:
            self.b.emit("jump", menu)
            return
        fewer = self.b.value("lt", count, self.v.value(self.term(s.at_most)))
        self.b.emit("add", count, count, self.b.const(1))
        self.b.emit("branch", fewer, menu, after)

    def take_action(self, s: t.ChooseAction, done: str, again: str, passed: str) -> None:
        """The action's number and arguments stand in `move`. What can be chosen at any time leads back to the menu, which does not count."""
        chooser = self.b.value("load", "move.seat", self.b.const(0))
        self.dispatch(s, chooser, lambda i: self.b.value("load", "move", self.b.const(i)), self.behind(s, done, again), passed)

    def behind(self, s: t.ChooseAction, done: str, again: str) -> Fn[[str], str]:
        """Where to go on behind an action."""
        joined = self.model.joined.get(id(s), ())
        return lambda action: again if action in joined else done

    def dispatch(self, s: t.ChooseAction, chooser: int, read: Fn[[int], int], done: Fn[[str], str], passed: str, how: str = "") -> None:
        """Do what was chosen. `read` gives its number and its arguments, `done` says where to go on behind an action; `how` stands in the labels of blocks in
        which one begins, with its number, if it was not chosen from a menu."""
        number = read(0)
        joined = self.model.joined.get(id(s), ())
        for form in [form for name in (*(item.name for item in s.items), *joined) for form in self.l.offered(name)]:
            this, other = self.b.label(f"{how}{form.number}" if how else form.target.name), self.b.label("other")
            self.b.emit("branch", self.b.value("eq", number, self.b.const(form.number)), this, other)
            self.b.start(this)
            args = [read(i + 1) for i in range(len(form.params))]
            args = self.l.blind.settle(self, Asked(form.params, self.l.guards.allowed(form)), chooser, args)
            self.do_form(form, chooser, args)
            self.b.emit("jump", done(form.target.name))
            self.b.start(other)
        if s.optional or s.otherwise is not None and joined:
            self.b.emit("branch", self.b.value("eq", number, self.b.const(PASS)), passed, bad := self.b.label("bad"))
            self.b.start(bad)
        self.b.emit("trap", Fault.BAD_MOVE)

    def do_form(self, form: Form, chooser: int, args: list[int]) -> None:
        """Do an action, with the effect that is to be carried out noted, and with what."""
        if form.effect is not None:
            card = args[[p.key for p in form.params].index(form.carried)]
            for to, value in zip(self.procedure(form.effect.name).params, [chooser, card, *args[form.own :]]):
                self.b.emit("copy", to, value)
        if form.carried:
            self.b.emit("const", self.chosen_effect(form.target.name), form.number)
        self.call(form.target.name, [chooser, *args[: form.own]])

    def chosen_effect(self, action: str) -> int:
        """The register that says in which form an action is being done."""
        name = self.named(action)
        if name not in self.effects:
            self.effects[name] = self.b.new()
        return self.effects[name]

    def carry_out(self, s: t.CarryOut) -> None:
        if id(s) in self.model.inner:
            self.carry_out_another(s)
            return
        after = self.b.label("carried")
        chosen = self.chosen_effect(self.here)
        for form in self.l.forms_of(self.here):
            if form.effect is None:  # its cards do not come here
                continue
            this, other = self.b.label("effect"), self.b.label("other")
            self.b.emit("branch", self.b.value("eq", chosen, self.b.const(form.number)), this, other)
            self.b.start(this)
            self.call_procedure(self.procedure(form.effect.name).name)
            self.b.emit("jump", after)
            self.b.start(other)
        self.b.emit("trap", Fault.BAD_MOVE)
        self.b.start(after)

    def carry_out_another(self, s: t.CarryOut) -> None:
        """What another card does: at once where nothing is to be asked for it, else as is chosen now."""
        if s.deepest is not None and self.depth >= self.deepest(s.deepest):
            self.b.emit("trap", Fault.DEPTH)
            self.b.start(self.b.label("too_deep"))
            return
        assert self.v.you is not None
        seat, card, after = self.v.you, self.v.value(self.term(s.card)), self.b.label("carried")
        there, nothing = self.b.label("card"), self.b.label("no_card")
        self.b.emit("branch", self.b.value("lt", card, self.b.const(0)), nothing, there)
        self.b.start(nothing)
        self.b.emit("trap", Fault.NO_CARD)
        self.b.start(there)
        for form in self.l.unasked(ASKED):
            this, other = self.b.label("plain"), self.b.label("other")
            self.v.branch(Term("is_kind", BOOL, (self.term(s.card),), form.kinds), this, other)
            self.b.start(this)
            with self.at(self.depth + 1):
                self.do_form(form, seat, [card])
            self.b.emit("jump", after)
            self.b.start(other)
        if self.l.offered(ASKED):
            self.ask_for_effect(self.model.inner[id(s)], seat, after)
        else:
            self.b.emit("trap", Fault.NO_CARD)
        self.b.start(after)

    def deepest(self, number: t.Expr) -> int:
        """How deep cards may carry out each other, as the options say it."""
        deepest = self.l.settings.fold(self.term(number))
        if not isinstance(deepest, int) or not 1 <= deepest <= DEEPEST:
            raise SettingsError(f"cards carry out each other 1 to {DEEPEST} deep, and not {deepest}", number.span)
        return deepest

    def ask_for_effect(self, s: t.ChooseAction, seat: int, after: str) -> None:
        menu, answered = self.b.label("menu"), self.b.label("answered")
        self.b.start(menu)
        self.l.sites.menu(self, s, seat, after, answered)
        self.b.start(answered)
        with self.at(self.depth + 1):
            self.take_action(s, after, menu, after)

    def or_only(self, value: int, lone: Taken) -> None:
        """Into the register of what was answered, the only option, too."""
        self.b.emit("jump", chosen := self.b.label("chosen"))
        self.b.start(lone.label)
        self.b.emit("copy", value, lone.numbers[1])
        self.b.emit("jump", chosen)
        self.b.start(chosen)

    def choose_value(self, s: t.ChooseValue) -> None:
        if isinstance(s.who, t.Loop):
            self.values_together(s, self.model.loops[id(s.who)])
            return
        seat = self.v.value(self.term(s.who))
        answered = self.b.label("answered")
        self.l.sites.value(self, s, seat, answered)
        self.b.start(answered)
        value = self.b.value("load", "move", self.b.const(1))
        if s.forced:
            self.or_only(value, self.l.sites.unasked[len(self.l.sites.made) - 1])
        p = self.l.sites.values[-1]
        (value,) = self.l.blind.settle(self, Asked((p,), self.l.guards.may_be(p)), seat, [value])
        if id(s.target) in self.model.keys:
            self.b.emit("copy", self.v.bind(self.model.keys[id(s.target)]), value)
        else:
            place = self.term(s.target)
            self.store(place.data, self.v.owner(place), value)
