"""Lowers histories. A position is kept as one word: that of each place and what it holds, all put together by `xor`. Of cells it is not what
they hold, but which of them hold a value, where that is known at once.

Two positions have the same word by chance once in 2**64 pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from typing import Callable as Fn

from ruledsl.ir.layout import WORD_HIGH, WORD_LOW
from ruledsl.ir.ops import Fault
from ruledsl.ir.regions import Region, asked, notes
from ruledsl.ir.regions import word as word_of
from ruledsl.ir.rng import stir
from ruledsl.lower.refusal import SettingsError
from ruledsl.model.model import HistoryInfo

if TYPE_CHECKING:
    from ruledsl.lower.builder import Builder
    from ruledsl.lower.layout import Layout
    from ruledsl.lower.lowering import Lowering
    from ruledsl.lower.values import Values

MOST_NOTES = 100_000
FEW_WORDS = 64
"""So many are written out one by one."""

SIEVE = 64
"""Words of a set of bits, one for each note by its lowest bits: what has none there is no note. Where notes are forgotten there are few, and no sieve."""


def regions(layout: Layout) -> Iterator[Region]:
    """The notes of each history, and how many there are."""
    for info in layout.model.histories.values():
        assert info.bound is not None
        bound = layout.settings.number(info.bound)
        if not 1 <= bound <= MOST_NOTES:
            raise SettingsError(f"`{info.name}` is noted {bound:,} times; a history has 1 to {MOST_NOTES:,} notes", info.decl.name.span)
        yield Region(notes(info.name), bound, WORD_LOW, WORD_HIGH, "variable")
        yield Region(f"{notes(info.name)}.count", 1, 0, bound, "variable")
        if info.since is None:
            yield Region(_sieve(info), SIEVE, WORD_LOW, WORD_HIGH, "variable")


def _sieve(info: HistoryInfo) -> str:
    return f"{notes(info.name)}.sieve"


def _sieved(b: Builder, word: int) -> tuple[int, int]:
    """Which word of the sieve, and which of its bits."""
    bit = b.value("shl", b.const(1), b.value("and", word, b.const(63)))
    return b.value("and", b.value("shr", word, b.const(6)), b.const(SIEVE - 1)), bit


def position(lowering: Lowering, info: HistoryInfo) -> str:
    """The function of the word of the present position."""
    name = word_of(info.name)
    if name in lowering.functions:
        return name
    b, v = lowering.begin(name, "value", 0)
    whole, seed = b.new(), 0
    b.emit("const", whole, 0)
    for words, places in (place for pair in info.noted for place in _places(lowering, *pair)):
        if len(places) <= FEW_WORDS:
            for k in places:
                seed += 1
                b.emit("xor", whole, whole, b.value("mix", b.const(stir(0, seed)), b.value("load", words.name, b.const(k))))
        else:
            seed += 1
            v.numbers(b.const(places[0]), b.const(places[-1]), _one(b, whole, words, seed), b.label("noted"))
    b.emit("return", whole)
    return lowering.finish(b)


def _places(lowering: Lowering, name: str, board: str) -> Iterator[tuple[Region, range]]:
    """Where it stands what a variable holds; of a board among others on the cells of that board."""
    part = lowering.model.state[name].part
    boards = {laid.name.split(".")[0]: laid for laid in lowering.settings.boards().values() if laid.part == part} if board else {}
    for word in lowering.kept_in(name):
        region = lowering.region(word)
        if len(boards) > 1:
            each, mine = lowering.settings.length(name), boards[board].cells
            yield region, range(mine[0] * each, (mine[-1] + 1) * each)
        else:
            words = lowering.index(region.name) or region
            yield words, range(words.count)


def _one(b: Builder, whole: int, words: Region, seed: int) -> Fn[[int, str], None]:
    """Puts the word of one place of many to the others."""

    def put(k: int, next: str) -> None:
        b.emit("xor", whole, whole, b.value("mix", b.value("mix", b.const(stir(0, seed)), k), b.value("load", words.name, k)))

    return put


def noted(lowering: Lowering, info: HistoryInfo) -> str:
    """The function (first): how often the present word is among the notes from one of them on."""
    name = asked(info.name)
    if name in lowering.functions:
        return name
    b, v = lowering.begin(name, "value", 1)
    word, found = b.value("call", position(lowering, info)), b.new()
    b.emit("const", found, 0)
    if info.since is None:
        at, bit = _sieved(b, word)
        maybe, never = b.label("maybe"), b.label("never")
        b.emit("branch", b.value("and", b.value("load", _sieve(info), at), bit), maybe, never)
        b.start(never)
        b.emit("return", found)
        b.start(maybe)
    count = b.value("load", f"{notes(info.name)}.count", b.const(0))

    def one(n: int, next: str) -> None:
        b.emit("add", found, found, b.value("eq", b.value("load", notes(info.name), n), word))

    v.numbers(0, b.value("sub", count, b.const(1)), one, b.label("counted"), None)
    b.emit("return", found)
    return lowering.finish(b)


def note(lowering: Lowering, v: Values, info: HistoryInfo) -> None:
    """Notes the present position; one too many is a fault."""
    b, count = v.b, f"{notes(info.name)}.count"
    if info.since is not None:
        again, on = b.label("forget"), b.label("note")
        v.branch(info.since, again, on)
        b.start(again)
        b.emit("store", count, b.const(0), b.const(0))
        b.start(on)
    number, full, room = b.value("load", count, b.const(0)), b.label("full"), b.label("room")
    b.emit("branch", b.value("lt", number, b.const(lowering.regions[notes(info.name)].count)), room, full)
    b.start(full)
    b.emit("trap", Fault.FULL)
    b.start(room)
    word = b.value("call", position(lowering, info))
    if info.since is None:
        at, bit = _sieved(b, word)
        b.emit("store", _sieve(info), at, b.value("or", b.value("load", _sieve(info), at), bit))
    b.emit("store", notes(info.name), number, word)
    b.emit("store", count, b.const(0), b.value("add", number, b.const(1)))
