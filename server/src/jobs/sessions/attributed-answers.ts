import { type JsonMap, mapOf, textOf } from '../../document/json-values.ts';
import { numberOf } from '../claude-code/runs/stream-line.ts';
import type { SessionEvent, TokenUsage } from './session-event.ts';

/** Answers that may still get another line. Those of agents that run at the same time alternate. */
const maxOpen = 32;

type Answer = Extract<SessionEvent, { kind: 'answer' }>;

/** Each block of an answer is a line of its own, with the usage of the whole answer so far: only the last one counts. */
export class AttributedAnswers {
  readonly #emit: (answer: Answer) => void;
  readonly #open = new Map<string, Answer>();
  #unnamed = 0;

  constructor(emit: (answer: Answer) => void) {
    this.#emit = emit;
  }

  add(name: string, message: JsonMap | undefined, entry: JsonMap, at: Pick<Answer, 'time' | 'agent'>): void {
    const usage = usageOf(mapOf(message?.usage));
    if (!usage) return;
    const request = textOf(entry.requestRef) ?? textOf(entry.requestId) ?? '';
    const id = textOf(message?.id) ?? `unnamed ${this.#unnamed++}`;
    const key = `${id} ${request}`;
    this.#open.set(key, { kind: 'answer', ...at, name, usage });
    if (this.#open.size <= maxOpen) return;
    const [oldest, answer] = this.#open.entries().next().value!;
    this.#open.delete(oldest);
    this.#emit(answer);
  }

  end(): void {
    for (const answer of this.#open.values()) this.#emit(answer);
    this.#open.clear();
  }
}

function usageOf(usage: JsonMap | undefined): TokenUsage | undefined {
  if (!usage) return undefined;
  return {
    input: numberOf(usage.input_tokens) ?? 0,
    cacheRead: numberOf(usage.cache_read_input_tokens) ?? 0,
    cacheWrite: numberOf(usage.cache_creation_input_tokens) ?? 0,
    output: numberOf(usage.output_tokens) ?? 0,
  };
}
