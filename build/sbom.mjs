// What the bundles are made of, as a software bill of materials (CycloneDX, JSON): one for all bundles.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The bill of materials of the packages that bundles are made of. `npm sbom` would list either every tool of the
 * development or nothing, because all packages are development dependencies: what is shipped is bundled. The same build
 * gives the same text, so it has neither a time nor a random number.
 *
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @returns {Promise<string>}
 */
export async function sbomOf(metafiles) {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const root = JSON.parse(await readFile('package.json', 'utf8'));
  const own = `pkg:npm/${root.name}@${root.version}`;
  /** What is known of each package, by its reference. The same release may be installed in several places. */
  const components = new Map();
  /** References of the packages that the files of a package import. */
  const uses = new Map([[own, new Set()]]);
  const referenceOf = new Map();
  for (const input of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const folder = folderOf(input);
    if (folder === undefined || referenceOf.has(folder)) continue;
    const component = await componentOf(folder, lock);
    referenceOf.set(folder, component['bom-ref']);
    components.set(component['bom-ref'], component);
    uses.set(component['bom-ref'], new Set());
  }
  const packageOf = (file) => referenceOf.get(folderOf(file)) ?? own;
  for (const { inputs } of metafiles) {
    for (const [file, { imports }] of Object.entries(inputs)) {
      for (const { path: imported, external } of imports) {
        if (!external && packageOf(imported) !== packageOf(file)) uses.get(packageOf(file)).add(packageOf(imported));
      }
    }
  }
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: root.name,
        version: root.version,
        description: root.description,
        licenses: [{ license: { id: root.license } }],
        purl: own,
      },
    },
    components: [...components].sort(byReference).map(([, component]) => component),
    dependencies: [...uses].sort(byReference).map(([ref, used]) => ({ ref, dependsOn: [...used].sort() })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/**
 * The folder of the package that a file belongs to; undefined for our own files.
 *
 * @param {string} file
 */
function folderOf(file) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

/**
 * @param {string} folder
 * @param {{ readonly packages: Readonly<Record<string, { readonly integrity?: string }>> }} lock
 */
async function componentOf(folder, lock) {
  const { name, version, license, description } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  // Where dependencies are installed elsewhere and linked here, the path begins outside.
  const locked = lock.packages[folder.slice(folder.indexOf('node_modules/'))];
  if (!locked?.integrity) throw new Error(`${name} ${version} has no checksum in package-lock.json`);
  const [algorithm, digest] = locked.integrity.split('-');
  const reference = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': reference,
    name,
    version,
    ...(description && { description }),
    scope: 'required',
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    purl: reference,
  };
}

/**
 * @param {readonly [string, unknown]} a
 * @param {readonly [string, unknown]} b
 */
function byReference([a], [b]) {
  return a < b ? -1 : 1;
}
