/**
 * An estimate of how many tokens a text costs. Nobody publishes the tokenizer, so this is a rule of thumb, always to
 * be shown as one: four Latin characters a token, as the client itself reckons for its budget, and one token for each
 * Chinese, Japanese or Korean character and each emoji. A line end is one character, however it is written: a checkout
 * on Windows costs no more.
 */
export function estimateTokens(text: string): number {
  let dense = 0;
  let others = 0;
  // By hand, as this runs over the whole body at every edit.
  for (let offset = 0; offset < text.length; offset++) {
    const codePoint = text.codePointAt(offset)!;
    if (codePoint > 0xffff) offset++;
    if (isDense(codePoint)) dense++;
    else if (codePoint !== 13 /* \r */) others++;
  }
  return dense + Math.ceil(others / charactersPerToken);
}

const charactersPerToken = 4;

/** Scripts without spaces and pictographs: about a token a character. */
function isDense(codePoint: number): boolean {
  return (
    (codePoint >= 0x2e80 && codePoint <= 0xd7ff) || (codePoint >= 0xf900 && codePoint <= 0xfaff) || codePoint >= 0x1f000
  );
}
