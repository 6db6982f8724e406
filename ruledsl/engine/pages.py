"""Games, matches and reports as notebooks show them: plain tables, no script, nothing to be loaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from ruledsl.engine.view import view as shown

if TYPE_CHECKING:
    from ruledsl.engine.game import Game
    from ruledsl.engine.match import Match
    from ruledsl.engine.view import View, ZoneView

SHOWN = 5
"""Events that are shown of a match."""
WIDEST = 30
"""Cards of a zone that are shown."""


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A table with a head; whatever it holds is shown as it is written."""
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return "<table><thead><tr>" + "".join(f"<th>{escape(str(cell))}</th>" for cell in head) + f"</tr></thead><tbody>{body}</tbody></table>"


def game_page(game: Game) -> str:
    """Title, seats, options."""
    low, high = game.seat_range
    seats = f"{low} players" if low == high else f"{low} to {high} players"
    rows = [(o.name, o.default, ", ".join(o.values) or o.type_text, o.question) for o in game.options.values()]
    return f"<h3>{escape(game.title)}</h3><p>{seats}</p>" + (table(("option", "usual", "values", "what it asks"), rows) if rows else "")


def match_page(match: Match) -> str:
    """The table as the seat that is asked sees it, what is asked, and what happened last."""
    decision = match.decision
    view = match.view(decision.player) if decision is not None and decision.player else shown(match.position, None, public=True)
    zones = [(_owner(view, z), z.name, z.count, _cards(z)) for z in view.zones if z.count or z.owner != "cell"]
    variables = [(view.seats[v.owner_index] if v.owner == "player" else "", v.name, "?" if v.hidden else v.text) for v in view.variables if not v.idle]
    parts = [f"<h3>{escape(match.program.title)}</h3>", table(("", "zone", "cards", ""), zones), table(("", "name", "value"), variables)]
    if decision is not None:
        who = match.seats[decision.player - 1] if decision.player else "chance"
        options = "".join(f"<li>{escape(option.full)}</li>" for option in decision.options[:WIDEST])
        parts.append(f"<p><b>{escape(who)}</b> {escape(decision.prompt)}</p><ol>{options}</ol>")
    else:
        names = ", ".join(match.seats[seat - 1] for seat in match.winners) or "nobody"
        parts.append(f"<p>The game is over; <b>{escape(names)}</b> won.</p>")
    events = match.events(decision.player if decision is not None else None)[-SHOWN:]
    parts.append("<ul>" + "".join(f"<li>{escape(event.text)}</li>" for event in events) + "</ul>")
    return "".join(parts)


def _owner(view: View, zone: ZoneView) -> str:
    words = {"table": "", "line": zone.line, "player": view.seats[zone.owner_index] if zone.owner == "player" else ""}
    return words.get(zone.owner, f"{zone.owner} {zone.owner_index + 1}")


def _cards(zone: ZoneView) -> str:
    more = f" and {len(zone.cards) - WIDEST} more" if len(zone.cards) > WIDEST else ""
    return " ".join(card.text for card in zone.cards[:WIDEST]) + more
