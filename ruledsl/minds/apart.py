"""Secrets that do not hang on each other: each is one answer, or one throw, and nothing else was made of it that is not seen."""

from __future__ import annotations

from ruledsl.engine.rolls import held, rolls
from ruledsl.engine.secrets import SOMEWHERE, Secret, chosen, offered
from ruledsl.ir.program import VALUE, Variable
from ruledsl.minds.mind import Mind


def apart(mind: Mind) -> list[Secret] | None:
    """All that a seat does not know beside the cards; None if it must be played again."""
    if mind.course is None:
        return []
    program, cells = mind.program, mind.unseen
    variables, answers = {v.name: v for v in program.variables if v.name not in program.beside}, [begun for _, _, begun in cells]
    if 0 in answers or len(set(answers)) < len(answers):
        return None
    found = [_one(mind, variables[name], index) if name in variables else None for name, index, _ in cells]
    return None if None in found else [one for one in found if one is not None]


def _one(mind: Mind, variable: Variable, index: int) -> Secret | None:
    """What was thrown for a variable, or what its player could choose."""
    program = mind.program
    if variable.name in (thrown := rolls(program).outcomes):
        return Secret(variable.name, index, thrown[variable.name])
    site = chosen(program).get(variable.name, SOMEWHERE)
    if site == SOMEWHERE or variable.owner != "player" or variable.length > 1:
        return None
    asked = (step for step in reversed(mind.steps) if step.before.site_number == site and step.choice.seat == index + 1 and step.choice.move[0] == VALUE)
    step = next(asked, None)
    if step is None or step.choice.move[1] != mind.question.position.values[variable.name][index]:
        return None
    values = held(program, variable.name, offered(step.before, site, index))
    return Secret(variable.name, index, values) if values else None
