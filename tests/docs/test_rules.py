"""Every piece of rules text in the documentation is checked, and its tests are run."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import render
from ruledsl.testing import collect, run_test
from tests.docs.pages import LANGUAGES, PAGES, blocks, every_block, files_before, framed, write

PIECES = [pytest.param(b, id=b.id) for b in every_block("rules", "diff") if not {"not run", "excerpt"} & set(b.says)]


@pytest.mark.parametrize("block", PIECES)
def test_rules(block, tmp_path):
    path = written(block, tmp_path)
    extra = [str(path)] if "game" in block.says else []
    name = block.says.get("game", str(path))
    if path.name.endswith(".test.rules") and not extra:
        name, extra = str(path).replace(".test.rules", ".rules"), [str(path)]
    rules = pipeline.read(name, extra)
    said = [d for d in rules.diagnostics if d.is_error or "frame" not in block.says]  # in a frame much has no use
    spoken = "\n".join(render(d, rules.sources.get(d.span.file)) for d in said)
    if "says" in block.says:
        assert [d.code for d in said][:1] == [block.says["says"]], spoken
        return
    assert not said, spoken
    results = [run_test(case) for case in collect(name, extra)]
    failed = [f"{r.title}: {failure.message}" for r in results for failure in r.failures]
    if "fails" in block.says:
        assert any(block.says["fails"] in message for message in failed), failed
    else:
        assert not failed, "\n".join(failed)


def written(block, folder: Path) -> Path:
    """The block as a file, with the files it stands on beside it."""
    if "frame" in block.says:
        path = folder / "example.rules"
        path.write_text(framed(block), encoding="utf-8")
        return path
    files_before(block, folder)
    path = write(block, folder)
    if path is None:
        path = folder / ("example.test.rules" if "game" in block.says else "example.rules")
        path.write_text(block.text, encoding="utf-8")
    return path


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_block_says_what_it_is(page):
    assert [b.id for b in blocks(page) if b.language not in LANGUAGES] == []
