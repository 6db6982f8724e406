"""Lowers decisions: an `ask`, and what is done with the answer."""

from __future__ import annotations

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import PASS
from ruledsl.lower.forms import Form
from ruledsl.lower.moving import Moving
from ruledsl.syntax import tree as t


class Deciding(Moving):
    """Choices of actions and of values, by one seat or by several at once."""

    def choose_action(self, s: t.ChooseAction) -> None:
        assert isinstance(s.who, t.Expr)
        seat = self.v.value(self.term(s.who))
        otherwise = self.b.label("otherwise")
        answered, after = self.b.label("answered"), self.b.label("after")
        again = self.b.label("again")
        self.b.start(again)
        self.l.sites.menu(self, s, seat, otherwise, answered)
        self.b.start(otherwise)
        if s.otherwise is not None:
            self.block(s.otherwise)
            self.b.emit("jump", after)
        else:
            self.b.emit("trap", Fault.NO_OPTION)
        self.b.start(answered)
        self.take_action(s, after, again)
        self.b.start(after)

    def take_action(self, s: t.ChooseAction, after: str, again: str) -> None:
        """Do what was chosen: the action's number and arguments stand in `move`. What can be chosen at any time leads back to the menu."""
        number = self.b.value("load", "move", self.b.const(0))
        chooser = self.b.value("load", "move.seat", self.b.const(0))
        joined = self.model.joined.get(id(s), ())
        for form in [form for name in (*(item.name for item in s.items), *joined) for form in self.l.forms_of(name)]:
            this, other = self.b.label(form.target.name), self.b.label("other")
            self.b.emit("branch", self.b.value("eq", number, self.b.const(form.number)), this, other)
            self.b.start(this)
            args = [self.b.value("load", "move", self.b.const(i + 1)) for i in range(len(form.params))]
            self.prepare(form, chooser, args)
            self.call(form.target.name, [chooser, *args[: form.own]], (), self.loops)
            self.b.emit("jump", again if form.target.name in joined else after)
            self.b.start(other)
        if s.optional:
            self.b.emit("branch", self.b.value("eq", number, self.b.const(PASS)), after, bad := self.b.label("bad"))
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

    def together(self, s: t.ChooseValue) -> None:
        """Ask all at once; each answer goes into its seat's variable, and when all have answered play goes on."""
        assert isinstance(s.who, t.Loop)
        loop = self.model.loops[id(s.who)]
        pending = self.b.new()
        self.b.emit("const", pending, 0)
        asked = self.b.label("asked")
        self.v.each(loop, lambda next: self.b.emit("or", pending, pending, self.v.bit(self.v.locals[loop.key])), asked)
        head, ask, answered, done = (self.b.label(w) for w in ("together", "ask", "answered", "done"))
        self.b.start(head)
        self.b.emit("branch", pending, ask, done)
        self.b.start(ask)
        site = self.l.sites.together(self, s, loop)
        self.ask(site, pending, answered)
        self.b.start(answered)
        seat = self.b.value("load", "move.seat", self.b.const(0))
        self.store(self.term(s.target).data, seat, self.b.value("load", "move", self.b.const(1)))
        gone = self.b.value("xor", self.v.bit(seat), self.b.const(-1))
        self.b.emit("and", pending, pending, gone)
        self.b.emit("jump", head)
        self.b.start(done)

    def choose_value(self, s: t.ChooseValue) -> None:
        if isinstance(s.who, t.Loop):
            self.together(s)
            return
        seat = self.v.value(self.term(s.who))
        answered = self.b.label("answered")
        self.l.sites.value(self, s, seat, answered)
        self.b.start(answered)
        value = self.b.value("load", "move", self.b.const(1))
        if id(s.target) in self.model.keys:
            self.b.emit("copy", self.v.bind(self.model.keys[id(s.target)]), value)
        else:
            place = self.term(s.target)
            self.store(place.data, self.v.owner(place), value)
