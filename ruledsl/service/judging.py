"""What is wrong with a file, judged again after every change; what a change does not touch is not looked at again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ruledsl.diagnostics import Diagnostic, ranked
from ruledsl.lower.trial import Stood
from ruledsl.model import Model
from ruledsl.model.check import check
from ruledsl.model.in_modes import in_all_modes, misnamed_modes
from ruledsl.model.lost import lost_words
from ruledsl.model.memory import Memory
from ruledsl.pipeline import tried
from ruledsl.record import field, record
from ruledsl.source import Source
from ruledsl.syntax import tree as t
from ruledsl.syntax.modes import in_mode, modes
from ruledsl.syntax.pieces import Reading, real_fault

MOST_KEPT = 12
"""So many versions of modes are remembered."""
WITH_LINES = ("W0503", "W0705")
"""Messages that name lines in their words."""
Trees = Sequence[t.Tree]


@record
class Judged:
    """What is to be said of a file, with lines as they are counted, and the game as it reads in each of its modes, the usual one first, without
    the copies for zones that nobody has written; a game without modes has one that has no name."""

    problems: list[Diagnostic] = field(default_factory=list)
    models: dict[str, Model] = field(default_factory=dict)


@record
class Good:
    """A game in one of its modes in which nothing is wrong, and the warnings about it: those of the checker, and all of them, if they are known. The
    trees are those that it was made of: as long as they are here, nothing else has their identity."""

    model: Model
    trees: tuple[t.Tree, ...]
    faults: list[Diagnostic]
    told: list[Diagnostic] | None = None


class Judge:
    """Judges the versions of one file. The answer is always that of a file that is judged for the first time: only what was found good, in every
    word, is taken over, and only for the very same declarations; for messages hang on places and on words elsewhere."""

    def __init__(self) -> None:
        self._good: dict[tuple[object, ...], Good] = {}
        self._memory = Memory()
        self._stood: dict[str, Stood] = {}  # by mode: one does not stand as another does

    def judge(self, layers: Trees, tests: Trees, found: list[Diagnostic], readings: Mapping[str, Reading]) -> Judged:
        """The same as the stages of the pipeline say; `found` is what is wrong with the syntax."""
        if not layers:
            return Judged(ranked(real_fault(d, readings) for d in found))
        if self._memory.full:
            self._memory = Memory()
        names = modes(layers)
        sources = [Source(tree.source.file, tree.source.text) for tree in (*layers, *tests)]
        unread = lost_words(sources[: len(layers)], [real_fault(d, readings) for d in found])
        found = [*found, *misnamed_modes(layers, names, unread)]
        lost = lost_words(sources, [real_fault(d, readings) for d in found])
        models: dict[str, Model] = {}
        told: list[list[Diagnostic]] = []
        for name in names or ("",):
            model, said = self._one(name, names, (layers, tests), found, lost)
            models[name] = model.whole or model
            told.append(said)
        said = in_all_modes(told, layers, names) if names else told[0]
        return Judged(ranked(real_fault(d, readings) for d in said), models)

    def _one(
        self, name: str, names: Sequence[str], trees: tuple[Trees, Trees], found: list[Diagnostic], lost: frozenset[str]
    ) -> tuple[Model, list[Diagnostic]]:
        game, examples = (in_mode(files, name, names) if names else files for files in trees)
        key = (name, tuple(_identity(tree, other) for files, others in zip(trees, (game, examples)) for tree, other in zip(files, others)))
        known, stood = self._good.pop(key, None), self._stood.setdefault(name, [])
        if known is None:
            model, faults = check(game, examples, lost=lost, memory=self._memory)
            if lost or any(d.is_error or d.code in WITH_LINES for d in faults):
                return model, tried(model, game, found + faults, stood)
            known = Good(model, tuple(tree for files in trees for tree in files), faults)
        self._good[key] = known
        while len(self._good) > MOST_KEPT:
            del self._good[next(iter(self._good))]
        if found:
            return known.model, tried(known.model, game, found + known.faults, stood)
        said = tried(known.model, game, known.faults, stood) if known.told is None else known.told
        if not any(d.code in WITH_LINES for d in said):
            known.told = said
        return known.model, said


def _identity(tree: t.Tree, in_this_mode: t.Tree) -> tuple[int, ...]:
    """Which declarations a file has in a mode. Its head is made anew for each mode, so that of the file counts."""
    heads = (id(d) for d in tree.declarations if isinstance(d, t.Game))
    return (*heads, *(id(d) for d in _members(in_this_mode.declarations)))


def _members(declarations: Sequence[t.Decl]) -> Iterator[t.Decl]:
    for d in declarations:
        if isinstance(d, t.Variant):
            yield from d.body
        elif not (isinstance(d, t.Game) or isinstance(d, t.Ruling) and d.name.text == "mode"):
            yield d
