"""Diagnostics on a terminal or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TextIO

from ruledsl_tools import terminal

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.source import Source


def print_diagnostics(found: Iterable[Diagnostic], sources: Mapping[str, Source], stream: TextIO | None = None) -> None:
    """The faults as a person reads them, best first."""
    from ruledsl.diagnostics import ranked

    stream = sys.stderr if stream is None else stream
    for diagnostic in ranked(found):
        print(rendered(diagnostic, sources, terminal.style(stream)), file=stream)


def rendered(diagnostic: Diagnostic, sources: Mapping[str, Source], style: terminal.Style, width: int = 160) -> str:
    """One fault with the line it stands on, as much of it as a width has room for."""
    from ruledsl.diagnostics import render

    return style.plain(render(diagnostic, sources.get(diagnostic.span.file), style.tones, width)) + "\n"


def summary(found: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`."""
    errors = [d.is_error for d in found]
    counts = [(sum(errors), "error"), (len(errors) - sum(errors), "warning")]
    return ", ".join(f"{n} {word}{'s' if n != 1 else ''}" for n, word in counts if n) or "no faults"
