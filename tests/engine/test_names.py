"""A game in another language: labels, questions, reasons, views, and what is typed."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import ruledsl
from ruledsl.diagnostics import render
from ruledsl.engine import Game, Match
from ruledsl.engine.game import load
from ruledsl.engine.sums import UNSTATED
from ruledsl.model.names import WORDS
from ruledsl.pipeline import check_file
from ruledsl.resources import bundled_games

RULES = '''
game "Fruit":
    players 2

enum Fruit: apple "an apple", big_pear "a pear"

card Basket(fruit: Fruit) "basket with {fruit}"
card Stone

components:
    stall: 2 of Basket(fruit) for fruit in Fruit, 1 of Stone

table:
    stall: row
    wanted: Fruit or none

each player:
    sack: hand
    score: 0..9

play:
    for n in 1..3: turn(players.first)

winner: highest score

phase turn(p):
    p may take_one or name_one
    let ripe = observe "Is turn of {p} fine?" chance 1 of 1
    if ripe: p.score += 1

action take_one(card in stall):
    "take {card} for {you}"
    require card is not Stone else "nobody eats {card}"
    move card to your.sack

action name_one(fruit in Fruit):
    require wanted is none else "{wanted} is wanted"
    wanted = fruit
'''

FRENCH = '''
names "fr":
    apple: "une pomme"
    "a pear": "une poire"
    Stone: "caillou"
    "basket with {fruit}": "panier ({fruit})"
    stall: "étal"
    wanted: "voulu"
    score: "points"
    turn: "tour"
    take_one: "prendre"
    name_one: "nommer"
    "take {card} for {you}": "pour {you}, prendre {card}"
    "nobody eats {card}": "personne ne mange : {card}"
    "Is turn of {p} fine?": "{p} : ça va ?"
    "yes": "oui"
    "no": "non"
    "pass": "passer"
    "none": "rien"
    "the game is over": "c'est fini"
    "{seat}'s {name}": "{name} de {seat}"
'''


def written(folder: Path, text: str) -> str:
    file = folder / "fruit.rules"
    file.write_text(text)
    return str(file)


@pytest.fixture(scope="module")
def fruit(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(written(tmp_path_factory.mktemp("rules"), RULES + FRENCH))


@pytest.fixture
def match(fruit: Game) -> Match:
    return fruit.start(2, language="fr")


def labels(match: Match) -> list[str]:
    return [option.label for option in match.legal()]


def test_options_and_what_is_typed(match: Match) -> None:
    assert list(dict.fromkeys(labels(match))) == [
        "pour A, prendre panier (une pomme)", "pour A, prendre panier (une poire)", "nommer une pomme", "nommer une poire", "passer",
    ]  # fmt: skip
    for text in ("pour A, prendre panier (une poire)", "take_one Basket(big_pear)", "panier une poire", "nommer poire"):
        assert len(match.parse(text)) == 1, text
    match.play("passer")
    assert match.decision is not None and match.decision.prompt == "A : ça va ?"
    assert labels(match) == ["non", "oui"]
    match.play("oui")
    match.play("nommer une poire")
    match.play("o")
    assert match.scores[0] == 2


def test_reasons(match: Match) -> None:
    assert [reason.message for reason in match.why_not("prendre caillou")] == ["personne ne mange : caillou"]
    for text in ("nommer pomme", "oui"):
        match.play(text)
    assert [reason.message for reason in match.why_not("nommer une poire")] == ["une pomme is wanted"]
    for text in ("passer", "oui", "passer", "oui"):
        match.play(text)
    assert [reason.message for reason in match.why_not("passer")] == ["c'est fini"]


def test_views_and_what_happened(match: Match) -> None:
    view = match.view(1)
    assert view.phases == ("play", "tour")
    assert [card.text for card in view.zones[0].cards][-1] == "caillou"
    assert {zone.name for zone in view.zones} == {"étal", "sack"}
    assert {v.name: v.text for v in view.variables} == {"voulu": "rien", "points": "0"}
    match.play("nommer pomme")
    match.play("oui")
    assert [e.text for e in match.log] == ["A: nommer une pomme", "voulu: rien → une pomme", "A : ça va ? oui", "points de A: 0 → 1"]


def test_the_rules_own_language_stays(fruit: Game) -> None:
    match = fruit.start(2)
    assert labels(match)[0] == "take basket with an apple for A"
    match.speak("fr")
    assert labels(match)[0] == "pour A, prendre panier (une pomme)"
    assert fruit.languages == ("fr",)
    with pytest.raises(ValueError, match="do not speak `de`; they speak fr"):
        fruit.start(2, language="de")


def test_a_kept_match_stays_in_its_language(match: Match, fruit: Game, tmp_path: Path) -> None:
    match.play("nommer pomme")
    match.save(tmp_path / "kept.json")
    again = ruledsl.replay(str(tmp_path / "kept.json"), fruit)
    assert again.language == "fr" and again.log == match.log


def test_names_of_nothing_are_reported(tmp_path: Path) -> None:
    wrong = 'names "fr":\n    stal: "étal"\n    "nobody eats {card}": "personne ne mange {carte}"\n'
    found, sources = check_file(written(tmp_path, RULES + wrong))
    told = "\n".join(render(d, sources[d.span.file]) for d in found)
    assert [d.code for d in found] == ["E0217", "E0218"]
    assert "did you mean `stall`?" in told and "`{carte}` is no hole of `nobody eats {card}`" in told


SPOKEN = [name for name, path in bundled_games().items() if "\nnames " in path.read_text(encoding="utf-8")]
"""Told by their texts: to load all games only to list the tests took each worker four seconds."""


@pytest.mark.parametrize("name", SPOKEN)
def test_bundled_games_ask_in_every_language_they_speak(name: str) -> None:
    game = load(name)
    assert game.languages
    for language in game.languages:
        own, other = (game.start(seed=5, world="drawn", language=spoken) for spoken in ("", language))
        rng = random.Random(5)
        while own.decision is not None and other.decision is not None:
            assert not own.decision.prompt or own.decision.prompt != other.decision.prompt
            number, seat = rng.randrange(len(own.decision.options)), own.decision.player
            for match in (own, other):
                match.play(number, seat)
        assert own.over and own.state_bytes() == other.state_bytes()


def said_in(tree: ast.Module) -> Iterator[str]:
    """The texts that are written where `say` or `tell` of the words of a table is called, there or under a name of their own."""
    named = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func).rpartition(".")[2] in ("say", "tell"):
            first = named.get(ast.unparse(node.args[0]), node.args[0])
            either = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
            yield from (text.value for text in either if isinstance(text, ast.Constant) and isinstance(text.value, str))


def test_all_that_a_table_says_by_itself_can_be_named_and_nothing_else() -> None:
    package = Path(ruledsl.__file__).parent / "engine"
    said = {text for file in package.glob("*.py") for text in said_in(ast.parse(file.read_text(encoding="utf-8")))}
    assert said == set(WORDS) and UNSTATED in said and len(WORDS) == len(said)
