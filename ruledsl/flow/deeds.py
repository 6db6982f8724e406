"""Single statements in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ruledsl.flow.words import Words, plain
from ruledsl.model.winning import is_win
from ruledsl.syntax import tree as t


class Deeds:
    """Speaks statements that are done at once. What only says when something is allowed, or what it is called, has no line."""

    def __init__(self, words: Words):
        self.words, self.say = words, words.say

    def line(self, s: t.Stmt) -> str:
        """A statement in words; "" if nothing is done. What keeps a value for what is done as one has a name that nobody can write."""
        if isinstance(s, t.Let) and " " in s.name.text:
            self.words.called[s.name.text] = self.worth(s.value)
            return ""
        case = self.CASES.get(type(s))
        return case(self, s) if case else ""

    def let(self, s: t.Let) -> str:
        name = plain(s.name.text)
        return self.roll(name, s.value) if isinstance(s.value, t.Roll) else f"let {name} be {self.worth(s.value)}"

    def roll(self, name: str, roll: t.Roll) -> str:
        domain, many = self.say(roll.domain), self.dice(roll)
        if not name:
            return f"roll {many}{domain}"
        return f"roll {name}" if f"{many}{domain}".casefold() == name.casefold() else f"roll {name} ({many}{domain})"

    def dice(self, roll: t.Roll) -> str:
        """How many dice fall at once; "" of one."""
        many = self.words.part(roll.count) if roll.count is not None else ""
        return f"{many}{'' if many.endswith(' dice') else ' dice'}, " if many else ""

    def assign(self, s: t.Assign) -> str:
        return self.set(s) + self.until(s.until)

    def set(self, s: t.Assign) -> str:
        name = self.words.owned(s.target)
        if is_win(s):
            return f"{self.say(s.value)} {'win' if s.value == t.Ref('you') else 'wins'}"
        if isinstance(s.value, t.Roll):
            return self.roll(name, s.value) if s.op == "=" else f"{self.roll('', s.value)}, and {self.adding(s.op, 'what they show', name)}"
        value = self.words.so(s.value)
        if s.op != "=":
            told = self.adding(s.op, self.say(value.then if isinstance(value, t.IfElse) else value), name)
            return f"{told} if {self.say(value.condition)}, else {self.say(value.otherwise)}" if isinstance(value, t.IfElse) else told
        if isinstance(value, t.Binary) and value.op in ("|", "-") and value.left == s.target and isinstance(value.right, t.SetLiteral):
            return self.adding({"|": "+="}.get(value.op, "-="), self.say(value.right), name)
        if isinstance(value, t.Bool) and (told := self.flagged(s.target, not value.value)):
            return told
        return f"{name} = {self.worth(value)}"

    @staticmethod
    def adding(op: str, what: str, name: str) -> str:
        return f"add {what} to {name}" if op == "+=" else f"take {what} off {name}"

    def flagged(self, target: t.Expr, no: bool) -> str:
        """That something is so now, or not; "" of what is no such thing."""
        if isinstance(target, t.Attr) and self.words.is_flag(target):
            return self.words.flag(target, no)
        if isinstance(target, t.Index) and isinstance(target.base, t.Attr) and self.words.is_flag(target.base) and len(target.items) == 1:
            return self.words.flag_of(target, no)
        return ""

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
            return f"tell {self.say(s.to) if s.to is not None else 'all'}: {self.words.told(s.what, s.to)}"
        return f"show {self.say(s.what)} to {self.say(s.to)}" if s.to is not None else f"reveal {self.say(s.what)}"

    CASES: ClassVar[dict[type[t.Stmt], Callable[..., str]]] = {
        t.Let: let, t.Give: lambda self, s: f"give {self.say(s.value)}", t.Assign: assign, t.Move: move, t.Reveal: reveal,
        t.Shuffle: lambda self, s: f"shuffle {self.say(s.zone)}",
    }  # fmt: skip
