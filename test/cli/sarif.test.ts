import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
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

bundleCliForTests();

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: string;
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    { readonly physicalLocation: { readonly artifactLocation: ArtifactLocation; readonly region: Region } },
  ];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly { readonly kind: string; readonly justification?: string }[];
  readonly fixes?: readonly {
    readonly artifactChanges: readonly {
      readonly artifactLocation: ArtifactLocation;
      readonly replacements: readonly {
        readonly deletedRegion: Region;
        readonly insertedContent: { readonly text: string };
      }[];
    }[];
  }[];
}

interface SarifRule {
  readonly id: string;
  readonly help?: { readonly markdown: string };
  readonly fullDescription?: { readonly text: string };
}

interface SarifLog {
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: { readonly semanticVersion: string; readonly rules: readonly SarifRule[] };
      };
      readonly automationDetails?: { readonly id: string };
      readonly invocations: readonly [{ readonly executionSuccessful: boolean }];
      readonly originalUriBaseIds: Readonly<Record<string, { readonly uri: string }>>;
      readonly columnKind: string;
      readonly results: readonly SarifResult[];
    },
  ];
}

const validate = sarifValidator();

/** The official schema; draft 4 differs from what Ajv reads only in how it names itself. */
function sarifValidator() {
  const file = path.resolve(import.meta.dirname, '../fixtures/sarif/sarif-schema-2.1.0.json');
  const { id, $schema, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
  expect([id, $schema]).toEqual([expect.stringContaining('sarif-2.1.0'), expect.stringContaining('draft-04')]);
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  ajv.addFormat('uri', isUri);
  ajv.addFormat(
    'uri-reference',
    (text: string) => isUri(new URL(text, 'https://example.com/').href) && isEncoded(text),
  );
  ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
  return ajv.compile(schema);
}

function isUri(text: string): boolean {
  return URL.canParse(text) && isEncoded(text);
}

/** Whether it has only the characters of RFC 3986, and `%` only before two digits. */
function isEncoded(text: string): boolean {
  return /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/.test(text);
}

async function checkSarif(args: readonly string[], options: CliOptions) {
  const result = await runCli(['check', '--format', 'sarif', ...args], options);
  const log = JSON.parse(result.stdout) as SarifLog;
  expect(validate(log), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  return { ...result, log, run: log.runs[0] };
}

/** Which text a region covers, counted as the report says. */
function textIn(text: string, { startLine, startColumn, endLine, endColumn }: Region): [number, number] {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)];
  return [starts[startLine - 1]! + startColumn - 1, starts[endLine - 1]! + endColumn - 1];
}

