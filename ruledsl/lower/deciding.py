"""Lowers decisions: an `ask`, and what is done with the answer."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import PASS
from ruledsl.lower.blind import Asked
from ruledsl.lower.forms import Form
from ruledsl.lower.together import Together
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
        if s.again is not None:
            done = self.b.label("done")
            self.comes_again(s.again, done, again, after)
        self.b.start(again)
        self.l.sites.menu(self, s, seat, otherwise, answered)
        self.b.start(otherwise)
        if s.otherwise is not None:
            self.block(s.otherwise)
            self.b.emit("jump", after)
        elif s.optional and s.again is not None:
            self.b.emit("jump", after)
        else:
            self.b.emit("trap", Fault.NO_OPTION)
        self.b.start(answered)
        self.take_action(s, done, again, after)
        self.b.start(after)

    def comes_again(self, s: t.Again, done: str, menu: str, after: str) -> None:
        """Where play goes when an action of the menu is done: round to the menu, or past it."""
        count, first = self.b.new(), self.b.label("first")
        if s.at_most is not None:
            self.b.emit("const", count, 0)
        self.b.emit("jump", first)
        self.b.start(done)
        if s.condition is not None:
            holds = self.b.label("holds")
            self.v.branch(self.term(s.condition), holds, after)
            self.b.start(holds)
        self.b.start(first)
        if s.at_most is not None:
            more = self.b.value("lt", count, self.v.value(self.term(s.at_most)))
            self.b.emit("add", count, count, self.b.const(1))
            self.b.emit("branch", more, menu, after)

    def take_action(self, s: t.ChooseAction, done: str, again: str, after: str) -> None:
        """The action's number and arguments stand in `move`. What can be chosen at any time leads back to the menu, which does not count; who passes leads
        past it."""
        joined = self.model.joined.get(id(s), ())
        chooser = self.b.value("load", "move.seat", self.b.const(0))
        self.dispatch(s, chooser, lambda i: self.b.value("load", "move", self.b.const(i)), lambda action: again if action in joined else done, after)

    def dispatch(self, s: t.ChooseAction, chooser: int, read: Fn[[int], int], done: Fn[[str], str], passed: str) -> None:
        """Do what was chosen. `read` gives its number and its arguments, `done` says where to go on behind an action."""
        number = read(0)
        joined = self.model.joined.get(id(s), ())
        for form in [form for name in (*(item.name for item in s.items), *joined) for form in self.l.forms_of(name)]:
            this, other = self.b.label(form.target.name), self.b.label("other")
            self.b.emit("branch", self.b.value("eq", number, self.b.const(form.number)), this, other)
            self.b.start(this)
            args = [read(i + 1) for i in range(len(form.params))]
            args = self.l.blind.settle(self, Asked(form.params, self.l.guards.allowed(form)), chooser, args)
            self.prepare(form, chooser, args)
            self.call(form.target.name, [chooser, *args[: form.own]])
            self.b.emit("jump", done(form.target.name))
            self.b.start(other)
        if s.optional:
            self.b.emit("branch", self.b.value("eq", number, self.b.const(PASS)), passed, bad := self.b.label("bad"))
            self.b.start(bad)
        self.b.emit("trap", Fault.BAD_MOVE)

    def prepare(self, form: Form, chooser: int, args: list[int]) -> None:
        """Note which effect is to be carried out, and with what."""
        if form.effect is None:
            return
        card = args[[p.key for p in form.params].index(form.carried)]
        for to, value in zip(self.procedure(form.effect.name).params, [chooser, card, *args[form.own :]]):
            self.b.emit("copy", to, value)
        self.b.emit("const", self.chosen_effect(form.target.name), form.number)

    def chosen_effect(self, action: str) -> int:
        """The register that says in which form an action is being done."""
        if action not in self.effects:
            self.effects[action] = self.b.new()
        return self.effects[action]

    def carry_out(self, s: t.CarryOut) -> None:
        after = self.b.label("carried")
        chosen = self.chosen_effect(self.here)
        for form in self.l.forms_of(self.here):
            assert form.effect is not None
            this, other = self.b.label("effect"), self.b.label("other")
            self.b.emit("branch", self.b.value("eq", chosen, self.b.const(form.number)), this, other)
            self.b.start(this)
            self.call_procedure(form.effect.name)
            self.b.emit("jump", after)
            self.b.start(other)
        self.b.emit("trap", Fault.BAD_MOVE)
        self.b.start(after)

    def choose_value(self, s: t.ChooseValue) -> None:
        if isinstance(s.who, t.Loop):
            self.values_together(s, self.model.loops[id(s.who)])
            return
        seat = self.v.value(self.term(s.who))
        answered = self.b.label("answered")
        self.l.sites.value(self, s, seat, answered)
        self.b.start(answered)
        value = self.b.value("load", "move", self.b.const(1))
        p = self.l.sites.values[-1]
        (value,) = self.l.blind.settle(self, Asked((p,), self.l.guards.may_be(p)), seat, [value])
        if id(s.target) in self.model.keys:
            self.b.emit("copy", self.v.bind(self.model.keys[id(s.target)]), value)
        else:
            place = self.term(s.target)
            self.store(place.data, self.v.owner(place), value)
