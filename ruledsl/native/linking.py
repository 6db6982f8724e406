"""Object files into one, so that pieces which were compiled apart are loaded as if they had been compiled together.

The loader reserves room for one file at a time: what lies in one file always reaches the rest of it, whatever else the process holds.
Form of these files: System V Application Binary Interface, chapter 4 (sections, symbols, relocations).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from ruledsl.record import record

HEADER, SECTION, SYMBOL, RELOCATION = map(struct.Struct, ("<16sHHIQQQIHHHHHH", "<IIQQQQIIQQ", "<IBBHQQ", "<QQq"))
MAGIC = b"\x7fELF\x02\x01"
"""What a file of 64 bits begins with whose lowest byte comes first."""
SYMBOLS, STRINGS, RELOCATIONS, ZEROS = 2, 3, 4, 8
"""Types of sections."""
ALLOCATED = 2
"""The flag of a section that is there when the code runs."""
UNDEFINED, RESERVED = 0, 0xFF00
"""As number of the section of a symbol: it lies elsewhere; from here on the number is of no section."""

LOCAL, WEAK = 0, 2
"""How a symbol is bound: in its file alone; everywhere, and it may be there several times."""


@record
class Section:
    """A section, and what is in it. `link` and `info` are the numbers of other sections or of symbols, as its kind has it."""

    name: bytes
    kind: int
    flags: int
    size: int
    link: int
    info: int
    align: int
    entry: int
    body: bytes


Symbol = tuple[int, int, int, int, int, int]
"""Where its name stands, kind and binding, visibility, section, value, size."""


class Linked:
    """One file, while others come into it. A symbol of theirs is known by its number, or by its name where all may know it."""

    def __init__(self) -> None:
        self.sections = [Section(b"", 0, 0, 0, 0, 0, 0, 0, b"")]
        self.strings = bytearray(b"\0")
        self.local: list[Symbol] = [(0, 0, 0, 0, 0, 0)]
        self.known: dict[bytes, Symbol] = {}
        self.asking: list[tuple[Section, list[int | bytes]]] = []

    def add(self, image: bytes) -> None:
        """Takes what is there of a file when it runs."""
        sections, placed = _sections(image), {UNDEFINED: UNDEFINED}
        for number, section in enumerate(sections):
            if section.flags & ALLOCATED:
                placed[number] = len(self.sections)
                self.sections.append(section)
        symbols: list[int | bytes] = []
        for section in sections:
            if section.kind == SYMBOLS:
                symbols = [self._symbol(symbol, sections[section.link].body, placed) for symbol in SYMBOL.iter_unpack(section.body)]
        for section in sections:
            if section.kind == RELOCATIONS and section.info in placed:
                section.info = placed[section.info]
                self.sections.append(section)
                self.asking.append((section, symbols))

    def _symbol(self, symbol: Symbol, strings: bytes, placed: dict[int, int]) -> int | bytes:
        name, kind, seen, section, value, size = symbol
        there = section if section >= RESERVED else placed[section]
        if kind >> 4 == LOCAL:
            self.local.append((0, kind, seen, there, value, size))
            return len(self.local) - 1
        text = strings[name : strings.index(b"\0", name)]
        before = self.known.get(text)
        if before is None:
            self.known[text] = (len(self.strings), kind, seen, there, value, size)
            self.strings += text + b"\0"
        elif before[3] == UNDEFINED:
            self.known[text] = (before[0], kind, seen, there, value, size)
        elif there != UNDEFINED and not kind >> 4 == before[1] >> 4 == WEAK:
            raise ValueError(f"{text.decode()} is there twice")
        return text

    def image(self, header: bytes) -> bytes:
        """The file, behind the header of one that came into it."""
        table, numbers = len(self.sections), {name: len(self.local) + n for n, name in enumerate(self.known)}
        for section, symbols in self.asking:
            places = [(symbol if isinstance(symbol, int) else numbers[symbol]) << 32 for symbol in symbols]
            rows = ((at, places[asked >> 32] | asked & 0xFFFFFFFF, more) for at, asked, more in RELOCATION.iter_unpack(section.body))
            section.link, section.body = table, b"".join(RELOCATION.pack(*row) for row in rows)
        body = b"".join(SYMBOL.pack(*symbol) for symbol in (*self.local, *self.known.values()))
        self.sections += [
            Section(b".symtab", SYMBOLS, 0, len(body), table + 1, len(self.local), 8, SYMBOL.size, body),
            Section(b".strtab", STRINGS, 0, len(self.strings), 0, 0, 1, 0, bytes(self.strings)),
        ]
        return _written(header, self.sections)


def linked(images: Sequence[bytes]) -> bytes:
    """One object file with all that is in several for one machine: what one names and does not have is what another has of that name.

    Raises `ValueError` where a name is there twice, and for files of another form.
    """
    made = Linked()
    for image in images:
        made.add(image)
    return made.image(images[0][: HEADER.size])


def _sections(image: bytes) -> list[Section]:
    if not image.startswith(MAGIC):
        raise ValueError("no object file of 64 bits whose lowest byte comes first")
    *_, at, _, _, _, _, size, number, names = HEADER.unpack_from(image)
    rows = list(SECTION.iter_unpack(image[at : at + size * number]))
    bodies = [b"" if kind == ZEROS else image[start : start + length] for _, kind, _, _, start, length, *_ in rows]
    titles = bodies[names]
    return [
        Section(titles[name : titles.index(b"\0", name)], kind, flags, length, link, info, align, entry, body)
        for (name, kind, flags, _, _, length, link, info, align, entry), body in zip(rows, bodies)
    ]


def _written(header: bytes, sections: list[Section]) -> bytes:
    titles = b"\0".join(section.name for section in sections) + b"\0.shstrtab\0"
    sections = [*sections, Section(b".shstrtab", STRINGS, 0, len(titles), 0, 0, 1, 0, titles)]
    out, rows, name = bytearray(HEADER.size), [], 0
    for section in sections:
        out += bytes(-len(out) % max(section.align, 1))
        rows.append(SECTION.pack(name, section.kind, section.flags, 0, len(out), section.size, section.link, section.info, section.align, section.entry))
        out += section.body
        name += len(section.name) + 1
    out += bytes(-len(out) % 8)
    words = list(HEADER.unpack(header))
    words[6], words[12], words[13] = len(out), len(sections), len(sections) - 1
    out[: HEADER.size] = HEADER.pack(*words)
    return bytes(out + b"".join(rows))
