"""How a game ends and counts: `winner:`, `payoff`, what always holds, what a table must be like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.model import teaming
from ruledsl.model.early import ask_early
from ruledsl.model.model import StateInfo
from ruledsl.model.types import INT, PLAYER, UNKNOWN, Term, say, surely
from ruledsl.model.winning import AT_ONCE
from ruledsl.source import Span
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.checker import Checker


def ends(checker: Checker) -> None:
    """`winner:`, `payoff`, and what always holds."""
    winner = checker.declared.single.get(t.Winner)
    m = checker.model
    m.criteria = []
    if isinstance(winner, t.Winner):
        m.winner = winner
        for criterion in winner.criteria:
            _criterion(checker, criterion)
        if winner.condition is not None:
            holds = checker.x.condition(winner.condition)
            if not winner.criteria:
                m.criteria = [(True, holds)]
    if "payoff" in m.callables:
        decl = m.callables["payoff"].decl
        paid = _of_a_seat(checker, "payoff", decl.span)
        if paid.type.kind not in ("int", "bool", "unknown"):
            checker.desk.fail("E0303", decl.value.span if isinstance(decl, t.Def) else decl.span, want="a number of each player", got=say(paid.type))
    m.at_once = _of_a_seat(checker, AT_ONCE, m.callables[AT_ONCE].decl.span) if AT_ONCE in m.callables else None
    for invariant in m.invariants:
        with checker.desk.room(None, False):
            checker.x.condition(invariant.condition)
    for demand in m.demands:
        with checker.desk.room(None, False):
            _demand(checker, demand)


def complete(checker: Checker) -> None:
    """What every game must have."""
    first = checker.layers[0]
    line = next(iter(first.source.numbered), 1)
    top = Span(first.source.file, line, 1, line, max(2, len(first.source.line(line)) + 1))
    if t.Game not in checker.declared.single:
        checker.desk.fail("E0403", top, what="`game`", hint='write `game "Title":` and under it `players 2..4`')
    elif t.Play not in checker.declared.single:
        checker.desk.fail("E0407", checker.declared.single[t.Game].span, what="`play:`", hint="write `play:` and under it how the game goes")
    elif t.Winner not in checker.declared.single and not any(t.within(d, t.Wins) for tree in checker.layers for d in tree.declarations):
        checker.desk.fail("E0407", checker.declared.single[t.Game].span, what="`winner:`", hint="write for instance `winner: highest score`")


def _demand(checker: Checker, demand: t.Demand) -> None:
    """What a table must be like is known before play, and so are the words of its refusal."""
    holes = [part for part in demand.message.parts if isinstance(part, t.Expr)] if demand.message is not None else []
    ask_early(checker.desk, [checker.x.condition(demand.condition), *map(checker.x.check, holes)])


def _criterion(checker: Checker, c: t.Criterion) -> None:
    info = checker.model.state.get(c.name)
    seat = Term("local", PLAYER, data="seat")
    if c.team:
        _criterion_of_teams(checker, c, info)
        return
    if info and info.owner == "player" and not info.word:
        checker.desk.used.add(c.name)
        term = Term("var", info.type, (seat,), c.name, c.span)
    elif c.name in checker.model.callables:
        term = _of_a_seat(checker, c.name, c.span)
    elif info and info.owner == "player":
        checker.desk.fail("E0305", c.span, want="a number", name=c.name)
        return
    else:
        known = [n for n, s in checker.model.state.items() if s.owner == "player"]
        checker.desk.unknown("E0201", Span(c.span.file, c.span.end_line, c.span.end_column - len(c.name), c.span.end_line, c.span.end_column), c.name, known)
        return
    if term.type.kind not in ("int", "bool", "enum", "unknown"):
        checker.desk.fail("E0303", c.span, want="a number of each player", got=say(term.type))
    checker.model.criteria.append((c.highest, surely(term)))


def _criterion_of_teams(checker: Checker, c: t.Criterion, info: StateInfo | None) -> None:
    """A variable of each team, or a def of one team, asked for the team of each seat: all of the best one win."""
    desk, model = checker.desk, checker.model
    if teaming.TEAM_OF not in model.callables:
        desk.fail("E0441", c.span, name=c.name)
        return
    team = _of_a_seat(checker, teaming.TEAM_OF, c.span)
    target = model.callables.get(c.name)
    if info is not None and teaming.of_each_team(info.decl.keys) and len(info.decl.keys) == 1 and not info.word:
        desk.used.add(c.name)
        instance = Term("instance", INT, (Term("const", INT, data=0, span=c.span), team), info.name, c.span)
        model.criteria.append((c.highest, surely(Term("var", info.type, (instance,), info.name, c.span))))
    elif target is not None and target.kind == "def" and len(target.params) == 1:
        desk.used.add(c.name)
        term = Term("call", checker.call_def(target, [team]), (team,), c.name, c.span)
        if term.type.kind not in ("int", "bool", "unknown"):
            desk.fail("E0303", c.span, want="a number of each team", got=say(term.type))
        model.criteria.append((c.highest, surely(term)))
    else:
        desk.fail("E0442", c.span, name=c.name)


def _of_a_seat(checker: Checker, name: str, span: Span) -> Term:
    """A def of one player, asked for each seat."""
    target = checker.model.callables[name]
    if target.kind != "def" or len(target.params) != 1:
        checker.desk.fail("E0406", span, name=name, what=f"{target.words} of {len(target.params)} values", hint=f"write `def {name}(p) = …`")
        return Term("error", UNKNOWN, span=span)
    checker.desk.used.add(name)
    seat = Term("local", PLAYER, data="seat")
    return Term("call", checker.call_def(target, [seat]), (seat,), name, span)
