"""The games that both worlds know, and what their moves are called in each."""

from __future__ import annotations

from collections.abc import Callable

from ruledsl.engine.choice import Choice
from tests.conformance.walk import Pair

RANKS, SUITS = "23456789TJQKA", "CDHS"
LOW_RANKS = "A23456789TJQK"
"""The ace is low."""
GIN_SUITS = "SCDH"


def cell(choice: Choice) -> int:
    """`b3`: the second column of the third row."""
    column, row = tuple(choice.args["square"])
    return 3 * (int(row) - 1) + ord(column) - ord("a")


def square(choice: Choice) -> tuple[int, int]:
    """`b3`: row 2 and column 1, counted from 0."""
    return int(choice.args["square"][1:]) - 1, ord(choice.args["square"][0]) - ord("a")


def othello_act(choice: Choice) -> int:
    if choice.action == "pass_on":
        return 64
    row, column = square(choice)
    return 8 * row + column


def place(columns: int) -> Callable[[Choice], int]:
    """The cell `c`, row by row."""
    return lambda choice: columns * (int(choice.args["c"][1:]) - 1) + ord(choice.args["c"][0]) - ord("a")


def fish_chance(choice: Choice) -> int:
    return LOW_RANKS.index(choice.args["value"])


def fish_act(choice: Choice) -> int:
    return (ord(choice.args["q"]) - ord("A")) * len(LOW_RANKS) + LOW_RANKS.index(choice.args["rank"])


def breakthrough_act(columns: int) -> Callable[[Choice], int]:
    """Square and way; that a pawn is taken does not stand in our move."""
    ways = ["southwest", "south", "southeast", "northwest", "north", "northeast"]

    def act(choice: Choice) -> int:
        row, column = square(choice)
        return (row * columns + column) * len(ways) + ways.index(choice.args["way"])

    return act


def column(choice: Choice) -> int:
    return int(choice.args["column"]) - 1


def by_verb(**names: int) -> Callable[[Choice], int]:
    """Moves that are told apart by the action alone."""
    return lambda choice: names[choice.action]


def value(less: int = 0) -> Callable[[Choice], int]:
    """A number."""
    return lambda choice: int(choice.args["value"]) - less


def leduc_card(choice: Choice) -> int:
    rank, suit = tuple(choice.args["value"])
    return 2 * "JQK".index(rank) + "sh".index(suit)


def leduc_rank(choice: Choice) -> int:
    return "JQK".index(choice.args["value"][0])


def card(text: str) -> int:
    """A card of the pack of 52, whichever of rank and suit stands first."""
    rank, suit = tuple(text) if text[0] in RANKS else tuple(text[::-1])
    return 4 * RANKS.index(rank) + SUITS.index(suit)


def crazy_chance(choice: Choice) -> int:
    text = choice.args["value"]
    return card(text) if len(text) == 2 else 52 + ord(text) - ord("A")


def crazy_act(choice: Choice) -> int:
    if choice.action == "value":
        return 54 + SUITS.index(choice.args["value"])
    if choice.action == "play_card":
        return card(choice.args["card"])
    return {"draw_card": 52, "draw_for_twos": 52, "pass_on": 53}[choice.action]


def hearts_chance(choice: Choice) -> int:
    text = choice.args["value"]
    return card(text) if len(text) == 2 else ["no pass", "left", "across", "right"].index(text)


def hearts_act(choice: Choice) -> int:
    return card(choice.args["card"])


def low_card(text: str) -> int:
    """A card whose ace is low, suit by suit."""
    return 13 * GIN_SUITS.index(text[1]) + LOW_RANKS.index(text[0])


def gin_chance(choice: Choice) -> int:
    return low_card(choice.args["value"])


def gin_act(choice: Choice) -> int:
    if choice.action == "lay":
        return 56 + meld(sorted(map(low_card, choice.args["cards"].split(", "))))
    if "card" in choice.args:
        return low_card(choice.args["card"])
    return {"take": 52, "draw": 53, "decline": 54, "be_done": 54, "knock": 55, "knock_with_upcard": 55}[choice.action]


