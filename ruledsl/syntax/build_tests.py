"""What the rules for `test` blocks become."""

from __future__ import annotations

from ruledsl.record import record
from ruledsl.source import Span
from ruledsl.syntax import tree
from ruledsl.syntax.build_declarations import DeclarationBuilder
from ruledsl.syntax.errors import fault
from ruledsl.syntax.texts import plain
from ruledsl.syntax.token import Token
from ruledsl.syntax.tree import Decl, Expr

Arguments = tuple[Expr, ...]
PhaseArguments = tuple[str, Arguments]
GivenLines = tuple[tree.GivenLine | tree.GivenKnown, ...]


@record(frozen=True)
class Setting:
    """A line of a test that sets one thing; `name` is the name of an option."""

    word: str
    value: Expr
    span: Span
    name: tree.Name | None = None


Part = Setting | tree.Refused | tree.Given | tree.When | tree.Then | tree.Test
_ORDER = ("players", "option", "seed", "refused", "given", "then", "case")
_SEVERAL = ("option", "then", "case")
_WORDS: dict[type, str] = {tree.Refused: "refused", tree.Given: "given", tree.When: "then", tree.Then: "then", tree.Test: "case"}


class Builder(DeclarationBuilder):
    """The whole builder: expressions, statements, declarations and tests."""

    def test(self, span: Span, title: Token, colon: Token, *parts: Part | None) -> Decl:
        read = [part for part in parts if part is not None]
        self._check_order(read)
        return tree.Test(
            plain(title.text),
            next((part.value for part in read if isinstance(part, Setting) and part.word == "players"), None),
            tuple((part.name, part.value) for part in read if isinstance(part, Setting) and part.name),
            next((part.value for part in read if isinstance(part, Setting) and part.word == "seed"), None),
            next((part for part in read if isinstance(part, tree.Refused)), None),
            next((part for part in read if isinstance(part, tree.Given)), None),
            tuple(part for part in read if isinstance(part, (tree.When, tree.Then))),
            tuple(part for part in read if isinstance(part, tree.Test)),
            span=self.head(span, colon),
        )

    def _check_order(self, parts: list[Part]) -> None:
        """Everything in its order, and but for options, steps and cases once; nothing is done where no game begins."""
        last = -1
        for part in parts:
            word = part.word if isinstance(part, Setting) else _WORDS[type(part)]
            rank = _ORDER.index(word)
            if rank < last or rank == last and word not in _SEVERAL or last == _ORDER.index("refused"):
                self.report(fault("late_part", part.span, word=word))
            last = max(last, rank)

    def test_players(self, span: Span, number: Expr) -> Setting:
        return Setting("players", number, span)

    def test_seed(self, span: Span, number: Expr) -> Setting:
        return Setting("seed", number, span)

    def test_refused(self, span: Span, because: str | None) -> tree.Refused:
        return tree.Refused(because or "", span=span)

    def refusal(self, span: Span, words: Token) -> str:
        return plain(words.text)

    def test_option(self, span: Span, name: Token, value: Expr) -> Setting:
        return Setting("option", value, span, self.name_of(name))

    # ---- given ----

    def given(self, span: Span, phase: PhaseArguments | None, colon: Token, lines: GivenLines) -> tree.Given:
        (name, arguments), known = phase or (None, ()), tuple(line for line in lines if isinstance(line, tree.GivenKnown))
        return tree.Given(name, arguments, tuple(line for line in lines if isinstance(line, tree.GivenLine)), known, span=self.head(span, colon))

    def bare_given(self, span: Span, phase: PhaseArguments) -> tree.Given:
        return tree.Given(*phase, (), span=span)

    def given_phase(self, span: Span, name: Token, arguments: Arguments | None) -> PhaseArguments:
        return name.text, arguments or ()

    def given_lines(self, span: Span, *lines: tree.GivenLine | tree.GivenKnown | None) -> GivenLines:
        return tuple(line for line in lines if line is not None)

    def given_line(self, span: Span, place: Expr, value: Expr, until: tree.Until | None) -> tree.GivenLine:
        return tree.GivenLine(place, value, until=until, span=span)

    def given_picture(self, span: Span, place: Expr, picture: tree.Picture) -> tree.GivenLine:
        return tree.GivenLine(place, picture, span=span)

    def given_from_top(self, span: Span, place: Expr, value: Expr) -> tree.GivenLine:
        return tree.GivenLine(place, value, from_top=True, span=span)

    def given_known(self, span: Span, who: Token, what: Expr) -> tree.GivenKnown:
        return tree.GivenKnown(self.name_of(who), what, span=span)

    # ---- when ----

    def when(self, span: Span, colon: Token, lines: tuple[tree.WhenLine, ...]) -> tree.When:
        return tree.When(lines, span=self.head(span, colon))

    def when_times(self, span: Span, times: Expr) -> tree.When:
        return tree.When((), times, span=span)

    def when_games(self, span: Span, times: Expr) -> tree.When:
        return tree.When((), times, games=True, span=span)

    def when_lines(self, span: Span, *lines: tree.WhenLine | None) -> tuple[tree.WhenLine, ...]:
        return tuple(line for line in lines if line is not None)

    def when_seat(self, span: Span, seat: Token, *hops: Expr) -> tree.WhenLine:
        return tree.WhenLine("seat", seat.text, hops, span=span)

    def when_roll(self, span: Span, values: Arguments) -> tree.WhenLine:
        return tree.WhenLine("roll", "", values, span=span)

    def when_draw(self, span: Span, values: Arguments) -> tree.WhenLine:
        return tree.WhenLine("draw", "", values, span=span)

    def when_world(self, span: Span, values: Arguments) -> tree.WhenLine:
        return tree.WhenLine("world", "", values, span=span)

    def when_comes(self, span: Span, event: Token) -> tree.WhenLine:
        return tree.WhenLine("comes", plain(event.text), span=span)

    # ---- then ----

    def then(self, span: Span, colon: Token, checks: tuple[tree.Check, ...]) -> tree.Then:
        return tree.Then(checks, span=self.head(span, colon))

    def apart(self, span: Span, who: Token, colon: Token, worlds: GivenLines) -> tree.Then:
        head = self.head(span, colon)
        return tree.Then((tree.Check("apart", who=who.text, worlds=worlds, span=head),), span=head)

    def then_lines(self, span: Span, *checks: tree.Check | None) -> tuple[tree.Check, ...]:
        return tuple(check for check in checks if check is not None)

    def hops(self, span: Span, *items: Expr) -> Expr:
        return tree.Hops(items, span=span)

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

    def check_knows(self, span: Span, who: Token, condition: Expr) -> tree.Check:
        return tree.Check("knows", condition, who=who.text, span=span)

    def check_knows_not(self, span: Span, who: Token, condition: Expr) -> tree.Check:
        return tree.Check("knows not", condition, who=who.text, span=span)

    def check_possible(self, span: Span, who: Token, condition: Expr) -> tree.Check:
        return tree.Check("possible", condition, who=who.text, span=span)

    def check_worlds(self, span: Span, who: Token, equal: Token, expected: Expr) -> tree.Check:
        return tree.Check("worlds", who=who.text, expected=expected, span=span)

    def because(self, span: Span, text: tree.Text) -> tree.Text:
        return text

    def check_phase(self, span: Span, name: Token) -> tree.Check:
        return tree.Check("phase", who=name.text, span=span)

    def check_comes(self, span: Span, event: Token) -> tree.Check:
        return tree.Check("comes", who=plain(event.text), span=span)

    def check_stays_away(self, span: Span, event: Token) -> tree.Check:
        return tree.Check("stays away", who=plain(event.text), span=span)

    def check_always(self, span: Span, condition: Expr) -> tree.Check:
        return tree.Check("always", condition, span=span)

    def check_ever(self, span: Span, condition: Expr) -> tree.Check:
        return tree.Check("ever", condition, span=span)

    def check_average(self, span: Span, what: Expr, tolerance: Expr, expected: Expr) -> tree.Check:
        return tree.Check("average", what, expected=expected, tolerance=tolerance, span=span)

    def check_number(self, span: Span, what: Expr, tolerance: Expr, expected: Expr) -> tree.Check:
        return tree.Check("number", what, expected=expected, tolerance=tolerance, span=span)
