"""The loops of `exploring.py`, `courses.py`, `lasting.py`, `doom.py` and `rounds.py` of `ruledsl/kernels` in machine code. They know nothing of a program:
one code for all."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

from ruledsl.native.jit import compile_text
from ruledsl.native.kernels import kernel_texts, plan_structure
from ruledsl.native.runtime import ATTRIBUTES, DECLARATIONS
from ruledsl.native.tree import PRIMITIVES
from ruledsl.record import record
from ruledsl.store import Store, standard_directory

SINGLE = (
    "explore", "stretch", "enter_states", "enter_some_states", "enter_pairs", "enter_some_pairs", "lay_out", "turn_round", "lengths", "straight",
    "endings", "weigh", "dread", "judge_straight", "judge_round", "go_round", "enter_keys", "enter_some_keys", "begin_back", "add_up", "turn_steps",
    "back",
)  # fmt: skip
OTHERS = ("rewrite", "unpack", "depth", "course")


@record(frozen=True)
class Surveying:
    """The loops: each takes the address of a survey, `rewrite` that of another one, too, `unpack` a state and where its key and its block go, `depth` a
    state, and `course` a state, its depth and where the answers go."""

    keep: object
    loops: dict[str, Callable[..., int]]
    rewrite: Callable[..., int]
    unpack: Callable[..., int]
    depth: Callable[..., int]
    course: Callable[..., int]


@cache
def surveying(tier: int = 2) -> Surveying:
    """The code of the loops."""
    code = compile_text("\n".join([*DECLARATIONS, PRIMITIVES, *kernel_texts((*SINGLE, *OTHERS), {}), ATTRIBUTES]), tier, Store(standard_directory()))
    at, number = ctypes.c_void_p, ctypes.c_int64
    others = code.function("rewrite", at, at), code.function("unpack", at, number, at, at, at)
    courses = code.function("depth", at, number), code.function("course", at, number, number, at)
    return Surveying(code, {name: code.function(name, at) for name in SINGLE}, *others, *courses)


def survey_words() -> ctypes.Structure:
    """A survey, all of whose words are 0."""
    return plan_structure("Survey")()
