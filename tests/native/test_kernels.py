"""Kernels mean the same as Python and as machine code, and what is no kernel is refused."""

from __future__ import annotations

import ast
import ctypes
import inspect
import random

import pytest

from ruledsl.ir.rng import signed
from ruledsl.kernels.words import Words
from ruledsl.native import jit, kernels
from ruledsl.native.hopping import LOOPS
from ruledsl.native.jit import compile_text
from ruledsl.native.kernels import Kernel, Refused, kernel_texts, sources
from ruledsl.native.runtime import ATTRIBUTES, DECLARATIONS, below
from ruledsl.native.surveying import OTHERS, SINGLE
from ruledsl.native.tree import PRIMITIVES
from ruledsl.record import replace
from ruledsl.store import Store
from tests import few
from tests.native import kernel_samples

ROW = 8


def samples() -> dict[str, Kernel]:
    nodes = ast.parse(inspect.getsource(kernel_samples)).body
    return {node.name: Kernel(node, kernel_samples) for node in nodes if isinstance(node, ast.FunctionDef)}


@pytest.fixture
def known(monkeypatch):
    """The samples are all the kernels there are."""
    monkeypatch.setattr(kernels, "sources", samples)


@pytest.mark.parametrize(("tier", "lacks"), [(0, ""), (2, ""), (2, "+bmi2")])
def test_machine_code_means_what_python_means(known, tier, lacks, tmp_path, monkeypatch):
    """Also on a processor that lacks something."""
    here = jit.host()
    fewer = ",".join(feature for feature in here.features.split(",") if feature != lacks)
    monkeypatch.setattr(jit, "host", lambda: replace(here, features=fewer))
    names = [function.__name__ for function in kernel_samples.GOOD]
    text = "\n".join([*DECLARATIONS, PRIMITIVES, below("choices", ""), *kernel_texts(names, {}), ATTRIBUTES])
    code, random_numbers = compile_text(text, tier, Store(tmp_path)), random.Random(7)
    for function in kernel_samples.GOOD:
        compiled = code.function(function.__name__, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
        for _ in range(few.of(300)):
            a, b = (random_numbers.choice([random_numbers.randrange(-5, 20), random_numbers.randrange(-1000, 1000)]) for _ in range(2))
            numbers = [random_numbers.randrange(-50, 50) for _ in range(ROW)]
            words, block = Words(numbers.copy()), (ctypes.c_int64 * ROW)(*numbers)
            assert signed(function(a, b, words)) == compiled(a, b, ctypes.addressof(block)), (function.__name__, a, b)
            assert [signed(word) for word in words.numbers] == list(block), (function.__name__, a, b)


@pytest.mark.parametrize("name", [function.__name__ for function in kernel_samples.BAD])
def test_what_is_no_kernel_is_refused(known, name):
    with pytest.raises(Refused, match=r"tests.native.kernel_samples:\d+: a kernel cannot say `"):
        list(kernel_texts([name], {}))


def test_a_name_has_one_type():
    node = ast.parse("def two(a: int) -> int:\n    b = a\n    b = 0.5\n    return a").body[0]
    assert isinstance(node, ast.FunctionDef)
    with pytest.raises(AssertionError, match="`b` has two types in `two`"):
        kernels.Writing(Kernel(node, kernel_samples), {}).text("")


def test_every_kernel_is_translated():
    """Also those that no root calls, if there were any."""
    reached = "\n".join(kernel_texts(("grow", "sweep", "fitted", "dealt", "longest_way", *LOOPS, *SINGLE, *OTHERS), {}))
    assert [name for name in sources() if f'@"{name}"(' not in reached] == []
