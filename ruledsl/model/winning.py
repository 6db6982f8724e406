"""Statements that stand for several: `p wins`, and `a, b = b, a`. They are written out on the trees, before anything is looked at.

Who wins is kept in a variable of the table, `winner`, and the game is over. `winner:` and `payoff` follow from it where they are not written; a `winner:`
that is written counts where nobody has won at once.
"""

from __future__ import annotations

from collections.abc import Callable as Fn
from typing import Any

from ruledsl.model import teaming
from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.model.rewriting import every, once
from ruledsl.record import replace
from ruledsl.syntax import tree as t

WINNER = "winner"
AT_ONCE = "wins at once of a player"
"""The def that says who has won at once, where rules say as well how it counts otherwise; nothing that is written is called so."""


def spelt_out(declared: Declared, desk: Desk) -> Declared:
    """The declarations without such statements."""
    bodies = (*declared.named.values(), *declared.single.values(), *declared.hooks, *declared.watches)
    wins = [win for d in bodies if not isinstance(d, t.Ruling) for win in t.within(d, t.Wins)]
    clear = not wins or _take_in(desk, declared, wins[0])
    changing = frozenset({*declared.variables, *(d.name.text for d in declared.all(t.Def))})
    spelling = Spelling(clear, changing, frozenset(d.name.text for d in declared.all(t.To)))
    by = f"spelt out {clear} {' '.join(sorted(changing))}, {' '.join(sorted(spelling.deeds))}"
    return every(declared, lambda d: once(d, by, lambda: spelling.node(d)) if not isinstance(d, t.Ruling) and t.within(d, t.Wins, t.AssignEach) else d)


def is_win(s: t.Assign) -> bool:
    """Was `p wins` written?"""
    return s.target == t.Ref(WINNER) and s.target.span == s.span


class Spelling:
    """`changing` are variables, and defs, which look at them; is it `clear` what `wins` says?"""

    def __init__(self, clear: bool, changing: frozenset[str], deeds: frozenset[str]):
        self.clear, self.changing, self.deeds = clear, changing, deeds

    def node(self, node: t.Node) -> Any:
        """A node made anew; a statement may become several."""
        if isinstance(node, t.Wins):
            who = t.Assign(t.Ref(WINNER, span=node.span), "=", node.who, span=node.span) if self.clear else _kept("who wins", node, node.who)
            return t.Spliced((who, t.End("game", span=node.span)))
        if isinstance(node, t.AssignEach):
            return t.Spliced(self.each(node))
        return t.anew(node, self.node)

    def each(self, node: t.AssignEach) -> tuple[t.Stmt, ...]:
        """Values, then places, have a name before any is set. The first value is reckoned last; not where a deed gives one: deeds go in order."""
        lets: list[t.Stmt] = []
        doing = any(isinstance(value, t.Call) and value.base is None and value.function in self.deeds for value in node.values)

        def named(what: str, e: t.Expr) -> t.Expr:
            let = _kept(f"the {what} {len(lets)}", node, e)
            lets.append(let)
            return t.Ref(let.name.text, span=e.span)

        values = [named("new", value) if (n or doing) and not self.stays(value) else value for n, value in enumerate(node.values)]
        targets = [self.place(target, lambda e: named("place", e)) if n else target for n, target in enumerate(node.targets)]
        return *lets, *(t.Assign(target, "=", value, span=node.span) for target, value in zip(targets, values))

    def stays(self, value: t.Expr) -> bool:
        """Is it the same, whatever is set? Then it is read where it is set, by what is wanted there."""
        return isinstance(value, (t.Number, t.Bool, t.NoneLiteral)) or value == t.SetLiteral(()) or isinstance(value, t.Ref) and value.name not in self.changing

    def place(self, target: t.Expr, named: Fn[[t.Expr], t.Expr]) -> t.Expr:
        """What is set, wherever what is set before it lies."""
        if isinstance(target, t.Attr):
            return target if self.fixed(target.base) else replace(target, base=named(target.base))
        if isinstance(target, t.Index):
            items = tuple(item if self.fixed(item) else named(item) for item in target.items)
            return replace(target, base=self.place(target.base, named), items=items)
        return target

    def fixed(self, e: t.Expr) -> bool:
        """Does it speak of nothing that changes?"""
        said = {ref.name for ref in t.within(e, t.Ref)} | {attr.name for attr in t.within(e, t.Attr)} | {call.function for call in t.within(e, t.Call)}
        return not said & self.changing


