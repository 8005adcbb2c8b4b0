import type { InstalledFacts } from '../../dialect/installed-facts.ts';
import { isBuiltInName } from '../../dialect/names/built-in-commands.ts';
import { bundledSkills } from '../../dialect/names/bundled-skills.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { oncePer, oncePerKey } from '../../platform/once.ts';
import type { Catalog, CatalogAgent, ListedSkill } from '../catalog.ts';
import type { CatalogSkill, SkillStatus, Tier } from '../catalog-skill.ts';
import { addedLength, listingTextCap } from '../listing/written-length.ts';
import {
  answersToName,
  holdsName,
  isPresent,
  isSwitchedOff,
  type ModelObstacle,
  modelObstacles,
} from '../resolve/skill-status.ts';
import { rulesIfTrusted } from '../settings/counting-rules.ts';
import { type PermissionRule, permissionMode } from '../settings/session-settings.ts';
import { shownPath } from '../shown-path.ts';
import type { SimilarPair } from '../similar/similar-descriptions.ts';
import { type CrowdedListing, crowdedListing } from './crowded-listing.ts';
import { missingNames } from './missing-names.ts';

/**
 * How one file resolves in a session, as plain data: two values that are equal as JSON mean the same. Rules know
 * nothing else about the session.
 */
export interface CatalogLocation {
  /** The skill or command in the file; undefined for other files, and if the session has none there. */
  readonly own: OwnSkill | undefined;
  /** Every skill and command by its names; for files that name skills, so empty if `own` is set. */
  readonly names: readonly SkillNames[];
  /** The agents that preload skills; for settings files, so empty for other files. */
  readonly preloadingAgents: readonly Pick<CatalogAgent, 'name' | 'skills'>[];
  /** Whether a settings file counts in this session only: a project's own. */
  readonly ofThisSessionAlone: boolean;
  /** Facts from the installed Claude Code itself. */
  readonly installed?: InstalledFacts | undefined;
}

/** How a skill or command resolves. */
interface OwnSkill {
  /** As it is typed after `/`. */
  readonly name: string;
  readonly tier: Tier;
  readonly status: SkillStatus;
  /** The reason, as a sentence. */
  readonly reason: string | undefined;
  /** The skill that is loaded instead; undefined if this one is. */
  readonly hiddenBy: OtherSkill | undefined;
  readonly hides: readonly OtherSkill[];
  /** `skillOverrides` leaves it to users. */
  readonly isForUsersBySettings: boolean;
  /** A built-in command or skill of Claude Code that it replaces. */
  readonly hidesBuiltIn: boolean;
  /** The skill or command that its `name` invokes, if that is another one. */
  readonly aliasTakenBy: OtherSkill | undefined;
  /** Skills with easily confused descriptions, most similar first. A copy under another plugin's name is none. */
  readonly similar: readonly SimilarSkill[];
  /** The words that this one and the most similar one share, and how to tell them apart. */
  readonly nearest: Pick<SimilarPair, 'sharedWords' | 'waysApart' | 'named'> | undefined;
  /** Its entry in the listing; undefined if it is deliberately kept from the model. */
  readonly listed: ListingPosition | undefined;
  readonly commands: CommandSettings;
  /** Names in the saved text for skills of its own plugin or collection, of which there are none. */
  readonly missingNames: readonly string[];
}

/** The settings for commands that run when a skill loads. */
export interface CommandSettings {
  /** `disableSkillShellExecution`, which does not affect managed skills. */
  readonly disabled: boolean;
  /** The permission rules that may apply to commands. */
  readonly rules: readonly PermissionRule[];
  /** The permission mode; undefined for the default one. */
  readonly mode: string | undefined;
  /** Where commands run. */
  readonly folder: string;
  /** Further folders of the session, in which commands may read. */
  readonly addedFolders: readonly string[];
  /** The user's home, if it is known. */
  readonly home: string | undefined;
}

/** Another skill or command of the session. */
export interface OtherSkill {
  readonly name: string;
  readonly kind: CatalogSkill['kind'];
  readonly tier: Tier;
  readonly path: string;
  /** The path as users read it. */
  readonly shownPath: string;
}

/** A skill with a similar description. */
interface SimilarSkill extends Pick<SimilarPair, 'similarity'> {
  readonly other: OtherSkill;
}

/** The part of a skill that a listing under its budget shows. Sizes are in columns, in old releases in UTF-16 units. */
interface ListingPosition {
  readonly state: 'full' | 'name-only' | 'hidden';
  /** By how much its text did not fit; undefined unless the budget is the cause. */
  readonly missing: number | undefined;
  readonly budget: number;
  /** Whether every number is exact. */
  readonly exact: boolean;
  /** The most UTF-16 units of one text; undefined without a limit. */
  readonly textCap: number | undefined;
  /** The UTF-16 units that Claude Code adds to the skill's own text. */
  readonly added: number;
  /** If many skills do not fit: what is reported in the file of one of them, `elsewhere` in all others. */
  readonly crowd: CrowdedListing | 'elsewhere' | undefined;
}

