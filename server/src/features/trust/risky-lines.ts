import { decodeText } from '../../platform/decode-text.ts';
import { dangersOf } from '../../rules/commands/command-dangers.ts';
import { isShellScript } from './script-items.ts';
import type { TrustItem } from './trust-item.ts';

/** Text of a file that downloads and runs something, deletes, or reads a secret. It is only data. */
export type RiskyLine = Pick<TrustItem, 'path' | 'line' | 'text'>;

/** Bytes of a script that are read, and in which its first line says what runs it. */
const maxBytes = 1_000_000;
const firstLine = 300;

/** Of one script, in lines; and in UTF-16 units, beyond which nobody has written a line. */
const maxLines = 5_000;
const maxLength = 1_000;

/** Of one script: a reader who has seen so many needs no more. */
const maxFound = 20;

/** What a line needs for any of them: most have nothing of it, and need no reading. */
const hint = /rm|curl|wget|fetch|eval|env|key|secret|token|credential|password|unlink|shred|find|\.ssh|\.aws|netrc/i;

/** The risky lines of a shell script; none in other files. */
export function riskyLines(path: string, bytes: Uint8Array): readonly RiskyLine[] {
  if (!isShellScript(path, decodeText(bytes.subarray(0, firstLine)))) return [];
  const text = decodeText(bytes.subarray(0, maxBytes));
  const found: RiskyLine[] = [];
  let begun = '';
  let first = 0;
  for (const [index, line] of text.split(/\r?\n/, maxLines).entries()) {
    if (begun === '') first = index;
    const whole = begun + line;
    // The command goes on in the next line.
    begun = whole.endsWith('\\') && whole.length <= maxLength ? `${whole.slice(0, -1)} ` : '';
    if (begun !== '' || whole.length > maxLength || !hint.test(whole)) continue;
    if (dangersOf(whole).length > 0) found.push({ path, line: first, text: whole.trim() });
    if (found.length === maxFound) break;
  }
  return found;
}

/** The commands that run when a text is loaded and are risky. */
export function riskyCommands(items: readonly TrustItem[]): readonly RiskyLine[] {
  return items.filter(
    ({ kind, text }) => kind === 'injection' && text.length <= maxLength && dangersOf(text).length > 0,
  );
}
