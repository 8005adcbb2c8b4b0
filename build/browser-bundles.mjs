// The bundles for VS Code for the Web, where the extension and its server run in web workers. Nothing of Node is in them: what
// the extension asks of its host is imported from `#host`, which is another folder for a browser (`imports` in package.json).

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
};

/** @type {import('esbuild').BuildOptions} */
export const browserServer = {
  ...shared,
  entryPoints: ['server/src/main.browser.ts'],
  outfile: 'dist/server.browser.js',
  format: 'iife',
};
