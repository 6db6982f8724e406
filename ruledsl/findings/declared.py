"""What two games say to whoever sets up a table: options with their questions, values and what they are if nobody says; modes; what stands on cards; and what
is said of a table that cannot be. No play hangs on it, so that programs that are the same one may differ in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ruledsl.findings.verdicts import Setting
from ruledsl.findings.wording import Word
from ruledsl.lower import SettingsError
from ruledsl.record import cached_property
from ruledsl.source import Span
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.engine import Game

Refused = tuple[Setting, int, SettingsError]


class Declared:
    """What stands before play in two games, held against one another."""

    def __init__(self, games: tuple[Game, Game]) -> None:
        self.games = games

    @cached_property
    def options(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The options of both, in all of their modes."""
        one, other = ({**game.model.options} for game in self.games)
        return one, other

    @cached_property
    def alone(self) -> tuple[list[str], list[str]]:
        """What only the first has, and what only the second."""
        kinds = (("mode", self.games[0].modes, self.games[1].modes), ("option", *self.options), ("language", *(game.languages for game in self.games)))
        mine = [f"{kind} `{name}`" for kind, one, other in kinds for name in one if name not in other]
        return mine, [f"{kind} `{name}`" for kind, one, other in kinds for name in other if name not in one]

    @cached_property
    def words(self) -> list[Word]:
        """What both have, and say otherwise."""
        return [*self._options(), *self._required(), *self._cards()]

    @cached_property
    def untried(self) -> list[str]:
        """What is written otherwise and was held against one another at the tables alone that were set up."""
        out = ["what is required of a table"] if self._demands[0][0] != self._demands[1][0] else []
        for name, (info, its) in self._both():
            told = _range(info), _range(its)
            if None in told and (told[0] != told[1] or self._ends(0, info) != self._ends(1, its)):
                out.append(f"how far `{name}` may go")
        return out

    def usual(self, chosen: tuple[Mapping[str, Any], Mapping[str, Any]], given: Mapping[str, Any]) -> Iterator[Word]:
        """Options that nobody gave at a table, and that are not the same there."""
        for name, (info, its) in self._both():
            one, other = (those.get(name) for those in chosen)
            if name not in given and one is not None and other is not None and one != other:
                yield Word(f"what `{name}` is where nobody says", (_value(one), _value(other)), (info.span, its.span))

    def refusals(self, refused: list[Refused]) -> list[Word]:
        """What is said of tables that cannot be set up in either, where it is not the same."""
        first = {setting.words(): error for setting, n, error in refused if n == 0}
        both = [(first[setting.words()], error) for setting, n, error in refused if n == 1 and setting.words() in first]
        return [Word("what is said of a table", (str(one), str(other)), (one.span, other.span)) for one, other in both if str(one) != str(other)]

    def _both(self) -> Iterator[tuple[str, tuple[Any, Any]]]:
        one, other = self.options
        return ((name, (info, other[name])) for name, info in one.items() if name in other)

    def _options(self) -> Iterator[Word]:
        for name, (info, its) in self._both():
            spans = info.span, its.span
            if info.question != its.question:
                yield Word(f"the question of `{name}`", (info.question, its.question), spans)
            one, other = _range(info), _range(its)
            if one is not None and other is not None and one != other:
                yield Word(f"what `{name}` can be", (one, other), spans)

    def _ends(self, n: int, info: Any) -> list[str]:
        return [self._written(n, end.span) for end in info.bounds or ()]

    def _written(self, n: int, span: Span) -> str:
        """What stands there, on however many lines."""
        source = self.games[n].model.sources[span.file]
        lines = [source.line(line) for line in range(span.line, span.end_line + 1)]
        lines[-1] = lines[-1][: span.end_column - 1]
        return " ".join("\n".join([lines[0][span.column - 1 :], *lines[1:]]).split())

    @cached_property
    def _demands(self) -> list[tuple[list[str], list[str], list[Span]]]:
        """Of both, what is required of a table, what is said where it does not hold, and where."""
        out = []
        for n, game in enumerate(self.games):
            found = game.model.model.demands
            said = [self._written(n, one.message.span) if one.message is not None else "" for one in found]
            out.append(([self._written(n, one.condition.span) for one in found], said, [one.span for one in found]))
        return out

    def _required(self) -> Iterator[Word]:
        """What is said where the same is required of a table."""
        (conditions, *mine), (there, *its) = self._demands
        for text, span, other, at in zip(*mine, *its, strict=False) if conditions == there else ():
            if text != other:
                yield Word("what is said of a table", (text.strip('"'), other.strip('"')), (span, at))

    def _cards(self) -> Iterator[Word]:
        """What stands on cards to be read."""
        one, other = ({card.name.text: card for tree in game.model.model.trees for card in t.within(tree, t.Card)} for game in self.games)
        for name, card in one.items():
            its = other.get(name)
            if its is not None and (card.words or "") != (its.words or ""):
                yield Word(f"what stands on `{name}`", (card.words or "", its.words or ""), (card.name.span, its.name.span))


def _range(info: Any) -> str | None:
    """All that an option can be; None if that is reckoned from what a table is."""
    from ruledsl.model.types import say

    if info.ruling:
        return ", ".join(sorted(info.values))
    ends = [end.data for end in info.bounds or () if end.op == "const"]
    if info.bounds and len(ends) < 2:
        return None
    return f"{say(info.type)} {ends[0]}..{ends[1]}" if ends else say(info.type)


def _value(value: Any) -> str:
    return ", ".join(map(_value, value)) if isinstance(value, (list, tuple)) else str(value).lower() if isinstance(value, bool) else str(value)
