"""Commands in processes that are forked off one which has imported what they need: to start Python and to import takes longer than most of them do.

What comes is what comes of a process of its own; such a one it is where something else is asked of the surroundings than `FREE`. Each worker has two
of these nurseries, which take turns: hashes of texts differ between a command and the next, as they do for whoever types them.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import cycle
from pathlib import Path
from select import select
from typing import NoReturn

from tests.tools.process import ROOT, command, environment
from tests.work import HANG, TooMuch

FREE = {"COLUMNS", "LINES", "NO_COLOR", "XDG_CACHE_HOME"}
"""What the command looks for in its surroundings itself; the rest is looked at by Python as it starts."""
SELDOM = ("ruledsl_tools.lsp", "ruledsl_tools.site", "ruledsl_tools.colours")
"""Packages that bring much, and that hardly a command needs."""
Done = subprocess.CompletedProcess[str]


class Nursery:
    """A process that forks others off, at the other end of a line."""

    def __init__(self) -> None:
        self._line, other = socket.socketpair()
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.tools.forked", str(other.fileno())], cwd=ROOT, env=environment(), pass_fds=[other.fileno()],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,  # as those of its children
            )  # fmt: skip
        atexit.register(self.end)

    def run(self, words: tuple[str | Path, ...], typed: str, folder: Path, surroundings: dict[str, str]) -> Done:
        """What a command says to whom it is typed so much."""
        stdin, stdout, stderr = os.pipe(), os.pipe(), os.pipe()
        theirs = [stdin[0], stdout[1], stderr[1]]
        socket.send_fds(self._line, [json.dumps([[*map(str, words)], str(folder), surroundings]).encode()], theirs)
        for file in theirs:
            os.close(file)
        with ThreadPoolExecutor(3) as beside:
            beside.submit(_typed, stdin[1], typed)
            out, err = beside.submit(_all, stdout[0]), beside.submit(_all, stderr[0])
            if not select([self._line], [], [], HANG)[0]:
                self.end()
                raise TooMuch(f"{words} does not end")
            code = json.loads(self._line.recv(64))
        return Done(words, code, out.result(), err.result())

    def end(self) -> None:
        """No more are needed."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()


def _typed(file: int, text: str) -> None:
    with suppress(BrokenPipeError), open(file, "w", encoding="utf-8") as opened:
        opened.write(text)


def _all(file: int) -> str:
    with open(file, encoding="utf-8") as opened:
        return opened.read()


@cache
def _nurseries() -> cycle[Nursery]:
    return cycle([Nursery(), Nursery()])


def run(words: tuple[str | Path, ...], typed: str, folder: Path, changes: dict[str, str | None]) -> Done:
    """`ruledsl WORDS` in a folder."""
    if changes.keys() <= FREE and None not in changes.values():
        return next(_nurseries()).run(words, typed, folder, environment(**changes))
    return subprocess.run(
        command(*map(str, words)), input=typed, capture_output=True, encoding="utf-8", cwd=folder, env=environment(**changes), timeout=HANG
    )


def serve(line: socket.socket) -> None:
    """The nursery: a command and the files of its streams come, its exit code goes back; until nobody asks any more."""
    for package in ("ruledsl", "ruledsl_tools"):
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not module.name.startswith(SELDOM) and not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    gc.collect()
    gc.freeze()  # or every process would copy all of it as soon as it looks for what nobody knows
    while True:
        document, files, _, _ = socket.recv_fds(line, 1 << 18, 3)
        if not document:
            return
        child = os.fork()
        if child == 0:
            line.close()
            become(*json.loads(document), files)
        for file in files:
            os.close(file)
        line.send(json.dumps(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def become(words: list[str], folder: str, surroundings: dict[str, str], files: list[int]) -> NoReturn:
    """This process is a command from now on."""
    from ruledsl_tools import cli

    for stream, file in enumerate(files):
        os.dup2(file, stream)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(surroundings)
    sys.argv = [cli.__file__, *words]
    cli.command()


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
