"""What several players choose together must come out the same whoever is done first: so an answer sets what is its player's alone, adds to what others
have, and reads nothing that another's answer changes."""

from __future__ import annotations

from collections import ChainMap

from ruledsl.model.carrying import asks
from ruledsl.model.desk import Desk
from ruledsl.model.gatherers import gatherer
from ruledsl.model.graph import bodies, carried_out, named
from ruledsl.model.inside import loops_of, subterms
from ruledsl.model.model import ORDERED, Callable, HookInfo, Model
from ruledsl.model.secrets import owner
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.model.watching import triggers
from ruledsl.record import field, record
from ruledsl.source import Span
from ruledsl.syntax import tree as t

TAKES = ("two players could take the same of `{name}`", "let them choose together, and move it then, in turn")
SETS = ("whoever is done last sets `{name}`", "set what is `your`s, add with `+=`, or do it behind the choice")
READS = ("another's answer changes `{name}` before or behind this", "look at it behind the choice, when all are done")
LIES = ("how the cards of `{name}` lie hangs on who is done first", "move them to a zone without order, or behind the choice")
FILLS = ("`{name}` is full when some are done and others are not", "move them behind the choice, in turn")
ASKS = ("nobody is asked while answers are done", "ask behind the choice")
LUCK = ("what chance brings hangs on who is done first", "roll, shuffle and draw behind the choice")
ENDS = ("who is done later would not be done any more", "end it behind the choice, as in `if …: end {name}`")
IN_TURN = "let them do it one after the other: `for {name} in {whom}: {name} {verb} {items}`"
"""What is written instead where each goes on at his own pace: there is no behind."""
WAITS = ("the rule that waits for this would come in between", "let it wait for something that is set behind the choice")


@record
class Kept:
    """What the answers of one menu do: variables and zones that their own player sets or adds to, those that others add to, and the constants that some
    are set to; what is read, with whether it is the player's own."""

    own: dict[str, Span] = field(default_factory=dict)
    added: dict[str, Span] = field(default_factory=dict)
    shared: dict[str, Span] = field(default_factory=dict)
    constants: dict[str, set[object]] = field(default_factory=dict)
    reads: list[tuple[str, bool, Span]] = field(default_factory=list)
    gone_through: set[tuple[str, tuple[tuple[bool, str], ...]]] = field(default_factory=set)


def refuse_order(desk: Desk, base: Model | None = None) -> None:
    """Report what would hang on who is done first. What did not change was read in a model `base`."""
    menus = [s for c in desk.model.callables.values() for body in bodies(c) for s in t.within(body, t.ChooseAction) if isinstance(s.who, t.Loop)]
    if not menus or desk.lost or desk.slips or any(d.code.startswith("E") for d in desk.found):
        return
    waiting = triggers(desk.model, named(desk.model, desk.bodies))
    for menu in menus:
        _Answers(desk, waiting, base or desk.model).menu(menu)


