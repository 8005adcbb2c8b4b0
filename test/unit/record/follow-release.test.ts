import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReportSummary } from '../../record/report.ts';

/* The script as the workflow runs it, with a local repository and a server in place of the npm registry and GitHub. */

const script = path.resolve('test/record/follow.ts');
const token = 'secret-token-of-the-workflow';
const unchanged: ReportSummary = { counts: { same: 3 }, differences: [], unanswered: [], newNames: {} };

let root: string;
let server: Server;
/** What the server knows and was asked. */
let service: { latest: string; open: readonly object[]; pulls: { title: string; body: string; head: string }[] };

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'skillwright-follow-'));
  service = { latest: '2.1.8', open: [], pulls: [] };
  server = createServer(async (request, response) => {
    const address = decodeURIComponent(request.url ?? '');
    const answer = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
    if (address === '/registry/-/package/@anthropic-ai/claude-code/dist-tags')
      return answer(200, { latest: service.latest });
    if (request.headers.authorization !== `Bearer ${token}`) return answer(401, {});
    if (request.method === 'GET' && address.startsWith('/api/repos/acme/tool/pulls?')) return answer(200, service.open);
    if (request.method !== 'POST' || address !== '/api/repos/acme/tool/pulls') return answer(404, {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    service.pulls.push(JSON.parse(Buffer.concat(chunks).toString()));
    return answer(201, { html_url: 'https://example.org/pull/1' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(root, { recursive: true, force: true });
});

function git(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, ...args], { cwd: path.join(root, folder), encoding: 'utf8' }).trim();
}

/** Runs the script in a repository whose recorder finds this. */
async function follow(summary: ReportSummary, { failing = '' } = {}) {
  const project = path.join(root, 'project');
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    writeFileSync(path.join(project, name), text);
  };
  const stand = (name: string, does = '') => `node -e "${does}process.exit('${failing}' === '${name}' ? 1 : 0)"`;
  const record = 'node record.mjs';
  const scripts = {
    record: failing === 'record' ? 'exit 1' : record,
    generate: stand('generate'),
    conformance: stand('conformance'),
    'test:claude': stand('test:claude'),
  };
  write('package.json', JSON.stringify({ name: 'tool', scripts }));
  write('.gitignore', '.test-output\n');
  write('schemas/dialects.json', '{\n  "runtimes": [{ "id": "claude-code", "verified": "2.1.7" }]\n}\n');
  write('summary', JSON.stringify(summary));
  write(
    'record.mjs',
    `import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
if (process.env.GITHUB_TOKEN) process.exit(1);
const folder = '.test-output/record/' + process.argv[process.argv.indexOf('--release') + 1];
mkdirSync(folder, { recursive: true });
copyFileSync('summary', folder + '/summary.json');
writeFileSync(folder + '/report.md', '# The report ' + process.argv.slice(2).join(' '));
`,
  );
  mkdirSync(path.join(root, 'origin.git'));
  git('origin.git', 'init', '-q', '--bare');
  git('project', 'init', '-q');
  git('project', 'add', '-A');
  git('project', 'commit', '-q', '-m', 'first');
  git('project', 'remote', 'add', 'origin', path.join(root, 'origin.git'));
  git('project', 'push', '-q', 'origin', 'main');
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [path.resolve('test/run-typescript.mjs'), script], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: root,
      npm_config_registry: `http://127.0.0.1:${port}/registry/`,
      GITHUB_API_URL: `http://127.0.0.1:${port}/api`,
      GITHUB_REPOSITORY: 'acme/tool',
      GITHUB_TOKEN: token,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exit = await new Promise((resolve) => child.once('close', resolve));
  expect(output).not.toContain(token);
  expect(readFileSync(path.join(project, '.git/config'), 'utf8')).not.toContain('extraheader');
  const branches = git('origin.git', 'for-each-ref', '--format=%(refname:short)').split('\n');
  return { exit, output, branches };
}

test('nothing new: nothing happens', async () => {
  service.latest = '2.1.7';
  expect(await follow(unchanged)).toMatchObject({ exit: 0, branches: ['main'] });
  expect(service.pulls).toEqual([]);
});

test('a release without changes: a pull request only raises `verified`', async () => {
  expect(await follow(unchanged)).toMatchObject({ exit: 0, branches: ['claude-code-2.1.8', 'main'] });
  expect(service.pulls).toMatchObject([
    { title: 'Claude Code 2.1.8 is verified', head: 'claude-code-2.1.8', base: 'main' },
  ]);
  expect(service.pulls[0]!.body).toContain('# The report --release 2.1.8 --compare-with 2.1.7');
  const changed = git('origin.git', 'diff', '--unified=0', 'main', 'claude-code-2.1.8').split('\n');
  expect(changed.filter((line) => /^[-+] /.test(line))).toEqual([
    '-  "runtimes": [{ "id": "claude-code", "verified": "2.1.7" }]',
    '+  "runtimes": [{ "id": "claude-code", "verified": "2.1.8" }]',
  ]);
});

test('a change: a pull request that names it, and a failure', async () => {
  const summary: ReportSummary = {
    ...unchanged,
    differences: [
      { verdict: 'changed', cause: 'result: "old" → "new"', cases: ['own-a', 'own-b'] },
      { verdict: 'unsteady', cause: 'rendered: "x" → "y"', cases: ['own-c'] },
    ],
    newNames: { 'Command names': ['access'] },
  };
  expect((await follow(summary)).exit).toBe(1);
  const [pull] = service.pulls;
  expect(pull!.title).toBe('Claude Code 2.1.8 answers 2 recordings differently');
  expect(pull!.body).toContain('- `` result: "old" → "new" ``: `own-a`, `own-b`');
  expect(pull!.body).toContain('- Command names: `access`');
  expect(pull!.body).not.toContain('own-c');
});

test('tests that fail: a pull request that names them, and a failure', async () => {
  expect((await follow({ ...unchanged, unanswered: ['a'] }, { failing: 'test:claude' })).exit).toBe(1);
  expect(service.pulls[0]!.title).toBe('Claude Code 2.1.8 gave no answer to 1 recording, fails `test:claude`');
});

test('a pull request that is open: no second one', async () => {
  service.open = [{ number: 1 }];
  expect(await follow(unchanged)).toMatchObject({ exit: 0, branches: ['main'] });
  expect(service.pulls).toEqual([]);
});

test.each([
  ['the recorder fails', '2.1.8', 'record', 'could not be asked'],
  ['the registry names no version', '2.1.8; rm -rf /', '', 'names no version'],
])('%s: a failure with the reason, and no pull request', async (_, latest, failing, reason) => {
  service.latest = latest;
  const { exit, output, branches } = await follow(unchanged, { failing });
  expect({ exit, branches }).toEqual({ exit: 1, branches: ['main'] });
  expect(output).toContain(reason);
  expect(service.pulls).toEqual([]);
});
