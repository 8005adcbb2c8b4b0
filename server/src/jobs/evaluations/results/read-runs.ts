import type {
  EvaluationResult,
  ResultCase,
  ResultRun,
  ResultVerdict,
} from '../../../evaluation/results/evaluation-result.ts';
import type { Grading } from '../../../evaluation/results/read-grading.ts';
import type { ReadFile } from '../../../evaluation/results/read-result.ts';
import {
  type CaseMetadata,
  type RunTiming,
  readCaseMetadata,
  readTiming,
} from '../../../evaluation/results/read-run-files.ts';
import { sumOf } from '../../../evaluation/results/result-sums.ts';
import { skillCreatorRun } from '../../../evaluation/results/skill-creator-run.ts';
import type { ResultProblem } from '../../../evaluation/results/tolerant-value.ts';
import { BoundedWalk } from '../../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, lastPart } from '../../../platform/paths.ts';
import { suiteOfResults } from './find-results.ts';

/** `run-2` is before `run-10`. */
const inOrder = new Intl.Collator('en', { numeric: true });

/** Reads the files of runs, and notes what is wrong in them. */
export interface RunFiles {
  readonly files: FileSystem;
  /** A file with verdicts or figures; undefined if it is missing or cannot be read. */
  result(path: string): Promise<ReadFile | undefined>;
  /** Notes what other programs make of a file that is read here. */
  note(path: string, message: string): void;
  /** Another file; undefined if it is missing or cannot be read. */
  other<What>(
    path: string,
    read: (text: string) => { readonly what: What | undefined; readonly problems: readonly ResultProblem[] },
  ): Promise<What | undefined>;
}

/** Reads runs as skill-creator lays them out: `<case>/<arm>/run-1/grading.json`, or without `run-1`. */
export async function readRuns(root: string, runFiles: RunFiles): Promise<EvaluationResult> {
  const walk = new BoundedWalk(runFiles.files, SMALL_WALK);
  const cases: ResultCase[] = [];
  for (const folder of await foldersIn(root, 0, walk)) {
    const found = await readCase(folder, walk, runFiles);
    if (found) cases.push(found);
  }
  noteUncounted(cases, runFiles);
  const benchmark = await benchmarkOf(root, runFiles);
  return {
    format: 'skill-creator',
    subject: benchmark?.subject ?? skillOfWorkspace(root) ?? ownSkill(root),
    version: undefined,
    startedAt: benchmark?.startedAt ?? startOf(root),
    claudeVersion: undefined,
    seconds: undefined,
    costUsd: sumOf(cases.flatMap(({ runs }) => runs)).costUsd,
    partial: undefined,
    pluginProblems: [],
    cases,
    notes: benchmark?.notes ?? [],
    details: benchmark?.details ?? {},
  };
}

/**
 * skill-creator says to save verdicts next to the outputs, and to name the folders of cases by what they test. Its script
 * that adds them up finds neither.
 */
function noteUncounted(cases: readonly ResultCase[], { note }: RunFiles): void {
  const graded = cases
    .flatMap(({ runs }) => runs)
    .filter(({ folder, score }) => folder !== undefined && score !== undefined);
  const loose = graded.find(({ folder }) => !isRunFolder(folder!));
  if (loose) {
    note(
      `${loose.folder}/grading.json`,
      'The script of skill-creator that adds runs up does not find it: move it into `run-1`',
    );
  }
  const named = graded.find(({ folder }) => !lastPart(caseFolderOf(folder!)).startsWith('eval-'));
  if (named) {
    const name = lastPart(caseFolderOf(named.folder!));
    const advice = `rename \`${name}\` to \`eval-…\``;
    note(`${named.folder}/grading.json`, `The script of skill-creator that adds runs up skips its case: ${advice}`);
  }
}

function caseFolderOf(runFolder: string): string {
  return folderOf(isRunFolder(runFolder) ? folderOf(runFolder) : runFolder);
}

function isRunFolder(folder: string): boolean {
  return /^run-\d+$/.test(lastPart(folder));
}

/** One run whose `grading.json` was opened alone. */
export function resultOfGrading(grading: Grading, path: string): EvaluationResult {
  const folder = folderOf(path);
  const run = runOf(folder, 'with_skill', 1, grading, undefined, []);
  return {
    format: 'skill-creator',
    subject: undefined,
    version: undefined,
    startedAt: undefined,
    claudeVersion: undefined,
    seconds: undefined,
    costUsd: undefined,
    partial: undefined,
    pluginProblems: [],
    cases: [caseOf(folder, undefined, [run])],
    notes: [],
    details: {},
  };
}

/** The benchmark adds the same runs up; what is of its own are its notes and the names in it. */
async function benchmarkOf(root: string, { files, result }: RunFiles): Promise<EvaluationResult | undefined> {
  const folder = lastPart(root) === 'runs' ? folderOf(root) : root;
  const path = `${folder}/benchmark.json`;
  if ((await files.typeOf(path)) !== 'file') return undefined;
  const file = await result(path);
  return file?.kind === 'result' ? file.result : undefined;
}

