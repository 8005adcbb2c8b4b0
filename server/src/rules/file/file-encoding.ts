import { consumerFacts } from '../../dialect/targets.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { firstLine } from '../../document/text/first-line.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { Rule } from '../rule.ts';

/** A file that is not UTF-8, or begins with a byte order mark. */
export const fileEncoding: Rule = {
  id: 'file-encoding',
  level: 'error',
  kinds: ['skill', 'command', 'agent'],
  summary: 'A file that is not UTF-8, or that begins with a byte order mark',
  source: 'test/conformance: own-bytes-*, own-bom-crlf, own-agent-file-bom',
  check({ document, file }, report) {
    if (file.encoding !== 'utf-8') {
      const consequence =
        file.encoding === 'utf-16'
          ? 'The file is UTF-16, and Claude Code, which reads UTF-8, finds no frontmatter in it'
          : 'The file is not UTF-8, so Claude Code reads every character that it cannot decode as `\uFFFD`';
      report({
        range: firstWrongCharacter(document),
        message: `${consequence}. Save it as UTF-8`,
        ...(file.encoding === 'utf-16' ? { alone: true } : {}),
      });
      return;
    }
    const marks = /^\uFEFF+/.exec(document.text)?.[0].length;
    if (marks === undefined) return;
    const mark = textRange(0, marks);
    const hidesFrontmatter =
      consumerFacts(document.runtime).bom === 'rejected' && /^\uFEFF---\s*\n/.test(document.text);
    const consequence = hidesFrontmatter
      ? ', so this release of Claude Code reads the frontmatter as body and every field is lost'
      : document.frontmatter.block
        ? ': Claude Code skips it, but other tools do not find the frontmatter after it'
        : ', which Claude Code reads as part of the text';
    report({
      range: mark,
      message: `The file begins with a byte order mark${consequence}. Remove it`,
      severity: hidesFrontmatter ? 'error' : 'hint',
      fixes: [{ title: 'Remove the byte order mark', safe: true, edits: [{ range: mark, newText: '' }] }],
    });
  },
};

/** The first character that replaces bytes that could not be decoded; the first line if there is none. */
function firstWrongCharacter(document: SkillDocument): TextRange {
  const at = document.text.indexOf('\uFFFD');
  return at >= 0 ? textRange(at, at + 1) : firstLine(document);
}
