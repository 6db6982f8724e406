// made by `python -m ruledsl_tools.colours` from grammar/lexical.lark
const table = Object.fromEntries(Object.entries({
  "opening": "(cannot +tell +apart|stands +for +any|holds +possible|unless +forced|as +one +move|at +any +time|random +games|as +soon +as|cannot +come|combination|from +below|instead +of|carry +out|components|can +come|can +only|from +top|invariant|phase +is|at +most|rulebook|together|average|because|chapter|chooses|highest|history|observe|players|refused|require|seconds|shuffle|variant|action|always|before|cannot|chance|during|effect|lowest|number|option|places|ranked|repeat|reveal|ruling|unless|winner|within|worlds|after|again|board|chart|force|given|hexes|knows|names|phase|shape|since|small|table|times|turns|until|world|card|case|deep|draw|each|enum|ever|from|game|give|grid|meld|mode|move|next|once|pass|play|roll|seed|show|team|test|then|this|when|wins|can|def|end|let|may|win|as|by|of|to)\\b(?! *(?:[-+]?=(?!=)|[.\\[(,]))",
  "comment": "#.*",
  "tag": "@[A-Za-z][\\w-]*\\d\\w*(?:\\.\\.\\d+)?",
  "keyword": "(or +none|is +not|not +in|false|while|elif|else|true|and|for|not|if|in|is|or)\\b|(cannot +tell +apart|stands +for +any|holds +possible|unless +forced|as +one +move|at +any +time|random +games|as +soon +as|cannot +come|combination|from +below|instead +of|all +cards|bottom +of|carry +out|components|random +of|can +come|can +only|from +top|invariant|phase +is|at +most|rulebook|together|tops +of|all +of|average|because|chapter|chooses|highest|history|observe|players|refused|require|seconds|shuffle|top +of|variant|action|always|before|bottom|cannot|chance|during|effect|lowest|number|option|places|random|ranked|repeat|reveal|ruling|unless|winner|within|worlds|after|again|board|chart|force|given|hexes|knows|names|phase|shape|since|small|table|times|turns|until|usual|world|card|case|deep|draw|each|enum|ever|from|game|give|grid|meld|mode|more|move|next|once|pass|play|roll|seed|show|team|test|then|this|when|wins|all|can|def|end|let|may|top|win|as|by|of|to)\\b(?= +[\\w(\\[{\\\"])",
  "atom": "(true|false|none)\\b",
  "type": "(bag|bool|cell|corner|edge|fan|hand|heap|hidden|line|list|open|others|own|pile|place|player|route|row|set|spot|top)\\b(?! *[=(])",
  "builtin": "(abs|all|any|count|distinct|first|last|longest|max|min|over|seen|sees|sum|times|waiting|winners)\\b(?=\\()",
  "number": "\\d+\\.\\d+|\\d+",
  "function": "[\\p{L}_][\\p{L}\\p{N}_]*(?=\\()",
  "name": "[\\p{L}_][\\p{L}\\p{N}_]*",
  "operator": "==|!=|<=|>=|\\+=|-=|\\.\\.|//|[-+*%|&<>=]",
  "punctuation": "[.,:()\\[\\]{}]"
}).map(([kind, text]) => [kind, new RegExp("^(?:" + text + ")", "u")]));
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
