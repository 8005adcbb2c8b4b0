import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv } from 'ajv';
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

const position = {
  type: 'object',
  required: ['line', 'character'],
  additionalProperties: false,
  properties: { line: { type: 'integer', minimum: 0 }, character: { type: 'integer', minimum: 0 } },
};
const count = { type: 'integer', minimum: 0 };
const severities = ['error', 'warning', 'information', 'hint'];

/** The contract of `check --format json`. */
const reportSchema = {
  type: 'object',
  required: ['findings', 'summary'],
  properties: {
    findings: {
      type: 'array',
      items: {
        type: 'object',
        required: ['file', 'rule', 'severity', 'message', 'range', 'fix', 'docs'],
        properties: {
          file: { type: 'string', pattern: '^(/|[A-Za-z]:)' },
          rule: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$' },
          severity: { enum: severities },
          message: { type: 'string', minLength: 1 },
          range: { type: 'object', required: ['start', 'end'], properties: { start: position, end: position } },
          fix: { enum: ['safe', 'unsafe', 'none'] },
          docs: { type: 'string', pattern: '/[a-z-]+\\.md$' },
        },
      },
    },
    summary: {
      type: 'object',
      required: ['skills', 'files', 'errors', 'warnings', 'informations', 'hints', 'ms'],
      additionalProperties: count,
    },
  },
};

const twoSkills = {
  '.claude/skills/demo/SKILL.md': cleanSkill,
  '.claude/skills/demo-skill/SKILL.md': skillToFix,
};

