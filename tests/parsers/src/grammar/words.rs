//! What scalars and keys are made of.

/// Words that a plain scalar may start with.
pub(super) const STARTS: &[&str] = &[
    "pdf", "Extract", "tables", "from", "the", "and", "when", "use", "this", "skill", "a", "I", "it's", "e.g.", "C++",
    "C#", "node.js", "vendor/tool", "x-y_z", "(see", "$HOME", "a=b", "q&a", "mail@example.com",
    "http://example.com/a?b=c#d", "https://x.y", "Bash(git:*)", "v1.2.3", "1.2.3", "10-20", "50%", "über", "naïve",
    "日本語", "テスト", "Ω", "🚀", "👩‍💻", "e\u{301}", "“quoted”", "—", "…", "\\n", "\\", "don't", "<b>", "_it_",
    "~/x", "a#b", "a:b", ".hidden", "--flag", "-v", "y", "N", "+", "/", "^x", "(a, b)", "a\"b\"", "5;", "\u{fffd}",
    "\u{e000}",
];

/// Words that a plain scalar may go on with.
pub(super) const WORDS: &[&str] = &[
    "and", "the", "below)", "\"x\"", "'x'", "`code`", "*bold*", "@me", "!important", "-", "--", "---", "?", "why?",
    "?x", "!", "&", "*", "|", ">", "%", "=", "<<", "...", "..", ".", ",x", "a,", ":x", "x;", "true", "null", "1",
    "0x1f", "{x}", "[y]", "- x", "\u{a0}", "\u{200b}", "\u{ad}", "\u{10ffff}", "\u{202e}", "\u{2003}", "\u{3000}",
    "\u{180e}", "\u{1fffe}", "é", "🚀", "it's", "\\", "\\t", "\"", "'",
];

/// Plain scalars that every parser types alike.
pub(super) const TYPED: &[&str] = &[
    "true", "false", "null", "~", "0", "1", "-1", "42", "123456789", "9007199254740991", "1.0", "1.10", "-0.5", "0.1",
    "3.14159", "100.0", "0.0", "1.2.3", "1a", "v1", "10-20", "2026-02", "26-02-06", "1,000", "1 000", "1-2", "0xg",
    "0o8", "a", "b", "Z", "é", "🚀", "--1", "e1", "none", "None", "nil", "void", "undefined", "tRue", "y", "n", "Y",
    "N", "t", "f", "-a", ":a", "1.2.3.4", "0.30000000000000004", "1:99",
];

/// Plain scalars that some parser may take for something else.
pub(super) const ODD_TYPED: &[&str] = &[
    "True", "TRUE", "yes", "no", "on", "off", "Yes", "NO", "On", "OFF", "Null", "NULL", "-0", "+1", "007", "012",
    "089", "0o17", "0x1F", "0b11", "1_000", "9007199254740993", "1.", ".5", "1e3", "1E3", "1.5e3", "1e+3", "1.0e+10",
    "1.e+3", "100000000000000000000.0", "-0.0", "00.5", "0.1234567890123456", ".inf", "-.inf", ".nan", "inf", "NaN",
    "nan", "Infinity", "1:30", "12:30:45", "1:2", "190:20:30.15", "12:30:61", "2026-02-06", "2026-2-6", "2026",
    "2026-02-06T10:00:00Z", "2026-02-06 10:00:00", "2026-02-06T10:00", "2026-02-30", "20260206", "10:00", "1.2", "0x",
    "0o", "1__0", "_1", "1_", "-", "+-1", "1e", "1e3.5", "=", "<<", "!", "&", "*", "#", "%", "@", "`", "''", "\"\"",
    "0.0.0", "- a", "-1-", "?", "? a", "?a", ":", ": a", "a:", "|", ">", "١", "１", "0d", "0.", "-.5", "+.5", "+0.5",
    "._", "0._1", "685_230.15", "6.8523015e+5", "685.230_15e+03", "4e", "4e1", "0e0", "-e1", "000",
    "1.7976931348623157e308", "--- a", "...", ". .", "+a", "+.", "-.", "-.a", ".e1", ".1e1", "1.e1", "0.e1", "0x1.8",
    "1.5f", "1f", "0b2", "0o1_7", "-0b1", "-0o7", "+0x1", "0x1_f", "0X1", "0O7", "0B1", "1:5:9.5", "1:2:3:4", "-1:30",
    "+1:30", "01:30", "1:30.", "1:30.5", "1_0:30", "1.5:30", "12e03", "12e-3", "1.0E5", "!a", "&a", "*a", "%a", "@a",
    "`a`", "[a", "{a", "a]", "a}", "a [b]", "]", "}", ",", ",a",
];

/// Keys that every parser reads as a text.
pub(super) const KEYS: &[&str] = &[
    "author", "version", "tags", "homepage", "user-invocable", "argument-hint", "model", "a", "b-c", "d_e",
    "Some Key", "key.with.dots", "x/y", "über", "日本", "🚀", "k", "a b c", "$x", "A", "(x)", "k#", "k:v", "it's",
    "-dash", ":x", "---x", "...x", "a & b", "x\"y\"",
];

