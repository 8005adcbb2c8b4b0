import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const has = (program: string): boolean => !spawnSync(program, ['--version']).error;

/** What is typed, and some of what is offered and what is not. */
const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['skillwright ', ['check', 'list', 'pack', 'completion', 'lsp'], ['--format']],
  ['skillwright ex', ['explain'], ['check']],
  ['skillwright check --fo', ['--format'], ['--fix']],
  ['skillwright check --fi', ['--fix', '--fix-dry-run'], ['--format']],
  ['skillwright check --format ', ['text', 'json', 'sarif', 'github', 'junit'], ['check', 'markdown']],
  ['skillwright diff main --format ma', ['markdown'], ['text']],
  ['skillwright check --quiet --target c', ['claude-api', 'codex', 'cursor'], ['vscode']],
  ['skillwright check --runtime claude-code@', ['claude-code@2.1.7'], ['claude-code']],
  ['skillwright explain literal-', ['literal-dollar'], ['name-format']],
  ['skillwright completion ', ['bash', 'zsh', 'fish'], ['check']],
];

async function script(shell: string): Promise<string> {
  const { code, stdout, stderr } = await runCli(['completion', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const file = path.join(await temporaryFolder(), `_skillwright.${shell}`);
  await writeFile(file, stdout);
  return file;
}

describe('bash', () => {
  test.skipIf(!has('bash'))('offers commands, options and values', async () => {
    const file = await script('bash');
    for (const [line, some, none] of cases) {
      const offered = bashOffers(file, line);
      expect([line, offered]).toEqual([line, expect.arrayContaining([...some])]);
      for (const word of none) expect([line, offered]).not.toEqual([line, expect.arrayContaining([word])]);
    }
    expect(bashOffers(file, 'skillwright check --format=s')).toEqual(['sarif']);
    expect(bashOffers(file, 'skillwright check --format=')).toContain('junit');
    // Readline completes paths where nothing is offered.
    expect(bashOffers(file, 'skillwright check ')).toEqual([]);
    expect(bashOffers(file, 'skillwright check --config ')).toEqual([]);
  });

  test.skipIf(!has('bash') || !has('script'))('completes what is typed in a terminal', async () => {
    const cwd = await temporaryFolder({ 'skills/x': '' });
    const file = await script('bash');
    const screen = await typed(['bash', '--norc', '--noprofile'], cwd, `source ${file}; PS1='$ '\n`, [
      ['skillwright che\t', 'skillwright check '],
      ['ski\t', 'skills/'],
      [' --format=sa\t', '--format=sarif'],
    ]);
    expect(screen).toContain('skillwright check skills/');
  });
});

/** What the function offers: as readline calls it, with the line split at its word breaks; words are put together again. */
function bashOffers(file: string, line: string): readonly string[] {
  const call = `source ${file}
COMP_LINE="$1"; COMP_POINT=\${#1}
COMP_WORDS=(); word=''
for ((i = 0; i < \${#1}; i++)); do
  c="\${1:i:1}"
  case "$c" in
    ' ') [ -n "$word" ] && COMP_WORDS+=("$word"); word='' ;;
    [=:@]) [ -n "$word" ] && COMP_WORDS+=("$word"); COMP_WORDS+=("$c"); word='' ;;
    *) word+="$c" ;;
  esac
done
if [ -n "$word" ] || [ "$c" = ' ' ]; then COMP_WORDS+=("$word"); fi
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_skillwright
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const words = execFileSync('bash', ['-c', call, 'bash', line]).toString().split('\n').filter(Boolean);
  const before = /@$/.exec(line) ? /\S*$/.exec(line)![0] : '';
  return words.map((word) => `${before}${word}`);
}

describe.skipIf(!has('fish'))('fish', () => {
  test('offers commands, options and values', async () => {
    const file = await script('fish');
    const folder = path.dirname(file);
    for (const [line, some, none] of cases) {
      const out = execFileSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], {
        cwd: folder,
        env: { ...process.env, HOME: folder },
      });
      const offered = out
        .toString()
        .split('\n')
        .map((it) => it.split('\t')[0]!);
      expect([line, offered]).toEqual([line, expect.arrayContaining([...some])]);
      for (const word of none) expect([line, offered]).not.toEqual([line, expect.arrayContaining([word])]);
    }
  });
});

describe.skipIf(!has('zsh') || !has('script'))('zsh', () => {
  test('completes what is typed in a terminal', async () => {
    const cwd = await temporaryFolder({ 'skills/x': '' });
    const file = await script('zsh');
    await typed(['zsh', '-f', '-i'], cwd, `autoload -U compinit; compinit -u -D; PS1='$ '; source ${file}\n`, [
      ['skillwright che\t', 'skillwright check '],
      ['--fix-\t', '--fix-dry-run'],
      [' --format sa\t', '--format sarif'],
      [' --target=claude-\t', '--target=claude-api'],
      [' ski\t', 'skills/'],
    ]);
    await typed(['zsh', '-f', '-i'], cwd, `autoload -U compinit; compinit -u -D; PS1='$ '; source ${file}\n`, [
      ['skillwright explain literal-d\t', 'literal-dollar'],
    ]);
  });
});

/** Types into a shell in a terminal, waiting each time for what it should make of it; returns the screen. */
async function typed(
  shell: readonly string[],
  cwd: string,
  setup: string,
  steps: readonly (readonly [string, string])[],
): Promise<string> {
  const child = spawn('script', ['-qfc', shell.join(' '), '/dev/null'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, TERM: 'dumb', INPUTRC: '/dev/null' },
  });
  let screen = '';
  child.stdout.on('data', (piece: Buffer) => {
    screen += piece.toString().replace(/\u001b\[[\d;?]*[a-zA-Z]|[\u0007\r]/g, '');
  });
  const shows = (text: string) => expect.poll(() => screen, { timeout: 20_000, interval: 50 }).toContain(text);
  try {
    child.stdin.write(`${setup.trimEnd()}; echo rea''dy\n`);
    await shows('ready\n');
    for (const [keys, text] of steps) {
      child.stdin.write(keys);
      await shows(text);
    }
    return screen;
  } finally {
    child.kill('SIGKILL');
  }
}
