import { textRange } from '../../../document/text/text-range.ts';
import { type MergedCase, mergeCase, promptOf } from '../../../evaluation/cases/merged-case.ts';
import { mappingOf, readEvaluation } from '../../../evaluation/cases/read-evaluation.ts';
import { shapeFaults } from '../../../evaluation/cases/shape-faults.ts';
import type { ShapeFault } from '../../../evaluation/shapes/shape-fault.ts';
import type { EvaluatedSkill } from '../../../evaluation/surroundings/evaluated-skills.ts';
import { evaluationOfPath } from '../../../evaluation/surroundings/evaluation-path.ts';
import {
  KnownSurroundings,
  readEvaluationSurroundings,
  type SavedCase,
} from '../../../evaluation/surroundings/evaluation-surroundings.ts';
import { numberAt, textAt, type Value, valueAt } from '../../../evaluation/values/value.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import { lastPart } from '../../../platform/paths.ts';
import { type FilePlace, FilePlaces } from './file-places.ts';
import type { Suite } from './suites.ts';

/** A case of a suite, as it is saved. */
export interface SuiteCase {
  /** Identifies it. */
  readonly folder: string;
  /** The folder of the evaluations that it is one of. */
  readonly evaluations: string;
  /** The runner's name for it. */
  readonly name: string;
  /** The beginning of the file that is opened. */
  readonly place: FilePlace;
  readonly merged: MergedCase;
  /** The texts of its files by their paths. */
  readonly texts: ReadonlyMap<string, string>;
  /** The needs of the skills around it; undefined if they are not known. */
  readonly skills: readonly EvaluatedSkill[] | undefined;
  /** How often it runs. */
  readonly runs: number;
  /** Why the runner does not run it. */
  readonly problem: string | undefined;
}

/** Cases that are read at the same time. */
const concurrency = 8;

/** How often a case runs that does not say so. */
const usualRuns = 3;

/** Reads the cases of a suite; those that are gone, or of another tool, are left out. */
export async function readCases(suite: Suite, files: FileSystem): Promise<readonly SuiteCase[]> {
  const known = new KnownSurroundings();
  const found = await mapConcurrently([...suite.cases], concurrency, ([folder, path]) =>
    readCase(suite, folder, path, files, known),
  );
  return found.filter((it) => it !== undefined).sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

async function readCase(
  suite: Suite,
  folder: string,
  path: string,
  files: FileSystem,
  known: KnownSurroundings,
): Promise<SuiteCase | undefined> {
  const kind = evaluationOfPath(path.split('/'), suite.folder);
  const bytes = await files.readFile(path);
  if (!kind || !bytes) return undefined;
  const text = decodeText(bytes);
  const pluginRoot = suite.kind === 'plugin' ? suite.owner : undefined;
  const { case: saved, skills } = await readEvaluationSurroundings(path, kind, pluginRoot, files, known);
  if (!saved) return undefined;
  const merged = mergeCase(kind, readEvaluation(text, kind), saved, lastPart(path));
  if (!merged.isMeant) return undefined;
  const texts = new Map([
    [`${folder}/prompt.md`, saved.prompt ?? ''],
    [`${folder}/case.yaml`, saved.definition ?? ''],
    ...(saved.graders ?? []).map((it) => [`${folder}/graders/${it.fileName}`, it.text] as const),
    [path, text],
  ]);
  const name = textOf(merged, 'name') ?? lastPart(folder);
  const place = new FilePlaces(path, '').at(textRange(0, 0));
  const evaluations = suite.folder;
  const [runs, problem] = [runsOf(merged), whyNotRun(merged, saved)];
  return { folder, evaluations, name, place, merged, texts, skills, runs, problem };
}

/** The value in `prompt.md`, or else in the definition. */
function topValue({ prompt, definition }: MergedCase, key: string): Value | undefined {
  return valueAt(prompt && mappingOf(prompt), key) ?? valueAt(definition && mappingOf(definition), key);
}

function textOf(merged: MergedCase, key: string): string | undefined {
  const value = topValue(merged, key);
  return value?.kind === 'string' && value.value !== '' ? value.value : undefined;
}

function runsOf({ prompt, definition }: MergedCase): number {
  const written =
    numberAt(prompt && mappingOf(prompt), 'runs') ?? numberAt(definition && mappingOf(definition), 'runs');
  return written !== undefined && Number.isInteger(written) && written >= 1 && written <= 50 ? written : usualRuns;
}

function whyNotRun(merged: MergedCase, saved: SavedCase): string | undefined {
  const { isReadable, isInCase, prompt, definition } = merged;
  const graders = (saved.graders ?? []).map(({ text }) => readEvaluation(text, 'eval-grader'));
  const isRejected = [prompt, definition, ...graders].some((file) => file && shapeFaults(file).some(isRejecting));
  if (!isReadable || isRejected)
    return 'The runner rejects its files: `skillwright check` and the list of problems say why';
  if (isInCase) return 'It is in the folder of another case, where the runner does not find it';
  if (!prompt && !definition) return 'It has neither a `prompt.md` nor a `case.yaml`';
  if (!promptOf(merged)) return 'It has no prompt, so the runner rejects it: write one in its `prompt.md`';
  if (merged.graders.length === 0)
    return 'It has no graders, so the runner rejects it: add a Markdown file with `type:` in its frontmatter to its folder `graders`';
  return undefined;
}

/** A key that is ignored does not stop the runner. */
function isRejecting(fault: ShapeFault): boolean {
  return fault.kind !== 'key' || !fault.isDropped;
}

/** Whether a script prepares the folder of a case, which runs only if the user asks for it. */
export function hasScaffoldScript({ definition }: MergedCase): boolean {
  return textAt(definition && mappingOf(definition), 'context', 'scaffold_script') !== undefined;
}
