"""What of a game can be made smaller: values, cards, places of boards, rounds, what there is at first. What is changed is the tree of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from typing import Any

from ruledsl.lower.pictures import row_letters
from ruledsl.record import record, replace
from ruledsl.source import Span
from ruledsl.syntax import tree as t
from ruledsl.syntax.tree import GONE, walk, within


@record(frozen=True)
class Change:
    """Something that can be made smaller: where it stands, how much of it there is, how it is called, and the nodes that stand there instead if there is
    so much of it."""

    span: Span
    now: int
    name: str
    to: Callable[[int], dict[int, Any]]
    only: tuple[int, ...] = ()
    """How much there can be of it instead; nothing if any number below."""

    def values(self) -> list[int]:
        """What it is tried to be instead, from the least."""
        n = self.now
        return list(self.only) or sorted({1, 2, isqrt(n), n // 4, n // 2, n - 1} & set(range(1, n)))

    def words(self, value: int) -> str:
        """What was done."""
        return self.name if self.only else f"{self.name} {value} for {self.now}"


def changes(layers: Sequence[t.Tree]) -> Iterator[Change]:
    """What there is to be made smaller, as the rules stand: first what cards and places there are, then how often something is done."""
    every = [one for tree in layers for one in _declared(tree.declarations)]
    named = {ref.name for one in every if not isinstance(one, t.Enum) for ref in within(one, t.Ref)}
    charts = [one for one in every if isinstance(one, t.Chart)]
    named |= {name.text for chart in charts for name in chart.header.names}
    enums = {one.name.text: one for one in every if isinstance(one, t.Enum)}
    for enum in enums.values():
        yield from _of_enum(enum, named, charts)
    pictures = [picture for one in every for picture in within(one, t.Picture)]
    yield from (_of_board(one, pictures) for one in every if isinstance(one, t.Board) and pictures and _is_square(one))
    types = {one.name.text: one.type for one in every if isinstance(one, t.Option) and one.type is not None}
    options = {one.name.text: one for one in every if isinstance(one, t.Option)}.values()  # of several with one name the last one holds
    yield from (change for one in options for change in _of_option(one, types.get(one.name.text), enums))
    yield from (change for one in every if isinstance(one, t.Components) for change in _of_components(one, enums))
    yield from (_of_stock(part) for one in every for part in within(one, t.Variable) if _is_stock(part))
    for kinds in ((t.Board, t.Components, t.Card, t.Cards), (t.Chart,), (t.Play, t.Phase, t.To, t.Action, t.Ruling)):
        for one in every:
            if isinstance(one, kinds):
                yield from (_of_number(number, name) for number, name in _numbers(one) if number.value > 1)
    yield from (_of_number(item, name) for one in options for item, name in _listed(one) if item.value > 1)


def _declared(declarations: Sequence[t.Decl]) -> Iterator[t.Decl]:
    for one in declarations:
        if isinstance(one, (t.Variant, t.InModes)):
            yield from _declared(one.body)
        else:
            yield one


def _of_enum(enum: t.Enum, named: set[str], charts: Sequence[t.Chart]) -> Iterator[Change]:
    """Values that no rule names, with their rows of charts."""
    kept = {enum.circle.text} if enum.circle else set()
    free = [value for value in enum.values if value.name not in named | kept]
    if len(free) < 2:
        return

    def to(number: int) -> dict[int, Any]:
        out: dict[int, Any] = {id(value): GONE for value in free[number:]}
        gone = {value.name for value in free[number:]}
        return out | {id(row): GONE for chart in charts for row in chart.rows if row.names and row.names[0].text in gone}

    yield Change(enum.span, len(free), f"values of {enum.name.text} that no rule names:", to)


def _is_square(board: t.Board) -> bool:
    sizes = [size.value for sizes in board.sizes for size in sizes if isinstance(size, t.Number)]
    return board.shape == "grid" and len(sizes) == 2 and sizes[0] == sizes[1] > 1


def _of_board(board: t.Board, pictures: Sequence[t.Picture]) -> Change:
    """The middle of a board, with what stands there."""
    numbers = [size for sizes in board.sizes for size in sizes if isinstance(size, t.Number)]
    now = numbers[0].value

    def to(number: int) -> dict[int, Any]:
        first = (now - number) // 2
        out: dict[int, Any] = {id(size): t.Number(number, span=size.span) for size in numbers}
        for picture in (one for one in pictures if len(one.rows) == now):
            rows = [replace(row, text=row_letters(row.text)[first : first + number]) for row in picture.rows[first : first + number]]
            out[id(picture)] = replace(picture, rows=tuple(rows))
        return out

    return Change(board.span, now, f"rows and columns of `{board.name.text}`:", to)


def _of_number(number: t.Number, name: str) -> Change:
    return Change(number.span, number.value, name, lambda value: {id(number): t.Number(value, span=number.span)})


def _of_option(option: t.Option, type: t.TypeRef | None, enums: dict[str, t.Enum]) -> Iterator[Change]:
    """The value that it has where none is told: a number, even below the least that may be told; a value of an enum. Of the type nothing is written where a
    variant gives another value."""
    name, default = f"`{option.name.text}`", option.default
    low = type.range.low if type is not None and type.range is not None else None
    yield from (Change(one.span, one.value, name, _number_of(one, low)) for one in _either(default) if one.value > 1)
    if isinstance(default, t.Ref) and type is not None and type.name in enums:
        values = [value.name for value in enums[type.name].values]
        if default.name in values[1:]:
            at = values.index(default.name) + 1
            yield Change(default.span, at, f"{name} is value", lambda n: {id(default): t.Ref(values[n - 1], span=default.span)})


def _either(default: t.Expr | None) -> list[t.Number]:
    """The number that is meant where none is told; of "7 if count(players) == 2 else 5" both."""
    if isinstance(default, t.IfElse):
        return [*_either(default.then), *_either(default.otherwise)]
    return [default] if isinstance(default, t.Number) else []


def _listed(option: t.Option) -> Iterator[tuple[t.Number, str]]:
    """The numbers of a list, of which there are many, and few make anything smaller."""
    items = option.default.items if isinstance(option.default, t.ListLiteral) else ()
    yield from ((item, f"`{option.name.text}`:") for item in items if isinstance(item, t.Number))


def _number_of(default: t.Number, low: t.Expr | None) -> Callable[[int], dict[int, Any]]:
    def to(value: int) -> dict[int, Any]:
        here: dict[int, Any] = {id(default): t.Number(value, span=default.span)}
        return here | {id(low): t.Number(value, span=low.span)} if isinstance(low, t.Number) and value < low.value else here

    return to


def _of_components(components: t.Components, enums: dict[str, t.Enum]) -> Iterator[Change]:
    """The cards of each value of an enum, of which there are some for each of its values."""
    for loop in within(components, t.Loop):
        domain = loop.domain
        if isinstance(domain, t.Ref) and domain.name in enums:
            values = [(value.name, value.span) for value in enums[domain.name].values]
        elif isinstance(domain, t.SetLiteral):
            values = [(item.name, item.span) for item in domain.items if isinstance(item, t.Ref)]
        else:
            continue
        for name, span in values if len(values) > 1 else ():
            rest = tuple(t.Ref(other, span=at) for other, at in values if other != name)
            smaller = t.SetLiteral(rest, span=domain.span)
            yield Change(span, len(values), f"line {loop.span.line}: without `{name}`", _instead(domain, smaller), (len(rest),))


def _instead(node: t.Node, other: t.Node) -> Callable[[int], dict[int, Any]]:
    return lambda _: {id(node): other}


def _is_stock(variable: t.Variable) -> bool:
    """Does a variable begin with the most that it can be?"""
    range, first = variable.type.range, variable.initial
    return range is not None and isinstance(range.high, t.Number) and isinstance(first, t.Number) and range.high.value == first.value > 1


def _of_stock(variable: t.Variable) -> Change:
    """What there is at first, and at the most."""
    range, first = variable.type.range, variable.initial
    assert range is not None and isinstance(range.high, t.Number) and isinstance(first, t.Number)
    high = range.high

    def to(value: int) -> dict[int, Any]:
        return {id(high): t.Number(value, span=high.span), id(first): t.Number(value, span=first.span)}

    return Change(first.span, first.value, f"`{variable.name.text}`", to)


def _numbers(one: t.Decl) -> Iterator[tuple[t.Number, str]]:
    """The numbers of a declaration that say how much there is of something."""
    where = f"line {one.span.line}:"
    if isinstance(one, t.Chart):
        yield from ((cell, f"line {row.span.line}:") for row in one.rows for cell in row.cells if isinstance(cell, t.Number))
    elif isinstance(one, (t.Board, t.Components)):
        yield from ((number, where) for number in within(one, t.Number))
    elif isinstance(one, (t.Card, t.Cards)):
        ranges = [part.high for param in within(one, t.Param) for part in within(param, t.Range)]
        yield from ((high, where) for high in ranges if isinstance(high, t.Number))
    else:
        for part in walk(one):
            number = part.times if isinstance(part, t.Repeat) else part.count if isinstance(part, t.Place) else part.high if isinstance(part, t.Range) else None
            if isinstance(number, t.Number):
                yield number, f"line {part.span.line}:"
