import { stringify } from 'yaml';
import type { SessionRecording } from '../conformance/recorded-session.ts';
import type { Random } from '../mutation/random.ts';

/** A project with skills whose commands are asked one after another. */
export interface CommandBatch {
  readonly input: SessionRecording['input'];
  readonly prompts: readonly string[];
}

const projectFiles: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\nthree\n',
  'b c.txt': 'b and c\n',
  'docs/guide.md': '# Guide\n\ntwo\n',
  'out/old.txt': 'old\n',
};

/** What a command may do besides what is harmless anyway. */
interface Freedom {
  /** Several commands of one text run at the same time, so they write nothing. */
  readonly writes: boolean;
  /** A fence may have several lines and backticks. */
  readonly lines: boolean;
  readonly depth: number;
  /** Once its shell has run, Claude Code allows more in loops. */
  readonly loops: boolean;
}

/** Words as they are written, divided by blanks that no word has. */
const words = [
  ...'a one two -n x=1 *.txt docs/* {a,b} "$X" $X ${X:-d} $((1+2)) ~ #a a#b - -- %s ! ? [ab]* é a=b @ "*" = == :'.split(
    ' ',
  ),
  ...'\\* "\\$X" $1 "$ARGUMENTS" $0 "a\\nb" "" \'\' "`"'.split(' '),
  ...['"a b"', "'a b'", "'$HOME'", '"it\'s"', 'a\\ b', "$'a\\tb'"],
];

const files = ['a.txt', './a.txt', '"b c.txt"', 'docs/guide.md', 'docs/*.md', '*.txt', 'missing.txt', 'out/old.txt'];
/** Claude Code's own `grep` has other messages about files that it cannot read. */
const readable = ['a.txt', './a.txt', '"b c.txt"', 'docs/guide.md'];
const places = ['.', 'docs', 'out', './docs', '../more', '..', '', '-a', '-1 docs'];
/** What commands really change: only files of the temporary folder, because tests may run as root. */
const writable = [
  'n.txt',
  'out/n.txt',
  './out/n.txt',
  '"out/a b.txt"',
  'out/$X.txt',
  '../more/n.txt',
  'out/m.txt',
  'docs/n.md',
];

function word(random: Random, freedom: Freedom): string {
  if (freedom.depth > 0 && random.below(9) === 0) {
    const inner = command(random, { ...freedom, writes: false, lines: false, depth: freedom.depth - 1 });
    return random.one([`$(${inner})`, `"$(${inner})"`, `"a $(${inner}) b"`, `<(${inner})`]);
  }
  return random.one(words);
}

const several = (random: Random, freedom: Freedom): string =>
  Array.from({ length: random.below(3) + 1 }, () => word(random, freedom)).join(' ');

/** A command that only reads. */
function reading(random: Random, freedom: Freedom): string {
  const file = random.one(files);
  return random.one([
    () => `echo ${several(random, freedom)}`,
    () => `echo ${several(random, freedom)}`,
    () => `printf '%s\\n' ${several(random, freedom)}`,
    () => `printf ${word(random, freedom)}`,
    () => random.one(['true', 'false', ':', 'pwd | wc -l', 'whoami | wc -l', 'test -f a.txt', '[ -f missing.txt ]']),
    () => `ls ${random.one(places)}`.trim(),
    () => `cat ${file}`,
    () => `cat ${file} ${random.one(files)}`,
    () => `head -n ${random.below(3)} ${file}`,
    () => `tail -1 ${file}`,
    () => `wc ${random.one(['-l', '-c', '-lw'])} ${file}`,
    () => `grep ${random.one(['two', '-n two', '-c o', '-q two', '-v "two"', "-E 't|o'"])} ${random.one(readable)}`,
    () => `sed ${random.one(['-n 1p', "'s/o/0/'", "-n '2,3p'", "-e 's/a/b/g'", "'1d'"])} ${file}`,
    () => `sort ${random.one(['', '-r ', '-u '])}${file}`,
    () => `cut -c1-2 ${file}`,
    () => `seq ${random.below(4)}`,
    () => `basename ${file} .txt`,
    () => `find ${random.one(['docs', '. -maxdepth 1', 'out'])} -name '*.${random.one(['md', 'txt'])}'`,
    () => `awk '{print $1}' ${file}`,
    () => `diff ${file} ${random.one(files)}`,
    () => `stat -c %s ${file}`,
    () => `uniq ${file}`,
  ])();
}

