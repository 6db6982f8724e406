"""`python -m ruledsl_tools.site OUT` writes the site into a folder; `--pages-only` its pages, without mkdocs."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from ruledsl_tools.site import commands, python

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
HOW_TO = "how-to.md"
LINK = re.compile(r"\(how-to\.md#([\w-]+)\)")
WORKER = "iframe-worker.js"
"""With it pages that are opened from a folder are searched. By its name the theme knows that it is there, and loads no other from elsewhere."""
LATER = "---\nsearch:\n  boost: 0.1\n---\n\n"
"""The head of pages that are found behind all others: whoever looks for an option wants to use it, and not to know why it is so."""
ANY_LINK = re.compile(r"\[([^\]\n]+)\]\((?!\w+:)([\w./-]+)(#[\w-]+)?\)")


def tasks() -> dict[str, tuple[str, str]]:
    """What there is to do, by its title: a page of its own for each part of the page that tells all, and what it says."""
    parts = DOCS.joinpath(HOW_TO).read_text(encoding="utf-8").split("\n## ")[1:]
    titled = ((title, f"# {title}\n{text}") for title, _, text in (part.partition("\n") for part in parts))
    return {title: (f"how-to-{slug(title)}.md", text) for title, text in titled}


def slug(title: str) -> str:
    """By which a part of a page is found in it."""
    return re.sub(r"\W+", "-", title.lower()).strip("-")


def nav() -> dict[str, dict[str, str]]:
    """The pages in four parts, by their titles."""
    apart = {"At a real table": "real-table.md", "Editors: VS Code, Neovim, Helix, Emacs, Sublime": "editors.md", "Ten questions": "questions.md"}
    reference = {"The language": "reference.md", "Commands": "commands.md", "Python": "python.md", "Bots": "bots.md", "Messages": "messages.md"}
    return {
        "Tutorials": {"A tour": "tour.md"},
        "How to": {title: page for title, (page, _) in tasks().items()} | apart,
        "Reference": reference,
        "Explanation": {"How it is made": "architecture.md", "How to add to it": "adding.md"},
    }


def write_pages(out: Path) -> None:
    """The pages of `docs`, and those that are made of parsers and docstrings."""
    shutil.copytree(DOCS, out, dirs_exist_ok=True)
    (out / "README.md").rename(out / "index.md")
    (out / HOW_TO).unlink()
    for page, text in tasks().values():
        (out / page).write_text(text, encoding="utf-8")
    for path in out.glob("*.md"):
        text = path.read_text(encoding="utf-8").replace("](README.md)", "](index.md)")
        path.write_text(LINK.sub(r"(how-to-\1.md)", text), encoding="utf-8")
    (out / "commands.md").write_text(commands.page(), encoding="utf-8")
    (out / "python.md").write_text(python.page(), encoding="utf-8")
    shutil.copyfile(Path(__file__).with_name(WORKER), out / WORKER)
    listed = (f"* [{title}]({Path(page).name})" for title, page in decisions().items())
    (out / "decisions" / "index.md").write_text("\n".join(("# Decisions\n", *listed, "")), encoding="utf-8")
    for path in out.rglob("*.md"):
        head = LATER if path.parent.name == "decisions" else ""
        path.write_text(head + within_site(path, out), encoding="utf-8")


def within_site(page: Path, out: Path) -> str:
    """A page whose links to folders lead to their first pages; of links out of the site the words are left."""

    def link(found: re.Match[str]) -> str:
        words, target, part = found[1], found[2], found[3] or ""
        there = (page.parent / target).resolve()
        if there.is_dir() and (there / "index.md").is_file() and there.is_relative_to(out.resolve()):
            return f"[{words}]({target.rstrip('/')}/index.md{part})"
        return found[0] if there.is_file() and there.is_relative_to(out.resolve()) else words

    return ANY_LINK.sub(link, page.read_text(encoding="utf-8"))


def decisions() -> dict[str, str]:
    """What was chosen, by its title."""
    return {page.stem[5:].replace("-", " "): f"decisions/{page.name}" for page in sorted((DOCS / "decisions").glob("*.md"))}


def settings(pages: Path, out: Path) -> str:
    """What mkdocs is told: nothing is loaded from elsewhere."""
    lines = ["site_name: ruledsl", f"docs_dir: {pages}", f"site_dir: {out.resolve()}", "use_directory_urls: false"]
    lines += ["theme: {name: material, font: false, palette: {scheme: default}, features: [navigation.sections, search.highlight]}"]
    lines += [f"extra: {{polyfills: [{WORKER}]}}", "plugins: [search, offline]"]
    lines += ["markdown_extensions: [toc, tables, pymdownx.highlight, pymdownx.superfences]", "nav:", "  - Home: index.md"]
    for part, entries in nav().items():
        lines.append(f"  - {part}:")
        lines += [f"      - {json.dumps(title)}: {page}" for title, page in entries.items()]
    lines += ["  - Decisions:", "      - decisions/index.md", *(f"      - {title}: {page}" for title, page in decisions().items())]
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
