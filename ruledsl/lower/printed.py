"""What terms come to for each card by its face alone, or for each other member that is known before play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.lower.around import Around
from ruledsl.lower.counted import Counted
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import Constant
from ruledsl.lower.terms import Facts
from ruledsl.model.declare import MOST_CELLS
from ruledsl.model.inside import mentions
from ruledsl.model.terms import row
from ruledsl.model.types import Term
from ruledsl.record import record

if TYPE_CHECKING:
    from ruledsl.lower.layout import Layout

Numbers = tuple[int | None, ...]


@record(eq=False)
class Notes:
    """What was found out of terms about a name, where the same is known of other names."""

    mentioned: dict[Term, bool]
    bodies: dict[tuple[Term, Facts], Term | None]
    worths: dict[tuple[Term, int], Constant | None]
    folded: dict[tuple[Term, Numbers], Constant | None]  # by the values of the arguments that are about the card

    @staticmethod
    def new() -> Notes:
        return Notes({}, {}, {}, {})


class Printed(Counted):
    """The part of a planner that knows what is printed. Of a card its planners find out the same, so they share it."""

    there: Term | None
    notes: Notes
    of_cards: bool
    of_cells: bool
    of_numbers: bool

    @staticmethod
    def shared(tables: Layout, key: str, around: Around) -> Notes:
        """What planners for a card of this name found out."""
        return tables.noted.setdefault((key, around), Notes.new())

    def mentions(self, term: Term) -> bool:
        """Is the term about the card?"""
        found = self.notes.mentioned.get(term)
        if found is None:
            found = self.notes.mentioned[term] = mentions(term, self.key)
        return found

    def cards(self, passing: list[bool]) -> int:
        """The cards whose faces pass; or the other members that pass."""
        if not self.of_cards:
            return sum(1 << n for n, passes in enumerate(passing) if passes)
        return sum(1 << card for card, face in enumerate(self.l.census.cards) if passing[face])

    def by_value(self, numbers: list[int]) -> dict[int, int]:
        """By number the cards on whose faces it stands, or the other members."""
        members = enumerate(self.l.census.cards) if self.of_cards else zip(range(len(numbers)), range(len(numbers)))
        found: dict[int, int] = {}
        for member, face in members:
            found[numbers[face]] = found.get(numbers[face], 0) | 1 << member
        return found

    @property
    def size(self) -> int:
        """How many faces, or other members, there are."""
        return len(self.l.census.faces) if self.of_cards else min(MOST_CELLS if self.of_cells else 64, self.settings.size(self.type))

    def values(self, term: Term) -> list[Constant] | None:
        """What the term comes to for each face, if the face alone says so."""
        out: list[Constant] = []
        if self.there is None and self.of_cells and (found := self.of_the_board(term)) is not None:
            return found
        if self.of_numbers and not (self.among and self.settings.early(term, (self.key,))):
            return None
        for face in range(self.size):
            if self.of_numbers and not self.among >> face & 1:
                out.append(out[-1] if out else 0)  # nobody asks of it
                continue
            nowhere = self.there is not None and self.worth(self.there, face) == -1
            value = 0 if nowhere else self.worth(term, face)
            if value is None:
                return None
            out.append(value)
        return out

    def of_the_board(self, term: Term) -> list[Constant] | None:
        """The same of all cells at once, if the board alone says so: where they lie, and whether a way leads on from them."""
        if row(term).has("axis") and term.args[0].op == "local" and term.args[0].data == self.key:
            return [*self.l.axes[term.op][: self.size]]
        starts = self.leading_on(term)
        return [starts >> cell & 1 for cell in range(self.size)] if starts is not None else None

    def leading_on(self, term: Term) -> int | None:
        """The cells for which it holds, if it is asked whether a way leads on from them."""
        if term.op == "not":
            others = self.leading_on(term.args[0])
            return ~others if others is not None else None
        starts = self.starts(term.args[0]) if term.op == "is_none" else None
        return ~starts if starts is not None else None

    def starts(self, place: Term) -> int | None:
        """The cells beside which there is one that lies a known way on."""
        part = place.data if place.op == "part_at" else ""
        way = self.settings.fold(place.args[1]) if part or place.op == "step" else None
        if not isinstance(way, int) or way < 0 or place.args[0].op != "local" or place.args[0].data != self.key:
            return None
        found = 0
        for _, cells in self.l.distances((part, way) if part else way):
            found |= cells
        return found

    def worth(self, term: Term, face: int) -> Constant | None:
        """What the term comes to for a card with this face."""
        if not self.of_cards:
            return self._worth(term, face)
        worths, asked = self.notes.worths, (term, face)
        if asked not in worths:
            worths[asked] = self._worth(term, face)
        return worths[asked]

    def _worth(self, term: Term, face: int) -> Constant | None:
        if term.op == "local" and term.data == self.key and not self.of_cards:
            return face
        known = row(term)
        if term.op == "local" or known.has("stored"):
            return None
        if self.of_cells and (found := self.folded(term, face)) is not None:
            return found
        if not self.mentions(term):
            return self.settings.fold(term)
        if term.op == "call":
            body = self.meaning(term)
            return self.worth(body, face) if body is not None else None
        if known.branches:
            return self.first(term, face)
        if not term.args:
            return None  # the card is only asked about in its loops
        if self.of_cards and term.args[0].op == "local" and term.args[0].data == self.key:
            return self.printed(term, face)
        return self.by_parts(term, face)

    def by_parts(self, term: Term, face: int) -> Constant | None:
        """By what its arguments come to: once for all faces of which they come to the same."""
        about = [self.mentions(arg) for arg in term.args]
        worths = [self.worth(arg, face) if mine else None for mine, arg in zip(about, term.args)]
        numbers = tuple([value if isinstance(value, int) else None for value in worths])
        if any(mine and value is None for mine, value in zip(about, numbers)):
            return None
        asked, folded = (term, numbers), self.notes.folded
        if asked not in folded:
            args = [Term("const", arg.type, data=value) if mine else arg for mine, arg, value in zip(about, term.args, numbers)]
            folded[asked] = self.settings.fold(Term(term.op, term.type, tuple(args), term.data, term.span))
        return folded[asked]

    def folded(self, term: Term, cell: int) -> Constant | None:
        """What it comes to for a cell, with all that it goes through; None where that would be very much."""
        try:
            return self.settings.fold(term, {self.key: cell})
        except SettingsError:
            return None

    def first(self, term: Term, face: int) -> Constant | None:
        """Only what must be looked at."""
        value = self.worth(term.args[0], face)
        if value is None:
            return None
        if term.op == "if":
            return self.worth(term.args[1 if value else 2], face)
        return int(bool(value)) if bool(value) == (term.op == "or") else self.worth(term.args[1], face)

    def printed(self, term: Term, face: int) -> Constant | None:
        """A question about the card itself."""
        if term.op == "param":
            return self.l.printed_value(face, term.data)
        if term.op == "is_kind":
            return int(self.l.census.faces[face].kind in term.data)
        if row(term).equality and term.args[1].op == "face":
            number = self.l.face_number(term.args[1])
            return int((number == face) == (term.op == "eq")) if number is not None else None
        return None
