"""How soon the two-run test finds what leaks: every planted leak of `tests/findings/planted.py`, one by one.

    python -m tests.bench.planted [WORDS]

Prints the seconds of the processor until each was found, with the program read already, and in the end how many were, the median and the most.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from unittest.mock import patch

from ruledsl.ir.program import Program
from tests.findings.planted import LEAKS, TELLING, first_leak, program


def main() -> int:
    words, took, missed = " ".join(sys.argv[1:]), list[float](), list[str]()
    with TemporaryDirectory() as folder:
        for name, (text, *engine, kind) in {**TELLING, **LEAKS}.items():
            if words not in name:
                continue
            found, spent = looked_for(program(Path(folder), text), engine, kind)
            took += [spent] * found
            missed += [name] * (not found)
            print(f"{spent:6.2f} s  {kind:12}  {name}{'' if found else ': not found'}", flush=True)
    if took:
        print(f"{len(took)} of {len(took) + len(missed)} found, {median(took):.2f} s in the middle, {max(took):.2f} at most")
    return int(bool(missed))


def looked_for(made: Program, engine: list[object], kind: str) -> tuple[bool, float]:
    """Whether a leak of a kind is found, in rules or in an engine that tells, and after how many seconds."""
    began = process_time()
    if engine:
        where, attribute, other = engine
        with patch.object(where, str(attribute), other):
            leak = first_leak(made, kind=kind)
    else:
        leak = first_leak(made, kind=kind)
    return leak is not None and leak.kind == kind, process_time() - began


if __name__ == "__main__":
    raise SystemExit(main())
