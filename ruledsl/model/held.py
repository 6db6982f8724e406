"""What can be kept: in variables, in sets, and on cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.model.types import UNKNOWN, Type
from ruledsl.syntax import tree as t

if TYPE_CHECKING:
    from ruledsl.model.desk import Desk

VALUES = "a number, a truth value, a player, a cell, one of an enum"


def kept(desk: Desk, type: Type, ref: t.TypeRef, name: str) -> Type:
    """The type of a variable; lists and cards are no values of one."""
    near = f"a card lies in a zone: write `{name}: spot of {ref.name}`, and move it there"
    return _refuse(desk, type, ref, near if type.kind == "card" else f"a variable is {VALUES}, or a set of these")


def printed(desk: Desk, type: Type, ref: t.TypeRef) -> Type:
    """The type of what is printed on a card."""
    near = f"write `kind of {ref.name}`, if a kind is printed on it"
    return _refuse(desk, type, ref, near if type.kind == "card" else f"what is printed on a card is {VALUES}, or a set of these")


def member(desk: Desk, type: Type, ref: t.TypeRef, whole: str) -> Type:
    """The type of the members of a set or list."""
    near = "cards lie in a zone" if type.kind == "card" else f"each of its members is {VALUES}"
    refused = f"{whole} of {'set of …' if type.kind == 'set' else ref.name}"
    return UNKNOWN if type.kind == "set" and _fail(desk, ref, refused, near) else _refuse(desk, type, ref, near, refused)


def _refuse(desk: Desk, type: Type, ref: t.TypeRef, near: str, name: str = "") -> Type:
    return UNKNOWN if type.kind in ("list", "card") and _fail(desk, ref, name or ref.name, near) else type


def _fail(desk: Desk, ref: t.TypeRef, name: str, near: str) -> bool:
    desk.fail("E0205", ref.span, name=name, near=near)
    return True
