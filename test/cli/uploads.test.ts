import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isEveryTest, oneIn } from '../every-test.ts';
import { makeZip } from '../hostile/zips.ts';
import { type Answerer, apiKey, failing, SkillsApiServer } from '../skills-api/skills-api-server.ts';
import { bundleCliForTests, cleanSkill, runCli, skillText, startCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

let api: SkillsApiServer;
beforeEach(async () => {
  api = new SkillsApiServer();
  await api.start();
});
afterEach(() => api.stop());

const run = (args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = api.environment) =>
  runCli(args, { cwd, env });

async function json(args: readonly string[], cwd: string) {
  const { code, stdout, stderr } = await run([...args, '--format', 'json'], cwd);
  return { code, stderr, answer: JSON.parse(stdout) };
}

const sent = () => api.requests.filter(({ method }) => method !== 'GET');

describe('an upload', () => {
  test('sends every file under one folder, and nothing else of the machine', async () => {
    const folder = await temporaryFolder({
      'any/SKILL.md': cleanSkill,
      'any/references/soil.md': '# Soil\n',
      'any/.git/config': 'secret',
      'secret.txt': 'secret',
    });
    const { code, stderr, answer } = await json(['upload', 'any', '--new'], folder);
    expect([code, stderr]).toEqual([0, '']);
    expect(answer).toMatchObject({ name: 'demo', becomes: 'skill', skill: 'skill_1', version: 'skver_2', files: 2 });
    const [request, ...others] = api.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', path: '/v1/skills', key: apiKey, betas: undefined });
    expect(request!.files).toEqual({ 'demo/SKILL.md': cleanSkill, 'demo/references/soil.md': '# Soil\n' });
  });

  test('becomes a new version of the only uploaded skill with its name, on whatever page that is', async () => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill });
    api.pageSize = 2;
    for (const name of ['other', 'third', 'demo', 'last']) api.add(name, { displayName: 'Any label' });
    const { id } = api.skills[2]!;
    const plan = await run(['upload', 'demo', '--dry-run'], folder);
    expect([plan.code, sent(), plan.stdout]).toEqual([
      0,
      [],
      expect.stringMatching(`^demo can be uploaded as a new version of ${id}: 1 file, \\d+ bytes\n$`),
    ]);
    const { code, stdout } = await run(['upload', 'demo'], folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`as a new version of ${id}`)]);
    expect(sent().map((it) => it.path)).toEqual([`/v1/skills/${id}/versions`]);
    expect(api.skills[2]!.versions).toHaveLength(2);
  });

  test('can be tried without a key, which asks nothing', async () => {
    const folder = await temporaryFolder({
      'demo/SKILL.md': cleanSkill,
      'wrong/SKILL.md': skillText({ name: 'claude-wrong' }),
    });
    const withoutKey = { ANTHROPIC_BASE_URL: api.url };
    const dry = (...more: string[]) => run(['upload', '--dry-run', ...more], folder, withoutKey);
    const plan = await dry('demo');
    expect([plan.code, plan.stderr, plan.stdout]).toEqual([
      0,
      '',
      expect.stringMatching(
        /^demo can be uploaded: 1 file, \d+ bytes\nNot compared with what is uploaded, .*_API_KEY\n$/,
      ),
    ]);
    const asNew = await dry('demo', '--new');
    expect(asNew.stdout).toMatch(/^demo can be uploaded as a new skill: 1 file, \d+ bytes\n$/);
    const { stdout } = await dry('demo', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ name: 'demo', becomes: null, skill: null, version: null, files: 1 });
    expect((await dry('wrong')).code).toBe(1);
    expect((await run(['upload', 'demo'], folder, withoutKey)).code).toBe(2);
    expect(api.requests).toEqual([]);
  });

  test('is refused before anything of it is sent if its name has changed', async () => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill });
    const { id } = api.add('old-name');
    const { code, stdout, stderr } = await run(['upload', 'demo', '--skill', id], folder);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      `The name of an uploaded skill never changes: ${id} is named old-name, and this skill demo`,
    );
    const unknown = await run(['upload', 'demo'], folder);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringMatching(/No uploaded skill is named demo\. --new /),
    ]);
    api.add('demo');
    api.add('demo');
    const several = await run(['upload', 'demo'], folder);
    expect([several.code, several.stderr]).toEqual([
      2,
      expect.stringMatching(/Several uploaded skills are named demo/),
    ]);
    expect(sent()).toEqual([]);
  });

  test.each([
    ['a name that is rejected', 'Demo'],
    ['a reserved name', 'claude-demo'],
  ])('is refused before anything is asked: %s', async (_, name) => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': skillText({ name }) });
    const { code, stdout, stderr } = await run(['upload', 'demo', '--new'], folder);
    expect([code, stderr, api.requests]).toEqual([1, 'skillwright: Not uploaded: 1 problem\n', []]);
    expect(stdout).toContain('name');
  });

  test.skipIf(process.platform === 'win32')(
    'never holds a file behind a link that leads out of the skill',
    async () => {
      const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill, 'secret.txt': 'secret' });
      await symlink('../secret.txt', path.join(folder, 'demo/notes.md'));
      const { code, stdout } = await run(['upload', 'demo', '--new'], folder);
      expect([code, api.requests]).toEqual([1, []]);
      expect(stdout).toContain('points outside the skill');
    },
  );
});

