"""How soon Ctrl-C is answered: `python -m tests.bench.stopping N [COMMAND …]` tries N moments of each. The bar is half a second."""

from __future__ import annotations

import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.tools.test_stopping import COMMANDS, started
from tests.work import ended

MORE = [
    ("diff", "cloud-nine", "--option", "level=2", "--seconds", "60"),
    ("diff", "tic-tac-toe", "misere-tic-tac-toe", "--seconds", "60"),
    ("diff", "connect-four", "--option", "in_a_row=5", "--seconds", "60"),
    ("effect", "surprise-egg"),
    ("test", "pig", "--mutants"),
    ("report", "pig", "--seconds", "60"),
    ("fuzz", "surprise-egg", "--seconds", "60"),
    ("verify", "surprise-egg", "--seconds", "60"),
    ("verify", "liars-dice", "--seconds", "60"),
    ("twins", "pig", "--seconds", "60"),
]
"""What need not be tried with each run of the tests."""


def took(words: tuple[str, ...], wait: float, folder: Path) -> tuple[float, int, str]:
    """The seconds from the interruption to the end, the exit code, and what was written as errors."""
    process = started(words, folder)
    time.sleep(wait)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = ended(process)
    return time.monotonic() - began, process.returncode, said


def main(tries: int, only: list[str]) -> None:
    """Many moments of each, or of some commands `only`."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for words in [one for one in (*COMMANDS, *MORE) if not only or one[0] in only]:
            found = [took(words, rng.uniform(0.2, 8.0), Path(folder)) for _ in range(tries)]
            times = sorted(seconds for seconds, _, _ in found)
            print(f"{' '.join(words):<60} middle {times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s; {sorted({code for _, code, _ in found})}")
            print("".join(f"    {said}" for _, _, said in found if "Traceback" in said or "fault of" in said), end="", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2:])
