import type { InvocationPreview } from '../../../../server/src/protocol.ts';
import { counted } from '../../text/counted.ts';

/** The size of what is sent, and what it leaves out. */
export function countsText({ counts, calls, injections, attachments }: InvocationPreview): string {
  const { characters, tokens, lines } = counts;
  const commands = injections.filter(({ status }) => status !== 'disabled');
  const ran = commands.filter(({ status }) => status === 'ok').length;
  const isSent = calls.some(({ decision }) => decision !== 'deny');
  return [
    `${isSent ? '' : 'If sent: '}${counted(characters, 'character')}`,
    `≈ ${counted(tokens, 'token')}`,
    counted(lines, 'line'),
    ...(attachments.length > 0
      ? [`attaches ${counted(attachments.length, 'file')}, ≈ ${counted(tokensOf(attachments), 'token')}`]
      : []),
    ...(ran < commands.length ? [`${counted(commands.length - ran, 'command')} not run yet`] : []),
  ].join(' · ');
}

/** A text in pieces, every second of which is an estimate. */
export function estimatesIn(text: string): readonly string[] {
  return text.split(/(≈ [^·]*[^· ])/);
}

/** The attached files, one per line. */
export function attachmentsText({ attachments }: InvocationPreview): string {
  return attachments.map(({ path, tokens }) => `${path}: ≈ ${counted(tokens, 'token')}`).join('\n');
}

function tokensOf(attachments: InvocationPreview['attachments']): number {
  return attachments.reduce((sum, { tokens }) => sum + tokens, 0);
}
