"""Statements, each put down as nodes: one method a kind of statement, from the ways in to the ways out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Protocol

from ruledsl.flow.chance import chance, observed
from ruledsl.flow.deeds import Deeds
from ruledsl.flow.lighting import paths
from ruledsl.flow.outcomes import WORD
from ruledsl.flow.settled import Settled
from ruledsl.flow.sketch import Sketch, Way, Ways
from ruledsl.flow.uses import leads_out
from ruledsl.flow.verbs import together
from ruledsl.flow.words import LINES, LONGEST, Words, plain, short
from ruledsl.model.carrying import asks
from ruledsl.model.graph import carried_out
from ruledsl.model.model import Callable as Declared
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t

ENDLESS = 200
"""To such a number nobody counts: it sees to it that a loop ends at all."""
SEVERAL = 3
"""Behind more options than these, what all of them hang on stands once."""
_GIVEN = re.compile(r"\w \([^()]*, |(?:your|’s) [a-z ]+ \(")
"""What a def is asked of, in brackets."""


def endless(bound: t.Expr) -> bool:
    """Is a bound so great that play does not come to it?"""
    return isinstance(bound, t.Number) and bound.value >= ENDLESS


def read(loop: t.Loop, body: t.Block) -> bool:
    """Does anything in a loop look at what is gone through?"""
    parts = (*body, *(e for e in (loop.condition, loop.limit, *(key.value for key in loop.order)) if e is not None))
    return any(isinstance(n, t.Ref) and n.name == loop.name.text for part in parts for n in t.walk(part))


def counted(many: str, plainly: bool, most: bool = False) -> str:
    """How often something is done; what has to be reckoned first is said behind it."""
    told = f"as many times as {many}" if not plainly else f"{many} times" if many != "1" else "once" if most else "1 time"
    return f"{'at most ' * most}{told}"


def either(*reasons: str) -> str:
    """One of several reasons for which a loop ends."""
    return " or ".join(reason for reason in reasons if reason)


class Doors(Protocol):
    """What statements need of the rooms around them."""

    exits: dict[str, str]

    def enter(self, name: str, ways: Ways, span: Span) -> Ways: ...

    def usual(self, ways: Ways, span: Span) -> Ways: ...


class Blocks:
    """Puts down blocks of statements."""

    def __init__(self, sketch: Sketch, words: Words, settled: Settled, doors: Doors):
        self.sketch, self.words, self.settled, self.doors = sketch, words, settled, doors
        self.model = sketch.model
        self.deeds = Deeds(words)
        self.paths = paths(self.model)
        self.left: list[tuple[str, list[Way]]] = []
        """The loops around, by their words, with the ways that leave them."""

    def block(self, body: t.Block, ways: Ways) -> Ways:
        """The statements of a block, one after the other."""
        for statement in body:
            case = self.CASES.get(type(statement), Blocks.simple)
            with self.sketch.at(self.paths[id(statement)], statement.span):
                ways = case(self, statement, ways)
        return ways

    def simple(self, s: t.Stmt, ways: Ways) -> Ways:
        """What is done at once: a step, or chance."""
        event = observed(s)
        if event is not None:
            return [Way(self.sketch.node("world", [self.words.told(event.question, None)], ways, s.span))]
        luck, line = chance(self.model, s), self.deeds.line(s)
        if luck:
            return [Way(self.sketch.node("chance", [line], ways, s.span, chance=(luck,)))]
        return self.sketch.step(line, ways, s.span) if line else ways

    def written(self, whole: t.Written, ways: Ways) -> Ways:
        """What is written as one statement, and done as several."""
        return self.simple(whole.node, ways) if isinstance(whole.node, t.Stmt) else ways

    def do(self, s: t.Do, ways: Ways) -> Ways:
        return self.doors.enter(s.call.function, ways, s.span)

    def carry_out(self, s: t.CarryOut, ways: Ways) -> Ways:
        """One way for each effect that the card may have."""
        card, names = self.words.say(s.card), dict.fromkeys(carried_out(self.model, s))
        deep = [f"at most {self.words.say(s.deepest)} deep"] if s.deepest is not None else []
        says = [f"do what {card} says", *deep]
        asked = self.sketch.node("choice", says, ways, s.span, who="you") if asks(self.model, s) else ""
        with self.sketch.group("cards", f"what {card} says", s.span):
            node = asked or self.sketch.node("card", says, ways, s.span)
            out: list[Way] = []
            for name in names:
                kind = plain(self.model.callables[name].card)
                out += self.doors.enter(name, [Way(node, guard=f"{card} is {kind}", label=kind)], s.span)
            if id(s) in self.model.inner:
                self.join(self.model.inner[id(s)], node)
        kinds = self.model.terms[id(s.card)].type.kinds
        return [*out, Way(node, guard=f"{card} says nothing", label="nothing")] if any(not self.model.effects(k) for k in kinds) else out

    def end(self, s: t.End, ways: Ways) -> Ways:
        self.sketch.tie([replace(way, kind="end") for way in ways], self.doors.exits[s.name])
        return []

    # ---- questions that the state answers ----

    def question(self, condition: t.Expr, ways: Ways, span: Span) -> tuple[Ways, Ways]:
        """The ways on if something holds, and if not."""
        says = self.words.say(condition)
        node = self.sketch.node("branch", [f"{short(says, LINES)}?"], ways, span)
        return [Way(node, guard=short(says, LINES), label="yes")], [Way(node, guard=short(self.words.not_(condition), LINES), label="no")]

    def if_(self, s: t.If, ways: Ways) -> Ways:
        """Each condition is asked where the one before it does not hold."""
        out: list[Way] = []
        for condition, body in s.arms:
            holds = self.settled(condition)
            if holds is False:
                continue
            if holds or condition is None:
                return [*out, *self.block(body, ways)]
            yes, ways = self.question(condition, ways, condition.span)
            out += self.block(body, yes)
        return [*out, *ways]

    def unless(self, s: t.Unless, ways: Ways) -> Ways:
        """A block, and beside it what may come in between."""
        clock = [f"after {self.words.say(s.seconds)} seconds"] if s.seconds is not None else []
        whose = [f"while {self.words.say(s.who)} decides"] if s.who is not None else []
        event = self.sketch.node("world", [self.words.told(s.event, s.who), *whose, *clock], [replace(way, kind="watch") for way in ways], s.span)
        return [*self.block(s.body, ways), *self.block(s.otherwise or (), [Way(event)])]

    # ---- loops ----

    def loop(self, s: t.While | t.Repeat | t.For | t.Turns, lines: Sequence[str], ways: Ways, done: str, bound: t.Expr | None = None) -> Ways:
        """A head that is passed each time round, and the ways out of it."""
        times = self.times(bound) if bound is not None else ""
        cap = times if not isinstance(s, (t.While, t.Turns)) or s.otherwise is not None else ""
        head, left = self.sketch.node("loop", lines or [times], ways, s.span, bound=cap), list[Way]()
        self.left.append((WORD[type(s)], left))
        self.sketch.tie([replace(w, kind="again") for w in self.block(s.body, [Way(head)])], head)
        self.left.pop()
        if isinstance(s, (t.While, t.Turns)) and not (done and self.for_safety(s)):
            left += self.block(s.otherwise, [Way(head, "leave", self.spent(bound))]) if s.otherwise is not None else []
            done = done or ("if it never ends" if not left and not leads_out(self.model, s) else "")
        return [*([Way(head, "leave", short(done))] if done else []), *left]

    def for_safety(self, s: t.While | t.Turns) -> bool:
        """Does nothing come of a loop that went on for as long as it may, and nobody counts to that?"""
        return s.at_most is not None and endless(s.at_most) and all(isinstance(other, t.Pass) for other in s.otherwise or ())

    def leave(self, s: t.Leave, ways: Ways) -> Ways:
        """Out of the innermost loop of a word."""
        left = next(left for word, left in reversed(self.left) if word == s.loop)
        left += [replace(way, kind="leave") for way in ways]
        return []

    def while_(self, s: t.While, ways: Ways) -> Ways:
        return self.loop(s, self.limit(s.condition), ways, self.until(s.condition), s.at_most)

    def repeat(self, s: t.Repeat, ways: Ways) -> Ways:
        """So many times, however many: whoever writes it counts to that."""
        if s.whole is not None:
            return self.written(s.whole, ways)
        return self.loop(s, [], ways, self.after(s.times), s.times)

    def for_(self, s: t.For, ways: Ways) -> Ways:
        """Of numbers that nobody reads, only how many there are is said."""
        if s.whole is not None:
            return self.written(s.whole, ways)
        loop, domain = s.loop, s.loop.domain
        limit = self.limit(loop.limit)
        until = self.until(loop.limit)
        conditions = self.conditions(loop)
        if isinstance(domain, t.Range) and domain.low == t.Number(1) and not read(loop, s.body):
            times = [self.times(domain.high, most=bool(limit))] if limit or conditions else []
            return self.loop(s, [*limit, *times, *conditions], ways, either(until, self.after(domain.high)), domain.high)
        done = either(until, "after the last")
        players = self.words.goes_through(loop, "players")
        members = f"each player {loop.name.text}" if players else f"each {plain(loop.name.text)} in {self.words.say(domain)}"
        if isinstance(domain, t.Attr) and domain.name == "others":
            members = f"each player {loop.name.text} but {self.words.whom(domain.base)}"
        return self.loop(s, [members, *conditions, *limit], ways, done)

    def turns(self, s: t.Turns, ways: Ways) -> Ways:
        loop = s.loop
        limit = self.limit(loop.limit)
        lines = [f"player {loop.name.text} in turn", *self.conditions(loop), *limit]
        return self.loop(s, lines, ways, either(self.until(loop.limit), "nobody is left" if loop.condition is not None else ""), s.at_most)

    def until(self, condition: t.Expr | None) -> str:
        """What does not hold any more when a loop comes to its end; "" where nothing is asked."""
        return self.words.not_(condition) if condition is not None and condition != t.Bool(True) else ""

    def spent(self, bound: t.Expr | None) -> str:
        """When a loop has gone on for as long as it may; "" if it has no bound. To a number that only sees to it that there is an end, nobody counts."""
        if bound is None:
            return ""
        return "if it never ends" if endless(bound) else self.after(bound)

    def after(self, bound: t.Expr) -> str:
        return f"after {self.times(bound) if self.is_plain(bound) else 'so many times'}"

    def times(self, number: t.Expr, most: bool = False) -> str:
        return counted(self.many(number), self.is_plain(number), most)

    def is_plain(self, number: t.Expr) -> bool:
        """Is it said by a number, or a name?"""
        return isinstance(number, t.Ref) or self.many(number).isdigit()

    def many(self, number: t.Expr) -> str:
        """How often: the number itself where the options alone decide it."""
        term = self.model.terms.get(id(number))
        value = self.settled.value(term) if term else None
        whole = number.args[0] if isinstance(number, t.Call) and number.function == "count" and len(number.args) == 1 else None
        if isinstance(whole, t.Ref) and whole.name in self.model.enums:
            value = len(self.model.enums[whole.name].values)
        return self.words.say(number) if value is None else str(value)

    def limit(self, condition: t.Expr | None) -> list[str]:
        """How long a loop goes on."""
        if condition == t.Bool(True):
            return ["again and again"]
        return [] if condition is None else [f"while {self.words.say(condition)}", *self.words.meaning(condition)]

    def conditions(self, loop: t.Loop) -> list[str]:
        order = [self.words.order(loop)] if loop.order else []
        start = [f"from {self.words.say(loop.start)}"] if loop.start is not None else []
        return [*order, *start, *(f"if {self.words.say(e)}" for e in (loop.condition,) if e is not None)]

    # ---- decisions ----

    def choose_action(self, s: t.ChooseAction, ways: Ways) -> Ways:
        """One way out for each action, for passing, and for having no action at all."""
        who = f"each {self.words.member(s.who)}" if isinstance(s.who, t.Loop) else self.words.say(s.who)
        kind = "simultaneous" if isinstance(s.who, t.Loop) else "choice"
        lines = [f"{who} may choose" if s.optional else f"{who} {_chooses(who)}", *self.asking(s), *(["as one move"] if s.one_move else [])]
        node = self.sketch.node(kind, lines, ways, s.span, who=who)
        out: list[Way] = []
        for item in s.items:
            way = Way(node, "choice", self.requirements(item), self.label(self.model.callables[item.name]))
            out += self.doors.enter(item.name, [way], item.span)
        if s.again is not None:
            out = list(self.comes_again(s.again, node, out))
        self.join(s, node)
        passed = "pass" if s.again is None and s.otherwise is None else "pass, or nothing is left"
        if s.optional and (s.otherwise is None or s.one_move):
            out.append(Way(node, "choice", label=passed))
        if s.otherwise is not None:
            way = Way(node, "choice", label=passed) if s.optional else Way(node, "choice", "nothing else is possible", "otherwise")
            out += self.block(s.otherwise, [way])
        return out

    def join(self, s: t.ChooseAction, node: str) -> None:
        """What can be chosen at any time leads back to the menu."""
        for name in self.model.joined.get(id(s), ()):
            way = Way(node, "choice", self.requirements(t.MenuItem(name)), self.label(self.model.callables[name]))
            self.sketch.tie([replace(w, kind="again") for w in self.doors.enter(name, [way], s.span)], node)

    def comes_again(self, s: t.Again, menu: str, ways: Ways) -> Ways:
        """Back to the menu, as long as it comes; and past it. Behind many options it is asked once whether it does."""
        if s.condition is not None and len(ways) > SEVERAL and (s.at_most is None or endless(s.at_most)):
            with self.sketch.beside():
                yes, no = self.question(s.condition, ways, s.condition.span)
            self.sketch.tie([replace(way, kind="again") for way in yes], menu)
            return list(no)
        condition = short(self.words.say(s.condition)) if s.condition is not None else ""
        self.sketch.tie([replace(way, kind="again", guard=way.guard or condition) for way in ways], menu)
        past = [short(self.words.not_(s.condition))] if s.condition is not None else []
        past += [self.spent(s.at_most)] if s.at_most is not None and not (past and endless(s.at_most)) else []
        return [replace(way, guard=way.guard or " or ".join(past)) for way in ways] if past else []

    def label(self, action: Declared) -> str:
        """What a person chooses, in words."""
        text = next((s.text for s in action.body if isinstance(s, t.Label)), None)
        return self.words.label(text, action.name) if text is not None else plain(action.name)

    def requirements(self, item: t.MenuItem) -> str:
        """When an action may be chosen: what it and the rules before it require."""
        action = self.model.callables[item.name]
        hooks = [hook.decl for hook in action.before if self.settled(hook.decl.condition)]
        statements = [*action.body, *(s for hook in hooks for s in hook.body)]
        rules = [s for s in statements if isinstance(s, t.Require)]
        return together(condition for s in rules for condition in self.required(s))

    def required(self, s: t.Require, named: bool = False) -> Iterator[str]:
        """A condition; of one that is long, gives what it is asked of in brackets, or speaks of what is `named` elsewhere, what is said to whoever does
        not keep to it, which was written to be read. In place of a permission stands what it requires."""
        permission = self.model.callables.get(s.condition.function) if isinstance(s.condition, t.Call) and s.condition.base is None else None
        if permission is not None and isinstance(permission.decl, t.Def) and isinstance(permission.decl.value, t.Permitted):
            for one in permission.decl.value.body:
                yield from self.required(one, bool(permission.params)) if isinstance(one, t.Require) else ()
        elif not self.settled(s.condition):
            told = self.words.say(s.condition)
            hard = named or len(told) > LONGEST or _GIVEN.search(told)
            why = self.words.text(s.message, known=True) if hard and s.message is not None else ""
            yield f"unless “{why}”" if why and len(why) <= LONGEST else short(told, LINES)

    def choose_value(self, s: t.ChooseValue, ways: Ways) -> Ways:
        together = isinstance(s.who, t.Loop)
        who = f"each {self.words.member(s.who)}" if isinstance(s.who, t.Loop) else self.words.say(s.who)
        says = f"{'say' if who == 'you' else 'says'} yes or no" if self.words.is_yes(s) else f"{_chooses(who)} {self.chosen(s)}"
        lines = [f"{who} {says}", *self.choosable(s)]
        return [Way(self.sketch.node("simultaneous" if together else "choice", lines, ways, s.span, who=who))]

    def chosen(self, s: t.ChooseValue) -> str:
        """What it is that is chosen; of what is the chooser's own, not once more whose."""
        if isinstance(s.target, t.Ref):
            return self.words.target(s)
        whole = self.words.say(s.target)
        base = s.target.base if isinstance(s.target, t.Index) else s.target
        own = s.who.name if isinstance(s.who, t.Loop) else s.who
        mine = isinstance(base, t.Attr) and isinstance(base.base, t.Ref) and base.base.name in (getattr(own, "name", None), getattr(own, "text", None))
        return whole.removeprefix(f"{self.words.owner(base.base)} ") if mine and isinstance(base, t.Attr) else whole

    def choosable(self, s: t.ChooseValue) -> Iterator[str]:
        """Of what, and what is asked."""
        if not self.words.is_yes(s):
            yield f"{self.words.wanted(s.wanted)}from {self.words.say(s.domain)}{' or none' if s.or_none else ''}"
        if s.condition is not None:
            yield f"if {self.words.say(s.condition)}"
        yield from self.asking(s)

    def asking(self, s: t.ChooseAction | t.ChooseValue) -> list[str]:
        """What a person is asked, in the words of the rules, and when nobody is."""
        return [*(["unless forced"] if s.forced else []), *([f"“{self.words.told(s.prompt, s.who)}”"] if s.prompt is not None else [])]

    CASES: ClassVar[dict[type[t.Stmt], Callable[..., Ways]]] = {
        t.ChooseAction: choose_action, t.ChooseValue: choose_value, t.If: if_, t.While: while_,
        t.Repeat: repeat, t.For: for_, t.Turns: turns, t.Unless: unless, t.End: end, t.Leave: leave, t.Do: do,
        t.CarryOut: carry_out, t.DoUsual: lambda self, s, ways: self.doors.usual(ways, s.span),
    }  # fmt: skip


def _chooses(who: str) -> str:
    return "choose" if who == "you" else "chooses"
