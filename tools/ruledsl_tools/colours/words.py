"""What there is to colour: the words of the grammar by the heading under which they stand, and the marks."""

from __future__ import annotations

import re

from ruledsl.model.builtins import FUNCTIONS, VIEWS
from ruledsl.model.declare import SIGHT, TYPE_WORDS, ZONE_WORDS
from ruledsl.resources import grammar_text
from ruledsl.syntax.tables import TAG

_HEADING = re.compile(r"// ---- (.*?)(?::.*)? ----")
_WORD = re.compile(r"[A-Z_]+\.(\d+): /(.*?)/$")
RESERVED = 5
CONSTANTS = ("true", "false", "none")


def written(pattern: str) -> str:
    """A pattern of the grammar without what looks ahead, as a word or words with blanks between them."""
    plain = re.match(r"[a-z]+(?: \+[a-z]+)*", pattern)
    assert plain, pattern
    return plain[0]


def by_heading() -> dict[str, list[str]]:
    """The patterns of the words of the grammar under each heading, longer ones first."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in grammar_text("lexical").splitlines():
        if head := _HEADING.match(line):
            heading = head[1]
        elif word := _WORD.match(line):
            if word[2][:1].isalpha():
                found.setdefault(heading, []).append(written(word[2]))
    return {heading: sorted(dict.fromkeys(words), key=lambda w: (-len(w), w)) for heading, words in found.items()}


def reserved() -> list[str]:
    """The words that are never names."""
    rows = (_WORD.match(line) for line in grammar_text("lexical").splitlines())
    return sorted({written(row[2]) for row in rows if row and int(row[1]) >= RESERVED}, key=lambda w: (-len(w), w))


def openings() -> list[str]:
    """Words that are of the language where a line begins, and may be names elsewhere."""
    words = by_heading()
    never = {*reserved(), *CONSTANTS}
    return sorted({w for heading in ("declarations", "statements", "tests") for w in words[heading] if w not in never}, key=lambda w: (-len(w), w))


def inner() -> list[str]:
    """Words that are of the language in the middle of a line, where they stand behind a name or a value."""
    never = {*reserved(), *CONSTANTS}
    words = by_heading()
    return sorted({w for found in words.values() for w in found if w not in never}, key=lambda w: (-len(w), w))


def builtins() -> list[str]:
    """The functions of the language, and what only tests ask."""
    return sorted({*FUNCTIONS, *VIEWS})


def types() -> list[str]:
    """The words of types, zones and who sees them."""
    return sorted({*TYPE_WORDS, *ZONE_WORDS, *SIGHT})


def one_of(words: list[str]) -> str:
    return "|".join(words)


PATTERNS = {
    "tag": TAG,
    "comment": r"#.*",
    "number": r"\d+\.\d+|\d+",
    "operator": r"==|!=|<=|>=|\+=|-=|\.\.|//|[-+*%|&<>=]",
    "punctuation": r"[.,:()\[\]{}]",
    "name": r"[^\W\d]\w*",
}