/** The names of a skill or command. */
export interface SkillNames {
  /** As it is typed after `/`: `review`, `office:pdf`. */
  readonly name: string;
  readonly alias: string | undefined;
  /** The folder's name; a command's without `.md`. */
  readonly baseName: string;
  /** The plugin's name; undefined for others. */
  readonly plugin: string | undefined;
  /** Whether it is loaded, now or when a file is touched. */
  readonly loaded: boolean;
  /** Why no agent can preload it; undefined if one can. */
  readonly notPreloaded: ModelObstacle | undefined;
  /** Undefined for what Claude Code itself provides, like the next one. */
  readonly path: string | undefined;
  /** The path as users read it. */
  readonly shownPath: string | undefined;
}

/**
 * The place of a file in a catalog.
 *
 * @param path absolute
 */
export function catalogLocation(catalog: Catalog, path: string): CatalogLocation {
  const found = catalog.at(path);
  const own = found?.path === path ? ownSkill(found, catalog) : undefined;
  return {
    own,
    names: own ? [] : allNames(catalog),
    preloadingAgents: path.endsWith('.json') ? preloadingAgents(catalog) : [],
    ofThisSessionAlone: isProjectFile(path, catalog.folder),
    installed: catalog.session.installed,
  };
}

function preloadingAgents(catalog: Catalog): CatalogLocation['preloadingAgents'] {
  const preloading = catalog.agents().filter(({ skills }) => skills.length > 0);
  return preloading.map(({ name, skills }) => ({ name, skills }));
}

function ownSkill(skill: CatalogSkill, catalog: Catalog): OwnSkill {
  const { name, source, status, reason, insteadId, hidesIds } = skill;
  const instead = insteadId === undefined ? undefined : catalog.get(insteadId);
  const similar = holdsName(skill) ? similarTo(skill, catalog) : [];
  return {
    name,
    tier: source.tier,
    status,
    reason,
    hiddenBy: instead && otherSkill(instead, catalog),
    hides: hidesIds.flatMap((hidden) => catalog.get(hidden) ?? []).map((hidden) => otherSkill(hidden, catalog)),
    isForUsersBySettings: modelObstacles(skill).includes('only-for-users'),
    hidesBuiltIn: hidesBuiltIn(skill, catalog),
    aliasTakenBy: aliasTakenBy(skill, catalog),
    similar: similar.map(({ pair, other }) => ({ other: otherSkill(other, catalog), similarity: pair.similarity })),
    // Found when it is read, or copied for another thread.
    get nearest() {
      const pair = similar[0]?.pair;
      return pair && { sharedWords: pair.sharedWords, waysApart: pair.waysApart, named: pair.named };
    },
    listed: listedPlace(skill, catalog),
    commands: commandSettings(source.tier, catalog),
    missingNames: missingNames(skill, catalog),
  };
}

function commandSettings(tier: Tier, catalog: Catalog): CommandSettings {
  const { managed, others } = commandSettingsOf(catalog);
  return tier === 'managed' ? managed : others;
}

const commandSettingsOf = oncePer((catalog: Catalog) => ({
  managed: settingsOfCommands('managed', catalog),
  others: settingsOfCommands('project', catalog),
}));

function settingsOfCommands(tier: Tier, { settings, folder, runtime, session }: Catalog): CommandSettings {
  return {
    disabled: settings.shellDisabled && capabilities(runtime).canDisableSkillCommands && tier !== 'managed',
    rules: rulesIfTrusted(settings, runtime).filter(({ rule }) => !/^(Skill|WebFetch|mcp__)/.test(rule)),
    mode: permissionMode(settings),
    folder,
    addedFolders: [...session.addedFolders, ...settings.additionalFolders.map((it) => it.folder)],
    home: session.environment.home,
  };
}

/** The same object for every file that it is mentioned with: files go to other threads many at a time. */
function otherSkill(skill: CatalogSkill, catalog: Catalog): OtherSkill {
  return oncePerKey(otherSkills, skill, () => {
    const { name, kind, source, path } = skill;
    return { name, kind, tier: source.tier, path, shownPath: shownPath(path, catalog.session) };
  });
}

/** A skill is of one catalog. */
const otherSkills = new WeakMap<CatalogSkill, OtherSkill>();

/** A user's skill comes before a built-in one of Claude Code; commands of the same name were not checked. */
function hidesBuiltIn(skill: CatalogSkill, { runtime, session }: Catalog): boolean {
  const { name, kind, source } = skill;
  return (
    capabilities(runtime).skillsHideBuiltInCommands &&
    kind === 'skill' &&
    source.tier !== 'plugin' &&
    answersToName(skill) &&
    isBuiltInName(name, session.installed)
  );
}

