"""What is proposed is tried first: a fix after which the line cannot be read either is not offered."""

from __future__ import annotations

import pytest

from ruledsl.source import Source
from ruledsl.syntax import parse

OFFERED = [
    "play:\n    if a\n        f()\n",
    "phse turn(p):\n    f()\n",
    "play:\n    f()\n      g()\n",
    "play:\n    move top of line out\n",
]
NOT_OFFERED = {
    "components:\n    stock: 2 of Hen(step) none step in Step\n": "`,` is missing",
    "play:\n    move of top stock to out\n": "`top` is not understood here",
    "card Hen(step- Step)\n": "`:` is missing",
    "play:\n    f()\n        g()\n        h()\n": "this line stands too far to the right",
}


@pytest.mark.parametrize("text", OFFERED)
def test_what_helps_is_offered(text: str) -> None:
    assert parse(Source("x.rules", text))[1][0].fix


@pytest.mark.parametrize("text", NOT_OFFERED)
def test_what_does_not_help_is_not(text: str) -> None:
    first = parse(Source("x.rules", text))[1][0]
    assert first.message.startswith(NOT_OFFERED[text]) and first.fix == ()
