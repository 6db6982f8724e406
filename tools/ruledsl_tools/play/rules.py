"""Lines of the rules text by their number in the rulebook or by a name in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ruledsl.syntax import tree as t
from ruledsl_tools.terminal import columns

if TYPE_CHECKING:
    from ruledsl.ir.program import Face
    from ruledsl.model.model import Model

Named = t.Phase | t.Action | t.To | t.Def | t.Enum | t.Card | t.Option | t.Ruling | t.Chart


def find(model: Model, word: str) -> list[tuple[str, int, str]]:
    """The lines (file, number, text) that carry a rulebook number, with what stands below a head that carries it; or the declaration of a name, the heads
    in a chapter, or else every line with the word."""
    wanted = word.lstrip("@").casefold()
    tagged = [(tree, line) for tree in model.trees for line, tags in sorted(tree.tags.items()) if wanted in _spoken(tags)]
    if tagged:
        return _cited(model, tagged)
    for tree, decl in _declared(model):
        if _same(decl.name.text, wanted):
            return [_line(tree, number) for number in _block(tree, decl.span.line)]
    for tree in model.trees:
        for chapter in tree.declarations:
            if isinstance(chapter, t.Chapter) and chapter.title.casefold() == wanted:
                return [_line(tree, number) for number in _heads(tree, chapter)]
    spelt = r"[\s_]+".join(map(re.escape, word.split()))  # a name as it is shown, too
    pattern = re.compile(rf"\b{spelt}\b", re.IGNORECASE)
    return [_line(tree, n) for tree in model.trees for n, text in enumerate(tree.source.lines, 1) if pattern.search(text)]


def _cited(model: Model, tagged: Iterable[tuple[t.Tree, int]]) -> list[tuple[str, int, str]]:
    heads = {(tree.source.file, decl.span.line) for tree, decl in _declared(model)}
    lines = ((tree, number) for tree, line in tagged for number in (_block(tree, line) if (tree.source.file, line) in heads else [line]))
    return list(dict.fromkeys(_line(tree, number) for tree, number in lines))


def _heads(tree: t.Tree, chapter: t.Chapter) -> Iterator[int]:
    """The line of a chapter, and the first lines of what is declared in it."""
    lines = sorted(decl.span.line for decl in tree.declarations if decl.span.line >= chapter.span.line)
    ends = [decl.span.line for decl in tree.declarations if isinstance(decl, t.Chapter) and decl.span.line > chapter.span.line]
    yield from (line for line in lines if line < min(ends, default=line + 1))


def _same(name: str, wanted: str) -> bool:
    """`hen pecked` and `play card` are `HenPecked` and `play_card`."""
    return name.casefold().replace("_", "") == re.sub(r"[\W_]+", "", wanted)


def names_of(model: Model) -> list[str]:
    """All numbers and names that `find` knows."""
    tags = {number for tree in model.trees for tags in tree.tags.values() for tag in tags for number in _numbers(tag)}
    return [*sorted(tags), *(decl.name.text for _, decl in _declared(model))]


def charts(model: Model) -> dict[str, list[str]]:
    """The charts of the rules, as they are written, without rulebook numbers."""
    found = ((tree, decl) for tree, decl in _declared(model) if isinstance(decl, t.Chart))
    return {decl.name.text: [re.sub(r"\s+@\S.*$", "", tree.source.line(number)) for number in _block(tree, decl.span.line)] for tree, decl in found}


def printed(model: Model, kind: str) -> list[tuple[str, int, str]]:
    """The lines that declare a kind of card."""
    return [_line(tree, n) for tree, decl in _declared(model) if isinstance(decl, t.Card) and decl.name.text == kind for n in _block(tree, decl.span.line)]


def families(model: Model, kind: str) -> Iterator[str]:
    """The kinds that a kind of card is of, the nearest first."""
    while (kind := model.kinds[kind].family or "") in model.kinds:
        yield kind


def charted(model: Model, faces: Iterable[Face]) -> Iterator[tuple[str, list[str]]]:
    """What charts say of cards, whose rows are called as what is printed on them: what stands above the chart in the rules, and its head with those rows."""
    values = [dict(zip(model.kinds[face.kind].params, re.split(r", |[()]", face.spoken)[1:], strict=False)) for face in faces]
    lines = charts(model)
    for name, chart in model.charts.items():
        wanted = {card[chart.header] for card in values if chart.header in card}
        rows = [line for line in lines[name][2:] if line.split()[0] in wanted]
        if rows:
            tree = next(tree for tree in model.trees if tree.source.file == chart.span.file)
            yield _above(tree, chart.span.line), [*lines[name][:2], *rows]


def _above(tree: t.Tree, line: int) -> str:
    """The comment right above a line."""
    first = line
    while first > 1 and tree.source.line(first - 1).startswith("#"):
        first -= 1
    return " ".join(tree.source.line(n).lstrip("# ") for n in range(first, line))


def fitted(lines: Sequence[str], width: int) -> list[str]:
    """A chart on a screen: as it is written, or with its columns closer; what is too wide then goes on below, each time with its first column."""
    if all(columns(line) <= width for line in lines):
        return [*lines]
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines]
    wide = [max(columns(row[n]) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
    out: list[str] = []
    first = 1
    while first < len(wide) or not out:
        end = first + 1
        while end < len(wide) and 4 + wide[0] + sum(2 + w for w in wide[first : end + 1]) <= width:
            end += 1
        shown = [0, *range(first, end)]
        out += [""] * bool(out) + [("    " + "  ".join(row[n].ljust(wide[n]) for n in shown if n < len(row))).rstrip() for row in rows]
        first = end
    return out


def chapters(model: Model) -> list[str]:
    """The chapters of the rules, in their order."""
    return [chapter.title for chapter in model.chapters]


def _spoken(tags: Iterable[str]) -> set[str]:
    return {number.casefold() for tag in tags for number in _numbers(tag)}


def _numbers(tag: str) -> list[str]:
    """The numbers that a tag stands for: `@SE-013..014` is SE-013 and SE-014."""
    tag = tag.lstrip("@")
    several = re.fullmatch(r"(.*?)([0-9]{1,6})\.\.([0-9]{1,6})", tag)
    if several is None:
        return [tag]
    head, first, last = several.groups()
    return [f"{head}{n:0{len(first)}}" for n in range(int(first), min(int(last), int(first) + 999) + 1)]


def _declared(model: Model) -> Iterator[tuple[t.Tree, Named]]:
    for tree in model.trees:
        for top in tree.declarations:
            for node in t.walk(top):
                if isinstance(node, Named):
                    yield tree, node


def _block(tree: t.Tree, head: int) -> Iterator[int]:
    """A line and those below it that stand further in."""
    depth = _indent(tree.source.line(head))
    yield head
    number = head + 1
    while (line := tree.source.line(number)).strip() and _indent(line) > depth:
        yield number
        number += 1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _line(tree: t.Tree, number: int) -> tuple[str, int, str]:
    return tree.source.file, number, tree.source.line(number)
