import type { RuleFacts } from '../../server/src/rules/rule.ts';
import {
  generatedSection,
  hasGeneratedSection,
  markdownTable,
  replaceGeneratedSection,
  withLineEndingsOf,
} from './generated-section.ts';
import type { DocumentedGroup } from './read-rules.ts';
import { sourceLink } from './rule-source.ts';

/** The index of the pages, with a table of every group. */
export function rulesIndex(page: string, groups: readonly DocumentedGroup[]): string {
  const sections = groups.map(({ title, rules }) => {
    const rows = rules.map(({ id, level, summary }) => [`[\`${id}\`](${id}.md)`, level, summary]);
    return `## ${title}\n\n${markdownTable([['rule', 'level', 'finds'], ...rows])}`;
  });
  return replaceGeneratedSection(page, sections.join('\n\n'));
}

/** The page of a rule with its head: a page without one gets it at the beginning. */
export function rulePage(page: string, rule: RuleFacts, { title }: DocumentedGroup): string {
  const head = rulePageHead(rule, title);
  if (hasGeneratedSection(page)) return replaceGeneratedSection(page, head);
  const section = generatedSection(head);
  return withLineEndingsOf(page, page === '' ? section : `${section}\n`) + page;
}

function rulePageHead({ id, level, summary, source }: RuleFacts, group: string): string {
  const setting = `\`"${id}": "${level === 'off' ? 'warning' : 'off'}"\``;
  const table = markdownTable([
    ['Level', 'Group', 'Setting', 'Source'],
    [level, `[${group}](README.md#${anchorOf(group)})`, `${setting} in \`skillwright.rules\``, sourceLink(source)],
  ]);
  return `# \`${id}\`\n\n${summary}\n\n${table}`;
}

/** The anchor that GitHub gives a heading of words. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '-');
}
