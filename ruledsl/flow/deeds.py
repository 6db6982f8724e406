"""Single statements in words."""

from __future__ import annotations

from collections.abc import Callable

from ruledsl.flow.words import Words, plain
from ruledsl.model.winning import is_win
from ruledsl.syntax import tree as t


class Deeds:
    """Speaks statements that are done at once. What only says when something is allowed, or what it is called, has no line."""

    def __init__(self, words: Words):
        self.words, self.say = words, words.say
        self.cases: dict[type[t.Stmt], Callable[..., str]] = {
            t.Let: self.let, t.Give: lambda s: f"give {self.say(s.value)}", t.Assign: self.assign, t.Move: self.move, t.Reveal: self.reveal,
            t.Shuffle: lambda s: f"shuffle {self.say(s.zone)}",
        }  # fmt: skip

    def line(self, s: t.Stmt) -> str:
        """A statement in words; "" if nothing is done. What keeps a value for what is done as one has a name that nobody can write."""
        if isinstance(s, t.Let) and " " in s.name.text:
            self.words.called[s.name.text] = self.say(s.value)
            return ""
        case = self.cases.get(type(s))
        return case(s) if case else ""

    def let(self, s: t.Let) -> str:
        name = plain(s.name.text)
        return self.roll(name, s.value) if isinstance(s.value, t.Roll) else f"let {name} be {self.worth(s.value)}"

    def roll(self, name: str, roll: t.Roll) -> str:
        many = f"{self.say(roll.count)} of " if roll.count is not None else ""
        domain = self.say(roll.domain)
        return f"roll {name}" if f"{many}{domain}".casefold() == name.casefold() else f"roll {name} ({many}{domain})"

    def assign(self, s: t.Assign) -> str:
        return self.set(s) + self.until(s.until)

    def set(self, s: t.Assign) -> str:
        name = self.words.owned(s.target)
        if is_win(s):
            return f"{self.say(s.value)} {'win' if s.value == t.Ref('you') else 'wins'}"
        if isinstance(s.value, t.Roll):
            return self.roll(name, s.value)
        if s.op != "=":
            return f"add {self.say(s.value)} to {name}" if s.op == "+=" else f"take {self.say(s.value)} off {name}"
        if isinstance(s.value, t.Bool) and isinstance(s.target, t.Attr) and self.words.is_flag(s.target):
            return self.words.flag(s.target, no=not s.value.value)
        return f"{name} = {self.worth(s.value)}"

    def worth(self, e: t.Expr) -> str:
        """What is kept; of what is so or not, whether it is."""
        joined = isinstance(e, t.Compare) or isinstance(e, t.Binary) and e.joins or isinstance(e, t.Unary) and e.op == "not"
        told = isinstance(e, t.Attr) or isinstance(e, t.Call) and (e.args or e.generator is not None)
        return f"{'whether ' * (joined or bool(told) and self.words.kind(e) == 'bool')}{self.say(e)}"

    def move(self, s: t.Move) -> str:
        place = f"the {self.say(s.to)}" if isinstance(s.to, t.Place) else self.say(s.to)
        return f"move {self.say(s.what)} to {place}{self.until(s.until)}"

    def until(self, until: t.Until | None) -> str:
        if until is None:
            return ""
        whose = f"{self.words.owner(until.who)} " if until.who is not None else ""
        return f" until {until.when} {whose}{'next ' if until.next else ''}{plain(until.phase.text)}"

    def reveal(self, s: t.Reveal) -> str:
        if isinstance(s.what, t.Text):
            return f"tell {self.say(s.to) if s.to is not None else 'all'}: {self.words.text(s.what, True)}"
        return f"show {self.say(s.what)} to {self.say(s.to)}" if s.to is not None else f"reveal {self.say(s.what)}"
