"""How soon Ctrl-C is answered: `python -m tests.bench.stopping N` tries N moments of each command. The bar is half a second."""

from __future__ import annotations

import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.tools.test_stopping import COMMANDS, started
from tests.work import ended


def took(words: tuple[str, ...], wait: float, folder: Path) -> tuple[float, int, str]:
    """The seconds from the interruption to the end, the exit code, and what was written as errors."""
    process = started(words, folder)
    time.sleep(wait)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = ended(process)
    return time.monotonic() - began, process.returncode, said


def main(tries: int) -> None:
    """Many moments of each."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for words in COMMANDS:
            found = [took(words, rng.uniform(0.2, 8.0), Path(folder)) for _ in range(tries)]
            times = sorted(seconds for seconds, _, _ in found)
            print(f"{' '.join(words):<60} middle {times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s; {sorted({code for _, code, _ in found})}")
            print("".join(f"    {said}" for _, _, said in found if "Traceback" in said or "fault of" in said), end="", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
