import type { RunPart, RunSummary } from '../../../protocol.ts';
import type { MadeFiles } from './made-files.ts';

/** A session of a prompt that was kept. */
export interface KeptSession {
  readonly summary: RunSummary;
  readonly parts: readonly RunPart[];
}

/** A session that has ended, with what it has made. */
export interface MadeSession extends KeptSession {
  readonly made: MadeFiles;
  /** Why the session is no measurement; undefined if it is one. */
  readonly problem: string | undefined;
}

/** The last text of the model, in the session itself; empty if there is none. */
export function lastTextOf(parts: readonly RunPart[]): string {
  const texts = parts.flatMap((part) => (part.kind === 'text' && part.parent === undefined ? [part.text] : []));
  return texts.at(-1) ?? '';
}
