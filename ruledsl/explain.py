"""The page behind each code: what is wrong, why the language is so, and the same wrong and right. The texts are in `ruledsl/pages`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from ruledsl.flow import errors as flow
from ruledsl.model import errors as model
from ruledsl.record import record
from ruledsl.syntax import errors as syntax

PAGES = Path(__file__).parent / "pages"


@record(frozen=True)
class Page:
    """`wrong` and `right` are rules; they stand behind a game that has what they name, or alone if they are `whole`."""

    code: str
    message: str
    why: str
    wrong: str = ""
    right: str = ""
    whole: bool = False


def page(code: str) -> str | None:
    """The page of a code as a person reads it; None if there is no such code."""
    found = pages().get(code)
    if found is None:
        return None
    parts = [f"{found.code}: {found.message}", found.why]
    if found.wrong:
        parts += ["wrong:", _indented(found.wrong), "right:", _indented(found.right)]
    return "\n\n".join(parts) + "\n"


def codes() -> list[str]:
    """All codes, in their order."""
    return sorted(messages(), key=lambda code: (code[1:], code[0]))


@cache
def messages() -> dict[str, str]:
    """What each code says, with `…` for what is filled in."""
    rows = {row.code: row.message for row in syntax.ROWS.values()}
    rows |= {code: row.message for table in (model.ROWS, flow.ROWS) for code, row in table.items()}
    return {code: re.sub(r"\{\w+\}", "…", message) for code, message in rows.items()}


@cache
def pages() -> dict[str, Page]:
    """All pages by code."""
    texts = {code: text for name in ("syntax", "model", "flow") for code, text in _texts(PAGES / f"{name}.txt")}
    examples = {row.code: re.sub("[«»]", "", row.example).rstrip("\n") for row in syntax.ROWS.values()}
    return {code: _page(code, message, texts.get(code, ""), examples.get(code, "")) for code, message in messages().items()}


def _texts(file: Path) -> list[tuple[str, str]]:
    """A file of pages: a code on a line of its own, and below it the page, to the next code."""
    parts = re.split(r"^([EW]\d{4})\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def _page(code: str, message: str, text: str, example: str) -> Page:
    parts = re.split(r"^(?:wrong|right)( whole)?:\n", text, flags=re.MULTILINE)
    why = " ".join(parts[0].split())
    if example:
        return Page(code, message, why, example, parts[-1].strip("\n"), whole=True)
    if len(parts) == 1:
        return Page(code, message, why)
    return Page(code, message, why, parts[2].strip("\n"), parts[4].strip("\n"), parts[1] is not None)


def _indented(rules: str) -> str:
    shown = re.sub("[\x00-\x08\x0b-\x1f]", "\N{SYMBOL FOR SUBSTITUTE}", rules.replace("\t", "→   "))
    return "\n".join(f"    {line}".rstrip() for line in shown.split("\n"))
