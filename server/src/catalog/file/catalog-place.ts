import { builtInCommandNames } from '../../dialect/built-in-commands.ts';
import { bundledSkills } from '../../dialect/bundled-skills.ts';
import type { Catalog } from '../catalog.ts';
import type { CatalogSkill, SkillStatus, Tier } from '../catalog-skill.ts';
import { permissionMode } from '../settings/permission-mode.ts';
import type { PermissionRule } from '../settings/session-settings.ts';
import type { SimilarPair } from '../similar/similar-descriptions.ts';

/**
 * What a session makes of one file, as plain data: two that are equal as JSON say the same. Rules know of the session
 * what stands here.
 */
export interface CatalogPlace {
  /** The skill or command in the file; undefined for other files, and where the session has none there. */
  readonly own: OwnSkill | undefined;
  /** Every skill and command by its names; for files that name skills, so empty where `own` is there. */
  readonly names: readonly SkillNames[];
  /** Whether a settings file counts in this session and in no other: a project's own. */
  readonly ofThisSessionAlone: boolean;
}

/** What became of a skill or command. */
interface OwnSkill {
  /** What is typed after `/`. */
  readonly name: string;
  readonly tier: Tier;
  readonly status: SkillStatus;
  /** Why, in a sentence. */
  readonly reason: string | undefined;
  /** What is loaded instead; undefined where this one is. */
  readonly hiddenBy: OtherSkill | undefined;
  /** What this one hides. */
  readonly hides: readonly OtherSkill[];
  /** A command or skill of Claude Code's own that gives way to it. */
  readonly hidesBuiltIn: boolean;
  /** Who answers to its `name`, where that is somebody else. */
  readonly aliasTakenBy: OtherSkill | undefined;
  /** Those that are hard to tell from it by their descriptions, most similar first. */
  readonly similar: readonly SimilarSkill[];
  /** What of it stands in the listing; undefined where the model is told nothing of it by intent. */
  readonly listed: ListedPlace | undefined;
  readonly commands: CommandSettings;
}

/** What the settings say of the commands that run when a skill loads. */
export interface CommandSettings {
  /** `disableSkillShellExecution`, which says nothing of managed skills. */
  readonly disabled: boolean;
  /** The permission rules that may speak of commands. */
  readonly rules: readonly PermissionRule[];
  /** The permission mode; undefined for the default one. */
  readonly mode: string | undefined;
  /** Where commands run. */
  readonly folder: string;
}

/** Another skill or command of the session. */
export interface OtherSkill {
  readonly name: string;
  readonly kind: CatalogSkill['kind'];
  readonly tier: Tier;
  readonly path: string;
}

/** A skill that is described alike. */
export interface SimilarSkill extends Pick<SimilarPair, 'similarity' | 'sharedWords' | 'waysApart'> {
  readonly other: OtherSkill;
}

/** What a listing under its budget shows of a skill. Sizes are columns, in old releases UTF-16 units. */
interface ListedPlace {
  readonly state: 'full' | 'name-only' | 'hidden';
  /** By how much its text did not fit; undefined where the budget is not the cause. */
  readonly missing: number | undefined;
  readonly budget: number;
  /** What the listing would take with every text in full. */
  readonly wanted: number;
  /** Whether every number is exact. */
  readonly exact: boolean;
}

/** What a skill or command answers to. */
export interface SkillNames {
  /** What is typed after `/`: `review`, `office:pdf`. */
  readonly name: string;
  readonly alias: string | undefined;
  /** The folder's name; a command's without `.md`. */
  readonly baseName: string;
  /** The plugin's name; undefined for others. */
  readonly plugin: string | undefined;
  /** Whether it is loaded, now or when a file is touched. */
  readonly loaded: boolean;
  /** Why no agent can begin with it; undefined where one can. */
  readonly notPreloaded: PreloadObstacle | undefined;
  /** Undefined for what Claude Code brings along. */
  readonly path: string | undefined;
}

/** What keeps a skill from an agent that names it. */
export type PreloadObstacle =
  /** `disable-model-invocation` */
  | 'hidden-from-model'
  /** `skillOverrides` says `off` or `user-invocable-only`. */
  | 'override'
  /** It does not exist until a file that `paths` names is touched. */
  | 'paths'
  /** It loads when a file below its folder is touched. */
  | 'nested'
  /** It is not loaded at all. */
  | 'not-loaded';

/** Statuses of skills that are there: their names are taken. */
const loadedStatuses: ReadonlySet<SkillStatus> = new Set(['active', 'name-only', 'conditional', 'dead', 'disabled']);

/**
 * What a catalog says of a file.
 *
 * @param path absolute
 */
export function catalogPlace(catalog: Catalog, path: string): CatalogPlace {
  const found = catalog.at(path);
  const own = found?.path === path ? ownSkill(found, catalog) : undefined;
  return { own, names: own ? [] : allNames(catalog), ofThisSessionAlone: isProjectFile(path, catalog.folder) };
}

