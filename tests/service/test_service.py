"""What an editor asks about Surprise Egg and small texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.pipeline import check_file
from ruledsl.resources import bundled_games
from ruledsl.service import Document, Workspace
from ruledsl.service.complete import complete
from ruledsl.service.finding import definition, references, renamed
from ruledsl.service.mending import actions, layout, mended
from ruledsl.service.outline import folds, lenses, symbols, tokens
from ruledsl.service.telling import hover, inlays, signature
from ruledsl.source import Source
from ruledsl.syntax import parse
from ruledsl.syntax import tree as t
from tests import few

EGG = bundled_games()["surprise-egg"]
TEXT = EGG.read_text(encoding="utf-8")


def opened(text: str = TEXT, path: str = str(EGG)) -> Document:
    return Workspace().change(path, text)


def place(text: str, end: int) -> tuple[int, int]:
    return text.count("\n", 0, end) + 1, end - (text.rfind("\n", 0, end) + 1) + 1


def behind(document: Document, words: str) -> tuple[int, int]:
    """The place behind the first time that these words stand there."""
    return place(document.text, document.text.index(words) + len(words))


def offered(after: str, written: str, text: str = TEXT) -> list[str]:
    """What may be written where `written` has been put behind `after`; what fits best first."""
    end = text.index(after) + len(after)
    document = opened(text[:end] + written + text[end:])
    return [c.label for c in complete(document, *place(document.text, end + len(written))) if c.fits]


def test_words_fit_the_grammar() -> None:
    assert {"chapter", "phase", "action", "def", "table", "winner"} <= {*offered('chapter "Components"\n', "\n")}
    assert {"move", "shuffle", "if", "for", "let"} <= {*offered("phase round():\n", "    ")}
    assert "phase" not in offered("phase round():\n", "    ")


def test_names_fit_the_place() -> None:
    assert offered("phase turn(p):", "\n    p chooses ") == ["discard_card", "draw_card", "withdraw"]
    names, loops = ["count_points", "game", "round", "turn"], {"for", "while", "repeat", "turns"}
    assert [word for word in offered("    your.out = true", "\n    end ") if word not in loops] == names
    assert loops <= {*offered("    your.out = true", "\n    end ")}
    assert {"hand", "out", "score", "round_points"} <= {*offered("    your.out = true", "\n    move top of stock to your.")}
    assert {"pile", "hand", "bool", "player", "Step"} <= {*offered("each player:\n", "    lap: ")}
    assert {"Hen", "Surprise"} <= {*offered("def fits(card) = card is Surprise or ", "card is ")}


def test_what_may_have_variables_of_its_own() -> None:
    assert offered('chapter "Components"\n', "\neach ") == ["Hen", "Surprise", "player"]
    grid, places = (f'game "G":\n    players 2\nboard b: {board}\n' for board in ("grid 2 by 2", "places ash, elm\n    line\n    ash - elm"))
    assert {"player", "cell", "corner", "edge", "row", "column"} <= {*offered(grid, "each ", grid)} and "place" not in offered(grid, "each ", grid)
    assert offered(grid, "each row, ", grid) == ["column", "diagonal", "row"]
    assert offered(places, "each ", places) == ["place", "player", "route"]
    assert "cell" not in offered("phase round():", "\n    each ")


def test_a_head_knows_who_chooses() -> None:
    assert {"your", "you", "others"} <= {*offered("# Get rid of your cards", "\naction put_by(card in ", "# Get rid of your cards\n" + TEXT)}
    assert "not" in offered("def fits(card) = card ", "is ") and "not" not in offered("def fits(card) = card ", "")


def test_values_of_the_wanted_type_come_first() -> None:
    names = offered("    climb: ", "", TEXT)
    assert "Step" in names
    values = offered("    move card to discard", "\n    climb = ")
    assert {"one", "chick", "climb"} <= {*values} and "copies" not in values and "starter" not in values


def test_parameters_and_lets_are_known_where_they_hold() -> None:
    assert "card" in offered("    put(card)", "\n    put(")
    assert "card" not in offered("phase count_points():", "\n    put(")
    assert "start" in offered("    let start = top of discard", "\n    put(")
    assert "start" not in offered("phase turn(p):", "\n    put(")


def test_nothing_is_offered_inside_texts_and_comments() -> None:
    assert offered('    "withdraw', "") == []
    assert offered("# Get rid of your cards", "") == []


def test_hover_says_what_a_name_is() -> None:
    document = opened()
    told = hover(document, *behind(document, "    climb"))
    assert told is not None and "a value of `Step`" in told.markdown and "@SE-020" in told.markdown
    told = hover(document, *behind(document, "require fits(card"))
    assert told is not None and told.markdown == "a parameter: a card"
    told = hover(document, *behind(document, "round_points"))
    assert told is not None and "from 0 to 41" in told.markdown
    told = hover(document, *behind(document, "    shuf"))
    assert told is not None and "`shuffle Z`" in told.markdown


def test_definition_and_references() -> None:
    document = opened()
    (span,) = definition(document, *behind(document, "require fits"))
    assert document.lines[span.line - 1].startswith("def fits")
    places = references(document, *behind(document, "def fits"))
    assert len(places) == 5 and all("fits(" in document.lines[span.line - 1] for span in places)
    inner = references(document, *behind(document, "def fits(card"))
    assert {span.line for span in inner} == {span.line}


@pytest.mark.parametrize("name", ["surprise-egg", "gin-rummy", "rainbow-hop", "othello"])
def test_a_game_in_which_all_is_renamed_is_still_good(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.rules"
    document = Workspace().change(str(path), bundled_games()[name].read_text(encoding="utf-8"))
    workspace = document.workspace
    for kind in {symbol.name for outer in symbols(document) for symbol in (outer, *outer.inner) if symbol.kind in ("to", "def", "phase", "action")}:
        at = next(document.real(o.span) for o in document.names if o.declares and o.symbol == ("name", kind))
        edits = renamed(document, at.line, at.column, f"x_{kind}")
        if kind in ("payoff",) or isinstance(edits, str):
            continue
        document = workspace.change(str(path), mended(document.text, tuple(edits)))
    assert not document.problems
    assert "x_" in document.text


NAMED = """game "Named":
    players 2
