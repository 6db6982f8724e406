"""Bursts grow where they are short, and shrink where they are long."""

from __future__ import annotations

from itertools import accumulate

import pytest

from ruledsl.findings import bursts
from ruledsl.findings.bursts import Bursts


@pytest.mark.parametrize(
    ("took", "tried"),
    [
        ((0.001, 0.001, 0.001), [200, 400, 800, 1600]),
        ((0.001, 0.01, 0.01), [200, 400, 400, 400]),
        ((0.001, 0.001, 0.1, 0.1, 0.1), [200, 400, 800, 400, 200, 200]),
    ],
)
def test_what_is_done_at_a_time_hangs_on_how_long_it_took(monkeypatch: pytest.MonkeyPatch, took: tuple[float, ...], tried: list[int]) -> None:
    clock = iter(accumulate(seconds for each in (*took, 0) for seconds in (0, each)))
    monkeypatch.setattr(bursts, "perf_counter", lambda: next(clock))
    counted = Bursts(200)
    assert [counted.of(lambda options: options) for _ in range(len(took) + 1)] == tried
