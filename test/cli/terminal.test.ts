import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  escapeControlCharacters,
  escapeInJson,
  escapeLines,
} from '../../server/src/cli/terminal/escape-control-characters.ts';
import { showProgress } from '../../server/src/cli/terminal/progress.ts';
import { bundleCliForTests, checkJson, runCli, skillText, skillToFix, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

/** Everything that a terminal obeys, except the line end that closes our own lines. */
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

const hostile = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u007f\u202egnp\u2066\u0085';

describe('control characters', () => {
  test('are written out', () => {
    expect(escapeControlCharacters('a\u001b[31m\u009b\u202e\n\t\u0000é👩‍👩‍👧')).toBe(
      'a\\x1b[31m\\x9b\\u202e\\n\\t\\x00é👩‍👩‍👧',
    );
    expect(escapeLines('\ta\r\nb\n')).toBe('\ta\r\nb\n');
    expect(escapeLines('a\rb\u001b\n\r')).toBe('a\\x0db\\x1b\n\\x0d');
    expect(escapeLines('a\r', '\n')).toBe('a\r');
    expect(JSON.parse(escapeInJson(JSON.stringify(hostile)))).toBe(hostile);
    expect(escapeInJson(JSON.stringify(hostile))).not.toMatch(obeyed);
  });

  test.skipIf(process.platform === 'win32')('of names and texts never reach the terminal', async () => {
    const name = `de${hostile}mo`;
    const folder = await temporaryFolder({
      [`skills/${name}/SKILL.md`]: skillText({
        name: `"Demo ${hostile.replaceAll('\u001b', '\\e')} x"`,
        body: `${hostile}\n`,
      }),
      'skills/raw/SKILL.md': skillText({ name: `Demo ${hostile} x` }),
      'skills/keys/SKILL.md': `---\n${hostile}: x\nmodel: ${hostile}\nallowed-tools: "${hostile}"\n---\n\n$${hostile} [x](${hostile}.md)\n`,
      [`skills/${hostile}.txt`]: '',
    });
    for (const args of [
      [],
      ['--fix-dry-run'],
      ['--stats'],
      ['--fix'],
      [`skills/${hostile}.txt`, 'skills'],
      [`${hostile}`],
    ]) {
      const { stdout, stderr } = await runCli(['check', '--target', 'agentskills', ...args], { cwd: folder });
      expect(stdout + stderr).not.toMatch(obeyed);
      expect(stdout + stderr).toContain('\\x1b[2J');
    }
  });

  test.skipIf(process.platform === 'win32')('are escapes in JSON, so paths remain exact', async () => {
    const folder = await temporaryFolder({ [`skills/de${hostile}mo/SKILL.md`]: skillToFix });
    const { stdout, report } = await checkJson([folder]);
    expect(stdout).not.toMatch(obeyed);
    expect(report.findings[0]!.file).toBe(`${folder}/skills/de${hostile}mo/SKILL.md`);
  });
});

describe('colours', () => {
  test.each([
    [{}, false],
    [{ CI: 'true' }, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '' }, true],
  ])('with %j, not on a terminal: %s', async (env, coloured) => {
    const folder = await temporaryFolder({ 'skills/demo-skill/SKILL.md': skillToFix });
    const { stdout } = await runCli(['check'], { cwd: folder, env });
    expect(stdout.includes('\u001b[33m')).toBe(coloured);
  });

  test('never in JSON', async () => {
    const folder = await temporaryFolder({ 'skills/demo-skill/SKILL.md': skillToFix });
    expect((await checkJson([], { cwd: folder, env: { FORCE_COLOR: '1' } })).stdout).not.toContain('\\u001b');
  });
});

describe('a reader that goes away', () => {
  test.each(['text', 'json'])('changes neither the exit code nor standard error (%s)', async (format) => {
    const folder = await temporaryFolder(
      Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`skills/s${index}/SKILL.md`, skillToFix])),
    );
    const args = ['check', '--format', format, '--rule', 'name-format=error'];
    const { code, stderr } = await runCli(args, { cwd: folder, closeEarly: true });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });
});

describe('progress', () => {
  const recorder = (isTTY: boolean) => {
    const written: string[] = [];
    const stream = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
    return { written, stream };
  };

  test('appears after a second on a terminal and goes away', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { written, stream } = recorder(true);
    const progress = showProgress(4, stream);
    vi.advanceTimersByTime(999);
    progress.advance();
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    progress.advance();
    expect(written.join('')).toContain('████████████░░░░░░░░░░░░ 2 of 4 files');
    progress.end();
    progress.advance();
    expect(written.at(-1)).toBe('\r\u001b[K');
  });

  test('is silent elsewhere', () => {
    const { written, stream } = recorder(false);
    const progress = showProgress(1, stream);
    progress.advance();
    progress.end();
    expect(written).toEqual([]);
  });
});
