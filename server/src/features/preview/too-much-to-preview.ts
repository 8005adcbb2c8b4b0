import { LIMITS } from '../../dialect/limits.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { Refusal } from '../edits/refusal.ts';

/** The characters of every placeholder and every command, and the maximum number of each. Cheaper than a scan. */
const marks = [
  { pattern: /\$/g, most: LIMITS['previewed-placeholders'].value, noun: 'placeholders' },
  { pattern: /!`|```!/g, most: LIMITS['previewed-commands'].value, noun: 'commands' },
];

/** Why a text cannot be previewed; undefined if it can. The preview shows every placeholder and every command. */
export function tooMuchToPreview({ text, bodyStart }: SkillDocument): Refusal | undefined {
  for (const { pattern, most, noun } of marks) {
    pattern.lastIndex = bodyStart;
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
