/** Why a text is not an amount of US dollars that may be spent, for an input box; undefined if it is one. */
export function amountProblem(text: string): string | undefined {
  const isAmount = /^\s*\d+(\.\d+)?\s*$/.test(text) && Number(text) > 0;
  return isAmount ? undefined : 'Enter an amount above 0, such as 2.50';
}