def meld(cards: list[int]) -> int:
    """Sets by rank, of three by the suit that is missing, then that of four; runs by size, suit and rank."""
    suits, rank = [card // 13 for card in cards], cards[0] % 13
    if len(set(suits)) > 1:
        return 5 * rank + (4 if len(cards) == 4 else 6 - sum(suits))
    return {3: 65, 4: 109, 5: 149}[len(cards)] + suits[0] * (14 - len(cards)) + rank


def keen(actions: list[int]) -> list[int]:
    """Of moves in gin rummy those that lead to melds and to knocking: by chance, hands are seldom laid down."""
    cards = [action for action in actions if action < 52]
    if 55 in actions:
        return [55]
    if len(cards) < 8 or 54 in actions:
        return [action for action in actions if action != 54] or actions

    def fellows(card: int) -> int:
        return sum(other % 13 == card % 13 or other // 13 == card // 13 and abs(other - card) <= 2 for other in cards)

    fewest = min(map(fellows, cards))
    return [card for card in cards if fellows(card) == fewest]


def pig(theirs: str = "pig", players: int = 2, less: int = 1, **options: int | bool) -> Pair:
    return Pair("pig", theirs, by_verb(throw=0, hold=1), value(less), players, dict(options), players - 1)


def kuhn(players: int) -> Pair:
    return Pair("kuhn-poker", f"kuhn_poker(players={players})", by_verb(check=0, fold=0, bet=1, call=1), value(), players)


def leduc(theirs: str = "leduc_poker", chance: Callable[[Choice], int] = leduc_card, **options: str | bool) -> Pair:
    return Pair("leduc-poker", theirs, by_verb(fold=0, call=1, **{"raise": 2}), chance, 2, dict(options))


def connect(theirs: str = "connect_four", **options: int) -> Pair:
    return Pair("connect-four", theirs, column, None, 2, dict(options))


def crazy(players: int, more: str = "", **options: int | bool) -> Pair:
    theirs = f"crazy_eights(players={players}{more})"
    return Pair("crazy-eights", theirs, crazy_act, crazy_chance, players, {"number_as_price": True, **options})


def hearts(theirs: str = "hearts", **options: bool) -> Pair:
    return Pair("hearts", theirs, hearts_act, hearts_chance, 4, dict(options))


def breakthrough(theirs: str = "breakthrough", **options: int) -> Pair:
    return Pair("breakthrough", theirs, breakthrough_act(options.get("columns", 8)), None, 2, dict(options), known=lambda action: action // 2)


def bid_or_call(sides: int, players: int = 2) -> Callable[[Choice], int]:
    """Bids by number, then face; the last of all is the call."""
    return lambda choice: players * sides if choice.action == "call" else (int(choice.args["n"]) - 1) * sides + int(choice.args["f"]) - 1


def liars(sides: int = 6) -> Pair:
    return Pair("liars-dice", f"liars_dice(dice_sides={sides})", bid_or_call(sides), value(1), 2, {"sides": sides})


def gin(more: str = "", **options: int | bool | str) -> Pair:
    theirs = f"gin_rummy({more})" if more else "gin_rummy"
    return Pair("gin-rummy", theirs, gin_act, gin_chance, 2, {"two_at_an_end": True, **options})


def fish(players: int, more: str = "", **options: int | bool) -> Pair:
    theirs = f"go_fish(players={players}{more})"
    return Pair("go-fish", theirs, fish_act, fish_chance, players, dict(options), 2520)


DEFAULTS = [
    Pair("tic-tac-toe", "tic_tac_toe", cell), connect(), pig(), kuhn(2), leduc(), crazy(5), hearts(),
    Pair("othello", "othello", othello_act), breakthrough(), fish(2), liars(), gin(), Pair("hex", "hex", place(11)),
]  # fmt: skip
"""Everything as it is over there when nobody says anything."""

SETTINGS = [
    connect("connect_four(rows=5,columns=6,x_in_row=3)", rows=5, columns=6, in_a_row=3),
    breakthrough("breakthrough(rows=5,columns=4)", rows=5, columns=4),
    Pair("hex", "hex(board_size=5)", place(5), options={"size": 5}),
    liars(3),
    fish(3),
    fish(5),
    fish(2, ",initial_cards=4", dealt=4),
    fish(4, ",ask_after_empty_draw=False", ask_after_empty_draw=False),
    pig("pig(horizon=20)", horizon=20),
    pig("pig(players=3,winscore=30,diceoutcomes=4)", 3, goal=30, sides=4),
    kuhn(3),
    kuhn(5),
    leduc("leduc_poker(starting_player=1)", first_player="B"),
    leduc("leduc_poker(suit_isomorphism=True)", leduc_rank, two_suits=False),
    crazy(2),
    crazy(7),
    crazy(3, ",max_draw_cards=2,max_turns=12", max_draws=2, max_plays=12),
    crazy(4, ",reshuffle=True", reshuffled=True),
    crazy(2, ",use_special_cards=True", special_cards=True),
    crazy(3, ",use_special_cards=True", special_cards=True),
    crazy(6, ",use_special_cards=True", special_cards=True),
    crazy(5, ",use_special_cards=True,reshuffle=True", special_cards=True, reshuffled=True),
    gin("oklahoma=True", oklahoma=True),
    gin("knock_card=5,gin_bonus=10,undercut_bonus=40", knock_limit=5, gin_bonus=10, undercut_bonus=40),
    gin("hand_size=7", hand_size=7),
    hearts("hearts(jd_bonus=True,avoid_all_tricks_bonus=True)", jack_bonus=True, no_trick_bonus=True),
    hearts("hearts(can_lead_any_club=True,no_pts_on_first_trick=False)", can_lead_any_club=True, no_points_at_first=False),
    hearts("hearts(must_break_hearts=False)", must_break_hearts=False),
    hearts("hearts(qs_breaks_hearts=False)", queen_breaks_hearts=False),
    hearts("hearts(can_lead_hearts_instead_of_qs=True)", can_lead_hearts_instead_of_queen=True),
]
"""The options of a game here against the parameters of the game there."""
