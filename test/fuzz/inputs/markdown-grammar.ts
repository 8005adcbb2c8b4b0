import type { FileKind } from '../../../server/src/document/runtime-id.ts';
import type { Random } from '../../mutation/random.ts';
import { makeShell } from './shell-grammar.ts';

const keys = [
  ...[
    'name',
    'description',
    'when_to_use',
    'argument-hint',
    'arguments',
    'allowed-tools',
    'disallowed-tools',
    'model',
    'effort',
  ],
  ...[
    'context',
    'agent',
    'hooks',
    'paths',
    'user-invocable',
    'disable-model-invocation',
    'shell',
    'version',
    'license',
    'metadata',
  ],
  ...[
    'tools',
    'skills',
    'color',
    'permissionMode',
    'mcpServers',
    'memory',
    'maxTurns',
    'background',
    'isolation',
    'compatibility',
  ],
  ...[
    'Name',
    'descripton',
    'allowed_tools',
    '__proto__',
    'constructor',
    'a b',
    '"name"',
    "'description'",
    '? x',
    '名',
    'on',
    '1',
    '<<',
    '',
    '- a',
  ],
];
const scalars = [
  ...[
    'demo',
    'Reads maps. Use when a map is to be read',
    'a: b',
    'true',
    'False',
    'yes',
    'null',
    '~',
    '',
    '1',
    '0x1f',
    '1e3',
    '.nan',
    '-0',
    '2026-11-23',
  ],
  ...[
    'opus',
    'inherit',
    'high',
    'fork',
    'Bash(git:*)',
    'Read, Edit',
    'Bash(git status), Write',
    'mcp__a__b',
    'Skill(x:*)',
    'WebFetch(domain:a.b)',
  ],
  ...[
    '"quoted"',
    "'it''s'",
    '"a\\nb"',
    '"\\u00e9',
    "'open",
    '"bad \\q"',
    '[a, b]',
    '[a',
    '{a: b}',
    '{a',
    '&x y',
    '*x',
    '!!str 1',
    '!t a',
    '@a',
    '`a`',
    '%a',
  ],
  ...[
    '# c',
    'a # c',
    'a #c',
    '[name] [file]',
    '<x>',
    'src/**/*.ts',
    '{a,b}/**',
    '**/[a',
    '😀',
    '名前',
    '\ud800',
    'a\tb',
    'x'.repeat(1600),
  ],
];
const inlines = [
  ...[
    '$ARGUMENTS',
    '$ARGUMENTS[0]',
    '$0',
    '$1',
    '$12',
    '\\$1',
    '\\\\$1',
    '$name',
    '$file',
    '${CLAUDE_SKILL_DIR}',
    '${CLAUDE_EFFORT}',
    '${CLAUDE_NONE}',
  ],
  ...[
    '$5.00',
    '${',
    '${CLAUDE_',
    '$',
    '[a](b.md)',
    '[a](#title)',
    '![a](c.png)',
    '[a][b]',
    '<https://x.y>',
    '@refs/a.md',
    '@"a b"',
    '/demo',
    '/x:y a',
  ],
  ...[
    '`code`',
    '``a`b``',
    '`open',
    '**b**',
    '_i_',
    '<b>',
    '</b>',
    '<!-- note -->',
    '<!-- open',
    '&amp;',
    '\\',
    '|',
    'scripts/a.py',
    'TODO: x',
    '{{x}}',
  ],
  ...[
    '<!-- skillwright-disable-line name-format -->',
    '<!-- skillwright-disable-next-line -->',
    '<!-- skillwright-disable-file literal-dollar -->',
  ],
  ...[
    'the Skill tool',
    'the `demo` agent',
    'sk-ant-api03-abc',
    'word',
    'Use it when asked.',
    '名',
    '😀',
    '\u200b',
    '\u202e',
    '\ud83d',
    '\0',
    '\t',
  ],
];
const ends = ['\n', '\n', '\n', '\n\n', '\r\n', '\r', ' \n', '  \n', ''];

/** A file as people write it, seldom without something wrong. */
export function makeMarkdown(random: Random, kind: FileKind): string {
  const bom = random.below(30) === 0 ? '\ufeff' : '';
  if (random.below(12) === 0) return bom + makeBody(random);
  const open = random.below(15) === 0 ? random.one(['--- ', '----', ' ---', '', '\n---']) : '---';
  const close = random.below(15) === 0 ? random.one(['--- ', '----', ' ---', '', '...', '---x']) : '---';
  const end = random.one(['\n', '\n', '\n', '\r\n']);
  return `${bom}${open}${end}${makeFields(random, kind, end)}${close}${random.one(ends)}${makeBody(random)}`;
}

