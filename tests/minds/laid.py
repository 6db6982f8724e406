"""Games in which cards that lie in no order come to where they have one, or the other way round."""

HEAD = '''
game "Laid":
    players 2
enum Colour: red, green
card Duck(colour: Colour) "{colour}"
components:
    deck: 3 of Duck(red), 2 of Duck(green)
table:
    deck: pile, hidden
    line: row, hidden
    heap: heap, hidden
    told: bool
each player:
    hand: hand, own
    row:  row, hidden
winner: highest payoff
def payoff(p) = 1 if told == (p == players.first) else -1
action give(card in your.hand):
    "give {card}"
    move card to you.left.hand
play:
    shuffle deck
    repeat 2 times: move top of deck to players.first.hand
'''

GIVEN = '''    players.first chooses give
    move top of deck to players.last.hand
'''

LAID = {
    # who gave one of them knows that it lies there, and not where
    "a hand": GIVEN + "    move all of players.last.hand to line\n",
    "every hand": GIVEN + "    move all hand to line\n",
    "a hand that was a row": '''    move all of players.first.hand to players.first.row
    show players.first.row[1] to players.last
    move all of players.first.row to players.first.hand
    players.last chooses k in 0..1 "?"
    move all of players.first.hand to players.first.row
''',
    "a heap": '''    players.first chooses give
    move all of players.last.hand to heap
    move top of deck to heap
    move all of heap to line
''',
    "a hand and then the deck": GIVEN + '''    move all of players.last.hand to deck
    shuffle deck
''',
    # in the order of the components, as all know
    "all cards": GIVEN + "    move all cards to line\n",
    # by kind, as the reference says of loops
    "by kind": GIVEN + "    for c in players.last.hand: move c to line\n",
    "red ones": GIVEN + "    for c in all hand if c.colour is red: move c to line\n",
    "the first": GIVEN + "    move first(c for c in players.last.hand) to heap\n",
    "with a question at each": '''    for c in players.first.hand:
        players.last chooses k in 0..1 "?"
        move c to line
''',
}

END = '''    players.first chooses n in 0..1 "?"
    told = n == 1
'''


def laid(name: str) -> str:
    return HEAD + LAID[name] + END