describe('check --format sarif', () => {
  test('an empty project has no results, and every rule', async () => {
    const folder = await temporaryFolder({ '.git/HEAD': '' });
    const { run, code, stderr, log } = await checkSarif([], { cwd: folder });
    expect(run.results).toEqual([]);
    expect(run.invocations).toEqual([{ executionSuccessful: true }]);
    expect(run.tool.driver.semanticVersion).toBe(packageJson.version);
    expect(run.tool.driver.rules.length).toBeGreaterThan(50);
    expect(run.originalUriBaseIds['%SRCROOT%']!.uri).toBe(pathToFileURL(`${folder}/`).href);
    expect(log).toMatchObject({ version: '2.1.0', $schema: 'https://json.schemastore.org/sarif-2.1.0.json' });
    expect([code, stderr]).toEqual([0, '']);
  });

  test('has suppressed findings only with --suppressed, with the reason in the comment, and they fail nothing', async () => {
    const body = 'See [a](a.md).\n\n<!-- skillwright-disable-next-line link-broken: written {0} -->\nSee [b](b.md).\n';
    const text = `---\nname: Demo # skillwright-disable-line name-format\ndescription: Sows beans. Use when it is warm.\n---\n\n${body}`;
    const folder = await temporaryFolder({ '.git/HEAD': '', 'skills/Demo/SKILL.md': text });
    const { run, code } = await checkSarif(['--suppressed', '--fail-on', 'hint', '--rule', 'link-broken=off'], {
      cwd: folder,
    });
    expect(run.results.filter((it) => !it.suppressions).map((it) => it.ruleId)).toEqual(['suppression-unused']);
    const all = await checkSarif(['--suppressed', '--fail-on', 'error', '--rule', 'link-broken=warning'], {
      cwd: folder,
    });
    expect(all.run.results.map((it) => [it.ruleId, it.suppressions])).toEqual([
      ['link-broken', undefined],
      ['name-format', [{ kind: 'inSource' }]],
      ['link-broken', [{ kind: 'inSource', justification: 'written {0}' }]],
    ]);
    const rules = all.run.tool.driver.rules;
    for (const { ruleId, ruleIndex } of all.run.results) {
      expect(rules[ruleIndex]).toMatchObject({ id: ruleId, help: { markdown: expect.any(String) } });
    }
    const [, , { locations }] = all.run.results as [SarifResult, SarifResult, SarifResult];
    const [start, end] = textIn(text, locations[0].physicalLocation.region);
    expect(text.slice(start, end)).toContain('b.md');
    expect([code, all.code]).toEqual([1, 0]);
    // GitHub code scanning ignores the mark and would open alerts for them.
    const { run: usual } = await checkSarif(['--rule', 'link-broken=warning'], { cwd: folder });
    expect(usual.results.map((it) => it.ruleId)).toEqual(['link-broken']);
  });

  test('names the rule, the place and the page of a finding', async () => {
    const folder = await temporaryFolder({ '.git/HEAD': '', '.claude/skills/demo-skill/SKILL.md': skillToFix });
    // Wherever the session is, paths are relative to the repository.
    const { run } = await checkSarif(['--rule', 'name-format=error', '.'], { cwd: path.join(folder, '.claude') });
    const [result] = run.results;
    expect(run.results).toHaveLength(1);
    expect(result).toMatchObject({
      ruleId: 'name-format',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: '.claude/skills/demo-skill/SKILL.md', uriBaseId: '%SRCROOT%' },
            region: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 17 },
          },
        },
      ],
    });
    expect(run.columnKind).toBe('utf16CodeUnits');
    const rule = run.tool.driver.rules[result!.ruleIndex]!;
    expect(rule).toMatchObject({
      id: 'name-format',
      defaultConfiguration: { level: 'warning' },
      helpUri: expect.stringMatching(/\/name-format\.md$/),
      properties: { tags: expect.arrayContaining(['Name and description']) },
    });
    expect(rule.fullDescription!.text).toMatch(/^Claude Code accepts any text as a name/);
    expect(rule.help!.markdown).toContain('## Bad');
    expect(run.tool.driver.rules.filter(({ help }) => help)).toHaveLength(1);
  });

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('the replacements of a fix, with %s, give the text that --fix writes', async (_, lineEnding) => {
    const text = `---\ndescription: 𝒳 sows. Use when 漢字.\nname: 'D 𝒳é'\n---\n\n# Demo\n`.replaceAll('\n', lineEnding);
    const folder = await temporaryFolder({ 'skills/demo/SKILL.md': text });
    const { run } = await checkSarif([], { cwd: folder });
    const fixable = run.results.filter(({ fixes }) => fixes);
    expect(fixable.map(({ ruleId }) => ruleId)).toEqual(
      (await checkJson([], { cwd: folder })).report.findings
        .filter(({ fix }) => fix === 'safe')
        .map(({ rule }) => rule),
    );
    const name = run.results.find(({ ruleId }) => ruleId === 'name-format')!;
    const [start, end] = textIn(text, name.locations[0].physicalLocation.region);
    expect(text.slice(start, end)).toContain('D 𝒳é');
    const edits = fixable.flatMap(({ fixes }) => fixes![0]!.artifactChanges[0]!.replacements);
    let fixed = text;
    for (const { deletedRegion, insertedContent } of edits.toReversed()) {
      const [from, to] = textIn(fixed, deletedRegion);
      fixed = fixed.slice(0, from) + insertedContent.text + fixed.slice(to);
    }
    await runCli(['check', '--fix'], { cwd: folder });
    expect(fixed).toBe(readFileSync(path.join(folder, 'skills/demo/SKILL.md'), 'utf8'));
  });

  test('fingerprints stay when lines move, and differ within a file', async () => {
    const body = (lines: string) =>
      skillText({ name: 'demo', body: `${lines}${'[a](missing.md) and [b](missing.md)\n\n'.repeat(2)}` });
    const folder = await temporaryFolder({
      'a/skills/demo/SKILL.md': body('# Demo\n\n'),
      'b/skills/demo/SKILL.md': body('# Demo\n\nNew text.\n\n'),
    });
    const found = async (cwd: string) => {
      const { run } = await checkSarif(['.'], { cwd: path.join(folder, cwd) });
      return run.results.map(({ ruleId, partialFingerprints }) =>
        [ruleId, ...Object.values(partialFingerprints)].join(),
      );
    };
    const before = await found('a');
    expect(before.length).toBeGreaterThanOrEqual(4);
    expect(new Set(before).size).toBe(before.length);
    expect(await found('b')).toEqual(before);
  });

  test('paths with every kind of character are encoded, those outside are absolute', async () => {
    const odd = 'my skills/50% #1?&[x]: é𝒳';
    const folder = await temporaryFolder({
      [`repo/${odd}/skills/demo/SKILL.md`]: skillToFix,
      'repo/.git/HEAD': '',
      'other place/skills/demo/SKILL.md': skillToFix,
    });
    const { run } = await checkSarif(['.', '../other place'], { cwd: path.join(folder, 'repo') });
    const byFile = run.results
      .filter(({ ruleId }) => ruleId === 'name-format')
      .map(({ locations: [{ physicalLocation }] }) => physicalLocation.artifactLocation);
    const base = run.originalUriBaseIds['%SRCROOT%']!.uri;
    expect(byFile.map(({ uriBaseId }) => uriBaseId)).toEqual([undefined, '%SRCROOT%']);
    expect(byFile.map(({ uri, uriBaseId }) => fileURLToPath(new URL(uri, uriBaseId && base)))).toEqual([
      path.join(folder, 'other place/skills/demo/SKILL.md'),
      path.join(folder, `repo/${odd}/skills/demo/SKILL.md`),
    ]);
  });

  test('a broken file and texts that look like placeholders and links', async () => {
    const folder = await temporaryFolder({
      'skills/broken/SKILL.md': '---\nname: [a\u001b[31m\ndescription: "x\n---\n$0 {0} [a](b)\n',
      'skills/demo/SKILL.md': `${skillText({ name: 'demo' })}[text](missing{1}.md)\n\u202e`,
    });
    const { run, stdout } = await checkSarif([], { cwd: folder });
    expect(run.results.map(({ ruleId }) => ruleId)).toContain('yaml-syntax');
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
    for (const { message } of run.results) expect(message.text).not.toMatch(/(?<!\{)\{\d+\}|(?<!\\)\[[^[\]]*\]\(/);
  });

  test('thousands of findings in several files', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `skills/s${index}/SKILL.md`);
    const body = '[a](missing.md)\n\n'.repeat(60);
    const folder = await temporaryFolder(
      Object.fromEntries(names.map((name) => [name, skillText({ name: 'X y', body })])),
    );
    const { run } = await checkSarif([], { cwd: folder });
    const { report } = await checkJson([], { cwd: folder });
    expect(run.results.length).toBeGreaterThan(2000);
    expect(run.results.map(({ ruleId }) => ruleId)).toEqual(report.findings.map(({ rule }) => rule));
  });

  test.skipIf(process.getuid?.() === 0)('what could not be read is told', async () => {
    const folder = await temporaryFolder({ 'skills/demo/SKILL.md': cleanSkill });
    const { chmod } = await import('node:fs/promises');
    await chmod(path.join(folder, 'skills/demo/SKILL.md'), 0);
    const { run, code } = await checkSarif(['skills'], { cwd: folder });
    expect(run.invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error' }],
    });
    expect(code).toBe(2);
  });
});
