"""Every message of the checker: one row a code. `{words}` are filled in; the page behind `explain` is in `ruledsl/explain.py`."""

from __future__ import annotations

from ruledsl.record import record


@record(frozen=True)
class Row:
    message: str
    label: str = ""
    help: str = ""


ROWS: dict[str, Row] = {
    # ---- names ----
    "E0201": Row("`{name}` is not the name of anything here", "not known", "{near}"),
    "E0202": Row("`{name}` is declared twice", "declared again here", "give one of the two another name"),
    "E0203": Row("`{name}` already means something else here", "hides {what}", "choose another name"),
    "E0204": Row("{owner} has no `{name}`", "not known", "{near}"),
    "E0205": Row("`{name}` is not a type", "not a type", "{near}"),
    "E0206": Row("there is no `{name}(…)`", "not a def or a built-in", "{near}"),
    "E0207": Row("there is no phase `{name}`", "not a phase", "{near}"),
    "E0208": Row("there is no action `{name}`", "not an action", "{near}"),
    "E0209": Row("there is nothing called `{name}` to hang a rule on", "no phase, action, deed or def", "{near}"),
    "E0210": Row("there is no kind of card `{name}`", "not a kind", "{near}"),
    "E0211": Row("there is no zone `{name}`", "not a zone", "{near}"),
    "E0212": Row("there is no option `{name}`", "not an option", "{near}"),
    "E0213": Row("`{name}` has a meaning only inside an action", "nobody is choosing here", "give the deed or def a parameter, such as `p`"),
    "E0214": Row("`{name}` can be a value of {which}", "which one", "compare it with something whose type is known"),
    "E0215": Row("there is no deed or phase `{name}`", "cannot be done", "{near}"),
    "E0216": Row("`{name}` is declared here, and `{other}` is the name that is used", "used nowhere", "write `{other}`"),
    "E0217": Row("`{name}` is no name or text of this game", "not in the rules", "{near}"),
    "E0218": Row("`{{{name}}}` is no hole of `{text}`", "not in the text", "{near}"),
    "E0219": Row("a combination has no line `{name}:`", "not known", "{near}"),
    "E0220": Row("no `unless` of this game says `{name}`", "never comes", "{near}"),
    "E0221": Row("a meld has no line `{name}:`", "not known", "{near}"),
    "E0224": Row("the lines of a board are its row, column and diagonal, and `{name}` is none", "no line", "{near}"),
    "E0225": Row("a letter says what is in the variables of its cell, and `{name}` is none of these", "not a variable of cells", "{near}"),
    "E0226": Row("`{name}` is of hexes: {what}", "not on hexes", "{hint}"),
    # ---- types ----
    "E0301": Row("`{op}` does not work on {got}", "this is {got}", "{hint}"),
    "E0302": Row("{left} is never equal to {right}", "this is {right}", "{hint}"),
    "E0303": Row("{want} is wanted here, and this is {got}", "this is {got}", "{hint}"),
    "E0304": Row("a condition is wanted here, and this is {got}", "this is {got}", "{hint}"),
    "E0305": Row("a zone is used as {want}", "`{name}` is a zone", "write `count({name})` for the number of its cards"),
    "E0306": Row("a zone is wanted here, and this is {got}", "this is {got}", "{hint}"),
    "E0307": Row("`{name}` takes {want}, and {got}", "{got}", "{hint}"),
    "E0309": Row("{kinds} has no `{name}`", "may be {kinds}", "{hint}"),
    "E0310": Row("{value} does not fit: `{name}` goes from {low} to {high}", "out of range", "{hint}"),
    "E0311": Row("{got} cannot be gone through one by one", "this is {got}", "write a zone, a set, a range such as `1..6`, `players` or the name of an enum"),
    "E0312": Row("this cannot be set", "not a variable", "{hint}"),
    "E0313": Row("only a player can choose", "this is {got}", "write a player before `chooses`, such as `p`"),
    "E0315": Row("`{name}` has no place here", "only on the right of `=`", "write `let x = roll …` first, and use `x`"),
    "E0316": Row("a card or a set of cards is wanted here, and this is {got}", "this is {got}", "{hint}"),
    "E0317": Row("`{name}` works on {want}", "this is {got}", "{hint}"),
    "E0318": Row("the range is empty: {low} is more than {high}", "from high to low", "write `{high}..{low}`"),
    "E0319": Row("this number must be known before play", "{why}", "use numbers, options, and `count(players)`"),
    "E0320": Row("a zone cannot be set like a variable", "`{name}` is a zone", "write `move … to {name}`"),
    "E0321": Row("the rows of the chart `{name}` are neither numbers nor the values of an enum", "what are its rows", "name each row after a value of one enum, or a kind of card"),
    "E0322": Row("the chart `{name}` has no row for `{row}`", "may be `{row}`", "add the row, or leave it out with `if`"),
    "E0340": Row("a reach goes on to {on}, and begins with {begun}", "leads to {on}", "each step leads to what is of the same type as the beginning"),
    "E0341": Row("a list that is made by `for` is counted or reckoned with, and nothing else", "as a set it would lose what is equal", "write `{{… for …}}`, which has each value once, or `count(… for …)`, `sum(… for …)`"),
    "E0331": Row("`{name}` has one for each of `{what}`, and `{value}` is none of these", "this is {got}", "write one of them in brackets"),
    "E0332": Row("`{name}` has no column `{column}`; it has {columns}", "not a column", "write a column that there is, or add it"),
    "E0323": Row(
        "only `for`, `turns`, `first` and `last` look at members in an order", "no order here", "write `for x in S by highest …:`, or `first(x for x in S by highest …)`"
    ),
    "E0324": Row("`ranked` gives places in `for` and `turns` alone", "no places here", "write `for x in S by highest … ranked n:` as a statement of its own"),
    "E0343": Row("{what} {does} in line {line}: what comes after it is not known", "not known", "ask what it comes to in another way, as of a cell beside it"),
    "E0342": Row("`after this` stands in a `require` of an action", "after what?", "write a deed: `… after push(c)`"),
    "E0345": Row("a history holds variables that all see", "{got}", "{hint}"),
    "E0346": Row("`times` asks how often the present position is in a history", "of which history?", "{hint}"),
    "E0347": Row("`{name}` may be noted for ever", "how many notes at the most?", "write `history {name} after … at most 200 times: …`, or give the loop that goes through its phase a bound"),
    "E0348": Row("which ends an edge has, and how long it is, must be known before play", "{why}", "write it by charts, steps and neighbours; what changes stands in the condition of the edges"),
    "E0349": Row("where a way may go on hangs on `{edge}`", "at `{node}`, for all edges", "ask of `{node}` alone here; what holds of an edge stands behind `{edge}`"),
    # ---- the shape of a game ----
    "E0350": Row("no card can begin in `{name}`", "{why}", "{hint}"),
    "E0351": Row("a picture says what stands on a board, and {what}", "a picture", "{hint}"),
    "E0352": Row("a letter is written, or printed of one value", "neither", "write `\"x\"`, or `\"{{k}}\"` with `for k in …` behind it"),
    "E0401": Row("a `require` stands at the head of its action, before anything happens", "too late to forbid", "move it up, before the first change"),
    "E0402": Row("a label is the first line of an action", "not the first line", "move it to the top of its action, or remove it"),
    "E0403": Row("a rules file begins with {what}", "missing", "{hint}"),
    "E0404": Row("`end {name}` stands where `{name}` is not going on", "`{name}` does not lead here", "{hint}"),
    "E0405": Row("`usual` has a meaning only in an `instead of`", "there is nothing that it replaces", "{hint}"),
    "E0406": Row("`{name}` is {what}, and cannot be used like this", "this is {what}", "{hint}"),
    "E0407": Row("there is no {what}", "missing", "{hint}"),
    "E0408": Row("the players are a number or a range such as `2..5`, from 1 to 9", "not a number of players", "{hint}"),
    "E0409": Row("`{name}` cannot have variables", "not an owner of variables", "{hint}"),
    "E0410": Row("the circle of `{name}` closes with its first value", "not `{first}`", "write `then {first}`"),
    "E0411": Row("there is more than one `{what}`", "a second one", "keep one of them"),
    "E0412": Row("a variant cannot be made of `{name}`", "{what}", "{hint}"),
    "E0413": Row("{what} does not say who sees `{name}`", "not a way to see", "write open, hidden, own or others, and for a pile or row also top"),
    "E0415": Row("a test asks for {what}", "not in this game", "{hint}"),
    "E0416": Row("the rules ask for {what}", "too large", "{hint}"),
    "E0417": Row("the printed name of a card is made of its parameters", "not a parameter", "{hint}"),
    "E0419": Row("only a card that is chosen with the action can be carried out", "no card of this action", "write `action play(card in your.hand): … carry out card`"),
    "E0420": Row("a `{name}` has no effect that could be carried out", "may be a `{name}`", "give `card {name}` an `effect:`, or leave it out: `card in your.hand if card is not {name}`"),
    "E0421": Row("a `require` belongs to an action", "forbids nothing here", "move it to the head of the action, or write `before ACTION():`"),
    "E0422": Row("only what a player owns is seen by its owner, or by the others", "`{name}` has no owner", "write it under `each player:`, or open or hidden"),
    "E0423": Row("`once` is for a rule on each card of a zone", "on no card", "write the rule under its `card`, with `if this in ZONE` behind `once`"),
    "E0424": Row("`this` is a card, and this rule does not say where it lies", "which card", "begin its condition with `this in ZONE`, as in `before turn(p) if this in p.front`"),
    "E0425": Row("none of several cards is no card", "no cards, or none", "write `0..…`: then no card may be chosen"),
    "E0426": Row("this combination does not say everything", "no line {words}", "it must say at least its `values:`, `size:`, `signs:` and `target:`"),
    "E0427": Row("the line `{word}:` refuses nothing", "never said", "words behind `else` belong to `size:`, `distinct:`, `target:` or `needs:`"),
    "E0428": Row("{what} is given twice", "the second time", "keep one of the two lines"),
    "E0430": Row("`{name}` can be chosen at any time, and no menu gives it its `{parameter}`", "chosen from what?", "write what it is chosen from: `{parameter} in …`"),
    "E0431": Row("there is no mode `{name}`", "not a mode of the game", "{near}"),
    "E0432": Row("a permission holds requirements and nothing else", "no requirement", "write `require C else \"why\"`; what happens belongs in a `to`"),
    "E0433": Row("`{name}` does not say which cards lie together", "too little is told", "it needs `rank:`, and one of `set:`, `run:` and `alike:`"),
    "E0434": Row("the line `{word}:` of a meld refuses nothing", "never said", "write the words where the meld is asked for: `require spread(cards) else \"why\"`"),
    "E0435": Row("`{name}` does not say what cards it is of", "of what cards", "write `meld {name}(card: Card):`, with a kind of card"),
    "E0436": Row("`{name}` is in a family that is one of its own kind", "{way}", "a family stands above its kinds, and above the families in it"),
    "E0437": Row("`carry_out` is what an effect asks that carries out another card", "taken", "call this one otherwise"),
    "E0438": Row("an effect that carries out another card is not dropped in between", "may be dropped", "write the `unless` around the menu from which the card is played"),
    "E0439": Row("an action carries out the one card that was chosen with it", "how deep?", "leave out `at most … deep`; it is for an effect that carries out another card"),
    "E0440": Row("these teams are not those of a whole table: {why}", "not a team each", "{hint}"),
    "E0441": Row("`team` asks for teams, and this game has none", "whose team?", "write `team NAME: seat, seat` under `game` for each, or `highest {name}`"),
    "E0442": Row("`{name}` is nothing of a team", "not of a team", "declare it under `each Team:`, or write `def {name}(team) = …`"),
    "E0450": Row("{what} is not given a zone", "`{name}` is a zone", "zones are handed to defs and deeds alone; give it the player, or the number, whose zone it is"),
    "E0451": Row("a zone that is handed on has a name", "which zone it is, is not known before play", "name one zone, as `p.hand`; choose between two with `if`, around the call"),
    "E0452": Row("`end {loop}` leaves a loop, and no `{loop}` is around it", "which loop", "write it in the block of a `{loop}`; `end PHASE` leaves a phase"),
    "E0461": Row("`{name}` is shuffled, and how its cards lie is not settled here", "hangs on their order", "find it in the phase or deed, as in `let card = top of {name}`, and hand it on: a condition, a text or a def settles nothing"),
    "E0462": Row(
        "`{name}` is here what it was before the choice", "not what is chosen",
        "choose among those that are good, as in `{name} in {{x for x in {domain} if …}}`; what it was before, name with `let`",
    ),
    "E0471": Row("keys must be known before play, and `{what}` is not", "changes during play", "write a range, an enum, `players`, a family of cards or a board"),
    # ---- going on for ever ----
    "E0470": Row("a menu that must be answered comes again for ever", "nothing ends it", "write `again while C`, `again at most N times`, or `p may …`"),
    "E0472": Row("what is chosen together may not hang on who is done first", "{why}", "{hint}"),
    "E0501": Row("`{name}` leads back to itself", "{way}", "use a loop; rules may not call themselves"),
    "E0502": Row("this loop may go on for ever: nobody decides anything in it", "nothing in it asks or is counted", "write `at most N times`, or use `for`"),
    "E0503": Row("cards may carry out each other again and again: {way}", "how deep?", "write `{said} at most 9 deep`"),
    "W0503": Row("this loop may go on for ever if the players want it: {way}", "no bound", "write `at most N times`, or use `for n in 1..N while …`"),
    # ---- setting up a game ----
    "E0801": Row("no game of {players} players can be set up: {why}", "{label}", "change it, or the options as they are when nobody chooses"),
    # ---- what is of no use ----
    "W0601": Row("`{name}` is never used", "{what} without a use", "use it, or remove it"),
    "W0602": Row("the action `{name}` is never offered", "in no menu", "name it after `chooses`, or remove it"),
    "W0603": Row("the phase `{name}` is never entered", "nothing calls it", "call it, or remove it"),
    "W0604": Row("the option `{name}` has no effect", "nothing reads it", "use it, or remove it"),
    "W0605": Row("this is always {value}", "always {value}", "remove it, or correct it"),
    "W0606": Row("this looks at `{name}`, which its chooser cannot see", "hidden from the chooser", "what is offered and what refused would tell it; use what the chooser sees"),
    "W0607": Row("`{name}` is set but never read", "never read", "use it, or remove it; if people alone read it, say who: write `, open` or `, own` behind it"),
    "W0608": Row("this can never hold: {why}", "never", "correct one of its conditions, or remove it"),
    "W0609": Row(
        "`{name}` is chosen among cards that its chooser may not see, by what is on them", "hangs on what is hidden",
        "what can be chosen would tell it; ask what the chooser sees, or `show` the cards before",
    ),
    "W0610": Row(
        "`{name}` are several cards at once, among some that their chooser may not see", "only those that the chooser knows can be taken",
        "`show` the cards before, or let them be chosen one at a time",
    ),
    "W0611": Row(
        "a part of `{how}(…)` is asked, and it may be that there is none", "none, if nothing is as the condition wants",
        "name it first, as in `let found = {how}(…)`, and ask `found is not none`",
    ),
    "W0612": Row("this changes nothing: {why}", "no effect", "correct it, or remove it"),
    "W0613": Row("the condition does not look at `{name}`: it lets all of them through, or none", "asks nothing of `{name}`", "ask something of `{name}`, or ask before with `if`"),
    "W0614": Row("`{name}` is looked at, but {what}", "{always}", "{hint}"),
    "W0615": Row(
        "`{name}` lies in the same order in every game: no rule shuffles it", "top and bottom are known beforehand", "write `shuffle {name}` before its cards are taken",
    ),
    "W0616": Row("`{name}` may be {low}, but nothing ever makes it less", "begins at {first}, and rules only add to it", "take something off it by some rule, or write `{first}..…`"),
    "W0620": Row("the step does not look at `{name}`: it leads to the same from everywhere", "always the same", "go on from `{name}`, as in `{name}.neighbours`"),
}
"""Codes beginning with W are warnings."""

HELD = {
    "a zone": "name one card of it, as `top of nest`, ask how many there are, as `count(nest)`, or go through it: `for card in nest`",
    "a board": "name a cell of it, as `yard[1, 2]`, or go through its cells: `for c in yard`",
}
"""What to write in place of something that holds others, where a value is wanted."""
