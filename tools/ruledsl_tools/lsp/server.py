"""The server: what the protocol asks, put to `ruledsl.service`, and its answers in the words of the protocol."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.service import Document, Workspace
from ruledsl.service.complete import complete
from ruledsl.service.finding import definition, references, renamed
from ruledsl.service.mending import actions, layout
from ruledsl.service.outline import TOKEN_TYPES, Symbol, folds, lenses, symbols, tokens
from ruledsl.service.telling import hover, inlays, signature
from ruledsl_tools.lsp.places import place, position, readable, span, units

PAUSE = 0.05
"""Seconds without a key after which the problems are told."""
IDLE = 1.0
"""Seconds without a key after which what is not needed any more is cleared away: in the middle of an answer it would take longer than the answer."""
RUN_TEST = "ruledsl.runTest"
IN_TERMINAL = "ruledsl.terminal"
"""The editor runs `ruledsl` with these words in a terminal."""

COMPLETIONS = {
    "word": lsp.CompletionItemKind.Keyword, "local": lsp.CompletionItemKind.Variable, "variable": lsp.CompletionItemKind.Field,
    "zone": lsp.CompletionItemKind.Field, "option": lsp.CompletionItemKind.Constant, "enum": lsp.CompletionItemKind.Enum,
    "value": lsp.CompletionItemKind.EnumMember, "card": lsp.CompletionItemKind.Class, "function": lsp.CompletionItemKind.Function,
    "def": lsp.CompletionItemKind.Function, "to": lsp.CompletionItemKind.Method, "phase": lsp.CompletionItemKind.Module,
    "action": lsp.CompletionItemKind.Event, "type": lsp.CompletionItemKind.TypeParameter, "part": lsp.CompletionItemKind.Property,
}  # fmt: skip
SYMBOLS = {
    "game": lsp.SymbolKind.Package, "variant": lsp.SymbolKind.Package, "chapter": lsp.SymbolKind.Namespace, "enum": lsp.SymbolKind.Enum,
    "card": lsp.SymbolKind.Class, "cards": lsp.SymbolKind.Class, "option": lsp.SymbolKind.Constant, "ruling": lsp.SymbolKind.Constant,
    "chart": lsp.SymbolKind.Array, "meld": lsp.SymbolKind.Struct, "board": lsp.SymbolKind.Array, "phase": lsp.SymbolKind.Module,
    "action": lsp.SymbolKind.Event, "to": lsp.SymbolKind.Method, "def": lsp.SymbolKind.Function, "variable": lsp.SymbolKind.Field,
    "state": lsp.SymbolKind.Object, "test": lsp.SymbolKind.Method, "play": lsp.SymbolKind.Module,
}  # fmt: skip


class Rules(LanguageServer):
    """One editor's session."""

    def __init__(self) -> None:
        from importlib.metadata import version

        super().__init__("ruledsl", version("ruledsl"), text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental)
        self.files = Workspace()
        self.waiting: dict[str, asyncio.TimerHandle] = {}
        self.clearing: asyncio.TimerHandle | None = None

    def path(self, uri: str) -> str:
        return to_fs_path(uri) or uri

    def document(self, uri: str) -> Document:
        """A file as it is now; one that was not opened is read from the disk, and has no text where that cannot be."""
        path = self.path(uri)
        if path in self.files.open:
            return self.files.again(path)
        try:
            text = self.workspace.get_text_document(uri).source
        except (OSError, UnicodeDecodeError):
            text = ""
        return self.files.change(path, readable(text))

    def changed(self, uri: str) -> None:
        """A text is another one; its problems, and those of open files that hang on it, are told after a pause. What is not open is read when asked for."""
        if not any(self.path(known) == self.path(uri) for known in self.workspace.text_documents):
            return
        self.files.change(self.path(uri), readable(self.workspace.get_text_document(uri).source))
        for path in list(self.files.open):
            self.soon(path)
        if self.clearing is not None:
            self.clearing.cancel()
        self.clearing = asyncio.get_event_loop().call_later(IDLE, gc.collect)

    def soon(self, path: str) -> None:
        if path in self.waiting:
            self.waiting[path].cancel()
        self.waiting[path] = asyncio.get_event_loop().call_later(PAUSE, self.tell, path)

    def tell(self, path: str) -> None:
        """The problems of a file. What was learnt of another version of the files beside it does not count any more."""
        self.waiting.pop(path, None)
        if path not in self.files.open:
            return
        document = self.files.again(path)
        found = [_diagnostic(document, d) for d in document.problems if d.span.file == path]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(_uri(self, path), found))

    def at(self, params: Any) -> tuple[Document, int, int]:
        document = self.document(params.text_document.uri)
        return document, *place(document.lines, params.position)

    def lines_of(self, document: Document, path: str) -> list[str]:
        other = None if path == document.path or path in document.readings else document.workspace.at(path)
        return document.readings[path].source.lines if path in document.readings else (other or document).lines


