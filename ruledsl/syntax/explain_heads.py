"""What stands at the beginning of a line that declares something, and is written otherwise."""

from __future__ import annotations

from itertools import pairwise

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.source import Span
from ruledsl.syntax.scene import Scene

NAMED = ("game", "variant", "chapter", "test")
"""What these declare has a text for its name."""
RESULT = "who wins is said by `winner: highest points`, at the left margin; what a game is worth to each player by `def payoff(p) = ...`"
"""Said to whoever writes `score` as a rule of its own."""


def unquoted(scene: Scene) -> Diagnostic | None:
    """`game Race:`: a name without the quotes."""
    if scene.first not in NAMED or scene.place != 1 or "STRING" not in scene.expected or not scene.token.text[:1].isalnum():
        return None
    ends = (":", "of") if scene.first == "variant" else (":",)
    words = [token.text for token in scene.line.tokens]
    end = next((n for n, word in enumerate(words) if n > 1 and word in ends), len(words))
    name = f'"{" ".join(words[1:end])}"'
    how = f"a name stands in quotes: `{scene.first} {name}{':' * (scene.first != 'chapter')}`"
    return scene.replaced("unexpected", scene.span(1, end - 1), name, word=scene.token.text, expected=how)


def in_the_game(scene: Scene) -> Diagnostic | None:
    """A declaration below `game`, indented as if it belonged to it."""
    if scene.place != 0 or scene.inside or not scene.declares() or "RULEBOOK" not in scene.expected:
        return None
    blanks = Span(scene.file, scene.token.line, 1, scene.token.line, scene.token.column)
    how = f"`{scene.first}` begins at the left margin: below `game` stands who plays, and the rulebook"
    return scene.report("unexpected", fix=(Edit(blanks, ""),), word=scene.first, expected=how)


def no_def(scene: Scene) -> Diagnostic | None:
    """`score(p) = p.points` where a declaration begins."""
    words = [token.text for token in scene.line.tokens]
    if not scene.at_top or scene.kind != "NAME" or scene.word(1) != "(" or (")", "=") not in pairwise(words):
        return None
    fix = (Edit(Span(scene.file, scene.token.line, scene.token.column, scene.token.line, scene.token.column), "def "),)
    what = f"; {RESULT}" if scene.first == "score" else ""
    return scene.report("unknown_declaration", fix=fix, word=scene.first, meant=f"what is reckoned is declared by `def {scene.first}(...) = ...`{what}")


def scored(scene: Scene) -> Diagnostic | None:
    """`score p.points` among statements."""
    if scene.inside and scene.first == "score" and scene.place == 1 and scene.token.kind == "NAME" and scene.word(2) in (".", ""):
        return scene.report("unknown_statement", scene.span(0), word="score", meant=RESULT)
    return None


def action_if(scene: Scene) -> Diagnostic | None:
    """A condition where only phases and deeds have one."""
    return scene.report("action_if") if scene.kind == "IF" and scene.first == "action" and "COLON" in scene.expected else None


def no_places(scene: Scene) -> Diagnostic | None:
    """`board map: places:`, with the places below it."""
    if scene.first != "board" or scene.token.text != ":" or scene.before != "places":
        return None
    how = "the places stand on this line, the routes below it: `board map: places ash, elm`, and `ash - elm` in a line of its own"
    return scene.report("unexpected", word=":", expected=how)


RULES = (unquoted, in_the_game, no_def, scored, no_places)


def at_head(scene: Scene) -> Diagnostic | None:
    """The first of them."""
    return next((found for rule in RULES if (found := rule(scene)) is not None), None)
