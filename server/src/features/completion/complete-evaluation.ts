import { CompletionItemKind } from 'vscode-languageserver-types';
import { type EvaluationKey, GRADERS, TARGET_NAMES } from '../../dialect/evaluations.ts';
import { TOOLS_BY_USE } from '../../dialect/tools.ts';
import { type EvaluationKind, formatOf } from '../../document/runtime-id.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { keysAt } from '../../evaluation/shapes/keys-at.ts';
import type { OpenFile } from '../check/open-file.ts';
import { codeSpan, markdown, ownMarkdown } from '../text/markdown-text.ts';
import { type FrontmatterPosition, frontmatterPosition, isInFrontmatter } from './frontmatter-position.ts';
import type { Proposal, Proposals } from './proposal.ts';

/** Keys whose values are tools. */
const toolKeys = new Set(['tool', 'before', 'after', 'allowed_tools', 'disallowed_tools']);

/** The keys and values in the frontmatter of a prompt, a grader or a mock. */
export function completeEvaluation(open: OpenFile, kind: EvaluationKind, offset: number): Proposals | undefined {
  const { document } = open;
  if (formatOf(kind) !== 'markdown' || !isInFrontmatter(document, offset)) return undefined;
  const place = frontmatterPosition(document, offset);
  if (!place) return undefined;
  const { path, role, siblings, typed } = place;
  const keys = keysAt(kind, [], siblings.get('type')?.trim());
  if (path.length === 0) {
    const missing = Object.entries(keys).filter(([key]) => !siblings.has(key));
    return { replace: typed, items: missing.map(([key, facts]) => proposeKey(key, facts, place)) };
  }
  const key = path[0]!;
  const isItem = path.length === 2 && path[1] === '-' && role === 'start';
  const facts = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (!facts || !(isItem || (path.length === 1 && role === 'value'))) return undefined;
  const replace = facts.form === 'strings' && !isItem ? inFlowList(document.text, place) : typed;
  const items = replace ? valuesOf(key, facts) : [];
  return replace && items.length > 0 ? { replace, items } : undefined;
}

function proposeKey(key: string, { description, example }: EvaluationKey, { hasColon }: FrontmatterPosition): Proposal {
  return {
    label: key,
    kind: CompletionItemKind.Field,
    text: hasColon ? key : `${key}: `,
    documentation: markdown`${ownMarkdown(description)}\n\nExample: ${codeSpan(example)}`,
  };
}

function valuesOf(key: string, { form, words }: EvaluationKey): Proposal[] {
  if (toolKeys.has(key)) {
    return TOOLS_BY_USE.map(({ name, description }) => ({
      label: name,
      kind: CompletionItemKind.Function,
      text: name,
      documentation: ownMarkdown(description),
    }));
  }
  switch (form) {
    case 'kind':
      return Object.entries(GRADERS).map(([type, { description }]) => ({
        ...word(type),
        documentation: ownMarkdown(description),
      }));
    case 'word':
      return words!.map(word);
    case 'boolean':
      return ['true', 'false'].map(word);
    case 'target':
      return [...TARGET_NAMES, '{ source: file, path: out.md }'].map(word);
    case 'match':
      return [...['contains', 'not_contains'].map(word), { ...word('count:1'), text: '"count:1"' }];
    default:
      return [];
  }
}

function word(text: string): Proposal {
  return { label: text, kind: CompletionItemKind.EnumMember, text };
}

/** The item at the cursor in `[a, b]`; undefined if no list has been begun. */
function inFlowList(text: string, { typed, cursor }: FrontmatterPosition): TextRange | undefined {
  const before = text.slice(typed.start, cursor);
  const [item] = /(?<=[[,]\s*)[\w-]*$/.exec(before) ?? [];
  if (item === undefined) return undefined;
  const after = /^[\w-]*/.exec(text.slice(cursor, typed.end))![0];
  return textRange(cursor - item.length, cursor + after.length);
}
