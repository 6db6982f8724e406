"""How faults that are put into bundled games are shown: how long it takes to make a game short that comes to one, how much longer than the shortest it is, and
whether a test can be written that fails so.

    python -m tests.bench.witnesses [--every 5] [--seconds 3]

Each change of `mistakes.txt`, `mutations.txt` and `slips.txt` is hunted as `fuzz --write-test` does. Where `verify` comes to the same fault, its way is the
shortest that there is.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import patch

import ruledsl
from ruledsl.diagnostics import RulesError
from ruledsl.findings import hunt as hunting
from ruledsl.findings.hunt import Hunt
from ruledsl.findings.verdicts import Finding
from ruledsl.findings.verify import verify
from ruledsl.findings.written import NoTest, shows, written
from ruledsl.ir.program import Program
from tests.bench.finding import FILES, LINES
from tests.bench.mutants import listed

STATES = 2_000_000


class Shown:
    """What was found in a game, and how it was shown."""

    def __init__(self, path: Path, seconds: float):
        self.path, self.took, self.found = path, list[float](), list[tuple[Finding, Program, str]]()
        until = time.process_time() + seconds
        with patch.object(hunting, "shrink", self.timed):
            self.hunt = Hunt(ruledsl.load(str(path)), {}, None, 1, clock=time.process_time, until=until, found=self.told)
            self.hunt.run()
            self.hunt.maker.join()

    def timed(self, *told: Any) -> Any:
        from ruledsl.findings.shrink import shrink

        began = time.process_time()
        answer = shrink(*told)
        self.took.append(time.process_time() - began)
        return answer

    def told(self, finding: Finding, program: Program, answers: Any) -> None:
        self.found.append((finding, program, self.tested(finding, program, answers)))

    def tested(self, finding: Finding, program: Program, answers: Any) -> str:
        """Why there is no test that shows it; "" if there is one."""
        try:
            text = written(program, self.hunt.settings[finding.setting], finding, answers)
        except NoTest as reason:
            return str(reason)
        file = self.path.with_name(self.path.stem + ".test.rules")
        file.write_text(text, encoding="utf-8")
        try:
            return "" if shows(str(self.path), file, finding) else "the test does not show it"
        except RulesError as error:
            return error.diagnostics[0].message

    def shortest(self, finding: Finding, program: Program, seconds: float) -> tuple[int, int] | None:
        """The answers of the shortest game that comes to it, and of the one that was found; None where that is not known."""
        until = time.process_time() + seconds
        gone = verify(program, self.hunt.settings[finding.setting], STATES, lambda: time.process_time() < until, [])
        ways = [len(one.witness.answers) for one in gone.findings if one.witness and (one.kind, one.span) == (finding.kind, finding.span)]
        return (min(ways), len(finding.witness.answers)) if ways and finding.witness else None


def main() -> int:
    """Tell of each fault, and add up; 1 if one was found by fewer answers than `verify` says are needed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=5, help="only every so manieth change (5)")
    parser.add_argument("--seconds", type=float, default=3, help="of the processor, for each hunt and each search (3)")
    args = parser.parse_args()
    took, lengths, why = list[float](), list[tuple[int, int]](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for n, (name, mutant, text) in enumerate(one for file in FILES for one in listed(file)):
            if n % args.every or text.count("\n") >= LINES:
                continue
            path = Path(folder) / f"{name}-{n}.rules"
            path.write_text(text, encoding="utf-8")
            try:
                shown = Shown(path, args.seconds)
            except RulesError:
                continue
            took += shown.took
            for finding, program, reason in shown.found:
                why[reason] += 1
                known = shown.shortest(finding, program, args.seconds)
                lengths += [known] if known else []
                print(f"{finding.kind:<17} {name}:{mutant.span.line}  {known or ''}  {reason or 'shown by a test'}", flush=True)
    needless = [found - least for least, found in lengths]
    print(f"{sum(why.values())} faults, {why['']} shown by a test; {dict(why)}")
    print(f"made short in {statistics.median(took):.2f} s in the middle, {max(took):.2f} at most")
    print(f"{len(needless)} of which the shortest is known: {needless.count(0)} are as short, {max(needless)} answers too many at most")
    return int(min(needless) < 0)


if __name__ == "__main__":
    raise SystemExit(main())
