"""What is known of the names around a term, where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruledsl.lower.ranges import Span
from ruledsl.lower.terms import NOTHING_KNOWN, Facts, known_where
from ruledsl.model.types import Term
from ruledsl.record import cached_property, field, record, replace

if TYPE_CHECKING:
    from ruledsl.lower.summary import Summary


@record(frozen=True)
class Called:
    """What a def may answer, and the conditions on which that hangs; `open` if more than these decide."""

    conditions: tuple[Summary, ...]
    values: tuple[Summary, ...]
    open: bool = False


@record(frozen=True)
class Given:
    """What is known of what a name stands for: its value, its range, whether it is surely not none."""

    some: bool
    value: int | None = None
    span: Span | None = None


@record(frozen=True, eq=False)
class Around:
    """What is known of names where a term stands; of those of a loop, what it goes through. `usual` is what the word means there, `depth` how many
    calls lead there. Where things are looked at `by_turns`, some conditions hold already: by these `facts` are not none."""

    names: Mapping[str, Given] = field(default_factory=dict)
    through: Mapping[str, Summary] = field(default_factory=dict)
    usual: Called | None = None
    depth: int = 0
    by_turns: bool = False
    facts: Facts = NOTHING_KNOWN

    @cached_property
    def values(self) -> dict[str, int]:
        return {key: given.value for key, given in self.names.items() if given.value is not None}

    @property
    def turned(self) -> Around:
        """The same, looked at by turns."""
        return self if self.by_turns else self._turned

    @cached_property
    def _turned(self) -> Around:
        return replace(self, by_turns=True)

    def where(self, condition: Term, holds: bool = True) -> Around:
        """The same behind a condition."""
        more = known_where(condition, holds, lambda call: None) if self.by_turns else NOTHING_KNOWN
        return self if more <= self.facts else replace(self, facts=self.facts | more)


ANYWHERE = Around()
