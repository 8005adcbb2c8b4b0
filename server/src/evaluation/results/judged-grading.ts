import { isMap, jsonText, parseMap } from '../../document/json-values.ts';
import { evidenceOfModel, evidenceOfPerson, judgedAgain, judgedEvidence } from './judged-by.ts';
import { evidenceNames, listNames, passedNames, textNames } from './read-grading.ts';

/** A person's judgement of a statement. */
export interface Judgement {
  readonly text: string;
  readonly passed: boolean;
  /** Undefined if the person does not say. */
  readonly why?: string | undefined;
}

/** A model's judgement of a statement. */
export interface ModelJudgement {
  readonly text: string;
  readonly passed: boolean;
  readonly evidence: string;
}

type Item = Record<string, unknown>;

/**
 * The text of a `grading.json` with what a person says added. Statements that nobody has judged are not in it, because the
 * format has no value for them. Whatever else a file has is kept; undefined if it is not one that could be.
 *
 * @param written the text of the file; undefined if there is none
 */
export function judgedGrading(written: string | undefined, judgements: readonly Judgement[]): string | undefined {
  return gradingWith(written, judgements, ({ text, passed, why }, item) => {
    if (!item) return { text, passed, evidence: evidenceOfPerson(passed, why) };
    const names = namesIn(item);
    const evidence = item[names.evidence];
    const old = typeof evidence === 'string' ? evidence : '';
    const isAgreed = item[names.passed] === passed && judgedEvidence(old).judge?.kind !== 'model';
    if (isAgreed && why === undefined) return item;
    return { ...item, [names.passed]: passed, [names.evidence]: judgedAgain(old, passed, why) };
  });
}

/**
 * The same with what a model says, marked as that. Statements that somebody has judged stay as they are.
 *
 * @param model its name
 */
export function modelGrading(
  written: string | undefined,
  judgements: readonly ModelJudgement[],
  model: string,
): string | undefined {
  return gradingWith(written, judgements, ({ text, passed, evidence }, item) => {
    const said = evidenceOfModel(model, evidence);
    if (!item) return { text, passed, evidence: said };
    const names = namesIn(item);
    return typeof item[names.passed] === 'boolean' ? item : { ...item, [names.passed]: passed, [names.evidence]: said };
  });
}

/** @param judge what becomes of the item of a statement; it gets undefined for a statement that the file does not have */
function gradingWith<Said extends { readonly text: string }>(
  written: string | undefined,
  judgements: readonly Said[],
  judge: (said: Said, item: Item | undefined) => Item,
): string | undefined {
  const before = written === undefined ? {} : parseMap(written);
  if (!before) return undefined;
  const list = firstOf(before, listNames) ?? listNames[0];
  const items: unknown = before[list] ?? [];
  if (!Array.isArray(items)) return undefined;
  const after = [...(items as unknown[])];
  for (const said of judgements) {
    const at = after.findIndex((item) => isMap(item) && item[firstOf(item, textNames) ?? ''] === said.text);
    if (at < 0) after.push(judge(said, undefined));
    else after[at] = judge(said, after[at] as Item);
  }
  const summary = isMap(before.summary) ? before.summary : {};
  return jsonText({ ...before, [list]: after, summary: { ...summary, ...summaryOf(after) } });
}

/** How an item calls what it has. */
function namesIn(item: Item) {
  return {
    passed: firstOf(item, passedNames) ?? passedNames[0],
    evidence: firstOf(item, evidenceNames) ?? evidenceNames[0],
  };
}

function summaryOf(items: readonly unknown[]) {
  const verdicts = items.flatMap((item) => (isMap(item) ? [item[firstOf(item, passedNames) ?? '']] : []));
  const judged = verdicts.filter((verdict) => typeof verdict === 'boolean');
  const passed = judged.filter(Boolean).length;
  const total = judged.length;
  return { passed, failed: total - passed, total, pass_rate: total === 0 ? 0 : passed / total };
}

function firstOf(value: Record<string, unknown>, names: readonly string[]): string | undefined {
  return names.find((name) => Object.hasOwn(value, name));
}