function ownSkill(skill: CatalogSkill, catalog: Catalog): OwnSkill {
  const { id, name, source, status, reason, insteadId, hidesIds } = skill;
  const instead = insteadId === undefined ? undefined : catalog.get(insteadId);
  return {
    name,
    tier: source.tier,
    status,
    reason,
    hiddenBy: instead && otherSkill(instead),
    hides: hidesIds.flatMap((hidden) => catalog.get(hidden) ?? []).map(otherSkill),
    hidesBuiltIn: hidesBuiltIn(skill, catalog),
    aliasTakenBy: aliasTakenBy(skill, catalog),
    similar: loadedStatuses.has(status) ? similarSkills(id, catalog) : [],
    listed: listedPlace(skill, catalog),
    commands: commandSettings(source.tier, catalog),
  };
}

function commandSettings(tier: Tier, { settings, folder, runtime }: Catalog): CommandSettings {
  return {
    disabled: settings.shellDisabled && runtime === 'claude-code' && tier !== 'managed',
    rules: settings.permissions.filter(({ rule }) => !/^(Skill|WebFetch|mcp__)/.test(rule)),
    mode: permissionMode(settings),
    folder,
  };
}

function otherSkill({ name, kind, source, path }: CatalogSkill): OtherSkill {
  return { name, kind, tier: source.tier, path };
}

/** A skill of ours goes before what the client brings along; commands of the same name were not looked at. */
function hidesBuiltIn({ name, kind, status, source }: CatalogSkill, { runtime }: Catalog): boolean {
  return (
    runtime === 'claude-code' &&
    kind === 'skill' &&
    source.tier !== 'plugin' &&
    (status === 'active' || status === 'name-only') &&
    builtInCommandNames.has(name)
  );
}

function aliasTakenBy(skill: CatalogSkill, catalog: Catalog): OtherSkill | undefined {
  const { facts, baseName, alias, source } = skill;
  // A name with white space calls nothing, whoever has it.
  if (facts.name === undefined || facts.name === baseName || alias !== undefined || /\s/.test(facts.name)) {
    return undefined;
  }
  if (!loadedStatuses.has(skill.status) || skill.status === 'disabled') return undefined;
  const written =
    source.plugin === undefined || facts.name.startsWith(`${source.plugin}:`)
      ? facts.name
      : `${source.plugin}:${facts.name}`;
  const holder = catalog
    .skills()
    .find((it) => it.id !== skill.id && loadedStatuses.has(it.status) && (it.name === written || it.alias === written));
  return holder && otherSkill(holder);
}

function similarSkills(id: string, catalog: Catalog): SimilarSkill[] {
  return catalog.similarTo(id).flatMap(({ second, similarity, sharedWords, waysApart }) => {
    const other = catalog.get(second);
    return other ? [{ other: otherSkill(other), similarity, sharedWords, waysApart }] : [];
  });
}

function listedPlace(skill: CatalogSkill, catalog: Catalog): ListedPlace | undefined {
  if (!skill.entry) return undefined;
  const { entries, budget, wanted, estimatedBecause } = catalog.listing();
  const entry = entries.find((it) => it.skill?.id === skill.id);
  return (
    entry && {
      state: entry.state,
      missing: entry.missing,
      budget: budget.budget,
      wanted,
      exact: estimatedBecause.length === 0,
    }
  );
}

function allNames(catalog: Catalog): SkillNames[] {
  const own = catalog.skills().map(namesOf);
  // What cannot be switched off counts as there, and so does the rest: whether it is, the environment decides.
  const bundled = bundledSkills(catalog.runtime, () => false).map(
    ({ name }): SkillNames => ({
      name,
      alias: undefined,
      baseName: name,
      plugin: undefined,
      loaded: true,
      notPreloaded: undefined,
      path: undefined,
    }),
  );
  return [...own, ...bundled];
}

function namesOf(skill: CatalogSkill): SkillNames {
  const { name, alias, baseName, source, status, facts, path } = skill;
  // The catalog gives no alias to what is not there at the moment.
  const isAway = status === 'conditional' || status === 'disabled';
  return {
    name,
    alias: alias ?? (isAway && source.plugin === undefined && facts.name !== name ? facts.name : undefined),
    baseName,
    plugin: source.plugin,
    loaded: loadedStatuses.has(status),
    notPreloaded: preloadObstacle(skill),
    path,
  };
}

function preloadObstacle({ status, source, facts, modelInvocable }: CatalogSkill): PreloadObstacle | undefined {
  if (status === 'conditional') return source.lazy ? 'nested' : 'paths';
  if (status === 'disabled') return 'override';
  if (!loadedStatuses.has(status)) return 'not-loaded';
  if (facts.hiddenFromModel) return 'hidden-from-model';
  return modelInvocable ? undefined : 'override';
}

function isProjectFile(path: string, folder: string): boolean {
  return path === `${folder}/.claude/settings.json` || path === `${folder}/.claude/settings.local.json`;
}
