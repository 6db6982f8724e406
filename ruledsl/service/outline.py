"""A file at a glance: its declarations, what can be folded, what a colour says about each name, and what can be run from a line."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ruledsl.record import record
from ruledsl.service.names import WORDS
from ruledsl.source import Span
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document


@record(frozen=True)
class Symbol:
    """A declaration: its name, what it is, the lines it takes, the place of its name, and what stands inside it."""

    name: str
    kind: str
    span: Span
    place: Span
    inner: tuple[Symbol, ...] = ()


def symbols(document: Document) -> list[Symbol]:
    """The declarations of a file; those below a chapter are inside it."""
    out: list[Symbol] = []
    chapter: Symbol | None = None
    gathered: list[Symbol] = []
    for found in _listed(document, document.reading.tree.declarations, len(document.lines)):
        if found.kind == "chapter":
            out += _closed(chapter, gathered)
            chapter, gathered = found, []
        else:
            gathered.append(found)
    return [*out, *_closed(chapter, gathered)]


def _closed(chapter: Symbol | None, inner: list[Symbol]) -> list[Symbol]:
    if chapter is None:
        return inner
    end = inner[-1].span if inner else chapter.span
    return [Symbol(chapter.name, chapter.kind, chapter.span.to(end), chapter.place, tuple(inner))]


def _listed(document: Document, declarations: tuple[t.Decl, ...], last: int) -> list[Symbol]:
    heads = [document.real(d.span) for d in declarations]
    ends = [max(a.end_line, b.line - 1) for a, b in pairwise(heads)] + [last] if heads else []
    return [_symbol(document, d, head, _end(document, head, end)) for d, head, end in zip(declarations, heads, ends)]


def _end(document: Document, head: Span, last: int) -> Span:
    """To the last line that says something and is indented further than the head."""
    end = head.line
    lines = document.lines
    indent = head.column - 1
    for number in range(head.line + 1, last + 1):
        text = lines[number - 1]
        if text.strip():
            if len(text) - len(text.lstrip()) <= indent:
                break
            end = number
    end = max(end, head.end_line)
    return Span(head.file, head.line, head.column, end, len(lines[end - 1]) + 1)


def _symbol(document: Document, d: t.Decl, head: Span, span: Span) -> Symbol:
    inner: tuple[Symbol, ...] = ()
    if isinstance(d, (t.Variant, t.InModes)):
        inner = tuple(_listed(document, d.body, span.end_line))
    elif isinstance(d, t.State):
        inner = tuple(Symbol(v.name.text, "variable", document.real(v.span), document.real(v.name.span)) for v in d.variables)
    name = _title(d)
    own = getattr(d, "name", None)
    return Symbol(name, _kind(d), span, document.real(own.span) if isinstance(own, t.Name) else head, inner)


def _kind(d: t.Decl) -> str:
    return WORDS.get(type(d), type(d).__name__.lower())


def _title(d: t.Decl) -> str:
    own = getattr(d, "name", None)
    title = getattr(d, "title", None)
    if isinstance(d, t.Hook):
        return f"{'instead of' if d.when == 'instead' else d.when} {d.name.text}"
    if isinstance(own, t.Name):
        return own.text
    if isinstance(title, str):
        return title
    if isinstance(d, t.State):
        return "table" if d.owner == "table" else f"each {' '.join(group.text for group in d.groups) or d.owner}"
    if isinstance(d, t.InModes):
        return "mode " + ", ".join(mode.text for mode in d.modes)
    if isinstance(d, t.Cards):
        return ", ".join(card.name.text for card in d.cards)
    return {"Play": "play", "Winner": "winner", "Components": "components", "Watch": "as soon as", "Demand": "require", "NamesBlock": "names"}[type(d).__name__]


# ---- folding ----------------------------------------------------------------------------------


def folds(document: Document) -> list[tuple[int, int]]:
    """Lines that can be folded away below their first: blocks, chapters, and comments of several lines."""
    lines = document.lines
    found: list[tuple[int, int]] = []
    waiting: list[tuple[int, int]] = []  # indent, line
    last = 0
    for number, text in enumerate([*lines, "end"], 1):
        if not text.strip():
            continue
        indent = len(text) - len(text.lstrip())
        while waiting and waiting[-1][0] >= indent:
            begun = waiting.pop()[1]
            if last > begun:
                found.append((begun, last))
        waiting.append((indent, number))
        last = number
    chapters = [n for n, text in enumerate(lines, 1) if text.startswith("chapter ")]
    for begin, following in zip(chapters, [*chapters[1:], len(lines) + 1]):
        end = max((n for n in range(begin, following) if lines[n - 1].strip()), default=begin)
        if end > begin:
            found.append((begin, end))
    return sorted({*found, *_comments(lines)})


def _comments(lines: list[str]) -> list[tuple[int, int]]:
    out, begun = [], 0
    for number, text in enumerate([*lines, ""], 1):
        if text.startswith("#"):
            begun = begun or number
        elif begun:
            if number - 1 > begun:
                out.append((begun, number - 1))
            begun = 0
    return out


# ---- colours ----------------------------------------------------------------------------------

TOKEN_TYPES = (
    "namespace", "type", "class", "enum", "enumMember", "function", "method", "event", "variable", "property", "parameter", "macro",
)  # fmt: skip
COLOURS = {
    "enum": "enum", "card": "class", "option": "macro", "ruling": "macro", "chart": "type", "meld": "type", "board": "type", "phase": "namespace",
    "action": "event", "to": "function", "def": "function", "variable": "property", "value": "enumMember", "part": "property",
    "column": "property", "mode": "namespace", "seat": "variable", "local": "variable", "parameter": "parameter",
}  # fmt: skip


def tokens(document: Document) -> list[tuple[Span, str, bool]]:
    """Each name with the colour that says what it is, and whether it is declared there; in the order of the text."""
    out = []
    for o in document.names:
        kind = o.kind
        if o.symbol[0] == "local" and not o.declares:
            kind = "parameter" if o.symbol in _parameters(document) else "local"
        if kind in COLOURS:
            out.append((document.real(o.span), COLOURS[kind], o.declares))
    return out


def _parameters(document: Document) -> set[object]:
    kept: set[object] | None = document.__dict__.get("_parameters")
    if kept is None:
        kept = document.__dict__["_parameters"] = {o.symbol for o in document.names if o.declares and o.kind == "parameter"}
    return kept


# ---- what can be run --------------------------------------------------------------------------


@record(frozen=True)
class Lens:
    """Something that can be done with a line: `run`, `play` or `fuzz`, and the words of the command line that do it."""

    line: int
    title: str
    what: str
    command: tuple[str, ...]


def lenses(document: Document) -> list[Lens]:
    """A test and each of its cases can be run, and played from where it begins; a game can be played and fuzzed."""
    out: list[Lens] = []
    for d in document.reading.tree.declarations:
        line = document.real(d.span).line
        if isinstance(d, t.Test):
            out.append(Lens(line, "run this test", "run", ("test", document.game, "-k", d.title)))
            for one in d.each():
                at = document.real(one.span).line
                if d.cases:
                    out.append(Lens(at, "run this case", "run", ("test", document.game, "-k", one.title)))
                if one.given is not None and one.refused is None:
                    out.append(Lens(at, "play from here", "play", ("play", document.game, "--from", one.title)))
        elif isinstance(d, (t.Game, t.Variant)):
            out.append(Lens(line, "play", "play", ("play", document.path)))
            out.append(Lens(line, "fuzz this", "fuzz", ("fuzz", document.path)))
    return out
