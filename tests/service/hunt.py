"""Edits as authors make them, over all bundled files, and every answer held against that of a text that is read for the first time.

`python -m tests.service.hunt 20000` makes so many edits, and `--seed` others; what differs is written below the folder that `--out` names.
"""

from __future__ import annotations

import argparse
import os
import pickle
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from ruledsl.pipeline import TESTS, check_file
from ruledsl.resources import bundled_games
from ruledsl.service import Document, Workspace
from ruledsl.service.complete import complete
from ruledsl.service.outline import folds, lenses, symbols, tokens
from ruledsl.service.telling import hover, inlays, signature
from tests.service.hands import Hands

GAMES = list(bundled_games().values())
FILES = [f for path in GAMES for f in (path, path.with_name(path.stem + TESTS)) if f.exists()]
SESSION = 40
"""So many edits from one beginning."""
Version = tuple[str, str]
"""A file that was changed, and its text from then on."""


def whole(document: Document) -> Iterator[tuple[str, Any]]:
    """What is answered about a file as a whole."""
    for ask in (symbols, tokens, folds, lenses, inlays):
        yield ask.__name__, ask(document)


def answers(document: Document, places: list[tuple[int, int]]) -> dict[str, Any]:
    """All that an editor asks, by what it asked."""
    found: dict[str, Any] = {"problems": document.problems, **dict(whole(document))}
    asks: tuple[Callable[..., Any], ...] = (hover, complete, signature)
    for line, column in places:
        found |= {f"{ask.__name__} {line}:{column}": ask(document, line, column) for ask in asks}
    return found


def differing(workspace: Workspace, path: str, places: list[tuple[int, int]], check: bool) -> list[str]:
    """What is answered otherwise about an open file than by somebody who has seen none of it before."""
    new = Workspace()
    for file, document in workspace.open.items():
        new.change(file, document.text)
    got, want = answers(workspace.again(path), places), answers(new.again(path), places)
    out = [what for what in want if got[what] != want[what]]
    if check and not out and got["problems"] != check_file(path)[0]:
        out.append("check")
    return out


def is_writable(text: str) -> bool:
    """Half a pair of surrogates cannot stand in a file; an editor may send one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def session(seed: int, folder: Path, steps: int = SESSION, files: list[Path] = FILES) -> tuple[int, list[Version], list[str]]:
    """One of some files, and those beside it that are open, edited: how many edits were made, all versions, and what is wrong in the last."""
    chance = Random(seed)
    first = chance.choices(files, [f.stat().st_size ** 0.3 for f in files])[0]
    beside = [f for f in FILES if f.name.split(".")[0] == first.name.split(".")[0]]
    opened = [folder / f.name for f in beside if f == first or chance.random() < 0.4]
    workspace = Workspace()
    hands = {str(path): Hands(chance, path.read_text(encoding="utf-8")) for path in opened}
    versions: list[Version] = []
    for path in opened:
        versions.append((str(path), hands[str(path)].text))
        _ = workspace.change(*versions[-1]).problems
    for step in range(steps):
        path = str(folder / first.name) if chance.random() < 0.8 else str(chance.choice(opened))
        text = hands[path].edit()
        versions.append((path, text))
        if is_writable(text):
            Path(path).write_bytes(text.encode())
        workspace.change(path, text)
        asked = path if chance.random() < 0.8 else str(chance.choice(opened))
        as_on_disk = all(is_writable(hand.text) for hand in hands.values())
        wrong = differing(workspace, asked, hands[asked].places(), as_on_disk and chance.random() < 0.2)
        if wrong:
            return step + 1, [*versions, (asked, "")], wrong
    return steps, versions, []


def prepared(folder: Path) -> None:
    for each in FILES:
        folder.joinpath(each.name).write_bytes(each.read_bytes())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("edits", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "differences")
    args = parser.parse_args()
    done, seed, wrong = 0, args.seed, Counter[str]()
    while done < args.edits:
        with tempfile.TemporaryDirectory() as where:
            os.environ["RULEDSL_CACHE"] = where
            prepared(Path(where))
            try:
                made, versions, what = session(seed, Path(where))
            except Exception as error:
                made, versions, what = 1, [], [f"{type(error).__name__}: {error}"]
        done += made
        if what:
            args.out.mkdir(parents=True, exist_ok=True)
            args.out.joinpath(f"{seed}.pickle").write_bytes(pickle.dumps((where, versions, what)))
            wrong[what[0].split()[0]] += 1
            print(f"seed {seed}: {Path(versions[-1][0]).name if versions else ''} {what[:3]}", flush=True)
        seed += 1
        if seed % 10 == 0:
            print(f"{done} edits, {dict(wrong)}", flush=True)


if __name__ == "__main__":
    main()
