"""Why a line could not be read: the mistakes that people make, from the particular to the general."""

from __future__ import annotations

from typing import Callable

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.source import Span
from ruledsl.spell import nearest
from ruledsl.syntax import words
from ruledsl.syntax.explain_control import about_winner, again, order, repeated, together, value_in_block
from ruledsl.syntax.explain_foreign import called_on, foreign
from ruledsl.syntax.explain_heads import action_if, at_head
from ruledsl.syntax.explain_operators import equals, operator
from ruledsl.syntax.explain_texts import late_text, text_as_value, text_in_hole
from ruledsl.syntax.scene import Scene
from ruledsl.syntax.sentences import declared, sentence
from ruledsl.syntax.token import Token

Rule = Callable[[Scene], Diagnostic | None]


def explain(scene: Scene) -> Diagnostic:
    """The diagnostic for a line at which the parse stopped."""
    for rule in _RULES:
        found = rule(scene)
        if found is not None:
            return found
    return scene.report("unexpected", word=scene.token.text, expected=scene.listed() or "remove it, or write what is missing before it")


# ---- lines and blocks ----


def _layout(scene: Scene) -> Diagnostic | None:
    if scene.kind == "_INDENT":
        above = scene.above
        if above and scene.declares() and above.tokens[0].text != "variant" and not scene.inside and not scene.hangs:
            return scene.report("too_deep", scene.span(0), (Edit(_blanks(scene), ""),))
        if above and above.tokens[0].text in words.BLOCK_HEADS and not above.has_colon and not scene.complete:
            return _colon_behind(scene, above.tokens[-1])
        blanks = _blanks(scene)
        target = " " * (scene.above.indent if scene.above else 0)
        return scene.report("too_deep", scene.span(0), (Edit(blanks, target),))
    if scene.wants_block and scene.above is not None:
        code = scene.inside or scene.above.tokens[0].text in words.CODE_HEADS
        how = "indent what belongs to it by 4 blanks" + (", or write `pass`" if code else "")
        return scene.report("empty_block", scene.above.span(scene.file), how=how)
    return None


def _blanks(scene: Scene) -> Span:
    """What stands before the line."""
    first = scene.line.tokens[0]
    return Span(scene.file, first.line, 1, first.line, first.column)


def _else(scene: Scene) -> Diagnostic | None:
    word = scene.token.text
    if word == "if" and scene.before == "else" and scene.place == 1:
        return scene.replaced("else_if", scene.span(0, 1), "elif")
    if word not in ("else", "elif") or scene.kind not in ("ELSE", "ELIF"):
        return None
    if scene.place == 0:
        return scene.report("lone_else", word=word)
    hangs = scene.token.line > scene.line.tokens[0].line
    how = "begin a line with what stands behind the colon before it, and indent both alike" if hangs else "put it on the next line"
    if word == "else" and scene.first == "def" and not hangs:
        how = "one of two values is written `a if C else b`; another one in place of none `x if x is not none else b`"
    return scene.report("else_on_line", word=word, how=how) if "_NL" in scene.expected else None


def _behind_colon(scene: Scene) -> Diagnostic | None:
    """A head with a block behind the colon of another one. No block hangs on a letter."""
    if scene.first.startswith('"'):
        return None
    for place in (scene.place, scene.place - 1):
        if place > 1 and scene.word(place) in ("if", "for", "while", "repeat", "turns", "unless") and scene.word(place - 1) == ":":
            return scene.report("block_on_line", scene.span(place), word=scene.word(place))
    return None


def _missing_colon(scene: Scene) -> Diagnostic | None:
    if "COLON" not in scene.expected or scene.first not in words.BLOCK_HEADS or scene.in_brackets:
        return None
    if scene.token.text == "then" and scene.first in ("if", "elif", "while"):
        return scene.replaced("foreign_then", scene.here, ":")
    another = any(token.kind == "COLON" for token in scene.line.tokens[scene.place :])
    statement = scene.token.text in words.STATEMENTS and scene.token.text not in ("if", "for", "else")
    if scene.at_end or not another and statement or not another and scene.automaton.fits(scene.states, "COLON", scene.kind):
        return _colon_behind(scene, scene.line.tokens[scene.place - 1])
    return None