/** `pdf` for `pdf/evals/results/<time>`. */
function ownSkill(root: string): string | undefined {
  const suite = suiteOfResults(root);
  return suite !== undefined && lastPart(suite) === 'evals' ? lastPart(folderOf(suite)) : undefined;
}

/** The time that the name of a folder of results says, as ours do. */
function startOf(root: string): string | undefined {
  const [, date, hours, minutes, seconds] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3})Z$/.exec(lastPart(root)) ?? [];
  return date === undefined ? undefined : `${date}T${hours}:${minutes}:${seconds!.replace('-', '.')}Z`;
}

/** `pdf` for `pdf-workspace/iteration-1`. */
function skillOfWorkspace(root: string): string | undefined {
  const workspace = root.split('/').find((part) => part.endsWith('-workspace'));
  return workspace?.slice(0, -'-workspace'.length);
}

async function readCase(folder: string, walk: BoundedWalk, runFiles: RunFiles): Promise<ResultCase | undefined> {
  const metadataPath = `${folder}/eval_metadata.json`;
  const hasMetadata = (await runFiles.files.typeOf(metadataPath)) === 'file';
  const metadata = hasMetadata ? await runFiles.other(metadataPath, readCaseMetadata) : undefined;
  const runs: ResultRun[] = [];
  for (const arm of await foldersIn(folder, 1, walk)) {
    const numbered = (await foldersIn(arm, 2, walk)).filter(isRunFolder);
    const folders = numbered.length > 0 ? numbered : [arm];
    for (const [index, path] of folders.entries()) {
      const run = await readRun(path, lastPart(arm), index + 1, metadata, runFiles);
      if (run) runs.push(run);
    }
  }
  return runs.length === 0 ? undefined : caseOf(folder, metadata, runs);
}

async function readRun(
  folder: string,
  arm: string,
  number: number,
  metadata: CaseMetadata | undefined,
  { files, result, other }: RunFiles,
): Promise<ResultRun | undefined> {
  const [hasGrading, hasTiming, outputs] = await Promise.all([
    files.typeOf(`${folder}/grading.json`),
    files.typeOf(`${folder}/timing.json`),
    files.typeOf(`${folder}/outputs`),
  ]);
  if (hasGrading !== 'file' && outputs !== 'folder') return undefined;
  const file = hasGrading === 'file' ? await result(`${folder}/grading.json`) : undefined;
  const timing = hasTiming === 'file' ? await other(`${folder}/timing.json`, readTiming) : undefined;
  const grading = file?.kind === 'grading' ? file.grading : undefined;
  return runOf(folder, arm, number, grading, timing, metadata?.expectations ?? []);
}

function runOf(
  folder: string,
  arm: string,
  number: number,
  grading: Grading | undefined,
  timing: RunTiming | undefined,
  expectations: readonly string[],
): ResultRun {
  const verdicts = withUnjudged(grading?.verdicts ?? [], expectations);
  return skillCreatorRun({
    arm,
    number,
    score: grading?.score,
    seconds: grading?.seconds ?? timing?.seconds,
    tokens: timing?.tokens,
    costUsd: timing?.costUsd,
    folder,
    verdicts,
    notes: grading?.notes ?? [],
    details: {},
  });
}

/**
 * Verdicts with the expectations that nobody has judged. Graders word some of them differently, so these are added only if all
 * that were judged are among them.
 */
function withUnjudged(verdicts: readonly ResultVerdict[], expectations: readonly string[]): readonly ResultVerdict[] {
  const judged = new Map(verdicts.map((verdict) => [verdict.name, verdict]));
  const known = new Set(expectations);
  if (verdicts.some(({ name }) => !known.has(name))) return verdicts;
  return expectations.map((name) => judged.get(name) ?? unjudged(name));
}

/** An expectation that a person has to judge. */
function unjudged(name: string): ResultVerdict {
  return {
    name,
    passed: undefined,
    explanation: '',
    evidence: undefined,
    weight: undefined,
    isScored: true,
    isOnlyWithPlugin: false,
    details: {},
  };
}

function caseOf(folder: string, metadata: CaseMetadata | undefined, runs: readonly ResultRun[]): ResultCase {
  const name = lastPart(folder);
  const number = /^eval-(\d+)$/.exec(name)?.[1];
  return {
    name: metadata?.name ?? name,
    id: metadata?.id ?? (number === undefined ? undefined : Number(number)),
    folder: name,
    runsPerArm: undefined,
    cut: undefined,
    prompt: metadata?.prompt,
    expectedOutput: metadata?.expectedOutput,
    graders: [],
    runs,
    advisories: [],
    aggregates: undefined,
    details: {},
  };
}

async function foldersIn(folder: string, depth: number, walk: BoundedWalk): Promise<readonly string[]> {
  const entries = await walk.list(folder, depth);
  const folders = entries
    .filter(({ type, isLink }) => type === 'folder' && !isLink)
    .map(({ name }) => `${folder}/${name}`);
  return folders.sort(inOrder.compare);
}
