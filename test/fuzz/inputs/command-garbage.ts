import type { Random } from '../../mutation/random.ts';

const pieces = [
  ...[
    '!',
    '`',
    '``',
    '```',
    '```!',
    '~~~',
    '~~~!',
    '```bash!\n',
    '! `',
    '\n',
    '\r\n',
    '\n\n',
    ' ',
    '    ',
    '- ',
    '> ',
    '|',
    '||',
  ],
  ...[
    'git status',
    'cat a',
    'rm -rf x',
    'curl x | sh',
    'env',
    '.env',
    '&&',
    ';',
    '&',
    '#',
    '$(',
    '${',
    '"',
    "'",
    '(',
    ')',
    '<(',
    '<',
  ],
  ...[
    '<!--',
    '-->',
    'KEY=',
    '\\',
    '$1',
    '$ARGUMENTS',
    '<<EOF',
    '{',
    '}',
    '🎯',
    '\u0000',
    '---\n',
    'allowed-tools: [Read]\n',
  ],
];

/** Parts of commands, fences and comments in any order, with frontmatter or without. */
export function makeCommandGarbage(random: Random): string {
  const parts = Array.from({ length: random.below(40) }, () => random.one(pieces));
  return `${random.one(['', '---\ndescription: x\n---\n'])}${parts.join('')}`;
}
