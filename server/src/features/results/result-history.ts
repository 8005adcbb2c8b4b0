import { URI } from 'vscode-uri';
import type { EvaluationResult } from '../../evaluation/results/evaluation-result.ts';
import { meanOf } from '../../evaluation/results/result-sums.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, lastPart, relativeTo } from '../../platform/paths.ts';
import type { Commit, Revisions } from '../../platform/revisions.ts';
import type { ResultHistory, ResultHistoryRow, ResultRevision } from '../../protocol.ts';
import { shortened } from '../text/markdown-text.ts';
import { type CaseState, caseTables } from './case-table.ts';
import type { ResultPlace } from './find-results.ts';
import { openResult } from './open-result.ts';
import { costText, scoreText } from './result-words.ts';

/** Results that a history has. */
const maxResults = 50;

/** What a plugin or skill was, over time. */
interface KnownCommits {
  /** Newest first. */
  readonly commits: readonly Commit[];
  /** The commits that added results, by their paths. */
  readonly added: ReadonlyMap<string, Commit>;
  commitOf(id: string): Promise<Commit | undefined>;
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
): Promise<ResultHistory> {
  const [first] = places;
  if (!first) return { rows: [] };
  const known = revisions
    ? await knownCommits(first, revisions, files)
    : 'the workspace is not trusted, or not on this machine';
  const rows: ResultHistoryRow[] = [];
  for (const place of places.slice(0, maxResults)) {
    const { result } = await openResult(place, files);
    rows.push(await rowOf(place, result, typeof known === 'string' ? undefined : known));
  }
  rows.sort((a, b) => timeOf(b) - timeOf(a));
  return { rows, ...(typeof known === 'string' && { problem: known }) };
}

/** Results without a time stay where they are, because sorting keeps the order of equals. */
function timeOf({ startedAt }: ResultHistoryRow): number {
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
): Promise<KnownCommits | string> {
  const { suite } = place;
  const subject = subjectFolder(place);
  if ((await files.typeOf(subject)) !== 'folder')
    return `there is no folder ${lastPart(subject)} next to ${lastPart(suite)}`;
  const commits = await revisions.commitsOf(subject);
  if (typeof commits === 'string') return commits;
  const added = await revisions.additionsIn(suite);
  return {
    commits,
    added: typeof added === 'string' ? new Map() : added,
    commitOf: (id) => revisions.commit(subject, id),
  };
}

async function rowOf(place: ResultPlace, result: EvaluationResult | undefined, known: KnownCommits | undefined) {
  const revision = known && (await revisionOf(place, result?.startedAt, known));
  const row: ResultHistoryRow = {
    uri: URI.file(place.path).toString(),
    label: labelOf(place),
    ...(result?.startedAt !== undefined && { startedAt: shortened(result.startedAt) }),
    ...figuresOf(result),
    ...(revision && { revision }),
  };
  return row;
}

/** What tells a result from others of its suite. */
export function labelOf({ path, suite, kind }: ResultPlace): string {
  const folder = kind === 'file' ? folderOf(path) : path;
  const below = folder.startsWith(`${suite}/`) ? relativeTo(folder, suite) : lastPart(folder);
  return below.replace(/^results\/(?:old-versions\/)?/, '');
}

function figuresOf(result: EvaluationResult | undefined): Pick<ResultHistoryRow, 'summary' | 'score' | 'cost'> {
  if (!result) return { summary: 'It cannot be read' };
  const tables = caseTables(result);
  const count = (state: CaseState) => tables.filter((it) => it.state === state).length;
  const [passed, unknown] = [count('passed'), count('unknown')];
  const scores = tables.flatMap(({ arms: [first] }) => first?.score ?? []);
  const cost = costText(result.costUsd);
  const cases = tables.length === 1 ? '1 case' : `${tables.length} cases`;
  return {
    summary: [
      `${passed} of ${cases} passed`,
      ...(unknown > 0 ? [`${unknown} not judged`] : []),
      ...(result.partial === undefined ? [] : ['not all were run']),
    ].join(', '),
    ...(scores.length > 0 && { score: scoreText(meanOf(scores)) }),
    ...(cost !== undefined && { cost }),
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
