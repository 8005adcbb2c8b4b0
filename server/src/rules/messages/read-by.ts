import { inWords } from './in-words.ts';

/** `read by Codex, Cursor and OpenCode, not by Claude Code` */
export function readBy(readers: readonly string[]): string {
  return `read by ${inWords(readers)}, not by Claude Code`;
}