describe('reports', () => {
  test('the JSON keeps the contract and stands alone on standard output', async () => {
    const folder = await temporaryFolder(twoSkills);
    const { report, stderr, code } = await checkJson(['.'], { cwd: folder });
    const validate = new Ajv({ strict: false }).compile(reportSchema);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(report.findings).toMatchObject([
      {
        file: path.join(folder, '.claude/skills/demo-skill/SKILL.md'),
        rule: 'name-format',
        severity: 'warning',
        range: { start: { line: 1, character: 6 }, end: { line: 1, character: 16 } },
        fix: 'safe',
      },
    ]);
    expect(report.findings[0]!.docs).toMatch(/\/name-format\.md$/);
    expect(report.summary).toMatchObject({ skills: 2, files: 2, errors: 0, warnings: 1, informations: 0, hints: 0 });
  });

  test('positions count UTF-16 units', async () => {
    const folder = await temporaryFolder({ 'skills/x/SKILL.md': skillText({ name: '𝒳 é' }) });
    const { report } = await checkJson([folder]);
    const finding = report.findings.find(({ rule }) => rule === 'name-format');
    expect(finding?.range.end).toEqual({ line: 1, character: 'name: 𝒳 é'.length });
  });

  test('the text is grouped by file, relative to the session directory, with counts at the end', async () => {
    const folder = await temporaryFolder(twoSkills);
    const { stdout, stderr, code } = await runCli(['check'], { cwd: folder });
    expect(stdout).toMatch(/^\.claude\/skills\/demo-skill\/SKILL\.md\n {2}2:7 {2}warning {2}.* {2}name-format\n\n/);
    expect(stdout).toMatch(/\n1 warning in 2 skills, (?:\d+ ms|\d+\.\d s)\n1 fixable with --fix\n$/);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  test('nothing to check is said', async () => {
    const folder = await temporaryFolder({ 'README.md': '# Nothing' });
    expect(await runCli(['check'], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: 'No skills, commands or agents found\n',
    });
  });

  test('a template inside a skill, a command and an agent are files but no skills', async () => {
    const folder = await temporaryFolder({
      '.claude/skills/demo/SKILL.md': cleanSkill,
      '.claude/skills/demo/assets/template/SKILL.md': cleanSkill,
      '.claude/commands/go.md': 'Go.\n',
      '.claude/agents/helper.md': '---\nname: helper\ndescription: Helps.\n---\nHelp.\n',
    });
    const { report } = await checkJson([folder]);
    expect(report.summary).toMatchObject({ skills: 1, files: 4 });
  });

  test('what most skills of a folder share is reported once, with the files that have it', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const personal = (name: string) => skillText({ name, description: 'I sow the beans. Use when it is May.' });
    const folder = await temporaryFolder(
      Object.fromEntries(
        names.map((name) => [
          `skills/${name}/SKILL.md`,
          name === 'g' ? cleanSkill.replace('demo', 'g') : personal(name),
        ]),
      ),
    );
    const file = (name: string) => path.join(folder, `skills/${name}/SKILL.md`);
    const { report } = await checkJson(['.'], { cwd: folder });
    expect(report.findings).toMatchObject([
      {
        file: file('a'),
        rule: 'description-person',
        message: expect.stringMatching(/ This applies to 6 of the 7 skills in `skills`$/),
        alsoIn: ['b', 'c', 'd', 'e', 'f'].map(file),
      },
    ]);
    expect(report.summary).toMatchObject({ skills: 7, informations: 1 });
    const raised = await checkJson(['.', '--rule', 'description-person=warning'], { cwd: folder });
    expect(raised.report.summary).toMatchObject({ warnings: 6, informations: 0 });
    const sarif = await runCli(['check', '--format', 'sarif'], { cwd: folder });
    const [result] = JSON.parse(sarif.stdout).runs[0].results;
    expect(result.relatedLocations).toHaveLength(5);
    expect(result.relatedLocations[0].physicalLocation.artifactLocation.uri).toContain('skills/b/SKILL.md');
  });

  test('a habit is reported once for the repository, with the files that have it', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    const vague = (name: string) => skillText({ name, description: 'Sows the beans.' });
    const folder = await temporaryFolder(
      Object.fromEntries(
        names.map((name) => [
          `.claude/skills/${name}/SKILL.md`,
          name > 'd' ? cleanSkill.replace('demo', name) : vague(name),
        ]),
      ),
    );
    const { report } = await checkJson(['.', '--rule', 'description-ambiguous=off'], { cwd: folder });
    expect(report.findings).toMatchObject([
      {
        rule: 'description-no-trigger',
        message: expect.stringContaining(` This applies to 4 of the 9 skills in \`${path.basename(folder)}\``),
        alsoIn: ['b', 'c', 'd'].map((name) => path.join(folder, `.claude/skills/${name}/SKILL.md`)),
      },
    ]);
  });

  test('a folder of copies that nothing loads is reported once, unless the session loads it', async () => {
    const folder = await temporaryFolder({
      '.git/HEAD': '',
      'skills/demo-skill/SKILL.md': skillToFix,
      'dist/codex/skills/demo-skill/SKILL.md': skillToFix,
      'dist/cursor/skills/demo-skill/SKILL.md': skillToFix,
    });
    const found = async (...args: string[]) =>
      (await checkJson(args, { cwd: folder })).report.findings.map(
        ({ file, rule }) => `${path.relative(folder, file)} ${rule}`,
      );
    expect(await found()).toEqual([
      'dist/codex/skills/demo-skill/SKILL.md copy-not-loaded',
      'skills/demo-skill/SKILL.md name-format',
    ]);
    expect(await found('--plugin-dir', `${folder}/dist/cursor`)).toContain(
      'dist/cursor/skills/demo-skill/SKILL.md name-format',
    );
  });

  test('--stats adds statistics to either format', async () => {
    const folder = await temporaryFolder(twoSkills);
    const { report } = await checkJson(['--stats'], { cwd: folder });
    expect(report.stats?.rules).toEqual([{ rule: 'name-format', findings: 1 }]);
    const { stdout } = await runCli(['check', '--stats'], { cwd: folder });
    expect(stdout).toMatch(
      /^Files {4}2 skill files, 0 commands, 0 agents, 0 plugin manifests, 0 settings files, 0 evaluation files$/m,
    );
    expect(stdout).toMatch(/^Rules {4}1 name-format$/m);
  });
});