def _uri(server: Rules, path: str) -> str:
    known = (uri for uri in server.workspace.text_documents if server.path(uri) == path)
    return next(known, None) or from_fs_path(path) or path


def _diagnostic(document: Document, d: Diagnostic) -> lsp.Diagnostic:
    message = d.message + (f"\n{d.help}" if d.help else "")
    related = [
        lsp.DiagnosticRelatedInformation(lsp.Location(from_fs_path(place.file) or place.file, span(document.lines, place)), words)
        for place, words in d.related
        if place.file == document.path
    ]
    severity = lsp.DiagnosticSeverity.Error if d.is_error else lsp.DiagnosticSeverity.Warning
    tags = [lsp.DiagnosticTag.Unnecessary] if d.code in ("W0601", "W0602", "W0603", "W0604", "W0607", "W0701") else None
    return lsp.Diagnostic(span(document.lines, d.span), message, severity, d.code, source="ruledsl", tags=tags, related_information=related or None)


def _edits(server: Rules, document: Document, edits: tuple[Edit, ...] | list[Edit]) -> lsp.WorkspaceEdit:
    changes: dict[str, list[lsp.TextEdit]] = {}
    for e in edits:
        lines = server.lines_of(document, e.span.file)
        changes.setdefault(_uri(server, e.span.file), []).append(lsp.TextEdit(span(lines, e.span), e.text))
    return lsp.WorkspaceEdit(changes=changes)


def _symbol(document: Document, found: Symbol) -> lsp.DocumentSymbol:
    inner = [_symbol(document, each) for each in found.inner]
    kind = SYMBOLS.get(found.kind, lsp.SymbolKind.Object)
    return lsp.DocumentSymbol(found.name or found.kind, kind, span(document.lines, found.span), span(document.lines, found.place), found.kind, children=inner)


def make() -> Rules:
    """A server with everything that it can do."""
    server = Rules()
    _texts(server)
    _names(server)
    _places(server)
    _shown(server)
    _done(server)
    return server


def serve() -> None:
    """Speaks over standard input and output until the editor goes away."""
    gc.disable()
    make().start_io()


def _texts(server: Rules) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def _(ls: Rules, params: Any) -> None:
        ls.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def _(ls: Rules, params: lsp.DidCloseTextDocumentParams) -> None:
        path = ls.path(params.text_document.uri)
        ls.files.close(path)
        ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


