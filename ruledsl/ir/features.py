"""What can be seen of an option before it is taken: its features, which are numbered. A search learns what each of them is worth.

An option has a feature for its action, one for each number that it names, and several for each card: what the card is, where and under how many
others it lies, and what it lies on. No game is known here: two cards are the same where they are to the search (`ir/key.py`).
"""

from __future__ import annotations

from ruledsl.ir.key import Key
from ruledsl.ir.program import Type
from ruledsl.record import record

HEIGHTS = 8
"""How many cards lie in a zone with an order: from so many less one on, it is all the same."""
BENEATH = 5
"""Cards beneath the top one that are looked at."""
OF_CARD = 2 + BENEATH
"""Features of a card."""
NUMBERS = 64
"""Numbers that are told apart; must be a power of two."""
SIZES = 8
"""Numbers of chosen cards that are told apart."""


@record(frozen=True)
class Part:
    """An argument of an option: at which place of its row it stands, and from which feature on its own are numbered. kind: number, card, subset.
    Among cards, `order` counts those parts that name some."""

    place: int
    kind: str
    at: int
    order: int = 0


@record(frozen=True)
class Form:
    """Options of an action: the feature of the action, and the arguments."""

    at: int
    parts: tuple[Part, ...]


class Features:
    """Those of all options of a program, where seats choose that a search meets."""

    def __init__(self, key: Key):
        program = key.program
        self.faces = key.classes + 1  # 0 is no card
        self.heights = self.faces
        self.beneath = self.heights + HEIGHTS * (len(program.zones) + 1)
        self.sizes = self.beneath + BENEATH * self.faces
        self.count = self.cards = 0
        sites = {n: program.sites[n] for n in sorted(key.sites)}
        offered = sorted({entry.action for site in sites.values() for entry in site.menu})
        self.actions = {n: self._form([p.type for p in program.actions[n].params]) for n in offered}
        self.values = {n: self._form([site.type]) for n, site in sites.items() if site.type is not None}
        self.passing = self._form([])

    def _form(self, types: list[Type]) -> Form:
        first = self._take(1)
        return Form(first, tuple(self._part(place, type.kind) for place, type in enumerate(types, 1)))

    def _part(self, place: int, kind: str) -> Part:
        if kind not in ("card", "subset"):
            return Part(place, "number", self._take(NUMBERS))
        self.cards += 1
        return Part(place, kind, self._take(self.sizes + SIZES), self.cards - 1)

    def _take(self, number: int) -> int:
        self.count += number
        return self.count - number
