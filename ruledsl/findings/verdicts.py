"""What is found, how sure it is, and of which kind: two closed lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruledsl.ir.ops import Fault
from ruledsl.record import record
from ruledsl.source import Span

PROVED, BOUNDED, SAMPLED, REFUTED = "PROVED", "BOUNDED", "SAMPLED", "REFUTED"
"""All states of exactly this setting; all states of a smaller game, or up to a depth; so many at random; a witness."""

CLASSES = (
    "stuck", "endless", "beyond-bound", "out-of-bounds", "census", "invariant", "dead-action", "dead-effect", "dead-branch", "dead-option",
    "never-fails", "never-holds", "vacuous-effect", "vacuous-require", "no-winner", "payoff-sum", "payoff-against-winner", "seat-never-asked", "seats-unlike",
    "settled-by-role", "won-by-less", "laps-unlike", "says-none", "leak-options", "leak-label", "leak-view", "leak-log", "leak-menu", "leak-refusal",
    "false-mind", "false-world", "tells", "differs",
)  # fmt: skip
"""The classes of findings; there are no others."""

CLASS_OF = {
    Fault.NO_OPTION: "stuck",
    Fault.FUEL: "endless",
    Fault.LOOP: "beyond-bound",
    Fault.DEPTH: "beyond-bound",
    **dict.fromkeys(
        (
            Fault.BOUNDS, Fault.RANGE, Fault.OVERFLOW, Fault.DIVISION, Fault.FULL, Fault.NO_CARD, Fault.NO_MEMBER, Fault.NOT_ONE_OF, Fault.UNSETTLED,
            Fault.BAD_MOVE, Fault.TOO_MANY, Fault.UNSEEN, Fault.TANGLED, Fault.NO_EDGE, Fault.IS_NONE, Fault.NO_WAY, Fault.CROWDED,
        ),
        "out-of-bounds",
    ),
}  # fmt: skip
"""The class of each fault of a program."""


@record(frozen=True)
class Setting:
    """A table: how many sit there, and what they chose; options that are not named are as they are."""

    players: int
    options: Mapping[str, Any]

    def words(self) -> str:
        """As it is said in a report."""
        return ", ".join([f"{self.players} player{'s' * (self.players != 1)}", *(f"{name}={value}" for name, value in self.options.items())])


@record(frozen=True)
class Answer:
    """One answer of a game: the seat (from 1; None for chance and the world), the number of the option from 0, and the option in words."""

    seat: int | None
    option: int
    label: str = ""


@record(frozen=True)
class Witness:
    """A game that shows a finding: from its seed, with chance asked, by these answers. `shrunk` is how many there were before it was made shorter;
    `shortest` is said after a breadth-first search alone."""

    seed: int
    answers: tuple[Answer, ...]
    shrunk: int
    shortest: bool = False
    test: str = ""


@record(frozen=True)
class Finding:
    """What was found. `setting` is its number among those of the hunt, -1 where it holds of all; `sample` is the n of SAMPLED n; `notes` are further
    lines; `culprits` the lines that it most likely comes from, besides that where it stands."""

    verdict: str
    kind: str
    message: str
    span: Span
    tags: tuple[str, ...] = ()
    setting: int = -1
    sample: int = 0
    witness: Witness | None = None
    notes: tuple[str, ...] = ()
    culprits: tuple[Span, ...] = ()

    def record(self) -> dict[str, Any]:
        """As it stands in the one JSON document of a command. ValueError if it is of no class."""
        if self.kind not in CLASSES:
            raise ValueError(f"`{self.kind}` is no class of findings")
        out: dict[str, Any] = {
            "verdict": self.verdict, "class": self.kind, "message": self.message, "span": str(self.span), "tags": list(self.tags),
            "setting": self.setting,
        }  # fmt: skip
        if self.verdict == SAMPLED:
            out["sample"] = self.sample
        if self.notes:
            out["notes"] = list(self.notes)
        if self.culprits:
            out["culprits"] = [*map(str, self.culprits)]
        if self.witness is not None:
            out["witness"] = _witness(self.witness)
        return out


def _witness(witness: Witness) -> dict[str, Any]:
    moves = [[answer.seat or "chance", answer.option, answer.label] for answer in witness.answers]
    out = {"chance": "asked", "seed": witness.seed, "moves": moves, "shrunk_from": witness.shrunk, "shortest": witness.shortest}
    return {**out, "test": witness.test} if witness.test else out


def limit(sample: int) -> float:
    """What happened in none of so many tries happens at most so often, 95 times of 100."""
    return min(1.0, 3 / max(1, sample))


def opening(depth: int) -> str:
    """So many answers, from the beginning of a game."""
    return "first answer" if depth == 1 else f"first {depth:,} answers"


def worst(findings: Sequence[Finding]) -> int:
    """The exit code that findings ask for."""
    return int(any(finding.verdict == REFUTED for finding in findings))
