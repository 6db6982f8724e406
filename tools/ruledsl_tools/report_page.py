"""The report as a page: one file, without scripts; bars are drawn in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from ruledsl_tools.game_report import play_of, shown, too_few
from ruledsl_tools.terminal import players_in_words

if TYPE_CHECKING:
    from ruledsl.results.effects import Effect
    from ruledsl.results.estimates import Estimate
    from ruledsl.results.profile import Profile

STYLE = """body{font:15px/1.5 Helvetica,Arial,sans-serif;color:#33404d;max-width:60em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:.5em 0 1.5em}td,th{padding:.15em 1em .15em 0;text-align:left;vertical-align:middle}
td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}h2{font-size:1.1em;margin-top:1.6em}code{background:#f4f1e8;padding:.1em .3em}
.soft{color:#7d8791}@media print{body{margin:0}}"""

WIDTH = 160


def page(found: Profile, readings: Sequence[Effect], command: str) -> str:
    """An HTML document; `command` makes it again."""
    from ruledsl.results.metrics import METRICS

    parts = [_shares("Who wins", found.seats), _shares("Where games end", found.endings), _shares("In how many games an action is chosen", found.actions)]
    for group, metrics in groupby(METRICS, key=lambda metric: metric.group):
        rows = [(metric.says, shown(found.metrics[metric.name], metric.unit)) for metric in metrics]
        parts.append(_table(group.capitalize(), "".join(f"<tr><td>{escape(says)}</td><td class=n>{escape(value)}</td></tr>" for says, value in rows)))
    if readings:
        parts.append(_readings(readings))
    head = f"{players_in_words(found.players)}, {play_of(found)}, {found.games:,} games; intervals hold 95 times of 100."
    head += "".join(f" {words}." for words in too_few(found.games))
    return (
        f"<!doctype html>\n<html lang=en><meta charset=utf-8><title>{escape(found.game)}: report</title><style>{STYLE}</style>\n"
        f"<h1>{escape(found.game)}</h1><p>{escape(head)}</p>\n" + "\n".join(parts)
        + f"\n<p class=soft>Rules {escape(found.hash[:16])}; made again by <code>{escape(command)}</code></p></html>\n"
    )  # fmt: skip


def _table(title: str, rows: str) -> str:
    return f"<h2>{escape(title)}</h2><table>{rows}</table>"


def _shares(title: str, numbers: Mapping[str, Estimate]) -> str:
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{_bar(e)}</td><td class=n>{escape(shown(e, '%'))}</td></tr>" for name, e in numbers.items())
    return _table(title, rows) if numbers else ""


def _bar(found: Estimate) -> str:
    """A share as a bar, and its interval as a line upon it."""
    value, low, high = (WIDTH * (x or 0.0) for x in (found.value, found.low, found.high))
    return (
        f'<svg width="{WIDTH}" height="14" role="img"><rect width="{WIDTH}" height="14" fill="#f1ecdd"/><rect width="{value:.1f}" height="14" fill="#d39b22"/>'
        f'<path d="M{low:.1f} 7H{high:.1f}" stroke="#33404d" stroke-width="2"/></svg>'
    )


def _readings(found: Iterable[Effect]) -> str:
    head = "<tr><th>reading</th><th>other winner</th><th>decisions more</th><th>first seat wins, points more</th><th></th></tr>"
    rows = "".join(
        f"<tr><td>{escape(e.name)} = {escape(e.value)}</td><td class=n>{escape(shown(e.other_winner, '%'))}</td><td class=n>{escape(shown(e.length))}</td>"
        f"<td class=n>{escape(shown(e.wins[0], '%').removesuffix(' %'))}</td><td class=soft>{'' if e.told else 'may be chance'}</td></tr>"
        for e in found
    )
    return _table("What each reading changes", head + rows)
