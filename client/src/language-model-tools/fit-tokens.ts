import type { CancellationToken } from 'vscode';

/** How many tokens a result may have, and how the model counts them. */
export interface TokenLimit {
  readonly tokenBudget: number;
  countTokens(text: string, token?: CancellationToken): Thenable<number>;
}

/** Cuts a text that has more tokens than the model accepts, and says so. */
export async function fitTokens(
  text: string,
  limit: TokenLimit | undefined,
  token?: CancellationToken,
): Promise<string> {
  if (!limit) return text;
  const { tokenBudget } = limit;
  const count = (of: string) => limit.countTokens(of, token);
  let shown = text;
  for (let tokens = await count(text), length = text.length; tokens > tokenBudget && length > 0; ) {
    length = Math.floor(Math.min(length - 1, (length * tokenBudget * 0.95) / tokens));
    const cut = text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
    shown = `${cut}\n\n[Cut after ${cut.length} of ${text.length} characters: the rest exceeds the token limit of this tool]`;
    tokens = await count(shown);
  }
  return shown;
}
