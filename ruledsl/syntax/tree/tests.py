"""Tests, as they were written."""

from __future__ import annotations

from ruledsl.record import record
from ruledsl.syntax.tree.declarations import Decl
from ruledsl.syntax.tree.expressions import Expr, Text
from ruledsl.syntax.tree.node import Name, Node
from ruledsl.syntax.tree.statements import Until


@record(frozen=True)
class GivenLine(Node):
    """`place = value`, `place = value until after turn(A)`, or `place from top = [...]`."""

    place: Expr
    value: Expr
    from_top: bool = False
    until: Until | None = None


@record(frozen=True)
class Given(Node):
    """`given turn(A):`; `phase` is None for a bare `given:`."""

    phase: str | None
    args: tuple[Expr, ...]
    lines: tuple[GivenLine, ...]


@record(frozen=True)
class WhenLine(Node):
    """`kind` is "seat" (who, what), "roll", "draw" or "world" (values), or "comes" (what is declared, in `who`).
    `what` is a Call, Ref, value, or Ref("pass")."""

    kind: str
    who: str = ""
    values: tuple[Expr, ...] = ()


@record(frozen=True)
class When(Node):
    """`times` is set for `when 1000 times`, with `games` for `when 1000 random games`; else `lines`."""

    lines: tuple[WhenLine, ...] = ()
    times: Expr | None = None
    games: bool = False


@record(frozen=True)
class Check(Node):
    """One line of `then`.

    kind "expr": `condition` holds.  kind "can" / "cannot" / "only": seat `who`, `items` (Call or Ref patterns), `because` for "cannot".
    kind "phase": `phase is NAME` (in `who`).  kind "comes" / "stays away": `"time is up" can come`, `… cannot come` (the text in `who`).
     kind "always" / "ever": `condition`.  kind "average" / "number": `condition` is what is
    measured, `expected` and `tolerance` its bounds.
    """

    kind: str
    condition: Expr | None = None
    who: str = ""
    items: tuple[Expr, ...] = ()
    because: Text | None = None
    expected: Expr | None = None
    tolerance: Expr | None = None


@record(frozen=True)
class Then(Node):
    checks: tuple[Check, ...]


@record(frozen=True)
class Refused(Node):
    """`refused because "words"`, in a test."""

    because: str


@record(frozen=True)
class Test(Decl):
    """`refused` is set where no game can be set up so: to a part of the reason, which may be empty."""

    title: str
    players: Expr | None = None
    options: tuple[tuple[Name, Expr], ...] = ()
    seed: Expr | None = None
    refused: Refused | None = None
    given: Given | None = None
    steps: tuple[When | Then, ...] = ()
