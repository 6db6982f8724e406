"""Everything holds of blocks that are run step by step, and of those that have become functions."""

import pytest

from ruledsl.interp import machine


@pytest.fixture(autouse=True, scope="module", params=[10**9, 0], ids=["steps", "fused"])
def often(request):
    """How often a block is run before it becomes a function."""
    before, machine.OFTEN = machine.OFTEN, request.param
    yield request.param
    machine.OFTEN = before
