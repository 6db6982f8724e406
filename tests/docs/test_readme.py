"""The README: its two commands, its excerpt and its drawing."""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest

from tests.docs.pages import PAGES, ROOT, blocks, every_block
from tests.docs.test_commands import environment


def command(name: str) -> str:
    return next(b.text.strip() for b in blocks(ROOT / "README.md") if b.says.get("command") == name)


@pytest.mark.parametrize("name", ["play", "test"])
def test_the_commands_set_up_alike(name):
    venv, install, run = command(name).split(" && ")
    assert venv == "python3 -m venv .venv"
    assert re.fullmatch(r"\.venv/bin/pip install -q (\.|--no-compile -e '\.\[test\]')", install)
    assert run.startswith(".venv/bin/")


def test_the_extra_exists():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {"pytest", "pytest-xdist"} <= {re.split("[><=]", name)[0] for name in extras["test"]}


def test_play_ends_in_a_game(tmp_path):
    play = command("play").split(" && ")[-1].removeprefix(".venv/bin/")
    run = subprocess.run(
        ["bash", "-c", play], cwd=tmp_path, env=environment(tmp_path), input="withdraw\nquit\n", text=True, capture_output=True
    )
    assert run.returncode == 0, run.stderr
    assert "A> withdraw" in run.stdout


def test_ci_runs_this_command():
    """The runner takes the command out of the README, so that the two cannot differ."""
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "command: test" in script
    assert "pytest" not in script


@pytest.mark.parametrize("block", [pytest.param(b, id=b.id) for b in every_block("rules") if "excerpt" in b.says])
def test_excerpts_stand_where_they_say(block):
    whole = (ROOT / block.says["excerpt"]).read_text(encoding="utf-8")
    assert " ".join(block.text.split()) in " ".join(whole.split())


def test_the_drawing_is_of_today(tmp_path, request):
    subprocess.run(["ruledsl flow surprise-egg -o new.svg"], shell=True, cwd=tmp_path, env=environment(tmp_path), check=True)
    new, kept = (tmp_path / "new.svg").read_text(encoding="utf-8"), ROOT / "docs/images/surprise-egg.svg"
    if request.config.getoption("--update-golden", default=False):
        kept.write_text(new, encoding="utf-8")
    assert labels(kept.read_text(encoding="utf-8")) == labels(new), "run `pytest --update-golden tests/docs`"


def labels(svg: str) -> list[str]:
    """What is written in a drawing; where it stands does not matter."""
    return sorted(re.findall(r"<text[^>]*>([^<]*)</text>", svg))


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), target
    anchors = {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    for anchor in re.findall(r"\]\(#([^)]*)\)", text):
        assert anchor in anchors, anchor
