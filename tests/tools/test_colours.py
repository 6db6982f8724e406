"""Colours: made from the grammar, and no piece of any rules file without one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ruledsl.resources import bundled_games
from ruledsl_tools.colours.__main__ import MADE
from ruledsl_tools.colours.words import by_heading, openings, reserved

ROOT = Path(__file__).resolve().parents[2]
FILES = [f for path in bundled_games().values() for f in (path, path.with_name(path.name.replace(".rules", ".test.rules"))) if f.exists()]


@pytest.mark.parametrize("name", MADE)
def test_grammars_are_those_that_are_made_of_the_words_of_the_language(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == MADE[name](), "run `python -m ruledsl_tools.colours`"


def test_words_are_told_apart_by_their_heading() -> None:
    words = by_heading()
    assert {"declarations", "statements", "expressions", "tests"} <= words.keys()
    assert "while" in reserved() and "move" not in reserved()
    assert "move" in openings() and "while" not in openings()


def test_every_pattern_of_the_textmate_grammar_can_be_read() -> None:
    grammar = json.loads(MADE["editors/vscode/syntaxes/ruledsl.tmLanguage.json"]())

    def patterns(node: object) -> list[str]:
        if isinstance(node, dict):
            return [node[key] for key in ("match", "begin", "end") if key in node] + [p for value in node.values() for p in patterns(value)]
        return [p for item in node for p in patterns(item)] if isinstance(node, list) else []

    found = patterns(grammar)
    assert len(found) > 15
    for pattern in found:
        re.compile(pattern)


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.name)
def test_no_piece_of_a_file_is_without_colour(file: Path) -> None:
    pytest.importorskip("pygments")
    from pygments.token import Error

    from ruledsl_tools.colours.lexer import RulesLexer

    text = file.read_text(encoding="utf-8")
    tokens = list(RulesLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(word for _, word in tokens) == text
    assert not [word for kind, word in tokens if kind in Error]


def test_words_names_texts_and_ids_have_colours_of_their_own() -> None:
    pytest.importorskip("pygments")
    from pygments.token import Keyword, Name, String

    from ruledsl_tools.colours.lexer import RulesLexer

    line = '    move top of stock to p.hand  @SE-001\nlet move = "a {card} b"\nmove = 3\n'
    kinds = [(word, kind) for kind, word in RulesLexer().get_tokens(line) if word.strip()]
    assert kinds[0] == ("move", Keyword)
    assert ("top of", Keyword) in kinds and ("stock", Name) in kinds and ("@SE-001", Name.Decorator) in kinds
    assert ("a ", String) in kinds and ("card", Keyword) not in kinds
    assert kinds[-3] == ("move", Name)
