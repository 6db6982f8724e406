"""The table as one seat sees it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from ruledsl.engine.words import side_by_side
from ruledsl.record import replace
from ruledsl_tools.play.backstage import backstage, says_nothing, tallies
from ruledsl_tools.play.board import DOT, between, grid, hexes, one_by_one
from ruledsl_tools.play.cards import Cards
from ruledsl_tools.play.letters import at_sides, meanings
from ruledsl_tools.play.lines import beside, held_by_lines
from ruledsl_tools.play.map import drawn as map_drawn
from ruledsl_tools.play.map import listed
from ruledsl_tools.play.passing import held, now, overwritten, parted, said, things, together
from ruledsl_tools.play.standing import SPELT, spoken, standing, without_key
from ruledsl_tools.terminal import Style, columns, flow_words, folded, wrap

if TYPE_CHECKING:
    from ruledsl.engine import Event, VariableView, View, ZoneView
    from ruledsl.ir.program import Drawing, Program, Variable
    from ruledsl_tools.play.letters import Sides

MARKS = "°^~ʹ"
"""On cells that options name, an option each; of more than these nothing is drawn."""
THROWS = 8
"""Of more throws than these it is counted what was thrown."""
EVENTS = 12
"""So many of the last events are shown at most."""


class Screen:
    """Renders views of one program."""

    def __init__(self, program: Program, style: Style, sitters: Mapping[int, str], brief: bool = False):
        """`brief`: nothing of what is empty, or stands on the board as well."""
        self._program = program
        self._brief = brief
        self._style = style
        self._sitters = sitters
        self._backstage = backstage(program)
        self._tallies = tallies(program)
        kinds = {program.faces[face].kind for face in program.cards}
        self._never = tuple(f"{z.name} " for z in program.zones if kinds.isdisjoint(z.kinds) and (z.kinds or not kinds))  # no card of this table can lie there
        self._on_table = {v.name for v in program.variables if v.owner not in ("player", "card")}
        self._passing = {v.name for v in program.variables if v.owner == "table" and not self._backstage.get(v.name)}
        self._idle = {v.name for v in program.variables if _begins_as_nothing(v, program.region[v.name].initial)}
        self._anew = {v.name: _at_first(v, program.region[v.name].initial) for v in program.variables if v.scope}
        self._flags = {v.name for v in program.variables if v.type.kind == "bool"}
        self._cards = Cards([face.kind for face in program.faces], style)

    def table(self, view: View, whole: bool = False) -> list[str]:
        """The table: heading, what lies in the middle, the board, each seat; as a `whole` with variables that say nothing now or only
        keep the books, and each empty zone in a line of its own."""
        lines = ["", self.heading(view), *self.middle(view, whole)]
        for seat in around(len(view.seats), view.player):
            lines += self.seat(view, seat, whole)
        return lines

    def middle(self, view: View, whole: bool = False) -> list[str]:
        """What belongs to nobody: piles, facts, the board."""
        facts, bare = self._apart([v for v in self._shown(view, whole) if v.owner == "table"], whole)
        zones = self._zones([z for z in view.zones if z.owner == "table" and (whole or z.cell is None)], "  ", whole, bare)
        return [*zones, *self._facts(facts, "  "), *self._board(view)]

    def seat(self, view: View, seat: int, whole: bool = False) -> list[str]:
        """A seat, what is known of it, and its zones."""
        facts, bare = self._apart([v for v in self._shown(view, whole) if v.owner == "player" and v.owner_index == seat - 1], whole)
        zones = [z for z in view.zones if z.owner_seat == seat and (whole or z.cell is None)]
        return [*self._head(view, seat, self._facts(facts, "    ")), *self._zones(zones, "    ", whole, bare)]

    def _apart(self, variables: Sequence[VariableView], whole: bool) -> tuple[list[VariableView], list[str]]:
        """Those of which something is said, and the names of what is drawn one by one and of which there is nothing: it is empty, as a zone is."""
        drawn = {without_key(v): True for v in variables if v.drawn and not whole}
        for v in variables:
            drawn[without_key(v)] = drawn.get(without_key(v), False) and v.is_nothing and not v.until
        return [v for v in variables if not drawn[without_key(v)]], [spoken(name) for name, bare in drawn.items() if bare]

    def _shown(self, view: View, whole: bool) -> list[VariableView]:
        none = self._tallies - {without_key(v) for v in view.variables if not v.is_nothing}
        said = [v for v in view.variables if whole or not (v.idle or without_key(v) in none or says_nothing(v, self._backstage))]
        return [v for v in said if whole or v.cells is None or v.kind == "cell" and not self._brief]  # of many cells the board says which

    def heading(self, view: View) -> str:
        """Where in the phases play stands."""
        way = " › ".join(map(spoken, view.phases)) or "over"
        title = f"{self._program.title}  {way} "
        line = "─" * max(0, self._style.width - columns(title))
        return self._style.paint(f"{self._program.title}  ", "bold") + way + " " + self._style.paint(line, "dim")

    def events(self, events: Sequence[Event], most: int = EVENTS, laid: bool = True) -> list[str]:
        """What happened, the last of it, so many things at most; not what is on the table already, if that is `laid` below."""
        rows = zip([None, *events], events, [*events[1:], None])
        passing = [e for e in overwritten(events, self._passing) if not self._says_nothing(e)] if laid else []
        told = [e for before, e, behind in rows if not _says_again(before, e, behind) and (e.shown or not laid or e.variable not in self._on_table)]
        kept = {id(event) for event in (*told, *passing)}
        some = things(_thrown_together([event for event in events if id(event) in kept]), passing)
        ended, rest = parted(some, most)
        most = max(most - len(ended), most // 2)
        left = len(rest) - most if len(rest) > most + 1 else 0  # the line that says so would take as much room
        lines = [line for thing in together(ended) for line in self._told(*thing)]
        lines += [self._dim(f"  … {left} {'more' if ended else 'earlier'}; `log` shows them")] * (left > 0)
        return lines + [line for thing in together(rest[left:]) for line in self._told(*thing)]

    def _told(self, fresh: Sequence[Event], behind: Sequence[Event]) -> list[str]:
        """What is told as one, and what was overwritten later and came with it."""
        lines = self._changes(fresh) if fresh and fresh[0].kind == "change" else [line for event in fresh for line in self._text(event)]
        begun = lines.pop() if fresh else "   "
        fresher = [event for event in behind if not said(event, fresh)]
        return lines + flow_words([begun, *map(self._dim, held(fresher))], self._style.width, "    ", "   ")

    def _says_nothing(self, change: Event) -> bool:
        """Did a variable become as it began: none, or what is counted anew each turn or round?"""
        left = now(change)
        return left == "none" and change.variable in self._idle or left == self._anew.get(change.variable)

    def log(self, events: Sequence[Event], most: int) -> list[str]:
        """What happened last, with the rules it follows: what everybody did, what came to whom, and not what the table and its board show."""
        told = _thrown_together([event for event in events if event.shown or event.variable not in self._on_table])
        left = len(told) - most if len(told) > most + 1 else 0
        lines = [self._dim(f"  … {left} earlier; `log all` shows them")] * (left > 0)
        for before, event in pairwise([None, *told[left:]]):
            assert event is not None
            again = before is not None and before.tags == event.tags
            lines.append(self.event(replace(event, text=self._changed(event), tags=() if again else event.tags)))
        return lines

    def _changes(self, events: Sequence[Event]) -> list[str]:
        """Variables that changed, in as few lines as they need."""
        texts = [self._changed(event).replace(": ", " ", 1) for event in events]
        lines = flow_words([f"    {texts[0]}", *texts[1:]], self._style.width, "    ", "   ")
        return [self._style.paint(line, "dim") for long in lines for line in wrap(long, self._style.width).split("\n")]

    def _changed(self, event: Event) -> str:
        return _turned(event.text) if event.variable in self._flags else _of_sets(event.text)

    def _text(self, event: Event) -> list[str]:
        return flow_words([f"  {'·' if self._style.unicode else '-'} {event.text.split(' ')[0]}", *event.text.split(" ")[1:]], self._style.width, "    ")

    def event(self, event: Event) -> str:
        """One thing that happened, with the rules it follows."""
        lines = self._text(event)
        tags = [self._style.paint(tag, "dim") for tag in event.tags]
        return "\n".join([*lines[:-1], *flow_words([lines[-1], *tags], self._style.width, "      ", "  ")])

    def _head(self, view: View, seat: int, facts: list[str]) -> list[str]:
        to_act = seat in view.waiting
        sign = "▸ " if to_act else "  "
        name = self._style.paint(view.seats[seat - 1], "bold", "green" if to_act else "")
        who = "you" if seat == view.player else self._sitters.get(seat, "")
        head = sign + name + (self._style.paint(f" ({who})", "dim") if who else "")
        if facts and columns(head) + columns(facts[0]) < self._style.width:
            return [f"{head}  {facts[0].strip()}", *facts[1:]]
        return [head, *facts]

    def _zones(self, zones: Sequence[ZoneView], indent: str, whole: bool, bare: Sequence[str] = ()) -> list[str]:
        """A line for each zone, and one for those that are empty, if they are several, and for what is `bare` as they are; none for zones in which no card
        of this table can lie."""
        zones = [z for z in zones if whole or z.count or not f"{z.name} ".startswith(self._never)]
        empty = [*bare, *self._empty([spoken(z.name) for z in zones if not z.count and not whole])]
        if bare or self._brief or len([z for z in zones if not z.count and not whole]) > 1:
            zones = [z for z in zones if z.count]
        name_width = max((columns(spoken(z.name)) for z in zones), default=0)
        lines: list[str] = []
        for zone in zones:
            head = f"{indent}{self._style.paint(spoken(zone.name).ljust(name_width), 'dim')}  "
            hanging = " " * columns(head)
            pieces = self._cards.zone(zone)
            lines += flow_words([head + pieces[0], *pieces[1:]], self._style.width, hanging)
        if empty and not self._brief and all(z.count for z in zones):
            words = [f"{indent}empty:", *(f"{name}," for name in empty[:-1]), empty[-1]]
            lines += [self._style.paint(line, "dim") for line in flow_words(words, self._style.width, indent + "  ")]
        return lines

    def _empty(self, names: Sequence[str]) -> list[str]:
        """Names of what is empty; of piles all of which are, however many there are, the name that they share."""
        out = _together(names)
        for zone in self._program.zones:
            name = spoken(zone.name)
            some = [each for each in names if each.startswith(f"{name} ")]
            if zone.length > 1 and len(some) == zone.length:
                whole = _together(some)
                out = [name if each == whole[0] else each for each in out if each not in whole[1:]]
        return out

    def _facts(self, variables: Sequence[VariableView], indent: str) -> list[str]:
        facts = []
        for name, group in groupby(variables, key=without_key):
            some = list(group)
            told = self._by_key(some) if some[0].key else _told(some[0])
            facts.append(f"{self._dim(spoken(name))} {told}".rstrip())
        lines = flow_words([indent + facts[0], *facts[1:]], self._style.width, indent, "   ") if facts else []
        return [part for line in lines for part in folded(line, self._style.width, indent + "  ")]

    def _by_key(self, some: Sequence[VariableView]) -> str:
        """Under which keys there is something."""
        if all(v.hidden for v in some):
            return "?"
        if all(v.drawn and not (v.hidden or v.until) for v in some):
            return " ".join(side_by_side([(v.drawn, v.value or 0) for v in some])) or "none"
        told = [f"{spoken(v.key)}: {_told(v)}".removesuffix(": ") for v in some if not v.is_nothing or v.until]
        return (", " if all(v.kind == "bool" for v in some) else "  ").join(told) or "none"

    def _board(self, view: View) -> list[str]:
        held = standing(self._program, view, self._cards, self._brief)
        on_lines = held_by_lines(view.variables, view.zones, self._cards.zone)
        lines: list[str] = []
        for drawing in self._program.boards:
            which = f"{drawing.name} " if len(self._program.boards) > 1 else ""
            sides = at_sides(drawing, view)
            signs = self._signs_of(drawing, held, sides)
            drawn, others = beside(self._drawn_board(drawing, held, signs, sides), on_lines, self._dim, which)
            lines += [f"  {drawing.name}"] * bool(which) + ["  " + line for line in drawn]
            told = [f"{sign} {text}" for text, sign in signs.items() if sign != text]
            lines += [self._dim("      " + "   ".join(told))] * bool(told)
            others += meanings(self._program, drawing, view)
            others += [f"{mark} {spoken(name)}" for mark, (name, _) in zip(MARKS, drawing.known)]
            lines += [self._dim(line) for line in flow_words(["    " + others[0], *others[1:]], self._style.width, "    ", "   ")] if others else []
        return lines

    def _signs_of(self, drawing: Drawing, held: Mapping[int, Sequence[str]], sides: Sides) -> dict[str, str]:
        """Letters for words on this board; where corners and edges leave no room for words, for whatever words have some."""
        cells = {cell for row in drawing.rows for cell in row} | {point.number for point in drawing.points}
        texts = {text for cell in cells for text in held.get(cell, ())}
        words = self._letters()
        fitting = {word: sign for word, sign in words.items() if word in texts}
        if texts <= words.keys() and any(len(text) > SPELT for text in texts):
            return fitting
        clear = drawing.points and texts.isdisjoint(set(words.values()) - words.keys())
        return fitting if clear and self._drawn_between(drawing, held, {}, sides) is None else {}

    def _letters(self) -> dict[str, str]:
        """Letters of words that stand on cells, if their first letters tell apart all that can: seats, and what is so or not. Where a seat begins as one
        of these does, seats have capitals."""
        seats = list(self._program.seats)
        flags = list(dict.fromkeys(spoken(v.name) for v in self._program.variables if v.owner == "cell" and v.type.kind == "bool"))
        words = {word: word[0] for word in (*seats, *flags)}
        if len(set(words.values())) < len(words):
            words |= {seat: seat[0].upper() for seat in seats} | {flag: flag[0].lower() for flag in flags}
        return words if len(set(words.values())) == len(words) else {}

    def _drawn_board(self, drawing: Drawing, held: Mapping[int, Sequence[str]], signs: Mapping[str, str], sides: Sides) -> list[str]:
        if drawing.points:
            drawn = self._drawn_between(drawing, held, signs, sides)
            return self._listed(drawing, held, signs) if drawn is None else drawn
        if drawing.links:
            return self._drawn_map(drawing, held, signs)
        names = [[self._program.cells[cell].rpartition(" ")[2] for cell in row] for row in drawing.rows]
        flat = [name for row in names for name in row]
        marks = _marks(drawing)
        texts = (_joined(held.get(cell, ()), signs) + marks.get(cell, "") or " " * (cell in drawing.blank) for row in drawing.rows for cell in row)
        contents = {n: text for n, text in enumerate(texts) if text}
        if any(drawing.indents):
            return hexes(names, {flat[n]: text for n, text in contents.items()}, drawing.indents, self._style)
        return grid(flat, contents, len(names[0]), self._style, self._cells_are_named)

    def _drawn_between(self, drawing: Drawing, held: Mapping[int, Sequence[str]], signs: Mapping[str, str], sides: Sides) -> list[str] | None:
        """With corners and edges; None if there is no room for all of it."""
        return between(drawing.points, self._between(drawing, held, signs), self._names(drawing), sides, self._style)

    def _listed(self, drawing: Drawing, held: Mapping[int, Sequence[str]], signs: Mapping[str, str]) -> list[str]:
        return one_by_one(self._names(drawing), self._between(drawing, held, signs), self._style)

    def _names(self, drawing: Drawing) -> dict[int, str]:
        return {point.number: self._program.cells[point.number].rpartition(" ")[2] for point in drawing.points if point.number >= 0}

    def _between(self, drawing: Drawing, held: Mapping[int, Sequence[str]], signs: Mapping[str, str]) -> dict[int, str]:
        """What stands on cells, corners and edges. What is so of an edge, and of which there is nothing else to tell, is drawn as a line along it."""
        flags = {spoken(v.name) for v in self._program.variables if v.owner == "cell" and v.type.kind == "bool"}
        marks = _marks(drawing)
        contents = {}
        for point in drawing.points:
            told = held.get(point.number, ())
            stroke = point.sign not in ("", DOT) and len(told) == 1 and told[0] in flags
            text = point.sign * (3 if point.sign == "—" else 1) if stroke else _joined(told, signs)
            if text := text + marks.get(point.number, "") or " " * (point.number in drawing.blank):
                contents[point.number] = text
        return contents

    def _drawn_map(self, drawing: Drawing, held: Mapping[int, Sequence[str]], signs: Mapping[str, str]) -> list[str]:
        """Places with the routes between them, and what is to be known of each."""
        told = {number: _joined(texts, signs) for number, texts in held.items()}
        names = self._program.cells
        lines = map_drawn([(names[place], told.get(place, "")) for place in drawing.rows[0]], drawing.links, told, self._style)
        return lines + listed({link.number: names[link.number] for link in drawing.links if link.number >= 0}, drawing.links, told, self._style)

    def _dim(self, text: str) -> str:
        return self._style.paint(text, "dim")

    @property
    def _cells_are_named(self) -> bool:
        """Does anybody ever say which cell? If not, columns need no letters: where a game asks for a column, it has a number."""
        asked = [p.type.kind for action in self._program.actions for p in action.params]
        asked += [site.type.kind for site in self._program.sites if site.type is not None]
        told = [type.kind for v in self._program.variables for type in (v.type, v.type.of) if type is not None]
        keyed = (*(v.keys for v in self._program.variables), *(z.keys for z in self._program.zones))
        keys = [key.type.kind for some in keyed for key in some]
        return "cell" in asked + told + keys


def _marks(drawing: Drawing) -> dict[int, str]:
    """What stands beside the cells that options name."""
    return {cell: mark for mark, (_, cells) in zip(MARKS, drawing.known) for cell in cells}


def _joined(texts: Sequence[str], signs: Mapping[str, str]) -> str:
    """Letters that stand for words without a blank between them, since they are told below."""
    gaps = ["", *("" if one in signs and other in signs else " " for one, other in pairwise(texts))]
    return "".join(f"{gap}{signs.get(text, text)}" for gap, text in zip(gaps, texts))


def _begins_as_nothing(v: Variable, initial: int) -> bool:
    """Is it not on the table while it is as it began: none, or a set for a turn or round that is empty?"""
    return initial == -1 if v.type.or_none else bool(v.scope) and v.type.kind == "set" and initial == 0


def _at_first(v: Variable, initial: int) -> str | None:
    """A number or flag as it begins, in the words for what a change left."""
    return str(initial) if v.type.kind == "int" and not v.type.or_none else ("yes" if initial else "no") if v.type.kind == "bool" else None


def _told(v: VariableView) -> str:
    """A value; of what is so, nothing more than how long."""
    text = "?" if v.hidden else _bare(v.text) if v.text.startswith("{") else ("" if v.value else "no") if v.kind == "bool" else v.text
    return " ".join(filter(None, (text, v.until and f"({v.until})")))


def _turned(text: str) -> str:
    """That something became so, or is so no more."""
    return text.replace(": false → true", "").replace(": true → false", " no more")


def _of_sets(text: str) -> str:
    """A change of a set, as it is told at a table."""
    return re.sub(r"(?<=: |→ )\{[^{}]*\}", lambda found: _bare(found[0]), text)


def _bare(text: str) -> str:
    """What is in a set, without the signs of the rules around it."""
    return text.removeprefix("{").removesuffix("}") or "none"


def _says_again(before: Event | None, event: Event, behind: Event | None) -> bool:
    """Does the move of a card say only what its choice has just said? Not if others come with it, such as those of a trick,
    nor if no card was chosen, but what cards there may be."""
    if before is None or not before.of_cards or event.kind != "move":
        return False
    if behind is not None and behind.kind == "move" and behind.text.rpartition(" to ")[2] == event.text.rpartition(" to ")[2]:
        return False
    return set(event.text.partition(" from ")[0].split()) <= set(before.text.split())


def _thrown_together(events: Sequence[Event]) -> list[Event]:
    """What fell to chance one after the other, and is called the same, as one. Where several rules threw, and the first of them throws again, that is
    another throw."""
    out: list[Event] = []
    last = None
    for event in events:
        asked, _, came = event.text.rpartition(": ")
        more = event.kind == "chance" and out and out[-1].kind == "chance" and asked and out[-1].text.startswith(f"{asked}: ")
        if more and (event.span != out[-1].span or event.span == last):
            out[-1] = replace(out[-1], text=f"{out[-1].text}, {came}")
        else:
            out.append(event)
        last = event.span
    return [replace(event, text=_counted(event.text)) if event.kind == "chance" else event for event in out]


def _counted(text: str) -> str:
    """Very many throws, by what was thrown: who has which lies on the table."""
    asked, _, came = text.rpartition(": ")
    thrown = came.split(", ")
    counts = sorted(Counter(thrown).items(), key=lambda found: (int(found[0]) if found[0].isdigit() else 0, found[0]))
    return text if len(thrown) <= THROWS else f"{asked}: {' '.join(side_by_side(counts))}"


def _together(names: Sequence[str]) -> list[str]:
    """Piles that differ in their number as one: `laid 1`, `laid 2`, `laid 3` are `laid 1 to 3`."""
    out: list[str] = []
    for stem, group in groupby(names, key=lambda name: name.rstrip("0123456789")):
        some = list(group)
        out += [f"{some[0]} to {some[-1].removeprefix(stem)}"] if stem.endswith(" ") and len(some) > 2 else some
    return out


def around(seats: int, viewer: int | None) -> list[int]:
    """The seats in turn from the viewer's left, the viewer last and so next to the list of options."""
    first = viewer or seats
    return [(first + step) % seats + 1 for step in range(seats)]
