// Builds what is published, once, into dist/release: `npm run release`. Whatever publishes it takes these bytes and checks
// them against SHA256SUMS.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { releaseOf, root, runProgram } from './release-facts.mjs';

const { version, files } = await releaseOf(
  process.env.GITHUB_REF_TYPE === 'tag' ? process.env.GITHUB_REF_NAME : undefined,
);
const folder = path.join(root, 'dist/release');
const site = path.join(folder, 'site');

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
runProgram(process.execPath, ['esbuild.mjs']);
runProgram(process.execPath, ['build/package.mjs']);
runProgram(process.execPath, ['build/package-npm.mjs']);
runProgram(process.execPath, ['test/run-typescript.mjs', 'docs/site/build-site.ts', '--out', site]);
await cp(path.join(root, 'dist/skillwright.vsix'), path.join(folder, files.extension));
await cp(path.join(root, `dist/skillwright-${version}.tgz`), path.join(folder, files.npm));
await cp(path.join(root, 'dist/skillwright.cdx.json'), path.join(folder, files.bill));

const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  .sort();
const sums = await Promise.all(
  names.map(async (name) => {
    const bytes = await readFile(path.join(folder, name));
    return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
  }),
);
await writeFile(path.join(folder, files.sums), sums.join(''));
console.log(`Release ${version}: ${names.length} files in dist/release`);
