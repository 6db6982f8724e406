"""What the words of the language mean, in a line each: for the reference, and for whoever points at one."""

from __future__ import annotations

MEANINGS = {
    "count": "`count(Z)` cards of a zone; `count(S)` members of a set, list or range; `count(x for x in S if C)`",
    "sum": "`sum(e for x in S)`; `sum([1, 2])`; of nothing it is 0",
    "min": "`min(a, b, …)`, `min(e for x in S)`, `min([1, 2])`; of nothing it is a fault",
    "max": "as `min`",
    "all": "`all(C for x in S)`; of nothing it is true",
    "any": "`any(C for x in S)`; of nothing it is false",
    "distinct": "`distinct(e for x in S)`: are no two of them equal?",
    "first": "`first(x for x in S if C)`: the first one, or `none`",
    "last": "`last(x for x in S if C)`: the last one, or `none`",
    "abs": "`abs(n)`: n without its sign",
    "sees": "`sees(p, Z)`: does p know every card of the zone; `sees(p, v)`: may p see the variable",
    "seen": "`seen(p, Z)`: the cards of the zone that p knows; compared with a list, or counted",
    "times": "`times(H)`: how often the present position is in a history; `times(H, n)` among its last n",
    "longest": "`longest(W for e in S if C for n in ENDS if P)`: the longest way along edges e, none twice, through nodes n with P",
    "over": "is the game over",
    "waiting": "the set of players who are asked now",
    "winners": "the set of players who have won; empty until the game is over",
}
ZONES = {
    "pile": "cards on one another; has a top, can be shuffled",
    "row": "cards side by side in an order; has a top (the last one put) and a bottom",
    "fan": "a hand that keeps the order in which its cards came",
    "hand": "cards without order that a player holds",
    "spot": "room for one card",
    "heap": "cards without order",
    "bag": "cards without order, to draw from at random",
}

STATEMENTS = {
    "Label": '`"discard {card}"` — first line of an action, or behind its head',
    "Let": "`let x = e`, `let x = e else \"why\"`",
    "Require": '`require C else "why"`',
    "Assign": "`x = e`, `x += e`, `x -= e`, `x = roll S`, `x, y = 0`, `dice = roll N of S`",
    "AssignEach": "`x, y = y, x`",
    "Move": "`move CARDS to PLACE`",
    "Shuffle": "`shuffle Z`",
    "Reveal": "`reveal X`, `show X to p`, `show \"…\" to p`",
    "ChooseAction": "`p chooses a, b or c \"question\"`, `p may a`, `p may a again`",
    "ChooseValue": "`p chooses x in S`, `p chooses x in S or none:`",
    "If": "`if C:` `elif C:` `else:`",
    "While": "`while C at most N times:` `else:`",
    "Repeat": "`repeat N times:`",
    "For": "`for x in S:`",
    "Turns": "`turns p in players:` `else:`",
    "Unless": '`unless "time is up" for p after N seconds:` `else:`',
    "End": "`end PHASE`, `end game`",
    "Leave": "`end for`, `end while`, `end repeat`, `end turns`",
    "Wins": "`p wins`, `you win`",
    "Give": "`give e`, in a deed",
    "Do": "`f(x)`, `let n = f(x)`",
    "DoUsual": "`usual`",
    "CarryOut": "`carry out card`, in an effect `carry out card at most N deep`",
    "Pass": "`pass`",
    "Note": "what a `history` does by itself",
}

PARTS = {
    "left": "the next player in turn order", "right": "the player before in turn order", "others": "all players but this one", "team": "the team of a player",
    "next": "the value after this one", "previous": "the value before this one", "opposite": "the way that leads back",
    "row": "the number of the row, 1 is the northmost", "column": "the number of the column", "neighbours": "the cells beside it",
    "around": "the cells beside it and at its corners", "step": "`cell.step(way)`: the next cell that way, or none; `cell.step(way, n)`: the n-th",
    "ray": "`cell.ray(way)`: all cells that way up to the edge", "rows": "the rows of the board, each a set of cells",
    "columns": "the columns of the board, each a set of cells", "lines": "`board.lines(n)`: all straight lines of n cells",
    "corners": "the corners of a cell, or of the whole board", "edges": "the edges of a cell or corner, or of the whole board",
    "cells": "the cells that touch it, or lie on it", "ends": "the two corners of an edge", "corner": "`cell.corner(way)`: the corner in that way",
    "edge": "`cell.edge(way)`: the edge in that way; `cell.edge(d)`: the edge between the two", "other": "`edge.other(x)`: the end that is not x",
    "distance": "`c.distance(d)`: how many steps to neighbours lead there",
    "first": "the first player", "last": "the last player",
}  # fmt: skip
NAMES = {
    "players": "all players, in turn order", "you": "the player who chooses", "your": "of the player who chooses", "others": "all players but you",
    "this": "the card itself", "empty": "`Z is empty`: no card lies there",
    "possible": "`A is possible`: the player who chooses may do the action",
}  # fmt: skip
TYPES = {
    "bool": "true or false", "player": "one of the players", "cell": "a cell of the board",
    "corner": "a corner of the cells", "edge": "an edge between cells", "set of": "members, each at most once",
    "list of": "values in order",
}  # fmt: skip
SIGHT = {
    "open": "all see it", "hidden": "nobody sees it", "own": "its owner sees it", "others": "all but its owner see it", "top": "all see its top card",
}  # fmt: skip
