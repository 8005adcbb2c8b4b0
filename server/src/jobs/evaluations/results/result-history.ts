import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { meanOf } from '../../../evaluation/results/result-sums.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, lastPart } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { Commit, Revisions } from '../../../platform/revisions.ts';
import type { ResultRevision } from '../../../protocol.ts';
import { type CaseState, caseTables } from './case-table.ts';
import type { ResultPlace } from './find-results.ts';
import { openResult } from './open-result.ts';

/** Results that a history has. */
const maxResults = 50;

/** The commits of a plugin or skill, over time. */
interface KnownCommits {
  /** Newest first. */
  readonly commits: readonly Commit[];
  /** The commits that added results, by their paths. */
  readonly added: ReadonlyMap<string, Commit>;
  commitOf(id: string): Promise<Commit | undefined>;
}

/** The results of the same evaluations. */
export interface EvaluationHistory {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Why revisions are not known; undefined if they are. */
  readonly problem: string | undefined;
}

export interface HistoryEntry {
  readonly place: ResultPlace;
  readonly startedAt: string | undefined;
  /** Undefined if the result cannot be read. */
  readonly figures: HistoryFigures | undefined;
  /** The revision of the plugin or skill; undefined if it is not known. */
  readonly revision: ResultRevision | undefined;
}

/** The figures of a result. */
export interface HistoryFigures {
  readonly cases: number;
  readonly passed: number;
  /** Cases of which a run ended early. */
  readonly endedEarly: number;
  /** Cases that were stopped before they had passed or failed. */
  readonly stopped: number;
  /** Cases that nobody has judged. */
  readonly notJudged: number;
  /** Why not everything was run; undefined if everything was. */
  readonly partial: string | undefined;
  /** The mean of the cases, from 0 to 1. */
  readonly score: number | undefined;
  readonly costUsd: number | undefined;
}

/**
 * The results of the same evaluations, newest first, with the revision of the plugin or skill that each is of.
 *
 * @param revisions undefined where git is not to be asked
 */
export async function resultHistory(
  places: readonly ResultPlace[],
  files: FileSystem,
  revisions: Revisions | undefined,
): Promise<EvaluationHistory> {
  const [first] = places;
  if (!first) return { entries: [], problem: undefined };
  const known = revisions
    ? await knownCommits(first, revisions, files)
    : { problem: 'the workspace is not trusted, or not on this machine' };
  const problem = 'problem' in known ? known.problem : undefined;
  const entries: HistoryEntry[] = [];
  for (const place of places.slice(0, maxResults)) {
    const { result } = await openResult(place, files);
    const startedAt = result?.startedAt;
    const revision = 'problem' in known ? undefined : await revisionOf(place, startedAt, known);
    entries.push({ place, startedAt, figures: result && figuresOf(result), revision });
  }
  entries.sort((a, b) => timeOf(b) - timeOf(a));
  return { entries, problem };
}

/** Results without a time stay where they are, because sorting keeps the order of equals. */
function timeOf({ startedAt }: HistoryEntry): number {
  const time = Date.parse(startedAt ?? '');
  return Number.isNaN(time) ? 0 : time;
}

/** The folder of the plugin or skill that a suite is of: results and workspaces are in it, or next to it. */
function subjectFolder({ suite, owner }: ResultPlace): string {
  if (owner !== undefined) return owner;
  return suite.endsWith('-workspace') ? suite.slice(0, -'-workspace'.length) : suite;
}

async function knownCommits(
  place: ResultPlace,
  revisions: Revisions,
  files: FileSystem,
): Promise<KnownCommits | Refusal> {
  const { suite } = place;
  const subject = subjectFolder(place);
  if ((await files.typeOf(subject)) !== 'folder')
    return { problem: `there is no folder ${lastPart(subject)} next to ${lastPart(suite)}` };
  const commits = await revisions.commitsOf(subject);
  if ('problem' in commits) return commits;
  const added = await revisions.additionsIn(suite);
  return {
    commits,
    added: 'problem' in added ? new Map() : added,
    commitOf: (id) => revisions.commit(subject, id),
  };
}

function figuresOf(result: EvaluationResult): HistoryFigures {
  const tables = caseTables(result);
  const count = (state: CaseState) => tables.filter((it) => it.state === state).length;
  return {
    cases: tables.length,
    passed: count('passed'),
    endedEarly: count('error'),
    stopped: count('stopped'),
    notJudged: count('unknown'),
    partial: result.partial,
    score: meanOf(tables.flatMap(({ arms: [first] }) => first?.score ?? [])),
    costUsd: result.costUsd,
  };
}

/** The revision that has the result, or the last one before the run. */
async function revisionOf(
  { path }: ResultPlace,
  startedAt: string | undefined,
  { commits, added, commitOf }: KnownCommits,
): Promise<ResultRevision | undefined> {
  // The name of the folder is ours.
  const [, ran] = /-at-([0-9a-f]{12})$/.exec(lastPart(folderOf(path))) ?? [];
  if (ran !== undefined) {
    const commit = (await commitOf(ran)) ?? { id: ran, subject: '', authored: 0 };
    return { ...shown(commit), how: 'It ran with the plugin as it was in this commit', isEstimated: false };
  }
  const adding = added.get(path);
  if (adding) return { ...shown(adding), how: 'The result was committed with it', isEstimated: false };
  const time = startedAt === undefined ? Number.NaN : Date.parse(startedAt);
  if (Number.isNaN(time)) return undefined;
  const before = commits.filter((commit) => commit.authored * 1000 <= time);
  const last = before.reduce<Commit | undefined>(
    (latest, commit) => (latest && latest.authored >= commit.authored ? latest : commit),
    undefined,
  );
  if (!last) return undefined;
  const how = 'The last commit before the run; changes that were not committed are not in it';
  return { ...shown(last), how, isEstimated: true };
}

function shown({ id, subject }: Commit) {
  return { commit: id, subject: shortened(subject) };
}
