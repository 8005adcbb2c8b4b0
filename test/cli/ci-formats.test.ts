import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  bundleCliForTests,
  type CliOptions,
  checkJson,
  cleanSkill,
  runCli,
  skillText,
  skillToFix,
  temporaryFolder,
} from './cli-process.ts';
import { parseXml } from './parse-xml.ts';

bundleCliForTests();

const twoSkills = {
  '.git/HEAD': '',
  '.claude/skills/demo/SKILL.md': cleanSkill,
  '.claude/skills/demo-skill/SKILL.md': skillToFix,
};

const oddFolder = 'a, b: 50% #1 <&"é𝒳"\u001b[31m';

const brokenSkill = '---\nname: [a\u001b[31m\ndescription: "x\u0000\ufffe\n---\n<&"]]>\u202e\n';

const manyFindings = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `skills/s${index}/SKILL.md`,
    skillText({ name: 'X y', body: '[a](missing.md)\n\n'.repeat(60) }),
  ]),
);

/** The value of a property or message after the runner has read it. */
function unescapeCommand(text: string): string {
  return text
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
}

describe('check --format github', () => {
  const commands = async (args: readonly string[], options: CliOptions) => {
    const { stdout, code } = await runCli(['check', '--format', 'github', ...args], options);
    const lines = stdout.split('\n');
    expect(lines.pop()).toBe('');
    const read = lines.map((line) => {
      const match = /^::(error|warning|notice) ([^:]*)::(.*)$/.exec(line);
      expect(match, line).not.toBeNull();
      const properties = match![2]!
        .split(',')
        .map((it) => /^([a-zA-Z]+)=(.*)$/.exec(it)!.slice(1).map(unescapeCommand));
      return { command: match![1], message: unescapeCommand(match![3]!), ...Object.fromEntries(properties) };
    });
    return { read, stdout, code };
  };

  test('nothing is printed for a project without findings', async () => {
    const folder = await temporaryFolder({ '.claude/skills/demo/SKILL.md': cleanSkill });
    expect(await commands([], { cwd: folder })).toEqual({ read: [], stdout: '', code: 0 });
    expect((await commands([], { cwd: await temporaryFolder() })).stdout).toBe('');
  });

  test('a finding is a command with its place, relative to the repository', async () => {
    const folder = await temporaryFolder(twoSkills);
    const { stdout, code } = await commands(['--rule', 'name-format=error', '.'], {
      cwd: path.join(folder, '.claude'),
    });
    expect(stdout).toMatch(
      /^::error file=\.claude\/skills\/demo-skill\/SKILL\.md,line=2,endLine=2,col=7,endColumn=17,title=name-format::[^\n]+\n$/,
    );
    expect(code).toBe(1);
    const [found] = (await checkJson([], { cwd: folder })).report.findings;
    expect((await commands(['--rule', 'name-format=hint'], { cwd: folder })).read).toEqual([
      expect.objectContaining({ command: 'notice', message: found!.message }),
    ]);
  });

  test('paths are relative to the workspace of the workflow, also through a link', async () => {
    const folder = await temporaryFolder({
      'checkout/app/.git/HEAD': '',
      'checkout/app/skills/demo-skill/SKILL.md': skillToFix,
    });
    await symlink(path.join(folder, 'checkout'), path.join(folder, 'link'));
    const file = async (workspace: string) => {
      const env = { GITHUB_WORKSPACE: workspace };
      return (await commands([], { cwd: path.join(folder, 'checkout/app'), env })).read.map((it) =>
        Reflect.get(it, 'file'),
      );
    };
    expect(await file(path.join(folder, 'link/'))).toEqual(['app/skills/demo-skill/SKILL.md']);
    expect(await file(path.join(folder, 'elsewhere'))).toEqual(['skills/demo-skill/SKILL.md']);
    expect(await file('')).toEqual(['skills/demo-skill/SKILL.md']);
  });

  test('no character of a path or message ends a property or a command', async () => {
    const folder = await temporaryFolder({ [`${oddFolder}\r\n::error::x/skills/demo/SKILL.md`]: brokenSkill });
    const { read, stdout } = await commands([], { cwd: folder });
    expect(read.length).toBeGreaterThan(0);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    for (const it of read) {
      expect(it).toMatchObject({ file: expect.stringContaining('a, b: 50% #1 <&"é𝒳"\\x1b[31m\r\n::error::x/skills') });
    }
  });

  test('Windows line endings and wide characters do not move columns; a range over lines has none', async () => {
    const text = skillText({ name: '𝒳 é', body: '```\nnever closed\n' }).replaceAll('\n', '\r\n');
    const folder = await temporaryFolder({ 'skills/demo/SKILL.md': text });
    const { read } = await commands([], { cwd: folder });
    expect(read).toContainEqual(
      expect.objectContaining({ title: 'name-format', line: '2', col: '7', endColumn: String('name: 𝒳 é'.length + 1) }),
    );
    for (const it of read) {
      const { line, endLine, col } = it as Record<string, string | undefined>;
      expect(col === undefined).toBe(line !== endLine);
    }
  });

  test('thousands of findings, and only failing ones with --quiet', async () => {
    const folder = await temporaryFolder(manyFindings);
    const { report } = await checkJson([], { cwd: folder });
    expect(report.findings.length).toBeGreaterThan(2000);
    const { read } = await commands([], { cwd: folder });
    expect(read.map((it) => Reflect.get(it, 'title'))).toEqual(report.findings.map(({ rule }) => rule));
    const failing = report.findings.filter(({ severity }) => severity === 'error');
    expect((await commands(['--quiet'], { cwd: folder })).read).toHaveLength(failing.length);
  });
});

