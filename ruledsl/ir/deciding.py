"""Which branches decide whether a block is come to. That a fault may stop play before it is left out: else everything would hang on every check."""

from __future__ import annotations

from ruledsl.ir.flow import doomed, targets
from ruledsl.ir.program import Function


def deciding(function: Function) -> dict[str, frozenset[str]]:
    """By the label of a block, the blocks at whose end it is decided whether it is come to."""
    lost = doomed(function)
    labels = [block.label for block in function.blocks]
    number = {label: n for n, label in enumerate(labels)}
    every = {block.label: targets(block) for block in function.blocks}
    after = {label: [to for to in to_all if to not in lost] for label, to_all in every.items()}
    behind = _always_behind(labels, number, after)
    out: dict[str, set[str]] = {}
    for label in labels:
        if len(every[label]) < 2:
            continue
        own = behind[number[label]] & ~(1 << number[label])
        for to in every[label]:
            if to in lost:
                out.setdefault(to, set()).add(label)
                continue
            decided = behind[number[to]] & ~own
            while decided:
                low = decided & -decided
                out.setdefault(labels[low.bit_length() - 1], set()).add(label)
                decided ^= low
    return {label: frozenset(found) for label, found in out.items()}


def _always_behind(labels: list[str], number: dict[str, int], after: dict[str, list[str]]) -> list[int]:
    """For each block the mask of those that come on every way from it, itself among them."""
    whole = (1 << len(labels)) - 1
    behind = [whole if after[label] else 1 << n for n, label in enumerate(labels)]
    changed = True
    while changed:
        changed = False
        for n in range(len(labels) - 1, -1, -1):
            to = after[labels[n]]
            if not to:
                continue
            found = whole
            for label in to:
                found &= behind[number[label]]
            found |= 1 << n
            if found != behind[n]:
                behind[n], changed = found, True
    return behind
