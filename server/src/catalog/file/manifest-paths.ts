import { type JsonPart, MANIFEST_PARTS } from '../../dialect/text/json-parts.ts';
import { type JsonNode, jsonEntries, jsonEntry, jsonItems } from '../../document/json-document.ts';

/** A path in a plugin's manifest, or in the entry of a marketplace. */
export interface ManifestPath {
  readonly part: JsonPart;
  /** The string. */
  readonly node: JsonNode;
  readonly written: string;
}

/** The paths that a manifest, or the entry of a marketplace, names; addresses of bundles are none. */
export function manifestPaths(owner: JsonNode | undefined): ManifestPath[] {
  const experimental = jsonEntry(owner, 'experimental')?.value;
  return MANIFEST_PARTS.filter(({ leadsTo }) => leadsTo !== undefined).flatMap((part) =>
    [owner, experimental].flatMap((holder) => pathsIn(part, jsonEntry(holder, part.name)?.value)),
  );
}

function pathsIn(part: JsonPart, value: JsonNode | undefined): ManifestPath[] {
  if (!value) return [];
  const sources = part.name === 'commands' ? jsonEntries(value).map((entry) => jsonEntry(entry.value, 'source')) : [];
  const nodes = [value, ...jsonItems(value), ...sources.flatMap((entry) => entry?.value ?? [])];
  return nodes
    .filter(({ type, value: text }) => type === 'string' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    .map((node) => ({ part, node, written: node.value as string }));
}
