"""Which branches decide whether a block is come to."""

from ruledsl.ir.deciding import deciding
from tests.ir.build import ENDS, program

MAIN = """
function main main 0 2
  resumes start
  start:
    r0 = const 1
    jump loop
  loop:
    branch r0, body, done
  body:
    branch r1, sound, wrong
  wrong:
    trap LOOP
  sound:
    branch r1, yes, no
  yes:
    jump both
  no:
    jump both
  both:
    branch r0, loop, early
  early:
    finish
  done:
    finish
"""


def test_a_block_hangs_on_what_could_have_led_elsewhere_but_on_no_check_that_only_faults():
    found = deciding(program(MAIN + ENDS).functions["main"])
    assert found["yes"] == found["no"] == {"sound"}
    assert found["wrong"] == {"body"}
    assert found["sound"] == found["body"] == found["both"] == {"loop"}
    assert found["loop"] == {"both"} and found["early"] == {"both"} and found["done"] == {"loop"}
    assert "start" not in found
