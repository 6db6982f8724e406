"""What every module has beside the program's own functions: random numbers, the start and the step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.layout import first_block
from ruledsl.ir.ops import Fault
from ruledsl.ir.program import ASKING, KINDS
from ruledsl.ir.regions import reading
from ruledsl.ir.rng import signed
from ruledsl.native.text import NOWHERE, Body, definition, fault_code

if TYPE_CHECKING:
    from ruledsl.native.module import Module

GOLDEN = signed(0x9E3779B97F4A7C15)

NTH = """\
define internal i64 @nth(i64 %mask, i64 %n) #0 {
entry:
  br label %test
test:
  %m = phi i64 [%mask, %entry], [%rest, %more]
  %k = phi i64 [%n, %entry], [%left, %more]
  %done = icmp eq i64 %k, 0
  br i1 %done, label %found, label %more
more:
  %less = sub i64 %m, 1
  %rest = and i64 %m, %less
  %left = sub i64 %k, 1
  br label %test
found:
  %at = call i64 @llvm.cttz.i64(i64 %m, i1 false)
  ret i64 %at
}"""
"""`nth(mask, n)`: the place of the n-th set bit, from 0."""

NTH_AT_ONCE = """\
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @nth(i64 %mask, i64 %n) #1 {
  %bit = shl i64 1, %n
  %here = call i64 @llvm.x86.bmi.pdep.64(i64 %bit, i64 %mask)
  %at = call i64 @llvm.cttz.i64(i64 %here, i1 false)
  ret i64 %at
}"""
"""The same where the processor can do it at once."""

GATHER = """\
define internal i64 @gather(i64 %number, i64 %mask) #0 {
entry:
  br label %test
test:
  %out = phi i64 [0, %entry], [%sum, %more]
  %at = phi i64 [0, %entry], [%next, %more]
  %m = phi i64 [%mask, %entry], [%rest, %more]
  %done = icmp eq i64 %m, 0
  br i1 %done, label %found, label %more
more:
  %low = call i64 @llvm.cttz.i64(i64 %m, i1 true)
  %there = lshr i64 %m, %low
  %not = xor i64 %there, -1
  %wide = call i64 @llvm.cttz.i64(i64 %not, i1 true)
  %over = shl i64 1, %wide
  %run = sub i64 %over, 1
  %down = lshr i64 %number, %low
  %part = and i64 %down, %run
  %up = shl i64 %part, %at
  %sum = or i64 %out, %up
  %next = add i64 %at, %wide
  %those = shl i64 %run, %low
  %rest = xor i64 %m, %those
  br label %test
found:
  ret i64 %out
}
define internal i64 @scatter(i64 %number, i64 %mask) #0 {
entry:
  br label %test
test:
  %out = phi i64 [0, %entry], [%sum, %more]
  %n = phi i64 [%number, %entry], [%next, %more]
  %m = phi i64 [%mask, %entry], [%rest, %more]
  %done = icmp eq i64 %m, 0
  br i1 %done, label %found, label %more
more:
  %low = call i64 @llvm.cttz.i64(i64 %m, i1 true)
  %there = lshr i64 %m, %low
  %not = xor i64 %there, -1
  %wide = call i64 @llvm.cttz.i64(i64 %not, i1 true)
  %over = shl i64 1, %wide
  %run = sub i64 %over, 1
  %part = and i64 %n, %run
  %up = shl i64 %part, %low
  %sum = or i64 %out, %up
  %next = lshr i64 %n, %wide
  %those = shl i64 %run, %low
  %rest = xor i64 %m, %those
  br label %test
found:
  ret i64 %out
}"""
"""`gather(number, mask)`: the bits of a number at those of a mask, which is not all ones, side by side; `scatter(number, mask)` puts them back."""

GATHER_AT_ONCE = """\
declare i64 @llvm.x86.bmi.pext.64(i64, i64)
define internal i64 @gather(i64 %number, i64 %mask) #1 {
  %out = call i64 @llvm.x86.bmi.pext.64(i64 %number, i64 %mask)
  ret i64 %out
}
define internal i64 @scatter(i64 %number, i64 %mask) #1 {
  %out = call i64 @llvm.x86.bmi.pdep.64(i64 %number, i64 %mask)
  ret i64 %out
}"""
"""The same where the processor can do it at once."""


DECLARATIONS = [
    *(f"declare {{ i64, i1 }} @llvm.s{how}.with.overflow.i64(i64, i64)" for how in ("add", "sub", "mul")),
    *(f"declare i64 @llvm.{name}.i64(i64, i64)" for name in ("smin", "smax")),
    "declare i1 @llvm.is.constant.i64(i64)",
    "declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare i64 @llvm.ctpop.i64(i64)",
    "declare i64 @llvm.cttz.i64(i64, i1)",
    "declare i64 @llvm.ctlz.i64(i64, i1)",
    NTH,
    f"""\
define internal i64 @mix(i64 %x) #1 {{
  %a = lshr i64 %x, 30
  %b = xor i64 %x, %a
  %c = mul i64 %b, {signed(0xBF58476D1CE4E5B9)}
  %d = lshr i64 %c, 27
  %e = xor i64 %c, %d
  %f = mul i64 %e, {signed(0x94D049BB133111EB)}
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  ret i64 %h
}}
define internal {{ i64, i64 }} @again(i64 %state, i64 %bound, i64 %first) #2 {{
entry:
  %gap = sub i64 4294967296, %bound
  %least = urem i64 %gap, %bound
  br label %test
