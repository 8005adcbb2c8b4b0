import { withoutCodeSpans } from '../../document/injections.ts';
import type { Replacement, SpannedText } from './spanned-text.ts';

/** Replaces a command if the settings disable commands. */
const DISABLED_COMMAND = '[shell command execution disabled by policy]';

/** Replaces every command, also blank ones: first the fenced ones, then the inline ones in the remaining text. */
export function disableCommands(text: SpannedText): SpannedText {
  const withoutFences = text.replace(notices(text.text, /```![\s\S]*?```/g));
  return withoutFences.replace(notices(withoutCodeSpans(withoutFences.text), /(?<=^|\s)!`[^`]+`/g));
}

function notices(text: string, pattern: RegExp): Replacement[] {
  if (!text.includes('!')) return [];
  return [...text.matchAll(pattern)].map(({ index: start, 0: command }) => ({
    start,
    end: start + command.length,
    text: DISABLED_COMMAND,
    kind: 'injection' as const,
  }));
}
