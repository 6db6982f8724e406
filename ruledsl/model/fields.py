"""The lines `word: value` of a declaration that has lines of its own, such as a combination or a meld."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.asking import Asking


def lines_of(x: Asking, fields: Sequence[t.Field], words: Collection[str], unknown: str) -> Iterator[tuple[str, t.Field]]:
    """The lines that begin with one of the words. A line of another word is told by the code `unknown`, and one that stands there twice."""
    said: dict[str, t.Field] = {}
    for field in fields:
        word = field.name.text
        if word not in words:
            x.desk.unknown(unknown, field.name.span, word, words)
            x.aside((field.value,))
            continue
        if word in said:
            x.desk.fail("E0428", field.name.span, related=((said[word].name.span, "given here before"),), what=f"the line `{word}:`")
        said[word] = field
        yield word, field


def all_known(fields: Sequence[t.Field], words: Collection[str]) -> bool:
    """Are there only lines of these words? If not, a line that is missing may be one of those."""
    return all(field.name.text in words for field in fields)
