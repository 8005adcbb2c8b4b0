import type { Catalog } from '../../catalog/catalog.ts';

/** How the skills of a catalog are named in transcripts. */
interface SkillNames {
  /** The identifiers of the skills that somebody can invoke. */
  readonly names: ReadonlySet<string>;
  /** The identifier of the skill that is known by this name. */
  identify(name: string): string;
}

export function skillNames(catalog: Catalog): SkillNames {
  const loaded = catalog.skills().filter(({ userInvocable, modelInvocable }) => userInvocable || modelInvocable);
  const names = new Set(loaded.map(({ name }) => name));
  const aliases = new Map(loaded.map(({ name, alias }) => [alias, name]));
  return { names, identify: (name) => (names.has(name) ? name : (aliases.get(name) ?? name)) };
}
