import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill, SkillStatus } from '../../catalog/catalog-skill.ts';
import type { SkillOverride } from '../../catalog/settings/session-settings.ts';

/** Statuses of skills on which an override has an effect. */
const overridable: ReadonlySet<SkillStatus> = new Set(['active', 'name-only', 'conditional', 'dead', 'disabled']);

/**
 * What `skillOverrides` makes of a skill now; undefined where no settings of the user's or the project's change it: for
 * skills of plugins and those that are not there, for what an administrator has decided, and in releases without it.
 */
export function overrideNow(skill: CatalogSkill, catalog: Catalog): SkillOverride | undefined {
  if (skill.source.plugin !== undefined || catalog.runtime !== 'claude-code' || !overridable.has(skill.status)) {
    return undefined;
  }
  const found = writtenOverride(skill, catalog);
  const isManaged = catalog.settings.files.some(({ scope, path }) => scope === 'managed' && path === found?.path);
  return isManaged ? undefined : (found?.value ?? 'on');
}

/** The entry of `skillOverrides` that decides about a skill, and the file that has it. */
export function writtenOverride(
  { name, baseName }: CatalogSkill,
  { settings: { overrides } }: Catalog,
): { readonly key: string; readonly value: SkillOverride; readonly path: string } | undefined {
  for (const key of [name, baseName]) {
    const found = overrides.get(key);
    if (found) return { key, ...found };
  }
  return undefined;
}