describe('the list', () => {
  test('has every uploaded skill with its name, and every version of one', async () => {
    const folder = await temporaryFolder();
    api.pageSize = 1;
    api.add('demo', { versions: 3 });
    api.add('other', { displayName: 'Other \u001b[31m label' });
    const all = await run(['uploads'], folder);
    expect(all.stdout).toBe(
      'demo  skill_1  2026-11-20\nother  skill_5  2026-11-20  “Other \\x1b[31m label”\n2 uploaded skills\n',
    );
    const { answer } = await json(['uploads', 'skill_1'], folder);
    expect(answer.versions.map((it: { id: string }) => it.id)).toEqual(['skver_4', 'skver_3', 'skver_2']);
    const versions = await run(['uploads', 'skill_1'], folder);
    expect(versions.stdout).toMatch(/^skver_4 {2}demo {2}2026-11-20 {2}latest\nskver_3 .*\nskver_2 .*\n3 versions\n$/);
  });
});

describe('a download', () => {
  test('is the folder that was uploaded, in a version of its choice', async () => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill, 'demo/a/b.bin': new Uint8Array([0, 255]) });
    await run(['upload', 'demo', '--new'], folder);
    await writeFile(`${folder}/demo/SKILL.md`, `${cleanSkill}\nMore.\n`);
    await run(['upload', 'demo'], folder);
    const [first] = api.skills[0]!.versions;
    const latest = await run(['download', 'skill_1', '--out', 'latest'], folder);
    expect([latest.code, latest.stdout]).toEqual([0, expect.stringMatching(/into .*\/latest: 2 files\n$/)]);
    await run(['download', 'skill_1', '--version-id', first!.id, '--out', 'first'], folder);
    expect(await readFile(`${folder}/latest/SKILL.md`, 'utf8')).toBe(`${cleanSkill}\nMore.\n`);
    expect(await readFile(`${folder}/first/SKILL.md`, 'utf8')).toBe(cleanSkill);
    expect([...(await readFile(`${folder}/first/a/b.bin`))]).toEqual([0, 255]);
  });

  test('never replaces what exists, not even a broken link, and is not even asked for then', async () => {
    const folder = await temporaryFolder({ 'demo/mine.txt': 'mine', file: '' });
    api.add('demo');
    const { code, stderr } = await run(['download', 'skill_1'], folder);
    expect([code, stderr]).toEqual([2, `skillwright: Already exists: ${folder}/demo\n`]);
    expect((await run(['download', 'skill_1', '--out', 'file'], folder)).code).toBe(2);
    expect(api.requests.some((it) => it.path.endsWith('/content'))).toBe(false);
    if (process.platform !== 'win32') {
      await symlink('nowhere', `${folder}/broken`);
      const broken = await run(['download', 'skill_1', '--out', 'broken'], folder);
      expect([broken.code, broken.stderr]).toEqual([2, expect.stringMatching(/Already exists/)]);
    }
    expect(await readdir(`${folder}/demo`)).toEqual(['mine.txt']);
    expect((await readdir(folder)).filter((it) => it === 'nowhere')).toEqual([]);
  });

  const skill = strToU8(cleanSkill);
  const hostile: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
    ['a path that leads out', () => zipSync({ 'demo/SKILL.md': skill, '../evil.md': skill }), /outside the skill/],
    ['an absolute path', () => zipSync({ 'demo/SKILL.md': skill, '/tmp/evil.md': skill }), /outside the skill/],
    ['a drive', () => zipSync({ 'demo/SKILL.md': skill, 'C:\\evil.md': skill }), /outside the skill/],
    [
      'a link',
      () =>
        makeZip([
          { name: 'demo/SKILL.md', content: cleanSkill },
          { name: 'demo/evil', content: '/etc/passwd', mode: 0o120777 },
        ]),
      /is a link/,
    ],
    [
      'two spellings of a name',
      () => zipSync({ 'demo/SKILL.md': skill, 'demo/a.md': skill, 'demo/A.md': skill }),
      /twice/,
    ],
    ['a device', () => zipSync({ 'demo/SKILL.md': skill, 'demo/con.md': skill }), /not a valid name/],
    ['no skill', () => zipSync({ 'demo/README.md': skill }), /no SKILL\.md/],
    ['two skills', () => zipSync({ 'a/SKILL.md': skill, 'b/SKILL.md': skill }), /several skills/],
    [
      'too many files',
      () => zipSync(Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`demo/${at}`, skill]))),
      /too many files/,
    ],
    ['bytes that are no archive', () => strToU8('<html>'), /damaged/],
    ['nothing', () => new Uint8Array(), /damaged/],
    [
      'a file that expands without end',
      () => zipSync({ 'demo/SKILL.md': skill, 'demo/big': new Uint8Array(105 * 1024 * 1024) }),
      /too large/,
    ],
  ];
  test.each(oneIn(3, hostile))('writes nothing of an archive with %s', async (_, archive, reason) => {
    const folder = await temporaryFolder({ 'work/keep': '' });
    api.add('demo');
    api.archive = archive();
    const { code, stdout, stderr } = await run(['download', 'skill_1'], `${folder}/work`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(reason);
    expect([await readdir(`${folder}/work`), await readdir(folder)]).toEqual([['keep'], ['work']]);
  });

  test('leaves hidden files out, and has a name that is a folder on every system', async () => {
    const folder = await temporaryFolder();
    api.add('demo');
    api.archive = zipSync({ 'demo/SKILL.md': skill, 'demo/.git/hooks/pre-commit': skill });
    const { stdout } = await run(['download', 'skill_1'], folder);
    expect(stdout).toMatch(/1 file\nWithout hidden files: demo\/\.git\n$/);
    expect(await readdir(`${folder}/demo`)).toEqual(['SKILL.md']);
    api.add('..');
    const outside = await run(['download', api.skills[1]!.id], folder);
    expect([outside.code, outside.stderr]).toEqual([
      2,
      expect.stringMatching(/cannot be used for a folder; choose one with --out/),
    ]);
  });
});