def _colon_behind(scene: Scene, last: Token) -> Diagnostic:
    end = Span(scene.file, last.line, last.end, last.line, last.end)
    return scene.report("missing_colon", end, (Edit(end, ":"),))


# ---- the beginning of a line ----


def _at_top(scene: Scene) -> Diagnostic | None:
    """A line that stands where a declaration must begin."""
    if not scene.at_top:
        return None
    word, second = scene.first, scene.word(1)
    if word in words.STATEMENTS:
        return scene.report("statement_outside", word=word)
    if word == "instead":
        return scene.report("missing_word", scene.span(0), word="of", before=second)
    if word in words.FOREIGN_STATEMENTS and second != "(":
        return scene.report("foreign_statement", word=word, instead=words.FOREIGN_STATEMENTS[word])
    meant = nearest(word, words.DECLARATIONS)
    if second not in ("=", "+=", "-=", ".", "(", "chooses", "may") and meant:
        return scene.replaced("unknown_declaration", scene.here, meant, word=word, meant=f"did you mean `{meant}`?")
    if scene.token.kind == "NAME" and second in ("=", "+=", "-=", ".", "(", "chooses", "may", "["):
        return scene.report("statement_outside", word=word)
    return scene.report("unknown_declaration", word=word, meant="such as `phase`, `action`, `def` or `table`")


def _nested(scene: Scene) -> Diagnostic | None:
    if not (scene.inside and scene.declares() and scene.place <= 2):
        return None
    if scene.first in ("each", "before", "after", "names", "card", "to") and scene.word(1) in ("=", "+=", "-=", ".", "("):
        return None
    if scene.first == "def" or not (scene.place == 1 and scene.token.text in ("=", "+=", "-=", ".")):
        return scene.report("nested_declaration", scene.span(0), word=scene.first)
    return None


def _foreign_statement(scene: Scene) -> Diagnostic | None:
    word = scene.first
    place = 2 if word == "print" else 1
    if scene.inside and scene.place == place and word in words.FOREIGN_STATEMENTS and scene.token.text not in ("=", "."):
        return scene.report("foreign_statement", scene.span(0), word=word, instead=words.FOREIGN_STATEMENTS[word])
    return None


def _word_as_name(scene: Scene) -> Diagnostic | None:
    at = scene.place - 1
    begins = at == 0 or scene.word(at - 1) == ":"
    if scene.inside and begins and scene.before in words.STATEMENTS and scene.token.text in ("=", "+=", "-=", "."):
        return scene.report("name_is_word", scene.span(at), word=scene.before)
    return None


def _misspelt_start(scene: Scene) -> Diagnostic | None:
    """`requrie x`: a name where a statement begins, and something behind it that fits no name."""
    first = scene.line.tokens[0]
    if not scene.inside or scene.place != 1 or first.kind != "NAME" or scene.token.text in ("=", "==", "++", ".", "/"):
        return None
    if nearest(scene.token.text, ("chooses", "may")) and scene.token.kind == "NAME":
        return None
    single = scene.at_end
    candidates = ["pass", "usual"] if single else [w for w in words.STATEMENTS if w not in ("pass", "usual")]
    if scene.token.text == ":":
        candidates = ["else"]
    meant = nearest(first.text, candidates)
    if meant:
        return scene.replaced("unknown_statement", scene.span(0), meant, word=first.text, meant=f"did you mean `{meant}`?")
    return None


def _unless(scene: Scene) -> Diagnostic | None:
    """A condition where a text must stand."""
    if scene.inside and scene.first == "unless" and scene.place == 1 and not scene.at_end and scene.token.text not in ("=", "+=", "-="):
        return scene.report("unless_condition")
    return None


def _bare(scene: Scene) -> Diagnostic | None:
    """A line that is only a name or a value."""
    if not (scene.inside and scene.at_end and "ASSIGN" in scene.expected and scene.first not in words.STATEMENTS):
        return None
    if len(scene.line.tokens) > 1:
        return scene.report("bare_value", scene.span(0, len(scene.line.tokens) - 1), how=called_on(scene) or "a call, or `x = ...` to change something")
    return scene.replaced("bare_name", scene.span(0), f"{scene.first}()", word=scene.first)


