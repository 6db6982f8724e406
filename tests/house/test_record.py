"""Records mean what data classes of the standard library mean, but that nobody holds a frozen one while it runs: the type checker does."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from ruledsl import record as records
from ruledsl.record import as_dict, cached_property, field, fields, is_record, record, replace, values


def kinds(maker: Any, field: Any) -> dict[str, type]:
    """The same classes by either maker."""

    @maker(frozen=True, kw_only=True)
    class Base:
        span: int = field(default=0, compare=False, repr=False)

    @maker(frozen=True)
    class Leaf(Base):
        text: str
        more: tuple[int, ...] = ()

        @property
        def length(self) -> int:
            return len(self.text)

    @maker
    class Loose:
        name: str
        seen: list[str] = field(default_factory=list)
        note: str = field(default="", compare=False)

    @maker(frozen=True, eq=False)
    class Alone:
        number: int

    return {"Leaf": Leaf, "Loose": Loose, "Alone": Alone, "Base": Base}


OURS, THEIRS = kinds(record, field), kinds(dataclasses.dataclass, dataclasses.field)
CALLS = [
    ("Base", (), {}), ("Base", (), {"span": 4}), ("Leaf", ("a",), {}), ("Leaf", ("a", (1,)), {"span": 3}), ("Leaf", (), {"text": "b"}),
    ("Loose", ("x",), {}), ("Loose", ("x", ["y"]), {"note": "n"}), ("Alone", (1,), {}),
]  # fmt: skip
WRONG = [("Leaf", (), {}), ("Leaf", ("a", (), 3), {}), ("Leaf", ("a",), {"color": 1}), ("Alone", (1, 2), {}), ("Base", (1,), {})]


@pytest.mark.parametrize(("name", "given", "named"), CALLS)
def test_what_is_made(name, given, named):
    ours, theirs = OURS[name](*given, **named), THEIRS[name](*given, **named)
    assert repr(ours) == repr(theirs)
    assert as_dict(ours) == dataclasses.asdict(theirs)
    assert values(ours) == dataclasses.astuple(theirs)
    assert (ours == OURS[name](*given, **named)) is (theirs == THEIRS[name](*given, **named))
    assert ours != theirs
    assert OURS[name].__match_args__ == THEIRS[name].__match_args__
    assert list(fields(OURS[name])) == [f.name for f in dataclasses.fields(THEIRS[name])]
    assert vars(copy.deepcopy(ours)) == vars(ours)


@pytest.mark.parametrize(("name", "given", "named"), WRONG)
def test_what_is_not_made(name, given, named):
    for known in (OURS, THEIRS):
        with pytest.raises(TypeError):
            known[name](*given, **named)


@pytest.mark.parametrize("known", [OURS, THEIRS], ids=["ours", "theirs"])
def test_what_they_answer(known):
    leaf = known["Leaf"]
    assert leaf("a", span=1) == leaf("a", span=2)
    assert hash(leaf("a", span=1)) == hash(leaf("a", span=2))
    assert leaf("a") != leaf("b")
    assert leaf("abc").length == 3
    assert len({known["Alone"](1), known["Alone"](1)}) == 2
    assert known["Loose"]("x").seen is not known["Loose"]("x").seen
    with pytest.raises(TypeError, match="unhashable"):
        hash(known["Loose"]("x"))
    loose = known["Loose"]("x")
    loose.name = "y"
    assert loose.name == "y"
    match leaf("a", (2,)):
        case leaf(text, more):
            assert (text, more) == ("a", (2,))


def test_what_is_found_out_once():
    found = []

    class Thing:
        @cached_property
        def size(self) -> int:
            """How large."""
            found.append(self)
            return len(found)

    thing = Thing()
    assert (thing.size, thing.size, Thing().size) == (1, 1, 2)
    assert Thing.size.__doc__ == "How large."


def test_changed():
    leaf = OURS["Leaf"]("a", (1,), span=7)
    assert values(replace(leaf, text="b")) == (7, "b", (1,))
    with pytest.raises(TypeError):
        replace(leaf, color=1)


def test_nested():
    inner, outer = OURS["Alone"](1), OURS["Loose"]
    assert as_dict(outer("x", [inner], {"a": (inner,)})) == {"name": "x", "seen": [{"number": 1}], "note": {"a": ({"number": 1},)}}


def test_what_is_a_record():
    assert is_record(OURS["Leaf"]) and is_record(OURS["Leaf"]("a"))
    assert not is_record(1) and not is_record(THEIRS["Leaf"]("a"))
    with pytest.raises(AttributeError):
        fields(int)


@record(frozen=True)
class Kept:
    name: str
    more: tuple[int, ...] = ()


def test_a_record_may_be_kept_before_one_is_made():
    packed = pickle.dumps(Kept("a", (1,)))
    assert pickle.loads(packed) == Kept("a", (1,))
    again = Kept.__new__(Kept)
    vars(again).update(name="a", more=(1,))
    assert again == Kept("a", (1,)) and hash(again) == hash(Kept("a", (1,)))
    assert repr(records.ABSENT) == "ABSENT"


def test_a_field_that_must_be_given_stands_before_those_that_need_not() -> None:
    @record
    class Wrong:
        first: int = 0
        second: int

    with pytest.raises(TypeError, match="Wrong"):
        Wrong(1, 2)