function aliasTakenBy(skill: CatalogSkill, catalog: Catalog): OtherSkill | undefined {
  const { facts, baseName, alias, source } = skill;
  // A name with whitespace calls nothing.
  if (facts.name === undefined || facts.name === baseName || alias !== undefined || /\s/.test(facts.name)) {
    return undefined;
  }
  if (!holdsName(skill) || isSwitchedOff(skill)) return undefined;
  const written =
    source.plugin === undefined || facts.name.startsWith(`${source.plugin}:`)
      ? facts.name
      : `${source.plugin}:${facts.name}`;
  const holder = holdersByName(catalog.skills())
    .get(written)
    ?.find(({ id }) => id !== skill.id);
  return holder && otherSkill(holder, catalog);
}

/** The skills that hold each name or alias, in the order of the listing. */
const holdersByName = oncePer((skills: readonly CatalogSkill[]): ReadonlyMap<string, readonly CatalogSkill[]> => {
  const holders = new Map<string, CatalogSkill[]>();
  const add = (name: string, skill: CatalogSkill): void => {
    const others = holders.get(name);
    if (others) others.push(skill);
    else holders.set(name, [skill]);
  };
  for (const skill of skills) {
    if (!holdsName(skill)) continue;
    add(skill.name, skill);
    if (skill.alias !== undefined && skill.alias !== skill.name) add(skill.alias, skill);
  }
  return holders;
});

/** A command and the skill that it starts are described alike, and either one leads to the same. Of two, one may be clear. */
function similarTo(skill: CatalogSkill, catalog: Catalog) {
  const similar: { readonly pair: SimilarPair; readonly other: CatalogSkill }[] = [];
  for (const pair of catalog.similarTo(skill.id)) {
    const other = catalog.get(pair.second);
    if (!other || names(skill, other) || names(other, skill) || isMirror(skill, other)) continue;
    if (pair.named !== 'first') similar.push({ pair, other });
  }
  return similar;
}

/** The same skill in two locations, as projects and plugins distribute it. */
function isMirror(skill: CatalogSkill, other: CatalogSkill): boolean {
  return nameInPlugin(skill) === nameInPlugin(other);
}

function nameInPlugin({ name }: CatalogSkill): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function names({ facts }: CatalogSkill, { name, baseName }: CatalogSkill): boolean {
  const { named } = facts;
  return named.length > 0 && (named.includes(name) || named.includes(baseName));
}

function listedPlace(skill: CatalogSkill, catalog: Catalog): ListingPosition | undefined {
  if (!skill.entry) return undefined;
  const { entries, budget, estimatedBecause } = catalog.listing();
  const entry = entriesBySkill(entries).get(skill.id);
  return (
    entry && {
      state: entry.state,
      missing: entry.missing,
      budget: budget.budget,
      exact: estimatedBecause.length === 0,
      textCap: listingTextCap(catalog.runtime, catalog.settings),
      added: addedLength(skill, catalog.runtime),
      crowd: crowdedListing(catalog, skill.id),
    }
  );
}

const entriesBySkill = oncePer((entries: readonly ListedSkill[]): ReadonlyMap<string, ListedSkill> => {
  const bySkill = new Map<string, ListedSkill>();
  for (const entry of entries) {
    if (entry.skill && !bySkill.has(entry.skill.id)) bySkill.set(entry.skill.id, entry);
  }
  return bySkill;
});

function allNames(catalog: Catalog): readonly SkillNames[] {
  return oncePerKey(namesBySkills, catalog.skills(), () => namesIn(catalog));
}

/** There are other skills in the list after each change of a catalog. */
const namesBySkills = new WeakMap<readonly CatalogSkill[], readonly SkillNames[]>();

function namesIn(catalog: Catalog): SkillNames[] {
  const own = catalog.skills().map((skill) => namesOf(skill, catalog));
  // Skills that cannot be switched off count as available, and so do the others: the environment decides whether they are.
  const bundled = bundledSkills(catalog.runtime, () => false, catalog.session.installed?.listedSkills).map(
    ({ name }): SkillNames => ({
      name,
      alias: undefined,
      baseName: name,
      plugin: undefined,
      loaded: true,
      notPreloaded: undefined,
      path: undefined,
      shownPath: undefined,
    }),
  );
  return [...own, ...bundled];
}

function namesOf(skill: CatalogSkill, { session }: Catalog): SkillNames {
  const { name, alias, baseName, source, facts, path } = skill;
  // The catalog gives no alias to what is not available at the moment.
  const isAway = holdsName(skill) && !isPresent(skill);
  return {
    name,
    alias: alias ?? (isAway && source.plugin === undefined && facts.name !== name ? facts.name : undefined),
    baseName,
    plugin: source.plugin,
    loaded: holdsName(skill),
    notPreloaded: modelObstacles(skill)[0],
    path,
    shownPath: shownPath(path, session),
  };
}

function isProjectFile(path: string, folder: string): boolean {
  return path === `${folder}/.claude/settings.json` || path === `${folder}/.claude/settings.local.json`;
}