describe('check --format junit', () => {
  const suites = async (args: readonly string[], options: CliOptions) => {
    const { stdout, code } = await runCli(['check', '--format', 'junit', ...args], options);
    return { root: parseXml(stdout), stdout, code };
  };

  test('an empty project is a report without suites', async () => {
    const { root, code } = await suites([], { cwd: await temporaryFolder() });
    expect(root).toMatchObject({
      name: 'testsuites',
      attributes: { name: 'skillwright', tests: '0', failures: '0' },
      children: [],
    });
    expect(code).toBe(0);
  });

  test('a file is a suite, a finding a failed test, and a file without findings one that passed', async () => {
    const folder = await temporaryFolder(twoSkills);
    const { root } = await suites([], { cwd: path.join(folder, '.claude') });
    const [found] = (await checkJson([], { cwd: folder })).report.findings;
    expect(root.attributes).toMatchObject({ tests: '2', failures: '1', errors: '0' });
    const [failing, clean] = root.children;
    const file = '.claude/skills/demo-skill/SKILL.md';
    expect(failing).toMatchObject({ name: 'testsuite', attributes: { name: file, tests: '1', failures: '1' } });
    expect(failing!.children).toMatchObject([
      {
        name: 'testcase',
        attributes: { name: 'name-format 2:7', classname: file, file, line: '2' },
        children: [{ name: 'failure', attributes: { type: 'warning', message: found!.message } }],
      },
    ]);
    expect(failing!.children[0]!.children[0]!.text).toBe(
      `${file}:2:7: warning: ${found!.message} (name-format)\n${found!.docs}`,
    );
    expect(clean).toMatchObject({
      attributes: { name: '.claude/skills/demo/SKILL.md', tests: '1', failures: '0' },
      children: [{ name: 'testcase', children: [] }],
    });
    // What does not fail the run is no failed test with --quiet.
    expect((await suites(['--quiet'], { cwd: folder })).root.attributes).toMatchObject({ tests: '2', failures: '0' });
  });

  test('is well-formed XML whatever a path or a text holds', async () => {
    const folder = await temporaryFolder({
      [`${oddFolder}/skills/demo/SKILL.md`]: brokenSkill,
      'skills/windows/SKILL.md': skillText({ name: '<𝒳 é> & "]]>' }).replaceAll('\n', '\r\n'),
    });
    const { root, code } = await suites([], { cwd: folder });
    expect(root.children.map(({ attributes }) => attributes.name)).toEqual([
      `${oddFolder.replace('\u001b', '\\x1b')}/skills/demo/SKILL.md`,
      'skills/windows/SKILL.md',
    ]);
    const { report } = await checkJson([], { cwd: folder });
    const tests = root.children.flatMap(({ children }) => children);
    expect(tests.map(({ attributes }) => attributes.name!.split(' ')[0])).toEqual(
      report.findings.map(({ rule }) => rule),
    );
    expect(code).toBe(1);
  });

  test('thousands of findings', async () => {
    const folder = await temporaryFolder(manyFindings);
    const { report } = await checkJson([], { cwd: folder });
    const { root } = await suites([], { cwd: folder });
    expect(root.attributes).toMatchObject({ failures: String(report.findings.length) });
    expect(root.children).toHaveLength(60);
  });
});
