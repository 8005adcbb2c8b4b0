// Bundles the extension, the language server and the command line into dist/.
//
//   node esbuild.mjs              once, minified
//   node esbuild.mjs --watch      again on every change, with source maps
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { context } from 'esbuild';
import { browserExtension, browserServer } from './build/browser-bundles.mjs';
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

/**
 * Without the packages of which nothing is in the bundles: a library may import others only for its parts that are left
 * out. Packages that only lead to others stay.
 *
 * @param {import('esbuild').Metafile} metafile
 */
function bundledOnly(metafile) {
  const files = Object.entries(metafile.inputs);
  const packageOf = (/** @type {string} */ file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '';
  const bundled = new Set(['']);
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) if (bytesInOutput > 0) bundled.add(packageOf(file));
  }
  const isBundled = (/** @type {string} */ file) => bundled.has(packageOf(file));
  const leadsToBundled = (/** @type {import('esbuild').Metafile['inputs'][string]['imports']} */ imports) =>
    imports.some((it) => !it.external && packageOf(it.path) !== '' && isBundled(it.path));
  for (let before = 0; before < bundled.size; ) {
    before = bundled.size;
    for (const [file, { imports }] of files) if (leadsToBundled(imports)) bundled.add(packageOf(file));
  }
  const inputs = files
    .filter(([file]) => isBundled(file))
    .map(([file, input]) => [
      file,
      { ...input, imports: input.imports.filter((it) => it.external || isBundled(it.path)) },
    ]);
  return { ...metafile, inputs: Object.fromEntries(inputs) };
}
