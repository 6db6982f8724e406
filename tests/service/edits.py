"""Random edits of rules texts, as hands make them: letters, lines taken out, doubled, moved, indented, broken."""

from __future__ import annotations

from random import Random

LETTERS = list('abcxyz019 ():,."{}[]+-=<>#@\n\n    ')
LINES = ["", "    ", "# x", "else:", "    if a:", "phase f():", 'test "a":', "mode solo:", "\tx", "and x", "play:"]


def edited(chance: Random, text: str) -> str:
    """The text after one edit."""
    way = chance.random()
    if way < 0.5:
        place = chance.randrange(len(text) + 1)
        return text[:place] + (text[place + 1 :] if chance.random() < 0.5 else chance.choice(LETTERS) + text[place:])
    lines = text.split("\n")
    n = chance.randrange(len(lines))
    if way < 0.6:
        del lines[n]
    elif way < 0.7:
        lines.insert(n, chance.choice(lines))
    elif way < 0.8:
        other = chance.randrange(len(lines))
        lines[n], lines[other] = lines[other], lines[n]
    elif way < 0.9:
        lines[n] = chance.choice(["    ", "  ", ""]) + lines[n].lstrip() if chance.random() < 0.5 else "    " + lines[n]
    else:
        lines.insert(n, chance.choice(LINES))
    return "\n".join(lines)
