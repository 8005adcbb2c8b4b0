import { isMap, parseMap } from '../../document/json-values.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';

/** One thing that happened in a run, for people to read. */
export interface TraceStep {
  readonly kind: 'start' | 'text' | 'thinking' | 'call' | 'result' | 'end' | 'other';
  /** A few words: `Assistant`, `Read`, `Result of Read`. */
  readonly title: string;
  /** The text, the input of a call as JSON, or its result. */
  readonly content: string;
  /** Its line in the trace; others may be in it, too. */
  readonly line: TextRange;
}

/** Reads a trace as steps, in short steps of work. Lines that are not JSON are left out. */
export function* readSteps(text: string): Generator<void, readonly TraceStep[]> {
  const steps: TraceStep[] = [];
  const tools = new Map<string, string>();
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const line = textRange(start, next < 0 ? text.length : next);
    start = line.end + 1;
    const event = parseMap(text.slice(line.start, line.end));
    if (event) for (const step of stepsOf(event, tools)) steps.push({ ...step, line });
    yield;
  }
  return steps;
}

type Fields = Readonly<Record<string, unknown>>;

function stepsOf(event: Fields, tools: Map<string, string>): Omit<TraceStep, 'line'>[] {
  const { type, subtype, message } = event;
  if (type === 'system' && subtype === 'init') return [{ kind: 'start', title: 'Start', content: startOf(event) }];
  if (type === 'result') return [{ kind: 'end', title: 'End', content: endOf(event) }];
  const content = isMap(message) ? message.content : undefined;
  const blocks = Array.isArray(content) ? content.filter(isMap) : [];
  const inAgent = typeof event.parent_tool_use_id === 'string' ? ' in an agent' : '';
  const found = blocks.flatMap((block): Omit<TraceStep, 'line'>[] => {
    const step = stepOf(block, tools, type === 'assistant');
    return step ? [{ ...step, title: `${step.title}${inAgent}` }] : [];
  });
  if (found.length > 0) return found;
  return [{ kind: 'other', title: [type, subtype].filter((it) => typeof it === 'string').join(' '), content: '' }];
}

function stepOf(block: Fields, tools: Map<string, string>, isModel: boolean): Omit<TraceStep, 'line'> | undefined {
  const { type, text, thinking, name } = block;
  if (type === 'text' && typeof text === 'string') {
    return { kind: 'text', title: isModel ? 'Assistant' : 'User', content: text };
  }
  if (type === 'thinking' && typeof thinking === 'string') {
    return { kind: 'thinking', title: 'Thinking', content: thinking };
  }
  if (type === 'tool_use' && typeof name === 'string') {
    tools.set(String(block.id), name);
    return { kind: 'call', title: name, content: JSON.stringify(block.input ?? {}, undefined, 2) };
  }
  if (type !== 'tool_result') return undefined;
  const tool = tools.get(String(block.tool_use_id)) ?? 'a call';
  const failed = block.is_error === true ? ' (failed)' : '';
  return { kind: 'result', title: `Result of ${tool}${failed}`, content: contentOf(block.content) };
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((it) =>
    isMap(it) && typeof it.text === 'string' ? it.text : `[${isMap(it) ? String(it.type) : 'unknown'}]`,
  );
  return texts.join('\n');
}

function startOf({ model, claude_code_version: version }: Fields): string {
  const release = typeof version === 'string' ? `Claude Code ${version}` : 'Claude Code';
  return typeof model === 'string' ? `${release}, ${model}` : release;
}

function endOf({ subtype, num_turns: turns, total_cost_usd: cost }: Fields): string {
  const parts = [
    typeof subtype === 'string' ? subtype.replaceAll('_', ' ') : 'unknown',
    ...(typeof turns === 'number' ? [turns === 1 ? '1 turn' : `${turns} turns`] : []),
    ...(typeof cost === 'number' ? [`$${cost.toFixed(4)}`] : []),
  ];
  return parts.join(', ');
}
