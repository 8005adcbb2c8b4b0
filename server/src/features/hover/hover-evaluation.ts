import { type EvaluationKey, GRADERS, isGraderType } from '../../dialect/evaluations.ts';
import { findTool } from '../../dialect/tools/tools.ts';
import type { EvaluationKind } from '../../document/runtime-id.ts';
import { rangeHolds } from '../../document/text/text-range.ts';
import { openEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import { keysAt } from '../../evaluation/shapes/keys-at.ts';
import { textAt, type Value } from '../../evaluation/values/value.ts';
import type { OpenFile } from '../check/open-file.ts';
import { codeSpan, markdown, ownMarkdown } from '../text/markdown-text.ts';
import type { HoverText } from './hover-text.ts';

/** Keys whose values name tools. */
const toolKeys = new Set(['tool', 'before', 'after', 'allowed_tools', 'disallowed_tools']);

/** The hover in a file of an evaluation: what a key means, a kind of grader, or a tool. */
export function hoverEvaluation(
  { document, file }: OpenFile,
  kind: EvaluationKind,
  offset: number,
): HoverText | undefined {
  const data = openEvaluation(document, file)?.file.data;
  return data && hoverIn(data, [], kind, offset);
}

function hoverIn(value: Value, path: readonly string[], kind: EvaluationKind, offset: number): HoverText | undefined {
  if (value.kind === 'list') {
    const item = value.items.find(({ range }) => rangeHolds(range, offset));
    return item && hoverIn(item, [...path, '-'], kind, offset);
  }
  if (value.kind === 'string') return hoverWord(value, path);
  if (value.kind !== 'map') return undefined;
  const keys = keysAt(kind, path, textAt(value, 'type')?.value);
  for (const entry of value.entries) {
    const { key, keyRange } = entry;
    const facts = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (rangeHolds(keyRange, offset)) return facts && { range: keyRange, paragraphs: aboutKey(facts) };
    if (rangeHolds(entry.value.range, offset)) return hoverIn(entry.value, [...path, key], kind, offset);
  }
  return undefined;
}

function aboutKey({ description, example }: EvaluationKey) {
  return [ownMarkdown(description), markdown`Example: ${codeSpan(example)}`];
}

function hoverWord(
  { value, range }: Extract<Value, { kind: 'string' }>,
  path: readonly string[],
): HoverText | undefined {
  const key = path.findLast((part) => part !== '-') ?? '';
  if (key === 'type' && isGraderType(value)) return { range, paragraphs: [ownMarkdown(GRADERS[value].description)] };
  const tool = toolKeys.has(key) ? findTool(value.replace(/\(.*$/s, '')) : undefined;
  return tool && { range, paragraphs: [ownMarkdown(tool.description)] };
}
