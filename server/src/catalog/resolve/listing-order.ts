import { isCommandName } from '../../dialect/names/built-in-commands.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { CatalogSkill } from '../catalog-skill.ts';
import { answersToName } from './skill-status.ts';

/**
 * Skills under a scoped name come after all others, wherever they are, but before those that replace one of Claude
 * Code's commands and all that follow. Recorded in test/conformance/own-catalog-order.*.jsonl.
 */
export function inListingOrder(skills: readonly CatalogSkill[], runtime: RuntimeId): readonly CatalogSkill[] {
  const isScoped = ({ name, source: { scope }, baseName }: CatalogSkill) =>
    scope !== undefined && name.length === scope.length + 1 + baseName.length && name === `${scope}:${baseName}`;
  const scoped: CatalogSkill[] = [];
  const others: CatalogSkill[] = [];
  for (const skill of skills) (isScoped(skill) ? scoped : others).push(skill);
  if (scoped.length === 0) return skills;
  const at = others.findIndex((skill) => answersToName(skill) && isCommandName(skill.name, runtime));
  return others.toSpliced(at < 0 ? others.length : at, 0, ...scoped);
}
