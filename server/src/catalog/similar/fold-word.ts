/**
 * Reduces the forms of an English word to one key: `reviews`, `reviewing` and `reviewer`, `optimise` and
 * `optimization`. The key need not be a word. Other languages lose a few endings too, equally on both sides of a
 * comparison.
 */
export function foldWord(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let stem = word;
  if (/.ies$/.test(stem)) stem = `${stem.slice(0, -3)}y`;
  else if (!/(?:ss|us)$/.test(stem)) stem = stem.replace(/(?<=ss|x|ch|sh)es$|(?<=s)is$|s$/, '');
  const bare = stem.replace(/(?<=.{3})(?:ing|ed|er|ion|or)$|(?<=.{6})ment$/, '');
  // `committing` comes from `commit`, but `calling` from `call`.
  stem = bare !== stem && /([bdgmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
  stem = stem.replace(/(?<=.{3})e$/, '');
  if (stem.length > 6) stem = stem.replace(/at$/, '');
  return stem.replace(/y$/, 'i').replace(/z$/, 's');
}
