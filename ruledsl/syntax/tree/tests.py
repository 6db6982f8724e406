"""Tests, as they were written."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.record import field, record, replace
from ruledsl.source import Span
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
class GivenKnown(Node):
    """`B knows B.hand[1]`: a card, or the cards of a zone, that a seat was shown before."""

    who: Name
    what: Expr


@record(frozen=True)
class Given(Node):
    """`given turn(A):`; `phase` is None for a bare `given:`."""

    phase: str | None
    args: tuple[Expr, ...]
    lines: tuple[GivenLine, ...]
    known: tuple[GivenKnown, ...] = ()


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
    kind "knows" / "knows not" / "possible": seat `who` and `condition`.  kind "worlds": seat `who`, `expected`: how many it holds possible.
    kind "apart": `then B cannot tell apart:`, seat `who` and `worlds`: what is given besides, at one table each.
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
    worlds: tuple[GivenLine | GivenKnown, ...] = ()


@record(frozen=True)
class Then(Node):
    checks: tuple[Check, ...]


@record(frozen=True)
class Refused(Node):
    """`refused because "words"`, in a test."""

    because: str


@record(frozen=True)
class Test(Decl):
    """`refused` is set where no game can be set up so: to a part of the reason, which may be empty. A test with cases is a test for each of them;
    such a test has the head of the whole in `within`."""

    title: str
    players: Expr | None = None
    options: tuple[tuple[Name, Expr], ...] = ()
    seed: Expr | None = None
    refused: Refused | None = None
    given: Given | None = None
    steps: tuple[When | Then, ...] = ()
    cases: tuple[Test, ...] = ()
    within: tuple[Span, ...] = field(default=(), compare=False, repr=False)

    def each(self) -> Iterator[Test]:
        """The tests that this stands for: itself, or its cases, each with all that stands before them."""
        for case in self.cases:
            yield from self._with(case).each()
        if not self.cases:
            yield self

    def _with(self, case: Test) -> Test:
        """What a case says goes before what the test says of the same."""
        said = {name.text for name, _ in case.options}
        return replace(
            case,
            title=f"{self.title}: {case.title}",
            players=case.players or self.players,
            options=(*(option for option in self.options if option[0].text not in said), *case.options),
            seed=case.seed or self.seed,
            refused=case.refused or self.refused,
            given=_together(self.given, case.given),
            steps=(*self.steps, *case.steps),
            within=(*self.within, self.span),
        )


def _together(shared: Given | None, more: Given | None) -> Given | None:
    """`given:` in a case says more of the table, or another thing of the same place; with a phase it stands for itself."""
    if shared is None or more is None or more.phase is not None:
        return more or shared
    said = {line.place for line in more.lines}
    lines = (*(line for line in shared.lines if line.place not in said), *more.lines)
    return replace(shared, lines=lines, known=(*shared.known, *more.known))
