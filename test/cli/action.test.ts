import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { bundleCliForTests, cliCommand, skillText, skillToFix, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

/** What GitHub's machines have, and others may not. */
const canComment = ['curl', 'jq'].every((program) => spawnSync(program, ['--version']).status === 0);

interface Step {
  readonly name: string;
  readonly shell: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

const action = parse(readFileSync(path.resolve(import.meta.dirname, '../../action.yml'), 'utf8'));
const steps: readonly Step[] = action.runs.steps;

/** A repository whose head changes a skill, with the command line where the first step installs it. */
async function pullRequest(files: Readonly<Record<string, string>>) {
  const root = await temporaryFolder({ 'home/.keep': '', 'app/README.md': 'A', 'temp/skillwright/.keep': '' });
  const app = `${root}/app`;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: app })
      .toString()
      .trim();
  const commit = () => {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'a commit');
    return git('rev-parse', 'HEAD');
  };
  const write = (changed: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(changed)) {
      execFileSync('mkdir', ['-p', '--', path.dirname(path.join(app, name))]);
      writeFileSync(path.join(app, name), text);
    }
  };
  git('init', '-q');
  const base = commit();
  write(files);
  const head = commit();
  execFileSync('mkdir', ['-p', `${root}/temp/skillwright/node_modules/.bin`]);
  const bin = `${root}/temp/skillwright/node_modules/.bin/skillwright`;
  const command = cliCommand()
    .map((it) => `'${it}'`)
    .join(' ');
  writeFileSync(bin, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 });
  const run = (name: string, env: Readonly<Record<string, string>>) => {
    const step = steps.find((it) => it.name === name)!;
    expect(Object.keys(env)).toEqual(expect.arrayContaining(Object.keys(step.env)));
    return promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: app,
      env: { PATH: process.env.PATH, HOME: `${root}/home`, RUNNER_TEMP: `${root}/temp`, ...env },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  };
  return { app, base, head, run };
}

interface Comment {
  readonly id: number;
  readonly user: { readonly type: string };
  body: string;
}

