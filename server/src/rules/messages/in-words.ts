const lists = {
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
};

/** `a, b and c`, or `a, b or c` */
export function inWords(items: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return lists[conjunction].format(items);
}
