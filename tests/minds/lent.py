"""Games of equal cards that go to and fro between three hands that others do not see: named by all that there are, or shown as they go."""

from __future__ import annotations

LENT = '''
game "Lent":
    players 3
card Duck(n: 1..3) "{n}"
components:
    pond: 4 - n of Duck(n) for n in 1..3
table:
    pond: bag, hidden
each player:
    hand:  hand
    score: 0..9
play:
    for p in players: move random of pond to p.hand
    repeat 3 times:
        for p in players if p.hand is not empty: p chooses ask
winner: highest score
action ask(q in others, n in 1..3):
    "ask {q} for {n}"
    require any(c.n == n for c in your.hand)
    if any(c.n == n for c in q.hand):
        GIVES
    elif pond is not empty: move random of pond to your.hand
'''

GIVES = {
    "all of them": "for c in q.hand if c.n == n: move c to your.hand",
    "all, shown": "for c in q.hand if c.n == n:\n            reveal c\n            move c to your.hand",
    "one of them": "move first(c for c in q.hand if c.n == n) to your.hand",
}


def lent(how: str) -> str:
    return LENT.replace("GIVES", GIVES[how])


LAID = LENT.replace("4 - n of", "4 of").replace("    score: 0..9", "    laid:  heap\n    score: 0..9").replace(
    "for p in players: move random of pond to p.hand", "for p in players:\n        repeat 3 times: move random of pond to p.hand"
).replace("GIVES", """for c in q.hand if c.n == n: move c to your.hand
        if count(c for c in your.hand if c.n == n) > 2:
            for c in your.hand if c.n == n: move c to your.laid""")
"""Three of a face are laid down by who has been given one: those that came by are seen, and those that lay there before."""