describe('deleting', () => {
  test('names all that goes, and happens only once someone has agreed', async () => {
    const folder = await temporaryFolder();
    const { id } = api.add('demo', { versions: 3 });
    const refused = await run(['delete-upload', id], folder);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/nobody can be asked here; --yes/)]);
    expect([sent(), api.skills.length]).toEqual([[], 1]);
    const one = await run(['delete-upload', id, '--version-id', api.skills[0]!.versions[0]!.id, '--yes'], folder);
    expect([one.code, one.stdout]).toEqual([
      0,
      expect.stringMatching(/^Deleted version skver_2 of demo \(skill_1\)\n$/),
    ]);
    const unknown = await run(['delete-upload', id, '--version-id', 'skver_2', '--yes'], folder);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/has no version skver_2/)]);
    const all = await run(['delete-upload', id, '--yes'], folder);
    expect([all.code, all.stdout]).toEqual([0, 'Deleted demo (skill_1) with all its 2 versions\n']);
    expect(api.skills).toEqual([]);
  });
});

describe('a failure is one line in plain English', () => {
  const three = (answer: Answerer): readonly Answerer[] => [answer, answer, answer];
  const failures: readonly (readonly [string, readonly Answerer[], RegExp])[] = [
    ['401', [failing(401, 'invalid x-api-key')], /The API key was rejected \(401\): invalid x-api-key\. Check the key/],
    ['403', [failing(403, 'Not for you.')], /The API key may not do this \(403\): Not for you\n/],
    ['404', [failing(404, '')], /Not found \(404\): the API key belongs to a workspace without/],
    [
      '409',
      three(failing(409, 'Locked', { 'retry-after-ms': '1' })),
      /conflicts with what is uploaded.* \(409\): Locked/,
    ],
    ['413', [failing(413, 'Too big')], /The upload is too large for the API \(413\): Too big/],
    [
      '429 for long',
      [failing(429, 'Slow down', { 'retry-after': '300' })],
      /\(429\): Slow down\. Try again in 5 minutes\n/,
    ],
    ['429 three times', three(failing(429, 'Slow', { 'retry-after-ms': '1' })), /\(429\): Slow\. Try again later\n/],
    [
      '500',
      three(failing(500, 'Oops', { 'retry-after-ms': '1' })),
      /has a problem \(500\): Oops, also when asked again/,
    ],
    ['529', three(failing(529, 'Overloaded', { 'retry-after-ms': '1' })), /has a problem \(529\): Overloaded/],
    [
      '418',
      [failing(418, `I \u001b[2J repeat ${apiKey} and ${'x'.repeat(900)}`)],
      /rejected the request \(418\): I \\x1b\[2J repeat … and x+…\n/,
    ],
    [
      'a redirect',
      [(response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()],
      /sends requests elsewhere \(status 307\)/,
    ],
    ['a page of HTML', [(response) => void response.end('<html>')], /something else than the Claude API/],
    [
      'an answer of another kind',
      [(response) => void response.setHeader('content-type', 'application/json').end('[]')],
      /something else than/,
    ],
  ];
  test.each(oneIn(3, failures))('%s', async (_, answers, line) => {
    const folder = await temporaryFolder();
    api.failures.push(...answers);
    const { code, stdout, stderr } = await run(['download', 'skill_1'], folder);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(stderr).not.toContain(apiKey);
    expect(stderr.split('\n').filter((it) => !it.includes('is sent again'))).toHaveLength(2);
  });

  test('no connection, no such host', async () => {
    const folder = await temporaryFolder();
    const { url } = api;
    await api.stop();
    const refused = await run(['uploads'], folder, { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: url });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/No connection to 127.0.0.1:\d+: it refuses connections\n$/),
    ]);
    await api.start();
  });

  test.runIf(isEveryTest)('no answer in time, and one that never ends', async () => {
    const folder = await temporaryFolder();
    api.failures.push(
      () => {},
      () => {},
      () => {},
    );
    const silent = await run(['uploads', '--timeout', '0.2'], folder);
    expect([silent.code, silent.stderr]).toEqual([2, expect.stringMatching(/did not answer in time\n$/)]);
    const endless: Answerer = (response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    api.failures.push(endless, endless, endless);
    const stalled = await run(['uploads', '--timeout', '0.2'], folder);
    expect([stalled.code, stalled.stderr]).toEqual([2, expect.stringMatching(/did not answer in time\n$/)]);
  });

  test('an answer without an end is not kept', async () => {
    const folder = await temporaryFolder();
    api.failures.push((response) => {
      const piece = Buffer.alloc(1024 * 1024, ' ');
      const more = (): void => void response.write(piece, (error) => error ?? more());
      more();
    });
    const { code, stderr } = await run(['uploads'], folder);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/is too large and was not read\n$/)]);
  });

  test('an upload that may have arrived says so', async () => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill });
    api.failures.push(
      () => {},
      () => {},
      () => {},
    );
    const { stderr } = await run(['upload', 'demo', '--new', '--timeout', '0.2'], folder);
    expect(stderr).toMatch(/did not answer in time\. It may have been uploaded nevertheless: list what is uploaded/);
  });
});

