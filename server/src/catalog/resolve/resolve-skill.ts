import { capabilities, type RuntimeId } from '../../dialect/runtimes/capabilities.ts';
import type { CatalogSkill, SkillListingEntry, SkillStatus } from '../catalog-skill.ts';
import type { Candidate } from '../discover/candidate.ts';
import { isDescribed } from '../facts/declared-facts.ts';
import type { SkillFacts } from '../facts/skill-facts.ts';
import { isShownAlias, listingText } from '../listing/listing-entry.ts';
import type { SkillOverride } from '../settings/session-settings.ts';
import { cannotBeRead } from '../settings/unreadable-files.ts';
import { shownPath } from '../shown-path.ts';
import { scopedNameOf } from './candidate-index.ts';
import {
  givesWayTo,
  isLoadable,
  type LoadableCandidate,
  nameAmongOthers,
  ownAlias,
  type Resolution,
  userSide,
  waitsForPaths,
  waitsInFolder,
} from './names-taken.ts';
import { countsAmongNamesakes, isPresent, isUsableNow } from './skill-status.ts';

/**
 * Resolves a candidate among the others. Claude Code's decisions are recorded under the kinds discovery and flags, and
 * in test/conformance/own-catalog.*.jsonl.
 */
export function resolveSkill(candidate: Candidate, resolution: Resolution): CatalogSkill {
  const verdict = judge(candidate, resolution);
  const { source, kind, path, folder, baseName, id } = candidate;
  const facts = candidate.facts ?? unreadableFacts;
  const { status, reason, name = candidate.name, insteadId } = verdict;
  const isThere = isPresent({ status, source });
  const userInvocable = isThere && isForUser(candidate, resolution);
  const modelInvocable = isThere && isForModel(candidate, resolution);
  // Each property by its name: V8 gives every object that is made by spreading others, of thousands, a shape of its own.
  return {
    id,
    name,
    baseName,
    kind,
    source,
    path,
    folder,
    alias: isThere && name === candidate.name ? ownAlias(candidate, resolution) : undefined,
    status,
    reason,
    insteadId,
    hidesIds: isThere ? hiddenBy(candidate, resolution) : none,
    facts,
    userInvocable,
    modelInvocable,
    entry: isLoadable(candidate) ? listingEntryOf(candidate, name, status, resolution) : undefined,
  };
}

interface Verdict {
  readonly status: SkillStatus;
  readonly reason?: string | undefined;
  /** Set if it differs from the candidate's own. */
  readonly name?: string;
  readonly insteadId?: string | undefined;
}

function judge(candidate: Candidate, resolution: Resolution): Verdict {
  const { source, facts, misplaced, unreadable } = candidate;
  // A file in the wrong location for one folder of a plugin may be named in the manifest.
  const first = resolution.index.sameFile(candidate).find(isLoadable);
  if (first && first !== candidate) {
    return { status: 'duplicate', reason: `The same file is loaded as \`${first.name}\``, insteadId: first.id };
  }
  if (misplaced !== undefined) return { status: 'misplaced', reason: misplaced };
  if (source.blockedBy !== undefined) return { status: 'disabled', reason: source.blockedBy };
  if (!facts) return { status: 'invalid', reason: cannotBeRead('The file', unreadable) };
  if (facts.refusal !== undefined) return { status: 'invalid', reason: facts.refusal };
  const other = givesWayTo(candidate, resolution);
  if (other)
    return {
      status: 'shadowed',
      reason: `It says \`fallback: true\`, and \`${other.name}\` of a plugin is loaded`,
      insteadId: other.id,
    };
  const name = nameAmongOthers(candidate, resolution);
  const override = overrideOf(candidate, name ?? candidate.name, resolution);
  if (name === undefined) {
    const winner = winnerOver(candidate, resolution);
    return { status: 'shadowed', reason: shadowReason(winner, resolution), insteadId: winner?.id };
  }
  const named = { name };
  if (override === 'off') return { ...named, status: 'disabled', reason: '`skillOverrides` in the settings is `off`' };
  if (waitsForPaths(candidate, resolution)) {
    const globs = facts.paths.map((glob) => `\`${glob}\``).join(', ');
    return {
      ...named,
      status: 'conditional',
      reason: `It does not exist until Claude reads or writes a file that matches ${globs}`,
    };
  }
  if (waitsInFolder(candidate, resolution)) {
    return {
      ...named,
      status: 'conditional',
      reason: `It loads when Claude reads or writes a file below \`${source.scope}\``,
    };
  }
  const isForNobody = facts.hiddenFromUser && !isForModel(candidate, resolution);
  if (isForNobody && capabilities(resolution.runtime).leavesOutUninvocableSkills) {
    return { ...named, status: 'dead', reason: 'Neither the model nor a user can invoke it' };
  }
  if (override === 'name-only') {
    return { ...named, status: 'name-only', reason: '`skillOverrides` in the settings is `name-only`' };
  }
  return { ...named, status: 'active', reason: statusNote(candidate, override, resolution) };
}

/** Remarks on a skill that is available. */
function statusNote(
  candidate: Candidate,
  override: SkillOverride | undefined,
  resolution: Resolution,
): string | undefined {
  if (override === 'user-invocable-only') return '`skillOverrides` in the settings hides it from the model';
  const user = userSide(candidate.name, resolution);
  const { separatesNamesForModelAndUsers } = capabilities(resolution.runtime);
  if (separatesNamesForModelAndUsers && user && user !== candidate && candidate.source.scope === undefined) {
    return `The model sees this one, but \`/${candidate.name}\` runs \`${shownPath(user.path, resolution.session)}\``;
  }
  if (!(candidate.facts && isDescribed(candidate.facts)) && candidate.source.plugin !== undefined) {
    return 'The model does not see it: a plugin skill needs a description';
  }
  return undefined;
}