def _names(server: Rules) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "(", " "]))
    def _(ls: Rules, params: lsp.CompletionParams) -> lsp.CompletionList:
        document, line, column = ls.at(params)
        return lsp.CompletionList(False, [_completion(n, c) for n, c in enumerate(complete(document, line, column))])

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def _(ls: Rules, params: lsp.HoverParams) -> lsp.Hover | None:
        document, line, column = ls.at(params)
        told = hover(document, line, column)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told.markdown), span(document.lines, told.span)) if told else None

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    def _(ls: Rules, params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        found = signature(*ls.at(params))
        if found is None:
            return None
        given = [lsp.ParameterInformation(words) for words in found.parameters]
        return lsp.SignatureHelp([lsp.SignatureInformation(found.label, found.about, given, found.active)], 0, found.active)


def _places(server: Rules) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def _(ls: Rules, params: lsp.DefinitionParams) -> list[lsp.Location]:
        document, line, column = ls.at(params)
        return [lsp.Location(_uri(ls, s.file), span(ls.lines_of(document, s.file), s)) for s in definition(document, line, column)]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def _(ls: Rules, params: lsp.ReferenceParams) -> list[lsp.Location]:
        document, line, column = ls.at(params)
        return [lsp.Location(_uri(ls, s.file), span(ls.lines_of(document, s.file), s)) for s in references(document, line, column)]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def _(ls: Rules, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        document, line, column = ls.at(params)
        here = (s for s in references(document, line, column) if s.file == document.path)
        return [lsp.DocumentHighlight(span(document.lines, s)) for s in here]

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def _(ls: Rules, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        document, line, column = ls.at(params)
        edits = renamed(document, line, column, params.new_name)
        if isinstance(edits, str):
            ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, edits))
            return None
        return _edits(ls, document, edits)


def _completion(n: int, c: Any) -> lsp.CompletionItem:
    snippet = lsp.InsertTextFormat.Snippet if c.insert else None
    kind = COMPLETIONS.get(c.kind, lsp.CompletionItemKind.Value)
    return lsp.CompletionItem(c.label, kind=kind, detail=c.detail or None, sort_text=f"{n:05}", insert_text=c.insert or None, insert_text_format=snippet)


def _shown(server: Rules) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def _(ls: Rules, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = ls.document(params.text_document.uri)
        return [_symbol(document, found) for found in symbols(document)]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def _(ls: Rules, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return [lsp.FoldingRange(a - 1, b - 1) for a, b in folds(ls.document(params.text_document.uri))]

    legend = lsp.SemanticTokensLegend(list(TOKEN_TYPES), ["declaration"])

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def _(ls: Rules, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return lsp.SemanticTokens(_encoded(ls.document(params.text_document.uri)))

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def _(ls: Rules, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        document = ls.document(params.text_document.uri)
        found = inlays(document, params.range.start.line + 1, params.range.end.line + 1)
        return [lsp.InlayHint(position(document.lines, i.line, i.column), i.text, lsp.InlayHintKind.Type) for i in found]


def _encoded(document: Document) -> list[int]:
    """Names as five numbers each: lines and units since the one before, length, colour, whether it is declared."""
    out: list[int] = []
    line = start = 0
    for found, colour, declares in tokens(document):
        at = position(document.lines, found.line, found.column)
        length = units(document.lines[found.line - 1][found.column - 1 : found.end_column - 1])
        out += [at.line - line, at.character - (start if at.line == line else 0), length, TOKEN_TYPES.index(colour), int(declares)]
        line, start = at.line, at.character
    return out


def _done(server: Rules) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def _(ls: Rules, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = ls.document(params.text_document.uri)
        text = layout(document)
        if text is None or text == document.text:
            return []
        return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), lsp.Position(len(document.lines) + 1, 0)), text)]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def _(ls: Rules, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = ls.document(params.text_document.uri)
        return [
            lsp.CodeAction(
                found.title, lsp.CodeActionKind.QuickFix, [_diagnostic(document, found.problem)], True, edit=_edits(ls, document, found.edits)
            )
            for found in actions(document, params.range.start.line + 1, params.range.end.line + 1)
        ]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def _(ls: Rules, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        out = []
        for lens in lenses(ls.document(params.text_document.uri)):
            at = lsp.Range(lsp.Position(lens.line - 1, 0), lsp.Position(lens.line - 1, 0))
            command = RUN_TEST if lens.what == "run" else IN_TERMINAL
            out.append(lsp.CodeLens(at, lsp.Command(lens.title, command, arguments=[list(lens.command)])))
        return out

    @server.command(RUN_TEST)
    async def _(ls: Rules, words: list[str]) -> str:
        told = await asyncio.get_event_loop().run_in_executor(None, _ran, words)
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info if told[0] else lsp.MessageType.Error, told[1]))
        return told[1]


def _ran(words: list[str]) -> tuple[bool, str]:
    """Runs a test as it is on the disk, and answers what `ruledsl test` says."""
    command = [sys.executable, "-m", "ruledsl_tools.cli", *words]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=Path(words[1]).parent, check=False)
    return done.returncode == 0, (done.stdout + done.stderr).strip()