def _kept(what: str, node: t.Stmt, value: t.Expr) -> t.Let:
    """A name that nobody can write."""
    return t.Let(t.Name(f"{what} {node.span.line}.{node.span.column}", span=value.span), value, span=node.span)


def _take_in(desk: Desk, declared: Declared, win: t.Wins) -> bool:
    """Declare what follows from it: who has won, how it counts, and that this is what counts. False if `winner` is something else."""
    span = win.span
    if WINNER in declared.named or WINNER in declared.variables:
        kept = declared.named.get(WINNER)
        name: t.Name = kept.name if kept is not None else declared.variables[WINNER][1].name  # type: ignore[attr-defined]
        desk.said.add(WINNER)
        declared.single.setdefault(t.Winner, t.Winner((), t.Bool(True, span=span), span=span))
        desk.fail("E0203", name.span, name=WINNER, what="who has won")
        return False
    desk.used |= {WINNER, "payoff"}
    variable = t.Variable(t.Name(WINNER, span=span), t.TypeRef("player", or_none=True, span=span), span=span)
    declared.variables[WINNER] = t.State("table", None, (variable,), span=span), variable
    teams, counted, written = teaming.TEAM in declared.named, "payoff" in declared.named, t.Winner in declared.single
    if counted or written:
        declared.named[AT_ONCE] = _at_once(span, teams)
    if not counted and not written:
        declared.named["payoff"] = _payoff(span, teams)
    if not written:
        declared.single[t.Winner] = t.Winner((t.Criterion(True, "payoff", span=span),), _somebody(declared, span), span=span)
    return True


def _won_by_p(span: Any, teams: bool) -> t.Expr:
    """`winner == p`, or `winner.team == p.team`."""
    one, other = (t.Attr(t.Ref(name, span=span), "team", span=span) if teams else t.Ref(name, span=span) for name in (WINNER, "p"))
    return t.Compare((one, other), ("==",), span=span)


def _of_p(name: str, value: t.Expr, span: Any) -> t.Def:
    return t.Def(t.Name(name, span=span), (t.Param("p", span=span),), value, span=span)


def _at_once(span: Any, teams: bool) -> t.Def:
    """`winner is not none and winner == p`."""
    somebody = t.Compare((t.Ref(WINNER, span=span), t.NoneLiteral(span=span)), ("is not",), span=span)
    return _of_p(AT_ONCE, t.Binary("and", somebody, _won_by_p(span, teams), span=span), span)


def _payoff(span: Any, teams: bool) -> t.Def:
    """`0 if winner is none else 1 if winner == p else -1`."""
    mine = t.IfElse(t.Number(1, span=span), _won_by_p(span, teams), t.Unary("-", t.Number(1, span=span), span=span), span=span)
    nobody = t.Compare((t.Ref(WINNER, span=span), t.NoneLiteral(span=span)), ("is",), span=span)
    return _of_p("payoff", t.IfElse(t.Number(0, span=span), nobody, mine, span=span), span)


def _somebody(declared: Declared, span: Any) -> t.Expr | None:
    """Who plays alone has won where the rules say so; where several play and nobody has, all share it."""
    game = declared.single.get(t.Game)
    seats = [game.players, *(mode.players for mode in game.modes)] if isinstance(game, t.Game) else []
    if all(isinstance(some, t.Range) and isinstance(some.low, t.Number) and some.low.value > 1 for some in seats if some is not None):
        return None
    several = t.Compare((t.Call("count", (t.Ref("players", span=span),), span=span), t.Number(1, span=span)), (">",), span=span)
    return t.Binary("or", t.Compare((t.Ref(WINNER, span=span), t.NoneLiteral(span=span)), ("is not",), span=span), several, span=span)
