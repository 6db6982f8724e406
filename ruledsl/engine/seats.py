"""A match as one seat may see it: the object to hand out. What it says hangs on what the seat may know and on nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine import log
from ruledsl.engine.choice import Choice
from ruledsl.engine.errors import IllegalMove
from ruledsl.engine.log import Event
from ruledsl.engine.view import View, ZoneView, view
from ruledsl.engine.why import Reason, why_not
from ruledsl.record import record, values

if TYPE_CHECKING:
    from ruledsl.engine.match import Match

SPECTATOR, REFEREE = "spectator", "referee"
"""Who knows what everybody knows, and who knows all. Neither is asked."""


@record(frozen=True)
class Option:
    """What may be chosen: its id, by places, and how it reads. `full` is the label with what tells it from another of the same label."""

    id: str
    label: str
    full: str
    action: str
    args: dict[str, str]


@record(frozen=True)
class Hint:
    """What a search thinks of an option: how often it was tried, and how good it was, from 0 to 1; None if it was never tried, or where no position was found
    that fits what the seat has seen."""

    id: str
    label: str
    visits: int
    value: float | None


class Seat:
    """`who` is a seat from 1, "spectator" or "referee". It looks at the match as that goes on, and has no seed, no state and no numbers of moves."""

    def __init__(self, match: Match, who: int | str):
        if not isinstance(who, int) and who not in (SPECTATOR, REFEREE):
            raise ValueError(f"a match is looked at by a seat, `{SPECTATOR}` or `{REFEREE}`, not by `{who}`")
        self._match = match
        self.who = who

    @property
    def _index(self) -> int | None:
        return self.who - 1 if isinstance(self.who, int) else None

    @property
    def view(self) -> View:
        """The table."""
        return view(self._match.position, self._index, public=self.who == SPECTATOR)

    @property
    def log(self) -> list[Event]:
        """What has happened."""
        seat, players = self._index, self._match.program.players
        if self.who == REFEREE:
            return self._match.log
        told = (log.as_public(event, players) if seat is None else log.as_seen(event, seat) for event in self._match.told)
        return [event for event in told if event is not None]

    @property
    def asked(self) -> bool:
        """Is this seat asked?"""
        return self._index is not None and self._index in self._match.position.waiting

    @property
    def prompt(self) -> str:
        """The question, if this seat is asked."""
        position = self._match.position
        return position.fill(position.site.prompt, self._index or 0) if self.asked else ""

    @property
    def menu(self) -> list[Option]:
        """What this seat may choose; nothing if it is not asked."""
        return [Option(c.id, c.label, c.full, c.action, dict(c.args)) for c in self._choices()]

    def _choices(self) -> list[Choice]:
        return self._match.legal(self._index + 1) if self._index is not None and self.asked else []

    def refuse(self, text: str) -> list[Reason]:
        """What stands against a typed move of this seat; nothing if it may be made."""
        return why_not(self._match.position, self._seat(), text)

    def play(self, option: str) -> None:
        """Choose an option by its id, or else by what is typed. IllegalMove if it is none."""
        seat = self._seat()
        offered = [*self._choices(), *(self._match.hops(seat + 1) if self.asked else [])]
        found = next((choice for choice in offered if choice.id == option), None)
        if found is None and not self.asked:
            raise IllegalMove(f"{self._match.seats[seat]} is not asked")
        self._match.play(option if found is None else found, seat + 1)

    def hint(self, tries: int = 500, seed: int = 0) -> list[Hint]:
        """What a search that knows no more than this seat thinks of its options, the best first."""
        from ruledsl.minds.worlds import worlds
        from ruledsl.search.mcts import search

        if not worlds(self._match, self._seat()).fit:
            return [Hint(choice.id, choice.full, 0, None) for choice in self._choices()]
        found = search(self._match, tries, seed, self._seat() + 1)
        return [Hint(estimate.choice.id, estimate.choice.full, estimate.visits, estimate.value) for estimate in found]

    def _seat(self) -> int:
        if self._index is None:
            raise ValueError(f"a {self.who} chooses nothing")
        return self._index

    def document(self) -> dict[str, Any]:
        """All of it as one JSON document."""
        shown = self.view
        return {
            "seat": self.who, "seats": list(shown.seats), "over": self._match.over, "phases": list(shown.phases), "waiting": list(shown.waiting),
            "question": shown.question,
            "zones": [_zone(zone) for zone in shown.zones],
            "variables": [{"name": v.name, "owner": v.owner, "of": v.owner_index, "text": v.text, "hidden": v.hidden} for v in shown.variables],
            "events": [{"text": event.text, "kind": event.kind, "by": event.seat} for event in self.log],
            "prompt": self.prompt, "options": [{"id": option.id, "label": option.full} for option in self.menu],
        }  # fmt: skip


def _zone(zone: ZoneView) -> dict[str, Any]:
    cards = [{name: value for name, value in zip(("text", "kind", "known", "until", "on", "notes"), values(card), strict=True) if value} for card in zone.cards]
    return {"name": zone.name, "owner": zone.owner, "of": zone.owner_index, "count": zone.count, "cards": cards}
