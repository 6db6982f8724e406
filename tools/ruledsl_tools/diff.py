"""`ruledsl diff`: are two rules files the same game? If not, where they part, in words and with the lines of both."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.record import record
from ruledsl_tools import stopping
from ruledsl_tools.failure import Failure, number
from ruledsl_tools.fuzz import shown_moves
from ruledsl_tools.library import chosen_options, load_game, locate

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.findings.diff import Diff, Table
    from ruledsl.findings.retold import Retold
    from ruledsl.findings.wording import Word
    from ruledsl.source import Span

SIDES = ("first", "second")
SHOWN = 6
"""Lines, tables and words that are printed of each kind."""
GIT = 20
"""Seconds that git is waited for."""
GRACE = 0.1
"""Seconds that are left for what is told."""
ORDER = {"REFUTED": 0, "SAMPLED": 1, "BOUNDED": 2, "PROVED": 3}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl diff`."""
    parser.add_argument("a", metavar="A", help="a bundled game or the path of a .rules file; FILE@REV is the file as it is in a git revision")
    parser.add_argument("b", metavar="B", nargs="?", help="the other one; without it, A as it is against A with each --option")
    parser.add_argument("--seconds", type=number(1, 86_400), default=5, metavar="T", help="how long to look, all in all (5)")
    parser.add_argument("--seed", type=number(0, 2**31 - 1), default=1, metavar="S", help="the seed of games at random (1)")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="at tables for so many players alone")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="set an option: in both, or in the second A")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


@record
class Version:
    """One of the two: as it was named, its game, and the file that was read."""

    name: str
    game: Game
    path: Path
    text: list[str]


def run(args: argparse.Namespace) -> int:
    """Compare until both part, or the time is over; 1 if they are not the same."""
    began = time.monotonic()
    if args.b is None and not args.option:
        raise Failure("name a second file, or an --option in which the game is to differ from itself")
    with tempfile.TemporaryDirectory() as folder:
        work = _Work(args, Path(folder), began + args.seconds - GRACE)
        stopping.until(work.until, work.do)
        if work.diff is None:
            raise Failure(f"{args.seconds} seconds were not enough to read the rules")
        report = _Report(args, work.versions, work.diff, began)
        print(json.dumps(report.document()) if args.json else "\n".join(report.lines()))
        code = report.code
    if stopping.left_alone() or any(table.maker is not None and table.maker.is_alive() for table in work.diff.tables):
        stopping.leave(code)
    return code


class _Work:
    """What is done in a thread of its own, so that it can be left alone: rules are read and lowered, and code is made, in steps of seconds."""

    def __init__(self, args: argparse.Namespace, folder: Path, until: float) -> None:
        self.args, self.folder, self.until = args, folder, until
        self.versions: list[Version] = []
        self.diff: Diff | None = None

    def do(self, breathe: Callable[..., None]) -> None:
        """All of it."""
        from ruledsl.findings.diff import Diff

        def clock() -> float:
            breathe()
            return time.monotonic()

        a, b = self.args.a, self.args.b
        self.versions = [_version(name, self.folder, n) for n, name in enumerate((a, b or a))]
        games = self.versions[0].game, self.versions[1].game
        options = [_options(version.game, self.args.option, games) for version in self.versions]
        self.diff = Diff(games, ({} if b is None else options[0], options[1]), self.args.players, self.args.seed, clock)
        self.diff.run(self.until)


def _options(game: Game, given: list[str], games: tuple[Game, Game]) -> dict[str, Any]:
    """The options that a game has, of those that were given; each is one of at least one of the games."""
    names = {name for one in games for name in one.option_names}
    mine = [setting for setting in given if setting.partition("=")[0].strip() in game.option_names]
    for setting in given:
        if setting.partition("=")[0].strip() not in names or "=" not in setting:
            chosen_options(game, [setting])
    return chosen_options(game, mine)


# ---- files, and files of a revision --------------------------------------------------------------


def _version(name: str, folder: Path, n: int) -> Version:
    file, sign, revision = name.rpartition("@")
    if sign and not Path(name).exists():
        path = _taken(locate(file), revision, folder / str(n))
    else:
        path = locate(name)
    return Version(name, load_game(str(path)), path, path.read_text(encoding="utf-8").splitlines())


def _taken(path: Path, revision: str, folder: Path) -> Path:
    """A file as it is in a revision, with the rules files beside it, which it may be a variant of."""
    if not revision or revision.startswith("-"):
        raise Failure(f"`{revision}` is no revision")
    folder.mkdir()
    here = path.resolve()
    beside = _git(here.parent, "ls-tree", "--name-only", "-z", revision, "--", "./").split("\0")
    for name in beside:
        if name.endswith(".rules") and "/" not in name:
            (folder / name).write_text(_git(here.parent, "show", f"{revision}:./{name}"), encoding="utf-8")
    if here.name not in beside:
        raise Failure(f"there is no `{here.name}` in the revision `{revision}`")
    return folder / here.name


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, encoding="utf-8", timeout=GIT, check=False)
    except FileNotFoundError:
        raise Failure("FILE@REV needs git, which is not there") from None
    except subprocess.TimeoutExpired:
        raise Failure("git does not answer") from None
    if done.returncode:
        raise Failure(f"git: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'it failed'}")
    return done.stdout


