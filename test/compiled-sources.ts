import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Plugin as BuildPlugin, build } from 'esbuild';
import type { Plugin } from 'vitest/config';
import { compileSchemas } from '../schemas/compile.mjs';

const root = path.dirname(import.meta.dirname);

/** Below `node_modules`, so that packages are found and Vitest leaves the files to Node; another one for each run. */
const folder = path.join(root, 'node_modules', '.cache', 'skillwright', `sources-${process.pid}`);

let compiling: Promise<void> | undefined;

/**
 * Has tests import the server's code as modules that esbuild compiles once, and Node loads. Vitest would transform 1,400 files for
 * each project, and evaluate each of them by a request from each process: a fifth of the time that all tests take.
 *
 * None of these modules can be replaced by `vi.mock`. While Vitest watches files, it reads the sources itself.
 */
export function compiledSources(): Plugin[] {
  if (!process.argv.includes('run')) return [];
  return [
    {
      name: 'compiled-sources',
      enforce: 'pre',
      async resolveId(specifier, importer) {
        if (importer === undefined || !specifier.startsWith('.')) return undefined;
        const file = path.resolve(path.dirname(importer), specifier);
        if (!isCompiled(file)) return undefined;
        compiling ??= compileSources();
        await compiling;
        return compiledModule(file).replaceAll(path.sep, '/');
      },
      transform(code) {
        if (!/\bvi\.(?:do)?mock\([^)]*\/server\/src\//i.test(code)) return;
        this.error('A module of the server can only be replaced in the files that vitest.config.ts lists for that');
      },
    },
  ];
}

async function compileSources(): Promise<void> {
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await compileSchemas();
  await build({
    absWorkingDir: root,
    entryPoints: ['server/src/**/*.ts', 'server/src/**/*.js', 'schemas/*.json'],
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    plugins: [oneModulePerFile],
    packages: 'external',
    // Node finds no names in its CommonJS form, and its other form is for bundlers.
    alias: { 'jsonc-parser': path.join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
    loader: { '.md': 'text' },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
}

const oneModulePerFile: BuildPlugin = {
  name: 'one-module-per-file',
  setup(building) {
    building.onLoad({ filter: /\.d\.ts$/ }, () => ({ contents: '' }));
    building.onResolve({ filter: /^\./ }, ({ path: specifier, importer, kind }) => {
      if (kind === 'entry-point') return undefined;
      const file = path.resolve(path.dirname(importer), specifier);
      if (!isCompiled(file)) return undefined;
      const relative = path.relative(path.dirname(compiledModule(importer)), compiledModule(file));
      return { path: `./${relative.split(path.sep).join('/')}`, external: true };
    });
  },
};

function isCompiled(file: string): boolean {
  const [top, next] = path.relative(root, file).split(path.sep);
  return top === 'server' ? next === 'src' : top === 'schemas' && file.endsWith('.json');
}

function compiledModule(file: string): string {
  const { dir, name } = path.parse(path.relative(root, file));
  return path.join(folder, dir, `${name}.mjs`);
}
