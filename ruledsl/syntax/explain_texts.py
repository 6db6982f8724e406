"""What is wrong where a text stands that cannot stand there, and what to write instead."""

from __future__ import annotations

from ruledsl.diagnostics import Diagnostic
from ruledsl.syntax import texts, words
from ruledsl.syntax.scene import Scene


def text_in_hole(scene: Scene) -> Diagnostic | None:
    """Quotes inside the braces of a text end it there."""
    if scene.before.startswith('"') and [kind for kind, _, _ in texts.pieces(scene.before)][-1:] == ["brace"]:
        return scene.report("text_in_hole")
    return None


def text_as_value(scene: Scene) -> Diagnostic | None:
    if scene.token.kind == "STRING" and words.VALUE_STARTS <= scene.expected and "STRING" not in scene.expected:
        name = scene.token.text[1:-1]
        if scene.before in ("==", "!=", "is", "not") and name.isidentifier():
            return scene.replaced("text_as_value", scene.here, name)
        return scene.report("text_as_value")
    return None


def late_text(scene: Scene) -> Diagnostic | None:
    """A text that begins a line within a block: it was meant for what the block says."""
    if scene.kind == "STRING" and scene.place == 0 and not scene.at_top:
        how = "a text that says what something is, or how it is told, is the first line below its name"
        return scene.report("unexpected", word=scene.token.text, expected=how)
    return None
