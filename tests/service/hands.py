"""What an author's hands do to a rules text: typing, taking out, putting elsewhere, pasting, taking back."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from ruledsl.resources import bundled_games

TEXTS = [path.read_text(encoding="utf-8") for path in bundled_games().values()]
STRANGE = ["🐔", "ï", "\t", "\r\n", "\r", "\u00a0", "\u200b", "\x00", "\ufeff", "\ufffd", "\u2028", "\x0c", "\x85", "\ud83d", "e\u0301", "“", "–", "Ω"]
MARKS = [*'():,."{}[]+-=<>#@\n ', "\n    ", "\n        "]
HEADS = [
    'variant "X" of "surprise-egg":', 'game "X":', "mode solo:", "else:", "play:", "table:", "each player:", 'test "a":', 'chapter "X"', "# note", "", "    ",
]  # fmt: skip


def blocks(text: str) -> list[str]:
    """Declarations with what stands below them."""
    return re.split(r"\n(?=[^\s#])", text)


class Hands:
    """A text that is edited. The place of the last edit is where the next one is likely to be."""

    def __init__(self, chance: Random, text: str) -> None:
        self.chance, self.text, self.first = chance, text, text
        self.past: list[str] = []
        self.undone: list[str] = []
        self.at = 0
        self.typing = ""

    def edit(self) -> str:
        """The text after one more edit."""
        chance = self.chance
        if self.typing and chance.random() < 0.8:
            self._typed()
            return self.text
        self.typing = ""
        if self.past and chance.random() < 0.25:
            self._back()
            return self.text
        if self.undone and chance.random() < 0.3:
            self.past.append(self.text)
            self.text = self.undone.pop()
            return self.text
        self.past.append(self.text)
        self.undone.clear()
        if chance.random() < 0.6 or self.at > len(self.text):
            self.at = self._somewhere()
        ways: list[tuple[int, Callable[[], None]]] = [
            (20, self._begin), (10, self._letter), (8, self._out), (14, self._word), (6, self._number), (12, self._line), (4, self._indented),
            (3, self._strange), (4, self._comment), (10, self._block), (6, self._pasted), (3, self._head),
        ]  # fmt: skip
        chance.choices([way for _, way in ways], [weight for weight, _ in ways])[0]()
        return self.text

    def places(self) -> list[tuple[int, int]]:
        """Places that are asked about: beside the last edit, and anywhere."""
        ends = [min(self.at, len(self.text)), *(self.chance.randrange(len(self.text) + 1) for _ in range(3))]
        lines = self.text.splitlines()
        out = []
        for end in ends:
            before = self.text[:end].splitlines() or [""]
            out.append((len(before), len(before[-1]) + 1))
        names = [(n, found.start() + 1) for n, line in enumerate(lines, 1) for found in re.finditer(r"\w+", line)]
        return out + self.chance.sample(names, min(6, len(names)))

    def _back(self) -> None:
        times = 1 if self.chance.random() < 0.8 else len(self.past)
        for _ in range(times):
            self.undone.append(self.text)
            self.text = self.past.pop()

    def _somewhere(self) -> int:
        """Anywhere; in the first line or in a mode more often than by their length."""
        text, way = self.text, self.chance.random()
        if way < 0.04:
            return self.chance.randrange(text.find("\n") + 1 or 1)
        inside = [found.span() for found in re.finditer(r"^(?:mode|variant|ruling) .*\n(?:(?: .*)?\n)+", text, re.M)]
        if way < 0.3 and inside:
            return self.chance.randrange(*self.chance.choice(inside))
        return self.chance.randrange(len(text) + 1)

    def _put(self, start: int, end: int, new: str) -> None:
        self.text = self.text[:start] + new + self.text[end:]
        self.at = start + len(new)

    def _typed(self) -> None:
        """The next letters of what is being typed."""
        many = self.chance.choice((1, 1, 1, 2, 4))
        self.past.append(self.text)
        self._put(self.at, self.at, self.typing[:many])
        self.typing = self.typing[many:]

    def _begin(self) -> None:
        """Begins to write what stands somewhere, or in another game, letter by letter."""
        source = self.text if self.chance.random() < 0.6 else self.chance.choice(TEXTS)
        lines = [line for line in source.splitlines() if line.strip()] or ["x"]
        line = self.chance.choice(lines)
        end = self.text.find("\n", self.at)
        if self.chance.random() < 0.6:
            self.at = end if end >= 0 else len(self.text)
            self.typing = "\n" + line
        else:
            self.typing = " ".join(self.chance.sample(line.split(), min(len(line.split()), 3)))
        self.past.pop()
        self._typed()

    def _letter(self) -> None:
        self._put(self.at, self.at, self.chance.choice([*MARKS, *"abcxyz019"]))

    def _out(self) -> None:
        self._put(max(0, self.at - self.chance.choice((1, 1, 1, 5))), self.at, "")

    def _word(self) -> None:
        """A word for another, none for one, or one more."""
        words = list(re.finditer(r"\w+", self.text[max(0, self.at - 400) : self.at + 400]))
        if not words:
            self._letter()
            return
        one, other = self.chance.choice(words), self.chance.choice(words)[0]
        start = max(0, self.at - 400) + one.start()
        new = self.chance.choice((other, other, other, "", one[0] + "x", one[0][:-1], one[0] + " " + other))
        if self.chance.random() < 0.15:
            self.text = re.sub(rf"\b{one[0]}\b", new or "x", self.text)
        else:
            self._put(start, start + len(one[0]), new)

    def _number(self) -> None:
        found = self.chance.choice(list(re.finditer(r"\d+", self.text)) or [None])
        if found:
            self._put(*found.span(), str(self.chance.choice((0, 1, 2, 3, 7, 100, int(found[0]) + 1))))

    def _lines(self) -> tuple[list[str], int]:
        lines = self.text.split("\n")
        return lines, self.text.count("\n", 0, self.at)

    def _line(self) -> None:
        """One or some lines taken out, doubled, put elsewhere."""
        lines, n = self._lines()
        many = self.chance.choice((1, 1, 1, 2, 5))
        taken = lines[n : n + many]
        way = self.chance.random()
        if way < 0.65:
            del lines[n : n + many]
        if way >= 0.4:
            place = min(n, len(lines)) if way > 0.8 else self.chance.randrange(len(lines) + 1)
            lines[place:place] = taken
        self.text = "\n".join(lines)

    def _indented(self) -> None:
        lines, n = self._lines()
        many, deeper = self.chance.choice((1, 1, 3, 6)), self.chance.random() < 0.5
        for i in range(n, min(len(lines), n + many)):
            lines[i] = "    " + lines[i] if deeper else lines[i].removeprefix("    ")
        self.text = "\n".join(lines)

    def _strange(self) -> None:
        self._put(self.at, self.at, self.chance.choice(STRANGE))

    def _comment(self) -> None:
        lines, n = self._lines()
        for i in range(n, min(len(lines), n + self.chance.choice((1, 1, 4)))):
            lines[i] = lines[i][2:] if lines[i].startswith("# ") else "# " + lines[i]
        self.text = "\n".join(lines)

    def _block(self) -> None:
        """A declaration taken out, doubled, or put elsewhere."""
        found = blocks(self.text)
        n = self.chance.randrange(len(found))
        way = self.chance.random()
        taken = found[n]
        if way < 0.75:
            del found[n]
        if way >= 0.4:
            found.insert(self.chance.randrange(len(found) + 1), taken)
        self.text = "\n".join(found)

    def _pasted(self) -> None:
        """Declarations of another game."""
        found, other = blocks(self.text), blocks(self.chance.choice(TEXTS))
        place, n = self.chance.randrange(len(found) + 1), self.chance.randrange(len(other))
        found[place:place] = other[n : n + self.chance.choice((1, 1, 2, 4))]
        self.text = "\n".join(found)

    def _head(self) -> None:
        lines, n = self._lines()
        lines.insert(n, self.chance.choice(HEADS))
        self.text = "\n".join(lines)
