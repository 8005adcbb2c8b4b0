/** A sentence as a clause of another one. */
export function startSmall(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
