"""Teams: who plays with whom, for the whole game. An enum `Team`, the team of each player, and variables of each team come of it."""

from __future__ import annotations

from functools import reduce

from ruledsl.model.desk import Desk
from ruledsl.model.merge import Declared
from ruledsl.record import replace
from ruledsl.syntax import tree as t

TEAM = "Team"
TEAM_OF = "team of a player"
"""The def behind `p.team`; nothing that is written is called so."""


def take_in(desk: Desk, declared: Declared) -> None:
    """Declare what follows from teams; what stands under `each Team:` has the team as its key."""
    game = declared.single.get(t.Game)
    teams = game.teams if isinstance(game, t.Game) else ()
    if isinstance(game, t.Game) and teams and _free(desk, declared):
        _look(desk, game)
        desk.used |= {TEAM, TEAM_OF}
        first = teams[0].span
        values = tuple(t.EnumValue(team.name.text, span=team.name.span) for team in teams)
        declared.named[TEAM] = t.Enum(t.Name(TEAM, span=first), values, span=first)
        declared.named[TEAM_OF] = _team_of(teams, {seat.text for seat in game.seats})
    for name, (block, variable) in declared.variables.items():
        if block.owner == TEAM and TEAM in declared.named:
            key = t.Keyed(t.Name("team", span=variable.name.span), t.Ref(TEAM, span=variable.name.span), span=variable.name.span)
            declared.variables[name] = replace(block, owner="table"), replace(variable, keys=(key, *variable.keys))


def of_each_team(keys: tuple[t.Keyed, ...]) -> bool:
    """Does each team have it? Then the team is the first of its keys."""
    return bool(keys) and keys[0].among == t.Ref(TEAM)


def _team_of(teams: tuple[t.Team, ...], known: set[str]) -> t.Def:
    """`first if p in {north, south} else second`."""
    span = teams[0].span

    def name(team: t.Team) -> t.Expr:
        return t.Ref(team.name.text, span=team.span)

    def further(otherwise: t.Expr, team: t.Team) -> t.Expr:
        seats = t.SetLiteral(tuple(t.Ref(seat.text, span=seat.span) for seat in team.seats if seat.text in known), span=team.span)
        return t.IfElse(name(team), t.Compare((t.Ref("p", span=team.span), seats), ("in",), span=team.span), otherwise, span=team.span)

    return t.Def(t.Name(TEAM_OF, span=span), (t.Param("p", span=span),), reduce(further, teams[-2::-1], name(teams[-1])), span=span)


def _free(desk: Desk, declared: Declared) -> bool:
    if TEAM in declared.named:
        desk.fail("E0203", declared.named[TEAM].name.span, name=TEAM, what="what teams are of")  # type: ignore[attr-defined]
    return TEAM not in declared.named


def _look(desk: Desk, game: t.Game) -> None:
    """There are two teams or more, each seat is in one of them, and nobody is ever missing."""
    seats = [seat.text for seat in game.seats]
    where: dict[str, t.Name] = {}
    for seat in (seat for team in game.teams for seat in team.seats):
        if seat.text not in seats:
            desk.unknown("E0201", seat.span, seat.text, seats)
        elif seat.text in where:
            desk.fail("E0440", seat.span, related=((where[seat.text].span, "here before"),), why=f"`{seat.text}` is in two teams", hint="name it once")
        where[seat.text] = seat
    left = [seat for seat in seats if seat not in where]
    if game.players is not None and game.players.low != game.players.high or not seats:
        desk.fail("E0440", game.teams[0].span, why="they need seats with names, all of which are taken", hint="write `players 4: north, east, south, west`")
    elif len(game.teams) < 2:
        desk.fail("E0440", game.teams[0].span, why="there is but one", hint="write two or more; where all play on one side, `winner: together if …`")
    elif left and where.keys() <= set(seats):
        desk.fail("E0440", game.teams[-1].span, why=f"`{left[0]}` is in no team", hint=f"write `{left[0]}` behind the colon of a team")
