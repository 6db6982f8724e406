"""What the letters of a board stand for, and what a picture puts on its cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ruledsl.ir.program import Drawing
from ruledsl.lower.points import offset, points
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.webs import links
from ruledsl.model.graph import bodies
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.ir.regions import Region
    from ruledsl.lower.settings import Constant, Settings
    from ruledsl.model.model import LegendInfo

Letters = dict[str, dict[str, int]]
"""By letter the variables that it sets, and to what."""

Drawn = dict[str, dict[int | None, int]]
"""By variable and value the cells that are given it; None stands for the first value."""

_PIECE = re.compile(r"[0-9]+|.")


Side = tuple[str, str]
"""What is drawn elsewhere than on the cells: corners or edges, or the way to a side of them."""


def letters(settings: Settings, board: str) -> Letters:
    """Those of its cells."""
    return {letter: marks for letter, (side, marks) in every_letter(settings, board).items() if side == ("", "")}


def every_letter(settings: Settings, board: str) -> Mapping[str, tuple[Side, dict[str, int]]]:
    """Reckoned once."""
    if board not in settings.known_letters:
        found: dict[str, tuple[Side, dict[str, int]]] = {}
        for line in (line for line in settings.model.boards[board].legend if not line.blank):
            for local in settings.each(line.loops, {}):
                letter = _letter(settings, line, local)
                if letter in found:
                    raise SettingsError(f"the letter `{letter}` of `{board}` is said twice", line.span)
                found[letter] = (line.part, line.side), {name: settings.number(value, local) for name, value in line.marks}
        settings.known_letters[board] = found
    return settings.known_letters[board]


def _letter(settings: Settings, line: LegendInfo, local: Mapping[str, Constant]) -> str:
    text = line.letter if isinstance(line.letter, str) else line.before + _printed(settings, line, local) + line.behind
    small = text.lower() if line.small else text
    if (line.beside and small or line.sign and len(small) > 1) and not any(sign.isspace() for sign in small):
        return small
    if len(small) != 1 or small.isdigit() or small in "./" or small.isspace():
        raise SettingsError(f"`{text}` is no letter: that is one sign, but no digit, `.` or `/`{_instead(line, text)}", line.span)
    if line.small and small == text:
        raise SettingsError(f"`{text}` has no small letter", line.span)
    return small


def _instead(line: LegendInfo, text: str) -> str:
    """What to write where something is printed by several letters."""
    if isinstance(line.letter, str) or len(text) < 2:
        return ""
    if line.letter.type.kind == "player":
        return f'; write a line for each seat, as `"{text[0]}": {next(name for name, _ in line.marks)} = {text}`'
    return f'; print it as one, as in `{text} "{text[0]}"`'


def _printed(settings: Settings, line: LegendInfo, local: Mapping[str, Constant]) -> str:
    assert not isinstance(line.letter, str)
    value, type = settings.number(line.letter, local), line.letter.type
    if type.kind == "int":
        return str(value)
    if type.kind == "player":
        return settings.seats()[value]
    enum = settings.model.enums.get(type.name)
    return enum.printed[value] if enum is not None else settings.values_of(type.name)[value]


def drawn(settings: Settings, board: str, picture: t.Picture) -> Drawn:
    """What a picture sets; SettingsError if it is none of this board."""
    known, info, rows = letters(settings, board), settings.model.boards[board], settings.board(board).drawn_rows
    if len(picture.rows) != len(rows):
        raise SettingsError(f"the picture has {_many(len(picture.rows), 'row')}, `{board}` has {len(rows)}", picture.span)
    out: Drawn = {name: {} for name in info.marked}
    for number, (row, cells) in enumerate(zip(picture.rows, rows, strict=True), 1):
        found = row_letters(row.text)
        if len(found) != len(cells):
            raise SettingsError(f"row {number} of the picture has {_many(len(found), 'cell')}, `{board}` has {len(cells)} there", row.span)
        for letter, cell in zip(found, cells, strict=True):
            if letter != "." and letter not in known:
                these = ", ".join(sign for sign in known if len(sign) == 1)
                raise SettingsError(f"`{letter}` is no letter of `{board}`; {f'these are {these}' if these else 'it has none'}", row.span)
            for name, by_value in out.items():
                value = known[letter].get(name) if letter != "." else None
                by_value[value] = by_value.get(value, 0) | 1 << cell
    return out


def row_letters(text: str) -> str:
    """The letters of a row; a number is so many cells with nothing on them."""
    return "".join("." * int(piece[:5]) if piece.isdigit() else piece for piece in _PIECE.findall(text))


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'s' * (n != 1)}"


def drawings(settings: Settings, regions: Mapping[str, Region]) -> tuple[Drawing, ...]:
    """How the boards are drawn, with what a letter says of all variables that any letter sets."""
    out = []
    for board in map(settings.board, settings.model.boards):
        every = every_letter(settings, board.name)
        sides = tuple((letter, offset(board, way), tuple(marks.items())) for letter, ((_, way), marks) in every.items() if way)
        marked: dict[str, dict[str, int]] = {}
        for (part, _), marks in (said for said in every.values() if not said[0][1]):
            marked.setdefault(part, {}).update({name: regions[name].initial for name in marks})
        known = tuple((letter, tuple({**marked[part], **marks}.items())) for letter, ((part, way), marks) in every.items() if not way)
        laid = known, tuple(_named(settings, board.drawn_rows)), points(board, settings.boards(), bool(sides))
        out.append(Drawing(board.name, board.drawn_rows, board.indents, *laid, links(settings, board), sides, blank(settings, board.name)))
    return tuple(out)


def blank(settings: Settings, board: str) -> frozenset[int]:
    """The cells that are no part of the board to people."""
    lines = [line.loops for line in settings.model.boards[board].legend if line.blank]
    cells = (local[loops[0].key] for loops in lines for local in settings.each(loops, {}))
    return frozenset(cell for cell in cells if isinstance(cell, int))


def _named(settings: Settings, rows: tuple[tuple[int, ...], ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The options that are sets of cells, with those of a board."""
    for name, info in settings.model.options.items():
        if info.type.kind == "set" and info.type.of is not None and info.type.of.kind == "cell":
            chosen = settings.options[name]
            assert isinstance(chosen, int)
            cells = tuple(cell for row in rows for cell in row if chosen >> cell & 1)
            if cells:
                yield name, cells


def refuse_pictures(settings: Settings) -> None:
    """SettingsError if letters contradict each other, or a picture of the rules is none of its board."""
    for board in settings.model.boards:
        every_letter(settings, board)
        blank(settings, board)
    for target in settings.model.callables.values():
        for s in (s for body in bodies(target) for s in t.within(body, t.Assign)):
            place = settings.model.terms.get(id(s.target)) if isinstance(s, t.Assign) else None
            if place is not None and place.op == "board" and isinstance(s, t.Assign) and isinstance(s.value, t.Picture):
                drawn(settings, place.data, s.value)
