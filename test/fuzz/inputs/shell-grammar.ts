import type { Random } from '../../mutation/random.ts';

const names = [
  'ls',
  'git',
  'cat',
  'rm',
  'echo',
  'cd',
  'find',
  'xargs',
  'sudo',
  'env',
  'sed',
  'awk',
  'curl',
  'npm',
  'a',
  '名',
  '',
];
const words = [
  ...[
    '-la',
    '--help',
    'status',
    '.',
    '..',
    '/',
    '/etc/passwd',
    '~',
    '~/x',
    '$HOME',
    '$1',
    '$ARGUMENTS',
    '"$1"',
    "'$1'",
    '*.md',
  ],
  ...[
    '{a,b}',
    '{1..9}',
    '"a b"',
    "'a b'",
    "$'a\\n'",
    '\\ ',
    '"',
    "'",
    '\\',
    '`',
    '`date`',
    '-exec',
    '{}',
    '+',
    '\\;',
    '--',
    '-',
    '#c',
  ],
  ...[
    'a=b',
    'a[0]=1',
    '${a:-b}',
    '${a#b}',
    '${a/b/c}',
    '$((1+2))',
    '$[1]',
    '$(',
    '${',
    '😀',
    '\ud800',
    '\u00a0',
    '\0',
    '%s',
  ],
];
const joints = [' ', ' ', ' ', '; ', ' && ', ' || ', ' | ', ' & ', '\n', '\r\n', ' |& ', ';;', '\t', '', '\\\n', ' ! '];
const redirections = [
  '> a',
  '>> "$1"',
  '2>&1',
  '< b',
  '&> c',
  '<<< "x"',
  '<<E\na\nE\n',
  "<<'E'\n$1\nE\n",
  '<<-E\n\ta\n',
  '>',
  '<(',
  '>(ls)',
];

/** Shell text as authors write it, and with all that the grammar knows, closed or not. */
export function makeShell(random: Random, depth = 0): string {
  const parts: string[] = [];
  for (let left = 1 + random.below(4); left > 0; left--) parts.push(makeCommand(random, depth), random.one(joints));
  return parts.join('');
}

function makeCommand(random: Random, depth: number): string {
  if (depth > 3 || random.below(3) > 0) return makeSimple(random, depth);
  const inner = () => makeShell(random, depth + 1);
  const end = (text: string) => (random.below(6) === 0 ? '' : text);
  switch (random.below(14)) {
    case 0:
      return `(${inner()}${end(')')}`;
    case 1:
      return `{ ${inner()}${end('; }')}`;
    case 2:
      return `if ${inner()}; then ${inner()}${end('; fi')}`;
    case 3:
      return `for a in ${inner()}; do ${inner()}${end('; done')}`;
    case 4:
      return `while ${inner()}; do ${inner()}${end('; done')}`;
    case 5:
      return `case $1 in a) ${inner()};; *) ${inner()}${end(';; esac')}`;
    case 6:
      return `f() { ${inner()}${end('; }')}`;
    case 7:
      return `[[ ${makeSimple(random, depth)} && ( -f a ) ${end(']]')}`;
    case 8:
      return `((${inner()}${end('))')}`;
    case 9:
      return `for ((i=0; i<${inner()}; i++)); do ${inner()}${end('; done')}`;
    case 10:
      return `"$(${inner()}${end(')"')}`;
    case 11:
      return `\`${inner().replaceAll('`', '')}${end('`')}`;
    case 12:
      return `${random.one(['export', 'declare -a', 'local', 'readonly', 'unset'])} ${makeSimple(random, depth)}`;
    default:
      return `a=(${inner()}${end(')')}`;
  }
}

function makeSimple(random: Random, depth: number): string {
  const parts = [random.one(names)];
  for (let left = random.below(5); left > 0; left--) {
    const kind = random.below(12);
    if (kind === 0) parts.push(random.one(redirections));
    else if (kind === 1 && depth < 4) parts.push(`$(${makeShell(random, depth + 1)})`);
    else parts.push(random.one(words));
  }
  return parts.join(' ');
}
