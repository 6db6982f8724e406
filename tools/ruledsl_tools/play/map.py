"""A board of places in a terminal: their names with what stands there, lines of dots for routes, and below what is to be known of each route."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruledsl.ir.program import Link
from ruledsl_tools.terminal import Style, columns
from ruledsl_tools.web import laid_out

LEAST, MOST, HIGHEST = 5, 11, 17
"""So many lines the drawing takes: as many as there are places, but not more than are left by other things; more only where names would touch."""
DOT = "·"

Signs = dict[tuple[int, int], str]
"""By line and column."""


def drawn(places: Sequence[tuple[str, str]], links: Sequence[Link], told: Mapping[int, str], style: Style) -> list[str]:
    """`places` are names, with what stands there; `told` by number of a route what stands on it."""
    width = style.width - 6
    texts = [" ".join(filter(None, pair)) for pair in places]
    spots = laid_out(len(places), tuple(link.ends for link in links))
    for high in range(max(LEAST, min(MOST, len(places))), HIGHEST + 1):
        at = _placed(spots, texts, width, high)
        if at is not None:
            break
    else:
        return [f"{name}  {what}".rstrip() for name, what in places]
    signs: Signs = {}
    for text, (line, column) in zip(texts, at, strict=True):
        signs |= {(line, column + n): sign for n, sign in enumerate(text)}
    middles = [(line, column + len(text) // 2) for text, (line, column) in zip(texts, at, strict=True)]
    names = dict.fromkeys(signs)
    for link in links:
        way = [spot for spot in _between(*(middles[end] for end in link.ends)) if spot not in names]
        for spot in way:
            signs.setdefault(spot, DOT)
        free = [spot for spot in way if signs[spot] == DOT]
        for sign, spot in zip(told.get(link.number, "")[:1], free[len(free) // 2 :]):
            signs[spot] = sign
    last = max(line for line, _ in signs)
    return [_line({column: sign for (at, column), sign in signs.items() if at == line}, style) for line in range(last + 1)]


def listed(names: Mapping[int, str], links: Sequence[Link], told: Mapping[int, str], style: Style) -> list[str]:
    """What the columns say of each route, and what stands on it; nothing where there is nothing to tell, or the rules never speak of routes."""
    spoken = [link for link in links if link.number >= 0]
    if not any(link.told or link.number in told for link in spoken):
        return []
    texts = [" ".join(filter(None, (names[link.number], link.told, told.get(link.number, "")))) for link in spoken]
    wide = max(map(columns, texts)) + 3
    across = max(1, (style.width - 4) // wide)
    down = -(-len(texts) // across)
    return ["".join(text.ljust(wide) for text in texts[n::down]).rstrip() for n in range(down)]


def _placed(spots: Sequence[tuple[float, float]], texts: Sequence[str], width: int, high: int) -> list[tuple[int, int]] | None:
    """Line and first column of each text; None if two would touch."""
    at = [(round(y * (high - 1)), round(x * (width - columns(text)))) for text, (x, y) in zip(texts, spots, strict=True)]
    by_line: dict[int, list[tuple[int, int]]] = {}
    for (line, column), text in zip(at, texts, strict=True):
        by_line.setdefault(line, []).append((column, column + columns(text)))
    apart = all(end + 3 <= start for some in by_line.values() for (_, end), (start, _) in zip(sorted(some), sorted(some)[1:]))
    return at if apart else None


def _between(one: tuple[int, int], other: tuple[int, int]) -> list[tuple[int, int]]:
    """The spots of a straight line, every second one of those beside each other."""
    lines, across = other[0] - one[0], other[1] - one[1]
    steps = max(abs(lines), (abs(across) + 1) // 2, 1)
    return [(one[0] + round(lines * n / steps), one[1] + round(across * n / steps)) for n in range(1, steps)]


def _line(signs: Mapping[int, str], style: Style) -> str:
    return "".join(style.paint(sign, "dim") if sign == DOT else sign for sign in (signs.get(n, " ") for n in range(max(signs, default=-1) + 1)))
