"""What a line that is still being written names for the rest of it: its parameters, its loops, what it chooses. No tree says it before the line can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ruledsl.model import Model
from ruledsl.model.types import INT, UNKNOWN, Type, card_of
from ruledsl.record import record
from ruledsl.syntax.token import Token

WITH_PARAMETERS = frozenset("phase action to def card effect combination meld before after instead".split())
BINDING = frozenset("for turns each by chooses".split())
"""Words before a name that stands for what comes behind `in`."""
OPENING, CLOSING = frozenset({"LPAR", "LSQB", "LBRACE"}), frozenset({"RPAR", "RSQB", "RBRACE"})
TAKEN_FROM = ("top", "bottom", "random")


@record(frozen=True)
class Bound:
    """A name, and the words behind its `in` (`of`), its `=` (`let`) or its `:` (`kind`), if there are any. `depth` is in how many brackets it holds."""

    name: str
    how: str = ""
    words: tuple[Token, ...] = ()
    depth: int = 0
    place: int = -1  # among the parameters


def bound(tokens: Sequence[Token]) -> list[Bound]:
    """What the words of a line name that still holds at their end."""
    found: list[Bound] = []
    head = bool(tokens) and tokens[0].text in WITH_PARAMETERS
    depth, place = 0, 0
    for n, token in enumerate(tokens):
        before, behind = (tokens[n - 1] if n else None), (tokens[n + 1].text if n + 1 < len(tokens) else "")
        if token.kind in OPENING:
            depth += 1
        elif token.kind in CLOSING:
            depth -= 1
            found = [b for b in found if b.depth <= depth or b.place >= 0]
            head = head and depth > 0
        elif head and depth == 1 and before is not None and before.kind in ("LPAR", "COMMA"):
            found.append(_parameter(tokens, n, place))
            place += 1
        elif behind == "in" and before is not None and (before.text in BINDING or before.kind == "LSQB"):
            found.append(Bound(token.text, "of", _behind(tokens, n + 2), depth))
        elif behind == "=" and before is not None and before.text == "let":
            found.append(Bound(token.text, "let", _behind(tokens, n + 2), depth))
    return found


def _parameter(tokens: Sequence[Token], n: int, place: int) -> Bound:
    behind = tokens[n + 1].text if n + 1 < len(tokens) else ""
    how = {"in": "of", ":": "kind"}.get(behind, "")
    return Bound(tokens[n].text, how, _behind(tokens, n + 2) if how else (), 1, place)


ENDING = frozenset("if while by from for at or and else chooses may ranked then as".split())


def _behind(tokens: Sequence[Token], start: int) -> tuple[Token, ...]:
    """The words of one value, or of the name of a type."""
    depth = 0
    for n in range(start, len(tokens)):
        depth += (tokens[n].kind in OPENING) - (tokens[n].kind in CLOSING)
        if depth < 0 or depth == 0 and (tokens[n].text in ENDING or tokens[n].kind in ("COMMA", "COLON", "ASSIGN", "STRING")):
            return tuple(tokens[start:n])
    return tuple(tokens[start:])


def types_of(tokens: Sequence[Token], model: Model, of: Callable[[list[Token]], Type], known: Mapping[str, Type]) -> Iterator[tuple[str, Type]]:
    """The names that hold at the end of a line, with their types as far as its words say them; `of` is what a thing is that is named by words, and
    sees in `known` what was said before."""
    hooked = _hooked(tokens, model)
    for b in bound(tokens):
        type = hooked[b.place] if 0 <= b.place < len(hooked) else UNKNOWN
        if b.how == "of":
            type = member(b.words, model, of)
        elif b.how == "let":
            type = of([*b.words])
        elif b.how == "kind" and len(b.words) == 1:
            type = card_of(frozenset(model.leaves(b.words[0].text))) if b.words[0].text in model.kinds else named(b.words[0].text, model)
        if type.kind != "unknown" or b.name not in known:
            yield b.name, type


def _hooked(tokens: Sequence[Token], model: Model) -> list[Type]:
    """The types of the parameters of what a `before`, `after` or `instead of` hangs on."""
    if not tokens or tokens[0].text not in ("before", "after", "instead"):
        return []
    target = next((model.callables[token.text] for token in tokens[1:3] if token.text in model.callables), None)
    return [p.type for p in target.params] if target is not None else []


def named(word: str, model: Model) -> Type:
    """The type that a word is the name of."""
    if word in model.enums:
        return Type("enum", word)
    return Type(word) if word in ("player", "cell", "bool") else Type("cell", word) if word in ("corner", "edge", "place", "route") else UNKNOWN


def member(words: Sequence[Token], model: Model, of: Callable[[list[Token]], Type]) -> Type:
    """What is met when one goes through what words name."""
    if any(token.kind == "DOTS" for token in words):
        return INT
    words = next((words[:n] for n, token in enumerate(words) if token.kind in ("BAR", "AMPERSAND", "MINUS")), words)
    if words and words[0].text in TAKEN_FROM:
        words = words[next((n + 1 for n, token in enumerate(words) if token.text == "of"), len(words)) :]
    elif words and words[0].text == "all":
        words = words[1:]
    if len(words) == 1 and words[0].text in model.enums:
        return Type("enum", words[0].text)
    type = of([*words])
    if type.kind in ("set", "list"):
        return type.of or UNKNOWN
    if type.kind == "board":
        return model.member(type.name)
    return card_of(type.kinds) if type.kind in ("zone", "subset", "card") else UNKNOWN
