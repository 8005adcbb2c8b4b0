import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { answersToName } from '../../catalog/resolve/skill-status.ts';
import { builtInCommands, findBuiltInCommand } from '../../dialect/names/built-in-commands.ts';
import { editDistance } from '../../dialect/text/edit-distance.ts';
import { otherNames } from './find-called.ts';

/** Maximum edit distance of a suggested name. */
const NEAR = 2;

/**
 * The suggestion that the latest release adds to `Unknown skill: x`; empty if no name is similar. A name without its plugin or folder
 * comes first, then the most similar of all names, including built-in commands; the first one if several are equally
 * similar.
 */
export function suggestSkill(name: string, catalog: Catalog): string {
  const loaded = catalog.skills().filter(answersToName);
  const visible = loaded.filter(({ entry }) => entry !== undefined);
  const inFolders = visible.filter((skill) => isScoped(skill) && skill.baseName === name);
  if (inFolders.length > 0) {
    return `. Directory-scoped variants exist: ${namesOf(inFolders)} — invoke the variant whose directory contains the files you are working on.`;
  }
  const longer = withLongerName(name, visible, catalog);
  if (longer.length > 1) return `. Several skills match that name: ${namesOf(longer)} — invoke one by its full name.`;
  if (longer[0]?.source.plugin !== undefined) return `. Did you mean ${longer[0].name}? Invoke it by that full name.`;
  const nearest = nearestName(name, loaded, catalog);
  return nearest === undefined ? '' : `. Did you mean ${nearest}?`;
}

/** Skills whose name ends this way, after a colon. Built-in commands have no such longer names. */
function withLongerName(name: string, visible: readonly CatalogSkill[], { runtime, session }: Catalog): CatalogSkill[] {
  if (name === '' || name.includes(':') || findBuiltInCommand(name, runtime, session.installed)) return [];
  return visible.filter((skill) => skill.name.endsWith(`:${name}`));
}

/** A skill with a `name` is suggested under it: its identifier is not compared. */
function nearestName(name: string, loaded: readonly CatalogSkill[], { runtime, session }: Catalog): string | undefined {
  const ours = loaded.flatMap((skill) => {
    const others = otherNames(skill, loaded);
    return others.length > 0 ? others : [skill.name];
  });
  const builtIn = builtInCommands(runtime).flatMap((it) => [it.name, ...(it.aliases ?? [])]);
  let nearest: string | undefined;
  let best = NEAR + 1;
  for (const candidate of [...ours, ...builtIn, ...(session.installed?.commandNames ?? [])]) {
    const distance = editDistance(name, candidate, NEAR);
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

function isScoped({ source, name, baseName }: CatalogSkill): boolean {
  return source.scope !== undefined && name !== baseName;
}

function namesOf(skills: readonly CatalogSkill[]): string {
  return skills.map(({ name }) => name).join(', ');
}
