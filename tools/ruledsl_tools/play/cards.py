"""Cards and zones as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ruledsl.engine.words import folds
from ruledsl_tools.terminal import Style

if TYPE_CHECKING:
    from ruledsl.engine import CardView, ZoneView

PALETTE = ("cyan", "yellow", "green", "magenta", "blue", "red")
COLOURS = {"red", "green", "yellow", "blue", "magenta", "cyan", "white"}
TOP_CARDS = 8
"""So many cards of a pile are shown, its top the last."""


class Cards:
    """Dresses cards: a card that names a colour has it, the others have one for each kind."""

    def __init__(self, kinds: Sequence[str], style: Style):
        self._kinds = list(dict.fromkeys(kinds))
        self._style = style

    def zone(self, zone: ZoneView) -> list[str]:
        """What is seen of a zone, in pieces between which a line may break."""
        if zone.count == 0:
            return [self._style.paint("empty", "dim")]
        if not any(_told(card) for card in zone.cards):
            return [self._style.paint(f"{zone.count} face down" if zone.word in ("pile", "bag") else _cards(zone.count), "dim")]
        if zone.word in ("pile", "row"):
            return self._ordered(zone)
        known = [card for card in zone.cards if _told(card)]
        return self._apart(known) + self._unknown(zone.count - len(known))

    def on_cell(self, zone: ZoneView) -> list[str]:
        """The same where it lies on a board: the back of one card is a sign there, as short as a face."""
        return [self.card(card) for card in zone.cards] if zone.count == 1 and zone.word == "spot" else self.zone(zone)

    def card(self, card: CardView) -> str:
        """One card, with what is marked on it and lies there, which is seen of its back as well, and how long it stays there."""
        face = self._style.paint(card.text, self._tone(card)) if card.known else self._style.paint("?", "dim")
        text = "+".join([face, *(self._style.paint(other, "dim") for other in card.on)])
        notes = ", ".join([*(note.replace("_", " ") for note in card.notes), *([card.until] if card.until else [])])
        return f"{text} {self._style.paint(f'({notes})', 'dim')}" if notes else text

    def _ordered(self, zone: ZoneView) -> list[str]:
        pile = zone.word == "pile"
        top = [zone.cards[-1]] if pile and zone.cards[-1].known else []
        if top and zone.count > 1 and not any(map(_told, zone.cards[:-1])):
            return [self._top(top[0]), self._style.paint(f"on top of {zone.count - 1}", "dim")]
        pieces: list[str] = []
        for told, cards in groupby(zone.cards[: zone.count - len(top)], key=_told):
            some = list(cards)
            pieces += self._apart(some) if told or len(some) < 4 else self._unknown(len(some))
        if top and pieces and pieces[-1] == f"{self.card(top[0])} ×{zone.count - 1}":
            pieces, top = [f"{self.card(top[0])} ×{zone.count}"], []
        room = TOP_CARDS - len(top)
        if pile and len(pieces) > room:
            pieces = ["…", *pieces[-room:]]
        pieces += map(self._top, top)
        return [*pieces, self._style.paint(f"({_cards(zone.count)})", "dim")] if pile and "×" not in pieces[0] else pieces

    def _top(self, card: CardView) -> str:
        return self._style.paint(f"[{card.text}]", "bold", self._tone(card))

    def _apart(self, cards: Sequence[CardView]) -> list[str]:
        """Cards side by side; where a name has several words, with a comma between them, where it has a comma itself, with a semicolon."""
        runs = [list(run) for _, run in groupby(cards, key=self.card)]
        texts = [text for run in runs for text in ([f"{self.card(run[0])} ×{len(run)}"] if folds(run[0].text, len(run)) else [self.card(run[0])] * len(run))]
        sign = ";" if any("," in card.text for card in cards) else ","
        return [f"{text}{sign}" for text in texts[:-1]] + texts[-1:] if any(" " in card.text for card in cards) else texts

    def _unknown(self, count: int) -> list[str]:
        return [self._style.paint(f"+ {count} unknown", "dim")] if count else []

    def _tone(self, card: CardView) -> str:
        named: str | None = next((word for word in re.findall(r"[a-z]+", card.text.lower()) if word in COLOURS), None)
        if named:
            return named
        if len(self._kinds) < 2:
            return "bold"
        return PALETTE[self._kinds.index(card.kind) % len(PALETTE)] if card.kind in self._kinds else ""


def _told(card: CardView) -> bool:
    return card.known or bool(card.notes or card.on)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
