import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { holdsName } from '../../catalog/resolve/skill-status.ts';
import type { SkillOverride } from '../../catalog/settings/session-settings.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';

/**
 * The current override of a skill; undefined if neither user nor project settings can change it: for
 * skills of plugins and those that are not loaded, for an administrator's decisions, and in releases without overrides.
 */
export function overrideNow(skill: CatalogSkill, catalog: Catalog): SkillOverride | undefined {
  if (skill.source.plugin !== undefined || !capabilities(catalog.runtime).readsSkillOverrides || !holdsName(skill)) {
    return undefined;
  }
  const found = writtenOverride(skill, catalog);
  const isManaged = catalog.settings.files.some(({ scope, path }) => scope === 'managed' && path === found?.path);
  return isManaged ? undefined : (found?.value ?? 'on');
}

/** The entry of `skillOverrides` that decides about a skill, and the file that contains it. */
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
