"""What is said of a game that has modes, of what is said of it in each of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ruledsl.diagnostics import Diagnostic
from ruledsl.model.slips import UNKNOWN_NAMES, diagnostic, in_one
from ruledsl.record import replace
from ruledsl.source import Span
from ruledsl.spell import nearest
from ruledsl.syntax import tree as t
from ruledsl.syntax.modes import named_modes, standing


def misnamed_modes(layers: Sequence[t.Tree], names: Sequence[str], lost: Collection[str] = ()) -> list[Diagnostic]:
    """The names behind `mode` that are none, and none of the words of lines that could not be read."""
    return [diagnostic("E0431", n.span, (), (), near_words(n.text, names)) for n in named_modes(layers) if n.text not in names and n.text not in lost]


def in_all_modes(told: Sequence[Sequence[Diagnostic]], layers: Sequence[t.Tree], names: Sequence[str]) -> list[Diagnostic]:
    """What is said of a game, of what is said of it in each mode: warnings if they hold in every mode in which their place counts, errors with the modes
    in which they do, if these are not all."""
    where: dict[tuple[str, Span], list[str]] = {}
    for name, said in zip(names, told, strict=True):
        for d in said:
            where.setdefault((d.code, d.span), []).append(name)
    every = {(d.code, d.span): d for said in told for d in said}
    counting = {key: standing(layers, d.span, names) for key, d in every.items()}
    good = [name for name, said in zip(names, told, strict=True) if not any(d.is_error for d in said)]
    said = [
        in_some_modes(d, where[key], [name for name in good if name in counting[key]]) if len(where[key]) < len(counting[key]) else d
        for key, d in every.items()
    ]
    said = [d for d in said if d.is_error or len(where[d.code, d.span]) == len(counting[d.code, d.span])]
    return in_one(d for d in said if d.is_error or not any(other.is_error for other in said))


def in_some_modes(d: Diagnostic, wrong: Sequence[str], good: Sequence[str]) -> Diagnostic:
    """What is wrong in some of the modes in which its place counts: in which, and that it may stand where nothing is wrong. Of other modes in which it was
    not told it is not known whether it was read."""
    if not d.is_error:
        return d
    help = d.help
    if good and d.code in UNKNOWN_NAMES:
        elsewhere = f"write it under `mode {', '.join(good)}:`"
        help = f"{help}{' Or' if help.endswith('?') else '; or'} {elsewhere}" if help else elsewhere
    return replace(d, message=f"{d.message}, in mode {' and '.join(wrong)}", help=help)


def near_words(name: str, names: Sequence[str]) -> dict[str, object]:
    """The words of a message about a mode that there is not."""
    near = nearest(name, names)
    return {"name": name, "near": f"did you mean `{near}`?" if near else "write `mode NAME: players …` under `game`"}