class _Answers:
    """`mine` are the locals that hold the player who answers, or cards of his own."""

    def __init__(self, desk: Desk, waiting: dict[str, dict[str, set[str]]], base: Model):
        self.desk, self.model, self.waiting = desk, desk.model, waiting
        self.terms, self.keys, self.loops = (ChainMap(mine, old) for mine, old in (
            (self.model.terms, base.terms), (self.model.keys, base.keys), (self.model.loops, base.loops)))  # fmt: skip
        self.mine: dict[str, bool] = {}
        self.origins: dict[str, str] = {}
        self.kept = Kept()
        self.instead = ""

    def menu(self, s: t.ChooseAction) -> None:
        if s.again is not None and isinstance(s.who, t.Loop):
            items, verb = " or ".join(item.name for item in s.items), "may" if s.optional else "chooses"
            self.instead = IN_TURN.format(name=s.who.name.text, whom=self.model.written(s.who.domain.span) or "…", verb=verb, items=f"{items} again")
        for item in s.items:
            action = self.model.callables.get(item.name)
            if action is not None and action.kind == "action":
                self.chosen(action)
                self.enter(action)
        kept = self.kept
        for name in kept.own.keys() & (kept.shared.keys() | kept.constants.keys()):
            self.fail(kept.own[name], SETS, name)
        for name in (kept.shared.keys() | kept.added.keys()) & kept.constants.keys():
            self.fail(kept.shared.get(name) or kept.added[name], SETS, name)
        for name, mine, span in kept.reads:
            if name in kept.shared or name in kept.constants or not mine and (name in kept.own or name in kept.added):
                self.fail(span, READS, name)

    def fail(self, span: Span, why: tuple[str, str], name: str = "") -> None:
        self.desk.fail("E0472", span, why=why[0].format(name=name), hint=self.instead or why[1].format(name=name))

    # ---- whose it is ----

    def is_mine(self, term: Term) -> bool:
        if (domain := self.looked_through(term)) is not None:
            return self.own_cards(domain)
        return term.op == "you" or term.op == "local" and self.mine.get(term.data, False)

    def looked_through(self, term: Term) -> Term | None:
        """Where a card was looked for that has no name of its own, as `first(card for card in your.hand)` or `top of your.row`."""
        if row(term).has("placed"):
            return term.args[0]
        if term.op != "aggregate" or gatherer(term).nothing != "none" or term.args[0].op != "local":
            return None
        for loop in (loops := loops_of(term)):
            self.out_of(loop.key, loop.domain)
        return next((loop.domain for loop in loops if loop.key == term.args[0].data), None)

    def own_cards(self, domain: Term) -> bool:
        """Do only cards of the player himself stand there?"""
        if domain.type.kind == "subset":
            return self.is_mine(domain)
        whose = owner(domain) if domain.op == "zone" else None
        return whose is not None and self.is_mine(whose)

    def chosen(self, target: Callable) -> None:
        for p in target.params:
            self.out_of(p.key, p.domain)

    def out_of(self, key: str, domain: Term | None) -> None:
        """A local is one of a domain."""
        self.mine[key] = domain is not None and self.own_cards(domain)
        self.origins.pop(key, None)
        if domain is not None and (origin := self.origin(domain)):
            self.origins[key] = origin

    def same_as(self, key: str, term: Term) -> None:
        """A local is what a term is."""
        self.mine[key] = self.is_mine(term)
        self.origins.pop(key, None)
        if origin := self.origin(term):
            self.origins[key] = origin

    def origin(self, term: Term) -> str:
        """The zone that it is, or where a card comes from that has a name; nothing if that is not told."""
        if (domain := self.looked_through(term)) is not None:
            return self.origin(domain)
        return str(term.data) if term.op == "zone" else self.origins.get(term.data, "") if term.op == "local" else ""

    # ---- what is gone through ----

    def enter(self, target: Callable) -> None:
        """All that a declaration does, with the hooks upon it."""
        how = (target.name, tuple((self.mine.get(p.key, False), self.origins.get(p.key, "")) for p in target.params))
        if how in self.kept.gone_through:
            return
        self.kept.gone_through.add(how)
        if self.waiting.get(target.name):
            self.fail(target.decl.span, WAITS)
        self.node(target.decl.value if isinstance(target.decl, t.Def) and isinstance(target.decl.value, t.Expr) else target.decl)
        for hook in (*target.before, *target.instead, *target.after):
            self.hook(target, hook)

    def hook(self, target: Callable, hook: HookInfo) -> None:
        for mine, theirs in zip(hook.params, target.params):
            self.same_as(mine.key, Term("local", theirs.type, data=theirs.key))
        if hook.cards is not None:
            self.out_of(hook.cards.key, hook.cards.domain)
        self.node(hook.decl)

    def node(self, node: t.Node) -> None:
        if isinstance(node, (t.Require, t.Label, t.Param)):
            return
        if isinstance(node, (t.ChooseAction, t.ChooseValue, t.Unless)):
            self.fail(node.span, ASKS)
        elif isinstance(node, (t.Roll, t.Observe, t.Shuffle)):
            self.fail(node.span, LUCK)
        elif isinstance(node, t.End):
            self.fail(node.span, ENDS, node.name)
        elif isinstance(node, t.Assign):
            self.assign(node)
        elif isinstance(node, t.Move):
            self.move(node)
        elif isinstance(node, t.Do):
            self.do(node)
        elif isinstance(node, t.CarryOut):
            self.carried(node)
        elif isinstance(node, t.Expr):
            self.read(node)
        else:
            self.inside(node)

    def inside(self, node: t.Node) -> None:
        if isinstance(node, t.For):
            self.bind_loop(node)
        for part in t.children(node):
            self.node(part)
        if isinstance(node, t.Let) and isinstance(node.value, t.Expr) and id(node.value) in self.terms:
            self.same_as(self.keys[id(node.name)], self.terms[id(node.value)])

    def bind_loop(self, node: t.For) -> None:
        loop = self.loops.get(id(node.loop))
        if loop is not None:
            self.out_of(loop.key, loop.domain)

    # ---- what is read ----

    def read(self, e: t.Expr) -> None:
        term = self.terms.get(id(e))
        if isinstance(e, t.Place) and e.which == "random":
            self.fail(e.span, LUCK)
        if term is None:
            for part in t.children(e):
                self.node(part)
            return
        for sub in subterms(term):
            for loop in loops_of(sub):
                self.out_of(loop.key, loop.domain)
        for sub in subterms(term):
            if row(sub).data in ("variable", "zone"):
                whose = owner(sub)
                self.kept.reads.append((sub.data, whose is not None and self.is_mine(whose), e.span))
            elif sub.op == "call" and sub.data in self.model.callables:
                self.called(self.model.callables[sub.data], sub.args)

    def do(self, s: t.Do) -> None:
        for arg in s.call.args:
            self.node(arg)
        target = self.model.callables.get(s.call.function)
        if target is not None:
            self.called(target, tuple(self.terms[id(arg)] for arg in s.call.args))

    def called(self, target: Callable, args: tuple[Term, ...]) -> None:
        for p, arg in zip(target.params, args):
            self.same_as(p.key, arg)
        self.enter(target)

    # ---- what is changed ----

    def assign(self, s: t.Assign) -> None:
        target = self.terms[id(s.target)]
        if isinstance(s.value, t.Picture):
            self.fail(s.span, SETS, target.data)
            return
        joined = self.joined(s)
        adds = s.op != "=" or joined is not None
        for part in (joined or s.value, *t.children(s.target)):
            self.node(part)
        if target.op != "var":
            return
        whose, value = owner(target), self.terms.get(id(s.value))
        if whose is not None and self.is_mine(whose):
            (self.kept.added if adds else self.kept.own).setdefault(target.data, s.span)
        elif adds:
            self.kept.shared.setdefault(target.data, s.span)
        elif value is not None and value.op == "const" and s.until is None:
            found = self.kept.constants.setdefault(target.data, set())
            found.add(value.data)
            if len(found) > 1:
                self.fail(s.span, SETS, target.data)
        else:
            self.fail(s.span, SETS, target.data)

    def joined(self, s: t.Assign) -> t.Expr | None:
        """What comes into a set, as in `x = x | {you}`: whoever is done last, the same is in it."""
        if s.op != "=" or s.until is not None or not isinstance(s.value, t.Binary) or s.value.op != "|":
            return None
        sides, itself = (s.value.left, s.value.right), self.model.written(s.target.span)
        return next((other for side, other in zip(sides, reversed(sides)) if itself and self.model.written(side.span) == itself), None)

    def move(self, s: t.Move) -> None:
        source = s.what.zone if isinstance(s.what, t.Place) and s.what.zone is not None else s.what
        term = self.terms.get(id(source))
        self.node(s.what)
        if term is not None and not (self.is_mine(term) or self.own_cards(term)):
            self.fail(s.what.span, TAKES, self.origin(term) or self.model.written(s.what.span))
        elif term is not None and (origin := self.origin(term)):
            self.kept.added.setdefault(origin, s.span)
        to = s.to.zone if isinstance(s.to, t.Place) and s.to.zone is not None else s.to
        goal = self.terms[id(to)]
        info = self.model.state.get(goal.data) if goal.op == "zone" else None
        if info is None:
            return
        if self.own_cards(goal):
            self.kept.added.setdefault(goal.data, s.span)
            return
        self.kept.shared.setdefault(goal.data, s.span)
        if info.word in ORDERED:
            self.fail(s.to.span, LIES, goal.data)
        elif info.word == "spot" or info.capacity is not None:
            self.fail(s.to.span, FILLS, goal.data)

    def carried(self, s: t.CarryOut) -> None:
        if asks(self.model, s):
            self.fail(s.span, ASKS)
        card = self.terms[id(s.card)]
        for name in carried_out(self.model, s) if id(s.card) in self.model.terms else ():  # else it was looked at before
            effect = self.model.callables[name]
            self.same_as(effect.this, card)
            self.chosen(effect)
            self.enter(effect)
