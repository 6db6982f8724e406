"""Games that were made ready before: rules that have not changed need not be read again to be played.

An entry of a game says which files it stands on, an entry of a table holds its program. Both lie under what they were made from: the
texts, the language as it is installed, the number of players and the options. Rules that are wrong are never kept.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from ruledsl.ir.program import Block, Function, Instr, Program
from ruledsl.record import cached_property, fields, record, values
from ruledsl.resources import base_of
from ruledsl.source import Source
from ruledsl.store import Store, makers, standard_directory

LARGEST = 16 << 20
"""Bytes of a file that is looked at here."""


@record(frozen=True)
class Summary:
    """What is known of a game without reading its rules. `options` are the names of what can be chosen, `texts` the layers of the game,
    the lowest first. Was it looked at under all values of rulings that bring rules of their own, or as the text stands?"""

    title: str
    low: int
    high: int
    options: tuple[str, ...]
    languages: tuple[str, ...]
    texts: tuple[Source, ...]
    under_all: bool


@record(frozen=True)
class Table:
    """A program, and the options it was made for as a person would give them."""

    program: Program
    chosen: dict[str, Any]


class Shelved(Mapping[str, Function]):
    """Functions that are unpacked when the first of them is looked at: what is compiled already needs none."""

    def __init__(self, packed: bytes):
        self._packed = packed

    @cached_property
    def _functions(self) -> dict[str, Function]:
        return unpacked(self._packed)

    def __getitem__(self, name: str) -> Function:
        return self._functions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)


def find(path: Path, under_all: bool) -> Summary | None:
    """The game of a file, if it was made ready before, under all values of rulings where that is wanted, and nothing of it has changed since."""
    store = Store(standard_directory())
    try:
        texts = [_text(path)]
        kept = store.read(_game_key(texts[0]))
        if kept is None:
            return None
        entry = json.loads(kept)
        below = path
        for name in entry["bases"]:
            below = base_of(below, name)
            texts.insert(0, _text(below))
    except (OSError, UnicodeDecodeError):
        return None
    if _sum(texts) != entry["texts"] or under_all > entry["under_all"]:
        return None
    return Summary(entry["title"], entry["low"], entry["high"], tuple(entry["options"]), tuple(entry["languages"]), tuple(texts), entry["under_all"])


def keep(summary: Summary, bases: Sequence[str]) -> None:
    """Remember a game. `bases` are the names of the games below it, as the files give them, from the top down."""
    known = {name: getattr(summary, name) for name in ("title", "low", "high", "options", "languages", "under_all")}
    document = {**known, "bases": bases, "texts": _sum(summary.texts)}
    Store(standard_directory()).write(_game_key(summary.texts[-1]), json.dumps(document).encode())


def find_table(summary: Summary, players: int, options: Mapping[str, Any]) -> Table | None:
    """The table of a game for so many players and these options, if it was made before."""
    key = _table_key(summary, players, options)
    kept = Store(standard_directory()).read(key)
    if kept is None:
        return None
    head, chosen, packed = pickle.loads(kept)
    return Table(Program(**head, functions=Shelved(packed), identity=key), chosen)


def keep_table(summary: Summary, players: int, options: Mapping[str, Any], table: Table) -> None:
    """Remember a table; its program is known by the key from now on."""
    program = table.program
    program.identity = _table_key(summary, players, options)
    apart = ("functions", "engines", "identity")
    head = {name: getattr(program, name) for name in fields(Program) if name not in apart}
    whole = pickle.dumps((head, table.chosen, packed(program.functions)), pickle.HIGHEST_PROTOCOL)
    Store(standard_directory()).write(program.identity, whole)


def packed(functions: Mapping[str, Function]) -> bytes:
    """Functions as bytes: nearly all that there is of a program are instructions, and a record takes several times as long as what stands in it. Those of
    all blocks stand together, field by field."""
    rows = []
    for name, function in functions.items():
        blocks = [(block.label, len(block.instrs)) for block in function.blocks]
        rows.append((name, {**dict(zip(fields(Function), values(function))), "blocks": blocks}))
    instrs = [instr for function in functions.values() for block in function.blocks for instr in block.instrs]
    columns = [i.op for i in instrs], [i.args for i in instrs], [i.place for i in instrs]
    return pickle.dumps((rows, columns), pickle.HIGHEST_PROTOCOL)


def unpacked(data: bytes) -> dict[str, Function]:
    """The functions that became these bytes."""
    rows: list[tuple[str, dict[str, Any]]]
    rows, columns = pickle.loads(data)
    instrs = map(Instr, *columns)
    return {name: Function(**{**row, "blocks": [Block(label, list(islice(instrs, many))) for label, many in row["blocks"]]}) for name, row in rows}


def _text(path: Path) -> Source:
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise OSError("no rules file that was kept")
    return Source(str(path), path.read_bytes().decode("utf-8-sig"))


def _sum(texts: Sequence[Source]) -> str:
    return Store.key(*(part for source in texts for part in (source.file, source.text)))


def _game_key(text: Source) -> str:
    return Store.key("game", makers(), text.file, text.text)


def _table_key(summary: Summary, players: int, options: Mapping[str, Any]) -> str:
    return Store.key("table", makers(), _sum(summary.texts), str(players), repr(sorted(options.items())))
