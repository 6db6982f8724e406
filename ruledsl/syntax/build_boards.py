"""What the rules of the grammar become that speak of boards."""

from __future__ import annotations

from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.build_statements import StatementBuilder
from ruledsl.syntax.texts import plain
from ruledsl.syntax.token import Token
from ruledsl.syntax.tree import Decl, Expr


class BoardBuilder(StatementBuilder):
    """Heads say of which shape a board is, and how large; the lines below it come in any order."""

    def board(self, span: Span, head: tree.Board, *lines: tree.Legend | tree.RoutesHeader | tree.Routes | None) -> Decl:
        legend = tuple(line for line in lines if isinstance(line, tree.Legend))
        headers = tuple(line for line in lines if isinstance(line, tree.RoutesHeader))
        return replace(head, legend=legend, headers=headers, routes=tuple(line for line in lines if isinstance(line, tree.Routes)))

    def board_head(self, span: Span, name: Token, rows: Expr, columns: Expr, below: object, shape: str = "grid") -> tree.Board:
        return tree.Board(self.name_of(name), shape, ((rows,), (columns,)), below is not None, span=span)

    def rhombus_head(self, span: Span, name: Token, rows: Expr, columns: Expr, below: object) -> tree.Board:
        return self.board_head(span, name, rows, columns, below, "rhombus")

    def hexes_head(self, span: Span, name: Token, *parts: tuple[Expr, ...] | bool | None) -> tree.Board:
        sizes = tuple(part for part in parts if isinstance(part, tuple))
        return tree.Board(self.name_of(name), "hexes", sizes, parts[-1] is True, span=span)

    def places_head(self, span: Span, name: Token, *places: tree.EnumValue) -> tree.Board:
        return tree.Board(self.name_of(name), "places", (), places=places, span=span)

    def routes_header(self, span: Span, word: Token, *columns: Token) -> tree.RoutesHeader:
        return tree.RoutesHeader(self.name_of(word), tuple(map(self.name_of, columns)), span=span)

    def route_row(self, span: Span, first: Token, *parts: tree.Name | Expr) -> tree.Routes:
        further = tuple(part for part in parts if isinstance(part, tree.Name))
        return tree.Routes((self.name_of(first), *further), tuple(part for part in parts if isinstance(part, Expr)), span=span)

    def route_link(self, span: Span, place: Token) -> tree.Name:
        return self.name_of(place)

    def shape(self, span: Span, name: Token, *values: tree.EnumValue) -> Decl:
        return tree.Enum(self.name_of(name), values, span=span)

    def shape_value(self, span: Span, name: Token, shape: Token, printed: Token | None) -> tree.EnumValue:
        return tree.EnumValue(name.text, plain(printed.text) if printed else None, plain(shape.text), span=span)

    def hex_rows(self, span: Span, *ends: Expr) -> tuple[Expr, ...]:
        return ends

    def below(self, span: Span) -> bool:
        return True

    small = below

    def side(self, span: Span, way: Token) -> tree.Name:
        return self.name_of(way)

    def legend(self, span: Span, letter: tree.Text, small: object, side: tree.Name | None, *parts: tree.Mark | tree.Loop | Token) -> tree.Legend:
        marks = tuple(part for part in parts if isinstance(part, tree.Mark))
        return tree.Legend(letter, small is not None, marks, tuple(part for part in parts if isinstance(part, tree.Loop)), side, span=span)

    def blank_legend(self, span: Span, letter: tree.Text, *loops: tree.Loop) -> tree.Legend:
        return tree.Legend(letter, False, (), loops, span=span)

    def mark(self, span: Span, variable: Token, value: Expr) -> tree.Mark:
        return tree.Mark(self.name_of(variable), value, span=span)
