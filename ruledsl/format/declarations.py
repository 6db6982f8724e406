"""Declarations in the one layout."""

from __future__ import annotations

import re
from typing import Callable

from ruledsl.format.expressions import OR, POSTFIX, RANGE, SUM, expression, loop_head, loops, quoted, template, type_ref, wanted
from ruledsl.format.page import Page
from ruledsl.format.statements import WIDTH, block, required
from ruledsl.format.tests import test
from ruledsl.record import replace
from ruledsl.syntax import tree as t
from ruledsl.syntax.words import RESERVED

_GAP = 4
_NAME = re.compile(r"[a-z_]\w*", re.ASCII | re.IGNORECASE)


def declaration(page: Page, indent: int, node: t.Decl) -> None:
    """A declaration with all that belongs to it."""
    if isinstance(node, t.Def) and isinstance(node.value, t.Combined):
        _told(page, indent, "combination", node, node.value.fields)
    elif isinstance(node, t.Meld):
        _told(page, indent, "meld", node, node.fields)
    elif isinstance(node, t.Def) and isinstance(node.value, t.Permitted):
        block(page, indent, f"def {node.name.text}{params(node.params)}:", node.span, node.value.body)
    elif type(node) in _LINES:
        row = page.put(indent, _LINES[type(node)](node), node.span)
        row.chapter = isinstance(node, t.Chapter)
    else:
        _BLOCKS[type(node)](page, indent, node)


# ---- one line ----


def _enum(node: t.Enum) -> str:
    circle = [f"then {node.circle.text}"] if node.circle else []
    word = "shape" if node.values[0].shape is not None else "enum"
    return f"{word} {node.name.text}: " + ", ".join([*map(_value, node.values), *circle])


def _value(value: t.EnumValue) -> str:
    return " ".join([value.name, *(quoted(text) for text in (value.shape, value.printed) if text is not None)])


def _card_head(node: t.Card) -> str:
    text = f"card {node.name.text}"
    if node.params:
        text += params(node.params)
    if node.printed is not None:
        text += f" {template(node.printed)}"
    return text + (f" is {node.family.text}" if node.family else "")


def params(items: tuple[t.Param, ...]) -> str:
    return "(" + ", ".join(_param(item) for item in items) + ")"


def _param(node: t.Param) -> str:
    if node.type is not None:
        return f"{node.name}: {type_ref(node.type)}"
    if node.domain is None:
        return node.name
    many = t.Wanted((), node.together) if node.together is not None else node.wanted
    text = f"{node.name}{_keys(node.keys)}{wanted(many)} in {expression(node.domain, RANGE)}"
    if node.condition is not None:
        text += f" if {expression(node.condition, OR)}"
    return text + (" or none" if node.or_none else "")


def _attached(node: t.Hook) -> str:
    condition = f" if {expression(node.condition, OR)}" if node.condition is not None else ""
    word = "instead of" if node.when == "instead" else node.when
    once = " once" if node.once else ""
    return f"{word} {node.name.text}{params(node.params)}{once}{_held(node.held)}{condition}"


def _held(node: t.Held | None) -> str:
    return "" if node is None else " in force" + (f" for {expression(node.of, POSTFIX)}" if node.of is not None else "")


def _winner(node: t.Winner) -> str:
    criteria = [f"{'team ' if c.team else ''}{'highest' if c.highest else 'lowest'} {c.name}" for c in node.criteria]
    condition = f" if {expression(node.condition, OR)}" if node.condition is not None else ""
    return f"winner: {' then '.join(criteria) or 'together'}{condition}"


def _history(node: t.History) -> str:
    (note,) = node.hook.body
    assert isinstance(note, t.Note)
    bound = f" at most {expression(note.at_most, SUM)} times" if note.at_most is not None else ""
    since = f" since {expression(note.since, OR)}" if note.since is not None else ""
    return f"history {node.name.text} {node.hook.when} {node.hook.name.text}{bound}{since}: {', '.join(map(expression, note.values))}"


_LINES: dict[type[t.Decl], Callable[..., str]] = {
    t.History: _history,
    t.Chapter: lambda node: f"chapter {quoted(node.title)}",
    t.Enum: _enum,
    t.Def: lambda node: f"def {node.name.text}{params(node.params)} = {expression(node.value)}",
    t.Winner: _winner,
    t.Invariant: lambda node: f"invariant {quoted(node.title)}: {expression(node.condition)}",
    t.Demand: required,
}


