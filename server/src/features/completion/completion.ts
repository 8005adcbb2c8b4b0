import type { CompletionItem } from 'vscode-languageserver-types';
import { findField } from '../../dialect/fields.ts';
import { isEvaluationKind, isJsonKind } from '../../document/runtime-id.ts';
import type { OpenFile } from '../check/open-file.ts';
import { completeBody } from './body/complete-body.ts';
import { completeEvaluation } from './complete-evaluation.ts';
import { completeSkillTemplate } from './complete-skill-template.ts';
import type { CompletionQuestion } from './completion-question.ts';
import { completeFields } from './frontmatter/complete-fields.ts';
import { completeFrontmatterBlock } from './frontmatter/complete-frontmatter-block.ts';
import { completeGlobs } from './frontmatter/complete-globs.ts';
import { completeHooks } from './frontmatter/complete-hooks.ts';
import { completeSkillList } from './frontmatter/complete-skill-list.ts';
import { completeTools } from './frontmatter/complete-tools.ts';
import { completeValue } from './frontmatter/complete-value.ts';
import { type FrontmatterPosition, frontmatterPosition, isInFrontmatter } from './frontmatter/frontmatter-position.ts';
import { completeJson } from './json/complete-json.ts';
import { type Proposals, toCompletionItems } from './proposal.ts';

/**
 * Characters that trigger completion: at the start of placeholders, values, items, JSON strings, paths, headings, skills
 * and commands.
 */
export const completionTriggers: readonly string[] = ['$', '{', ':', ' ', ',', '[', '-', '|', '"', '(', '/', '`', '#'];

/** The capabilities of an editor for completions. */
interface CompletionAbilities {
  readonly fillsSnippets: boolean;
  /** Completes the links of markdown itself. */
  readonly knowsMarkdown?: boolean;
}

/** The completions at an offset. */
export function completion(
  open: OpenFile,
  offset: number,
  client: CompletionAbilities,
  question: CompletionQuestion = {},
): CompletionItem[] {
  if (isEvaluationKind(open.file.kind)) {
    const proposals = completeEvaluation(open, open.file.kind, offset, question);
    return proposals ? toCompletionItems(proposals, open.document.lines, client.fillsSnippets) : [];
  }
  const both = [propose(open, offset, client, question), completeSkillTemplate(open, offset)];
  return both.flatMap((proposals, index) =>
    proposals ? toCompletionItems(proposals, open.document.lines, client.fillsSnippets, index) : [],
  );
}

function propose(
  open: OpenFile,
  offset: number,
  client: CompletionAbilities,
  question: CompletionQuestion,
): Proposals | undefined {
  if (isJsonKind(open.file.kind)) return completeJson(open, open.file.kind, offset);
  const block = completeFrontmatterBlock(open, offset);
  if (block) return block;
  if (!isInFrontmatter(open.document, offset))
    return completeBody(open, offset, question, client.knowsMarkdown === true);
  const place = frontmatterPosition(open.document, offset);
  return place && proposeAt(open, place, offset, question);
}

function proposeAt(
  open: OpenFile,
  place: FrontmatterPosition,
  offset: number,
  question: CompletionQuestion,
): Proposals | undefined {
  const { path, role } = place;
  if (path.length === 0) return completeFields(open, place);
  const field = findField(path[0]!, open.file.kind);
  if (!field) return undefined;
  if (field.form === 'hooks') return completeHooks(open, place, offset, question);
  const isValue = path.length === 1 && role === 'value';
  const isItem = path.length === 2 && path[1] === '-' && role === 'start';
  if (!isValue && !isItem) return undefined;
  if (field.form === 'tools') return completeTools(open, place, field, offset, question);
  if (field.form === 'skills' && isValue) return completeSkillList(open, place, offset);
  if (field.form === 'globs') return completeGlobs(open, place, offset, question);
  return completeValue(open, place, field, isItem, question);
}
