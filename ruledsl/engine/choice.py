"""An option of a decision. What nobody asks about it is not put into words."""

from __future__ import annotations

from typing import Any, Protocol

from ruledsl.record import field, fields, record, values

Names = tuple[str, ...]
Place = tuple[str, str]
"""A card and where it lies, as people read it."""


class Origin(Protocol):
    """What an option was listed by."""

    def opening(self, choice: Choice) -> str:
        """What its label begins with, where no more is known of it."""
        return choice.label

    def tell(self, choice: Choice, name: str) -> None:
        """Fills in a field of an option, and those that are found along with it."""
        ...


@record(frozen=True)
class Choice:
    """One option. `number` counts from 1; `seat` is None for chance and the world; `move` is what the engine is told. `cards` are
    those of an argument that is several cards, each with all its names, the full ones first. `told` is the label when it has been chosen, where
    that shows what the chooser must say. `apart` are cards that it means and another option of the same label does not, with where they lie;
    without a card, what the label leaves out. `id` names the option among those of the decision, by places and by what the chooser sees:
    `steal:B:hand:2#3` is the third card there. What is one move is one option: `on` is what is chosen for it behind the first, `move`, each as it would
    be chosen alone. `given` are the arguments by name, in words: options are kept and handed out again, so that nothing of them may be changed."""

    label: str
    action: str
    given: tuple[tuple[str, str], ...]
    rule: tuple[str, ...]
    number: int
    seat: int | None
    move: tuple[int, ...]
    place: int
    spoken: tuple[str, ...] = field(default_factory=tuple)
    cards: tuple[Names, ...] = field(default_factory=tuple)
    told: str = field(default_factory=str)
    apart: tuple[Place, ...] = field(default_factory=tuple)
    id: str = field(default_factory=str)
    on: tuple[Choice, ...] = field(default_factory=tuple)

    def __getattr__(self, name: str) -> Any:
        """A field of a listed option that has not been read yet. None of them stands in the class, or it would be found there."""
        origin: Origin | None = self.__dict__.get("origin")
        if origin is None or name not in _FIELDS:
            raise AttributeError(f"an option has no `{name}`")
        origin.tell(self, name)
        return self.__dict__[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return Choice, values(self)

    def __repr__(self) -> str:
        return f"<{self.number}: {self.full}>"

    @property
    def args(self) -> dict[str, str]:
        """The arguments by name, in words; a dictionary of the caller's own."""
        return dict(self.given)

    @property
    def opening(self) -> str:
        """What the label begins with, as far as that is known before all of it is read."""
        origin: Origin | None = self.__dict__.get("origin")
        return self.label if origin is None or "label" in self.__dict__ else origin.opening(self)

    @property
    def full(self) -> str:
        """The label, and what tells it from another option of the same label."""
        return f"{self.label} ({', '.join(f'{card} of {place}' if card else place for card, place in self.apart)})" if self.apart else self.label


_FIELDS = frozenset(fields(Choice))


def listed(origin: Origin, number: int, seat: int | None, move: tuple[int, ...], on: tuple[Choice, ...] = ()) -> Choice:
    """An option of which no more is known than what is played."""
    choice: Choice = object.__new__(Choice)
    choice.__dict__.update(origin=origin, number=number, seat=seat, move=move, on=on)
    return choice
