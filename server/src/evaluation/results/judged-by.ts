/*
 * Who has judged a statement is the beginning of its evidence, because `grading.json` has no place for it, and every viewer
 * shows the evidence. A verdict that begins in another way is that of a grader of skill-creator, or of anybody.
 */

/** Who has judged a statement: a person, or a model by its name. */
type Judge = { readonly kind: 'person' } | { readonly kind: 'model'; readonly name: string };

/** The evidence of a verdict, taken apart. */
interface JudgedEvidence {
  /** Undefined if the evidence does not say. */
  readonly judge: Judge | undefined;
  /** The words of the judge, and after them those from before. */
  readonly said: string;
}

/** Who has judged, and why. */
export function judgedEvidence(evidence: string): JudgedEvidence {
  const person = /^A person has marked it as (?:not )?met(?:[:.] |$)/.exec(evidence);
  if (person) return { judge: { kind: 'person' }, said: evidence.slice(person[0].length) };
  const model = /^A model \(([^()]{1,100})\) says: /.exec(evidence);
  if (model) return { judge: { kind: 'model', name: model[1]! }, said: evidence.slice(model[0].length) };
  return { judge: undefined, said: evidence };
}

/** @param why undefined if the person does not say */
export function evidenceOfPerson(isMet: boolean, why: string | undefined): string {
  const marked = isMet ? 'A person has marked it as met' : 'A person has marked it as not met';
  return why === undefined || why.trim() === '' ? marked : `${marked}: ${why.trim()}`;
}

export function evidenceOfModel(name: string, evidence: string): string {
  return `A model (${name.replaceAll(/[()]/g, '').slice(0, 100) || 'unknown'}) says: ${evidence}`;
}

/** Before what was said by others. */
const before = '. Before: ';

/** The evidence of a person who judges again: what others said before stays, and what the person said before does not. */
export function judgedAgain(evidence: string, isMet: boolean, why: string | undefined): string {
  const own = evidenceOfPerson(isMet, why);
  if (evidence === '') return own;
  if (judgedEvidence(evidence).judge?.kind !== 'person') return `${own}${before}${evidence}`;
  const others = evidence.indexOf(before);
  return others < 0 ? own : `${own}${evidence.slice(others)}`;
}
