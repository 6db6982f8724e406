"""The table of terms: each row says what there is, each kind of term that is made is a row, and each row is of use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.ir.ops import OPS, Fault
from ruledsl.lower.values import Values
from ruledsl.model import Model, terms
from ruledsl.model.inside import subterms
from ruledsl.model.reckoning import carried_out
from ruledsl.model.terms import KINDS, TERMS, TRAITS, WORDS, TermOp, row
from ruledsl.model.types import INT, Term
from ruledsl.resources import bundled_games
from ruledsl.source import Source
from ruledsl.syntax import parse
from tests.laws.game import rules_file

GAMES = ("gin-rummy", "twenty-four", "peg-solitaire", "gem-hens", "two-throws")
ALSO = """\
game "Also":
    players 2..3
enum Suit: red, green, blue
card C(n: 1..4) "{n}"
card Fox
card Fowl
card Swan is Fowl:
    eggs = 1
card Crane is Fowl:
    eggs = 2
card Wild:
    stands for any Fowl
board field: grid 3 by 3
shape Piece: dot "#", ell "#./##"
board web: places a1, a2, a3
    way      long
    a1 - a2  3
chart wins:
    kind   red  blue
    Swan   1    0
    Crane  0    1
chart sizes:
    players  2  3
    cards    7  6
    red      1  1
    green    1  2
    blue     1  3
table:
    d: pile
    slot[n in 1..2]: pile
    wind: Suit
    wish: kind of Fowl or none
    nums: set of 0..9
    way: Way
    rate[n in 1..2]: 0..9
    mark: 0..9 or none
each player:
    hand: hand
    s: 0..9
components:
    d: 3 of C(n) for n in 1..4, 1 of Wild, 1 of k for k in Fowl
    player.hand: 1 of Fox
play: turn()
phase turn():
    players.last.s = max([your_share(players.last), 3]) + min([2, 3]) + sizes[wind] + sizes.cards + count(field.columns) + count(field.rows)
    if nums >= {1} or nums > {2} or {1} < nums or {1} <= nums: move bottom of d to d
    let rolled = roll 1..6
    wind = wind.next if wind != blue else wind.previous
    let luck = observe "is it so?" chance 1 of 6
    if mark == rolled - 1 and mark < 3: mark = rolled + 1
    rate[rolled % 2 + 1] = sum(rate[n] for n in 1..2) + count(tops of slot) + count(field.lines(2))
    for kind in Fowl: players.first.s = players.first.s + (kind.eggs if luck else wins[kind, wind])
    for line in field.lines if field[1, 1] in line and line == field.row(1): rate[1] = count(line & field[1, 1].around)
    if field[1, 1].line(north) in field[1, 2].lines: rate[2] = 1
    for e in field.edges if field[1, 1].edge(field[1, 2]) == e: rate[2] = count(e.other(field[1, 1].corner(southeast)).cells)
    if a1.route(a2).other(a2) == a1 and a1.distance(a2) == 1: rate[1] = a1.route(a2).long + count(a2.neighbours)
    for tile in Piece for n in tile.turns if n in tile.mirrors or field[1, 1] in tile.at(field[1, 1], n): rate[1] = 1
    for c in players.first.hand if c is Fowl: wish = c
    players.first.s = longest(1 for n in 1..2 for c in {field[1, n], field[2, n]})
    players.first chooses go or rest
def your_share(p) = p.s
instead of your_share(p) if p.s > 3 = usual + 1
action go():
    "go"
    require way.opposite == north and you in others
    you.s = 1
action rest():
    "rest"
    require your.s < 9 after this
    require go is not possible
winner: highest s
test "sees":
    players 2
    then:
        sees(A, d)
        over
        waiting == {A}
        winners == {B}
        seen(A, d) == []
        d == [Fox]
