"""Where ways that part meet again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def meets(after: Mapping[str, Sequence[str]], end: str) -> dict[str, str]:
    """By block: the nearest other one that every way from it comes to. `after` says where each goes on; ways that go on nowhere come to the `end`, and
    blocks from which none comes there meet nowhere."""
    ahead = {label: to or (end,) for label, to in after.items()}
    order = _last_first(ahead, end)
    number, meet = {label: n for n, label in enumerate(order)}, {end: end}

    def common(one: str, other: str) -> str:
        while one != other:
            one, other = (meet[one], other) if number[one] < number[other] else (one, meet[other])
        return one

    changed = True
    while changed:
        changed = False
        for label in order[-2::-1]:
            first, *others = (to for to in ahead[label] if to in meet)
            for other in others:
                first = common(first, other)
            changed = changed or meet.get(label) != first
            meet[label] = first
    return meet


def _last_first(ahead: Mapping[str, Sequence[str]], end: str) -> list[str]:
    """The blocks from which a way comes to the end, each behind those that go on to it, the end last."""
    back: dict[str, list[str]] = {end: []}
    for label, to in ahead.items():
        for one in to:
            back.setdefault(one, []).append(label)
    order, seen, path = list[str](), {end}, [(end, iter(back[end]))]
    while path:
        label, before = path[-1]
        further = next((one for one in before if one not in seen), None)
        if further is None:
            order.append(label)
            path.pop()
        else:
            seen.add(further)
            path.append((further, iter(back.get(further, ()))))
    return order
