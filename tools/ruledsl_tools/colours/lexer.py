"""The Pygments lexer, made from the words of the grammar when it is first used."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

from ruledsl_tools.colours.words import CONSTANTS, PATTERNS, builtins, inner, one_of, openings, reserved, types


def _rules() -> dict[str, list[Any]]:
    line = [
        (rf"^([ ]*)({one_of(openings())})\b(?![ ]*(?:[-+]?=(?!=)|[.\[(,]))", bygroups(Text, Keyword)),
        (r"\s+", Text),
        (PATTERNS["comment"], Comment.Single),
        (PATTERNS["tag"], Name.Decorator),
        (r'"', String, "text"),
        (rf"\b({one_of(reserved())})\b", Keyword),
        (rf"\b({one_of(list(CONSTANTS))})\b", Keyword.Constant),
        (rf"\b({one_of(inner())})\b(?=[ ]+[\w(\[{{\"])", Keyword),
        (rf"\b({one_of(types())})\b(?![ ]*[=(])", Keyword.Type),
        (rf"\b({one_of(builtins())})\b(?=\()", Name.Builtin),
        (PATTERNS["number"], Number),
        (r"[^\W\d]\w*(?=\()", Name.Function),
        (r"[A-Z]\w*", Name.Class),
        (PATTERNS["name"], Name),
        (PATTERNS["operator"], Operator),
        (PATTERNS["punctuation"], Punctuation),
    ]
    text = [
        (r'[^"\\{}\n]+', String),
        (r"\\.", String.Escape),
        (r"\{\{|\}\}", String.Escape),
        (r"\{", String.Interpol, "hole"),
        (r"\}", String),
        (r'"', String, "#pop"),
        (r"\n", Text, "#pop"),
    ]
    hole = [(r"\}", String.Interpol, "#pop"), (r"\{", Punctuation, "#push"), (r'(?=["\n])', Text, "#pop"), *line[1:4], *line[5:]]
    return {"root": line, "text": text, "hole": hole}


class RulesLexer(RegexLexer):  # type: ignore[misc]
    """Rules of tabletop games."""

    name = "Rules of tabletop games"
    aliases: ClassVar[list[str]] = ["ruledsl", "rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    url = ""
    tokens: ClassVar[dict[str, list[Any]]] = _rules()