function makeFields(random: Random, kind: FileKind, end: string): string {
  const lines: string[] = [];
  if (random.below(3) > 0) lines.push(`description: ${random.one(scalars)}`);
  if (kind === 'agent' && random.below(3) > 0) lines.push('name: helper');
  for (let left = random.below(6); left > 0; left--) lines.push(...makeField(random));
  return lines.map((line) => line + end).join('');
}

function makeField(random: Random): string[] {
  const key = random.one(keys);
  switch (random.below(12)) {
    case 0:
      return [
        `${key}: ${random.one(['|', '>', '>-', '|+', '|2', '>9'])}`,
        `  ${random.one(scalars)}`,
        random.one(['', '  b', '\tc', '   d', 'e']),
      ];
    case 1:
      return [`${key}:`, ...listOf(random, '  - ')];
    case 2:
      return [`${key}:`, ...listOf(random, '- ')];
    case 3:
      return [`${key}:`, `  ${random.one(keys)}: ${random.one(scalars)}`, `  ${random.one(keys)}:`, '    - a'];
    case 4:
      return hooks(random);
    case 5:
      return [`${key}:${random.one(scalars)}`];
    case 6:
      return [`${random.one([' ', '\t', '  ', '# ', '- '])}${key}: ${random.one(scalars)}`];
    case 7:
      return [`${key}: ${random.one(scalars)} ${random.one(scalars)}`];
    case 8:
      return [`${key}: ${random.one(scalars)}`, `  ${random.one(scalars)}`];
    default:
      return [`${key}: ${random.one(scalars)}`];
  }
}

function listOf(random: Random, mark: string): string[] {
  return Array.from({ length: 1 + random.below(3) }, () => mark + random.one(scalars));
}

function hooks(random: Random): string[] {
  const event = random.one(['PreToolUse', 'PostToolUse', 'Stop', 'Stopp', 'SessionStart']);
  return [
    'hooks:',
    `  ${event}:`,
    `    - matcher: ${random.one(['Bash', '"Edit|Write"', '"("', '.*', 'bash'])}`,
    '      hooks:',
    `        - type: ${random.one(['command', 'prompt', 'x'])}`,
    `          command: ${JSON.stringify(makeShell(random, 2))}`,
  ];
}

/** The body of a skill. */
export function makeBody(random: Random): string {
  const parts: string[] = [];
  for (let left = random.below(9); left > 0; left--) parts.push(makeBlock(random, 0), random.one(ends));
  return parts.join('');
}

function makeBlock(random: Random, depth: number): string {
  const line = () =>
    Array.from({ length: 1 + random.below(4) }, () => random.one(inlines)).join(random.one([' ', ' ', '']));
  const fence = random.one(['```', '```', '~~~', '````']);
  switch (random.below(12)) {
    case 0:
      return `${random.one(['#', '##', '######', '#######'])} ${line()}`;
    case 1:
      return `${fence}${random.one(['', 'bash', '!', ' js', '!x'])}\n${makeShell(random, 2)}\n${random.below(6) === 0 ? '' : fence}`;
    case 2:
      return `!\`${makeShell(random, 2)}${random.below(8) === 0 ? '' : '`'}`;
    case 3:
      return `${random.one(['Run', '(', '-', 'a', '=', ''])}${random.one([' ', ''])}!\`${makeShell(random, 3)}\``;
    case 4:
      return depth > 2
        ? line()
        : `${random.one(['> ', '- ', '1. ', '    ', '\t', '  * '])}${makeBlock(random, depth + 1)}`;
    case 5:
      return `| ${line()} | ${line()} |\n|---|---|\n| ${line()} | $1 |`;
    case 6:
      return `${line()}\n${random.one(['===', '---', '***'])}`;
    case 7:
      return `[b]: ${random.one(['refs/a.md', '<a b>', '#x', 'https://x.y "t"'])}`;
    case 8:
      return `<!--\n${line()}\n${random.below(4) === 0 ? '' : '-->'}`;
    default:
      return line();
  }
}

const givenPieces = [
  'a',
  'b c',
  '"b c"',
  "'d",
  '$1',
  '$ARGUMENTS',
  '`date`',
  '!`date`',
  '"',
  '\\',
  '\n',
  '```',
  '!',
  '#',
  ';',
  '&&',
  '$(ls)',
  '😀',
  '\ud800',
  '\ufffe',
  '$&',
  '',
];

/** What a user types after the name of a skill. */
export function makeArguments(random: Random): string {
  return Array.from({ length: random.below(6) }, () => random.one(givenPieces)).join(random.one([' ', ' ', '']));
}
