import { mapOf, textOf } from '../../../document/json-values.ts';
import { contentText, mapsIn, numberOf, readStreamLine, type StreamLine } from '../../claude-code/runs/stream-line.ts';

/** A call of the Skill tool, and what became of it. */
interface ObservedSkillCall {
  readonly name: string;
  /** Undefined if the run ended before. */
  readonly outcome: 'loaded' | 'denied' | 'failed' | undefined;
  /** Why it was denied or failed, as Claude Code says it. */
  readonly reason: string | undefined;
}

/** The observations of one run of a query. */
export interface ObservedRun {
  /** The calls of skills, in their order. */
  readonly calls: readonly ObservedSkillCall[];
  /** US dollars; undefined if Claude Code did not say. */
  readonly cost: number | undefined;
  /** Why the model did not answer; undefined if it did. */
  readonly problem: string | undefined;
}

/** UTF-16 units of a name or reason. */
const longest = 300;

/** More calls of one run are not kept. */
const maxCalls = 50;

/** Reads the output of one run: the calls of skills by the model itself, not those of an agent. */
export class TriggerObserver {
  /** The tools that the session has; undefined until it has begun. */
  tools: readonly string[] | undefined;
  version: string | undefined;
  /** Whether the result has come. */
  hasEnded = false;
  readonly #calls = new Map<string, { name: string; outcome?: ObservedSkillCall['outcome']; reason?: string }>();
  readonly #denied = new Set<string>();
  #hasAnswered = false;
  #cost: number | undefined;
  #problem: string | undefined;

  take(text: string): void {
    const line = readStreamLine(text);
    if (!line) return;
    if (line.type === 'system') this.#system(line);
    else if (line.type === 'assistant' && !isOfAgent(line)) this.#answered(line);
    else if (line.type === 'user' && !isOfAgent(line)) this.#result(line);
    else if (line.type === 'result') this.#end(line);
  }

  /** Whether the first call of a skill has been answered: it decides, and all else would only cost. */
  get isDecided(): boolean {
    return [...this.#calls.values()].some(({ outcome }) => outcome !== undefined);
  }

  get run(): ObservedRun {
    const calls = [...this.#calls.values()].map(({ name, outcome, reason }) => ({ name, outcome, reason }));
    return { calls, cost: this.#cost, problem: this.#hasAnswered ? undefined : this.#problem };
  }

  #system(line: StreamLine): void {
    const call = this.#calls.get(textOf(line.tool_use_id) ?? '');
    if (line.subtype === 'init') {
      this.tools ??= Array.isArray(line.tools) ? line.tools.filter((it) => typeof it === 'string') : [];
      this.version ??= textOf(line.claude_code_version);
    } else if (line.subtype === 'permission_denied') {
      this.#denied.add(textOf(line.tool_use_id) ?? '');
    } else if (line.subtype === 'task_started' && call) {
      // The skill runs in an agent of its own.
      call.outcome ??= 'loaded';
    }
  }

  #answered(line: StreamLine): void {
    const message = mapOf(line.message);
    // A message of Claude Code itself, such as that the account has no credit.
    if (message?.model === '<synthetic>' || line.isApiErrorMessage === true || line.error !== undefined) {
      this.#problem ??= contentText(message?.content).slice(0, longest);
      return;
    }
    this.#hasAnswered = true;
    for (const { type, id, name, input } of mapsIn(message?.content)) {
      if (type !== 'tool_use' || name !== 'Skill' || typeof id !== 'string' || this.#calls.size >= maxCalls) continue;
      const asked = textOf(mapOf(input)?.skill) ?? textOf(mapOf(input)?.command) ?? '';
      this.#calls.set(id, { name: asked.trim().replace(/^\//, '').slice(0, longest) });
    }
  }

  #result(line: StreamLine): void {
    for (const { type, tool_use_id: id, is_error: isError, content } of mapsIn(mapOf(line.message)?.content)) {
      const call = type === 'tool_result' ? this.#calls.get(textOf(id) ?? '') : undefined;
      if (!call || call.outcome !== undefined) continue;
      if (isError !== true) call.outcome = 'loaded';
      else {
        call.outcome = this.#denied.has(textOf(id)!) ? 'denied' : 'failed';
        call.reason = contentText(content)
          .replaceAll(/<\/?tool_use_error>/g, '')
          .slice(0, longest);
      }
    }
  }

  #end(line: StreamLine): void {
    this.hasEnded = true;
    this.#cost = numberOf(line.total_cost_usd);
    if (line.is_error === true)
      this.#problem ??= (textOf(line.result) ?? textOf(line.subtype) ?? 'an error').slice(0, longest);
  }
}

function isOfAgent(line: StreamLine): boolean {
  return typeof line.parent_tool_use_id === 'string';
}
