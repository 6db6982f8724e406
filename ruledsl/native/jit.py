"""LLVM text into machine code: three tiers, from quick to compile to quick to run. The only importer of llvmlite.

Tier 0 is for single steps and for what must begin at once, tier 1 for simulation, tier 2 for long runs. Tier 0 runs no passes: its code
generator keeps every value in memory, so they cost more than they bring.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

from ruledsl.native.linking import linked
from ruledsl.native.pieces import pieces
from ruledsl.native.runtime import GATHER, GATHER_AT_ONCE, NTH, NTH_AT_ONCE
from ruledsl.record import record
from ruledsl.store import Store

TIERS = (0, 1, 2)
# The passes may write a call of the C library where copies are long. Its address lies in a table that is laid among what can be written,
# and room for that is only reserved where the module has something of the kind.
ROOM = "\n@room = weak global i64 0\n"


@record(frozen=True)
class Host:
    """The processor that code is made for."""

    triple: str
    cpu: str
    features: str


@cache
def host() -> Host:
    """This machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return Host(llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


def _machine(tier: int) -> llvm.TargetMachine:
    here = host()
    target = llvm.Target.from_triple(here.triple)
    return target.create_target_machine(
        cpu=here.cpu, features=here.features, opt=(0, 1, 3)[tier], reloc="pic", codemodel="small", jit=True
    )


def _quick(passes: llvm.ModulePassManager) -> None:
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()


def optimise(text: str, tier: int) -> tuple[llvm.ModuleRef, llvm.TargetMachine]:
    """The module after the passes of a tier."""
    machine = _machine(tier)
    if "+bmi2" in host().features.split(","):
        text = text.replace(NTH, NTH_AT_ONCE).replace(GATHER, GATHER_AT_ONCE)
    module = llvm.parse_assembly(text + ROOM)
    module.triple = host().triple
    module.data_layout = str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3 if tier == 2 else 1)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    passes = builder.getModulePassManager() if tier == 2 else llvm.create_new_module_pass_manager()
    if tier == 1:
        _quick(passes)
    passes.run(module, builder)
    return module, machine


def assemble(text: str, tier: int) -> bytes:
    """Object code for this machine."""
    module, machine = optimise(text, tier)
    return bytes(machine.emit_object(module))


class Code:
    """Machine code in memory: `address` of its exported functions."""

    def __init__(self, image: bytes) -> None:
        host()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine(0), use_lmm=True)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(image))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Where a function begins."""
        found = int(self._engine.get_function_address(name))
        if not found:
            raise LookupError(name)
        return found

    def function(self, name: str, *arguments: type) -> Callable[..., int]:
        """A function as Python calls it: without the interpreter lock, answering a 64-bit integer. Who has it keeps the code in memory."""
        found = ctypes.CFUNCTYPE(ctypes.c_int64, *arguments)(self.address(name))
        found.code = self  # type: ignore[attr-defined]
        return found


def compile_text(text: str, tier: int, store: Store) -> Code:
    """Code for a module, from the cache if it lies there."""
    return compile_named(text, lambda: text, tier, store)


def compile_named(name: str, text: Callable[[], str], tier: int, store: Store) -> Code:
    """Code for a module whose text a name stands for, from the cache if it lies there; only otherwise the text is written."""
    return Code(store.get(code_key(name, tier), lambda: _made(text(), tier, store)))


def _made(text: str, tier: int, store: Store) -> bytes:
    """Object code of a text. Where no passes look at it, it is compiled in pieces, but for those that lie in the cache."""
    parts = pieces(text) if tier == 0 and can_be_linked() else [text]
    if len(parts) == 1:
        return assemble(text, tier)
    return linked([store.get(code_key(part, tier), partial(assemble, part, tier)) for part in parts])


@cache
def can_be_linked() -> bool:
    """Has this machine object files that `linking` knows?"""
    return llvm.get_object_format() == "ELF" and sys.maxsize > 1 << 32 and sys.byteorder == "little"


def code_key(name: str, tier: int) -> str:
    """Under what code lies in the cache: what made it, and for which machine."""
    here, version = host(), ".".join(map(str, llvm.llvm_version_info))
    return Store.key("code", name, _passes(), str(tier), llvmlite.__version__, version, here.triple, here.cpu, here.features)


@cache
def _passes() -> str:
    """The text of what turns a module into code: of no other is the code of any use."""
    return "".join(Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("jit.py", "linking.py", "pieces.py"))
