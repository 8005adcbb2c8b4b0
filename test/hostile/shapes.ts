import type { MakeText } from './growth.ts';

/** A text of at least one unit that is repeated up to a size. */
export function fill(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
}

/** Pieces that mean something to a reader of bodies: opened and never closed, or closed again and again. */
const bodyPieces = [
  ...['a', 'word ', '\n', '\r', '\r\n', '\t', 'a\t', ' \n', '\u0301', '😀', '名', '\u200B', '\uFEFF', '\u0000'],
  ...['[', '](', '](a', '[a](b)\n', '![a](b)', '[a]: b\n', '(((', '&amp;', '<b>', '<!--', '<!-- a -->', '<', '\\'],
  ...[
    '`',
    '``a',
    '`a',
    '`a` ',
    '```\n',
    '```!\n',
    '~~~\n',
    '    code\n',
    '> ',
    '> > ',
    '- ',
    '- - ',
    '1. a\n',
    '# a\n',
  ],
  ...['*', '__a', '**a** ', '| a | b |\n', '---\n', '===\n', '"', "'", 'https://x.y ', 'a@b.c ', '@a ', '/a '],
  ...['$1', '$1.00 ', '$', '\\$1', '$ARGUMENTS ', '$ARGUMENTS[1]', '${', '${CLAUDE_SKILL_DIR}', '${CLAUDE_', '{{a}} '],
  ...['!`', '!`ls`\n', '!`ls $1`\n', '!`rm -rf $1`\n', '!`a; b && c | d`\n', '!`"$(`\n', ' !`x`', '```!\nls\n```\n'],
  // Lines of many kinds: each of its own, or going on from the one before.
  ...['a\n', 'a\n\n', '- a\n\n', '> a\n', '> # a\nb\n', '> # a\n> # a\n> # a\nb\n', '- > # a\n  b\n', '> - a\nb\n'],
  ...[
    '<b>\n\n',
    '> <!--\n\n',
    '<!--\n-->\n',
    '<b a="',
    '<b a a a',
    '[a](b (',
    '[a](b "',
    "[a](<b (c '",
    '[](<a[b](c (d) ',
  ],
  ...['a\n    b\n', '\ta\n\n', '  - a\n', '- ```\n', '``` `\n', '$ARGUMENTS[1', '$1a', '${CLAUDE_A', '!`a\n', '!a'],
  ...['<!-- skillwright-disable-line name-format -->\n', 'skillwright-disable-next-line ', 'TODO: ', 'scripts/a.py '],
];

/** Pieces that mean something to YAML. */
const yamlPieces = [
  ...['a: b\n', '- a\n', '[', '{', '[a, ', '{a: ', '"', "'", ': ', 'a', 'a ', '#', '# a\n', ' #', '  ', '\t', '\n'],
  ...[
    '\r\n',
    '- [\n',
    '&a ',
    '*a\n',
    '&a x\n',
    '? ',
    '? a\n',
    'a: |\n',
    'a: >\n ',
    'a: b: c\n',
    'a:\n',
    '!x ',
    '!!binary ',
  ],
  ...[
    '\\',
    '"\\',
    '<<: *a\n',
    '%YAML 1.1\n',
    '...\n',
    '--',
    '---x',
    '--- ',
    '名: 名\n',
    'name: x\n',
    'hooks:\n  Stop:\n',
  ],
  // Texts over lines, escapes, and what a reader looks for again from each place.
  ...[
    '"\\q',
    '"\\x',
    '"\\u00e9',
    '\\"',
    "'\n",
    '"\n',
    'a\n\n',
    ' \n',
    'a: "b\n',
    "a: 'b\n",
    'a: [b]\n',
    'a:  \r\n',
    'a: b # c\n',
  ],
  ...[
    '[a]: ',
    '{a: b}: c\n',
    '[a, b]\n',
    '? [a]\n: b\n',
    '? - a\n',
    '!a b\n',
    '&a b: *a\n',
    '- &a\n',
    'a: !!set {b}\n',
    'a: !x [b]\n',
  ],
  ...[
    'a:\n\tb\n',
    'a: |\n b\n\t\n',
    '|\n',
    '|\n a\n',
    '>\n a\n\n',
    '? |\n a\n',
    '...\na\n',
    '%a\n',
    '%TAG !a! b\n',
    '# a\n  # b\n',
  ],
  ...['Bash(', 'Bash(a) ', '*a', '**/a/', '{a,b}', 'a,', '[a', '!a,', '<a>', 'Use when '],
];

