import { oncePer } from '../../platform/once.ts';
import { isInside } from '../../platform/paths.ts';
import type { Catalog } from '../catalog.ts';
import type { CatalogSkill } from '../catalog-skill.ts';

/**
 * The names in a skill's text that only a skill next to it could have, and none has: those with the prefix of its plugin,
 * and those that begin as nearly all of its neighbors do. Any other name may be of a plugin that is installed elsewhere.
 */
export function missingNames({ facts, source }: CatalogSkill, catalog: Catalog): readonly string[] {
  const { plugin, owner, folder, kind } = source;
  const beginning = plugin !== undefined ? `${plugin}:` : undefined;
  const ofCollection = facts.named.some((name) => name.includes('-')) && kind === 'skills';
  const shared = ofCollection ? sharedBeginnings(catalog.skills()).get(folder) : undefined;
  const named = facts.named.filter((name) =>
    [beginning, shared].some((it) => it !== undefined && name.startsWith(it) && name !== it),
  );
  if (named.length === 0) return named;
  // Its manifest may define commands without files, and what could not be read may have any name.
  if (catalog.errors().some(({ path }) => path === owner || isInside(path, owner))) return [];
  const taken = takenNames(catalog.skills());
  const agents = new Set(catalog.agents().map(({ name }) => name.slice(name.lastIndexOf(':') + 1)));
  return named.filter((name) => !taken.has(name) && !agents.has(name.slice(name.lastIndexOf(':') + 1)));
}

/** Every name by which a skill may be called, whether or not it is loaded. */
const takenNames = oncePer(
  (skills: readonly CatalogSkill[]): ReadonlySet<string> =>
    new Set(
      skills.flatMap(({ name, alias, baseName, facts, source }) => {
        const own = [name, alias, baseName, facts.name].filter((it) => it !== undefined);
        return source.plugin === undefined ? own : [...own, ...own.map((it) => `${source.plugin}:${it}`)];
      }),
    ),
);

/** Fewer skills begin alike by chance. */
const MIN_COLLECTION = 5;

/** The word and hyphen with which all skills of a folder begin, but at most one in ten. */
const sharedBeginnings = oncePer((skills: readonly CatalogSkill[]): ReadonlyMap<string, string> => {
  const folders = new Map<string, Map<string, number>>();
  const totals = new Map<string, number>();
  for (const { baseName, source } of skills) {
    if (source.kind !== 'skills') continue;
    const counts = folders.get(source.folder) ?? new Map<string, number>();
    const beginning = /^[^-]{2,}-/.exec(baseName)?.[0] ?? '';
    counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
    folders.set(source.folder, counts);
    totals.set(source.folder, (totals.get(source.folder) ?? 0) + 1);
  }
  const shared = new Map<string, string>();
  for (const [folder, counts] of folders) {
    const total = totals.get(folder)!;
    const [beginning, count] = [...counts].reduce((most, it) => (it[1] > most[1] ? it : most));
    if (total >= MIN_COLLECTION && beginning !== '' && count >= total * 0.9) shared.set(folder, beginning);
  }
  return shared;
});
