"""The census: which faces there are, which cards, and where each lies at first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruledsl.bits import bits_of
from ruledsl.ir.program import Face, Zone
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.said import say, words_of
from ruledsl.lower.settings import Constant, Settings
from ruledsl.model.model import ComponentInfo, KindInfo
from ruledsl.model.types import INT, Term
from ruledsl.record import record
from ruledsl.syntax import tree as t

MOST_CARDS = 1000
OPENING = " (+-:,=/"
"""What only leads to a value behind it."""


@record(frozen=True)
class Census:
    """Cards stand in the order of their faces, so that equal cards are neighbours."""

    faces: tuple[Face, ...]
    cards: tuple[int, ...]
    homes: tuple[tuple[str, int], ...]  # zone and instance

    def number(self, kind: str, args: tuple[int, ...]) -> int:
        """The number of a face, or one beyond all if no such card exists."""
        for n, face in enumerate(self.faces):
            if face.kind == kind and face.args == args:
                return n
        return len(self.faces)


def census(settings: Settings) -> Census:
    lots: dict[tuple[str, tuple[int, ...]], list[tuple[str, int]]] = {}
    total = 0
    for c in settings.model.components:
        seats = [{c.owner: seat} for seat in range(settings.players)] if c.owner else [{}]
        for local in (local for seat in seats for local in settings.each(c.loops, seat)):
            kind, args = c.kind, tuple(settings.number(a, local) for a in c.args)
            if not kind:
                kind, args = list(settings.model.kinds)[args[0]], ()
            _within(settings, settings.model.kinds[kind], args)
            count = settings.number(c.count, local)
            total += count
            if count < 0 or total > MOST_CARDS:
                raise SettingsError(f"the components ask for {max(total, count) if count >= 0 else count} cards; a game has 0 to {MOST_CARDS}")
            lots.setdefault((kind, args), []).extend([(c.zone, _place(settings, c, local))] * count)
    faces = tuple(printed_face(settings, kind, args) for kind, args in lots)
    cards = tuple(n for n, homes in enumerate(lots.values()) for _ in homes)
    return Census(faces, cards, tuple(home for homes in lots.values() for home in homes))


def _place(settings: Settings, c: ComponentInfo, local: Mapping[str, Constant]) -> int:
    """The instance of a zone."""
    seat = local[c.owner] if c.owner else 0
    assert isinstance(seat, int)
    if not c.keys:
        return seat
    place = settings.fold(Term("instance", INT, (Term("const", INT, data=seat), *c.keys), c.zone), local)
    if not isinstance(place, int):
        raise SettingsError(f"there is no such `{c.zone}`: the key is none of those that there are", c.keys[0].span)
    return place


def _within(settings: Settings, kind: KindInfo, args: tuple[int, ...]) -> None:
    for name, value in zip(kind.params, args):
        if name in kind.bounds and not (value == -1 and kind.params[name].or_none):
            low, high = (settings.number(b) for b in kind.bounds[name])
            numbers = bits_of(value) if kind.params[name].kind == "set" else (value,)
            if beyond := [n for n in numbers if not low <= n <= high]:
                raise SettingsError(f"a `{kind.name}` has a `{name}` from {low} to {high}; {beyond[0]} does not fit")


def printed_face(settings: Settings, kind: str, args: tuple[int, ...]) -> Face:
    """A face as it is printed and spoken."""
    info = settings.model.kinds[kind]
    spoken = [say(settings, type, value, False) for type, value in zip(info.params.values(), args)]
    printed = [say(settings, type, value, True) for type, value in zip(info.params.values(), args)]
    call = f"{kind}({', '.join(spoken)})" if args else kind
    words = f"{words_of(kind)} {' '.join(printed)}".strip()
    if info.printed is None:
        return Face(kind, args, words, call)
    by_name = dict(zip(info.params, printed))
    pieces = [(p, "") if isinstance(p, str) else _piece(p, by_name) for p in info.printed.parts]
    text = "".join(f"{{{name}}}" if name else piece for piece, name in pieces)
    return Face(kind, args, named(text, info.own) or words, call, tuple(pieces)) if info.own else Face(kind, args, text, call)


def named(text: str, own: Sequence[str]) -> str:
    """What a card is called whose text says what lies on it: all before the first of these holes, but for what only leads to it."""
    ends = [at for name in own if (at := text.find(f"{{{name}}}")) >= 0]
    return text[: min(ends)].rstrip(OPENING) if ends else text


def _piece(part: t.Expr, parameters: Mapping[str, str]) -> tuple[str, str]:
    """What stands in a hole; of a variable of the card its name, twice."""
    assert isinstance(part, t.Ref)
    return (parameters[part.name], "") if part.name in parameters else (part.name, part.name)


def home_numbers(zones: dict[str, Zone], homes: tuple[tuple[str, int], ...]) -> tuple[int, ...]:
    """Zone instances as the block numbers them."""
    return tuple(zones[zone].base + at for zone, at in homes)
