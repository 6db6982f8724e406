"""Statements as nested lists of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape

from ruledsl.flow.blocks import counted, endless, read
from ruledsl.flow.deeds import Deeds
from ruledsl.flow.settled import Settled
from ruledsl.flow.words import Words, plain, title
from ruledsl.model import Model
from ruledsl.model.refusing import ASKED
from ruledsl.syntax import tree as t
from ruledsl_tools.rulebook.boards import OnBoard

Named = Callable[[str], str]
STOPS = ".?!"
"""What a sentence ends with; behind a question no other stands."""


class Sentences:
    """Writes the blocks of a model as lists. `named` answers the link to a rule; `ids` what stands in the margin of a line."""

    def __init__(self, model: Model, named: Named, ids: Callable[[t.Node], str], settled: Settled, draw: OnBoard):
        self.model, self.named, self.marked, self.settled, self.draw = model, named, ids, settled, draw
        self.words = Words(model, settled=settled)
        self.deeds = Deeds(self.words)
        self.around: list[t.Stmt] = []

    def say(self, e: t.Expr | None) -> str:
        return escape(self.words.say(e)) if e is not None else ""

    def ids(self, node: t.Node) -> str:
        """The ids of a line, once: not again behind what stands in the same line."""
        return "" if any(s.span.line == node.span.line and s.span.file == node.span.file for s in self.around) else self.marked(node)

    def told(self, message: t.Expr | None) -> str:
        """What is said to whoever does not keep to a rule."""
        text = self.words.text(message, known=True) if isinstance(message, t.Text) else self.words.say(message) if message is not None else ""
        return f" ({escape(text)})" if text else ""

    def block(self, body: Iterable[t.Stmt]) -> str:
        items = "".join(f"<li>{written}</li>" for s in self.done(body) if (written := self.statement(s)))
        return f"<ul>{items}</ul>" if items else ""

    def done(self, body: Iterable[t.Stmt]) -> Iterator[t.Stmt]:
        """The statements of a block; of a question that the options answer what is done then."""
        for s in body:
            first = next((arm for arm in s.arms if arm[0] is None or self.settled(arm[0]) is not False), (t.Bool(True), ())) if isinstance(s, t.If) else None
            if first is not None and (first[0] is None or first[0] == t.Bool(True) or self.settled(first[0])):
                yield from self.done(first[1])
            else:
                yield s

    def statement(self, s: t.Stmt) -> str:
        if isinstance(s, (t.For, t.Repeat)) and s.whole is not None:
            return self.statement(s.whole.node) if isinstance(s.whole.node, t.Stmt) else ""
        if isinstance(s, t.Label) or isinstance(s, t.Let) and " " in s.name.text:
            return ""
        case = getattr(self, f"_{type(s).__name__.lower()}", None)
        self.around.append(s)
        text: str = case(s) if case else self._sentence(escape(self.deeds.line(s)) or type(s).__name__.lower())
        self.around.pop()
        head, mark, rest = text.partition("<ul>")
        return f"{head}{self.ids(s) if text else ''}{mark}{rest}"

    def _sentence(self, text: str) -> str:
        return f"{text[:1].upper()}{text[1:]}." if text else ""

    def _require(self, s: t.Require) -> str:
        asked = isinstance(s.condition, t.Call) and s.condition.function.endswith(ASKED)
        return "" if asked or self.settled(s.condition) else f"Only if {self.say(s.condition)}{self.told(s.message)}."

    def _assign(self, s: t.Assign) -> str:
        if isinstance(s.value, t.Picture) and isinstance(s.target, t.Ref):
            return f"On the board {self.say(s.target)} stands:{self.draw(s.target.name, s.value)}"
        if isinstance(s.value, t.Observe):
            return f"{self._observed(s.value)} Set {self.say(s.target)} to the answer."
        said = self.deeds.assign(s)
        name, equals, value = said.partition(" = ")
        plainly = equals and s.op == "=" and not isinstance(s.value, t.Roll) and name == self.words.owned(s.target)
        return f"Set {escape(name)} to {escape(value)}." if plainly else self._sentence(escape(said))

    def _let(self, s: t.Let) -> str:
        if isinstance(s.value, t.Observe):
            return self._observed(s.value)
        return self._sentence(escape(self.deeds.let(s)))

    def _observed(self, e: t.Observe) -> str:
        return f"{self.say(e.question)} — yes or no?"

    def _chooseaction(self, s: t.ChooseAction) -> str:
        items = "".join(f"<li>{self.named(item.name)}</li>" for item in s.items)
        otherwise = f"Otherwise:{self.block(s.otherwise)}" if s.otherwise else ""
        who = f"{self._who(s.who)} may" if s.optional else self._chooses(s.who)
        text = f"{who}{self._again(s.again)}{', as one move' * s.one_move}{self._prompt(s)}"
        return f"{text}{':' * (text[-1] not in STOPS)}<ul>{items}</ul>{otherwise}"

    def _prompt(self, s: t.ChooseAction | t.ChooseValue) -> str:
        unasked = ", unless there is only one choice" * s.forced
        return f"{unasked} — {escape(self.words.told(s.prompt, s.who))}" if s.prompt is not None else unasked

    def _chooses(self, who: t.Expr | t.Loop) -> str:
        text = self._who(who)
        return f"{text} {'choose' if text == 'You' else 'chooses'}"

    def _again(self, again: t.Again | None) -> str:
        if again is None:
            return ""
        condition = f" as long as {self.say(again.condition)}" if again.condition is not None else ""
        most = f", {escape(self.times(again.at_most, True))}" if again.at_most is not None and not endless(again.at_most) else ""
        return f", again and again{condition}{most}"

    def times(self, number: t.Expr, most: bool = False) -> str:
        """How often."""
        term = self.model.terms.get(id(number))
        value = self.settled.value(term) if term else None
        many = self.words.say(number) if value is None else str(value)
        return counted(many, many.isdigit() or isinstance(number, t.Ref), most)

    def until(self, s: t.While | t.Turns) -> tuple[str, str]:
        """How often a loop goes on at most, and what is done if it still would: beyond a bound without that the rules know nothing."""
        if s.otherwise is None or s.at_most is None:
            return "", ""
        return f", {escape(self.times(s.at_most, True))}", f"If it still goes on then:{self.block(s.otherwise)}"

    def _choosevalue(self, s: t.ChooseValue) -> str:
        condition = f", if {self.say(s.condition)}" if s.condition is not None else ""
        nothing = f"{',' * bool(condition)} or nothing" if s.or_none else ""
        domain = self.say(s.domain)
        wanted = escape(self.words.wanted(s.wanted))
        which = ": yes or no" if domain == "yes or no" else f"{f', {wanted}' if wanted else ' '}from {domain}"
        what = escape(self.words.target(s)) if isinstance(s.target, t.Ref) else self.say(s.target)
        text = f"{self._chooses(s.who)} {what}{which}{condition}{nothing}{self._prompt(s)}"
        return f"{text}{'.' * (text[-1] not in STOPS)}"

    def _who(self, who: t.Expr | t.Loop) -> str:
        if isinstance(who, t.Loop):
            each = f"Each player {escape(plain(who.name.text))}"
            return f"{each}, all at once," if self.words.goes_through(who, "players") else f"{each} of {self.say(who.domain)}, all at once,"
        text = self.say(who)
        return "You" if text in ("you", "your") else f"{text[:1].upper()}{text[1:]}"

    def _if(self, s: t.If) -> str:
        out: list[str] = []
        for condition, body in s.arms:
            holds = True if condition is None else self.settled(condition)
            if holds is False:
                continue
            head = "Otherwise" if holds else f"{'Otherwise, if' if out else 'If'} {self.say(condition)}"
            out.append(f"{head}:{self.block(body)}")
            if holds:
                break
        return "".join(out)

    def _while(self, s: t.While) -> str:
        most, beyond = self.until(s)
        head = "Again and again" if s.condition == t.Bool(True) else f"As long as {self.say(s.condition)}"
        return f"{head}{most}:{self.block(s.body)}{beyond}"

    def _repeat(self, s: t.Repeat) -> str:
        return f"{escape(title(self.times(s.times)))}:{self.block(s.body)}"

    def _for(self, s: t.For) -> str:
        loop, domain = s.loop, s.loop.domain
        if isinstance(domain, t.Range) and domain.low == t.Number(1) and not read(loop, s.body):
            rest = "".join(f", {word} {self.say(part)}" for word, part in (("if", loop.condition), ("as long as", loop.limit)) if part is not None)
            return f"{escape(title(self.times(domain.high, bool(rest))))}{rest}:{self.block(s.body)}"
        return f"For each {self.loop(loop)}:{self.block(s.body)}"

    def _turns(self, s: t.Turns) -> str:
        most, beyond = self.until(s)
        return f"In turn, each {self.loop(s.loop)}{most}:{self.block(s.body)}{beyond}"

    def loop(self, loop: t.Loop) -> str:
        text = f"{escape(plain(loop.name.text))} of {self.say(loop.domain)}"
        if self.words.goes_through(loop, "players", "others"):
            text = f"{'other ' * self.words.goes_through(loop, 'others')}player {escape(plain(loop.name.text))}"
        for word, part in (("from", loop.start), ("if", loop.condition), ("as long as", loop.limit)):
            text += f", {word} {self.say(part)}" if part is not None and not self.settled(part) else ""
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
