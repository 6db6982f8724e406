"""`python -m ruledsl_tools.site OUT` writes the site into a folder; `--pages-only` its pages, without mkdocs."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from ruledsl_tools.site import commands, python

ROOT = Path(__file__).resolve().parents[3]
NAV = {
    "Tutorials": {"A tour": "tour.md", "At a real table": "real-table.md"},
    "How to": {"How to …": "how-to.md", "Editors": "editors.md", "Bots": "bots.md"},
    "Reference": {"The language": "reference.md", "Commands": "commands.md", "Python": "python.md", "Messages": "messages.md"},
    "Explanation": {"How it is made": "architecture.md", "How to add to it": "adding.md"},
}


def write_pages(out: Path) -> None:
    """The pages of `docs`, and those that are made of parsers and docstrings."""
    shutil.copytree(ROOT / "docs", out, dirs_exist_ok=True)
    (out / "README.md").rename(out / "index.md")
    (out / "commands.md").write_text(commands.page(), encoding="utf-8")
    (out / "python.md").write_text(python.page(), encoding="utf-8")


def settings(pages: Path, out: Path) -> str:
    """What mkdocs is told: nothing is loaded from elsewhere."""
    lines = ["site_name: ruledsl", f"docs_dir: {pages}", f"site_dir: {out.resolve()}", "use_directory_urls: false"]
    lines += ["theme: {name: material, font: false, palette: {scheme: default}, features: [navigation.sections, search.highlight]}"]
    lines += ["plugins: [search, offline]", "markdown_extensions: [toc, tables, pymdownx.highlight, pymdownx.superfences]", "nav:", "  - Home: index.md"]
    decisions = {page.stem[5:].replace("-", " "): f"decisions/{page.name}" for page in sorted((ROOT / "docs" / "decisions").glob("*.md"))}
    for part, entries in NAV.items():
        lines.append(f"  - {part}:")
        lines += [f"      - {title}: {page}" for title, page in entries.items()]
    lines += ["  - Decisions:", *(f"      - {title}: {page}" for title, page in decisions.items())]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m ruledsl_tools.site", description=__doc__)
    parser.add_argument("out", type=Path, help="a folder for the site")
    parser.add_argument("--pages-only", action="store_true", help="write the pages as Markdown, and nothing else")
    args = parser.parse_args()
    if args.pages_only:
        write_pages(args.out)
        return 0
    if find_spec("mkdocs") is None:
        print("the site is built by mkdocs: `pip install ruledsl[docs]`; `--pages-only` needs nothing", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        pages, config = Path(folder) / "docs", Path(folder) / "mkdocs.yml"
        write_pages(pages)
        config.write_text(settings(pages, args.out), encoding="utf-8")
        return subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", str(config)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
