"""Reads the pages of the documentation: fenced blocks, and what a comment before a block says about it.

    <!-- frame: pond -->            the block is a piece: it is set into tests/docs/frames/pond.rules at the line `#!`
    <!-- file: ducks.rules -->      the block is a whole file; commands after it on the page find it under this name
    <!-- add to: ducks.rules -->    the block is put at the end of such a file
    <!-- in: ducks.rules -->        a `diff` block: lines with `-` are taken out of such a file, lines with `+` put
                                   in, other lines stand there already; `…` parts the places
    <!-- game: surprise-egg -->     the block is a file of tests of a bundled game
    <!-- says: E0201 -->            the first thing the checker says of the block; without it, nothing may be wrong
    <!-- fails: words -->           a test in the block fails with these words
    <!-- input: words -->           what is typed into the commands of the block
    <!-- excerpt: games/x.rules -->  the block stands in that file
    <!-- command: play -->         a command to set up with, for the README
    <!-- not run -->               only shown

Several may stand in one comment, separated by semicolons.
"""

from __future__ import annotations

import re
from pathlib import Path

from ruledsl.record import field, record

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = ("messages.md",)
"""Pages that have tests of their own."""
PAGES = [ROOT / "README.md", *sorted(page for page in (ROOT / "docs").glob("*.md") if page.name not in ELSEWHERE)]
LANGUAGES = ("rules", "console", "python", "diff", "text", "sh")

_FENCE = re.compile(r"^(`{3,})(\w*)\s*$")
_COMMENT = re.compile(r"^<!-- (.*) -->$")


@record
class Block:
    """One fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str
    says: dict[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of a page in order."""
    out: list[Block] = []
    says: dict[str, str] = {}
    fence, start, language, body = "", 0, "", []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        found = _FENCE.match(line)
        if fence:
            if line.startswith(fence):
                out.append(Block(page, start, language, "".join(f"{text}\n" for text in body), says))
                fence, says = "", {}
            else:
                body.append(line)
        elif found:
            fence, language, start, body = found[1], found[2], number, []
        elif comment := _COMMENT.match(line):
            says = _directives(comment[1])
        elif line.strip():
            says = {}
    assert not fence, f"{page}: a block is not closed"
    return out


def _directives(comment: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in comment.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def every_block(*languages: str) -> list[Block]:
    """The blocks of all pages that are written in one of these languages."""
    return [b for page in PAGES for b in blocks(page) if b.language in languages]


def framed(block: Block) -> str:
    """The text of a piece inside its frame."""
    out = []
    for line in _frame(block.says["frame"]):
        if line.strip() == "#!":
            indent = line[: len(line) - len(line.lstrip())]
            out += [f"{indent}{text}" if text else "" for text in block.text.splitlines()]
        else:
            out.append(line)
    return "\n".join(out) + "\n"


def _frame(name: str) -> list[str]:
    """The lines of a frame; `#! pond` is a frame inside it."""
    text = (ROOT / "tests/docs/frames" / f"{name}.rules").read_text(encoding="utf-8")
    out: list[str] = []
    for line in text.splitlines():
        out += _frame(line[3:]) if line.startswith("#! ") else [line]
    return out


def files_before(block: Block, folder: Path) -> None:
    """Write the files that the page has shown up to a block."""
    for earlier in blocks(block.page):
        if earlier.line >= block.line:
            break
        write(earlier, folder)


def write(block: Block, folder: Path) -> Path | None:
    """Write or change the file that a block stands for, if it stands for one."""
    if name := block.says.get("file"):
        (folder / name).write_text(block.text, encoding="utf-8")
    elif name := block.says.get("add to"):
        with open(folder / name, "a", encoding="utf-8") as file:
            file.write("\n" + block.text)
    elif name := block.says.get("in"):
        path = folder / name
        path.write_text(changed(path.read_text(encoding="utf-8"), block), encoding="utf-8")
    return folder / name if name else None


def changed(text: str, block: Block) -> str:
    """A text after a `diff` block: what a part of it has without its `+` lines must stand there once. `…` parts the parts."""
    for part in block.text.split("…\n"):
        lines = part.splitlines()
        old = "".join(f"{line[2:]}\n" for line in lines if not line.startswith("+"))
        new = "".join(f"{line[2:]}\n" for line in lines if not line.startswith("-"))
        assert text.count(old) == 1, f"{block.id}: these lines stand there {text.count(old)} times:\n{old}"
        text = text.replace(old, new)
    return text
