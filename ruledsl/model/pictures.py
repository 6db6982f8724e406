"""Pictures of boards: what each letter says of its cell, and where a picture may stand."""

from __future__ import annotations

from ruledsl.model.borders import LEADING
from ruledsl.model.early import ask_early, ask_loops
from ruledsl.model.model import BoardInfo, LegendInfo
from ruledsl.model.operations import Operations
from ruledsl.model.types import UNKNOWN, LoopTerm, Term, Type, say
from ruledsl.model.ways import WAYS
from ruledsl.syntax import tree as t

NO_MARKS = ("card", "subset", "face")
BETWEEN = {"": ("corner", "edge"), "place": ()}
"""By what lies on a board, of what else its letters can speak."""


def read_legend(x: Operations, board: t.Board) -> tuple[LegendInfo, ...]:
    """The lines below a board."""
    of = x.model.member(board.name.text)
    return tuple(_line(x, line, board, of) for line in board.legend)


def _line(x: Operations, line: t.Legend, board: t.Board, of: Type) -> LegendInfo:
    with x.desk.scope():
        loops = tuple(x.loop(loop) for loop in line.loops)
        ask_loops(x.desk, loops)
        if not line.marks:
            return _blank(x, line, board, loops)
        letter, before, behind = _letter(x, line.letter)
        said = next((x.model.state[mark.variable.text].part for mark in line.marks if mark.variable.text in x.model.state), of.name)
        part = said if line.side is None and said in BETWEEN[of.name] else of.name
        marks = tuple(mark for mark in (_mark(x, mark, part) for mark in line.marks) if mark is not None)
        side = _side(x, line.side, board) if line.side is not None else ""
        return LegendInfo(letter, line.small, marks, loops, line.span, before, behind, side, part if part != of.name else "")


def _blank(x: Operations, line: t.Legend, board: t.Board, loops: tuple[LoopTerm, ...]) -> LegendInfo:
    """What is drawn of cells that are no part of the board to people: nothing."""
    of = loops[0].domain
    if line.letter.parts != (" ",) or len(loops) != 1 or of.type.kind != "unknown" and (of.op, of.data) != ("board", board.name.text):
        x.desk.fail("E0353", line.span, name=board.name.text)
    return LegendInfo(" ", False, (), loops, line.span, blank=True)


def _side(x: Operations, side: t.Name, board: t.Board) -> str:
    """The way to where something is drawn at a cell: to one of its edges, or of a grid to a corner."""
    hexes = board.shape in ("hexes", "rhombus")
    ways = () if board.shape == "places" else LEADING["", "edge"][hexes] + (() if hexes else LEADING["", "corner"][False])
    if side.text in ways:
        return side.text
    if not ways:
        x.desk.fail("E0227", side.span, name=board.name.text, made="of places", what="a place has no side", hint="leave it out: a letter stands on its place")
    elif side.text in WAYS.values:
        what, these = f"a cell has no side in the `{side.text}`", ", ".join(f"`{way}`" for way in ways)
        x.desk.fail("E0227", side.span, name=board.name.text, made="of hexes", what=what, hint=f"there are {these}")
    else:
        x.desk.unknown("E0201", side.span, side.text, ways)
    return ""


def _letter(x: Operations, text: t.Text) -> tuple[str | Term, str, str]:
    """The letter as it is written, or what is printed of it; what stands before that, and behind."""
    holes = [part for part in text.parts if isinstance(part, t.Expr)]
    if len(holes) != 1:
        if holes:
            x.desk.fail("E0352", text.span)
        return "".join(part for part in text.parts if isinstance(part, str)), "", ""
    at = text.parts.index(holes[0])
    before, behind = ("".join(part for part in parts if isinstance(part, str)) for parts in (text.parts[:at], text.parts[at + 1 :]))
    term = x.check(holes[0])
    ask_early(x.desk, (term,))
    numbers = ("int",) if before or behind else ()
    if x.held(holes[0], term) and term.type.kind not in ("enum", "player", "unknown", *numbers):
        hint = "in a picture a number is so many cells; with something before or behind it, as `\"{n}x\"`, it is a sign" if term.type.kind == "int" else ""
        x.desk.fail("E0303", holes[0].span, want="a value of an enum or a player", got=say(term.type), hint=hint)
    return term, before, behind


def _mark(x: Operations, mark: t.Mark, part: str) -> tuple[str, Term] | None:
    name, state = mark.variable.text, x.model.state.values()
    fitting = [v.name for v in state if v.owner == "cell" and v.part == part and not v.word and not v.keys and v.type.kind not in NO_MARKS]
    if name not in fitting:
        x.aside((mark.value,))
        x.desk.unknown("E0225", mark.variable.span, name, fitting, part=part or "cell")
        return None
    info = x.model.state[name]
    value = x.value(mark.value, info.type)
    ask_early(x.desk, (value,))
    x.out_of_range(Term("var", info.type, (), name, mark.variable.span), value, mark.value.span)
    return name, value


def misplaced(x: Operations, e: t.Picture) -> Term:
    """A picture that is set on nothing."""
    x.desk.fail("E0351", e.span, what="this is asked of none", hint='write `board = "…"` as a line of its own')
    return Term("error", UNKNOWN, span=e.span)


def pictured(x: Operations, target: Term, picture: t.Picture, op: str = "=", until: t.Until | None = None) -> BoardInfo | None:
    """The board on which a picture is set; None if it cannot be."""
    what = hint = ""
    board = x.model.boards.get(target.data) if target.op == "board" else None
    if target.type.kind == "unknown":
        return None
    if board is None:
        what, hint = f"this is {say(target.type)}", "write the name of a board before the `=`"
    elif op != "=" or until is not None:
        what, hint = "it is all that stands there", f'write `{board.name} = "…"`'
    elif all(line.beside for line in board.legend):
        what, hint = f"`{board.name}` has no letters", f'say below `board {board.name}` what each letter is, as `"x": owner = players.first`'
    if what:
        x.desk.fail("E0351", picture.span, what=what, hint=hint)
        return None
    return board