/// Keys that are written in an odd way, or are odd; whole, since digits behind them would hide that.
pub(super) const ODD_KEYS: &[&str] = &[
    "constructor", "toString", "hasOwnProperty", "\u{a0}k", "\"quoted\"", "'single'", "\"with: colon\"",
    "'with # hash'", "\"esc\\u0041\"", "\"\"", "''", "\"tab\\t\"", "\"1\"", "'null'", "\"<<\"", "\"a\\nb\"", "--- x",
    "?x", "? x", "x:", "\"q\" ", "'q' ", "spaced ", "x  ", "@x", "`x`", "%x", "&x", "*x", "!x", "|x", ">x", "[x]",
    "{x}", "[x", "{x", ",x", "#x", "1", "1.5", "true", "null", "~", "yes", "on", "y", "n", "=", "<<", "2026-02-06",
    "1:30", "0x1f", "1e3", "x #y", "... ", "__proto__", "\"__proto__\"", "x\ty", "\"x", "'it''s'", "x\\", "\u{feff}x",
    "x\u{feff}", ".inf", "no", "012", "-", "- ", "-  x", "\"\\/\"", "\"\\x41\"", "a, b", "a]", "a}", "e\u{301}",
    "1_000", "+1", ".5", "NaN", "Off", "TRUE", "Null", "a?b", "a? b", "a- b", "1.2.3", "v1", "a ", "'a\"b'",
    "\"a'b\"",
];

/// What matters to a scanner.
pub(super) const PUNCTUATION: &[&str] = &[
    ":", "#", "-", "?", ",", "[", "]", "{", "}", "&", "*", "!", "|", ">", "%", "@", "\"", "'", "`", "\\", "=", "~",
    "<", ".", "+", " ", " ", " ", "a", "b", "x", "a", "b", "0", "1", "\u{a0}", "é", "🚀", "/", "$", "^", "(", ";",
    "_", "\u{200b}", "\u{3000}", "\t",
];

/// The same without what rarely passes.
pub(super) const QUIET: &[&str] = &[
    ":", "#", "-", "?", ",", "&", "*", "!", "|", ">", "%", "@", "`", "\\", "=", "~", "<", ".", "+", " ", " ", "a",
    "b", "x", "0", "1", "é", "/", "'", "\"", "[", "]", "{", "}", "a", "b", "c",
];

/// What no frontmatter may hold.
pub(super) const FORBIDDEN: &[&str] = &[
    "\u{85}", "\u{2028}", "\u{2029}", "\u{7f}", "\u{1}", "\u{fffe}", "\r", "\u{9b}", "\u{feff}",
];

/// What numbers, dates and the like are made of.
pub(super) const NUMERIC: &[&str] = &[
    "0", "1", "2", "6", "7", "8", "9", "0", "1", "12", "30", "59", "60", ".", ".", "-", "_", "+", ":", "e", "E", "x",
    "o", "b", "X", "T", "t", "Z", "z", " ", ",", "2026", "02", "inf", "nan", "~", "f", "F", "O", "B", "5",
];

/// Escapes of double-quoted scalars.
pub(super) const ESCAPES: &[&str] = &[
    "\\n", "\\t", "\\\"", "\\\\", "\\/", "\\ ", "\\0", "\\a", "\\b", "\\e", "\\f", "\\r", "\\v", "\\N", "\\_", "\\L",
    "\\P", "\\x41", "\\xe9", "\\x00", "\\x85", "\\u00e9", "\\u2028", "\\uFFFD", "\\u0000", "\\uFEFF", "\\uFFFE",
    "\\uFFFF", "\\U0001F680", "\\U0010FFFF", "\\u001b", "\\u007f", "\\u00Ff",
];

/// Escapes that some parser refuses.
pub(super) const ODD_ESCAPES: &[&str] = &[
    "\\ud83d\\ude80", "\\ud83d", "\\x4", "\\u12", "\\q", "\\'", "\\U00110000", "\\UFFFFFFFF", "\\\t", "\\", "\\1",
    "\\xZZ", "\\U0000d800", "\\u+041", "\\x 1", "\\u004G",
];

/// Comments, with what must not be read in them.
pub(super) const COMMENTS: &[&str] = &[
    "# note", "#", "#note", "# a: b", "# \"", "# '", "# [", "# - x", "#: x", "# é🚀", "# %", "# ---", "## x", "#!x",
    "# \u{a0}", "# it's", "# x ", "# {", "# |", "#-", "# &a *b !c",
];

/// The same with what may be refused in them.
pub(super) const ODD_COMMENTS: &[&str] = &[
    "#\t", "# x\ty", "# x\t", "# \u{feff}", "# \u{85}x", "#\u{2028}a: b", "# \u{1}",
];

/// Lines at random depths. A `@` becomes a letter, so that keys differ.
pub(super) const FRAGMENTS: &[&str] = &[
    "@:", "@:", "@:", "@: x", "@: x", "-", "-", "- ", "- x", "- x", "- @: x", "- @:", "- - x", "- -", "- - @: x", "x",
    "x y", "\"x\"", "'x'", "[x]", "{}", "[]", "{@: x}", "- [x]", "- {@: x}", "- \"x\"", "@: \"x\"", "@: [x]", "@: |",
    "@: >", "@: |-", "@: >-", "@: |+", "@: >+", "- |", "- >-", "- |+", "|", ">-", "|-", ">", "# c", "#c", "#", "# c",
    "", "", " ", "@: x # c", "@: # c", "@: #c", "- # c", "- #c", "x # c", "\"x\" # c", "[x] # c", "@: | # c",
    "@: null", "@: ~", "1", "-1", "true", "\"@\": x", "'@':", "- \"@\": x", "@ @: x", "@:x", "--", "-x", "@: -",
    "@: -x", "? x", ": x", "@: ''", "\"\"", "@: - x", "@: x: y", "@: @:", "!", "&x", "*x", "---", "...",
];
