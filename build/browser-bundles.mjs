// The bundles for VS Code for the Web, where the extension and its server run in web workers. Nothing of Node is in them.
import path from 'node:path';

/** What the extension asks of its host is in two folders with the same files, and it imports those for Node. */
const browserHost = {
  name: 'browser-host',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /\/host\/node\// }, ({ path: name, resolveDir }) => ({
      path: path.join(resolveDir, name.replace('/host/node/', '/host/browser/')),
    }));
  },
};

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  platform: 'browser',
  // The browser of VS Code 1.91.
  target: 'chrome124',
  loader: { '.md': 'text' },
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};

/** @type {import('esbuild').BuildOptions} */
export const browserExtension = {
  ...shared,
  entryPoints: ['client/src/extension.ts'],
  outfile: 'dist/extension.browser.cjs',
  format: 'cjs',
  external: ['vscode'],
  plugins: [browserHost],
};

/** @type {import('esbuild').BuildOptions} */
export const browserServer = {
  ...shared,
  entryPoints: ['server/src/main.browser.ts'],
  outfile: 'dist/server.browser.js',
  format: 'iife',
};
