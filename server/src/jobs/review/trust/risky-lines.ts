import { withoutSecrets } from '../../../dialect/secrets/find-secrets.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { mapConcurrently } from '../../../platform/map-concurrently.ts';
import { dangersOf } from '../../../rules/commands/command-dangers.ts';
import { isShellScript } from './script-items.ts';
import type { TrustItem } from './trust-item.ts';
import type { TrustReview } from './trust-review.ts';

/** Text of a file that downloads and runs something, deletes, or reads a secret. It is only data. */
export type RiskyLine = Pick<TrustItem, 'path' | 'line' | 'text'>;

/** Bytes of a script that are read. */
const maxBytes = 1_000_000;

/** Files that are read at a time. */
const concurrency = 8;

/** Of one script, in lines; and in UTF-16 units, beyond which nobody has written a line. */
const maxLines = 5_000;
const maxLength = 1_000;

/** Of one script: a reader who has seen so many needs no more. */
const maxFound = 20;

/** Lines without a match have none of them, and need no reading: most lines. */
const hint = /rm|curl|wget|fetch|eval|env|key|secret|token|credential|password|unlink|shred|find|\.ssh|\.aws|netrc/i;

/**
 * The lines of scripts and the commands of a review that need a second look. Only the answer shows them, and not every
 * review is one, so the scripts are read again.
 */
export async function riskyLines(
  { items }: Pick<TrustReview, 'items'>,
  files: Pick<FileSystem, 'readFile'>,
): Promise<readonly RiskyLine[]> {
  const scripts = items.filter(({ kind }) => kind === 'script');
  const inScripts = await mapConcurrently(scripts, concurrency, async ({ path }) => {
    const bytes = await files.readFile(path);
    return bytes ? riskyLinesOf(path, decodeText(bytes.subarray(0, maxBytes))) : [];
  });
  const commands = items.filter(
    ({ kind, text }) =>
      kind === 'shown-command' || (kind === 'injection' && text.length <= maxLength && dangersOf(text).length > 0),
  );
  return [...commands, ...inScripts.flat()];
}

function riskyLinesOf(path: string, text: string): readonly RiskyLine[] {
  if (!isShellScript(path, text)) return [];
  const found: RiskyLine[] = [];
  let begun = '';
  let first = 0;
  for (const [index, line] of text.split(/\r?\n/, maxLines).entries()) {
    if (begun === '') first = index;
    const whole = begun + line;
    // The command goes on in the next line.
    begun = whole.endsWith('\\') && whole.length <= maxLength ? `${whole.slice(0, -1)} ` : '';
    if (begun !== '' || whole.length > maxLength || !hint.test(whole)) continue;
    if (dangersOf(whole).length > 0) found.push({ path, line: first, text: withoutSecrets(whole.trim()) });
    if (found.length === maxFound) break;
  }
  return found;
}
