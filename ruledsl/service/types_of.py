"""What a piece of a line is that is still being written: its type, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ruledsl.model import Model
from ruledsl.model.borders import ALL, ALONG, TOUCHING
from ruledsl.model.parts import PARTS
from ruledsl.model.types import INT, PLACE, PLAYER, ROUTE, UNKNOWN, Type, called, card_of, set_of
from ruledsl.model.ways import CELL_METHODS, CELL_PARTS
from ruledsl.record import cached_property
from ruledsl.service.meanings import PARTS as MEANT
from ruledsl.service.scopes import locals_at
from ruledsl.service.where import postfix
from ruledsl.syntax import tree as t
from ruledsl.syntax.token import Token

if TYPE_CHECKING:
    from ruledsl.service.workspace import Document


def parts_of(model: Model, base: Type) -> Iterator[tuple[str, Type, str]]:
    """What can be asked of a thing of a type: names with types and words."""
    for name, info in model.state.items():
        if info.whose == called(base):
            yield name, info.type, info.word
    if base.kind == "card":
        kinds = base.kinds or frozenset(model.kinds)
        for part in dict.fromkeys(p for k in kinds for p in (*model.kinds[k].params, *model.kinds[k].constants)):
            having = next(k for k in sorted(kinds) if model.kinds[k].part(part) is not None)
            yield part, model.kinds[having].part(part) or UNKNOWN, ""
    if base.kind == "chart":
        chart = model.charts[base.name]
        yield from ((name, INT, "") for name in (chart.rows if chart.header == "players" else chart.columns))
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
    if base.kind == "cell":
        beside = set_of(TOUCHING[base.name][name]) if name in TOUCHING[base.name] else _given(base).get(name)
        if beside is not None or base.name:
            return beside or (base.bare if name == "step" else set_of(base))
        return CELL_PARTS.get(name) or CELL_METHODS.get(name) or INT
    return UNKNOWN if base.kind != "board" else set_of(model.member(base.name))


class Values:
    """The values that can be named at a place."""

    def __init__(self, document: Document, model: Model, line: int, column: int):
        self.document, self.model, self.line, self.column = document, model, line, column

    @cached_property
    def locals(self) -> dict[str, Type]:
        found = locals_at(self.document.lines, self.document.names_near(self.line), self.line, self.column, self.document.real)
        return {name: local(self.model, o.node) for name, o in found.items()}

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
                type = next((t for known, t, _ in parts_of(self.model, type) if known == name), UNKNOWN)
                n += 2
            elif tokens[n].kind in ("LSQB", "LPAR"):
                depth = 1
                index = tokens[n].kind == "LSQB"
                while depth and n + 1 < len(tokens):
                    n += 1
                    depth += (tokens[n].kind in ("LPAR", "LSQB")) - (tokens[n].kind in ("RPAR", "RSQB"))
                n += 1
                type = self._item(type) if index else type
            else:
                return UNKNOWN
        return type

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
        if name in m.places:
            return PLACE
        value = next((e.name for e in m.enums.values() if name in e.values), None)
        if value is not None:
            return Type("enum", value)
        return PLAYER if name in m.seat_names or name in m.seats and self.document.is_tests else UNKNOWN
