"""The texts that are being written, and what is known of each of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ruledsl.diagnostics import Diagnostic
from ruledsl.model import Model
from ruledsl.pipeline import TESTS, Files
from ruledsl.record import cached_property
from ruledsl.service.judging import Judge, Judged
from ruledsl.service.names import Finder, Occurrence, Table, table_of, term_of
from ruledsl.source import Source, Span
from ruledsl.syntax import load_source
from ruledsl.syntax import tree as t
from ruledsl.syntax.modes import standing
from ruledsl.syntax.pieces import Reading, read

_SETS_MODE = re.compile(r" +option +mode *= *(\w+)")


class Workspace:
    """Files that are open, by their path, with the texts that they have now; others are read from the disk."""

    def __init__(self) -> None:
        self.open: dict[str, Document] = {}
        self.judges: dict[str, Judge] = {}
        self._disk: dict[str, tuple[object, Reading]] = {}

    def change(self, path: str, text: str) -> Document:
        """A file has this text now; it is opened if it was not open. Answers what may be asked about it."""
        before = self.open.get(path)
        document = self.open[path] = Document(self, path, read(Source(path, text), before.reading if before else None))
        return document

    def again(self, path: str) -> Document:
        """An open file with the files beside it as they are now."""
        before = self.open[path]
        if all(self.reading(file) is reading for file, reading in before.readings.items()):
            return before
        document = self.open[path] = Document(self, path, before.reading)
        return document

    def close(self, path: str) -> None:
        """From now on the file on the disk counts."""
        self.open.pop(path, None)
        self.judges.pop(path, None)

    def reading(self, path: str) -> Reading | Diagnostic:
        """A file as it reads, the open text before that on the disk; why it cannot be read, if so."""
        if path in self.open:
            return self.open[path].reading
        try:
            info = os.stat(path)
            stamp = (info.st_mtime_ns, info.st_size)
        except (OSError, ValueError):
            stamp = None
        if path in self._disk and self._disk[path][0] == stamp:
            return self._disk[path][1]
        source = load_source(path)
        if isinstance(source, Diagnostic):
            return source
        known = self._disk.get(path)
        self._disk[path] = stamp, read(source, known[1] if known else None)
        return self._disk[path][1]

    def at(self, path: str) -> Document | None:
        """What may be asked about a file with those beside it as they are now, whether it is open or not; None if it cannot be read."""
        if path in self.open:
            return self.again(path)
        reading = self.reading(path) if self.has(path) else None
        return Document(self, path, reading) if isinstance(reading, Reading) else None

    def has(self, path: str) -> bool:
        """Is a file open, or on the disk?"""
        return path in self.open or os.path.isfile(path)


class _Open(Files):
    """The files of a game, those that are open as they are now."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self.readings: dict[str, Reading] = {}

    def parsed(self, path: str | Path, stood_on: bool = False) -> t.Tree | None:
        file = str(path)
        reading = self.document.reading if file == self.document.path else self.document.workspace.reading(file)
        if isinstance(reading, Diagnostic):
            self.found.append(reading)
            return None
        self.readings[file] = reading
        self.found.extend(reading.faults)
        return reading.tree


