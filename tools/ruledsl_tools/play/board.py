"""A board of cells, set as a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruledsl_tools.terminal import Style, columns


def grid(names: Sequence[str], contents: Mapping[int, str], across: int, style: Style) -> list[str]:
    """Cells in rows of `across`; a cell that holds nothing shows its name, so that one sees what to type."""
    texts = [contents.get(i) or style.paint(name, "dim") for i, name in enumerate(names)]
    width = max(map(columns, texts), default=1)
    rule = style.paint("─" * ((width + 3) * across + 1), "dim")
    bar = style.paint("│", "dim")
    out = [rule]
    for start in range(0, len(texts), across):
        row = texts[start : start + across]
        out += [bar + bar.join(f" {text}{' ' * (width - columns(text))} " for text in row) + bar, rule]
    return out


def columns_of(names: Sequence[str]) -> int:
    """How many cells make a row: as many as share what stands before the last number or letter of the first name."""
    from re import fullmatch

    parts = [fullmatch(r"(.*?)[\s,.:-]*([A-Za-z]+|\d+)", name) for name in names]
    if not all(parts):
        return len(names)
    heads = [part[1] for part in parts if part]
    return next((i for i, head in enumerate(heads) if head != heads[0]), len(names))
