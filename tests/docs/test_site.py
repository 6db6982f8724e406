"""The site: pages made of parsers and docstrings hold all that there is, and mkdocs makes of them what can be searched without a network."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import ruledsl
from ruledsl_tools.cli import COMMANDS, Parser
from ruledsl_tools.site import __main__ as site
from ruledsl_tools.site import commands, python
from ruledsl_tools.site.__main__ import NAV, write_pages


def test_every_option_of_every_command_is_told() -> None:
    page = commands.page()
    for name, (module, _) in COMMANDS.items():
        parser = Parser(prog=name, allow_abbrev=False)
        importlib.import_module(module).arguments(parser)
        own = page.split(f"\n## ruledsl {name}\n")[1].split("\n## ")[0]
        for action in parser._actions:
            assert all(option in own for option in action.option_strings), (name, action.option_strings)
        assert "| `" in own


def test_every_public_name_is_told_with_what_it_says_of_itself() -> None:
    page = python.page()
    for name in ruledsl.__all__:
        own = page.split(f"\n## {name}\n")[1].split("\n## ")[0]
        assert (getattr(ruledsl, name).__doc__ or "-").split("\n")[0] in own
    assert "**`legal(self, seat: int | None = None) -> list[Choice]`**" in page


def test_pages_are_where_the_site_looks_for_them(tmp_path: Path) -> None:
    write_pages(tmp_path / "docs")
    assert all((tmp_path / "docs" / page).is_file() for entries in NAV.values() for page in entries.values())


def test_the_site_is_made_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    done = subprocess.run([sys.executable, "-m", "ruledsl_tools.site", str(tmp_path / "site")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    text = (tmp_path / "site" / "how-to.html").read_text(encoding="utf-8")
    assert "legal moves" in text and 'src="http' not in text and "fonts.googleapis" not in text
    assert (tmp_path / "site" / "search" / "search_index.js").is_file(), "searched without a server, too"


def test_without_mkdocs_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(site, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["site", str(tmp_path / "site")])
    assert site.main() == 2 and "pip install ruledsl[docs]" in capsys.readouterr().err
