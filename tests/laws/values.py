"""What expressions of a rules file come to: values, as plainly as can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ruledsl.ir.program import Type, Variable, Zone
from ruledsl.record import record

Names = Mapping[str, Any]


class Unread(Exception):
    """An expression that this reader does not read, or that has no value."""


class Sort(NamedTuple):
    """A value that is no number: `kind` is the name of an enum, "player", "cell" or "card"; `n` counts from 0."""

    kind: str
    n: int


class Played(Sort):
    """A card that was chosen as another: where it lies and moves it is the card, and `stands` is what it stands for."""

    stands: Looks

    @classmethod
    def as_face(cls, n: int, stands: Looks) -> Played:
        found = cls("card", n)
        found.stands = stands
        return found


@record(frozen=True)
class Lying:
    """An instance of a zone."""

    zone: Zone
    k: int


@record(frozen=True)
class Looks:
    """A face."""

    kind: str
    args: tuple[Any, ...]


class Row(tuple[Any, ...]):
    """Members in an order."""


class OfEach(dict[Any, int]):
    """How many of each."""


class Instances(Protocol):
    """Who knows what an instance of a variable holds, and which zone it is."""

    def keyed(self, thing: Variable | Zone, owner: int, keys: Sequence[Any]) -> Any: ...

    def decoded(self, type: Type, value: int) -> Any: ...


class Keyed:
    """What somebody has of a name, an instance a key, or several keys."""

    def __init__(self, reader: Instances, thing: Variable | Zone, owner: int):
        self.reader, self.thing, self.owner = reader, thing, owner

    def __call__(self, keys: Sequence[Any]) -> Any:
        return self.reader.keyed(self.thing, self.owner, keys)

    def there(self) -> OfEach:
        """Of numbers with one key: how many there are of each."""
        if not isinstance(self.thing, Variable) or self.thing.type.kind != "int" or len(self.thing.keys) != 1:
            raise Unread("not how many of each")
        (key,) = self.thing.keys
        return OfEach((one, self([one])) for one in (self.reader.decoded(key.type, n) for n in key.members))