# ---- what is printed -----------------------------------------------------------------------------


class _Report:
    """What came of it."""

    def __init__(self, args: argparse.Namespace, versions: list[Version], diff: Diff, began: float) -> None:
        now = time.monotonic()
        self.args, self.versions, self.diff, self.seconds = args, versions, diff, now - began
        self.until = now + stopping.PATIENCE if stopping.interrupted() else max(began + args.seconds, now + GRACE)
        self.apart = next((table for table in diff.tables if table.apart is not None), None)
        self.changed = _changed(versions[0].text, versions[1].text)
        self.words, self.alone = diff.words, diff.alone

    @property
    def code(self) -> int:
        """1 where both are not the same; 2 where nothing was compared."""
        if self.apart is not None or self.words or self.diff.one_sided:
            return 1
        return 0 if any(table.verdict for table in self.diff.tables) else 2

    def place(self, side: int, span: Span) -> str:
        """A line of one of them, as its file was named."""
        version = self.versions[side]
        name = version.name if span.file == str(version.path) else span.file
        return f"{name}:{span.line}:{span.column}"

    # ---- for people ------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        a, b = self.versions
        changed = ", ".join(f"{'-' if side == 0 else '+'}{n}" for side in (0, 1) for n in sorted(self.changed[side])[:SHOWN])
        more = "" if max(map(len, self.changed)) <= SHOWN else " …"
        options = f"   --option {' '.join(self.args.option)}" if self.args.b is None else ""
        out = [f"diff     first {a.name}   second {b.name}{options}   {self.seconds:.1f} s   " + (f"lines {changed}{more}" if changed else "the same text")]
        unequal = [name for name in self.alone[0] if name in self.alone[1]]
        for side, names in zip(SIDES, self.alone, strict=True):
            if own := [name for name in names if name not in unequal]:
                out.append(f"         only the {side} has {_some(own)}")
        if unequal:
            out.append(f"         not compared, since one has it for more than the other: {_some(unequal)}")
        for setting, n, error in self.diff.one_sided[:SHOWN]:
            out.append(f"REFUTED  {setting.words()}: the {SIDES[n]} cannot be set up so: {error}")
        if self.apart is not None:
            out += self._apart(self.apart)
        elif not self.diff.one_sided:
            out += self._same()
            if any(self.alone):
                out.append("         what only one of them has is not compared")
            if untried := self.diff.untried:
                out.append(f"         compared at these tables alone, or not at all: {', '.join(untried)}")
        for word in self.words[:SHOWN]:
            places = ", ".join(self.place(n, span) for n, span in enumerate(word.spans) if span.line)
            out.append(f"REFUTED  words             {word.what}: “{word.texts[0]}” in the first, “{word.texts[1]}” in the second   {places}".rstrip())
        return out

    def _apart(self, table: Table) -> list[str]:
        apart, answers = table.apart, self._retold.answers
        assert apart is not None
        count = f"{len(answers)} answer{'s' * (len(answers) != 1)}"
        when = "at the start" if not answers else f"after {count}" + (", and none fewer" if table.shortest else "")
        out = ["REFUTED  not the same game", f"         {table.setting.words()}, {when}: {apart.what}: {apart.text}"]
        out += [f"           {line}" for line in shown_moves(tuple(answers), table.programs[0])]
        if not self._retold.in_time:
            out.append("         there was no time to tell them in words, nor which lines ran then; --seconds gives more")
        for n, spans in enumerate(self._culprits(table)):
            for span in spans[:2]:
                out.append(f"         {SIDES[n]:<6} {self.place(n, span)}   {self._text(n, span.line)}")
        return out

    @cached_property
    def _retold(self) -> Retold:
        from ruledsl.findings.retold import retold

        assert self.apart is not None
        return retold(self.apart, lambda: time.monotonic() < self.until)

    def _culprits(self, table: Table) -> list[list[Span]]:
        from ruledsl.findings.retold import culprits

        lines = self.changed if self.args.b is not None else [_hangs_on(version, self.args.option) for version in self.versions]
        return [culprits(table, self._retold.ran[n], n, str(self.versions[n].path), lines[n]) for n in (0, 1)]

    def _text(self, side: int, line: int) -> str:
        text = self.versions[side].text
        return text[line - 1].strip() if 0 < line <= len(text) else ""

    def _same(self) -> list[str]:
        """What was found out of each table, those of which least is known first."""
        out = []
        for table in sorted(self.diff.tables, key=lambda table: ORDER.get(table.verdict, 0))[:SHOWN]:
            out.append(f"{table.verdict or 'nothing':<7}  {_extent(table)}   {table.setting.words()}")
            if table.said:
                out.append(f"SAMPLED  {table.said}")
        rest = len(self.diff.tables) - SHOWN
        if rest > 0:
            verdicts = {table.verdict for table in self.diff.tables}
            out.append(f"         and {rest} more tables" + (", all PROVED" if verdicts == {"PROVED"} else "; --json has them all"))
        out += self._compared() if self.diff.tables else ["nothing  was compared, for want of time"]
        left = self.diff.left_out
        if left:
            out.append(f"left out {len(left)} table{'s' * (len(left) != 1)}, for want of time: {left[0].words()}{' …' if len(left) > 1 else ''}")
        return out

    def _compared(self) -> list[str]:
        """With how many players, and what of the readings stayed as it is: of other tables nothing is said."""
        sizes = sorted({table.setting.players for table in self.diff.tables if table.verdict})
        kept = self.diff.kept
        stay = f", {', '.join(f'`{name}`' for name in kept[:SHOWN])}{' …' if len(kept) > SHOWN else ''} at one value alone" if kept else ""
        return [f"         compared with {_listed(sizes)} player{'s' * (sizes != [1])}{stay}"] if sizes else []

    # ---- for programs ----------------------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        a, b = (version.game for version in self.versions)
        tables = [
            {"players": t.setting.players, "options": dict(t.setting.options), "verdict": t.verdict, "identical": t.identical, "decisions": t.decisions,
             "pairs": t.pairs, "depth": t.depth, "why": t.why, "said": t.said} for t in self.diff.tables
        ]  # fmt: skip
        left = [{"players": s.players, "options": dict(s.options), "left_out": True} for s in self.diff.left_out]
        findings = [self._finding(self.apart)] if self.apart is not None else []
        findings += [self._refused(*one) for one in self.diff.one_sided] + [self._word(word) for word in self.words]
        return {
            "command": "diff", "game": a.title, "hash": a.hash, "other": b.title, "other_hash": b.hash, "seed": self.args.seed,
            "seconds": round(self.seconds, 3), "kept": self.diff.kept, "untried": self.diff.untried, "settings": [*tables, *left], "alone": self.alone,
            "lines": [sorted(lines) for lines in self.changed], "findings": findings,
        }  # fmt: skip

    def _finding(self, table: Table) -> dict[str, Any]:
        apart, answers = table.apart, self._retold.answers
        assert apart is not None
        spans = [[self.place(n, span) for span in found[:SHOWN]] for n, found in enumerate(self._culprits(table))]
        moves = [[answer.seat or "chance", answer.option, answer.label] for answer in answers]
        return {
            "verdict": "REFUTED", "class": "differs", "what": apart.what, "message": apart.text, "span": next(iter(spans[0]), ""),
            "other_span": next(iter(spans[1]), ""), "lines": spans, "setting": self.diff.tables.index(table),
            "witness": {"chance": "asked", "seed": 0, "moves": moves, "shortest": table.shortest},
        }  # fmt: skip

    def _refused(self, setting: Any, side: int, error: Exception) -> dict[str, Any]:
        return {"verdict": "REFUTED", "class": "differs", "what": "table", "message": f"the {SIDES[side]} cannot be set up with {setting.words()}: {error}"}

    def _word(self, word: Word) -> dict[str, Any]:
        spans = [self.place(n, span) for n, span in enumerate(word.spans)]
        return {"verdict": "REFUTED", "class": "differs", "what": "words", "message": word.what, "texts": word.texts, "lines": spans}


