"""What completion offers: words, names, and what is called, with what it is given."""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.model import Model
from ruledsl.model.model import Callable
from ruledsl.model.types import say
from ruledsl.record import record


@record(frozen=True)
class Completion:
    """Something that may be written. `insert` may hold places to fill in, as `${1:name}`; `fits` says whether its type is the wanted one."""

    label: str
    kind: str
    detail: str = ""
    insert: str = ""
    about: str = ""
    fits: bool = True


def calls(model: Model, kinds: tuple[str, ...]) -> Iterator[Completion]:
    yield from (offer(model, c) for c in model.callables.values() if c.kind in kinds)


def offer(model: Model, c: Callable, bare: bool = False, chosen: bool = False) -> Completion:
    """What is called; where it stands `chosen` in a test, with what the player chooses."""
    given = [p.name for p in c.params if chosen or p.domain is None]
    filled = ", ".join(f"${{{n}:{name}}}" for n, name in enumerate(given, 1))
    brackets = c.kind in ("to", "phase") or bool(given)
    return Completion(c.name, c.kind, f"{c.words}{_result(c)}", f"{c.name}({filled})" if brackets and not bare else "")


def _result(c: Callable) -> str:
    return f": {say(c.result)}" if c.result is not None and c.result.kind != "unknown" else ""
