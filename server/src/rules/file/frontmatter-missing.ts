import { fallbackDescription } from '../../catalog/facts/fallback-description.ts';
import { visibleText } from '../../catalog/facts/visible-text.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { firstLine, lineEnd } from '../../document/text/first-line.ts';
import { textRange } from '../../document/text/text-range.ts';
import { quoteYaml } from '../edits/quote-value.ts';
import { checkOutLinks } from '../messages/link-texts.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { findDisplacedFrontmatter } from '../yaml/displaced-frontmatter.ts';
import { findUnclosedFrontmatter } from './frontmatter-unclosed.ts';

/** A skill without frontmatter. */
export const frontmatterMissing: Rule = {
  id: 'frontmatter-missing',
  level: 'warning',
  kinds: ['skill'],
  needs: ['no-frontmatter'],
  summary: 'A skill without frontmatter, so that the model sees only its first line as a description',
  source: 'https://code.claude.com/docs/en/skills#frontmatter-reference',
  check(context, report) {
    const { document, file } = context;
    if (document.frontmatter.reading !== 'absent' || hasDeeperCause(context)) return;
    // The skills of a plugin are listed only with text written for the listing.
    const shown =
      capabilities(document.runtime).listsUndescribedSkills && file.place !== 'plugin'
        ? `the model sees “${visibleText(fallbackDescription(document))}” as its description`
        : 'Claude Code does not show it to the model';
    if (file.isLinkText) {
      report({
        range: firstLine(document),
        message: `This is a text file with the path of a link, so ${shown}. ${checkOutLinks}`,
      });
      return;
    }
    report({
      range: firstLine(document),
      message: `The skill has no frontmatter, so ${shown}. Start the file with a \`description\` between two \`---\` lines`,
      fixes: [insertFix(context)],
    });
  },
};

/** Whether another finding explains why there is no frontmatter, or the file may not be meant as a skill. */
function hasDeeperCause({ document, file }: RuleContext): boolean {
  return (
    file.insideSkill ||
    file.misplaced !== undefined ||
    file.fileName !== 'SKILL.md' ||
    isForOthers(file) ||
    file.encoding !== 'utf-8' ||
    /^\uFEFF---\s*\n/.test(document.text) ||
    findDisplacedFrontmatter(document, file.kind) !== undefined ||
    findUnclosedFrontmatter(document, file.kind) !== undefined
  );
}

/** Other programs have documents of that name, too: in no folder of skills, nothing shows that it is one. */
function isForOthers({ place, path, inCatalog }: RuleContext['file']): boolean {
  return place === 'unknown' && inCatalog?.own === undefined && !/skill[^/]*\//i.test(path) && /\/docs?\//i.test(path);
}

function insertFix({ document }: RuleContext): Fix {
  const { text } = document;
  const at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const eol = lineEnd(text);
  const isEmpty = text.slice(at).trim() === '';
  const line = fallbackDescription(document).replace(/-{3,}/g, '—');
  const description = !isEmpty && /\p{L}/u.test(line) ? ` ${quoteYaml(line)}` : '';
  const newText = ['---', `description:${description}`, '---', ''].join(eol) + (isEmpty ? '' : eol);
  return { title: 'Insert frontmatter', safe: false, edits: [{ range: textRange(at, at), newText }] };
}
