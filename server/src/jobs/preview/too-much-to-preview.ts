import { LIMITS } from '../../dialect/limits.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { inThousands } from '../../document/text/numbers.ts';
import type { Refusal } from '../../platform/refusal.ts';

/** The characters of every placeholder and every command, and the maximum number of each. Cheaper than a scan. */
const marks = [
  { pattern: /\$/g, max: LIMITS['previewed-placeholders'].value, noun: 'placeholders' },
  { pattern: /!`|```!/g, max: LIMITS['previewed-commands'].value, noun: 'commands' },
];

/** Why a text cannot be previewed; undefined if it can. The preview shows every placeholder and every command. */
export function tooMuchToPreview({ text, bodyStart }: SkillDocument): Refusal | undefined {
  for (const { pattern, max, noun } of marks) {
    pattern.lastIndex = bodyStart;
    let count = 0;
    while (pattern.test(text)) {
      if (++count <= max) continue;
      return {
        problem: `The preview cannot show more than ${inThousands(max)} ${noun}. Move parts of the text to other files, or print it with \`skillwright render\``,
      };
    }
  }
  return undefined;
}
