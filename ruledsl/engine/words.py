"""Values as people read and type them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from ruledsl.engine.steady import Steady, steady
from ruledsl.ir import subsets
from ruledsl.ir.flow import answered
from ruledsl.ir.layout import Values, find_instance
from ruledsl.ir.program import BOX, Face, Hole, Life, Program, Template, Type, Variable, Zone
from ruledsl.record import cached_property
from ruledsl.source import HOLE

MANY = 16
"""More cards than this are not named one by one."""

SAME = 4
"""From so many equal things side by side on, one is shown and how many there are."""

MOST_WORDS = 8
"""The name of a card, with what it stands for, has no more words."""

MOST_KEPT = 10_000
"""So many texts of several cards are remembered."""

Typed = tuple[str, ...]
"""Words as somebody typed them, or would."""

_SEPARATORS = re.compile(r"[\s_(),'\"`]+")


def split(text: str) -> tuple[str, ...]:
    """The words of a text, without case and punctuation: `Hen(four)` is `hen four`."""
    return tuple(word for word in _SEPARATORS.split(text.casefold()) if word)


def begins(word: str, whole: str) -> bool:
    """Does a typed word stand for this one? `1` and `a1` are not the beginnings of `10` and `a10`."""
    return word == whole or (whole.startswith(word) and not (word[-1].isdigit() and whole[len(word)].isdigit()))


def folds(text: str, count: int) -> bool:
    """Is it shorter to say how many there are of a text than to repeat it, and as easily read?"""
    return count >= SAME or count > 1 and " " in text


def side_by_side(counts: Iterable[tuple[str, int]]) -> list[str]:
    """Texts, each so many times, in pieces between which a line may break: if one `folds`, of all of which there are several one and how many; with a comma
    between them where a text has several words, or some stand alone and some with how many: `1 2 ×4 3` reads as another number of each."""
    some = [(text, count) for text, count in counts if count > 0]
    many = any(folds(text, count) for text, count in some)
    texts = [told for text, count in some for told in ([f"{text} ×{count}"] if many and count > 1 else [text] * count)]
    mixed = many and any(count == 1 for _, count in some)
    return [f"{text}," for text in texts[:-1]] + texts[-1:] if mixed or any(" " in text for text, _ in some) else texts


class Words:
    """The texts of one program's values, in a language that its rules speak; "" is the one they are written in."""

    def __init__(self, program: Program, language: str = ""):
        self.program = program
        self.language = language
        self._told = program.texts.get(language, {})
        self._templates: dict[Template, Template] = {}
        self._subsets: dict[tuple[int, bool], str] = {}
        self._plays: dict[tuple[int, bool], str] = {}
        self._names_of: dict[int, tuple[str, ...]] = {}
        self._given: dict[str, int | None] = {}
        self._meant: dict[Typed, list[int]] = {}
        self._values: dict[Type, tuple[int, list[tuple[list[int], set[Typed]]]]] = {}
        self._steady: dict[int, Steady | None] = {}
        self.said: dict[tuple[int, tuple[int, ...]], Any] = {}
        """By seat and move, the texts of options that hang on nothing else."""
        self.ids: dict[tuple[int, ...], str] = {}
        """By move, the ids of those that name no cards."""
        self.menus: dict[tuple[int, tuple[tuple[int, ...], ...]], list[tuple[str, str]]] = {}
        """By seat and moves, how options are sent that read the same wherever they are asked for."""
        self.lasts_hop: dict[tuple[int, int], bool] = {}
        """By the sites where a move begins and where play stands: is what is chosen there always the last of it?"""

    def steady(self, number: int) -> Steady | None:
        """What must hold of an action that its text is the one that is known; None if it hangs on more than its arguments."""
        if number not in self._steady:
            self._steady[number] = steady(self.program, self.program.actions[number])
        return self._steady[number]

    def keep(self, move: tuple[int, tuple[int, ...]], option: Any) -> None:
        """Remember an option."""
        if len(self.said) >= MOST_KEPT:
            self.said.clear()
        self.said[move] = option

    def call(self, move: Sequence[int], id: str) -> None:
        """Remember what a move is called."""
        if len(self.ids) >= MOST_KEPT:
            self.ids.clear()
        self.ids[tuple(move)] = id

    # ---- in another language ----

    def tell(self, text: str) -> str:
        """A text or name as it is called here."""
        return self._told.get(text, text)

    def say(self, phrase: str, **values: object) -> str:
        """What a table says by itself, its holes filled."""
        return HOLE.sub(lambda hole: str(values[hole[1]]), self.tell(phrase))

    def in_shown_names(self, text: str) -> str:
        """A typed text with the names that are shown: a corner can be called by each cell that it is of."""
        others = self.program.other_names
        return re.sub(r"[^\s,()]+", lambda word: others.get(word[0].casefold(), word[0]), text) if others else text

    def template(self, template: Template) -> Template:
        """A text with holes as it is called here; if it has no other form as a whole, piece by piece."""
        if not self._told:
            return template
        if template not in self._templates:
            self._templates[template] = tuple(self._translated(template))
        return self._templates[template]

    def _translated(self, template: Template) -> Iterator[str | Hole]:
        written = "".join(part if isinstance(part, str) else f"{{{part.source}}}" for part in template)
        if written not in self._told:
            yield from (part.replace(part.strip(), self.tell(part.strip())) if isinstance(part, str) and part.strip() else part for part in template)
            return
        holes = {part.source: part for part in template if not isinstance(part, str)}
        for n, piece in enumerate(HOLE.split(self._told[written])):
            yield holes[piece] if n % 2 else piece

    def given(self, hole: Hole) -> int | None:
        """The number of the argument that a hole tells as it is, the seat's own number being 0; None of what has to be worked out."""
        if hole.function not in self._given:
            self._given[hole.function] = answered(self.program.functions[hole.function].blocks[0].instrs[0])
        return self._given[hole.function]

    # ---- values ----

    def show(self, type: Type, value: int) -> str:
        """A value as it is printed."""
        return self._text(type, value, spoken=False)

    def spoken(self, type: Type, value: int) -> str:
        """A value as the rules write it."""
        return self._text(type, value, spoken=True)

    def aloud(self, variable: Variable, values: Values) -> str:
        """A text that is told aloud, with what its variables hold; nothing before the last of them is told."""
        by_name = {each.name: each for each in self.program.variables if each.told}
        if variable.name != next((name for _, name in reversed(variable.said) if name), variable.name):
            return ""
        text = self.template(tuple(Hole(name, by_name[name].type, piece) if name else piece for piece, name in variable.said))
        return "".join(part if isinstance(part, str) else self.show(part.type, self.program.held(values, part.function, 0)) for part in text)

    def place(self, zone: Zone, k: int) -> str:
        """An instance of a zone: `discard`, `A's hand`."""
        return self.owned(zone, k)

    def whereabouts(self, number: int) -> str:
        """The place that a number in `card.zone` means."""
        found = find_instance(self.program, number)
        return self.place(*found) if found else self.tell("the box") if number == BOX else "nowhere"

    def cards(self, cards: Sequence[int]) -> str:
        """Several cards by name, of `SAME` alike and more how many; very many by number."""
        if len(cards) > MANY:
            return self.say("{count} cards", count=len(cards))
        alike = [(name, len(list(run))) for name, run in groupby(self.show(Type("card"), card) for card in cards)]
        parting = "; " if any("," in name for name, _ in alike) else ", "
        return parting.join(piece for name, count in alike for piece in ([name] * count if count < SAME else [f"{name} ×{count}"]))

    def called(self, thing: Zone | Variable, index: int) -> str:
        """The name of an instance of a zone or variable, with its keys where there are several."""
        return " ".join([self.tell(thing.name), *self._keys(thing, index)])

    def of_line(self, thing: Zone | Variable, index: int) -> tuple[str, str]:
        """Of what each line of a board has, the line and the name without it; nothing and the whole name of anything else."""
        line = thing.owner == "table" and bool(thing.keys) and thing.keys[0].type.name == "line"
        keys = self._keys(thing, index)
        return (keys[0], " ".join([self.tell(thing.name), *keys[1:]])) if line and keys else ("", self.called(thing, index))

    def _keys(self, thing: Zone | Variable, index: int) -> list[str]:
        words = []
        for key in reversed(thing.keys if thing.length > 1 else ()):
            index, at = divmod(index, len(key.members))
            words.append(self.show(key.type, key.members[at]))
        return words[::-1]

    def drawn(self, variable: Variable, index: int) -> str:
        """How one of what a variable counts is drawn; nothing where its number is shown."""
        parts = variable.drawn[index % variable.length] if variable.drawn else ()
        told = (part.replace(part.strip(), self.tell(part.strip())) if isinstance(part, str) and part.strip() else part for part in parts)
        return "".join(part if isinstance(part, str) else self.show(*part) for part in told)

    def counted(self, variable: Variable, owner: int, values: Sequence[int]) -> str:
        """All that one owner has of what is drawn one by one: `1 4 4 6`, `wild ×5`, `nothing`."""
        first = owner * variable.length
        texts = side_by_side([(self.drawn(variable, at), values[at]) for at in range(first, first + variable.length)])
        return " ".join(texts) or self.tell("nothing")

    def owned(self, thing: Zone | Variable, index: int) -> str:
        """An instance of a zone or variable with whose it is."""
        owner, name = thing.owner, self.called(thing, index).replace("_", " ")
        index //= thing.length
        if owner == "player":
            return self.say("{seat}'s {name}", seat=self.program.seats[index], name=name)
        if owner in ("cell", "card"):
            return self.say("{name} of {cell}", name=name, cell=self.show(Type(owner), index))
        return name

    def lasts(self, life: Life, who: int, waits: bool) -> str:
        """How long something lasts: `until after B's next turn`. It waits while the next such phase has not begun."""
        phase = self.tell(life.phase).replace("_", " ")
        if waits:
            phase = self.say("next {phase}", phase=phase)
        if life.type is not None and life.type.kind == "player":
            phase = self.say("{seat}'s {name}", seat=self.program.seats[who], name=phase)
        elif life.type is not None:
            phase = f"{phase} {self.show(life.type, who)}"
        return self.say("until {phase} begins" if life.when == "before" else "until after {phase}", phase=phase)

    def read(self, type: Type, words: tuple[str, ...]) -> list[int]:
        """All values that typed words can mean: those they name, or else those they begin."""
        if words in (("none",), split(self.tell("none"))) and type.or_none:
            return [-1]
        if type.kind == "int":
            number = "".join(words)
            return [int(number)] if re.fullmatch(r"-?[0-9]{1,18}", number) else []
        longest, named = self._named(type)
        if len(words) > longest:
            return []
        exact = [values for values, texts in named if words in texts] or self._without_board(type, words, named)
        some = exact or [values for values, texts in named if any(self._begin(words, text) for text in texts)]
        return sorted(value for values in some for value in values)

    def _without_board(self, type: Type, words: Typed, named: Sequence[tuple[list[int], set[Typed]]]) -> list[list[int]]:
        """The cells and lines that words name but for the board, where there are several."""
        stands_on_one = len(self.program.boards) > 1 and (type.kind == "cell" or type.name == "line")
        boards = {split(self.tell(board.name)) for board in self.program.boards if stands_on_one}
        return [values for values, texts in named if any((*board, *words) in texts for board in boards)]

    def names(self, type: Type, value: int) -> tuple[tuple[str, ...], ...]:
        """Of several cards the names of each: in full, as the rules write it, without what it stands for, and that alone."""
        chosen = subsets.members(self.program, value) if type.kind == "subset" else []
        return tuple(map(self._names_of_member, chosen))

    def _names_of_member(self, member: int) -> tuple[str, ...]:
        if member not in self._names_of:
            card, guise = subsets.split(self.program, member)
            plain = (self._played(member, False), self._played(member, True))
            more = (self._played(card, False), self.tell(self.program.guises[guise - 1].printed)) if guise else ()
            self._names_of[member] = (*plain, *more)
        return self._names_of[member]

    def named_cards(self, words: tuple[str, ...]) -> list[list[int]]:
        """The cards that a row of names can mean, each name with all cards that it fits; nothing if some word is no name."""
        out: list[list[int]] = []
        at = 0
        while at < len(words):
            fitting = ((n, self._played_as(words[at : at + n])) for n in range(min(len(words) - at, MOST_WORDS), 0, -1))
            long, found = next(((n, found) for n, found in fitting if found), (0, []))
            if not long:
                return []
            out.append(found)
            at += long
        return out

    def _played_as(self, words: tuple[str, ...]) -> list[int]:
        """All cards, with all that they may stand for, that words can mean."""
        if words not in self._meant:
            if len(self._meant) >= MOST_KEPT:
                self._meant.clear()
            exact = [members for members, texts in self._members if words in texts]
            some = exact or [members for members, texts in self._members if any(self._begin(words, text) for text in texts)]
            self._meant[words] = sorted(member for members in some for member in members)
        return self._meant[words]

    @cached_property
    def _members(self) -> list[tuple[list[int], set[tuple[str, ...]]]]:
        """Cards with what they may stand for, those together that have the same names."""
        alike: dict[tuple[int, int], list[int]] = {}
        every = len(self.program.cards)
        for guise in range(1 + len(self.program.guises)):
            for card, face in enumerate(self.program.cards):
                alike.setdefault((face, guise), []).append(card + guise * every)
        return [(members, {split(self._played(members[0], spoken)) for spoken in (False, True)}) for members in alike.values()]

    def _begin(self, words: tuple[str, ...], text: tuple[str, ...]) -> bool:
        return 0 < len(words) <= len(text) and all(map(begins, words, text))

    def _named(self, type: Type) -> tuple[int, list[tuple[list[int], set[Typed]]]]:
        """How many words the longest name of a value has; and the values, those together that have the same names."""
        if type not in self._values:
            alike: dict[tuple[str, str], list[int]] = {}
            for value in self.universe(type):
                alike.setdefault((self.show(type, value), self.spoken(type, value)), []).append(value)
            named = [(values, set(map(split, texts))) for texts, values in alike.items()]
            self._values[type] = max((len(text) for _, texts in named for text in texts), default=0), named
        return self._values[type]

    def choices(self, type: Type) -> Sequence[int]:
        """All values that an argument of a type can have: none, if it may be that, and those that can be listed."""
        return (*self.universe(type), -1) if type.or_none else self.universe(type)

    def universe(self, type: Type) -> Sequence[int]:
        """All values of a type, as far as they can be listed."""
        match type.kind:
            case "int":
                return range(type.low, min(type.high, type.low + 999) + 1)
            case "card":
                return range(len(self.program.cards))
            case "bool":
                return (0, 1)
            case "enum":
                enum = self.program.enums[type.name]
                return enum.members or range(len(enum.values))
            case "player":
                return range(self.program.players)
            case "face":
                return range(len(self.program.faces))
            case "cell":
                return [number for number, name in enumerate(self.program.cells) if name and type.low <= number <= type.high]
        return ()

    def _text(self, type: Type, value: int, spoken: bool) -> str:
        listed = self._enum_names.get(type.name) if type.kind == "enum" else self._lists.get(type.kind)
        if listed is not None and value < len(listed[spoken]):
            return listed[spoken][value] if value >= 0 else self.tell("none")
        if type.kind == "int":
            return self.tell("none") if type.or_none and value == -1 else str(value)
        if type.kind == "bool":
            return self.tell("true" if value else "false")
        if type.kind == "times":
            return self._times(type, value, spoken)
        if type.kind == "set":
            members = (i for i in range(max(64, value.bit_length())) if value >> i & 1)
            return "{" + ", ".join(self._text(type.of or Type("int"), i, spoken) for i in members) + "}"
        if type.kind == "subset":
            return self._together(value, spoken)
        return self._played(value, spoken) if type.kind == "card" else self.tell("none")

    def _together(self, value: int, spoken: bool) -> str:
        """Several cards; the same ones are told of several times at one decision."""
        if (value, spoken) not in self._subsets:
            if len(self._subsets) >= MOST_KEPT:
                self._subsets.clear()
            told = ", ".join(self._played(member, spoken) for member in subsets.members(self.program, value))
            self._subsets[value, spoken] = told or self.tell("no cards")
        return self._subsets[value, spoken]

    def _times(self, type: Type, number: int, spoken: bool) -> str:
        """A value so many times, each behind a space; of no value what is said for none."""
        if type.of is None:
            return "" if number else f" {self.tell('nothing')}"
        value = self._text(type.of, int(type.name), spoken)
        return f" {value}" * number if number <= MANY else f" {number} × {value}"

    def _played(self, member: int, spoken: bool) -> str:
        """A card with what it stands for."""
        if (member, spoken) not in self._plays:
            card, guise = subsets.split(self.program, member)
            text = self._card_names[spoken][card]
            face = self.program.guises[guise - 1] if guise else None
            self._plays[member, spoken] = f"{text} as {face.spoken if spoken else self.tell(face.printed)}" if face else text
        return self._plays[member, spoken]

    @cached_property
    def _lists(self) -> dict[str, tuple[Sequence[str], Sequence[str]]]:
        """By the kind of a type, the values that have names: as they are printed, and as the rules write them."""
        seats, cells = self.program.seats, self.program.cells
        return {"player": (seats, seats), "cell": (cells, cells), "face": self._faces, "card": self._card_names}

    @cached_property
    def _enum_names(self) -> dict[str, tuple[Sequence[str], Sequence[str]]]:
        return {name: (tuple(map(self.tell, enum.printed)), enum.values) for name, enum in self.program.enums.items()}

    @cached_property
    def _faces(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        faces: tuple[Face, ...] = self.program.faces
        return tuple(self.tell(f.printed) for f in faces), tuple(f.spoken for f in faces)

    @cached_property
    def _card_names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        printed, spoken = self._faces
        return tuple(printed[f] for f in self.program.cards), tuple(spoken[f] for f in self.program.cards)
