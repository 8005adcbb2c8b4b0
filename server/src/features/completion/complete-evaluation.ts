import { CompletionItemKind } from 'vscode-languageserver-types';
import { type EvaluationKey, GRADERS, TARGET_NAMES, WITH_ONLY_TOOL } from '../../dialect/evaluations.ts';
import { TOOLS_BY_USE } from '../../dialect/tools/tools.ts';
import { type EvaluationKind, formatOf } from '../../document/runtime-id.ts';
import { escapeRegExp } from '../../document/text/escape-reg-exp.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { keysAt } from '../../evaluation/shapes/keys-at.ts';
import type { OpenFile } from '../check/open-file.ts';
import { codeSpan, markdown, ownMarkdown } from '../text/markdown-text.ts';
import { proposeEvaluationPaths, typedEvaluationPath } from './complete-evaluation-path.ts';
import { completeEvaluationSet } from './complete-evaluation-set.ts';
import type { CompletionQuestion } from './completion-question.ts';
import {
  type FrontmatterPosition,
  frontmatterPosition,
  isInFrontmatter,
  yamlPosition,
} from './frontmatter/frontmatter-position.ts';
import type { Proposal, Proposals } from './proposal.ts';

/** Keys whose values are tools. */
const toolKeys = new Set(['tool', 'before', 'after', 'allowed_tools', 'disallowed_tools']);

/** The keys, values and paths in a file of an evaluation. */
export function completeEvaluation(
  open: OpenFile,
  kind: EvaluationKind,
  offset: number,
  { entries }: CompletionQuestion,
): Proposals | undefined {
  const path = typedEvaluationPath(open, kind, offset);
  if (path) return proposeEvaluationPaths(path, entries);
  const { document, file } = open;
  // Without the name of the plugin, which is optional.
  const skills = [...(file.evaluation?.skillNames ?? [])].filter((name) => !name.includes(':')).sort();
  switch (formatOf(kind)) {
    case 'json':
      return completeEvaluationSet(document.text, kind, offset, skills);
    case 'yaml':
      return completeYaml(document.text, yamlPosition(document, offset), kind, skills);
    case 'markdown':
      return isInFrontmatter(document, offset)
        ? completeYaml(document.text, frontmatterPosition(document, offset), kind, skills)
        : undefined;
  }
}

function completeYaml(
  text: string,
  place: FrontmatterPosition | undefined,
  kind: EvaluationKind,
  skills: readonly string[],
): Proposals | undefined {
  if (!place) return undefined;
  const { path, role, siblings, typed } = place;
  const isItem = role === 'start' && path.at(-1) === '-';
  // The key whose value is here, or whose list the item is in.
  const key = role === 'value' ? path.at(-1) : isItem ? path.at(-2) : undefined;
  const above = path.slice(0, role === 'value' ? -1 : -2);
  const known = keysAt(kind, key === undefined ? path : above, siblings.get('type')?.trim());
  const facts = key !== undefined && Object.hasOwn(known, key) ? known[key] : undefined;
  if (role === 'start' && facts?.form !== 'strings') {
    const keys = keysAt(kind, path, siblings.get('type')?.trim());
    const missing = Object.entries(keys).filter(([name]) => !siblings.has(name));
    const items = missing.map(([name, it]) => proposeKey(name, it, place));
    return items.length > 0 ? { replace: typed, items } : undefined;
  }
  if (key === 'input_match' && role === 'value') {
    const isOfSkill = siblings.get('tool')?.trim().replace(/["']/g, '') === WITH_ONLY_TOOL;
    return isOfSkill && skills.length > 0 ? { replace: typed, items: skills.map(callOf) } : undefined;
  }
  if (key === undefined || !facts) return undefined;
  const replace = facts.form === 'strings' && !isItem ? inFlowList(text, place) : typed;
  const items = replace ? valuesOf(key, facts) : [];
  return replace && items.length > 0 ? { replace, items } : undefined;
}

/** An expression that matches the input of a call of a skill, with or without the name of its plugin. */
function callOf(skill: string): Proposal {
  const text = `'"skill":"([^":]+:)?${escapeRegExp(skill)}"'`;
  return { label: skill, kind: CompletionItemKind.Reference, text, filter: text };
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
