"""What is wrong with a rules text: one small record, rendered in one place."""

from __future__ import annotations

from typing import Iterable, Mapping, Sequence

from ruledsl.record import record
from ruledsl.source import NOWHERE, Source, Span


@record(frozen=True)
class Edit:
    """Replace the text of a span; an empty span inserts."""

    span: Span
    text: str


def applied(text: str, edits: Sequence[Edit]) -> str:
    """A text with some edits made, the last one first."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: (e.span.line, e.span.column), reverse=True):
        start, end = edit.span.line - 1, edit.span.end_line - 1
        joined = lines[start][: edit.span.column - 1] + edit.text + lines[end][edit.span.end_column - 1 :]
        lines[start : end + 1] = joined.split("\n")
    return "\n".join(lines)


@record(frozen=True)
class Diagnostic:
    """One fault. `message` says what is wrong, `label` what the marked text is, `help` what to write instead."""

    code: str
    span: Span
    message: str
    label: str = ""
    help: str = ""
    severity: str = "error"  # "error" | "warning"
    fix: tuple[Edit, ...] = ()
    related: tuple[tuple[Span, str], ...] = ()

    @property
    def is_error(self) -> bool:
        return self.severity == "error"


class RulesError(Exception):
    """Rules that cannot be used; holds the diagnostics that say why."""

    def __init__(self, diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source] | None = None):
        self.diagnostics = list(diagnostics)
        self.sources = dict(sources or {})
        super().__init__("\n".join(f"{d.span}: {d.message} [{d.code}]" for d in self.diagnostics))


def ranked(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Best first: errors before warnings, then by place; repeats dropped."""
    unique = dict.fromkeys(diagnostics)
    return sorted(unique, key=lambda d: (not d.is_error, d.span.file, d.span.line, d.span.column, d.code))


def as_json(d: Diagnostic) -> dict[str, object]:
    """The shape that `check --json` prints."""

    def place(span: Span) -> dict[str, int]:
        return dict(line=span.line, column=span.column, end_line=span.end_line, end_column=span.end_column)

    return {
        "file": d.span.file,
        **place(d.span),
        "code": d.code,
        "severity": d.severity,
        "message": d.message,
        "label": d.label,
        "help": d.help,
        "fix": [{**place(e.span), "text": e.text} for e in d.fix] or None,
    }


def render(d: Diagnostic, source: Source | None, paint: Mapping[str, str] | None = None, width: int = 160) -> str:
    """The fault as a person reads it, the faulty line underlined. `paint` maps error/warning/help/reset to escapes; of a line as much is shown as a
    width has room for."""
    paint = paint or {}
    tone, reset = paint.get(d.severity, ""), paint.get("reset", "") if paint else ""
    out = [f"{tone}{d.severity}{reset}: {d.message} [{d.code}]"]
    if d.span != NOWHERE:
        out.append(f"  --> {d.span}")
        out.extend(excerpt(d.span, source, width, d.label, (tone, reset)))
    for span, text in d.related:
        out.append(f"  {text}: {span}")
    if d.help:
        out.append(f"  {paint.get('help', '')}help{reset}: {d.help}")
    return "\n".join(out)


def excerpt(span: Span, source: Source | None, width: int = 160, label: str = "", tones: tuple[str, str] = ("", "")) -> list[str]:
    """The line of a place, and below it marks under what is meant with a label beside them; nothing where the text is not known."""
    if source is None:
        return []
    tone, reset = tones
    line = source.line(span.line)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    gutter = str(span.line)
    shown, start, end = _window(line, span.column, max(end, span.column + 1), width - len(gutter) - 3)
    pad = " " * len(gutter)
    mark = " " * (start - 1) + "^" * (end - start)
    beside = f" {label}" if label and len(pad) + 3 + len(mark) + len(label) < width else ""
    below = [f"{pad} | {tone}{label}{reset}"] if label and not beside else []
    return [f"{pad} |", f"{gutter} | {shown}", f"{pad} | {tone}{mark}{beside}{reset}", *below]


def _window(line: str, start: int, end: int, width: int) -> tuple[str, int, int]:
    """The part of a long line around the marked columns, tabs as one blank."""
    line = "".join(ch if ch.isprintable() else " " for ch in line)
    offset = max(0, start - width // 2) if len(line) > width else 0
    end = min(end, offset + width + 1)
    return line[offset : offset + width], start - offset, max(end - offset, start - offset + 1)
