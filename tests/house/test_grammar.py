"""The grammar reads every text in one way only."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import lark
import pytest

from ruledsl.syntax import tables


class Said(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def conflicts(text: str, start: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where the next word leaves open what was read; lark then reads on, and tells it only to who asks."""
    said = Said()
    monkeypatch.setattr(lark.logger, "level", logging.DEBUG)
    monkeypatch.setattr(lark.logger, "handlers", [said])
    lark.Lark(text, parser="lalr", lexer="basic", start=list(start), maybe_placeholders=True, import_paths=[tables._from_resources], debug=True)
    return [line for line in said.lines if "onflict" in line]


def test_there_is_no_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    assert conflicts(tables.grammar_text("ruledsl"), tables.STARTS, monkeypatch) == []


def test_one_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(conflicts('zones: zone ("or" "x")*\nzone: "x" ("or" "x")*', ["zones"], monkeypatch)) == 2
