"""Where moves go on that are made of several choices."""

from __future__ import annotations

from ruledsl.ir.program import Site
from ruledsl.lower.sites import Sites
from ruledsl.model.graph import reach
from ruledsl.model.watching import calls
from ruledsl.record import replace


def chained(sites: Sites) -> tuple[Site, ...]:
    """All sites, and of those at which a move begins where it goes on: at the same menu, and wherever its actions, and what these lead to, ask."""
    made = list(sites.made)
    graph = calls(sites.l.model) if sites.moves else {}
    for s, n in sites.moves:
        inside = set().union(*(reach(graph, item.name) for item in s.items))
        more = {sites.once_more[n]} if n in sites.once_more else set()
        made[n] = replace(made[n], chain=tuple(sorted(more | {m for m, site in enumerate(made) if site.kind == "choice" and site.name in inside})))
    return tuple(made)