card Coin(n: 1..3)
components:
    bag: 2 of Coin(n) for n in 1..3
table:
    bag: bag
each player:
    hand: hand
    score: 0..99
    tricks: 0..9
def worth(p) = sum(c.n for c in p.hand)
def payoff(p) = worth(p) - p.score
def other(q) = count(q.hand)
action take(c in bag):
    move c to your.hand
    for p in players: p.score += other(p)
play:
    players.first chooses take
    chooser()
to chooser():
    for p in players: p.tricks += 1
winner: highest worth
"""


def renaming(words: str, name: str, text: str = NAMED) -> list[int] | str:
    """The lines that a new name for what stands before a place is written to, or why it cannot be."""
    document = opened(text, "/nowhere/named.rules")
    assert not [d for d in document.problems if d.is_error]
    found = renamed(document, *behind(document, words), name)
    if isinstance(found, str):
        return found
    after = opened(mended(text, tuple(found)), "/nowhere/named.rules")
    assert [(d.code, d.span.line) for d in after.problems] == [(d.code, d.span.line) for d in document.problems]
    return sorted({e.span.line for e in found})


def test_what_is_called_as_a_kind_of_zones_is_renamed_without_it() -> None:
    assert renaming("    hand", "fan") == [9, 12, 14, 16]
    assert renaming("    bag", "sack") == [5, 7, 15]


def test_what_is_asked_by_its_name_keeps_it() -> None:
    """Rules without a `payoff` are played for something else, and nothing would be said of it."""
    assert "what is played for" in renaming("def payoff", "worthy")
    assert "what is played for" in renaming("def other", "payoff", NAMED.replace("def payoff(p) = worth(p) - p.score\n", ""))


@pytest.mark.parametrize("name", ["count", "sum", "you", "others", "players"])
def test_what_the_language_has_itself_is_no_new_name(name: str) -> None:
    assert "word of the language" in renaming("def other", name)
    assert "word of the language" in renaming("def other(q", name)


def test_a_local_name_is_free_where_nothing_else_has_it() -> None:
    """Another declaration may have it, as a local too; not the same one, and nothing that is known everywhere."""
    assert renaming("def other(q", "p") == [14]
    assert renaming("def worth(p", "q") == [12]
    assert "already" in renaming("def worth(p", "c")
    assert "already" in renaming("action take(c", "p")
    assert "already" in renaming("action take(c", "score")
    assert "already" in renaming("def worth(p", "tricks")
    assert "already" in renaming("to chooser", "p")


def test_a_game_that_was_renamed_meanwhile_is_renamed_in_its_tests_too(tmp_path: Path) -> None:
    """The tests are open, and know the game by what it was called when they were last asked."""
    texts = {"named.rules": NAMED, "named.test.rules": 'test "a":\n    given take\n    then: A.score == 0\n'}
    workspace = Workspace()
    for name, text in texts.items():
        _ = workspace.change(str(tmp_path / name), text).names
    for old, new in (("    score", "points"), ("    points", "marks")):
        document = workspace.open[str(tmp_path / "named.rules")]
        edits = renamed(document, *behind(document, old), new)
        assert not isinstance(edits, str)
        for name in texts:
            path = str(tmp_path / name)
            workspace.change(path, mended(workspace.open[path].text, tuple(e for e in edits if e.span.file == path)))
        assert f"A.{new} == 0" in workspace.open[str(tmp_path / "named.test.rules")].text


def test_tests_and_open_variants_are_renamed_along(tmp_path: Path) -> None:
    """Tests lie on the disk; of variants those that are open are known."""
    texts = {
        "base.rules": 'game "Base":\n    players 2\neach player: gain: 0..9\nwinner: highest gain\nplay:\n    players.first chooses take\n'
        'action take:\n    "go"\n    your.gain = 1\n',
        "base.test.rules": 'test "a":\n    given play\n    when:\n        A: take\n    then:\n        A.gain == 1\n',
        "more.rules": 'variant "More" of "base":\n    after take: your.gain += 1\n',
        "closed.rules": 'variant "Closed" of "base":\n    after take: your.gain += 2\n',
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    workspace = Workspace()
    base = workspace.change(str(tmp_path / "base.rules"), texts["base.rules"])
    workspace.change(str(tmp_path / "more.rules"), texts["more.rules"])
    edits = renamed(base, *behind(base, "highest gain"), "riches")
    assert not isinstance(edits, str)
    lines = {name: text.splitlines() for name, text in texts.items()}
    places = [(Path(e.span.file).name, e.span) for e in edits]
    assert [name for name, _ in places] == ["base.rules"] * 3 + ["base.test.rules", "more.rules"]
    assert all(lines[name][span.line - 1][span.column - 1 : span.end_column - 1] == "gain" for name, span in places)


def test_names_that_cannot_be() -> None:
    document = opened()
    at = behind(document, "def fits")
    assert "is no name" in str(renamed(document, *at, "two words"))
    assert "word of the language" in str(renamed(document, *at, "while"))
    assert "already" in str(renamed(document, *at, "put"))


def test_types_of_parameters_are_shown() -> None:
    document = opened()
    shown = {document.lines[i.line - 1].split("(")[0]: i.text for i in inlays(document)}
    assert shown["phase turn"] == ": player" and shown["def fits"] == ": Hen or Surprise"


def test_signature_help() -> None:
    document = opened()
    found = signature(document, *behind(document, "require fits("))
    assert found is not None and found.label == "fits(card: Hen or Surprise)" and found.active == 0


def test_signature_of_an_action_in_tests() -> None:
    """A test says what the player chooses; rules leave it to the player."""
    workspace = Workspace()
    workspace.change(str(EGG), TEXT)
    tests = str(EGG).replace(".rules", ".test.rules")
    text = 'test "one":\n    with 3 players A, B, C\n    turn():\n        A: discard_card('
    found = signature(workspace.change(tests, text), *place(text, len(text)))
    assert found is not None and found.label == "discard_card(card: Hen or Surprise)"
    document = opened(TEXT + "\ndef strange() = discard_card(")
    asked = signature(document, *place(document.text, len(document.text)))
    assert asked is not None and asked.label == "discard_card()"


def test_outline_folds_and_lenses() -> None:
    document = opened()
    assert [s.name for s in symbols(document)][:3] == ["Surprise Egg", "Components", "Course of the game"]
    line = behind(document, "to deal_out():")[0]
    assert any(begin == line for begin, _ in folds(document))
    assert [lens.what for lens in lenses(document)] == ["play", "fuzz"]
    tests = EGG.with_name("surprise-egg.test.rules")
    found = lenses(opened(tests.read_text(encoding="utf-8"), str(tests)))
    assert {lens.what for lens in found} == {"run", "play"}
    written = (d for d in parse(Source("", tests.read_text(encoding="utf-8")))[0].declarations if isinstance(d, t.Test))
    given = [test.title for d in written for test in d.each() if test.given]
    assert [lens.command for lens in found if lens.what == "play"] == [("play", str(EGG), "--from", title) for title in given] and len(given) > 9


def test_a_case_is_played_from_where_it_begins_and_a_game_that_cannot_be_set_up_is_not() -> None:
    text = """
