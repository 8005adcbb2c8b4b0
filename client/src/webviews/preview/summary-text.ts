import type { InvocationPreview } from '../../../../server/src/protocol.ts';
import { plural } from '../format-numbers.ts';

/** The size of what is sent, and what it leaves out. */
export function countsText({ counts, calls, injections, attachments }: InvocationPreview): string {
  const { characters, tokens, lines } = counts;
  const commands = injections.filter(({ status }) => status !== 'disabled');
  const ran = commands.filter(({ status }) => status === 'ok').length;
  const isSent = calls.some(({ decision }) => decision !== 'deny');
  return [
    `${isSent ? '' : 'If sent: '}${plural(characters, 'character', 'characters')}`,
    `≈ ${plural(tokens, 'token', 'tokens')}`,
    plural(lines, 'line', 'lines'),
    ...(attachments.length > 0
      ? [
          `attaches ${plural(attachments.length, 'file', 'files')}, ≈ ${plural(tokensOf(attachments), 'token', 'tokens')}`,
        ]
      : []),
    ...(ran < commands.length ? [`${plural(commands.length - ran, 'command', 'commands')} not run yet`] : []),
  ].join(' · ');
}

/** A text in pieces, every second of which is an estimate. */
export function estimatesIn(text: string): readonly string[] {
  return text.split(/(≈ [^·]*[^· ])/);
}

/** The attached files, one per line. */
export function attachmentsText({ attachments }: InvocationPreview): string {
  return attachments.map(({ path, tokens }) => `${path}: ≈ ${plural(tokens, 'token', 'tokens')}`).join('\n');
}

function tokensOf(attachments: InvocationPreview['attachments']): number {
  return attachments.reduce((sum, { tokens }) => sum + tokens, 0);
}