# ---- with a block ----


def _game(page: Page, indent: int, node: t.Game) -> None:
    page.put(indent, f"game {quoted(node.title)}:", node.span)
    if node.players is not None:
        page.put_found(indent + 4, _seats(node.players, node.seats), "players")
    for mode in node.modes:
        page.put(indent + 4, f"mode {mode.name.text}: {_seats(mode.players, mode.seats)}", mode.span)
    for team in node.teams:
        page.put(indent + 4, f"team {team.name.text}: {', '.join(seat.text for seat in team.seats)}", team.span)
    if node.rulebook is not None:
        page.put_found(indent + 4, f"rulebook {quoted(node.rulebook)}", "rulebook")


def _seats(players: t.Range | None, names: tuple[t.Name, ...]) -> str:
    assert players is not None
    low, high = expression(players.low, SUM), expression(players.high, SUM)
    seats = ": " + ", ".join(seat.text for seat in names) if names else ""
    return f"players {low if low == high else f'{low}..{high}'}{seats}"


def _in_modes(page: Page, indent: int, node: t.InModes) -> None:
    page.put(indent, f"mode {', '.join(mode.text for mode in node.modes)}:", node.span)
    for inner in node.body:
        declaration(page, indent + 4, inner)


def _variant(page: Page, indent: int, node: t.Variant) -> None:
    page.put(indent, f"variant {quoted(node.title)} of {quoted(node.base)}:", node.span)
    for inner in node.body:
        declaration(page, indent + 4, inner)


def _option(page: Page, indent: int, node: t.Option) -> None:
    type = f": {type_ref(node.type)}" if node.type else ""
    default = f" = {expression(node.default)}" if node.default is not None else ""
    _asked(page, indent, f"option {node.name.text}{type}{default}", node)


def _asked(page: Page, indent: int, head: str, node: t.Option | t.Ruling) -> None:
    """A head and its question, which stays on the line of the head if it stood there and is short enough."""
    question = "" if node.question is None else f" {quoted(node.question)}"
    behind = page.source.line(node.span.end_line)[node.span.end_column - 1 :].lstrip()
    if not behind.startswith('"'):
        page.put(indent, head, node.span)
        _question(page, indent + 4, node.question)
    elif indent + len(head) + len(question) <= WIDTH:
        page.put(indent, head + question, node.span)
    else:
        page.put(indent, head, node.span)
        behind_it = replace(node.span, line=node.span.end_line, column=node.span.end_column + 1)
        page.put(indent + 4, question.lstrip(), behind_it, tight=True)


def _question(page: Page, indent: int, question: str | None) -> None:
    if question is not None:
        page.put_found(indent, quoted(question), '"', tight=True)


def _ruling(page: Page, indent: int, node: t.Ruling) -> None:
    names = [value.text for value in node.values]
    values = ", ".join(names[:-1]) + " or " + names[-1] if len(names) > 1 else "".join(names)
    default = f" = {node.default.text}" if node.default else ""
    _asked(page, indent, f"ruling {node.name.text}{f': {values}' if values else ''}{default}", node)
    for patch in node.patches:
        page.put(indent + 4, f"{patch.value.text}:", patch.span)
        for inner in patch.body:
            declaration(page, indent + 8, inner)


def _board(page: Page, indent: int, node: t.Board) -> None:
    below = " from below" if node.below else ""
    sizes = ["..".join(expression(end, SUM) for end in ends) for ends in node.sizes] or list(map(_value, node.places))
    extent = f"{'hexes' if node.shape == 'rhombus' else node.shape} {(', ' if node.shape in ('hexes', 'places') else ' by ').join(sizes)}"
    page.put(indent, f"board {node.name.text}: {extent}{below}", node.span)
    routes = [[" - ".join(place.text for place in line.places), *map(expression, line.cells)] for line in node.routes]
    texts = _in_columns([*([line.word.text, *(column.text for column in line.columns)] for line in node.headers), *routes])
    rows = [*zip((*node.headers, *node.routes), texts, strict=True), *((line, _legend(line)) for line in node.legend)]
    for row, text in sorted(rows, key=lambda row: row[0].span.line):
        page.put(indent + 4, text, row.span)


