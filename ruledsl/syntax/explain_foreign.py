"""What people write who think of a sentence, or of another language: what is said here instead."""

from __future__ import annotations

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.source import Span
from ruledsl.spell import nearest
from ruledsl.syntax.scene import Scene
from ruledsl.syntax.sentences import CARDS

SAID = {
    **dict.fromkeys(("draw", "put", "place", "discard", "take", "pick"), CARDS),
    **dict.fromkeys(("add", "gain", "score", "increase", "increment"), "a number is changed by `your.score += 1`"),
    **dict.fromkeys(("subtract", "lose", "pay", "decrease", "spend"), "a number is changed by `your.score -= 1`"),
    **dict.fromkeys(("roll", "random", "throw"), "what falls to chance is kept: `let n = roll d6`, `x = roll 1..10`"),
    "set": "a variable is set by `x = 5`",
    "next": "whose turn it is says `turns p in players: ...`",
    "choose": "who chooses stands before it: `p chooses lay or draw`",
}
"""What stands for a word at the beginning of a statement."""
ARTICLES = ("the", "a", "an")
BEHIND = frozenset("in is and or if else for from while until to by then as at not again after before may chooses wins".split())
"""Words that may stand behind a name: before them `a` is one, and no article."""


def foreign(scene: Scene) -> Diagnostic | None:
    """The first of them."""
    return _exactly(scene) or _on_card(scene) or (_statement(scene) if scene.inside else _declaration(scene)) or _article(scene)


def _exactly(scene: Scene) -> Diagnostic | None:
    """`cards: 2 Card in your.hand`: of so many, no more and no less, both ends of the range are written."""
    number = scene.line.tokens[scene.place - 1] if scene.place > 1 else None
    if number is None or number.kind != "NUMBER" or scene.word(scene.place - 2) != ":" or scene.token.kind not in ("NAME", "IN"):
        return None
    if not scene.in_brackets and all(token.text not in ("chooses", "may") for token in scene.line.tokens[: scene.place]):
        return None
    both = f"{number.text}..{number.text}"
    return scene.replaced("unexpected", number.span(scene.file), both, word=number.text, expected=f"how many are chosen is a range: `{both}`")


def _article(scene: Scene) -> Diagnostic | None:
    """`shuffle the deck`: the article was read as a name, or is one too many."""
    for place in (scene.place - 1, scene.place):
        token = scene.line.tokens[place] if 0 < place < len(scene.line.tokens) - 1 else None
        behind = scene.line.tokens[place + 1] if token is not None else None
        if token is not None and behind is not None and token.text in ARTICLES and behind.text[:1].isalpha() and behind.text not in BEHIND:
            fix = (Edit(Span(scene.file, token.line, token.column, behind.line, behind.column), ""),)
            if scene.place > place and token.text != "the":
                continue  # a name that somebody has given
            return scene.report("unexpected", scene.span(place), fix, word=token.text, expected="leave it out: names have no article")
    return None


def _statement(scene: Scene) -> Diagnostic | None:
    first, second, text = scene.first, scene.word(1), scene.token.text
    name = scene.line.tokens[0].kind == "NAME"
    if first in SAID and name and scene.place == 1 and (scene.token.kind in ("NAME", "NUMBER") or text.isalpha()) and second not in ("chooses", "may"):
        return scene.report("unknown_statement", scene.span(0), word=first, meant=SAID[first])
    if first == "for" and second == "each" and scene.place in (1, 2):
        return scene.report("unexpected", scene.span(1), word="each", expected="what is done for all of them is written `for p in players: ...`")
    if first == "each" and scene.place <= 2 and ":" in (scene.word(2), scene.word(3)):
        return scene.report("unexpected", scene.span(0), word="each", expected="what is done for all of them is written `for p in players: ...`")
    if name and text in ("must", "should", "can") and scene.place == 1:
        how = f"write `{first} chooses a or b`, or `{first} may a or b` where passing is allowed"
        return scene.report("unexpected", word=text, expected=how)
    if first == "move" and text == "from" and any(token.text == "to" for token in scene.line.tokens[scene.place :]):
        how = "where a card lies is known: `move card to pile`; of a pile it is said which, `move top of deck to pile`"
        return scene.report("unexpected", word="from", expected=how)
    if text in ("|", "&") and scene.word(scene.place + 1) == "=" and "ASSIGN" in scene.expected:
        return scene.report("foreign_operator", scene.span(scene.place, scene.place + 1), word=f"{text}=", right=f"x = x {text} y")
    return None


def _declaration(scene: Scene) -> Diagnostic | None:
    first, text = scene.first, scene.token.text
    if first == "action" and text == "from" and "IN" in scene.expected | {"IN"} and scene.word(scene.place - 2) in ("(", ","):
        return scene.replaced("unexpected", scene.here, "in", word="from", expected="write `in`")
    if first == "action" and scene.place == 2 and scene.token.kind == "NAME" and scene.word(3) in ("in", "if", ":"):
        how = f"what is chosen stands in brackets: `action {scene.word(1)}({text} in ...):`"
        return scene.report("unexpected", word=text, expected=how)
    if first == "chart" and scene.place == 2 and not scene.at_end:
        how = f"a chart is a table: below `chart {scene.word(1)}:` a line that names its columns, and under it a line for each row"
        return scene.report("unexpected", word=text, expected=how)
    if first == "players" and text == ":" and scene.place == 1:
        return scene.report("unexpected", word=":", expected="write `players 2..4`")
    if "COLON" in scene.expected and text == "{":
        return scene.report("unexpected", word="{", expected="write `:`; what belongs to it stands below, indented")
    if "COLON" in scene.expected and text == "=" and first == "enum":
        return scene.replaced("unexpected", scene.here, ":", word="=", expected=f"write `enum {scene.word(1)}: one, two`")
    if "COLON" in scene.expected and text == "=" and scene.place == 1:
        return scene.report("unexpected", word="=", expected=f"say first what it may be: `{first}: 0..99 = 0`")
    return None


def _on_card(scene: Scene) -> Diagnostic | None:
    """What is printed on a card, written below it like variables."""
    heads = [line.tokens[0].text for line in (scene.above, scene.over) if line is not None]
    listed = scene.token.text == ":" and scene.place == 1 and "ASSIGN" in scene.expected and not scene.at_top
    if listed and "card" in heads and not nearest(scene.first, ["effect"]):
        how = f"what is printed on a card stands in brackets behind its name: `card Fox({scene.first}: 1..5)`"
        return scene.report("unexpected", word=":", expected=how)
    return None


def called_on(scene: Scene) -> str:
    """What is said of a deed that is called as a part of what it is about: `p.pay(3)`."""
    said = [token.text for token in scene.line.tokens[: scene.place]]
    said = said[len(said) - said[::-1].index(":") :] if ":" in said else said
    of = said.index("(") - 2 if "(" in said else 0
    if of < 1 or said[of] != "." or said[-1] != ")" or set(said[1:of:2]) - {"."}:
        return ""
    return f"a deed stands before what it is about: `{said[of + 1]}({''.join(said[:of])}{'' if said[of + 3] == ')' else ', …'})`"
