import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyPatch } from 'diff';
import { describe, expect, onTestFinished, test } from 'vitest';
import { unifiedDiff } from '../../server/src/cli/reports/unified-diff.ts';
import {
  escapeControlCharacters,
  escapeInJson,
  escapeLines,
} from '../../server/src/cli/terminal/escape-control-characters.ts';
import { bundleCliForTests, runCli } from '../cli/cli-process.ts';
import { oneIn } from '../every-test.ts';
import { expectLinearGrowth } from './growth.ts';
import { argumentShapes } from './shapes.ts';

bundleCliForTests();

/** Everything that a terminal may execute. Line endings and tabs only lay a text out. */
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

const hostile = 'rm\u001B[2K\rls \u0007\u009B31m\u202Egpj\u2028\u001B]0;title\u0007\b\b';

const skill = [
  '---',
  `name: ${JSON.stringify(`demo ${hostile}`)}`,
  `description: ${JSON.stringify(`Does ${hostile}. Use when it rains`)}`,
  `argument-hint: ${JSON.stringify(hostile)}`,
  `agent: ${JSON.stringify(hostile)}`,
  `model: ${JSON.stringify(hostile)}`,
  'user-invocable: maybe',
  '---',
  `# ${hostile}`,
  `Text ${hostile} $ARGUMENTS`,
  `[${hostile}](${hostile}.md)`,
  `!\`${hostile}\``,
  `!\`echo $ARGUMENTS\``,
  '',
].join('\n');

describe('no control character of a skill reaches a terminal', () => {
  test.for([
    ['check'],
    ['check', '--fix-dry-run'],
    ['check', '--format', 'json'],
    ['list'],
    ['list', '--format', 'json'],
    ['budget'],
    ['render', 'demo', hostile],
    ['render', 'demo', '--format', 'json', hostile],
    ['render', 'demo', '--run-shell', hostile],
    ['invoke', 'demo', hostile],
    ['invoke', hostile],
    ['render', hostile],
    ['check', hostile],
    ['explain', hostile],
    ['new', hostile],
    ['new', 'demo', '--in', hostile],
    [hostile],
    ['check', `--${hostile}`],
  ])('%j', async (args) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'skillwright-terminal-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, '.claude', 'skills', 'demo', 'SKILL.md');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, skill);
    const { stdout, stderr } = await runCli(args, { cwd: folder });
    expect(stdout.length + stderr.length).toBeGreaterThan(0);
    expect(obeyed.exec(stdout)).toBeNull();
    expect(obeyed.exec(stderr)).toBeNull();
  });
});

test('a carriage return is shown where it does not end a line', () => {
  expect(escapeLines('rm\rls\r\nb\r', '\n')).toBe('rm\\x0dls\r\nb\r');
  expect(escapeLines('rm\r', 'ls')).toBe('rm\\x0d');
});

describe('texts for a terminal are made in linear time', () => {
  test.for(oneIn(9, argumentShapes))('%s', async ([, make]) => {
    await expectLinearGrowth(make, (text) => [
      escapeControlCharacters(text),
      escapeLines(text),
      escapeInJson(JSON.stringify(text)),
    ]);
  });

  test.for(['', '\n'])('a difference in every line can be applied (%j at the end)', (end) => {
    const before = `${Array.from({ length: 5_000 }, (_, index) => `before ${index}`).join('\n')}${end}`;
    const after = before.replaceAll('before', 'after');
    expect(applyPatch(before, unifiedDiff('SKILL.md', before, after))).toBe(after);
  });

  test('differences of files whose every line has changed', async () => {
    const lines = (size: number, word: string) =>
      Array.from({ length: size / 16 }, (_, index) => `${word} ${index}`).join('\n');
    await expectLinearGrowth(
      (size) => lines(size, 'before'),
      (before) => unifiedDiff('SKILL.md', before, before.replaceAll('before', 'after')),
      { prepare: (text: string) => text, largest: 65_536 },
    );
  });
});
