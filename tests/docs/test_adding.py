"""The recipes of `docs/adding.md`, carried out in a copy of the tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.work import HANG

ROOT = Path(__file__).parents[2]

ROW = """\
zbottom   dZ     value  n     c     blind|numbers  -order0,loose0                       BOUNDS,UNSETTLED               nothing
    ordered: the lowest card; unordered: the least; -1 if empty; UNSETTLED if it is loose
"""

PLAIN = """\
def zbottom(run: Run, r: R, d: int, z: Holder, k: int) -> None:
    cards = z.cards(run.values, at(z, r[k]))
    if z.loose(run.values, r[k]):
        raise Trap(Fault.UNSETTLED)
    r[d] = cards[0] if cards else -1


"""

MACHINE = """\
    def op_zbottom(self, d: int, name: str, a: int) -> None:
        zone, k = self.zone(name, a)
        if not zone.ordered:
            return self.op_ztop(d, name, a)
        if zone.loose:
            self.check(self.body.compare("eq", self.zones.loose(self.body, zone, k), "0"), Fault.UNSETTLED)
        some = self.body.compare("ne", self.zones.count(self.body, zone, k), "0")
        self.set(d, self.body.let(f"select i1 {some}, i64 {self.zones.card(self.body, zone, k, '0')}, i64 -1"))

"""


def before(path: Path, line: str, text: str) -> None:
    """Write something in before a line."""
    old = path.read_text(encoding="utf-8")
    assert old.count(line) == 1, (path, line)
    path.write_text(old.replace(line, text + line), encoding="utf-8")


def test_an_operation_is_a_row_and_a_case_in_each_engine(tmp_path: Path) -> None:
    """Three files; then the laws, the random programs of both engines and every pass know it unasked."""
    for name in ("ruledsl", "grammar", "tests/ir", "tests/native"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("conftest.py", "few.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests")
    recipe = (ROOT / "docs/adding.md").read_text(encoding="utf-8").split("## An operation")[1].split("\n## ")[0]
    named = re.findall(r"^\d\. `(ruledsl/[\w/.]+)`", recipe, re.MULTILINE)
    assert named == ["ruledsl/ir/ops.py", "ruledsl/interp/steps.py", "ruledsl/native/operations.py"]
    table, plain, machine = (tmp_path / name for name in named)
    before(table, "zloose    dZ ", ROW)
    before(plain, "def zloose(", PLAIN)
    before(machine, "    def op_zloose(", MACHINE)
    wanted = ["tests/ir/test_columns.py", "tests/ir/test_table.py", "tests/ir/test_text.py", "tests/native/test_random.py"]
    which = "zbottom or table or text or value_functions"
    asked = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:warnings", "-k", which, *wanted]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(asked, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    loaded = subprocess.run(
        [sys.executable, "-c", "from ruledsl.ir.ops import OPS; import ruledsl; print(ruledsl.__file__, sorted(f.name for f in OPS['zbottom'].stops))"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=HANG,
    )  # fmt: skip
    assert loaded.stdout.split(" ", 1) == [str(tmp_path / "ruledsl/__init__.py"), "['BOUNDS', 'UNSETTLED']\n"]
