import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { isInside, relativeTo } from '../../platform/paths.ts';
import type { Candidate } from '../discover/candidate.ts';
import { compareInListing } from '../discover/candidate-order.ts';
import { isDescribed } from '../facts/declared-facts.ts';
import type { SkillFacts } from '../facts/skill-facts.ts';
import type { Session } from '../session.ts';
import type { SessionSettings } from '../settings/session-settings.ts';
import { aliasOf, type CandidateIndex, scopedNameOf } from './candidate-index.ts';
import { matchesPaths } from './path-matching.ts';

/** The facts that the resolution of a candidate depends on. */
export interface Resolution {
  readonly index: CandidateIndex;
  readonly settings: SessionSettings;
  readonly runtime: RuntimeId;
  /** UTF-16 units, `skillListingMaxDescChars`. */
  readonly textCap: number;
  /** The session's folder, from which `paths` are read. */
  readonly folder: string;
  /** Decides how paths are shown. */
  readonly session: Session;
  readonly touchedFiles: readonly string[];
  readonly hasBundledSkills: boolean;
}

/** A candidate whose file could be read. */
export type LoadableCandidate = Candidate & { readonly facts: SkillFacts };

/** Whether Claude Code loads a file at all, regardless of other files. */
export function isLoadable(candidate: Candidate): candidate is LoadableCandidate {
  const { misplaced, facts, source } = candidate;
  return (
    misplaced === undefined && facts !== undefined && facts.refusal === undefined && source.blockedBy === undefined
  );
}

/** The skill of a plugin to which a candidate with `fallback: true` leaves its name; undefined if it keeps it. */
export function givesWayTo(candidate: Candidate, { index }: Resolution): LoadableCandidate | undefined {
  if (!candidate.facts?.givesWay || candidate.source.plugin !== undefined) return undefined;
  return index
    .inPluginsAs(candidate.name)
    .filter(isLoadable)
    .find((it) => isDescribed(it.facts));
}

/** Whether no file that `paths` names was touched yet; plugins' skills do not wait. */
export function waitsForPaths(candidate: Candidate, { folder, touchedFiles }: Resolution): boolean {
  const { facts } = candidate;
  if (!facts || !hasPaths(candidate)) return false;
  return !touchedFiles.some((path) => isInside(path, folder) && matchesPaths(facts.paths, relativeTo(path, folder)));
}

function hasPaths({ facts, source }: Candidate): boolean {
  return facts !== undefined && facts.paths.length > 0 && source.plugin === undefined;
}

/** Whether no file below the folder of a nested skill was touched yet. */
export function waitsInFolder({ source }: Candidate, { touchedFiles }: Resolution): boolean {
  return source.lazy && !touchedFiles.some((path) => isInside(path, source.owner));
}

/** The candidate that `/name` runs. */
export function userSide(name: string, resolution: Resolution): LoadableCandidate | undefined {
  return firstThere(resolution.index.named(name).filter((it) => takesName(it, resolution)));
}

/** The candidate that the model sees under a name: what is hidden from the model takes no name there. */
function modelSide(name: string, resolution: Resolution): LoadableCandidate | undefined {
  const takers = resolution.index.named(name).filter((it) => takesName(it, resolution));
  return firstThere(
    takers.filter((it) => !it.facts.hiddenFromModel && (isDescribed(it.facts) || it.source.plugin === undefined)),
  );
}

/** Whatever waited for a file comes after everything that was available from the start. */
function firstThere(takers: readonly LoadableCandidate[]): LoadableCandidate | undefined {
  return takers.find((it) => !hasPaths(it)) ?? takers[0];
}

/** Whether a candidate can have its bare name: nested folders leave it to all others. */
function takesName(candidate: Candidate, resolution: Resolution): candidate is LoadableCandidate {
  return !candidate.source.lazy && isThere(candidate, resolution);
}

/** Whether a candidate is loaded now, under whatever name. */
function isThere(candidate: Candidate, resolution: Resolution): candidate is LoadableCandidate {
  if (!isLoadable(candidate)) return false;
  if (waitsInFolder(candidate, resolution) || waitsForPaths(candidate, resolution)) return false;
  if (givesWayTo(candidate, resolution)) return false;
  return resolution.index.sameFile(candidate).find(isLoadable) === candidate;
}

/** The name under which a candidate is available; undefined if others have taken it. */
export function nameAmongOthers(candidate: Candidate, resolution: Resolution): string | undefined {
  const { name, source } = candidate;
  const scopedName = scopedNameOf(candidate);
  if (scopedName !== undefined && isScoped(candidate, resolution)) {
    return scopedTaker(scopedName, resolution) === candidate || source.lazy ? scopedName : undefined;
  }
  if (!takesName(candidate, resolution) || userSide(name, resolution) === candidate) return name;
  const { separatesNamesForModelAndUsers } = capabilities(resolution.runtime);
  return separatesNamesForModelAndUsers && modelSide(name, resolution) === candidate ? name : undefined;
}

/** Whether a candidate also uses its folder's name, because its own is taken. */
function isScoped(candidate: Candidate, resolution: Resolution): boolean {
  const { name, source } = candidate;
  if (scopedNameOf(candidate) === undefined) return false;
  const owner = userSide(name, resolution);
  if (!source.lazy) return takesName(candidate, resolution) && owner !== candidate;
  return owner !== undefined || (isThere(candidate, resolution) && hasNestedNamesake(candidate, resolution));
}

/** Two nested skills of one name are both called by their folders. */
function hasNestedNamesake(candidate: Candidate, resolution: Resolution): boolean {
  const others = resolution.index.named(candidate.name).filter(({ source }) => source.lazy);
  return others.some((it) => it.source.id !== candidate.source.id && isThere(it, resolution));
}

/** The candidate with a name that begins with a folder: one that has it without a folder comes first. */
function scopedTaker(scopedName: string, resolution: Resolution): Candidate | undefined {
  const { index } = resolution;
  return userSide(scopedName, resolution) ?? index.withScopedName(scopedName).find((it) => isScoped(it, resolution));
}

/**
 * The alias that invokes a candidate: neither another one's name nor an earlier one's alias, even if that one is
 * hidden. Namesakes share it.
 */
export function ownAlias(candidate: Candidate, resolution: Resolution): string | undefined {
  const alias = aliasOf(candidate);
  const { index, runtime } = resolution;
  const { givesPluginSkillsAliases } = capabilities(runtime);
  if (alias === undefined || (candidate.source.plugin !== undefined && !givesPluginSkillsAliases)) return undefined;
  if (isName(alias, resolution)) return undefined;
  const claims = index.withAlias(alias).filter((it) => isThere(it, resolution) && !isScoped(it, resolution));
  const first = claims.reduce<Candidate | undefined>(
    (best, it) => (best && compareInListing(best, it, runtime) <= 0 ? best : it),
    undefined,
  );
  return first?.name === candidate.name ? alias : undefined;
}

/** Whether a string is the name of anything that is available. */
function isName(text: string, resolution: Resolution): boolean {
  return (
    scopedTaker(text, resolution) !== undefined || resolution.index.named(text).some((it) => isThere(it, resolution))
  );
}
