"""`test` blocks in the one layout."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.format.expressions import POSTFIX, SUM, call, expression, hops, listed, quoted, template
from ruledsl.format.page import Page
from ruledsl.format.statements import drawn, picture, until
from ruledsl.source import Span
from ruledsl.syntax import tree as t

KNOWING = {"knows": "{who} knows {what}", "knows not": "not {who} knows {what}", "possible": "{who} holds possible {what}"}


def test(page: Page, indent: int, node: t.Test) -> None:
    _named(page, indent, "test", node)


def _named(page: Page, indent: int, word: str, node: t.Test) -> None:
    page.put(indent, f"{word} {quoted(node.title)}:", node.span)
    inner = indent + 4
    if node.players is not None:
        page.put(inner, f"players {expression(node.players, SUM)}", node.players.span)
    for name, value in node.options:
        page.put(inner, f"option {name.text} = {expression(value)}", name.span.to(value.span))
    if node.seed is not None:
        page.put(inner, f"seed {expression(node.seed, SUM)}", node.seed.span)
    if node.refused is not None:
        because = f" because {quoted(node.refused.because)}" if node.refused.because else ""
        page.put(inner, f"refused{because}", node.refused.span)
    if node.given is not None:
        _given(page, inner, node.given)
    for step in node.steps:
        if isinstance(step, t.When):
            _when(page, inner, step)
        else:
            _then(page, inner, step)
    for case in node.cases:
        _named(page, inner, "case", case)


def _lines(page: Page, indent: int, head: str, span: Span, lines: list[tuple[str, Span]]) -> None:
    """A head and its lines; a single one stays behind the head if it stood there."""
    if len(lines) == 1 and lines[0][1].line == span.end_line:
        page.put(indent, f"{head} {lines[0][0]}", span.to(lines[0][1]))
        return
    page.put(indent, head, span)
    for text, place in lines:
        page.put(indent + 4, text, place)


def _given(page: Page, indent: int, node: t.Given) -> None:
    head = "given" if node.phase is None else f"given {call(node.phase, node.args)}"
    if not node.lines and not node.known:
        page.put(indent, head, node.span)
        return
    _given_lines(page, indent, head, node.span, sorted([*node.lines, *node.known], key=lambda line: line.span.line))


def _given_lines(page: Page, indent: int, head: str, span: Span, lines: Sequence[t.GivenLine | t.GivenKnown]) -> None:
    if not any(_is_drawn(line) for line in lines):
        _lines(page, indent, f"{head}:", span, [(_given_line(line), line.span) for line in lines])
        return
    page.put(indent, f"{head}:", span)
    for line in lines:
        if isinstance(line, t.GivenLine) and drawn(line.place, line.value):
            picture(page, indent + 4, line.place, line.value)
        else:
            page.put(indent + 4, _given_line(line), line.span)


def _is_drawn(node: t.GivenLine | t.GivenKnown) -> bool:
    return isinstance(node, t.GivenLine) and drawn(node.place, node.value)


def _given_line(node: t.GivenLine | t.GivenKnown) -> str:
    if isinstance(node, t.GivenKnown):
        return f"{node.who.text} knows {expression(node.what, SUM)}"
    return f"{expression(node.place, POSTFIX)}{' from top' if node.from_top else ''} = {expression(node.value)}{until(node.until)}"


def _then(page: Page, indent: int, node: t.Then) -> None:
    first = node.checks[0] if node.checks else None
    if first is not None and first.kind == "apart":
        _given_lines(page, indent, f"then {first.who} cannot tell apart", node.span, first.worlds)
    else:
        _lines(page, indent, "then:", node.span, [(_check(check), check.span) for check in node.checks])


def _when(page: Page, indent: int, node: t.When) -> None:
    if node.times is not None:
        unit = "random games" if node.games else "times"
        page.put(indent, f"when {expression(node.times, SUM)} {unit}", node.span)
        return
    _lines(page, indent, "when:", node.span, [(_when_line(line), line.span) for line in node.lines])


def _when_line(node: t.WhenLine) -> str:
    values = quoted(node.who) if node.kind == "comes" else hops(node.values) if node.kind == "seat" else listed(node.values)
    heads = {"seat": f"{node.who}: ", "comes": ""}
    return heads.get(node.kind, f"{node.kind} ") + values


def _check(node: t.Check) -> str:
    condition = expression(node.condition) if node.condition is not None else ""
    if node.kind == "expr":
        return condition
    if node.kind == "phase":
        return f"phase is {node.who}"
    if node.kind in ("comes", "stays away"):
        return f"{quoted(node.who)} {'can' if node.kind == 'comes' else 'cannot'} come"
    if node.kind in KNOWING:
        return KNOWING[node.kind].format(who=node.who, what=condition)
    if node.kind == "worlds":
        assert node.expected is not None
        return f"worlds({node.who}) == {expression(node.expected, SUM)}"
    if node.kind in ("always", "ever"):
        return f"{node.kind} {condition}"
    if node.kind in ("average", "number"):
        assert node.tolerance is not None and node.expected is not None
        return f"{node.kind}({condition}) within {expression(node.tolerance, SUM)} of {expression(node.expected, SUM)}"
    word = "can only" if node.kind == "only" else node.kind
    because = f" because {template(node.because)}" if node.because else ""
    return f"{node.who} {word} {listed(node.items)}{because}"
