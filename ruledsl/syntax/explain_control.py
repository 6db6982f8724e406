"""Slips in orders and in menus that come again: words that other languages, or this one elsewhere, have for them."""

from __future__ import annotations

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.source import Span
from ruledsl.syntax.scene import Scene

MOST = frozenset("max most desc descending largest biggest high".split())
LEAST = frozenset("min least asc ascending smallest low".split())
PLACES = frozenset("rank ranks ranking place places placed".split())
ORDERS = frozenset("order ordered sorted sort".split())
PARTS = ("by", "ranked", "from", "if", "while")
"""What stands behind `for x in S`, in this order."""


def order(scene: Scene) -> Diagnostic | None:
    """In the head of a loop: `by p.score`, `order by`, a comma for `then`, `rank` for `ranked`, `from` behind `if`."""
    word, before = scene.token.text, scene.before
    if before == "by" and "HIGHEST" in scene.expected:
        if word in MOST | LEAST and scene.word(scene.place + 1) not in (".", "(", ":"):
            return scene.replaced("order_word", scene.here, "highest" if word in MOST else "lowest", word=word, right="highest … or lowest …")
        return scene.report("order_side", word=word)
    if word in ORDERS and "BY" in scene.expected:
        last = scene.place + (scene.word(scene.place + 1) == "by")
        sided = scene.word(last + 1) in ("highest", "lowest")
        fix = (Edit(scene.span(scene.place, last), "by"),) if sided else ()
        return scene.report("order_word", scene.span(scene.place, last), fix, word=word, right="by highest …")
    if word == "," and "RANKED" in scene.expected and scene.word(scene.place + 1) in ("highest", "lowest"):
        return scene.replaced("order_word", scene.here, " then", word=word, right="then")
    if word in PLACES and "RANKED" in scene.expected:
        return scene.replaced("order_word", scene.here, "ranked", word=word, right="ranked n")
    if word == "ranked" and "BY" in scene.expected:
        return scene.report("ranked_without_order")
    return loop_part(scene) if word in PARTS and ("WHILE" in scene.expected or _behind_while(scene)) else None


def _behind_while(scene: Scene) -> bool:
    """In the head of a loop, behind its last part: `for x in S while C if D`."""
    words = [token.text for token in scene.line.tokens[: scene.place]]
    return "while" in words and bool({"for", "turns"} & set(words[: words.index("while")]))


def loop_part(scene: Scene) -> Diagnostic | None:
    """In the head of a loop: what stands behind a part that it stands before."""
    later = PARTS[PARTS.index(scene.token.text) + 1 :]
    before = next((token.text for token in scene.line.tokens[: scene.place] if token.text in later), None)
    return scene.report("loop_part", word=scene.token.text, before=before) if before else None


def repeated(scene: Scene) -> Diagnostic | None:
    """`repeat 2 if C else 6 times`: how often is one value."""
    end = next((n for n, token in enumerate(scene.line.tokens) if token.text == "times"), 0)
    if scene.first != "repeat" or scene.token.text != "if" or end <= scene.place:
        return None
    first, last = scene.line.tokens[1], scene.line.tokens[end - 1]
    opened, closed = (Span(scene.file, token.line, at, token.line, at) for token, at in ((first, first.column), (last, last.end)))
    how = "what it hangs on how often stands in brackets: `repeat (2 if … else 6) times:`"
    return scene.report("unexpected", None, (Edit(opened, "("), Edit(closed, ")")), word="if", expected=how)


def together(scene: Scene) -> Diagnostic | None:
    """`winner: together` without a condition."""
    if scene.first == "winner" and scene.before == "together" and "IF" in scene.expected:
        return scene.report("together_always", scene.span(scene.place - 1, scene.place - 1))
    return None


def again(scene: Scene) -> Diagnostic | None:
    """In a menu that comes again: `may again a`, `again until C`, `again if C`."""
    word, before = scene.token.text, scene.before
    if before == "again" and scene.place > 1 and scene.word(scene.place - 2) in ("may", "chooses") and scene.token.kind == "NAME":
        return scene.report("again_first", scene.span(scene.place - 1))
    if before == "again" and word == "until":
        return scene.report("again_until")
    if before == "again" and word == "if" and "WHILE" in scene.expected:
        return scene.replaced("again_if", scene.here, "while")
    return None


def value_in_block(scene: Scene) -> Diagnostic | None:
    """`def f(n): n + 1`: what a def is, as its block."""
    head = scene.line if scene.first == "def" else scene.over
    if head is None or not head.tokens or head.tokens[0].text != "def" or scene.first in ("require", "let"):
        return None
    if not any(token.kind == "COLON" for token in (head.tokens[: scene.place] if head is scene.line else head.tokens[-1:])):
        return None
    name = head.tokens[1].text if len(head.tokens) > 1 else "f"
    how = f"a value stands behind `=`, as in `def {name}(…) = …`"
    return scene.report("unexpected", None if scene.token.text else scene.span(scene.place - 1), word=scene.token.text or scene.before, expected=how)


def about_winner(scene: Scene) -> Diagnostic | None:
    """What is wrong with a line about who wins."""
    return _hung_on_winner(scene) or _no_winner(scene) or _reckoned_winner(scene)


def _hung_on_winner(scene: Scene) -> Diagnostic | None:
    """`instead of winner: …`: nothing hangs on what is no rule by itself, and it is declared again."""
    hook = 2 if scene.first == "instead" else 1
    if scene.first not in ("before", "after", "instead") or scene.place <= hook or scene.word(hook) != "winner":
        return None
    how = "nothing is hung on `winner:`; write it again, as in `winner: highest score`: what a variant or patch declares again is replaced"
    return scene.report("unexpected", scene.span(hook), word="winner", expected=how)


def _reckoned_winner(scene: Scene) -> Diagnostic | None:
    """`winner: highest value(p)`: a name is asked of each player, and what is reckoned has none yet."""
    if scene.first != "winner" or scene.token.text not in ("(", ".") or scene.word(scene.place - 2) not in ("highest", "lowest"):
        return None
    which, name = scene.word(scene.place - 2), scene.before
    built_in = name in ("count", "sum", "max", "min", "p", "player", "players")
    how = f"the name is enough, as in `winner: {which} {name}`: it is asked of each player"
    if built_in:
        how = f"what is reckoned gets a name: `def result(p) = …`, and `winner: {which} result`"
    return scene.report("unexpected", word=scene.token.text, expected=how)


def _no_winner(scene: Scene) -> Diagnostic | None:
    if scene.first == "winner" and scene.place == 2 and scene.token.text in ("none", "nobody", "all", "everybody"):
        how = "where all win or nobody does, write `winner: together if C`; `winner: highest score if C` says when nobody wins"
        return scene.report("unexpected", word=scene.token.text, expected=how)
    return None
