import type { RunPart } from '../../../protocol.ts';

/** The last text of the model, in the session itself; empty if there is none. */
export function lastTextOf(parts: readonly RunPart[]): string {
  const texts = parts.flatMap((part) => (part.kind === 'text' && part.parent === undefined ? [part.text] : []));
  return texts.at(-1) ?? '';
}
