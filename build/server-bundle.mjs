// The bundles of the language server and the command line for Node: entries, and chunks, of which those that are rarely needed are
// loaded on use.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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

/**
 * Of package.json, programs need the version. The rest of it, which is about the extension, would be read at each start.
 *
 * @type {import('esbuild').Plugin}
 */
const versionOnly = {
  name: 'version only',
  setup(build) {
    const file = path.join(import.meta.dirname, '../package.json');
    build.onLoad({ filter: /[/\\]package\.json$/ }, async (loaded) => {
      if (loaded.path !== file) return undefined;
      const { version } = JSON.parse(await readFile(file, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * Without the validator that compiles schemas to functions: the Model Context Protocol needs it for forms, which are never
 * shown, and no text is evaluated.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutCompiler = {
  name: 'without compiler',
  setup(build) {
    build.onLoad({ filter: /[/\\]validation[/\\]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

/** @satisfies {import('esbuild').BuildOptions} */
const scripts = {
  bundle: true,
  platform: /** @type {const} */ ('node'),
  // VS Code 1.91 runs servers on Node 20.
  target: 'node20',
  outExtension: { '.js': '.cjs' },
  splitting: true,
  format: /** @type {const} */ ('esm'),
  plugins: [writtenAsScripts, versionOnly, withoutCompiler],
  loader: { '.md': 'text' },
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};

/** @type {import('esbuild').BuildOptions} */
export const nodeServer = {
  ...scripts,
  entryPoints: [{ in: 'server/src/main.node.ts', out: 'server' }],
  outdir: 'dist',
  chunkNames: 'server/[name]-[hash]',
};

/**
 * The command line: scripts, and a module that repeats an unchanged run without them. They are built in this order, because
 * the module names the scripts by their content: by its text, it is known whether a run or compiled code is of the same program.
 *
 * @param {string} outdir
 * @returns {[import('esbuild').BuildOptions, import('esbuild').BuildOptions]}
 */
export function commandLine(outdir) {
  const folder = `${outdir}/cli`;
  /** @type {string | undefined} */
  let program;
  /** @type {import('esbuild').Plugin} */
  const namesProgram = {
    name: 'names program',
    setup(build) {
      build.onEnd(({ outputFiles = [] }) => {
        program = outputFiles.map((it) => path.basename(it.path)).find((it) => it.startsWith('program-'));
      });
    },
  };
  /** @type {import('esbuild').Plugin} */
  const programApart = {
    name: 'program apart',
    setup(build) {
      // An `import` of a script would read it twice, to find its exports first.
      build.onLoad({ filter: /[/\\]cli[/\\]program\.ts$/ }, () => ({
        contents: `import { createRequire } from 'node:module';
export const { runProgram } = createRequire(import.meta.url)('./cli/${program}');`,
        watchDirs: [path.resolve(folder)],
      }));
    },
  };
  return [
    {
      ...scripts,
      entryPoints: [{ in: 'server/src/cli/program.ts', out: 'program' }],
      outdir: folder,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      plugins: [...scripts.plugins, namesProgram],
    },
    {
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      entryPoints: ['server/src/cli.ts'],
      outfile: `${outdir}/cli.js`,
      plugins: [programApart, versionOnly],
      banner: { js: '#!/usr/bin/env node' },
    },
  ];
}
