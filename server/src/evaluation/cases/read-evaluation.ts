import { EVALUATION_LIMITS } from '../../dialect/evaluations.ts';
import { DEFAULT_RUNTIME } from '../../dialect/runtimes/capabilities.ts';
import { findFrontmatterBlock } from '../../document/frontmatter/frontmatter-block.ts';
import { readJson } from '../../document/json-document.ts';
import { type EvaluationKind, formatOf } from '../../document/runtime-id.ts';
import type { YamlProblem } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { readYaml, tooManyTokens } from '../../document/yaml/yaml-reader.ts';
import { type Mapping, type Value, valueOfJson, valueOfYaml } from '../values/value.ts';

/** A file of an evaluation, read as its runner does. */
export interface EvaluationFile {
  readonly kind: EvaluationKind;
  readonly text: string;
  /** The frontmatter, or the whole file if it is data; undefined if there is none or it cannot be read. */
  readonly data: Value | undefined;
  /** Why the runner rejects the file. */
  readonly fault: ReadingFault | undefined;
  /** Whether there is something that is not known: the file has too much of it to be read here. */
  readonly isUnread: boolean;
  /** Whether a Markdown file begins with frontmatter. */
  readonly hasFrontmatter: boolean;
  /** A short place at the beginning, for what is missing. */
  readonly head: TextRange;
  /** The text after the frontmatter, without the whitespace around it; empty for data. */
  readonly body: TextRange;
}

/** Why a file cannot be read at all. */
export interface ReadingFault {
  readonly range: TextRange;
  readonly reason: 'yaml' | 'json' | 'unterminated' | 'not-a-mapping' | 'too-large';
}

const nowhere = textRange(0, 0);

/** Reads a file of an evaluation. Never throws, in bounded time. */
export function readEvaluation(text: string, kind: EvaluationKind): EvaluationFile {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const none = { kind, text, data: undefined, fault: undefined, isUnread: false, hasFrontmatter: false };
  const head = textRange(start, lineEnd(text, start));
  if (text.length > EVALUATION_LIMITS['file-bytes']) {
    return { ...none, head, body: nowhere, fault: { range: head, reason: 'too-large' } };
  }
  switch (formatOf(kind)) {
    case 'json': {
      const { root, faults, unread } = readJson(text);
      const [fault] = faults;
      const data = root && !fault ? valueOfJson(root) : undefined;
      const wrong = fault ? ({ range: fault.range, reason: 'json' } as const) : undefined;
      return { ...none, head, body: nowhere, data, fault: wrong, isUnread: unread !== undefined };
    }
    case 'yaml':
      return { ...none, head, body: nowhere, ...readMapping(text.slice(start), start, head) };
    default:
      return { ...none, ...readMarkdown(text, start, head) };
  }
}

function readMarkdown(text: string, start: number, head: TextRange) {
  const block = findFrontmatterBlock(text, DEFAULT_RUNTIME);
  if (!block) {
    const isOpen = /^---\s*\n/.test(text.slice(start, start + 80));
    const fault = isOpen ? ({ range: textRange(start, start + 3), reason: 'unterminated' } as const) : undefined;
    return { head, body: trimmed(text, start), fault };
  }
  const { content, open } = block;
  const read = readMapping(text.slice(content.start, content.end), content.start, open);
  return { ...read, head: open, hasFrontmatter: true, body: trimmed(text, block.range.end) };
}

/** YAML whose value has to be a mapping, or empty. */
function readMapping(text: string, offset: number, head: TextRange) {
  const reading = readYaml(text, DEFAULT_RUNTIME, (at) => offset + at);
  if (reading.kind === 'failed') {
    const [problem] = reading.problems;
    const isUnread = reading.problems.some(({ code }) => code === tooManyTokens);
    return isUnread ? { isUnread } : { fault: { range: rangeOf(problem, head), reason: 'yaml' } as const };
  }
  const value = reading.value && valueOfYaml(reading.value);
  // Several documents have no value of their own.
  const isSeveral = value === undefined && /^---[ \t]*$/m.test(text);
  if (isSeveral || (value && value.kind !== 'map' && value.kind !== 'null')) {
    return { fault: { range: value?.range ?? head, reason: 'not-a-mapping' } as const };
  }
  return { data: value };
}

function rangeOf(problem: YamlProblem | undefined, head: TextRange): TextRange {
  return problem && problem.range.end > problem.range.start ? problem.range : (problem?.range ?? head);
}

function trimmed(text: string, from: number): TextRange {
  const rest = text.slice(from);
  const start = from + rest.length - rest.trimStart().length;
  return textRange(start, Math.max(start, from + rest.trimEnd().length));
}

function lineEnd(text: string, start: number): number {
  const at = text.slice(start).search(/[\r\n]/);
  return at < 0 ? text.length : start + at;
}

export function bodyOf({ text, body }: EvaluationFile): string {
  return text.slice(body.start, body.end);
}

/** The mapping that a file's data is; undefined if it is none. */
export function mappingOf({ data }: EvaluationFile): Mapping | undefined {
  return data?.kind === 'map' ? data : undefined;
}
