// Packs the command line for npm: `npm run package:npm`. It holds only what runs, and depends on no other package.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const staged = path.join(root, 'dist/npm');

/** What a user of the command line needs; everything else in package.json is about the extension and its development. */
const kept = ['name', 'version', 'license', 'type', 'repository', 'homepage', 'bugs', 'keywords', 'bin'];

const packageJson = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
await rm(staged, { recursive: true, force: true });
await mkdir(path.join(staged, 'dist'), { recursive: true });
for (const file of ['dist/cli.js', 'dist/cli', 'dist/LEGAL.txt', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
  await cp(path.join(root, file), path.join(staged, file), { recursive: true });
}
const manifest = {
  ...Object.fromEntries(kept.map((key) => [key, packageJson[key]])),
  description:
    'See Claude Code skills exactly as Claude Code will: check, preview and pack them, and a language server.',
  engines: { node: packageJson.engines.node },
};
await writeFile(path.join(staged, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
const { status } = spawnSync('npm', ['pack', '--ignore-scripts', '--pack-destination', path.join(root, 'dist')], {
  cwd: staged,
  stdio: ['ignore', 'inherit', 'ignore'],
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
