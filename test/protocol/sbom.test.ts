import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const json = (name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}

interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const bill: Bill = json('dist/skillwright.cdx.json');

test('the bill of materials is valid CycloneDX', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const name of ['spdx', 'jsf-0.82']) ajv.addSchema(json(`test/fixtures/cyclonedx/${name}.schema.json`));
  const validate = ajv.compile(json('test/fixtures/cyclonedx/bom-1.5.schema.json'));
  expect([validate(bill), validate.errors]).toEqual([true, null]);
  const [first, ...others] = bill.components;
  for (const broken of [
    { ...bill, specVersion: 1.5 },
    { ...bill, components: [first, first] },
    { ...bill, components: [{ ...first, licenses: [{ license: { id: 'None' } }] }, ...others] },
    { ...bill, components: [{ ...first, type: 'thing' }, ...others] },
  ])
    expect(validate(broken)).toBe(false);
});

test('it names every package that is bundled, and no other, with the checksum of what was installed', () => {
  const bundled: readonly string[] = json('dist/bundled-files.json');
  const folders = bundled.filter((file) => file.includes('node_modules/'));
  const names = folders.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)![1]!);
  expect(new Set(bill.components.map(({ name }) => name))).toEqual(new Set(names));
  const locked = Object.entries(json('package-lock.json').packages) as [
    string,
    { version: string; integrity?: string },
  ][];
  for (const { name, version, hashes } of bill.components) {
    const checksums = locked
      .filter(([folder, it]) => folder.endsWith(`node_modules/${name}`) && it.version === version)
      .map(([, { integrity }]) => integrity);
    expect(hashes).toHaveLength(1);
    expect(hashes[0]!.alg).toBe('SHA-512');
    expect(checksums).toContain(`sha512-${Buffer.from(hashes[0]!.content, 'hex').toString('base64')}`);
  }
});

test('it says which package uses which, beginning with Skillwright itself', () => {
  const references = new Set([bill.metadata.component, ...bill.components].map((it) => it['bom-ref']));
  expect(references.size).toBe(bill.components.length + 1);
  expect(new Set(bill.dependencies.map(({ ref }) => ref))).toEqual(references);
  const uses = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref.replace(/@[^@]*$/, ''), dependsOn]));
  expect(uses.get('pkg:npm/markdown-it')!.join()).toContain('pkg:npm/linkify-it@');
  // Nothing is bundled that nothing uses.
  const reached = new Set<string>();
  const follow = (reference: string): void => {
    if (reached.has(reference)) return;
    reached.add(reference);
    for (const used of bill.dependencies.find(({ ref }) => ref === reference)!.dependsOn) follow(used);
  };
  follow(bill.metadata.component['bom-ref']);
  expect(reached).toEqual(references);
});

test('it has neither a time nor a number of its own, so that the same build gives the same text', () => {
  expect(bill).not.toHaveProperty('serialNumber');
  expect(bill.metadata).not.toHaveProperty('timestamp');
  const references = bill.components.map((it) => it['bom-ref']);
  expect(references).toEqual(references.toSorted((a, b) => (a < b ? -1 : 1)));
});
