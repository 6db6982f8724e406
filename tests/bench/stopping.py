"""How soon Ctrl-C is answered: `python -m tests.bench.stopping N [COMMAND …]` tries N moments of each. The bar is half a second."""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.tools.test_stopping import COMMANDS, started
from tests.work import ended

MORE = [
    ("diff", "cloud-nine", "cloud-nine", "--seconds", "60"),
    ("diff", "hearts", "hearts", "--seconds", "60"),
    ("effect", "surprise-egg", "goal=60", "-n", "10000000"),
    ("test", "crazy-eights", "--mutants", "--seconds", "60"),
    ("report", "pig", "--seconds", "60"),
    ("report", "hearts", "-n", "10000000"),
    ("enumerate", "crazy-eights", "--limit", "90000000"),
    ("fuzz", "surprise-egg", "--seconds", "60"),
    ("verify", "surprise-egg", "--seconds", "60"),
    ("verify", "oware", "--small", "--seconds", "60"),
    ("twins", "pig", "--seconds", "60"),
    ("solve", "breakthrough"),
    ("perft", "chess", "--depth", "9"),
    ("hands", "cloud-nine", "--option", "level=2", "-n", "100000000"),
    ("bench", "classics", "--rounds", "1000"),
    ("ladder", "connect-four", "-n", "10000", "--bots", "random,mcts:5000"),
    ("play", "ufo-chickens", "--players", "ismcts:1000000,ismcts:1000000"),
]
"""What need not be tried with each run of the tests."""


def took(words: tuple[str, ...], wait: float, folder: Path) -> tuple[float, int, str] | None:
    """The seconds from the interruption to the end, the exit code, and what was written as errors; None if the command had ended before it."""
    process = started(words, folder)
    time.sleep(wait)
    if process.poll() is not None:
        ended(process)
        return None
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = ended(process)
    return time.monotonic() - began, process.returncode, said


def main(tries: int, only: list[str]) -> None:
    """Many moments of each, or of some commands `only`."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder  # as where tests are run
        for words in [one for one in (*COMMANDS, *MORE) if not only or one[0] in only]:
            found = [one for _ in range(tries) if (one := took(words, rng.uniform(0.2, 8.0), Path(folder))) is not None]
            if not found:
                print(f"{' '.join(words):<60} ended before it was interrupted: this measures nothing")
                continue
            times, fewer = sorted(seconds for seconds, _, _ in found), f"; {tries - len(found)} had ended before" if len(found) < tries else ""
            told = f"least {times[0]:.2f} s, middle {times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s"
            print(f"{' '.join(words):<60} {told}; {sorted({code for _, code, _ in found})}{fewer}")
            print("".join(f"    {said}" for _, _, said in found if "Traceback" in said or "fault of" in said), end="", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2:])
