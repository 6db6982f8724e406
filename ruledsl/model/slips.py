"""Names that are not known, gathered until all is read: one report for a name, however often it is written.

If it is nearly the name of something that nothing uses, the slip is there and not in the many uses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable, Iterable, Mapping, Sequence

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.model.errors import ROWS
from ruledsl.record import field, record, replace
from ruledsl.source import Span

if TYPE_CHECKING:
    from ruledsl.model.model import BoardInfo, Model

MOST_SHOWN = 3
LONG = 6
"""A name of so many letters is hardly the beginning of another by chance."""
CALLED = re.compile("([a-z])([1-9][0-9]?)")
AS_CELL = "write `{cell}`: in rules a cell has its row and its column"
UNLIKE = "declare it, or write the name of something that is there"
CALLED_THERE = {"E0207": ("phase",), "E0208": ("action",), "E0215": ("phase", "to")}
"""What may stand where a message misses something that is called."""
UNKNOWN_NAMES = frozenset(("E0201", "E0204", "E0205", "E0206", "E0207", "E0208", "E0209", "E0210", "E0211", "E0212", "E0215", "E0217", "E0218", "E0220"))
"""Messages about a name that nothing has."""


@record(frozen=True)
class Slip:
    """One place where `name` is written and not known. `near` is what may be meant, `key` its key if that is a local, `there` what there is, if that
    is little. It is `assigned` if a value is put there."""

    code: str
    span: Span
    name: str
    near: str | None
    key: str
    words: Mapping[str, object] = field(default_factory=dict)
    there: tuple[str, ...] = ()
    assigned: bool = False

    @property
    def edit(self) -> tuple[Edit, ...]:
        alone = self.span.line == self.span.end_line and self.span.end_column - self.span.column == len(self.name)
        return (Edit(self.span, self.near),) if self.near and alone else ()


def slip(code: str, span: Span, name: str, near: str | None, local: Callable[[str], str], words: Mapping[str, object]) -> Slip:
    return Slip(code, span, name, near, local(near) if near else "", words)


def may_stand(model: Model, code: str, name: str) -> bool:
    """May a declared name stand where a message misses one?"""
    kinds, kind = CALLED_THERE.get(code), model.callables[name].kind if name in model.callables else ""
    return kind in kinds if kinds is not None else code != "E0210" or name in model.kinds


Unused = Callable[[Slip], Span | None]
Fits = Callable[[str, str], bool]
Common = Callable[[str], int]


def reports(slips: Iterable[Slip], unused: Unused, free: Mapping[str, Span], fits: Fits, common: Common) -> list[Diagnostic]:
    """One diagnostic for each name.

    `unused` answers where the near name is declared, if nothing uses it; `free` are all such places, `fits` says whether a name of these may stand where a
    message misses one, `common` how familiar a name is.
    """
    by_name: dict[str, dict[Span, Slip]] = {}
    for s in slips:
        by_name.setdefault(s.name, {}).setdefault(s.span, s)
    groups = [sorted(group.values(), key=_order) for group in by_name.values()]
    return [_report(_widely(group, [n for n in free if fits(group[0].code, n)]), unused, common) for group in groups]


def cell_called(boards: Mapping[str, BoardInfo], name: str) -> str:
    """What rules write for a cell that people call by a letter and a number, where there is one board of cells; "" for other names."""
    found, cells = CALLED.fullmatch(name), [board for board in boards.values() if board.shape != "places"]
    if found is None or len(cells) != 1:
        return ""
    at = int(found[2]), ord(found[1]) - 96
    beyond = any(ends[-1].op == "const" and n > ends[-1].data for n, ends in zip(at, cells[0].sizes) if ends)
    return "" if beyond else f"{cells[0].name}[{at[0]}, {at[1]}]"


def _order(s: Slip) -> tuple[str, int, int]:
    return s.span.file, s.span.line, s.span.column


def _widely(group: list[Slip], free: Iterable[str]) -> list[Slip]:
    """A name that is used often, or is long, and known nowhere may be the longer or shorter form of one that is not used."""
    name = group[0].name
    if group[0].near is None and "near" not in group[0].words and len(name) > 2 and len(group) > (0 if len(name) >= LONG else 2):
        forms = [n for n in free if n != name and (n.startswith(name) or name.startswith(n) and len(n) > 2)]
        if len(forms) == 1:
            return [replace(group[0], near=forms[0]), *group[1:]]
    return group


def _report(group: list[Slip], unused: Unused, common: Common) -> Diagnostic:
    first = group[0]
    declared = unused(first) if first.near is not None else None
    if declared is not None and first.near is not None and (len(group) > 1 or common(first.name) > common(first.near)):
        words: dict[str, object] = {"name": first.near, "other": first.name}
        return diagnostic("E0216", declared, (Edit(declared, first.name),), _also(group), words)
    near = f"did you mean `{first.near}`?" if first.near else _told(first)
    fix = tuple(edit for s in group for edit in s.edit)
    if first.assigned and not first.near and "near" not in first.words:
        fix = (Edit(replace(first.span, end_line=first.span.line, end_column=first.span.column), "let "),)
    return diagnostic(first.code, first.span, fix, _also(group[1:]), {"name": first.name, "near": near, **first.words})


def _told(first: Slip) -> str:
    """What is said of a name that is like no other."""
    if first.assigned:
        return f"a value gets a name by `let {first.name} = …`; what is to last is declared under `table:` or `each player:`"
    return f"there {'are' if len(first.there) > 1 else 'is'} {enumerated(first.there)}" if first.there else UNLIKE


def enumerated(names: Sequence[str]) -> str:
    """Names in words: `a`, `b` and `c`."""
    told = [f"`{name}`" for name in names]
    return " and ".join(filter(None, (", ".join(told[:-1]), told[-1])))


def in_one(said: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is said of a game in several modes: one for each unknown name."""
    out: dict[object, Diagnostic] = {}
    for d in said:
        key = (d.code, d.message) if d.code in UNKNOWN_NAMES else (d.code, d.span)
        first = out.setdefault(key, d)
        known = {first.span, *(span for span, _ in first.related)}
        more = tuple((span, "also here") for span in (d.span, *(span for span, _ in d.related)) if span not in known)
        room = max(0, MOST_SHOWN - len(first.related))
        out[key] = replace(first, related=(*first.related, *more[:room]), fix=tuple(dict.fromkeys((*first.fix, *d.fix))))
    return list(out.values())


def _also(group: list[Slip]) -> tuple[tuple[Span, str], ...]:
    """The other places, of which a few are enough."""
    shown = [(s.span, "also here") for s in group[:MOST_SHOWN]]
    more = len(group) - MOST_SHOWN
    if more > 0:
        shown.append((group[MOST_SHOWN].span, f"and in {more} more place{'s' if more > 1 else ''}, the next"))
    return tuple(shown)


def diagnostic(
    code: str, span: Span, fix: tuple[Edit, ...], related: tuple[tuple[Span, str], ...], words: Mapping[str, object]
) -> Diagnostic:
    """A row of the table of messages, filled in."""
    row = ROWS[code]
    filled = {"near": "", "hint": "", **words}
    message, label, help = (text.format(**filled) for text in (row.message, row.label, row.help))
    return Diagnostic(code, span, message, label, help, "warning" if code[0] == "W" else "error", fix, related)
