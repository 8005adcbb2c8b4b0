import type { Catalog, ListedSkill } from '../catalog/catalog.ts';
import type { CatalogSkill, SkillStatus, SourceError, Tier } from '../catalog/catalog-skill.ts';
import { inListingOrder } from '../catalog/listing/list-catalog.ts';
import { agentsWith } from '../features/tree/skill-agents.ts';

/** Who can use a skill, as the client's own filters say. */
export type SkillFilter = 'model' | 'user' | 'slash';

export const skillFilters: readonly SkillFilter[] = ['model', 'user', 'slash'];

/** What `list --format json` prints. Keys may be added, never changed. */
export interface CatalogReport {
  readonly skills: readonly SkillReport[];
  readonly filters: Readonly<Record<SkillFilter, readonly string[]>>;
  readonly errors: readonly SourceError[];
  /** The lines of our skills as the client sends them, in its order, after the budget. */
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
  /** How much of it the budget and the settings leave; null where the model is told nothing by intent. */
  readonly listingState: ListedSkill['state'] | null;
  /** Agents that load the skill at their start. */
  readonly agents: readonly string[];
}

/** The catalog for people and programs outside an editor. */
export function catalogReport(catalog: Catalog, filter?: SkillFilter): CatalogReport {
  const listing = catalog.listing();
  const listed = new Map(listing.entries.map((entry) => [entry.skill?.id, entry]));
  const skills = inListingOrder(catalog.skills());
  const namesOf = (isOne: (skill: CatalogSkill) => boolean) => skills.filter(isOne).map(({ name }) => name);
  const filters = {
    model: listing.entries.filter(({ skill }) => skill !== undefined).map(({ name }) => name),
    user: userSkills(skills, catalog),
    slash: namesOf((skill) => isSlashCommand(skill, catalog)),
  };
  const shown = filter && new Set(filters[filter]);
  return {
    skills: skills
      .filter(({ name, status }) => !shown || (shown.has(name) && isLoaded(status)))
      .map((skill) => skillReport(skill, listed.get(skill.id), catalog)),
    filters,
    errors: catalog.errors(),
    listing: listing.text,
  };
}

/** What the client announces as slash commands: 2.1.7 also those that are not for users, and every namesake. */
function isSlashCommand(skill: CatalogSkill, { runtime }: Catalog): boolean {
  if (runtime !== 'claude-code') return skill.status === 'active' || skill.status === 'shadowed';
  return skill.userInvocable;
}

/**
 * What the client announces as skills: the slash commands whose name a described skill has, also one that is not the
 * one that would run. 2.1.7 asks this of every namesake.
 */
function userSkills(skills: readonly CatalogSkill[], catalog: Catalog): readonly string[] {
  const announced = skills.filter((skill) => isSlashCommand(skill, catalog));
  if (catalog.runtime !== 'claude-code') return announced.filter(isDescribedSkill).map(({ name }) => name);
  const described = skills.filter((skill) => isLoaded(skill.status) || skill.status === 'shadowed');
  const names = new Set(described.filter(isDescribedSkill).map(({ name }) => name));
  return announced.map(({ name }) => name).filter((name) => names.has(name));
}

/** A command counts when it is hidden from the model, that of a plugin when it is a folder with a SKILL.md. */
function isDescribedSkill({ facts, kind, source, path }: CatalogSkill): boolean {
  if (facts.description === undefined && facts.whenToUse === undefined) return false;
  return kind === 'skill' || facts.hiddenFromModel || (source.plugin !== undefined && /\/skill\.md$/i.test(path));
}

function isLoaded(status: SkillStatus): boolean {
  return status === 'active' || status === 'name-only';
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
