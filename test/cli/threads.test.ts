import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { keepRun, readRun } from '../../server/src/cli/cache/cached-run.ts';
import { oneIn } from '../every-test.ts';
import { bundleCliForTests, type CliResult, runCli, skillText, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const seasons = ['spring', 'summer', 'autumn', 'winter'];

/** A repository with more files than a thread is given at a time, of every kind, with findings of every kind. */
async function largeRepository() {
  const files: Record<string, string> = {
    '.claude/settings.json': '{ "permissions": { "allow": ["Bash(git:*)", "Skill(nothing)"] } }',
    '.claude/agents/gardener.md':
      '---\nname: gardener\ndescription: Gardens.\nskills: [sow-1, unknown]\n---\nGarden.\n',
    '.claude/commands/weed.md': 'Weed $1 and $ARGUMENTS.\n',
    'plugins/shed/.claude-plugin/plugin.json': '{ "name": "Shed Tools" }',
    'plugins/shed/skills/rake/SKILL.md': skillText({ name: 'rake', body: '[gone](gone.md)\n' }),
    'skillwright.config.json': '{ "exclude": ["**/sow-13/**"] }',
  };
  for (let index = 0; index < 60; index++) {
    const season = seasons[index % seasons.length]!;
    files[`.claude/skills/sow-${index}/SKILL.md`] = skillText({
      name: index % 7 === 0 ? `Sow ${index}` : `sow-${index}`,
      // Several are alike, and each file has other findings than the next.
      description: `Sows ${season} beans in rows of ${index % 20}. Use when the ${season} soil is warm.`,
      body: `${index % 11 === 0 ? '<!-- skillwright-disable link-broken -->\n' : ''}See [the plan](plan-${index}.md).\n`,
    });
  }
  const folder = await temporaryFolder(files);
  // What cannot be read, what is reached by a link, and what leads nowhere.
  await mkdir(`${folder}/.claude/skills/shut/SKILL.md`, { recursive: true });
  await mkdir(`${folder}/.claude/skills/lent`);
  await rename(`${folder}/.claude/skills/sow-40/SKILL.md`, `${folder}/lent.txt`);
  await symlink(`${folder}/lent.txt`, `${folder}/.claude/skills/lent/SKILL.md`);
  await symlink(`${folder}/nowhere`, `${folder}/.claude/skills/sow-40/SKILL.md`);
  const check = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runCli(['check', '--home', folder, ...args], { cwd: folder, env });
  return { folder, check };
}

const withoutTimes = ({ code, ...outputs }: CliResult) => {
  const [stdout, stderr] = [outputs.stdout, outputs.stderr].map((text) =>
    text.replace(/, [\d.]+ m?s$/m, '').replace(/"ms": ?\d+| time="[\d.]+"/g, ''),
  );
  return { code, stdout, stderr };
};

describe('check in several threads', () => {
  test.each(
    oneIn(5, [
      [[]],
      [['--format', 'json']],
      [['--format', 'sarif', '--suppressed']],
      [['--format', 'github', '--quiet']],
      [['--format', 'junit', '--fail-on', 'warning']],
      [['--fix-dry-run']],
      [['--shard', '2/3', '--max-warnings', '3']],
      [['--baseline', 'known.json']],
      [['.claude/skills/sow-13/SKILL.md', 'lent.txt', '.claude/skills']],
    ]),
  )('reports the same as in one, with %j', async (args) => {
    const { folder, check } = await largeRepository();
    if (args.includes('--baseline')) {
      await check([...args, '--write-baseline', '--shard', '1/2', '--concurrency', '3']);
      await writeFile(`${folder}/.claude/skills/sow-2/SKILL.md`, skillText({ name: 'sow-2', description: '' }));
    }
    const one = withoutTimes(await check([...args, '--concurrency', '1', '--no-cache']));
    expect(`${one.stdout}${one.stderr}`).toMatch(/sow-|Shed-Tools|Excluded/);
    for (const threads of ['2', '5']) {
      expect(withoutTimes(await check([...args, '--concurrency', threads, '--no-cache']))).toEqual(one);
    }
  });

  test('fails with what fails first in the order of the files', async () => {
    const { folder, check } = await largeRepository();
    for (const name of ['sow-58', 'sow-31', 'sow-50'])
      await writeFile(`${folder}/.claude/skills/${name}/skillwright.config.json`, `{ "rules": { "${name}": "off" } }`);
    const { code, stdout, stderr } = await check(['--concurrency', '3']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `skillwright: ${folder}/.claude/skills/sow-31/skillwright.config.json: \`rules\`: Unknown rule \`sow-31\`\n`,
    );
  });

  test('is repeated if nothing has changed that any of them has read', async () => {
    const { folder, check } = await largeRepository();
    await rm(`${folder}/.claude/skills/shut`, { recursive: true });
    await rm(`${folder}/.claude/skills/sow-40`, { recursive: true });
    const cache = await temporaryFolder();
    const args = ['--concurrency', '2', '--format', 'json'];
    const run = async () => (await check(args, { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache })).stdout;
    const first = await run();
    const [file] = await readdir(path.join(cache, 'skillwright', 'check'));
    const kept = path.join(cache, 'skillwright', 'check', file!);
    const stored = readRun(kept)!;
    keepRun(kept, {
      ...stored,
      output: Buffer.from(Buffer.from(stored.output).toString().replace('plan-59.md', 'PLAN-59.md')),
    });
    expect(await run()).toContain('PLAN-59.md');
    // A file that only a rule looks at, in a thread.
    expect(first).toContain('plan-59.md');
    await writeFile(`${folder}/.claude/skills/sow-59/plan-59.md`, 'Sow.\n');
    expect(await run()).not.toMatch(/plan-59\.md/i);
  });
});