test "scores":
    given turn(A): A.score = 3
    case "high":
        given: A.score = 9
        then: A.score == 9
    case "low":
        then: A.score == 3
test "nobody":
    players 9
    refused because "players"
"""
    found = lenses(opened(text, str(EGG.with_name("surprise-egg.test.rules"))))
    assert [(lens.line, lens.title) for lens in found] == [
        (2, "run this test"), (4, "run this case"), (4, "play from here"), (7, "run this case"), (7, "play from here"), (9, "run this test"),
    ]  # fmt: skip
    assert found[2].command == ("play", str(EGG), "--from", "scores: high")


def test_every_name_of_all_files_is_where_it_is_said_to_be() -> None:
    for path in map(bundled_games().__getitem__, few.games("every name is where it is said to be")):
        document = opened(path.read_text(encoding="utf-8"), str(path))
        for o in document.names:
            span = document.real(o.span)
            assert document.lines[span.line - 1][span.column - 1 : span.end_column - 1] == o.symbol[-1]
        assert tokens(document) or not document.names


def test_fixes_mend(tmp_path: Path) -> None:
    path = tmp_path / "slip.rules"
    document = Workspace().change(str(path), TEXT.replace("move top of stock to discard", "move top of stok to discard"))
    (problem,) = document.problems
    (action,) = actions(document, problem.span.line, problem.span.line)
    assert action.title == "write `stock` for `stok`"
    assert mended(document.text, action.edits) == TEXT


def test_format() -> None:
    assert layout(opened()) == TEXT
    assert layout(opened("game")) is None


def test_variants_and_files_of_tests(tmp_path: Path) -> None:
    bantam = bundled_games()["bantam"]
    for path in (bantam, bantam.with_name("bantam.test.rules")):
        text = path.read_text(encoding="utf-8")
        assert opened(text, str(path)).problems == check_file(str(path))[0]
    path = bantam.with_name("bantam.test.rules")
    broken = opened(path.read_text(encoding="utf-8").replace("count(", "cuont("), str(path))
    assert broken.problems and all(d.span.file == str(path) for d in broken.problems)


def test_an_open_game_counts_for_its_tests_and_variants(tmp_path: Path) -> None:
    game, tests = tmp_path / "egg.rules", tmp_path / "egg.test.rules"
    game.write_text(TEXT, encoding="utf-8")
    workspace = Workspace()
    text = 'test "a":\n    players 2\n    then: count(stock) == 37\n'
    assert not workspace.change(str(tests), text).problems
    workspace.change(str(game), TEXT.replace("stock", "talon"))
    assert any("`stock`" in d.message for d in workspace.change(str(tests), text).problems)


@pytest.mark.parametrize("text", ["", "\n", "game", "\ufeffgame", "phase f(:\n  x", '"', "\x00", "mode", "    x", "é" * 50])
def test_any_text_has_answers(text: str) -> None:
    document = opened(text, "x.rules")
    for line in range(1, len(document.lines) + 9):
        for column in range(1, 8):
            complete(document, line, column)
            hover(document, line, column)
            definition(document, line, column)
            signature(document, line, column)
    symbols(document), folds(document), tokens(document), inlays(document), lenses(document), actions(document, 1, 9)
