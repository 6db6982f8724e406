"""The TextMate grammar (VS Code, Sublime, GitHub) and the table of the CodeMirror mode."""

from __future__ import annotations

import json
from typing import Any

from ruledsl_tools.colours.words import CONSTANTS, PATTERNS, builtins, inner, one_of, openings, reserved, types

SAID = "made by `python -m ruledsl_tools.colours` from grammar/lexical.lark"


def _patterns() -> list[dict[str, Any]]:
    def rule(scope: str, match: str) -> dict[str, Any]:
        return {"name": f"{scope}.ruledsl", "match": match}

    return [
        {
            "match": rf"^( *)({one_of(openings())})\b(?! *(?:[-+]?=(?!=)|[.\[(,]))",
            "captures": {"2": {"name": "keyword.control.ruledsl"}},
        },
        rule("comment.line.number-sign", PATTERNS["comment"]),
        rule("entity.other.attribute-name.tag", PATTERNS["tag"]),
        {
            "name": "string.quoted.double.ruledsl", "begin": '"', "end": '"|$',
            "patterns": [
                rule("constant.character.escape", r"\\.|\{\{|\}\}"),
                {
                    "name": "meta.interpolation.ruledsl", "begin": r"\{", "end": r"\}|(?=\"|$)",
                    "beginCaptures": {"0": {"name": "punctuation.section.interpolation.begin.ruledsl"}},
                    "endCaptures": {"0": {"name": "punctuation.section.interpolation.end.ruledsl"}},
                    "patterns": [{"include": "#hole"}],
                },
            ],
        },
        {"include": "#value"},
    ]  # fmt: skip


def _values() -> list[dict[str, Any]]:
    def rule(scope: str, match: str) -> dict[str, Any]:
        return {"name": f"{scope}.ruledsl", "match": match}

    return [
        rule("keyword.control", rf"\b({one_of(reserved())})\b"),
        rule("constant.language", rf"\b({one_of(list(CONSTANTS))})\b"),
        rule("keyword.other", rf"\b({one_of(inner())})\b(?= +[\w(\[{{\"])"),
        rule("storage.type", rf"\b({one_of(types())})\b(?! *[=(])"),
        rule("support.function", rf"\b({one_of(builtins())})\b(?=\()"),
        rule("constant.numeric", PATTERNS["number"]),
        rule("entity.name.function", rf"{PATTERNS['name']}(?=\()"),
        rule("entity.name.type", r"\b[A-Z]\w*"),
        rule("variable.other", PATTERNS["name"]),
        rule("keyword.operator", PATTERNS["operator"]),
        rule("punctuation", PATTERNS["punctuation"]),
    ]


def textmate() -> str:
    """The grammar as JSON."""
    hole = [{"begin": r"\{", "end": r"\}", "patterns": [{"include": "#hole"}]}, {"include": "#value"}]
    grammar = {
        "name": "ruledsl", "scopeName": "source.ruledsl", "fileTypes": ["rules"], "comment": SAID,
        "patterns": _patterns(), "repository": {"value": {"patterns": _values()}, "hole": {"patterns": hole}},
    }  # fmt: skip
    return json.dumps(grammar, indent=2, ensure_ascii=False) + "\n"


def codemirror() -> str:
    """The mode for CodeMirror 6: a stream parser, for `StreamLanguage.define`."""
    table = {
        "opening": rf"({one_of(openings())})\b(?! *(?:[-+]?=(?!=)|[.\[(,]))", "comment": PATTERNS["comment"], "tag": PATTERNS["tag"],
        "keyword": rf"({one_of(reserved())})\b|({one_of(inner())})\b(?= +[\w(\[{{\"])", "atom": rf"({one_of(list(CONSTANTS))})\b",
        "type": rf"({one_of(types())})\b(?! *[=(])", "builtin": rf"({one_of(builtins())})\b(?=\()", "number": PATTERNS["number"],
        "function": r"[\p{L}_][\p{L}\p{N}_]*(?=\()", "name": r"[\p{L}_][\p{L}\p{N}_]*", "operator": PATTERNS["operator"],
        "punctuation": PATTERNS["punctuation"],
    }  # fmt: skip
    body = json.dumps(table, indent=2, ensure_ascii=False)
    return f"// {SAID}\n{_MODE.replace('TABLE', body)}"


_MODE = r"""const table = Object.fromEntries(Object.entries(TABLE).map(([kind, text]) => [kind, new RegExp("^(?:" + text + ")", "u")]));
const order = ["comment", "tag", "atom", "keyword", "type", "builtin", "number", "function", "name", "operator", "punctuation"];

export const ruledsl = {
  name: "ruledsl",
  startState: () => ({ text: false, holes: 0 }),
  token(stream, state) {
    if (stream.sol()) {
      state.text = false;
      state.holes = 0;
      if (stream.eatSpace()) return null;
    }
    if (state.text && !state.holes) {
      while (!stream.eol()) {
        if (stream.match(/^(?:\\.|\{\{|\}\})/)) continue;
        if (stream.peek() === "{") {
          if (stream.start < stream.pos) return "string";
          stream.next();
          state.holes = 1;
          return "punctuation";
        }
        if (stream.next() === '"') {
          state.text = false;
          return "string";
        }
      }
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (state.holes) {
      if (stream.peek() === "{") state.holes += 1;
      if (stream.peek() === "}") state.holes -= 1;
    }
    if (stream.peek() === '"') {
      stream.next();
      state.text = !state.text || state.holes === 0;
      state.holes = 0;
      return "string";
    }
    if (!state.text && /^\s*$/.test(stream.string.slice(0, stream.pos)) && stream.match(table.opening)) return "keyword";
    for (const kind of order) {
      if (stream.match(table[kind])) {
        return { tag: "meta", type: "typeName", builtin: "standard", function: "function", name: "variableName" }[kind] || kind;
      }
    }
    stream.next();
    return "invalid";
  },
  languageData: { commentTokens: { line: "#" } },
};
"""