describe('passing failures', () => {
  test.each([
    ['429', failing(429, 'Slow', { 'retry-after-ms': '1' })],
    ['503', failing(503, 'Busy', { 'retry-after-ms': '1' })],
    ['a connection that breaks', (response: Parameters<Answerer>[0]) => void response.destroy()],
  ] as const)('%s: the same is sent again, twice at most', async (_, failure) => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill });
    api.failures.push(failure, failure);
    const { code, stderr } = await run(['upload', 'demo', '--new'], folder);
    expect([code, stderr.split('\n').filter((it) => it.includes('sent again'))]).toEqual([
      0,
      [1, 2].map((attempt) => `skillwright: The request failed and is sent again (${attempt} of 2)`),
    ]);
    expect(api.requests.map((it) => it.files['demo/SKILL.md'])).toEqual([cleanSkill, cleanSkill, cleanSkill]);
    expect(api.skills).toHaveLength(1);
  });
});

describe('Ctrl+C', () => {
  const phases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['asking what is uploaded', ['upload', 'demo'], /^GET \/v1\/skills\?/],
    ['uploading', ['upload', 'demo', '--new'], /^POST \/v1\/skills$/],
    ['downloading', ['download', 'skill_1', '--out', 'new'], /\/content$/],
    ['deleting', ['delete-upload', 'skill_1', '--yes'], /^DELETE /],
  ];
  test.skipIf(process.platform === 'win32').each(oneIn(2, phases))('cancels while %s', async (_, args, where) => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill });
    api.add('other');
    const held = new Promise<void>((resolve) => {
      // Answers as usual until the request in question, which it holds.
      api.hold = ({ method, url }) => {
        if (!where.test(`${method} ${url}`)) return false;
        resolve();
        return true;
      };
    });
    const child = startCli(args, { cwd: folder, env: api.environment });
    let output = '';
    child.stdout.on('data', (piece) => {
      output += piece;
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await held;
    child.kill('SIGINT');
    expect([await ended, output]).toEqual([130, '']);
    await expect.poll(() => api.abandoned).toBe(1);
    expect(await readdir(folder)).toEqual(['demo']);
  });
});

