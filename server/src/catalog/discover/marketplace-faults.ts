import { marketplaceNameFault } from '../../dialect/names/reserved-names.ts';
import { checkMarketplace, checkMarketplaceEntry, type ShapeProblem } from '../../dialect/validate.ts';
import {
  type JsonDocument,
  type JsonFault,
  type JsonNode,
  jsonEntry,
  jsonValue,
} from '../../document/json-document.ts';
import { isBareSource, pluginRootOf } from './listed-manifests.ts';

/*
 * The faults of a marketplace and of its entries, as Claude Code reports them when the marketplace is added and when a
 * plugin is installed. Recorded in test/conformance/own-plugins.*.jsonl.
 */

/** Why Claude Code cannot add a marketplace. */
export type MarketplaceFault =
  /** Not JSON; no fault is at a certain place in an empty file. */
  | { readonly kind: 'json'; readonly fault: JsonFault | undefined }
  | { readonly kind: 'object'; readonly node: JsonNode }
  | { readonly kind: 'shape'; readonly problem: ShapeProblem; readonly key: string }
  /** A name that Claude Code uses itself, or that reads as one of Anthropic's own. */
  | { readonly kind: 'name'; readonly node: JsonNode; readonly fault: 'own' | 'imitates' };

/** Why the plugin of an entry cannot be installed; undefined places are those of the entry. */
export type EntryFault =
  | { readonly kind: 'object' }
  | { readonly kind: 'shape'; readonly problem: ShapeProblem; readonly key: string }
  /** The source of another kind than a folder is not complete. */
  | { readonly kind: 'repository' | 'address'; readonly node: JsonNode }
  /** The source has `..` in it. */
  | { readonly kind: 'above'; readonly node: JsonNode }
  /** The source counts from a `pluginRoot` that leads out of the marketplace. */
  | { readonly kind: 'plugin-root'; readonly node: JsonNode }
  /** The source does not begin with `./`. */
  | { readonly kind: 'form'; readonly node: JsonNode };

/** The faults that keep Claude Code from adding a marketplace, one for each key. */
export function* marketplaceFaults({ root, faults }: JsonDocument): Generator<MarketplaceFault> {
  const [fault] = faults;
  if (fault || !root) {
    yield { kind: 'json', fault };
    return;
  }
  if (root.type !== 'object') {
    yield { kind: 'object', node: root };
    return;
  }
  const told = new Set<string>();
  for (const problem of checkMarketplace(jsonValue(root))) {
    const key = problem.path[0] ?? problem.detail;
    if (told.has(key)) continue;
    told.add(key);
    yield { kind: 'shape', problem, key };
  }
  const node = jsonEntry(root, 'name')?.value;
  const found = node && !told.has('name') ? marketplaceNameFault(String(node.value)) : undefined;
  if (found === 'own' || found === 'imitates') yield { kind: 'name', node: node!, fault: found };
}

/** The faults that keep the plugin of an entry from being installed, wherever its files are, one for each key. */
export function* entryFaults(entry: JsonNode, marketplace: JsonNode): Generator<EntryFault> {
  if (entry.type !== 'object') {
    yield { kind: 'object' };
    return;
  }
  const told = new Set<string>();
  for (const problem of checkMarketplaceEntry(jsonValue(entry))) {
    const key = problem.path[0] ?? problem.detail;
    if (told.has(key)) continue;
    told.add(key);
    yield { kind: 'shape', problem, key };
  }
  const source = jsonEntry(entry, 'source')?.value;
  if (!source || told.has('source')) return;
  const found = source.type === 'object' ? remoteFault(source) : folderFault(source, marketplace);
  if (found) yield found;
}

/** The objection of Claude Code to a source elsewhere before it asks for it. */
function remoteFault(source: JsonNode): EntryFault | undefined {
  const kind: unknown = jsonEntry(source, 'source')?.value?.value;
  const [repository, address] = ['repo', 'url'].map((key) => jsonEntry(source, key)?.value);
  if (kind === 'github' && repository && !/^[^/\s]+\/[^/\s]+$/.test(repository.value)) {
    return { kind: 'repository', node: repository };
  }
  const isAddress = /^(?:https?|ssh|git\+ssh|ssh\+git|file):\/\/|^[^@\s/]+@[^:\s/]+:/;
  return kind === 'url' && address && !isAddress.test(address.value) ? { kind: 'address', node: address } : undefined;
}

function folderFault(node: JsonNode, marketplace: JsonNode): EntryFault | undefined {
  const written = String(node.value);
  if (written.split('/').includes('..')) return { kind: 'above', node };
  const isBare = isBareSource(written);
  const isInside = written === '.' || written.startsWith('./') || (isBare && pluginRootOf(marketplace) !== undefined);
  if (isInside && !written.includes('\\')) return undefined;
  const hasRoot = isBare && jsonEntry(jsonEntry(marketplace, 'metadata')?.value, 'pluginRoot') !== undefined;
  return { kind: hasRoot ? 'plugin-root' : 'form', node };
}
