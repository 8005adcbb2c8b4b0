import type { RuntimeId } from '../../document/runtime-id.ts';
import type { Candidate } from '../discover/candidate.ts';
import { compareInListing } from '../discover/candidate-order.ts';
import type { SkillFacts } from '../facts/skill-facts.ts';
import type { SessionSettings } from '../settings/session-settings.ts';
import { aliasOf, type CandidateIndex, scopedNameOf } from './candidate-index.ts';
import { matchesPaths } from './path-matching.ts';

/** What the resolution of one candidate depends on. */
export interface Resolution {
  readonly index: CandidateIndex;
  readonly settings: SessionSettings;
  readonly runtime: RuntimeId;
  /** UTF-16 units, `skillListingMaxDescChars`. */
  readonly textCap: number;
  /** The session's folder, from which `paths` are read. */
  readonly folder: string;
  readonly touchedFiles: readonly string[];
}

/** A candidate whose file is read. */
export type LoadableCandidate = Candidate & { readonly facts: SkillFacts };

/** Whether the client loads a file at all, whatever else there is. */
export function isLoadable(candidate: Candidate): candidate is LoadableCandidate {
  const { misplaced, facts, source } = candidate;
  return (
    misplaced === undefined && facts !== undefined && facts.refusal === undefined && source.blockedBy === undefined
  );
}

/** The skill of a plugin to which a candidate with `fallback: true` leaves its name; undefined where it keeps it. */
export function givesWayTo(candidate: Candidate, { index }: Resolution): LoadableCandidate | undefined {
  if (!candidate.facts?.givesWay || candidate.source.plugin !== undefined) return undefined;
  return index.inPluginsAs(candidate.name).filter(isLoadable).find(isDescribed);
}

export function isDescribed({ facts }: Candidate): boolean {
  return facts?.description !== undefined || facts?.whenToUse !== undefined;
}

/** Whether no file that `paths` names was touched yet; those of plugins wait for nothing. */
export function waitsForPaths(candidate: Candidate, { folder, touchedFiles }: Resolution): boolean {
  const { facts } = candidate;
  if (!facts || !hasPaths(candidate)) return false;
  return !touchedFiles.some(
    (path) => path.startsWith(`${folder}/`) && matchesPaths(facts.paths, path.slice(folder.length + 1)),
  );
}

function hasPaths({ facts, source }: Candidate): boolean {
  return facts !== undefined && facts.paths.length > 0 && source.plugin === undefined;
}

/** Whether no file below the folder of a nested skill was touched yet. */
export function waitsInFolder({ source }: Candidate, { touchedFiles }: Resolution): boolean {
  return source.lazy && !touchedFiles.some((path) => path.startsWith(`${source.owner}/`));
}

/** The candidate that `/name` runs. */
export function userSide(name: string, resolution: Resolution): LoadableCandidate | undefined {
  return firstThere(resolution.index.named(name).filter((it) => takesName(it, resolution)));
}

/** The candidate that the model is told of: what it must not be told of takes no name there. */
function modelSide(name: string, resolution: Resolution): LoadableCandidate | undefined {
  const takers = resolution.index.named(name).filter((it) => takesName(it, resolution));
  return firstThere(
    takers.filter((it) => !it.facts.hiddenFromModel && (isDescribed(it) || it.source.plugin === undefined)),
  );
}

/** What waited for a file comes later than all that was there from the start. */
function firstThere(takers: readonly LoadableCandidate[]): LoadableCandidate | undefined {
  return takers.find((it) => !hasPaths(it)) ?? takers[0];
}

/** Whether a candidate can have its bare name: those of nested folders leave it to all others. */
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

/** The name under which a candidate is there; undefined where others have taken it. */
export function nameBesideOthers(candidate: Candidate, resolution: Resolution): string | undefined {
  const { name, source } = candidate;
  const scopedName = scopedNameOf(candidate);
  if (scopedName !== undefined && isScoped(candidate, resolution)) {
    return scopedTaker(scopedName, resolution) === candidate || source.lazy ? scopedName : undefined;
  }
  if (!takesName(candidate, resolution) || userSide(name, resolution) === candidate) return name;
  return resolution.runtime === 'claude-code' && modelSide(name, resolution) === candidate ? name : undefined;
}

/** Whether a candidate goes by its folder's name too, because its own is taken. */
function isScoped(candidate: Candidate, resolution: Resolution): boolean {
  const { name, source } = candidate;
  if (scopedNameOf(candidate) === undefined) return false;
  const owner = userSide(name, resolution);
  if (!source.lazy) return takesName(candidate, resolution) && owner !== candidate;
  return owner !== undefined || (isThere(candidate, resolution) && hasNestedNamesake(candidate, resolution));
}

/** Of two nested skills of one name, both go by their folders. */
function hasNestedNamesake(candidate: Candidate, resolution: Resolution): boolean {
  const others = resolution.index.named(candidate.name).filter(({ source }) => source.lazy);
  return others.some((it) => it.source.id !== candidate.source.id && isThere(it, resolution));
}

/** The candidate that has a name which begins with a folder: whoever has it without one comes first. */
function scopedTaker(scopedName: string, resolution: Resolution): Candidate | undefined {
  const { index } = resolution;
  return userSide(scopedName, resolution) ?? index.withScopedName(scopedName).find((it) => isScoped(it, resolution));
}

/**
 * The alias that invokes a candidate: not the name of another one, and not an earlier one's alias, even a hidden one's.
 * Namesakes share it.
 */
export function ownAlias(candidate: Candidate, resolution: Resolution): string | undefined {
  const alias = aliasOf(candidate);
  const { index, runtime } = resolution;
  if (alias === undefined || (runtime !== 'claude-code' && candidate.source.plugin !== undefined)) return undefined;
  if (isName(alias, resolution)) return undefined;
  const claims = index.withAlias(alias).filter((it) => isThere(it, resolution) && !isScoped(it, resolution));
  const first = claims.reduce<Candidate | undefined>(
    (best, it) => (best && compareInListing(best, it, runtime) <= 0 ? best : it),
    undefined,
  );
  return first?.name === candidate.name ? alias : undefined;
}

/** Whether a text is the name of anything that is there. */
function isName(text: string, resolution: Resolution): boolean {
  return (
    scopedTaker(text, resolution) !== undefined || resolution.index.named(text).some((it) => isThere(it, resolution))
  );
}
