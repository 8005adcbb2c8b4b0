import { firstIndexWhere } from '../../document/text/first-index-where.ts';
import type { Finding, TextEdit } from '../../rules/rule.ts';
import type { RuleId } from '../../rules/rule-id.ts';
import { EditedText } from './edited-text.ts';

/** Maximum number of rounds of fixes; a fix that causes another one takes one more round. */
const maxRounds = 20;

/** A text with its safe fixes applied. */
interface FixedText {
  readonly text: string;
  /** Edits of the text that was given, in source order, not overlapping. */
  readonly edits: readonly TextEdit[];
}

/**
 * Applies the safe fixes of a text until none is left or nothing changes. If fixes overlap, the one that
 * begins first is applied and the others wait for the next round.
 *
 * @param check the findings in a text
 * @param rule only the fixes of this rule
 */
export function fixAll(text: string, check: (text: string) => readonly Finding[], rule?: RuleId): FixedText {
  const steps = rounds(text, ofRule(rule));
  let step = steps.next([]);
  while (!step.done) step = steps.next(check(step.value));
  return step.value;
}

/** The same for an asynchronous check. */
export function fixAllInTurns(
  text: string,
  check: (text: string) => Promise<readonly Finding[]>,
  rule?: RuleId,
): Promise<FixedText> {
  return applyInTurns(text, check, ofRule(rule));
}

/** The same for other fixes: `editsFor` chooses the edits for a finding, if any. */
export async function applyInTurns(
  text: string,
  check: (text: string) => Promise<readonly Finding[]>,
  editsFor: EditsFor,
): Promise<FixedText> {
  const steps = rounds(text, editsFor);
  let step = steps.next([]);
  while (!step.done) step = steps.next(await check(step.value));
  return step.value;
}

/** The edits that are to be applied for a finding: those of one fix, or none. */
type EditsFor = (finding: Finding) => readonly (readonly TextEdit[])[];

function ofRule(rule: RuleId | undefined): EditsFor {
  return (finding) => (rule === undefined || finding.rule === rule ? safeEdits(finding) : []);
}

/** Asks for the findings in a text, applies what can be fixed, and asks again. */
function* rounds(text: string, editsFor: EditsFor): Generator<string, FixedText, readonly Finding[]> {
  const edited = new EditedText(text);
  const seen = new Set([text]);
  for (let round = 0; round < maxRounds; round++) {
    const findings = yield edited.text;
    edited.apply(compatibleEdits(findings.flatMap((finding) => editsFor(finding))));
    // Nothing left to fix, or two rules that undo each other's fixes forever.
    if (seen.has(edited.text)) break;
    seen.add(edited.text);
  }
  return { text: edited.text, edits: edited.editsOfOriginal() };
}

/** The edits of the first fix that is safe and edits nothing but the text; none or one. */
export function safeEdits(finding: Finding): (readonly TextEdit[])[] {
  const fix = finding.fixes?.find(({ safe, rename, edits }) => safe && !rename && edits.length > 0);
  return fix ? [fix.edits] : [];
}

/** Whether `fixAll` can fix a finding. */
export function isFixedSafely(finding: Finding): boolean {
  return safeEdits(finding).length > 0;
}

/** Selects fixes in the order of their first edit, without those that conflict with one already selected. */
function compatibleEdits(fixes: readonly (readonly TextEdit[])[]): TextEdit[] {
  const taken = new TakenEdits();
  const ordered = fixes.map((edits) => ({ edits, start: firstStart(edits) })).sort((a, b) => a.start - b.start);
  for (const { edits } of ordered) if (!edits.some((edit) => taken.meets(edit))) taken.add(edits);
  return taken.inOrder();
}

/** Edits in source order that do not overlap. */
class TakenEdits {
  readonly #edits: TextEdit[] = [];

  add(edits: readonly TextEdit[]): void {
    const last = this.#edits.at(-1);
    const follow = !last || edits.every(({ range }) => last.range.start <= range.start);
    const [first] = edits;
    if (!follow && first && edits.length === 1) {
      this.#edits.splice(placeIn(this.#edits, first.range.start), 0, first);
      return;
    }
    for (const edit of edits) this.#edits.push(edit);
    if (edits.length > 1) this.#edits.sort((a, b) => a.range.start - b.range.start);
  }

  meets(edit: TextEdit): boolean {
    // They do not overlap, so only the neighbours matter.
    const place = placeIn(this.#edits, edit.range.start);
    return [this.#edits[place - 1], this.#edits[place]].some((other) => other !== undefined && meets(other, edit));
  }

  inOrder(): TextEdit[] {
    return this.#edits;
  }
}

function firstStart(edits: readonly TextEdit[]): number {
  return edits.reduce((first, { range }) => Math.min(first, range.start), Number.POSITIVE_INFINITY);
}

/** Whether edits overlap or begin at the same offset: the order of two insertions there is not defined. */
function meets(a: TextEdit, b: TextEdit): boolean {
  return a.range.start === b.range.start || (a.range.start < b.range.end && b.range.start < a.range.end);
}

/** The index of the first edit that begins after `start`. */
function placeIn(taken: readonly TextEdit[], start: number): number {
  return firstIndexWhere(taken, ({ range }) => range.start > start);
}
