import type { RunPart } from '../../../protocol.ts';

/** What the model wrote last, in the session itself; empty if nothing. */
export function lastTextOf(parts: readonly RunPart[]): string {
  const texts = parts.flatMap((part) => (part.kind === 'text' && part.parent === undefined ? [part.text] : []));
  return texts.at(-1) ?? '';
}
