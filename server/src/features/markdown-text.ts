import { visibleText } from '../catalog/visible-text.ts';

/*
 * Text of skills inside markdown that an editor renders. It is data, whatever it says: no link, no icon, no HTML may
 * come of it.
 */

/** A text that markdown shows as it is, on one line. */
export function plainMarkdown(text: string): string {
  return visibleText(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+\-.!|~$<>&:@]/g, '\\$&');
}

/** A text as code within a line. */
export function codeSpan(text: string): string {
  const line = visibleText(text).replace(/\s+/g, ' ');
  const fence = '`'.repeat(longestRun(line) + 1);
  const padding = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** A text as a block of code, in its very characters. */
export function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
