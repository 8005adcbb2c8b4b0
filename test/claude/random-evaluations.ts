import type { Random } from '../mutation/random.ts';
import type { ScriptedTurn } from './scripted-model.ts';

/** What happens in a run. */
export interface Story {
  /** The files that it writes, relative to its folder. */
  readonly files: readonly string[];
  /** The words of its last message. */
  readonly words: readonly string[];
  readonly turns: readonly ScriptedTurn[];
}

const words = [
  ...[
    'Hello',
    'hello',
    'HELLO',
    'Alex',
    'Bob',
    'done',
    'ok',
    'OK',
    'foo_bar',
    'a-b',
    'x1',
    '42',
    '3.14',
    '$5',
    'é',
    'ß',
    'ſ',
    'K',
  ],
  ...[
    'İ',
    'ﬁ',
    '😀',
    '👩‍👧',
    'e\u0301',
    '日本',
    '\u2028',
    '\u00a0',
    '\t',
    '\r',
    '"',
    '\\',
    '`',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<b>',
    '</b>',
    ' ',
  ],
];

const paths = [
  'out.txt',
  'a/b.md',
  'a/c/d.md',
  '.hidden',
  '.dot/f.txt',
  'UP.TXT',
  'we ird.txt',
  'ü.txt',
  '[x].md',
  'a+b.js',
  'a/b/c/deep.json',
];

/** A run of a few calls and a last message. */
export function randomStory(random: Random): Story {
  const files = paths.filter(() => random.below(2) === 0);
  const said = Array.from({ length: 5 + random.below(30) }, () => random.one(words));
  const calls = [
    ...files.map((file) => ({ tool: 'Write', input: { file_path: file, content: textOf(random, said.slice(0, 8)) } })),
    ...Array.from({ length: random.below(4) }, () => ({ tool: 'Read', input: { file_path: random.one(paths) } })),
    ...(random.below(2) === 0 ? [{ tool: 'Skill', input: { skill: 'demo:tell' } }] : []),
  ].sort(() => random.below(3) - 1);
  const turns: ScriptedTurn[] = calls.map((call, index) =>
    random.below(3) === 0 ? { text: `Step ${index} ok`, calls: [call] } : { calls: [call] },
  );
  return { files, words: said, turns: [...turns, { text: textOf(random, said) }] };
}

function textOf(random: Random, said: readonly string[]): string {
  return said.map((word) => word + random.one([' ', ' ', '', '\n', '\r\n', ', '])).join('');
}

/** A grader that the runner accepts, about something that such a run has now and then. */
export function randomGrader(random: Random, story: Story): object {
  switch (random.below(10)) {
    case 0:
      return { type: 'tool_used', ...randomUse(random) };
    case 1:
      return { type: 'tool_order', before: randomTool(random), after: randomTool(random) };
    case 2:
    case 3:
      return {
        type: 'file_exists',
        path: randomPath(random),
        ...(random.below(4) === 0 && { exists: random.below(2) === 0 }),
      };
    default:
      return { type: 'regex', ...randomExpression(random, story), ...randomTarget(random, story) };
  }
}

function randomTool(random: Random): string | object {
  const tool = random.one(['Write', 'Read', 'Skill', 'Glob']);
  return random.below(3) === 0
    ? { tool, input_match: random.one(['txt', 'md"', '^\\{"', 'demo:', '\\.', 'a/']) }
    : tool;
}

function randomUse(random: Random): object {
  const min = random.below(4);
  return {
    tool: random.one(['Write', 'Read', 'Skill', 'Glob', 'write']),
    ...(random.below(2) === 0 && { min }),
    ...(random.below(2) === 0 && { max: min + random.below(3) }),
    ...(random.below(2) === 0 && { input_match: random.one(['txt', 'md"', '^\\{"', 'demo:', '\\.', 'a/', '']) }),
  };
}

function randomPath(random: Random): string {
  const part = () =>
    random.one([
      '*',
      '**',
      '?',
      'a',
      'b',
      'out',
      '*.md',
      '*.txt',
      '.hidden',
      '.*',
      'c',
      'd.md',
      '[x].md',
      '{out,a}',
      'UP',
      'ü',
      '+',
      ' ',
    ]);
  const made = Array.from({ length: 1 + random.below(4) }, () => part() + random.one(['', '', '/', '.'])).join('');
  const whole = random.one(paths);
  const at = random.below(whole.length);
  return random.one([
    made,
    whole,
    `${whole.slice(0, at)}*`,
    `*${whole.slice(at)}`,
    `${whole.slice(0, at)}?${whole.slice(at + 1)}`,
    `**/${whole}`,
  ]);
}

function randomTarget(random: Random, { files }: Story): object {
  const file = () => ({
    target: { source: 'file', path: files.length > 0 && random.below(5) > 0 ? random.one(files) : random.one(paths) },
  });
  return random.one([
    () => ({}),
    () => ({}),
    () => ({ target: 'last_message' }),
    () => ({ target: 'trace' }),
    () => ({ target: 'files' }),
    file,
  ])();
}

