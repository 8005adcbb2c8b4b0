/** How far an estimate may be off, as a fraction: whatever is decided by it is certain only beyond that. */
export const TOKEN_ESTIMATE_ERROR = 0.2;

/**
 * An estimate of the tokens in a text. The tokenizer is not public, so this is a rule of thumb and must always be shown
 * as one: four Latin characters per token, as Claude Code itself estimates for its budget, and one token for each
 * Chinese, Japanese or Korean character and each emoji. A line ending is one character, however it is written: a
 * checkout on Windows costs no more.
 */
export function estimateTokens(text: string): number {
  // This runs over the whole body at every edit, and most texts have nothing but what counts alike.
  const start = text.search(unlikeMost);
  if (start < 0) return Math.ceil(text.length / charactersPerToken);
  let dense = 0;
  let others = start;
  for (let offset = start; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit < firstDense) {
      if (unit !== 13 /* \r */) others++;
      continue;
    }
    const codePoint = text.codePointAt(offset)!;
    if (codePoint > 0xffff) offset++;
    if (isDense(codePoint)) dense++;
    else others++;
  }
  return dense + Math.ceil(others / charactersPerToken);
}

const charactersPerToken = 4;

const firstDense = 0x2e80;

const unlikeMost = /[\r\u2e80-\uffff]/;

/** Scripts without spaces and pictographs: about one token per character. */
function isDense(codePoint: number): boolean {
  return (
    (codePoint >= firstDense && codePoint <= 0xd7ff) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    codePoint >= 0x1f000
  );
}
