/**
 * An estimate of how many tokens a text costs. Nobody publishes the tokenizer, so this is a rule of thumb, always to
 * be shown as one: four Latin characters a token, as the client itself reckons for its budget, and one token for each
 * Chinese, Japanese or Korean character and each emoji.
 */
export function estimateTokens(text: string): number {
  let dense = 0;
  for (const character of text) if (isDense(character.codePointAt(0)!)) dense++;
  const surrogates = dense === 0 ? 0 : (text.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0);
  return dense + Math.ceil((text.length - surrogates - dense) / charactersPerToken);
}

const charactersPerToken = 4;

/** Scripts without spaces and pictographs: about a token a character. */
function isDense(codePoint: number): boolean {
  return (
    (codePoint >= 0x2e80 && codePoint <= 0xd7ff) || (codePoint >= 0xf900 && codePoint <= 0xfaff) || codePoint >= 0x1f000
  );
}