function randomExpression(random: Random, story: Story): object {
  for (;;) {
    const pattern = randomPattern(random, story, 3);
    const flags = random.one(['', '', '', 'i', 'm', 's', 'g', 'u', 'iu', 'ms', 'gi', 'y', 'v', 'd']);
    try {
      new RegExp(pattern, flags);
    } catch {
      continue;
    }
    if (pattern === '') continue;
    const match = random.one([undefined, undefined, 'contains', 'not_contains', `count:${random.below(6)}`]);
    return { pattern, ...(flags !== '' && { flags }), ...(match !== undefined && { match }) };
  }
}

/** Repeats are not nested deeper than two, so that JavaScript matches each in no time. */
function randomPattern(random: Random, story: Story, depth: number): string {
  const parts = Array.from({ length: 1 + random.below(3) }, () => {
    const atom = randomAtom(random, story, depth);
    return depth >= 2 && random.below(3) === 0 ? repeated(atom, random) : atom;
  });
  const joined = parts.join('');
  return random.below(6) === 0 ? `${joined}|${randomAtom(random, story, depth)}` : joined;
}

function repeated(atom: string, random: Random): string {
  return atom + random.one(['*', '+', '?', '{2}', '{1,2}', '{0,3}', '*?', '+?', '??', '{1,}?']);
}

function randomAtom(random: Random, story: Story, depth: number): string {
  const inner = () => (depth > 0 ? randomPattern(random, story, depth - 1) : 'o');
  const literal = () => random.one(story.words).replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return random.one([
    literal,
    literal,
    literal,
    () => random.one(['.', '\\w', '\\d', '\\s', '\\S', '\\W', '\\b', '\\B', '^', '$', '\\D']),
    () =>
      random.one([
        '[a-z]',
        '[^a-z]',
        '[A-Z0-9_]',
        '[\\s\\S]',
        '[^\\n]',
        '[é-ü]',
        '[\\u{1F600}-\\u{1F64F}]',
        '[😀]',
        '[.]',
        '[-a]',
        '[]',
        '[^]',
      ]),
    () =>
      random.one([
        '\\u0065',
        '\\x6f',
        '\\n',
        '\\r',
        '\\t',
        '\\cA',
        '\\0',
        '\\u{1F600}',
        '\\p{L}',
        '\\P{Lu}',
        '\\p{Script=Han}',
        '\\-',
        '\\/',
      ]),
    () => `(${inner()})`,
    () => `(?:${inner()})`,
    () => random.one([`(?=${inner()})`, `(?!${inner()})`, `(?<=${inner()})`, `(?<!${inner()})`]),
    () => `(${inner()})${inner()}\\1`,
    () => `(?<n>${inner()})${random.one(['\\k<n>', ''])}`,
  ])();
}

const marks = [
  '"',
  "'",
  ':',
  ' ',
  '- ',
  '[',
  '{',
  '#',
  '\t',
  '-',
  '0',
  '1.5',
  '\r',
  'é',
  '&a',
  '*a',
  '!',
  '|',
  '>',
  ',',
  '%',
  '@',
  '~',
  'null',
];
const values = [
  ...[
    '',
    '1',
    '-1',
    '0',
    '51',
    '1.5',
    '1e1',
    '"1"',
    'true',
    'yes',
    'null',
    '~',
    '[]',
    '[a]',
    '{}',
    '{ a: b }',
    'text',
    '0x10',
  ],
  ...['2024-01-01', '.inf', '1_000', '""', "''", '|', 'EVAL_X: y', '[Read, 1]', '[~]', '[[a]]'],
];
const keys = [
  'type',
  'name',
  'tool',
  'min',
  'max',
  'weight',
  'arm',
  'match',
  'target',
  'pattern',
  'path',
  'exists',
  'criteria',
  'runs',
  'env',
];

/** A text of a case with one to three faults of a kind that people and programs make, some of which are none. */
export function damage(text: string, random: Random, others: readonly string[]): string {
  const lines = text.split('\n');
  for (let left = random.below(3); left >= 0; left--) {
    const at = random.below(lines.length);
    const line = lines[at] ?? '';
    const column = random.below(line.length + 1);
    random.one([
      () => lines.splice(at, 1),
      () => lines.splice(at, 0, random.one(others)),
      () => lines.splice(at, 0, random.one(lines)),
      () => lines.splice(at, 1, random.one(others)),
      () => lines.splice(at, 1, `  ${line}`),
      () => lines.splice(at, 1, line.slice(0, column) + random.one(marks) + line.slice(column)),
      () => lines.splice(at, 1, line.slice(0, column) + line.slice(column + 1)),
      () =>
        lines.splice(
          at,
          1,
          line.replace(/:.*$/, () => `: ${random.one(values)}`),
        ),
      () =>
        lines.splice(
          at,
          1,
          line.replace(/\w+:/, (key) => `${random.one([`${key.slice(0, -1)}s`, key.slice(1, -1), ...keys])}:`),
        ),
    ])();
    if (lines.length === 0) lines.push('');
  }
  return lines.join('\n');
}
