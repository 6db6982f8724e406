"""What a piece of a line is that is still being written: its type, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ruledsl.model import Model
from ruledsl.model.borders import ALL, ALONG, TOUCHING
from ruledsl.model.enums import TURNINGS
from ruledsl.model.lines import BOARD_LINES, LINE, LINE_PARTS
from ruledsl.model.melding import QUESTIONS
from ruledsl.model.parts import PARTS
from ruledsl.model.teaming import TEAM, of_each_team
from ruledsl.model.types import CELL, INT, PLACE, PLAYER, ROUTE, UNKNOWN, Type, called, card_of, list_of, set_of
from ruledsl.model.ways import CELL_METHODS, CELL_PARTS
from ruledsl.record import cached_property
from ruledsl.service.meanings import PARTS as MEANT
from ruledsl.service.scopes import locals_at
from ruledsl.service.unfinished import types_of
from ruledsl.service.where import postfix
from ruledsl.syntax import tree as t
from ruledsl.syntax.token import Token

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document


def parts_of(model: Model, base: Type) -> Iterator[tuple[str, Type, str]]:
    """What can be asked of a thing of a type: names with types and words."""
    for name, info in model.state.items():
        if info.whose == called(base) or base == Type("enum", TEAM) and of_each_team(info.decl.keys):
            yield name, info.type, info.word
    if base.kind == "card":
        kinds = base.kinds or frozenset(model.kinds)
        for part in dict.fromkeys(p for k in kinds for p in (*model.kinds[k].params, *model.kinds[k].constants)):
            having = next(k for k in sorted(kinds) if model.kinds[k].part(part) is not None)
            yield part, model.kinds[having].part(part) or UNKNOWN, ""
    if base.kind == "chart":
        chart = model.charts[base.name]
        yield from ((name, INT, "") for name in (chart.rows if chart.header == "players" else chart.columns))
    if base.kind == "meld":
        yield from ((name, UNKNOWN, "") for name in QUESTIONS)
    if base.kind == "enum" and base.name in model.enums and model.enums[base.name].shapes:
        yield from ((name, set_of(INT), "") for name in TURNINGS)
    if base.kind == "player" and TEAM in model.enums:
        yield "team", Type("enum", TEAM), MEANT["team"]
    if base.bare == ROUTE:
        yield from ((name, info.types[0], "") for name, info in model.along.items())
    of_places = base.kind == "board" and model.member(base.name) == PLACE
    for name in sorted(PARTS.get("places" if of_places else called(base), ())):
        yield name, _part(model, base, name), MEANT.get(name, "")


def local(model: Model, node: t.Node | None) -> Type:
    """What a parameter, a `let` or the name of a loop was found to be, by where it is declared."""
    return model.locals.get(model.keys.get(id(node), ""), UNKNOWN)


def _given(base: Type) -> Mapping[str, Type | None]:
    """What methods of a cell, corner, edge, place or route give, that lead to something else."""
    return {**ALONG[base.name], "other": TOUCHING[base.name].get("ends"), "distance": INT}


def _part(model: Model, base: Type, name: str) -> Type:
    if base.kind == "player":
        return set_of(PLAYER) if name == "others" else PLAYER
    if base.kind == "enum":
        return base.bare
    if base.kind == "board" and name in ALL[model.member(base.name).name]:
        return set_of(ALL[model.member(base.name).name][name])
    if name in BOARD_LINES:
        return set_of(LINE)
    if base.kind == "board" and name in ("rows", "columns"):
        return list_of(set_of(CELL))
    if base.kind == "board" and name in ("row", "column") or base.kind == "cell" and name == "line":
        return LINE
    if base.kind == "line":
        return LINE_PARTS[name]
    if base.kind == "cell":
        beside = set_of(TOUCHING[base.name][name]) if name in TOUCHING[base.name] else _given(base).get(name)
        if beside is not None or base.name:
            return beside or (base.bare if name == "step" else set_of(base))
        return CELL_PARTS.get(name) or CELL_METHODS.get(name) or INT
    return UNKNOWN if base.kind != "board" else set_of(model.member(base.name))


class Values:
    """The values that can be named at a place."""

    def __init__(self, document: Document, model: Model, line: int, column: int, written: list[list[Token]]):
        self.document, self.model, self.line, self.column = document, model, line, column
        found = locals_at(document.lines, document.names_near(line), line, column, document.real)
        self.locals = {name: local(model, o.node) for name, o in found.items()}
        for tokens in written:
            for name, type in types_of(tokens, model, self.of_tokens, self.locals):
                self.locals[name] = type

    @cached_property
    def chooses(self) -> bool:
        """Does the place stand in an action or effect, where there is a `you`?"""
        return isinstance(self.document.declaration(self.line), (t.Action, t.Card))

    def before(self, tokens: list[Token]) -> Type:
        """What stands at the end of a line."""
        return self.of_tokens(postfix(tokens))

    def of_tokens(self, tokens: list[Token]) -> Type:
        """`p`, `p.hand`, `f(x)`, `top of discard` and the like."""
        if not tokens or tokens[0].kind != "NAME":
            return UNKNOWN
        called = len(tokens) > 1 and tokens[1].kind == "LPAR"
        type, n = self._first(tokens[0].text, called), 1
        while n < len(tokens):
            if tokens[n].kind == "DOT" and n + 1 < len(tokens):
                name = tokens[n + 1].text
                type = next((t for known, t, _ in parts_of(self.model, type) if known == name), self._of_any(name) if type == UNKNOWN else UNKNOWN)
                n += 2
            elif tokens[n].kind in ("LSQB", "LPAR"):
                depth, start = 1, n - 1
                index = tokens[n].kind == "LSQB"
                while depth and n + 1 < len(tokens):
                    n += 1
                    depth += (tokens[n].kind in ("LPAR", "LSQB")) - (tokens[n].kind in ("RPAR", "RSQB"))
                n += 1
                keyed = tokens[start].text in self.model.state and bool(self.model.state[tokens[start].text].decl.keys)
                type = self._item(type) if index and not keyed else type
            else:
                return UNKNOWN
        return type

    def _of_any(self, name: str) -> Type:
        """What a part of that name is of whatever may have it."""
        info = self.model.state.get(name)
        kinds = (kind.part(name) for kind in self.model.kinds.values())
        return info.type if info is not None and info.owner != "table" else next((type for type in kinds if type is not None), UNKNOWN)

    def _item(self, type: Type) -> Type:
        if type.kind == "list":
            return type.of or UNKNOWN
        return card_of(type.kinds) if type.kind == "zone" else self.model.member(type.name) if type.kind == "board" else UNKNOWN

    def _first(self, name: str, called: bool) -> Type:
        m = self.model
        if name in self.locals:
            return self.locals[name]
        if name in ("you", "your"):
            return PLAYER
        if name in ("players", "others"):
            return set_of(PLAYER)
        target = m.callables.get(name)
        if target is not None:
            return target.result or UNKNOWN
        if name in m.state and m.state[name].owner == "table":
            return m.state[name].type
        if name in m.options:
            return m.options[name].type
        if name in m.kinds:
            return card_of(m.leaves(name))
        if name in m.charts or name in m.boards:
            return Type("chart" if name in m.charts else "board", name)
        if name in m.melds:
            return Type("meld", name)
        if name in m.places:
            return PLACE
        if name in m.seat_names or name in m.seats and self.document.is_tests:
            return PLAYER
        value = next((e.name for e in m.enums.values() if name in e.values), None)
        return Type("enum", value) if value is not None else UNKNOWN
