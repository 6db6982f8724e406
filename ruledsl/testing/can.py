"""`A can`, `cannot` and `can only`: what stands against it, or ""."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruledsl.engine import chains, menus
from ruledsl.engine.choice import Choice
from ruledsl.engine.position import Position
from ruledsl.ir.program import Action, Program
from ruledsl.record import record
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.testing.scene import Scene

MOST_SHOWN = 12
Hops = tuple[t.Expr, ...]


def possible(scene: Scene, check: t.Check) -> str:
    position, seat = scene.position, scene.seat(check.who, check.span)
    moving = Moving(scene, seat, chains.begun(position, scene.begun))
    missing = [e for e in check.items if not moving.begins(position, hops(e))]
    if check.kind == "cannot":
        return _refused(moving, check, position, missing)
    if missing:
        why = "; ".join(moving.against(position, hops(missing[0]))) or "it is not offered"
        return f"{check.who} cannot {scene.source(missing[0])}: {why}\n{offered(moving.options(position))}"
    if check.kind == "only":
        extra = list(moving.others(position, [hops(e) for e in check.items]))
        return f"{check.who} can also: {', '.join(extra[:MOST_SHOWN])}" if extra else ""
    return ""


def offered(options: Sequence[Choice]) -> str:
    """What can be chosen, in a few words."""
    shown = [o.full for o in options[:MOST_SHOWN]] + (["…"] if len(options) > MOST_SHOWN else [])
    return f"possible: {', '.join(shown)}" if shown else "nothing is possible"


def hops(e: t.Expr) -> Hops:
    """How a move begins that is written in a test."""
    return e.items if isinstance(e, t.Hops) else (e,)


@record(frozen=True)
class Moving:
    """What a seat (from 0) can do; `head` is the site where a move begins, or began, that is made of several choices."""

    scene: Scene
    seat: int
    head: int | None

    def options(self, position: Position) -> Sequence[Choice]:
        return menus.choices(position, self.seat) if not position.over and self.seat in position.waiting else ()

    def after(self, position: Position, hop: Choice) -> Position | None:
        """Where the move goes on behind a hop."""
        there = chains.hopped(position, hop) if self.head is not None else None
        return there if there is not None and self.head is not None and chains.goes_on(there, self.seat, self.head) else None

    def begins(self, position: Position, written: Hops) -> bool:
        """Does some move begin as it is written?"""
        first, *rest = written
        found = [hop for hop in self.options(position) if self.scene.matches(first, hop, position)]
        return any(not rest or (after := self.after(position, hop)) is not None and self.begins(after, tuple(rest)) for hop in found)

    def others(self, position: Position, written: Sequence[Hops]) -> Iterator[str]:
        """How moves begin that begin in none of the ways that are written."""
        for hop in self.options(position):
            alike = [way for way in written if self.scene.matches(way[0], hop, position)]
            if not alike:
                yield hop.full
            elif all(len(way) > 1 for way in alike):
                after = self.after(position, hop)
                yield from [hop.full] if after is None else (chains.said([hop.full, more]) for more in self.others(after, [way[1:] for way in alike]))

    def against(self, position: Position, written: Hops) -> list[str]:
        """Why a move is refused that is written: where the first of its hops cannot be made."""
        first, *rest = written
        found = next((hop for hop in self.options(position) if self.scene.matches(first, hop, position)), None)
        if found is None:
            return self.scene.against(first, position, self.seat)
        after = self.after(position, found)
        return ["the move is over before that"] if after is None else self.against(after, tuple(rest))


def _refused(moving: Moving, check: t.Check, position: Position, missing: list[t.Expr]) -> str:
    scene = moving.scene
    for e in check.items:
        if e not in missing:
            return f"{check.who} can {scene.source(e)}"
    if check.because is None:
        return ""
    wanted = "".join(p for p in check.because.parts if isinstance(p, str))
    said = [message for e in check.items for message in moving.against(position, hops(e))]
    return "" if any(wanted in s for s in said) else f"refused, but because: {'; '.join(said) or 'no reason is known'}"


def played_as(program: Program, args: tuple[t.Expr, ...], action: Action) -> bool:
    """`Wild as HenPecked` is another kind or a way of its own; a card without `as` is played as itself."""
    said = [arg.kind.name for arg in args if isinstance(arg, t.As) and isinstance(arg.kind, t.Ref)]
    if not any(a.played_as or a.way for a in program.actions if a.name == action.name):
        return True
    return action.played_as in said or action.way in said if said else not (args and action.played_as)


def plain(args: Sequence[t.Expr], action: Action) -> list[t.Expr]:
    """The arguments without what is said by the way in which an action carries out a card; what is left is said of a card that stands for another."""
    ways = {action.played_as, action.way} - {""}
    return [arg.card if isinstance(arg, t.As) and isinstance(arg.kind, t.Ref) and arg.kind.name in ways else arg for arg in args]


def called(what: t.Expr) -> str:
    """The action that is named, or a value that is one word; "" of every other value, such as `c.step(north)`."""
    if isinstance(what, t.Call):
        return what.function if what.base is None else ""
    return what.name if isinstance(what, t.Ref) else ""
