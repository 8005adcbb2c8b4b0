import { readdirSync, readFileSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, checkJson, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const set = {
  skill_name: 'pdf',
  evals: [
    { id: 1, prompt: 'Merge a and b', expected_output: 'One file', assertions: ['It has 4 pages'] },
    { id: 2, prompt: 'Split it', expected_output: 'Two files', files: ['evals/files/a.pdf'] },
  ],
};

const plugin = {
  'office/.claude-plugin/plugin.json': JSON.stringify({ name: 'office', version: '1.0.0', description: 'For offices' }),
  'office/skills/pdf/SKILL.md': '---\ndescription: Works with PDF files. Use for PDF files.\n---\n\nDo it.\n',
  'office/skills/pdf/evals/evals.json': JSON.stringify(set),
  'office/skills/pdf/evals/files/a.pdf': '%PDF',
};

const file = 'office/skills/pdf/evals/evals.json';

describe('convert-evals', () => {
  test('writes cases where the runner finds them, and back', async () => {
    const cwd = await temporaryFolder(plugin);
    const there = await runCli(['convert-evals', file], { cwd });
    const folder = path.join(cwd, 'office/evals/pdf');
    expect(there).toEqual({
      code: 0,
      stdout: ['eval-1/prompt.md', 'eval-1/graders/expectation-1.md', 'eval-1/converted.json', 'eval-2/prompt.md']
        .concat('eval-2/graders/expected-output.md', 'eval-2/converted.json', 'converted.json')
        .map((name) => `Created ${folder}/${name}\n`)
        .join(''),
      stderr:
        'skillwright: Kept: evaluation 2: The runner of cases copies no input files, so a run has none of `files`. A `scaffold_script` could copy them\n',
    });
    const { report } = await checkJson(['office/evals'], { cwd });
    expect(report.findings).toEqual([]);

    const taken = await runCli(['convert-evals', 'office/evals/pdf'], { cwd });
    expect(taken).toMatchObject({ code: 2, stdout: '' });
    expect(taken.stderr).toContain(`It already exists: ${cwd}/${file}; name another file with --out`);
    await rm(path.join(cwd, file));
    // The folder around all that was converted is enough.
    const back = await runCli(['convert-evals', 'office/evals', '--format', 'json'], { cwd });
    expect(JSON.parse(back.stdout)).toEqual({
      to: 'evals.json',
      converted: 2,
      written: true,
      files: [path.join(cwd, file)],
      notes: [],
    });
    expect(JSON.parse(readFileSync(path.join(cwd, file), 'utf8'))).toEqual(set);
  });

  test('a dry run lists everything and writes nothing', async () => {
    const cwd = await temporaryFolder(plugin);
    const { stdout, code } = await runCli(['convert-evals', file, '--dry-run', '--out', 'there'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain(`Would create ${cwd}/there/eval-1/prompt.md\n`);
    const again = await runCli(['convert-evals', file, '--out', 'there'], { cwd });
    expect(again.code).toBe(0);
    for (const more of [[], ['--dry-run']]) {
      const third = await runCli(['convert-evals', file, '--out', 'there', ...more], { cwd });
      expect(third).toMatchObject({ code: 2, stdout: '' });
      expect(third.stderr).toContain(`It already exists: ${cwd}/there; name another folder with --out\n`);
    }
  });

  test('a file of a case stands for its case', async () => {
    const cwd = await temporaryFolder({
      ...plugin,
      'office/evals/one/prompt.md': '---\nmax_turns: 3\n---\n\nDo it\n',
      'office/evals/one/graders/a.md': '---\ntype: regex\n---\nDone\n',
    });
    for (const name of ['prompt.md', 'graders/a.md']) {
      const args = ['convert-evals', `office/evals/one/${name}`, '--out', 'out.json', '--dry-run', '--format', 'json'];
      const { stdout } = await runCli(args, { cwd });
      expect(JSON.parse(stdout), name).toMatchObject({ to: 'evals.json', converted: 1, files: [`${cwd}/out.json`] });
    }
  });

  test('writes nothing through links of a repository, unless the user says where', async () => {
    const cwd = await temporaryFolder(plugin);
    const outside = await temporaryFolder({});
    await symlink(outside, path.join(cwd, 'office/evals'));
    const { code, stderr } = await runCli(['convert-evals', file], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(
      `${cwd}/office/evals is a link that leads to ${outside}, so nothing is created there; name another place with --out`,
    );
    const created = await runCli(['new-eval', 'office/skills/pdf', '--prompt', 'Split it'], { cwd });
    expect(created).toMatchObject({ code: 2, stderr: expect.stringContaining('name a folder of cases with --in') });
    expect(readdirSync(outside)).toEqual([]);
    expect(await runCli(['convert-evals', file, '--out', 'there'], { cwd })).toMatchObject({ code: 0 });
  });

  test('says why nothing can be written', async () => {
    const cwd = await temporaryFolder({
      ...plugin,
      'office/evals/one/prompt.md': '---\nmax_turns: 3\n---\n\nDo it\n',
      'office/evals/one/graders/a.md': '---\ntype: regex\n---\nDone\n',
    });
    const out = `${file}/evals.json`;
    const { code, stdout, stderr } = await runCli(['convert-evals', 'office/evals', '--out', out], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/evals\.json cannot be written: E[A-Z]+: .+; name another file with --out\n$/);
  });

  test('says first what is not converted', async () => {
    const cwd = await temporaryFolder({
      ...plugin,
      'office/evals/one/prompt.md': '---\nmax_turns: 3\n---\n\nDo it\n',
      'office/evals/one/graders/a.md': '---\ntype: regex\n---\nDone\n',
      'office/evals/one/b.bin': new Uint8Array([0xff, 0xfe, 0x00]),
    });
    const { stderr } = await runCli(['convert-evals', 'office/evals', '--dry-run'], { cwd });
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      'skillwright: Not converted: one/b.bin: Only texts of up to a megabyte are kept',
      'skillwright: Kept: one/graders/a.md: An evaluation has no grader of the kind `regex`',
      'skillwright: Kept: one/prompt.md: An evaluation has no `max_turns`',
    ]);
  });

  test.each([
    ['missing', 'No such file or folder: '],
    ['office/skills', 'There are no cases in '],
    ['office/.claude-plugin/plugin.json', 'The set has no evaluations'],
    ['broken.json', 'The file is not valid JSON: see line 1 ('],
  ])('%s is rejected in one line', async (name, message) => {
    const cwd = await temporaryFolder({ ...plugin, 'broken.json': '{' });
    const { code, stderr } = await runCli(['convert-evals', name], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
