"""The texts of two games, held against one another where play stands: what is asked, what options are called, as who chooses reads it and as others hear it,
what is said against what is not offered, and what may be declared in between. What is seen to differ is noted, and play goes on."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.engine.spoken import Spoken
from ruledsl.findings.pairing import NOT_THERE, Move
from ruledsl.findings.side import Side, filled
from ruledsl.findings.wording import Word, Wording
from ruledsl.ir.fault import RulesFault
from ruledsl.ir.program import MenuEntry, Template

WAYS = 2_000
"""Ways to fill in the arguments of an action that are looked at in one state."""

Texts = tuple[str, str]


class Saying:
    """What two games say. `words` are the texts that were seen to differ."""

    def __init__(self, wording: Wording, sides: tuple[Side, Side]) -> None:
        self.wording, self.pairing, self.sides = wording, wording.pairing, sides
        self.spoken = Spoken(sides[0].program, WAYS), Spoken(sides[1].program, WAYS)
        self.words: dict[str, Word] = {}

    @property
    def whole(self) -> bool:
        """Could all that can be asked for be listed so far, so that what is said against it was looked at?"""
        return all(one.whole for one in self.spoken)

    def question(self) -> None:
        """Both are asked with the same words."""
        positions = self.sides[0].position, self.sides[1].position
        if not self.wording.asks_alike(*positions):
            name, seat = positions[0].site.name, next(iter(positions[0].waiting), -1)
            texts = [filled(side, side.position.site.prompt, seat, ()) for side in self.sides]
            if texts[0] == texts[1]:
                texts = [self._heard(side, side.position.site.prompt, seat, ()) for side in self.sides]
            self._note(f"? {name}", "the question", (texts[0], texts[1]), (positions[0].site.place, positions[1].site.place))
        self._declared()

    def _declared(self) -> None:
        """What may be declared in between is called the same."""
        labels = [sorted(filled(side, side.program.interruptions[n].label, -1, ()) for n in side.position.interruptions) for side in self.sides]
        if labels[0] != labels[1]:
            places = [next((side.program.interruptions[n].place for n in side.position.interruptions), 0) for side in self.sides]
            self._note("! declared", "what may be declared", (", ".join(labels[0]), ", ".join(labels[1])), (places[0], places[1]))

    def menu(self, seat: int, rows: list[Move], others: list[Move]) -> None:
        """Labels and messages that other code fills say the same of the same option."""
        if not (self.wording.open or self.wording.messages):
            return
        for row, other in zip(rows, others, strict=True):
            acts = [side.program.actions[move[0]] if move[0] >= 0 else None for side, move in zip(self.sides, (row, other), strict=True)]
            if acts[0] is None or acts[1] is None:
                continue
            if row[0] in self.wording.open:
                self._label(f"the label of `{acts[0].name}`", seat, (row, other), (acts[0].label, acts[1].label), (acts[0].place, acts[1].place))
            self._messages(seat, row, other)

    def _label(self, what: str, seat: int, moves: tuple[Move, Move], labels: tuple[Template, Template], places: tuple[int, int]) -> None:
        both = [*zip(self.sides, labels, moves, strict=True)]
        texts = [filled(side, label, seat, move[1:]) for side, label, move in both]
        self._note(what, what, (texts[0], texts[1]), places)
        if texts[0] == texts[1] and self.sides[0].position.kind != "simultaneous":
            texts = [self._heard(side, label, seat, move[1:]) for side, label, move in both]
            self._note(f"{what} heard", f"{what}, as others hear it", (texts[0], texts[1]), places)

    def _messages(self, seat: int, row: Move, other: Move) -> None:
        for mine, its in self.wording.messages.get(row[0], ()):
            what, both = f"a message of `{self.pairing.a.actions[row[0]].name}`", zip(self.sides, (mine, its), (row, other), strict=True)
            texts = [filled(side, one.message, seat, move[1:]) for side, one, move in both]
            self._note(what, what, (texts[0], texts[1]), (mine.place, its.place))

    def refusals(self, seat: int) -> None:
        """What is said against what is not offered: messages of actions that take nothing, and where other code forbids, of all that can be asked for."""
        menus = [side.position.site.menu for side in self.sides]
        for act in self.wording.messages:
            if any(entry.action == act for entry in menus[0]) and not self.pairing.a.actions[act].params:
                self._messages(seat, (act,), (self.pairing.actions[act],))
        for mine in menus[0]:
            if mine.action in self.wording.refusing:
                for its in (entry for entry in menus[1] if entry.action == self.pairing.actions[mine.action]):
                    self._against(seat, mine, its)

    def _against(self, seat: int, mine: MenuEntry, its: MenuEntry) -> None:
        action, other = self.pairing.a.actions[mine.action], self.pairing.b.actions[its.action]
        what = f"what is said against `{action.name}`"
        if what in self.words:
            return
        asked = [dict(self._refused(n, seat, entry)) for n, entry in enumerate((mine, its))]
        sites = self.sides[0].position.site_number, self.sides[1].position.site_number
        known = set[Move]()
        for way, text in asked[0].items():
            there = self.pairing.move(sites, (mine.action, *way))[1:]
            known.add(there)
            self._note(what, what, (text, "" if NOT_THERE in there else asked[1].get(there, "")), (action.place, other.place))
        for way, text in asked[1].items():
            if way not in known:
                self._note(what, what, ("", text), (action.place, other.place))

    def _refused(self, n: int, seat: int, entry: MenuEntry) -> Iterator[tuple[Move, str]]:
        """What is said against all that can be asked for by a line of a menu; "" of what is offered."""
        side, action = self.sides[n], self.sides[n].program.actions[entry.action]
        for way in self.spoken[n].ways(side.position, seat, entry, action):
            try:
                number = side.position.call(action.guard, seat, *way)
            except RulesFault as fault:
                yield way, f"({fault.fault})"
                continue
            yield way, filled(side, action.requirements[number - 1].message, seat, way) if number else ""

    def _heard(self, side: Side, template: Template, seat: int, arguments: Move) -> str:
        """How those read it who may not know all that stands in it."""
        try:
            return side.position.heard(template, seat, arguments)[1] if seat >= 0 else ""
        except RulesFault as fault:
            return f"({fault.fault})"

    def _note(self, key: str, what: str, texts: Texts, places: tuple[int, int]) -> None:
        if texts[0] != texts[1]:
            spans = self.pairing.a.places[places[0]].span, self.pairing.b.places[places[1]].span
            self.words.setdefault(key, Word(what, texts, spans))