describe('exit code', () => {
  const codeOf = async (...args: string[]) => {
    const folder = await temporaryFolder(twoSkills);
    return (await runCli(['check', ...args], { cwd: folder })).code;
  };

  test('0 below the failing level', async () => expect(await codeOf()).toBe(0));
  test('1 for an error', async () => expect(await codeOf('--rule', 'name-format=error')).toBe(1));
  test('1 at a chosen failing level', async () => expect(await codeOf('--fail-on', 'warning')).toBe(1));
  test('1 above a chosen failing level', async () => expect(await codeOf('--fail-on', 'hint')).toBe(1));
  test('1 for more warnings than allowed', async () => expect(await codeOf('--max-warnings', '0')).toBe(1));
  test('0 for as many warnings as allowed', async () => expect(await codeOf('--max-warnings', '1')).toBe(0));
  test('0 for hints where no warning is allowed', async () => {
    const text = '---\ndescription: Counts boxes. Use for boxes.\nfoo: 1\nbar: 2\n---\n\nCount.\n';
    const folder = await temporaryFolder({ '.claude/skills/demo/SKILL.md': text });
    const { code, report } = await checkJson(['--max-warnings', '0'], { cwd: folder });
    expect(code).toBe(0);
    expect(report.findings).toMatchObject([{ rule: 'field-unknown', severity: 'hint' }]);
  });
  test('0 for a rule that is off', async () =>
    expect(await codeOf('--rule', 'name-format=off', '--fail-on', 'hint')).toBe(0));
  test('counts what --quiet leaves out', async () => expect(await codeOf('--quiet', '--max-warnings', '0')).toBe(1));
});

