import { mapOf, textOf } from '../../../document/json-values.ts';
import type { RunContext } from './run-context.ts';
import { mapsIn, numberOf, type StreamLine } from './stream-line.ts';
import { oneLine } from './tool-summary.ts';

/** Notices of one run: more of them would only repeat what is wrong. */
const maxNotices = 100;

/** Events besides messages and calls: hooks, retries, compaction, notices. */
export class SystemNotes {
  readonly #context: RunContext;
  readonly #told = new Set<string>();
  /** Requests that are sent again one after the other are one step; `past` is its text when the wait is over. */
  #retry: { readonly id: string; readonly past: string } | undefined;
  #serial = 0;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** The model has answered. */
  answered(): void {
    this.#endWait();
    this.#retry = undefined;
  }

  /** A retry is no longer about to happen. */
  #endWait(): void {
    if (this.#retry) this.#showRetry(this.#retry.id, this.#retry.past);
  }

  #showRetry(id: string, text: string): void {
    this.#context.parts.change(id, (part) => (part.kind === 'retry' ? { ...part, text } : part));
  }

  hookStarted(line: StreamLine): void {
    const { id, name, event } = hookOf(line);
    this.#context.parts.add(id, undefined, { kind: 'hook', name, event, state: 'running' });
  }

  hookEnded(line: StreamLine): void {
    this.hookStarted(line);
    const output = textOf(line.output) ?? '';
    const state = line.outcome === 'success' ? 'succeeded' : 'failed';
    this.#context.parts.change(hookOf(line).id, (part) =>
      part.kind === 'hook' ? { ...part, state, ...(output !== '' && { output }) } : part,
    );
  }

  retried(line: StreamLine): void {
    const status = numberOf(line.error_status);
    const reason = retryReasons[textOf(line.error) ?? ''] ?? 'The API did not answer';
    const seconds = (numberOf(line.retry_delay_ms) ?? 0) / 1000;
    const count = `Retry ${numberOf(line.attempt) ?? 1} of ${numberOf(line.max_retries) ?? 1}`;
    const wait = `${seconds.toLocaleString('en', { maximumFractionDigits: seconds < 10 ? 1 : 0 })} s`;
    const what = `${reason}${status === undefined ? '' : ` (${status})`}. ${count}`;
    const id = this.#retry?.id ?? `retry-${++this.#serial}`;
    this.#retry = { id, past: `${what} after ${wait}` };
    this.#context.parts.add(id, undefined, { kind: 'retry', text: `${what} in ${wait}` });
    this.#showRetry(id, `${what} in ${wait}`);
  }

  compacted(line: StreamLine): void {
    const details = mapOf(line.compact_metadata);
    const [before, after] = [numberOf(details?.pre_tokens), numberOf(details?.post_tokens)].map((tokens) =>
      tokens?.toLocaleString('en'),
    );
    const by = details?.trigger === 'auto' ? 'The context window was full, so the conversation' : 'The conversation';
    const size =
      before === undefined ? '' : after === undefined ? ` from ${before} tokens` : ` from ${before} to ${after} tokens`;
    const text = `${by} was compacted${size}`;
    this.#context.parts.add(`compaction-${++this.#serial}`, undefined, { kind: 'compaction', text });
  }

  /** Problems of the session, as it reports them at its start. */
  sessionStarted(line: StreamLine): void {
    for (const server of mapsIn(line.mcp_servers)) {
      if (server.status === 'failed') this.notice(`The MCP server ${textOf(server.name)} could not be started`);
    }
    for (const error of mapsIn(line.plugin_errors)) {
      const text = textOf(error.message) ?? textOf(error.error);
      if (text !== undefined) this.notice(`Plugin ${textOf(error.plugin) ?? textOf(error.name) ?? ''}: ${text}`);
    }
  }

  /** Nothing is shown twice. */
  notice(text: string): void {
    const line = oneLine(text);
    if (line === '' || this.#told.has(line) || this.#told.size >= maxNotices) return;
    this.#told.add(line);
    this.#context.parts.add(`notice-${++this.#serial}`, undefined, { kind: 'notice', text: line });
  }

  /** Nothing runs any more. */
  end(state: 'failed' | 'stopped'): void {
    this.#endWait();
    for (const { id, ...part } of this.#context.parts.all()) {
      if (part.kind !== 'hook' || part.state !== 'running') continue;
      this.#context.parts.change(id, (it) => (it.kind === 'hook' ? { ...it, state } : it));
    }
  }
}

/** Words of Claude Code, and ours. */
const retryReasons: Readonly<Record<string, string>> = {
  overloaded: 'The API is overloaded',
  rate_limit: 'The rate limit was reached',
  server_error: 'The API has a problem',
  authentication_failed: 'The API did not accept the key',
};

function hookOf(line: StreamLine): { readonly id: string; readonly name: string; readonly event: string } {
  const event = textOf(line.hook_event) ?? 'Hook';
  return { id: textOf(line.hook_id) ?? `hook-${event}`, name: textOf(line.hook_name) ?? event, event };
}
