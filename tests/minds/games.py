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
    # how many there are in a hand is said to one, and of each card of another what it is not; the same text is said by two rules
    "aloud": '''
play:
    shuffle deck
    for p in players:
        repeat 2 times: move top of deck to p.hand
    repeat 2 times: round()
phase round():
    for p in players: p chooses count_up, name_one or look_under
action count_up(colour in Colour):
    "count {colour}"
    show count(c for c in you.left.hand if c.colour == colour) to you
action name_one(colour in Colour):
    "name {colour}"
    for c in you.left.hand: reveal "{c.colour == colour} it is {colour}"
action look_under():
    "look under"
    if any(c.colour == red for c in you.left.hand): show "there is one" to you
    elif any(c.colour == green for c in you.left.hand): show "there is one" to you
    else: reveal "there is none"
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


DUCKS = """enum Colour: red, green
card Duck(colour: Colour) "{colour}"
components:
    deck: 2 of Duck(colour) for colour in Colour
play:
    shuffle deck
"""

SECRET = {
    # a copy of a secret, a set of it, and both with the secret itself gone
    "copied": """
option way: 1..5 = 1
each player:
    place: 0..4, own
    other: 0..4, own
    kept:  set of 0..4, own
play:
    players.first chooses players.first.place in 0..4
    let p = players.first
    if way == 2: p.other = p.place
    if way >= 3: p.kept = p.kept | {p.place}
    if way == 4: p.place = 0
    if way == 5:
        if p.place > 2: p.other = 4
    players.last chooses n in 0..4 "where?"
    told = n == p.place
    players.last chooses m in 0..4 "and where again?"
    told = m == p.other or m in p.kept
""",
    # asked again where the secret would be in the way
    "again": """
option way: 1..3 = 1
each player:
    place:           0..4, own
    kept[n in 1..3]: 0..4, own
    k:               1..3
table:
    mined: 1..4
play:
    players.last chooses mined in 1..4
    let p = players.first
    if way == 1:
        p chooses p.place in 1..4
        while p.place == mined at most 4 times: p chooses p.place in 1..4 "not there; where?"
    elif way == 2:
        p chooses p.kept[1] in 1..4
        while p.kept[1] == mined at most 4 times: p chooses p.kept[1] in 1..4 "not there; where?"
    else:
        p chooses p.kept[p.k] in 1..4
        while p.kept[p.k] == mined and p.k < 3 at most 4 times:
            p.k += 1
            p chooses p.kept[p.k] in 1..4 "not there; where?"
    players.last chooses n in 1..4 "where is it?"
    told = n == (p.place if way == 1 else p.kept[p.k])
""",
    # hidden throws: one for two variables, sums of two, and what is told of them
    "thrown": """
option way: 1..4 = 1
each player:
    die:   0..6, own
    other: 0..6, own
play:
    for p in players:
        p.die = roll 1..3
        if way == 2: p.other = p.die
        if way >= 3:
            p.other = roll 1..3
            p.other += p.die
    if way == 4:
        for p in players: p.die = 0
    players.last chooses n in 1..6 "how much?"
    told = n < players.first.die + players.first.other
    players.first chooses m in 1..6 "how much?"
    told = m == players.last.other
""",
    # all choose together, in secret, and the sum is told
    "together": """
option way: 1..3 = 1
each player:
    bid:  0..2, own
    kept: 0..9, own
table:
    sum: 0..9
action stake(n in 0..1, m in 0..1 if n + m > 0):
    "stake {n} {m}"
    your.bid = n
    your.kept += n + m
play:
    repeat 2 times:
        if way == 3: each p in players chooses stake
        else: each p in players chooses p.bid in 0..2
        for p in players: p.kept += p.bid
        if way == 1: sum = players.first.kept + players.last.kept
        else: told = players.first.kept > players.last.kept
""",
    # one of the colours that one holds is named in secret, and a card is drawn
    "named": """
option way: 1..3 = 1
table:
    deck: pile, hidden
each player:
    hand:  hand, own
    named: Colour or none, own
    many:  0..3, own
""" + DUCKS + """    for p in players: move top of deck to p.hand
    let p = players.first
    p chooses p.named in {c.colour for c in p.hand}
    p.many = count(c for c in p.hand if c.colour == p.named)
    if way >= 2: move top of deck to p.hand
    if way == 3: told = any(c.colour is red for c in p.hand)
    players.last chooses colour in Colour "which?"
    told = p.named == colour
    players.last chooses n in 0..2 "how many?"
    told = p.many == n
""",
    # a hand is gone through card by card, with a question at each; what was reckoned before is used afterwards
    "going": """
option way: 1..2 = 1
table:
    deck: pile, hidden
each player:
    hand: hand, own
""" + DUCKS + """    repeat 2 times: move top of deck to players.first.hand
    let reds = count(c for c in players.first.hand if c.colour is red)
    if way == 1:
        for c in players.first.hand:
            players.last chooses colour in Colour "what is it?"
            told = c.colour == colour
    players.last chooses n in 0..2 "how many are red?"
    told = n == reds
    players.last chooses m in 0..2 "really?"
""",
    # all lay a card face down together, beside a secret, and something is told of both
    "laid": """
option way: 1..3 = 1
table:
    deck: pile, hidden
    open: row
each player:
    hand: hand, own
    down: row, hidden
    x:    0..2, own
action point(card in open):
    "point at {card}"
    your.x = 1 if card.colour is red else 2
action lay(card in your.hand):
    "lay {card}"
    move card to your.down
""" + DUCKS + """    for p in players:
        repeat 2 times: move top of deck to p.hand
    players.first chooses players.first.x in 0..1
    if way == 3:
        move all of players.last.hand to open
        each p in players chooses point
    else:
        each p in players chooses lay
    if way == 2: told = players.first.x == 1 and any(c.colour is red for c in players.first.down)
    players.last chooses n in 0..1 "what is it?"
    told = n == players.first.x
""",
}
"""Games with secrets, each in as many ways as it says."""

SECRET_HEAD = """
game "{name}":
    players 2
table:
    told: bool
winner: highest payoff
def payoff(p) = 1 if told == (p == players.first) else -1
"""

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


EQUALS = """
game "Witness":
    players 2
option way: 1..5 = 1
""" + HEAD[HEAD.index("enum"):].format() + """
action give(card in your.hand):
    "give {card}"
    move card to you.left.hand
action lay(card in your.hand):
    "lay {card}"
    move card to shown
action guess(colour in Colour):
    "guess {colour}"
    if any(c.colour == colour for c in you.left.hand): your.points += 1
play:
    shuffle deck
    move top of deck to players.first.hand
    repeat 2 times: move top of deck to players.last.hand
    players.first chooses give
    if way == 1: players.last chooses give
    elif way == 2: players.last chooses lay
    elif way == 3: move random of players.last.hand to players.first.hand
    elif way == 4: move random of players.last.hand to shown
    else:
        repeat 2 times:
            players.last chooses lay
            move top of shown to players.last.hand
    players.first chooses guess
"""
"""A card goes to a hand that who gave it does not see, and one comes back, or into the open: another, perhaps, that looks the same."""


def secret(name: str) -> str:
    """The rules of a game with secrets."""
    return SECRET_HEAD.format(name=name.title()) + SECRET[name]
