"""`ruledsl verify` as a person runs it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from ruledsl.findings import verify as findings
from ruledsl.findings.verdicts import CLASSES
from ruledsl_tools import verify
from tests.findings.games import rules


def test_a_small_game_is_proved(ruledsl) -> None:
    done = ruledsl("verify", "tic-tac-toe")
    assert done.returncode == 0 and done.stderr == ""
    assert "5,478 states   16,167 transitions" in done.stdout
    assert "PROVED   endless                always ends, after 9 answers at most" in done.stdout
    assert "BOUNDED" not in done.stdout and "SAMPLED" not in done.stdout and "REFUTED" not in done.stdout


def test_what_is_refuted_has_the_shortest_witness(ruledsl, tmp_path: Path) -> None:
    path = rules(tmp_path, more='invariant "few": count(out) < 2')
    path.write_text(path.read_text().replace("6 of", "2 of").replace("repeat 8", "repeat 2"))
    done = ruledsl("verify", path.name, "--json")
    document = json.loads(done.stdout)
    assert done.returncode == 1 and document["command"] == "verify"
    (setting,) = document["settings"]
    assert setting["whole"] and setting["states"] > 10
    found = document["findings"]
    assert {f["class"] for f in found} <= set(CLASSES) and found[0]["verdict"] == "REFUTED" and found[0]["class"] == "invariant"
    assert found[0]["witness"]["shortest"] and len(found[0]["witness"]["moves"]) == 6
    assert all(f["class"] != "invariant" for f in found[1:])


def test_what_has_no_room_is_bounded(ruledsl) -> None:
    done = ruledsl("verify", "connect-four", "--states", "20000")
    assert done.returncode == 0 and "no room for more than 20,000 states" in done.stdout
    assert "PROVED" not in done.stdout and "BOUNDED  stuck                  never stuck (in the first" in done.stdout


def test_wrong_use_is_told(ruledsl) -> None:
    for words, said in ((("--players", "7"), "players, not 7"), (("--option", "mode=odd"), "no option `mode`"), (("--states", "0"), "not within")):
        done = ruledsl("verify", "tic-tac-toe", *words)
        assert done.returncode == 2 and said in done.stderr, done.stderr


def test_deals_are_bounded_and_never_proved(ruledsl) -> None:
    done = ruledsl("verify", "leduc-poker", "--deals", "2")
    assert done.returncode == 0 and done.stderr == ""
    assert "2 players, 2 deals" in done.stdout and "never stuck (all ways to play 2 deals)" in done.stdout
    assert "BOUNDED  endless" in done.stdout and "PROVED" not in done.stdout
    (setting,) = json.loads(ruledsl("verify", "leduc-poker", "--deals", "2", "--json").stdout)["settings"]
    assert setting["deals"] == 2 and setting["whole"] and setting["states"] > 100


def test_a_game_is_made_small_and_what_holds_there_is_bounded(ruledsl) -> None:
    done = ruledsl("verify", "connect-four", "--small")
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert "2 players, made small, all deals" in done.stdout and "         made small: `rows` " in done.stdout
    assert "BOUNDED  stuck                  never stuck (in the small game)" in done.stdout and "PROVED" not in done.stdout
    document = json.loads(ruledsl("verify", "connect-four", "--small", "--json").stdout)
    (setting,) = document["settings"]
    assert setting["whole"] and setting["small"]["made"][0].startswith("`rows` ") and setting["small"]["only"] == setting["small"]["lost"] == []
    assert {f["verdict"] for f in document["findings"]} == {"BOUNDED"}
    assert ruledsl("verify", "connect-four", "--small", "--deals", "2").returncode == 2


def test_what_is_refuted_is_shown_at_once_to_a_person_and_in_one_piece_to_a_script(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = rules(tmp_path, more='invariant "few": count(out) < 2')
    path.write_text(path.read_text().replace("6 of", "2 of").replace("repeat 8", "repeat 2"))
    said, came = list[str](), list[int]()

    def shown(*args: object, **more: object) -> object:
        tell = more["tell"]
        found = searched(*args, **{**more, "tell": tell and (lambda finding: (tell(finding), came.append(capsys.readouterr().out.count("REFUTED"))))})
        came.append(-1)
        return found

    searched = findings.verify
    monkeypatch.setattr(findings, "verify", shown)
    for person in (False, True):
        monkeypatch.setattr(verify, "is_terminal", lambda _, person=person: person)
        assert run(str(path)) == 1
        said.append(capsys.readouterr().out)
    assert came == [-1, 1, -1]  # while states were gone through, and only for a person
    assert said[0].count("REFUTED") == 1 and said[0].startswith("verify ") and "REFUTED" not in said[1]
    plain = [line for line in said[0].splitlines()[1:] if line.startswith(("PROVED", "BOUNDED"))]
    assert plain and plain == [line for line in said[1].splitlines()[1:] if line.startswith(("PROVED", "BOUNDED"))]


def run(*words: str) -> int:
    parser = ArgumentParser()
    verify.arguments(parser)
    return verify.run(parser.parse_args(words))


def stopped(monkeypatch: pytest.MonkeyPatch, looks: float) -> None:
    """As after Ctrl-C that comes when the work looks for it so often."""

    def until(end: float | None, work: Callable[[Callable[..., None]], object]) -> bool:
        times = count()

        def breathe(*_: object) -> None:
            if next(times) >= looks:
                raise KeyboardInterrupt

        with suppress(KeyboardInterrupt):
            work(breathe)
        return True

    monkeypatch.setattr(verify, "until", until)
    monkeypatch.setattr(verify, "interrupted", lambda: True)


@pytest.mark.parametrize("more", [[], ["--deals", "3"], ["--json"]])
def test_what_was_shown_is_said_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more: list[str]) -> None:
    stopped(monkeypatch, 3)
    assert run("connect-four", "--seconds", "600", *more) == 0
    said = capsys.readouterr().out
    assert "it was stopped" in said and "never stuck" in said and "BOUNDED" in said and "PROVED" not in said


def test_what_was_shown_is_said_when_the_rest_is_stopped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """All states are known by then, and what requirements are worth is not."""

    def worth(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(verify, "_worth", worth)
    stopped(monkeypatch, 10**9)
    assert run("tic-tac-toe") == 0
    said = capsys.readouterr().out
    assert "PROVED   stuck                  never stuck\n" in said
    assert "left out what requirements and options are worth" in said and "vacuous" not in said


def test_stopped_before_anything_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(verify.Found, "look", look)
    stopped(monkeypatch, 0)
    with pytest.raises(KeyboardInterrupt):
        run("tic-tac-toe")
