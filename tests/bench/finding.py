"""How long it takes from `ruledsl fuzz FILE` to the first fault that is shown, of rules with a fault put into them.

    python -m tests.bench.finding                  mistakes.txt, mutations.txt and slips.txt, of games under 300 lines
    python -m tests.bench.finding --cold           with nothing in the cache

Each file is new to the cache, as one that was just written; what holds of all files is there, unless it is to be cold. Changes in which no fault is found are
left out. The seconds are those of the clock, and beside them those of the processor until then, all threads together: what is left where nothing else is done
by the machine. The bar is 0.6 s in the middle and 2 s at most.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.mutants import listed

FILES = ("mistakes.txt", "mutations.txt", "slips.txt")
LINES = 300
LIMIT = "6"
"""Seconds for which a fault is looked for."""


def found(path: Path, cache: str) -> tuple[float, float, str] | None:
    """The seconds to the first fault that is shown, those of the processor, and what it is; None if there is none."""
    words = [sys.executable, "-c", "from ruledsl_tools.cli import command; command()", "fuzz", str(path), "--seconds", LIMIT]
    before, began = _used(), time.monotonic()
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "XDG_CACHE_HOME": cache}) as process:
        assert process.stdout is not None
        line = next((line for line in process.stdout if line.startswith("REFUTED")), "")
        took = time.monotonic() - began
        process.kill()
    return (took, _used() - before, line.split()[1]) if line else None


def _used() -> float:
    """Seconds of the processor of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cold", action="store_true", help="nothing is in the cache")
    parser.add_argument("--every", type=int, default=1, help="only every so manieth change")
    args = parser.parse_args()
    clock, spent = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        cache = f"{folder}/cache"
        first = Path(folder) / "first.rules"
        for n, (name, mutant, text) in enumerate(one for file in FILES for one in listed(file)):
            if n % args.every or text.count("\n") >= LINES:
                continue
            if args.cold:
                shutil.rmtree(cache, ignore_errors=True)
            elif not clock:
                first.write_text(text, encoding="utf-8")
                found(first, cache)
            path = Path(folder) / f"{name}-{n}.rules"
            path.write_text(text, encoding="utf-8")
            told = found(path, cache)
            if told is not None:
                clock.append(told[0])
                spent.append(told[1])
                print(f"{told[0]:5.2f} s, {told[1]:5.2f} s of the processor: {told[2]} in {name}:{mutant.span.line}", flush=True)
    for words, times in (("the clock", clock), ("the processor", spent)):
        print(f"{len(times)} faults: {statistics.median(times):.2f} s of {words} in the middle, {max(times):.2f} s at most")


if __name__ == "__main__":
    main()
