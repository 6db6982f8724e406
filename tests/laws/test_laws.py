"""Random well-typed rules files: what `check` accepts keeps every law. `LAWS_FILES` says how many; for hours: `python -m tests.laws`."""

from __future__ import annotations

import functools
import os
from collections import Counter
from pathlib import Path

import pytest

import ruledsl.syntax.parser as parser
from ruledsl.source import Source
from ruledsl.store import Store, standard_directory
from ruledsl.syntax import cache
from ruledsl.syntax.cache import grammar_tables
from tests import few
from tests.laws import proving
from tests.laws.game import rules_file
from tests.laws.judge import Judge
from tests.laws.marking import wrong_lines
from tests.laws.running import Report, example, hand_on_grammar, many
from tests.laws.shaped import Shaped
from tests.laws.shrink import shrunk
from tests.laws.spliced import checked, shipped, spliced_file

FILES = int(os.environ.get("LAWS_FILES", few.of(60)))
SEED = int(os.environ.get("LAWS_SEED", "200"))

LEFT_OUT = {
    "variant": "stands in a file of its own, upon another; tests/model and tests/docs have them",
    "test test_players test_option test_seed test_refused refusal given bare_given given_phase given_lines given_line given_from_top more decimal "
    "when when_lines when_times when_games when_seat when_roll when_draw when_world when_comes then then_lines check_expression check_can check_only "
    "check_cannot because check_phase check_comes check_stays_away check_always check_ever check_average check_number "
    "check_knows check_knows_not check_possible check_worlds apart given_known hops patterns played_as": "only in tests",
    "faulty faulty_suite": "what could not be read",
    "one_move": "all that its actions do must be open and foreseen; tests/engine/test_chains.py holds it to walking every hop",
    "given_picture": "only in tests; tests/model and games have them",
}
"""Rules of the grammar that no random file has, and why."""


def judged(files: int, laws: tuple[str, ...], writer: str = "written") -> Report:
    """Files from the seed on, that break no law."""
    report = many(SEED, files, laws, writer=writer)
    for (law, kind), seeds in report.kinds.items():
        print(f"# {law}: {kind}, seed {seeds[0]}\n{example(seeds[0], law, kind, 20, writer)}")
    assert not report.kinds, report.words()
    return report


def test_every_law_holds() -> None:
    report = judged(FILES, ("format", "flow", "lower", "play", "replay", "meaning", "deeds", "lockstep", "open"))
    assert report.accepted > (0.6 if FILES >= 45 else 0.5) * report.files  # of few files a few more may be the ones that are wrong
    assert report.counts["decisions"] > 3 * FILES
    assert report.counts["decisions with open readings"] > 3 * FILES
    assert report.counts["questions by the text"] > 3 * FILES
    assert report.counts["values read"] > 3 * FILES and report.counts["menus read"] > FILES


def test_processes_that_judge_do_not_make_the_grammar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing was parsed yet, as at the beginning of a run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "here"))
    monkeypatch.setattr(cache, "grammar_tables", functools.cache(cache.grammar_tables.__wrapped__))
    hand_on_grammar(there := Store(tmp_path / "there"))
    assert there.read(cache._key()) == Store(standard_directory()).read(cache._key()) is not None


def test_verdicts_are_those_of_brute_force() -> None:
    assert judged(FILES // 2, ("solve",)).counts["deals solved"] > 5
    assert judged(FILES // 5, ("solve",), "solo").counts["deals solved"] > 5


def test_what_is_claimed_of_all_states_is_so_by_brute_force() -> None:
    counts = judged(FILES // 2, ("verify",)).counts
    assert counts["verified whole"] > 2 and counts["verified bounded"] > 0
    assert judged(FILES // 5, ("verify",), "equals").counts["verified whole"] > 2


def test_what_check_tries_at_tables_is_refused_there() -> None:
    """And nothing is held against the file, or played of it."""
    text = 'game "Ways":\n    players {}\neach player: score: 0..9\n'
    text += "play: players.first.score = longest(1 for p in players for q in players)\nwinner: highest score\n"
    two, three = (Judge(text.format(players), 1, ("check", "lower")).judge() for players in (2, 3))
    assert two.broken == three.broken == []
    assert (two.counts["programs"], three.counts["refused where tables are tried"]) == (1, 1) and "programs" not in three.counts


def test_brute_force_gives_up_where_little_is_asked_and_much_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'game "Long":\n    players 1\ntable: x: 0..9\nplay:\n    repeat 3 times: players.first chooses x in 0..1\n'
    text += "def payoff(p) = x\nwinner: highest payoff\n"
    whole = Judge(text, 1, ("verify",)).judge()
    monkeypatch.setattr(proving, "WORK", 10)
    large = Judge(text, 1, ("verify",)).judge()
    assert whole.broken == large.broken == [] and whole.counts["verified whole"] and large.counts["too large to be verified"]


def test_every_construct_occurs(monkeypatch: pytest.MonkeyPatch) -> None:
    said: Counter[str] = Counter()

    class Noting(parser.Builder):
        def __getattribute__(self, name: str) -> object:
            said[name] += 1
            return super().__getattribute__(name)

    monkeypatch.setattr(parser, "Builder", Noting)
    rules = {str(rule.name) for rule in grammar_tables().rules if not rule.inline and not rule.passes and not str(rule.name).startswith("_")}
    left_out = {name for names in LEFT_OUT for name in names.split()}
    for seed in range(400):
        parser.parse(Source("random.rules", rules_file(seed)))
        if rules <= said.keys() | left_out and seed >= few.of(400):
            break
    assert rules - said.keys() - left_out == set()
    assert left_out & said.keys() == set(), "it does occur"


def test_a_seed_gives_the_same_file_again() -> None:
    assert rules_file(7) == rules_file(7) != rules_file(8)


def test_games_are_edited_and_still_accepted() -> None:
    files = [spliced_file(seed) for seed in few.seeds(12)]
    assert files == [spliced_file(seed) for seed in few.seeds(12)]
    assert all(checked(text) is not None for text in files) and not set(files) & set(shipped())
    assert Judge(files[0], 0, ("format", "flow", "play")).judge().broken == []


def test_what_is_found_is_shrunk_to_a_few_lines() -> None:
    small = shrunk(rules_file(3), lambda text: "chooses" in text or " may " in text)
    assert len(small.split("\n")) < 8


def test_what_is_said_of_lines_is_so_by_marks_that_they_set(tmp_path: Path) -> None:
    """Of few games: each takes a second, in which its code is made."""
    found = [wrong_lines(Shaped(seed), tmp_path, 300) for seed in range(SEED, SEED + max(2, FILES // 20))]
    assert any(explored is not None and explored.whole for explored, _ in found)
    assert [words for _, wrong in found for words in wrong] == []
