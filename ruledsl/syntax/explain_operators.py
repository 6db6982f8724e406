"""Operators of other languages, and in words: what is written here instead."""

from __future__ import annotations

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.syntax.scene import Scene

PAIRS = {"&&": "and", "||": "or", "<>": "!=", "=>": ">=", "=<": "<=", "===": "=="}
WORDS = {"div": "//", "mod": "%", "modulo": "%", "rem": "%", "plus": "+", "minus": "-", "times": "*", "equals": "==", "xor": "!="}


def equals(scene: Scene) -> Diagnostic | None:
    """`=` for `==`, and the other way round."""
    text = scene.token.text
    if text == "=" and scene.before == ":" and scene.place > 0:
        if scene.line.tokens[scene.place - 1].end == scene.token.column:
            return scene.replaced("walrus", scene.span(scene.place - 1, scene.place), "=")
    if text == ":" and scene.word(scene.place + 1) == "=" and "ASSIGN" in scene.expected:
        return scene.replaced("walrus", scene.span(scene.place, scene.place + 1), "=")
    if text == "=" and "EQUAL" in scene.expected:
        return scene.replaced("assign_for_equal", scene.here, "==")
    if text == "==" and "ASSIGN" in scene.expected and "EQUAL" not in scene.expected:
        return scene.replaced("equal_for_assign", scene.here, "=")
    return None


def operator(scene: Scene) -> Diagnostic | None:
    """The marks of other languages, and words that stand for marks."""
    return _marks(scene) or _word(scene)


def _marks(scene: Scene) -> Diagnostic | None:
    """Two marks in a row that are one mark elsewhere."""
    tokens = scene.line.tokens
    for start in (scene.place - 1, scene.place):
        pair = scene.word(start) + scene.word(start + 1)
        if start < 0 or start + 1 >= len(tokens) or tokens[start].end != tokens[start + 1].column:
            continue
        span = scene.span(start, start + 1)
        if pair == "**":
            return scene.report("power", span)
        if pair in ("++", "--") and (start + 2 == len(tokens) or start == 0):
            edits = (Edit(span, f" {pair[0]}= 1"),) if start and start + 2 == len(tokens) else ()
            return scene.report("increment", span, edits, word=pair)
        if pair == "=>" and start < scene.place:  # the `=` stands well there: nothing is compared
            return scene.replaced("foreign_operator", span, "=", word=pair, right="=")
        if pair in PAIRS:
            return scene.replaced("foreign_operator", span, PAIRS[pair], word=pair, right=PAIRS[pair])
    if scene.adjoins("*", "=") or scene.adjoins("//", "=") or scene.adjoins("%", "="):
        return scene.report("foreign_operator", scene.span(scene.place - 1, scene.place), word=f"{scene.before}=", right="x = x * 2")
    return None


def _word(scene: Scene) -> Diagnostic | None:
    """`points div 2`, `bid plus 1`."""
    mark = WORDS.get(scene.token.text)
    behind = scene.word(scene.place + 1)
    if mark is None or "PLUS" not in scene.expected or not (behind[:1].isalnum() or behind[:1] == "("):
        return None
    return scene.replaced("foreign_operator", scene.here, mark, word=scene.token.text, right=mark)
