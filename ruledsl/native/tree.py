"""Tree search inside machine code: the kernels of `ruledsl/kernels`, over the addresses of a program's `legal`, `resume`, `playout` and `call`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.rng import signed
from ruledsl.kernels.told import of_program
from ruledsl.kernels.words import FOLD
from ruledsl.native.dealing import export_dealing
from ruledsl.native.kernels import kernel_texts
from ruledsl.native.runtime import GATHER, GOLDEN, below
from ruledsl.native.states import state_texts

if TYPE_CHECKING:
    from ruledsl.native.module import Module

PRIMITIVES = f"""\
declare double @llvm.sqrt.f64(double)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define internal i64 @folded(i64 %a, i64 %b) #1 {{
  %x = mul i64 %a, {signed(FOLD)}
  %y = mul i64 %b, {GOLDEN}
  %z = add i64 %x, %y
  %high = lshr i64 %z, 32
  %low = shl i64 %z, 32
  %h = or i64 %high, %low
  ret i64 %h
}}
define internal i64 @fetch(ptr %row, i64 %index) #1 {{
  %at = getelementptr i32, ptr %row, i64 %index
  call void @llvm.prefetch.p0(ptr %at, i32 0, i32 3, i32 1)
  ret i64 0
}}
define internal i64 @fetch_byte(ptr %row, i64 %index) #1 {{
  %at = getelementptr i8, ptr %row, i64 %index
  call void @llvm.prefetch.p0(ptr %at, i32 0, i32 3, i32 1)
  ret i64 0
}}
define internal i64 @eight(ptr %row, i64 %index) #1 {{
  %at = getelementptr i8, ptr %row, i64 %index
  %word = load i64, ptr %at, align 1
  ret i64 %word
}}
define internal i64 @write_eight(ptr %row, i64 %index, i64 %word) #1 {{
  %at = getelementptr i8, ptr %row, i64 %index
  store i64 %word, ptr %at, align 1
  ret i64 0
}}
define internal i64 @stir(i64 %name, i64 %value) #1 {{
  %x = xor i64 %name, %value
  %y = add i64 %x, {GOLDEN}
  %z = call i64 @mix(i64 %y)
  ret i64 %z
}}
define internal i64 @bits(ptr %stream) #1 {{
  %old = load i64, ptr %stream
  %new = add i64 %old, {GOLDEN}
  store i64 %new, ptr %stream
  %z = call i64 @mix(i64 %new)
  ret i64 %z
}}
{GATHER}"""


def export_tree(module: Module) -> None:
    """`grow(plan, state, count)`: play on so many times, with room for a state; `sweep`, the same: try every option in so many worlds; `dealt`: make these."""
    module.add(PRIMITIVES)
    module.add(below("choices", ""))
    export_dealing(module)
    for text in (*state_texts(module), *kernel_texts(("grow", "sweep", "fitted", "dealt"), of_program(module.program))):
        module.add(text)
