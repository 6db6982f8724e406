"""What is done again whenever rules are saved: `check --watch`, `flow --watch`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from ruledsl.diagnostics import RulesError
from ruledsl_tools.failure import Failure
from ruledsl_tools.library import locate
from ruledsl_tools.report import print_diagnostics

PAUSE = 0.2
"""Seconds between two looks at the files."""


def watched(games: Sequence[str], do: Callable[[], object]) -> int:
    """Do it now, and again when one of the files, or another rules file beside it, has changed; until Ctrl-C.

    A failure is told, and looked at again with the next change."""
    before: dict[str, tuple[int, int]] = {}
    try:
        while True:
            now = _stamps(games)
            if now != before:
                before = now
                print(f"—— {time.strftime('%H:%M:%S')}", flush=True)
                try:
                    do()
                except Failure as failure:
                    print(failure, file=sys.stderr)
                except RulesError as error:
                    print_diagnostics(error.diagnostics, error.sources)
                sys.stdout.flush()
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        return 0


def _stamps(games: Sequence[str]) -> dict[str, tuple[int, int]]:
    """When the files were last changed, and how large they are; a file that is being written may be gone for a moment."""
    found = {}
    for folder in {locate(name).parent if Path(name).exists() or "/" not in name and not name.endswith(".rules") else Path(name).parent for name in games}:
        for file in folder.glob("*.rules"):
            with suppress(OSError):
                info = file.stat()
                found[str(file)] = info.st_mtime_ns, info.st_size
    return found
