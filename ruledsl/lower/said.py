"""Values as people read them, and as rules write them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ruledsl.bits import bits_of
from ruledsl.lower.lines import lines
from ruledsl.model.model import KindInfo
from ruledsl.model.types import Type

if TYPE_CHECKING:
    from ruledsl.lower.settings import Settings


def printed_kind(info: KindInfo) -> str:
    """A kind of card as people read it, whatever its values."""
    parts = info.printed.parts if info.printed is not None else ()
    plain = "".join(p for p in parts if isinstance(p, str)).strip()
    return plain if len(plain) > 1 else words_of(info.name)


@cache
def words_of(kind: str) -> str:
    """`HenPecked` is printed as Hen Pecked."""
    return "".join(f" {ch}" if ch.isupper() and n else ch for n, ch in enumerate(kind))


def say(settings: Settings, type: Type, value: int, printed: bool) -> str:
    """A value as it is spoken in rules, or printed for people."""
    if value == -1 and type.or_none:
        return "none"
    if type.kind == "set" and type.of is not None:
        members = [say(settings, type.of, n, printed) for n in bits_of(value)]
        return (", ".join(members) or "nothing") if printed else f"{{{', '.join(members)}}}"
    if type.kind == "cell":
        board = next(board for board in settings.boards().values() if board.mask >> value & 1)
        return board.called_among(value, len(settings.model.boards) > 1)
    if type.kind == "line":
        return lines(settings)[value].printed if printed else lines(settings)[value].spoken
    if type.kind == "kindvalue":
        kind = list(settings.model.kinds.values())[value]
        return printed_kind(kind) if printed else kind.name
    if type.kind == "enum":
        info = settings.model.enums.get(type.name)
        names = (info.printed if printed else info.values) if info else settings.values_of(type.name)
        return names[value]
    if type.kind == "player":
        return settings.seats()[value]
    if type.kind == "bool":
        return "true" if value else "false"
    return str(value)
