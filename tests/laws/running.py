"""Judges many random files in a process of its own, which is ended where machine code hangs, and gathers what it finds by kind."""

from __future__ import annotations

import gc
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ruledsl.record import field, record
from ruledsl.store import Store, standard_directory
from ruledsl.syntax import cache as grammar
from tests.laws.equals import equals_file
from tests.laws.game import rules_file
from tests.laws.judge import STEP, Broken, Judge, Judged
from tests.laws.shaped import shaped_file
from tests.laws.shrink import shrunk
from tests.laws.solo import solo_file
from tests.laws.spliced import spliced_file

HANG = 6 * STEP
"""Seconds without a word of a process that judges, after which it hangs."""
WRITERS: dict[str, Callable[[int], str]] = {"written": rules_file, "spliced": spliced_file, "equals": equals_file, "solo": solo_file, "shaped": shaped_file}
"""What makes the file of a seed."""


@record
class Report:
    """What became of many files. `kinds`: by law and kind the seeds of the files, and what was seen in the first of them."""

    files: int = 0
    accepted: int = 0
    failed: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    kinds: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    details: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, seed: int, judged: Judged) -> None:
        self.files += 1
        self.accepted += judged.accepted
        self.failed += bool(judged.broken)
        self.counts.update(judged.counts)
        for broken in judged.broken:
            key = broken.law, broken.kind
            self.kinds.setdefault(key, []).append(seed)
            self.details.setdefault(key, broken.detail)

    def words(self) -> str:
        """For people."""
        looked = ", ".join(f"{number} {what}" for what, number in sorted(self.counts.items()) if not what.startswith(("said", "fault")))
        out = [f"{self.files} files, {self.accepted} accepted, {self.failed} break a law ({looked})"]
        for key, seeds in sorted(self.kinds.items(), key=lambda item: -len(item[1])):
            out.append(f"{len(seeds):6} {key[0]}: {key[1]}; seeds {', '.join(map(str, seeds[:4]))}\n           {self.details[key]}")
        return "\n".join(out)


def work(first: int, number: int, laws: Sequence[str], writer: str) -> None:
    """What a process of its own does: a line a file."""
    gc.set_threshold(3_000_000, 2, 5)  # as commands and tests do
    for seed in range(first, first + number):
        judged = Judge(WRITERS[writer](seed), seed, tuple(laws)).judge()
        broken = [[b.law, b.kind, b.detail] for b in judged.broken]
        print(json.dumps({"seed": seed, "accepted": judged.accepted, "broken": broken, "counts": judged.counts}), flush=True)


def many(first: int, number: int, laws: Sequence[str] = (), seconds: float = 0, tell: Callable[[str], object] = str, writer: str = "written") -> Report:
    """Judges so many files from a seed on; within so many seconds, if any are given. What is of a new kind is told at once."""
    out, at, until = Report(), first, time.monotonic() + seconds if seconds else 0.0
    while at < first + number and not (until and time.monotonic() > until):
        for line in lines_of(at, first + number - at, laws, writer, until):
            broken = [Broken(*b) for b in line["broken"]]
            for b in broken:
                if (b.law, b.kind) not in out.kinds:
                    tell(f"{line['seed']}: {b.law}: {b.kind}: {b.detail}")
            out.add(line["seed"], Judged(line["accepted"], broken, line["counts"]))
            at = line["seed"] + 1
        if at < first + number and not (until and time.monotonic() > until):
            out.add(at, Judged(True, [Broken("process", "hangs or dies", "")]))
            at += 1
    return out


def lines_of(first: int, number: int, laws: Sequence[str], writer: str, until: float) -> Iterator[dict[str, Any]]:
    """What a process of its own says, until it has done, hangs, or time is over."""
    with tempfile.TemporaryDirectory(prefix="laws") as cache:
        hand_on_grammar(Store(Path(cache) / "ruledsl"))
        command = [sys.executable, "-m", "tests.laws", "--worker", "--seed", str(first), "--files", str(number), "--laws", ",".join(laws), "--writer", writer]
        path = os.pathsep.join([os.getcwd(), os.path.join(os.getcwd(), "tools")])
        child = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "XDG_CACHE_HOME": cache, "PYTHONPATH": path})
        assert child.stdout is not None
        try:
            while select.select([child.stdout], [], [], HANG)[0]:
                line = child.stdout.readline()
                if not line:
                    break
                yield json.loads(line)
                if until and time.monotonic() > until:
                    break
        finally:
            child.kill()
            child.wait()


def hand_on_grammar(store: Store) -> None:
    """The tables of the grammar, which take long to make, and are made here if they were not yet; of all else that was kept a process of its own has
    nothing."""
    grammar.grammar_tables()
    key = grammar._key()
    tables = Store(standard_directory()).read(key)
    if tables is not None:
        store.write(key, tables)


def example(seed: int, law: str, kind: str, seconds: float = 60, writer: str = "written") -> str:
    """The file of a seed, as small as can be while it breaks a law in the same way."""

    def holds(text: str) -> bool:
        return any((b.law, b.kind) == (law, kind) for b in Judge(text, seed, (law,), 5).judge().broken)

    until = time.monotonic() + seconds
    return shrunk(WRITERS[writer](seed), holds, lambda: time.monotonic() > until)
