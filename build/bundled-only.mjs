// What of the files that a bundler has read is in its bundles.

/**
 * Without the packages of which nothing is in the bundles: a library may import others only for its parts that are left
 * out. Packages that only lead to others stay.
 *
 * @param {import('esbuild').Metafile} metafile
 * @returns {import('esbuild').Metafile}
 */
export function bundledOnly(metafile) {
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