def _unknown_statement(scene: Scene) -> Diagnostic | None:
    """Two names in a row at the beginning of a line."""
    first = scene.line.tokens[0]
    if scene.inside and scene.place == 1 and first.kind == "NAME" and scene.token.kind in ("NAME", "NUMBER", "STRING"):
        if first.text not in words.STATEMENTS and "CHOOSES" in scene.expected:
            meant = nearest(scene.token.text, ("chooses", "may"))
            if meant is None:
                help = f"a call has brackets: `{first.text}(...)`; a change is `{first.text} = ...`"
                return scene.report("unknown_statement", scene.span(0), word=first.text, meant=help)
    return None


def _or_none(scene: Scene) -> Diagnostic | None:
    if scene.kind == "OR_NONE":
        return scene.report("stray_or_none", scene.span(scene.place, scene.place + 1))
    if scene.kind == "MORE" or scene.token.text == "more" and words.OPERATORS & scene.expected:
        return scene.report("more_outside")
    return None


def _comma_for_else(scene: Scene) -> Diagnostic | None:
    if scene.first == "require" and scene.token.text == "," and scene.word(scene.place + 1).startswith('"'):
        return scene.replaced("comma_for_else", scene.here, " else")
    return None


# ---- words ----


def _doubled(scene: Scene) -> Diagnostic | None:
    """The second of two words may have been read as a name, so that only what follows it does not fit."""
    for place in (scene.place, scene.place - 1):
        word = scene.word(place)
        if place > 0 and word == scene.word(place - 1) and word[:1].isalpha():
            first, second = scene.line.tokens[place - 1], scene.line.tokens[place]
            fix = (Edit(Span(scene.file, first.line, first.end, second.line, second.end), ""),)
            return scene.report("doubled_word", scene.span(place), fix, word=word)
    return None


def _misspelt(scene: Scene) -> Diagnostic | None:
    """A word that is nearly one that would have fitted."""
    if scene.token.kind != "NAME" or "COLON" in scene.expected and scene.token.text in words.STATEMENTS:
        return None
    text, second = scene.token.text, scene.word(scene.place + 1)
    fitting = [scene.written[kind] for kind in scene.expected if scene.written.get(kind, "")[:1].isalpha()]
    synonym = words.SYNONYMS.get(text)
    single = synonym if synonym in fitting else nearest(text, sorted(w for w in fitting if " " not in w))
    if single and scene.kind == "NAME":
        return scene.replaced("misspelt_word", scene.here, single, word=text, meant=single)
    pair = f"{text} {second}"
    double = nearest(pair, sorted(w for w in fitting if " " in w))
    if double and second:
        return scene.replaced("misspelt_word", scene.span(scene.place, scene.place + 1), double, word=pair, meant=double)
    return None


def _misspelt_before(scene: Scene) -> Diagnostic | None:
    """`nto x`: the word before was taken for a name."""
    if scene.place == 0 or scene.kind not in ("NAME", "NUMBER", "LPAR") or scene.line.tokens[scene.place - 1].kind != "NAME":
        return None
    if scene.before not in ("not", "roll", "highest", "lowest"):
        meant = nearest(scene.before, ("not", "roll"))
        if meant and "ASSIGN" not in scene.expected:
            span = scene.span(scene.place - 1)
            return scene.replaced("misspelt_word", span, meant, word=scene.before, meant=meant)
    return None