/** Frontmatter whose keys all differ: the shape that repetition cannot make. */
const distinctKeys: MakeText = (size) => {
  const lines: string[] = [];
  for (let length = 0; length < size; length += lines.at(-1)!.length + 1) lines.push(`key-${lines.length}: value`);
  return `---\n${lines.join('\n')}\n---\nBody\n`;
};

/** Frontmatter with one long text or stretch, by a name for the test: what comes before it, what is repeated, what follows. */
const longStretches: readonly (readonly [string, string, string, string])[] = [
  ['a quoted text of CRLF and spaces', 'description: "a\r\n  b', ' ', '"'],
  ['a quoted text of escaped quotes', 'description: "', '\\"', '"'],
  ['a quoted text of bad escapes', 'description: "', '\\q', '"'],
  ['a quoted text of lines', 'description: "', 'a\n  ', '"'],
  ['a quoted text of doubled quotes', "description: '", "''", "'"],
  ['a block of short lines', 'description: |\n', '  a\n', ''],
  ['a block of empty lines', 'description: |\n  a\n', '\n', '  b'],
  ['a folded block of CRLF', 'description: >\n', '  a\r\n', ''],
  ['a value that ends in spaces and CRLF', 'description:', ' ', '\r\nname: [a'],
  ['many lists after a line that needs repair', 'description: a: b\n', 'x: [y]\n', ''],
  ['lists in an open quote', '"\n', 'a: [b]\n', ''],
  ['merges', 'a: &a {b: c}\nd:\n', '  <<: *a\n', ''],
  ['aliases in a list', 'a: &a {b: c}\nd: [', '*a, ', ']'],
  ['aliases that nobody knows', 'd: [', '*a, ', ']'],
  ['empty keys in a line', 'a: ', '[b]: ', 'c'],
  ['keys of a map in braces', 'a: {', 'b, ', '}'],
  ['newlines and comments in turn', 'a: b\n', '\n  # c\n', ''],
  ['maps in maps on one line', '', ': ', 'a'],
  ['lines of tabs after blocks', '', 'a: |\n  b\n\t\n', ''],
];

/** An anchored text of half the size, and aliases of it. */
const aliasesOfLongText: MakeText = (size) =>
  `---\ndescription: &a "${fill('a', size / 2)}"\nmetadata: [${fill('*a, ', size / 2)}]\n---\nBody\n`;

/** As many declared names as fit, and as many signs that may open a placeholder. */
const namesAndDollars: MakeText = (size) => `---\narguments: ${distinctWords(size / 2)}\n---\n${fill('$a', size / 2)}`;

function distinctWords(size: number): string {
  const words: string[] = [];
  for (let length = 0; length < size; length += words.at(-1)!.length + 1) words.push(`a${words.length}`);
  return words.join(' ');
}

/** Whole files, by a name for the test: something repeated in the body, between the dashes, or in one field. */
export const fileShapes: ReadonlyMap<string, MakeText> = new Map<string, MakeText>([
  ...bodyPieces.map((piece): [string, MakeText] => [
    `body ${JSON.stringify(piece)}`,
    (size) => `---\nname: a\ndescription: Does a thing. Use when it is raining\n---\n${fill(piece, size)}`,
  ]),
  ...yamlPieces.map((piece): [string, MakeText] => [
    `frontmatter ${JSON.stringify(piece)}`,
    (size) => `---\n${fill(piece, size)}\n---\nBody\n`,
  ]),
  ...yamlPieces.map((piece): [string, MakeText] => [
    `description ${JSON.stringify(piece)}`,
    (size) => `---\ndescription: ${fill(piece, size)}\n---\nBody\n`,
  ]),
  ...['a, ', 'Bash(a:*), ', 'Bash(', '- a\n', '*a*', '{a,b}', '\\'].flatMap((piece): [string, MakeText][] =>
    ['allowed-tools', 'paths', 'arguments', 'argument-hint', 'name'].map((field) => [
      `${field} ${JSON.stringify(piece)}`,
      (size) => `---\ndescription: D\n${field}: ${JSON.stringify(fill(piece, size))}\n---\nBody $1\n`,
    ]),
  ),
  ...longStretches.map(([name, before, piece, after]): [string, MakeText] => [
    name,
    (size) => `---\n${before}${fill(piece, size)}${after}\n---\nBody\n`,
  ]),
  ['aliases of a long text', aliasesOfLongText],
  ['many names and dollars', namesAndDollars],
  ['keys that all differ', distinctKeys],
  ['an open dash and line ends', (size) => `---${fill('\n', size)}`],
  ['an open dash and spaces', (size) => `---\n${fill(' ', size)}`],
  ['a tree of short entries', (size) => `---\nmetadata:\n${fill('  a:\n    - b\n', size)}---\nBody\n`],
]);