/** The candidate that leaves another one without any name. */
function winnerOver(candidate: Candidate, resolution: Resolution): Candidate | undefined {
  const scopedName = scopedNameOf(candidate);
  const overScoped = scopedName === undefined ? undefined : userSide(scopedName, resolution);
  return overScoped ?? userSide(candidate.name, resolution);
}

function shadowReason(winner: Candidate | undefined, { session }: Resolution): string {
  return winner
    ? `\`${winner.name}\` is taken by \`${shownPath(winner.path, session)}\``
    : 'Its name is taken by another skill';
}

/** The settings' override of a skill; there is never one for those of plugins. */
function overrideOf(candidate: Candidate, name: string, { settings, runtime }: Resolution): SkillOverride | undefined {
  if (candidate.source.plugin !== undefined || !capabilities(runtime).readsSkillOverrides) return undefined;
  return (settings.overrides.get(name) ?? settings.overrides.get(candidate.baseName))?.value;
}

function isForUser(candidate: Candidate, resolution: Resolution): boolean {
  const { facts, name, source } = candidate;
  if (!facts) return false;
  const isTheirs = userSide(name, resolution) === candidate || source.scope !== undefined || source.lazy;
  return isTheirs && !facts.hiddenFromUser;
}

function isForModel(candidate: Candidate, resolution: Resolution): boolean {
  if (!candidate.facts || candidate.facts.hiddenFromModel) return false;
  return overrideOf(candidate, candidate.name, resolution) !== 'user-invocable-only';
}

/** The candidates that would be available without this one. */
function hiddenBy(candidate: Candidate, resolution: Resolution): readonly string[] {
  const { index } = resolution;
  const named = [...index.named(candidate.name), ...index.withScopedName(candidate.name)];
  const others = [...named, ...index.sameFile(candidate)].filter((it) => it !== candidate && isLoadable(it));
  if (others.length === 0 || userSide(candidate.name, resolution) !== candidate) return none;
  return [...new Set(others.filter((it) => nameAmongOthers(it, resolution) === undefined).map(({ id }) => id))];
}

/** The listing of a skill for the model; undefined if it sees nothing. */
function listingEntryOf(
  candidate: LoadableCandidate,
  name: string,
  status: SkillStatus,
  resolution: Resolution,
): SkillListingEntry | undefined {
  const { runtime, textCap } = resolution;
  const { facts, source } = candidate;
  if (capabilities(runtime).listsNamesakes) return entryBesideNamesakes(candidate, status, runtime);
  if (!isUsableNow({ status, source }) || !isForModel(candidate, resolution)) return undefined;
  if (source.plugin !== undefined && !isDescribed(facts)) return undefined;
  const isScoped = name !== candidate.name;
  // Two nested ones of one name have no unscoped one next to them.
  const isBesideUnscoped = isScoped && userSide(candidate.name, resolution) !== undefined;
  const statusNote = isBesideUnscoped
    ? scopeRemark(source.scope ?? '', candidate.name)
    : source.lazy
      ? ` (from ${source.scope}/.claude/skills — applies when working on files under ${source.scope}/)`
      : '';
  const written = (facts.description ?? facts.fallback).trim();
  const text = listingText(`${written}${statusNote}`, facts.whenToUse, runtime, textCap);
  const isNameOnly = status === 'name-only';
  const alias = isScoped || isNameOnly ? undefined : ownAlias(candidate, resolution);
  const { hasBundledSkills, session } = resolution;
  const own = { installed: session.installed, hasBundledSkills };
  const label = alias !== undefined && isShownAlias(alias, name, runtime, own) ? `${name} (${alias})` : name;
  return { label, ...text, nameOnly: isNameOnly };
}

/** The entry if every described skill is listed, including repeated names and commands of any case. */
function entryBesideNamesakes(
  { facts, name, kind, source }: LoadableCandidate,
  status: SkillStatus,
  runtime: RuntimeId,
): SkillListingEntry | undefined {
  if (!countsAmongNamesakes({ status, source })) return undefined;
  const isKeptAnyway = kind === 'command' && source.plugin === undefined;
  if (facts.hiddenFromModel || !(isDescribed(facts) || isKeptAnyway)) return undefined;
  const text = listingText(facts.description ?? facts.fallback, facts.whenToUse, runtime, Infinity);
  return { label: name, ...text, nameOnly: false };
}

function scopeRemark(scope: string, name: string): string {
  return ` (scoped to ${scope}/ — use this instead of the unscoped "${name}" skill when the files being changed are under ${scope}/)`;
}

/** Most skills hide none. */
const none: readonly string[] = [];

const unreadableFacts: SkillFacts = {
  description: undefined,
  fallback: '',
  whenToUse: undefined,
  name: undefined,
  argumentHint: undefined,
  allowedTools: [],
  disallowedTools: [],
  model: undefined,
  fork: false,
  hiddenFromModel: false,
  hiddenFromUser: false,
  paths: [],
  named: [],
  bodyTokens: 0,
  lines: 0,
  refusal: undefined,
};
