"""What the table says of each operation is true: it is run on random states, and what is not said does not happen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from ruledsl.ir.ops import OPS, Op
from ruledsl.record import replace
from tests import few
from tests.ir.columns import CARDS, GAME, LAWS, Outcome, Sample, aspects, keys, named, options_named, sample, scrambled, under_other_names

SAMPLES = few.of(150)


def samples(op: Op, number: int = SAMPLES) -> Iterator[tuple[Sample, Outcome, Random]]:
    for seed in range(number):
        rng = Random(seed)
        given = sample(rng, op)
        yield given, given.run(), rng


@pytest.mark.parametrize("name", LAWS)
def test_what_is_not_written_stays(name: str) -> None:
    op = OPS[name]
    for given, out, _ in samples(op):
        before, after = aspects(given.values), aspects(out.values)
        changed = {key for key in before if before[key] != after[key]}
        assert out.fault is not None or changed <= keys(given, op.writes)
        assert not out.options or op.changes("options")
        assert not out.ticks or op.changes("fuel")
        if out.fault is None:
            into, out_of = (keys(given, frozenset(change for change in op.writes if change[0] == way)) for way in ("in", "out"))
            for key in changed & {key for key in before if key[0] == "contents"}:
                pairs = list(zip(before[key], after[key], strict=True))
                assert key in into or all(now <= was for was, now in pairs)
                assert key in out_of or all(was <= now for was, now in pairs)


@pytest.mark.parametrize("name", LAWS)
def test_what_is_not_read_can_be_anything(name: str) -> None:
    op = OPS[name]
    compared = 0
    for given, out, rng in samples(op):
        kept, written = keys(given, op.reads | op.writes), keys(given, op.writes)
        other = replace(given, values=scrambled(rng, given.values, kept)).run()
        if out.fault is None and other.fault is None:
            compared += 1
            here, there = aspects(out.values), aspects(other.values)
            assert (other.value, other.options, other.ticks) == (out.value, out.options, out.ticks)
            assert {key: here[key] for key in written} == {key: there[key] for key in written}
    assert compared >= SAMPLES // 20 or "X" in op.form


@pytest.mark.parametrize("name", LAWS)
def test_all_faults_are_told_and_each_is_seen(name: str) -> None:
    op = OPS[name]
    seen = set()
    for n, (given, out, _) in enumerate(samples(op, 4000)):
        if out.fault is not None:
            assert out.fault in (op.stops or {given.args[at] for letter, at in op.places if letter == "X"})
            seen.add(out.fault)
        if n > SAMPLES and seen >= op.stops:
            break
    assert seen >= op.stops


@pytest.mark.parametrize("name", [name for name in LAWS if OPS[name].sets])
def test_what_is_given_is_of_its_sort(name: str) -> None:
    op = OPS[name]
    for given, out, _ in samples(op):
        if out.fault is None:
            most = GAME.zone[given.zones[0]].capacity if given.zones else 64
            low, high = {"b": (0, 1), "c": (-1, CARDS - 1), "k": (0, most), "i": (0, 63)}.get(op.gives, (-(1 << 63), (1 << 63) - 1))
            assert low <= out.value <= high


def names_for(given: Sample, learning: str, rng: Random) -> list[int] | None:
    """New names for cards that an operation must not tell from the old ones."""
    becomes = list(range(CARDS))
    if learning == "blind":
        rng.shuffle(becomes)
    elif learning == "numbers":  # those in play keep their order, whichever they are now
        playing = [card for card in becomes if given.values["card.zone"][card]]
        if any(given.registers[n] not in (-1, *playing) for n, sort in given.sorts.items() if sort == "c"):
            return None
        chosen = sorted(rng.sample(becomes, len(playing)))
        away = [card for card in becomes if card not in playing]
        for old, new in zip([*playing, *away], [*chosen, *(card for card in becomes if card not in chosen)], strict=True):
            becomes[old] = new
    elif learning == "looks":  # within those that the table gives the same for
        for first in range(0, CARDS, 4):
            some = becomes[first : first + 4]
            rng.shuffle(some)
            becomes[first : first + 4] = some
    return becomes


SEEING = [(name, ordered) for name in LAWS if OPS[name].cards not in ("-", "reckons") for ordered in ((True, False) if "|" in OPS[name].cards else (None,))]


@pytest.mark.parametrize(("name", "ordered"), SEEING)
def test_cards_may_have_other_names(name: str, ordered: bool | None) -> None:
    """Who is blind to cards does the same with others; who goes by numbers, with others in the same order; who looks, with others that look so."""
    op = OPS[name]
    compared = 0
    for seed in range(SAMPLES):
        rng = Random(seed)
        region = rng.choice(["held", "known", "card.zone"]) if op.gives == "v" else "held"
        given = sample(rng, op, ordered, region)
        becomes = names_for(given, op.learns(ordered is not False), rng)
        if becomes is None:
            continue
        out, other = given.run(), under_other_names(given, becomes).run()
        assert out.fault == other.fault
        if out.fault is None:
            compared += 1
            expected = under_other_names(replace(given, values=out.values), becomes).values
            of_numbers = given.region in ("known", "card.zone") or op.cards == "looks"
            sort = op.gives if op.sets else "v" if op.form == "r" else "-"
            value = out.value if of_numbers else named(sort, out.value, becomes)
            assert other.value == value
            assert aspects(other.values) == aspects(expected)
            assert options_named(op, out.options, becomes) == options_named(op, other.options, list(range(CARDS)))
    assert compared >= SAMPLES // 20


def shown_by(op: Op) -> str:
    """What people can see of an operation, by what it writes."""
    if op.role == "asks":
        return "asks"
    for word, written in {"moves": ("in", "out"), "stores": ("region",), "happens": ("stand",)}.items():
        if op.changes(*written):
            return word
    if op.changes("known"):
        return "happens" if op.changes("loose") else "tells"
    return "happens" if op.form == "X" else "nothing"


@pytest.mark.parametrize("name", OPS)
def test_what_people_see_follows_from_what_is_written(name: str) -> None:
    """Who shows nothing changes nothing that anybody could see: neither what lies where nor what stands in a variable. Cards that are put in order unseen
    show nothing; that they are mixed is seen, and nobody knows one."""
    assert OPS[name].shows == shown_by(OPS[name])


LIES = [
    ("highbit", "cards", "blind"), ("lt", "cards", "blind"), ("zat", "cards", "blind"), ("zgather", "cards", "blind"), ("zcount", "state", "-"),
    ("zput", "state", "+in0,loose*,where,known"), ("zput", "state", "+in0,out*,where,known"), ("zknow", "state", "+known"), ("store", "state", "-"),
    ("zloose", "state", "-count0"), ("zat", "faults", "BOUNDS,NO_CARD"), ("zunder", "faults", "BOUNDS,FULL,NO_CARD"), ("zhas", "faults", "BOUNDS,NO_CARD"),
    ("popcount", "gives", "b"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "column", "lie"), LIES)
def test_a_column_that_lies_is_found(monkeypatch: pytest.MonkeyPatch, name: str, column: str, lie: str) -> None:
    sorts = {"takes": "c" * len(OPS[name].takes)} if name == "lt" else {}
    monkeypatch.setitem(OPS, name, replace(OPS[name], **{column: lie, **sorts}))
    given = [test_what_is_given_is_of_its_sort] * OPS[name].sets
    laws = [test_what_is_not_written_stays, test_what_is_not_read_can_be_anything, test_all_faults_are_told_and_each_is_seen, *given]
    names = [partial(test_cards_may_have_other_names, ordered=ordered) for ordered in (None, False)]
    found = 0
    for law in (*laws, *names):
        try:
            law(name)
        except AssertionError:
            found += 1
    assert found
