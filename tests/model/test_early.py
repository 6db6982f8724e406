"""What must be known before play, and where it is told that something is not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ruledsl.model.early import ask_early
from ruledsl.model.types import PLAYER, Term
from ruledsl.source import Span


def test_what_stands_nowhere_is_told_where_the_whole_stands() -> None:
    told: list[Span] = []
    desk: Any = SimpleNamespace(model=None, fail=lambda code, span, **words: told.append(span))
    whole = Span("a.rules", 3, 5, 3, 9)
    ask_early(desk, [Term("others", PLAYER, (Term("you", PLAYER),), span=whole)])
    assert told == [whole]
