"""What a plan is told of a program, and how much room it needs: the same for plain Python and for machine code."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.ir.layout import chosen_arguments, chosen_values, find_instance, seers
from ruledsl.ir.program import BOX, Program
from ruledsl.kernels.lore import LINE, LINES
from ruledsl.kernels.playing import TRAIL
from ruledsl.kernels.widening import FIRST
from ruledsl.kernels.worth import ARM


def answers(program: Program) -> list[str]:
    """The functions that `call` knows, by number."""
    return [name for name, function in program.functions.items() if function.role == "value"]


def of_program(program: Program) -> dict[str, int | Sequence[int]]:
    """The words and rows of a plan that hang on the program alone."""
    functions = answers(program)
    number = {name: n for n, name in enumerate(functions)}
    places = range(program.region["card.zone"].high + 1) if program.cards else range(0)
    return {
        "players": program.players, "payoff": number["payoff"], "winners": number["winners"], "width": program.arguments + 1,
        "sites": len(program.sites), "odds": [number[site.odds] if site.odds else 0 for site in program.sites],
        "out_of": [number[site.out_of] if site.out_of else 0 for site in program.sites],
        "actions": len(program.actions) + FIRST, "parameters": [len(action.params) for action in program.actions],
        "cards": len(program.cards), "faces": program.cards, "seers": [seers_of(program, place) for place in places],
        "member_bits": program.member_bits, "guises": len(program.guises),
        "card_arguments": chosen_arguments(program, "card"), "subset_arguments": chosen_arguments(program, "subset"),
        "card_values": chosen_values(program, "card"), "subset_values": chosen_values(program, "subset"),
    }  # fmt: skip


def seers_of(program: Program, place: int) -> int:
    """The seats that see what lies in the place with a number."""
    found = find_instance(program, place) if place != BOX else None
    return seers(*found, program.players) if found else (1 << program.players) - 1


def rooms(program: Program, arms: int, depth: int) -> dict[str, int]:
    """How many words the rows have that a search writes, for so many arms; its tree has twice as many slots, a power of 2."""
    options, slots = program.max_options + 1, 1 << max(4, (2 * arms + 1).bit_length())
    rows = dict.fromkeys(("names", "slots", "marks", "gains", "bares"), options)
    tables = dict.fromkeys(("room", "options"), options * (program.arguments + 1))
    single = dict.fromkeys(("stream", "turns", "who", "value"), 1)
    tree = {"arms": slots * ARM, "path": 3 * min(depth, arms) + 3, "lore": LINES * LINE, "trail": 2 * TRAIL}
    looks = dict.fromkeys(("looked", "telling"), len(program.sites))
    seats = dict.fromkeys(("points", "keys", "joints", "heard"), program.players)
    return {**rows, **tables, **single, **tree, **looks, **seats, "many": len(program.actions) + FIRST}