describe('options', () => {
  test('compares the settings of the user with the skills of the session', async () => {
    const root = await temporaryFolder({
      'home/.claude/settings.json': JSON.stringify({ permissions: { deny: ['Skill(Review)'] } }),
      'app/.git/HEAD': '',
      'app/.claude/skills/review/SKILL.md': '---\ndescription: Reviews code. Use it for reviews.\n---\nReview.\n',
    });
    const settings = `${root}/home/.claude/settings.json`;
    const session = ['--cwd', `${root}/app`, '--home', `${root}/home`];
    const { report } = await checkJson([...session, settings]);
    expect(report.findings.map(({ rule, file }) => ({ rule, file }))).toEqual([
      { rule: 'permission-rule-unmatched', file: settings },
    ]);
  });

  test('--rule sets the level, the last one wins', async () => {
    const folder = await temporaryFolder(twoSkills);
    const { report } = await checkJson(['--rule', 'name-format=off', '--rule', 'name-format=hint'], { cwd: folder });
    expect(report.findings.map(({ severity }) => severity)).toEqual(['hint']);
  });

  test('--quiet leaves out what does not fail', async () => {
    const folder = await temporaryFolder(twoSkills);
    const quiet = await checkJson(['--quiet'], { cwd: folder });
    expect(quiet.report.findings).toEqual([]);
    expect(quiet.report.summary).toMatchObject({ warnings: 1 });
    const failing = await checkJson(['--quiet', '--fail-on', 'warning'], { cwd: folder });
    expect(failing.report.findings).toHaveLength(1);
  });

  test('--target plugin-directory checks a plugin for it, and again when a file beside the manifest has changed', async () => {
    const folder = await temporaryFolder({ 'tides/.claude-plugin/plugin.json': '{ "name": "tides" }\n' });
    const found = async () => {
      const { findings } = (await checkJson(['--target', 'plugin-directory'], { cwd: folder })).report;
      return findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message.split(/[,.]/)[0]}`);
    };
    const others = [
      'error plugin-directory: The plugin has no license',
      'warning plugin-directory: The plugin has no icon',
    ];
    expect(await found()).toEqual(['error plugin-directory: The plugin has no README', ...others]);
    await writeFile(path.join(folder, 'tides/README.md'), 'word '.repeat(40));
    expect(await found()).toEqual(others);
  });

  test('--target adds what another consumer refuses, --runtime changes whose rules apply', async () => {
    const folder = await temporaryFolder({ 'skills/demo/SKILL.md': cleanSkill.replace(/^name: .*\n/m, '') });
    const rules = async (...args: string[]) =>
      (await checkJson(args, { cwd: folder })).report.findings.map((it) => it.rule);
    expect(await rules()).not.toContain('name-missing');
    expect(await rules('--target', 'agentskills', '--target', 'vscode')).toContain('name-missing');
    expect((await runCli(['check', '--runtime', 'claude-code@2.1.7'], { cwd: folder })).code).toBe(0);
  });

  test('--cwd is the session directory: it is checked, and paths are relative to it', async () => {
    const folder = await temporaryFolder(twoSkills);
    expect((await checkJson(['--cwd', folder])).report.summary.files).toBe(2);
    expect((await checkJson(['--cwd', folder, '.claude/skills/demo'])).report.summary.files).toBe(1);
  });

  test('the options of a session are accepted', async () => {
    const folder = await temporaryFolder({ ...twoSkills, 'a/x': '', 'b/x': '', 'c/x': '' });
    const args = ['--home', folder, '--managed', folder, '--add-dir', 'a', '--add-dir', 'b', '--plugin-dir', 'c'];
    expect((await checkJson(args, { cwd: folder })).code).toBe(0);
  });

  test("agents in the user's home count", async () => {
    const home = await temporaryFolder({ '.claude/agents/mine.md': '---\nname: mine\ndescription: Mine.\n---\n' });
    const skill = cleanSkill.replace('---\n\n', 'context: fork\nagent: mine\n---\n\n');
    const folder = await temporaryFolder({ '.claude/skills/demo/SKILL.md': skill });
    const rules = async (...args: string[]) =>
      (await checkJson(args, { cwd: folder })).report.findings.map((it) => it.rule);
    expect(await rules()).toContain('agent-unknown');
    expect(await rules('--home', home)).not.toContain('agent-unknown');
  });
});

describe('standard input', () => {
  const file = '.claude/skills/demo-skill/SKILL.md';

  test('is checked as if it stood in the file', async () => {
    const folder = await temporaryFolder(twoSkills);
    const fromDisk = await checkJson([file], { cwd: folder });
    const fromInput = await checkJson(['--stdin', '--stdin-filename', file], { cwd: folder, input: skillToFix });
    expect(fromInput.report.findings).toEqual(fromDisk.report.findings);
    expect(fromInput.report.findings).toHaveLength(1);
  });

  test('needs no file on the disk and wins over the one there', async () => {
    const folder = await temporaryFolder(twoSkills);
    const clean = await checkJson(['--stdin', '--stdin-filename', file], {
      cwd: folder,
      input: cleanSkill.replace('demo', 'demo-skill'),
    });
    expect(clean.report.findings).toEqual([]);
    const nowhere = await checkJson(['--stdin', '--stdin-filename', 'skills/new/SKILL.md'], {
      cwd: folder,
      input: skillToFix,
    });
    expect(nowhere.report.findings.map(({ rule }) => rule)).toContain('name-format');
  });

  test('--fix prints the fixed text, and the report on standard error', async () => {
    const folder = await temporaryFolder();
    const args = ['check', '--stdin', '--stdin-filename', file, '--fix'];
    const { stdout, stderr, code } = await runCli(args, { cwd: folder, input: skillToFix });
    expect(stdout).toBe(skillToFix.replace('Demo Skill', 'demo-skill'));
    expect(stderr).toContain('Nothing found in 1 skill');
    expect(code).toBe(0);
    const json = await checkJson(['--stdin', '--stdin-filename', file, '--fix'], { cwd: folder, input: skillToFix });
    expect(json.report.fixedText).toBe(stdout);
  });

  test('--fix prints what needs no fix to the byte', async () => {
    const input = Buffer.concat([
      Buffer.from('\uFEFF'),
      Buffer.from(cleanSkill.replaceAll('\n', '\r\n')),
      Buffer.from([0xff, 0]),
    ]);
    const args = ['check', '--stdin', '--stdin-filename', 'skills/demo/SKILL.md', '--fix'];
    const { stdout } = await runCli(args, { cwd: await temporaryFolder(), input });
    expect(stdout).toBe(input.toString());
  });

  test('--fix-dry-run prints a diff', async () => {
    const folder = await temporaryFolder();
    const args = ['check', '--stdin', '--stdin-filename', file, '--fix-dry-run'];
    const { stdout } = await runCli(args, { cwd: folder, input: skillToFix });
    expect(stdout).toContain(`--- a/${file}\n+++ b/${file}\n`);
    expect(stdout).toContain('-name: Demo Skill\n+name: demo-skill\n');
  });
});
