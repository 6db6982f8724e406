"""How soon Ctrl-C is answered: `python -m tests.bench.stopping N [COMMAND …]` tries N moments of each. The bar is half a second.

Beside it stands the time of the processor that was spent between the interruption and the end, all threads together: what is left where other things are done
by the same machine."""

from __future__ import annotations

import os
import random
import resource
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
    ("twins", "kuhn-poker", "--seconds", "60"),
    ("solve", "breakthrough"),
    ("perft", "chess", "--depth", "9"),
    ("hands", "cloud-nine", "--option", "level=2", "-n", "100000000"),
    ("bench", "classics", "--rounds", "1000"),
    ("ladder", "connect-four", "-n", "10000", "--bots", "random,mcts:5000"),
    ("play", "ufo-chickens", "--players", "ismcts:1000000,ismcts:1000000"),
]
"""What need not be tried with each run of the tests."""


def took(words: tuple[str, ...], wait: float, folder: Path) -> tuple[float, float, int, str] | None:
    """The seconds from the interruption to the end, those of the processor, the exit code, and what was written as errors; None if the command had ended
    before it."""
    before = _ended()
    process = started(words, folder)
    time.sleep(wait)
    if process.poll() is not None:
        ended(process)
        return None
    began, spent = time.monotonic(), _spent(process.pid)
    process.send_signal(signal.SIGINT)
    _, said = ended(process)
    return time.monotonic() - began, _ended() - before - spent, process.returncode, said


def _spent(pid: int) -> float:
    """Seconds of the processor that a process has spent so far."""
    words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _ended() -> float:
    """Those of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
            times, fewer = sorted(seconds for seconds, *_ in found), f"; {tries - len(found)} had ended before" if len(found) < tries else ""
            told = f"least {times[0]:.2f} s, middle {times[len(times) // 2]:.2f} s, longest {times[-1]:.2f} s"
            told += f"; of the processor {max(spent for _, spent, *_ in found):.2f} s at most"
            print(f"{' '.join(words):<60} {told}; {sorted({code for *_, code, _ in found})}{fewer}")
            print("".join(f"    {said}" for *_, said in found if "Traceback" in said or "fault of" in said), end="", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2:])
