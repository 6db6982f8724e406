"""What stands in the files: sizes, words, and nothing that belongs elsewhere."""

from __future__ import annotations

import ast
import re
import subprocess

import pytest

from ruledsl.format import format_source
from ruledsl.source import Source
from tests.house.imports import ROOT, sources

LONGEST = 400
TABLES = {
    "ruledsl/interp/steps.py": "one case an operation",
    "ruledsl/ir/program.py": "one record for each thing in a program",
    "ruledsl/lower/values.py": "one case a term",
    "ruledsl/model/statements.py": "one case a statement",
    "ruledsl/model/terms.py": "one row a kind of term",
    "ruledsl/native/operations.py": "one case an operation",
    "ruledsl/search/loops.py": "compiled Python is kept by the changes of its own file alone",
    "ruledsl/service/names.py": "one case a declaration, a statement, an expression",
}
"""Files that may be long, and why."""

LONGEST_FUNCTION = 40
MOST_PARAMETERS = 6
COMPILED = {"compiled", "inlined", "njit"}
"""Decorators of functions that become machine code as they stand: what they share cannot be a record, and what they call costs."""
AS_CALLED = {
    "ruledsl/engine/witness.py": "a parameter for each operand of an operation",
    "ruledsl/search/machine.py": "a parameter for each number that machine code is given",
    "ruledsl/syntax/build_declarations.py": "a parameter for each part of a rule of the grammar",
    "ruledsl/syntax/build_expressions.py": "the same",
    "ruledsl/syntax/build_statements.py": "the same",
}
"""Files of functions whose parameters are those of whoever calls them by a name that is reckoned."""

TEXTS = (".py", ".md", ".toml", ".rules", ".lark", ".txt", ".yml", ".yaml", ".json", ".svg", ".sh", ".cfg", ".ini")


def tracked():
    """Every text file that belongs to the project."""
    out = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if out.returncode == 0 and out.stdout:
        names = out.stdout.splitlines()
    else:
        names = [str(p.relative_to(ROOT)) for p in ROOT.glob("**/*") if not {".venv", ".git", "build"} & set(p.parts)]
    return [ROOT / n for n in names if n.endswith(TEXTS) and (ROOT / n).is_file()]


def test_files_are_short():
    counts = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    long = {name for name, count in counts.items() if count > LONGEST}
    assert long == TABLES.keys(), f"files have at most {LONGEST} lines, but for those that must be longer"


def test_functions_are_short_and_take_few_parameters():
    """What is given by name alone is not counted."""
    wrong, seen = [], set()
    for name, function in functions():
        given = function.args
        many = len([arg for arg in (*given.posonlyargs, *given.args) if arg.arg != "self"]) > MOST_PARAMETERS
        seen |= {name} if many else set()
        if function.end_lineno - function.lineno >= LONGEST_FUNCTION or many and name not in AS_CALLED:
            wrong.append(f"{name}:{function.lineno} {function.name}")
    assert not wrong and seen == AS_CALLED.keys()


def functions():
    """Each function that does not become machine code, with its file."""
    for path in sources():
        name = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not name.startswith("ruledsl/kernels/"):
                if not COMPILED & {ast.unparse(made).split("(")[0] for made in node.decorator_list}:
                    yield name, node


def test_no_thread_is_broken_off_from_outside():
    """LLVM's things are given back by Python: where that is broken off, they are given back twice, and the process dies."""
    assert [path for path in sources() if "SetAsyncExc" in path.read_text(encoding="utf-8")] == []


def test_no_notes_to_ourselves():
    word = re.compile("TO" + r"DO\b|FIX" + r"ME\b|\bXX" + "X\\b")
    wrong = [f"{p.relative_to(ROOT)}:{n}" for p in tracked() for n, line in enumerate(_lines(p), 1) if word.search(line)]
    assert not wrong


def test_no_places_of_one_machine():
    place = re.compile(r"(?<![\w.])/(?:home|Users|work|root|mnt|private)/\w|\blocal" + r"host:\d|\b(?:\d{1,3}\.){3}\d{1,3}\b(?!\.\d)")
    wrong = [f"{p.relative_to(ROOT)}:{n}: {line.strip()}" for p in tracked() for n, line in enumerate(_lines(p), 1) if place.search(line)]
    assert not wrong


def test_games_hold_no_python():
    strange = [str(p.relative_to(ROOT)) for p in ROOT.glob("games/**/*") if p.is_file() and p.suffix != ".rules"]
    assert not strange


@pytest.mark.parametrize("path", sorted(ROOT.glob("games/**/*.rules")), ids=lambda p: p.name)
def test_games_stand_in_the_one_layout(path):
    text = path.read_text(encoding="utf-8")
    assert format_source(Source(path.name, text)) == text, "ruledsl fmt"


def test_keywords_stand_in_one_place():
    """In the grammar every keyword is a terminal of lexical.lark; only marks are quoted."""
    grammar = (ROOT / "grammar/ruledsl.lark").read_text(encoding="utf-8")
    code = "\n".join(line.split("//")[0] for line in grammar.splitlines())
    assert not [quoted for quoted in re.findall(r'"([^"\n]*)"', code) if re.search("[A-Za-z]", quoted)]


@pytest.mark.parametrize("word", ["surprise", "tic_tac", "tictactoe", "chick", "spades", "nought"])
def test_the_language_names_no_game(word):
    pattern = re.compile(rf"\b{word}", re.IGNORECASE)
    wrong = []
    for path in sources():
        if path.relative_to(ROOT).parts[0] != "ruledsl":
            continue
        for n, line in enumerate(_code(path), 1):
            if pattern.search(line):
                wrong.append(f"{path.relative_to(ROOT)}:{n}")
    assert not wrong


def _lines(path):
    return path.read_text(encoding="utf-8", errors="replace").splitlines()


def _code(path):
    """The lines of a Python file without its comments and docstrings, where examples may stand."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r'"""[\s\S]*?"""', lambda m: "\n" * m[0].count("\n"), text)
    return [line.split("#")[0] for line in text.splitlines()]
