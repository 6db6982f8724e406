"""The site: pages made of parsers and docstrings hold all that there is, and mkdocs makes of them what can be searched without a network."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ruledsl
from ruledsl_tools.cli import COMMANDS, Parser
from ruledsl_tools.site import __main__ as site
from ruledsl_tools.site import commands, python
from ruledsl_tools.site.__main__ import nav, write_pages


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


@pytest.mark.parametrize("kind", [ruledsl.Game, ruledsl.Match])
def test_all_that_can_be_asked_says_what_it_is(kind: type) -> None:
    assert [name for name in dir(kind) if not name.startswith("_") and not (getattr(kind, name).__doc__ or "").strip()] == []


def test_pages_are_where_the_site_looks_for_them(tmp_path: Path) -> None:
    write_pages(tmp_path / "docs")
    assert all((tmp_path / "docs" / page).is_file() for entries in nav().values() for page in entries.values())


def test_decisions_are_found_behind_all_that_says_how_something_is_done(tmp_path: Path) -> None:
    write_pages(tmp_path)
    behind = {path.parent.name for path in tmp_path.rglob("*.md") if path.read_text(encoding="utf-8").startswith(site.LATER)}
    before = {path.parent.name for path in tmp_path.rglob("*.md") if not path.read_text(encoding="utf-8").startswith(site.LATER)}
    assert behind == {"decisions"} and "decisions" not in before


def test_what_a_newcomer_looks_for_stands_in_the_navigation(tmp_path: Path) -> None:
    """By its title, and the page says it."""
    write_pages(tmp_path)
    parts = nav()
    assert list(parts) == ["Tutorials", "How to", "Reference", "Explanation"]
    every = {title: tmp_path / page for entries in parts.values() for title, page in entries.items()}
    wanted = {
        "legal moves in python": "match.legal()", "variant": 'variant "', "neovim": "vim.lsp", "commands": "## ruledsl simulate", "balance a card": "simulate",
        "test a rule": 'test "', "friends": "--players you", "real table": "--table", "ladder": "ruledsl ladder", "python": "**`simulate(",
    }  # fmt: skip
    for words, says in wanted.items():
        pages = [path.read_text(encoding="utf-8") for title, path in every.items() if words in title.lower()]
        assert pages and any(says in text for text in pages), words


def test_pages_lead_to_files_that_there_are_on_the_site(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "docs"
    write_pages(out)
    for path in out.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!\w+:)([\w./-]+)(?:#[\w-]+)?\)", text):
            there = (path.parent / target).resolve()
            assert there.is_file() and there.is_relative_to(out.resolve()), f"{path.name}: {target}"


def test_parts_of_pages_are_found_by_their_headings() -> None:
    text = (site.DOCS / "how-to.md").read_text(encoding="utf-8")
    known = {site.slug(title) for title in re.findall(r"^## (.*)", text, re.M)}
    linked = {found for path in site.DOCS.glob("*.md") for found in re.findall(r"how-to\.md#([\w-]+)", path.read_text(encoding="utf-8"))}
    assert linked and linked <= known


def test_the_site_is_made_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("material")
    done = subprocess.run([sys.executable, "-m", "ruledsl_tools.site", str(tmp_path / "site")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    root = tmp_path / "site"
    for path in root.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""<(?:script|img|iframe)[^>]* src=["']?(?:https?:)?//|<link[^>]* href=["']?(?:https?:)?//""", text), path.name
        for script in re.findall(r"""<script[^>]* src=["']([^"']+)""", text):
            beside = root if script.startswith("/") else path.parent
            assert (beside / script.partition("?")[0].lstrip("/")).is_file(), f"{path.name}: {script}"
    assert "iframe-worker" in text, "a page that is opened from a folder starts no worker"
    assert (tmp_path / "site" / "search" / "search_index.js").is_file(), "searched without a server, too"


def test_without_mkdocs_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(site, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["site", str(tmp_path / "site")])
    assert site.main() == 2 and "pip install ruledsl[docs]" in capsys.readouterr().err