class Document:
    """One version of an open file. Its answers are found when they are first asked for."""

    def __init__(self, workspace: Workspace, path: str, reading: Reading):
        self.workspace, self.path, self.reading = workspace, path, reading

    @property
    def text(self) -> str:
        return self.reading.source.text

    @property
    def lines(self) -> list[str]:
        return self.reading.source.lines

    @property
    def is_tests(self) -> bool:
        return self.path.endswith(TESTS)

    @cached_property
    def game(self) -> str:
        """The file of the game that this is about: the one beside a file of tests, else this one."""
        beside = self.path.removesuffix(TESTS) + ".rules"
        return beside if self.is_tests and self.workspace.has(beside) else self.path

    @cached_property
    def _parsed(self) -> tuple[tuple[t.Tree, ...], tuple[t.Tree, ...], list[Diagnostic], dict[str, Reading]]:
        """The layers of the game, the tests if this is a file of tests, their faults of syntax, and the files as they were read."""
        files = _Open(self)
        layers = files.layers(Path(self.game) if self.game != self.path else self.path)
        tests = tuple(tree for tree in (files.parsed(self.path),) if tree is not None) if self.game != self.path else ()
        return layers, tests, files.found, files.readings

    @property
    def layers(self) -> tuple[t.Tree, ...]:
        """The game and the variants on it, the game first."""
        return self._parsed[0]

    @property
    def trees(self) -> tuple[t.Tree, ...]:
        """The layers, and the tests."""
        return (*self._parsed[0], *self._parsed[1]) or (self.reading.tree,)

    @property
    def readings(self) -> dict[str, Reading]:
        return self._parsed[3]

    @cached_property
    def judged(self) -> Judged:
        """All that is to be said of it, and its models."""
        layers, tests, found, readings = self._parsed
        return self.workspace.judges.setdefault(self.path, Judge()).judge(layers, tests, found, readings)

    @property
    def problems(self) -> list[Diagnostic]:
        """What is wrong with it, errors first; the places may also be in other files that belong to it."""
        return self.judged.problems

    def model(self, line: int) -> Model:
        """The game as it reads in the mode in which a line stands, the usual one if there are several."""
        models = self.judged.models
        if len(models) < 2:
            return next(iter(models.values()), Model())
        if self.is_tests:
            return models.get(self._mode_of_test(line), next(iter(models.values())))
        place = Span(self.path, self.reading.number(line), 1, self.reading.number(line), 1)
        here = standing(self.layers, place, tuple(models))
        return next((model for name, model in models.items() if name in here), next(iter(models.values())))

    def _mode_of_test(self, line: int) -> str:
        """The mode that a test sets above a line."""
        for text in reversed(self.lines[:line]):
            found = _SETS_MODE.match(text)
            if found or text[:1].strip():
                return found[1] if found else ""
        return ""

    # ---- names ----

    @cached_property
    def table(self) -> Table:
        """All that is declared in the files that belong to it."""
        return table_of(self.trees)

    @cached_property
    def _term(self) -> Callable[[t.Node], Any]:
        return term_of(self.judged.models.values())

    def names_of(self, tree: t.Tree) -> list[Occurrence]:
        """Every name of one of its files."""
        return Finder(tree, self.table, self._term).all()

    @cached_property
    def names(self) -> list[Occurrence]:
        """Every name of this file, in the order of the text."""
        return sorted(self.names_of(self.reading.tree), key=lambda o: (o.span.line, o.span.column))

    def declaration(self, line: int) -> t.Decl | None:
        """The declaration in which a line stands, or the last one before it; those that hold others together do not count."""
        number = self.reading.number(line)
        found: t.Decl | None = None
        for d in self._declarations:
            if d.span.line > number:
                break
            found = d
        return found

    @cached_property
    def _declarations(self) -> list[t.Decl]:
        return sorted(
            (inner for d in self.reading.tree.declarations for inner in (d.body if isinstance(d, (t.Variant, t.InModes)) else (d,))),
            key=lambda d: d.span.line,
        )

    def names_near(self, line: int) -> list[Occurrence]:
        """The names of the declaration in which a line stands."""
        d = self.declaration(line)
        if d is None:
            return []
        finder = Finder(self.reading.tree, self.table, self._term)
        finder.declaration(d)
        return finder.found

    def name_at(self, line: int, column: int) -> Occurrence | None:
        """The name at a place, or just before it."""
        number = self.reading.number(line)
        found = [o for o in self.names_near(line) if o.span.line == number and o.span.column <= column <= o.span.end_column]
        return max(found, key=lambda o: o.span.column, default=None)

    def real(self, span: Span) -> Span:
        """A place of the tree, with lines as they are counted."""
        reading = self.readings.get(span.file)
        return reading.real(span) if reading else span
