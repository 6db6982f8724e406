"""Every syntax error: its code, its words, and a broken example, in one table."""

from __future__ import annotations

from dataclasses import dataclass

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.source import Span


@dataclass(frozen=True)
class Row:
    """One kind of mistake. `{words}` in the message, the label and the help are filled in."""

    code: str
    message: str
    help: str
    example: str
    label: str = ""


ROWS: dict[str, Row] = {
    "unexpected": Row("E0100", "`{word}` cannot stand here", "{expected}", "chapter 5\n"),
    "tab": Row("E0101", "a tab in the rules", "indent with 4 blanks", "play:\n\tpass\n"),
    "unclosed_bracket": Row("E0102", "`{bracket}` is never closed", "add `{closer}`", "def f(a = 1\n"),
    "stray_bracket": Row("E0103", "`{bracket}` closes nothing", "remove it", "def f(a) = a)\n"),
    "wrong_bracket": Row("E0104", "`{bracket}` does not close `{opener}`", "", "def f(a) = (a]\n"),
    "deep_brackets": Row("E0105", "too many brackets in each other", "name a part with `def`", ""),
    "long_number": Row("E0106", "a number of more than 18 digits", "", "def f = 1234567890123456789\n"),
    "unclosed_text": Row("E0107", "the text is never closed", 'add `"`', 'chapter "One\n'),
    "bad_tag": Row("E0108", "`{word}` is no tag", "", ""),
    "bad_number": Row("E0109", "`{word}` is neither a number nor a name", "", ""),
    "unknown_character": Row("E0110", "`{word}` is not used in the language", "", ""),
    "slash": Row("E0111", "`/` is not used in the language", "write `//`", ""),
    "exclamation": Row("E0112", "`!` is not used in the language", "", ""),
    "single_quote": Row("E0113", "text stands in double quotes", "", ""),
    "stray_tag": Row("E0114", "`{tag}` does not stand at the end of its line", "", ""),
}


def fault(row: str, span: Span, fix: tuple[Edit, ...] = (), **words: str) -> Diagnostic:
    """The diagnostic of a row of the table."""
    kind = ROWS[row]
    message, label, help = (text.format(**words) for text in (kind.message, kind.label, kind.help))
    return Diagnostic(kind.code, span, message, label, help, fix=fix)
