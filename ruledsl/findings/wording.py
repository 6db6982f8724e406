"""What two programs say to people, where it is not the same: of two games that play alike, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ruledsl.engine.position import Position
from ruledsl.engine.words import Words
from ruledsl.findings.pairing import NOT_THERE, Pairing
from ruledsl.findings.sameness import Plain
from ruledsl.findings.side import Told
from ruledsl.ir.program import Action, Drawing, Face, Hole, Program, Requirement, Template
from ruledsl.record import cached_property, record
from ruledsl.source import Span

MOST_TOLD = 4
"""Texts that are named in one line."""


@record(frozen=True)
class Word:
    """A text that is another one: of what it is, as it is written in both, and where."""

    what: str
    texts: tuple[str, str]
    spans: tuple[Span, Span]


class Wording:
    """The texts of two programs. Those that are written alike but filled by other code must be looked at in play: see `open`."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        numbers: dict[object, int] = {}
        self._plain = Plain(pairing.a, numbers), Plain(pairing.b, numbers)
        self._asked: dict[tuple[int, int], bool] = {}
        self._told: dict[tuple[int, object], object] = {}

    def same(self, one: Template, other: Template) -> bool:
        """Do two texts say the same, by what they are made of?"""
        return self._plain[0].template(one) == self._plain[1].template(other)

    def told_apart(self, some: Sequence[Told], others: Sequence[Told]) -> str:
        """How what is told differs: who hears it, values, or texts, of which two must be told apart in the one game where they are in the other."""
        pairs = [*zip(some, others, strict=False)]
        if len(some) == len(others) and all(one.heard == other.heard and self._one_text(one.variable.said_as, other.variable.said_as) for one, other in pairs):
            return ""
        skip = next((n for n, (one, other) in enumerate(pairs) if (one.heard, one.text) != (other.heard, other.text)), len(pairs))
        told = [", ".join(one.words for one in those[skip : skip + MOST_TOLD]) or "nothing more" for those in (some, others)]
        return f"the first tells {told[0]}, the second {told[1]}"

    def _one_text(self, one: object, other: object) -> bool:
        return self._told.setdefault((0, one), other) == other and self._told.setdefault((1, other), one) == one

    def told_otherwise(self, some: Sequence[Told], others: Sequence[Told]) -> dict[str, Word]:
        """Texts that say the same in other words."""
        pairs = [(one, other) for one, other in zip(some, others, strict=True) if one.text != other.text]
        words = [Word(f"what is told in “{one.text}”", (one.text, other.text), (one.variable.span, other.variable.span)) for one, other in pairs]
        return {word.what: word for word in words}

    @cached_property
    def written(self) -> list[Word]:
        """Texts that are written otherwise."""
        return [*self._actions(), *self._names(), *self._languages(), *self._drawn()]

    @cached_property
    def open(self) -> set[int]:
        """The actions of the first program whose labels are written alike, and filled otherwise."""
        return {n for n, one, other in self._paired() if _text(one.label) == _text(other.label) and not self.same(one.label, other.label)}

    @cached_property
    def messages(self) -> dict[int, list[tuple[Requirement, Requirement]]]:
        """By action of the first program, its messages that are written alike, and filled otherwise."""
        out: dict[int, list[tuple[Requirement, Requirement]]] = {}
        for n, one, other in self._paired():
            for mine, its in zip(one.requirements, other.requirements, strict=False):
                if _text(mine.message) == _text(its.message) and not self.same(mine.message, its.message):
                    out.setdefault(n, []).append((mine, its))
        return out

    @cached_property
    def refusing(self) -> set[int]:
        """The actions of the first program that other code forbids or lets be asked for, by messages that are written alike: they may be said of others."""
        out = set[int]()
        for n, one, other in self._paired():
            alike = all(_text(mine.message) == _text(its.message) for mine, its in zip(one.requirements, other.requirements, strict=False))
            asked = self._plain[0].asked(one), self._plain[1].asked(other)
            if alike and self.pairing.same_params(n) and asked[0] != asked[1]:
                out.add(n)
        return out

    def to_be_filled(self, crossed: bool) -> bool:
        """Is there a text that must be looked at in play? `crossed`: both may be asked at places of other numbers."""
        prompts = [[plain.template(site.prompt) for site in plain.made.sites] for plain in self._plain]
        return bool(self.open or self.messages or self.refusing) or prompts[0] != prompts[1] or crossed and any(one != prompts[0][0] for one in prompts[0])

    def asks_alike(self, a: Position, b: Position) -> bool:
        """Are both asked with the same words?"""
        key = a.site_number, b.site_number
        if key not in self._asked:
            self._asked[key] = self.same(a.site.prompt, b.site.prompt)
        return self._asked[key] or all(_asks(a, seat) == _asks(b, seat) for seat in a.waiting or (-1,))

    def _paired(self) -> Iterator[tuple[int, Action, Action]]:
        b = self.pairing.b
        return ((n, one, b.actions[m]) for n, (one, m) in enumerate(zip(self.pairing.a.actions, self.pairing.actions, strict=True)) if m >= 0)

    def _actions(self) -> Iterator[Word]:
        for _, one, other in self._paired():
            spans = self._span(self.pairing.a, one.place), self._span(self.pairing.b, other.place)
            texts = _text(one.label), _text(other.label)
            if texts[0] != texts[1]:
                yield Word(f"the label of `{one.name}`", texts, spans)
            messages = [[(_text(r.message), r.place) for r in action.requirements] for action in (one, other)]
            for (text, place), (its, there) in zip(*messages, strict=False):
                if text != its:
                    yield Word("a message", (text, its), (self._span(self.pairing.a, place), self._span(self.pairing.b, there)))

    def _names(self) -> Iterator[Word]:
        a, b = self.pairing.a, self.pairing.b
        where = a.places[0].span, b.places[0].span
        printed = {face.spoken: _printed(face) for face in b.faces}
        for face in a.faces:
            if printed.get(face.spoken, _printed(face)) != _printed(face):
                yield Word(f"the name of `{face.spoken}`", (_printed(face), printed[face.spoken]), where)
        for name, enum in a.enums.items():
            its = b.enums.get(name, enum)
            for value, text, other in zip(enum.values, enum.printed, its.printed, strict=False):
                if text != other and its.values == enum.values:
                    yield Word(f"the name of `{value}`", (text, other), where)
        for seat, (one, its_name) in enumerate(zip(a.seats, b.seats, strict=False)):
            if one != its_name:
                yield Word(f"the name of seat {seat + 1}", (one, its_name), where)
        for (_, some), (_, others) in zip(sorted(a.interruptions.items()), sorted(b.interruptions.items()), strict=False):
            if _text(some.label) != _text(others.label):
                yield Word("what may be declared", (_text(some.label), _text(others.label)), where)
        if a.title != b.title:
            yield Word("the title", (a.title, b.title), where)

    def _languages(self) -> Iterator[Word]:
        """What is read in the languages that both speak."""
        a, b = self.pairing.a, self.pairing.b
        for language in (one for one in a.texts if one in b.texts):
            mine, its = a.texts[language], b.texts[language]
            for name in dict.fromkeys((*mine, *its)):
                texts = mine.get(name, name), its.get(name, name)
                if texts[0] != texts[1]:
                    yield Word(f"“{name}” in `{language}`", texts, (a.places[0].span, b.places[0].span))

    def _drawn(self) -> Iterator[Word]:
        """How what is counted is drawn, and boards."""
        a, b = self.pairing.a, self.pairing.b
        words = Words(a), Words(b)
        for one, other in self.pairing.variables:
            for n in range(one.length if one.drawn or other.drawn else 0):
                at = self.pairing.index(one, n)
                texts = words[0].drawn(one, n), "" if at == NOT_THERE else words[1].drawn(other, at)
                if texts[0] != texts[1] and at != NOT_THERE:
                    yield Word(f"how `{words[0].called(one, n)}` is drawn", texts, (one.span, other.span))
        boards = {board.name: board for board in b.boards}
        for board in (one for one in a.boards if one.name in boards):
            pieces = _pieces(words[0], board), _pieces(words[1], boards[board.name])
            odd = next(((one, other) for one, other in zip_longest(*pieces, fillvalue="") if one != other), None)
            if odd is not None:
                yield Word(f"how the board `{board.name}` is drawn", odd, (a.places[0].span, b.places[0].span))

    def _span(self, program: Program, place: int) -> Span:
        return program.places[place].span


def _asks(position: Position, seat: int) -> tuple[object, ...]:
    """What who is asked reads, and what others hear."""
    prompt = position.site.prompt
    return position.fill(prompt, seat), position.heard(prompt, seat) if seat >= 0 else ()


def _pieces(words: Words, board: Drawing) -> list[str]:
    """What a board is drawn by, piece by piece: its cells row by row, and what stands for what lies on them."""
    program, types = words.program, {variable.name: variable.type for variable in words.program.variables}

    def said(those: Sequence[tuple[str, int]]) -> str:
        return ", ".join(f"{name} = {words.show(types[name], value) if name in types else value}" for name, value in those)

    rows = [" ".join(program.cells[cell] if cell >= 0 else "." for cell in row) for row in board.rows]
    signs = [f"{sign}: {said(those)}" for sign, those in board.letters]
    sides = [f"{sign} at {at}: {said(those)}" for sign, at, those in board.sides]
    return [*rows, str(board.indents), *signs, *sides, *map(str, board.points), *map(str, board.links)]


def _printed(face: Face) -> str:
    return "".join(f"{{{name}}}" if name else piece for piece, name in face.shown) or face.printed


def _text(template: Template) -> str:
    return "".join("{…}" if isinstance(part, Hole) else part for part in template)
