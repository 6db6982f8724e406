"""Which registers are alive where the blocks of a function begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from ruledsl.bits import bits_of
from ruledsl.ir.flow import Used, asking, exposed, targets
from ruledsl.ir.live import joined
from ruledsl.ir.program import Function


class Flow:
    """Where the blocks of a function go on, and by block the registers that it reads before it sets them, and those that it sets."""

    def __init__(self, function: Function, known: Mapping[str, Used] | None = None) -> None:
        self.function, known = function, known or {}
        self.used = {block.label: known[block.label] if block.label in known else exposed(block) for block in function.blocks}
        self.after = {block.label: targets(block) for block in function.blocks}
        self.asks = [block.label for block in function.blocks if asking(block)]
        self._order = _last_first(function, self.after)

    def touching(self, registers: Set[int]) -> set[str]:
        """The labels of the blocks that read or set one of these."""
        return {label for label, (reads, sets) in self.used.items() if not (registers.isdisjoint(reads) and registers.isdisjoint(sets))}

    def become(self, function: Function, others: Set[str]) -> None:
        """From now on it is of a function in which these blocks are others, and that only by the registers that they use."""
        self.function = function
        self.used |= {block.label: exposed(block) for block in function.blocks if block.label in others}

    def across(self, always: Sequence[int]) -> set[int]:
        """The registers that are alive where play goes on behind an `ask`, if those of `always` are read by every one."""
        alive, masks = self._living(always)
        return {alive[n] for n in bits_of(joined(masks[label] for label in self.function.resumes[1:]))}

    def living(self, labels: Iterable[str], always: Sequence[int] = ()) -> dict[str, list[int]]:
        """The registers that are alive where these blocks begin, in order, and those of `always`."""
        alive, masks = self._living(always)
        return {label: [alive[n] for n in bits_of(masks[label])] for label in labels}

    def _living(self, always: Sequence[int]) -> tuple[list[int], dict[str, int]]:
        """All that are alive anywhere, and by block a mask that says which of them are."""
        alive = sorted(set(always).union(*(reads for reads, _ in self.used.values())))  # nothing else lives in two blocks
        bits = {register: 1 << n for n, register in enumerate(alive)}
        throughout = masked(always, bits)
        masks = self._masks(bits, dict.fromkeys(self.asks, throughout))
        return alive, {label: mask | throughout for label, mask in masks.items()}

    def _masks(self, bits: Mapping[int, int], stored: Mapping[str, int]) -> dict[str, int]:
        """The same of all blocks, as masks; what is `stored` at the end of one is read there."""
        used = ((label, *self.used[label]) for label in self._order)
        lines = [(label, masked(reads, bits), ~masked(sets, bits), stored.get(label, 0), self.after[label]) for label, reads, sets in used]
        live = dict.fromkeys(self.used, 0)
        changed = True
        while changed:
            changed = False
            for label, reads, unset, out, after in lines:
                for to in after:
                    out |= live[to]
                now = reads | out & unset
                if now != live[label]:
                    live[label], changed = now, True
        return live


def masked(registers: Iterable[int], bits: Mapping[int, int]) -> int:
    """The mask of those registers that have a bit."""
    out = 0
    for register in registers:
        if register in bits:
            out |= bits[register]
    return out


def _last_first(function: Function, after: Mapping[str, list[str]]) -> list[str]:
    """The blocks so that most come behind those they go on to."""
    out: list[str] = []
    seen: set[str] = set()
    for root in (*function.resumes, *after):
        path = [] if root in seen else [(root, iter(after[root]))]
        seen.add(root)
        while path:
            label, nexts = path[-1]
            for following in nexts:
                if following not in seen:
                    seen.add(following)
                    path.append((following, iter(after[following])))
                    break
            else:
                out.append(label)
                path.pop()
    return out
