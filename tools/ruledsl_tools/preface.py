"""What a game is about, as the head of its file says it."""

from __future__ import annotations

import re


def preface(text: str, title: str) -> list[str]:
    """The sentences of the comment at the head of a file; none that speak of tags of a rulebook, or say the title again."""
    head = " ".join(line.lstrip("# ").strip() for line in re.match(r"(?:#[^\n]*\n)*", text)[0].splitlines())  # type: ignore[index]
    sentences = [s.strip() for s in re.split(r"(?<=[.!]) ", head) if s.strip(" .") not in ("", title) and not re.search("@|OpenSpiel", s)]
    return [" ".join(sentences)] if sum(map(len, sentences)) > 20 else []
