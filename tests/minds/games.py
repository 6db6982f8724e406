"""Small games in which something is told of what nobody sees."""

from __future__ import annotations

HEAD = '''
game "{name}"
    players 2
enum Colour: red, green, blue
card Duck(colour: Colour) "{{colour}}"
components:
    deck: 2 of Duck(colour) for colour in Colour
table:
    deck: pile, hidden
    shown: row
    told: Colour or none
each player:
    hand: hand, own
    down: row, hidden
    points: 0..99
winner: highest points
'''

GAMES = {
    # a published colour of a hidden card, and the card goes back
    "clue": '''
play:
    shuffle deck
    repeat 2 times: round()
phase round():
    move top of deck to players.first.down
    for c in players.first.down: told = c.colour
    players.first chooses guess
    for c in players.first.down: move c to bottom of deck
    shuffle deck
action guess(colour in Colour):
    "{colour}"
    if any(c.colour == colour for c in your.down): your.points += 1
''',
    # who does not follow has none
    "follow": '''
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    repeat 2 times: trick()
phase trick():
    told = none
    for p in players: p chooses lay
action lay(card in your.hand):
    "{card}"
    require told is none or card.colour == told or not any(c.colour == told for c in your.hand) else "follow"
    told = card.colour
    move card to shown
''',
    # a question that is answered for all, about a hand
    "has": '''
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    repeat 2 times: round()
phase round():
    for p in players: p chooses ask
action ask(colour in Colour if any(c.colour == colour for c in your.hand)):
    "{colour}"
    told = colour
    if any(c.colour == colour for c in you.left.hand): your.points += 1
''',
    # a card is shown, comes back into the hand, and one is laid face down
    "back": '''
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    for p in players: p chooses show
    for p in players: p chooses lay
action show(card in your.hand):
    "{card}"
    move card to shown
    move card to your.hand
action lay(card in your.hand):
    "{card}"
    move card to your.down
''',
    # what can be chosen hangs on a hand that the chooser does not see
    "menu": '''
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    repeat 2 times: round()
phase round():
    for p in players: p chooses ask
action ask(colour in Colour if any(c.colour == colour for c in you.left.hand) or told == colour):
    "{colour}"
    told = colour
''',
    # a card whose colour is limited goes face down
    "limited": '''
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    for p in players: p chooses lay
action lay(card in your.hand):
    "{card}"
    require card.colour is not red or all(c.colour == red for c in your.hand) else "no red"
    move card to your.down
''',
}

DOUBTFUL = {
    # cards that were shown go to and fro
    "pass": '''
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    for p in players: p chooses show
    for p in players: p chooses give
    for p in players: p chooses lay
action show(card in your.hand):
    "{card}"
    move card to shown
    move card to your.hand
action give(card in your.hand):
    "{card}"
    move card to you.left.hand
action lay(card in your.hand):
    "{card}"
    require told is none or card.colour == told or not any(c.colour == told for c in your.hand) else "follow"
    told = card.colour
    move card to shown
''',
    # cards go back under the others, and something is told of what is drawn
    "loose": '''
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    repeat 2 times: round()
phase round():
    for p in players: p chooses swap
action swap(card in your.hand):
    "{card}"
    move card to bottom of deck
    shuffle deck
    move top of deck to your.hand
    if any(c.colour == red for c in your.hand): your.points += 1
''',
}
"""Where not everything is known exactly, and it has to be said."""


def text(name: str) -> str:
    """The rules of a game."""
    return HEAD.format(name=name.title()).replace('"\n    players', '":\n    players') + (GAMES | DOUBTFUL)[name]


HIDE = '''
game "Hide":
    players 2
enum Side: heads, tails
table:
    taken: bool
each player:
    side:   Side or none, own
    points: 0..20
play:
    players.first chooses hide or take
    if not taken:
        players.first chooses players.first.side in Side
        players.last chooses guess
action hide(): "hide"
action take():
    "take"
    taken = true
    your.points = 3
action guess(at in Side):
    "guess {at}"
    if players.first.side != at: players.first.points = 10
def payoff(p) = players.first.points if p == players.first else 0 - players.first.points
winner: highest points
'''
"""Who hides gets 10 if the other guesses wrong, which is worth 5; who takes gets 3 for certain."""
