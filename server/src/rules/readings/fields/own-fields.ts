import type { Field, Frontmatter } from '../../../document/skill-document.ts';
import { oncePer } from '../../../platform/once.ts';
import type { RuleContext } from '../../rule.ts';
import { isCutShort } from '../../yaml/cut-frontmatter.ts';

const noFields: ReadonlyMap<string, Field> = new Map();

/**
 * The fields that a rule about fields may judge, including their absence. Undefined if it does not apply: the
 * frontmatter is missing, lost or cut short, which other rules report, or the file is a template inside another skill.
 */
export const ownFields = oncePer(({ document, file }: RuleContext): ReadonlyMap<string, Field> | undefined => {
  if (file.insideSkill || isCutShort(document, file.kind)) return undefined;
  switch (document.frontmatter.reading) {
    case 'read':
    case 'repaired':
      return document.frontmatter.fields;
    case 'no-map':
      return isBlank(document.text, document.frontmatter) ? noFields : undefined;
    default:
      return undefined;
  }
});

/** Whether a block contains only comments. */
function isBlank(text: string, { block }: Frontmatter): boolean {
  if (!block) return false;
  return text
    .slice(block.content.start, block.content.end)
    .split('\n')
    .every((line) => /^\s*(#|$)/.test(line));
}
