import { isCertainlyProgram } from '../../../dialect/shell/shell-risks.ts';
import type { SkillDocument } from '../../../document/skill-document.ts';
import { HARMLESS_COMMANDS } from './command-patterns.ts';
import { instructionFor } from './instruction-to-run.ts';

/**
 * The programs that a skill names without a command of theirs: in backticks, in its description, or in a heading of their own.
 * It may need them.
 */
export function namedPrograms(document: SkillDocument): ReadonlySet<string> {
  const { text, body, frontmatter } = document;
  const spans = body.code.filter(({ kind, content }) => kind === 'span' && content.end - content.start <= maxName);
  const inBackticks = spans.map((span) => ({ span, word: text.slice(span.content.start, span.content.end) }));
  const known = inBackticks
    .filter(({ word }) => isCertainlyProgram(word))
    .slice(0, maxNames)
    .filter(({ span }) => instructionFor(document, span) !== 'never')
    .map(({ word }) => word);
  const description = frontmatter.fields.get('description')?.value.range;
  const described = description ? (text.slice(description.start, description.end).match(/[a-z][\w-]*/g) ?? []) : [];
  // Any word may be a heading, but few are code, too.
  const words = new Set(inBackticks.map(({ word }) => word));
  const headings = body.headings.map((heading) => heading.text.replace(/[`*]/g, '').trim());
  return new Set(
    [
      ...known,
      ...described.filter(isCertainlyProgram),
      ...headings.filter((it) => isCertainlyProgram(it) || (/^[a-z][\w-]+$/.test(it) && words.has(it))),
    ].filter((program) => !HARMLESS_COMMANDS.has(program)),
  );
}

/** A longer name is none of a program, and more of them are not read. */
const maxName = 40;
const maxNames = 200;