/** Pieces that mean something to a reader of JSON. */
const jsonPieces = [
  ...[
    '[',
    '{',
    '{"a":',
    '[[],',
    '[1,',
    '{}',
    ']',
    '}',
    '1',
    '1,',
    ',',
    ':',
    '"',
    '"a",',
    '"a":1,',
    '"\\',
    '"\\u00',
    "'",
    'a ',
  ],
  ...[
    '//',
    '// a\n',
    '/*',
    '/* " */[',
    '/**/',
    '\n',
    '\r',
    ' ',
    '\t',
    '\u0000',
    '\uFEFF',
    'true',
    '-',
    '1e',
    '{"a"\n',
    '"a\n',
  ],
];

/** Whole JSON files, by a name for the test. */
export const jsonShapes: ReadonlyMap<string, MakeText> = new Map<string, MakeText>([
  ...jsonPieces.map((piece): [string, MakeText] => [JSON.stringify(piece), (size) => fill(piece, size)]),
  ...jsonPieces.map((piece): [string, MakeText] => [
    `${JSON.stringify(piece)} in an object`,
    (size) => `{"permissions": {"allow": [${fill(piece, size)}]}}`,
  ]),
  ['a long text', (size) => `{"model": "${fill('a', size)}"}`],
  ['a long text of escapes', (size) => `{"model": "${fill('\\n', size)}"}`],
  ['a key again and again', (size) => `{${fill('"a": {"b": 1}, ', size)}"c": 1}`],
  ['keys that all differ', (size) => `{${distinctWords(size / 2).replaceAll(/\w+/g, '"$&":1,')}"c": 1}`],
]);
/** Pieces that mean something to a shell, or to what judges commands. */
const shellPieces = [
  ...[
    '$(',
    '`',
    '"',
    "'",
    '(',
    '((',
    '{',
    '{ ',
    '${',
    '$((',
    '$[',
    '[[ ',
    '[ ',
    '[[ (((',
    '$',
    "$'",
    '$"',
    '"$(',
    '"`',
  ],
  ...[
    'if ',
    'if if if ',
    'case ',
    'case a in ',
    'a) b;; ',
    'for a in ',
    'for ((',
    'while ',
    'function f ',
    'f() ',
    'do ',
  ],
  ...['<<a ', '<<a\n', '<<-a\n', "<<'a'\n", 'cat <<a <<b\n', '<<"a" ', '<<<a ', '<(', '>(', '> a ', '2>&1 ', '>', '&>'],
  ...[
    '{a,b}',
    '{1..9}',
    'a{',
    '}',
    ')',
    '))',
    ']]',
    ']',
    '\\',
    '\\\n',
    '\\ ',
    "\\'",
    '\n',
    '\r',
    '\r\n',
    ' ',
    '\t',
    'a',
    '1',
  ],
  ...[
    ';',
    'a;',
    '&&',
    'a && ',
    'a || ',
    'a | ',
    '|',
    '& ',
    'a & ',
    '! ',
    '#',
    '# a\n',
    'a=b ',
    'a=$(b) ',
    'a[',
    'a[$(',
  ],
  ...['a=(', 'export a ', 'export a=b ', 'declare -a ', 'read a ', 'cd a; ', 'cd a && ', 'git a; ', 'cd ..; rm -rf a;'],
  ...[
    '"$(a)" ',
    '"$(cd a)"; ',
    '"`a`" ',
    '"$a" ',
    '$a ',
    '$HOME/',
    '$PWD/',
    '${a:-',
    '${a/b/',
    '${a[',
    '${a#',
    '$((a+',
  ],
  ...[
    'time ',
    'nohup ',
    'sudo ',
    'xargs ',
    'env a=b ',
    'timeout 1 ',
    'find . -exec ',
    'sed -n 3p ',
    'cat a; ',
    'cat a\n',
  ],
  ...[
    '../',
    'a/',
    'a/../',
    '/',
    '*',
    '?',
    '[a]',
    '-a ',
    '-- ',
    '- ',
    '\u0301',
    '😀',
    '\ud800',
    '\u00A0',
    '名 ',
    '\u0000',
  ],
];

