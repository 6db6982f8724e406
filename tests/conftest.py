"""What all tests share."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from ruledsl.resources import bundled_games
from ruledsl_tools import stopping
from tests import few

gc.set_threshold(3_000_000, 2, 5)  # as commands do: nearly all that is made lives on until a test ends, and then needs no looking for

GOLDEN = Path(__file__).parent / "golden"
LONGEST = ("tests/laws/test_laws.py", "tests/house/test_linters.py", "tests/syntax/test_format.py::test_parse", "tests/model/test_any_rules.py")
KEPT = pytest.StashKey[TemporaryDirectory[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what is expected anew instead of comparing with it")
    parser.addoption("--whole", action="store_true", help="hold what is true of all games on all of them, and draw as many examples as there are")
    parser.addoption("--slowest", type=int, metavar="N", help="name the N tests that take longest, and the share of each directory")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Workers take neighbours, so that what the tests of a file share is made once, not in every worker; whoever has done takes over from the others."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


def pytest_configure(config: pytest.Config) -> None:
    """What one test compiles serves the others, those of other workers too. Nothing lies there from before, and a person's own cache is left alone."""
    stopping.leave = stay
    few.RUN.whole = config.getoption("--whole")
    name = "whole" if few.RUN.whole else "daily"
    settings.register_profile(name, max_examples=few.of(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])  # neither reads a clock
    settings.load_profile(name)
    if not hasattr(config, "workerinput"):
        config.stash[KEPT] = TemporaryDirectory(prefix="ruledsl-tests-")
        os.environ["XDG_CACHE_HOME"] = config.stash[KEPT].name


def stay(code: int) -> None:
    """A command that is called in here, and would end the process at once since something is still made in another thread, gives its code instead: all tests
    that are yet to come would end with it, and nothing would be said of them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one bundled game stand one behind the other: what is made of it then need not be made again, nor be kept for long. The longest tests come
    first, so that no worker has one left where the others have done."""
    games = bundled_games()

    def game(item: pytest.Item) -> str:
        call = getattr(item, "callspec", None)
        names = (value.stem if isinstance(value, Path) else value for value in (call.params.values() if call else ()))
        return next((name for name in names if isinstance(name, str) and name in games), "")

    items.sort(key=lambda item: (not item.nodeid.startswith(LONGEST), game(item)))


def pytest_collection_finish() -> None:
    """The tests themselves stay until the end."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """What is left is not looked through once more, piece by piece, for what nobody knows: the process ends."""
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    if KEPT in config.stash:
        config.stash[KEPT].cleanup()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Where the time went, if that was asked: what was made ready for a test counts as its own."""
    number = config.getoption("--slowest")
    if number is None:
        return
    tests: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                tests[report.nodeid] += report.duration
    directories: Counter[str] = Counter()
    for name, seconds in tests.items():
        directories["/".join(name.split("/")[:2])] += seconds
    terminalreporter.section("where the time went")
    for title, counter, shown in (("directories", directories, None), ("tests", tests, number)):
        terminalreporter.write_line(title)
        for name, seconds in counter.most_common(shown):
            terminalreporter.write_line(f"{seconds:9.2f} s {seconds / max(sum(tests.values()), 1e-9):6.1%}  {name}")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the one kept under tests/golden, or keeps it."""

    def compare(path: str, text: str) -> None:
        kept = GOLDEN / path
        if request.config.getoption("--update-golden"):
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(text, encoding="utf-8", newline="\n")
        assert kept.is_file(), f"nothing is kept as {kept}: run `pytest --update-golden`"
        assert text == kept.read_text(encoding="utf-8"), f"{kept} differs: look at it, and run `pytest --update-golden` if it is right"

    return compare
