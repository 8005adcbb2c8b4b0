import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An npm registry on 127.0.0.1 that has one package, for as long as the test runs. Returns its address. */
export async function serveNpmRegistry(tarball: string): Promise<string> {
  const content = await readFile(tarball);
  const manifest = JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json']).toString());
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const server = createServer(({ url, headers }, response) => {
    const dist = { tarball: `http://${headers.host}/${name}.tgz`, integrity };
    if (url === `/${name}.tgz`) response.end(content);
    else if (url === `/${name}`) {
      const versions = { [version]: { ...manifest, dist } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
