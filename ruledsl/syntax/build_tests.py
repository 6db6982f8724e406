"""What the rules for `test` blocks become."""

from __future__ import annotations

from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.build_declarations import DeclarationBuilder
from ruledsl.syntax.texts import plain
from ruledsl.syntax.token import Token
from ruledsl.syntax.tree import Decl, Expr

Arguments = tuple[Expr, ...]
PhaseArguments = tuple[str, Arguments]


class Builder(DeclarationBuilder):
    """The whole builder: expressions, statements, declarations and tests."""

    def test(self, span: Span, title: Token, colon: Token, *parts: object) -> Decl:
        settings = {name: value for name, value in (part for part in parts if isinstance(part, Setting))}
        return tree.Test(
            plain(title.text),
            settings.get("players"),
            tuple(part for part in parts if isinstance(part, tuple) and not isinstance(part, Setting)),
            settings.get("seed"),
            next((part for part in parts if isinstance(part, tree.Given)), None),
            tuple(part for part in parts if isinstance(part, (tree.When, tree.Then))),
            span=self.head(span, colon),
        )

    def test_players(self, span: Span, number: Expr) -> Setting:
        return Setting(("players", number))

    def test_seed(self, span: Span, number: Expr) -> Setting:
        return Setting(("seed", number))

    def test_option(self, span: Span, name: Token, value: Expr) -> tuple[tree.Name, Expr]:
        return self.name_of(name), value

    # ---- given ----

    def given(self, span: Span, phase: PhaseArguments | None, colon: Token, lines: tuple[tree.GivenLine, ...]) -> tree.Given:
        name, arguments = phase or (None, ())
        return tree.Given(name, arguments, lines, span=self.head(span, colon))

    def bare_given(self, span: Span, phase: PhaseArguments) -> tree.Given:
        return tree.Given(*phase, (), span=span)

    def given_phase(self, span: Span, name: Token, arguments: Arguments | None) -> PhaseArguments:
        return name.text, arguments or ()

    def given_lines(self, span: Span, *lines: tree.GivenLine | None) -> tuple[tree.GivenLine, ...]:
        return tuple(line for line in lines if line is not None)

    def given_line(self, span: Span, place: Expr, value: Expr) -> tree.GivenLine:
        return tree.GivenLine(place, value, span=span)

    def given_from_top(self, span: Span, place: Expr, value: Expr) -> tree.GivenLine:
        return tree.GivenLine(place, value, from_top=True, span=span)

    # ---- when ----

    def when(self, span: Span, colon: Token, lines: tuple[tree.WhenLine, ...]) -> tree.When:
        return tree.When(lines, span=self.head(span, colon))

    def when_times(self, span: Span, times: Expr) -> tree.When:
        return tree.When((), times, span=span)

    def when_games(self, span: Span, times: Expr) -> tree.When:
        return tree.When((), times, games=True, span=span)

    def when_lines(self, span: Span, *lines: tree.WhenLine | None) -> tuple[tree.WhenLine, ...]:
        return tuple(line for line in lines if line is not None)

    def when_seat(self, span: Span, seat: Token, what: Expr) -> tree.WhenLine:
        return tree.WhenLine("seat", seat.text, (what,), span=span)

    def when_roll(self, span: Span, values: Arguments) -> tree.WhenLine:
        return tree.WhenLine("roll", "", values, span=span)

    def when_draw(self, span: Span, values: Arguments) -> tree.WhenLine:
        return tree.WhenLine("draw", "", values, span=span)

    def when_world(self, span: Span, values: Arguments) -> tree.WhenLine:
        return tree.WhenLine("world", "", values, span=span)

    # ---- then ----

    def then(self, span: Span, colon: Token, checks: tuple[tree.Check, ...]) -> tree.Then:
        return tree.Then(checks, span=self.head(span, colon))

    def then_lines(self, span: Span, *checks: tree.Check | None) -> tuple[tree.Check, ...]:
        return tuple(check for check in checks if check is not None)

    def patterns(self, span: Span, *items: Expr) -> Arguments:
        return items

    def check_expression(self, span: Span, condition: Expr) -> tree.Check:
        return tree.Check("expr", condition, span=span)

    def check_can(self, span: Span, who: Token, items: Arguments) -> tree.Check:
        return tree.Check("can", who=who.text, items=items, span=span)

    def check_only(self, span: Span, who: Token, items: Arguments) -> tree.Check:
        return tree.Check("only", who=who.text, items=items, span=span)

    def check_cannot(self, span: Span, who: Token, items: Arguments, because: tree.Text | None) -> tree.Check:
        return tree.Check("cannot", who=who.text, items=items, because=because, span=span)

    def because(self, span: Span, text: tree.Text) -> tree.Text:
        return text

    def check_phase(self, span: Span, name: Token) -> tree.Check:
        return tree.Check("phase", who=name.text, span=span)

    def check_always(self, span: Span, condition: Expr) -> tree.Check:
        return tree.Check("always", condition, span=span)

    def check_ever(self, span: Span, condition: Expr) -> tree.Check:
        return tree.Check("ever", condition, span=span)

    def check_average(self, span: Span, what: Expr, tolerance: Expr, expected: Expr) -> tree.Check:
        return tree.Check("average", what, expected=expected, tolerance=tolerance, span=span)

    def check_number(self, span: Span, what: Expr, tolerance: Expr, expected: Expr) -> tree.Check:
        return tree.Check("number", what, expected=expected, tolerance=tolerance, span=span)


class Setting(tuple[str, Expr]):
    """A line of a test that sets one thing: its word and the value."""