"""


def checked(text: str, wrong: bool = False) -> list[Model]:
    """The model of a text; nothing if something is `wrong` with it and should not be."""
    tree, found = parse(Source("also.rules", text))
    model, said = pipeline.judge_one([tree], [], found)
    return [model] if any(d.is_error for d in said) == wrong else []


@cache
def models() -> tuple[Model, ...]:
    """Some bundled games, random games, and what has none."""
    files = bundled_games()
    bundled = [pipeline.load(str(files[name])).model for name in GAMES]
    (also,) = checked(ALSO)
    return (*bundled, also, *(model for seed in range(40) for model in checked(rules_file(seed))))


def made() -> Iterator[Term]:
    for model in models():
        for term in model.terms.values():
            yield from subterms(term)


def written(folder: str) -> set[str]:
    """The kinds of terms whose names stand where a package makes them."""
    files = (Path(terms.__file__).parents[1] / folder).rglob("*.py")
    return {name for file in files for name in re.findall(r'\bTerm\(\s*"(\w+)"', file.read_text())}


def test_each_kind_has_a_row_and_each_row_is_made() -> None:
    (refused,) = checked(ALSO.replace("wind = wind.next", "wind = Fowl"), wrong=True)
    seen = {term.op for term in made()} | {term.op for term in refused.terms.values()}
    assert seen <= set(TERMS) and written("model") | written("lower") <= set(TERMS)
    assert set(TERMS) - seen - (written("lower") - written("model")) == set()


def test_arguments_and_values_are_of_the_kinds_that_the_table_says() -> None:
    for term in made():
        op, unknown = row(term), [a for a in (term, *term.args) if a.type.kind == "unknown"]
        if not unknown:
            letters = [op.letter(n) for n in range(len(term.args))]
            assert all(arg.type.kind in KINDS[letter] for arg, letter in zip(term.args, letters, strict=True)), term
            assert len(term.args) >= sum(not left_out for _, left_out in op.parts) - op.several, term
            assert op.gives == "-" or term.type.kind in KINDS[op.gives], term


@pytest.mark.parametrize("name", TERMS)
def test_what_a_row_names_is_there(name: str) -> None:
    op = TERMS[name]
    assert op.lowers in ("settled", "branch", "place", *OPS) or op.lowers == "do" and hasattr(Values, f"do_{name}")
    assert op.turned == "-" or TERMS[op.turned].turned == name
    assert op.lowers != "settled" or op.settled == "args"
    assert all(fault in Fault.__members__ for fault in op.faults.split(",") if op.faults not in ("-", "any"))


def test_each_word_of_a_column_is_of_use() -> None:
    for column, words in WORDS.items():
        later = {"unless": {"fits", "divisor", "placed", "circle", "row", "zone", "member", "values", "word"}}.get(column, set())
        assert {getattr(op, column) for op in TERMS.values()} | later == set(words), column
    assert frozenset().union(*(op.words for op in TERMS.values())) == TRAITS


LINE = "add           -         nn    n     args    -       -       once  -    OVERFLOW                          -      1     reckoned -       -      shift add"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (" nn ", "    ", "a column is missing"), (" nn ", " nq ", "takes"), (" n  ", " q  ", "gives"), ("args", "soon", "settled"), ("once", "thrice", "often"),
        ("reckoned", "guessed", "worth"), ("OVERFLOW", "overflow", "faults"), (" 1 ", " x ", "cost"), ("shift", "shaft", "traits"),
        ("add  ", "sub  ", "two rows"),
    ],
)  # fmt: skip
def test_a_wrong_row_stops_the_import(old: str, new: str, says: str) -> None:
    whole = f"{LINE}\n    a + b\n{LINE.replace('add', 'sub')}\n    a - b"
    assert list(terms._read(whole)) == ["add", "sub"]
    with pytest.raises(ValueError, match=says):
        terms._read(whole.replace(old, new, 1))


def test_a_row_without_a_rule_and_a_term_without_a_row_raise() -> None:
    with pytest.raises(ValueError, match="tally"):
        carried_out("sums", ["add", "tally"], {"add": sum})
    with pytest.raises(ValueError, match=r"tally.*docs/adding\.md"):
        row(Term("tally", INT))
    assert isinstance(row(Term("add", INT)), TermOp)
