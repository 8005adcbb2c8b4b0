// Modules that most runs of a program do not need: their text is read when one of their functions is called for the first time.
// An `import()` does that where the caller can wait. This does it where it cannot, without a word in the modules themselves.
import path from 'node:path';
import { build as buildWith } from 'esbuild';

/** Stands for `require` until the chunks have names. */
const marker = 'requiredOnUse';

/**
 * An expression that loads a module at once.
 *
 * @param {string} imported
 */
export function requiredOnUse(imported) {
  return `${marker}(import(${JSON.stringify(imported)}))`;
}

/**
 * Puts modules that export nothing but functions into chunks of their own, which are loaded with the first call. Only for
 * bundles whose chunks are written as scripts, which {@link withRequiredOnUse} finishes.
 *
 * @param {readonly string[]} files from the root of the repository
 * @returns {import('esbuild').Plugin}
 */
export function loadedOnUse(files) {
  const root = path.join(import.meta.dirname, '..');
  const modules = new Map(files.map((file) => [path.join(root, file), file]));
  const namespace = 'loaded on use';
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter: /\.ts$/ }, ({ path: imported, resolveDir, kind, namespace: from }) => {
        const file = modules.get(path.resolve(resolveDir, imported));
        if (file === undefined || kind === 'entry-point' || from === namespace) return undefined;
        return { path: file, namespace, sideEffects: false };
      });
      build.onLoad({ filter: /./, namespace }, async ({ path: file }) => ({
        contents: [
          `let loaded;`,
          `const load = () => (loaded ??= ${requiredOnUse(`./${file}`)});`,
          ...(await exportsOf(path.join(root, file))).map(
            (name) => `export const ${name} = (...given) => load().${name}(...given);`,
          ),
        ].join('\n'),
        resolveDir: root,
        watchFiles: [path.join(root, file)],
      }));
    },
  };
}

/**
 * The text of a chunk, which loads others where it calls them.
 *
 * @param {string} text
 */
export function withRequiredOnUse(text) {
  return text.replace(new RegExp(`${marker}\\(import\\(("[^"]+")\\)\\)`, 'g'), 'require($1)');
}

/** @param {string} file */
async function exportsOf(file) {
  const { metafile } = await buildWith({
    entryPoints: [file],
    absWorkingDir: path.dirname(file),
    format: 'esm',
    outdir: '.',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}
