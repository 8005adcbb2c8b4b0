// The bundles of the language server and the command line for Node: entries, and chunks, of which those that are rarely needed are
// loaded on use.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import { loadedOnUse, withRequiredOnUse } from './loaded-on-use.mjs';
import { packChunks } from './packed-chunks.mjs';
import { rulesOnUse } from './rules-on-use.mjs';

/**
 * Writes modules as scripts. esbuild splits only ES modules into chunks, but V8 gives the compiled code of scripts only, which
 * is kept for the next start.
 *
 * @param {readonly string[]} starts whose chunks are packed: see `packChunks`
 * @returns {import('esbuild').Plugin}
 */
function writtenAsScripts(starts) {
  return {
    name: 'written as scripts',
    setup(build) {
      const options = build.initialOptions;
      const { minify = false, target, sourcemap } = options;
      options.write = false;
      options.metafile = true;
      // Only a source map in the text itself is followed.
      if (sourcemap) options.sourcemap = 'inline';
      build.onEnd(async ({ outputFiles = [], metafile }) => {
        /** @type {Map<string, string>} */
        const scripts = new Map();
        for (const { path: file, text } of outputFiles) {
          const { code } = await transform(withOwnExports(withRequiredOnUse(text)), {
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
          scripts.set(file, code);
        }
        // A source map is of one file.
        const files = sourcemap || !metafile ? scripts : packChunks(scripts, metafile, starts);
        for (const [file, code] of files) {
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, code);
        }
      });
    },
  };
}

/**
 * A module whose exports are those of a script: what esbuild writes for that is longer than most chunks, and asks twice for
 * each.
 *
 * @param {string} text
 */
function withOwnExports(text) {
  const exported = /\bexport\s*\{([^{}]*)\};?\s*$/.exec(text);
  if (!exported) return text;
  const getters = (exported[1] ?? '').split(',').flatMap((item) => {
    const [name, other = name] = item.trim().split(/\s+as\s+/);
    return name ? [`${other}:()=>${name}`] : [];
  });
  const define = 'for(const name in all)Object.defineProperty(exports,name,{get:all[name],enumerable:true})';
  return `(all=>{${define}})({__esModule:()=>true,${getters.join()}});\n${text.slice(0, exported.index)}`;
}

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

/**
 * Without what markdown-it only needs for inline markup, which we scan ourselves: tables of entities, and expressions that find
 * links in texts.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutInlineMarkup = {
  name: 'without inline markup',
  setup(build) {
    const contents = 'exports.LinkifyIt = class {};';
    build.onResolve({ filter: /^(?:linkify-it|entities|uc\.micro|mdurl)$/ }, ({ path: name, importer }) =>
      /[/\\]markdown-it[/\\]/.test(importer) ? { path: name, namespace: 'without inline markup' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'without inline markup' }, () => ({ contents }));
  },
};

/** What a check of a skill, and an edit of one, usually does without. */
export const rarelyNeeded = [
  'server/src/dialect/shapes/pattern-forms.ts',
  'server/src/dialect/shapes/plugin-shapes.ts',
  'server/src/dialect/shapes/settings-shapes.ts',
];

/** @satisfies {import('esbuild').BuildOptions} */
const scripts = {
  bundle: true,
  platform: /** @type {const} */ ('node'),
  // VS Code 1.91 runs servers on Node 20.
  target: 'node20',
  outExtension: { '.js': '.cjs' },
  splitting: true,
  format: /** @type {const} */ ('esm'),
  plugins: [versionOnly, withoutCompiler, withoutInlineMarkup, loadedOnUse(rarelyNeeded), rulesOnUse],
  loader: { '.md': 'text' },
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};

/** @type {import('esbuild').BuildOptions} */
export const nodeServer = {
  ...scripts,
  entryPoints: [{ in: 'server/src/main.node.ts', out: 'server' }],
  outdir: 'dist',
  chunkNames: 'server/[name]-[hash]',
  plugins: [writtenAsScripts(['server/src/main.node.ts', 'server/src/lsp/start-node-server.ts']), ...scripts.plugins],
};

/** What the command line starts with, for the commands that people repeat. */
const commandStarts = ['program.ts', 'check/check.ts', 'threads/check-thread.ts', 'skills/list.ts'].map(
  (file) => `server/src/cli/${file}`,
);

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
      plugins: [writtenAsScripts(commandStarts), ...scripts.plugins, namesProgram],
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
