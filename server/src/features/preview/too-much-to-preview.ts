import { LIMITS } from '../../dialect/limits.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { Refusal } from '../edits/refusal.ts';

const mostParts = LIMITS['previewed-parts'].value;

const tooMuch: Refusal = {
  error: `The preview cannot show more than ${mostParts.toLocaleString('en-US')} placeholders and commands. Move parts of the text to other files, or print it with \`skillwright render\``,
};

/** Why a text is not previewed; undefined where it can be. Every placeholder and every command is shown by itself. */
export function tooMuchToPreview({ text, body }: SkillDocument): Refusal | undefined {
  // Cheaper than a scan, and every placeholder and command has one of these.
  const mark = /\$|!`|```!/g;
  mark.lastIndex = body.range.start;
  let parts = 0;
  while (mark.test(text)) if (++parts > mostParts) return tooMuch;
  return undefined;
}
