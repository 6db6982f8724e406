"""Statements as nested lists of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from ruledsl.flow.deeds import Deeds
from ruledsl.flow.words import Words, plain, title
from ruledsl.model import Model
from ruledsl.syntax import tree as t
from ruledsl_tools.rulebook.boards import drawn

Named = Callable[[str], str]
STOPS = ".?!"
"""What a sentence ends with; behind a question no other stands."""


class Sentences:
    """Writes the blocks of a model as lists. `named` answers the link to a rule; `ids` what stands in the margin of a line."""

    def __init__(self, model: Model, named: Named, ids: Callable[[t.Node], str]):
        self.model, self.named, self.ids = model, named, ids
        self.words = Words(model)
        self.deeds = Deeds(self.words)

    def say(self, e: t.Expr | None) -> str:
        return escape(self.words.say(e)) if e is not None else ""

    def block(self, body: Iterable[t.Stmt]) -> str:
        items = "".join(f"<li>{written}</li>" for s in body if (written := self.statement(s)))
        return f"<ul>{items}</ul>" if items else ""

    def statement(self, s: t.Stmt) -> str:
        if isinstance(s, (t.For, t.Repeat)) and s.whole is not None:
            return self.statement(s.whole.node) if isinstance(s.whole.node, t.Stmt) else ""
        if isinstance(s, t.Label) or isinstance(s, t.Let) and " " in s.name.text:
            return ""
        case = getattr(self, f"_{type(s).__name__.lower()}", None)
        text: str = case(s) if case else self._sentence(escape(self.deeds.line(s)) or type(s).__name__.lower())
        head, mark, rest = text.partition("<ul>")
        return f"{head}{self.ids(s)}{mark}{rest}"

    def _sentence(self, text: str) -> str:
        return f"{text[:1].upper()}{text[1:]}." if text else ""

    def _require(self, s: t.Require) -> str:
        why = f" ({self.say(s.message)})" if s.message is not None else ""
        return f"Only if {self.say(s.condition)}{why}."

    def _assign(self, s: t.Assign) -> str:
        if isinstance(s.value, t.Picture) and isinstance(s.target, t.Ref):
            return f"On the board {self.say(s.target)} stands:{drawn(self.model.boards[s.target.name], s.value)}"
        if isinstance(s.value, t.Observe):
            return f"{self._observed(s.value)} Set {self.say(s.target)} to the answer."
        if s.op == "=" and not isinstance(s.value, (t.Roll, t.Bool)):
            return f"Set {self.say(s.target)} to {self.say(s.value)}{escape(self.deeds.until(s.until))}."
        return self._sentence(escape(self.deeds.assign(s)))

    def _let(self, s: t.Let) -> str:
        return self._observed(s.value) if isinstance(s.value, t.Observe) else self._sentence(escape(self.deeds.let(s)))

    def _observed(self, e: t.Observe) -> str:
        return f"{self.say(e.question)} — yes or no?"

    def _chooseaction(self, s: t.ChooseAction) -> str:
        items = "".join(f"<li>{self.named(item.name)}</li>" for item in s.items)
        otherwise = f"Otherwise:{self.block(s.otherwise)}" if s.otherwise else ""
        who = f"{self._who(s.who)} may" if s.optional else self._chooses(s.who)
        text = f"{who}{self._again(s.again)}{', as one move' * s.one_move}{self._prompt(s)}"
        return f"{text}{':' * (text[-1] not in STOPS)}<ul>{items}</ul>{otherwise}"

    def _prompt(self, s: t.ChooseAction | t.ChooseValue) -> str:
        return f" — {self.say(s.prompt)}" if s.prompt is not None else ""

    def _chooses(self, who: t.Expr | t.Loop) -> str:
        text = self._who(who)
        return f"{text} {'choose' if text == 'You' else 'chooses'}"

    def _again(self, again: t.Again | None) -> str:
        if again is None:
            return ""
        condition = f" as long as {self.say(again.condition)}" if again.condition is not None else ""
        most = f", at most {self.say(again.at_most)} times" if again.at_most is not None else ""
        return f", again and again{condition}{most}"

    def _choosevalue(self, s: t.ChooseValue) -> str:
        condition = f", if {self.say(s.condition)}" if s.condition is not None else ""
        nothing = f"{',' * bool(condition)} or nothing" if s.or_none else ""
        domain = self.say(s.domain)
        which = ": yes or no" if domain == "yes, no" else f" from {domain}"
        text = f"{self._chooses(s.who)} {self.say(s.target)}{which}{condition}{nothing}{self._prompt(s)}"
        return f"{text}{'.' * (text[-1] not in STOPS)}"

    def _who(self, who: t.Expr | t.Loop) -> str:
        if isinstance(who, t.Loop):
            each = f"Each player {escape(plain(who.name.text))}"
            return f"{each}, all at once," if self.words.goes_through(who, "players") else f"{each} of {self.say(who.domain)}, all at once,"
        text = self.say(who)
        return "You" if text in ("you", "your") else f"{text[:1].upper()}{text[1:]}"

    def _if(self, s: t.If) -> str:
        out = []
        for n, (condition, body) in enumerate(s.arms):
            head = "Otherwise" if condition is None else f"{'Otherwise, if' if n else 'If'} {self.say(condition)}"
            out.append(f"{head}:{self.block(body)}")
        return "".join(out)

    def _while(self, s: t.While) -> str:
        most = f", at most {self.say(s.at_most)} times" if s.at_most is not None else ""
        return f"As long as {self.say(s.condition)}{most}:{self.block(s.body)}"

    def _repeat(self, s: t.Repeat) -> str:
        return f"{self.say(s.times)} times:{self.block(s.body)}"

    def _for(self, s: t.For) -> str:
        return f"For each {self.loop(s.loop)}:{self.block(s.body)}"

    def _turns(self, s: t.Turns) -> str:
        most = f", at most {self.say(s.at_most)} times" if s.at_most is not None else ""
        return f"In turn, each {self.loop(s.loop)}{most}:{self.block(s.body)}"

    def loop(self, loop: t.Loop) -> str:
        text = f"{escape(plain(loop.name.text))} of {self.say(loop.domain)}"
        for word, part in (("from", loop.start), ("if", loop.condition), ("as long as", loop.limit)):
            text += f", {word} {self.say(part)}" if part is not None else ""
        text += "".join(f", {'most' if key.highest else 'least'} {self.say(key.value)} first" for key in loop.order)
        return text + (f"; {escape(plain(loop.ranked.text))} is the place, which equals share" if loop.ranked is not None else "")

    def _unless(self, s: t.Unless) -> str:
        after = f" after {self.say(s.seconds)} seconds" if s.seconds is not None else ""
        whose = f" for {self.say(s.who)}" if s.who is not None else ""
        otherwise = f"If it comes:{self.block(s.otherwise)}" if s.otherwise else ""
        return f"Unless {self.say(s.event)}{whose}{after}:{self.block(s.body)}{otherwise}"

    def _end(self, s: t.End) -> str:
        name = escape(plain(s.name))
        return "" if s.given else f"“{escape(title(s.name))}” ends." if " " in name else f"The {name} ends."

    def _give(self, s: t.Give) -> str:
        return f"This gives {self.say(s.value)}."

    def _do(self, s: t.Do) -> str:
        given = ", ".join(self.say(arg) for arg in s.call.args)
        return self.named(s.call.function) + (f": {given}." if given else ".")

    def _dousual(self, s: t.DoUsual) -> str:
        return "As usual."

    def _pass(self, s: t.Pass) -> str:
        return "Nothing more."

    def _carryout(self, s: t.CarryOut) -> str:
        deep = f", at most {self.say(s.deepest)} deep" if s.deepest is not None else ""
        return f"Do what {self.say(s.card)} says{deep}."
