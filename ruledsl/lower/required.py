"""What choosing the parameters of an action goes by: its requirements, and where it stands."""

from __future__ import annotations

from typing import Callable as Fn

from ruledsl.lower.plans import Demanded, Plan
from ruledsl.model.model import ParamInfo
from ruledsl.model.types import Term
from ruledsl.record import record


@record(frozen=True)
class Named:
    """A condition with the values of `let`s written out in it; these are looked at before it."""

    condition: Term
    values: tuple[Term, ...]


@record(frozen=True)
class Test:
    """A requirement as a condition on the parameters, and its line; or else a function (seat, arguments…), which answers 0 if it holds.

    `function` says its name. One with `let`s may be `named` as well."""

    condition: Term | None
    place: int
    function: Fn[[], str] | None = None
    named: Named | None = None

    @property
    def said(self) -> Term | None:
        """The condition, if it is known."""
        return self.condition or (self.named.condition if self.named is not None else None)


Args = dict[int, int]
"""The registers of the arguments that are chosen, by the place of their parameter."""


def in_order(args: Args) -> list[int]:
    return [args[i] for i in sorted(args)]


@record(frozen=True)
class Open:
    """A parameter that is to be chosen now: what is chosen already, all that is still required, the part of it that can be asked of all values at once,
    and what is left of it."""

    args: Args
    i: int
    p: ParamInfo
    tests: list[Test]
    plans: list[Plan | Demanded]
    left: list[Test]
