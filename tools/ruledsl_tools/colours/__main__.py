"""`python -m ruledsl_tools.colours` writes the grammars of editors anew; run it in a checkout."""

from __future__ import annotations

from pathlib import Path

from ruledsl_tools.colours.textmate import codemirror, textmate

MADE = {"editors/vscode/syntaxes/ruledsl.tmLanguage.json": textmate, "editors/codemirror/ruledsl.js": codemirror}

if __name__ == "__main__":
    for name, make in MADE.items():
        Path(name).write_text(make(), encoding="utf-8")
        print(name)
