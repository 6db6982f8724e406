"""Every syntax error: its code, its words, and a broken example, in one table."""

from __future__ import annotations

from ruledsl.diagnostics import Diagnostic, Edit
from ruledsl.record import record
from ruledsl.source import Span


@record(frozen=True)
class Row:
    """One kind of mistake.

    `{words}` in the message and the help are filled in. In the example `«…»` stands around what is marked; an empty example
    is one that is too long to be printed.
    """

    code: str
    message: str
    help: str
    example: str


ROWS: dict[str, Row] = {
    # ---- the file ----
    "unreadable_file": Row("E0100", "the file cannot be read: {why}", "", ""),
    "not_utf8": Row("E0101", "the file is not UTF-8 text", "{how}", ""),
    "long_file": Row("E0102", "the file is too long", "at most {limit}; move tests to a file of their own", ""),
    "long_line": Row("E0103", "the line is too long", "at most {limit} characters; a line goes on after a comma", ""),
    "control_character": Row("E0104", "a character that cannot be seen", "remove it", "def f() = 1 «\x07»+ 2\n"),
    "tab": Row("E0105", "a tab among the blanks", "indent with 4 blanks; this is said once for the whole file", "play:\n«\t»f()\n"),
    # ---- characters ----
    "unknown_character": Row("E0106", "`{word}` is not used in the rules", "", "def f() = 1 «$» 2\n"),
    "division": Row("E0107", "`/` is not used in the rules", "`//` divides and rounds down", "def f(x) = x «/» 2\n"),
    "exclamation": Row("E0108", "`!` is not used in the rules", "write `not`", "def f(x) = «!»x\n"),
    "single_quote": Row("E0109", "`{word}` is not used in the rules", 'a text stands in double quotes: `"..."`', "chapter «'»One'\n"),
    "semicolon": Row("E0110", "`;` is not used in the rules", "a line holds one statement", "play:\n    f()«;» g()\n"),
    "bad_number": Row("E0111", "`{word}` is neither a number nor a name", "a name begins with a letter", "def f() = «3x»\n"),
    "several_dice": Row(
        "E0196", "`{word}` is neither a number nor a name",
        "a sum is written out, `a + b`, of two names for `roll d6`; dice kept one by one are {how}", "play:\n    cup = roll «2d6»\n",
    ),
    "long_number": Row("E0112", "a number of more than 18 digits", "", "def f() = «1234567890123456789»\n"),
    "open_text": Row("E0113", "this text is not closed", 'write `"` at its end', 'chapter «"One»\n'),
    "bad_tag": Row("E0114", "`{word}` is no tag", "a tag is letters, digits and `-` after `@`, as in `@SE-012`", "play: f() «@»\n"),
    "stray_tag": Row("E0115", "a tag does not stand at the end of its line", "move it behind the line", "play: «@A-1» f()\n"),
    # ---- brackets ----
    "open_bracket": Row("E0116", "`{bracket}` is not closed", "write `{closer}` where it ends", "def f«(»a = 1\n"),
    "stray_bracket": Row("E0117", "`{bracket}` closes nothing", "remove it, or open one before it", "def f(a) = a«)»\n"),
    "wrong_bracket": Row("E0118", "`{bracket}` closes no `{opener}`", "close what was opened last before it", "def f(a) = (a«]»\n"),
    "deep_brackets": Row("E0119", "too many brackets in one another", "give a part its own name with `def`", ""),
    "deep_expression": Row("E0120", "too many operations in one expression", "give a part its own name with `def`", ""),
    "deep_block": Row("E0121", "too many blocks in one another", "put the inner ones into a `to`", ""),
    # ---- lines and blocks ----
    "too_deep": Row(
        "E0122", "this line stands too far to the right", "only what is above it with a `:` at its end has a block",
        "play:\n    f()\n        «g»()\n",
    ),
    "uneven": Row(
        "E0123", "this line is indented like none above it", "a block is indented by 4 blanks",
        "play:\n    if a:\n        f()\n      «g»()\n",
    ),
    "not_in_block": Row(
        "E0166", "this line belongs to the block above it, and is not indented", "indent it by {by} blanks",
        "play:\n    if a:\n    «f»()\n        g()\n",
    ),
    "empty_block": Row("E0124", "the block below this line is empty", "{how}", "«play:»\n\nphase f(): g()\n"),
    "missing_colon": Row("E0125", "a `:` is missing", "what has a block below it ends with `:`", "phase f()«»\n    g()\n"),
    "block_on_line": Row(
        "E0126", "`{word}` cannot stand behind a `:`", "put it on a line of its own, indented",
        "play:\n    if a: «for» p in players: f()\n",
    ),
    "lone_else": Row(
        "E0127", "`{word}` without an `if` before it", "`else:` stands as far to the right as its `if`",
        "play:\n    f()\n    «else»:\n        g()\n",
    ),
    "else_if": Row("E0128", "`else if` is written `elif`", "", "play:\n    if a: f()\n    «else if» b: g()\n"),
    "else_on_line": Row(
        "E0129", "`{word}` stands on the line of another statement", "{how}", "play:\n    if a: f() «else»: g()\n"
    ),
    # ---- declarations ----
    "nested_declaration": Row(
        "E0130", "`{word}` declares something and cannot stand in a block", "begin it at the start of the line",
        "play:\n    «phase» f(): g()\n",
    ),
    "statement_outside": Row(
        "E0131", "a statement outside of every block", "put it under `play:`, a `phase`, an `action` or a `to`",
        "«move» top of stock to discard\n",
    ),
    "unknown_declaration": Row("E0132", "`{word}` begins no declaration", "{meant}", "«acton» f(): g()\n"),
    "late_part": Row("E0134", "`{word}` stands too late, or twice", "a test says players, options, seed, given, then when and then, and its cases last",
                     'test "a":\n    players 2\n    then: x\n    «seed 3»\n'),
    # ---- statements ----
    "unknown_statement": Row("E0135", "`{word}` begins no statement", "{meant}", "play:\n    «requrie» a\n"),
    "foreign_statement": Row("E0136", "there is no `{word}`", "{instead}", "play:\n    «return» x\n"),
    "bare_name": Row("E0137", "a name alone does nothing", "a call has brackets: `{word}()`", "play:\n    «deal_out»\n"),
    "bare_value": Row("E0138", "a value alone does nothing", "{how}", "play:\n    «p.hand»\n"),
    "name_is_word": Row(
        "E0139", "`{word}` is a word of the language", "choose another name", "play:\n    «move» = 3\n"
    ),
    "else_of_value": Row(
        "E0167", "an `else:` belongs to a choice of actions", "a value is chosen with `or none`; ask with `if x is none` behind it",
        "play:\n    «p chooses x in 1..6»\n    else: f()\n",
    ),
    "block_of_choice": Row(
        "E0190", "a block behind a choice is for what may be none", "write `or none` before the question, or what is done in lines of its own",
        'play:\n    «p chooses x in 1..6 "how many?":»\n        f(x)\n',
    ),
    "else_of_roll": Row(
        "E0191", "what is rolled or observed is never none", "leave the reason out", 'action a():\n    let n = «roll d6» else "no"\n',
    ),
    "value_of_several": Row(
        "E0192", "what several are set to is a number or a name", "write one value for each, or `let n = …` before them", "play:\n    a, b = «c + 1»\n",
    ),
    "values_of_several": Row(
        "E0194", "{targets} are set, and here are {values} values", "write one value for each, or one number or name for all",
        "play:\n    a, b = «c, d, e»\n",
    ),
    "else_of_each": Row(
        "E0184", "an `else:` behind `each` would be for nobody in particular", "say who is asked: `each p in S if C chooses …`",
        "play:\n    «each p in players chooses a»\n    else: f()\n",
    ),
    "else_of_loop": Row(
        "E0176", "an `else:` behind a loop is for its bound", "say how often at most: `while C at most 9 times:`",
        "play:\n    «while x > 0:»\n        f()\n    else: g()\n",
    ),
    "order_side": Row(
        "E0177", "an order says which side comes first", "write `by highest …` or `by lowest …`", "play:\n    for p in players by «p».score: f()\n",
    ),
    "order_word": Row("E0178", "`{word}` is not a word of orders", "write `{right}`", "play:\n    for p in players «sorted by» highest p.score: f()\n"),
    "ranked_without_order": Row(
        "E0179", "`ranked` names the place in an order, and there is none", "write `by highest … ranked n`", "play:\n    for p in players «ranked» n: f()\n",
    ),
    "loop_part": Row(
        "E0180", "`{word}` stands before `{before}`", "write `for p in S by … ranked n from q if C while D:`",
        "play:\n    for p in players if a by highest p.x «from» q: f()\n",
    ),
    "again_first": Row("E0181", "`again` stands behind the menu", "write `p may a or b again`", "play:\n    p may «again» a\n"),
    "again_until": Row("E0182", "a menu comes again `while` something holds", "write `again while not …`", "play:\n    p may a again «until» x > 3\n"),
    "together_always": Row("E0185", "all win together, or nobody: when?", "write `winner: together if …`", "winner: «together»\n"),
    "again_if": Row("E0183", "a menu comes again `while` something holds", "write `again while …`", "play:\n    p may a again «if» x > 3\n"),
    "unless_condition": Row(
        "E0168", "`unless` is followed by what may come in between, as a text",
        'write `if not ...:`, or `unless "time is up" for p after 60 seconds:`', "play:\n    unless «a»: f()\n",
    ),
    "action_if": Row(
        "E0169", "the head of an action has no condition", 'say in its block when it may be chosen: `require C else "why"`',
        "action f() «if» a: g()\n",
    ),
    "sentence": Row("E0195", "`{word}` is not how the rules say it", "{how}", "play:\n    «deal 5» cards\n"),
    "increment": Row("E0140", "`{word}` is not used in the rules", "write `x += 1` or `x -= 1`", "play:\n    x«++»\n"),
    "walrus": Row("E0141", "`:=` is not used in the rules", "write `=`", "play:\n    x «:=» 3\n"),
    "equal_for_assign": Row("E0142", "`==` compares, and changes nothing", "write `=`", "play:\n    x «==» 3\n"),
    "comma_for_else": Row("E0143", "the reason comes after `else`", 'write `require ... else "why"`', 'play:\n    require a«,» "why"\n'),
    "foreign_then": Row("E0144", "there is no `then` behind a condition", "write `:`", "play:\n    if a «then» f()\n"),
    # ---- expressions ----
    "assign_for_equal": Row("E0145", "`=` does not compare", "write `==`", "play:\n    if a «=» 3: f()\n"),
    "power": Row("E0146", "`**` is not used in the rules", "multiply with `*`", "def f(x) = x «**» 2\n"),
    "foreign_operator": Row("E0147", "`{word}` is not used in the rules", "write `{right}`", "def f(a, b) = a «&&» b\n"),
    "foreign_value": Row("E0148", "`{word}` is not used in the rules", "write `{right}`", "def f() = «True»\n"),
    "foreign_call": Row("E0149", "`{word}` is not used in the rules", "write `{right}(...)`", "def f(x) = «len»(x)\n"),
    "text_as_value": Row("E0150", "a text is not a value", "texts are labels, prompts and reasons only", 'def f() = «"a"»\n'),
    "if_value": Row("E0163", "`if` does not begin a value", "write `this if condition else that`", "def f(x) = «if» x: 3 else 4\n"),
    "question_mark": Row("E0164", "`?` is not used in the rules", "write `this if condition else that`", "def f(x) = x «?» 3 : 4\n"),
    "players_dash": Row("E0165", "from how many to how many players is written with `..`", "write `{right}`",
                        'game "a":\n    players «2-5»\n'),
    "missing_value": Row(
        "E0151", "a value is missing {where}", "write a name, a number or what is reckoned there; or remove what is too much", "def f(a) = a +«»\n"
    ),
    "stray_or_none": Row(
        "E0152", "`or none` belongs to a type or to what is chosen from", "compare with `x is none`", "def f(a) = g(a «or none»)\n"
    ),
    "more_outside": Row("E0153", "`more` counts cards that no line of a test names", "", "def f() = 3 «more»\n"),
    "many_of_one": Row("E0193", "`{count} of` one thing stands in a list", "write 1 to {most}", "def f() = [«0 of a»]\n"),
    # ---- words ----
    "doubled_word": Row("E0154", "`{word}` stands twice", "remove one", "play:\n    move a to «to» b\n"),
    "missing_word": Row("E0155", "`{word}` is missing", "write it before `{before}`", "play:\n    move a «b»\n"),
    "misspelt_word": Row("E0156", "`{word}` is not understood here", "did you mean `{meant}`?", "play:\n    p «choses» a\n"),
    "extra_words": Row("E0157", "the line should end before `{word}`", "{how}", "play:\n    f() «3»\n"),
    "early_end": Row("E0158", "the line ends too early", "{expected}", "play:\n    end«»\n"),
    "unexpected": Row("E0159", "`{word}` cannot stand here", "{expected}", "chapter «5»\n"),
    # ---- texts ----
    "text_in_hole": Row("E0186", "quotes end a text, also inside braces", "no text stands in a hole: let it hold a value of an enum that has a text",
                        'play:\n    "{"«a»" if flag else "b"}"\n'),
    "text_brace": Row("E0160", "`{brace}` in a text opens or closes nothing", "write `{brace}{brace}` for the brace itself",
                      'play:\n    "label «{»x"\n'),
    "empty_braces": Row("E0161", "nothing stands between the braces", "write `{{{{` for a brace", 'play:\n    "label «{}»"\n'),
    "many_faults": Row("E0162", "there are more mistakes than are shown", "mend these first", ""),
}


def fault(row: str, span: Span, fix: tuple[Edit, ...] = (), **words: str) -> Diagnostic:
    """The diagnostic of a row of the table."""
    kind = ROWS[row]
    return Diagnostic(kind.code, span, kind.message.format(**words), help=kind.help.format(**words), fix=fix)
