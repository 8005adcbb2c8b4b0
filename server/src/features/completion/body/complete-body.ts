import type { OpenFile } from '../../check/open-file.ts';
import { proposeEntries, typedMention } from '../complete-entry.ts';
import type { CompletionQuestion } from '../completion-question.ts';
import type { Proposals } from '../proposal.ts';
import { type BodyLine, bodyLine } from './body-line.ts';
import { completeInjection } from './complete-injection.ts';
import { completePath, pathPlace } from './complete-path.ts';
import { completePlaceholder } from './complete-placeholder.ts';
import { completeSkillMention } from './complete-skill-mention.ts';

/**
 * Placeholders, commands to inject, paths, skills and mentioned files, each only after the characters that begin it: a body is prose.
 *
 * @param editorKnowsMarkdown whether the editor completes the links of markdown itself, though not directly after `](`
 */
export function completeBody(
  open: OpenFile,
  offset: number,
  question: CompletionQuestion,
  editorKnowsMarkdown: boolean,
): Proposals | undefined {
  if (offset < open.document.bodyStart) return undefined;
  const line = bodyLine(open.document, offset);
  return (
    completePlaceholder(open, line, question) ??
    completePath(pathPlace(open), line, editorKnowsMarkdown && question.typed !== '(') ??
    completeInjection(open, line) ??
    completeSkillMention(open, line, question) ??
    completeMention(open, line, question)
  );
}

/** Files after `@`: Claude Code adds them to the conversation, by their paths in the project. */
function completeMention({ file }: OpenFile, line: BodyLine, { entries, typed }: CompletionQuestion) {
  const path = file.kind === 'agent' ? undefined : typedMention(line, file.project);
  return path && (typed === undefined || typed === '/') ? proposeEntries(path, entries) : undefined;
}
