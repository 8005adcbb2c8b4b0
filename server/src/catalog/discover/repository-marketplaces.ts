import type { JsonValue } from '../../dialect/to-json.ts';
import { checkMarketplace } from '../../dialect/validate.ts';
import type { SourceError } from '../catalog-skill.ts';
import type { Session } from '../session.ts';
import { mapOf, parseMap, textOf } from '../settings/json-map.ts';
import { readOrReport } from '../settings/unreadable-files.ts';
import { entryOf, inMarketplace } from './installed-plugins.ts';
import type { MarketplaceEntry } from './plugin-layout.ts';

/** A plugin that a marketplace lists and holds. */
export interface ListedPlugin {
  readonly root: string;
  readonly entry: MarketplaceEntry;
}

/**
 * The plugins that the marketplaces in some folders list and hold; those that are fetched from elsewhere are not among
 * them. In the order of the folders and of their lists.
 *
 * @param folders with a `.claude-plugin`
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
  const content = parseMap(bytes);
  const report = (message: string): ListedPlugin[] => {
    errors.push({ source: 'plugin', path, message });
    return [];
  };
  if (!content) return report('This is not a JSON object, so Claude Code does not load the marketplace');
  const [problem] = checkMarketplace(content as JsonValue);
  if (problem) {
    const [key = problem.detail] = problem.path;
    const what =
      problem.kind === 'missing' && problem.path.length === 0 ? 'is missing' : 'has a value that Claude Code rejects';
    return report(`\`${key}\` ${what}, so it does not load the marketplace`);
  }
  return (content.plugins as unknown[]).flatMap((value): ListedPlugin[] => {
    const listed = mapOf(value);
    const name = textOf(listed?.name);
    // An object names a repository elsewhere.
    if (!listed || name === undefined || textOf(listed.source) === undefined) return [];
    if (textOf(listed.source)!.split('/').includes('..')) {
      return report(`The source of \`${name}\` leads out of the marketplace, so it is not shown`);
    }
    const root = inMarketplace({ marketplace: { location, content }, listed }, session);
    return root === undefined ? [] : [{ root, entry: entryOf(name, listed) }];
  });
}
