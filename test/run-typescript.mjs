// Runs a TypeScript program of this repository: node test/run-typescript.mjs <file> [arguments]
// Node 20 cannot read TypeScript by itself; esbuild, which the build needs anyway, can.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [source, ...programArguments] = process.argv.slice(2);
const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'node_modules', '.cache', 'skillwright', 'programs');
const outfile = path.join(folder, `${path.basename(source, '.ts')}-${process.pid}.mjs`);

await mkdir(folder, { recursive: true });
await build({
  entryPoints: [source],
  outfile,
  bundle: true,
  packages: 'external',
  // Node finds no names in its CommonJS form, and its other form is for bundlers.
  alias: { 'jsonc-parser': path.join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'warning',
});
process.argv.splice(1, process.argv.length, outfile, ...programArguments);
process.setSourceMapsEnabled(true);
try {
  await import(pathToFileURL(outfile).href);
} finally {
  await rm(outfile);
}
