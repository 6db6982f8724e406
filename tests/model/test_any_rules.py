"""Whatever stands in a file, it is checked in a moment and without a fault of our own; what is good can be lowered.

`RULEDSL_EXAMPLES` is how many files each test makes; a thorough run takes 10000.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic
from ruledsl.format import format_tree
from ruledsl.lower import SettingsError, lower, settle
from ruledsl.resources import bundled_games, find_game
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax.tree import Tree
from tests import few
from tests.model.ducks import RULES
from tests.syntax.strategies import trees
from tests.work import at_most

EXAMPLES = int(os.environ.get("RULEDSL_EXAMPLES", few.of(60)))
CALLS = 6_000_000
"""Of functions: four times as many as the longest game makes."""
quick = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))


def judged(tree: Tree, found: list[Diagnostic]) -> None:
    """Checks a tree, and lowers it if it is good."""
    with at_most(CALLS):
        model, said = pipeline.judge([tree], [], found)
        if not any(d.is_error for d in said):
            for players in {model.low, model.high}:
                try:
                    lower(settle(model, players, {}), "")
                except SettingsError:
                    continue
    assert all(d.message and d.span.line >= 1 for d in said)


@given(trees)
@quick
def test_any_tree(tree: Tree) -> None:
    judged(*parse(Source("tree", format_tree(tree))))


@given(RULES)
@quick
def test_rules_of_known_names(text: str) -> None:
    judged(*parse(Source("ducks", text)))


def test_a_hook_says_what_is_chosen_of_several_as_of_one() -> None:
    """Which it may not: that is told, whatever the action chooses there."""
    head = 'game "Several":\n    players 2\ntable:\n    prize: 0..9\naction act(n[k in 1..3] in 0..2): prize = min(9, count(n))\n'
    judged(*parse(Source("several", head + "instead of act(b in 0..2): prize = 0\nplay:\n    players.first chooses act\nwinner: highest prize\n")))


TEXTS = [path.read_text(encoding="utf-8") for name in bundled_games() if (path := find_game(name)) is not None]


@st.composite
def cut_up(draw: st.DrawFn) -> str:
    """A shipped game with a few of its lines taken out, doubled, moved or joined, and words exchanged."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        here, there = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        how = draw(st.sampled_from(["out", "double", "swap", "words"]))
        if how == "out":
            del lines[max(here, 1) : here + draw(st.integers(1, 4))]  # one line is always left
        elif how == "double":
            lines.insert(there, lines[here])
        elif how == "swap":
            lines[here], lines[there] = lines[there], lines[here]
        else:
            words, others = lines[here].split(" "), lines[there].split(" ")
            words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(others))
            lines[here] = " ".join(words)
    return "\n".join(lines)


@given(cut_up())
@quick
def test_shipped_games_cut_up(text: str) -> None:
    judged(*parse(Source("cut", text)))
