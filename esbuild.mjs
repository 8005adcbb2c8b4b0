// Bundles the extension, the language server and the command line into dist/.
//
//   node esbuild.mjs              once, minified
//   node esbuild.mjs --watch      again on every change, with source maps
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { context } from 'esbuild';
import { browserExtension, browserServer } from './build/browser-bundles.mjs';
import { bundledOnly } from './build/bundled-only.mjs';
import { noticesOf } from './build/notices.mjs';
import { sbomOf } from './build/sbom.mjs';
import { commandLine, nodeServer } from './build/server-bundle.mjs';
import { compileSchemas } from './schemas/compile.mjs';

const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: !watch,
  sourcemap: watch,
  // The licences of all that is bundled are in one file: see build/notices.mjs.
  legalComments: 'none',
  metafile: true,
  loader: { '.md': 'text' },
  // Its CommonJS form asks for its parts in a way that no bundler sees through.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  logLevel: 'info',
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  {
    ...shared,
    entryPoints: ['client/src/extension.ts'],
    outfile: 'dist/extension.cjs',
    format: 'cjs',
    // VS Code 1.91 runs extensions on Node 20.
    external: ['vscode'],
  },
  { ...shared, ...nodeServer },
  { ...shared, ...browserExtension },
  { ...shared, ...browserServer },
  {
    ...shared,
    // What asks the Claude API, which the extension loads on use.
    entryPoints: ['server/src/skills-api.node.ts'],
    outfile: 'dist/skills-api.cjs',
    format: 'cjs',
  },
  {
    ...shared,
    // Pages of the extension, each a script and a style sheet of the same name, and chunks of what they share.
    entryPoints: ['answer', 'budget', 'budget-meter', 'preview', 'results', 'run', 'sessions'].flatMap((page) => [
      { in: `client/src/webviews/${page}/${page}.ts`, out: page },
      { in: `client/src/webviews/${page}/${page}.css`, out: `${page}` },
    ]),
    outdir: 'dist/webviews',
    chunkNames: 'shared-[hash]',
    format: 'esm',
    splitting: true,
    platform: 'browser',
    // The browser of VS Code 1.91.
    target: 'chrome124',
  },
  ...commandLine('dist').map((options) => ({ ...shared, ...options })),
];

await compileSchemas();
// Chunks are named by what is in them: those of other builds would stay.
for (const folder of ['dist/webviews', 'dist/server', 'dist/cli']) await rm(folder, { recursive: true, force: true });
await mkdir('dist', { recursive: true });
await writeFile('dist/rule-pages.deflate', await rulePages());
const metafiles = [];
for (const options of bundles) {
  const build = await context(options);
  if (watch) {
    await build.watch();
  } else {
    const { metafile } = await build.rebuild();
    if (metafile) metafiles.push(bundledOnly(metafile));
    await build.dispose();
  }
}
if (!watch) {
  await writeFile('dist/LEGAL.txt', await noticesOf(metafiles));
  await writeFile('dist/skillwright.cdx.json', await sbomOf(metafiles));
  await writeFile('dist/bundled-files.json', JSON.stringify(metafiles.flatMap(({ inputs }) => Object.keys(inputs))));
}

/** All pages about the rules, compressed together, as browsers can read it: half of what they would take as files of the package. */
async function rulePages() {
  const names = (await readdir('docs/rules')).sort();
  const texts = await Promise.all(names.map((name) => readFile(`docs/rules/${name}`, 'utf8')));
  const pages = Object.fromEntries(names.map((name, index) => [name, texts[index]]));
  return deflateRawSync(JSON.stringify(pages), { level: 9 });
}