test:
  %now = phi i64 [%state, %entry], [%new, %more]
  %m = phi i64 [%first, %entry], [%next, %more]
  %low = and i64 %m, 4294967295
  %bad = icmp ult i64 %low, %least
  br i1 %bad, label %more, label %done
more:
  %new = add i64 %now, {GOLDEN}
  %z = call i64 @mix(i64 %new)
  %x = lshr i64 %z, 32
  %next = mul i64 %x, %bound
  br label %test
done:
  %one = insertvalue {{ i64, i64 }} zeroinitializer, i64 %now, 0
  %two = insertvalue {{ i64, i64 }} %one, i64 %m, 1
  ret {{ i64, i64 }} %two
}}""",
]

_BELOW = f"""\
define internal i64 @below.NAME(ptr %rng, i64 %bound) #1 {{
entry:
  %old = load i64, ptr %rngTAG
  %new = add i64 %old, {GOLDEN}
  %z = call i64 @mix(i64 %new)
  %x = lshr i64 %z, 32
  %m = mul i64 %x, %bound
  %low = and i64 %m, 4294967295
  %few = icmp ult i64 %low, %bound
  %known = call i1 @llvm.is.constant.i64(i64 %bound)
  %less = sub i64 %bound, 1
  %common = and i64 %bound, %less
  %two = icmp eq i64 %common, 0
  %even = and i1 %known, %two
  %rare = select i1 %even, i1 false, i1 %few
  br i1 %rare, label %retry, label %done
retry:
  %pair = call {{ i64, i64 }} @again(i64 %new, i64 %bound, i64 %m)
  %other = extractvalue {{ i64, i64 }} %pair, 0
  %better = extractvalue {{ i64, i64 }} %pair, 1
  br label %done
done:
  %state = phi i64 [%new, %entry], [%other, %retry]
  %good = phi i64 [%m, %entry], [%better, %retry]
  store i64 %state, ptr %rngTAG
  %r = lshr i64 %good, 32
  ret i64 %r
}}"""


def below(name: str, tag: str) -> str:
    """`below.NAME(rng, bound)`: a uniform number from a splitmix64 state; `tag` says what the state aliases."""
    return _BELOW.replace("NAME", name).replace("TAG", tag)


ATTRIBUTES = '''attributes #0 = { nounwind "no-builtins" "prefer-vector-width"="128" }
attributes #1 = { nounwind alwaysinline "no-builtins" "prefer-vector-width"="128" }
attributes #2 = { nounwind cold noinline memory(none) "no-builtins" "prefer-vector-width"="128" }
attributes #3 = { nounwind noinline "no-builtins" "prefer-vector-width"="128" }
attributes #4 = { nounwind memory(none) "no-builtins" "prefer-vector-width"="128" }
attributes #5 = { nounwind noinline memory(none) "no-builtins" "prefer-vector-width"="128" }'''


def export_steps(module: Module) -> None:
    """`start(state, seed, chance)` and `resume(state)`: the status, or a fault. Readings that are open stand in the state that is started."""
    module.add(_start(module))
    export_resume(module)


def export_resume(module: Module) -> None:
    """`resume(state)` alone."""
    module.function("main")
    module.add(_resume(module))


def initial(module: Module) -> int:
    """`@initial`, the block before the first step: how many words of 64 bits it has."""
    data = first_block(module.program)
    words = ", ".join(f"i64 {int.from_bytes(data[at : at + 8], 'little', signed=True)}" for at in range(0, len(data), 8))
    module.add(f"@initial = internal constant [{len(data) // 8} x i64] [{words}]")
    return len(data) // 8


def _start(module: Module) -> str:
    size = initial(module)
    body, before = Body(), Body("b")
    kept = [(name, module.memory.load(before, name)) for name in map(reading, module.program.readings)]
    for name, value in kept:
        module.memory.store(body, name, "0", value)
    module.memory.store(body, "rng", "0", "%seed")
    module.memory.store(body, "chance", "0", "%chance")
    lines, first = "\n".join(body.lines), "".join(f"{line}\n" for line in before.lines)
    return f"""\
define i64 @start(ptr %s, i64 %seed, i64 %chance) #0 {{
entry:
{first}  br label %copy
copy:
  %n = phi i64 [0, %entry], [%next, %copy]
  %from = getelementptr i64, ptr @initial, i64 %n
  %to = getelementptr i64, ptr %s, i64 %n
  %word = load i64, ptr %from
  store i64 %word, ptr %to
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, {size}
  br i1 %more, label %copy, label %run
run:
{lines}
  %status = call i64 @"f.main"(ptr %s)
  ret i64 %status
}}"""


def _resume(module: Module) -> str:
    body, memory = Body(), module.memory
    body.refuse(body.compare("eq", memory.load(body, "status"), str(ASKING)), fault_code(Fault.BAD_MOVE, NOWHERE))
    kind = memory.load(body, "ask.kind")
    counted = body.wide(body.compare("ne", kind, str(KINDS.index("chance"))))
    memory.store(body, "decisions", "0", body.do("add", memory.load(body, "decisions"), counted))
    status = body.ask('@"f.main"', "ptr %s")
    body.put(f"ret i64 {status}")
    return definition("i64 @resume(ptr %s) #0", body)
