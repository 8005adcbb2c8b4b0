import { isMap } from '../../catalog/settings/json-map.ts';
import { evidenceNames, listNames, passedNames, textNames } from './grading-names.ts';

/** What a person says about a statement. */
export interface Judgement {
  readonly text: string;
  readonly passed: boolean;
}

/**
 * The text of a `grading.json` with what a person says added. Statements that nobody has judged are not in it, because the
 * format has no value for them. Whatever else a file has is kept; undefined if it is not one that could be.
 *
 * @param written the text of the file; undefined if there is none
 */
export function judgedGrading(written: string | undefined, judgements: readonly Judgement[]): string | undefined {
  const before = written === undefined ? {} : parsedMap(written);
  if (!before) return undefined;
  const list = firstOf(before, listNames) ?? listNames[0];
  const items: unknown = before[list] ?? [];
  if (!Array.isArray(items)) return undefined;
  const after = [...(items as unknown[])];
  for (const judgement of judgements) {
    const at = after.findIndex((item) => isMap(item) && item[firstOf(item, textNames) ?? ''] === judgement.text);
    if (at < 0) after.push({ text: judgement.text, passed: judgement.passed, evidence: saidBy(judgement) });
    else after[at] = judgedAgain(after[at] as Record<string, unknown>, judgement);
  }
  const summary = isMap(before.summary) ? before.summary : {};
  return `${JSON.stringify({ ...before, [list]: after, summary: { ...summary, ...summaryOf(after) } }, null, 2)}\n`;
}

/** The evidence of another verdict is kept after that of the new one. */
function judgedAgain(item: Record<string, unknown>, judgement: Judgement): Record<string, unknown> {
  const passed = firstOf(item, passedNames) ?? passedNames[0];
  if (item[passed] === judgement.passed) return item;
  const evidence = firstOf(item, evidenceNames) ?? evidenceNames[0];
  const old = item[evidence];
  const opposite = saidBy({ ...judgement, passed: !judgement.passed });
  const isOurs = typeof old !== 'string' || old === '' || old.startsWith(opposite);
  const rest = isOurs && typeof old === 'string' ? old.slice(opposite.length) : isOurs ? '' : `. Before: ${old}`;
  return { ...item, [passed]: judgement.passed, [evidence]: `${saidBy(judgement)}${rest}` };
}

function saidBy({ passed }: Judgement): string {
  return passed ? 'A person has marked it as met' : 'A person has marked it as not met';
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

function parsedMap(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
