"""Whence something is chosen, in words for who has named something else."""

from __future__ import annotations

from ruledsl.record import record

VALUED = "{}"
"""Stands in the words for what was named."""


@record(frozen=True)
class Whence:
    """`told`: the domain, as in "your hand". `place`: where something is not that is not in it, as in "in your hand"; "" of what has everything in
    it. `against`: the opposite of what must hold of it, VALUED where it is spoken of; of a number for each key, how many there must be in all. `kinds`: of
    cards, the kinds which it must be of besides, if any will not do, and what is `wanted`, in words. `span`: of numbers that are
    written out, the least and the greatest."""

    told: str = ""
    place: str = ""
    against: str = ""
    kinds: tuple[str, ...] = ()
    wanted: str = ""
    span: tuple[int, int] | None = None

    def where(self, value: int) -> str:
        """The place where a value is not; nothing, if it is there. None is nowhere."""
        if self.span is not None and self.span[0] <= value <= self.span[1]:
            return ""
        return self.place or (f"among {self.told}" if value == -1 else "")

    def what(self, shown: str) -> str:
        """What stands against something."""
        return self.against.replace(VALUED, shown)
