import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { nodeServer } from '../../../build/server-bundle.mjs';

/** The most that a server may compile before it finds anything: about 30 ms per megabyte. */
const maxBytes = 1_500_000;

test('a server loads what views ask for with the first of their requests, not when it starts', async () => {
  const { metafile } = await build({
    ...nodeServer,
    absWorkingDir: path.resolve(import.meta.dirname, '../../..'),
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
  });
  const chunks = loadedWith('server/src/lsp/start-node-server.ts', metafile);
  const files = chunks.flatMap((chunk) => Object.keys(metafile.outputs[chunk]!.inputs));
  expect(files).toContain('server/src/lsp/server.ts');
  expect(files).toContain('server/src/rules/index.ts');
  expect(
    files.filter((file) => /^server\/src\/lsp\/requests\/(?:catalog|preview|run|view)-requests/.test(file)),
  ).toEqual([]);
  // Rules are loaded with the first file that they have something to say about.
  expect(files).toContain('server/src/rules/body/body-empty.ts');
  expect(
    files.filter((file) => /^server\/src\/rules\/(?:evaluations|plugins)\/(?!hook-|plugin-desc)/.test(file)),
  ).toEqual([]);
  const bytes = chunks.reduce((sum, chunk) => sum + metafile.outputs[chunk]!.bytes, 0);
  expect(bytes).toBeGreaterThan(maxBytes / 2);
  expect(bytes).toBeLessThan(maxBytes);
});

/** The chunk of an entry, and all that are loaded with it. */
function loadedWith(entry: string, { outputs }: Metafile): string[] {
  const first = Object.keys(outputs).find((name) => outputs[name]!.entryPoint === entry)!;
  const loaded = new Set([first]);
  for (const chunk of loaded) {
    for (const { path: imported, kind, external } of outputs[chunk]!.imports) {
      if (kind === 'import-statement' && !external) loaded.add(imported);
    }
  }
  return [...loaded];
}