def _extent(table: Table) -> str:
    if table.identical:
        return "the same game (the same program)"
    if table.verdict == "PROVED":
        return f"the same game ({table.pairs:,} pairs of states)"
    from ruledsl.findings.verdicts import opening

    why = f"; {table.why}" if table.why else ""
    if table.verdict == "BOUNDED":
        return f"the same in the {opening(table.depth)} of every game, and in {table.decisions:,} at random{why}"
    if table.verdict == "SAMPLED":
        return f"the same in {table.decisions:,} answers at random{why}"
    return f"was compared{why}"


def _listed(numbers: list[int]) -> str:
    """Numbers in words: `2, 3 and 5`."""
    words = [str(n) for n in numbers]
    return " and ".join([part for part in (", ".join(words[:-1]), words[-1]) if part])


def _hangs_on(version: Version, given: list[str]) -> set[int]:
    """The lines of a file on which an option that was set has a say: those that name it, and what a ruling of it changes."""
    from ruledsl.syntax import tree as t

    names = {setting.partition("=")[0].strip() for setting in given}
    trees = [tree for tree in version.game.model.layers if tree.source.file == str(version.path)]
    refs = {ref.span.line for tree in trees for ref in t.within(tree, t.Ref) if ref.name in names}
    rulings = [one for tree in trees for one in t.within(tree, t.Ruling) if one.name.text in names]
    return refs | {node.span.line for one in rulings for patch in one.patches for node in t.within(patch, t.Stmt, t.Hook)}


def _changed(a: list[str], b: list[str]) -> tuple[set[int], set[int]]:
    """The lines of both that do not stand in the other."""
    out: tuple[set[int], set[int]] = (set(), set())
    for what, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if what != "equal":
            out[0].update(range(i + 1, j + 1))
            out[1].update(range(k + 1, m + 1))
    return out


def _some(names: list[str]) -> str:
    """Some of the names, and that there are more."""
    return ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
