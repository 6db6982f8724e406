"""What people read in other languages, by what they would read in the rules' own."""

from __future__ import annotations

from ruledsl.lower.cards import Census, named
from ruledsl.lower.said import say, words_of
from ruledsl.lower.settings import Settings
from ruledsl.model.model import KindInfo
from ruledsl.model.names import written
from ruledsl.source import HOLE


def texts(settings: Settings, census: Census) -> dict[str, dict[str, str]]:
    """By language, every text that has another form there."""
    return {language: _of(settings, census, given) for language, given in settings.model.names.items()}


def _of(settings: Settings, census: Census, given: dict[str, str]) -> dict[str, str]:
    model = settings.model
    out = {name.replace("_", " "): text for name, text in given.items() if name.isidentifier()} | given
    for enum in model.enums.values():
        for value, printed in zip(enum.values, enum.printed):
            if value in given:
                out.setdefault(printed, given[value])
    for kind in model.kinds:
        if kind in given:
            out.setdefault(words_of(kind), given[kind])
    for face in census.faces:
        told = _face(settings, model.kinds[face.kind], face.args, out)
        out.setdefault(face.printed, named(told, model.kinds[face.kind].own) or out.get(words_of(face.kind), face.printed))
        if face.shown:
            out.setdefault("".join(f"{{{name}}}" if name else piece for piece, name in face.shown), told)
    return out


def _face(settings: Settings, info: KindInfo, args: tuple[int, ...], told: dict[str, str]) -> str:
    """What is printed on a card; variables that lie on it stay holes."""
    printed = [say(settings, type, value, True) for type, value in zip(info.params.values(), args)]
    shown = {name: told.get(text, text) for name, text in zip(info.params, printed)}
    if info.printed is None:
        return " ".join([told.get(words_of(info.name), words_of(info.name)), *shown.values()])
    text = written(settings.model, info.printed)
    return HOLE.sub(lambda hole: shown.get(hole[1], hole[0]), told.get(text, text))
