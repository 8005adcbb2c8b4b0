import type { Hover } from 'vscode-languageserver-types';
import { areInstructions } from '../../catalog/discover/instruction-files.ts';
import { estimateTokens } from '../../dialect/text/token-estimate.ts';
import { sections } from '../../document/markdown/sections.ts';
import { inThousands } from '../../document/text/numbers.ts';
import { rangeHolds } from '../../document/text/text-range.ts';
import { lastPart } from '../../platform/paths.ts';
import type { FollowedText } from '../navigation/followed-text.ts';
import { toLspRange } from '../text/lsp-range.ts';
import { markdown, ownMarkdown } from '../text/markdown-text.ts';

/** From how many tokens on a section is worth a thought: about as much as ten skills cost in the listing. */
const minTokens = 200;

/** At the heading of a long section of CLAUDE.md or of a rule: what it costs, and what would cost less. */
export function hoverInstructions({ document, file }: FollowedText, offset: number): Hover | null {
  const { path } = file.bases;
  if (!areInstructions(path) || lastPart(path) === 'AGENTS.md') return null;
  const section = sections(document).find(({ heading }) => rangeHolds(heading.range, offset));
  if (!section) return null;
  const tokens = estimateTokens(document.text.slice(section.range.start, section.range.end));
  if (tokens < minTokens) return null;
  const amount = ownMarkdown(inThousands(tokens));
  // Rules with paths are only loaded with their files.
  const isAlways = !document.frontmatter.fields.has('paths');
  const value = isAlways
    ? markdown`About ${amount} tokens in every session. Of a skill, only the description is there until it is used.`
    : markdown`About ${amount} tokens in sessions that touch the files in \`paths\`.`;
  return { contents: { kind: 'markdown', value }, range: toLspRange(document.lines, section.heading.range) };
}
