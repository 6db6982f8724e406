"""Tables that are made from the sources: `pytest --update-golden` writes them anew."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import PAGES
from tests.docs.tables import TABLES

_PLACE = re.compile(r"(<!-- generated: ([\w-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def places():
    found = [(page, name) for page in PAGES for _, name, _, _ in _PLACE.findall(page.read_text(encoding="utf-8"))]
    return [pytest.param(page, name, id=f"{page.name}:{name}") for page, name in found]


@pytest.mark.parametrize(("page", "name"), places())
def test_table(page, name, request):
    text = page.read_text(encoding="utf-8")
    wanted = TABLES[name]() + "\n"
    if request.config.getoption("--update-golden", default=False):
        page.write_text(_PLACE.sub(lambda m: m[1] + wanted + m[4] if m[2] == name else m[0], text), encoding="utf-8")
        return
    shown = next(m[3] for m in _PLACE.finditer(text) if m[2] == name)
    assert shown == wanted, "run `pytest --update-golden tests/docs`"


def test_every_table_has_a_place():
    shown = {name for page in PAGES for _, name, _, _ in _PLACE.findall(page.read_text(encoding="utf-8"))}
    assert shown == set(TABLES)


def test_everything_is_described():
    assert not [page.name for page in PAGES if "not described" in page.read_text(encoding="utf-8")]
