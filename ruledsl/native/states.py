"""What kernels can ask of a state and do to it (`State` in `ruledsl/kernels/words.py`), as machine code of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ruledsl.native.dealing import deal
from ruledsl.native.text import Body, definition

if TYPE_CHECKING:
    from ruledsl.native.module import Module

Writer = Callable[["Module", Body], str]


def _region(name: str, index: str = "0") -> Writer:
    """A number of the block, or 0 in a game that has none of these."""
    return lambda module, body: module.memory.load(body, name, index) if name in module.program.region else "0"


def _size(module: Module, body: Body) -> str:
    return str(module.program.size // 8)


def _word(module: Module, body: Body) -> str:
    return body.read(body.word("%s", "%index"))


def _become(module: Module, body: Body) -> str:
    with body.count("0", str(module.program.size // 8)) as n:
        body.write(body.word("%s", n), body.read(body.word("%other", n)))
    return "0"


def _begin(module: Module, body: Body) -> str:
    module.memory.store(body, "rng", "0", "%random")
    module.memory.store(body, "chance", "0", "0")
    return "0"


def _answer(module: Module, body: Body) -> str:
    module.memory.store(body, "move", "%index", "%value")
    return "0"


def _answered_by(module: Module, body: Body) -> str:
    module.memory.store(body, "move.seat", "0", "%seat")
    return "0"


def _position(module: Module, body: Body) -> str:
    program = module.program
    zones = [zone for zone in program.zones if not zone.held]
    cases = [f"i64 {zone.base + k}, label %z{n}" for n, zone in enumerate(zones) for k in range(zone.instances)]
    body.put(f"switch i64 %place, label %none [{' '.join(cases)}]")
    for n, zone in enumerate(zones):
        body.label(f"z{n}")
        k = body.do("sub", "%place", str(zone.base))
        top = body.do("sub", module.memory.load(body, f"{zone.name}.count", "0" if zone.instances == 1 else k), "1")
        body.put(f"ret i64 {body.ask(module.zones.find(zone), 'ptr %s', f'i64 {k}', 'i64 %card', f'i64 {top}')}")
    body.label("none")
    return "-1"


ASKED: dict[str, tuple[str, Writer]] = {
    "status": ("", _region("status")),
    "site": ("", _region("ask.site")),
    "kind": ("", _region("ask.kind")),
    "seats": ("", _region("ask.seats")),
    "outcomes": ("", _region("ask.count")),
    "size": ("", _size),
    "word": ("i64 %index", _word),
    "become": ("ptr %other", _become),
    "begin": ("i64 %random", _begin),
    "deal": ("ptr %plan", deal),
    "answer": ("i64 %index, i64 %value", _answer),
    "answered_by": ("i64 %seat", _answered_by),
    "answered": ("i64 %index", _region("move", "%index")),
    "place": ("i64 %card", _region("card.zone", "%card")),
    "known": ("i64 %card", _region("known", "%card")),
    "position": ("i64 %place, i64 %card", _position),
}
"""By name: what is given beside the state, and who writes the body and says its value."""
LARGE = ("become", "deal", "position")
"""Those that are not written where they are asked."""


def state_texts(module: Module) -> Iterator[str]:
    """The definitions of all of them."""
    for name, (given, write) in ASKED.items():
        body = Body()
        body.put(f"ret i64 {write(module, body)}")
        yield definition(f"internal i64 @state.{name}({', '.join(filter(None, ('ptr %s', given)))}) #{0 if name in LARGE else 1}", body)