def _legend(line: t.Legend) -> str:
    if not line.marks:
        return f"{template(line.letter)}{loops(line.loops)}"
    marks = ", ".join(f"{mark.variable.text} = {expression(mark.value)}" for mark in line.marks)
    side = f" in {line.side.text}" if line.side is not None else ""
    return f"{template(line.letter)}{' small' if line.small else ''}{side}: {marks}{loops(line.loops)}"


def _chart(page: Page, indent: int, node: t.Chart) -> None:
    page.put(indent, f"chart {node.name.text}:", node.span)
    rows = [node.header, *node.rows]
    texts = _in_columns([[", ".join(name.text for name in row.names), *map(expression, row.cells)] for row in rows])
    for row, text in zip(rows, texts, strict=True):
        page.put(indent + 4, text, row.span)


def _in_columns(cells: list[list[str]]) -> list[str]:
    widths = [max(len(row[n]) for row in cells if n < len(row)) + _GAP for n in range(max(map(len, cells), default=0))]
    return ["".join(text.ljust(width) for text, width in zip(texts, widths)).rstrip() for texts in cells]


def _components(page: Page, indent: int, node: t.Components) -> None:
    page.put(indent, "components:", node.span)
    _aligned(page, indent + 4, [(f"{expression(line.zone, POSTFIX)}:", _census(line), line) for line in node.lines])


def _census(line: t.ComponentLine) -> str:
    return ", ".join(
        f"{expression(item.count, SUM)} of {expression(item.card, POSTFIX)}{loops(item.loops)}{_where(item.condition)}" for item in line.items
    )


def _where(condition: t.Expr | None) -> str:
    return f" if {expression(condition, OR)}" if condition is not None else ""


def _state(page: Page, indent: int, node: t.State) -> None:
    owner = "table" if node.owner == "table" else f"each {node.owner}"
    if node.board is not None:
        owner = f"each {', '.join(group.text for group in node.groups)} of {node.board.text}"
    head = f"{owner}{f' this {node.scope.text}' if node.scope else ''}:"
    lines: list[tuple[str, str, t.Node]] = [(f"{names}{_keys(line.keys)}{_drawn(line)}:", _variable(line), line) for names, line in _named(node.variables)]
    if len(lines) == 1 and lines[0][2].span.line == node.span.end_line and indent + len(head) + sum(map(len, lines[0][:2])) + 2 <= WIDTH:
        page.put(indent, f"{head} {lines[0][0]} {lines[0][1]}", node.span.to(lines[0][2].span))
        return
    page.put(indent, head, node.span)
    _aligned(page, indent + 4, lines)


def _named(variables: tuple[t.Variable, ...]) -> list[tuple[str, t.Variable]]:
    """The lines of state, each with its names."""
    lines: list[tuple[str, t.Variable]] = []
    for variable in variables:
        if variable.beside and lines:
            names, first = lines.pop()
            lines.append((f"{names}, {variable.name.text}", first))
        else:
            lines.append((variable.name.text, variable))
    return lines


def _keys(keys: tuple[t.Keyed, ...]) -> str:
    return f"[{', '.join(f'{key.name.text} in {expression(key.among, RANGE)}' for key in keys)}]" if keys else ""


def _drawn(node: t.Variable) -> str:
    return f" {template(node.drawn)}" if node.drawn is not None else ""


def _variable(node: t.Variable) -> str:
    text = type_ref(node.type)
    if node.initial is not None:
        text += f" = {expression(node.initial)}"
    if node.visibility is not None:
        text += f", {node.visibility.text}"
    return text + (f", at most {expression(node.at_most, RANGE)}" if node.at_most is not None else "")


def _aligned(page: Page, indent: int, lines: list[tuple[str, str, t.Node]]) -> None:
    """Lines in two columns, and their comments in a third."""
    page.tables += 1
    width = max(len(name) for name, _, _ in lines)
    for name, text, node in lines:
        page.put(indent, f"{name.ljust(width)} {text}", node.span).table = page.tables


def _names(page: Page, indent: int, node: t.NamesBlock) -> None:
    page.put(indent, f"names {quoted(node.language)}:", node.span)
    for entry in node.entries:
        written = entry.key if _NAME.fullmatch(entry.key) and entry.key not in RESERVED else quoted(entry.key)
        page.put(indent + 4, f"{written}: {quoted(entry.text)}", entry.span)