def _missing_word(scene: Scene) -> Diagnostic | None:
    """One word more, and the line could go on."""
    if scene.place == 0 or scene.at_end:
        return None
    looping = scene.first in ("turns", "each") or any(token.text in ("for", "chooses") for token in scene.line.tokens)
    closed = scene.before == ")" and scene.first not in words.DECLARATIONS
    for kind in words.JOINING:
        if kind == "COLON" and any(token.kind == kind for token in scene.line.tokens[scene.place :]):
            continue
        if kind in ("OF", "COLON") and scene.begins_another:
            continue
        if closed and kind in ("ASSIGN", "COMMA") and "ASSIGN" in scene.expected:
            continue
        if kind == "IN" and not looping or kind == "OF" and scene.token.text in words.VISIBILITIES:
            continue
        if kind in scene.expected and scene.automaton.fits(scene.states, kind, scene.kind):
            word = scene.written[kind]
            start = Span(scene.file, scene.token.line, scene.token.column, scene.token.line, scene.token.column)
            glued = scene.line.tokens[scene.place - 1].end == scene.token.column and scene.token.kind in ("COLON", "COMMA", "RPAR")
            return scene.report("missing_word", fix=(Edit(start, f" {word}" if glued else f"{word} "),), word=word, before=scene.token.text)
    return None


def _missing_value(scene: Scene) -> Diagnostic | None:
    if not words.VALUE_STARTS <= scene.expected or scene.place == 0:
        return None
    if scene.at_end:
        return scene.report("missing_value", where=f"behind `{scene.before}`")
    if scene.kind == "IF":
        return scene.report("if_value")
    if scene.kind not in ("NAME", "NUMBER", "STRING", "DECIMAL"):
        return scene.report("missing_value", where=f"before `{scene.token.text}`")
    return None


def _misspelt_effect(scene: Scene) -> Diagnostic | None:
    """A name alone with a block below it stands under a card, where a constant would have a value."""
    if scene.token.text != ":" or scene.place != 1 or nearest(scene.before, ["effect"]) is None:
        return None
    return scene.replaced("misspelt_word", scene.span(0), "effect", word=scene.before, meant="effect")


def _early_end(scene: Scene) -> Diagnostic | None:
    return scene.report("early_end", expected=scene.listed() or called_on(scene) or "write what is missing") if scene.at_end else None


def _extra(scene: Scene) -> Diagnostic | None:
    if "_NL" in scene.expected and scene.place > 0:
        return scene.report("extra_words", word=scene.token.text, how=_instead(scene))
    return None


def _instead(scene: Scene) -> str:
    """What somebody may have meant by words behind the end of a line."""
    before = [token.text for token in scene.line.tokens[: scene.place]]
    if scene.token.text == "or" and "or" in before:
        return "one of several is written `a, b or c`"
    if scene.token.text == "if" and before[0] == "require":
        return 'what must hold if something else does is put in brackets: `require (A if C else B) else "…"`'
    if scene.kind == "STRING" and before[0] == "card" and before[-1] == ":":
        return "what the card does stands on the next line, indented"
    if scene.kind == "STRING" and before[0] == "card" and "is" in before:
        return 'the text of a card stands before `is`: `card Fox "{rank}" is Red`'
    if scene.token.text == ":" and before[0] == "action" and scene.line.tokens[scene.place - 1].kind == "STRING" and before[-2] == ":":
        return 'the label stands before the colon: `action go(n in 1..3) "go {n}": x += n`'
    if scene.token.text == ":" and "chooses" in before and ":" in before:
        return "what has a block of its own begins a line: put what stands behind the first colon on the next one, indented"
    if before[-1] == ":" and before[0] in ("card", "components", "chart", "board", "combination", "meld"):
        return f"what stands below `{before[0]}` begins a line of its own, indented"
    return "remove it, or begin a line with it"


_RULES: tuple[Rule, ...] = (
    text_in_hole,
    _layout,
    _else,
    _behind_colon,
    at_head,
    declared,
    _at_top,
    sentence,
    equals,
    operator,
    foreign,
    _nested,
    _foreign_statement,
    _word_as_name,
    _unless,
    action_if,
    _or_none,
    about_winner,
    value_in_block,
    text_as_value,
    order,
    again,
    repeated,
    together,
    _comma_for_else,
    _doubled,
    _misspelt_start,
    _misspelt,
    _misspelt_before,
    _misspelt_effect,
    _missing_colon,
    _bare,
    _unknown_statement,
    _missing_word,
    _missing_value,
    _early_end,
    late_text,
    _extra,
)
