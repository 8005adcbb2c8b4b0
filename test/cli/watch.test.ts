import { writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  bundleCliForTests,
  cleanSkill,
  runCli,
  skillText,
  skillToFix,
  startCli,
  temporaryFolder,
} from './cli-process.ts';

bundleCliForTests();

const ready = 'Ctrl+C stops\n';

/** A check that watches; the parts of its output are what it printed between two states in which it waits. */
function watching(args: readonly string[], cwd: string) {
  const child = startCli(['check', '--watch', ...args], { cwd });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (piece: Buffer) => {
      output[name] += piece.toString();
    });
  }
  const runs = () => output.stderr.split(ready).length - 1;
  const until = (text: string, count: number) =>
    expect.poll(() => [runs() >= count, output.stdout.includes(text)], { timeout: 20_000 }).toEqual([true, true]);
  return { child, output, runs, until };
}

describe('check --watch', () => {
  test('checks again when a skill, its files or the configuration change, and ends with Ctrl+C', async () => {
    const folder = await temporaryFolder({
      '.claude/skills/demo/SKILL.md': skillText({ name: 'demo', body: 'Read [the list](list.md).\n' }),
      'src/main.ts': '',
    });
    const { child, output, runs, until } = watching([], folder);
    await until('link-broken', 1);
    const step = async (change: () => Promise<void>, text: string) => {
      const before = runs();
      output.stdout = '';
      await change();
      await until(text, before + 1);
    };
    await step(() => writeFile(`${folder}/.claude/skills/demo/list.md`, '- a\n'), 'Nothing found in 1 skill');
    await step(() => writeFile(`${folder}/.claude/skills/demo/SKILL.md`, skillToFix), 'name-format');
    // As editors save: another file takes the name.
    await writeFile(`${folder}/src/new`, cleanSkill);
    await step(() => rename(`${folder}/src/new`, `${folder}/.claude/skills/demo/SKILL.md`), 'Nothing found in 1 skill');
    await step(() => rm(`${folder}/.claude/skills/demo`, { recursive: true }), 'No skills, commands or agents found');
    await step(async () => {
      await mkdir(`${folder}/.claude/skills/demo`);
      await writeFile(`${folder}/.claude/skills/demo/SKILL.md`, skillToFix);
    }, 'name-format');
    await step(
      () => writeFile(`${folder}/skillwright.config.json`, '{ "rules": { "name-format": "off" } }'),
      'Nothing found in 1 skill',
    );
    // Half a configuration is said, and the watch goes on.
    await writeFile(`${folder}/skillwright.config.json`, '{ "rules": { "name-fromat": "off" } }');
    await expect.poll(() => output.stderr, { timeout: 20_000 }).toContain('Unknown rule');
    await step(() => rm(`${folder}/skillwright.config.json`), 'name-format');
    expect(output.stdout).not.toContain('\u001b');
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(process.platform === 'win32' ? null : 130);
  });

  test('many changes at once are one check, and what no check reads is none', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `demo-${index}`);
    const files = Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skillText({ name })]));
    const folder = await temporaryFolder({ ...files, 'src/main.ts': '' });
    const { output, runs, until } = watching([], folder);
    await until('30 skills', 1);
    for (let edit = 0; edit < 5; edit++) await writeFile(`${folder}/src/main.ts`, `${edit}`);
    await setTimeout(400);
    expect([runs(), output.stderr.split('Changed')[1]]).toEqual([1, undefined]);
    output.stdout = '';
    // In one go, so that no check begins between two of them.
    for (const name of names) writeFileSync(`${folder}/skills/${name}/SKILL.md`, skillToFix);
    await until('30 warnings', 2);
    expect(runs()).toBeLessThanOrEqual(3);
    expect(output.stderr).toMatch(/Changed: skills\/demo-\d+\/SKILL\.md, .* and \d+ more\n/);
  });

  test('does not name what editors write next to a file, nor check again because of it', async () => {
    const folder = await temporaryFolder({
      '.claude/skills/demo/SKILL.md': cleanSkill,
      '.claude/skills/demo/.SKILL.md.swp': 'b0VIM',
    });
    const skill = `${folder}/.claude/skills/demo`;
    const { output, runs, until } = watching([], folder);
    await until('Nothing found', 1);
    const written = ['4913', '.SKILL.md.swx', 'SKILL.md~', '.#SKILL.md', '#SKILL.md#', 'SKILL.md.tmp.41.1767'];
    for (const name of written) await writeFile(`${skill}/${name}`, cleanSkill);
    await writeFile(`${skill}/.SKILL.md.swp`, 'b0VIM more');
    await setTimeout(400);
    expect(runs()).toBe(1);
    for (const name of written) await rm(`${skill}/${name}`);
    await writeFile(`${skill}/SKILL.md.tmp`, skillToFix);
    await rename(`${skill}/SKILL.md.tmp`, `${skill}/SKILL.md`);
    await until('name-format', 2);
    expect(output.stderr.match(/Changed: .*/g)).toEqual(['Changed: .claude/skills/demo/SKILL.md']);
  });

  test.each([
    [['--stdin', '--stdin-filename', 'SKILL.md'], '--stdin'],
    [['--baseline', 'b.json', '--write-baseline'], '--write-baseline'],
    [['--format', 'sarif'], '--format sarif'],
  ])('cannot be used with %j', async (args, option) => {
    const folder = await temporaryFolder();
    const { code, stdout, stderr } = await runCli(['check', '--watch', ...args], { cwd: folder });
    expect([code, stdout, stderr]).toEqual([2, '', `skillwright: --watch cannot be used with ${option}\n`]);
  });
});
