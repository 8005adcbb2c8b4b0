import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  bundleCliForTests,
  checkJson,
  cleanSkill,
  runCli,
  skillText,
  skillToFix,
  temporaryFolder,
} from './cli-process.ts';

bundleCliForTests();

const demo = '.claude/skills/demo-skill/SKILL.md';
const other = 'odd #1, 50%/skills/other/SKILL.md';
const broken = (text: string) => skillText({ name: 'other', body: `${text}[a](missing.md)\n\n[a](missing.md)\n` });

/** A repository with three accepted findings. */
async function repositoryWithBaseline() {
  const folder = await temporaryFolder({ '.git/HEAD': '', [demo]: skillToFix, [other]: broken('') });
  const written = await runCli(['check', '--baseline', 'known.json', '--write-baseline'], { cwd: folder });
  expect(written).toMatchObject({ code: 0, stderr: 'skillwright: Baseline written: 3 findings are accepted\n' });
  const check = async (...args: string[]) => {
    const { report, stderr, code } = await checkJson(['--baseline', 'known.json', ...args], { cwd: folder });
    return { found: report.findings.map(({ rule }) => rule), stderr, code };
  };
  const baseline = () => readFile(path.join(folder, 'known.json'), 'utf8');
  const edit = (name: string, text: string) => writeFile(path.join(folder, name), text);
  return { folder, check, baseline, edit };
}

const left = 'skillwright: The baseline leaves out 3 findings\n';

describe('check --baseline', () => {
  test('leaves out what is accepted, from any folder, and whatever is written above it', async () => {
    const { folder, check, edit } = await repositoryWithBaseline();
    expect(await check()).toEqual({ found: [], stderr: left, code: 0 });
    expect((await check('--max-warnings', '0')).code).toBe(0);
    await edit(other, broken('# New\n\nText.\n\n').replaceAll('\n', '\r\n'));
    expect(await check()).toEqual({ found: [], stderr: left, code: 0 });
    const args = ['check', '--baseline', '../known.json'];
    expect(await runCli(args, { cwd: path.join(folder, '.claude') })).toMatchObject({ code: 0, stderr: left });
    expect((await runCli([...args, '--quiet'], { cwd: path.join(folder, '.claude') })).stderr).toBe('');
  });

  test('reports what is new, also the same finding once more', async () => {
    const { folder, check, edit } = await repositoryWithBaseline();
    await edit(other, `${broken('')}\n[a](missing.md)\n\n[b](missing.md)\n`);
    const { found, code } = await check('--max-warnings', '0', '--rule', 'link-broken=warning');
    expect({ found, code }).toEqual({ found: ['link-broken', 'link-broken'], code: 1 });
    const args = ['check', '--baseline', 'known.json', '--format', 'sarif'];
    const sarif = JSON.parse((await runCli(args, { cwd: folder })).stdout);
    expect(sarif.runs[0].results).toHaveLength(2);
  });

  test('says what no longer occurs; --write-baseline removes it', async () => {
    const { check, edit, baseline } = await repositoryWithBaseline();
    const before = await baseline();
    await edit(other, broken('').replace('[a](missing.md)\n\n', ''));
    await edit(demo, cleanSkill.replace('demo', 'demo-skill'));
    expect((await check()).stderr).toBe(
      'skillwright: The baseline leaves out 1 finding\n' +
        `skillwright: Fixed since the baseline: ${demo} name-format\n` +
        `skillwright: Fixed since the baseline: ${other} link-broken\n` +
        'skillwright: 2 findings of the baseline no longer occur; --write-baseline removes them\n',
    );
    expect(await baseline()).toBe(before);
    expect((await check('--write-baseline')).stderr).toContain('Baseline written: 1 finding is accepted');
    const { findings } = JSON.parse(await baseline());
    expect(findings).toEqual([{ file: other, rule: 'link-broken', fingerprint: expect.any(String), count: 1 }]);
  });

  test('a run over a part of the files neither misses nor removes the others', async () => {
    const { folder, check, baseline } = await repositoryWithBaseline();
    const before = await baseline();
    expect((await check('.claude')).stderr).toBe('skillwright: The baseline leaves out 1 finding\n');
    for (const part of [['.claude'], ['--shard', '1/2'], ['--shard', '2/2']]) {
      expect((await check('--write-baseline', ...part)).code).toBe(0);
      expect(await baseline()).toBe(before);
    }
    await rm(path.join(folder, demo));
    expect((await check('--write-baseline', 'odd #1, 50%')).stderr).toContain(`Fixed since the baseline: ${demo}`);
    expect(JSON.parse(await baseline()).findings).toHaveLength(1);
  });

  test('is sorted, and the same for the same findings', async () => {
    const { check, baseline } = await repositoryWithBaseline();
    const before = await baseline();
    const { version, findings } = JSON.parse(before);
    expect(version).toBe(1);
    expect(findings.map(({ file, count }: { file: string; count: number }) => [file, count])).toEqual([
      [demo, 1],
      [other, 2],
    ]);
    await check('--write-baseline');
    expect(await baseline()).toBe(before);
  });

  test.each([
    ['no JSON', '{', /^skillwright: The baseline is not valid JSON: \S+known\.json\n$/],
    ['another file', '[]', /^skillwright: Not a baseline of Skillwright: \S+known\.json\n$/],
    ['null', 'null', /^skillwright: Not a baseline of Skillwright/],
    ['another version', '{"version":2,"findings":[]}', /^skillwright: This Skillwright reads baselines of version 1/],
    [
      'a broken entry',
      '{"version":1,"findings":[{"file":"a","rule":"b","fingerprint":"c","count":0}]}',
      /`findings\[0\]`/,
    ],
  ])('%s ends with 2 and one line', async (_, text, line) => {
    const { folder, edit, baseline } = await repositoryWithBaseline();
    await edit('known.json', text);
    for (const write of [[], ['--write-baseline']]) {
      const { code, stdout, stderr } = await runCli(['check', '--baseline', 'known.json', ...write], { cwd: folder });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(line);
      expect(stderr).toMatch(/^[^\n]*\n$/);
    }
    expect(await baseline()).toBe(text);
  });
});

describe('check --shard', () => {
  test('every file is in exactly one shard', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `skills/s${index}/SKILL.md`);
    const folder = await temporaryFolder(Object.fromEntries(names.map((name) => [name, skillToFix])));
    const filesOf = async (...args: string[]) => {
      const { report } = await checkJson(args, { cwd: folder });
      return [...new Set(report.findings.map(({ file }) => file))];
    };
    const all = await filesOf();
    expect(all).toHaveLength(7);
    const shards = await Promise.all(['1/3', '2/3', '3/3'].map((shard) => filesOf('--shard', shard)));
    expect(shards.flat().toSorted()).toEqual(all);
    expect(shards.map(({ length }) => length)).toEqual([3, 2, 2]);
    expect(await filesOf('--shard', '1/1')).toEqual(all);
    expect(await filesOf('--shard', '9/9')).toEqual([]);
  });
});
