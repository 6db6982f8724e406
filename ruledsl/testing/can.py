"""`A can`, `cannot` and `can only`: what stands against it, or ""."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine import moves
from ruledsl.engine.position import Position
from ruledsl.ir.program import Action, Program
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.testing.scene import Scene

MOST_SHOWN = 12


def possible(scene: Scene, check: t.Check) -> str:
    position, seat = scene.position, scene.seat(check.who, check.span)
    options = moves.choices(position, seat) if not position.over and seat in position.waiting else []
    missing = [e for e in check.items if not any(scene.matches(e, o) for o in options)]
    if check.kind == "cannot":
        return _refused(scene, check, position, seat, missing)
    if missing:
        why = "; ".join(scene.against(missing[0], position, seat)) or "it is not offered"
        return f"{check.who} cannot {scene.source(missing[0])}: {why}\n{scene.offered(options)}"
    if check.kind == "only":
        extra = [o.label for o in options if not any(scene.matches(e, o) for e in check.items)]
        return f"{check.who} can also: {', '.join(extra[:MOST_SHOWN])}" if extra else ""
    return ""


def _refused(scene: Scene, check: t.Check, position: Position, seat: int, missing: list[t.Expr]) -> str:
    for e in check.items:
        if e not in missing:
            return f"{check.who} can {scene.source(e)}"
    if check.because is None:
        return ""
    wanted = "".join(p for p in check.because.parts if isinstance(p, str))
    said = [message for e in check.items for message in scene.against(e, position, seat)]
    return "" if any(wanted in s for s in said) else f"refused, but because: {'; '.join(said) or 'no reason is known'}"


def played_as(program: Program, args: tuple[t.Expr, ...], action: Action) -> bool:
    """`Wild as HenPecked` is another kind or a way of its own; a card without `as` is played as itself."""
    said = [arg.kind.name for arg in args if isinstance(arg, t.As) and isinstance(arg.kind, t.Ref)]
    if not any(a.played_as or a.way for a in program.actions if a.name == action.name):
        return True
    return action.played_as in said or action.way in said if said else not (args and action.played_as)
