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
  ...['Bash(', 'Bash(a) ', '*a', '**/a/', '{a,b}', 'a,', '[a', '!a,', '<a>', 'Use when '],
];

/** Frontmatter whose keys all differ: the shape that repetition cannot make. */
const distinctKeys: MakeText = (size) => {
  const lines: string[] = [];
  for (let length = 0; length < size; length += lines.at(-1)!.length + 1) lines.push(`key-${lines.length}: value`);
  return `---\n${lines.join('\n')}\n---\nBody\n`;
};

/** Whole files, by a name for the test: something repeated in the body, between the dashes, or in one field. */
export const fileShapes: ReadonlyMap<string, MakeText> = new Map<string, MakeText>([
  ...bodyPieces.map((piece): [string, MakeText] => [
    `body ${JSON.stringify(piece)}`,
    (size) => `---\nname: a\ndescription: Does a thing. Use when it is needed\n---\n${fill(piece, size)}`,
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
  ['keys that all differ', distinctKeys],
  ['an open dash and line ends', (size) => `---${fill('\n', size)}`],
  ['an open dash and spaces', (size) => `---\n${fill(' ', size)}`],
  ['a tree of short entries', (size) => `---\nmetadata:\n${fill('  a:\n    - b\n', size)}---\nBody\n`],
]);
