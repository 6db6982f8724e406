"""Whether a program is well formed. What fails here is a mistake of a pass, never of a rules file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ruledsl.ir.flow import answered, called, defined, operands, stored, table_of, targets, used, written
from ruledsl.ir.layout import WORD_HIGH, WORD_LOW, zone_regions
from ruledsl.ir.ops import IN_ZONES, NAMED, OPS, Fault
from ruledsl.ir.program import BOX, HEAVIEST, KINDS, SCORED, Action, Block, Function, Hole, Instr, Program, Site, Template
from ruledsl.ir.regions import header, meanwhile, since
from ruledsl.ir.subsets import room

ROLES = ("main", "value", "legal", "trial")
TRIED = frozenset({("region", ""), ("index", "")})
"""What a function may write that is only tried."""


class VerifyError(Exception):
    """A program that no pass may make."""


def verify(program: Program) -> None:
    """Raise VerifyError unless the whole program is well formed."""
    _check_memory(program)
    _check_cards(program)
    for function in program.functions.values():
        verify_function(program, function)
    _check_no_recursion(program)
    for action in program.actions:
        _check_action(program, action)
    for site in program.sites:
        _check_site(program, site)
    _check_rest(program)


def _need(condition: object, message: str) -> None:
    if not condition:
        raise VerifyError(message)


def _unique(names: Iterable[str], what: str) -> set[str]:
    found: set[str] = set()
    for name in names:
        _need(name not in found, f"two {what}s are called {name!r}")
        found.add(name)
    return found


# ---- memory and cards ------------------------------------------------------------------------


def _check_memory(program: Program) -> None:
    _unique((r.name for r in program.regions), "region")
    resumes = len(program.functions["main"].resumes) if "main" in program.functions else 0
    for region in header(program.arguments, program.players, len(program.sites), resumes):
        _need(region.name in program.region, f"there is no region {region.name!r}")
    for region in program.regions:
        _need(region.count >= 0 and region.low <= region.high, f"region {region.name!r} holds nothing")
        _need(region.low <= region.initial <= region.high, f"region {region.name!r} begins out of range")
    for name, index in program.indexes.items():
        region = program.region[name]
        _need(index.role == "index" and index.count == (region.high - region.low + 1) * -(-region.count // 64), f"region {index.name!r} is no index")
        _need((index.low, index.high) == (WORD_LOW, WORD_HIGH), f"region {index.name!r} does not hold masks")
    for kept in program.kept:
        _need(kept.region in program.region, f"there is no region {kept.region!r}")
        region = program.region[kept.region]
        _need(region.role == "index" and region.count == len(kept.rows), f"region {kept.region!r} is no index")
        variable = program.region[kept.variable]
        _need(variable.high - variable.low < 64, f"variable {kept.variable!r} has too many values for sets that hang on it")
        _need(all(len(program.tables[name]) == variable.count for row in kept.rows for name in row), f"region {kept.region!r} has tables of another length")


def _check_cards(program: Program) -> None:
    _unique((z.name for z in program.zones), "zone")
    numbers = [z.base + k for z in program.zones for k in range(z.instances)]
    _need(len(set(numbers)) == len(numbers) and BOX not in numbers, "zone instances share a number")
    for zone in program.zones:
        for region in zone_regions(zone, len(program.cards)):
            found = program.region.get(region.name)
            _need(found and found.count == region.count, f"zone {zone.name!r} needs region {region.name!r} of {region.count}")
    if program.zones and program.cards:
        for name in ("card.zone", "known"):
            _need(name in program.region and program.region[name].count == len(program.cards), f"region {name!r} is wrong")
    _need(len(program.home) == len(program.cards), "not every card has a home")
    _need(all(0 <= face < len(program.faces) for face in program.cards), "a card has no face")
    for zone in program.zones:
        for k in range(zone.instances):
            _need(program.home.count(zone.base + k) <= zone.capacity, f"zone {zone.name!r} cannot hold the cards at home there")
    _need(set(program.home) <= {BOX, *numbers}, "a card's home is no zone")


# ---- functions -------------------------------------------------------------------------------


def verify_function(program: Program, function: Function) -> None:
    """Raise VerifyError unless a function is well formed within its program."""
    try:
        _need(function.role in ROLES, f"unknown role {function.role!r}")
        _need(0 <= function.params <= function.registers, "more parameters than registers")
        _need(function.blocks, "there is no block")
        labels = _unique((block.label for block in function.blocks), "block")
        for block in function.blocks:
            _check_block(program, function, block, labels)
        _check_resumes(function, labels)
        if function.role != "main":
            _check_assigned(function)
    except VerifyError as error:
        raise VerifyError(f"function {function.name!r}: {error}") from None


def _check_block(program: Program, function: Function, block: Block, labels: set[str]) -> None:
    _need(block.instrs, f"block {block.label!r} is empty")
    for number, instr in enumerate(block.instrs):
        try:
            _need(instr.op in OPS, "there is no such operation")
            _need(OPS[instr.op].last == (number == len(block.instrs) - 1), "a block has one end, its last instruction")
            _check_arity(instr)
            _check_operands(program, function, instr, labels)
            _check_role(program, function, instr)
        except VerifyError as error:
            raise VerifyError(f"block {block.label!r}, {number}: {instr.op} {instr.args}: {error}") from None


def _check_arity(instr: Instr) -> None:
    form = OPS[instr.op].form
    fixed = form.rstrip("*b")
    least = len(fixed) + sum(letter in NAMED for letter in fixed)
    _need(len(instr.args) == least or (form != fixed and len(instr.args) > least), "wrong number of operands")


def _check_operands(program: Program, function: Function, instr: Instr, labels: set[str]) -> None:
    registers = range(function.registers)
    for letter, at in operands(instr.op, instr.args):
        _check_operand(program, letter, instr.args[at], labels, registers)
    for register in used(instr):
        _need(type(register) is int and register in registers, f"there is no register {register!r}")
    _need(not program.places or 0 <= instr.place < len(program.places), "there is no such place")


def _check_operand(program: Program, letter: str, value: Any, labels: set[str], registers: range) -> None:
    names: dict[str, Any] = {
        "R": program.region, **dict.fromkeys(IN_ZONES, program.zone), "T": program.tables, "F": program.functions, "B": labels, "b": labels,
        "S": range(len(program.sites)), "d": registers, "X": tuple(Fault),
    }  # fmt: skip
    if letter == "i":
        _need(type(value) is int and -(1 << 63) <= value < 1 << 63, "not a 64-bit number")
    elif letter in names:
        _need(isinstance(value, Fault if letter == "X" else int if letter in "Sd" else str), f"{value!r} is of the wrong kind")
        _need(value in names[letter], f"there is no {value!r}")


def _check_role(program: Program, function: Function, instr: Instr) -> None:
    op, role = OPS[instr.op], function.role
    if op.last:
        _need(role != "main" if answered(instr) is not None else role == "main" or not op.acts, f"not in a function of role {role}")
    elif role == "trial":
        _need(op.role != "menu" and op.writes <= TRIED | {("fuel", "")}, "not in a function that is tried")
    elif op.acts:
        _need((op.role == "menu") == (role == "legal") and role != "value", f"not in a function of role {role}")
    if (name := called(instr)) is not None:
        callee = program.functions[name]
        _need(callee.role == ("trial" if op.role == "tries" else "value") and callee.params == len(instr.args) - 2, "that function is called in another way")
    if (region := written(instr)) is not None:
        _need(program.region[region].role != "index", "an index is kept by what it belongs to")
        _need(stored(instr) or instr.args[3] in range(0, program.region[region].count, 64), "the region has no such word")
    if op.role == "menu":
        _check_menu(program, instr)
    if op.role == "asks":
        _need(instr.args[3] in function.resumes, "its label is no resume point")
    if op.form.count("T") > 1:
        _check_melds(program, instr)
    elif op.form == "diTr*":
        _check_edges(program, instr)
    _check_zone_op(program, instr)


def _check_menu(program: Program, instr: Instr) -> None:
    """The last registers are sets, of which members are named: of each set one, or of one set for each entry of a table."""
    op = OPS[instr.op]
    named = op.form.count("i") - 1
    table = table_of(instr)
    sets = len(program.tables[table]) if table else named
    given = len(instr.args) - len(op.form.rstrip("*"))
    _need(given >= sets and given - sets + named <= program.arguments, "a move has other arguments")


def _check_melds(program: Program, instr: Instr) -> None:
    word, rows, worth, *cards = instr.args[1:]
    words = len(cards)
    _need(0 <= word < words, "the cards have no such word")
    _need(len(program.tables[rows]) % (2 * words) == 0, "a row has twice as many words as the cards")
    _need(all(0 <= number < 1 << 20 for number in program.tables[worth]), "cards are worth little, and not less than nothing")


def _check_edges(program: Program, instr: Instr) -> None:
    words, rows, *masks = instr.args[1:]
    numbers, nodes = program.tables[rows], range(64 * (len(masks) - words))
    _need(0 < words < len(masks), "there are words of edges, and words of nodes")
    _need(len(numbers) == 3 * 64 * words, "a row has two nodes and a weight, for each bit of the edges")
    ends = list(zip(numbers[::3], numbers[1::3], strict=True))
    _need(all(one == other == -1 or one in nodes and other in nodes for one, other in ends), "an edge has two ends")
    _need(all(0 <= weight <= HEAVIEST for weight in numbers[2::3]), "an edge weighs little, and not less than nothing")


def _check_zone_op(program: Program, instr: Instr) -> None:
    for letter, at in OPS[instr.op].places:
        if letter in "UL":
            zone = program.zone[instr.args[at]]
            _need(not zone.ordered or letter == "L" and zone.loose, "only for zones without order" if letter == "U" else "this zone is never loose")


def _check_resumes(function: Function, labels: set[str]) -> None:
    _need(bool(function.resumes) == (function.role == "main"), "resume points belong to main")
    _need(set(function.resumes) <= labels, "a resume point is no block")
    _need(len(set(function.resumes)) == len(function.resumes), "a resume point stands twice")
    _need(all(target in labels for block in function.blocks for target in targets(block)), "a label is missing")


def _check_assigned(function: Function) -> None:
    """Every register is set on every way to its use. In main all registers begin as 0, so it is not asked there."""
    everything = (1 << function.registers) - 1
    entry = function.blocks[0].label
    known = {block.label: everything for block in function.blocks}
    known[entry] = (1 << function.params) - 1
    changed = True
    while changed:
        changed = False
        for block in function.blocks:
            after = known[block.label]
            for instr in block.instrs:
                target = defined(instr)
                after |= 0 if target is None else 1 << target
            for label in targets(block):
                changed = changed or known[label] & ~after != 0
                known[label] &= after
    for block in function.blocks:
        _check_uses(block, known[block.label])


def _check_uses(block: Block, known: int) -> None:
    for instr in block.instrs:
        for register in used(instr):
            _need(known >> register & 1, f"block {block.label!r}: register {register} may be used before it is set")
        target = defined(instr)
        known |= 0 if target is None else 1 << target


def _check_no_recursion(program: Program) -> None:
    calls = {f.name: {name for b in f.blocks for i in b.instrs if (name := called(i))} for f in program.functions.values()}
    finished: set[str] = set()
    for root in calls:
        path: list[tuple[str, Iterator[str]]] = [(root, iter(calls[root]))]
        while path:
            name, rest = path[-1]
            following = next((n for n in rest if n not in finished), None)
            if following is None:
                finished.add(name)
                path.pop()
            else:
                _need(all(following != n for n, _ in path), f"function {following!r} calls itself")
                path.append((following, iter(calls[following])))


# ---- what tools read -------------------------------------------------------------------------


def _check_call(program: Program, name: str, params: int, role: str = "value") -> None:
    _need(name in program.functions, f"there is no function {name!r}")
    f = program.functions[name]
    _need(f.role == role and f.params == params, f"function {name!r} should be of role {role} with {params} parameters")


def _check_template(program: Program, template: Template, params: int) -> None:
    for part in template:
        if isinstance(part, Hole):
            _check_call(program, part.function, params)
            if part.hidden:
                _check_call(program, part.hidden, params + 1)


def _check_action(program: Program, action: Action) -> None:
    params = 1 + len(action.params)
    _need(len(action.params) <= program.arguments, f"action {action.name!r} has more arguments than any move")
    _check_template(program, action.label, params)
    _check_call(program, action.guard, params)
    for function in (*(function for _, function in action.sums), *((action.late,) if action.late else ())):
        _check_call(program, function, params)
    for number, parameter in enumerate(action.params):
        _check_call(program, parameter.member, number + 2)
        if parameter.among:
            _check_call(program, parameter.among, number + 2)
            _need(parameter.low <= parameter.high <= room(program), f"action {action.name!r} takes more cards than a word holds")
    for requirement in action.requirements:
        _check_template(program, requirement.message, params)
        _check_template(program, requirement.reads, params)


def _check_site(program: Program, site: Site) -> None:
    _need(site.kind in KINDS[1:], f"site {site.name!r} is of no kind")
    if site.kind == "chance" or site.outcome:
        _need(site.type is not None, f"chance {site.name!r} has no type")
        _check_call(program, site.outcome, 1)
    else:
        for function in site.menus or ("",):
            _check_call(program, function, 1, "legal")
    for entry in site.menu:
        _need(0 <= entry.action < len(program.actions), f"site {site.name!r} offers no action")
        for position, function in entry.given:
            _need(0 <= position < len(program.actions[entry.action].params), f"site {site.name!r} gives no argument")
            _check_call(program, function, 1)
    for function in (site.odds, site.out_of):
        if function:
            _check_call(program, function, 0)
    _check_template(program, site.prompt, 1)


def _check_rest(program: Program) -> None:
    _need("main" in program.functions and program.functions["main"].role == "main", "there is no main")
    for name, params in (("score", 1), ("payoff", 1), ("winners", 0), *([(SCORED, 1)] if SCORED in program.functions else [])):
        _check_call(program, name, params)
    for number, interruption in program.interruptions.items():
        _check_template(program, interruption.label, 1)
        _need(meanwhile(number) in program.region and since(number) in program.region, f"interruption {number} is noted nowhere")
        for region, function in interruption.begins:
            _need(region in program.region, f"interruption {number} notes what has no region")
            _check_call(program, function, 0)
    for _, function, _place in program.invariants:
        _check_call(program, function, 0)
    resumes = len(program.functions["main"].resumes)
    slots = program.region["frame"].count if "frame" in program.region else 0
    for name, entry in program.entries.items():
        _need(0 <= entry.pc < resumes, f"entry {name!r} is no resume point")
        _need(all(-1 <= slot < slots for _, slot, _ in entry.params), f"entry {name!r} has no such slot")
        _need(-1 <= entry.back < slots, f"entry {name!r} has no such slot to return by")
    for variable in program.variables:
        _need(variable.name in program.region, f"variable {variable.name!r} has no region")
