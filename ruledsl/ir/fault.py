"""How a running program stops where the rules ask for something impossible."""

from __future__ import annotations

import re

from ruledsl.ir.ops import Fault
from ruledsl.ir.program import Place
from ruledsl.source import NOWHERE

NO_PLACE = Place(NOWHERE, ())


class RulesFault(Exception):
    """The rules went wrong while a game was played: what happened, where in the rules, and with which numbers."""

    def __init__(self, fault: Fault, place: Place = NO_PLACE, detail: str = ""):
        self.fault = fault
        self.place = place
        self.detail = detail or _which(place.what)
        where = f"{place.span}: " if place.span != NOWHERE else ""
        said = [part for part in (_which(place.what), detail) if part]
        super().__init__(f"{where}{fault}{''.join(f' ({part})' for part in said)}")


def _which(what: str) -> str:
    """What is none, and how rules ask whether it is."""
    asked = what if re.fullmatch(r"[\w.]+(\[[\w., ]+\]|\([\w., ]*\))*", what) else f"({what})"
    if re.match("(highest|lowest) ", what):
        return f"`{what}`"
    return f"`{what}`; where it may be none, ask `{asked} is not none` before" if what else ""
