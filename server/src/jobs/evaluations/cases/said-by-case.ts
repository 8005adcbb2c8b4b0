import { typeOf } from '../../../evaluation/cases/case-expressions.ts';
import { type CaseGrader, graderText, type MergedCase, mergeCase } from '../../../evaluation/cases/merged-case.ts';
import { bodyOf, mappingOf, readEvaluation } from '../../../evaluation/cases/read-evaluation.ts';
import type { SavedCase } from '../../../evaluation/surroundings/evaluation-surroundings.ts';
import { textAt, valueAt } from '../../../evaluation/values/value.ts';
import { outcomeGrader, type SplitItem } from './case-of-item.ts';
import { asWritten } from './case-texts.ts';

/** The parts of a case that an item of `evals.json` can express, too. */
export interface SaidByCase extends Pick<SplitItem, 'outcome' | 'criteria'> {
  /** Undefined if there is none. */
  readonly prompt: string | undefined;
  readonly merged: MergedCase;
}

/** The texts of a case by their paths; without `prompt.md` and `case.yaml`, there is no case. */
export type CaseTexts = ReadonlyMap<string, string>;

/** Reads a case as the runner does; undefined if it cannot be read. */
export function saidByCase(texts: CaseTexts): SaidByCase | undefined {
  const prompt = texts.get('prompt.md');
  const definition = texts.get('case.yaml');
  const text = prompt ?? definition;
  if (text === undefined) return undefined;
  const kind = prompt === undefined ? 'eval-case' : 'eval-prompt';
  const graders = [...texts].flatMap(([path, text]) => {
    const fileName = /^graders\/([^/]+\.md)$/.exec(path)?.[1];
    return fileName === undefined ? [] : [{ fileName, text }];
  });
  const saved: SavedCase = {
    folder: '',
    prompt,
    definition,
    graders: graders.toSorted(byName),
    isInCase: false,
    hasMocks: false,
    misnamed: [],
  };
  const merged = mergeCase(kind, readEvaluation(text, kind), saved, '');
  if (!merged.isReadable) return undefined;
  const outcome = outcomeOf(merged);
  const criteria = merged.graders.flatMap((grader) => {
    const criterion = criterionOf(grader);
    const isOutcome = criterion === outcome && `graders/${grader.fileName}` === outcomeGrader;
    return criterion === undefined || isOutcome ? [] : [criterion];
  });
  return { prompt: promptOf(merged), outcome, criteria, merged };
}

/** `expectation-2` is before `expectation-10`. */
function byName({ fileName: a }: { fileName: string }, { fileName: b }: { fileName: string }): number {
  const number = (name: string) => Number(/^expectation-(\d{1,9})\.md$/.exec(name)?.[1] ?? Number.NaN);
  return number(a) - number(b) || (a < b ? -1 : 1);
}

function promptOf({ prompt, definition }: MergedCase): string | undefined {
  const body = prompt && bodyOf(prompt);
  const written = body || textAt(definition && mappingOf(definition), 'execution', 'prompt')?.value;
  return (written && asWritten(written)) || undefined;
}

function outcomeOf({ prompt, definition }: MergedCase): string | undefined {
  const written = valueAt(prompt?.data, 'expected_outcome') ?? valueAt(definition?.data, 'expected_outcome');
  return (written?.kind === 'string' && asWritten(written.value)) || undefined;
}

/** The criterion of a grader that asks a model. */
export function criterionOf(grader: CaseGrader): string | undefined {
  if (typeOf(grader) !== 'llm') return undefined;
  return asWritten(graderText(grader, 'criteria', 'criteria')?.value ?? '') || undefined;
}
