import type { ShapeProblem } from '../../dialect/validate.ts';
import { type JsonNode, jsonEntry, jsonValue, readJson } from '../../document/json-document.ts';
import type { JsonMap } from '../../document/json-values.ts';
import { decodeText } from '../../platform/decode-text.ts';
import { partsInside } from '../../platform/paths.ts';
import type { SourceError } from '../catalog-skill.ts';
import type { Session } from '../session.ts';
import { readOrReport } from '../settings/unreadable-files.ts';
import { entryOf } from './installed-plugins.ts';
import { entriesOf, isBareSource, listedFolder, pluginRootOf } from './listed-manifests.ts';
import { type EntryFault, entryFaults, type MarketplaceFault, marketplaceFaults } from './marketplace-faults.ts';
import type { MarketplaceEntry } from './plugin-layout.ts';

/** A plugin that a marketplace lists and holds. */
export interface ListedPlugin {
  readonly root: string;
  readonly entry: MarketplaceEntry;
  /** The file that lists it. */
  readonly listedIn: string;
  /** The name of that marketplace; undefined if it has none. */
  readonly marketplace: string | undefined;
  /** Why nobody can install it from there; undefined if that is possible. */
  readonly refusal: string | undefined;
}

/**
 * The plugins that the marketplaces in some folders list and hold; those that are fetched from elsewhere are not among
 * them. In the order of the folders and of their lists.
 *
 * @param folders with a `.claude-plugin`
 * @param errors gets what no shown plugin says: marketplaces that cannot be added, and entries without a folder here
 */
export async function findListedPlugins(
  folders: readonly string[],
  session: Session,
  errors: SourceError[],
): Promise<readonly ListedPlugin[]> {
  const listed = await Promise.all(folders.map((folder) => listedIn(folder, session, errors)));
  const known = new Set<string>();
  return listed.flat().filter(({ root, entry }) => {
    const key = `${root}:${entry.name}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

async function listedIn(location: string, session: Session, errors: SourceError[]): Promise<ListedPlugin[]> {
  const path = `${location}/.claude-plugin/marketplace.json`;
  const bytes = await readOrReport(path, 'plugin', session.files, errors);
  if (!bytes) return [];
  const json = readJson(decodeText(bytes));
  const report = (message: string): void => {
    errors.push({ source: 'plugin', path, message });
  };
  if (json.unread) {
    report('The file is too large, so its plugins are not shown');
    return [];
  }
  const [fault] = marketplaceFaults(json);
  if (fault) report(`${marketplaceFaultInWords(fault)}, so Claude Code cannot add the marketplace`);
  const refusal = fault && 'Claude Code cannot add the marketplace, so the plugin cannot be installed';
  const ofMarketplace: unknown = jsonEntry(json.root, 'name')?.value?.value;
  const marketplace = typeof ofMarketplace === 'string' ? ofMarketplace : undefined;
  const taken = new Set<string>();
  return entriesOf(json.root).flatMap((entry, index): ListedPlugin[] => {
    const name: unknown = jsonEntry(entry, 'name')?.value?.value;
    const [own] = entryFaults(entry, json.root!);
    const isTaken = typeof name === 'string' && taken.has(name);
    if (typeof name === 'string') taken.add(name);
    const reason = own ? entryFaultInWords(own) : isTaken ? 'Another entry above has its name' : undefined;
    const root = meantFolder(entry, json.root, location);
    if (typeof name === 'string' && name !== '' && root !== undefined) {
      const said = reason === undefined ? refusal : `${reason}, so the plugin cannot be installed`;
      return [{ root, entry: entryOf(name, jsonValue(entry) as JsonMap), listedIn: path, marketplace, refusal: said }];
    }
    const which = typeof name === 'string' && name !== '' ? `\`${name}\`` : `Entry ${index + 1}`;
    if (reason !== undefined && !fault) report(`${which} cannot be installed: ${inSentence(reason)}`);
    return [];
  });
}

/**
 * The folder in the marketplace that an entry means, also if Claude Code refuses how it is written; undefined if it is
 * elsewhere.
 */
function meantFolder(entry: JsonNode, marketplace: JsonNode | undefined, location: string): string | undefined {
  const said = listedFolder(entry, marketplace, location);
  const written: unknown = jsonEntry(entry, 'source')?.value?.value;
  if (said !== undefined || typeof written !== 'string') return said;
  const path = written.replaceAll('\\', '/');
  if (/^[a-z][\w+.-]*:|^\//i.test(path) || path.split('/').includes('..')) return undefined;
  const parts = partsInside(`${isBareSource(written) ? (pluginRootOf(marketplace) ?? '') : ''}/${path}`);
  return parts && [location, ...parts].join('/');
}

function marketplaceFaultInWords(fault: MarketplaceFault): string {
  switch (fault.kind) {
    case 'json':
      return 'This is not valid JSON';
    case 'object':
      return 'This is not a JSON object';
    case 'shape':
      return shapeFault(fault.problem, fault.key);
    default:
      return fault.fault === 'own'
        ? 'Claude Code uses the `name` itself'
        : 'The `name` looks like an official Anthropic marketplace';
  }
}

function entryFaultInWords(fault: EntryFault): string {
  switch (fault.kind) {
    case 'object':
      return 'Its entry is not an object';
    case 'shape':
      return shapeFault(fault.problem, fault.key);
    case 'repository':
      return 'The `repo` of its source has no owner';
    case 'address':
      return 'The `url` of its source is not an address of a Git repository';
    case 'above':
      return 'The `source` of its entry must not contain `..`';
    case 'plugin-root':
      return 'The `pluginRoot` of its marketplace leads outside';
    case 'form':
      return 'The `source` of its entry must begin with `./`';
  }
}

function shapeFault({ kind, path, detail, form }: ShapeProblem, key: string): string {
  if (kind === 'missing') return `\`${[...path, detail].join('.')}\` is missing`;
  return form === undefined ? `\`${key}\` has a value that Claude Code rejects` : `\`${key}\` must be ${form}`;
}

/** A sentence after a colon. */
function inSentence(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
