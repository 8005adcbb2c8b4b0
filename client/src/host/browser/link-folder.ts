/** A browser has no links. */
export async function linkFolder(): Promise<boolean> {
  return false;
}

/** There are none to remove. */
export async function removeLink(): Promise<void> {
  return undefined;
}
