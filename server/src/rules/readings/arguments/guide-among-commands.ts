import type { FileContext } from '../../../catalog/file/file-context.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';

/** The title of a text for people; one that begins with what to do is that of a command. */
const ofGuide =
  /^(?!\W*(?:add|build|create|draft|generate|make|prepare|produce|review|update|write)\b).*\b(?:guide|handbook|examples|readme|cheat ?sheet)\W*$/iu;

/** Whether a file in a folder of commands is written for people, who only read it. Claude Code takes it for a command. */
export function readsAsGuide({ frontmatter, body, text }: SkillDocument, { kind, fileName }: FileContext): boolean {
  if (kind !== 'command') return false;
  const isNamedAsDocument = /^[A-Z][A-Z0-9_-]+\.md$/.test(fileName);
  if (frontmatter.block && !isNamedAsDocument) return false;
  // After a byte order mark it is no heading in Markdown.
  const [, marked] = /^\uFEFF# (.*)/.exec(text.slice(body.range.start, body.range.start + maxTitle)) ?? [];
  const title = marked ?? body.headings[0]?.text;
  return title !== undefined && title.length <= maxTitle && ofGuide.test(title);
}

const maxTitle = 200;
