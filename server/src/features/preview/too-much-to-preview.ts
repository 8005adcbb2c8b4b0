import { LIMITS } from '../../dialect/limits.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { Refusal } from '../edits/refusal.ts';

/** What every placeholder and every command has, and how many of each are shown. Cheaper than a scan. */
const marks = [
  { pattern: /\$/g, most: LIMITS['previewed-placeholders'].value, noun: 'placeholders' },
  { pattern: /!`|```!/g, most: LIMITS['previewed-commands'].value, noun: 'commands' },
];

/** Why a text is not previewed; undefined where it can be. Every placeholder and every command is shown by itself. */
export function tooMuchToPreview({ text, body }: SkillDocument): Refusal | undefined {
  for (const { pattern, most, noun } of marks) {
    pattern.lastIndex = body.range.start;
    let count = 0;
    while (pattern.test(text)) {
      if (++count <= most) continue;
      return {
        error: `The preview cannot show more than ${most.toLocaleString('en-US')} ${noun}. Move parts of the text to other files, or print it with \`skillwright render\``,
      };
    }
  }
  return undefined;
}
