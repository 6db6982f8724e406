"""Texts of cards that say what lies on them, as they read where a card lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir import subsets
from ruledsl.ir.layout import Values
from ruledsl.ir.once import once
from ruledsl.ir.program import Hole, Program, Type, Variable

if TYPE_CHECKING:
    from ruledsl.engine.words import Words


@once
def told(program: Program) -> dict[str, Variable]:
    """The variables of cards that their texts name."""
    named = {name for face in program.faces for _, name in face.shown if name}
    return {variable.name: variable for variable in program.variables if variable.name in named}


def as_it_lies(words: Words, type: Type, value: int, values: Values) -> str:
    """A value as it is printed; of cards, with what their texts name of their own variables."""
    if type.kind not in ("card", "subset") or value < 0 or not told(words.program):
        return words.show(type, value)
    cards = subsets.members(words.program, value) if type.kind == "subset" else [value]
    return ", ".join(_filled(words, card, values) for card in cards) or words.show(type, value)


def _filled(words: Words, member: int, values: Values) -> str:
    """One card; what it stands for is called as ever."""
    program = words.program
    card, guise = subsets.split(program, member)
    face = program.faces[program.cards[card]]
    if guise or not face.shown:
        return words.show(Type("card"), member)
    text = words.template(tuple(Hole(name, told(program)[name].type, piece) if name else piece for piece, name in face.shown))
    return "".join(part if isinstance(part, str) else words.show(part.type, program.held(values, part.function, card)) for part in text)
