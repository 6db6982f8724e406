"""What can be asked next, told from the program alone."""

from __future__ import annotations

from ruledsl.ir.flow import asking, targets
from ruledsl.ir.program import UNASKED, Block, Program


def asked_after(program: Program, site: int) -> frozenset[int]:
    """The sites at which play can stop next after it stopped at one; not fewer than there are."""
    blocks = {block.label: block for block in program.functions["main"].blocks}
    ahead = [to for block in blocks.values() if _site(block) == site for to in targets(block)]
    seen: set[str] = set()
    found: set[int] = set()
    while ahead:
        label = ahead.pop()
        if label in seen:
            continue
        seen.add(label)
        next_ = _site(blocks[label])
        if next_ is None:
            ahead += targets(blocks[label])
        else:
            found.add(next_)
    return frozenset(found)


def unasked(label: str) -> int | None:
    """The number of the action that is begun in a block of `main` as the only option, where nobody was asked."""
    return int(label.removeprefix(UNASKED).partition(".")[0]) if label.startswith(UNASKED) else None


def _site(block: Block) -> int | None:
    """The site that a block ends in asking at."""
    asks = asking(block)
    return None if asks is None else asks.args[0]
