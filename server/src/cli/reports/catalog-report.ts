import type { Catalog, ListedSkill } from '../../catalog/catalog.ts';
import type { CatalogSkill, SkillStatus, SourceError, Tier } from '../../catalog/catalog-skill.ts';
import { announcedSkills, isSlashCommand } from '../../catalog/resolve/announced-skills.ts';
import { inListingOrder } from '../../catalog/resolve/listing-order.ts';
import { isUsableNow } from '../../catalog/resolve/skill-status.ts';
import { agentsWith } from '../../features/shown-skills/skill-agents.ts';
import type { SkillFilter } from './skill-filters.ts';

/** The output of `list --format json`. Keys may be added, never changed. */
export interface CatalogReport {
  readonly skills: readonly SkillReport[];
  readonly filters: Readonly<Record<SkillFilter, readonly string[]>>;
  readonly errors: readonly SourceError[];
  /** The lines of the skills as Claude Code sends them, in its order, after the budget. */
  readonly listing: string;
}

export interface SkillReport {
  readonly id: string;
  readonly name: string;
  /** The field `name`, used or not. */
  readonly displayName: string | null;
  readonly aliases: readonly string[];
  readonly invokeAs: readonly string[];
  readonly kind: 'skill' | 'command';
  readonly tier: Tier;
  /** The tier of the place; for commands it differs from `tier`. */
  readonly origin: Tier;
  readonly plugin: string | null;
  readonly path: string;
  readonly status: SkillStatus;
  readonly reason: string | null;
  readonly description: string;
  readonly hasUserSpecifiedDescription: boolean;
  readonly whenToUse: string | null;
  readonly argumentHint: string | null;
  readonly allowedTools: readonly string[];
  readonly model: string | null;
  readonly paths: readonly string[];
  readonly userInvocable: boolean;
  readonly modelInvocable: boolean;
  readonly listed: boolean;
  /** The line after the budget. */
  readonly listing: string | null;
  /** How much of it the budget and the settings leave; null if it is hidden from the model on purpose. */
  readonly listingState: ListedSkill['state'] | null;
  /** Agents that load the skill at their start. */
  readonly agents: readonly string[];
}

/** The catalog for people and programs outside an editor. */
export function catalogReport(catalog: Catalog, filter?: SkillFilter): CatalogReport {
  const listing = catalog.listing();
  const listed = new Map(listing.entries.map((entry) => [entry.skill?.id, entry]));
  const skills = inListingOrder(catalog.skills(), catalog.runtime);
  const namesOf = (isOne: (skill: CatalogSkill) => boolean) => skills.filter(isOne).map(({ name }) => name);
  const filters = {
    model: listing.entries.filter(({ skill }) => skill !== undefined).map(({ name }) => name),
    user: announcedSkills(skills, catalog.runtime),
    slash: namesOf((skill) => isSlashCommand(skill, catalog.runtime)),
  };
  const shown = filter && new Set(filters[filter]);
  return {
    skills: skills
      .filter((skill) => !shown || (shown.has(skill.name) && isUsableNow(skill)))
      .map((skill) => skillReport(skill, listed.get(skill.id), catalog)),
    filters,
    errors: catalog.errors(),
    listing: listing.text,
  };
}

function skillReport(skill: CatalogSkill, listed: ListedSkill | undefined, catalog: Catalog): SkillReport {
  const line = listed?.line;
  const { id, name, alias, kind, source, path, status, reason, facts, userInvocable, modelInvocable } = skill;
  const names = [name, ...(alias === undefined ? [] : [alias])];
  return {
    id,
    name,
    displayName: facts.name ?? null,
    aliases: alias === undefined ? [] : [alias],
    invokeAs: userInvocable ? names.map((it) => `/${it}`) : [],
    kind,
    tier: source.tier,
    origin: source.origin,
    plugin: source.plugin ?? null,
    path,
    status,
    reason: reason ?? null,
    description: facts.description ?? facts.fallback,
    hasUserSpecifiedDescription: facts.description !== undefined,
    whenToUse: facts.whenToUse ?? null,
    argumentHint: facts.argumentHint ?? null,
    allowedTools: facts.allowedTools,
    model: facts.model ?? null,
    paths: facts.paths,
    userInvocable,
    modelInvocable,
    listed: line !== undefined,
    listing: line ?? null,
    listingState: listed?.state ?? null,
    agents: agentsWith(skill, catalog).map((agent) => agent.name),
  };
}
