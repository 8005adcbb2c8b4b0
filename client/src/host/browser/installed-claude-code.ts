/** A browser has none. */
export async function findInstalledClaudeCode(): Promise<string | undefined> {
  return undefined;
}
