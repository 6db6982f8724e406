"""What can come of statements, found out by going through each declaration once: does play go on behind them, what do they end?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from ruledsl.flow.chance import chance, observed
from ruledsl.model.carrying import ASKED, goes_deeper
from ruledsl.model.graph import carried_out, named
from ruledsl.model.model import Callable as Declared
from ruledsl.model.model import HookInfo, Model
from ruledsl.model.watching import triggers
from ruledsl.record import record, replace
from ruledsl.syntax import tree as t


@record(frozen=True)
class Outcome:
    """`falls`: play may go on behind it. `ends`: the rooms that it may end. `asks`: the first decision in it. `still`: play may go
    through it with nobody deciding, and nothing left to chance."""

    falls: bool = True
    ends: frozenset[str] = frozenset()
    asks: t.Stmt | None = None
    still: bool = True


PLAIN = Outcome()
CHANCE = Outcome(still=False)
WORD: dict[type[t.Stmt], str] = {t.For: "for", t.While: "while", t.Repeat: "repeat", t.Turns: "turns"}
"""What `end` calls a loop; no room is called so."""


def either(outcomes: Iterable[Outcome]) -> Outcome:
    """One of several ways is gone."""
    ways = list(outcomes)
    return Outcome(
        any(o.falls for o in ways),
        frozenset().union(*(o.ends for o in ways)),
        next((o.asks for o in ways if o.asks), None),
        any(o.falls and o.still for o in ways),
    )


def then(first: Outcome, second: Outcome) -> Outcome:
    """One after the other."""
    return Outcome(second.falls, first.ends | second.ends, first.asks or second.asks, first.still and second.still)


def interrupted(outcome: Outcome, by: Outcome) -> Outcome:
    """A rule that waits may be done on the way."""
    return replace(outcome, ends=outcome.ends | by.ends, asks=outcome.asks or by.asks)


def called_first(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """All names, each behind those that it calls; but for effects that come back to themselves rules do not call themselves."""
    done: dict[str, None] = {}
    open: set[str] = set()
    todo = list(graph)[::-1]
    while todo:
        open.add(todo[-1])
        ahead = [name for name in sorted(graph[todo[-1]]) if name not in done and name not in open]
        if ahead:
            todo += ahead
        else:
            done.setdefault(todo.pop())
    return list(done)


def conditions(s: t.While | t.Turns) -> list[t.Expr]:
    """What a loop asks each time round."""
    asked = (s.condition,) if isinstance(s, t.While) else (s.loop.condition, s.loop.limit)
    return [e for e in asked if e is not None]


def never_asked(s: t.While | t.Turns) -> bool:
    """Has a loop nothing that it could end by?"""
    return all(e == t.Bool(True) for e in conditions(s))


class Outcomes:
    """Goes through the declarations of a game, each once, what is called before what calls it.

    `enters` are the rooms that each room leads to, by statements that play comes to; `dead` the statements that it does not come
    to, with those before them that it does not come past; `loops` the loops that ask each time whether they go on, with what comes of
    their bodies; both by the room that they stand in."""

    def __init__(self, model: Model, endless: Callable[[t.While | t.Turns], bool]):
        self.model, self.endless = model, endless
        self.here = ""
        self.enters: dict[str, set[str]] = {}
        self.dead: list[tuple[str, t.Stmt, t.Stmt, Outcome]] = []
        self.loops: list[tuple[str, t.While | t.Turns, Outcome]] = []
        self.known: dict[tuple[str, int], Outcome] = {}
        self.replacing: list[tuple[Declared, int]] = []
        graph = named(model)
        self.set_off = triggers(model, graph)
        order = called_first({n: others | self.set_off.get(n, {}).keys() for n, others in graph.items()})
        self.rooms([name for name in order if model.callables[name].kind != "def"])

    # ---- rooms ----

    def rooms(self, order: list[str]) -> None:
        """All of them; again, where effects come back to themselves, until nothing new is found out of these."""
        before: dict[tuple[str, int], Outcome] | None = None
        while self.known != before:
            before = self.known if ASKED in order else None
            self.enters, self.dead, self.loops = {}, [], []
            self.known = {key: outcome for key, outcome in self.known.items() if key[1] < 0}
            for name in order:
                self.room(name)
            if before is None:
                break

    def room(self, name: str) -> None:
        """Everything that happens in a room; what ends the room itself goes on behind it."""
        self.here, target = name, self.model.callables[name]
        outcome = self.level(target, len(target.instead))
        for watch in self.set_off.get(name, ()):
            outcome = interrupted(outcome, self.entered(watch))
        if name in outcome.ends:
            outcome = replace(outcome, falls=True, ends=outcome.ends - {name})
        for hook in reversed(target.before):
            outcome = then(self.hook(hook), outcome)
        for hook in target.after:
            outcome = then(outcome, self.hook(hook)) if outcome.falls else outcome
        self.known[name, -1] = outcome

    def entered(self, name: str) -> Outcome:
        self.enters.setdefault(self.here, set()).add(name)
        return self.known[name, -1]

    def hook(self, hook: HookInfo) -> Outcome:
        outcome = self.block(hook.decl.body)
        return outcome if hook.decl.condition is None else either((outcome, PLAIN))

    def level(self, target: Declared, n: int) -> Outcome:
        """The n-th rule that replaces something, or with n = 0 the thing itself."""
        if (target.name, n) not in self.known:
            outcome = self.replaced(target, n) if n else self.block(target.body)
            given = target.kind == "to" and target.name in outcome.ends  # what did it as `usual` goes on
            self.known[target.name, n] = replace(outcome, falls=True, ends=outcome.ends - {target.name}) if given else outcome
        return self.known[target.name, n]

    def replaced(self, target: Declared, n: int) -> Outcome:
        hook = target.instead[n - 1].decl
        self.replacing.append((target, n - 1))
        outcome = self.block(hook.body)
        self.replacing.pop()
        return outcome if hook.condition is None else either((outcome, self.level(target, n - 1)))

    # ---- statements ----

    def block(self, body: t.Block) -> Outcome:
        outcome = PLAIN
        for n, statement in enumerate(body):
            last = self.CASES.get(type(statement), Outcomes.simple)(self, statement)
            outcome = then(outcome, last)
            if not outcome.falls:
                self.dead += [(self.here, s, statement, last) for s in body[n + 1 : n + 2]]
                break
        return outcome

    def simple(self, s: t.Stmt) -> Outcome:
        return CHANCE if chance(self.model, s) or observed(s) else PLAIN

    def carry_out(self, s: t.CarryOut) -> Outcome:
        """Any of the effects that the card may have; some cards have none. What an effect carries out may come back to it, and may ask."""
        names = list(carried_out(self.model, s))
        if not goes_deeper(self.model.callables[self.here]):
            return either([*map(self.entered, names), PLAIN])
        self.enters.setdefault(self.here, set()).update((*names, ASKED))
        return replace(either([*(self.known.get((name, -1), PLAIN) for name in names), PLAIN]), asks=s, still=False)

    def end(self, s: t.End) -> Outcome:
        return Outcome(False, frozenset({s.name}))

    def if_(self, s: t.If) -> Outcome:
        ways = [self.block(body) for _, body in s.arms]
        return either(ways if s.arms[-1][0] is None else [*ways, PLAIN])

    def choose_action(self, s: t.ChooseAction) -> Outcome:
        ways = [self.entered(item.name) for item in s.items]
        ways += [self.block(s.otherwise)] if s.otherwise is not None else []
        outcome = either([*ways, PLAIN] if s.optional and (s.otherwise is None or s.one_move) else ways)
        for name in self.model.joined.get(id(s), ()):
            outcome = interrupted(outcome, self.entered(name))
        return replace(outcome, asks=s, still=False)

    def unless(self, s: t.Unless) -> Outcome:
        """The block, or what is done when it is dropped at a decision."""
        return either((self.block(s.body), replace(self.block(s.otherwise or ()), still=False)))

    def counted(self, s: t.Repeat | t.For) -> Outcome:
        """It may be that there is nothing to go through."""
        return either((self.left(s, self.block(s.body)), PLAIN))

    def left(self, s: t.Stmt, body: Outcome) -> Outcome:
        """What comes of the body of a loop behind the loop: what leaves the loop goes on there."""
        return replace(body, falls=body.falls or WORD[type(s)] in body.ends, ends=body.ends - {WORD[type(s)]})

    def loop(self, s: t.While | t.Turns) -> Outcome:
        body = self.block(s.body)
        self.loops.append((self.here, s, body))
        falls = s.at_most is not None or not self.endless(s) or WORD[type(s)] in body.ends
        beyond = self.block(s.otherwise) if s.otherwise is not None else PLAIN
        return replace(either((self.left(s, body), beyond, PLAIN)), falls=falls)

    CASES: ClassVar[dict[type[t.Stmt], Callable[..., Outcome]]] = {
        t.ChooseAction: choose_action, t.ChooseValue: lambda self, s: Outcome(asks=s, still=False), t.If: if_,
        t.While: loop, t.Turns: loop, t.Repeat: counted, t.For: counted, t.End: end,
        t.Leave: lambda self, s: Outcome(False, frozenset({s.loop})),
        t.Do: lambda self, s: self.entered(s.call.function), t.DoUsual: lambda self, s: self.level(*self.replacing[-1]),
        t.CarryOut: carry_out, t.Unless: unless,
    }  # fmt: skip