/** What can be opened as often as it is closed. */
const shellBrackets: readonly (readonly [opening: string, closing: string])[] = [
  ...[
    ['$(', ')'] as const,
    ['(', ')'] as const,
    ['{ ', '; }'] as const,
    ['"$(', ')"'] as const,
    ['${a:-', '}'] as const,
  ],
  ...[['$((', '))'] as const, ['<(', ')'] as const, ['[[ ( ', ' ) ]]'] as const, ['if a; then ', '; fi'] as const],
  ...[['a[', ']=b'] as const, ['"${a[', ']}"'] as const, ['case a in (a) ', ' ;; esac'] as const],
];

/** Shell commands: something repeated alone, after a word, between quotes, or opened and closed again. */
export const shellShapes: ReadonlyMap<string, MakeText> = new Map<string, MakeText>([
  ...shellPieces.map((piece): [string, MakeText] => [JSON.stringify(piece), (size) => fill(piece, size)]),
  ...shellPieces.map((piece): [string, MakeText] => [
    `cat ${JSON.stringify(piece)}`,
    (size) => `cat ${fill(piece, size)}`,
  ]),
  ...['a', '$(a)', '`a`', '$a', '\\', '\n', "'", '(', '!'].map((piece): [string, MakeText] => [
    `in quotes ${JSON.stringify(piece)}`,
    (size) => `echo "${fill(piece, size)}"`,
  ]),
  ...shellBrackets.map(([opening, closing]): [string, MakeText] => [
    `${JSON.stringify(opening)} and ${JSON.stringify(closing)}`,
    (size) => {
      const depth = Math.floor(size / (opening.length + closing.length));
      return `${opening.repeat(depth)}a${closing.repeat(depth)}`;
    },
  ]),
  ['words that all differ', (size) => countedPieces(size, (index) => `w${index} `)],
  ['commands that all differ', (size) => countedPieces(size, (index) => `c${index} a; `)],
  ['piped commands that all differ', (size) => `a${countedPieces(size, (index) => ` | c${index}`)}`],
  ['variables that all differ', (size) => countedPieces(size, (index) => `v${index}=1; `)],
  ['folders that all differ', (size) => countedPieces(size, (index) => `cd f${index}; `)],
]);

/** What people and models give to skills as arguments, and what reads them: placeholders, patterns, mentions. */
const argumentPieces = [
  ...['a ', 'ab', '"a" ', "'a' ", "don't ", '"', "'", '\\', '\\ ', '$1 ', '$ARGUMENTS ', '$ARGUMENTS[1] ', '$name '],
  ...['$&', '$`', "$'", '$$', '\\$1 ', '${CLAUDE_SKILL_DIR} ', '${CLAUDE_', '!`a` ', '!', '`', '```!a```', '!`', '\n!'],
  ...['@a ', '@', '@"a" ', '@"', '@a#L1-2 ', '@a#', '#', '#L1', '@a。', '。@a', '/a ', '/', '/a:b ', '(MCP) ', '-'],
  ...[' ', '\t', '\n', '\r', '\r\n', '\u00A0', '\u3000', '\u200B', '\ufffe', '\uffff', '\ud800', '\u0301', '😀', '名'],
  ...['\u0000', '\u001B[31m', '\u009B', '\u202E', '<', '>', '&', ';', '|', '(', '{', '[', 'a,', 'a:b', '=', '*'],
];

/** Arguments and other texts of no form: something repeated, or words that all differ. */
export const argumentShapes: ReadonlyMap<string, MakeText> = new Map<string, MakeText>([
  ...argumentPieces.map((piece): [string, MakeText] => [JSON.stringify(piece), (size) => fill(piece, size)]),
  ...['a', ' ', '@', '"', '$`'].map((piece): [string, MakeText] => [
    `word and ${JSON.stringify(piece)}`,
    (size) => `word ${fill(piece, size)} end`,
  ]),
  ['words that all differ', (size) => countedPieces(size, (index) => `w${index} `)],
  ['mentions that all differ', (size) => countedPieces(size, (index) => `@w${index} `)],
  ['quoted words that all differ', (size) => countedPieces(size, (index) => `"w ${index}" `)],
]);

/** Pieces with a number in each, up to a size. */
function countedPieces(size: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0; length < size; length += pieces.at(-1)!.length) pieces.push(piece(pieces.length));
  return pieces.join('');
}
