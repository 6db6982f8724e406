"""What all tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what is expected anew instead of comparing with it")


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
