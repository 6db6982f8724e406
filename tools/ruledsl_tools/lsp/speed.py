"""How long an editor waits: answers while a file is edited at random."""

from __future__ import annotations

import gc
from pathlib import Path
from random import Random
from time import process_time

from ruledsl.service import Workspace
from ruledsl.service.complete import complete
from ruledsl.service.telling import hover

PAUSE = 50
"""After so many edits there is a pause, in which the server clears away what is not needed any more."""
LETTERS = list("abcxyz019 ():,.=<>\n    ")


def edited(chance: Random, text: str) -> tuple[str, int]:
    """A text with one letter more or less, or one line taken out or doubled, and where that was."""
    place = chance.randrange(len(text) + 1)
    if chance.random() < 0.8:
        return text[:place] + (text[place + 1 :] if chance.random() < 0.5 else chance.choice(LETTERS) + text[place:]), place
    start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place) + 1
    return (text[:start] + text[end:] if chance.random() < 0.5 else text[:end] + text[start:end] + text[end:]), start


def measure(path: Path, edits: int, seed: int = 1) -> dict[str, dict[str, float]]:
    """Milliseconds of one core for each kind of question after each edit; each second edit takes the one before back, as hands do."""
    chance, first = Random(seed), path.read_text(encoding="utf-8")
    workspace = Workspace()
    text = first
    taken: dict[str, list[float]] = {"problems": [], "completion": [], "hover": []}
    _ = workspace.change(str(path), text).problems
    gc.disable()
    for n in range(edits):
        if n % PAUSE == 0:
            gc.collect()
        text, place = edited(chance, text) if n % 2 == 0 else (first, 0)
        line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
        begun = process_time()
        document = workspace.change(str(path), text)
        _ = document.problems
        taken["problems"].append(process_time() - begun)
        for name, ask in (("completion", complete), ("hover", hover)):
            begun = process_time()
            ask(document, line, column)
            taken[name].append(process_time() - begun)
    gc.enable()
    return {name: _shares(sorted(times)) for name, times in taken.items()}


def _shares(times: list[float]) -> dict[str, float]:
    return {f"p{share}": round(1000 * times[min(len(times) - 1, len(times) * share // 100)], 1) for share in (50, 95, 99)}
