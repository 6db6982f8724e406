"""Statements that stand for several: `p wins`, and `a, b = b, a`. They are written out on the trees, before anything is looked at.

Who wins is kept in a variable of the table, `winner`, and the game is over. Where neither says otherwise, who has won gets 1 and the others -1.
"""

from __future__ import annotations

from typing import Any

from ruledsl.model import teaming
from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.model.rewriting import every, once
from ruledsl.model.several import Spliced
from ruledsl.record import fields, replace
from ruledsl.syntax import tree as t

WINNER = "winner"


def spelt_out(declared: Declared, desk: Desk) -> Declared:
    """The declarations without such statements."""
    bodies = (*declared.named.values(), *declared.single.values(), *declared.hooks, *declared.watches)
    wins = [win for d in bodies if not isinstance(d, t.Ruling) for win in t.within(d, t.Wins)]
    if wins:
        _take_in(desk, declared, wins[0])
    changing = frozenset({*declared.variables, *(d.name.text for d in declared.all(t.Def))})
    by = f"spelt out {' '.join(sorted(changing))}"
    return every(declared, lambda d: once(d, by, lambda: _node(d, changing)) if not isinstance(d, t.Ruling) and t.within(d, t.Wins, t.AssignEach) else d)


def is_win(s: t.Assign) -> bool:
    """Was `p wins` written?"""
    return s.target == t.Ref(WINNER) and s.target.span == s.span


def _node(node: t.Node, changing: frozenset[str]) -> Any:
    """A node made anew; a statement may become several."""
    if isinstance(node, t.Wins):
        return Spliced((t.Assign(t.Ref(WINNER, span=node.span), "=", node.who, span=node.span), t.End("game", span=node.span)))
    if isinstance(node, t.AssignEach):
        return Spliced(_each(node, changing))

    def made(value: Any) -> Any:
        if isinstance(value, t.Node):
            return _node(value, changing)
        if type(value) is not tuple:
            return value
        out: list[Any] = []
        for item in map(made, value):
            out += item if isinstance(item, Spliced) else [item]
        return tuple(out)

    return replace(node, **{name: made(getattr(node, name)) for name in fields(type(node))})


def _each(node: t.AssignEach, changing: frozenset[str]) -> tuple[t.Stmt, ...]:
    """All values but the first, which is reckoned last, have a name before any is set."""
    lets: list[t.Stmt] = []
    sets: list[t.Stmt] = []
    for n, (target, value) in enumerate(zip(node.targets, node.values)):
        if n and not _stays(value, changing):
            name = t.Name(f"the new {n} {node.span.line}.{node.span.column}", span=value.span)
            lets.append(t.Let(name, value, span=node.span))
            value = t.Ref(name.text, span=value.span)
        sets.append(t.Assign(target, "=", value, span=node.span))
    return *lets, *sets


def _stays(value: t.Expr, changing: frozenset[str]) -> bool:
    """Is it the same, whatever is set? Then it is read where it is set, by what is wanted there."""
    return isinstance(value, (t.Number, t.Bool, t.NoneLiteral)) or value == t.SetLiteral(()) or isinstance(value, t.Ref) and value.name not in changing


def _take_in(desk: Desk, declared: Declared, win: t.Wins) -> None:
    """Declare what follows from it: who has won, how it counts, and that this is what counts."""
    span = win.span
    if WINNER in declared.named or WINNER in declared.variables:
        kept = declared.named.get(WINNER)
        name: t.Name = kept.name if kept is not None else declared.variables[WINNER][1].name  # type: ignore[attr-defined]
        desk.said.add(WINNER)
        declared.single.setdefault(t.Winner, t.Winner((), t.Bool(True, span=span), span=span))
        desk.fail("E0203", name.span, name=WINNER, what="who has won")
        return
    desk.used |= {WINNER, "payoff"}
    variable = t.Variable(t.Name(WINNER, span=span), t.TypeRef("player", or_none=True, span=span), span=span)
    declared.variables[WINNER] = t.State("table", None, (variable,), span=span), variable
    if t.Winner in declared.single:
        desk.fail("E0495", span, related=((declared.single[t.Winner].span, "here"),))
        return
    if "payoff" not in declared.named:
        declared.named["payoff"] = _payoff(span, teaming.TEAM in declared.named)
    declared.single[t.Winner] = t.Winner((t.Criterion(True, "payoff", span=span),), _somebody(declared, span), span=span)


def _payoff(span: Any, teams: bool) -> t.Def:
    """`0 if winner is none else 1 if winner == p else -1`."""
    one, other = (t.Attr(t.Ref(name, span=span), "team", span=span) if teams else t.Ref(name, span=span) for name in (WINNER, "p"))
    mine = t.IfElse(t.Number(1, span=span), t.Compare((one, other), ("==",), span=span), t.Unary("-", t.Number(1, span=span), span=span), span=span)
    nobody = t.Compare((t.Ref(WINNER, span=span), t.NoneLiteral(span=span)), ("is",), span=span)
    return t.Def(t.Name("payoff", span=span), (t.Param("p", span=span),), t.IfElse(t.Number(0, span=span), nobody, mine, span=span), span=span)


def _somebody(declared: Declared, span: Any) -> t.Expr | None:
    """Who plays alone has won where the rules say so; where several play and nobody has, all share it."""
    game = declared.single.get(t.Game)
    seats = [game.players, *(mode.players for mode in game.modes)] if isinstance(game, t.Game) else []
    if all(isinstance(some, t.Range) and isinstance(some.low, t.Number) and some.low.value > 1 for some in seats if some is not None):
        return None
    several = t.Compare((t.Call("count", (t.Ref("players", span=span),), span=span), t.Number(1, span=span)), (">",), span=span)
    return t.Binary("or", t.Compare((t.Ref(WINNER, span=span), t.NoneLiteral(span=span)), ("is not",), span=span), several, span=span)