/** The comments of a pull request as GitHub's API has them. */
async function serveComments(comments: Comment[], isAllowed = true) {
  const server = createServer(async (request, response) => {
    const text = await new Response(request as unknown as ReadableStream).text();
    const { pathname, searchParams } = new URL(request.url!, 'http://x');
    if (!isAllowed || request.headers.authorization !== 'Bearer secret') return response.writeHead(403).end('{}');
    const page = Number(searchParams.get('page'));
    if (request.method === 'GET') {
      expect(pathname).toBe('/repos/sowers/beans/issues/7/comments');
      return response.end(JSON.stringify(comments.slice((page - 1) * 100, page * 100)));
    }
    const { body } = JSON.parse(text);
    const id = /^\/repos\/sowers\/beans\/issues\/comments\/(\d+)$/.exec(pathname)?.[1];
    if (request.method === 'PATCH') comments.find((it) => String(it.id) === id)!.body = body;
    else comments.push({ id: 1000 + comments.length, user: { type: 'Bot' }, body });
    return response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    GITHUB_REPOSITORY: 'sowers/beans',
    NUMBER: '7',
    TOKEN: 'secret',
  };
}

const person = (id: number, body = '<!-- skillwright-diff -->\nquoted'): Comment => ({
  id,
  user: { type: 'User' },
  body,
});

test('the action has its inputs, and no script has a value of an event in its text', () => {
  expect(Object.keys(action.inputs)).toEqual(['paths', 'max-warnings', 'sarif', 'comment', 'version']);
  for (const input of Object.values(action.inputs)) {
    expect(input).toEqual({ description: expect.any(String), default: expect.any(String) });
  }
  expect(action.inputs.version.default).toBe(packageJson.version);
  expect([action.runs.using, steps.map(({ name }) => name)]).toEqual(['composite', ['Install', 'Comment', 'Check']]);
  for (const { shell, run } of steps) {
    expect(shell).toBe('bash');
    expect(run).not.toContain('${{');
  }
});

describe.skipIf(process.platform === 'win32')('the action', () => {
  test.skipIf(!canComment)('comments once, and then updates its comment', async () => {
    const { base, head, run } = await pullRequest({ '.claude/skills/demo/SKILL.md': skillText({ name: 'demo' }) });
    const comments = Array.from({ length: 120 }, (_, index) => person(index));
    const api = await serveComments(comments);
    expect(await run('Comment', { ...api, BASE: base, HEAD: head })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(comments).toHaveLength(121);
    const { body } = comments[120]!;
    expect(body).toMatch(/^<!-- skillwright-diff -->\n# What changed for the model\n/);
    expect(body).toContain('demo');
    // The next push has taken the skill out again.
    expect(await run('Comment', { ...api, BASE: base, HEAD: base })).toMatchObject({ code: 0 });
    expect(comments).toHaveLength(121);
    expect(comments[120]!.body).toMatch(/\nNothing: the model sees the same listing/);
    expect(comments[0]!.body).toContain('quoted');
  });

  test.skipIf(!canComment)(
    'does not comment on what changes nothing for the model, and only warns if it must not comment',
    async () => {
      const { base, head, run } = await pullRequest({ 'notes.md': 'Beans.\n' });
      const comments = [person(1)];
      const api = await serveComments(comments);
      expect(await run('Comment', { ...api, BASE: base, HEAD: head })).toMatchObject({ code: 0, stdout: '' });
      expect(comments).toHaveLength(1);
      const forbidden = await serveComments([], false);
      const { code, stdout } = await run('Comment', { ...forbidden, BASE: base, HEAD: head });
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^::warning::Skillwright could not comment/)]);
    },
  );

  test.skipIf(!canComment)('takes names and texts of a pull request as data', async () => {
    const name = '$(touch owned)`touch owned`";touch owned;\'';
    const description = '$(touch owned) `touch owned` "; touch owned; @everyone ![x](http://example.org/x.png)';
    const { app, base, head, run } = await pullRequest({
      [`.claude/skills/${name}/SKILL.md`]: `---\ndescription: >-\n  ${description}\n---\n\n::error::owned\n\n!\`touch owned\`\n`,
      '-rf/SKILL.md': skillToFix,
    });
    const comments: Comment[] = [];
    const api = await serveComments(comments);
    expect(await run('Comment', { ...api, BASE: base, HEAD: head })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(comments[0]!.body).toContain('touch owned');
    const paths = `.claude/skills/${name}\n-rf\n`;
    const { code, stdout } = await run('Check', { PATHS: paths, MAX_WARNINGS: '', SARIF: '' });
    expect([code, stdout]).toEqual([0, expect.stringContaining('file=-rf/SKILL.md')]);
    expect(stdout).not.toMatch(/^::error::owned/m);
    expect(existsSync(`${app}/owned`)).toBe(false);
  });

  test('fails for more warnings than allowed, and writes SARIF through no link', async () => {
    const { app, run } = await pullRequest({ '.claude/skills/demo/SKILL.md': skillToFix, 'kept.txt': 'kept' });
    execFileSync('ln', ['-s', 'kept.txt', `${app}/found.sarif`]);
    const inputs = { PATHS: '', SARIF: 'found.sarif' };
    expect(await run('Check', { ...inputs, MAX_WARNINGS: '' })).toMatchObject({ code: 0 });
    const { code, stdout } = await run('Check', { ...inputs, MAX_WARNINGS: '0' });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^::warning file=.*name-format/m)]);
    expect(JSON.parse(readFileSync(`${app}/found.sarif`, 'utf8')).runs[0].results.length).toBeGreaterThan(0);
    expect(readFileSync(`${app}/kept.txt`, 'utf8')).toBe('kept');
    // Wrong usage is not taken for findings.
    expect(await run('Check', { ...inputs, PATHS: 'missing', MAX_WARNINGS: '' })).toMatchObject({ code: 1 });
  });
});
