"""`ruledsl fuzz`: random play in machine code that hunts faults of the rules, at every table and in every pair of readings."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl_tools import stopping
from ruledsl_tools.failure import Failure, number
from ruledsl_tools.library import chosen_options, load_game, locate

if TYPE_CHECKING:
    from ruledsl.engine import Game
    from ruledsl.findings.hunt import Hunt
    from ruledsl.findings.machine import Answers
    from ruledsl.findings.verdicts import Answer, Finding
    from ruledsl.ir.program import Program

SHOWN = 12
"""Moves of a game, and findings of one verdict, that are printed."""
LEFT, WIDTH = 2, 130
"""Settings that were left out that are printed, and so much of each."""
MARGIN = 0.08
"""Seconds of the hunt that are kept for its report."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl fuzz`."""
    parser.add_argument("game", metavar="GAME", help="a bundled game or the path of a .rules file")
    parser.add_argument("--seconds", type=number(1, 86_400), default=10, metavar="T", help="how long to hunt, all in all (10)")
    parser.add_argument("--seed", type=number(0, 2**31 - 1), metavar="S", help="the seed of the hunt; random, if not told")
    parser.add_argument("--players", type=number(1, 9), metavar="P", help="hunt with so many players alone")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="keep an option of the game at a value")
    parser.add_argument("--write-test", action="store_true", help="write each find as a test beside the rules, once it has been run and shows it")
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def run(args: argparse.Namespace) -> int:
    """Hunt until the time is over, or Ctrl-C; 1 if something was refuted, 2 if no table can be set."""
    began = time.monotonic()
    from ruledsl.findings.hunt import Hunt
    from ruledsl.findings.verdicts import worst
    from ruledsl.lower import SettingsError

    game = load_game(args.game)
    seed = random.randrange(2**31) if args.seed is None else args.seed
    report = Report(game, args)
    hunt = Hunt(game, chosen_options(game, args.option), args.players, seed, clock=time.monotonic, until=began + args.seconds - MARGIN, found=report.found)
    report.hunt = hunt
    with suppress(KeyboardInterrupt):
        try:
            hunt.run()
        except SettingsError as error:
            raise Failure(str(error)) from None
    code = report.refused() if hunt.listed and len(hunt.refused) == len(hunt.settings) else report.end(seed, time.monotonic() - began)
    return _leave(hunt, max(code, worst(hunt.findings)))


def _leave(hunt: Hunt, code: int) -> int:
    """Code that is still being made is left behind, with the process."""
    if hunt.maker.is_alive():
        stopping.leave(code)
    return code