describe('the key', () => {
  test.each([
    ['none', {}, /There is no API key: set ANTHROPIC_API_KEY/],
    [
      'one with a line break inside',
      { ANTHROPIC_API_KEY: 'sk-ant-a\nb' },
      /has characters or a length that no key has/,
    ],
  ])('%s: nothing is sent', async (_, env, line) => {
    const folder = await temporaryFolder();
    const { code, stderr } = await run(['uploads'], folder, { ANTHROPIC_BASE_URL: api.url, ...env });
    expect([code, api.requests]).toEqual([2, []]);
    expect(stderr).toMatch(line);
    expect(stderr).not.toContain('sk-ant-a');
  });

  test.each([
    ['http://api.example.com', /must begin with https:\/\//],
    ['ftp://127.0.0.1', /is not an address that begins with https/],
    ['nonsense', /is not an address/],
    ['https://me:secret@example.com', /must not contain a user or password/],
  ])('is not sent to %s', async (base, line) => {
    const { code, stderr } = await run(['uploads'], await temporaryFolder(), {
      ANTHROPIC_API_KEY: apiKey,
      ANTHROPIC_BASE_URL: base,
    });
    expect([code, stderr]).toEqual([2, expect.stringMatching(line)]);
    expect(stderr).not.toContain(apiKey);
  });

  test('is only in the header of requests: not in logs that the library would write', async () => {
    const folder = await temporaryFolder({ 'demo/SKILL.md': cleanSkill });
    const { code, stdout, stderr } = await run(['upload', 'demo', '--new', '--format', 'json'], folder, {
      ...api.environment,
      ANTHROPIC_LOG: 'debug',
      // Another credential in the environment is not used.
      ANTHROPIC_AUTH_TOKEN: 'other',
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain(apiKey);
    expect(JSON.stringify(api.requests.map(({ path: it, files }) => [it, files]))).not.toContain(apiKey);
  });

  test('an environment file or settings of a repository decide nothing', async () => {
    const folder = await temporaryFolder({
      '.env': `ANTHROPIC_API_KEY=${apiKey}\nANTHROPIC_BASE_URL=${api.url}\n`,
      '.claude/settings.json': JSON.stringify({ env: { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: api.url } }),
    });
    await mkdir(`${folder}/x`);
    const { code, stderr } = await run(['uploads', 'skill_1'], folder, {});
    expect([code, stderr, api.requests]).toEqual([2, expect.stringMatching(/There is no API key/), []]);
  });
});
