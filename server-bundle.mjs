// The bundle of the language server for Node: an entry, and chunks, of which those that are rarely needed are loaded on use.

/** @type {import('esbuild').BuildOptions} */
export const nodeServer = {
  bundle: true,
  platform: 'node',
  // VS Code 1.91 runs servers on Node 20.
  target: 'node20',
  entryPoints: [{ in: 'server/src/main.node.ts', out: 'server' }],
  outdir: 'dist',
  chunkNames: 'server/[name]-[hash]',
  outExtension: { '.js': '.mjs' },
  splitting: true,
  format: 'esm',
  banner: {
    // Some dependencies are CommonJS and ask for Node's own modules through `require`.
    js: "import { createRequire as skillwrightCreateRequire } from 'node:module';\nconst require = skillwrightCreateRequire(import.meta.url);",
  },
  loader: { '.md': 'text' },
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};
