import { judgedEvidence } from '../../../evaluation/results/judged-by.ts';
import { type Judgement, judgedGrading } from '../../../evaluation/results/judged-grading.ts';
import { readGrading } from '../../../evaluation/results/read-grading.ts';
import { TolerantValue } from '../../../evaluation/results/tolerant-value.ts';
import { MAX_FILE_BYTES } from '../../../platform/bounds.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { CaseFile } from '../../../protocol.ts';
import { leadsElsewhere } from '../cases/case-place.ts';
import { type KeptJudgement, statementId } from '../running/evaluation-items.ts';
import type { Suite } from '../running/suites.ts';
import type { KeptSession } from './kept-session.ts';
import { judgedTexts, metadataText, promptPlace, runFolder, sessionTexts } from './prompt-result.ts';
import type { PromptSet, SetPrompt } from './suite-prompts.ts';

/** The last run of a prompt. */
export interface PromptRun {
  readonly suite: Suite;
  readonly set: PromptSet;
  readonly prompt: SetPrompt;
  readonly withSkill: KeptSession;
  /** Undefined if it ran once, or if that session was not kept. */
  readonly withoutSkill: KeptSession | undefined;
}

/** Files to write, the paths relative to a folder. */
interface JudgedFiles {
  /** The folder of the result. */
  readonly folder: string;
  readonly files: readonly CaseFile[];
}

/**
 * The files that keep what a person says about the last run of a prompt, laid out as skill-creator does, in the results of its
 * evaluations: the verdicts next to the outputs, and the outputs themselves if they are not there yet.
 */
export async function judgedFiles(
  run: PromptRun,
  judgements: readonly Judgement[],
  files: FileSystem,
): Promise<JudgedFiles | Refusal> {
  const { folder, name } = placeOf(run);
  const withSkill = `${name}/${runFolder(true)}`;
  const elsewhere = await leadsElsewhere(`${folder}/${withSkill}`, run.suite.owner, files);
  if (elsewhere !== undefined) return { problem: elsewhere };
  const path = `${folder}/${withSkill}/grading.json`;
  const isLink = (await leadsElsewhere(path, run.suite.owner, files)) !== undefined;
  const type = await files.typeOf(path);
  const bytes = type === undefined ? undefined : await files.readFile(path, MAX_FILE_BYTES);
  const grading =
    isLink || (type !== undefined && !bytes) ? undefined : judgedGrading(bytes && decodeText(bytes), judgements);
  if (grading === undefined)
    return {
      problem: `${path} is not a grading.json that can be added to, so nothing was written. Fix or move it first`,
    };
  const missing = await missingOutputs(run, files);
  return { folder, files: [...missing, { path: `${withSkill}/grading.json`, text: grading }] };
}

/** The files that keep the last run of a prompt before anybody has judged it, in the same layout. */
export async function outputFiles(run: PromptRun, files: FileSystem): Promise<JudgedFiles> {
  return { folder: placeOf(run).folder, files: await missingOutputs(run, files) };
}

/** The files that are written of a run once, as far as they are not there yet. */
async function missingOutputs(run: PromptRun, files: FileSystem): Promise<readonly CaseFile[]> {
  const { folder, name } = placeOf(run);
  const wanted = [
    { path: `${name}/eval_metadata.json`, text: metadataText(run.prompt) },
    ...sessionTexts(`${name}/${runFolder(true)}`, run.withSkill),
    ...(run.withoutSkill ? sessionTexts(`${name}/${runFolder(false)}`, run.withoutSkill) : []),
  ];
  const missing: CaseFile[] = [];
  for (const file of wanted) {
    const isFree = (await files.typeOf(`${folder}/${file.path}`)) === undefined;
    if (isFree && (await leadsElsewhere(`${folder}/${file.path}`, run.suite.owner, files)) === undefined)
      missing.push(file);
  }
  return missing;
}

/** The judgements of the last run of a prompt, by a person or a model in the place of one, by the statements. */
export async function keptJudgements(run: PromptRun, files: FileSystem): Promise<ReadonlyMap<string, KeptJudgement>> {
  const { folder, name } = placeOf(run);
  const path = `${folder}/${name}/${runFolder(true)}/grading.json`;
  const elsewhere = await leadsElsewhere(path, run.suite.owner, files);
  const bytes = elsewhere === undefined ? await files.readFile(path, MAX_FILE_BYTES) : undefined;
  const root = bytes && TolerantValue.ofFile(decodeText(bytes)).root;
  const judged = new Map<string, KeptJudgement>();
  for (const { name, passed, explanation } of root ? readGrading(root).verdicts : []) {
    const { judge } = judgedEvidence(explanation);
    if (passed !== undefined)
      judged.set(name, { isMet: passed, ...(judge?.kind === 'model' && { judge: judge.name }) });
  }
  const texts = judgedTexts(run.prompt);
  return new Map(
    texts.flatMap((text, index) => {
      const judgement = judged.get(text);
      return judgement === undefined ? [] : [[statementId(index), judgement]];
    }),
  );
}

function placeOf({ suite, prompt, withSkill: { summary } }: PromptRun) {
  return promptPlace(suite, prompt, summary.together ?? summary.startedAt);
}
