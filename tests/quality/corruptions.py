"""One-edit corruptions of the shipped games: does the first message point at the edited line, and is it the only one?

Run as a script: `python tests/quality/corruptions.py [-n 1000] [--seed 1] [--show KIND] [--words] [--fixes] [--game NAME]`. With `--fixes` it is asked, too,
how many first messages offer a fix, and of these how many mend the file; with `--game` one game is corrupted. With `--words` the slips are of one token
each, in a game that has the younger words of the language in every line; asked is also whether the message stands at the slip, and says what to write.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from ruledsl.record import field, record

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from ruledsl import pipeline  # noqa: E402
from ruledsl.diagnostics import Diagnostic, applied, render  # noqa: E402
from ruledsl.source import Source  # noqa: E402
from ruledsl.syntax import load_source, parse  # noqa: E402
from ruledsl.syntax.tree import Tree  # noqa: E402

GAMES = ROOT / "games"
WORDS_FILE = "../tests/quality/words.rules"
FILES = {
    "surprise-egg.rules": 12,
    "surprise-egg.test.rules": 3,
    "long-nights.rules": 1,
    "classic/tic-tac-toe.rules": 3,
    "classic/tic-tac-toe.test.rules": 1,
}
"""The files that are corrupted, and how often against one another."""
NEAR = 12
"""How many columns a message may stand away from the slip: what is missing is seen at the next word, or at the one before."""

TOKEN = re.compile(r'"[^"]*"|\w+|\.\.|[-+=!<>]=|//|[^\s\w]')
ASIDE = re.compile(r"\s*(?:#.*|(?:@[\w.-]+\s*)+)$")
WORDS = ["if", "for", "to", "of", "in", "player", "3", "(", ")", ":", ",", ".", "=", "==", "+", "hand", "none", '"x"']


@record
class Edit:
    """A corrupted text, and the lines where a message may rightly point; in a line, the columns that are not as before."""

    text: str
    lines: frozenset[int]
    columns: tuple[int, int] = (0, 0)


@record
class Case:
    """One corruption and what was said of it."""

    kind: str
    file: str
    edit: Edit
    before: str
    found: list[Diagnostic]

    @property
    def broken(self) -> bool:
        return any(d.is_error for d in self.found)

    @property
    def on_line(self) -> bool:
        first = self.found[0].span
        return Path(first.file).name == Path(self.file).name and any(first.line <= n <= first.end_line for n in self.edit.lines)

    @property
    def alone(self) -> bool:
        return len(self.found) == 1

    @property
    def at_it(self) -> bool:
        """Does the first message stand at the slip?"""
        first, (start, end) = self.found[0].span, self.edit.columns
        return self.on_line and first.column <= end + NEAR and (first.end_line > first.line or start - NEAR <= first.end_column)

    @property
    def cured(self) -> bool:
        return bool(self.found[0].help or self.found[0].fix)

    @property
    def mended(self) -> bool:
        """Is nothing wrong any more once the first fix is made?"""
        fix = self.found[0].fix
        if any(edit.span.file != self.file for edit in fix):
            return False  # it would change a file in which nothing was wrong
        return not any(d.is_error for d in check(self.file, applied(self.edit.text, fix)))


@record
class Tally:
    """How many corruptions of a kind broke the file, and how well that was said."""

    tried: int = 0
    broken: int = 0
    on_line: int = 0
    alone: int = 0
    at_it: int = 0
    cured: int = 0
    bad: list[Case] = field(default_factory=list)
    offers: list[Case] = field(default_factory=list)
    """Those whose first message has a fix."""

    def add(self, case: Case) -> None:
        self.tried += 1
        if case.broken:
            self.broken += 1
            self.on_line += case.on_line
            self.alone += case.alone
            self.at_it += case.at_it
            self.cured += case.cured
            self.offers += [case] if case.found[0].fix else []
            if not (case.on_line and case.alone) or case.edit.columns != (0, 0) and not (case.at_it and case.cured):
                self.bad.append(case)

    def shares(self) -> tuple[float, float]:
        """First message on the edited line; exactly one message. Both of those that broke the file."""
        return self.on_line / max(1, self.broken), self.alone / max(1, self.broken)


# ---- one edit ----

Tokens = list[re.Match[str]]
Change = Callable[[random.Random, str, Tokens], str | None]


def _cut(line: str, token: re.Match[str], text: str) -> str:
    return line[: token.start()] + text + line[token.end() :]


def delete_token(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    return _cut(line, rng.choice(tokens), "")


def duplicate_token(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    token = rng.choice(tokens)
    return _cut(line, token, f"{token[0]} {token[0]}")


def swap_tokens(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    if len(tokens) < 2:
        return None
    n = rng.randrange(len(tokens) - 1)
    a, b = tokens[n], tokens[n + 1]
    return line[: a.start()] + b[0] + line[a.end() : b.start()] + a[0] + line[b.end() :]


def replace_token(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    return _cut(line, rng.choice(tokens), rng.choice(WORDS))


def insert_token(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    token = rng.choice(tokens)
    return line[: token.start()] + rng.choice(WORDS) + " " + line[token.start() :]


def misspell(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    words = [t for t in tokens if t[0][0].isalpha() and len(t[0]) > 2]
    if not words:
        return None
    token = rng.choice(words)
    text = token[0]
    at = rng.randrange(len(text) - 1)
    slips = [
        text[:at] + text[at + 1 :],
        text[:at] + text[at] + text[at:],
        text[:at] + text[at + 1] + text[at] + text[at + 2 :],
        text[:at] + rng.choice("aeiounrst") + text[at + 1 :],
    ]
    return _cut(line, token, rng.choice(slips))


def _drop(marks: str) -> Change:
    def change(rng: random.Random, line: str, tokens: Tokens) -> str | None:
        found = [t for t in tokens if t[0] in marks]
        return _cut(line, rng.choice(found), "") if found else None

    return change


def drop_quote(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    texts = [t for t in tokens if t[0][0] == '"']
    if not texts:
        return None
    token = rng.choice(texts)
    return _cut(line, token, rng.choice([token[0][1:], token[0][:-1]]))


def change_number(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    numbers = [t for t in tokens if t[0].isdigit()]
    if not numbers:
        return None
    return _cut(line, rng.choice(numbers), str(rng.choice([0, 1, 7, 99, 100000])))


def change_operator(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    marks = [t for t in tokens if not t[0][0].isalnum() and t[0][0] not in '"()[]{}']
    return _cut(line, rng.choice(marks), rng.choice(["+", "=", "==", "<", ".", ",", ":", "//", "-"])) if marks else None


def indent(rng: random.Random, line: str, tokens: Tokens) -> str | None:
    blanks = len(line) - len(line.lstrip())
    wanted = rng.choice([n for n in (0, blanks - 4, blanks - 2, blanks + 2, blanks + 4) if n >= 0 and n != blanks])
    return " " * wanted + line.lstrip()


CHANGES: dict[str, Change] = {
    "delete token": delete_token, "duplicate token": duplicate_token, "swap tokens": swap_tokens, "replace token": replace_token,
    "insert token": insert_token, "misspell word": misspell, "drop colon": _drop(":"), "drop bracket": _drop("()[]{}"),
    "drop comma or dot": _drop(",."), "drop quote": drop_quote, "change number": change_number, "change operator": change_operator,
    "change indent": indent,
}  # fmt: skip


def change_line(kind: str, rng: random.Random, lines: list[str]) -> Edit | None:
    """Changes something inside one line that is neither blank nor a comment."""
    n = rng.choice(_worth(lines))
    body = ASIDE.sub("", lines[n])
    new = CHANGES[kind](rng, body, list(TOKEN.finditer(body)))
    if new is None or new.split() == body.split() and kind != "change indent":
        return None
    text = "\n".join([*lines[:n], new + lines[n][len(body) :], *lines[n + 1 :]])
    return Edit(text, frozenset({n + 1}), _changed(body, new))


def _changed(before: str, after: str) -> tuple[int, int]:
    """The first and the last column that are not as before."""
    start = next((n for n, (a, b) in enumerate(zip(before, after)) if a != b), min(len(before), len(after)))
    rest = min(len(before), len(after)) - start
    same = next((n for n in range(rest) if before[-1 - n] != after[-1 - n]), rest)
    return start + 1, max(start + 1, len(after) - same)


def delete_line(rng: random.Random, lines: list[str]) -> Edit:
    """What is left has its fault where the line stood: at the line before, or the one after."""
    n = rng.choice(_worth(lines))
    rest = [*lines[:n], *lines[n + 1 :]]
    near = _around(rest, n)
    return Edit("\n".join(rest), frozenset(near))


def _around(lines: list[str], n: int) -> Iterator[int]:
    """The numbers of the nearest lines with words before and behind a place between two lines."""
    worth = _worth(lines)
    yield from [m + 1 for m in worth if m < n][-1:]
    yield from [m + 1 for m in worth if m >= n][:1]


def duplicate_line(rng: random.Random, lines: list[str]) -> Edit:
    n = rng.choice(_worth(lines))
    return Edit("\n".join([*lines[: n + 1], *lines[n:]]), frozenset({n + 1, n + 2}))


def swap_lines(rng: random.Random, lines: list[str]) -> Edit:
    worth = _worth(lines)
    at = rng.randrange(len(worth) - 1)
    a, b = worth[at], worth[at + 1]
    new = list(lines)
    new[a], new[b] = lines[b], lines[a]
    return Edit("\n".join(new), frozenset({a + 1, b + 1}))


LINES: dict[str, Callable[[random.Random, list[str]], Edit]] = {
    "delete line": delete_line, "duplicate line": duplicate_line, "swap lines": swap_lines,
}  # fmt: skip
KINDS = (*CHANGES, *LINES)


def _worth(lines: list[str]) -> list[int]:
    return [n for n, line in enumerate(lines) if ASIDE.sub("", line).strip()]


# ---- many of them ----


@cache
def tree_of(file: str) -> Tree:
    source = load_source(GAMES / file, file)
    assert isinstance(source, Source)
    return parse(source)[0]


def check(file: str, text: str) -> list[Diagnostic]:
    """What `ruledsl check` says of a shipped game with this text in place of one of its files."""
    tree, found = parse(Source(file, text))
    game = file.replace(".test.rules", ".rules")
    below = [tree_of("surprise-egg.rules")] if file == "long-nights.rules" else []
    layers = [*below, tree if game == file else tree_of(game)]
    beside = game.replace(".rules", ".test.rules")
    tests = [tree if beside == file else tree_of(beside)] if (GAMES / beside).is_file() else []
    return pipeline.judge(layers, tests, found)[1]


def corruptions(count: int, seed: int) -> Iterator[Case]:
    """The same ones for the same seed."""
    rng = random.Random(seed)
    for n in range(count):
        kind, edit = KINDS[n % len(KINDS)], None
        while edit is None:
            file = rng.choices(list(FILES), list(FILES.values()))[0]
            lines = tree_of(file).source.lines
            edit = LINES[kind](rng, lines) if kind in LINES else change_line(kind, rng, lines)
        first = min(edit.lines)
        yield Case(kind, file, edit, lines[first - 1], check(file, edit.text))


def slips(count: int, seed: int) -> Iterator[Case]:
    """So many slips of one token that break the game with the younger words."""
    rng, broken = random.Random(seed), 0
    lines = tree_of(WORDS_FILE).source.lines
    while broken < count:
        kind = rng.choice(list(CHANGES))
        edit = change_line(kind, rng, lines)
        if edit is not None:
            case = Case(kind, WORDS_FILE, edit, lines[min(edit.lines) - 1], check(WORDS_FILE, edit.text))
            broken += case.broken
            yield case


def run_slips(count: int, seed: int) -> dict[str, Tally]:
    """Tallies of these by kind of edit, and `all`."""
    return tallied(slips(count, seed))


def run(count: int, seed: int) -> dict[str, Tally]:
    """Tallies by kind of edit, and `all`."""
    return tallied(corruptions(count, seed))


def tallied(cases: Iterator[Case]) -> dict[str, Tally]:
    tallies: dict[str, Tally] = defaultdict(Tally)
    for case in cases:
        tallies[case.kind].add(case)
        tallies["all"].add(case)
    return tallies


def table(tallies: dict[str, Tally]) -> str:
    rows = ["kind of edit         tried  broken  on the line  only one   at it   cure"]
    for kind in (*KINDS, "all"):
        tally = tallies[kind]
        line, alone = tally.shares()
        at_it, cured = (number / max(1, tally.broken) for number in (tally.at_it, tally.cured))
        rows.append(f"{kind:<20} {tally.tried:>5} {tally.broken:>7} {line:>11.1%} {alone:>9.1%} {at_it:>7.1%} {cured:>6.1%}")
    return "\n".join(rows)


def shown(case: Case) -> str:
    text = case.edit.text.split("\n")
    after = "\n".join(f"  {n:>4} {text[n - 1]}" for n in sorted(case.edit.lines))
    source = Source(case.file, case.edit.text)
    said = "\n".join(render(d, source if d.span.file == case.file else tree_of(d.span.file).source) for d in case.found[:4])
    return f"=== {case.kind} in {case.file}: {len(case.found)} found\n  was  {case.before}\n{after}\n{said}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=1000, help="how many corruptions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--words", action="store_true", help="slips in the younger words")
    parser.add_argument("--fixes", action="store_true", help="make the first fix of each, and look whether it mends")
    parser.add_argument("--game", default="", help="corrupt this game alone, such as `cloud-nine`")
    parser.add_argument("--show", default="", help="show the failures of a kind of edit, or of `all`")
    args = parser.parse_args()
    if args.game:
        FILES.clear()
        FILES[f"{args.game}.rules"] = 1
    tallies = run_slips(args.n, args.seed) if args.words else run(args.n, args.seed)
    for case in tallies[args.show].bad if args.show else []:
        print(shown(case))
    print(table(tallies))
    if args.fixes:
        offers = tallies["all"].offers
        print(f"{len(offers)} offer a fix, and {sum(case.mended for case in offers) / max(1, len(offers)):.1%} of these mend the file")


if __name__ == "__main__":
    main()
