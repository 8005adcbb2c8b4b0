import type { SkillDocument } from '../../document/skill-document.ts';
import { textRange } from '../../document/text/text-range.ts';
import type { TextEdit } from '../rule.ts';

/**
 * Edits that replace the declared names in a body by their positions: `$range` becomes `$0`. They are needed where
 * `arguments` is removed. Undefined if the body is too large to be read to its end.
 *
 * Unlike `$ARGUMENTS[0]`, `$0` changes nothing in releases that only know `$ARGUMENTS`.
 */
export function argumentsByPosition({ text, body }: SkillDocument): readonly TextEdit[] | undefined {
  if (body.scanned.end < body.range.end) return undefined;
  return body.placeholders.flatMap(({ kind, range, index, name, escaped }): TextEdit[] => {
    if (kind !== 'named' || index === undefined) return [];
    if (!escaped) return [{ range, newText: `$${index}` }];
    // Without the name, a backslash would be sent. Before what is a placeholder anyway, it is still needed.
    const isStillEscaped = /^(?:\d|ARGUMENTS)/.test(name) || text[range.start - 1] !== '\\';
    return isStillEscaped ? [] : [{ range: textRange(range.start - 1, range.start), newText: '' }];
  });
}
