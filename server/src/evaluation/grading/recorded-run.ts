import { isMap, type JsonMap, parseMap } from '../../document/json-values.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { atOnce } from '../../platform/work-turns.ts';

/** A run of a case, as far as it was kept. */
export interface RecordedRun {
  /** The text of its `trace.jsonl`. */
  readonly trace: string;
  /** The files in the folder that was kept with `--keep-temp`; undefined if there is none. */
  readonly kept: KeptFolder | undefined;
  /** Why nothing is known of the folder, as a sentence, if it is not gone. */
  readonly whyNotKept?: string | undefined;
}

export interface KeptFolder {
  /** The paths of the files that the run created, relative to where it ran, and the texts that were read. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** The text of `mock-calls.jsonl`; undefined if no mocks were active. */
  readonly mockCalls: string | undefined;
}

/** A call of a tool in a trace. */
export interface RecordedCall {
  readonly id: string;
  readonly tool: string;
  /** Its input as JSON. */
  readonly input: string;
  /** Its line in the trace. */
  readonly range: TextRange;
}

/** The result of a call. */
interface RecordedResult {
  /** Its text; undefined if it is not one text. */
  readonly text: string | undefined;
  readonly isError: boolean;
}

/** A trace as graders see it. */
export interface Trace {
  readonly calls: readonly RecordedCall[];
  readonly results: ReadonlyMap<string, RecordedResult>;
  /** The text that the model wrote last; empty without one. */
  readonly lastMessage: string;
  /** The line of it. */
  readonly lastMessageRange: TextRange | undefined;
}

/** Reads a trace. Lines that are not JSON, or of an unknown type, are ignored. */
export function readTrace(text: string): Trace {
  return atOnce(readTraceInSteps(text));
}

/** The same in short steps. */
export function* readTraceInSteps(text: string): Generator<void, Trace> {
  const calls: RecordedCall[] = [];
  const results = new Map<string, RecordedResult>();
  let lastMessage = '';
  let lastMessageRange: TextRange | undefined;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const range = textRange(start, next < 0 ? text.length : next);
    start = range.end + 1;
    yield;
    for (const block of blocksOf(text.slice(range.start, range.end))) {
      const { type, id, name, input, tool_use_id: answered, is_error: isError } = block;
      if (type === 'text' && typeof block.text === 'string') {
        lastMessage = block.text;
        lastMessageRange = range;
      } else if (type === 'tool_use' && typeof name === 'string') {
        calls.push({ id: String(id), tool: name, input: JSON.stringify(input ?? {}), range });
      } else if (type === 'tool_result') {
        results.set(String(answered), { text: textOf(block.content), isError: isError === true });
      }
    }
  }
  return { calls, results, lastMessage, lastMessageRange };
}

/** The texts and calls of the model in a line, or the results of calls. */
function blocksOf(line: string): JsonMap[] {
  const event = parseMap(line);
  const isModel = event?.type === 'assistant';
  if (!isModel && event?.type !== 'user') return [];
  const content = isMap(event.message) ? event.message.content : undefined;
  const blocks = Array.isArray(content) ? content.filter(isMap) : [];
  return blocks.filter(({ type }) => (type === 'tool_result') !== isModel && (isModel || type === 'tool_result'));
}

function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const [only, ...others] = Array.isArray(content) ? content : [];
  const text = isMap(only) && others.length === 0 ? only.text : undefined;
  return typeof text === 'string' ? text : undefined;
}