/** A command that writes into the project, or beside it. */
function writing(random: Random): string {
  const place = random.one(writable);
  return random.one([
    `touch ${place}`,
    `mkdir -p ${random.one(['out/d', 'd', '../more/d'])}`,
    `cp a.txt ${place}`,
    `mv n.txt ${place}`,
    `rm -f ${place}`,
    `echo a | tee ${place}`,
    `sed -i 's/a/b/' ${random.one(files)}`,
    `rmdir out/d`,
  ]);
}

function simple(random: Random, freedom: Freedom): string {
  const base = freedom.writes && random.below(6) === 0 ? writing(random) : reading(random, freedom);
  const before =
    random.below(10) === 0
      ? random.one(['X=1 ', 'X=a echo b; ', '! ', 'command ', 'env ', 'time ', 'timeout 5 ', 'nice ', '\\'])
      : '';
  return `${before}${base}${redirection(random, freedom)}`;
}

function redirection(random: Random, freedom: Freedom): string {
  if (random.below(5) > 0) return '';
  const harmless = [
    '2>/dev/null',
    '2>&1',
    '>/dev/null',
    '&>/dev/null',
    `< ${random.one(files)}`,
    '<<< "a b"',
    '>&2',
    '2> /dev/null',
  ];
  if (!freedom.writes || random.below(2) === 0) return ` ${random.one(harmless)}`;
  return ` ${random.one(['>', '>>', '> ', '>| ', '&> ', '2>', '>> '])}${random.one(writable)}`;
}

/** A command of random shape. */
export function command(random: Random, freedom: Freedom): string {
  if (freedom.depth === 0) return simple(random, freedom);
  const inner = { ...freedom, depth: freedom.depth - 1 };
  const next = (): string => command(random, inner);
  const shapes: (() => string)[] = [
    ...Array.from({ length: 5 }, () => () => simple(random, inner)),
    () =>
      `${next()} ${random.one(['|', '|', '|&'])} ${random.one(['cat', 'wc -l', 'sort', 'head -1', 'tr a b', 'grep o', 'sed 1d'])}`,
    () => `${next()} && ${next()}`,
    () => `${next()} || ${next()}`,
    () => `${next()}; ${next()}`,
    () => random.one([`(${next()})`, `{ ${next()}; }`, `(${next()}) > /dev/null`, `{ ${next()}; } | cat`]),
    () => `if ${next()}; then ${next()}; fi`,
    () => `[[ -f a.txt ]] && ${next()}`,
    () => `${simple(random, inner)} > /dev/null 2>&1 & true`,
  ];
  if (freedom.loops) shapes.push(() => `for x in a b; do ${next()}; done`);
  if (freedom.lines) {
    shapes.push(
      () => `${next()}\n${next()}`,
      () => `# a comment\n${next()}`,
      () => `${next()} \\\n  | cat`,
      () => `echo \`${simple(random, { ...inner, writes: false, lines: false, depth: 0 })}\``,
      () => `cat <<${random.one(['EOF', "'EOF'"])}\na $X $(echo b)\nEOF`,
    );
  }
  return random.one(shapes)();
}

const inline = (text: string): string => `A !\`${text}\` Z`;
const fence = (text: string): string => `\`\`\`!\n${text}\n\`\`\``;

/** A body, and the commands in it. */
function body(random: Random, isFirst: boolean): { text: string; commands: string[] } {
  const count = random.below(5) === 0 ? 2 : 1;
  const made = Array.from({ length: count }, () => {
    const isFence = random.below(3) === 0;
    const isAlone = count === 1;
    const freedom = { writes: isAlone, lines: isFence, depth: random.below(3), loops: isFirst && isAlone };
    const text = command(random, freedom);
    return isFence || text.includes('`') ? { text: fence(text), command: text } : { text: inline(text), command: text };
  });
  return { text: made.map(({ text }) => text).join('\n\n'), commands: made.map((it) => it.command) };
}

