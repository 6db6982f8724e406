"""What chosen cards may stand for: their guises, and the tables by card and guise together. Numbers are as in `ir.subsets`."""

from __future__ import annotations

from itertools import product

from ruledsl.ir.program import Face, member_bits
from ruledsl.lower.cards import printed_face
from ruledsl.lower.refusal import SettingsError
from ruledsl.lower.settings import Settings
from ruledsl.lower.tables import Tables
from ruledsl.model.wanted import Wanted, in_guise

MOST_GUISES = 1000


class Guises(Tables):
    """Tables of cards with their guises, beside those of cards alone."""

    def __init__(self, settings: Settings):
        super().__init__(settings)
        self.guises = self._guises()
        self.bits = member_bits(len(self.census.cards), len(self.guises))
        self.room = 64 // self.bits  # the most cards that can be chosen at once

    def _guises(self) -> tuple[Face, ...]:
        """The faces that some card stands for when it is chosen."""
        faces: list[Face] = []
        for kind in sorted(self.model.guises, key=self.kind_number):
            info = self.model.kinds[kind]
            if any(type.kind == "set" for type in info.params.values()):
                raise SettingsError(f"a card stands for any `{kind}`, and on these a set is printed: there are too many that it could be", info.decl.span)
            for values in product(*(self.kind_values(kind, name) for name in info.params)):
                faces.append(printed_face(self.settings, kind, values))
                if len(faces) > MOST_GUISES:
                    raise SettingsError(f"cards stand for more than {MOST_GUISES} others", info.decl.span)
        return tuple(faces)

    def kind_values(self, kind: str, name: str) -> range:
        """The values of a parameter of a kind."""
        info = self.model.kinds[kind]
        if name in info.bounds:
            low, high = (self.settings.number(b) for b in info.bounds[name])
            return range(low, high + 1)
        return range(self.settings.size(info.params[name]))

    def face_code(self, kind: str) -> tuple[int, list[tuple[str, int]]]:
        """How the code of a face is reckoned, whether there is such a card or not: the code of the first face of the kind, and for each value a
        table of what is added, with the least value. A value that no card of the kind can have lies outside its table."""
        base = 0
        for other in self.model.kinds:
            steps, spans = 1, []
            for name, type in self.model.kinds[other].params.items():
                values = self.kind_values(other, name)
                low = min(values.start, -1 if type.or_none else values.start)
                spans.append((name, low, range(0, (values.stop - low) * steps, steps)))
                steps *= max(1, values.stop - low)
            if other == kind:
                return base, [(self.table(f"code.{kind}.{name}", tuple(span) or (0,)), low) for name, low, span in spans]
            base += steps
        raise KeyError(kind)

    def codes_table(self) -> str:
        """The code of its face by card, and in any guise."""
        codes = []
        for face, _ in self.by_member():
            base, places = self.face_code(face.kind)
            codes.append(base + sum(self.tables[table][value - low] for (table, low), value in zip(places, face.args, strict=True)))
        return self.table("code", codes or (0,))

    def by_member(self) -> list[tuple[Face, Face | None]]:
        """The face of every card with every guise, in order of their numbers."""
        faces = [self.census.faces[f] for f in self.census.cards]
        return [(face, guise) for guise in (None, *self.guises) for face in faces]

    def played_table(self, name: str) -> str:
        """What a part is of each card: its own, or else that of what it stands for."""
        return self.once(f"played.{name}", lambda: [self.played(face, guise, name) for face, guise in self.by_member()] or (0,))

    def played(self, face: Face, guise: Face | None, name: str) -> int:
        own = face if self.model.kinds[face.kind].part(name) is not None or guise is None else guise
        return self.part(own.kind, own.args, name)

    def kinds_table(self, kinds: frozenset[str]) -> str:
        """Is it of one of these kinds, itself or in its guise?"""
        values = [int(face.kind in kinds or guise is not None and guise.kind in kinds) for face, guise in self.by_member()]
        return self.table(f"played is {' or '.join(sorted(kinds))}", values or (0,))

    def wanted_table(self, wanted: Wanted) -> str:
        """May it be chosen where some kinds are wanted: as itself if it is one of them, or in the guise of one?"""
        kinds, ways, guises = wanted.kinds, in_guise(self.model, wanted.named), wanted.type.guises
        as_they_are = kinds if guises else kinds | {kind for kind, _ in ways}

        def may(face: Face, guise: Face | None) -> bool:
            if guise is None:
                return not kinds or face.kind in as_they_are
            return guise.kind in guises and (face.kind, guise.kind) in ways

        names = dict.fromkeys(" or ".join(sorted(named)) for named in wanted.named)
        name = f"wanted {', '.join(names)}{' as they are' if not guises else ''}"
        return self.once(name, lambda: [int(may(face, guise)) for face, guise in self.by_member()] or (0,))

    def guise_range(self, wanted: str) -> tuple[str, str]:
        """The first and the last guise in which each card may be chosen; from 0 to -1 if it may not."""
        cards, values = len(self.census.cards), bytes(self.tables[wanted])
        ways = [values[card::cards] for card in range(cards)]  # each of them 0 or 1
        first = self.table(f"{wanted}, first", [max(0, way.find(1)) for way in ways] or (0,))
        return first, self.table(f"{wanted}, last", [way.rfind(1) for way in ways] or (0,))