def _card(page: Page, indent: int, node: t.Card) -> None:
    if not (node.words is not None or node.stands_for or node.constants or node.effects or node.hooks or node.in_force):
        page.put(indent, _card_head(node), node.span)
        return
    page.put(indent, f"{_card_head(node)}:", node.span)
    _question(page, indent + 4, node.words)
    if node.stands_for is not None:
        page.put(indent + 4, f"stands for any {node.stands_for.text}", node.stands_for.span)
    for line in node.in_force:
        whose = f" for {line.name.text}" if line.name is not None else ""
        page.put(indent + 4, f"in force{whose} if {expression(line.condition, OR)}", line.span)
    for constant in node.constants:
        page.put(indent + 4, f"{constant.name.text} = {expression(constant.value)}", constant.span)
    for rule in sorted((*node.effects, *node.hooks), key=lambda rule: (rule.span.line, rule.span.column)):
        declaration(page, indent + 4, rule)


def _cards(page: Page, indent: int, node: t.Cards) -> None:
    family = node.cards[0].family
    names = ", ".join(card.name.text for card in node.cards)
    page.put(indent, f"card {names}{f' is {family.text}' if family else ''}", node.span)


def _effect(page: Page, indent: int, node: t.Effect) -> None:
    name = f" {node.name.text}" if node.name is not None else ""
    written = params(node.params) if node.params else ""
    block(page, indent, f"effect{name}{written}:", node.span, node.body)


def _any_time(node: t.Phase | t.Action | t.To) -> str:
    """When an action can be chosen beside the menus that name it."""
    if not isinstance(node, t.Action) or node.any_time is None:
        return ""
    phase = node.any_time.phase
    return " at any time" + (f" during {phase.text}" if phase is not None else "")


def _beside(body: t.Block) -> tuple[str, t.Block]:
    """The text that stands behind the head of an action, and what is done."""
    label = body[0] if body else None
    return (f" {template(label.text)}", body[1:]) if isinstance(label, t.Label) and label.beside else ("", body)


def _callable(word: str) -> Callable[[Page, int, t.Phase | t.Action | t.To], None]:
    def write(page: Page, indent: int, node: t.Phase | t.Action | t.To) -> None:
        text, body = _beside(node.body)
        head = f"{word} {node.name.text}{params(node.params)}{text}{_any_time(node)}"
        if not isinstance(node, t.Action) and node.guarded and isinstance(body[0], t.If):
            condition, body = body[0].arms[0]
            head += f" if {expression(condition, OR)}" if condition is not None else ""
        block(page, indent, f"{head}:", node.span, body)

    return write


def _told(page: Page, indent: int, word: str, node: t.Def | t.Meld, fields: tuple[t.Field, ...]) -> None:
    """What is told line by line."""
    page.put(indent, f"{word} {node.name.text}{params(node.params)}:", node.span)
    lines: list[tuple[str, str, t.Node]] = []
    for field in fields:
        reason = f" else {template(field.message)}" if field.message else ""
        lines.append((f"{field.name.text}:", f"{expression(field.value)}{reason}", field))
    _aligned(page, indent + 4, lines)


def _hook(page: Page, indent: int, node: t.Hook) -> None:
    if node.value is not None:
        page.put(indent, f"{_attached(node)} = {expression(node.value)}", node.span)
    else:
        block(page, indent, f"{_attached(node)}:", node.span, node.body)


def _watch(page: Page, indent: int, node: t.Watch) -> None:
    members = f" for {loop_head(node.loop)}" if node.loop is not None else ""
    phase = f" during {node.phase.text}" if node.phase is not None else ""
    block(page, indent, f"as soon as {expression(node.condition, OR)}{members}{phase}:", node.span, node.body)


_BLOCKS: dict[type[t.Decl], Callable[..., None]] = {
    t.Game: _game,
    t.InModes: _in_modes,
    t.Variant: _variant,
    t.Option: _option,
    t.Ruling: _ruling,
    t.Board: _board,
    t.Chart: _chart,
    t.Components: _components,
    t.State: _state,
    t.NamesBlock: _names,
    t.Play: lambda page, indent, node: block(page, indent, "play:", node.span, node.body),
    t.Phase: _callable("phase"),
    t.Action: _callable("action"),
    t.To: _callable("to"),
    t.Hook: _hook,
    t.Watch: _watch,
    t.Card: _card,
    t.Cards: _cards,
    t.Effect: _effect,
    t.Test: test,
}