const programs = [
  'echo',
  'printf',
  'ls',
  'cat',
  'touch',
  'mkdir',
  'sed',
  'cp',
  'rm',
  'true',
  'tee',
  'find',
  'awk',
  'mv',
  'for',
];

function withoutRedirections(text: string): string {
  return text.replace(/ (?:\d?(?:>>|>\||>&|>)|&>|<(?!<)) ?(?:"[^"]*"|[^\s;|&]+)/g, '');
}

/** A rule for a tool; some are about the commands. */
function rule(random: Random, commands: readonly string[]): string {
  const program = random.one(programs);
  const given = random.one(commands);
  const first = given.split(/[\s;|&]/)[0]!;
  const part = random.one(given.split(/ (?:\|&?|&&|\|\|) |; /)).trim();
  return random.one([
    () => `Bash(${program}:*)`,
    () => `Bash(${program} *)`,
    () => `Bash(${program}*)`,
    () => `Bash(${first}:*)`,
    () => `Bash(${first} *)`,
    () => `Bash(${given})`,
    () => `Bash(${given})`,
    () => `Bash(${random.one([part, withoutRedirections(part), withoutRedirections(given)])})`,
    () => `Bash(${given.slice(0, 8)}*)`,
    () => `Bash(* ${random.one(['a', 'a.txt', 'one'])})`,
    () => `Edit(${random.one(['./**', 'out/**', '/out/**', '*.txt', '/n.txt', '../more/**', '**'])})`,
    () => `Write(${random.one(['./**', 'out/*', 'n.txt'])})`,
    () => `Read(${random.one(['./**', 'docs/**', '/a.txt', '*.md', '../more/**', 'out/*'])})`,
    () => random.one(['Bash', 'Bash(*)', 'Edit', 'Read', 'Write', 'Grep']),
  ])();
}

const someRules = (random: Random, commands: readonly string[], most: number): string[] =>
  Array.from({ length: random.below(most + 1) }, () => rule(random, commands)).filter((it) => !it.includes('\n'));

/** The field `allowed-tools` in one of its forms; empty without rules. */
function allowedTools(random: Random, commands: readonly string[]): string {
  const rules = someRules(random, commands, 3);
  if (rules.length === 0) return '';
  return random.one([
    () => stringify({ 'allowed-tools': rules }),
    () => stringify({ 'allowed-tools': rules.join(', ') }),
    () => stringify({ 'allowed-tools': rules.join(' ') }),
    () => `allowed-tools: |\n${rules.map((it) => `  ${it},\n`).join('')}`,
    () => `allowed-tools: >-\n${rules.map((it) => `  ${it}\n`).join('')}`,
  ])();
}

function settings(random: Random, commands: readonly string[]): Readonly<Record<string, unknown>> {
  const some = (chance: number): string[] => (random.below(chance) === 0 ? someRules(random, commands, 3) : []);
  const permissions = {
    allow: some(2),
    // One rule that denies all would decide about every skill.
    deny: some(3).filter((it) => it.includes('(') && it !== 'Bash(*)'),
    ask: some(3).filter((it) => it.includes('(') && it !== 'Bash(*)'),
    ...(random.below(3) === 0 && { additionalDirectories: ['../more'] }),
    ...(random.below(6) === 0 && { defaultMode: random.one(['acceptEdits', 'plan', 'dontAsk', 'default']) }),
  };
  return { [random.one(['user', 'project', 'local'])]: { permissions } };
}

/** Skills with random commands and rules, in a project with random settings. */
export function randomBatch(random: Random, count: number): CommandBatch {
  const bodies = Array.from({ length: count }, (_, index) => body(random, index === 0));
  const commands = bodies.flatMap((it) => it.commands);
  const skills = bodies.map(({ text, commands: own }, index) => {
    const fields = `description: D\n${allowedTools(random, own)}`;
    return [`.claude/skills/s${index}/SKILL.md`, `---\n${fields}---\n\n${text}\n`] as const;
  });
  const input = {
    files: { ...projectFiles, ...Object.fromEntries(skills) },
    dirs: ['../more'],
    settings: settings(random, commands),
    prompt: '',
  };
  const given = ['', '', ' one', ' "a b" c', ' ; echo c'];
  return { input, prompts: bodies.map((_, index) => `/s${index}${random.one(given)}`) };
}
