"""What games come to in which somebody `wins` at once, read from the text as plainly as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ruledsl.syntax.tree import Def, Game, Tree, Winner, Wins, within
from tests.laws.reading import Reader, Sort


def asked_of_winning(tree: Tree, reader: Reader) -> Iterator[tuple[str, tuple[int, ...], Callable[[], Any]]]:
    """Functions of the program, what they are given, and what they should come to; nothing where nobody wins at once."""
    if not any(within(d, Wins) for d in tree.declarations):
        return
    seats = range(reader.program.players)
    sides = sides_of(tree, len(seats))
    said = "payoff" in reader.declared.get(Def, {})
    counted = any(isinstance(d, Winner) for d in tree.declarations)

    def worth(seat: int) -> int:
        if said:
            return int(reader.called("payoff", [Sort("player", seat)]))
        if (won := winner(reader)) is None:
            return shared(reader, tree, seat) if counted else 0
        return 1 if sides[seat] == sides[won] else -1

    def winners() -> int:
        if winner(reader) is None and len(seats) == 1:
            return 0
        if (won := winner(reader)) is not None:
            return sum(1 << seat for seat in seats if sides[seat] == sides[won])
        worths = [worth(seat) for seat in seats]
        return sum(1 << seat for seat in seats if worths[seat] == max(worths))

    for seat in () if said else seats:
        yield "payoff", (seat,), lambda seat=seat: worth(seat)  # type: ignore[misc]
    if not counted or winner(reader) is not None:
        yield "winners", (), winners


def shared(reader: Reader, tree: Tree, seat: int) -> int:
    """What it counts to a seat who wins by `winner:`."""
    won, seats = reader.position.call("winners"), reader.program.players
    if won == 0 or won == (1 << seats) - 1 and seats > 1 and any(isinstance(d, Winner) and d.criteria for d in tree.declarations):
        return 0
    return 1 if won >> seat & 1 else -1


def winner(reader: Reader) -> int | None:
    found = reader.owned("winner", 0)
    return None if found is None else found.n


def sides_of(tree: Tree, seats: int) -> list[int]:
    """A number of each seat, which those of one team share."""
    game = next(d for d in tree.declarations if isinstance(d, Game))
    if not game.teams:
        return list(range(seats))
    names = [name.text for name in game.seats]
    return [next(n for n, team in enumerate(game.teams) if name in {s.text for s in team.seats}) for name in names]