class Report:
    """What is printed: each refutation at once, the rest at the end."""

    def __init__(self, game: Game, args: argparse.Namespace):
        self.game, self.args = game, args
        self.hunt: Hunt
        self.documents: list[dict[str, Any]] = []

    def found(self, finding: Finding, program: Program, answers: Answers) -> None:
        """A refutation, as soon as it is there."""
        note, test = self._written(finding, program, answers) if self.args.write_test else ("", "")
        record = finding.record()
        if test:
            record["witness"]["test"] = test
        self.documents.append(record)
        if self.args.json:
            return
        witness = finding.witness
        assert witness is not None
        shrunk = f" (shrunk from {witness.shrunk:,})" if witness.shrunk > len(witness.answers) else ""
        setting = self.hunt.settings[finding.setting]
        moves = f"{len(witness.answers):,} answer{'s' * (len(witness.answers) != 1)}{shrunk}"
        print(f"REFUTED  {finding.kind:<17} {where(finding)}  {finding.message}")
        print(f"         {setting.words()}, {moves}, seed {witness.seed}")
        for line in [*shown_moves(witness.answers, program), *mending(finding)]:
            print(f"           {line}")
        if note:
            print(f"         {note}")
        sys.stdout.flush()

    def _written(self, finding: Finding, program: Program, answers: Answers) -> tuple[str, str]:
        """What is said of the test of a find, and its text if there is one: it was run, and shows the find."""
        from ruledsl.diagnostics import RulesError
        from ruledsl.findings.written import NoTest, free_names, shows, written

        rules = locate(self.args.game)
        try:
            text = written(program, self.hunt.settings[finding.setting], finding, answers)
        except NoTest as reason:
            return f"no test: {reason}", ""
        path = next(free_names(rules if rules.parent == Path(self.args.game).parent else Path(rules.name), "found"))
        path.write_text(text, encoding="utf-8")
        try:
            good = shows(str(rules), path, finding)
        except RulesError:
            good = False
        if good:
            return f"kept as {path}, which fails so until the rules are mended", text
        path.unlink()
        return "no test: what the language of tests can say of it does not show it", ""

    def refused(self) -> int:
        """No table can be set: the reasons, each once."""
        reasons = {str(error): (error, self.hunt.settings[n]) for n, error in reversed(self.hunt.refused)}
        lines = []
        for words, (error, setting) in reasons.items():
            place = f"{error.span}: " if error.span.line else ""
            lines.append(f"{place}no game can be set up with {setting.words()}: {words}")
        raise Failure("\n".join(reversed(lines)))

    def end(self, seed: int, seconds: float) -> int:
        """All that was found out, when the time is over."""
        from ruledsl.findings.cited import told

        hunt = self.hunt
        covered = hunt.covered()
        sampled = list(hunt.sampled(covered))
        if self.args.json:
            print(json.dumps(self._document(seed, covered, sampled)))
            return self.code
        tables = self._played()
        played, count = len({table.number for table in tables}), len({table.setting.players for table in tables})
        print(
            f"fuzz     {self.args.game}   {seconds:.1f} s   {played} of {len(hunt.settings)} settings (every pair of readings),"
            f" {count} table size{'s' * (count != 1)}   {hunt.decisions:,} decisions   {hunt.games:,} games   seed {seed}"
        )
        if hunt.decisions:
            other = "no other fault" if hunt.findings else "no fault"
            print(f"SAMPLED  {other:<17} {hunt.decisions:,} decisions: at most 1 in {max(1, hunt.decisions // 3):,} (95 %){hunt.unsaid}")
        self._settings()
        self._findings(sampled)
        self._used(covered)
        for line in told(hunt.cited(covered)):
            print(f"SAMPLED  rulebook          {line}")
        return self.code

    def _played(self) -> list[Any]:
        """The tables at which something was decided; of others the code came when the time was over."""
        return [table for table in self.hunt.tables if table.decisions]

    @property
    def code(self) -> int:
        """2 where nothing was played."""
        return 0 if self.hunt.decisions or self.hunt.findings else 2

    def _settings(self) -> None:
        """Which settings were not played, and why."""
        hunt = self.hunt
        for n, error in hunt.refused[:SHOWN]:
            print(f"refused  {hunt.settings[n].words()}: {error}")
        unplayed, unwatched = hunt.left_out(), hunt.left_out(watched=True)
        if not hunt.listed:
            print("left out the readings, and tables for more: there was no time to read the rules")
        elif unwatched:
            print(f"left out {len(unwatched)} of {len(hunt.settings)} settings were not looked at, for want of time: what never ran may run there")
        for n in unplayed[:LEFT]:
            print(f"           {cut(hunt.settings[n].words(), WIDTH)}")
        if len(unplayed) > LEFT:
            print(f"           and {len(unplayed) - LEFT} more; --json has them all, --seconds gives more time")

    def _findings(self, sampled: list[Finding]) -> None:
        for finding in sampled[: 2 * SHOWN]:
            print(f"SAMPLED  {finding.kind:<17} {where(finding)}  {finding.message}")
            for note in [*likely(finding), *finding.notes]:
                print(f"           {note}")
        if len(sampled) > 2 * SHOWN:
            print(f"         {len(sampled) - 2 * SHOWN} more; --json has them all")

    def _used(self, covered: Any) -> None:
        """Where there is no rule that never ran: what was looked at."""
        found = self.hunt.used(covered)
        if found is not None:
            times = f"{found.times:,} time{'s' * (found.times != 1)}"
            where = f"{len(covered):,} setting{'s' * (len(covered) != 1)}"
            print(f"SAMPLED  none never used   each of {found.things:,} actions, lines and outcomes of `require` came, in {where};")
            print(f"           the rarest: {found.rarest.words} {_came(found.rarest.kind)} {times}, {found.rarest.span}")

    def _document(self, seed: int, covered: Any, sampled: list[Finding]) -> dict[str, Any]:
        from ruledsl.findings.coverage import rows

        hunt = self.hunt
        tables = {table.number: table.record() for table in sorted(self._played(), key=lambda table: not table.watched)}
        for table in (table for table in self._played() if table.watched):
            tables[table.number]["watched_decisions"] = table.decisions
        why = {n: str(error) for n, error in hunt.refused}
        plain = [{"players": s.players, "options": dict(s.options)} for s in hunt.settings]
        settings = [tables.get(n) or {**plain[n], "refused": why[n]} if n in tables or n in why else {**plain[n], "left_out": True} for n in range(len(plain))]
        return {
            "command": "fuzz", "game": self.game.title, "hash": self.game.hash, "seed": seed, "settings": settings,
            "findings": [*self.documents, *(finding.record() for finding in sampled)], "coverage": rows(covered),
            "rulebook": [one.record() for one in hunt.cited(covered)],
        }  # fmt: skip


def mending(finding: Finding) -> list[str]:
    """The lines that it most likely comes from, what stands against all that could be done there, and what can be written where this may be meant so."""
    meant = finding.kind == "beyond-bound" and finding.message.startswith("the loop")
    return [*likely(finding), *finding.notes, *(["if this is how it ends, say so: `else: pass` behind the loop, or what is done then"] if meant else [])]


def likely(finding: Finding) -> list[str]:
    """The lines that a finding most likely comes from, besides where it stands."""
    there = finding.span.file
    named = [f"{one.line}" if one.file == there else f"{one.file}:{one.line}" for one in finding.culprits]
    last = f" or {named[-1]}" if len(named) > 1 else ""
    return [f"most likely: there, or line {', '.join(named[:-1] or named)}{last}"] if named else []


def cut(text: str, width: int) -> str:
    """As much of a line as there is room for."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _came(kind: str) -> str:
    """What happened where a thing of a kind came."""
    return {"never-fails": "failed", "never-holds": "held"}.get(kind, "came")


def where(finding: Finding) -> str:
    """The place of a finding, and the rules of the rulebook that it carries."""
    return " ".join([str(finding.span) if finding.span.line else "", *finding.tags]).strip()


def shown_moves(answers: tuple[Answer, ...], program: Program) -> list[str]:
    """The last moves of a game, several a line; the numbers of options where there are no words."""
    if not answers or not answers[-1].label:
        return []
    told = [f"{'chance' if a.seat is None else program.seats[a.seat - 1]}: {a.label}" for a in answers]
    lines, left = [], len(told) - 2 * SHOWN
    if left > 0:
        lines.append(f"… {left:,} before")
    line = ""
    for text in told[-2 * SHOWN :]:
        if line and len(line) + len(text) > 100:
            lines.append(line)
            line = ""
        line += ("   " if line else "") + text
    return [*lines, line]
