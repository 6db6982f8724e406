"""The line that says how far long work has come."""

from __future__ import annotations

import pytest

from ruledsl_tools import terminal
from ruledsl_tools.ticker import Ticker


@pytest.mark.parametrize("looked_at", [True, False])
def test_what_is_shown_first_goes_again(looked_at: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It stands there before anything is told, and nothing is left of it; where nobody looks nothing is written."""
    monkeypatch.setattr(terminal, "is_terminal", lambda stream: looked_at)
    with Ticker("getting ready"):
        assert capsys.readouterr().err.endswith("getting ready") == looked_at
    left = capsys.readouterr().err
    assert left == ("\r" + " " * len("getting ready") + "\r" if looked_at else "")
