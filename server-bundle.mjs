// The bundle of the language server for Node: an entry, and chunks, of which those that are rarely needed are loaded on use.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';

/**
 * Writes modules as scripts. esbuild splits only ES modules into chunks, but V8 gives the compiled code of scripts only, which
 * is kept for the next start.
 *
 * @type {import('esbuild').Plugin}
 */
const writtenAsScripts = {
  name: 'written as scripts',
  setup(build) {
    const options = build.initialOptions;
    const { minify = false, target, sourcemap } = options;
    options.write = false;
    // Only a source map in the text itself is followed.
    if (sourcemap) options.sourcemap = 'inline';
    build.onEnd(async ({ outputFiles = [] }) => {
      for (const { path: file, text } of outputFiles) {
        const { code } = await transform(text, {
          format: 'cjs',
          platform: 'node',
          target,
          minify,
          sourcemap: sourcemap ? 'inline' : false,
          sourcefile: path.basename(file),
          legalComments: 'none',
          // What is loaded on use is a script, too.
          supported: { 'dynamic-import': false },
        });
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, code);
      }
    });
  },
};

/** @type {import('esbuild').BuildOptions} */
export const nodeServer = {
  bundle: true,
  platform: 'node',
  // VS Code 1.91 runs servers on Node 20.
  target: 'node20',
  entryPoints: [{ in: 'server/src/main.node.ts', out: 'server' }],
  outdir: 'dist',
  chunkNames: 'server/[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  splitting: true,
  format: 'esm',
  plugins: [writtenAsScripts],
  loader: { '.md': 'text' },
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};
