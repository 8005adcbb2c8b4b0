import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appendFile, readdir, readFile, symlink } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { isEveryTest } from '../every-test.ts';
import { temporaryFolder } from './cli-process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { name, version } = packageJson;
const extension = `${name}-${version}.vsix`;
const npmPackage = `${name}-${version}.tgz`;

/** Not the checkout, whose bundles other tests use meanwhile. */
async function copyOfRepository(): Promise<string> {
  const copy = await temporaryFolder();
  // A file that was deleted since the last commit is still listed.
  const files = 'git ls-files -z --cached --others --exclude-standard | tar --ignore-failed-read --null -cf - -T -';
  execFileSync('sh', ['-c', `${files} | tar -xf - -C "$0"`, copy], { cwd: root, stdio: 'ignore' });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Not synchronously: the servers that it talks to are in this process. */
async function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args], {
    cwd,
    // The copy has no commit from which the time of the files could be.
    env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000', ...env },
  });
  return stdout;
}

/** A server on 127.0.0.1 that accepts everything and keeps it, for as long as the test runs. */
async function acceptAll(answer: (url: string) => object) {
  const received: { readonly request: string; readonly body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ request: `${request.method} ${request.url!.replace(/\?.*/, '')}`, body: await bodyOf(request) });
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(answer(request.url!)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

// Two releases take two minutes; the packages that they hold are tested for each change.
test.runIf(isEveryTest && process.platform !== 'win32')(
  'a release is built once, and every place gets the same bytes',
  { timeout: 600_000 },
  async () => {
    const [copy, again] = await Promise.all([copyOfRepository(), copyOfRepository()]);
    expect(await run(copy, ['build/release.mjs'])).toContain(`Release ${version}: `);
    await run(again, ['build/release.mjs']);
    const released = path.join(copy, 'dist/release');
    const sums = readFileSync(path.join(released, 'SHA256SUMS'), 'utf8');
    // Built elsewhere, later: equal, byte for byte.
    expect(readFileSync(path.join(again, 'dist/release/SHA256SUMS'), 'utf8')).toBe(sums);
    expect((await readdir(released)).sort()).toEqual(
      ['SHA256SUMS', extension, npmPackage, `${name}-${version}.cdx.json`, 'site'].sort(),
    );
    const bytes = (file: string) => readFileSync(path.join(released, file));
    for (const file of [extension, npmPackage]) expect(sums).toContain(`${sha256(bytes(file))}  ${file}\n`);
    expect(sums).toContain('  site/index.html\n');

    const publish = (place: string, ...args: readonly string[]) => run(copy, ['build/publish.mjs', place, ...args]);
    expect(await publish('marketplace', '--dry-run')).toMatch(
      /^dist\/extension\.cjs$[\s\S]*Would run: .*vsce publish --packagePath .*\.vsix$/m,
    );
    expect(await publish('open-vsx', '--dry-run')).toMatch(/Would run: npx --yes ovsx@[\d.]+ publish .*\.vsix$/m);
    await publish('npm', '--dry-run');
    expect(await publish('github', '--dry-run')).toMatch(
      new RegExp(`Would run: gh release create v${version} --verify-tag .*SHA256SUMS$`, 'm'),
    );
    expect(await readFile(path.join(copy, 'dist/release-notes.md'), 'utf8')).toMatch(/^The first version\./);

    const registry = await acceptAll(() => ({ ok: true }));
    const url = new URL(registry.address);
    const home = await temporaryFolder({ '.npmrc': `//${url.host}/:_authToken=token\n` });
    await run(copy, ['build/publish.mjs', 'npm'], {
      npm_config_registry: registry.address,
      npm_config_userconfig: `${home}/.npmrc`,
    });
    const put = registry.received.find(({ request }) => request === `PUT /${name}`)!;
    const [attachment] = Object.values(JSON.parse(put.body.toString())._attachments) as { readonly data: string }[];
    expect(Buffer.from(attachment!.data, 'base64').equals(bytes(npmPackage))).toBe(true);

    const openVsx = await acceptAll(() => ({ namespace: 'skillwright', name, version }));
    await run(copy, ['build/publish.mjs', 'open-vsx'], { OVSX_REGISTRY_URL: openVsx.address, OVSX_PAT: 'token' });
    const posted = openVsx.received.find(({ request }) => request === 'POST /api/-/publish')!;
    expect(posted.body.equals(bytes(extension))).toBe(true);

    await appendFile(path.join(released, extension), 'x');
    await expect(publish('marketplace', '--dry-run')).rejects.toThrow(`${extension} is not what was built`);
    await expect(run(copy, ['build/publish.mjs', 'elsewhere'])).rejects.toThrow(
      'Usage: node build/publish.mjs marketplace|open-vsx|npm|github',
    );
    const otherTag = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v9.9.9' };
    await expect(run(copy, ['build/publish.mjs', 'npm', '--dry-run'], otherTag)).rejects.toThrow(
      `The tag v9.9.9 is not v${version}`,
    );
  },
);

test('the workflow publishes to each place, with rights for nothing else', () => {
  const { jobs, permissions } = parse(readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8'));
  expect(permissions).toEqual({ contents: 'read' });
  expect(
    Object.entries(jobs as Record<string, object>).map(([id, job]) => [
      id,
      (job as { permissions: object }).permissions,
    ]),
  ).toEqual([
    ['build', { contents: 'read', 'id-token': 'write', attestations: 'write' }],
    ['publish', { contents: 'read', 'id-token': 'write' }],
    ['github', { contents: 'write' }],
    ['site', { pages: 'write', 'id-token': 'write' }],
  ]);
  const places = [...jobs.publish.strategy.matrix.place, 'github'];
  const usage = readFileSync(path.join(root, 'build/publish.mjs'), 'utf8');
  for (const place of places) expect(usage).toMatch(new RegExp(`^ {2}async '?${place}'?\\(`, 'm'));
});
